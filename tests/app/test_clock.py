"""The clock at the live table: called on the desk, counted down second by second, folded when it has run out."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
from stepped import SteppedClock

from table_controller.app import LiveTable
from table_controller.audit.teller import tell
from table_controller.clock import SECOND
from table_controller.files import load_rulebook
from table_controller.journal.read import entries
from table_controller.records import Chips, Seat
from table_controller.records.events import Declared, HandStarted, Post
from table_controller.records.observations import ButtonPress, ManualEntry, Press
from table_controller.records.player import Street
from table_controller.table_file import built_in_table
from table_controller.table_thread import TableThread
from vision.reader import CardReader

_STACKS = tuple((Seat(seat), Chips(10_000)) for seat in range(1, 7))
_POSTS = ((Seat(1), Post("small_blind", Chips(50))), (Seat(2), Post("big_blind", Chips(100))))


class _Evening:
    """A live table whose sensors see nothing: people alone say what happens."""

    def __init__(self, live: LiveTable, thread: TableThread, clock: SteppedClock) -> None:
        self.live, self.thread, self.clock = live, thread, clock

    def wait(self, seconds: int) -> None:
        for _ in range(10 * seconds):
            self.clock.at += SECOND // 10
            self.thread.step(0)

    def folds(self, seat: int) -> None:
        self.live.submit(
            ManualEntry(
                at=0, source="desk", event=Declared(seat=Seat(seat), action="fold"), by="desk", key=f"fold-{seat}"
            )
        )
        self.wait(1)

    @property
    def steps(self) -> list[str]:
        return [step.text.en for step in self.live.screens.latest().desk.next_steps]


@pytest.fixture
def evening(reader: CardReader, tmp_path: Path) -> Iterator[_Evening]:
    with ExitStack() as house:
        table, path = built_in_table(), tmp_path / "night.journal"
        live = LiveTable(table, load_rulebook("zollernalb"), path, house=house, new_clock=SteppedClock, patience=0.0)
        thread = live.set_up(reader, seed=1, attended=True)
        assert isinstance(live.clock, SteppedClock)
        for source in live.sources:  # none of them runs: nobody waits for what they see
            live.inbox.reached(source.name, None)
        made = _Evening(live, thread, live.clock)
        started = HandStarted(button=Seat(6), seats=_STACKS, small_blind=Chips(50), big_blind=Chips(100), posts=_POSTS)
        live.submit(ManualEntry(at=0, source="desk", event=started, by="desk", key="start"))
        made.wait(1)
        made.folds(3)
        yield made


def test_a_clock_called_on_the_desk_folds_who_does_not_act(evening: _Evening) -> None:
    desk = evening.live.screens.latest().desk
    assert (desk.felt.street, desk.ask and desk.ask.seat, desk.may_time) == (Street.PREFLOP, 4, True)
    evening.live.submit(ButtonPress(at=0, source="desk", press=Press.CLOCK))
    evening.wait(1)
    running = evening.live.screens.latest().desk.clock
    assert running is not None
    assert (running.seat, running.audible) == (4, 10)
    counted = []
    for _ in range(75):
        evening.wait(1)
        counted += [words for words in evening.steps if words.startswith("Count down")]
    assert counted == [f"Count down: {left} second{'s' * (left > 1)} left" for left in range(10, 0, -1)]
    desk = evening.live.screens.latest().desk
    assert desk.ask is not None
    assert desk.ask.seat == 5
    assert [(one.code, one.seat) for one in desk.incidents] == [("clock_expired", 4)]


def test_time_is_told_to_the_journal_once_a_second(evening: _Evening) -> None:
    evening.live.submit(ButtonPress(at=0, source="desk", press=Press.CLOCK))
    before = _ticks(evening)
    evening.wait(30)
    assert 29 <= _ticks(evening) - before <= 32


def test_where_night_time_stood_still_the_wall_clock_is_noted_and_the_audit_tells_it(
    evening: _Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = datetime.now(UTC)
    monkeypatch.setattr(evening.clock, "stood", lambda: 600 * SECOND)
    evening.wait(2)
    notes = [json.loads(entry.body or "{}") for entry in entries(evening.live.path, kinds=("note",))]
    noted = [note for note in notes if "wall" in note][-1]
    assert datetime.fromisoformat(noted["wall"]) >= began
    story = tell(evening.live.path)
    assert story.wall(noted["night"]) == datetime.fromisoformat(noted["wall"])
    assert evening.live.clock.now() - noted["night"] < 3 * SECOND
    evening.wait(2)
    assert len([1 for entry in entries(evening.live.path, kinds=("note",)) if '"wall"' in (entry.body or "")]) == len(
        [note for note in notes if "wall" in note]
    )


def _ticks(evening: _Evening) -> int:
    return sum('"type":"tick"' in (entry.body or "") for entry in entries(evening.live.path, kinds=("observation",)))
