"""The event log of a scripted night as a perfect witness would write it; for ``floorman simulate`` and tests only."""

from dataclasses import replace

from table_controller.records import Seat
from table_controller.records.events import Certainty, Event, LevelStarted, SeatTaken
from table_controller.simulator.play import timeline
from table_controller.simulator.script import BIG_BLIND, SMALL_BLIND, STACK, Script


def truth(script: Script, seed: int | None = None) -> tuple[Event, ...]:
    """Every event of the night in order, beginning with the level and the seats taken.

    :raises BadInput: when the script asks for what cannot be done.
    """
    events: list[Event] = list(table_events())
    for timed in timeline(script, seed):
        for event in timed.act.events:
            events.append(replace(event, at=timed.at, hand=str(timed.hand), source="simulator"))
    return tuple(events)


def table_events() -> tuple[Event, ...]:
    """What people enter before the first hand: the blinds and who sits where with how much."""
    level = LevelStarted(level=1, small_blind=SMALL_BLIND, big_blind=BIG_BLIND, certainty=Certainty.DECLARED)
    seats = (SeatTaken(seat=Seat(n), stack=STACK, certainty=Certainty.DECLARED) for n in range(1, 7))
    return (level, *seats)
