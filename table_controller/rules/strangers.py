"""Events that this hand cannot have shown: from somebody who is not in it, or with chips that there are not."""

from table_controller.records.events import (
    ChipsMovedIn,
    ChipsTakenBack,
    Declared,
    Event,
    HandMucked,
    HandPushed,
    HandTabled,
    PotPushed,
)
from table_controller.records.hand import Hand
from table_controller.rules.hand import index_of

STRANGE = frozenset({Declared, ChipsMovedIn, HandMucked, HandPushed, HandTabled, ChipsTakenBack, PotPushed})
"""Types of events that may be."""

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
    else:
        return False
    if isinstance(event, (ChipsMovedIn, ChipsTakenBack)):
        return event.amount < 0
    if isinstance(event, PotPushed):
        return event.amount < 0 or event.amount > sum(player.start for player in hand.players) + hand.carried
    return False
