"""Penalties for conduct, rung by rung of the house's ladder: warned, missed hands, missed rounds, out (TDA 70, 71)."""

from table_controller.records.chips import Seat
from table_controller.records.events import RulingMade
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import changed, index_of
from table_controller.rules.house import setting
from table_controller.rules.turns import fold

_RUNGS = ("warning", "missed_hand", "missed_round", "dq")

Way = tuple[str, tuple[str, ...]]


def rung(night: Night, seat: Seat | None, book: Rulebook) -> Way:
    """The penalty that is proposed for *seat*, and what the floor may choose instead (TDA 71).

    Where the house escalates, who had one tonight is a rung higher each time, up to the last (TDA 70).
    """
    ladder = setting(book, "penalty.ladder", ("warning",))
    names = [f"penalty_{name}" for name in ladder if name in _RUNGS] if isinstance(ladder, tuple) else []
    if not names:
        return "floor", ("play_stands",)
    had = sum(1 for one in night.punished if one == seat) if setting(book, "penalty.repeat_escalation", False) else 0
    proposed = names[min(had, len(names) - 1)]
    return proposed, (*(name for name in names if name != proposed), "play_stands")


def punished(night: Night, seat: Seat, hands: int) -> Night:
    """The night in which *seat* got a penalty: of so many *hands* from the next one on, none of a warning."""
    night = changed(night, punished=(*night.punished, seat))
    if hands <= 0:
        return night
    others = tuple(pair for pair in night.penalties if pair[0] != seat)
    owed = sum(left for owner, left in night.penalties if owner == seat)
    running = night.hand is not None and not night.hand.settled and owed == 0
    return changed(night, penalties=(*others, (seat, owed + hands + (1 if running else 0))))


def _warned(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    return night if seat is None else punished(night, seat, 0)


def _misses_a_hand(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    return night if seat is None else punished(night, seat, 1)


def _misses_a_round(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """As many hands as there are players at the table (TDA 71)."""
    return night if seat is None else punished(night, seat, len(hand.players))


def _out(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """The hand is dead; its chips leave the table when the seat is given up."""
    index = index_of(hand, seat)
    if seat is None or index is None:
        return night
    night = punished(night, seat, 0)
    return night if hand.settled or hand.players[index].folded else changed(night, hand=fold(hand, index))


PENALTY_EFFECTS = {
    "penalty_warning": _warned,
    "penalty_missed_hand": _misses_a_hand,
    "penalty_missed_round": _misses_a_round,
    "penalty_dq": _out,
}
"""What each changes at once."""

PENALTY_NAMES = {
    "penalty_warning": ("Verwarnung", "A warning"),
    "penalty_missed_hand": ("Strafe: eine Hand aussetzen", "Penalty: one hand missed"),
    "penalty_missed_round": ("Strafe: eine Runde aussetzen", "Penalty: one round missed"),
    "penalty_dq": ("Disqualifiziert: die Hand ist tot", "Disqualified: the hand is dead"),
}
"""German and English."""
