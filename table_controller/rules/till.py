"""The bank's book: chips that come into play and go out of it. It follows, and never judges (001 §2.4; 000 CASHIER)."""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.table import Account
from table_controller.rules.hand import changed, index_of, with_player


def bought(night: Night, seat: Seat, amount: int) -> Night:
    """*seat* got chips for *amount* from the bank; below nothing: it brought fewer than were booked for it."""
    account = _account(night, seat)
    return _with(night, replace(account, bought=Chips(account.bought + amount)))


def cashed(night: Night, seat: Seat, amount: int) -> Night:
    """*seat* handed chips for *amount* back: from its stack, and what that lacks from what its player took along.

    Who still plays for the pot keeps its stack in the record: chips may not leave the table then (000 BG:STACK-b),
    but for those bought since the hand began.
    """
    account, amount = _account(night, seat), max(0, amount)
    account = replace(account, cashed=Chips(account.cashed + amount))
    off = Chips(min(amount, max(0, in_reach(night, seat))))
    brought = min(amount - off, account.taken)
    night = changed(_taken_off(night, seat, off), dropped=Chips(max(0, night.dropped - brought)))
    return _with(night, replace(account, taken=Chips(account.taken - brought)))


def in_reach(night: Night, seat: Seat) -> int:
    """What *seat* can hand back of the chips at it."""
    hand, index, chips = night.hand, _playing(night.hand, seat), dict(night.stacks).get(seat, 0)
    if hand is None or index is None:
        return chips
    player = hand.players[index]
    return chips - player.start if plays_for_pot(hand, seat) else chips - player.start + player.stack


def _playing(hand: Hand | None, seat: Seat) -> int | None:
    return None if hand is None or hand.settled else index_of(hand, seat)


def plays_for_pot(hand: Hand, seat: Seat) -> bool:
    """Whether *seat* can still win chips in *hand*, and lose them."""
    index = _playing(hand, seat)
    return index is not None and hand.street is not Street.OVER and not hand.players[index].folded


def _taken_off(night: Night, seat: Seat, amount: Chips) -> Night:
    """*amount* less behind *seat*, in the running hand too: as if it had never been there."""
    hand, index = night.hand, _playing(night.hand, seat)
    if hand is not None and index is not None:
        player = hand.players[index]
        less = max(0, amount - bought_since(night, seat))
        fewer = changed(player, stack=Chips(player.stack - less), start=Chips(player.start - less))
        night = changed(night, hand=with_player(hand, index, fewer))
    return changed(
        night, stacks=tuple((one, Chips(chips - amount if one == seat else chips)) for one, chips in night.stacks)
    )


def bought_since(night: Night, seat: Seat) -> int:
    """What *seat* bought since the running hand began: it counts from the next one."""
    hand, index = night.hand, _playing(night.hand, seat)
    if hand is None or index is None:
        return 0
    return max(0, dict(night.stacks).get(seat, 0) - hand.players[index].start)


def left(night: Night, seat: Seat) -> Night:
    """The player of *seat* left the table between hands, with all chips."""
    stacks = dict(night.stacks)
    chips = stacks.pop(seat, Chips(0))
    return taken_along(changed(night, stacks=tuple(stacks.items())), seat, chips)


def taken_along(night: Night, seat: Seat, amount: int) -> Night:
    """*amount* off the table with the player of *seat*; below nothing: of what went along, so much came back."""
    if not amount:
        return night
    account = _account(night, seat)
    night = changed(night, dropped=Chips(max(0, night.dropped + amount)))
    return _with(night, replace(account, taken=Chips(max(0, account.taken + amount))))


def _account(night: Night, seat: Seat) -> Account:
    return next((one for one in night.till if one.seat == seat), Account(seat))


def _with(night: Night, account: Account) -> Night:
    others = [one for one in night.till if one.seat != account.seat]
    return changed(night, till=tuple(sorted((*others, account), key=lambda one: one.seat)))
