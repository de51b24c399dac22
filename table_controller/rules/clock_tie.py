"""A seat acts at the very moment its clock runs out: the tie is the player's (TDA 29)."""

from table_controller.records.events import Event
from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import setting
from table_controller.rules.rulings import carried_out
from table_controller.rules.time_up import own_act


def acted_in_the_tie(night: Night, event: Event, book: Rulebook) -> tuple[Night, tuple[Incident, ...]]:
    """The night before the clock ran out, where time was told to be up and the seat acts at that same moment."""
    hand = night.hand
    clock = None if hand is None or hand.in_time is None else hand.in_time.clock
    if clock is None or not own_act(event, clock.seat):
        return night, ()
    if event.at > clock.ends or setting(book, "clock.tie", "player") == "clock":
        return night, ()  # a clock that was stopped ends at 0: the seat has acted, and late
    for incident in night.incidents:
        found = incident.irregularity
        if found.code == "clock_expired" and found.seat == clock.seat and incident.state is IncidentState.OPEN:
            return carried_out(night, incident, "none", event, book)
    return night, ()
