"""Cards that came to the muck: told as the hand of the seat they left, surely or with doubt."""

from collections.abc import Collection, Iterator

from table_controller.fusion.antennas import sure_of_owner
from table_controller.fusion.explain import moved, origin, stayed, telling_order
from table_controller.fusion.felt import MS, SECOND, Felt, Lying, Mucked, changed
from table_controller.fusion.owners import hand_gone, is_whole, owners, unseen_until
from table_controller.fusion.telling import agreed, certainty, joined, tell
from table_controller.records.cards import Face
from table_controller.records.chips import Seat
from table_controller.records.events import Certainty, HandMucked, ZoneTouched
from table_controller.records.layout import Layout, ZoneKind

REST_WAIT = 600 * MS
"""How long the rest of a hand may take after its first card."""

OWNER_WAIT = 2 * SECOND
"""How long cards in the muck wait for a seat that misses them, or for all seats but one that do to lay theirs down."""

UNSURE = 0.4
"""The most confidence in whose hand it is where several may have folded: nobody is accused by it."""


def settle_muck(felt: Felt, layout: Layout, acting: Collection[Seat | None] = (), *, final: bool = False) -> Felt:
    """*felt* with new cards in the muck given to the hands that left their seats.

    Which of several it was shows when the others lay theirs down again; *final*: somebody acts, *acting*, or the dealer
    goes on, and what came before has to be told.
    """
    for card in telling_order(felt, layout, ZoneKind.MUCK):
        came_from = origin(felt, card)
        whole = came_from is not None and came_from.owner is not None and is_whole(felt, came_from.owner)
        if came_from is not None and not whole:
            felt = moved(felt, came_from, card)
    new = telling_order(felt, layout, ZoneKind.MUCK)
    while new and felt.hand is not None and not felt.decided:
        seats = owners(felt, new, acting)
        if not seats:
            break
        until = _until(felt, new, seats, acting)
        short = len(hand_gone(felt, seats[0])) > len(new) and felt.now < new[0].since + REST_WAIT
        if short or (felt.now < until and not final):
            return felt
        felt = _mucked(felt, seats[0], new[: len(hand_gone(felt, seats[0]))], doubt=len(seats) > 1)
        new = telling_order(felt, layout, ZoneKind.MUCK)
    return _unowned(felt, new)


def _until(felt: Felt, new: tuple[Lying, ...], seats: tuple[Seat, ...], acting: Collection[Seat | None]) -> int:
    """Until when it may show whose hand it is: when all but one lay theirs down, or another's is seen to have gone."""
    if len(seats) > 1:
        return new[0].since + OWNER_WAIT
    said = seats[0] in felt.folds
    return 0 if said else unseen_until(felt, new[0], {*seats, *acting}) or 0


def before_words(felt: Felt, layout: Layout, seat: Seat, action: str) -> Felt:
    """*felt* with what lies in the muck told before *seat* speaks, unless it is surely its own hand that it folds.

    Who holds his cards and says that he folds may have looked at them until now, while another's came to the muck.
    """
    folds = action == "fold" and is_whole(felt, seat)
    new = telling_order(felt, layout, ZoneKind.MUCK)
    if folds and new and owners(felt, new) == (seat,):
        return felt
    return settle_muck(felt, layout, () if folds else {seat}, final=True)


def _mucked(felt: Felt, seat: Seat, cards: tuple[Lying, ...], *, doubt: bool) -> Felt:
    for card in cards:
        felt = stayed(felt, card)
    return told_mucked(felt, seat, cards, doubt=doubt)


def told_mucked(felt: Felt, seat: Seat, cards: tuple[Lying, ...], *, doubt: bool) -> Felt:
    """*felt* with *cards* in the muck told as the hand of *seat* when they came; *doubt*: it may be another's."""
    gone = hand_gone(felt, seat)
    seen = agreed(min(card.confidence for card in cards), min(card.confidence for card in gone))
    felt, confidence = sure_of_owner(felt, seat, cards[0].zone, seen)
    mucked = (*felt.mucked, Mucked(seat, tuple(gone), cards, doubt))
    felt = changed(felt, missing=tuple(card for card in felt.missing if card not in gone), mucked=mucked)
    return tell(
        felt,
        HandMucked(
            seat=seat,
            by="dealer" if all(card.told is Face.UP for card in gone) else "player",
            source=cards[0].source,
            confidence=min(UNSURE, confidence) if doubt else confidence,
            because=joined(*(card.because for card in (*gone, *cards))),
            certainty=certainty(doubt or any(card.doubt for card in (*cards, *gone))),
        ),
        at=max(card.since for card in cards),
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
    """When cards in the muck stop waiting for the rest of a hand, for another to be seen gone, or for an owner."""
    for card in felt.cards:
        if card.told is None and card.kind is ZoneKind.MUCK:
            yield card.since + (REST_WAIT if felt.now < card.since + REST_WAIT else OWNER_WAIT)
            until = unseen_until(felt, card, ())
            if until is not None and until > felt.now:
                yield until
