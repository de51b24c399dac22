"""What people entered, taken back step by step: the night as if it had never been entered (``corrected`` ``undo``).

One tap is one step, however many events it tells: they carry one moment. What sensors told since is judged again.
"""

from dataclasses import replace

from table_controller.records.events import Certainty, Corrected, Event, HandEnded, PotPushed
from table_controller.records.happened import is_entry
from table_controller.records.night import Assessment, Entered, Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.entered import number_in
from table_controller.rules.hand import changed
from table_controller.rules.judged_again import Judge, Touched, differing, judged_again

UNDO = "undo"
"""``Corrected.what`` of an entry taken back; its value is the entry's number."""
_STEPS = 64
"""How many entries can be taken back one after the other."""


def is_undo(event: Event) -> bool:
    """Whether *event* takes an entry back."""
    return isinstance(event, Corrected) and event.what == UNDO


def remembered(before: Night, after: Night, event: Event) -> Night:
    """*after*, the night that *event* made of *before*, with what can be taken back: called after every event."""
    after = _with_push(after) if isinstance(event, PotPushed) else after
    entries = before.entered
    if event.source is not None and is_entry(event):
        return _with_entry(before, after, event)
    if entries:
        last = entries[-1]
        entries = (*entries[:-1], replace(last, since=(*last.since, event)))
    return after if entries == after.entered else changed(after, entered=entries, entries=before.entries)


def _with_push(night: Night) -> Night:
    hand = night.hand
    return night if hand is None else changed(night, hand=changed(hand, ending=replace(hand.ending, push_told=True)))


def _with_entry(before: Night, after: Night, event: Event) -> Night:
    """One more entry; an event of the same moment belongs to the last one."""
    entries, number = before.entered, before.entries
    last = entries[-1] if entries else None
    if last is not None and not last.since and last.events[-1].at == event.at:
        entries = (*entries[:-1], replace(last, events=(*last.events, event)))
    else:
        number += 1
        entries = (*entries, Entered(number, changed(before, entered=()), (event,)))[-_STEPS:]
    return changed(after, entered=entries, entries=number)


def undone(night: Night, event: Corrected, book: Rulebook, judge: Judge) -> tuple[Night, Touched] | None:
    """The night without the last entry; None if it is not the one that *event* names: another was first."""
    last = night.entered[-1] if night.entered else None
    if last is None or number_in(event.value) != last.number:
        return None
    again = changed(last.before, entered=night.entered[:-1], entries=night.entries, next_incident=night.next_incident)
    again = judged_again(again, last.since, night, book, _but_its_end(judge))
    return again, differing((*night.past, *night.incidents), (*again.past, *again.incidents), -1)


def _but_its_end(judge: Judge) -> Judge:
    """*judge*, for whom a hand does not end unsaid once the push is taken back on which that end rested."""

    def judged(night: Night, event: Event, book: Rulebook) -> Assessment:
        return Assessment(night, event) if _ends_nothing(night, event) else judge(night, event, book)

    return judged


def _ends_nothing(night: Night, event: Event) -> bool:
    """Whether *event* is an end that nobody said, of a hand in which nobody told of a push."""
    unsaid = isinstance(event, HandEnded) and event.source is None and event.certainty is Certainty.INFERRED
    return unsaid and night.hand is not None and not night.hand.ending.push_told
