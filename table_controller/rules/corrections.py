"""What a person corrects in the record: stacks, seats, button, blinds, cards, the acting seat."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from table_controller.records.chips import Seat
from table_controller.records.events import Corrected
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.corrected_hand import bet, board, burns, folded, hole_cards, in_hand, to_act
from table_controller.rules.corrected_table import big_blind, button, chip, small_blind, stack


def corrected(night: Night, event: Corrected, book: Rulebook) -> Night | None:
    """The night as a person says it is; None if what was said cannot be followed (docs/events.md)."""
    if event.what == "button":
        return button(night, event.value, book)
    correct = CORRECTIONS.get(event.what)
    return None if correct is None else correct(night, event.seat, event.value)


Correct = Callable[[Night, Seat | None, str], Night | None]

CORRECTIONS: Mapping[str, Correct] = MappingProxyType(
    {
        "stack": stack,
        "small_blind": small_blind,
        "big_blind": big_blind,
        "smallest_chip": chip,
        "to_act": to_act,
        "bet": bet,
        "folded": folded,
        "in_hand": in_hand,
        "cards": hole_cards,
        "burns": burns,
        "board": board,
    }
)
"""What can be corrected, by ``Corrected.what``; and the button, which goes by the house's rules."""
