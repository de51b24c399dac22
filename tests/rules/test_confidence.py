"""An incident is no surer than the events it rests on; below the house's threshold nobody is accused."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from dealer import Dealer

from table_controller.files import load_rulebook
from table_controller.records import events as e
from table_controller.records.cards import DECK, Card, Face
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Event
from table_controller.records.night import Assessment

Played = Callable[[Dealer], None]


def _to(street: str) -> Played:
    return lambda table: table.go_on(until=street)


def _preflop_over(table: Dealer) -> None:
    table.go_on(until="preflop")
    while table.next_step().event != "card_burned":
        table.do(table.next_step())


def _two_pair(seat: int) -> Event:
    """What seat 1 was dealt, eights and deuces; seat 4 has a straight."""
    return e.HandTabled(seat=Seat(seat), cards=(Card.parse("2c"), Card.parse("8c")))


def _shown(table: Dealer) -> None:
    """Everybody checks to the end; the board plays for nobody."""
    table.stub = [card for card in DECK if str(card) not in ("As", "Ad")]
    table.finish()


_CASES: dict[str, tuple[Played, list[Event], list[Event], str]] = {
    "deal": (
        lambda table: [table.do(table.next_step()) for _ in range(2 + 11)],  # type: ignore[return-value]
        [e.HoleCardDealt(seat=Seat(6))],
        [e.HoleCardDealt(seat=Seat(1))],
        "extra_hole_card",
    ),
    "deal, exposed": (
        lambda table: [table.do(table.next_step()) for _ in range(8)],  # type: ignore[return-value]
        [e.HoleCardDealt(seat=Seat(3), card=DECK[0], face=Face.UP)],
        [e.HoleCardDealt(seat=Seat(4), card=DECK[1], face=Face.UP)],
        "multiple_exposed_cards",
    ),
    "board": (_preflop_over, [e.BoardCardDealt()], [], "missing_burn"),
    "board, burns": (_preflop_over, [e.CardBurned()], [e.CardBurned()], "extra_burn"),
    "board, in a round": (
        _to("flop"),
        [e.CardBurned(), e.BoardCardDealt()],
        [],
        "premature_turn",
    ),
    "betting": (
        _to("flop"),
        [e.ChipsMovedIn(seat=Seat(1), amount=Chips(600))],
        [e.ChipsMovedIn(seat=Seat(2), amount=Chips(200))],
        "undercall",
    ),
    "betting, turn": (
        _to("flop"),
        [e.Declared(seat=Seat(1), action="check")],
        [e.Declared(seat=Seat(4), action="check")],
        "out_of_turn_action",
    ),
    "showdown": (
        _shown,
        [_two_pair(1)],
        [e.PotPushed(seat=Seat(1), amount=Chips(1200))],
        "pot_misawarded",
    ),
}


def _judged(name: str, earlier: float, last: float = 1.0) -> list[Assessment]:
    """The answers to the events of a case, those before the last one seen with the confidence *earlier*."""
    play, before, then, _ = _CASES[name]
    table = Dealer(load_rulebook("zollernalb"), 6, 6)
    play(table)
    if name == "showdown":
        for player in table.hand.players[1:]:
            table.see(e.HandTabled(seat=player.seat, cards=player.cards))
    events = [
        *(replace(event, confidence=earlier) for event in before),
        *(replace(one, confidence=last) for one in then),
    ]
    return [table.see(event) for event in events]


@pytest.mark.parametrize("name", sorted(_CASES))
def test_what_was_surely_seen_is_named_for_sure(name: str) -> None:
    found = [item for answer in _judged(name, 1.0) for item in answer.irregularities if item.code == _CASES[name][3]]
    assert [item.confidence for item in found] == [1.0]


@pytest.mark.parametrize("name", sorted(_CASES))
def test_it_is_no_surer_than_what_it_rests_on(name: str) -> None:
    found = [item for answer in _judged(name, 0.7) for item in answer.irregularities if item.code == _CASES[name][3]]
    assert [item.confidence for item in found] == [0.7]


@pytest.mark.parametrize("name", sorted(_CASES.keys() - {"deal, exposed"}))
def test_below_the_threshold_nobody_is_accused_and_that_is_said(name: str) -> None:
    answers = _judged(name, 0.4)
    code = _CASES[name][3]
    assert all(item.code != code for answer in answers for item in answer.irregularities)
    assert any(code in answer.not_assessed for answer in answers)


@pytest.mark.parametrize("name", sorted(name for name, case in _CASES.items() if case[2]))
def test_the_event_that_shows_it_counts_too(name: str) -> None:
    answers = _judged(name, 1.0, 0.3)
    assert _CASES[name][3] in answers[-1].not_assessed


def test_a_bet_of_the_last_street_casts_no_doubt_on_this_one() -> None:
    table = Dealer(load_rulebook("zollernalb"), 6, 6)
    table.go_on(until="flop")
    table.see(e.Declared(seat=Seat(1), action="check", confidence=0.3))
    table.go_on(until="turn")
    table.see(e.ChipsMovedIn(seat=Seat(1), amount=Chips(600)))
    answer = table.see(e.ChipsMovedIn(seat=Seat(2), amount=Chips(200)))
    assert [item.code for item in answer.irregularities] == ["undercall"]


def test_a_card_hardly_seen_face_up_is_not_the_first_of_two() -> None:
    first, second = _judged("deal, exposed", 0.4)
    assert (first.irregularities, first.not_assessed) == ((), ("exposed_card",))
    assert [item.code for item in second.irregularities] == ["exposed_card"]
