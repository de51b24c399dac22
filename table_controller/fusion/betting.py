"""Chips that came to a bet zone: a bet, the pot on its way to the winner, or a bet that only seemed to have gone."""

from collections.abc import Iterator
from dataclasses import replace

from table_controller.fusion.chips import less
from table_controller.fusion.explain import busy_until
from table_controller.fusion.felt import MS, Felt, Pile, Shift, changed
from table_controller.fusion.ledger import stack_of
from table_controller.fusion.telling import agreed, certainty, joined, tell
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import BetsCollected, Certainty, ChipsMovedIn, PotPushed
from table_controller.records.layout import Layout, ZoneKind

PUSH_HOLD = 700 * MS
"""How long chips that may come from the pot wait for a look at it."""

AT_ONCE = 400 * MS
"""How soon after chips that a hand brought more of them are the same movement, seen only now: no hand fetches more in
that time."""

ABOUT = 0.9
"""Piles are miscounted; sums that agree to this part are equal."""


def settle_rises(felt: Felt, layout: Layout) -> Felt:
    """*felt* with the chips that came to bet zones told, but for those that may be the pot on its way."""
    rises, felt = felt.rises, changed(felt, rises=())
    if felt.hand is not None:
        rises, felt = (*felt.early, *rises), changed(felt, early=())
    for rise in rises:
        felt, left = _returned(felt, rise)
        if left is None:
            continue
        pushed = _from_pot(felt, layout, left) or _from_bets(felt, left)
        if pushed is not None:
            felt = pushed
        elif felt.now < _held_until(felt, layout, left):
            felt = changed(felt, rises=(*felt.rises, left))
        else:
            felt = _bet(felt, left)
    return felt


def _returned(felt: Felt, rise: Shift) -> tuple[Felt, Shift | None]:
    """Take off what the same zone lost a moment ago without the pot gaining: it never went, or came back as change."""
    gone = sum(fall.amount for fall in felt.falls if fall.zone == rise.zone)
    if felt.pot_in or gone == 0:
        return felt, rise
    felt = changed(felt, falls=less(felt.falls, rise, rise.amount))
    if rise.amount <= gone:
        return felt, None
    return felt, replace(rise, amount=Chips(rise.amount - gone), chips=())


def _bet(felt: Felt, rise: Shift) -> Felt:
    if rise.seat is None:
        return felt
    motion, felt = _movement(felt, rise)
    moved = ChipsMovedIn(
        seat=rise.seat,
        amount=rise.amount,
        chips=rise.chips,
        with_prior=rise.rest,
        motion=motion,
        source=rise.source,
        confidence=rise.confidence,
        because=rise.because,
        certainty=certainty(rise.doubt),
    )
    return tell(felt, moved, at=rise.touched)


def _movement(felt: Felt, rise: Shift) -> tuple[int, Felt]:
    """The forward movement that *rise* is, or of which it is what an arm hid until now; *felt* that remembers it."""
    last = next((pile for pile in felt.piles if pile.zone == rise.zone), Pile(rise.zone))
    goes_on = last.motion if not rise.by_hand and rise.at - last.gained <= AT_ONCE else None
    motion = felt.motions + 1 if goes_on is None else goes_on
    pile = replace(last, motion=motion if rise.by_hand else goes_on, gained=rise.at)
    piles = tuple(pile if other.zone == rise.zone else other for other in felt.piles)
    return motion, changed(felt, motions=max(felt.motions, motion), piles=piles)


def _from_pot(felt: Felt, layout: Layout, rise: Shift) -> Felt | None:
    """The push of what just left the pot, if *rise* can be that."""
    out = sum(shift.amount for shift in felt.pot_out)
    empty = not pot_of(felt, layout).worth
    if not felt.pot_out or (out < ABOUT * rise.amount and not empty):
        return None
    because = joined(rise.because, *(shift.because for shift in felt.pot_out))
    doubt = rise.doubt or out < rise.amount
    if out == rise.amount:
        rise = replace(rise, confidence=agreed(rise.confidence, min(shift.confidence for shift in felt.pot_out)))
    felt = changed(felt, pot_out=_without(felt.pot_out, rise.amount))
    return push(felt, rise, rise.amount, because, doubt)


def _without(shifts: tuple[Shift, ...], amount: int) -> tuple[Shift, ...]:
    """What is left of the chips that left the pot after *amount* of them was pushed; crumbs are miscounts."""
    left = less(shifts, shifts[-1], amount)
    total = sum(shift.amount for shift in shifts)
    return left if sum(shift.amount for shift in left) > (1 - ABOUT) * total else ()


def _from_bets(felt: Felt, rise: Shift) -> Felt | None:
    """All others' bets pushed to the winner without a way over the pot: exactly their sum, and no other bet lies."""
    falls = [fall for fall in felt.falls if fall.seat != rise.seat]
    others = [pile for pile in felt.piles if pile.bettor not in (None, rise.seat) and pile.worth > pile.won]
    if felt.pot_in or others or not falls or sum(fall.amount for fall in falls) != rise.amount:
        return None
    because = joined(rise.because, *(fall.because for fall in falls))
    felt = tell(
        changed(felt, falls=()),
        BetsCollected(source=rise.source, certainty=Certainty.INFERRED, confidence=0.7, because=because),
    )
    own = sum(pile.worth for pile in felt.piles if pile.zone == rise.zone)
    return push(felt, rise, Chips(own), because, doubt=True)


def push(felt: Felt, rise: Shift, amount: Chips, because: tuple[int, ...], doubt: bool) -> Felt:
    """Tell that *amount* of the pot went to the seat of *rise*; what lies there now is no bet."""
    if rise.seat is None:
        return felt
    piles = tuple(replace(p, won=Chips(p.won + amount)) if p.zone == rise.zone else p for p in felt.piles)
    pushed = PotPushed(
        seat=rise.seat,
        amount=amount,
        source=rise.source,
        confidence=rise.confidence,
        because=because,
        certainty=certainty(doubt),
    )
    return tell(changed(felt, piles=piles), pushed)


def _held_until(felt: Felt, layout: Layout, rise: Shift) -> int:
    """Until when *rise* may be the pot or a part of it: a hand was there, the same chips, more than the stack has."""
    pot = pot_of(felt, layout)
    if not pot.worth:
        return rise.at
    stack = stack_of(felt, rise.seat) if rise.seat is not None else None
    alike = rise.chips == pot.counts or (stack is not None and rise.amount > stack)
    return max(rise.at + PUSH_HOLD if alike else rise.at, busy_until(felt, (pot.zone,), rise.at) or 0)


def pot_of(felt: Felt, layout: Layout) -> Pile:
    """The chips last seen in the pot."""
    names = {zone.name for zone in layout.zones if zone.kind is ZoneKind.POT}
    return next((pile for pile in felt.piles if pile.zone in names), Pile(""))


def live_seats(felt: Felt) -> set[Seat]:
    """The seats that still have cards and did not say fold."""
    owners = {c.owner for c in (*felt.cards, *felt.missing) if c.owner is not None and c.hand == felt.hand}
    return owners - set(felt.folds)


def due(felt: Felt, layout: Layout) -> Iterator[int]:
    """When chips that may come from the pot are told as a bet."""
    for rise in felt.rises:
        yield _held_until(felt, layout, rise)
