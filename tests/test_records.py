"""Every record survives the way to JSON and back, and bad values are named by place."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.records import DECK, BadInput, Card, Chips, Layout, Point, Seat, Zone, ZoneKind, events, wire
from table_controller.records.events import Event, Happened
from table_controller.records.observations import Observation
from table_controller.simulator.felt import built_in_layout

st.register_type_strategy(Seat, st.integers(1, 11).map(Seat))  # type: ignore[arg-type]


@given(st.sampled_from(DECK))
def test_a_card_survives_its_name(card: Card) -> None:
    assert Card.parse(str(card)) == card


@pytest.mark.parametrize("text", ["", "A", "as", "AS", "1s", "10s", "Asx", "??", None])
def test_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        Card.parse(text)


def test_a_deck_has_each_card_once() -> None:
    assert len({str(card) for card in DECK}) == 52


@given(st.from_type(Event))
def test_an_event_survives_the_log(event: Event) -> None:
    assert wire.read_event(wire.plain(event)) == event


@given(st.from_type(Observation))
def test_an_observation_survives_the_journal(observation: Observation) -> None:
    assert wire.read_observation(wire.plain(observation)) == observation


def test_a_fault_is_one_line_that_leaves_the_terminal_alone_whatever_a_file_is_called() -> None:
    hostile = "a\nb\rc\x1b[31m\x85d\u2028\x9be.jpg"
    assert str(BadInput(hostile, "", "expected a picture")) == "a b c [31m d  e.jpg: expected a picture"


def test_the_vocabulary_is_closed_and_whole() -> None:
    known = {kind.__name__ for kind in get_args(Event)}
    defined = {kind.__name__ for kind in Happened.__subclasses__() if kind.__module__.startswith("table_controller.")}
    assert known == defined
    assert set(events.__all__) == known | {"Certainty", "Event", "Happened", "Place", "Post"}


def test_a_layout_survives() -> None:
    layout = built_in_layout()
    assert wire.read(Layout, wire.plain(layout)) == layout


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ({}, "type: expected one of"),
        ({"type": ["card_burned"]}, "type: expected one of"),
        ({"type": "card_burned", "card": "Zz"}, "card: expected a card"),
        ({"type": "card_burned", "colour": 1}, "colour: no such field"),
        ({"type": "pot_pushed", "seat": True, "amount": 1}, "seat: expected a whole number"),
        ({"type": "pot_pushed", "seat": 1}, "amount: missing"),
        ({"type": "hand_mucked", "seat": 1, "certainty": "sure"}, "certainty: expected one of"),
        ([], "expected an object"),
    ],
)
def test_a_bad_event_is_named(value: object, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        wire.read_event(value)


def test_log_names_are_those_of_the_design() -> None:
    names = set(wire.EVENT_TYPES)
    assert {"tick", "note", "view_blocked", "source_lost", "card_burned", "hand_started", "ruling_made"} <= names
    assert wire.plain(events.CardMoved(from_="stub", to="burn"))["from"] == "stub"


def test_a_zone_holds_its_edge_and_nothing_outside() -> None:
    square = Zone("z", ZoneKind.POT, (Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10)))
    assert square.holds(Point(0, 5))
    assert not square.holds(Point(10.1, 5))


def test_the_built_in_zones_do_not_overlap() -> None:
    layout = built_in_layout()
    for zone in layout.zones:
        for other in layout.zones:
            assert zone is other or not any(zone.holds(corner) for corner in other.corners), (zone.name, other.name)


def test_chips_are_whole() -> None:
    assert Chips(3) == 3
