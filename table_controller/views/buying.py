"""Who bought how many chips and took how many home, and what the desk takes back of it. Pure."""

from dataclasses import replace

from table_controller.records.chips import Seat
from table_controller.records.events import ChipsBought, ChipsCashedOut, SeatLeft, SeatTaken
from table_controller.records.night import Assessment, Night
from table_controller.views.evening_records import STEPS, Account, Evening, Paid


def bought(evening: Evening, answer: Assessment) -> Evening:
    """The evening after the referee's *answer* to an event that may tell of chips bought or taken home."""
    event = answer.event
    if not isinstance(event, SeatTaken | SeatLeft | ChipsBought | ChipsCashedOut):
        return evening
    evening = _noted(evening, event.seat, answer.night)
    accounts = dict(evening.accounts)
    known = accounts.get(event.seat, Account())
    match event:
        case SeatTaken(stack=stack):
            accounts[event.seat] = replace(known, bought=stack if known.bought is None else known.bought)
        case ChipsBought(amount=amount):
            accounts[event.seat] = replace(known, bought=(known.bought or 0) + amount)
        case ChipsCashedOut(amount=amount):
            accounts[event.seat] = replace(known, cashed_out=known.cashed_out + amount)
        case SeatLeft(seat=seat):
            accounts.pop(seat, None)
            evening = replace(evening, left=evening.left | {seat})
    return replace(evening, accounts=in_order(accounts))


def _noted(evening: Evening, seat: Seat, night: Night) -> Evening:
    """*evening* with the account of *seat* as it is, in case the entry is taken back."""
    if not night.entered:
        return evening
    before = dict(evening.accounts).get(seat)
    return replace(
        evening,
        paid=(*evening.paid, Paid(night.entered[-1].number, seat, before, seat in evening.left))[-STEPS:],
    )


def paid_back(evening: Evening, entry: str, night: Night) -> Evening:
    """The evening without what *entry* bought or took home, if it was taken back; what was played since stays."""
    last = night.entered[-1].number if night.entered else 0
    if not any(str(one.entry) == entry and one.entry > last for one in evening.paid):
        return evening
    accounts, left = dict(evening.accounts), evening.left
    for paid in reversed([one for one in evening.paid if str(one.entry) == entry]):
        known = accounts.get(paid.seat, paid.before)
        before = paid.before or Account()
        accounts[paid.seat] = replace(known or before, bought=before.bought, cashed_out=before.cashed_out)
        if paid.before is None and accounts[paid.seat] == Account():
            del accounts[paid.seat]
        left = left | {paid.seat} if paid.left else left - {paid.seat}
    kept = tuple(one for one in evening.paid if str(one.entry) != entry)
    return replace(evening, accounts=in_order(accounts), left=left, paid=kept)


def in_order(accounts: dict[Seat, Account]) -> tuple[tuple[Seat, Account], ...]:
    """*accounts* by seat."""
    return tuple(sorted(accounts.items(), key=lambda item: item[0]))
