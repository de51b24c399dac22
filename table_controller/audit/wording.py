"""An incident in words, in German and English: the same words on the terminal and in the report."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from table_controller.records import Card, Seat
from table_controller.records.incidents import Incident, IncidentState, Irregularity, Remedy
from table_controller.records.rulebook import Severity, Text
from table_controller.rules.outcomes import PLAY, STANDS
from table_controller.rules.remedies import remedy as known_as
from table_controller.views.models import Money
from table_controller.views.money import priced
from table_controller.views.phrases import rule_said, said
from table_controller.views.redact import redact_text

STATES: Mapping[IncidentState, Text] = MappingProxyType(
    {
        IncidentState.OPEN: Text("offen", "open"),
        IncidentState.RULED: Text("entschieden", "ruled"),
        IncidentState.DISMISSED: Text("verworfen", "dismissed"),
        IncidentState.LAPSED: Text("nicht entschieden", "not ruled on"),
    }
)
_WEIGHTS = {
    Severity.SERIOUS: Text("schwer", "serious"),
    Severity.WARNING: Text("Warnung", "warning"),
    Severity.INFORMATION: Text("Hinweis", "information"),
}
_DEFAULT = Text("Voreinstellung des Programms, keine Hausregel", "our default, no clause of the house")
_PLAY_STANDS = Text("Das Spiel gilt weiter", "Play stands")
_CARRIED_OUT = Text("am Tisch ausgeführt", "carried out at the table")
_STANDS = Text("niemand entschied, das Spiel ging weiter", "nobody ruled, play went on")
_COUNTS = Text("niemand entschied, so wird es gewertet", "nobody ruled, it counts so")
_OPEN = Text("offen", "open")


@dataclass(frozen=True, slots=True)
class Way:
    """A remedy in words, with its steps in order."""

    text: Text
    steps: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Wording:
    """What is said of an irregularity, with no card in it that may not be named."""

    title: Text
    weight: Text
    measured: Text
    required: Text
    confidence: str
    rule: Text
    citation: Text
    proposal: Way | None
    options: tuple[Way, ...]


def worded(found: Irregularity, allowed: frozenset[Card], money: Money) -> Wording:
    """*found* in words; *allowed*: the cards that may be named. What is proposed is no option beside it."""
    proposed = found.proposal.name if found.proposal else None
    return Wording(
        title=redact_text(found.text, allowed),
        weight=_WEIGHTS[found.severity],
        measured=redact_text(said(found.measured, money), allowed),
        required=redact_text(said(found.required, money), allowed),
        confidence=f"{found.confidence:.0%}",
        rule=redact_text(rule_said(found.rule), allowed),
        citation=cited(found.citation),
        proposal=_way(found.proposal, allowed, money) if found.proposal else None,
        options=tuple(_way(option, allowed, money) for option in found.options if option.name != proposed),
    )


def cited(citation: str) -> Text:
    """The clause, or that it is none of the house's."""
    return _DEFAULT if citation == "default" else Text(citation, citation)


def _way(remedy: Remedy, allowed: frozenset[Card], money: Money) -> Way:
    steps = tuple(priced(redact_text(step.text, allowed), step.amount, money) for step in remedy.steps)
    return Way(redact_text(remedy.text, allowed), steps)


def remedy_said(incident: Incident | None, name: str, allowed: frozenset[Card]) -> Text:
    """The remedy of that *name* in words: as the incident has it, else as the catalogue does."""
    if name == "none":
        return STATES[IncidentState.DISMISSED]
    if name == STANDS:
        return _PLAY_STANDS
    found = incident.irregularity if incident else None
    if found and found.proposal and name == "proposed":
        return redact_text(found.proposal.text, allowed)
    told = {one.name: one.text for one in (*found.options, found.proposal) if one} if found else {}
    return redact_text(told.get(name) or known_as(name, None, None).text, allowed)


def went_on(incident: Incident | None, ruling: str | None, by: str | None) -> Text | None:
    """How it came to be ruled where nobody ruled."""
    ruled = incident is not None and incident.ruling is not None and incident.state is not IncidentState.LAPSED
    if ruling is None or (ruled and by != PLAY):
        return None
    return _STANDS if ruling == STANDS else _CARRIED_OUT if ruled else _COUNTS


def became(
    incident: Incident | None, ruling: str | None, by: str | None, allowed: frozenset[Card], *, settled: bool = True
) -> Text:
    """What became of an incident: the ruling with who made it, or how it ended without; *ruling* None: open.

    While it is not *settled* nobody has ruled, and *ruling* is what is proposed.
    """
    if ruling is None:
        return _OPEN
    if not settled:
        words = remedy_said(incident, ruling, allowed)
        return Text(f"offen; Vorschlag: {words.de}", f"open; proposed: {words.en}")
    words, how = remedy_said(incident, ruling, allowed), went_on(incident, ruling, by)
    if how is None:
        return joined((words, ruled_by(by)))
    return Text(f"{words.de} ({how.de})", f"{words.en} ({how.en})")


def ruled_by(by: str | None) -> Text:
    """Who ruled; a name that was erased is said to be."""
    if by is None:
        return Text("Name gelöscht", "name erased")
    return Text("durch die Turnierleitung", "by the floor") if by == "floor" else Text(f"durch {by}", f"by {by}")


def joined(parts: Iterable[Text], by: str = ", ") -> Text:
    """*parts* in one line."""
    kept = tuple(parts)
    return Text(by.join(part.de for part in kept), by.join(part.en for part in kept))


def seat_said(seat: Seat | None, names: Mapping[Seat, str]) -> Text | None:
    """The seat with the name of who sits there; None for the whole table."""
    if seat is None:
        return None
    name = name_of(seat, names)
    beside = f" ({name})" if name else ""
    return Text(f"Platz {seat}{beside}", f"seat {seat}{beside}")


def name_of(seat: Seat, names: Mapping[Seat, str]) -> str:
    """Who sits there; empty where the name says no more than the seat."""
    name = names.get(seat, "")
    return "" if name.casefold() in (f"seat {seat}", f"platz {seat}") else name


def speaker(language: str) -> Callable[[Text], str]:
    """What picks a text's words in *language*."""
    return (lambda text: text.de) if language == "de" else (lambda text: text.en)


_LABELS = {
    "seen": Text("Gesehen", "Seen"),
    "required": Text("verlangt", "required"),
    "rule": Text("Regel", "Rule"),
    "proposal": Text("Vorschlag", "Proposed"),
    "options": Text("Zur Wahl", "To choose from"),
    "became": Text("Ausgang", "Outcome"),
}


def incident_lines(
    number: int | None, words: Wording, where: Iterable[Text | None], end: Text, language: str
) -> Iterator[str]:
    """An incident on the terminal: what, where and how bad; seen and required; the rule; the way out; its end."""
    say = speaker(language)
    head = (words.title, *(one for one in where if one), words.weight)
    yield f"  #{number or '–'} " + " · ".join(say(one) for one in head)
    label = {name: say(text) for name, text in _LABELS.items()}
    yield (
        f"     {label['seen']}: {say(words.measured)} ({words.confidence}); {label['required']}: {say(words.required)}"
    )
    yield f"     {label['rule']}: {say(words.rule)} [{say(words.citation)}]"
    if words.proposal:
        yield f"     {label['proposal']}: {say(words.proposal.text)}"
        yield from (f"       {place}. {say(step)}" for place, step in enumerate(words.proposal.steps, start=1))
    if words.options:
        yield f"     {label['options']}: " + " / ".join(say(option.text) for option in words.options)
    yield f"     {label['became']}: {say(end)}"
