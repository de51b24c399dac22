"""The bank's book as CSV: every entry in its order; what was taken back is an entry more, never one less."""

import csv
import io
from collections.abc import Iterable, Iterator
from decimal import Decimal

from table_controller.hands.money import chips_as_text
from table_controller.records import Chips, Seat
from table_controller.records.events import ChipsBought, ChipsCashedOut, Event, HandStarted, SeatTaken
from table_controller.records.night import Assessment
from table_controller.records.table import Account

COLUMNS = ("at_s", "seat", "kind", "given_out", "handed_back")


def bank_book(answers: Iterable[Assessment], unit: Decimal = Decimal(1)) -> Iterator[str]:
    """A line for each change of the book: seconds of night time, seat, kind, and what it changes in each column.

    The sums of ``given_out`` and ``handed_back`` are the book's. ``kind``: buy_in, rebuy, add_on, cash_out;
    ``taken_back`` where an entry was undone or judged anew.
    """
    yield _line(COLUMNS)
    before: tuple[Account, ...] = ()
    for answer in answers:
        now = answer.night.till
        for seat, given, back in _changes(before, now):
            amounts = (chips_as_text(Chips(amount), unit) for amount in (given, back))
            yield _line((f"{answer.event.at / 1e9:.3f}", seat, _kind(answer.event), *amounts))
        before = now


def _changes(before: tuple[Account, ...], now: tuple[Account, ...]) -> Iterator[tuple[Seat, int, int]]:
    """By seat: how much more was given out, and handed back."""
    if before == now:
        return
    old, new = ({account.seat: account for account in accounts} for accounts in (before, now))
    for seat in sorted(old.keys() | new.keys()):
        was, is_now = old.get(seat, Account(seat)), new.get(seat, Account(seat))
        if (was.bought, was.cashed) != (is_now.bought, is_now.cashed):
            yield seat, is_now.bought - was.bought, is_now.cashed - was.cashed


def _kind(event: Event) -> str:
    match event:
        case ChipsBought(kind=kind) if kind in ("buy_in", "rebuy", "add_on"):
            return kind
        case ChipsCashedOut():
            return "cash_out"
        case SeatTaken() | ChipsBought() | HandStarted():
            return "buy_in"
        case _:
            return "taken_back"


def _line(values: Iterable[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(values)
    return out.getvalue()
