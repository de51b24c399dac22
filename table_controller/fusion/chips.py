"""A look at a zone's chips: what came and what went between two rests, as shifts that wait to be explained."""

from dataclasses import replace

from table_controller.fusion.cards import looked
from table_controller.fusion.felt import Counts, Felt, Pile, Shift, changed
from table_controller.fusion.telling import sure
from table_controller.records.chips import Chips
from table_controller.records.layout import Zone, ZoneKind
from table_controller.records.observations import ChipSighting, SightedChips

UNKNOWN = 0.2
"""The most confidence an amount deserves whose chips have no known value."""

DOUBTED = 0.5
"""The confidence below which a pile counts as not seen."""


def look_at_chips(felt: Felt, seq: int, sighting: ChipSighting, zone: Zone) -> Felt:
    """*felt* with the pile in *zone* as *sighting* shows it; a change of its worth waits in it to be explained."""
    old = pile_in(felt, zone)
    new = pile_of(old, sighting)
    changed = (old.counts, old.unknown) != (new.counts, new.unknown)
    shift = _shift(felt, seq, sighting, zone, old, new)
    felt = looked(_with_pile(felt, new), sighting, changed)
    if new.worth > old.worth or (new.worth == old.worth and new.unknown > old.unknown):
        return _rise(felt, zone, shift)
    if new.worth < old.worth:
        return _fall(felt, zone, shift)
    return felt


def pile_in(felt: Felt, zone: Zone) -> Pile:
    """The chips last seen in *zone*."""
    bettor = zone.seat if zone.kind is ZoneKind.BET else None
    return next((pile for pile in felt.piles if pile.zone == zone.name), Pile(zone.name, bettor))


def _with_pile(felt: Felt, new: Pile) -> Felt:
    return changed(felt, piles=(*(pile for pile in felt.piles if pile.zone != new.zone), new))


def pile_of(old: Pile, sighting: ChipSighting) -> Pile:
    """The sighted chips by value; a value or count that cannot be is a chip of no known value."""
    counts: dict[Chips, int] = {}
    unknown = 0
    for chips in sighting.chips:
        if chips.denomination is None or chips.denomination <= 0:
            unknown += max(0, chips.count)
        elif chips.count > 0:
            counts[chips.denomination] = counts.get(chips.denomination, 0) + chips.count
    confidence = sure(sighting.confidence, *(_certain(chips) for chips in sighting.chips))
    return replace(old, counts=tuple(sorted(counts.items(), reverse=True)), unknown=unknown, confidence=confidence)


def _certain(chips: SightedChips) -> float:
    if chips.denomination is None:
        return min(UNKNOWN, chips.confidence)
    return chips.confidence


def _shift(felt: Felt, seq: int, sighting: ChipSighting, zone: Zone, old: Pile, new: Pile) -> Shift:
    before, after = dict(old.counts), dict(new.counts)
    risen = new.worth >= old.worth
    more, less = (after, before) if risen else (before, after)
    chips = {value: count - less.get(value, 0) for value, count in more.items() if count > less.get(value, 0)}
    came = next((touch.came for touch in felt.touches if touch.zone == zone.name), None)
    mixed = sum(value * count for value, count in chips.items()) != abs(new.worth - old.worth)
    return Shift(
        zone=zone.name,
        seat=zone.seat,
        amount=Chips(abs(new.worth - old.worth)),
        chips=() if mixed else tuple(sorted(chips.items(), reverse=True)),
        at=felt.now,
        touched=felt.now if came is None else came,
        by_hand=came is not None,
        because=(seq,),
        source=sighting.source,
        confidence=min(old.confidence, new.confidence),
        doubt=zone.name in felt.stale or min(old.confidence, new.confidence) < DOUBTED,
        rest=bool(old.worth > old.won if risen else new.worth),
    )


def _rise(felt: Felt, zone: Zone, shift: Shift) -> Felt:
    if zone.kind is ZoneKind.POT:
        return changed(felt, pot_in=(*felt.pot_in, shift))
    if zone.kind is not ZoneKind.BET:
        return felt
    if felt.hand is None:
        return changed(felt, early=(*felt.early, shift))
    return changed(felt, rises=(*felt.rises, shift))


def _fall(felt: Felt, zone: Zone, shift: Shift) -> Felt:
    if zone.kind is ZoneKind.POT:
        return changed(felt, pot_out=(*felt.pot_out, shift))
    if zone.kind is not ZoneKind.BET:
        return felt
    return _bet_fell(felt, zone, shift)


def _bet_fell(felt: Felt, zone: Zone, shift: Shift) -> Felt:
    """Chips that were won are pulled to the stack without an event; between hands nothing was bet."""
    pile = pile_in(felt, zone)
    pulled = min(pile.won, shift.amount)
    felt = _with_pile(felt, replace(pile, won=Chips(pile.won - pulled)))
    left = Chips(shift.amount - pulled)
    if felt.hand is None:
        return changed(felt, early=less(felt.early, shift, left))
    if left == 0:
        return felt
    chips: Counts = shift.chips if pulled == 0 else ()
    return changed(felt, falls=(*felt.falls, replace(shift, amount=left, chips=chips)))


def less(shifts: tuple[Shift, ...], of: Shift, amount: int) -> tuple[Shift, ...]:
    """*shifts* with *amount* taken off those of the zone of *of*, the latest first."""
    kept: list[Shift] = []
    for shift in reversed(shifts):
        off = min(amount, shift.amount) if shift.zone == of.zone else 0
        amount -= off
        if off == 0 or shift.amount > off:
            kept.append(shift if off == 0 else replace(shift, amount=Chips(shift.amount - off), chips=()))
    return tuple(reversed(kept))
