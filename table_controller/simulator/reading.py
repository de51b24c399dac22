"""Scripts as TOML (docs/simulator.md). Keys that are not known are refused, with file and place."""

from collections.abc import Callable
from enum import Enum
from importlib import resources
from typing import Any, TypeVar

from table_controller.records import BadInput, Card, Chips, Seat
from table_controller.simulator.invent import night
from table_controller.simulator.procedure import hands
from table_controller.simulator.script import Mishap, Play, Remedy, Round, Script, ScriptedHand, Verb, Wrong

_Name = TypeVar("_Name", bound=Enum)
_MOST_HANDS = 5000


def packaged(name: str) -> str | None:
    """The text of the packaged night of that *name* (``default``), if there is one."""
    night = resources.files("table_controller.simulator") / "nights" / f"{name}.toml"
    return night.read_text("utf-8") if name.isidentifier() and night.is_file() else None


def script_of(file: str, values: dict[str, Any], seed: int | None = None) -> Script:
    """The script that *file* is, which says *values*; *seed* replaces its own.

    :raises BadInput: naming file, place and what was expected.
    """
    script = _script(_Reader(file), values, seed)
    hands(script)
    return script


class _Reader:
    """Takes values out of tables and says where one is wrong."""

    def __init__(self, file: str) -> None:
        self.file = file

    def fault(self, place: str, expected: str) -> BadInput:
        """A fault at *place*."""
        return BadInput(self.file, place, expected)

    def keys(self, table: Any, place: str, known: tuple[str, ...]) -> dict[str, Any]:
        """*table*, if it is one and has none but *known* keys."""
        if not isinstance(table, dict):
            raise self.fault(place, "expected a table")
        for key in table:
            if key not in known:
                raise self.fault(f"{place}.{key}".lstrip("."), f"no such key; expected {', '.join(known)}")
        return table

    def whole(self, value: Any, place: str, least: int, most: int) -> int:
        """A whole number between *least* and *most*."""
        if type(value) is not int or not least <= value <= most:
            raise self.fault(place, f"expected a whole number from {least} to {most}")
        return value

    def name(self, kind: type[_Name], value: Any, place: str) -> _Name:
        """The member of *kind* with that value."""
        try:
            return kind(value)
        except ValueError:
            raise self.fault(place, f"expected one of {', '.join(str(each.value) for each in kind)}") from None

    def each(self, values: Any, place: str, read: Callable[[Any, str], Any]) -> tuple[Any, ...]:
        """A list, every item read by *read*."""
        if not isinstance(values, list):
            raise self.fault(place, "expected a list")
        return tuple(read(value, f"{place}[{index}]") for index, value in enumerate(values))


_SCRIPT = ("name", "table", "seed", "button", "remedies", "generate", "hand")
_HAND = ("deck", *(street.value for street in Round), "irregularity")


def _script(reader: _Reader, values: dict[str, Any], seed: int | None) -> Script:
    table = reader.keys(values, "", _SCRIPT)
    if table.get("table", "simulated") != "simulated":
        raise reader.fault("table", 'expected "simulated", the built-in table')
    if seed is None:
        seed = reader.whole(table.get("seed", 1), "seed", 0, 2**63)
    remedy = reader.name(Remedy, table.get("remedies", "followed"), "remedies")
    written = table.get("hand", [])
    if not isinstance(written, list) or not (written or "generate" in table):
        raise reader.fault("hand", "expected [[hand]] tables, or a table [generate]")
    if written and "generate" in table:
        raise reader.fault("generate", "expected either [[hand]] tables or [generate], not both")
    button = Seat(reader.whole(table.get("button", 6), "button", 1, 6))
    name = str(table.get("name", reader.file))
    if "generate" in table:
        made = _generated(reader, table["generate"], seed, remedy, button)
        return Script(name, seed, made.hands, button, reader.file)
    found = tuple(_hand(reader, hand, f"hand {number}", remedy) for number, hand in enumerate(written, start=1))
    return Script(name, seed, found, button, reader.file)


def _generated(reader: _Reader, values: Any, seed: int, remedy: Remedy, button: Seat) -> Script:
    table = reader.keys(values, "generate", ("hands", "irregularities"))
    count = reader.whole(table.get("hands", 12), "generate.hands", 1, _MOST_HANDS)
    wrongs = reader.each(
        table.get("irregularities", []), "generate.irregularities", lambda value, at: reader.name(Wrong, value, at)
    )
    if len(wrongs) > count:
        raise reader.fault("generate.irregularities", f"expected at most {count}, one a hand")
    return night(seed, hands=count, irregularities=wrongs, remedy=remedy, button=button)


def _hand(reader: _Reader, values: Any, place: str, remedy: Remedy) -> ScriptedHand:
    table = reader.keys(values, place, _HAND)
    rounds = tuple(
        (
            street,
            reader.each(table[street.value], f"{place}.{street.value}", lambda value, at: _play(reader, value, at)),
        )
        for street in Round
        if street.value in table
    )
    mishaps = reader.each(
        table.get("irregularity", []), f"{place}.irregularity", lambda value, at: _mishap(reader, value, at, remedy)
    )
    return ScriptedHand(_deck(reader, table.get("deck", ""), f"{place}.deck"), rounds, mishaps)


def _deck(reader: _Reader, text: Any, place: str) -> tuple[Card, ...]:
    try:
        cards = tuple(Card.parse(word) for word in str(text).split())
    except ValueError as fault:
        raise reader.fault(place, str(fault)) from None
    if len(set(cards)) != len(cards):
        raise reader.fault(place, "expected each card once")
    return cards


def _play(reader: _Reader, text: Any, place: str) -> Play:
    words = str(text).split()
    if len(words) < 2 or not words[0].isdecimal() or not 1 <= int(words[0]) <= 6:
        raise reader.fault(place, 'expected a seat and an action, as in "3 raise 300"')
    verb = reader.name(Verb, words[1], place)
    if verb not in (Verb.BET, Verb.RAISE):
        if len(words) != 2:
            raise reader.fault(place, f"expected no amount with {verb.value}")
        return Play(Seat(int(words[0])), verb)
    if len(words) != 3 or not words[2].isdecimal() or int(words[2]) > 10**9:
        raise reader.fault(place, f"expected the total after {verb.value}, in cents")
    return Play(Seat(int(words[0])), verb, Chips(int(words[2])))


_PLACES = {
    Wrong.EXPOSED_CARD: ("deal",),
    Wrong.MISSING_BURN: ("flop", "turn", "river"),
    Wrong.FOUR_CARD_FLOP: ("flop",),
}


def _mishap(reader: _Reader, values: Any, place: str, remedy: Remedy) -> Mishap:
    table = reader.keys(values, place, ("name", "at", "amount", "remedy"))
    wrong = reader.name(Wrong, table.get("name"), f"{place}.name")
    streets = _PLACES.get(wrong, tuple(street.value for street in Round))
    words = str(table.get("at", "deal 9" if wrong is Wrong.EXPOSED_CARD else streets[0])).split()
    if len(words) not in (1, 2) or words[0] not in streets or not "".join(words[1:] or ["1"]).isdecimal():
        raise reader.fault(f"{place}.at", f"expected {' or '.join(streets)} and a number")
    number = int(words[1]) if len(words) == 2 else 1
    if wrong is Wrong.EXPOSED_CARD and not 4 <= number <= 12:
        raise reader.fault(f"{place}.at", "expected a card from deal 4 to deal 12: an earlier one is a misdeal")
    if wrong is Wrong.OUT_OF_TURN and number < 2:
        raise reader.fault(f"{place}.at", "expected an action from the second on")
    amount = reader.whole(table["amount"], f"{place}.amount", 10, 10**9) if "amount" in table else None
    own = reader.name(Remedy, table.get("remedy", remedy.value), f"{place}.remedy")
    return Mishap(wrong, words[0], number, None if amount is None else Chips(amount), own)
