"""Statistics: hands worked out by hand, and real hands counted again from their own record."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from sample import BOOK as HOUSE

from table_controller.files import load_rulebook
from table_controller.hands.convert import convert
from table_controller.hands.phh import Phh, read_phh
from table_controller.hands.sources import Source, read_sources
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import (
    Certainty,
    ChipsBought,
    ChipsCashedOut,
    Corrected,
    Event,
    HandEnded,
    HandStarted,
    SeatLeft,
    SeatTaken,
)
from table_controller.records.night import Assessment, Night
from table_controller.rules import assess, new_night
from table_controller.views import Moment, Programme, overlay_view
from table_controller.views.broadcast_models import SeatFigures
from table_controller.views.evening import Evening, heard
from table_controller.views.statistics import figures_view, history_view, leaders_view, percent

BOOK = load_rulebook("tda-2024")
NAMES = ((Seat(1), "Anna"), (Seat(2), "Bela"), (Seat(3), "Cem"))


def answers(*actions: str, number: int = 1) -> list[Assessment]:
    """What the referee says of a hand of three with 100 chips each and blinds of 1 and 2; seat 3 has the button."""
    text = "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n"
    text += f"starting_stacks = [100, 100, 100]\nhand = {number}\nactions = {list(actions)!r}\n"
    (hand,) = read_phh(Source("x.phh", "x.phh", "", text.encode()))
    return list(judged(hand))


def judged(hand: Phh) -> Iterator[Assessment]:
    """The referee's answers to what the table showed of *hand*."""
    night = new_night()
    for event in convert(hand).events:
        answer = assess(night, event, BOOK)
        night = answer.night
        yield answer


_DEAL = ("d dh p1 2c3c", "d dh p2 Kd9d", "d dh p3 AsAh")
RAISED = (*_DEAL, "p3 cbr 6", "p1 f", "p2 cc", "d db 7h8hTs", "p2 cc", "p3 cbr 10", "p2 f")
CALLED_DOWN = (
    *(*_DEAL, "p3 cc", "p1 cc", "p2 cc", "d db 7h8hTs", "p1 cbr 4", "p2 f", "p3 cc", "d db 2d", "p1 cc", "p3 cc"),
    *("d db 5d", "p1 cc", "p3 cc", "p3 sm AsAh", "p1 sm 2c3c"),
)
WALK = (*_DEAL, "p3 f", "p1 f")
ALL_IN = (*_DEAL, "p3 cbr 100", "p1 f", "p2 cc", "p3 sm AsAh", "p2 sm Kd9d", "d db 7h8hTs", "d db 2d", "d db 5d")


def played(*hands: tuple[str, ...]) -> tuple[Evening, Night]:
    evening, night = Evening(), Night()
    for number, actions in enumerate(hands, start=1):
        for answer in answers(*actions, number=number):
            evening, night = heard(evening, answer), answer.night
    return evening, night


def figures(*hands: tuple[str, ...], minimum: int = 1) -> dict[int, SeatFigures]:
    evening, night = played(*hands)
    return {int(one.seat): one for one in figures_view(evening, night, NAMES, minimum).seats}


def told(one: SeatFigures) -> tuple[int | None, ...]:
    return one.hands, one.vpip, one.pfr, one.agr, one.wtsd


def test_a_raise_a_call_and_a_fold_before_the_flop() -> None:
    found = figures(RAISED)
    assert told(found[1]) == (1, 0, 0, 0, None)  # one fold, of one act; saw no flop
    assert told(found[2]) == (1, 100, 0, 0, 0)  # called, checked, folded: no bet of two acts; no showdown of one flop
    assert told(found[3]) == (1, 100, 100, 100, 0)  # raised and bet


def test_limps_a_check_in_the_big_blind_and_a_showdown() -> None:
    found = figures(CALLED_DOWN)
    assert told(found[1]) == (1, 100, 0, 50, 100)  # completed the small blind (a call), bet once
    assert told(found[2]) == (1, 0, 0, 0, 0)  # checked the big blind, folded on the flop
    assert told(found[3]) == (1, 100, 0, 0, 100)  # two calls


def test_a_walk_is_a_hand_in_which_the_big_blind_did_nothing() -> None:
    found = figures(WALK)
    assert told(found[2]) == (1, 0, 0, None, None)
    assert told(found[3]) == (1, 0, 0, 0, None)


def test_all_in_before_the_flop_sees_the_flop_and_the_showdown() -> None:
    found = figures(ALL_IN)
    assert told(found[3]) == (1, 100, 100, 100, 100)
    assert told(found[2]) == (1, 100, 0, 0, 100)
    assert (found[3].win, found[2].win, found[1].win) == (101, -100, -1)


def test_percentages_are_of_all_hands_and_wait_for_enough_of_them() -> None:
    found = figures(RAISED, CALLED_DOWN, WALK, minimum=3)
    assert told(found[3]) == (3, 67, 33, 40, None)  # 2 and 1 of 3; bet, raise of 5 acts; two flops are not three
    assert told(figures(RAISED, CALLED_DOWN, minimum=3)[3])[1:3] == (None, None)


@pytest.mark.parametrize(("part", "whole", "said"), [(1, 3, 33), (2, 3, 67), (1, 8, 13), (0, 5, 0), (0, 0, None)])
def test_percent(part: int, whole: int, said: int | None) -> None:
    assert percent(part, whole, 1) == said


def test_the_leaderboard_and_the_history_follow_the_stacks() -> None:
    evening, night = played(ALL_IN)
    leaders = leaders_view(figures_view(evening, night, NAMES, 1), night)
    assert [(one.rank, one.seat, one.name, one.stack, one.win) for one in leaders] == [
        (1, 3, "Cem", 201, 101),
        (2, 1, "Anna", 99, -1),
        (3, 2, "Bela", 0, -100),
    ]
    history = history_view(evening, night, NAMES)
    assert history.hands == (1,)
    assert [line.stacks for line in history.lines] == [(99,), (0,), (201,)]
    assert leaders_view(figures_view(Evening(), night, NAMES, 1), night) == ()


def test_equal_wins_share_a_rank() -> None:
    evening, night = played(RAISED)
    even = replace(night, stacks=((Seat(1), Chips(100)), (Seat(2), Chips(100)), (Seat(3), Chips(90))))
    assert [one.rank for one in leaders_view(figures_view(evening, even, NAMES, 1), even)] == [1, 1, 3]


def test_bought_and_cashed_out_chips_are_no_win() -> None:
    evening, night = played(ALL_IN)
    more = replace(night, stacks=((Seat(1), Chips(49)), (Seat(2), Chips(200)), (Seat(3), Chips(201))))
    for event in (
        ChipsBought(at=1, seat=Seat(2), amount=Chips(200)),
        ChipsCashedOut(at=2, seat=Seat(1), amount=Chips(50)),
    ):
        evening = heard(evening, Assessment(more, event))
    found = {int(one.seat): one.win for one in figures_view(evening, more, NAMES, 1).seats}
    assert found == {1: -1, 2: -100, 3: 101}


def test_who_leaves_takes_the_figures_along() -> None:
    evening, night = played(RAISED)
    evening = heard(evening, Assessment(night, SeatLeft(at=9, seat=Seat(3))))
    assert evening.left == {3}
    assert figures_view(evening, night, NAMES, 1).seats[2].hands == 0


def test_a_hand_nobody_won_is_not_counted() -> None:
    actions = answers(*RAISED)
    end = actions[-1]
    assert end.night.hand is not None
    voided = replace(end.night.hand, players=tuple(replace(p, won=Chips(0)) for p in end.night.hand.players))
    evening = Evening()
    for answer in (*actions[:-1], replace(end, night=replace(end.night, hand=voided))):
        evening = heard(evening, answer)
    assert evening.counted == 0
    assert all(account.hands == 0 for _, account in evening.accounts)
    assert evening.ending(1) is not None


def test_the_end_of_a_hand_tells_when_and_who_showed() -> None:
    evening, _ = played(CALLED_DOWN)
    ending = evening.ending(1)
    assert ending is not None
    assert ending.at == answers(*CALLED_DOWN)[-1].event.at
    assert 3 in ending.shown
    assert evening.ending(2) is None


def test_what_is_undone_is_not_counted() -> None:
    """Back to before the last act, to before the hand's end, to before its beginning: played again it counts once."""
    told_once = answers(*RAISED)
    evening = Evening()
    for place, answer in enumerate(told_once):
        evening = heard(evening, answer)
        if place > 0:  # the desk takes it back, and it is told again
            evening = heard(evening, replace(told_once[place - 1], event=SeatLeft(at=0, seat=Seat(9)), action=None))
            evening = heard(evening, answer)
    again = Evening()
    for answer in told_once:
        again = heard(again, answer)
    assert (evening.accounts, evening.number, evening.counted) == (again.accounts, again.number, again.counted)


class Entered:
    """A table whose desk tells everything, and takes it back entry by entry."""

    def __init__(self) -> None:
        self.evening, self.night, self.at = Evening(), new_night(), 0
        self.was: list[tuple[Evening, Night]] = []

    def enter(self, event: Event) -> None:
        self.was.append((self.evening, self.night))
        self._told(event)

    def undo(self) -> None:
        self._told(Corrected(what="undo", value=str(self.night.entered[-1].number)))

    def _told(self, event: Event) -> None:
        self.at += 1
        answer = assess(self.night, replace(event, at=self.at, source="desk", certainty=Certainty.DECLARED), BOOK)
        self.evening, self.night = heard(self.evening, answer), answer.night

    def play(self, number: int) -> None:
        seats = tuple((Seat(seat), Chips(100)) for seat in (1, 2, 3))
        self.enter(HandStarted(hand=str(number), button=Seat(3), seats=seats, small_blind=Chips(1), big_blind=Chips(2)))
        self.enter(HandEnded())


def counts(evening: Evening) -> tuple[object, ...]:
    told = (evening.number, evening.ended, evening.counted, evening.hand, evening.settled)
    return *told, evening.accounts, evening.endings, evening.history, evening.left


def test_all_that_the_desk_can_take_back_is_taken_back_in_the_figures_too() -> None:
    table = Entered()
    for number in range(1, 41):
        table.play(number)
    for evening, night in table.was[:-65:-1]:
        table.undo()
        assert table.night.hand == night.hand
        assert counts(table.evening) == counts(evening)
    assert table.evening.number == 8


def test_the_first_hand_taken_back_leaves_none() -> None:
    table = Entered()
    table.play(1)
    table.undo()
    table.undo()
    assert table.night.hand is None
    assert counts(table.evening) == counts(Evening())


def test_a_hand_that_runs_again_and_is_forgotten_takes_no_others_end_for_its_own() -> None:
    """Its delay would else be over before it ended."""
    table = Entered()
    table.play(1)
    table.evening = replace(table.evening, back=())
    table.undo()
    assert table.night.hand is not None
    assert not table.night.hand.settled
    assert table.evening.ending(table.evening.number) is None
    table.enter(HandEnded())
    ending = table.evening.ending(table.evening.number)
    assert ending is not None
    assert ending.at == table.at


@pytest.mark.parametrize(
    "event",
    [
        ChipsBought(seat=Seat(2), amount=Chips(200), kind="rebuy"),
        ChipsCashedOut(seat=Seat(2), amount=Chips(50)),
        SeatLeft(seat=Seat(2)),
        SeatTaken(seat=Seat(5), stack=Chips(300)),
    ],
)
def test_chips_bought_and_taken_back_again_are_no_loss(event: Event) -> None:
    table = Entered()
    table.play(1)
    before = counts(table.evening)
    table.enter(event)
    assert counts(table.evening) != before
    number = table.night.entered[-1].number
    table.undo()
    assert counts(table.evening) == before
    table._told(Corrected(what="undo", value=str(number)))  # a second tap: there is nothing left to take back
    assert counts(table.evening) == before


def test_an_undo_that_the_referee_does_not_follow_changes_nothing() -> None:
    table = Entered()
    table.play(1)
    table.enter(ChipsBought(seat=Seat(2), amount=Chips(200), kind="rebuy"))
    bought = table.night.entered[-1].number
    table.enter(ChipsBought(seat=Seat(3), amount=Chips(200), kind="rebuy"))
    before = counts(table.evening)
    table._told(Corrected(what="undo", value=str(bought)))
    assert counts(table.evening) == before


def test_the_ticker_tells_no_pot_where_the_house_forbids_it() -> None:
    evening, night = played(ALL_IN)
    told = overlay_view(Moment(0, night, None, evening), HOUSE, now=0, hand_ended_at=None, on=Programme(minimum=1))
    assert [line.en for line in told.ticker] == [
        "Hand 1: seat 3 wins 201",
        "Blinds 1 / 2",
        "seat 3 leads with +101",
        "Biggest pot of the evening: 201 (hand 1)",
        "1 hand played",
    ]
    silent = replace(HOUSE, parameters={**HOUSE.parameters, "pot_size.disclosure": "forbidden"})
    told = overlay_view(Moment(0, night, None, evening), silent, now=0, hand_ended_at=None, on=Programme(minimum=1))
    assert told.ticker[0].de == "Hand 1: Platz 3 gewinnt"
    assert not any("201" in line.en for line in told.ticker)


# --- real hands, counted again from their own record ------------------------------------------------------------------


class Count:
    """An own count of a PHH record, from its action strings alone."""

    def __init__(self) -> None:
        self.hands: Counter[int] = Counter()
        self.vpip: Counter[int] = Counter()
        self.pfr: Counter[int] = Counter()
        self.acts: Counter[int] = Counter()
        self.aggressive: Counter[int] = Counter()
        self.flops: Counter[int] = Counter()
        self.showdowns: Counter[int] = Counter()

    def hand(self, actions: list[str], blinds: list[int]) -> None:
        live = set(range(1, len(blinds) + 1))
        bets = dict(enumerate(blinds, start=1))
        voluntary: set[int] = set()
        raised: set[int] = set()
        flop: set[int] = set()
        first = True
        for action in actions:
            words = action.split()
            if words[:2] == ["d", "db"]:
                flop, first, bets = flop or set(live), False, dict.fromkeys(bets, 0)
            if words[0] == "d" or words[1] == "sm":
                continue
            seat = int(words[0][1:])
            checks = words[1] == "cc" and bets[seat] == max(bets.values())
            self.acts[seat] += not checks
            if words[1] == "f":
                live.remove(seat)
            elif words[1] == "cbr":
                bets[seat] = int(words[2])
                self.aggressive[seat] += 1
                raised |= {seat} if first else set()
            elif not checks:
                bets[seat] = max(bets.values())
            voluntary |= {seat} if first and words[1] != "f" and not checks else set()
        for seat in bets:
            self.hands[seat] += 1
        self.vpip.update(voluntary)
        self.pfr.update(raised)
        self.flops.update(flop)
        self.showdowns.update(live & flop if len(live) > 1 else ())


def _real(shared: Path, many: int) -> Iterator[Phh]:
    for source in islice(read_sources(shared / "hands" / "pluribus.tar.gz"), many):
        yield from read_phh(source)


def test_real_hands_count_as_their_record_does(shared: Path) -> None:
    evening, own = Evening(), Count()
    for number, hand in enumerate(_real(shared, 200), start=1):
        own.hand(list(hand.actions), [int(blind) for blind in hand.blinds])
        for answer in judged(hand):
            evening = heard(evening, answer)
        assert evening.number == number
    accounts = dict(evening.accounts)
    assert evening.counted == 200
    for seat in range(1, 7):
        account = accounts[Seat(seat)]
        assert (account.hands, account.voluntary, account.raised) == (own.hands[seat], own.vpip[seat], own.pfr[seat])
        assert (account.acts, account.aggressive) == (own.acts[seat], own.aggressive[seat])
        assert (account.flops, account.showdowns) == (own.flops[seat], own.showdowns[seat])
