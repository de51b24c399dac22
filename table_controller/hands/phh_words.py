"""The words of a PHH hand's actions: who does what, with which cards or chips."""

import re
from decimal import Decimal
from functools import lru_cache

from table_controller.hands.money import Money
from table_controller.hands.phh import MOST_SEATS, Phh
from table_controller.records import Card, Seat

_NUMBER = re.compile(r"\d{1,15}(\.\d{1,4})?", re.ASCII)
PLAYERS = tuple([f"p{number}" for number in range(1, MOST_SEATS + 1)])
"""What the format calls the players, in the order of its rows."""
Action = tuple[str, ...]
Cards = tuple[Card | None, ...]


def fault(hand: Phh, number: int, expected: str) -> Exception:
    """``BadInput`` that names the file and the action."""
    return hand.source.fault(f"{hand.place} actions[{number}]".lstrip(), expected)


def parsed(hand: Phh, players: dict[str, Seat], number: int, text: str) -> Action:
    """An action's words without commentary, checked for shape: ``d db CARDS``, ``p3 cbr 225`` …; else ``BadInput``."""
    words = _SHORT.get(text)
    if words is not None and words[0] in players:
        return words
    words = tuple(text.partition("#")[0].split() if "#" in text else text.split())
    many = len(words)
    if many == 0 or (words[0] == "d" and _is_deal(words, players)):
        return words
    if many >= 2 and words[0] in players:
        what = words[1]
        if (many == 2 and what in _ALONE) or (many == 3 and what == "sm"):
            return words
        if many == 3 and what == "cbr" and _NUMBER.fullmatch(words[2]):
            return words
    shown = text if len(text) < 40 else text[:37] + "..."
    raise fault(hand, number, f"expected d db, d dh, or f cc cbr sm of p1 to p{len(players)}, got {shown!r}")


_ALONE = ("f", "cc", "sm")
"""What a player does without a further word."""
_SHORT: dict[str, Action] = {f"{player} {what}": (player, what) for player in PLAYERS for what in _ALONE}
"""The words of such an action."""


def _is_deal(words: Action, players: dict[str, Seat]) -> bool:
    if len(words) == 3:
        return words[1] == "db"
    return len(words) == 4 and words[1] == "dh" and words[2] in players


def bet(words: Action) -> Money:
    """What an action bets or raises to, 0 for any other."""
    return number_of(words[2]) if len(words) == 3 and words[1] == "cbr" else 0


def number_of(text: str) -> Money:
    """An amount, whole where it was written so."""
    return int(text) if text.isdigit() else Decimal(text)


@lru_cache(maxsize=4096)
def cards_of(text: str) -> Cards:
    """The cards of ``AsTd`` or ``????``; ``ValueError`` for anything else."""
    if len(text) % 2 or len(text) > 104:
        raise ValueError(f"expected cards such as AsTd or ????, got {text[:40]!r}")
    pairs = (text[i : i + 2] for i in range(0, len(text), 2))
    return tuple(None if pair == "??" else Card.parse(pair) for pair in pairs)
