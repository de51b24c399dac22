"""What the sources say of themselves: lost, hidden, restored; and hands over the felt."""

from collections.abc import Iterator
from dataclasses import replace

from table_controller.fusion.explain import is_earlier
from table_controller.fusion.felt import SECOND, Felt, Touch, changed, unseen, zone_of, zones_of
from table_controller.fusion.telling import tell
from table_controller.records.events import SourceBack, SourceGone, ZoneBlocked, ZoneRestored, ZoneTouched
from table_controller.records.layout import Layout, ZoneKind
from table_controller.records.observations import HandOverZone, SourceLost, SourceRestored, ViewBlocked

TOUCH_WAIT = 2 * SECOND
"""How long after a hand left a zone a change there may still explain it."""

_WATCHED = (ZoneKind.POT, ZoneKind.MUCK, ZoneKind.BURN)
"""Where a hand that changed nothing is worth an event."""


def lost(felt: Felt, seq: int, fault: SourceLost) -> Felt:
    """*felt* without one of its sources: what it showed last is no longer known to be so."""
    if fault.source in felt.lost:
        return felt
    zones = tuple(look.zone for look in felt.looks if look.source == fault.source)
    felt = changed(felt, lost=(*felt.lost, fault.source), stale=tuple(sorted({*felt.stale, *zones})))
    return tell(felt, SourceGone(source=fault.source, because=(seq,)))


def back(felt: Felt, seq: int, restored: SourceRestored) -> Felt:
    """*felt* with a source back; tags it had read and that no card took are read anew."""
    if restored.source not in felt.lost:
        return felt
    felt = changed(
        felt,
        lost=tuple(source for source in felt.lost if source != restored.source),
        tags=tuple(tag for tag in felt.tags if tag.told or tag.source != restored.source),
        laid=tuple(tag for tag in felt.laid if tag.told or tag.source != restored.source),
    )
    return tell(felt, SourceBack(source=restored.source, because=(seq,)))


def hidden(felt: Felt, seq: int, view: ViewBlocked) -> Felt:
    """*felt* with a zone hidden from a source, or seen again."""
    key = (view.zone, view.source)
    felt = changed(felt, touches=tuple(replace(t, hides=False) if t.zone == view.zone else t for t in felt.touches))
    if view.blocked == (key in felt.blocked):
        return felt
    if view.blocked:
        stale = tuple(sorted({*felt.stale, view.zone}))
        felt = changed(felt, blocked=(*felt.blocked, key), stale=stale)
        return tell(felt, ZoneBlocked(zone=view.zone, source=view.source, because=(seq,), confidence=view.confidence))
    felt = changed(felt, blocked=tuple(pair for pair in felt.blocked if pair != key))
    if any(zone == view.zone for zone, _ in felt.blocked):
        return felt  # another camera still does not see it: nothing may be concluded from what is missing there
    return tell(felt, ZoneRestored(zone=view.zone, source=view.source, because=(seq,), confidence=view.confidence))


def hand_over(felt: Felt, seq: int, hand: HandOverZone) -> Felt:
    """*felt* with a hand come over a zone, or gone from it."""
    others = tuple(touch for touch in felt.touches if touch.zone != hand.zone)
    over = tuple(zone for zone in felt.over if zone != hand.zone)
    if hand.present:
        touch = Touch(hand.zone, hand.source, (seq,), came=felt.now)
        return changed(felt, over=(*over, hand.zone), touches=(*others, touch))
    was = next((touch for touch in felt.touches if touch.zone == hand.zone), None)
    if was is None:
        return changed(felt, over=over)
    if was.hides:
        felt = hidden(felt, seq, ViewBlocked(at=hand.at, source=was.source, zone=was.zone, blocked=False))
    return changed(felt, over=over, touches=(*others, replace(was, left=felt.now, hides=False)))


def at_the_burns(felt: Felt, layout: Layout) -> Felt:
    """*felt* that tells, before the cards of a street, what hands have done at the burns that nobody could see.

    One that has left without a change may have squared a burn on another; under one that stays there may be any.
    """
    if felt.hand is None or felt.decided:
        return felt
    burns = zones_of(layout, ZoneKind.BURN)
    for touch in felt.touches:
        if touch.zone in burns:
            felt = _untold(felt, touch) if touch.left is not None else _under(felt, touch)
    return felt


def _under(felt: Felt, touch: Touch) -> Felt:
    """*felt* with the zone of a hand that stays told as hidden, until it goes."""
    if unseen(felt, touch.zone):
        return felt
    view = ViewBlocked(at=felt.now, source=touch.source, zone=touch.zone, blocked=True)
    felt = hidden(_explained(felt, touch), touch.because[0], view)
    return changed(felt, touches=(*felt.touches, replace(touch, hides=True)))


def _untold(felt: Felt, touch: Touch) -> Felt:
    """*felt* with a hand that has changed nothing told, and no longer waited for.

    Where something lies among the burns since before this hand, a card laid on it may be the first burn: while the
    hand was there they were hidden.
    """
    felt = _explained(felt, touch)
    if any(card.zone == touch.zone and card.kind is ZoneKind.BURN and is_earlier(felt, card) for card in felt.cards):
        felt = tell(felt, ZoneBlocked(zone=touch.zone, source=touch.source, because=touch.because))
        return tell(felt, ZoneRestored(zone=touch.zone, source=touch.source, because=touch.because))
    return tell(felt, ZoneTouched(zone=touch.zone, by="unknown", source=touch.source, because=touch.because))


def _explained(felt: Felt, touch: Touch) -> Felt:
    return changed(felt, touches=tuple(other for other in felt.touches if other is not touch))


def settle_touches(felt: Felt, layout: Layout) -> Felt:
    """*felt* with hands that changed nothing told, where it matters: at the pot, the muck and the burns."""
    for touch in felt.touches:
        if touch.left is not None and felt.now >= touch.left + TOUCH_WAIT:
            zone = zone_of(layout, touch.zone)
            told = zone is not None and zone.kind in _WATCHED and felt.hand is not None and not felt.decided
            felt = _untold(felt, touch) if told else _explained(felt, touch)
    return felt


def due(felt: Felt) -> Iterator[int]:
    """When a hand that changed nothing is told."""
    yield from (touch.left + TOUCH_WAIT for touch in felt.touches if touch.left is not None)
