"""The outbox: events in the order in which they are told, some waiting a moment for a card's name."""

from collections.abc import Iterator
from dataclasses import replace
from math import prod

from table_controller.fusion.felt import MS, Felt, Held, Lying, changed
from table_controller.fusion.ledger import follow
from table_controller.records.cards import Card, Face
from table_controller.records.events import BoardCardDealt, CardExposed, Certainty, Event, HoleCardDealt
from table_controller.records.layout import Point

NEAR = 25.0
"""Millimetres within which a card is still the one that was told."""

READ_WAIT = 800 * MS
"""How long a card lying face up may take to be read before it is told as unread."""

TAG_WAIT = 400 * MS
"""How long a card dealt face down waits for its tag."""


def tell(felt: Felt, event: Event, at: int | None = None) -> Felt:
    """*felt* after *event* was said, stamped with the hand and the time: *at*, if it was earlier than now.

    Time never runs backwards in what is told.
    """
    at = max(felt.told_at, felt.now if at is None else min(at, felt.now))
    stamped = replace(event, at=at, hand=event.hand or felt.hand, confidence=round(sure(event.confidence), 3))
    return changed(follow(felt, stamped), told_at=at, outbox=(*felt.outbox, Held(stamped)))


def tell_named(felt: Felt, event: Event, until: int | None, card: Lying) -> Felt:
    """The same for *card*, which may still get its name: the event is held back until *until* unless that is None."""
    felt = tell(felt, event)
    last = replace(felt.outbox[-1], until=until, zone=card.zone, spot=card.centre)
    return changed(felt, outbox=(*felt.outbox[:-1], last))


def certainty(doubt: bool) -> Certainty:
    """SEEN, or INFERRED where nobody saw how it came about."""
    return Certainty.INFERRED if doubt else Certainty.SEEN


def sure(*confidences: float) -> float:
    """The least of some confidences, within 0…1."""
    return min(1.0, *(max(0.0, confidence) for confidence in confidences))


def agreed(*confidences: float) -> float:
    """How sure several looks or sensors are together that say the same, each by itself."""
    return 1.0 - prod(1.0 - confidence for confidence in confidences)


def drain(felt: Felt) -> tuple[Felt, tuple[Event, ...]]:
    """The events that may go out, in order; the first that still waits holds back all behind it."""
    ready = 0
    while ready < len(felt.outbox) and _is_ready(felt.outbox[ready], felt.now):
        ready += 1
    return changed(felt, outbox=felt.outbox[ready:]), tuple(held.event for held in felt.outbox[:ready])


def settle_outbox(felt: Felt) -> Felt:
    """*felt* with nothing in the outbox that has waited long enough."""
    if all(held.until is None or held.until > felt.now for held in felt.outbox):
        return felt
    outbox = (replace(held, until=None) if _is_ready(held, felt.now) else held for held in felt.outbox)
    return changed(felt, outbox=tuple(outbox))


def due(felt: Felt) -> Iterator[int]:
    """When cards in the outbox stop waiting for their names."""
    for held in felt.outbox:
        if held.until is not None:
            yield held.until


def _is_ready(held: Held, now: int) -> bool:
    return held.until is None or held.until <= now


def named(
    felt: Felt, zone: str, spot: Point, card: Card, confidence: float, seq: int, *, twice: bool = False
) -> Felt | None:
    """*felt* with *card* entered where the outbox waits for the card at *spot*; None if it does not.

    *twice*: another sensor says so, so the card is surer than before.
    """
    outbox = tuple(
        _with_card(held, card, confidence, seq, twice) if held.zone == zone and _is_near(held.spot, spot) else held
        for held in felt.outbox
    )
    return changed(felt, outbox=outbox) if outbox != felt.outbox else None


def first_unnamed(felt: Felt, zone: str) -> Point | None:
    """Where the oldest hole card face down lies that waits in *zone* for its tag; one that lies open is to be read."""
    for held in felt.outbox:
        if held.zone == zone and held.until is not None and isinstance(held.event, HoleCardDealt):
            return held.spot if held.event.face is Face.DOWN else None
    return None


def unnamed_board_card(felt: Felt, zone: str) -> Point | None:
    """Where the card lies that waits in *zone* of the board to be read, if it is the only one."""
    waiting = [held.spot for held in felt.outbox if held.zone == zone and held.until is not None]
    return waiting[0] if len(waiting) == 1 else None


def _is_near(one: Point | None, other: Point) -> bool:
    return one is not None and abs(one.x - other.x) <= NEAR and abs(one.y - other.y) <= NEAR


def _with_card(held: Held, card: Card, confidence: float, seq: int, twice: bool) -> Held:
    event = held.event
    if held.until is None or not isinstance(event, HoleCardDealt | BoardCardDealt | CardExposed):
        return held
    both = agreed(event.confidence, confidence) if twice else min(event.confidence, confidence)
    told = replace(event, card=card, confidence=round(both, 3), because=joined(event.because, (seq,)))
    return replace(held, event=told, until=None)


def joined(*numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Journal numbers, each once, ascending."""
    return tuple(sorted({number for row in numbers for number in row}))
