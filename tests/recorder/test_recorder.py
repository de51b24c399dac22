"""The recorder: what is kept, for whom, how much of it, and what happens when the disk says no."""

import errno
import os
import stat
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.recorder import Recorder, capture, replay_capture
from table_controller.records import BadInput
from table_controller.records.observations import Observation, SourceLost, SourceRestored


@pytest.fixture
def told() -> list[Observation]:
    return []


@pytest.fixture
def recorder(tmp_path: Path, told: list[Observation]) -> Recorder:
    return Recorder(tmp_path / "evidence", 300_000, told.append)


def _frame(shade: int = 0) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(shade).integers(0, 255, (120, 160, 3), np.uint8)


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_a_still_is_a_picture_of_the_owners_alone(recorder: Recorder, tmp_path: Path) -> None:
    frame = np.full((120, 160, 3), (10, 200, 60), np.uint8)
    reference = recorder.still(frame, "overhead", 5_000)
    assert reference == "00000000000000005000-0000-overhead.jpg"
    path = recorder.find(reference)
    assert path
    assert abs(cv2.imread(str(path)).astype(int) - frame).max() < 6
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "evidence").stat().st_mode) == 0o700


def test_a_name_from_outside_stays_in_the_folder(recorder: Recorder, tmp_path: Path) -> None:
    reference = recorder.still(_frame(), "../../etc/päss wd", 0)
    assert reference == "00000000000000000000-0000-______etc_p_ss_wd.jpg"
    assert (tmp_path / "evidence" / reference).is_file()
    for foreign in ("../secret", "/etc/passwd", "", "..", "kept"):
        assert recorder.find(foreign) is None
        assert not recorder.keep(foreign)
        assert not recorder.erase(foreign)


def test_the_oldest_goes_first_but_no_evidence(recorder: Recorder, tmp_path: Path) -> None:
    first = recorder.still(_frame(), "overhead", 1)
    second = recorder.still(_frame(1), "overhead", 2)
    assert first
    assert second
    assert recorder.keep(first)
    for at in range(3, 40):
        assert recorder.still(_frame(at), "overhead", at)
        assert _size(tmp_path / "evidence") <= 300_000
    assert recorder.find(first)
    assert not recorder.find(second)


def test_a_new_recorder_knows_what_was_kept(recorder: Recorder, tmp_path: Path, told: list[Observation]) -> None:
    first = recorder.still(_frame(), "overhead", 1)
    assert first
    recorder.keep(first)
    again = Recorder(tmp_path / "evidence", 1000, told.append)
    assert again.still(_frame(), "overhead", 2) is None
    assert again.find(first)
    assert isinstance(told[-1], SourceLost)
    assert "evidence of incidents" in told[-1].reason


def test_a_full_disk_is_told_once_and_so_is_its_end(
    recorder: Recorder, told: list[Observation], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def full(*args: object, **kwargs: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "open", full)
    assert recorder.still(_frame(), "overhead", 1) is None
    assert recorder.capture(b"abc", "board", 2) is None
    monkeypatch.setattr(os, "open", real)
    assert recorder.capture(b"abc", "board", 3)
    assert recorder.still(_frame(), "overhead", 4)
    assert told == [
        SourceLost(at=1, source="recorder", reason="No space left on device"),
        SourceRestored(at=3, source="recorder"),
    ]


def test_a_folder_that_cannot_be_is_told(tmp_path: Path, told: list[Observation]) -> None:
    (tmp_path / "evidence").write_text("a file is in the way")
    recorder = Recorder(tmp_path / "evidence", 10**6, told.append)
    assert recorder.still(_frame(), "overhead", 7) is None
    assert recorder.capture(b"x", "board", 8) is None
    assert [type(observation) for observation in told] == [SourceLost]


def test_no_picture_is_told(recorder: Recorder, told: list[Observation]) -> None:
    assert recorder.still(np.zeros((0, 0, 3), np.uint8), "overhead", 1) is None
    assert [type(observation) for observation in told] == [SourceLost]


@given(chunks=st.lists(st.tuples(st.integers(0, 2**63), st.binary(max_size=40)), max_size=12))
def test_a_capture_replays(tmp_path_factory: pytest.TempPathFactory, chunks: list[tuple[int, bytes]]) -> None:
    path = tmp_path_factory.mktemp("capture") / "x.capture"
    path.write_bytes(capture.MAGIC + b"".join(capture.record(at, data) for at, data in chunks))
    assert list(replay_capture(path)) == chunks


def test_a_capture_goes_on_in_new_segments(tmp_path: Path, told: list[Observation]) -> None:
    recorder = Recorder(tmp_path, 10**8, told.append)
    chunks = [(at, bytes([at]) * 300_000) for at in range(8)]
    references = [recorder.capture(data, "board", at) for at, data in chunks]
    assert None not in references
    segments = sorted({str(reference) for reference in references})
    assert len(segments) == 3
    assert [found for name in segments for found in replay_capture(tmp_path / name)] == chunks


def test_a_kept_capture_takes_no_more(tmp_path: Path, told: list[Observation]) -> None:
    recorder = Recorder(tmp_path, 10**8, told.append)
    first = recorder.capture(b"one", "board", 1)
    assert first
    assert recorder.keep(first)
    second = recorder.capture(b"two", "board", 2)
    assert second != first
    kept = recorder.find(first)
    assert kept
    assert list(replay_capture(kept)) == [(1, b"one")]


def test_after_a_failed_append_a_new_segment_begins(
    tmp_path: Path, told: list[Observation], monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = Recorder(tmp_path, 10**8, told.append)
    first = recorder.capture(b"one", "board", 1)
    real = os.open

    def full(*args: object, **kwargs: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", full)
        assert recorder.capture(b"two", "board", 2) is None
    assert os.open is real
    assert recorder.capture(b"three", "board", 3) != first


def test_a_record_cut_short_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "x.capture"
    whole = capture.MAGIC + capture.record(1, b"one") + capture.record(2, b"two")
    for cut in range(1, len(capture.record(2, b"two"))):
        path.write_bytes(whole[:-cut])
        assert list(replay_capture(path)) == [(1, b"one")]
    path.write_bytes(whole + b"\0" * 8 + b"\xff" * 4)
    assert [data for _, data in replay_capture(path)] == [b"one", b"two"]


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff" * 100])
def test_a_foreign_capture_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.capture"
    path.write_bytes(content)
    with pytest.raises(BadInput, match="expected a Floorman capture"):
        list(replay_capture(path))
    with pytest.raises(BadInput, match="expected a readable capture"):
        list(replay_capture(tmp_path / "none"))


def test_erasing_a_picture(recorder: Recorder) -> None:
    reference = recorder.still(_frame(), "overhead", 1)
    assert reference
    recorder.keep(reference)
    assert recorder.erase(reference)
    assert recorder.find(reference) is None
    assert not recorder.erase(reference)
