"""A ruling taken back: the night as if it had never been made, also when its hand has ended and the next is dealt.

Only until somebody acts in the next hand: what is bet there rests on how this one ended.
"""

from dataclasses import replace

from table_controller.records.events import Event, RulingMade, RulingUndone
from table_controller.records.incidents import IncidentState
from table_controller.records.night import Night, Ruled
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import changed
from table_controller.rules.judged_again import Judge, Touched, differing, judged_again
from table_controller.rules.ruled_again import ORDERED, left_over, remembered


def undone(night: Night, event: RulingUndone, book: Rulebook, judge: Judge) -> tuple[Night, Touched]:
    """The night as if this ruling had never been made: what came since is judged again under the night before it."""
    places = _rulings_on(night, event.ruling)
    if not places:
        return night, ()
    first = night.rulings[places[0]]
    log = [old for old in night.since[first.place :] if not _of(old, first.incident)]
    given_up = frozenset({first.incident}) | _ruled_with(night, first)
    again = changed(
        first.before,
        rulings=night.rulings[: places[0]],
        since=night.since[: first.place],
        next_incident=night.next_incident,
        taken_back=night.taken_back | given_up,
        retaken=(),
    )
    again = judged_again(again, log, night, book, judge)
    followed = tuple(one for one in again.following if one.remedy.name != ORDERED)
    again = changed(again, following=(*followed, *left_over(night, given_up)), retaken=remembered(night, given_up))
    return again, differing((*night.past, *night.incidents), (*again.past, *again.incidents), event.ruling)


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
