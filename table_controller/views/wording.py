"""Short words in both languages for what view models explain."""

from collections.abc import Mapping

from table_controller.records.rulebook import Rulebook, Setting, Text

DEFAULT = "default"
"""The citation where the answer is ours and not the house's."""

_MIN_RAISE: Mapping[str, Text] = {
    "last_increment": Text("mindestens um die letzte Erhöhung mehr", "at least the last raise on top"),
    "double_total": Text("mindestens das Doppelte des Einsatzes", "at least twice the bet"),
    "big_blind": Text("mindestens ein Big Blind mehr", "at least one big blind on top"),
    "step": Text("in festen Schritten", "in fixed steps"),
    "fixed": Text("um genau einen festen Einsatz", "by exactly one fixed bet"),
}
_MIN_OPEN: Mapping[str, Text] = {
    "one_bb": Text("mindestens ein Big Blind", "at least one big blind"),
    "any": Text("beliebig viel", "any amount"),
    "fixed_limit": Text("genau ein fester Einsatz", "exactly one fixed bet"),
}
_ANY_RULE = Text("nach der Regel des Hauses", "by the house's rule")
LOST = Text("ausgefallen", "lost")
"""What the light of a lost source says."""


def raise_rule(book: Rulebook) -> tuple[Text, str]:
    """How the house finds the least raise (K29), in words, and the clause that says so or ``default``."""
    rule = book.parameters.get("raise.min_rule", "last_increment")
    return _MIN_RAISE.get(str(rule), _ANY_RULE), book.citations.get("raise.min_rule", DEFAULT)


def open_rule(book: Rulebook) -> tuple[Text, str]:
    """The least opening bet (K28), in words, and the clause that says so or ``default``."""
    rule = book.parameters.get("bet.min_open", "one_bb")
    return _MIN_OPEN.get(str(rule), _ANY_RULE), book.citations.get("bet.min_open", DEFAULT)


def pot_may_be_told(book: Rulebook, limit: str) -> bool:
    """Whether the players' screen may show the pot's size (K44); pot limit presupposes a known pot."""
    return limit == "pot_limit" or _disclosure(book) in ("on_request", "always")


def pot_may_be_broadcast(book: Rulebook, limit: str) -> bool:
    """Whether the overlay may show it: also where only the dealer must not say it, never where it is forbidden."""
    return pot_may_be_told(book, limit) or _disclosure(book) == "spread_only"


def _disclosure(book: Rulebook) -> Setting:
    return book.parameters.get("pot_size.disclosure", "on_request")
