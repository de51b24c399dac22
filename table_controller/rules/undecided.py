"""What only the floor can say: whether words or chips count, and so what is owed and what is in the pot."""

from table_controller.records.chips import Seat
from table_controller.records.incidents import IncidentState
from table_controller.records.night import Hand, Night

_TO_DECIDE = frozenset(
    {"undercall", "declaration_action_mismatch", "underraise", "incomplete_bet", "bet_below_minimum"}
)
"""Codes of which the floor says what chips are owed at all."""


def undecided(night: Night, hand: Hand, seat: Seat) -> Seat | None:
    """Whose words or chips the floor has to rule on before it is known what *seat* owes."""
    shown = hand.conduct.shown
    for incident in night.incidents:
        found = incident.irregularity
        if incident.state is not IncidentState.OPEN or found.proposal is not None or found.code not in _TO_DECIDE:
            continue
        if found.seat is not None and (found.seat == seat or (shown is not None and shown[0] == found.seat)):
            return found.seat
    return None
