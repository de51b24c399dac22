"""What two houses say of the same event, in a few words each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from table_controller.audit.wording import cited, joined
from table_controller.records.rulebook import Text
from table_controller.views.models import Money
from table_controller.views.money import written

WHAT: Mapping[str, Text] = MappingProxyType(
    {
        "incident": Text("Vorfall", "incident"),
        "action": Text("Aktion", "action"),
        "change": Text("Wechselgeld", "change due"),
        "add": Text("nachzulegen", "to be added"),
        "ask": Text("am Zug", "to act"),
    }
)
"""What can differ, in words."""

_ACTIONS: Mapping[str, Text] = MappingProxyType(
    {
        "post": Text("Blind", "post"),
        "fold": Text("Fold", "fold"),
        "check": Text("Check", "check"),
        "call": Text("Call", "call"),
        "bet": Text("Bet", "bet"),
        "raise": Text("Raise", "raise"),
        "all_in": Text("All-in", "all-in"),
    }
)
_SILENT = ("fold", "check")
"""Actions that name no amount."""


def in_short(what: str, value: Any, money: Money) -> Text:
    """One side of a difference; *value* as the journal has it."""
    match what, value:
        case "incident", dict():
            return _incident(value)
        case "action", {"kind": str(kind)}:
            return _action(kind, value, money)
        case "ask", {"seat": int(seat)}:
            return _ask(seat, value, money)
        case (("change" | "add"), int()):
            return written(value, money)
    return Text(str(value), str(value))


def _incident(value: Mapping[str, Any]) -> Text:
    title, clause = Text(**value["text"]), cited(str(value.get("citation", "")))
    proposal = value.get("proposal")
    way = Text(**proposal["text"]) if proposal else Text("die Turnierleitung entscheidet", "the floor decides")
    seat = value.get("seat")
    where = Text(f", Platz {seat}", f", seat {seat}") if seat else Text("", "")
    return Text(
        f"{title.de}{where.de} [{clause.de}]: {way.de}",
        f"{title.en}{where.en} [{clause.en}]: {way.en}",
    )


def _action(kind: str, value: Mapping[str, Any], money: Money) -> Text:
    words, seat = _ACTIONS.get(kind, Text(kind, kind)), value.get("seat")
    to = written(int(value.get("bet_to", 0)), money)
    de, en = (words.de, words.en) if kind in _SILENT else (f"{words.de} auf {to.de}", f"{words.en} to {to.en}")
    return Text(f"Platz {seat}: {de}", f"seat {seat}: {en}")


def _ask(seat: int, value: Mapping[str, Any], money: Money) -> Text:
    due = written(int(value.get("to_call", 0)), money)
    parts = [Text(f"Platz {seat}: {due.de} zum Call", f"seat {seat}: {due.en} to call")]
    least, most = value.get("min_raise_to"), value.get("max_raise_to")
    if value.get("may_raise", True) is False:
        parts.append(Text("kein Raise", "no raise"))
    elif least is not None:
        price = written(int(least), money)
        parts.append(Text(f"Raise ab {price.de}", f"raise from {price.en}"))
    if most is not None and value.get("may_raise", True):
        price = written(int(most), money)
        parts.append(Text(f"höchstens {price.de}", f"at most {price.en}"))
    return joined(parts)
