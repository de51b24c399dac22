"""Antennas over board, burns and muck: what their tags say of cards that lie there.

A camera that sees the zone is believed before them: tags name what it could not read, make it surer or less sure, and
tell of a card by themselves only where no camera looks.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from table_controller.fusion.explain import is_current
from table_controller.fusion.felt import Felt, Lying, Tag, changed, unseen
from table_controller.fusion.tags import ALONE
from table_controller.fusion.telling import agreed, joined, named, sure, tell, unnamed_board_card
from table_controller.records.cards import Card, Face
from table_controller.records.chips import Seat
from table_controller.records.events import BoardCardDealt, CardBurned, Certainty, HandMucked
from table_controller.records.layout import Layout, Point, Zone, ZoneKind
from table_controller.records.observations import TagRead

COMMON = (ZoneKind.BOARD, ZoneKind.BURN, ZoneKind.MUCK)
"""The zones that belong to no seat and may have an antenna."""

DOUBT = 0.5
"""What is left of the confidence when tag and camera contradict each other, and the most for a tag alone."""


def read_common_tag(felt: Felt, seq: int, read: TagRead, zone: Zone) -> Felt:
    """*felt* after a tag came to the antenna over *zone*, or left it."""
    name = read.tag.upper()
    card = felt.deck.card_of(name)
    known = next((tag for tag in felt.laid if (tag.zone, tag.tag) == (zone.name, name)), None)
    others = tuple(tag for tag in felt.laid if tag is not known)
    if not read.present:
        felt = _without_unseen(felt, zone.name, name)
        return changed(felt, laid=(*others, replace(known, present=False)) if known and known.told else others)
    if known is not None:
        return changed(felt, laid=(*others, replace(known, present=True)))
    if card is None:
        return felt
    tag = Tag(zone.name, name, card, felt.now, seq, read.source, sure(read.confidence))
    spot = unnamed_board_card(felt, zone.name) if _is_no_hole_card(felt, name) else None
    waiting = named(felt, zone.name, spot, card, tag.confidence, seq) if spot is not None else None
    return changed(waiting or felt, laid=(*felt.laid, replace(tag, told=waiting is not None)))


def _without_unseen(felt: Felt, zone: str, tag: str) -> Felt:
    """A card that only its tag told of is gone with it: that proves nothing of where it went."""
    gone = {card.number for card in felt.cards if card.unseen and (card.zone, card.tag) == (zone, tag)}
    return changed(
        felt,
        cards=tuple(card for card in felt.cards if card.number not in gone),
        board=tuple(number for number in felt.board if number not in gone),
    )


def borne_out(felt: Felt, card: Lying) -> tuple[Felt, Lying]:
    """*card*, new on the board or among the burns, as camera and antenna have it together; its tag is taken.

    They agree: surer than each. The tag names a face that was not read, if it is the one left over. A tag for every
    card there and none of this face: nobody's name and half the confidence.
    """
    here = [tag for tag in felt.laid if tag.zone == card.zone and tag.present]
    free = [tag for tag in here if not tag.told and not _is_hole_card(felt, tag.tag)]
    tag = _fitting(felt, card, free)
    if tag is not None:
        because = joined(card.because, (tag.seq,))
        # What looks like a face among the burns may be a back: its tag does not say how it lies.
        hides = card.face is Face.DOWN or (card.unread and card.kind is ZoneKind.BURN)
        name = None if hides else tag.card
        sure_of = card.confidence if card.unread else agreed(card.confidence, tag.confidence)
        known = replace(card, card=name, confidence=sure_of, because=because, tag=tag.tag)
        return _taken(felt, tag), known
    lying = sum(other.zone == card.zone for other in felt.cards)
    if card.card is None or not free or len(here) < lying or any(other.card == card.card for other in here):
        return felt, card
    return felt, replace(
        card, card=None, confidence=card.confidence * DOUBT, because=joined(card.because, (free[0].seq,))
    )


def _fitting(felt: Felt, card: Lying, free: list[Tag]) -> Tag | None:
    if card.card is not None:
        return next((tag for tag in free if tag.card == card.card), None)
    if card.face is Face.DOWN:
        return free[0] if free else None
    if not _holds_no_strangers(felt):
        return None
    unread = [o for o in felt.cards if o.zone == card.zone and o.told is None and o.face is Face.UP and not o.card]
    return free[0] if len(free) == 1 and len(unread) == 1 else None


def _taken(felt: Felt, *tags: Tag) -> Felt:
    return changed(felt, laid=tuple(replace(tag, told=True) if tag in tags else tag for tag in felt.laid))


def brought(felt: Felt, zone: str) -> tuple[Seat, ...]:
    """The seats whose hole cards' tags lie in *zone* and are not explained yet, first come first."""
    seats = (_seat_of(felt, tag.tag) for tag in _waiting(felt, zone))
    return tuple(dict.fromkeys(seat for seat in seats if seat is not None))


def sure_of_owner(felt: Felt, seat: Seat, zone: str, confidence: float) -> tuple[Felt, float]:
    """How sure it is that *seat*'s hand lies in the muck, with what the tags there say; they are taken."""
    own = tuple(tag for tag in _waiting(felt, zone) if _seat_of(felt, tag.tag) == seat)
    if own:
        return _taken(felt, *own), agreed(confidence, min(tag.confidence for tag in own))
    tagged = any(tag.told and _seat_of(felt, tag.tag) == seat for tag in felt.tags)
    return felt, confidence * DOUBT if tagged and brought(felt, zone) else confidence


def _waiting(felt: Felt, zone: str) -> tuple[Tag, ...]:
    waiting = (tag for tag in felt.laid if tag.zone == zone and tag.present and not tag.told)
    return tuple(sorted(waiting, key=lambda tag: (tag.at, tag.seq)))


def _seat_of(felt: Felt, name: str) -> Seat | None:
    """The seat at which this hand's hole card with the tag *name* was dealt."""
    zone = next((tag.zone for tag in felt.tags if tag.told and tag.tag == name), None)
    return next((c.owner for c in felt.cards + felt.missing if c.zone == zone and is_current(felt, c)), None)


def _is_no_hole_card(felt: Felt, name: str) -> bool:
    """Whether the tag *name* is surely none of a player's: what it says may be seen by everybody."""
    return _holds_no_strangers(felt) and not _is_hole_card(felt, name)


def _is_hole_card(felt: Felt, name: str) -> bool:
    return any(tag.tag == name for tag in felt.tags)


def settle_unwatched(felt: Felt, layout: Layout) -> Felt:
    """*felt* with the cards told that lie where no camera looks, each known by its tag alone: INFERRED, with doubt."""
    if not felt.laid or felt.hand is None or felt.decided:
        return felt
    for zone in layout.zones:
        if zone.kind in COMMON and not is_watched(felt, zone.name):
            for tag in [tag for tag in _waiting(felt, zone.name) if tag.at + ALONE <= felt.now]:
                felt = _tell_unseen(felt, zone, tag)
    return felt


def is_watched(felt: Felt, zone: str) -> bool:
    """Whether a camera has looked at *zone* and would see what lies there."""
    return any(look.zone == zone for look in felt.looks) and not unseen(felt, zone)


def _tell_unseen(felt: Felt, zone: Zone, tag: Tag) -> Felt:
    match zone.kind:
        case ZoneKind.MUCK:
            return _mucked_unseen(felt, zone, tag)
        case ZoneKind.BURN:
            felt = _unseen_card(felt, zone, tag, None, Face.DOWN)
            return tell(felt, CardBurned(face=Face.DOWN, **_alone(tag)))
        case _ if not _is_hole_card(felt, tag.tag):
            name = tag.card if _holds_no_strangers(felt) else None
            felt = _unseen_card(felt, zone, tag, name, Face.UP)
            felt = changed(felt, board=(*felt.board, felt.cards[-1].number))
            return tell(felt, BoardCardDealt(card=name, face=Face.UP, order_known=False, **_alone(tag)))
        case _:
            return felt


def _holds_no_strangers(felt: Felt) -> bool:
    """Whether each hole card of this hand is known by its tag, so that another tag is surely none of them."""
    dealt = [card for card in felt.cards + felt.missing if card.owner is not None and is_current(felt, card)]
    return 0 < len(dealt) <= sum(tag.told for tag in felt.tags)


def _mucked_unseen(felt: Felt, zone: Zone, tag: Tag) -> Felt:
    """A hand that left its seat, and a tag of it lies in the muck."""
    seat = _seat_of(felt, tag.tag)
    gone = [card for card in felt.missing if card.owner == seat and is_current(felt, card)]
    lies = any(card.owner == seat and is_current(felt, card) for card in felt.cards)
    if seat is None or not gone or lies:
        return felt
    own = [other for other in _waiting(felt, zone.name) if _seat_of(felt, other.tag) == seat]
    felt = changed(felt, missing=tuple(card for card in felt.missing if card not in gone))
    for other in own:
        felt = _unseen_card(felt, zone, other, None, Face.DOWN)
    return tell(felt, HandMucked(seat=seat, by="player", **_alone(*own)))


def _alone(*tags: Tag) -> dict[str, Any]:
    """What an event has of the tags that alone tell of it."""
    return {
        "source": tags[0].source,
        "confidence": DOUBT * min(tag.confidence for tag in tags),
        "because": joined(*((tag.seq,) for tag in tags)),
        "certainty": Certainty.INFERRED,
    }


def _unseen_card(felt: Felt, zone: Zone, tag: Tag, name: Card | None, face: Face) -> Felt:
    """*felt* with a card told that is known by *tag* alone: a camera that sees it later sees no new one."""
    felt = with_unseen(_taken(felt, tag), zone, tag.source, (tag.seq,))
    known = replace(
        felt.cards[-1], card=name, face=face, told=face, hand=felt.hand, confidence=DOUBT, doubt=True, tag=tag.tag
    )
    return changed(felt, cards=(*felt.cards[:-1], known))


def with_unseen(felt: Felt, zone: Zone, source: str, because: tuple[int, ...]) -> Felt:
    """*felt* with a card face down in *zone* that no camera has seen, not yet told."""
    middle = Point(*(sum(axis) / len(zone.corners) for axis in zip(*zone.corners, strict=True)))
    card = Lying(
        number=felt.numbered,
        zone=zone.name,
        kind=zone.kind,
        seat=None,
        card=None,
        face=Face.DOWN,
        centre=middle,
        confidence=1.0,
        source=source,
        since=felt.now,
        because=because,
        unseen=True,
    )
    return changed(felt, numbered=felt.numbered + 1, cards=(*felt.cards, card))


def due(felt: Felt) -> Iterator[int]:
    """When tags that no camera sees are told."""
    if felt.hand is not None and not felt.decided:
        yield from (t.at + ALONE for t in felt.laid if t.present and not t.told and t.at + ALONE > felt.now)
