"""Takes cards out of texts. A text may name a card only if everybody may know it; what is in doubt goes.

The list is of cards allowed, not of cards forbidden: a forbidden list would itself tell which cards are out.
"""

import re
from collections.abc import Iterable, Set

from table_controller.records.cards import Card, Rank, Suit
from table_controller.records.rulebook import Text

VEIL = "▮▮"
"""Stands where a card was named."""

_SIGN = "[♣♦♥♠♧♢♡♤]"
_SUITS_OF_SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}
_SUIT_WORDS = {
    "clubs": "c", "club": "c", "kreuz": "c", "treff": "c",
    "diamonds": "d", "diamond": "d", "karo": "d",
    "hearts": "h", "heart": "h", "herz": "h", "cœur": "h",
    "spades": "s", "spade": "s", "pik": "s",
}  # fmt: skip
_RANK_WORDS = {
    "ace": "A", "ass": "A", "as": "A", "king": "K", "könig": "K", "queen": "Q", "dame": "Q",
    "jack": "J", "bube": "J", "bauer": "J", "ten": "T", "zehn": "T", "nine": "9", "neun": "9", "eight": "8",
    "acht": "8", "seven": "7", "sieben": "7", "six": "6", "sechs": "6", "five": "5", "fünf": "5", "four": "4",
    "vier": "4", "three": "3", "drei": "3", "two": "2", "zwei": "2", "deuce": "2",
}  # fmt: skip
_SHORT = {"10": "T", "b": "J", "d": "Q"}
"""Ranks as they are abbreviated, German knaves and queens too, beside ``Rank``'s own letters."""


def _one_of(names: Iterable[str]) -> str:
    return "|".join(sorted(names, key=len, reverse=True))


_WORDS, _SUITS = _one_of(_RANK_WORDS), _one_of(_SUIT_WORDS)
_RANKS = _one_of([*_RANK_WORDS, *_SHORT, *"23456789tjqka"])
_LETTER = "10|[2-9TJQKABD]"
_RANK, _SUIT = "10|[2-9TJQKA]", "[CDHS]"
_CODE = f"(?:{_RANK}){_SUIT}"
_NAMED = re.compile(f"({_RANK})({_SUIT})", re.IGNORECASE)
_CODES = re.compile(
    rf"(?<![^\W_])(?!(?-i:[Aa]cts|[Aa]sks|ACTS|ASKS)(?![^\W_]))(?:{_CODE})+(?:[\s,/+&-]{{1,3}}(?:{_CODE})+)*(?![^\W_])",
    re.IGNORECASE,
)
"""One card or several, as hand histories and people in a hurry write them (``AsKd``, ``AS KD``, ``10h``)."""
_NO_CARD = re.compile(r"(?:TD|as|ah|ad|ac|th|ts|td|js|T[HS](?=[:-]\w))(?![^\W_])")
"""What alone is a word of the card room, of German or of English, or a clause (``TH:FL``); ``As`` and ``AS`` are in
doubt, and go."""
_RANK_SIGN = re.compile(
    rf"(?<![^\W_])((?:{_LETTER})(?=\s?{_SIGN})|[tjqkabd](?={_SIGN})|(?i:{_WORDS})(?=[\s-]?{_SIGN}))[\s-]?({_SIGN})"
)
_SIGN_FIRST = re.compile(rf"({_SIGN})\ufe0f?[\s-]?((?i:{_WORDS})\b|{_LETTER}|[tjqkabd]\b)")
_SIGNS_FIRST = re.compile(
    rf"(?<![A-Za-z0-9])(?<![A-Za-z0-9]\s)"
    rf"(?:{_SIGN}\ufe0f?[\s-]?(?:(?i:{_WORDS})\b|{_LETTER}|[tjqkabd]\b)[\s,/]*)+(?![A-Za-z0-9♣♦♥♠♧♢♡♤])"
)
"""Cards whose suits stand before their ranks."""
_OF = re.compile(rf"\b({_RANKS})s?[\s-]+(?:of|von)[\s-]+(?:({_SUITS})\b|({_SIGN}))", re.IGNORECASE)
_RANK_FIRST = re.compile(
    rf"\b({_WORDS})[\s-]+(clubs|diamonds|hearts|spades|kreuz|treff|karo|herz|pik)\b", re.IGNORECASE
)
"""Without *of* a letter is no rank: a club, a heart."""
_SUIT_FIRST = re.compile(rf"\b({_SUITS})[\s:_-]*({_RANKS})\b", re.IGNORECASE)
_PICTURE = re.compile("[🂡-🂮🂱-🂾🃁-🃎🃑-🃞]")
_PYTHON = re.compile(r"Card\(rank=<Rank\.\w+: '(\w)'>, suit=<Suit\.\w+: '(\w)'>\)")
"""What an exception of the program's own would call a card."""


def redact(text: str, public: Set[Card]) -> str:
    """*text* with every card that is not in *public* replaced by ``VEIL``.

    Known are codes, suit signs, words, Unicode's pictures, and what the program itself calls a card in an exception.
    """

    def veil(match: re.Match[str], rank: str, suit: str) -> str:
        return match[0] if _card(rank, suit) in public else VEIL

    def codes(run: re.Match[str]) -> str:
        word = _NO_CARD.match(run.string, run.start())
        return run[0] if word and word.end() == run.end() else _NAMED.sub(lambda m: veil(m, m[1], m[2]), run[0])

    text = _PYTHON.sub(lambda m: veil(m, m[1], m[2]), text)
    text = _PICTURE.sub(lambda m: veil(m, *_pictured(m[0])), text)
    text = _CODES.sub(codes, text)
    text = _SIGNS_FIRST.sub(lambda run: _SIGN_FIRST.sub(lambda m: veil(m, m[2], m[1]), run[0]), text)
    for named in (_RANK_SIGN, _RANK_FIRST):
        text = named.sub(lambda m: veil(m, m[1], m[2]), text)
    text = _OF.sub(lambda m: veil(m, m[1], m[2] or m[3]), text)
    return _SUIT_FIRST.sub(lambda m: veil(m, m[2], m[1]), text)


def redact_text(text: Text, public: Set[Card]) -> Text:
    """*text* redacted in both languages."""
    return Text(redact(text.de, public), redact(text.en, public))


def _pictured(sign: str) -> tuple[str, str]:
    """Rank and suit of one of Unicode's playing cards; its knight, which no deck of ours has, is taken for a jack."""
    place = ord(sign) - ord("🂠")
    return "-A23456789TJJQK"[place % 16], "shdc"[place // 16]


def _card(rank: str, suit: str) -> Card:
    letter = {**_RANK_WORDS, **_SHORT}.get(rank.lower(), rank.upper())
    sign = _SUITS_OF_SIGNS.get(suit, _SUIT_WORDS.get(suit.lower(), suit.lower()))
    return Card(Rank(letter), Suit(sign))
