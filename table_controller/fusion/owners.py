"""Whose hand came to the muck: what speaks for each seat whose cards have left it.

A player who looks at his cards misses them as one who folds does. Whose turn it is says nothing here: a fold out of
turn is what the referee is for.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from table_controller.fusion.antennas import brought
from table_controller.fusion.explain import busy_until, is_current
from table_controller.fusion.felt import SECOND, Felt, Lying
from table_controller.fusion.tags import names_of
from table_controller.records.chips import Seat
from table_controller.records.layout import ZoneKind

RECENT = 3 * SECOND
"""How long before its cards lie in the muck a hand may have left its seat."""

PROMPT = 1 * SECOND
"""How long a fold takes from seat to muck when nothing holds it up."""


def hand_gone(felt: Felt, seat: Seat) -> list[Lying]:
    """The cards of this hand that *seat* misses."""
    return [card for card in felt.missing if card.owner == seat and is_current(felt, card)]


def is_whole(felt: Felt, seat: Seat) -> bool:
    """Whether none of the seat's cards lies before it any more."""
    return not any(card.owner == seat and is_current(felt, card) for card in felt.cards)


def owners(felt: Felt, cards: tuple[Lying, ...], acting: Collection[Seat | None] = ()) -> tuple[Seat, ...]:
    """The seats whose hand the first of *cards*, new in the muck, may be, likeliest first: of several, none is sure.

    Who is *acting* has not folded.
    """
    gone = _first_gone(felt, {card.owner for card in felt.missing if card.owner is not None} - set(acting))
    named = _named(felt, gone, cards[0])
    if named:
        return named[:1]
    recent = [seat for seat in gone if _left(felt, seat) >= cards[0].since - RECENT]
    said = [seat for seat in gone if seat in felt.folds]
    sure = [seat for seat in recent if seat in said] or ([] if recent else said)
    return tuple(sure[:1]) if sure or not recent else _weighed(felt, cards, recent, gone)


def _first_gone(felt: Felt, seats: Iterable[Seat]) -> list[Seat]:
    """Those of *seats* that miss a whole hand, first gone first."""
    hands = {seat: hand_gone(felt, seat) for seat in seats if is_whole(felt, seat)}
    return sorted(
        (seat for seat, hand in hands.items() if hand),
        key=lambda seat: min((card.left or 0, card.number) for card in hands[seat]),
    )


def _named(felt: Felt, gone: list[Seat], card: Lying) -> tuple[Seat, ...]:
    """The seat of which the muck itself says that *card* is its: by the face, else by the tags that came there."""
    same = [s for s in gone if card.card is not None and any(c.card == card.card for c in hand_gone(felt, s))]
    return tuple(same or [seat for seat in brought(felt, card.zone)[:1] if seat in gone])


def _weighed(felt: Felt, cards: tuple[Lying, ...], recent: list[Seat], gone: list[Seat]) -> tuple[Seat, ...]:
    """Of the seats whose cards have just *gone*, those that may be it: all at once, and the first, where all fit.

    A hand that somebody has held for longer may be it too, unless another went straight from its seat to the muck.
    """
    away = [seat for seat in gone if not _is_read(felt, seat)] or gone
    just = [seat for seat in recent if seat in away] or recent
    if len(just) > 1 and sum(len(hand_gone(felt, seat)) for seat in just) <= len(cards):
        return tuple(just[:1])
    near = sorted(just, key=lambda seat: abs(cards[0].since - _left(felt, seat)))
    straight = len(just) == 1 and abs(cards[0].since - _left(felt, just[0])) <= PROMPT
    return tuple(near) if straight else (*near, *(seat for seat in away if seat not in recent))


def _left(felt: Felt, seat: Seat) -> int:
    """When the last of the cards that *seat* misses left it."""
    return max(card.left or 0 for card in hand_gone(felt, seat))


def _is_read(felt: Felt, seat: Seat) -> bool:
    """Whether the antenna before *seat* still reads its whole hand: held above it, and not in the muck."""
    hand = hand_gone(felt, seat)
    return _reads(felt, hand[0].zone, len(hand)) is True


def _reads(felt: Felt, zone: str, cards: int) -> bool | None:
    """Whether the antenna at *zone* reads as many *cards*, or all that it ever did; None where it reads none at all."""
    tags = [tag for tag in names_of(felt, zone) if tag.source not in felt.lost]
    return sum(tag.present for tag in tags) >= min(cards, len(tags)) if tags else None


def unseen_until(felt: Felt, card: Lying, seats: Collection[Seat | None]) -> int | None:
    """Until when a seat other than *seats* may prove to be the one that *card* in the muck came from.

    By the last look its hand lies there, but its antenna misses a card; or, without one, a hand has just gone from it.
    """
    lying = Counter(
        c.zone for c in felt.cards if c.kind is ZoneKind.CARDS and c.owner not in seats and is_current(felt, c)
    )
    reads = {zone: _reads(felt, zone, cards) for zone, cards in lying.items()}
    went = {touch.zone for touch in felt.touches if touch.left is not None}
    until = busy_until(felt, [zone for zone in went if zone in reads and reads[zone] is None], card.since)
    return card.since + felt.pace if until is None and False in reads.values() else until
