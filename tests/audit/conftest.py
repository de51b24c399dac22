"""A short night, written to a journal by the very step that the live table takes; people enter what happens."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from table_controller.files import load_rulebook
from table_controller.journal.read import entries
from table_controller.journal.store import Store
from table_controller.records import DECK, Card, Chips, Deck, Seat
from table_controller.records.entries import Row, RunStarted
from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    CardBurned,
    CardExposed,
    ChipsMovedIn,
    Declared,
    Event,
    HandEnded,
    HandMucked,
    HandStarted,
    HandTabled,
    HoleCardDealt,
    PotPushed,
    RulingMade,
)
from table_controller.records.observations import CardSighting, ManualEntry, Observation, Tick
from table_controller.records.rulebook import Rulebook
from table_controller.simulator.felt import built_in_layout
from table_controller.turn import Standing, begin, go_on, resume, run_row, settled, turn

SECOND = 1_000_000_000
HOLE = {1: ("As", "Kd"), 2: ("7c", "2h"), 3: ("Qs", "Qh")}
"""Seat 2's cards are never shown: canaries."""
BOARD = ("Ah", "9d", "4s", "Jc", "3d")


@cache
def _book(name: str) -> Rulebook:
    return load_rulebook(name)


@dataclass
class Table:
    """Writes a journal as the live table does."""

    path: Path
    book: str = "zollernalb"
    version: str = "test"

    def __post_init__(self) -> None:
        run = RunStarted(
            version=self.version,
            rulebook=_book(self.book),
            layout=built_in_layout(),
            deck=Deck(tuple((f"C0FFEE{n:02X}", card) for n, card in enumerate(DECK))),
            button_tag="B0770000",
            wall="2026-03-14T20:00:00+01:00",
            offset=0,
            currency="EUR",
            decimals=2,
        )
        before = resume(entries(self.path)) if self.path.exists() else None
        self.store = Store.open(self.path)
        self.run = settled(run)
        self.standing: Standing = go_on(before[1], before[0], self.run) if before else begin(self.run)
        self.at = self.store.last_at
        self.store.append_all([run_row(run, self.at)])

    def see(self, *observations: Observation) -> None:
        """One batch, one transaction."""
        rows: list[Row] = []
        for observation in observations:
            seq = self.store.next_seq + len(rows)
            self.standing, added = turn(self.standing, seq, observation, self.run.layout, self.run.rulebook)
            rows += added
        self.store.append_all(rows)

    def happen(self, *happened: Event) -> None:
        """People enter *happened*, a second apart."""
        for event in happened:
            self.at += SECOND
            entry = ManualEntry(at=self.at, source="desk", event=replace(event, at=self.at), by="dealer")
            self.see(entry, Tick(at=self.at + SECOND // 2, source="clock"))

    def close(self) -> str:
        return self.store.close()


def cards(names: Iterable[str]) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in names)


def deal(button: int = 3, hand: str | None = None) -> list[Event]:
    """The start of a three-handed hand and two rounds of hole cards."""
    stacks = tuple((Seat(n), Chips(10_000)) for n in HOLE)
    order = [(button + step) % 3 + 1 for step in range(3)]
    blinds = [
        ChipsMovedIn(seat=Seat(order[0]), amount=Chips(50), motion=1),
        ChipsMovedIn(seat=Seat(order[1]), amount=Chips(100), motion=2),
    ]
    dealt = [HoleCardDealt(seat=Seat(seat), card=Card.parse(HOLE[seat][number])) for number in (0, 1) for seat in order]
    start = HandStarted(button=Seat(button), seats=stacks, small_blind=Chips(50), big_blind=Chips(100), hand=hand)
    return [start, *blinds, *dealt]


def limp() -> list[Event]:
    """Everybody in for a big blind; seat 2 checks."""
    return [
        ChipsMovedIn(seat=Seat(3), amount=Chips(100), motion=3),
        ChipsMovedIn(seat=Seat(1), amount=Chips(50), motion=4),
        Declared(seat=Seat(2), action="check"),
        BetsCollected(),
    ]


def street(names: Iterable[str], burn: bool = True) -> list[Event]:
    burned: list[Event] = [CardBurned()] if burn else []
    return [*burned, *(BoardCardDealt(card=card) for card in cards(names))]


def flop_betting() -> list[Event]:
    """Seat 1 bets a big blind, seat 2 folds its canaries, seat 3 calls."""
    return [
        ChipsMovedIn(seat=Seat(1), amount=Chips(100), motion=5),
        Declared(seat=Seat(2), action="fold"),
        HandMucked(seat=Seat(2)),
        ChipsMovedIn(seat=Seat(3), amount=Chips(100), motion=6),
        BetsCollected(),
    ]


def check_round() -> list[Event]:
    return [Declared(seat=Seat(seat), action="check") for seat in (1, 3)]


@pytest.fixture
def sit_down(tmp_path: Path) -> Callable[..., Table]:
    """Opens the table on a journal in the test's own folder."""

    def open_table(name: str = "night.journal", **how: str) -> Table:
        return Table(tmp_path / name, **how)

    return open_table


@pytest.fixture
def begun() -> list[Event]:
    """A hand up to the end of the betting before the flop."""
    return [*deal(), *limp()]


@pytest.fixture
def night(sit_down: Callable[..., Table]) -> Path:
    """Two hands: a missing burn that the floor ruled on, and a hand still running with cards nobody has shown."""
    table = sit_down()
    table.store.append("note", 0, '{"names":{"1":"Anna <b>","2":"Bernd"}}', person=True)
    table.see(CardSighting(at=5, source="overhead", zone="board", cards=(), evidence="still-1.jpg"))
    table.happen(*deal(), *limp(), *street(BOARD[:3], burn=False))
    found = table.standing.night.incidents
    assert [incident.irregularity.code for incident in found] == ["missing_burn"]
    remedy = found[0].irregularity.proposal
    table.happen(RulingMade(incident=found[0].number, remedy=remedy.name if remedy else "none", by="Xanthippe"))
    table.happen(*flop_betting(), *street(BOARD[3:4]), *check_round(), *street(BOARD[4:]), *check_round())
    table.happen(
        HandTabled(seat=Seat(1), cards=cards(HOLE[1])),
        HandTabled(seat=Seat(3), cards=cards(HOLE[3])),
        PotPushed(seat=Seat(1), amount=Chips(500)),
        HandEnded(),
    )
    table.happen(*deal(button=1), CardExposed(seat=Seat(3), card=Card.parse("Qs"), by="dealer"))
    table.close()
    return table.path
