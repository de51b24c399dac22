"""Poker hand histories (PHH, phh-std 0.0.2) as checked values.

The format is TOML with amounts. tomllib reads it and this module checks it: pokerkit's reader checks no types, warns
instead of refusing, and its replay repairs what a referee must see (a missing action becomes a fold).
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from table_controller.hands.money import Money, amount
from table_controller.hands.sources import Source

GAMES = {"NT": ("texas", "no_limit"), "PO": ("omaha", "pot_limit")}
"""The format's variants that are played on this table, and what the event log calls them."""
MOST_SEATS = 22
"""Two hole cards each from one deck, with a board: no table has more."""
MOST_ACTIONS = 10_000


@dataclass(frozen=True, slots=True)
class Phh:
    """One hand as its file states it: players p1…pN in the order they are dealt to, amounts in the file's money.

    With two players the format lists antes and blinds the other way round: the first of them is p2's, on the button.
    """

    source: Source
    place: str
    name: str
    game: str
    limit: str
    antes: tuple[Money, ...]
    blinds: tuple[Money, ...]
    min_bet: Money
    stacks: tuple[Money, ...]
    actions: tuple[str, ...]
    seats: tuple[int, ...]
    level: int | None
    finishing: tuple[Money, ...] | None
    winnings: tuple[Money, ...] | None

    def amounts(self) -> tuple[Money, ...]:
        """Every amount of the hand that stands outside its actions."""
        rows = self.antes + self.blinds + self.stacks
        return (self.min_bet, *rows, *(self.finishing or ()), *(self.winnings or ()))


def read_phh(source: Source) -> Iterator[Phh]:
    """The hands of a ``.phh`` or ``.phhs`` file; ``BadInput`` names hand and field of the first fault."""
    tables = _toml(source)
    if not source.name.lower().endswith(".phhs"):
        yield _hand(source, "", source.name, tables)
        return
    if not tables:
        raise source.fault("", "expected at least one hand")
    for key, table in tables.items():
        if not isinstance(table, dict):
            raise source.fault(_clean(key), "expected a table, one for each hand")
        yield _hand(source, f"[{_clean(key)}]", f"{source.name}#{_clean(key)}", table)


_TEXT = r"'[^'\"\\\x00-\x1f\x7f]*+'"
_NUMBER = r"-?(?>0|[1-9][0-9]*+)(?:\.[0-9]++)?+"
_LIST = rf"\[(?>{_TEXT}(?:, {_TEXT})*+|{_NUMBER}(?:, {_NUMBER})*+)?+\]"
_LINE = rf"[a-z_]++ = (?>{_TEXT}|{_NUMBER}|{_LIST}|true|false)"
_PLAIN = re.compile(rf"{_LINE}(?:\n{_LINE})*+\n?+")
_read_json = json.JSONDecoder(parse_float=Decimal).raw_decode


def parse_toml(text: str) -> dict[str, Any]:
    """*text* as TOML, amounts exact. ``ValueError`` if it is none.

    Nearly every recorded hand is a few plain lines, which differ from JSON in their quotes alone; the C reader of JSON
    takes them in a tenth of the time. Whatever is not that plain goes to tomllib.
    """
    if _PLAIN.fullmatch(text):
        lines = text.removesuffix("\n").replace("'", '"').split("\n")
        body = ",".join(['"' + line.replace(" = ", '":', 1) for line in lines])
        parsed: dict[str, Any] = _read_json(f"{{{body}}}")[0]
        if len(parsed) == len(lines):  # a key that comes twice is tomllib's to refuse
            return parsed
    return tomllib.loads(text, parse_float=Decimal)


def _toml(source: Source) -> dict[str, Any]:
    try:
        return parse_toml(source.content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise source.fault(f"byte {error.start}", "expected a text in UTF-8") from None
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise source.fault("", f"expected a hand history in PHH, which is TOML ({_clean(str(error))})") from None


def _hand(source: Source, place: str, name: str, table: Mapping[str, Any]) -> Phh:
    fields = _Fields(source, place, table)
    variant = fields.text("variant")
    if variant not in GAMES:
        raise fields.fault("variant", f"expected {' or '.join(GAMES)}, got {_clean(variant)}")
    stacks = fields.amounts("starting_stacks", None)
    if not 2 <= len(stacks) <= MOST_SEATS:
        raise fields.fault("starting_stacks", f"expected 2 to {MOST_SEATS} players, got {len(stacks)}")
    game, limit = GAMES[variant]
    many = len(stacks)
    return Phh(
        source=source,
        place=place,
        name=name,
        game=game,
        limit=limit,
        antes=fields.amounts("antes", many),
        blinds=fields.amounts("blinds_or_straddles", many, signed=True),
        min_bet=fields.amount("min_bet"),
        stacks=stacks,
        actions=fields.actions(),
        seats=fields.seats(many),
        level=fields.level(),
        finishing=fields.optional_amounts("finishing_stacks", many),
        winnings=fields.optional_amounts("winnings", many),
    )


@dataclass(frozen=True, slots=True)
class _Fields:
    source: Source
    place: str
    table: Mapping[str, Any]

    def fault(self, field: str, expected: str) -> Exception:
        return self.source.fault(" ".join(part for part in (self.place, field) if part), expected)

    def text(self, field: str) -> str:
        value = self.table.get(field)
        if not isinstance(value, str):
            raise self.fault(field, "expected a text" if field in self.table else "missing: expected a hand in PHH")
        return value

    def amount(self, field: str) -> Money:
        if field not in self.table:
            raise self.fault(field, "missing")
        try:
            return amount(self.table[field])
        except ValueError as error:
            raise self.fault(field, str(error)) from None

    def row(self, field: str) -> list[Any]:
        value = self.table.get(field)
        if not isinstance(value, list):
            raise self.fault(field, "expected a list" if field in self.table else "missing")
        return value

    def amounts(self, field: str, many: int | None, *, signed: bool = False) -> tuple[Money, ...]:
        row = self.row(field)
        if many is not None and len(row) != many:
            raise self.fault(field, f"expected {many} amounts, one for each player, got {len(row)}")
        try:
            return tuple(map(_signed if signed else amount, row))
        except ValueError as error:
            raise self.fault(field, str(error)) from None

    def optional_amounts(self, field: str, many: int) -> tuple[Money, ...] | None:
        return self.amounts(field, many) if field in self.table else None

    def actions(self) -> tuple[str, ...]:
        row = self.row("actions")
        if len(row) > MOST_ACTIONS or not all(isinstance(action, str) for action in row):
            raise self.fault("actions", f"expected at most {MOST_ACTIONS} texts")
        return tuple(row)

    def seats(self, many: int) -> tuple[int, ...]:
        if "seats" not in self.table:
            return tuple(range(1, many + 1))
        row = self.row("seats")
        if len(row) != many or len({*map(repr, row)}) != many or not all(_is_seat(seat) for seat in row):
            raise self.fault("seats", f"expected {many} different seat numbers")
        return tuple(row)

    def level(self) -> int | None:
        value = self.table.get("level")
        return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1000 else None


def _signed(value: object) -> Money:
    """A blind; a negative one is a post of a seat that came in late, live but no straddle."""
    if isinstance(value, Decimal) and value.is_signed():
        return -amount(-value)
    return -amount(-value) if type(value) is int and value < 0 else amount(value)


def _is_seat(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1000


def _clean(text: str) -> str:
    clean = "".join(c if c.isprintable() else " " for c in text)
    return clean if len(clean) <= 120 else clean[:117] + "..."
