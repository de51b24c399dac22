"""The fold: one observation in, the events it makes certain out. Pure: the same observations give the same events."""

from collections.abc import Iterator
from typing import assert_never

from table_controller.fusion import (
    antennas,
    betting,
    community,
    dealing,
    hands,
    jokers,
    mucking,
    people,
    showing,
    sources,
    sweeping,
    tags,
    telling,
)
from table_controller.fusion.cards import is_stale, look_at_cards
from table_controller.fusion.chips import look_at_chips
from table_controller.fusion.felt import Felt, changed, zone_of
from table_controller.fusion.order import admit, is_full, window_of
from table_controller.fusion.proof import PROOF, earliest, proven, unproven_until
from table_controller.fusion.put_back import put_back
from table_controller.records.chips import Seat
from table_controller.records.events import Event, Ticked
from table_controller.records.layout import Layout, ZoneKind
from table_controller.records.observations import (
    ButtonPress,
    CardSighting,
    ChipSighting,
    HandOverZone,
    ManualEntry,
    Observation,
    RulingEntered,
    SourceLost,
    SourceRestored,
    TagRead,
    Tick,
    ViewBlocked,
)

ROUNDS = 1000
"""How many waits may end at one observation; more would be a fault, and the game must not stop for it."""

Fused = tuple[Felt, tuple[Event, ...]]


def fuse(felt: Felt, seq: int, observation: Observation, layout: Layout) -> Fused:
    """The felt after *observation*, entry *seq* of the journal, and the events that are certain by now, in order.

    Events name in ``because`` all entries they rest on. Pure, and never raises, whatever the observation says.
    """
    felt = admit(felt, seq, observation)
    return telling.drain(_take_in(felt, felt.latest - window_of(felt), layout))


def flush(felt: Felt, layout: Layout) -> Fused:
    """The end of the input: the felt with nothing left to wait for, and the events that were waited with."""
    felt = _take_in(felt, felt.latest + PROOF, layout)
    for _ in range(ROUNDS):
        due = _next_due(felt, layout)
        if due is None:
            break
        felt = _pass_time(felt, due, layout)
    return telling.drain(felt)


def wake_at(felt: Felt, layout: Layout) -> int | None:
    """The night time at which a ``Tick`` brings something new; None when only an observation can.

    That time passed is nothing new: a tick that waits itself needs no other to be told.
    """
    waits = any(not isinstance(one.observation, Tick) for one in felt.waiting)
    times = [unproven_until(felt, layout)] if waits else []
    times += (due for due in _dues(felt, layout) if not times or due < felt.waiting[0].observation.at)
    return min(times) + window_of(felt) if times else None


def _take_in(felt: Felt, until: int, layout: Layout) -> Felt:
    """See what happened up to *until*, all of a moment together, and explain it; let the waits until then end.

    A moment that no later look has proved yet holds back all behind it.
    """
    while moment := earliest(felt):
        at = moment[0].observation.at
        if at > until and not is_full(felt):
            return _pass_time(felt, until, layout)
        felt = _pass_time(felt, at, layout)
        if unproven_until(felt, layout) > until and not is_full(felt):
            return felt
        moment, felt = proven(felt, moment, layout), changed(felt, waiting=felt.waiting[len(moment) :])
        for waiting in moment:
            felt = _see(felt, waiting.seq, waiting.observation, layout)
        felt = _settle(felt, layout)
    return _pass_time(felt, until, layout)


def _pass_time(felt: Felt, until: int, layout: Layout) -> Felt:
    """Let the waits that end by *until* end, each at its moment."""
    for _ in range(ROUNDS):
        due = _next_due(felt, layout)
        if due is None or due > until:
            break
        felt = _settle(changed(felt, now=max(felt.now, due)), layout)
    return changed(felt, now=max(felt.now, until))


def _next_due(felt: Felt, layout: Layout) -> int | None:
    return None if _is_still(felt) else min(_dues(felt, layout), default=None)


def _is_still(felt: Felt) -> bool:
    """Whether nothing can be waited for, as while a person enters what happens: asked before every kind of wait."""
    if felt.cards or felt.missing or felt.tags or felt.laid or felt.touches or felt.presses or felt.cleared is not None:
        return False
    if felt.rises or felt.falls or felt.pot_in or felt.pot_out:
        return False
    return not felt.outbox or all(held.until is None for held in felt.outbox)


def _dues(felt: Felt, layout: Layout) -> Iterator[int]:
    for due in _DUES:
        yield from due(felt)
    yield from community.due(felt, layout)
    yield from betting.due(felt, layout)
    yield from people.due(felt, layout)
    yield from sweeping.due(felt, layout)


_DUES = (
    *(antennas.due, dealing.due, hands.due, jokers.due, mucking.due),
    *(showing.due, sources.due, tags.due, telling.due),
)


def _settle(felt: Felt, layout: Layout) -> Felt:
    """Explain what can be explained now, in the order in which a hand goes."""
    felt = people.settle_presses(felt, layout, before_chips=True)
    felt = dealing.settle_seats(felt, layout, final=bool(felt.rises) or _next_street(felt))
    if felt.rises or any(card.told is None and card.kind is ZoneKind.MUCK for card in felt.cards):
        felt = sweeping.before_action(felt, layout, {rise.seat for rise in felt.rises})
    felt = mucking.settle_muck(felt, layout, _betting(felt), final=_goes_on(felt))
    felt = betting.settle_rises(felt, layout)
    felt = sweeping.settle_falls(felt, layout, final=_next_street(felt))
    felt = people.settle_presses(felt, layout)
    felt = community.settle_burns(felt, layout)
    felt = community.settle_board(felt, layout)
    felt = community.settle_stub(felt, layout)
    felt = antennas.settle_unwatched(felt, layout)
    felt = jokers.settle_jokers(showing.settle_shown(felt))
    felt = community.settle_missing(felt)
    felt = sources.settle_touches(felt, layout)
    return telling.settle_outbox(hands.settle_end(felt, layout))


def _betting(felt: Felt) -> set[Seat | None]:
    """The seats whose chips have come, unless they may be the pot on its way to a winner who throws his cards away."""
    return set() if felt.pot_out or felt.falls else {rise.seat for rise in felt.rises}


def _goes_on(felt: Felt) -> bool:
    """Whether chips have moved or cards come, so that a fold before them has to be told."""
    return bool(felt.rises or felt.falls or felt.pot_in or felt.pot_out) or _next_street(felt)


def _next_street(felt: Felt) -> bool:
    """Whether cards have come for the next street: the sweep before it is over."""
    return any(card.told is None and card.kind in (ZoneKind.BURN, ZoneKind.BOARD) for card in felt.cards)


def _see(felt: Felt, seq: int, seen: Observation, layout: Layout) -> Felt:
    match seen:
        case CardSighting() | ChipSighting():
            return _look(felt, seq, seen, layout)
        case HandOverZone():
            return sources.hand_over(felt, seq, seen)
        case TagRead():
            zone = zone_of(layout, seen.zone)
            if zone is not None and zone.kind in antennas.COMMON:
                return antennas.read_common_tag(felt, seq, seen, zone)
            return tags.read_tag(felt, seq, seen, zone)
        case ButtonPress():
            return people.heard(felt, seq, seen, layout)
        case RulingEntered():
            return people.ruled(felt, seq, seen)
        case ManualEntry():
            return people.stated(felt, seq, seen)
        case SourceLost():
            return sources.lost(felt, seq, seen)
        case SourceRestored():
            return sources.back(felt, seq, seen)
        case ViewBlocked():
            return sources.hidden(felt, seq, seen)
        case Tick():
            return telling.tell(felt, Ticked(source=seen.source, because=(seq,)))
        case _:
            assert_never(seen)


def _look(felt: Felt, seq: int, seen: CardSighting | ChipSighting, layout: Layout) -> Felt:
    zone = zone_of(layout, seen.zone)
    if zone is None or is_stale(felt, seen):
        return felt
    if isinstance(seen, CardSighting):
        return look_at_cards(put_back(felt, seq, seen, zone), seq, seen, zone)
    return look_at_chips(felt, seq, seen, zone)
