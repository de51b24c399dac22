"""Takes cards out of texts. A text may name a card only if everybody may know it; what is in doubt goes.

The list is of cards allowed, not of cards forbidden: a forbidden list would itself tell which cards are out.
"""

import re
from collections.abc import Set

from table_controller.records.cards import Card, Rank, Suit
from table_controller.records.rulebook import Text

VEIL = "▮▮"
"""Stands where a card was named."""

_SUIT_SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}
_SUIT_WORDS = {
    "clubs": "c", "club": "c", "kreuz": "c", "treff": "c",
    "diamonds": "d", "diamond": "d", "karo": "d",
    "hearts": "h", "heart": "h", "herz": "h", "cœur": "h",
    "spades": "s", "spade": "s", "pik": "s",
}  # fmt: skip
_RANK_WORDS = {
    "ace": "A", "ass": "A", "as": "A", "king": "K", "könig": "K", "queen": "Q", "dame": "Q",
    "jack": "J", "bube": "J", "ten": "T", "zehn": "T", "10": "T", "nine": "9", "neun": "9", "eight": "8",
    "acht": "8", "seven": "7", "sieben": "7", "six": "6", "sechs": "6", "five": "5", "fünf": "5", "four": "4",
    "vier": "4", "three": "3", "drei": "3", "two": "2", "zwei": "2", "deuce": "2",
}  # fmt: skip
_RANKS = "|".join(sorted([*_RANK_WORDS, *"23456789tjqka"], key=len, reverse=True))
_SUITS = "|".join(sorted(_SUIT_WORDS, key=len, reverse=True))
_NAMED = re.compile(r"(10|[2-9TJQKA])([cdhs])")
_CODES = re.compile(r"(?<![A-Za-z0-9])(?:(?:10|[2-9TJQKA])[cdhs])+(?![A-Za-z0-9])")
"""One card or several in a row, as hand histories write them (``AsKd``)."""
_SIGN = re.compile(r"(?<![A-Za-z0-9])(10|[2-9TJQKA])\s?([♣♦♥♠♧♢♡♤])")
_SIGN_FIRST = re.compile(r"([♣♦♥♠♧♢♡♤])\s?(10|[2-9TJQKA])")
_SIGNS_FIRST = re.compile(
    r"(?<![A-Za-z0-9])(?<![A-Za-z0-9]\s)(?:[♣♦♥♠♧♢♡♤]\s?(?:10|[2-9TJQKA])[\s,/]*)+(?![A-Za-z0-9♣♦♥♠♧♢♡♤])"
)
"""Cards whose suits stand before their ranks."""
_ENGLISH = re.compile(rf"\b({_RANKS})s?\s+of\s+({_SUITS})\b", re.IGNORECASE)
_PYTHON = re.compile(r"Card\(rank=<Rank\.\w+: '(\w)'>, suit=<Suit\.\w+: '(\w)'>\)")
"""What an exception of the program's own would call a card."""
_GERMAN = re.compile(rf"\b({_SUITS})[\s-]*({_RANKS})\b", re.IGNORECASE)


def redact(text: str, public: Set[Card]) -> str:
    """*text* with every card that is not in *public* replaced by ``VEIL``.

    Known are codes, suit signs, words, and what the program itself calls a card in an exception.
    """

    def veil(match: re.Match[str], rank: str, suit: str) -> str:
        return match[0] if _card(rank, suit) in public else VEIL

    text = _CODES.sub(lambda run: _NAMED.sub(lambda m: veil(m, m[1], m[2]), run[0]), text)
    text = _SIGNS_FIRST.sub(lambda run: _SIGN_FIRST.sub(lambda m: veil(m, m[2], m[1]), run[0]), text)
    for named in (_SIGN, _ENGLISH, _PYTHON):
        text = named.sub(lambda m: veil(m, m[1], m[2]), text)
    return _GERMAN.sub(lambda m: veil(m, m[2], m[1]), text)


def redact_text(text: Text, public: Set[Card]) -> Text:
    """*text* redacted in both languages."""
    return Text(redact(text.de, public), redact(text.en, public))


def _card(rank: str, suit: str) -> Card:
    letter = _RANK_WORDS.get(rank.lower(), rank.upper())
    sign = _SUIT_SIGNS.get(suit, _SUIT_WORDS.get(suit.lower(), suit))
    return Card(Rank(letter), Suit(sign))
