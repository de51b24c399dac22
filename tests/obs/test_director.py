"""What the table tells OBS: hands that begin and new incidents, from the first one after the start on."""

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "web"))

from fake_obs import FakeObs
from sample import BETWEEN, MISSING_BURN, NIGHT

from table_controller.director import Director
from table_controller.fusion import empty_felt
from table_controller.overlay_entry import ObsEntry, ScenesEntry
from table_controller.records import BadInput
from table_controller.records.incidents import Incident
from table_controller.table_file import built_in_table
from table_controller.table_thread import Published
from table_controller.turn import Standing
from table_controller.views import Evening

TABLE = built_in_table()


def published(hand: int, *incidents: Incident) -> Published:
    felt = empty_felt(TABLE.layout, TABLE.deck, TABLE.button_tag)
    evening = Evening(number=hand, hand=str(hand), settled=False)
    return Published(hand, 0, Standing(felt, NIGHT, evening=evening), incidents)


@pytest.fixture
def obs() -> Iterator[FakeObs]:
    fake = FakeObs("the password")
    yield fake
    fake.close()


def test_a_new_hand_and_an_incident_reach_obs_and_what_was_before_does_not(obs: FakeObs, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("the password\n")
    entry = ObsEntry(port=obs.port, password_file=str(tmp_path / "password"), after_seconds=0)
    director = Director(replace(TABLE, obs=entry))
    director.start()
    director.take(published(16))
    director.take(published(17))
    director.take(published(17, MISSING_BURN))
    ends = time.monotonic() + 10
    while not obs.requests("SaveReplayBuffer"):
        assert time.monotonic() < ends, director.fault
        time.sleep(0.01)
    director.stop()
    chapters = [data["chapterName"] for data in obs.requests("CreateRecordChapter")]
    assert chapters == ["Hand 17", "Incident 4: missing_burn"]


def test_the_scene_follows_the_table(obs: FakeObs, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("the password\n")
    scenes = ScenesEntry(hand="Table", between="Break")
    director = Director(
        replace(TABLE, obs=ObsEntry(port=obs.port, password_file=str(tmp_path / "password"), scenes=scenes))
    )
    director.start()
    for night, expected in ((NIGHT, "Table"), (NIGHT, "Table"), (BETWEEN, "Break"), (NIGHT, "Table")):
        one = published(16)
        director.take(replace(one, standing=replace(one.standing, night=night)))
        ends = time.monotonic() + 10
        while (obs.requests("SetCurrentProgramScene") or [{}])[-1] != {"sceneName": expected}:
            assert time.monotonic() < ends, director.fault
            time.sleep(0.01)
    director.stop()
    assert [one["sceneName"] for one in obs.requests("SetCurrentProgramScene")] == ["Table", "Break", "Table"]
    assert not obs.requests("CreateRecordChapter")


def test_without_obs_in_the_table_file_there_is_none() -> None:
    director = Director(TABLE)
    director.start()
    director.take(published(1, MISSING_BURN))
    director.stop()
    assert not director.directs
    assert director.fault is None


def test_a_password_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    missing = ObsEntry(password_file=str(tmp_path / "none"))
    with pytest.raises(BadInput, match=r"obs.password_file: expected a readable file"):
        Director(replace(TABLE, obs=missing))
