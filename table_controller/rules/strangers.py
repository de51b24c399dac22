"""Events that this hand cannot have shown: from somebody who is not in it, or with chips that there are not.

Such an event proves nothing, and what rests on it is unknown: somebody did something, and nobody can say what.
"""

from collections.abc import Mapping
from dataclasses import replace

from table_controller.records.events import (
    ChipsMovedIn,
    ChipsTakenBack,
    Declared,
    Event,
    HandMucked,
    HandPushed,
    HandStarted,
    HandTabled,
    HoleCardDealt,
    PotPushed,
)
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.wire import type_name
from table_controller.rules.hand import changed, index_of

STRANGE = frozenset(
    {Declared, ChipsMovedIn, HandMucked, HandPushed, HandTabled, ChipsTakenBack, PotPushed, HoleCardDealt}
)
"""Types of events that may be."""

IMPOSSIBLE = "impossible "
"""Before an event's type among what could not be assessed: the event itself cannot have been."""

ABSURD = 10**15
"""No amount of a table reaches this."""

_DOUBTED: Mapping[type, tuple[str, ...]] = {
    **dict.fromkeys((Declared, ChipsMovedIn, ChipsTakenBack), ("bets", "chips")),
    **dict.fromkeys((HandMucked, HandPushed), ("bets", "deal", "show")),
    HandTabled: ("show", "deal"),
    PotPushed: ("chips", "show"),
    HoleCardDealt: ("deal",),
}
"""What an impossible event leaves in doubt to the hand's end: who really acted, was dealt to or paid is unknown."""

_HIGHEST = 11
"""No table has more seats."""

_WORDS_FOR_ALL = ("time", "clock")
"""What anybody at the table may say."""


def beyond_belief(hand: Hand | None, event: Event) -> bool:
    """Whether *event* proves nothing about this hand but that somebody misread it: nobody is accused by it.

    A sensor that names a seat which was dealt no cards, or chips below nothing or above all that are in play.
    """
    if hand is None:
        return False
    if isinstance(event, (Declared, ChipsMovedIn, HandMucked, HandPushed, HandTabled, ChipsTakenBack, PotPushed)):
        if index_of(hand, event.seat) is None:
            return not (isinstance(event, Declared) and event.action in _WORDS_FOR_ALL)
    elif isinstance(event, HoleCardDealt):
        return event.seat < 1 or event.seat > _HIGHEST
    else:
        return False
    if isinstance(event, (ChipsMovedIn, ChipsTakenBack)):
        return not 0 <= event.amount < ABSURD
    if isinstance(event, Declared):
        return event.amount is not None and not 0 <= event.amount < ABSURD
    if isinstance(event, PotPushed):
        return event.amount < 0 or event.amount > sum(player.start for player in hand.players) + hand.carried
    return False


def left_unknown(night: Night, event: Event) -> Night:
    """The night whose hand knows nothing any more of what *event*, which cannot have been, stands for.

    Somebody who sits at the table without a hand may speak and touch chips: that says no more than it did.
    """
    hand = night.hand
    if hand is None or hand.settled:
        return night
    seat = event.seat if isinstance(event, Declared | ChipsMovedIn | ChipsTakenBack) else None
    if seat in dict(night.stacks) and index_of(hand, seat) is None:
        return night
    known = dict(hand.doubts)
    known.update(dict.fromkeys(_DOUBTED.get(type(event), ()), 0.0))
    told = hand.unassessed | {IMPOSSIBLE + type_name(type(event))}
    return changed(night, hand=changed(hand, doubts=tuple(sorted(known.items())), unassessed=told))


def as_believed(night: Night, event: Event) -> Event:
    """*event*, of which nothing is sure if it is a start that cannot have been."""
    if isinstance(event, HandStarted) and cannot_start(night, event):
        return replace(event, confidence=0.0)
    return event


def cannot_start(night: Night, event: HandStarted) -> bool:
    """Whether a hand cannot have started as *event* tells it: nobody can say who sits where, and who owes what.

    A dead button lies before a seat that somebody had: none beyond the last that was ever seen.
    """
    before = () if night.hand is None else tuple(player.seat for player in night.hand.players)
    seats = {seat for seat, _ in event.seats} | dict(night.stacks).keys() | set(before)
    amounts = [event.small_blind, event.big_blind, event.ante, *(chips for _, chips in event.seats)]
    amounts += [post.amount for _, post in event.posts]
    if any(not 0 <= amount < ABSURD for amount in amounts):
        return True
    owing = {seat for seat, _ in event.posts}
    return not 1 <= event.button <= max(seats, default=event.button) or any(not seat >= 1 for seat in seats | owing)
