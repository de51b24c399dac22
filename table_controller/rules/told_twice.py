"""What is told once more, and one movement told in parts: neither is a second act of the table.

A fused night tells each act once; a log put together from several sources may not.
"""

from dataclasses import replace

from table_controller.records.chips import Chips
from table_controller.records.events import BoardCardDealt, ChipsMovedIn, Event
from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.night import Night
from table_controller.rules.hand import changed
from table_controller.rules.outcomes import PLAY
from table_controller.rules.priority import nothing_since


def told_again(night: Night, event: Event) -> bool:
    """Whether *event* is the last one once more, to the moment and in every field: it proves nothing new.

    Cards of one flop may come to rest in the same moment; where they were not read they look alike.
    """
    last = night.latest[-1] if night.latest else None
    if last is None or last.at != event.at or not event.at or last != event:
        return False
    return not isinstance(event, BoardCardDealt) or event.card is not None


def in_parts(night: Night, event: Event) -> tuple[Night, Event, tuple[Incident, ...]]:
    """The night and the chips in which *event* is judged: with those of the same forward movement it is one action.

    What the first part alone looked like is no incident any more.
    """
    move, hand = night.move, night.hand
    if move is None or move.motion is None or move.motion != event.motion or hand is None:
        return night, event, ()
    if (
        not isinstance(event, ChipsMovedIn)
        or move.seat != event.seat
        or event.to == "short"
        or event.past_line is False
    ):
        return night, event, ()
    if move.action or hand.last_actor != event.seat or not nothing_since(hand, move):
        return night, event, ()
    chips = move.chips + event.chips if move.chips and event.chips else ()
    whole = replace(event, amount=Chips(move.amount + event.amount), chips=chips)
    past = tuple(
        replace(item, state=IncidentState.DISMISSED, ruling="none", by=PLAY)
        for item in night.incidents
        if item.state is IncidentState.OPEN and (item.irregularity.at, item.irregularity.seat) == (move.at, move.seat)
    )
    new = {item.number: item for item in past}
    incidents = tuple(new.get(item.number, item) for item in night.incidents) if past else night.incidents
    before = changed(move.before, faults=hand.faults)
    return changed(night, hand=before, move=None, incidents=incidents), whole, past
