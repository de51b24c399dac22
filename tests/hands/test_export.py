"""Hands in other tools' formats: read back they end the same, and no card that was not shown is in them."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from pokerkit import HandHistory

from table_controller.audit.judging import Verdict, judged
from table_controller.files import load_rulebook
from table_controller.hands import read_hands
from table_controller.hands.convert import convert
from table_controller.hands.export import FORMATS, export
from table_controller.hands.phh import read_phh
from table_controller.hands.sources import Source
from table_controller.records import Card, Chips, Seat
from table_controller.records.events import (
    CardBurned,
    ChipsMovedIn,
    Declared,
    Event,
    HandEnded,
    HandStarted,
    HoleCardDealt,
)

BOOK = load_rulebook("tda-2024")
EVERY = 60


@pytest.fixture(scope="module")
def verdicts(shared: Path) -> tuple[Verdict, ...]:
    hands = [*list(read_hands(shared / "hands" / "pluribus.tar.gz"))[::EVERY], *read_hands(shared / "hands" / "handhq")]
    return tuple(judged(hands, BOOK))


def _text(verdict: Verdict, form: str) -> str:
    return "".join(export(verdict.assessments, form, verdict.recorded.unit))


def _rake(verdict: Verdict) -> Decimal:
    start = sum(chips for e in verdict.recorded.events if isinstance(e, HandStarted) for _, chips in e.seats)
    return (start - sum(verdict.stacks.values())) * verdict.recorded.unit


def test_phh_is_replayed_by_pokerkit_to_the_same_stacks(verdicts: tuple[Verdict, ...]) -> None:
    for verdict in verdicts:
        (history,) = HandHistory.load_all(io.BytesIO(_text(verdict, "phh").encode()))
        *_, state = history
        left = dict(zip(history.seats or [], map(Decimal, state.stacks), strict=True))
        expected = {seat: chips * verdict.recorded.unit for seat, chips in verdict.stacks.items()}
        assert sum(left.values()) - sum(expected.values()) == _rake(verdict)
        assert left == expected or _rake(verdict)


def test_phh_is_judged_again_to_the_same_hand(verdicts: tuple[Verdict, ...]) -> None:
    for verdict in verdicts:
        source = Source("x.phhs", "x.phhs", "", _text(verdict, "phh").encode())
        (again,) = judged([convert(hand, verdict.recorded.unit) for hand in read_phh(source)], BOOK)
        assert again.found == []
        assert (again.stacks, again.differs()) == (verdict.stacks, "")
        assert again.hand is not None
        assert verdict.hand is not None
        assert again.hand.actions == verdict.hand.actions
        assert _text(again, "phh").split("hand =")[0] == _text(verdict, "phh").split("hand =")[0]


@pytest.mark.filterwarnings("ignore:The field 'time_zone_abbreviation'")
def test_pokerstars_text_is_replayed_by_pokerkit(verdicts: tuple[Verdict, ...]) -> None:
    read = 0
    for verdict in verdicts:
        text = _text(verdict, "pokerstars")
        if "posts the ante" in text:
            continue  # pokerkit's reader of this format does not read antes
        (history,) = HandHistory.from_pokerstars(text, error_status=True, parse_value=Decimal)
        *_, state = history
        left = dict(zip(history.seats or [], map(Decimal, state.stacks), strict=True))
        expected = {seat: chips * verdict.recorded.unit for seat, chips in verdict.stacks.items()}
        if all(" sm ????" not in action for action in history.actions) and not _rake(verdict):
            assert left == expected, text
            read += 1
    assert read > 50


def test_ohh_adds_up(verdicts: tuple[Verdict, ...]) -> None:
    for verdict in verdicts:
        hand = json.loads(_text(verdict, "ohh"), parse_float=Decimal)["ohh"]
        paid = sum(action.get("amount", 0) for one in hand["rounds"] for action in one["actions"])
        (pot,) = hand["pots"]
        assert pot["amount"] == pot["rake"] + sum(win["win_amount"] for win in pot["player_wins"])
        assert pot["rake"] == _rake(verdict)
        assert paid >= pot["amount"]
        numbers = [action["action_number"] for one in hand["rounds"] for action in one["actions"]]
        assert numbers == list(range(1, len(numbers) + 1))
        assert all(one["action"] != "Bet" for one in hand["rounds"][0]["actions"])


def test_csv_has_a_line_an_action_and_a_seat(verdicts: tuple[Verdict, ...]) -> None:
    for verdict in verdicts:
        rows = list(csv.DictReader(io.StringIO(_text(verdict, "csv"))))
        assert verdict.hand is not None
        assert len(rows) == verdict.hand.actions + len(verdict.hand.players)
        ends = {int(row["seat"]): Decimal(row["stack"]) for row in rows if row["street"] == "result"}
        assert ends == {seat: chips * verdict.recorded.unit for seat, chips in verdict.stacks.items()}


@pytest.mark.parametrize("form", FORMATS)
def test_no_card_of_a_hand_that_was_not_tabled_is_in_it(verdicts: tuple[Verdict, ...], form: str) -> None:
    secret = 0
    for verdict in verdicts:
        text = _text(verdict, form)
        shown = {str(card) for e in verdict.recorded.events for card in _public(e)}
        dealt = [str(e.card) for e in verdict.recorded.events if isinstance(e, HoleCardDealt) and e.card]
        for card in dealt:
            if card not in shown:
                secret += 1
                assert card not in text.replace("Playe", "")
    assert secret > 100


def _public(event: Event) -> Iterator[Card]:
    if not isinstance(event, HoleCardDealt):
        yield from (card for card in getattr(event, "cards", ()) if card)
        if isinstance(getattr(event, "card", None), Card):
            yield event.card  # type: ignore[union-attr, misc]


HEADS_UP: tuple[Event, ...] = (
    HandStarted(
        hand="=1+1'\n",
        button=Seat(2),
        seats=((Seat(1), Chips(1000)), (Seat(2), Chips(800))),
        small_blind=Chips(5),
        big_blind=Chips(10),
    ),
    ChipsMovedIn(seat=Seat(2), amount=Chips(5), motion=1),
    ChipsMovedIn(seat=Seat(1), amount=Chips(10), motion=2),
    *(HoleCardDealt(seat=Seat(seat)) for seat in (1, 2, 1, 2)),
)


def _judged(*events: Event) -> Verdict:
    numbered = [replace(event, at=second * 10**9) for second, event in enumerate([*HEADS_UP, *events, HandEnded()])]
    recorded = next(convert(hand) for hand in read_phh(_any_source()))
    return next(judged([replace(recorded, events=tuple(numbered))], BOOK))


def _any_source() -> Source:
    text = "variant='NT'\nantes=[0,0]\nblinds_or_straddles=[1,2]\nmin_bet=2\nstarting_stacks=[9,9]\nactions=[]"
    return Source("x.phh", "x.phh", "", text.encode())


def test_an_early_action_stands_where_it_was_carried_out() -> None:
    early = Declared(seat=Seat(1), action="check")
    verdict = _judged(
        early, Declared(seat=Seat(2), action="call"), ChipsMovedIn(seat=Seat(2), amount=Chips(5), motion=3)
    )
    text = _text(verdict, "phh")
    assert "'p2 cc', 'p1 cc'" in text
    assert "_incidents = ['out_of_turn_action seat 1']" in text
    assert "blinds_or_straddles = [5, 10]" in text


def test_a_hostile_name_cannot_break_out_of_a_format() -> None:
    verdict = _judged(Declared(seat=Seat(2), action="fold"), CardBurned())
    (history,) = HandHistory.load_all(io.BytesIO(_text(verdict, "phh").encode()))
    assert history.hand == "=1+1"
    rows = list(csv.reader(io.StringIO(_text(verdict, "csv"))))
    assert rows[1][0] == "'=1+1'\n"
    assert "Uncalled bet (5) returned to Player1" in _text(verdict, "pokerstars")


@pytest.mark.parametrize("form", ["phh", "ohh", "pokerstars"])
def test_a_game_that_a_format_does_not_know_is_left_out(form: str) -> None:
    verdict = _judged(Declared(seat=Seat(2), action="fold"))
    other = [
        replace(one, night=replace(one.night, hand=replace(one.night.hand, game="badugi"))) if one.night.hand else one
        for one in verdict.assessments
    ]
    assert list(export(other, form)) == []
    assert len(list(export(verdict.assessments, form))) == 1
