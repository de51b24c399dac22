"""What came since a ruling, judged once more: under the night without it, or with it again."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Event, HandStarted
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.night import Assessment, Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import changed

Touched = tuple[Incident, ...]
Judge = Callable[[Night, Event, Rulebook], Assessment]
"""``assess``: who takes a ruling back has what came since judged again."""


def judged_again(again: Night, log: Sequence[Event], night: Night, book: Rulebook, judge: Judge) -> Night:
    """*again* after the *log*; incidents that *night* knows keep their numbers."""
    known = {_same(item): item.number for item in (*night.past, *night.incidents)}
    for old in log:
        told = _with_stacks_of(again, old, night.last) if isinstance(old, HandStarted) else old
        again = _renumbered(judge(again, told, book).night, again, known)
    return again


def _with_stacks_of(again: Night, event: HandStarted, ended: Hand | None) -> HandStarted:
    """The start of the next hand with the stacks that the last one leaves now: its chips go other ways."""
    new = again.hand
    if ended is None or new is None or ended.id != new.id or not ended.settled:
        return event
    was, now = _left(ended), _left(new)
    moved = {seat: now.get(seat, 0) - was.get(seat, 0) for seat in now}
    if not any(moved.values()):
        return event
    return replace(event, seats=tuple((seat, Chips(max(0, stack + moved.get(seat, 0)))) for seat, stack in event.seats))


def _left(hand: Hand) -> dict[Seat, int]:
    return {player.seat: player.stack for player in hand.players}


def _same(incident: Incident) -> tuple[str, int, int]:
    found = incident.irregularity
    return found.code, found.seat or 0, found.at


def _renumbered(night: Night, before: Night, known: dict[tuple[str, int, int], int]) -> Night:
    """*night* with the incidents that it had already under their old numbers; only new ones get new ones."""
    fresh, incidents = before.next_incident, []
    for item in night.incidents:
        if item.number < before.next_incident:
            incidents.append(item)
            continue
        number = known.get(_same(item))
        if number is None:
            number, fresh = fresh, fresh + 1
        incidents.append(replace(item, number=number))
    return changed(night, incidents=tuple(incidents), next_incident=max(fresh, before.next_incident))


def differing(old: Touched, new: Touched, number: int) -> Touched:
    """What is to be told: incidents that are otherwise now, and those that are no more."""
    left = {item.number for item in new}
    gone = tuple(
        replace(item, state=IncidentState.LAPSED, ruling=None, by=None) for item in old if item.number not in left
    )
    return tuple(item for item in new if item not in old or item.number == number) + gone
