"""Misdeals: what the house calls one, and until when one can still be called (S03, S04; TDA 35, 36)."""

from table_controller.records.hand import Hand
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import setting, whole


def unless_cause(code: str, book: Rulebook, instead: str = "play_stands") -> str | None:
    """What is proposed for *code* where the house does not hold it for a misdeal (S03); None: what its clause says."""
    causes = setting(book, "misdeal.causes", ())
    return None if not isinstance(causes, tuple) or code in causes else instead


def button_remedies(book: Rulebook) -> tuple[str, tuple[str, ...]]:
    """A button in the wrong place: a misdeal where the house says so (001 §4.3.6-f, S03), else it is put right."""
    causes = setting(book, "misdeal.causes", ())
    misdeal = isinstance(causes, tuple) and "button_misplaced" in causes
    first, second = ("misdeal", "correct_button") if misdeal else ("correct_button", "misdeal")
    return first, (second, "play_stands")


def can_be_called(hand: Hand, book: Rulebook) -> bool:
    """Whether it is not too late for a misdeal (S04; TDA 35-D, 36)."""
    return _in_time(hand, book, "misdeal.deadline")


def button_can_move(hand: Hand, book: Rulebook) -> bool:
    """Whether a button in the wrong place is still put right in this hand (TDA 34-A)."""
    return _in_time(hand, book, "button.error_deadline")


def _in_time(hand: Hand, book: Rulebook, deadline: str) -> bool:
    match setting(book, deadline, "substantial_action"):
        case "first_action":
            return hand.actions == 0
        case "end_of_hand":
            return not hand.settled
        case _:
            return not substantial_action(hand, book)


def substantial_action(hand: Hand, book: Rulebook) -> bool:
    """Substantial action (TDA 36): two actions in turn of which one with chips, or any three; blinds do not count."""
    if hand.actions >= whole(book, "sa.b", 3):
        return True
    return hand.actions >= whole(book, "sa.a", 2) and hand.chip_actions > 0
