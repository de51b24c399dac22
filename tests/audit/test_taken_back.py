"""The report tells the night as it stands: what the desk took back is no hand, no ending and no chips won."""

from dataclasses import replace
from pathlib import Path

from table_controller.audit.teller import tell
from table_controller.files import load_rulebook
from table_controller.journal.store import Store
from table_controller.records import Card, Chips, Seat
from table_controller.records.cards import Deck
from table_controller.records.entries import RunStarted
from table_controller.records.events import Corrected, Event, HandTabled, PotPushed
from table_controller.records.observations import ButtonPress, ManualEntry, Observation, Press, Tick
from table_controller.table_file import built_in_table
from table_controller.turn import begin, run_row, turn

TABLE = built_in_table()
RUN = RunStarted(
    version="0.1.0", rulebook=load_rulebook("zollernalb"), layout=TABLE.layout, deck=Deck(()), button_tag=None,
    wall="2026-01-01T00:00:00+00:00", offset=0, speed=1.0, currency="EUR", decimals=2,
)  # fmt: skip
NEW, OVER = Press.NEW_HAND, Press.HAND_OVER


def journal(path: Path, *taps: Press | Event) -> Path:
    store, standing, at = Store.open(path), begin(RUN), 0
    store.append_all((run_row(RUN, 0),))
    for number, tap in enumerate(taps):
        at += 1_000_000_000
        told: Observation
        if isinstance(tap, Press):
            told = ButtonPress(at=at, source="desk", press=tap, key=f"key-{number}")
        else:
            if isinstance(tap, Corrected):
                tap = replace(tap, value=str(standing.night.entered[-1].number))
            told = ManualEntry(at=at, source="desk", event=tap, by="desk", key=f"key-{number}")
        for one in (told, Tick(at=at + 500_000_000, source="clock")):
            standing, rows = turn(standing, store.next_seq, one, RUN.layout, RUN.rulebook)
            store.append_all(rows)
    store.close()
    return path


UNDO = Corrected(what="undo", value="")
AWARD = PotPushed(seat=Seat(2), amount=Chips(100))


def test_a_hand_ended_by_mistake_runs_on(tmp_path: Path) -> None:
    told = tell(journal(tmp_path / "n.journal", NEW, OVER, UNDO, AWARD))
    [hand] = told.hands
    assert hand.ended_at is None
    assert AWARD.amount in [event.amount for event in hand.events if isinstance(event, PotPushed)]


def test_a_hand_begun_by_mistake_is_none(tmp_path: Path) -> None:
    assert [hand.id for hand in tell(journal(tmp_path / "n.journal", NEW, UNDO, NEW, OVER)).hands] == ["1"]


def test_a_pot_pushed_by_mistake_is_won_by_nobody(tmp_path: Path) -> None:
    other = PotPushed(seat=Seat(3), amount=Chips(100))
    [hand] = tell(journal(tmp_path / "n.journal", NEW, AWARD, UNDO, other, OVER)).hands
    assert [event.seat for event in hand.events if isinstance(event, PotPushed)] == [3]


def test_a_hand_tabled_by_mistake_is_named_by_no_report(tmp_path: Path) -> None:
    tabled = HandTabled(seat=Seat(2), cards=(Card.parse("As"), Card.parse("Ad")))
    [hand] = tell(journal(tmp_path / "n.journal", NEW, tabled, UNDO, OVER)).hands
    assert not hand.allowed
