"""Where a hand begins and ends, by its first and last signs. Whether it counts is the rulebook's answer."""

from collections.abc import Iterator
from dataclasses import replace

from table_controller.fusion.felt import SECOND, Felt, changed
from table_controller.fusion.telling import tell
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Certainty, HandEnded, HandStarted
from table_controller.records.layout import Layout, ZoneKind

CLEAR_WAIT = 8 * SECOND
"""How long the felt lies cleared after the pot went before the hand is over without a word."""


def begin_hand(felt: Felt, because: tuple[int, ...], source: str, sign: Certainty) -> Felt:
    """Tell that a hand started: its number, the button as observed, the stacks by the books, the blinds.

    A button nobody saw or stacks that do not add up make it INFERRED, with little confidence.
    """
    seats = _with_chips(felt)
    known = felt.button is not None and not any(seat in felt.unsure for seat, _ in seats)
    return tell(
        felt,
        HandStarted(
            hand=str(felt.hands + 1),
            button=felt.button if felt.button is not None else _first(felt),
            seats=seats,
            small_blind=felt.small_blind,
            big_blind=felt.big_blind,
            ante=felt.ante,
            level=felt.level,
            source=source,
            because=because,
            certainty=sign if known else Certainty.INFERRED,
            confidence=1.0 if known else 0.2,
        ),
    )


def _first(felt: Felt) -> Seat:
    return felt.stacks[0][0] if felt.stacks else Seat(1)


def _with_chips(felt: Felt) -> tuple[tuple[Seat, Chips], ...]:
    """Who has chips before him, at the table or not: whether an absent seat is dealt in is the house's answer (K25)."""
    return tuple((seat, stack) for seat, stack in felt.stacks if stack > 0)


def end_hand(felt: Felt, because: tuple[int, ...], source: str | None, sign: Certainty) -> Felt:
    """Tell that the running hand is over."""
    sure = 0.7 if sign is Certainty.INFERRED else 1.0
    return tell(felt, HandEnded(source=source, because=because, certainty=sign, confidence=sure))


def confirms(felt: Felt) -> bool:
    """Whether the key for a new hand only confirms the one whose cards are being dealt."""
    return felt.hand is not None and (not felt.dealt or (not felt.pressed and not felt.board and _still_dealt(felt)))


def start_over(felt: Felt, seq: int, source: str) -> Felt:
    """A new hand by the dealer's key; one that still runs is over."""
    if felt.hand is not None:
        felt = end_hand(felt, (seq,), source, Certainty.INFERRED)
    return replace(begin_hand(felt, (seq,), source, Certainty.DECLARED), pressed=True)


def _still_dealt(felt: Felt) -> bool:
    return any(card.owner is not None and card.hand == felt.hand for card in felt.cards)


def is_cleared(felt: Felt, layout: Layout) -> bool:
    """Whether neither seats nor board hold cards nor the pot chips."""
    kinds = {zone.name: zone.kind for zone in layout.zones}
    lies = any(kinds.get(card.zone) in (ZoneKind.BOARD, ZoneKind.CARDS) for card in felt.cards)
    return not lies and not any(kinds.get(pile.zone) is ZoneKind.POT and pile.worth for pile in felt.piles)


def _is_watched(felt: Felt) -> bool:
    """Whether a camera or an antenna has told of the felt: where none does, it was never seen to be cleared."""
    return bool(felt.looks or felt.tags or felt.laid)


def settle_end(felt: Felt, layout: Layout) -> Felt:
    """End the hand that was decided when the felt was seen to lie cleared for a while.

    Whoever took its end back knows better than a felt on which nothing has come since.
    """
    if felt.hand is None or not felt.decided or not _is_watched(felt) or not is_cleared(felt, layout):
        still = felt.cleared is None and not felt.reopened
        return felt if still else changed(felt, cleared=None, reopened=False)
    if felt.reopened:
        return felt
    if felt.cleared is None:
        return changed(felt, cleared=felt.now)
    if felt.now < felt.cleared + CLEAR_WAIT:
        return felt
    return end_hand(felt, (), None, Certainty.INFERRED)


def due(felt: Felt) -> Iterator[int]:
    """When a cleared felt ends the hand."""
    if felt.hand is not None and felt.cleared is not None:
        yield felt.cleared + CLEAR_WAIT
