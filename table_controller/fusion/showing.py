"""Cards turned up where they lie: a hand tabled, a card exposed."""

from collections.abc import Iterator
from dataclasses import replace

from table_controller.fusion.felt import MS, Felt, Lying, changed
from table_controller.fusion.tags import names_of
from table_controller.fusion.telling import READ_WAIT, certainty, joined, tell
from table_controller.records.cards import Card, Face
from table_controller.records.chips import Seat
from table_controller.records.events import CardExposed, CardMoved, Corrected, HandTabled
from table_controller.records.layout import ZoneKind

SHOW_WAIT = 1200 * MS
"""How long a player who turned one card may take to turn the other."""


def settle_shown(felt: Felt) -> Felt:
    """*felt* with cards that were turned up told: all of a seat as a tabled hand, a part of them as exposed."""
    for card in felt.cards:
        if card.turned is not None and felt.hand is not None and card.hand != felt.hand:
            felt = shown(felt, card)
    for seat in sorted({c.seat for c in felt.cards if c.turned is not None and c.seat is not None}):
        felt = _seat(felt, seat)
    for card in felt.cards:
        if card.turned is not None and card.kind not in (ZoneKind.BOARD, ZoneKind.CARDS):
            felt = _exposed(felt, card, card.card, card.confidence)
    return _board(felt)


def _board(felt: Felt) -> Felt:
    """Cards that lay face down on the board and were turned up there, from left to right, once they are read."""
    turned = sorted(
        (c for c in felt.cards if c.turned is not None and c.kind is ZoneKind.BOARD), key=lambda c: c.centre.x
    )
    if any(card.card is None and felt.now < (card.turned or 0) + READ_WAIT for card in turned):
        return felt
    for card in turned:
        felt = _opened(felt, card) if card.told is Face.DOWN else shown(felt, card)
    return _corrected(felt, [card for card in turned if card.told is Face.UP])


def _corrected(felt: Felt, read: list[Lying]) -> Felt:
    """Tell the board as it is read now, if cards that were told as something else were *read*, and none is unread."""
    names = {card.number: card.card for card in felt.cards}
    board = [names.get(number) for number in felt.board]
    if not read or felt.hand is None or None in board:
        return felt
    corrected = Corrected(
        what="board",
        value=" ".join(map(str, board)),
        source=read[0].source,
        confidence=min(card.confidence for card in read),
        because=joined(*(card.because for card in read)),
    )
    return tell(felt, corrected)


def _opened(felt: Felt, card: Lying) -> Felt:
    opened = CardMoved(
        from_="board",
        to="board",
        card=card.card,
        face=Face.UP,
        source=card.source,
        confidence=card.confidence,
        because=card.because,
        certainty=certainty(card.doubt),
    )
    return tell(shown(felt, card), opened)


def _seat(felt: Felt, seat: Seat) -> Felt:
    turned = [card for card in felt.cards if _lies_at(card, seat) and card.turned is not None]
    if not turned:
        return felt
    hand = tuple(card for card in felt.cards if _lies_at(card, seat) and card.hand == turned[0].hand)
    hand = tuple(sorted(hand, key=lambda card: card.number))
    since = min(card.turned or 0 for card in turned)
    if len(hand) > 1 and all(card.face is Face.UP for card in hand):
        names, agreed = _names(felt, hand)
        if None in names and agreed and felt.now < since + READ_WAIT:
            return felt
        return _tabled(felt, seat, hand, names, agreed)
    if felt.now < since + SHOW_WAIT:
        return felt
    for card in turned:
        names, agreed = _names(felt, (card,))
        felt = _exposed(felt, card, names[0], card.confidence * (1.0 if agreed else 0.5))
    return felt


def _lies_at(card: Lying, seat: Seat) -> bool:
    return card.seat == seat and card.kind is ZoneKind.CARDS and card.told is not None


def _names(felt: Felt, hand: tuple[Lying, ...]) -> tuple[tuple[Card | None, ...], bool]:
    """The cards as read, and whether the tags agree.

    With a tag for every card, the one card not read is the one tag left over, if others were turned up and read with
    it: what alone looks like a face may be a back. A reading that no tag bears out is not believed, and neither is the
    tag.
    """
    tags = [tag.card for tag in names_of(felt, hand[0].zone)]
    if len(tags) < sum(card.owner == hand[0].owner for card in (*felt.cards, *felt.missing)):
        return tuple(card.card for card in hand), True
    read = [card.card for card in hand if card.card is not None]
    left = [card for card in tags if card not in read]
    turned_up = any(card.turned is not None and card.card is not None for card in hand)
    if turned_up and len(read) == len(hand) - 1 and len(left) == 1:
        return tuple(card.card or left[0] for card in hand), True
    return tuple(card.card if card.card in tags else None for card in hand), all(card in tags for card in read)


def _tabled(felt: Felt, seat: Seat, hand: tuple[Lying, ...], names: tuple[Card | None, ...], agreed: bool) -> Felt:
    for card, name in zip(hand, names, strict=True):
        felt = shown(felt, replace(card, card=card.card or name))
    return tell(
        felt,
        HandTabled(
            seat=seat,
            cards=names,
            hand=hand[0].hand,
            source=hand[0].source,
            confidence=min(card.confidence for card in hand) * (1.0 if agreed else 0.5),
            because=joined(*(card.because for card in hand)),
            certainty=certainty(any(card.doubt for card in hand)),
        ),
    )


def _exposed(felt: Felt, card: Lying, name: Card | None, confidence: float) -> Felt:
    return tell(
        shown(felt, card),
        CardExposed(
            by="dealer" if card.seat is None else "player",
            seat=card.seat,
            card=name,
            hand=card.hand,
            source=card.source,
            confidence=confidence,
            because=card.because,
            certainty=certainty(card.doubt),
        ),
    )


def shown(felt: Felt, card: Lying) -> Felt:
    """*felt* with the face of *card* told; once shown it stays shown, whatever it is turned to later."""
    told = replace(card, told=Face.UP, turned=None)
    return changed(felt, cards=tuple(told if other.number == card.number else other for other in felt.cards))


def due(felt: Felt) -> Iterator[int]:
    """When a partly shown hand is told as it is."""
    for card in felt.cards:
        if card.turned is not None:
            yield card.turned + (READ_WAIT if felt.now < card.turned + READ_WAIT else SHOW_WAIT)
