"""What was captured of a board can be heard again: the same presses, as far apart."""

from contextlib import suppress
from pathlib import Path

import pytest

from table_controller.board import BoardReader, FakeBoard, FakeCable, Link, Noise, standard_wiring
from table_controller.cables import cable_of
from table_controller.evidence import CapturedCable
from table_controller.recorder import Recorder, replay_capture
from table_controller.records import BadInput
from table_controller.records.observations import ButtonPress, Observation, TagRead
from table_controller.simulator.felt import built_in_layout
from table_controller.simulator.invent import night
from table_controller.simulator.play import play

MS, SECOND = 1_000_000, 1_000_000_000
WIRING = standard_wiring(built_in_layout())


def _told(heard: list[Observation]) -> list[tuple[object, ...]]:
    return [
        (seen.at, getattr(seen, "key", getattr(seen, "tag", None)))
        for seen in heard
        if isinstance(seen, ButtonPress | TagRead)
    ]


def test_a_captured_night_is_heard_again(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path, 1 << 24, lambda _: None)
    moments = play(night(3, hands=1))
    cable = CapturedCable(FakeCable(FakeBoard(WIRING), moments, Noise(0.01, 0.01, 1)), recorder)
    reader = BoardReader(Link(WIRING), cable)
    heard = [seen for at in range(0, moments[-1].at + SECOND, 20 * MS) for seen in reader.poll(at)]
    (capture,) = tmp_path.glob("*-board.capture")
    (sent,) = tmp_path.glob("*-host.capture")
    assert next(iter(replay_capture(sent)))[0] == 0, "what the host said is kept too"
    again = BoardReader(Link(WIRING), cable_of(f"capture:{capture}"))
    replayed = [seen for at in range(0, moments[-1].at + SECOND, 20 * MS) for seen in again.poll(at)]
    told, retold = _told(heard), _told(replayed)
    assert [name for _, name in retold] == [name for _, name in told]
    assert len(told) > 10
    assert all(abs(one - other) < 200 * MS for (one, _), (other, _) in zip(told, retold, strict=True))


def test_a_capture_that_is_none_is_bad_input(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.capture"
    wrong.write_text("something else")
    with pytest.raises(BadInput, match=r"wrong\.capture: header: expected a Floorman capture"):
        cable_of(f"capture:{wrong}")
    with suppress(BadInput):
        cable_of(f"capture:{tmp_path / 'none.capture'}")
        pytest.fail("a capture that is not there is bad input")
