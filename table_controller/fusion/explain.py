"""Where a new card came from: the small questions that the explanations of all zones share."""

from collections.abc import Collection
from dataclasses import replace

from table_controller.fusion.felt import MS, SECOND, Felt, Lying, changed
from table_controller.fusion.tags import untold
from table_controller.fusion.telling import certainty, joined, tell
from table_controller.records.cards import Face
from table_controller.records.chips import Seat
from table_controller.records.events import CardMoved, Place
from table_controller.records.layout import Layout, ZoneKind

MOVE_WAIT = 2 * SECOND
"""How long a card that vanished may take to turn up elsewhere."""

PATIENCE = 400 * MS
"""How much longer than a camera's pace anything waits for what a hand that stays may have done elsewhere."""


def busy_until(felt: Felt, zones: Collection[str], since: int) -> int | None:
    """Until when hands that were over *zones* before *since* may yet prove to have done something there."""
    latest = since + felt.pace + PATIENCE
    busy = [touch for touch in felt.touches if touch.zone in zones and touch.came <= since]
    return max((latest if t.left is None else min(latest, t.left + felt.pace) for t in busy), default=None)


def is_current(felt: Felt, card: Lying) -> bool:
    """Whether *card* came in the hand that runs now."""
    return felt.hand is not None and card.hand == felt.hand


def is_earlier(felt: Felt, card: Lying) -> bool:
    """Whether *card* lay there before the hand that runs: left from the last one, or no card but print or a box."""
    return felt.hand is not None and card.told is not None and card.hand != felt.hand


def telling_order(felt: Felt, layout: Layout, kind: ZoneKind) -> tuple[Lying, ...]:
    """The unexplained cards in zones of *kind*, first come first: by the tag where there is one, else by the sighting.

    Cards that came at one moment go clockwise from the last card dealt: nobody saw another order.
    """

    def order(card: Lying) -> tuple[int, int, int, float, int]:
        tags = untold(felt, card.zone)
        tagged = min(card.since, tags[0].at) if tags else card.since
        return tagged, clockwise(felt, layout, card.seat), card.since, card.centre.x, card.number

    return tuple(sorted((card for card in felt.cards if card.told is None and card.kind is kind), key=order))


def clockwise(felt: Felt, layout: Layout, seat: Seat | None) -> int:
    """How many seats *seat* is after the one dealt to last (at first: after the button)."""
    start = felt.last_dealt or felt.button
    if seat not in layout.seats or start not in layout.seats:
        return 0
    return (layout.seats.index(seat) - layout.seats.index(start) - 1) % len(layout.seats)


def origin(felt: Felt, card: Lying) -> Lying | None:
    """The card that vanished elsewhere and must be this one: the same face, or fresh out of the muck.

    What lay there before this hand is the last one's, put away while the next is dealt, as where two decks take turns.
    """
    away = [gone for gone in felt.missing if not is_earlier(felt, gone)]
    if card.card is not None:
        tags = [tag.tag for tag in felt.tags if tag.card == card.card and not tag.present]
        return next((gone for gone in away if gone.card == card.card or gone.tag in tags), None)
    mucked = (gone for gone in away if gone.kind is ZoneKind.MUCK is not card.kind and _just_left(gone, card))
    return next(mucked, None) if card.face is Face.DOWN else None


def _just_left(gone: Lying, card: Lying) -> bool:
    return gone.left is not None and card.since - gone.left <= MOVE_WAIT


def duplicate(felt: Felt, card: Lying) -> bool:
    """Whether the same face lies elsewhere, by camera or tag: a misreading, a card on its way, or a fouled deck."""
    if card.card is None:
        return False
    if any(other.card == card.card and other.number != card.number for other in felt.cards):
        return True
    return any(tag.card == card.card and tag.zone != card.zone and tag.present for tag in felt.tags + felt.laid)


def stayed(felt: Felt, card: Lying, owner: Seat | None = None) -> Felt:
    """*felt* with the arrival of *card* told."""
    told = replace(card, told=card.face, hand=felt.hand, owner=owner or card.owner)
    return changed(felt, cards=tuple(told if other.number == card.number else other for other in felt.cards))


def moved(felt: Felt, gone: Lying, card: Lying, owner: Seat | None = None) -> Felt:
    """Tell that the card that left one place came to lie in another."""
    left = Place.ASIDE.value if gone in felt.aside else place(gone)
    felt = stayed(without(felt, gone), card, owner)
    return tell(
        felt,
        CardMoved(
            from_=left,
            to=place(card),
            card=card.card if card.card is not None else gone.card,
            face=card.face,
            source=card.source,
            confidence=min(gone.confidence, card.confidence),
            because=joined(gone.because, card.because),
            certainty=certainty(card.doubt or gone.doubt),
        ),
    )


def without(felt: Felt, gone: Lying) -> Felt:
    """*felt* with nothing more to ask about a card that vanished."""
    missing = tuple(other for other in felt.missing if other.number != gone.number)
    aside = tuple(other for other in felt.aside if other.number != gone.number)
    board = tuple(number for number in felt.board if number != gone.number)
    return changed(felt, missing=missing, aside=aside, board=board)


def place(card: Lying) -> str:
    """Where a card lies or lay, as the event log says it: ``seat 3``, ``burn``, ``board``, ``muck``, ``stub``."""
    return card.kind.value if card.seat is None else f"seat {card.seat}"
