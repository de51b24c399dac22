"""Chips: bets, string bets, chips taken back, sweeps, pots; amounts with the confidence they deserve."""

from typing import Any

import pytest

from table_controller.records import Chips, Seat
from table_controller.records.events import Certainty, Corrected
from table_controller.records.observations import Press


def test_chips_in_a_bet_zone_are_one_movement(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 1 bet", 100, 100, 50).end()
    (moved,) = told.events
    assert (moved.seat, moved.amount, moved.chips, moved.to) == (1, 250, ((100, 2), (50, 1)), "bet")
    assert moved.with_prior is False


def test_a_second_movement_has_another_number(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 1 bet", 100).chips("seat 1 bet", 100, 500).end()
    first, second = told.events
    assert (first.amount, second.amount) == (100, 500)
    assert first.motion != second.motion
    assert second.with_prior is True


def test_chips_that_an_arm_hid_a_moment_longer_are_of_the_same_movement(told: Any) -> None:
    """In one frame an arm was lost, whose sleeve is hardly other than the felt: two of four chips were seen first."""
    told.begin().deal(1, 2)
    told.hand("seat 1 bet", after=100).hand("seat 1 bet", present=False, after=100).chips("seat 1 bet", 100, 50)
    told.chips("seat 1 bet", 100, 100, 50, 50, after=200).end()
    first, rest = told.events
    assert (first.amount, rest.amount) == (150, 150)
    assert first.motion == rest.motion


def test_a_hand_that_comes_again_or_time_makes_another_movement(told: Any) -> None:
    told.begin().deal(1, 2)
    told.hand("seat 1 bet", after=100).hand("seat 1 bet", present=False, after=100).chips("seat 1 bet", 100)
    told.hand("seat 1 bet", after=100).hand("seat 1 bet", present=False, after=100)
    told.chips("seat 1 bet", 100, 100, after=50).chips("seat 1 bet", 100, 100, 50, after=500).end()
    assert len({event.motion for event in told.events}) == 3


def test_the_hand_s_coming_is_when_the_chips_came(told: Any) -> None:
    told.begin().deal(1, 2).hand("seat 1 bet", after=100)
    came = told.now
    told.hand("seat 1 bet", present=False, after=300).chips("seat 1 bet", 100).end()
    assert told.events[0].at == came * 1_000_000


def test_unknown_chips_are_told_with_little_confidence(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 1 bet", 100, None).end()
    (moved,) = told.events
    assert moved.amount == 100
    assert moved.confidence <= 0.2
    assert moved.certainty is Certainty.INFERRED


def test_a_part_of_a_bet_goes_back(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 1 bet", 100, 500).chips("seat 1 bet", 100).wait(3000)
    back = told.events[-1]
    assert told.kinds() == ["ChipsMovedIn", "ChipsTakenBack"]
    assert (back.seat, back.amount, back.chips) == (1, 500, ((500, 1),))


def test_change_is_what_goes_back(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 1 bet", 1000).chips("seat 1 bet", 500, 100).wait(3000)
    assert (told.events[-1].amount, told.events[-1].chips) == (400, ())


def test_a_bet_that_vanishes_for_a_look_was_never_gone(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 1 bet", 100, 500).chips("seat 1 bet").chips("seat 1 bet", 100, 500)
    assert told.end().kinds() == ["ChipsMovedIn"]


def test_a_whole_bet_taken_back_alone_is_only_inferred(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 2 bet", 100).chips("seat 1 bet", 500).chips("seat 1 bet").wait(4000)
    back = told.events[-1]
    assert (type(back).__name__, back.seat, back.amount) == ("ChipsTakenBack", 1, 500)
    assert back.confidence < 0.8


def test_chips_given_back_are_told_before_the_next_player_acts(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 1 bet", 100, 500).chips("seat 1 bet", 100).press(Press.CALL, 2).wait(200)
    assert told.kinds() == ["ChipsMovedIn", "ChipsTakenBack", "Declared"]


def _bets(told: Any) -> Any:
    told.begin().deal(1, 2, 3)
    for seat in (1, 2, 3):
        told.chips(f"seat {seat} bet", 100)
    told.wait(500).events.clear()
    return told


def test_a_sweep_is_one_event(told: Any) -> None:
    _bets(told)
    for seat in (1, 2, 3):
        told.chips(f"seat {seat} bet", after=0)
    assert told.chips("pot", 100, 100, 100, after=0).end().kinds() == ["BetsCollected"]


def test_a_sweep_zone_by_zone_is_one_event(told: Any) -> None:
    _bets(told)
    for seat in (1, 2, 3):
        told.chips(f"seat {seat} bet", after=1200).chips("pot", *[100] * seat, after=600)
    assert told.end().kinds() == ["BetsCollected"]
    assert len(told.events[0].because) == 6


def test_bets_carried_to_the_pot_in_the_hand_are_one_sweep(told: Any) -> None:
    _bets(told)
    for seat in (1, 2, 3):
        told.chips(f"seat {seat} bet", after=1500)
    assert told.chips("pot", 100, 100, 100, after=1500).end().kinds() == ["BetsCollected"]


def test_the_sweep_is_told_before_the_next_card(told: Any) -> None:
    _bets(told)
    told.chips("seat 1 bet").chips("seat 2 bet").chips("pot", 100, 100).cards("burn", "#").wait(200)
    assert told.kinds() == ["BetsCollected", "CardBurned"]


def test_a_miscounted_pot_is_a_sweep_all_the_same(told: Any) -> None:
    _bets(told)
    for seat in (1, 2, 3):
        told.chips(f"seat {seat} bet", after=0)
    told.chips("pot", 100, 100, after=0).end()
    assert told.kinds() == ["BetsCollected"]
    assert told.events[0].confidence < 0.8


def _pot(told: Any) -> Any:
    _bets(told)
    for seat in (1, 2, 3):
        told.chips(f"seat {seat} bet", after=0)
    told.chips("pot", 100, 100, 100, after=0).wait(500).events.clear()
    return told


@pytest.mark.parametrize("first", ["pot", "bet"])
def test_the_pot_pushed_and_pulled_in(told: Any, first: str) -> None:
    _pot(told)
    looks = {"pot": lambda: told.chips("pot", after=200), "bet": lambda: told.chips("seat 2 bet", 100, 100, 100)}
    for name in (first, *(looks.keys() - {first})):
        looks[name]()
    told.chips("seat 2 bet", after=900).wait(5000)
    assert told.kinds() == ["PotPushed"]
    assert (told.events[0].seat, told.events[0].amount) == (2, 300)
    assert dict(told.felt.stacks)[Seat(2)] == 10_200


def test_a_pot_split_in_two(told: Any) -> None:
    _pot(told).chips("pot", 100).chips("seat 2 bet", 100, 100).chips("pot").chips("seat 3 bet", 100).wait(6000)
    assert [(event.seat, event.amount) for event in told.events if hasattr(event, "amount")] == [(2, 200), (3, 100)]


def test_a_pot_nobody_saw_arrive_goes_to_the_last_hand(told: Any) -> None:
    _pot(told).cards("seat 1 cards").cards("muck", "#", "#").cards("seat 3 cards").cards("muck", *["#"] * 4)
    told.wait(200).events.clear()
    told.chips("pot").wait(6000)
    pushed = told.events[0]
    assert (pushed.seat, pushed.amount) == (2, 300)
    assert pushed.confidence < 0.8


def test_what_was_staked_and_not_seen_again_is_the_last_hand_s(told: Any) -> None:
    _bets(told).cards("seat 1 cards").cards("muck", "#", "#").cards("seat 3 cards").cards("muck", *["#"] * 4)
    told.wait(200).press(Press.HAND_OVER).press(Press.NEW_HAND).end()
    pushed, started = (told.events[i] for i in (told.kinds().index("PotPushed"), -1))
    assert (pushed.seat, pushed.amount, pushed.certainty) == (2, 300, Certainty.INFERRED)
    assert dict(started.seats)[Seat(2)] == 10_200
    assert started.confidence == 1


def test_stacks_that_do_not_add_up_are_not_sure(told: Any) -> None:
    _pot(told).press(Press.HAND_OVER).press(Press.NEW_HAND).end()
    assert told.kinds() == ["HandEnded", "HandStarted"]
    assert told.events[1].confidence < 0.5
    for seat in (1, 2, 3, 4, 5, 6):
        told.say(Corrected(what="stack", seat=Seat(seat), value="10000"))
    assert told.press(Press.HAND_OVER).press(Press.NEW_HAND).end().events[-1].confidence == 1


def test_a_pot_nobody_saw_arrive_accuses_nobody(told: Any) -> None:
    _pot(told).chips("pot").wait(6000)
    assert told.kinds() == ["ZoneTouched"]


def test_the_pot_counted_again_is_no_event(told: Any) -> None:
    _pot(told).chips("pot", 100, 100).chips("pot", 100, 100, 100).wait(6000)
    assert told.kinds() == []


def test_all_bets_pushed_to_the_winner_at_once(told: Any) -> None:
    _bets(told).chips("seat 1 bet", after=0).chips("seat 3 bet", after=0)
    told.chips("seat 2 bet", 100, 100, 100).chips("seat 2 bet", after=900).wait(6000)
    assert told.kinds() == ["BetsCollected", "PotPushed"]
    assert told.events[1].amount == 300


def test_blinds_posted_before_the_hand_starts_belong_to_it(told: Any) -> None:
    told.tag(6, "button").chips("seat 1 bet", 50).chips("seat 2 bet", 100).wait(500)
    assert told.kinds() == ["ButtonPlaced"]
    told.cards("seat 1 cards", "#").wait(500)
    assert told.kinds()[1:] == ["HandStarted", "HoleCardDealt", "ChipsMovedIn", "ChipsMovedIn"]
    assert dict(told.events[1].seats)[Seat(1)] == 10_000


def test_stacks_follow_the_chips(told: Any) -> None:
    _pot(told).chips("pot").chips("seat 2 bet", 100, 100, 100).chips("seat 2 bet", after=900)
    told.press(Press.HAND_OVER).press(Press.NEW_HAND).end()
    started = told.events[-1]
    assert started.seats[:3] == ((1, 9_900), (2, 10_200), (3, 9_900))
    assert (started.small_blind, started.big_blind, started.level, started.hand) == (Chips(50), Chips(100), 1, "2")
