"""Whether what a zone shows is news: other things, or the same things in other places."""

from collections.abc import Iterable

from table_controller.records import Face
from table_controller.records.observations import SightedCard, SightedChips
from vision.zones import apart

MOVED = 12.0
"""Millimetres by which a thing must move to be worth telling."""
CERTAIN = 0.995
"""A card read less surely is looked at again, for a second opinion."""
LIKELY = 0.9
"""So is a back that is less likely one. In 300 rendered scenes never seen 17 backs were told where none lies, none more
surely than 0.88: of three looks more, each with another grain, most no longer told 9 of them, and 2 of 67 true ones."""

Thing = SightedCard | SightedChips
Told = tuple[SightedCard, ...] | tuple[SightedChips, ...]


def surely_read(card: SightedCard) -> bool:
    """Whether nobody need look at *card* again: it has a name that is certain, or is as certainly face down."""
    return card.confidence >= CERTAIN and (card.card is not None or card.face is Face.DOWN)


def unsure(read: tuple[SightedCard, ...]) -> bool:
    """Whether a second opinion is wanted on any of the cards."""
    return any(card.confidence < LIKELY if card.face is Face.DOWN else not surely_read(card) for card in read)


def differs(before: Told | None, now: Told) -> bool:
    """Whether *now* is news: other things, other places, or a first reading."""
    if before is None or len(before) != len(now):
        return True
    pairs: Iterable[tuple[Thing, Thing]] = zip(before, now, strict=True)
    return any(_what(a) != _what(b) or apart(a.centre, b.centre) > MOVED for a, b in pairs)


def _what(thing: Thing) -> tuple[object, ...]:
    match thing:
        case SightedCard():
            return thing.card, thing.face, thing.joker
        case SightedChips():
            return thing.colour, thing.count
