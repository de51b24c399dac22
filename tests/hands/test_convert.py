"""The converter: what a table would have shown, for every kind of action; nothing a file says can break it."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.audit.judging import judged
from table_controller.files import load_rulebook
from table_controller.hands import RecordedHand
from table_controller.hands.convert import convert
from table_controller.hands.phh import read_phh
from table_controller.hands.sources import Source
from table_controller.records import BadInput
from table_controller.records.events import (
    Announced,
    CardBurned,
    Certainty,
    ChipsMovedIn,
    ChipsTakenBack,
    Event,
    HandEnded,
    HandStarted,
    HoleCardDealt,
    PotPushed,
)
from table_controller.records.wire import plain

BOOK = load_rulebook("tda-2024")


def _hand(
    actions: list[str],
    *,
    antes: str = "[0, 0, 0]",
    blinds: str = "[1, 2, 0]",
    stacks: str = "[100, 100, 100]",
    rest: str = "",
    min_bet: str = "2",
    unit: Decimal | None = None,
) -> RecordedHand:
    text = f"variant = 'NT'\nantes = {antes}\nblinds_or_straddles = {blinds}\nmin_bet = {min_bet}\n"
    text += f"starting_stacks = {stacks}\nactions = {actions!r}\n{rest}"
    (hand,) = read_phh(Source("x.phh", "x.phh", "", text.encode()))
    return convert(hand, unit)


def _shown(event: Event) -> str:
    said = plain(event)
    keys = ("seat", "action", "amount", "card", "what")
    return " ".join([said["type"], *(str(said[key]) for key in keys if key in said)])


def test_a_hand_as_the_table_showed_it() -> None:
    actions = ["d dh p1 2c3c", "d dh p2 ????", "d dh p3 AsAh", "p3 cbr 6 # a raise", "p1 f", "p2 cc", ""]
    actions += ["d db 7h8h9h", "p2 cc", "p3 cbr 10", "p2 f"]
    hand = _hand(actions)
    assert [_shown(event) for event in hand.events] == [
        "hand_started",
        "chips_moved_in 1 1",
        "chips_moved_in 2 2",
        *("hole_card_dealt 1 2c", "hole_card_dealt 2", "hole_card_dealt 3 As"),
        *("hole_card_dealt 1 3c", "hole_card_dealt 2", "hole_card_dealt 3 Ah"),
        "chips_moved_in 3 6",
        "declared 1 fold",
        "chips_moved_in 2 4",
        *("card_burned", "board_card_dealt 7h", "board_card_dealt 8h", "board_card_dealt 9h"),
        "declared 2 check",
        "chips_moved_in 3 10",
        "declared 2 fold",
        "chips_taken_back 3 10",
        "pot_pushed 3 13",
        "hand_ended",
    ]
    assert [event.at for event in hand.events] == sorted(event.at for event in hand.events)
    motions = [event.motion for event in hand.events if isinstance(event, ChipsMovedIn)]
    assert motions == list(range(1, len(motions) + 1))


def test_what_the_record_does_not_say_is_inferred() -> None:
    hand = _hand(["d dh p1 2c3c", "d dh p2 ????", "d dh p3 AsAh", "p3 cc", "p1 cc", "p2 cc", "d db 7h8h9h"])
    inferred = {type(event) for event in hand.events if event.certainty is Certainty.INFERRED}
    assert {CardBurned, ChipsMovedIn} <= inferred
    assert all(e.certainty is Certainty.DECLARED for e in hand.events if isinstance(e, HoleCardDealt | HandStarted))
    assert len([event for event in hand.events if isinstance(event, CardBurned)]) == 1


def test_heads_up_the_button_posts_the_small_blind() -> None:
    hand = _hand(
        ["d dh p1 ????", "d dh p2 ????", "p2 f"],
        antes="[0, 0]",
        blinds="[1, 2]",
        stacks="[50, 60]",
        rest="seats=[4, 9]",
    )
    start = hand.events[0]
    assert isinstance(start, HandStarted)
    assert (start.button, start.seats) == (9, ((4, 50), (9, 60)))
    assert [_shown(event) for event in hand.events[1:3]] == ["chips_moved_in 9 1", "chips_moved_in 4 2"]
    assert [_shown(event) for event in hand.events[-3:]] == ["chips_taken_back 4 1", "pot_pushed 4 2", "hand_ended"]


def test_antes_alike_stand_in_the_start_and_a_single_one_is_a_dead_post() -> None:
    alike, single = _hand([], antes="[3, 3, 3]").events[0], _hand([], antes="[0, 2, 0]").events[0]
    assert isinstance(alike, HandStarted)
    assert isinstance(single, HandStarted)
    assert (alike.ante, alike.posts) == (3, ())
    assert single.ante == 0
    assert [(seat, post.kind, post.amount) for seat, post in single.posts] == [(2, "dead", 2)]


def test_a_straddle_and_a_late_post_stand_in_the_start() -> None:
    events = _hand([], antes="[0,0,0,0]", blinds="[1, 2, 4, -2]", stacks="[9, 9, 9, 9]").events
    assert isinstance(events[0], HandStarted)
    assert [(seat, post.kind, post.amount) for seat, post in events[0].posts] == [(3, "straddle", 4), (4, "live", 2)]


@pytest.mark.parametrize(
    ("rest", "pushed", "rake"),
    [
        ("winnings = [0, 0, 12]", [12], 1),
        ("winnings = [0, 0, 23]", [13], 0),  # the room counts the bet that went back as won
        ("finishing_stacks = [99, 94, 106.5]", [12.5], 0.5),
        ("", [13], 0),
    ],
)
def test_the_award_is_the_records(rest: str, pushed: list[float], rake: float) -> None:
    actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 6", "p1 f", "p2 cc", "d db 7h8h9h", "p2 cc"]
    hand = _hand([*actions, "p3 cbr 10", "p2 f"], rest=rest)
    assert [event.amount * hand.unit for event in hand.events if isinstance(event, PotPushed)] == pushed
    taken = [event.amount for event in hand.events if isinstance(event, Announced) and event.amount]
    assert sum(taken) * hand.unit == Decimal(str(rake))


def test_what_a_record_leaves_open_the_cards_decide() -> None:
    actions = [
        "d dh p1 2c3d",
        "d dh p2 AcAd",
        "d dh p3 KcKd",
        "p3 cbr 100",
        "p1 f",
        "p2 cc",
        "p3 sm KcKd",
        "p2 sm AcAd",
    ]
    hand = _hand([*actions, "d db 7h8h9s", "d db 2s", "d db 4s"])
    assert [_shown(event) for event in hand.events if isinstance(event, PotPushed)] == ["pot_pushed 2 201"]
    unfinished = _hand(actions[:5])
    assert not [event for event in unfinished.events if isinstance(event, PotPushed)]
    assert isinstance(unfinished.events[-1], HandEnded)


def test_an_illegal_action_becomes_events_and_the_referees_business() -> None:
    deal = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
    over = _hand([*deal, "p3 cbr 150"])
    assert [found.code for found in next(judged([over], BOOK)).found] == ["bet_above_stack"]
    below = _hand([*deal, "p3 cbr 2", "p3 cbr 1"])
    assert "declared 3 raise 1" in [_shown(event) for event in below.events]
    twice = _hand(["d dh p1 AsAh", "d dh p2 AsKd", "d dh p3 ????"])
    assert "fouled_deck" in [found.code for found in next(judged([twice], BOOK)).found]


def test_an_amount_that_is_no_multiple_of_the_unit_is_named() -> None:
    with pytest.raises(BadInput, match=r"x\.phh: actions\[0\]: expected a multiple of the unit 1, got 2\.5"):
        _hand(["p3 cbr 2.5"], unit=Decimal(1))
    assert _hand(["p3 cbr 2.5"]).unit == Decimal("0.5")


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("min_bet", {"min_bet": "0.5"}),
        ("starting_stacks", {"stacks": "[100, 100.5, 100]"}),
        ("blinds_or_straddles", {"blinds": "[0.5, 1, 0]"}),
        ("finishing_stacks", {"rest": "finishing_stacks = [99.5, 98, 102.5]"}),
        ("winnings", {"rest": "winnings = [0, 0, 2.5]"}),
    ],
)
def test_so_is_every_amount_beside_the_actions(field: str, given: dict[str, str]) -> None:
    """Also where only the award looks at it; the cards decide the first of these."""
    played = ["d dh p1 AsAh", "d dh p2 KsKd", "d dh p3 ????", "p3 f", "p1 f"]
    with pytest.raises(BadInput, match=rf"x\.phh: {field}: expected a multiple of the unit 1, got \d+\.5"):
        _hand(played, unit=Decimal(1), **given)


_CARDS = st.lists(st.sampled_from(["As", "2c", "Td", "??"]), min_size=1, max_size=5).map("".join)
_PLAYERS = st.sampled_from(["p1", "p2", "p3"])
_ACTIONS = st.one_of(
    st.builds("d dh {} {}".format, _PLAYERS, _CARDS),
    st.builds("d db {}".format, _CARDS),
    st.builds("{} {}".format, _PLAYERS, st.sampled_from(["f", "cc", "sm", "sm -", "sm ????", "cbr 0", "cbr 999.5"])),
    st.builds("{} cbr {}".format, _PLAYERS, st.integers(0, 120)),
)
_STACKS = st.lists(st.integers(0, 120), min_size=3, max_size=3).map(str)


@given(st.lists(_ACTIONS, max_size=30), _STACKS, _STACKS, st.booleans())
def test_any_actions_become_events_and_the_night_keeps_its_chips(
    actions: list[str], stacks: str, finishing: str, told: bool
) -> None:
    hand = _hand(actions, stacks=stacks, rest=f"finishing_stacks = {finishing}" if told else "")
    assert isinstance(hand.events[0], HandStarted)
    assert isinstance(hand.events[-1], HandEnded)
    assert all(e.amount > 0 for e in hand.events if isinstance(e, ChipsMovedIn | ChipsTakenBack | PotPushed))
    verdict = next(judged([hand], BOOK))
    assert verdict.hand is None or min(verdict.stacks.values(), default=0) >= 0
