"""``assess``: one event judged. Looks with every rule at the night before, then advances regardless."""

from collections.abc import Callable

from table_controller.records.events import (
    Corrected,
    Event,
    HandEnded,
    HandStarted,
    HoleCardDealt,
    RulingMade,
    RulingUndone,
    SourceGone,
    ZoneTouched,
)
from table_controller.records.incidents import Incident, Irregularity
from table_controller.records.night import Assessment, Night
from table_controller.records.rulebook import Rulebook
from table_controller.records.wire import type_name
from table_controller.rules.advance import advance
from table_controller.rules.amounts import Reading
from table_controller.rules.catching_up import ACTS, GOING_ON, caught_up, settled
from table_controller.rules.clock_tie import acted_in_the_tie
from table_controller.rules.corrections import corrected
from table_controller.rules.counted_as import as_seen, counts_as, is_counted
from table_controller.rules.doubts import doubted, rests_on
from table_controller.rules.following import follow
from table_controller.rules.given_up import begun_again
from table_controller.rules.halting import asked, gone_on
from table_controller.rules.hand import changed, whole
from table_controller.rules.hidden import followed_unseen, made_sure, touched_unseen, went_unseen
from table_controller.rules.judges import RULES
from table_controller.rules.look import NO_HAND, Answer, Clear, Found, Look, NotAssessed
from table_controller.rules.naming import as_renewed, merged, named
from table_controller.rules.reading import read
from table_controller.rules.recognised import dealt_anew, recognised
from table_controller.rules.rulings import carried_out, kept_up, lapsed, ruled
from table_controller.rules.steps import next_steps
from table_controller.rules.strangers import STRANGE, as_believed, beyond_belief, left_unknown
from table_controller.rules.string_bets import let_stand
from table_controller.rules.time_up import time_up
from table_controller.rules.told_twice import in_parts, told_again
from table_controller.rules.undoing import is_undo, remembered, undone

_Incidents = tuple[Incident, ...]
_PEOPLE = frozenset((Corrected, RulingMade, RulingUndone))
_ACTS, _CARDS_COME = frozenset(ACTS), frozenset((*GOING_ON, HoleCardDealt, HandStarted, HandEnded))
_Looks = tuple[tuple[str, Callable[[Look], Answer]], ...]


def _judges(kind: type) -> tuple[_Looks, _Looks, tuple[str, ...]]:
    """Who looks at an event of *kind*, by code: all rules; those that look without marks; the others' codes alone."""
    concerned = [rule for rule in RULES if kind in rule.events]
    everyone = tuple((rule.code, rule.look) for rule in concerned)
    plain = tuple((rule.code, rule.look) for rule in concerned if not rule.by_mark)
    return everyone, plain, tuple(rule.code for rule in concerned if rule.by_mark)


_BY_EVENT = {kind: _judges(kind) for rule in RULES for kind in rule.events}
_ANYTIME: dict[type, _Looks] = {
    kind: tuple((rule.code, rule.look) for rule in RULES if rule.anytime and kind in rule.events) for kind in _BY_EVENT
}


def new_night() -> Night:
    """A night of which nothing is known yet."""
    return Night()


def assess(night: Night, event: Event, book: Rulebook, *, guide: bool = True) -> Assessment:
    """Return the night after *event*, the action it counts as, every irregularity it shows, and what could not be
    assessed.

    Without *guide* it leaves out what is asked next and the next steps: nothing is judged by them, and a recording of
    thousands of hands needs them for none.

    Pure, and total: no sequence of events raises. Stakes are counted as ruled; see ``Player.owes`` and
    ``Player.excess`` for chips that do not lie where they belong yet.
    """
    kind, before = type(event), night
    if (aside := _set_aside(night, event, book, guide)) is not None:
        return aside
    reading, skipped, late, anew, tied = None, None, None, _NONE, _NONE
    if night.hand is not None and night.hand.clock is not None:
        night, tied, late = _clocked(night, event, book)
    told = event
    if kind in _ACTS:
        night, event, reading, skipped, anew = _acted(night, event, book)
    elif kind in _CARDS_COME:
        event = as_believed(night, event)
        night, anew = _gone_on_with(followed_unseen(night, event, book), event, book)
    found, assessed, blind = _look(night, event, book, reading)
    if skipped is not None or late is not None:
        blind = _also(found, blind, skipped, late)
    after, touched, expected = _advanced(night, event, told, book, reading)
    touched = tied + anew + touched
    blind = _without(blind, expected)
    if kind in _PEOPLE and not touched and after is night:
        blind = (*blind, type_name(kind))  # nothing that could be followed
    if blind and kind not in _PEOPLE:
        after = _unassessed(after, blind)
    irregularities: tuple[Irregularity, ...] = ()
    counted = True
    if found:
        unexpected = [item for item in found if item.code not in expected]
        after, irregularities, opened = named(after, unexpected, event, book)
        touched = opened + touched
    after = gone_on(night, after, reading) if night.incidents or night.following else after
    if after.incidents or after.rulings or after.following or after.since or after.past:
        after, renewed = kept_up(before, after, told, book)
        if renewed:
            touched = merged(touched, renewed)
            irregularities = as_renewed(irregularities, renewed)
    after = remembered(before, after, told)
    if after.incidents and reading is not None and reading.owes:
        counted = is_counted(after, reading)
    return changed(
        _QUIET,
        night=after,
        event=told,
        action=counts_as(night.hand, reading, late) if counted else as_seen(night.hand, reading),
        change=0 if reading is None else reading.change,
        add=reading.owes if counted and reading is not None else 0,
        irregularities=irregularities,
        incidents=touched,
        ask=asked(after, book) if guide else None,
        floor_options=_floor_options(irregularities),
        next_steps=next_steps(after, book) if guide else (),
        not_assessed=blind,
        assessed=assessed,
        certainty=event.certainty,
    )


def _clocked(night: Night, event: Event, book: Rulebook) -> tuple[Night, _Incidents, Found | NotAssessed | None]:
    """The night with its clock as *event* finds it, what that makes no incident any more, and time that ran out."""
    tied = _NONE
    if night.hand is not None and night.hand.in_time is not None and type(event) in _ACTS:
        night, tied = acted_in_the_tie(night, event, book)
    night, late = time_up(night, event, book)
    return night, tied, late


def _acted(
    night: Night, event: Event, book: Rulebook
) -> tuple[Night, Event, Reading | None, Found | NotAssessed | None, _Incidents]:
    """The night in which somebody acts, the act as a whole, what it counts as, who was passed over, and what it makes
    no incident any more."""
    night, event, past = in_parts(night, event)
    if night.incidents:
        night, stood = let_stand(night, event, book)
        past = (*past, *stood)
    night, skipped = caught_up(night, event, book)
    return night, event, read(night, event, book), skipped, past


def _set_aside(night: Night, event: Event, book: Rulebook, guide: bool) -> Assessment | None:
    """The answer to what is not judged as an event of the game; None where *event* is one."""
    if type(event) is Corrected and is_undo(event):
        return _taken_back(night, event, book)
    return _unread(night, event, book, guide) if _proves_nothing(night, event) else None


def _proves_nothing(night: Night, event: Event) -> bool:
    """Whether *event* is beyond belief, or only the last one told once more."""
    if type(event) in STRANGE and beyond_belief(night.hand, event):
        return True
    return bool(night.latest) and told_again(night, event)


def _gone_on_with(night: Night, event: Event, book: Rulebook) -> tuple[Night, _Incidents]:
    """The night in which the dealer goes on: nobody is asked any more, or the deal was given up and begins anew."""
    if type(event) is HoleCardDealt:
        return dealt_anew(night, event, book) if night.incidents else (night, _NONE)
    if isinstance(event, HandStarted | HandEnded):
        return begun_again(night, event, book) if night.incidents else (night, _NONE)
    return settled(night, event, book), _NONE


def _floor_options(irregularities: tuple[Irregularity, ...]) -> tuple[str, ...]:
    """What the floor may choose from, where no ruling is proposed."""
    if not irregularities:
        return ()
    return tuple([option.name for item in irregularities if item.proposal is None for option in item.options])


def _unassessed(night: Night, codes: tuple[str, ...]) -> Night:
    """The night whose hand remembers what could not be assessed: people are told."""
    hand = night.hand
    if hand is None or hand.unassessed.issuperset(codes):
        return night
    return changed(night, hand=changed(hand, unassessed=hand.unassessed.union(codes)))


def _also(
    found: list[Found], blind: tuple[str, ...], skipped: Found | NotAssessed | None, late: Found | NotAssessed | None
) -> tuple[str, ...]:
    """What could not be assessed, once a seat passed over and time run out are *found* too, or could not be."""
    for code, answer in (("player_skipped", skipped), ("clock_expired", late)):
        if isinstance(answer, Found):
            found.append(answer)
        elif answer is not None:
            blind = (*blind, code)
    return blind


def _without(blind: tuple[str, ...], expected: frozenset[str]) -> tuple[str, ...]:
    """What could not be assessed, but for what a step of a remedy makes right: that accuses nobody in any case."""
    return tuple(code for code in blind if code not in expected) if expected and blind else blind


def _advanced(
    night: Night, event: Event, told: Event, book: Rulebook, reading: Reading | None
) -> tuple[Night, _Incidents, frozenset[str]]:
    """The night after *event*, incidents that were ruled on or lapsed, and what a remedy makes right."""
    counts, touched, expected = event, _NONE, _NOTHING
    held = night.incidents
    if held and (begun := recognised(night, event)) is not None:
        night, touched = carried_out(night, *begun, event, book)
    if night.following:
        night, counts, expected = follow(night, event, book)
    after = advance(night, counts, book, reading)
    if event is not told:
        after = changed(after, latest=(told,))
    if type(event) in _PEOPLE:
        after, touched = _by_people(after, event, book)
    if event.confidence < 1.0 or isinstance(event, SourceGone):
        after = doubted(after, event)
    if isinstance(event, ZoneTouched):
        after = touched_unseen(after, event, book)
    if after.hand is not None and after.hand.doubts:
        after = made_sure(night, after, event, reading, book)
    if after.blocked:
        after = went_unseen(after, book)
    if held and isinstance(event, HandStarted):
        after, touched = lapsed(after, touched)
    return after, touched, expected


def _unread(night: Night, event: Event, book: Rulebook, guide: bool) -> Assessment:
    """The answer to an event that proves nothing: it is told as not assessed, and the hand goes on as it was.

    What cannot have been leaves unknown what it stands for; what was told twice does not.
    """
    if type(event) in STRANGE and beyond_belief(night.hand, event):
        night = left_unknown(night, event)
    night = remembered(night, night, event)
    return changed(
        _QUIET,
        night=night,
        event=event,
        not_assessed=(type_name(type(event)),),
        certainty=event.certainty,
        ask=asked(night, book) if guide else None,
        next_steps=next_steps(night, book) if guide else (),
    )


def _taken_back(night: Night, event: Corrected, book: Rulebook) -> Assessment:
    """The answer to an entry taken back; not assessed if it is not the last one any more."""
    again = undone(night, event, book, assess)
    after, touched = (night, _NONE) if again is None else again
    return changed(
        _QUIET,
        night=after,
        event=event,
        incidents=touched,
        not_assessed=() if again else (type_name(Corrected),),
        certainty=event.certainty,
        ask=asked(after, book),
        next_steps=next_steps(after, book),
    )


_NONE: _Incidents = ()
_NOTHING: frozenset[str] = frozenset()
_QUIET = Assessment(Night(), HandEnded())
"""An answer that says nothing; every answer is a copy that says something."""


def _by_people(night: Night, event: Event, book: Rulebook) -> tuple[Night, _Incidents]:
    """The night after a correction, a ruling or one taken back, and the incidents it touched."""
    if isinstance(event, Corrected):
        return corrected(night, event, book) or night, ()
    return ruled(night, event, book, assess)


def _look(
    night: Night, event: Event, book: Rulebook, reading: Reading | None
) -> tuple[list[Found], tuple[str, ...], tuple[str, ...]]:
    """What the rules found, which were assessed, and which could not be."""
    hand = night.hand
    judges = _BY_EVENT.get(type(event))
    if judges is None:
        return [], (), ()
    everyone, plain, unmarked = judges
    if hand is None:
        hand, everyone, plain, unmarked = NO_HAND, _ANYTIME[type(event)], _ANYTIME[type(event)], ()
    marked = reading is not None and reading.marks
    look = Look(night, hand, event, book, reading)
    found: list[Found] = []
    assessed = list(unmarked) if reading is not None and not marked else []
    blind: list[str] = []
    for code, answer_of in everyone if marked else plain:
        answer = answer_of(look)
        if answer is None:
            continue  # as nearly always: asked first
        if isinstance(answer, Clear):
            assessed.append(code)
        elif isinstance(answer, NotAssessed):
            blind.append(code)
        else:
            for one in (answer,) if isinstance(answer, Found) else answer:
                one = rests_on(one, event, night, hand)
                sure = one.confidence >= _sure(book)
                (assessed if sure else blind).append(one.code)
                if sure:
                    found.append(one)
    return found, tuple(assessed), tuple(blind)


def _sure(book: Rulebook) -> float:
    """The least confidence, as a fraction, that an accusation may rest on."""
    return whole(book, "evidence.min_confidence_percent", 50) / 100
