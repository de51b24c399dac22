"""The link to OBS, against an OBS of our own that misbehaves: nothing of it ever reaches the table."""

import importlib.util
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "web"))

from fake_obs import FakeObs
from sample import BETWEEN, MISSING_BURN, NIGHT, STRING_BET

from table_controller.obs import Cue, ObsLink, ObsSettings, Scenes, cues_of, scene_of
from table_controller.records import BadInput
from table_controller.records.incidents import IncidentState
from table_controller.records.night import Night
from table_controller.records.table import Pause

HALTING = replace(MISSING_BURN, halts=True)
PASSWORD = "correct horse battery"


@pytest.fixture
def obs() -> Iterator[FakeObs]:
    fake = FakeObs(PASSWORD)
    yield fake
    fake.close()


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def link(obs: FakeObs, said: list[str]) -> Iterator[Callable[..., ObsLink]]:
    made: list[ObsLink] = []

    def start(**settings: object) -> ObsLink:
        chosen = {"port": obs.port, "password": PASSWORD, "timeout": 0.4} | settings
        one = ObsLink(ObsSettings(**chosen), said.append, waits=(0.05,))  # type: ignore[arg-type]
        made.append(one)
        one.start()
        return one

    yield start
    for one in made:
        one.stop.set()
        one.join(timeout=5)
        assert not one.is_alive()


def until(fits: Callable[[], bool], seconds: float = 10.0) -> None:
    ends = time.monotonic() + seconds
    while not fits():
        assert time.monotonic() < ends
        time.sleep(0.01)


def now(replay: int | None = None, chapter: str = "Hand 17") -> Cue:
    return Cue(time.monotonic(), chapter, replay)


def test_an_incident_saves_the_replay_and_marks_the_recording(
    obs: FakeObs, said: list[str], link: Callable[..., ObsLink]
) -> None:
    one = link()
    until(lambda: one.fault is None)
    for cue in cues_of("17", (MISSING_BURN,), time.monotonic(), 0.0, 0.1):
        one.tell(cue)
    until(lambda: bool(said))
    assert obs.requests("CreateRecordChapter") == [
        {"chapterName": "Hand 17"},
        {"chapterName": "Incident 4: missing_burn"},
    ]
    assert obs.requests("SaveReplayBuffer") == [{}]
    assert said == ["floorman: OBS saved the replay of incident 4: /videos/Replay 1.mkv"]
    assert one.fault is None


def test_cues_wait_for_the_video_that_lies_behind_the_table() -> None:
    cues = cues_of("17", (STRING_BET,), 100.0, 30.0, 5.0)
    assert [(cue.due, cue.chapter, cue.replay) for cue in cues] == [
        (130.0, "Hand 17", None),
        (130.0, "Incident 3: string_bet", None),
        (135.0, "", 3),
    ]
    assert cues_of(None, (), 1.0, 0.0, 0.0) == []


def test_a_dry_run_asks_for_nothing(obs: FakeObs, said: list[str], link: Callable[..., ObsLink]) -> None:
    one = link(dry_run=True)
    one.tell(now(4))
    one.tell(now())
    until(lambda: len(said) == 2)
    assert not obs.requests("SaveReplayBuffer")
    assert not obs.requests("CreateRecordChapter")
    assert said == [
        "floorman: OBS (dry run): would save the replay of incident 4",
        "floorman: OBS (dry run): would mark 'Hand 17'",
    ]


def test_a_scene_is_shown_the_newest_alone_even_when_obs_comes_late(obs: FakeObs, link: Callable[..., ObsLink]) -> None:
    one = link(scenes=frozenset({"Table", "Break"}))
    late = time.monotonic() - 100
    for scene in ("Table", "Floor", "Break"):
        one.tell(Cue(late, "", scene=scene))
    until(lambda: bool(obs.requests("SetCurrentProgramScene")))
    one.tell(now(chapter="Hand 18"))
    until(lambda: bool(obs.requests("CreateRecordChapter")))
    assert obs.requests("SetCurrentProgramScene")[-1] == {"sceneName": "Break"}
    assert obs.requests("CreateRecordChapter") == [{"chapterName": "Hand 18"}]
    assert one.fault is None


def test_an_obs_that_starts_anew_is_shown_the_scene_again(obs: FakeObs, link: Callable[..., ObsLink]) -> None:
    one = link(scenes=frozenset({"Table", "Break"}))
    one.tell(Cue(time.monotonic(), "", scene="Break"))
    until(lambda: obs.requests("SetCurrentProgramScene") == [{"sceneName": "Break"}])
    obs.drop()
    until(lambda: obs.requests("SetCurrentProgramScene") == [{"sceneName": "Break"}] * 2)
    obs.drop()
    one.tell(Cue(time.monotonic(), "", scene="Table"))
    until(lambda: obs.requests("SetCurrentProgramScene")[-1] == {"sceneName": "Table"})
    until(lambda: obs.connections == 3)


def test_a_scene_that_obs_does_not_have_is_told_before_it_is_wanted(obs: FakeObs, link: Callable[..., ObsLink]) -> None:
    one = link(scenes=frozenset({"Table", "Nowhere"}))
    until(lambda: one.fault == "no scene is called 'Nowhere'")
    one.tell(Cue(time.monotonic(), "", scene="Nowhere"))
    until(lambda: one.fault == "SetCurrentProgramScene: Output is not active.")
    assert obs.connections == 1


def test_a_dry_run_says_the_scene(obs: FakeObs, said: list[str], link: Callable[..., ObsLink]) -> None:
    link(dry_run=True).tell(Cue(time.monotonic(), "", scene="Break"))
    until(lambda: said == ["floorman: OBS (dry run): would show the scene 'Break'"])
    assert not obs.requests("SetCurrentProgramScene")


ALL = Scenes("hand", "between", "incident", "paused")


@pytest.mark.parametrize(
    ("night", "scenes", "shown"),
    [
        (replace(NIGHT, incidents=()), ALL, "hand"),
        (BETWEEN, ALL, "between"),
        (replace(NIGHT, incidents=(HALTING,)), ALL, "incident"),
        (replace(NIGHT, incidents=(replace(HALTING, state=IncidentState.RULED),)), ALL, "hand"),
        (replace(NIGHT, incidents=(HALTING,)), Scenes(hand="hand"), "hand"),
        (replace(BETWEEN, pause=Pause("break")), ALL, "paused"),
        (replace(BETWEEN, pause=Pause("break")), Scenes(hand="hand", between="between"), "between"),
        (replace(NIGHT, incidents=(), pause=Pause("break")), ALL, "hand"),
        (BETWEEN, Scenes(hand="hand"), ""),
        (NIGHT, Scenes(), ""),
    ],
)
def test_the_scene_is_that_of_what_goes_on(night: Night, scenes: Scenes, shown: str) -> None:
    assert scene_of(night, scenes) == shown


def test_what_is_switched_off_is_not_asked(obs: FakeObs, link: Callable[..., ObsLink]) -> None:
    one = link(replay=False)
    one.tell(now(4))
    one.tell(now())
    until(lambda: bool(obs.requests("CreateRecordChapter")))
    assert not obs.requests("SaveReplayBuffer")
    assert not obs.requests("GetReplayBufferStatus")


def test_a_wrong_password_is_a_light_and_no_more(obs: FakeObs, link: Callable[..., ObsLink]) -> None:
    one = link(password="wrong")
    until(lambda: obs.connections > 1)
    assert one.fault is not None
    assert one.fault.startswith("not connected")
    none = link(password="")
    until(lambda: none.fault == "not connected: a password is wanted")


def test_the_password_is_never_said_nor_sent(obs: FakeObs, said: list[str], link: Callable[..., ObsLink]) -> None:
    one = link()
    until(lambda: one.fault is None)
    obs.drop()
    until(lambda: obs.connections > 1)
    told = " ".join((*said, *obs.heard, str(one.fault), repr(ObsSettings(password=PASSWORD))))
    assert PASSWORD not in told


def test_without_obs_it_tries_again_and_what_is_late_is_dropped(said: list[str]) -> None:
    first = FakeObs()
    port = first.port
    first.close()
    one = ObsLink(ObsSettings(port=port, timeout=0.4), said.append, waits=(0.05,))
    one.start()
    until(lambda: one.fault is not None and "not connected" in one.fault)
    one.tell(Cue(time.monotonic() - 100, "long ago"))
    one.tell(now(chapter="just now"))
    obs = FakeObs(port=port)
    until(lambda: bool(obs.requests("CreateRecordChapter")))
    assert obs.requests("CreateRecordChapter") == [{"chapterName": "just now"}]
    obs.drop()
    until(lambda: obs.connections > 1)
    until(lambda: one.fault is None)
    one.stop.set()
    one.join(timeout=5)
    obs.close()


def test_an_obs_that_does_not_answer_holds_nobody_up(obs: FakeObs, link: Callable[..., ObsLink]) -> None:
    obs.silent = True
    one = link()
    until(lambda: obs.connections > 0)
    began = time.monotonic()
    for number in range(200):  # more than wait anywhere
        one.tell(now(number))
    assert time.monotonic() - began < 0.1
    until(lambda: one.fault is not None and "not connected" in one.fault)


def test_a_replay_buffer_that_is_off_is_seen_before_it_is_missed(obs: FakeObs, link: Callable[..., ObsLink]) -> None:
    obs.buffer_runs = False
    one = link()
    until(lambda: one.fault == "the replay buffer is not running")
    obs.recording = False
    one.tell(now())
    until(lambda: one.fault == "CreateRecordChapter: Output is not active.")
    assert obs.connections == 1


def test_an_obs_elsewhere_is_warned_of(said: list[str]) -> None:
    ObsLink(ObsSettings(host="192.0.2.1"), said.append)
    assert said == ["floorman: obs.host 192.0.2.1 is not this machine: obs-websocket is not encrypted on its way"]


def test_without_the_extra_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert importlib.util.find_spec("websocket")
    monkeypatch.setitem(sys.modules, "websocket", None)
    with pytest.raises(BadInput, match="extra `obs`"):
        ObsLink(ObsSettings(), print)
