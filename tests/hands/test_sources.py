"""Where hands come from: files, folders, archives; hostile ones are refused by name and nothing is unpacked."""

import gzip
import io
import os
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from table_controller.hands import read_hands
from table_controller.hands.sources import read_sources
from table_controller.records import BadInput
from table_controller.records.events import DeckCut


def _archive(path: Path, members: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


def test_a_folder_is_read_in_order_of_name_and_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("b/2.phh", "b/10.phh", "a.phhs", "read.me", "c.jsonl"):
        (tmp_path / name).write_text(name)
    _archive(tmp_path / "z.tar.gz", {"in/1.phh": b"z"})
    found = list(read_sources(tmp_path))
    assert [source.content for source in found] == [b"a.phhs", b"c.jsonl", b"z", b"b/10.phh", b"b/2.phh"]
    assert found[2].name == "in/1.phh"


def test_an_archive_is_read_in_its_own_order(tmp_path: Path) -> None:
    path = _archive(tmp_path / "hands.tgz", {"x/2.phh": b"2" * 512, "x/README": b"no", "x/1.phh": b"1"})
    assert [(s.name, len(s.content)) for s in read_sources(path)] == [("x/2.phh", 512), ("x/1.phh", 1)]
    assert sorted(os.listdir(tmp_path)) == ["hands.tgz"]


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    content = '{"type":"log","version":1,"unit":"1"}\n{"type":"deck_cut","at":4}\n'.encode("utf-8-sig")
    (tmp_path / "a.jsonl").write_bytes(content)
    _archive(tmp_path / "b.tar.gz", {"b.jsonl": content, "c.phhs": "[1]\n".encode("utf-8-sig")})
    assert [source.content[:3] for source in read_sources(tmp_path)] == [b'{"t', b'{"t', b"[1]"]
    (night,) = read_hands(tmp_path / "a.jsonl")
    assert night.events == (DeckCut(at=4),)


def _refused(path: Path) -> str:
    with pytest.raises(BadInput) as fault:
        list(read_sources(path))
    return str(fault.value)


def test_what_is_no_file_of_hands_is_refused(tmp_path: Path) -> None:
    assert "expected a folder with .phh" in _refused(tmp_path)
    (tmp_path / "x.txt").write_text("")
    assert "expected a file of .phh" in _refused(tmp_path / "x.txt")
    assert "expected a readable file" in _refused(tmp_path / "gone.phh")
    assert "expected a readable file" in _refused(tmp_path / "gone.tar.gz")
    assert "expected an archive with" in _refused(_archive(tmp_path / "empty.tar.gz", {"a.txt": b""}))


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.phh")
    assert "expected a readable file" in _refused(tmp_path / "pipe.phh")


def test_a_foreign_and_a_truncated_archive_are_refused(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.tar.gz"
    foreign.write_bytes(b"PK\x03\x04")
    assert "expected a whole .tar.gz archive" in _refused(foreign)
    whole = _archive(tmp_path / "whole.tar.gz", {f"{i}.phh": os.urandom(3000) for i in range(9)}).read_bytes()
    cut = tmp_path / "cut.tar.gz"
    cut.write_bytes(whole[: len(whole) // 2])
    before = []
    with pytest.raises(BadInput, match=r"cut\.tar\.gz: after .\.phh: expected a whole") as fault:
        before.extend(source.name for source in read_sources(cut))
    assert "\n" not in str(fault.value)


def test_a_member_that_is_a_link_or_too_large_is_named(tmp_path: Path) -> None:
    path = tmp_path / "links.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        link = tarfile.TarInfo("evil\n.phh")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    assert "evil�.phh: expected a plain file" in _refused(path)
    huge = tarfile.TarInfo("huge.phh")
    huge.size = 10**12
    path.write_bytes(gzip.compress(huge.tobuf()))
    assert "huge.phh: expected at most" in _refused(path)


def test_a_bomb_is_stopped_before_it_fills_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table_controller.hands.sources.LARGEST_FILE", 1 << 16)
    monkeypatch.setattr("table_controller.hands.sources.LARGEST_ARCHIVE", 1 << 20)
    many = _archive(tmp_path / "many.tar.gz", {f"{i}.phh": bytes(60_000) for i in range(40)})
    assert "expected at most 1048576 bytes when unpacked" in _refused(many)
    skipped = _archive(tmp_path / "skipped.tar.gz", {"noise.bin": bytes(2 << 20), "1.phh": b""})
    assert "when unpacked" in _refused(skipped)
    header = tarfile.TarInfo("pax")
    header.type, header.size = tarfile.XHDTYPE, 1 << 19
    forged = tmp_path / "forged.tar.gz"
    forged.write_bytes(gzip.compress(header.tobuf() + bytes(1 << 19)))
    assert "expected no part above" in _refused(forged)
    (tmp_path / "large.phh").write_bytes(bytes((1 << 16) + 1))
    assert "expected at most 65536 bytes" in _refused(tmp_path / "large.phh")


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_every_kind_of_name_is_read_as_tarfile_reads_it(tmp_path: Path, form: int) -> None:
    names = [
        "plain.phh",
        "a" * 100 + ".phh" if form != tarfile.USTAR_FORMAT else "b" * 90 + ".phh",
        "d" * 90 + "/e.phh",
    ]
    names += ["d" * 100 + "/far.phh", "ä.phh", "sp ace.phh"]
    with tarfile.open(tmp_path / "hands.tar.gz", "w:gz", format=form) as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size, member.mtime, member.uname = len(name), 10**9, "ö"
            archive.addfile(member, io.BytesIO(name.encode()))
    with tarfile.open(tmp_path / "hands.tar.gz") as archive:
        expected = [(member.name, archive.extractfile(member).read()) for member in archive]  # type: ignore[union-attr]
    assert [(source.name, source.content) for source in read_sources(tmp_path / "hands.tar.gz")] == expected


def test_a_header_of_a_wrong_sum_or_size_is_refused(tmp_path: Path) -> None:
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        member = tarfile.TarInfo("one.phh")
        member.size = 3
        archive.addfile(member, io.BytesIO(b"abc"))
    for place, byte in ((3, b"x"), (130, b"9"), (150, b"x")):
        broken = bytearray(whole.getvalue())
        broken[place : place + 1] = byte
        (tmp_path / "hands.tar.gz").write_bytes(gzip.compress(broken))
        with pytest.raises(BadInput, match="expected a whole"):
            list(read_sources(tmp_path / "hands.tar.gz"))


def _plain_tar(names: list[str]) -> bytearray:
    """A tar of three bytes each: every member takes 1,024 bytes, header first."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = 3
            archive.addfile(member, io.BytesIO(b"abc"))
    return bytearray(whole.getvalue())


def _flipped(whole: bytearray, place: int) -> bytes:
    whole[place] ^= 0x55
    return gzip.compress(whole)


def _zeroed(whole: bytearray, first: int, last: int) -> bytes:
    whole[first:last] = bytes(last - first)
    return gzip.compress(whole)


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda whole: _flipped(whole, 2048 + 3), "the next member's header is damaged: bad checksum"),
        (lambda whole: _flipped(whole, 2048 + 130), "the next member's header is damaged: bad checksum"),
        (lambda whole: _flipped(whole, 2048 + 150), "the next member's header is damaged: invalid header"),
        (lambda whole: _flipped(whole, 2048 + 156), "the next member's header is damaged: bad checksum"),
        (lambda whole: _zeroed(whole, 2048, 2560), "more lies behind the end mark"),
        (lambda whole: _zeroed(whole, 2048, 3072), "more lies behind the end mark"),
        (lambda whole: gzip.compress(whole[:2148]), "the next member's header is damaged: truncated header"),
        (lambda whole: gzip.compress(whole[:2048]), "no end mark: members may be missing"),
    ],
    ids=["name", "size", "sum", "type", "zero header", "zero member", "cut in a header", "cut between two"],
)
def test_damage_in_the_middle_is_told_and_what_came_before_is_handed_out(
    tmp_path: Path, damage: Callable[[bytearray], bytes], why: str
) -> None:
    path = tmp_path / "hands.tar.gz"
    path.write_bytes(damage(_plain_tar([f"{number}.phh" for number in range(4)])))
    read = []
    with pytest.raises(BadInput) as fault:
        read.extend(source.name for source in read_sources(path))
    assert read == ["0.phh", "1.phh"]
    assert str(fault.value) == f"{path}: after 1.phh: expected a whole .tar.gz archive ({why})"


def test_a_cut_or_altered_gzip_is_told_after_its_last_member_too(tmp_path: Path) -> None:
    packed = gzip.compress(_plain_tar(["0.phh", "1.phh"]))
    altered = bytearray(packed)
    altered[-6] ^= 1
    for content in (packed[:-4], bytes(altered)):
        (tmp_path / "hands.tar.gz").write_bytes(content)
        read = []
        with pytest.raises(BadInput, match=r"after 1\.phh: expected a whole \.tar\.gz archive"):
            read.extend(source.name for source in read_sources(tmp_path / "hands.tar.gz"))
        assert read == ["0.phh", "1.phh"]
