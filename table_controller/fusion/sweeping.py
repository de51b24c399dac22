"""Chips that left a bet zone or the pot: swept, taken back, pushed. Absence is told only after a wait."""

from collections.abc import Iterator
from dataclasses import replace

from table_controller.fusion.betting import ABOUT, live_seats, pot_of, push
from table_controller.fusion.felt import SECOND, Felt, Shift, changed, unseen
from table_controller.fusion.telling import agreed, certainty, joined, tell
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import BetsCollected, Certainty, ChipsTakenBack, PotPushed, ZoneTouched
from table_controller.records.layout import Layout, ZoneKind

PUSH_WAIT = 5 * SECOND
"""How long chips that left the pot may take to a bet zone."""

SWEEP_WAIT = 4 * SECOND
"""How long a sweep may pause between two zones."""

CARRY_WAIT = 6 * SECOND
"""How long bets may be on the way to the pot once none is left on the felt."""

BACK_WAIT = 3 * SECOND
"""How long a whole bet that vanished alone, or a miscounted sweep, waits for more."""

CHANGE_WAIT = 2 * SECOND
"""How long a part of a bet that went waits before it is told as taken back; and chips in the pot that no bet misses."""


def settle_falls(felt: Felt, layout: Layout, *, final: bool = False) -> Felt:
    """*felt* with sweeps, chips taken back and pots pushed told once nothing more is to be waited for.

    *final*: the next thing has happened already (a card was dealt, the hand is over): do not wait.
    """
    felt = _respread(felt)
    if felt.falls and felt.pot_in:
        return _sweep(felt) if final or felt.now >= _swept_at(felt) else felt
    for fall in felt.falls:
        if fall in felt.falls and (final or felt.now >= _fall_at(felt, fall)) and not _pot_unseen(felt, layout):
            felt = _gone(felt, fall)
    for rise in felt.pot_in:
        if final or felt.now >= rise.at + CHANGE_WAIT:
            felt = _touched(changed(felt, pot_in=tuple(r for r in felt.pot_in if r is not rise)), rise)
    return _pot_gone(felt, layout, final)


def before_action(felt: Felt, layout: Layout, seats: set[Seat | None]) -> Felt:
    """*felt* with chips told as taken back, now that *seats* act and no sweep has been seen: no dealer sweeps here."""
    if felt.pot_in or _pot_unseen(felt, layout):
        return felt
    for fall in felt.falls:
        if fall.seat not in seats and (fall.rest or (len(felt.falls) == 1 and _bets_lie(felt))):
            felt = _taken_back(felt, fall)
    return felt


def settle_pot(felt: Felt, seq: int) -> Felt:
    """*felt* at the end of a hand, told by entry *seq*: what was staked and not seen to go to anybody went to the last
    seat with cards."""
    live = live_seats(felt)
    if felt.staked <= 0 or len(live) != 1:
        return felt
    amount, seat = Chips(felt.staked), live.pop()
    pushed = PotPushed(seat=seat, amount=amount, certainty=Certainty.INFERRED, confidence=0.6, because=(seq,))
    return tell(felt, pushed)


def _respread(felt: Felt) -> Felt:
    """Chips of the pot that only lay differently or were miscounted between two looks: no event."""
    if felt.falls or not (felt.pot_in and felt.pot_out):
        return felt
    both = min(sum(s.amount for s in felt.pot_in), sum(s.amount for s in felt.pot_out))
    return changed(felt, pot_in=_off(felt.pot_in, both), pot_out=_off(felt.pot_out, both))


def _off(shifts: tuple[Shift, ...], amount: int) -> tuple[Shift, ...]:
    kept: list[Shift] = []
    for shift in shifts:
        off = min(amount, shift.amount)
        amount -= off
        if shift.amount > off:
            kept.append(replace(shift, amount=Chips(shift.amount - off), chips=()))
    return tuple(kept)


def _bets_lie(felt: Felt) -> bool:
    return any(pile.bettor is not None and pile.worth > pile.won for pile in felt.piles)


def _swept_at(felt: Felt) -> int:
    """When the sweep that goes on is over: at once if the sums agree and no bet lies."""
    last = max(shift.at for shift in felt.falls + felt.pot_in)
    if _bets_lie(felt):
        return last + SWEEP_WAIT
    came, went = sum(s.amount for s in felt.pot_in), sum(s.amount for s in felt.falls)
    whole = sum(s.amount for s in felt.falls if not s.rest)
    return last if came >= ABOUT * went or came == whole else last + BACK_WAIT


def _sweep(felt: Felt) -> Felt:
    """Tell the sweep; parts of bets that did not arrive in the pot were given back before it."""
    came = sum(shift.amount for shift in felt.pot_in)
    whole = [fall for fall in felt.falls if not fall.rest]
    parts = [fall for fall in felt.falls if fall.rest]
    if parts and whole and came == sum(fall.amount for fall in whole):
        for part in parts:
            felt = _taken_back(felt, part)
    went = sum(fall.amount for fall in felt.falls)
    shifts = felt.falls + felt.pot_in
    collected = BetsCollected(
        source=shifts[-1].source,
        confidence=_sure_of_sweep(felt, went, came),
        because=joined(*(shift.because for shift in shifts)),
        certainty=certainty(any(shift.doubt for shift in shifts)),
    )
    return tell(changed(felt, falls=(), pot_in=()), collected)


def _sure_of_sweep(felt: Felt, went: int, came: int) -> float:
    """The same sum missed here and found there is seen twice; a sum that does not agree at all is in doubt."""
    out, back = (min(shift.confidence for shift in shifts) for shifts in (felt.falls, felt.pot_in))
    if went == came:
        return agreed(out, back)
    return min(out, back) * (1.0 if ABOUT * went <= came <= went / ABOUT else 0.7)


def _fall_at(felt: Felt, fall: Shift) -> int:
    """When bets that vanished without the pot gaining are told as they are."""
    last = max(shift.at for shift in felt.falls)
    if fall.rest:
        return fall.at + CHANGE_WAIT
    return last + (BACK_WAIT if _bets_lie(felt) and len(felt.falls) == 1 else CARRY_WAIT)


def _gone(felt: Felt, fall: Shift) -> Felt:
    """A bet that went and did not come to the pot: one alone was taken back, several were swept somewhere."""
    whole = tuple(shift for shift in felt.falls if not shift.rest)
    if fall.rest or (len(whole) == 1 and (_bets_lie(felt) or felt.decided)):
        return _taken_back(felt, fall)
    if len(whole) == 1 and not felt.dealt:
        return _taken_back(felt, fall)
    collected = BetsCollected(
        source=fall.source,
        confidence=0.5,
        because=joined(*(shift.because for shift in whole)),
        certainty=Certainty.INFERRED,
    )
    carried = Chips(felt.carried + sum(shift.amount for shift in whole))
    return tell(changed(felt, falls=tuple(s for s in felt.falls if s.rest), carried=carried), collected)


def _taken_back(felt: Felt, fall: Shift) -> Felt:
    felt = changed(felt, falls=tuple(shift for shift in felt.falls if shift is not fall))
    if fall.seat is None:
        return felt
    return tell(
        felt,
        ChipsTakenBack(
            seat=fall.seat,
            amount=fall.amount,
            chips=fall.chips,
            source=fall.source,
            confidence=fall.confidence * (1.0 if fall.rest else 0.7),
            because=fall.because,
            certainty=certainty(fall.doubt or not fall.rest),
        ),
    )


def _touched(felt: Felt, shift: Shift) -> Felt:
    """Chips came to the pot or left it and nobody saw whose: only that somebody was there is sure."""
    if felt.hand is None or felt.decided:
        return felt
    return tell(
        felt,
        ZoneTouched(
            zone=shift.zone,
            by="unknown",
            source=shift.source,
            confidence=shift.confidence,
            because=shift.because,
            certainty=Certainty.INFERRED,
        ),
    )


def _pot_gone(felt: Felt, layout: Layout, final: bool) -> Felt:
    """Chips that left the pot and came to no bet zone: the one seat that still has cards got them, if it is one."""
    if not felt.pot_out or not (final or felt.now >= _pot_at(felt)):
        return felt
    out, felt = felt.pot_out, changed(felt, pot_out=())
    live = live_seats(felt)
    if felt.hand is None or felt.decided or pot_of(felt, layout).worth:
        return felt
    if len(live) != 1:
        return _touched(felt, out[-1])
    unseen_push = replace(out[-1], seat=live.pop(), confidence=0.6)
    amount = Chips(felt.carried + sum(shift.amount for shift in out))
    return push(felt, unseen_push, amount, joined(*(shift.because for shift in out)), doubt=True)


def _pot_at(felt: Felt) -> int:
    return max(shift.at for shift in felt.pot_out) + PUSH_WAIT


def _pot_unseen(felt: Felt, layout: Layout) -> bool:
    return any(zone.kind is ZoneKind.POT and unseen(felt, zone.name) for zone in layout.zones)


def due(felt: Felt, layout: Layout) -> Iterator[int]:
    """When sweeps and vanished chips are told without waiting any longer."""
    if felt.falls and felt.pot_in:
        yield _swept_at(felt)
        return
    if felt.falls and not _pot_unseen(felt, layout):
        yield from (_fall_at(felt, fall) for fall in felt.falls)
    yield from (rise.at + CHANGE_WAIT for rise in felt.pot_in)
    if felt.pot_out:
        yield _pot_at(felt)
