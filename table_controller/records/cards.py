"""Cards as the hand-history formats write them: ``As``, ``Td``, ``2c``."""

from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import product


class Rank(Enum):
    """A rank; its value is the letter, its order the game's, ace high."""

    TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE = "2", "3", "4", "5", "6", "7", "8", "9"
    TEN, JACK, QUEEN, KING, ACE = "T", "J", "Q", "K", "A"

    __hash__ = object.__hash__  # what Enum does is Python code, and cards are looked up at every one that is dealt

    @property
    def height(self) -> int:
        """2 for a two up to 14 for an ace."""
        return _HEIGHTS[self.value]


class Suit(Enum):
    """A suit by its lower-case letter; ``height`` orders clubs < diamonds < hearts < spades (bridge order)."""

    CLUBS, DIAMONDS, HEARTS, SPADES = "c", "d", "h", "s"

    __hash__ = object.__hash__

    @property
    def height(self) -> int:
        """0 for clubs up to 3 for spades; used only where a house draws for seats or breaks a tie by suit."""
        return "cdhs".index(self.value)


_HEIGHTS = {letter: height for height, letter in enumerate("23456789TJQKA", start=2)}


class Face(Enum):
    """Which side of a card is up."""

    UP, DOWN = "up", "down"


@dataclass(frozen=True, slots=True)
class Card:
    """One of the fifty-two. A card not read is ``None``, never a fake rank."""

    rank: Rank
    suit: Suit

    @staticmethod
    def parse(text: str) -> "Card":
        """The card that *text* names, two letters as in PHH; ``ValueError`` for anything else."""
        try:
            return _BY_NAME[text]
        except (KeyError, TypeError):
            raise ValueError(f"{text!r} is no card; expected a rank of 23456789TJQKA and a suit of cdhs") from None

    def __str__(self) -> str:
        return self.rank.value + self.suit.value


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit, rank in product(Suit, Rank))
"""The fifty-two cards, by suit and rank."""

_BY_NAME = {rank.value + suit.value: Card(rank, suit) for suit, rank in product(Suit, Rank)}


@dataclass(frozen=True, slots=True)
class Deck:
    """Which tag lies in which card: pairs of tag (hexadecimal, upper case) and card."""

    tags: tuple[tuple[str, Card], ...]

    def card_of(self, tag: str) -> Card | None:
        """The card that carries *tag*, or None for a foreign tag."""
        return _tag_table(self).get(tag)


@cache
def _tag_table(deck: Deck) -> dict[str, Card]:
    return dict(deck.tags)
