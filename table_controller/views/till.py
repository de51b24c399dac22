"""The bank's book as the desk shows it: who bought and handed back what, and whether all chips are accounted for."""

from dataclasses import dataclass

from table_controller.records.chips import Chips, Seat
from table_controller.records.night import Night


@dataclass(frozen=True, slots=True)
class AccountView:
    """What a seat got from the bank in all, and what it handed back."""

    seat: Seat
    bought: Chips
    cashed: Chips


@dataclass(frozen=True, slots=True)
class TillView:
    """The sums: given out, handed back, in play, gone from the table (drop, chips taken along).

    ``difference``: chips that nothing explains, above 0 too many in play, below 0 too few.
    """

    accounts: tuple[AccountView, ...]
    bought: Chips
    cashed: Chips
    in_play: Chips
    gone: Chips
    difference: int


def till_view(night: Night) -> TillView | None:
    """The book of *night*; None where nobody ever bought chips."""
    if not any(account.bought or account.cashed for account in night.till):
        return None
    bought, cashed = sum(one.bought for one in night.till), sum(one.cashed for one in night.till)
    in_play = sum(stack for _, stack in night.stacks) + _carried(night)
    accounts = tuple(AccountView(one.seat, one.bought, one.cashed) for one in night.till)
    difference = in_play + night.dropped + cashed - bought
    return TillView(accounts, Chips(bought), Chips(cashed), Chips(in_play), night.dropped, difference)


def _carried(night: Night) -> int:
    """An odd chip for the next pot. What is bet counts as its owner's until the hand is over."""
    hand = night.hand
    if hand is None or hand.settled:
        return night.carried
    dead = sum(player.start - player.stack + player.won - player.total for player in hand.players)  # posted in it
    return max(0, hand.carried - max(0, dead))
