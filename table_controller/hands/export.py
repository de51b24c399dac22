"""Hands for other tools: PHH, Open Hand History, PokerStars text, CSV.

No format gets a hole card but from a hand that was tabled. The caller passes the answers through the release gate
first where it wants to give more away; this module adds nothing.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

from table_controller.hands.money import chips_as_text
from table_controller.hands.ohh import ohh
from table_controller.hands.phh_out import phh
from table_controller.hands.played import Played, played
from table_controller.hands.pokerstars import pokerstars
from table_controller.records import Chips
from table_controller.records.night import Assessment

FORMATS: tuple[str, ...] = ("phh", "ohh", "pokerstars", "csv")


def export(answers: Iterable[Assessment], form: str, unit: Decimal = Decimal(1)) -> Iterator[str]:
    """The hands in *answers* as text in *form*, piece by piece; an amount of 1 is worth *unit* in money.

    ``phh`` gives one ``.phhs`` file, ``ohh`` and ``pokerstars`` their hands parted by blank lines, ``csv`` a line an
    action below a header. A hand that a format cannot express (another game than it knows) is left out.
    """
    if form == "csv":
        yield from _rows(played(answers), unit)
        return
    write: Callable[[Played, int, Decimal], str | None] = {"phh": phh, "ohh": ohh, "pokerstars": pokerstars}[form]
    for number, hand in enumerate(played(answers), start=1):
        text = write(hand, number, unit)
        if text is not None:
            yield text


_COLUMNS = ("hand", "number", "street", "seat", "action", "to", "add", "all_in", "won", "stack", "incidents")


def _rows(hands: Iterator[Played], unit: Decimal) -> Iterator[str]:
    yield _row(_COLUMNS)
    for hand in hands:
        for number, act in enumerate(hand.acts, start=1):
            amounts = (chips_as_text(act.to, unit), chips_as_text(act.add, unit))
            yield _row((hand.name, number, act.street.value, act.seat, act.verb, *amounts, int(act.all_in), "", "", ""))
        for seat, won, end in zip(hand.seats, hand.won, hand.end, strict=True):
            yield _row(
                (hand.name, "", "result", seat, "", "", "", "", *_both(won, end, unit), "; ".join(hand.incidents))
            )


def _both(won: Chips, end: Chips, unit: Decimal) -> tuple[str, str]:
    return chips_as_text(won, unit), chips_as_text(end, unit)


def _row(values: Iterable[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow([_harmless(value) for value in values])
    return out.getvalue()


def _harmless(value: object) -> object:
    """A spreadsheet runs a text that begins like a formula."""
    return "'" + value if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
