"""The end of a hand: who shows, who wins what, and how the chips get there."""

from collections import Counter

from table_controller.records import Chips, Seat
from table_controller.records.events import HandTabled, PotPushed
from table_controller.simulator.places import bet_of, chip_spots, stack_of
from table_controller.simulator.purse import Purse, worth
from table_controller.simulator.ranking import strength
from table_controller.simulator.running import ACTION, Running


def show_all(hand: Running) -> None:
    """The live hands are turned up: the last to bet or raise first, then clockwise; once a hand."""
    if hand.tabled:
        return
    hand.tabled = True
    live = [seat for seat in hand.seats if seat in hand.betting.live]
    first = live.index(hand.betting.shows_first) if hand.betting.shows_first in live else 0
    for seat in live[first:] + live[:first]:
        hand.show(seat, (HandTabled(seat=seat, cards=tuple(hand.hole[seat])),))


def finish(hand: Running) -> None:
    """Show where it must be shown, push every pot to its winners, who pull it in."""
    if len(hand.betting.live) > 1:
        show_all(hand)
    for seat, amount in awards(hand):
        _push(hand, seat, amount)


def awards(hand: Running) -> list[tuple[Seat, int]]:
    """Who wins how much in all; the last named takes whatever is left in the pot."""
    won: Counter[Seat] = Counter()
    for amount, seats in _pots(hand):
        best = _best(hand, seats)
        share, odd = divmod(amount, 10 * len(best))
        for place, seat in enumerate(best):
            won[seat] += 10 * share + (odd if place == 0 else 0)
    return [(seat, won[seat]) for seat in hand.seats if won[seat]]


def _best(hand: Running, seats: list[Seat]) -> list[Seat]:
    if len(seats) == 1:
        return seats
    values = {seat: strength((*hand.hole[seat], *hand.board)) for seat in seats}
    return [seat for seat in seats if values[seat] == max(values.values())]


def _pots(hand: Running) -> list[tuple[int, list[Seat]]]:
    """Main and side pots: the amount and the seats that can win it; one nobody live paid into goes to the one below."""
    totals, live = hand.betting.totals, hand.betting.live
    pots: list[tuple[int, list[Seat]]] = []
    below = 0
    for level in sorted({total for total in totals.values() if total}):
        amount = sum(max(0, min(total, level) - below) for total in totals.values())
        seats = [seat for seat in hand.seats if seat in live and totals[seat] >= level]
        if pots and (not seats or seats == pots[-1][1]):
            pots[-1] = (pots[-1][0] + amount, pots[-1][1])
        else:
            pots.append((amount, seats or list(live)))
        below = level
    return pots


def _push(hand: Running, seat: Seat, amount: int) -> None:
    for batch in _batches(hand.from_pot(amount), len(chip_spots(bet_of(seat)))):
        event = PotPushed(seat=seat, amount=Chips(worth(batch)))
        hand.shift("pot", bet_of(seat), batch, (event,), ACTION)
        hand.shift(bet_of(seat), stack_of(seat), batch, (), ACTION)


def _batches(chips: Purse, most: int) -> list[Purse]:
    """No more chips at once than fit before the winner."""
    pieces = sorted(chips.elements(), reverse=True)
    return [Counter(pieces[start : start + most]) for start in range(0, len(pieces), most)]
