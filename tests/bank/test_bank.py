"""The bank: balances and settlement."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.bank import Balance, EntryKind, LedgerEntry, Transfer, balances, entries_of, settle
from table_controller.records import Chips, Seat
from table_controller.records.events import ChipsBought, ChipsCashedOut, HandEnded


def _account(who: str, net: int) -> Balance:
    return Balance(who, Chips(max(-net, 0)), Chips(max(net, 0)))


def test_an_evening_of_seed_000_settles_to_zero() -> None:
    """TV-M3, unit 1000: A 3650 with no tally, B 0 with two, C 1350 with none, D 2000 with one."""
    entries = [LedgerEntry(who, EntryKind.BUY_IN, Chips(1000)) for who in "ABCD"]
    entries += [LedgerEntry(who, EntryKind.REBUY, Chips(1000)) for who in "BBD"]
    entries += [LedgerEntry(w, EntryKind.CASH_OUT, Chips(n)) for w, n in (("A", 3650), ("C", 1350), ("D", 2000))]
    accounts = balances(entries)
    assert {account.who: account.net for account in accounts} == {"A": 2650, "B": -3000, "C": 350, "D": 0}
    assert settle(accounts).transfers == (Transfer("B", "A", Chips(2650)), Transfer("B", "C", Chips(350)))


def test_missing_chips_are_named_and_nobody_pays_for_them() -> None:
    settlement = settle([_account("A", 500), _account("B", -540)])
    assert (settlement.transfers, settlement.unaccounted) == ((), 40)


def test_a_nights_events_write_the_ledger() -> None:
    events = [
        ChipsBought(at=1, seat=Seat(2), amount=Chips(100)),
        ChipsBought(at=2, seat=Seat(2), amount=Chips(50), kind="rebuy"),
        ChipsBought(at=2, seat=Seat(3), amount=Chips(-5)),
        HandEnded(at=3),
        ChipsCashedOut(at=4, seat=Seat(2), amount=Chips(170)),
    ]
    entries = entries_of(events)
    assert [(e.kind, e.amount, e.at) for e in entries] == [
        (EntryKind.BUY_IN, 100, 1),
        (EntryKind.REBUY, 50, 2),
        (EntryKind.CASH_OUT, 170, 4),
    ]
    assert balances(entries) == (Balance("seat 2", Chips(150), Chips(170)),)


def test_an_entry_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="above 0"):
        LedgerEntry("A", EntryKind.REBUY, Chips(0))


_NETS = st.lists(st.integers(-50, 50), min_size=1, max_size=20)


@given(_NETS)
def test_settlement_brings_every_account_to_zero(nets: list[int]) -> None:
    nets = [*nets, -sum(nets)]
    left = {f"p{i}": net for i, net in enumerate(nets)}
    settlement = settle([_account(who, net) for who, net in left.items()])
    for transfer in settlement.transfers:
        assert transfer.amount > 0
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    assert set(left.values()) == {0}
    assert settlement.unaccounted == 0


def _most_groups(nets: list[int]) -> int:
    """By brute force: every way to number the accounts' groups."""
    best = 0
    for numbers in product(range(len(nets)), repeat=len(nets)):
        sums: dict[int, int] = {}
        for number, net in zip(numbers, nets, strict=True):
            sums[number] = sums.get(number, 0) + net
        best = max(best, len(sums) if not any(sums.values()) else 0)
    return best


@given(st.lists(st.integers(-4, 4).filter(bool), min_size=1, max_size=4))
def test_no_settlement_has_fewer_transfers(nets: list[int]) -> None:
    nets = [net for net in [*nets, -sum(nets)] if net]
    transfers = settle([_account(f"p{i}", net) for i, net in enumerate(nets)]).transfers
    assert len(transfers) == len(nets) - _most_groups(nets)
