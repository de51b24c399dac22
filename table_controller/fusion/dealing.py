"""Cards that came to a seat: dealt, exposed in the deal, moved there, or back from the player's hands."""

from collections.abc import Iterator
from dataclasses import replace

from table_controller.fusion.explain import duplicate, is_current, moved, origin, stayed, telling_order
from table_controller.fusion.felt import Felt, Lying, Tag, changed, zone_of
from table_controller.fusion.hands import begin_hand, end_hand
from table_controller.fusion.tags import ALONE, absorb, fills_a_gap, take, untold
from table_controller.fusion.telling import READ_WAIT, TAG_WAIT, agreed, certainty, joined, tell, tell_named
from table_controller.records.cards import Card, Face
from table_controller.records.chips import Seat
from table_controller.records.events import CardExposed, Certainty, HandPushed, HoleCardDealt
from table_controller.records.layout import Layout, Point, Zone, ZoneKind

DOUBT = 0.5
"""What is left of the confidence when another sensor or an earlier look says otherwise."""


def settle_seats(felt: Felt, layout: Layout, *, final: bool) -> Felt:
    """*felt* with every new card at a seat explained, in the order in which they were dealt.

    A card waits for earlier ones that so far only their tags have told of; *final*: not any longer.
    """
    for zone in layout.zones:
        if zone.kind is ZoneKind.CARDS:
            felt = absorb(felt, zone)
    for card in telling_order(felt, layout, ZoneKind.CARDS):
        lonely = _tags_before(felt, layout, card)
        if lonely and not final and felt.now < card.since + felt.pace:
            break
        for tag in lonely:
            felt = _deal_unseen(felt, layout, tag)
        felt = _arrived(felt, card)
    felt = _tags_alone(felt, layout)
    for card in telling_order(felt, layout, ZoneKind.BET):
        felt = _pushed_forward(felt, card)
    return felt


def _arrived(felt: Felt, card: Lying) -> Felt:
    if card.seat is None:
        return stayed(felt, card)
    came_from = origin(felt, card)
    if came_from is not None:
        return moved(felt, came_from, card, owner=card.seat)
    if felt.decided and card.face is Face.DOWN and _is_bare(felt, card):
        felt = end_hand(felt, (), card.source, Certainty.INFERRED)
    if felt.hand is None and card.face is Face.DOWN:
        felt = begin_hand(felt, card.because, card.source, Certainty.SEEN)
    if felt.hand is None or felt.decided:
        return _shown_between_hands(felt, card.seat, card)
    return deal(felt, card.seat, card)


def _is_bare(felt: Felt, card: Lying) -> bool:
    """Whether board and seat have been cleared: a card that comes now is the next hand's."""
    told = [other for other in felt.cards if other.told is not None]
    return felt.hand is not None and not any(o.zone == card.zone or o.kind is ZoneKind.BOARD for o in told)


def _shown_between_hands(felt: Felt, seat: Seat, card: Lying) -> Felt:
    """A face laid down while no hand is dealt: a draw for the button, a hand shown late; never a hole card."""
    felt = stayed(felt, card)
    if card.face is Face.DOWN:
        return felt
    return tell(
        felt,
        CardExposed(
            by="unknown",
            seat=seat,
            card=card.card,
            source=card.source,
            confidence=card.confidence,
            because=card.because,
            certainty=certainty(card.doubt),
        ),
    )


def deal(felt: Felt, seat: Seat, card: Lying, tag: Tag | None = None) -> Felt:
    """Tell a hole card; its face says whether the dealer exposed it. Its name may follow within a moment."""
    tags = untold(felt, card.zone)
    tag = tag or next((t for t in tags if t.card == card.card), tags[0] if tags else None)
    name, confidence = _agreed(felt, card, tag)
    because = joined(card.because, (tag.seq,) if tag else ())
    if tag is not None:
        felt = take(felt, tag)
    until = _wait(felt, card) if name is None and (tag is None or card.unread) else None
    dealt = HoleCardDealt(
        seat=seat,
        card=name,
        face=card.face,
        source=card.source,
        confidence=confidence,
        because=because,
        certainty=certainty(card.doubt),
    )
    felt = tell_named(felt, dealt, until, card)
    known = card if card.face is Face.DOWN else replace(card, card=name or card.card)
    known = replace(known, tag=tag.tag if tag is not None else None)
    return changed(stayed(felt, known, owner=seat), dealt=True, last_dealt=seat)


def _wait(felt: Felt, card: Lying) -> int | None:
    if card.face is Face.UP:
        return card.since + READ_WAIT
    return card.since + TAG_WAIT if felt.deck.tags else None


def _agreed(felt: Felt, card: Lying, tag: Tag | None) -> tuple[Card | None, float]:
    """The card's name as camera and tag have it; None where they contradict each other.

    A tag names no face that was not read: it says which card lies there, not that it lies open, and a back that was
    taken for a face would be known to everybody.
    """
    if tag is None:
        return card.card, card.confidence * (DOUBT if duplicate(felt, card) else 1.0)
    if card.unread:
        return None, card.confidence
    if card.card is None or card.card == tag.card:
        return tag.card, card.confidence if card.unseen else agreed(card.confidence, tag.confidence)
    return None, card.confidence * DOUBT


def _tags_before(felt: Felt, layout: Layout, card: Lying) -> list[Tag]:
    """The tags of hole cards that came before *card* to other seats, and that no camera has seen."""
    own = untold(felt, card.zone)
    came = min(card.since, own[0].at) if own else card.since
    seen = {other.zone for other in felt.cards if other.told is None}
    earlier = [tag for tag in felt.tags if not tag.told and tag.at < came and tag.zone not in seen]
    gaps = [tag for tag in earlier if (zone := zone_of(layout, tag.zone)) and fills_a_gap(felt, tag, zone)]
    return sorted(gaps, key=lambda tag: (tag.at, tag.seq))


def _tags_alone(felt: Felt, layout: Layout) -> Felt:
    """Tell the hole cards whose tags no camera has confirmed in time; tags that can be no hole card are done with."""
    late = [t for t in felt.tags if not t.told and t.at + ALONE <= felt.now]
    for tag in sorted(late, key=lambda t: (t.at, t.seq)):
        if felt.hand is None or felt.decided:
            break
        felt = _deal_unseen(felt, layout, tag)
        felt = changed(felt, tags=tuple(t for t in felt.tags if t is not tag))
    return felt


def _deal_unseen(felt: Felt, layout: Layout, tag: Tag) -> Felt:
    zone = zone_of(layout, tag.zone)
    if zone is None or zone.seat is None or not fills_a_gap(felt, tag, zone):
        return felt
    card = Lying(
        number=felt.numbered,
        zone=zone.name,
        kind=zone.kind,
        seat=zone.seat,
        card=None,
        face=Face.DOWN,
        centre=_middle(zone),
        confidence=DOUBT,
        source=tag.source,
        since=felt.now,
        because=(tag.seq,),
        doubt=True,
        unseen=True,
    )
    felt = changed(felt, numbered=felt.numbered + 1, cards=(*felt.cards, card))
    return deal(felt, zone.seat, card, tag)


def _middle(zone: Zone) -> Point:
    corners = zone.corners
    return Point(sum(c.x for c in corners) / len(corners), sum(c.y for c in corners) / len(corners))


def _pushed_forward(felt: Felt, card: Lying) -> Felt:
    """Cards in a seat's bet zone: its own hand pushed forward, told once."""
    own = [gone for gone in felt.missing if gone.owner == card.seat and is_current(felt, gone)]
    if not own or card.seat is None:
        return stayed(felt, card)
    before = next((gone for gone in own if gone.card is not None and gone.card == card.card), own[0])
    felt = changed(felt, missing=tuple(gone for gone in felt.missing if gone is not before))
    first = not any(other.owner == card.seat and other.zone == card.zone for other in felt.cards)
    felt = stayed(felt, card, owner=card.seat)
    if not first:
        return felt
    return tell(
        felt,
        HandPushed(
            seat=card.seat,
            source=card.source,
            confidence=card.confidence,
            because=joined(before.because, card.because),
            certainty=certainty(card.doubt or before.doubt),
        ),
    )


def due(felt: Felt) -> Iterator[int]:
    """When cards at seats stop waiting for earlier ones."""
    for card in felt.cards:
        if card.told is None and card.kind is ZoneKind.CARDS:
            yield card.since + felt.pace
