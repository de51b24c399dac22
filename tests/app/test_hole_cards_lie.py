"""No camera picture is shown while cards lie closed at a seat, whatever somebody says of the hand."""

import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from table_controller.app import LiveTable
from table_controller.files import load_rulebook
from table_controller.records import Face, Point, Seat, ZoneKind
from table_controller.records.events import Corrected
from table_controller.records.observations import (
    ButtonPress,
    CardSighting,
    ManualEntry,
    Observation,
    Press,
    SightedCard,
)
from table_controller.table_file import built_in_table


@pytest.mark.parametrize("mistake", ["hand over", "undo"])
def test_a_hand_that_is_over_by_mistake_shows_no_picture(tmp_path: Path, mistake: str) -> None:
    table = replace(built_in_table(), simulated=False, camera_sources=(), board_port=None)
    zone = next(zone for zone in table.layout.zones if zone.name == "seat 1 cards")
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), tmp_path / "night.journal", house=house)
        thread = live.set_up(None, seed=1, attended=False)
        live._reads_cards = True

        def tell(*told: Observation) -> bool:
            """Whether a picture of now may be shown once it is proven."""
            for observation in told:
                live.inbox.put(replace(observation, at=live.clock.now()))
            for _ in range(8):  # past fusion's window
                thread.step(0)
                time.sleep(0.05)
            return live.quiet.holds(live.clock.now())

        def look(*cards: Point) -> CardSighting:
            seen = tuple(SightedCard(None, Face.DOWN, centre, 0.0, 1.0) for centre in cards)
            return CardSighting(at=0, source="overhead", zone=zone.name, cards=seen)

        (left, top), (right, bottom) = zone.corners[0], zone.corners[2]
        middle = Point((left + right) / 2, (top + bottom) / 2)
        assert tell(), "between hands"
        assert tell(ButtonPress(at=0, source="desk", press=Press.NEW_HAND, key="new-hand-1")), "nothing is dealt yet"
        tell(look(middle))
        dealt = time.monotonic() + 20
        while not any(player.cards for player in thread.standing.night.hand.players):  # type: ignore[union-attr]
            assert time.monotonic() < dealt, "no card is dealt"
            tell()
        assert not tell(), "a hand is on"
        if mistake == "undo":
            entry = thread.standing.night.entered[-1].number
            taken = ManualEntry(at=0, source="desk", event=Corrected(what="undo", value=str(entry)), by="desk")
            assert not tell(replace(taken, key="undo-new-1")), "the card still lies there"
        else:
            assert not tell(ButtonPress(at=0, source="desk", press=Press.HAND_OVER, key="hand-over-1")), "it lies there"
        over = time.monotonic() + 20
        while (hand := thread.standing.night.hand) is not None and not hand.settled:
            assert time.monotonic() < over, "nobody says that a hand runs"
            assert not tell(), "it lies there still"
        assert tell(look()), "the card is gone"


@pytest.mark.parametrize("kept", ["all", "none", "all but one"])
def test_where_a_seats_cards_have_no_zone_no_picture_is_shown(tmp_path: Path, kept: str) -> None:
    """Nobody would be told that cards lie there, or that a hand has begun."""
    table = replace(built_in_table(), simulated=False, camera_sources=(), board_port=None)
    gone = {"all": (), "none": table.layout.seats, "all but one": (Seat(3),)}[kept]
    zones = tuple(z for z in table.layout.zones if z.kind is not ZoneKind.CARDS or z.seat not in gone)
    table = replace(table, layout=replace(table.layout, zones=zones))
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), tmp_path / "night.journal", house=house)
        thread = live.set_up(None, seed=1, attended=False)
        live._reads_cards = True
        for _ in range(8):
            thread.step(0)
            time.sleep(0.05)
        assert live.quiet.holds(live.clock.now()) is (kept == "all")
