"""Nobody is accused of what a sensor did not see."""

from dataclasses import replace

import pytest

from table_controller.files import load_rulebook
from table_controller.records import Chips, Seat
from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    CardBurned,
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
