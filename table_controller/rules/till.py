"""The bank's book: chips that come into play and go out of it. It follows, and never judges (001 §2.4; 000 CASHIER)."""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.night import Night
from table_controller.records.table import Account
from table_controller.rules.hand import changed


def bought(night: Night, seat: Seat, amount: int) -> Night:
    """*seat* got chips for *amount* from the bank; below nothing: it brought fewer than were booked for it."""
    account = _account(night, seat)
    return _with(night, replace(account, bought=Chips(account.bought + amount)))


def cashed(night: Night, seat: Seat, amount: int) -> Night:
    """*seat* handed chips for *amount* back."""
    account = _account(night, seat)
    return _with(night, replace(account, cashed=Chips(account.cashed + max(0, amount))))


def _account(night: Night, seat: Seat) -> Account:
    return next((one for one in night.till if one.seat == seat), Account(seat))


def _with(night: Night, account: Account) -> Night:
    others = [one for one in night.till if one.seat != account.seat]
    return changed(night, till=tuple(sorted((*others, account), key=lambda one: one.seat)))
