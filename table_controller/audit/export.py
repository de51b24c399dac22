"""``floorman export``: the hands of a journal for other tools, as the house judged them."""

from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TextIO

from table_controller.audit.bank_book import bank_book
from table_controller.hands.export import export
from table_controller.journal.read import entries, runs
from table_controller.records import BadInput
from table_controller.records.night import Assessment
from table_controller.turn import refold


def export_command(journal: Path, form: str, out: TextIO) -> int:
    """Write the finished hands of *journal* to *out* as ``phh``, ``ohh``, ``pokerstars`` or ``csv``.

    As ``bank``: the bank's book.

    Only cards of tabled hands and the board are in it. Amounts are in the table's currency where the journal names one.

    :raises BadInput: if it is no journal, or an entry of it cannot be read.
    """
    begun = runs(journal)
    decimals = begun[0][1].decimals if begun else 0
    write = bank_book if form == "bank" else partial(export, form=form)
    for piece in write(_answers(journal), unit=Decimal(1).scaleb(-min(max(decimals, 0), 9))):
        out.write(piece)
    return 0


def _answers(journal: Path) -> Iterator[Assessment]:
    try:
        for _, standing in refold(entries(journal)):
            yield from standing.answers
    except ValueError as fault:
        raise BadInput(str(journal), "", str(fault)) from None
