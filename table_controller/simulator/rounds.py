"""A betting round as the players act it: presses, chips, folds, and what may go wrong with them."""

from table_controller.records import Seat
from table_controller.records.events import HandMucked
from table_controller.records.observations import Press
from table_controller.simulator.running import ACTION, ASKED, PRESS, THINK, Running
from table_controller.simulator.script import Mishap, Play, Remedy, Round, Verb, Wrong

_PRESSES = {
    Verb.FOLD: Press.FOLD,
    Verb.CHECK: Press.CHECK,
    Verb.CALL: Press.CALL,
    Verb.BET: Press.BET,
    Verb.RAISE: Press.RAISE,
    Verb.ALL_IN: Press.ALL_IN,
}


def bet(hand: Running, street: Round) -> None:
    """Act out the round; what the script leaves unsaid is played passively."""
    waiting = list(hand.plan.plays(street))
    number = 0
    while (seat := hand.betting.to_act) is not None:
        number += 1
        play = _next(hand, street, number, seat, waiting)
        early = hand.mishap(Wrong.OUT_OF_TURN, street.value, number + 1)
        if early is None:
            _perform(hand, street, number, play)
        else:
            _swap(hand, street, number, play, waiting, early)
            number += 1
    if waiting and not hand.plan.ignores:
        raise hand.fault(f"{street.value}[{number}]", "expected no action: the round is over")


def _next(hand: Running, street: Round, number: int, seat: Seat, waiting: list[Play]) -> Play:
    """The scripted action of *seat*, as far as it is possible where an ignored mishap changed things."""
    if not waiting:
        return Play(seat, Verb.CALL if hand.betting.owes(seat) else Verb.CHECK)
    if hand.plan.ignores:
        return _adapted(hand, seat, waiting.pop(0) if waiting[0].seat == seat else Play(seat, Verb.CALL))
    play = waiting.pop(0)
    place = f"{street.value}[{number - 1}]"
    if play.seat != seat:
        raise hand.fault(place, f"expected seat {seat}, whose turn it is")
    owes, to = hand.betting.owes(seat), play.to or 0
    if play.verb is Verb.CHECK and owes:
        raise hand.fault(place, f"expected fold, call or raise: seat {seat} owes {owes}")
    if play.verb is Verb.CALL and not owes:
        raise hand.fault(place, f"expected check or bet: seat {seat} owes nothing")
    if play.verb in (Verb.BET, Verb.RAISE):
        most = hand.betting.bets[seat] + hand.betting.stacks[seat]
        if not hand.betting.level < to <= most:
            raise hand.fault(place, f"expected a total above {hand.betting.level} and at most {most}, not {to}")
    return play


def _adapted(hand: Running, seat: Seat, play: Play) -> Play:
    """*play*, or what comes nearest to it."""
    owes = hand.betting.owes(seat)
    most = hand.betting.bets[seat] + hand.betting.stacks[seat]
    if play.verb is Verb.ALL_IN or (play.verb is Verb.FOLD and owes):
        return play
    if play.verb in (Verb.BET, Verb.RAISE) and hand.betting.level < (play.to or 0) <= most:
        return Play(seat, Verb.RAISE if hand.betting.level else Verb.BET, play.to)
    return Play(seat, Verb.CALL if owes else Verb.CHECK)


def _swap(hand: Running, street: Round, number: int, play: Play, waiting: list[Play], early: Mishap) -> None:
    """The seat after the one to act acts first; then the action goes back, and what was done early stands."""
    if play.verb in (Verb.BET, Verb.RAISE, Verb.ALL_IN):
        raise hand.fault(f"{street.value}[{number - 1}]", "expected no bet where the next seat acts out of turn")
    start = len(hand.acts)
    _perform(hand, street, number, play)
    middle, seat = len(hand.acts), hand.betting.to_act
    if seat is None:
        raise hand.fault("irregularity", f"expected somebody to act after {street.value} {number}")
    _perform(hand, street, number + 1, _next(hand, street, number + 1, seat, waiting))
    right, wrong = hand.acts[start:middle], hand.acts[middle:]
    hand.acts[start:] = [*wrong, *right]
    if early.remedy is Remedy.FOLLOWED:
        hand.pause(start + len(wrong))


def _perform(hand: Running, street: Round, number: int, play: Play) -> None:
    place = f"{street.value}[{number - 1}]"
    for wrong, act in ((Wrong.STRING_BET, _string), (Wrong.UNDERCALL, _short)):
        mishap = hand.mishap(wrong, street.value, number)
        if mishap is not None:
            act(hand, play, mishap, place)
            return
    pressed = play.verb is Verb.CHECK or hand.random.random() < 0.5
    if pressed:
        hand.press(play.seat, _PRESSES[play.verb], after=PRESS if hand.moved else ACTION)
    after = 450 if pressed else ACTION
    amount = hand.betting.act(play.seat, play.verb, play.to)
    if play.verb is Verb.FOLD:
        hand.muck(play.seat, (HandMucked(seat=play.seat),), after)
    elif amount:
        hand.move_in(play.seat, amount, place, alone=play.verb is Verb.CALL, after=after)


def _string(hand: Running, play: Play, mishap: Mishap, place: str) -> None:
    """Two forward movements without a word; the first stands, and what came second goes back (§ 4.3.20)."""
    owes, seat = hand.betting.owes(play.seat), play.seat
    followed = mishap.remedy is Remedy.FOLLOWED
    total = play.to if play.verb is Verb.RAISE and not followed else mishap.amount
    more = (total or 0) - hand.betting.level
    if not owes or (play.verb is not Verb.CALL and followed):
        raise hand.fault(place, "expected a call for the string bet")
    if more <= 0 or more + owes > hand.betting.stacks[seat]:
        raise hand.fault(place, f"expected the string bet to grow beyond {hand.betting.level}")
    hand.betting.act(seat, Verb.CALL if followed else Verb.RAISE, total)
    hand.move_in(seat, owes, place)
    second = hand.move_in(seat, more, place, after=THINK)
    if followed:
        hand.take_back(seat, second, after=THINK)


def _short(hand: Running, play: Play, mishap: Mishap, place: str) -> None:
    """A call of too little because a raise was overlooked; it is completed, or nobody notices (§ 4.3.29)."""
    owes, seat, put = hand.betting.owes(play.seat), play.seat, mishap.amount or 0
    if play.verb is not Verb.CALL or not 0 < put < owes:
        raise hand.fault(place, f"expected a call of {owes} and an undercall of less")
    hand.betting.act(seat, Verb.CALL)
    hand.move_in(seat, put, place)
    if mishap.remedy is Remedy.FOLLOWED:
        hand.move_in(seat, owes - put, place, after=ASKED)
    else:
        hand.betting.put(seat, put - owes)
