"""The referee's findings in the reader's language.

Journals and ``--json`` keep what was measured, what was required and the rule in English with bare amounts; screens
say them in German or English, with amounts as people write them. What the phrase book does not know stays English.

The book lies by subject in ``bet_phrases``, ``deal_phrases``, ``people_phrases``, ``showdown_phrases`` and
``table_phrases``; the rules' sentences in ``sentences``. A phrase is the English wording of a finding and its German,
or its German and English where people would put it otherwise. In a wording ``{m}`` is an amount, ``{n}`` a count,
``{s}`` a seat, ``{l}`` one or several, ``{w}`` an action or kind, ``{c}`` a card, ``{p}`` a place, ``{b}`` somebody.
Where the first count changes the words, ``one|many`` or ``none|one|many``. What has no such places is looked up first.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from table_controller.records.rulebook import Text
from table_controller.views.bet_phrases import BET_FINDINGS
from table_controller.views.deal_phrases import DEAL_FINDINGS
from table_controller.views.models import Money
from table_controller.views.money import written
from table_controller.views.people_phrases import PEOPLE_FINDINGS
from table_controller.views.sentences import SENTENCES
from table_controller.views.showdown_phrases import SHOWDOWN_FINDINGS
from table_controller.views.table_phrases import TABLE_FINDINGS

_BOOKS = (BET_FINDINGS, DEAL_FINDINGS, PEOPLE_FINDINGS, SHOWDOWN_FINDINGS, TABLE_FINDINGS)

_NUMBER = r"(\d+)"
_KINDS = {
    **dict.fromkeys("mns", _NUMBER),
    "l": r"(\d+(?: and \d+)*)",
    "w": r"([a-z_]+(?: [a-z]+)?)",
    "c": r"(\S+)",
    "b": r"(\S+)",
    "p": r"([a-z_]+(?: \d+)?)",
}

_WORDS: Mapping[str, Text] = MappingProxyType(
    {
        "amount": Text("Betrag", "amount"),
        "conditional": Text("bedingte Ansage", "conditional declaration"),
        "unclear": Text("unklare Ansage", "unclear declaration"),
        "time": Text("Zeit", "time"),
        "texas": Text("Texas Hold’em", "Texas hold’em"),
        "omaha": Text("Omaha", "Omaha"),
        "post_small_blind": Text("Small Blind", "small blind"),
        "post_big_blind": Text("Big Blind", "big blind"),
    }
)
"""Actions and kinds that are not said as they are recorded."""

_PLACES: Mapping[str, Text] = MappingProxyType(
    {
        "board": Text("auf dem Board", "on the board"),
        "burn": Text("bei den Burnkarten", "with the burns"),
        "muck": Text("im Muck", "in the muck"),
        "stub": Text("auf dem Stapel", "on the stub"),
        "pot": Text("beim Pot", "at the pot"),
        "button": Text("unter dem Button", "under the button"),
        "aside": Text("beiseite", "aside"),
        "off_table": Text("nicht auf dem Tisch", "off the table"),
    }
)

_PEOPLE: Mapping[str, Text] = MappingProxyType(
    {
        "dealer": Text("der Dealer", "the dealer"),
        "floor": Text("die Turnierleitung", "the floor"),
        "host": Text("der Gastgeber", "the host"),
        "desk": Text("der Dealerplatz", "the desk"),
    }
)

_COUNTED = "burn|card|second|minute|hand|player|raise"
_ONE = re.compile(rf"(?<![\d.,])1 ((?:hole |new )?(?:{_COUNTED}))s\b")
_NONE = re.compile(rf"(?<![\d.,])0 (?=(?:hole |new )?(?:{_COUNTED})s\b)")


@lru_cache(maxsize=512)
def said(finding: str, money: Money) -> Text:
    """What was measured or required, in both languages, amounts written as money."""
    return _phrase(finding, money) or _list(finding, money) or Text(finding, finding)


def rule_said(rule: str) -> Text:
    """The rule's sentence in both languages."""
    return Text(SENTENCES.get(rule, rule), rule)


def _list(finding: str, money: Money) -> Text | None:
    """A finding of several phrases, parted by commas; None unless all are known."""
    parts = [_phrase(part, money) for part in finding.split(", ")]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    return Text(", ".join(part.de for part in known), ", ".join(part.en for part in known))


def _phrase(finding: str, money: Money) -> Text | None:
    for pattern, kinds, german, english in _book():
        if match := pattern.fullmatch(finding):
            words = [_word(kind, group, money) for kind, group in zip(kinds, match.groups(), strict=True)]
            count = next((int(group) for kind, group in zip(kinds, match.groups(), strict=True) if kind == "n"), 1)
            return Text(
                _form(german, count).format(*(word.de for word in words)),
                _counted(_form(english, count).format(*(word.en for word in words))),
            )
    return None


def _form(wording: str, count: int) -> str:
    """The form of *wording* for *count*."""
    forms = wording.split("|")
    none = forms[0] if len(forms) == 3 else forms[-1]
    return none if count == 0 else forms[-2] if count == 1 and len(forms) > 1 else forms[-1]


def _counted(english: str) -> str:
    """*english* with its counts as people say them: “1 burn”, “no cards”."""
    return _NONE.sub("no ", _ONE.sub(r"1 \1", english))


def _word(kind: str, group: str, money: Money) -> Text:
    match kind:
        case "m":
            return written(int(group), money)
        case "w":
            return _WORDS.get(group) or _action(group.replace("_", "-"))
        case "l":
            return _seats(group.split(" and "))
        case "p":
            return _place(group)
        case "b":
            return _somebody(group)
        case _:
            return Text(group, group)


def _action(name: str) -> Text:
    return Text(name.capitalize() if " " not in name else name.title(), name)


def _seats(numbers: list[str]) -> Text:
    *first, last = numbers
    if not first:
        return Text(f"Platz {last}", f"seat {last}")
    return Text(f"Platz {', '.join(first)} und {last}", f"seats {', '.join(first)} and {last}")


def _place(name: str) -> Text:
    kind, _, number = name.partition(" ")
    if kind == "seat" and number:
        return Text(f"bei Platz {number}", f"at seat {number}")
    return _PLACES.get(name, Text(name, name))


def _somebody(name: str) -> Text:
    if name.isdecimal():
        return Text(f"Platz {name}", f"seat {name}")
    return _PEOPLE.get(name, Text(name, name))


@cache
def _book() -> tuple[tuple[re.Pattern[str], tuple[str, ...], str, str], ...]:
    entries = [entry for book in _BOOKS for entry in _compiled(book)]
    return tuple(sorted(entries, key=lambda entry: bool(entry[1])))


def _compiled(
    phrases: Mapping[str, str | tuple[str, str]],
) -> Iterator[tuple[re.Pattern[str], tuple[str, ...], str, str]]:
    slot = re.compile(r"\{([a-z])\}")
    group: Callable[[re.Match[str]], str] = lambda match: _KINDS[match[1]]  # noqa: E731
    for wording, words in phrases.items():
        pattern = slot.sub(group, re.escape(wording).replace(r"\{", "{").replace(r"\}", "}"))
        german, english = (words, slot.sub("{}", wording)) if isinstance(words, str) else words
        yield re.compile(pattern), tuple(slot.findall(wording)), german, english
