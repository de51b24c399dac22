"""What a person typed into a correction: a number, an amount that is on the table, cards."""

from table_controller.records.cards import Card
from table_controller.records.night import Night
from table_controller.rules.seating import chips_in_play

_MOST = 10**12
"""The largest amount that is read."""


def number_in(text: str) -> int | None:
    """A whole number; None for anything else, or for one too large."""
    read = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(_MOST)) else _MOST + 1
    return read if read <= _MOST else None


def amount_in(night: Night, text: str) -> int | None:
    """An amount that chips on this table could pay; any, as long as none are known."""
    number, chips = number_in(text), chips_in_play(night)
    return None if number is None or (chips and number > chips) else number


def cards_in(text: str, most: int) -> tuple[Card | None, ...] | None:
    """``As Kd ?``: cards, one not read as ``?``; none twice."""
    names = text.split()
    try:
        cards = tuple(None if name == "?" else Card.parse(name) for name in names[: most + 1])
    except ValueError:
        return None
    read = [card for card in cards if card is not None]
    return None if len(cards) > most or len(set(read)) < len(read) else cards
