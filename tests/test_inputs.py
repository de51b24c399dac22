"""Files that never end or are far too large are refused in one line, before they fill the memory."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from table_controller.audit.lens_file import read_lens
from table_controller.audit.rehearse import load_script
from table_controller.director import Director
from table_controller.files import load_rulebook
from table_controller.kept_picture import kept_picture
from table_controller.overlay_entry import ObsEntry
from table_controller.records import BadInput
from table_controller.table_file import built_in_table, load_table, reference_path
from vision.enrol.deck_file import load
from vision.pictures import open_picture


def _password(path: Path) -> Director:
    return Director(replace(built_in_table(), obs=ObsEntry(password_file=str(path))))


READERS: dict[str, tuple[Callable[[Path], Any], str, str]] = {
    "table file": (load_table, "expected a readable table file, no device", "table file of at most 1024 KiB"),
    "lens file": (lambda path: read_lens(path, (64, 64)), "expected a lens file, no device", "file of at most 64 KiB"),
    "script": (load_script, "expected a readable script, no device", "a readable script of at most 4096 KiB"),
    "password": (_password, "expected a readable file with OBS's password, no device", "password of at most 4 KiB"),
    "rulebook": (load_rulebook, "expected a file", "expected a rulebook, at most 256 KiB"),
    "deck": (load, "expected a deck that `floorman enrol deck` wrote, no device", "a file of at most 16 MB"),
    "picture": (open_picture, "expected a picture .*, no device and no pipe", "a file of at most 200 MB"),
}
"""How each file that a person names is read, and what is said of a device, and of what is too large."""


@pytest.mark.parametrize("name", READERS)
def test_what_is_no_plain_file_is_not_opened(name: str) -> None:
    reads, expected, _ = READERS[name]
    with pytest.raises(BadInput, match=f"^/dev/null: (.*: )?{expected}"):
        reads(Path("/dev/null"))


@pytest.mark.parametrize("name", READERS)
def test_what_is_far_too_large_is_not_read_to_its_end(name: str, tmp_path: Path) -> None:
    reads, _, expected = READERS[name]
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate(300_000_000)
    with pytest.raises(BadInput, match=rf"large\.toml: .*{expected}$"):
        reads(large)


def test_a_script_or_a_table_file_with_brackets_without_end_is_one_line(tmp_path: Path) -> None:
    for reads in (load_script, load_table):
        (tmp_path / "deep.toml").write_text("a = [\n" + "[\n" * 100_000)
        with pytest.raises(BadInput, match=r"deep\.toml: expected TOML"):
            reads(tmp_path / "deep.toml")


def test_a_calibration_picture_that_never_ends_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = replace(built_in_table(), file=tmp_path / "kitchen.toml")
    name = table.layout.cameras[0].name
    kept = reference_path(tmp_path / "kitchen.toml", name)
    kept.symlink_to("/dev/null")
    assert kept_picture(table, name) is None
    (said,) = capsys.readouterr().err.splitlines()
    assert str(kept) in said
    assert "no device and no pipe" in said
    kept.unlink()
    camera = table.layout.cameras[0]
    cv2.imwrite(str(kept), np.full((camera.height, camera.width, 3), 90, np.uint8))
    assert kept_picture(table, name) is not None
