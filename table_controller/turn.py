"""One turn: an observation becomes events, each event is judged, and both become rows of the journal.

The one step that the live table and the audit share; pure, so that a night can be judged again, exactly.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from table_controller.fusion import Felt, empty_felt, fuse, same_books
from table_controller.records.cards import Deck
from table_controller.records.entries import Entry, Row, RunStarted
from table_controller.records.events import Corrected, Event, Noted, Objection, RulingMade
from table_controller.records.layout import Layout
from table_controller.records.night import Assessment, Night
from table_controller.records.observations import ManualEntry, Observation, RulingEntered
from table_controller.records.rulebook import Rulebook
from table_controller.records.wire import canonical, parsed, plain, read, read_observation
from table_controller.rules import assess, new_night
from table_controller.views.evening import Evening, heard
from table_controller.views.memory import Memory, remembered, with_reason

CONCLUSIONS = frozenset({"event", "assessment", "incident", "fault"})
"""The kinds of entry that follow from an observation, and stand behind it in the journal."""

_NAMING = (RulingEntered, ManualEntry, RulingMade, Noted, Corrected, Objection)
"""What says who did something or holds free text: it may name a person."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the table stands: what fusion and the referee know, and what was answered.

    ``answers``: to the events of the last observation; ``latest``: the last answer that there was.
    """

    felt: Felt
    night: Night
    answers: tuple[Assessment, ...] = ()
    latest: Assessment | None = None
    memory: Memory = Memory()
    """What the screens remember of the night: where facts come from, who agreed to be filmed."""
    evening: Evening = Evening()
    """What the overlay tells of the whole evening: who did what, stacks, ends of hands."""


def begin(run: RunStarted) -> Standing:
    """The standing when a new journal's first run begins."""
    return Standing(empty_felt(run.layout, run.deck, run.button_tag), new_night())


def go_on(standing: Standing, before: RunStarted, run: RunStarted) -> Standing:
    """The standing when another run continues the journal: in the same hand, with the same books; where the table
    itself is another, its felt is seen anew.

    What was lost or hidden from the sources of the last run, those of this one tell afresh.
    """
    night = replace(standing.night, lost=frozenset(), blocked=frozenset())
    if _table(before) == _table(run):
        gone = tuple(touch for touch in standing.felt.touches if touch.left is not None)
        felt = replace(standing.felt, lost=(), blocked=(), over=(), touches=gone)
    else:
        felt = same_books(begin(run).felt, standing.felt)
    return replace(standing, felt=felt, night=night, answers=())


def _table(run: RunStarted) -> tuple[Layout, Deck, str | None]:
    return run.layout, run.deck, run.button_tag


def settled(run: RunStarted) -> RunStarted:
    """*run* as the journal will tell it: what the live table must work with, so that a replay does the same."""
    value: RunStarted = read(RunStarted, parsed(canonical(plain(run))))
    return value


def turn(
    standing: Standing, seq: int, observation: Observation, layout: Layout, book: Rulebook, read_from: str | None = None
) -> tuple[Standing, tuple[Row, ...]]:
    """The standing after *observation*, and its rows: first the observation itself, which gets number *seq*.

    *read_from*: the canonical body that *observation* was read from, if a journal has it already (``told_in``).

    The rows are to be journalled together and in this order: the row at place i is entry *seq* + i. A fault of ours
    becomes a row of kind ``fault``, since neither evidence nor the game may be lost to it.
    """
    rows: list[Row] = []
    # Judged is what the journal keeps, as it will be read again: no number of another type, no half character.
    try:
        if read_from is None:
            rows = [_row("observation", observation.at, observation)]
            observation = read_observation(parsed(rows[0].body))
        else:
            rows = [Row("observation", observation.at, read_from, person=isinstance(observation, _NAMING))]
        felt, events = fuse(standing.felt, seq, observation, layout)
    except Exception as fault:
        kept = (*rows, _fault(observation.at, "fuse", fault, (seq,))) if rows else _unwritable(observation, fault)
        return replace(standing, answers=()), kept
    night, answers, evening = standing.night, [], standing.evening
    memory = with_reason(standing.memory, observation)
    for event in events:
        number = seq + len(rows)
        rows.append(_row("event", event.at, event, event.because or (seq,)))
        try:
            answer = assess(night, event, book)
        except Exception as fault:
            rows.append(_fault(event.at, "assess", fault, (number,)))
            continue
        memory, evening = remembered(memory, night, answer), heard(evening, answer)
        night = answer.night
        answers.append(answer)
        rows += _judged(answer, number)
    latest = answers[-1] if answers else standing.latest
    return Standing(felt, night, tuple(answers), latest, memory, evening), tuple(rows)


def refold(entries: Iterable[Entry]) -> Iterator[tuple[RunStarted, Standing]]:
    """The run and the standing after each entry of a journal that moves the table.

    An erased observation is passed over.

    :raises ValueError: naming an entry that cannot be read.
    """
    run: RunStarted | None = None
    standing: Standing | None = None
    for entry in entries:
        match entry.kind:
            case "run_started":
                before, run = run, run_in(entry)
                standing = go_on(standing, before, run) if before and standing else begin(run)
            case "observation" if run and standing and entry.body is not None:
                observation, body = told_in(entry)
                standing, _ = turn(standing, entry.seq, observation, run.layout, run.rulebook, body)
            case _:
                continue
        if run and standing:
            yield run, standing


def resume(entries: Iterable[Entry]) -> tuple[RunStarted, Standing] | None:
    """The last run of a journal and where the table stood at its end, or None if no run began in it.

    :raises ValueError: as ``refold``.
    """
    last = None
    for last in refold(entries):  # noqa: B007 - the last is wanted
        pass
    return last


def run_row(run: RunStarted, at: int) -> Row:
    """The row that begins *run*."""
    return _row("run_started", at, run)


def wall_row(wall: str, night: int, at: int) -> Row:
    """A note, in an entry of *at*, of the *wall* clock at *night* time: from there on times are told by it."""
    return Row("note", at, canonical({"wall": wall, "night": night}))


def run_in(entry: Entry) -> RunStarted:
    """The run that *entry* begins. :raises ValueError: naming the entry, if it does not say."""
    run: RunStarted = _within(entry, lambda value: read(RunStarted, value))
    return run


def observation_in(entry: Entry) -> Observation:
    """The observation that *entry* holds. :raises ValueError: naming the entry, if it holds none."""
    observation: Observation = _within(entry, read_observation)
    return observation


def told_in(entry: Entry) -> tuple[Observation, str | None]:
    """The same, and its body; None for a body that is not as this program would write it.

    What is written otherwise (an object's keys in another order, a number that is none) may be another observation
    once it is read again, and what is judged is what the journal would keep.

    :raises ValueError: as ``observation_in``.
    """
    observation, value = _within(entry, lambda value: (read_observation(value), value))
    try:
        same = canonical(value) == entry.body
    except (ValueError, RecursionError):
        same = False
    return observation, entry.body if same else None


def _within(entry: Entry, reader: Any) -> Any:
    try:
        return reader(parsed(entry.body or "null"))
    except (ValueError, RecursionError) as fault:
        raise ValueError(f"entry {entry.seq}: {fault}") from None


def _judged(answer: Assessment, event: int) -> list[Row]:
    """What the referee said of entry *event*: the assessment unless it says nothing, then its incidents.

    Who ruled stays out of the incident: *event* says it, and can be erased without losing what was ruled.
    """
    said = {
        "action": answer.action,
        "change": answer.change,
        "add": answer.add,
        "ask": answer.ask,
        "irregularities": answer.irregularities,
        "floor_options": answer.floor_options,
        "next_steps": answer.next_steps,
        "not_assessed": answer.not_assessed,
    }
    body = {name: plain(value) for name, value in said.items() if value}
    rows = [Row("assessment", answer.event.at, canonical(body), (event,))] if body else []
    return rows + [
        Row("incident", answer.event.at, canonical(plain(replace(incident, by=None))), (event,))
        for incident in answer.incidents
    ]


def _row(kind: str, at: int, record: Observation | Event | RunStarted, because: tuple[int, ...] = ()) -> Row:
    return Row(kind, at, canonical(plain(record)), because, person=isinstance(record, _NAMING))


def _fault(at: int, where: str, fault: Exception, because: tuple[int, ...]) -> Row:
    """The type alone: a message could hold an address in memory, which no replay would repeat."""
    return Row("fault", at, canonical({"where": where, "error": type(fault).__name__}), because)


def _unwritable(observation: Observation, fault: Exception) -> tuple[Row, ...]:
    """An observation that is no JSON (a NaN, a foreign type) cannot be judged, but it came."""
    said = {"where": "observation", "error": type(fault).__name__, "said": repr(observation)}
    return (Row("fault", 0, canonical(said)),)
