"""A joker among the cards in play: the pack is fouled, and nobody need have noticed."""

from collections.abc import Iterator

from table_controller.fusion.explain import is_current
from table_controller.fusion.felt import Felt, Lying, changed
from table_controller.fusion.telling import READ_WAIT, certainty, joined, sure, tell
from table_controller.records.cards import Face
from table_controller.records.events import CardsCounted
from table_controller.records.layout import ZoneKind


def settle_jokers(felt: Felt) -> Felt:
    """*felt* with jokers that lie open in this hand told, once a hand: the first look may be mistaken."""
    open_ = [card for card in _untold(felt) if _proven_at(card) <= felt.now]
    if not open_:
        return felt
    counted = CardsCounted(
        place="joker",
        count=len(open_),
        source=open_[0].source,
        confidence=sure(*(card.confidence for card in open_)),
        because=joined(*(card.because for card in open_)),
        certainty=certainty(any(card.doubt for card in open_)),
    )
    return changed(tell(felt, counted), joker_in=felt.hand)


def _untold(felt: Felt) -> list[Lying]:
    """The jokers that were dealt or shown in the hand that runs, while none of it was told.

    Not one in the stub: some houses cover the bottom of the pack with a joker. Nor one that a tag knows for a card.
    """
    if felt.decided or felt.joker_in == felt.hand:
        return []
    shown = (card for card in felt.cards if card.told is Face.UP and card.face is Face.UP and is_current(felt, card))
    return [card for card in shown if card.joker is not None and _may_be_one(card)]


def _may_be_one(card: Lying) -> bool:
    return card.card is None and card.tag is None and card.kind is not ZoneKind.STUB


def _proven_at(card: Lying) -> int:
    """When *card* has been a joker for as long as any face may take to be read."""
    return (card.joker or 0) + READ_WAIT


def due(felt: Felt) -> Iterator[int]:
    """When a joker has been one for long enough."""
    yield from (_proven_at(card) for card in _untold(felt))
