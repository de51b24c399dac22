"""Cards that came to the board, the burns or the stub, and board cards that went."""

from collections.abc import Iterator
from dataclasses import replace

from table_controller.fusion.antennas import borne_out, is_watched, with_unseen
from table_controller.fusion.dealing import DOUBT
from table_controller.fusion.explain import (
    MOVE_WAIT,
    busy_until,
    duplicate,
    is_current,
    moved,
    origin,
    place,
    stayed,
    telling_order,
    without,
)
from table_controller.fusion.felt import MS, SECOND, Felt, Lying, changed, unseen, zones_of
from table_controller.fusion.pairing import CLOSE, distance
from table_controller.fusion.sources import at_the_burns
from table_controller.fusion.telling import READ_WAIT, certainty, tell, tell_named
from table_controller.records.cards import Face
from table_controller.records.events import BoardCardDealt, CardBurned, CardExposed, CardMoved, Certainty, Place
from table_controller.records.layout import Layout, ZoneKind
from table_controller.records.observations import ButtonPress

FLIP_WAIT = 1500 * MS
"""How long a card may lie face down on the board before that is told."""

DUPLICATE_WAIT = 1500 * MS
"""How long a face that lies elsewhere too may take to turn out a misreading or a card on its way."""

SEEN_WAIT = 3 * SECOND
"""How long a burn that the dealer's key told of waits for a camera to see it."""

RECENT = 10 * SECOND
"""How long after a burn the dealer's key still means that one, though cards of the street lie there already."""

BOARD = 5
"""Cards that a board has."""

FOULED = 0.4
"""The most confidence that one look at a face that lies elsewhere too deserves."""


def settle_burns(felt: Felt, layout: Layout) -> Felt:
    """*felt* with new burn cards explained: burned, or brought there from board or seat."""
    for card in telling_order(felt, layout, ZoneKind.BURN):
        came_from = None if card.unseen else origin(felt, card) or _discard(felt, card)
        if came_from is not None:
            felt = moved(felt, came_from, card)
        elif not _waits(felt, card, layout):
            felt = _burned(felt, card)
    return felt


def _discard(felt: Felt, card: Lying) -> Lying | None:
    """A single card that just left the board, or was exposed or surplus at a seat: it became this burn."""
    gone = [
        other
        for other in felt.missing
        if other.left is not None and card.since - other.left <= MOVE_WAIT and is_current(felt, other)
    ]
    board = [other for other in gone if other.kind is ZoneKind.BOARD]
    if board:
        return board[0] if len(board) == 1 else None
    dealt = [other for other in gone if other.owner is not None]
    if len(dealt) != 1:
        return None
    surplus = sum(other.owner == dealt[0].owner for other in felt.cards) >= 2
    return dealt[0] if surplus or dealt[0].told is Face.UP else None


def _burned(felt: Felt, card: Lying) -> Felt:
    if felt.hand is None or felt.decided:
        return stayed(felt, card)
    felt, card = borne_out(felt, card)
    alone = card.unseen and is_watched(felt, card.zone)
    burned = CardBurned(
        card=card.card,
        face=card.face,
        source=card.source,
        confidence=_confidence(felt, card) * (DOUBT if alone else 1.0),
        because=card.because,
        certainty=Certainty.DECLARED if card.unseen else certainty(card.doubt),
    )
    return stayed(tell(felt, burned), card)


def burn_declared(felt: Felt, seq: int, pressed: ButtonPress, layout: Layout) -> Felt:
    """*felt* after the dealer's key said that a card was burned.

    The burn that the camera has just seen, or sees soon, is that one. One that it does not see may lie exactly on
    another: it is told as DECLARED, with doubt where the camera sees the place.
    """
    zone = next((zone for zone in layout.zones if zone.kind is ZoneKind.BURN), None)
    if felt.hand is None or felt.decided or zone is None:
        return felt
    laid = max((card.since for card in felt.cards if card.number in felt.board), default=-1)
    recent = min(laid, felt.now - RECENT)
    if any(card.kind is ZoneKind.BURN and card.since > recent and _is_new(felt, card) for card in felt.cards):
        return felt
    return with_unseen(felt, zone, pressed.source, (seq,))


def _is_new(felt: Felt, card: Lying) -> bool:
    return card.told is None or is_current(felt, card)


def settle_board(felt: Felt, layout: Layout) -> Felt:
    """*felt* with new board cards explained, a look at a time; cards of one look are told from left to right."""
    new = telling_order(felt, layout, ZoneKind.BOARD)
    for since in sorted({card.since for card in new}):
        look = [card for card in new if card.since == since]
        for card in tuple(look):
            came_from = origin(felt, card) or _aside_before(felt, card)
            if came_from is not None:
                felt = moved(felt, came_from, replace(card, card=card.card or came_from.card))
                felt = changed(felt, board=(*felt.board, card.number))
                look.remove(card)
        if any(_waits(felt, card, layout) for card in look):
            break
        felt = at_the_burns(felt, layout) if look else felt
        for card in look:
            felt = _laid(felt, card, order_known=len(look) == 1)
    return felt


def _aside_before(felt: Felt, card: Lying) -> Lying | None:
    """The board card that was told as moved aside and is *card*, by its name or, while one has none, by its place."""
    if card.face is Face.DOWN or duplicate(felt, card):
        return None
    gone = [other for other in felt.aside if is_current(felt, other)]
    same = (other for other in gone if card.card is not None and other.card == card.card)
    near = (other for other in gone if None in (card.card, other.card) and distance(other, card) <= CLOSE)
    return next(same, None) or next(near, None)


def _laid(felt: Felt, card: Lying, order_known: bool) -> Felt:
    if felt.hand is None or (felt.decided and not _goes_on(felt, card)):
        return stayed(felt, card)
    felt, card = borne_out(felt, card)
    laid = BoardCardDealt(
        card=card.card,
        face=card.face,
        order_known=order_known,
        source=card.source,
        confidence=_confidence(felt, card),
        because=card.because,
        certainty=certainty(card.doubt),
    )
    felt = tell_named(felt, laid, card.since + READ_WAIT if card.unread else None, card)
    return changed(stayed(felt, card), board=(*felt.board, card.number))


def _goes_on(felt: Felt, card: Lying) -> bool:
    """Whether a card laid after the pot went continues the board, or the deck is only coming together, or looked
    through, there."""
    beside = sum(other.zone == card.zone for other in felt.cards)
    return card.face is Face.UP and beside <= BOARD and set(felt.board) <= {other.number for other in felt.cards}


def _confidence(felt: Felt, card: Lying) -> float:
    return min(FOULED, card.confidence) if duplicate(felt, card) else card.confidence


def _waits(felt: Felt, card: Lying, layout: Layout) -> bool:
    until = waits_until(felt, card, layout)
    return until is not None and felt.now < until


def waits_until(felt: Felt, card: Lying, layout: Layout) -> int | None:
    """Until when an unexplained card on the board or among the burns is not told; None when it need not wait.

    A board card waits for what a hand has done at the burns, as a burn for what one has done at the board.
    """
    if card.kind not in (ZoneKind.BOARD, ZoneKind.BURN):
        return None
    if card.unseen:
        return card.since + SEEN_WAIT if is_watched(felt, card.zone) else None
    if duplicate(felt, card):
        return card.since + DUPLICATE_WAIT
    if card.kind is ZoneKind.BOARD and card.face is Face.DOWN:
        return card.since + FLIP_WAIT
    if card.kind is ZoneKind.BOARD:
        return busy_until(felt, zones_of(layout, ZoneKind.BURN), card.since)
    return busy_until(felt, {other.zone for other in felt.cards if other.kind is ZoneKind.BOARD}, card.since)


def settle_stub(felt: Felt, layout: Layout) -> Felt:
    """*felt* with faces in the stub told: a boxed card, or one that was put back."""
    for card in telling_order(felt, layout, ZoneKind.STUB):
        came_from = origin(felt, card)
        if came_from is not None and is_current(felt, came_from):
            felt = moved(felt, came_from, card)
        else:
            felt = stayed(felt, card)
            if card.card is not None and felt.hand is not None and not felt.decided:
                felt = tell(felt, _boxed(card))
    return felt


def _boxed(card: Lying) -> CardExposed:
    return CardExposed(
        by="dealer", card=card.card, source=card.source, confidence=card.confidence * DOUBT, because=card.because
    )


def settle_missing(felt: Felt) -> Felt:
    """*felt* after asking where the vanished cards are: board cards went aside, a whole board was cleared away.

    Cards of a seat are in its player's hands until they turn up; burns and mucked cards hide one another.
    """
    gone = [card for card in felt.missing if _is_overdue(felt, card)]
    whole = len(gone) > 1 and not any(card.zone == gone[0].zone for card in felt.cards)
    for card in gone:
        told = card.kind is ZoneKind.BOARD and is_current(felt, card) and not felt.decided and not whole
        felt = without(tell(felt, _aside(card)) if told else felt, card)
        if told:
            felt = changed(felt, aside=(*felt.aside, card))
        elif card.kind in (ZoneKind.BOARD, ZoneKind.BURN) and is_current(felt, card):
            felt = changed(felt, hidden=(*felt.hidden, card))
    return felt


def _is_overdue(felt: Felt, card: Lying) -> bool:
    until = overdue_at(felt, card)
    return until is not None and until <= felt.now


def overdue_at(felt: Felt, card: Lying) -> int | None:
    """When a vanished card is given up; never for cards a player may hold, nor while its place is hidden."""
    if card.left is None or card.owner is not None or unseen(felt, card.zone):
        return None
    return card.left + MOVE_WAIT


def _aside(card: Lying) -> CardMoved:
    return CardMoved(
        from_=place(card),
        to=Place.ASIDE.value,
        card=card.card,
        face=card.told or card.face,
        source=card.source,
        certainty=Certainty.INFERRED,
        confidence=0.6,
        because=card.because,
    )


def due(felt: Felt, layout: Layout) -> Iterator[int]:
    """When unexplained board and burn cards are told as they are, and vanished ones given up."""
    for card in felt.cards:
        until = waits_until(felt, card, layout) if card.told is None else None
        if until is not None:
            yield until
    for card in felt.missing:
        until = overdue_at(felt, card)
        if until is not None:
            yield until
