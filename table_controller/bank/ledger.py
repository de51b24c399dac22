"""The bank's ledger: what each player bought and handed back, as entries; balances are a fold over them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from table_controller.records import Chips
from table_controller.records.events import ChipsBought, ChipsCashedOut, Event


class EntryKind(Enum):
    """Why chips changed hands with the bank."""

    BUY_IN, REBUY, ADD_ON, CASH_OUT = "buy_in", "rebuy", "add_on", "cash_out"


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """*who* got chips from the bank (buy-in, rebuy, add-on) or gave chips back (cash-out), worth *amount* > 0."""

    who: str
    kind: EntryKind
    amount: Chips
    at: int = 0

    def __post_init__(self) -> None:
        if self.amount <= 0:
            raise ValueError(f"a ledger entry's amount is above 0, got {self.amount}")


@dataclass(frozen=True, slots=True)
class Balance:
    """One player's account: chips bought, chips handed back; ``net`` is won (above 0) or lost."""

    who: str
    bought: Chips
    cashed_out: Chips

    @property
    def net(self) -> int:
        """What the bank owes the player; below 0 what the player owes."""
        return self.cashed_out - self.bought


def balances(entries: Iterable[LedgerEntry]) -> tuple[Balance, ...]:
    """The account of everybody in *entries*, in order of first appearance."""
    accounts: dict[str, tuple[int, int]] = {}
    for entry in entries:
        bought, back = accounts.get(entry.who, (0, 0))
        out = entry.kind is EntryKind.CASH_OUT
        accounts[entry.who] = (bought, back + entry.amount) if out else (bought + entry.amount, back)
    return tuple(Balance(who, Chips(bought), Chips(back)) for who, (bought, back) in accounts.items())


def entries_of(events: Iterable[Event]) -> tuple[LedgerEntry, ...]:
    """The ledger that a night's *events* write, by seat (``seat 3``); amounts that are none are no entry."""
    entries = []
    for event in events:
        if isinstance(event, ChipsBought | ChipsCashedOut) and event.amount > 0:
            kind = EntryKind.CASH_OUT if isinstance(event, ChipsCashedOut) else _kind(event.kind)
            entries.append(LedgerEntry(f"seat {event.seat}", kind, event.amount, event.at))
    return tuple(entries)


def _kind(name: str) -> EntryKind:
    return EntryKind(name) if name in ("rebuy", "add_on") else EntryKind.BUY_IN
