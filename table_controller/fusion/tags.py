"""Tags on the antennas: the dealer button's seat, and who is who among the cards that lie face down."""

from collections.abc import Iterator
from dataclasses import replace

from table_controller.fusion.felt import MS, Felt, Lying, Tag, changed
from table_controller.fusion.telling import first_unnamed, named, sure, tell
from table_controller.records.chips import Seat
from table_controller.records.events import ButtonPlaced
from table_controller.records.layout import Zone, ZoneKind
from table_controller.records.observations import TagRead

ALONE = 1500 * MS
"""How long a tag waits for a camera to see its card."""

HOLE_CARDS = 2
"""Cards that every seat is dealt at least."""


def read_tag(felt: Felt, seq: int, read: TagRead, zone: Zone | None) -> Felt:
    """*felt* after a tag came to an antenna or left it."""
    if zone is None or zone.kind is not ZoneKind.CARDS or zone.seat is None:
        return felt
    name = read.tag.upper()
    if name == felt.button_tag:
        return _button(felt, seq, read, zone.seat)
    known = next((tag for tag in felt.tags if tag.zone == zone.name and tag.tag == name), None)
    if known is not None:
        return _seen_again(felt, known, read.present)
    card = felt.deck.card_of(name)
    if card is None or not read.present:
        return felt
    tag = Tag(zone.name, name, card, felt.now, seq, read.source, sure(read.confidence))
    spot = first_unnamed(felt, zone.name)
    waiting = named(felt, zone.name, spot, card, tag.confidence, seq, twice=True) if spot is not None else None
    return replace(waiting or felt, tags=(*felt.tags, replace(tag, told=waiting is not None)))


def _button(felt: Felt, seq: int, read: TagRead, seat: Seat) -> Felt:
    if not read.present or felt.button == seat:
        return felt
    return tell(felt, ButtonPlaced(seat=seat, source=read.source, confidence=read.confidence, because=(seq,)))


def _seen_again(felt: Felt, known: Tag, present: bool) -> Felt:
    """A tag that left untold never lay there; one that was told keeps its name for the hand."""
    others = tuple(tag for tag in felt.tags if tag is not known)
    if not present:
        felt = _ghost_left(felt, known)
    if not present and not known.told:
        return changed(felt, tags=others)
    return changed(felt, tags=(*others, replace(known, present=present)))


def _ghost_left(felt: Felt, known: Tag) -> Felt:
    """A card that only its tag told of is gone with it."""
    gone = tuple(card for card in felt.cards if card.unseen and card.tag == known.tag)
    cards = tuple(card for card in felt.cards if card not in gone)
    return changed(felt, cards=cards, missing=felt.missing + tuple(replace(card, left=felt.now) for card in gone))


def untold(felt: Felt, zone: str) -> tuple[Tag, ...]:
    """The tags in *zone* that no card has taken yet, oldest first."""
    return tuple(sorted((t for t in felt.tags if t.zone == zone and not t.told), key=lambda t: (t.at, t.seq)))


def names_of(felt: Felt, zone: str) -> tuple[Tag, ...]:
    """The tags of this hand's cards in *zone*."""
    return tuple(tag for tag in felt.tags if tag.zone == zone and tag.told)


def take(felt: Felt, tag: Tag) -> Felt:
    """*felt* with *tag* given to a card."""
    return changed(felt, tags=tuple(replace(t, told=True) if t is tag else t for t in felt.tags))


def cards_of(felt: Felt, seat: Seat) -> tuple[Lying, ...]:
    """The cards of *seat* in this hand, those it holds in its hands included."""
    return tuple(card for card in felt.cards + felt.missing if card.owner == seat and card.hand == felt.hand)


def absorb(felt: Felt, zone: Zone) -> Felt:
    """Give late tags to the cards of the seat that were told without a name: they are no further cards."""
    for tag in untold(felt, zone.name):
        if zone.seat is None or len(names_of(felt, zone.name)) >= len(cards_of(felt, zone.seat)):
            break
        felt = take(felt, tag)
    return felt


def due(felt: Felt) -> Iterator[int]:
    """When tags give up waiting for a camera."""
    if felt.hand is not None and not felt.decided:
        yield from (tag.at + ALONE for tag in felt.tags if not tag.told)


def fills_a_gap(felt: Felt, tag: Tag, zone: Zone) -> bool:
    """Whether *tag* can stand for a hole card that no camera saw: in the deal, at a seat still short of cards."""
    if felt.hand is None or felt.decided or felt.board or zone.seat is None:
        return False
    counts = [len(cards_of(felt, seat)) for seat in {card.owner for card in felt.cards} if seat is not None]
    return tag.present and len(cards_of(felt, zone.seat)) < max(HOLE_CARDS, *counts, 0)
