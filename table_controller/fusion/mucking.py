"""Cards that came to the muck: whose hand they were."""

from collections.abc import Iterator

from table_controller.fusion.antennas import brought, sure_of_owner
from table_controller.fusion.explain import is_current, moved, origin, stayed, telling_order
from table_controller.fusion.felt import MS, SECOND, Felt, Lying, changed
from table_controller.fusion.telling import agreed, certainty, joined, tell
from table_controller.records.cards import Face
from table_controller.records.chips import Seat
from table_controller.records.events import Certainty, HandMucked, ZoneTouched
from table_controller.records.layout import Layout, ZoneKind

RECENT = 3 * SECOND
"""How long before its cards lie in the muck a hand may have left its seat."""

REST_WAIT = 600 * MS
"""How long the rest of a hand may take after its first card."""

OWNER_WAIT = 2 * SECOND
"""How long cards in the muck wait for a seat that misses them."""


def settle_muck(felt: Felt, layout: Layout) -> Felt:
    """*felt* with new cards in the muck given to the hands that left their seats."""
    for card in telling_order(felt, layout, ZoneKind.MUCK):
        came_from = origin(felt, card)
        whole = came_from is not None and came_from.owner is not None and _is_whole(felt, came_from.owner)
        if came_from is not None and not whole:
            felt = moved(felt, came_from, card)
    new = telling_order(felt, layout, ZoneKind.MUCK)
    while new and felt.hand is not None and not felt.decided:
        seat = _folded(felt, new[0])
        if seat is None:
            break
        short = len(_gone(felt, seat)) > len(new)
        if short and felt.now < new[0].since + REST_WAIT:
            return felt
        felt = _mucked(felt, seat, new[: len(_gone(felt, seat))])
        new = telling_order(felt, layout, ZoneKind.MUCK)
    return _unowned(felt, new)


def _gone(felt: Felt, seat: Seat) -> list[Lying]:
    return [card for card in felt.missing if card.owner == seat and is_current(felt, card)]


def _is_whole(felt: Felt, seat: Seat) -> bool:
    """Whether none of the seat's cards lies before it any more."""
    return not any(card.owner == seat and is_current(felt, card) for card in felt.cards)


def _folded(felt: Felt, card: Lying) -> Seat | None:
    """The seat whose hand *card* belongs to: one that just lost its cards, first gone first; else one that folded."""
    gone = [c for c in felt.missing if c.owner is not None and is_current(felt, c) and _is_whole(felt, c.owner)]
    same = [c for c in gone if c.card is not None and c.card == card.card]
    recent = [c for c in gone if c.left is not None and c.left >= card.since - RECENT]
    said = [c for c in gone if c.owner in felt.folds]
    tagged = [c for c in gone if c.owner in brought(felt, card.zone)[:1]]
    first = sorted(
        same or tagged or [c for c in recent if c in said] or recent or said, key=lambda c: (c.left or 0, c.number)
    )
    return first[0].owner if first else None


def _mucked(felt: Felt, seat: Seat, cards: tuple[Lying, ...]) -> Felt:
    gone = _gone(felt, seat)
    for card in cards:
        felt = stayed(felt, card)
    seen = agreed(min(card.confidence for card in cards), min(card.confidence for card in gone))
    felt, confidence = sure_of_owner(felt, seat, cards[0].zone, seen)
    felt = changed(felt, missing=tuple(card for card in felt.missing if card not in gone))
    return tell(
        felt,
        HandMucked(
            seat=seat,
            by="dealer" if all(card.told is Face.UP for card in gone) else "player",
            source=cards[0].source,
            confidence=confidence,
            because=joined(*(card.because for card in (*gone, *cards))),
            certainty=certainty(any(card.doubt for card in (*cards, *gone))),
        ),
    )


def _unowned(felt: Felt, new: tuple[Lying, ...]) -> Felt:
    """Cards that no seat misses: between hands the deck comes together; in a hand somebody reached into the muck."""
    if felt.hand is None or felt.decided:
        for card in new:
            felt = stayed(felt, card)
        return felt
    overdue = [card for card in new if card.since + OWNER_WAIT <= felt.now]
    for card in overdue:
        felt = stayed(felt, card)
    if not overdue:
        return felt
    return tell(
        felt,
        ZoneTouched(
            zone=overdue[0].zone,
            by="unknown",
            source=overdue[0].source,
            confidence=overdue[0].confidence,
            because=joined(*(card.because for card in overdue)),
            certainty=Certainty.INFERRED,
        ),
    )


def due(felt: Felt) -> Iterator[int]:
    """When cards in the muck stop waiting for the rest of a hand, or for an owner."""
    for card in felt.cards:
        if card.told is None and card.kind is ZoneKind.MUCK:
            yield card.since + (REST_WAIT if felt.now < card.since + REST_WAIT else OWNER_WAIT)
