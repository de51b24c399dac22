"""What is printed of a recording: never a hole card that nobody showed."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from table_controller.audit import watch
from table_controller.cli import main
from table_controller.journal.read import entries
from table_controller.records import BadInput
from table_controller.records.events import HoleCardDealt, SourceGone, Ticked
from table_controller.records.incidents import Irregularity, Remedy
from table_controller.records.observations import Observation, SourceLost, SourceRestored, Tick
from table_controller.records.rulebook import Severity, Text
from table_controller.records.scene import Scene
from table_controller.rules import assess
from table_controller.table_file import load_table
from table_controller.turn import observation_in
from table_controller.views.redact import VEIL
from vision.scene import Look, Studio

_NEVER_SHOWN = ("7c", "2h")
_SHOWN = ("As", "Kd", "Qs", "Qh")
_BOARD = ["Ah", "9d", "4s", "Jc", "3d"]


@pytest.fixture
def play(night: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[dict[str, Any]]]:
    """Runs a command on a recording in which is seen what the journal of the night has; the second hand never ends."""
    seen = [observation_in(entry) for entry in entries(night, kinds=("observation",))]
    seen.append(Tick(at=seen[-1].at + 10**10, source="clock"))

    def observations(video: Path, *_: object) -> list[Observation]:
        return seen

    monkeypatch.setattr(watch, "_observations", observations)

    def run(command: Callable[..., int], **how: Any) -> list[dict[str, Any]]:
        out = io.StringIO()
        command([Path("night.mp4")], table=None, out=out, **how)
        return [json.loads(line) for line in out.getvalue().splitlines()]

    return run


def test_cards_never_shown_are_not_in_the_events(play: Callable[..., list[dict[str, Any]]]) -> None:
    header, *events = play(watch.watch, models=None)
    assert header["type"] == "log"
    second = max(number for number, event in enumerate(events) if event["type"] == "hand_started")
    first, running = events[:second], events[second:]
    assert [event["card"] for event in first if event["type"] == "board_card_dealt"] == _BOARD
    assert sorted(_hole_cards(first)) == sorted(_SHOWN)
    assert {event["seat"]: event["cards"] for event in first if event["type"] == "hand_tabled"} == {
        1: ["As", "Kd"],
        3: ["Qs", "Qh"],
    }
    assert _hole_cards(running) == ["Qs"], "shown in the hand before, hidden in this one; one was flashed to all"
    assert not any(card in json.dumps(events) for card in _NEVER_SHOWN)
    assert sum(event["type"] == "hole_card_dealt" for event in events) == 12, "the deal itself is no secret"


def _hole_cards(events: list[dict[str, Any]]) -> list[str]:
    return [event["card"] for event in events if event["type"] == "hole_card_dealt" and event.get("card")]


def test_nor_in_what_an_irregularity_says(
    play: Callable[..., list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule that names every hole card as it is dealt: the gate, not the rule, must keep them back."""

    def telltale(night: Any, event: Any, book: Any) -> Any:
        answer = assess(night, event, book)
        return replace(answer, irregularities=(_naming(event),)) if isinstance(event, HoleCardDealt) else answer

    monkeypatch.setattr(watch, "assess", telltale)
    lines = play(watch.audit_videos, rulebook=None)
    said = [line["measured"] for line in lines if line["code"] == "telltale"]
    named = [text.split()[0] for text in said]
    assert sorted(named[:6]) == sorted([*_SHOWN, VEIL, VEIL])
    assert sorted(named[6:]) == sorted(["Qs", *[VEIL] * 5])
    assert not any(card in json.dumps(lines, ensure_ascii=False) for card in (*_NEVER_SHOWN, "seven of clubs", "2♥"))


def _naming(event: HoleCardDealt) -> Irregularity:
    names = {"7c": "seven of clubs", "2h": "2♥"}
    name = names.get(str(event.card), str(event.card))
    return Irregularity(
        code="telltale",
        seat=event.seat,
        at=event.at,
        event="hole_card_dealt",
        rule="none",
        citation="default",
        severity=Severity.SERIOUS,
        text=Text(f"{name} gesehen", f"{name} seen"),
        measured=f"{event.card} seen",
        required="nothing",
        proposal=Remedy("void", Text(f"{name} nichtig", f"{name} void")),
    )


def test_the_incidents_of_a_recording_are_told(play: Callable[..., list[dict[str, Any]]]) -> None:
    lines = play(watch.audit_videos, rulebook=None)
    (burn,) = [line for line in lines if line["code"] == "missing_burn"]
    assert burn["measured"] == "0 burns before the flop"
    assert burn["ruling"] == "first_open_card_becomes_burn", "as it was ruled in the recording"
    assert not any(card in json.dumps(lines) for card in _NEVER_SHOWN)


def _filmed(path: Path, frames: int) -> bytes:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for number in range(frames):
        writer.write(np.full((48, 64, 3), 8 * number, np.uint8))
    writer.release()
    return path.read_bytes()


def test_a_recording_that_is_cut_off_is_watched_as_far_as_it_goes_and_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    night = tmp_path / "night.avi"
    film = _filmed(night, 30)
    assert len(list(watch.frames(night))) == 30
    assert capfd.readouterr().err == ""
    night.write_bytes(film[: int(0.6 * len(film))])
    seen = len(list(watch.frames(night)))
    assert 5 < seen < 25
    said = capfd.readouterr().err
    assert f"floorman: {night}: {seen} frames, announced were 30: the file may be cut off" in said


@pytest.mark.parametrize("torn", [1, 4])
def test_a_picture_that_is_damaged_in_a_recording_is_passed_over(tmp_path: Path, torn: int) -> None:
    night = tmp_path / "night.avi"
    film = bytearray(_filmed(night, 30))
    pictures = [at for at in range(len(film)) if film[at : at + 2] == b"\xff\xd8"]
    for at in pictures[10 : 10 + torn]:
        size = int.from_bytes(film[at - 4 : at], "little")
        film[at : at + size] = bytes(size)
    night.write_bytes(film)
    times = [at // 100_000_000 for at, _ in watch.frames(night)]
    assert times == [*range(10), *range(10 + torn, 30)], "what follows is seen, and when it was"


class _Uneven:
    """A Matroska file of a camera that gave 30 frames a second in good light and 10 in the dark, *lost* of them cut.

    Its header says how long it lasts: as many frames are announced as would have come at 30 a second, and in the
    seconds *since* the camera was switched on.
    """

    def __init__(self, lost: int, since: int) -> None:
        self._times = [*range(0, 1000, 33), *range(1000, 5000, 100)]  # ms
        self._left = self._times[: len(self._times) - lost]
        self._at, self._since = 0, since

    def isOpened(self) -> bool:
        return True

    def grab(self) -> bool:
        if not self._left:
            return False
        self._at = self._left.pop(0)
        return True

    def retrieve(self) -> tuple[bool, np.ndarray]:
        return True, np.zeros((48, 64, 3), np.uint8)

    def get(self, what: int) -> float:
        return {
            cv2.CAP_PROP_FPS: 30.0,
            cv2.CAP_PROP_FRAME_COUNT: 30.0 * (self._since + 5),
            cv2.CAP_PROP_POS_MSEC: float(self._at),
            cv2.CAP_PROP_PTS: 30 * (self._since + self._at / 1000),
        }[what]

    def release(self) -> None:
        pass


@pytest.mark.parametrize("since", [0, 13 * 3600])
@pytest.mark.parametrize(("lost", "told"), [(0, False), (20, True)])
def test_a_recording_whose_frames_come_unevenly_is_cut_off_only_where_its_time_is(
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    lost: int,
    told: bool,
    since: int,
) -> None:
    night = tmp_path / "night.mkv"
    night.touch()
    monkeypatch.setattr(cv2, "VideoCapture", lambda _: _Uneven(lost, since))
    assert len(list(watch.frames(night))) == 71 - lost
    assert ("the file may be cut off" in capfd.readouterr().err) == told


@pytest.mark.parametrize(
    "command",
    [lambda **how: watch.watch(models=None, **how), lambda **how: watch.audit_videos(rulebook=None, **how)],
    ids=["watch", "audit"],
)
def test_a_recording_of_another_size_than_the_camera_is_refused(tmp_path: Path, command: Callable[..., int]) -> None:
    small, out = tmp_path / "small.avi", io.StringIO()
    _filmed(small, 3)
    camera = load_table(None).layout.cameras[0]
    with pytest.raises(BadInput) as refused:
        command(videos=[small], table=None, out=out)
    expected = f"expected {camera.width} × {camera.height}, as in the table file"
    assert str(refused.value) == str(BadInput(str(small), "64 × 48 pixels", expected))
    assert out.getvalue() == ""


class _Blind:
    """A watcher to whom nothing is news."""

    blind, fault, unmoored = False, None, None

    def look(self, frame: np.ndarray, at: int) -> tuple[Observation, ...]:
        return ()


def test_a_recording_that_ends_before_another_is_lost_from_then_on_and_the_last_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else what it showed last would be taken for what lies there to the night's end."""
    camera = replace(load_table(None).layout.cameras[0], width=64, height=48)
    layout = replace(load_table(None).layout, cameras=(camera, replace(camera, name="other")))
    monkeypatch.setattr(watch, "Watcher", lambda *_, **__: _Blind())
    films = [tmp_path / "short.avi", tmp_path / "long.avi"]
    for film, frames in zip(films, (12, 30), strict=True):
        _filmed(film, frames)
    events = list(watch._events(films, replace(load_table(None), layout=layout), None))
    assert [(event.source, event.at) for event in events if isinstance(event, SourceGone)] == [
        (camera.name, 1_100_000_000)
    ]
    assert max(event.at for event in events if isinstance(event, Ticked)) == 2_000_000_000


def test_where_a_recording_has_no_picture_for_a_while_nobody_saw_the_felt(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that stalled: of what was done meanwhile came accusations."""

    class Watcher(_Blind):
        def __init__(self) -> None:
            self.seen: list[object] = []

        def look(self, frame: np.ndarray, at: int) -> tuple[Observation, ...]:
            self.seen.append(at)
            return ()

        def afresh(self) -> None:
            self.seen.append("afresh")

    camera = replace(load_table(None).layout.cameras[0], width=64, height=48)
    times = [0, 400_000_000, 1_200_000_000, 4_200_000_000, 4_300_000_000]
    monkeypatch.setattr(watch, "frames", lambda _: ((at, np.zeros((48, 64, 3), np.uint8)) for at in times))
    watcher: Any = Watcher()
    told = [one for one in watch._observations(Path("night.mp4"), camera, watcher) if not isinstance(one, Tick)]
    assert told == [
        SourceLost(at=1_200_000_000, source=camera.name, reason="no picture for 3.0 s"),
        SourceRestored(at=4_200_000_000, source=camera.name),
        SourceLost(at=4_300_000_000, source=camera.name, reason="the recording ended"),
    ]
    assert watcher.seen == [*times[:3], "afresh", *times[3:]], "all is told once more as it lies"


class _Blinded(_Blind):
    """A watcher that cannot believe what was taken *when*, in tenths of a second."""

    def __init__(self, when: range) -> None:
        self.when = when

    def look(self, frame: np.ndarray, at: int) -> tuple[Observation, ...]:
        self.blind = at // 100_000_000 in self.when
        self.fault = "the picture is black" if self.blind else None
        return ()

    def afresh(self) -> None:
        """Nothing was told."""


@pytest.mark.parametrize(
    ("black", "missing", "told"),
    [
        (range(0), range(0), ""),
        (range(0), range(700, 707), ""),
        (range(0), range(700, 739), "4.0 s were not seen, from 0:01:09 on (no picture for 4.0 s)"),
        (range(0, 5), range(0), "0.4 s were not seen, from 0:00:00 on (the picture is black)"),
        (range(690, 760), range(700, 739), "7.0 s were not seen, from 0:01:08 on (the picture is black)"),
        (
            range(610, 620),
            range(700, 739),
            "5.0 s were not seen, in 2 places, first from 0:01:00 on (the picture is black)",
        ),
    ],
)
def test_a_line_tells_what_a_recording_does_not_show(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], black: range, missing: range, told: str
) -> None:
    """Times in tenths of a second."""
    camera = replace(load_table(None).layout.cameras[0], width=64, height=48)
    taken = [100_000_000 * tenth for tenth in range(800) if tenth not in missing]
    monkeypatch.setattr(watch, "frames", lambda _: ((at, np.zeros((48, 64, 3), np.uint8)) for at in taken))
    watcher: Any = _Blinded(black)
    assert list(watch._observations(Path("night.mp4"), camera, watcher))
    line = f"floorman: night.mp4: {told}: what was done then it does not show\n"
    assert capfd.readouterr().err == (line if told else "")


def _kitchen(size: tuple[int, int]) -> list[np.ndarray]:
    """Frames of the documentation's table, empty, calibrated by the first of them."""
    text = (Path(__file__).parents[2] / "docs/table.md").read_text().split("```toml\n")[1].split("```")[0]
    Path("kitchen.toml").write_text(text)
    layout = load_table(Path("kitchen.toml")).layout
    studio = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours), 1)
    frames = [cv2.resize(studio.frame(Scene(), seed), size, interpolation=cv2.INTER_AREA) for seed in range(4)]
    cv2.imwrite("felt.png", frames[0])
    corners = ["75,10", "885,12", "884,530", "76,528"]
    assert main(["calibrate", "table", "--table", "kitchen.toml", "--picture", "felt.png", "--corners", *corners]) == 0
    return frames[1:]


def test_a_line_tells_that_a_recording_was_filmed_otherwise_than_it_was_calibrated_and_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """As a telephone that lies flat turns its picture: whose cards lie where is then told the wrong way round."""
    monkeypatch.chdir(tmp_path)
    size = (960, 540)
    frames = _kitchen(size)
    capfd.readouterr()
    pushed = np.array([[1, 0, 6], [0, 1, 0]], np.float64)
    for name, filmed, told in (
        ("upright.avi", frames, None),
        ("turned.avi", [cv2.rotate(frame, cv2.ROTATE_180) for frame in frames], "camera turned by 180°"),
        ("moved.avi", [cv2.warpAffine(frame, pushed, size) for frame in frames], "camera moved by 9 mm"),
    ):
        writer = cv2.VideoWriter(name, cv2.VideoWriter.fourcc(*"MJPG"), 10, size)
        for number in range(15):
            writer.write(filmed[number % len(filmed)])
        writer.release()
        assert main(["watch", name, "--table", "kitchen.toml"]) == 0
        said = capfd.readouterr()
        assert json.loads(said.out.partition("\n")[0])["type"] == "log"
        where = "what is seen may be told of the wrong places"
        lines = [line for line in said.err.splitlines() if line.startswith(f"floorman: {name}: ")]
        assert lines == ([f"floorman: {name}: {told}: {where}"] if told else [])


class _Told:
    """A recording whose frames come at the times, in ms, that it tells, 25 a second by what it announces."""

    told: tuple[float, ...] = ()
    rate = 25.0

    def __init__(self, address: str) -> None:
        self.read_so_far = 0

    def isOpened(self) -> bool:
        return True

    def grab(self) -> bool:
        self.read_so_far += 1
        return self.read_so_far <= len(self.told)

    def retrieve(self) -> tuple[bool, np.ndarray]:
        return True, np.zeros((48, 64, 3), np.uint8)

    def get(self, what: int) -> float:
        if what == cv2.CAP_PROP_POS_MSEC:
            return self.told[self.read_so_far - 1]
        if what == cv2.CAP_PROP_PTS:
            return 0.0
        lasts = self.told[-1] / 1000 + 1 / self.rate
        return {cv2.CAP_PROP_FPS: self.rate, cv2.CAP_PROP_FRAME_COUNT: lasts * self.rate}[what]

    def release(self) -> None:
        """Nothing to let go of."""


@pytest.mark.parametrize(
    ("told", "times"),
    [
        ((0, 33, 133, 233), (0, 33, 133, 233)),
        ((40, 80, 120), (0, 40, 80)),
        ((0, 0, 0), (0, 40, 80)),
        ((0, 40, 40, 30, 200), (0, 40, 80, 120, 200)),
        ((float("nan"), float("nan")), (0, 40)),
    ],
    ids=["no fixed rate", "counted from one", "none", "some doubtful", "no number"],
)
def test_a_frame_has_the_time_that_the_recording_tells_and_times_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: tuple[float, ...], times: tuple[int, ...]
) -> None:
    (tmp_path / "phone.mp4").write_bytes(b"")
    monkeypatch.setattr(_Told, "told", told)
    monkeypatch.setattr(cv2, "VideoCapture", _Told)
    assert [at for at, _ in watch.frames(tmp_path / "phone.mp4")] == [1_000_000 * ms for ms in times]


@pytest.mark.parametrize("rate", [1000.0, 0.5], ids=["counted in ms", "seldom"])
def test_a_recording_may_announce_any_rate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rate: float, capfd: pytest.CaptureFixture[str]
) -> None:
    """As Matroska and WebM do where frames come unevenly: how finely the time is counted."""
    (tmp_path / "night.webm").write_bytes(b"")
    monkeypatch.setattr(_Told, "told", (0, 33, 133, 4133))
    monkeypatch.setattr(_Told, "rate", rate)
    monkeypatch.setattr(cv2, "VideoCapture", _Told)
    times = [at // 1_000_000 for at, _ in watch.frames(tmp_path / "night.webm")]
    assert times == [0, 33, 133, 4133]
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("name", "code", "rate"), [("a.avi", "MJPG", 25), ("b.mp4", "mp4v", 30), ("c.avi", "XVID", 12)]
)
def test_of_a_fixed_rate_the_times_are_those_of_the_rate(tmp_path: Path, name: str, code: str, rate: int) -> None:
    writer = cv2.VideoWriter(str(tmp_path / name), cv2.VideoWriter.fourcc(*code), rate, (64, 48))
    for number in range(30):
        writer.write(np.full((48, 64, 3), 8 * number, np.uint8))
    writer.release()
    assert [at for at, _ in watch.frames(tmp_path / name)] == [round(number * 10**9 / rate) for number in range(30)]
