"""Errors of turn: actions that are missing, swapped or the wrong seat's."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from injected import Act, Clean, Wrong, without, wrong

from table_controller.records.events import Declared, Event
from table_controller.records.player import Street

_CHANGED_MIND = ("action_retracted", "declaration_retracted", "late_declaration", "declaration_action_mismatch")
"""What an action out of turn is called when the same seat acted just before: the felt shows the same either way."""


def _out_of_turn(hand: Clean, index: int, event: Event) -> tuple[str, ...]:
    """The codes for *event* of a seat that is not in turn at *index*."""
    before = next((act.seat for act in reversed(hand.acts) if act.end <= index), None)
    street = next(act.street for act in hand.acts if act.first >= index)
    same_round = any(act.street is street for act in hand.acts if act.end <= index)
    again = (*_CHANGED_MIND, "string_bet") if same_round and before == getattr(event, "seat", None) else ()
    if isinstance(event, Declared):
        return ("out_of_turn_fold" if event.action == "fold" else "out_of_turn_action", *again)
    return ("out_of_turn_bet", *again)


def _neighbours(hand: Clean) -> Iterator[tuple[Act, Act]]:
    for one, other in zip(hand.acts, hand.acts[1:], strict=False):
        if one.street is other.street and one.seat != other.seat and one.end == other.first:
            yield one, other


def missing_action(hand: Clean, random: Random) -> Wrong | None:
    """Somebody's action never happened; the next seat acts before it."""
    pairs = list(_neighbours(hand))
    if not pairs:
        return None
    gone, following = random.choice(pairs)
    events = without(hand.events, gone.first, gone.end)
    return wrong(events, following.seat, *_out_of_turn(hand, gone.first, hand.events[following.first]))


def missing_last_action(hand: Clean, random: Random) -> Wrong | None:
    """The action that closes a round never happened; the board goes on."""
    closing = [
        act
        for act, following in zip(hand.acts, hand.acts[1:], strict=False)
        if act.street is not following.street and act.ask.to_call < act.stack
    ]
    if not closing:
        return None
    gone = random.choice(closing)
    code = {Street.PREFLOP: "premature_flop", Street.FLOP: "premature_turn", Street.TURN: "premature_river"}[
        gone.street
    ]
    return wrong(without(hand.events, gone.first, gone.end), None, code)


def swapped_actors(hand: Clean, random: Random) -> Wrong | None:
    """Two neighbours act in the wrong order."""
    pairs = list(_neighbours(hand))
    if not pairs:
        return None
    one, other = random.choice(pairs)
    events = hand.events
    first, second = events[one.first : one.end], events[other.first : other.end]
    swapped = events[: one.first] + second + first + events[other.end :]
    return wrong(swapped, other.seat, *_out_of_turn(hand, one.first, second[0]))


def wrong_seat(hand: Clean, random: Random) -> Wrong | None:
    """An action comes from a seat that is in the hand, but not in turn, nor the last that acted.

    The same seat saying the same words twice is a button pressed twice: no error that anybody could see.
    """
    act = random.choice(hand.acts)
    before = next((one.seat for one in reversed(hand.acts) if one.end <= act.first), None)
    later = [one.seat for one in hand.acts if one.first > act.first]
    others = [seat for seat in later if seat not in (act.seat, before)]
    if not others:
        return None
    seat = random.choice(others)
    moved = tuple(replace(event, seat=seat) for event in hand.events[act.first : act.end])  # type: ignore[type-var, call-arg]
    events = hand.events[: act.first] + moved + hand.events[act.end :]
    return wrong(events, seat, *_out_of_turn(hand, act.first, moved[0]))
