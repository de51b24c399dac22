"""A ruling taken back: the night as if it had never been made, also when its hand has ended and the next is dealt.

Only until somebody acts in the next hand: what is bet there rests on how this one ended.
"""

from collections.abc import Callable
from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Event, HandStarted, RulingMade, RulingUndone
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.night import Assessment, Night, Ruled
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import changed

Touched = tuple[Incident, ...]
Judge = Callable[[Night, Event, Rulebook], Assessment]
"""``assess``: who takes a ruling back has what came since judged again."""


def undone(night: Night, event: RulingUndone, book: Rulebook, judge: Judge) -> tuple[Night, Touched]:
    """The night as if this ruling had never been made: what came since is judged again under the night before it."""
    places = _rulings_on(night, event.ruling)
    if not places:
        return night, ()
    first = night.rulings[places[0]]
    log = [old for old in night.since[first.place :] if not _of(old, first.incident)]
    again = changed(
        first.before,
        rulings=night.rulings[: places[0]],
        since=night.since[: first.place],
        next_incident=night.next_incident,
        taken_back=night.taken_back | {first.incident} | _ruled_with(night, first),
    )
    known = {_same(item): item.number for item in (*night.past, *night.incidents)}
    for old in log:
        told = _with_stacks_of(again, old, night.last) if isinstance(old, HandStarted) else old
        again = _renumbered(judge(again, told, book).night, again, known)
    return again, _differing((*night.past, *night.incidents), (*again.past, *again.incidents), event.ruling)


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


def _rulings_on(night: Night, number: int) -> list[int]:
    """Where the rulings on incident *number* stand: its own, else that by which it was ruled on with another."""
    own = [place for place, item in enumerate(night.rulings) if item.incident == number]
    return own or [place for place, item in enumerate(night.rulings) if number in _ruled_with(night, item)]


def _ruled_with(night: Night, made: Ruled) -> frozenset[int]:
    """The incidents ruled on by another's ruling: open before it, ruled alike and no ruling of their own."""
    held = (*night.past, *night.incidents)
    item = next((one for one in held if one.number == made.incident), None)
    own = {other.incident for other in night.rulings}
    open_before = {old.number for old in made.before.incidents if old.state is IncidentState.OPEN} - own
    alike = (other for other in held if item is not None and (other.ruling, other.by) == (item.ruling, item.by))
    return frozenset(other.number for other in alike if other.number in open_before)


def _of(event: Event, number: int) -> bool:
    return isinstance(event, RulingMade) and event.incident == number


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


def _differing(old: Touched, new: Touched, number: int) -> Touched:
    """What is to be told: incidents that are otherwise now, and those that are no more."""
    left = {item.number for item in new}
    gone = tuple(
        replace(item, state=IncidentState.LAPSED, ruling=None, by=None) for item in old if item.number not in left
    )
    return tuple(item for item in new if item not in old or item.number == number) + gone


def past_left(night: Night) -> Night:
    """The night without what cannot be taken back any more: rulings of the last hand, once somebody acts in this."""
    acted = night.hand is not None and night.hand.actions > 0
    oldest = night.hands if acted else night.hands - 1
    past = () if acted else night.past
    kept = tuple(item for item in night.rulings if item.before.hands >= oldest)
    if len(kept) == len(night.rulings):
        return night if past == night.past else changed(night, past=past)
    first = kept[0].place if kept else len(night.since)
    rulings = tuple(replace(item, place=item.place - first) for item in kept)
    return changed(night, past=past, rulings=rulings, since=night.since[first:])
