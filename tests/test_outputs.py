"""Where commands write: nothing is lost of what lies there, and nothing half-written is left."""

import os
import stat
from collections.abc import Callable
from contextlib import AbstractContextManager
from io import StringIO
from pathlib import Path

import pytest

from table_controller.audit.calibrate import calibrate_board, calibrate_lens
from table_controller.audit.lens_file import is_lens
from table_controller.outputs import Draft, spare_all_but, write_whole
from table_controller.records import BadInput

SmallDisk = Callable[[int], AbstractContextManager[None]]
LENS = "width = 64\nheight = 64\nfocal = [1.0, 1.0]\ncentre = [1.0, 1.0]\ndistortion = [0, 0, 0, 0, 0]\n"


@pytest.mark.parametrize("name", ["night.floorman", "kitchen.toml", "photo.jpg", "photo.png", "empty"])
def test_calibrate_writes_over_nothing_of_anothers(tmp_path: Path, name: str) -> None:
    held = {"night.floorman": b"SQLite format 3\0...", "kitchen.toml": b'name = "Kitchen"\n', "empty": b""}
    there, other = tmp_path / name, tmp_path / "sheet.pdf"
    there.write_bytes(held.get(name, b"\x89PNG\r\n\x1a\n, a photograph"))
    other.symlink_to(there)
    with pytest.raises(BadInput, match=f"{name}: .*expected another file"):
        calibrate_lens([Path("any.jpg")], None, 1, there, StringIO())
    for sheet in (other, tmp_path / "photo.png") if name == "photo.png" else (other,):
        with pytest.raises(BadInput, match="expected another file"):
            calibrate_board(sheet, StringIO())
    assert there.read_bytes() == held.get(name, b"\x89PNG\r\n\x1a\n, a photograph")


def test_neither_beside_a_journal_nor_where_no_folder_is(tmp_path: Path) -> None:
    (tmp_path / "night").write_bytes(b"SQLite format 3\0...")
    with pytest.raises(BadInput, match="this is a journal"):
        spare_all_but(is_lens, tmp_path / "night-wal")
    with pytest.raises(BadInput, match="--out: expected a place to write"):
        spare_all_but(is_lens, tmp_path / "none/lens.toml")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadInput, match="expected another file"):
        spare_all_but(is_lens, tmp_path / "pipe")


def test_older_sheets_and_lens_files_are_replaced(tmp_path: Path) -> None:
    for name in ("print.pdf", "print.pdf", "print.png", "print.png"):
        assert calibrate_board(tmp_path / name, StringIO()) == 0
    sheets = ["print-middle-tags.png", "print-tags.png", "print.pdf", "print.png"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sheets
    (tmp_path / "lens.toml").write_text(LENS)
    spare_all_but(is_lens, tmp_path / "lens.toml")
    spare_all_but(is_lens, tmp_path / "new.toml")


def test_a_sheet_is_not_written_where_the_other_one_would_replace_a_photograph(tmp_path: Path) -> None:
    (tmp_path / "print-tags.png").write_bytes(b"a photograph")
    with pytest.raises(BadInput, match=r"print-tags\.png"):
        calibrate_board(tmp_path / "print.png", StringIO())
    assert [path.name for path in tmp_path.iterdir()] == ["print-tags.png"]


def test_on_a_full_disk_everything_stays_as_it_was(tmp_path: Path, small_disk: SmallDisk) -> None:
    old, new, large = (tmp_path / name for name in ("old", "new", "large"))
    old.write_bytes(b"old")
    with small_disk(1000), pytest.raises(BadInput, match="large: expected a place to write"):
        write_whole(Draft(old, b"1"), Draft(new, b"2"), Draft(large, b"3" * 5000))
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("old", b"old")]


def test_what_is_replaced_keeps_its_mode_and_its_links(tmp_path: Path) -> None:
    old, link, own = (tmp_path / name for name in ("old", "link", "own"))
    old.write_bytes(b"old")
    old.chmod(0o640)
    link.symlink_to(old)
    write_whole(Draft(link, b"new"), Draft(own, b"mine", 0o600))
    assert (link.is_symlink(), old.read_bytes(), own.read_bytes()) == (True, b"new", b"mine")
    assert [stat.S_IMODE(path.stat().st_mode) for path in (old, own)] == [0o640, 0o600]
