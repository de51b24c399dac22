"""Who pays whom when the night is over."""

from collections.abc import Sequence
from dataclasses import dataclass

from table_controller.bank.ledger import Balance
from table_controller.records import Chips

_EXACT_UP_TO = 14
"""Players for whom the least number of transfers is searched; 2¹⁴ subsets take a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """*payer* gives *payee* money worth *amount* chips."""

    payer: str
    payee: str
    amount: Chips


@dataclass(frozen=True, slots=True)
class Settlement:
    """The transfers that bring every account to zero.

    ``unaccounted``: chips bought and not handed back (above 0: missing on the table; below 0: too many). While it is
    not 0 there are no transfers: who bears it is the house's answer, and nobody pays for a miscount.
    """

    transfers: tuple[Transfer, ...]
    unaccounted: int


def settle(accounts: Sequence[Balance]) -> Settlement:
    """The settlement of *accounts* in the fewest transfers (beyond 14 players with a balance: in few).

    Accounts split into groups that each sum to zero need one transfer less per group, so the most groups win.
    """
    unaccounted = -sum(account.net for account in accounts)
    if unaccounted:
        return Settlement((), unaccounted)
    open_accounts = [(account.who, account.net) for account in accounts if account.net]
    groups = _groups(open_accounts) if len(open_accounts) <= _EXACT_UP_TO else [open_accounts]
    return Settlement(tuple(transfer for group in groups for transfer in _pay(group)), 0)


_Account = tuple[str, int]


def _groups(accounts: list[_Account]) -> list[list[_Account]]:
    """*accounts* split into the largest number of groups that each sum to zero."""
    size = 1 << len(accounts)
    total, most, last = [0] * size, [0] * size, [0] * size
    for members in range(1, size):
        low = members & -members
        total[members] = total[members ^ low] + accounts[low.bit_length() - 1][1]
        best = max((i for i in range(len(accounts)) if members >> i & 1), key=lambda i: most[members ^ 1 << i])
        last[members] = best
        most[members] = most[members ^ 1 << best] + (total[members] == 0)
    groups: list[list[_Account]] = []
    members = size - 1
    while members:
        group = []
        while True:
            group.append(accounts[last[members]])
            members ^= 1 << last[members]
            if total[members] == 0:
                break
        groups.append(group)
    return groups


def _pay(group: list[_Account]) -> list[Transfer]:
    """The largest debt pays the largest credit until all are even: at most one transfer less than accounts."""
    nets = dict(group)
    transfers = []
    while any(nets.values()):
        payer, payee = min(nets, key=lambda who: nets[who]), max(nets, key=lambda who: nets[who])
        amount = min(-nets[payer], nets[payee])
        transfers.append(Transfer(payer, payee, Chips(amount)))
        nets[payer] += amount
        nets[payee] -= amount
    return transfers
