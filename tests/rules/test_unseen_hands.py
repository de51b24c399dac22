"""Nobody is accused of what a sensor did not see."""

from dataclasses import replace

import pytest

from table_controller.files import load_rulebook
from table_controller.records import Chips, Seat
from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    CardBurned,
    CardMoved,
    Certainty,
    ChipsMovedIn,
    ChipsTakenBack,
    Declared,
    Event,
    HandStarted,
    HoleCardDealt,
    SeatTaken,
)
from table_controller.records.night import Assessment
from table_controller.rules import assess, new_night

BOOK = load_rulebook("zollernalb")


def _folded_to_the_big_blind() -> list[Event]:
    started = HandStarted(
        hand="1",
        button=Seat(3),
        seats=tuple((Seat(n), Chips(1000)) for n in (1, 2, 3)),
        small_blind=Chips(50),
        big_blind=Chips(100),
    )
    posts: list[Event] = [ChipsMovedIn(seat=Seat(1), amount=Chips(50)), ChipsMovedIn(seat=Seat(2), amount=Chips(100))]
    deal: list[Event] = [HoleCardDealt(seat=Seat(n)) for n in (1, 2, 3, 1, 2, 3)]
    return [started, *posts, *deal, Declared(seat=Seat(3), action="fold")]


def _last(events: list[Event]) -> Assessment:
    night, answer = new_night(), None
    for event in events:
        answer = assess(night, event, BOOK)
        night = answer.night
    assert answer is not None
    return answer


@pytest.mark.parametrize(("certainty", "accused"), [(Certainty.SEEN, ["bet_withdrawn"]), (Certainty.INFERRED, [])])
def test_chips_that_vanish_after_the_last_fold_accuse_nobody_unless_seen_taken(
    certainty: Certainty, accused: list[str]
) -> None:
    fold = Declared(seat=Seat(1), action="fold")
    back = ChipsTakenBack(seat=Seat(1), amount=Chips(50), certainty=certainty)
    answer = _last([*_folded_to_the_big_blind(), fold, back])
    assert [found.code for found in answer.irregularities] == accused
    assert ("bet_withdrawn" in answer.not_assessed) == (not accused)


@pytest.mark.parametrize(("confidence", "stack"), [(1.0, 700), (0.2, 900)])
def test_a_doubtful_count_gives_way_to_the_referees_own(confidence: float, stack: int) -> None:
    taken: list[Event] = [SeatTaken(seat=Seat(n), stack=Chips(900)) for n in (1, 2)]
    started = HandStarted(
        button=Seat(1),
        seats=((Seat(1), Chips(700)), (Seat(2), Chips(700))),
        small_blind=Chips(50),
        big_blind=Chips(100),
        confidence=confidence,
    )
    hand = _last([*taken, started]).night.hand
    assert hand is not None
    assert {player.start for player in hand.players} == {stack}


@pytest.mark.parametrize("button", [1, 2, 3])
@pytest.mark.parametrize(("burns", "accused"), [(1, []), (2, ["extra_burn"])])
def test_the_turn_s_burn_is_no_second_one_of_the_flop_where_no_check_was_seen(
    button: int, burns: int, accused: list[str]
) -> None:
    """Without a board nobody tells where the button is, nor checks: the big blind's, and everybody's on the flop."""
    started, *posts_and_deal = _folded_to_the_big_blind()[:-1]
    started = replace(started, button=Seat(button), certainty=Certainty.INFERRED, confidence=0.2)
    calls = [ChipsMovedIn(seat=Seat(n), amount=Chips(paid), confidence=0.8) for n, paid in ((3, 100), (1, 50))]
    flop = [BetsCollected(), CardBurned(), *(BoardCardDealt() for _ in range(3))]
    played = [started, *posts_and_deal, *calls, *flop, *(CardBurned() for _ in range(burns))]
    assert [found.code for found in _last(played).irregularities] == accused


def test_nor_the_river_s_where_nobody_could_tell_that_four_cards_came_to_the_flop() -> None:
    """Mixed, and one of them laid to the burns: the turn needs no burn, and the river's is the third."""
    calls = [ChipsMovedIn(seat=Seat(n), amount=Chips(paid), confidence=0.8) for n, paid in ((3, 100), (1, 50))]
    four = [BetsCollected(), CardBurned(), *(BoardCardDealt() for _ in range(4)), CardMoved(from_="board", to="burn")]
    played = [*_folded_to_the_big_blind()[:-1], *calls, *four, BoardCardDealt(), CardBurned()]
    started = replace(played[0], button=Seat(1), certainty=Certainty.INFERRED, confidence=0.2)
    assert _codes([started, *played[1:]]) == []


def _dealt_past_seat_4() -> list[Event]:
    """Four seats with chips; seat 4, away as nobody said, is first to act, and the dealer gives it nothing."""
    started, *posts_and_deal = _folded_to_the_big_blind()[:-1]
    four = tuple((Seat(n), Chips(1000)) for n in (1, 2, 4, 5))
    posts = [event for event in posts_and_deal if isinstance(event, ChipsMovedIn)]
    deal = [HoleCardDealt(seat=Seat(n)) for n in (1, 2, 5, 1, 2, 5)]
    return [replace(started, button=Seat(5), seats=four), *posts, *deal]


def _codes(events: list[Event]) -> list[tuple[str, int | None]]:
    night, found = new_night(), list[tuple[str, int | None]]()
    for event in events:
        answer = assess(night, event, BOOK)
        night = answer.night
        found += [(one.code, one.seat) for one in answer.irregularities]
    return found


def test_a_seat_that_was_dealt_nothing_is_named_for_that_and_nobody_acts_before_it() -> None:
    play: list[Event] = [Declared(seat=Seat(5), action="call"), ChipsMovedIn(seat=Seat(5), amount=Chips(100))]
    play += [Declared(seat=Seat(1), action="fold"), Declared(seat=Seat(2), action="check"), BetsCollected()]
    assert _codes([*_dealt_past_seat_4(), *play]) == [("seat_skipped", Seat(4))]


def test_the_last_seat_with_cards_has_won_whoever_was_dealt_nothing() -> None:
    folds = [Declared(seat=Seat(n), action="fold") for n in (5, 1)]
    assert _codes([*_dealt_past_seat_4(), *folds, BetsCollected()]) == [("seat_skipped", Seat(4))]


def test_a_seat_that_gets_its_cards_late_is_asked_after_all() -> None:
    late: list[Event] = [Declared(seat=Seat(5), action="call"), ChipsMovedIn(seat=Seat(5), amount=Chips(100))]
    late += [HoleCardDealt(seat=Seat(4)), HoleCardDealt(seat=Seat(4))]
    late += [Declared(seat=Seat(1), action="fold"), Declared(seat=Seat(2), action="check")]
    asked = _last([*_dealt_past_seat_4(), *late]).ask
    assert asked is not None
    assert asked.seat == 4


def test_a_seat_that_acts_before_one_with_cards_acts_too_early_all_the_same() -> None:
    early = Declared(seat=Seat(1), action="fold")
    assert ("out_of_turn_fold", Seat(1)) in _codes([*_dealt_past_seat_4(), early])
