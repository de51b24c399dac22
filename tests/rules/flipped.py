"""Golden stories under houses that answer otherwise: which parameters a story asks for, and what changes with them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import golden

from table_controller.files import allowed_values, load_rulebook
from table_controller.records.events import Event
from table_controller.records.night import Assessment, Night
from table_controller.records.rulebook import Allowed, Rulebook, Setting

Outcome = tuple[object, ...]
_FOLDER = Path(__file__).parents[1] / "golden"
_HUGE = 10**12


class Told(NamedTuple):
    """A story, the parameters it asks for, and what the referee said."""

    path: str
    story: dict[str, Any]
    asked: frozenset[str]
    outcome: Outcome


class _Asked(dict[str, Setting]):
    """Parameters that remember who was asked for."""

    def __init__(self, values: Mapping[str, Setting]) -> None:
        super().__init__(values)
        self.names: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.names.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Setting:
        self.names.add(key)
        return super().__getitem__(key)


@cache
def told() -> tuple[Told, ...]:
    """Every golden story, under each of its houses."""
    return tuple(
        _told(str(path.relative_to(_FOLDER)), story)
        for path in sorted(_FOLDER.rglob("*.toml"))
        for story in golden.stories(golden.story_in(path))
    )


def _told(path: str, story: dict[str, Any]) -> Told:
    asked: set[str] = set()
    outcome = heard(story, {}, asked)
    return Told(path, story, frozenset(asked), outcome)


def heard(story: dict[str, Any], other: Mapping[str, Setting], asked: set[str] | None = None) -> Outcome:
    """What the referee says to each event where the house answers *other* things; only its own faults are raised."""
    book = load_rulebook(story["rulebook"])
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in story.get("with", {}).items()}
    answers = {**book.parameters, **values, **other}
    changed = replace(book, parameters=answers if asked is None else _Asked(answers))
    told = judged(story, changed)
    if asked is not None and isinstance(changed.parameters, _Asked):
        asked |= changed.parameters.names
    return tuple(one if isinstance(one, str) else _said(one) for one in told)


def judged(story: dict[str, Any], book: Rulebook) -> list[Assessment | str]:
    """The referee's answers to the events of *story* under *book*, and whether it could be told to its end."""
    said: list[Assessment | str] = []
    judge = golden.assess

    def listening(night: Night, event: Event, given: Rulebook) -> Assessment:
        try:
            answer = judge(night, event, given)
        except Exception as fault:
            raise RefereeFault(f"{type(fault).__name__}: {fault} at {event}") from fault
        said.append(answer)
        return replace(answer, irregularities=())  # the teller stops at what is wrong while a story is set up

    with patch.object(golden, "assess", listening), patch.object(golden, "load_rulebook", lambda name: book):
        try:
            golden.play({**story, "with": {}, "expect": {}})
        except (AssertionError, IndexError, ValueError, StopIteration) as fault:
            said.append(f"the story cannot be told to its end: {type(fault).__name__}")
    return said


class RefereeFault(Exception):
    """The referee raised: it never may."""


def _said(it: Assessment) -> object:
    return (
        *(it.action, it.change, it.add, it.ask, it.irregularities, it.incidents, it.next_steps),
        *(it.floor_options, it.not_assessed),
    )


def here(story: dict[str, Any], name: str) -> Setting:
    """What the house of *story* answers."""
    value = story.get("with", {}).get(name, load_rulebook(story["rulebook"]).parameters[name])
    return tuple(value) if isinstance(value, list) else value


def answers(name: str) -> tuple[Setting, ...]:
    """Every word that may stand in a parameter, and its least and most."""
    return tuple(_answers(allowed_values()[name]))


def _answers(may: Allowed) -> Iterator[Setting]:
    if may.only is not None:
        yield may.only
        return
    if may.kind == "flag":
        yield from (True, False)
    if may.kind == "list":
        yield from ((), *((word,) for word in may.values), may.values or ("Latin",))
        return
    yield from may.values
    if may.least is not None:
        yield may.least
        yield _HUGE if may.most is None else may.most


def decided(name: str) -> set[Setting]:
    """The answers that change what is said of some story, against another answer."""
    found: set[Setting] = set()
    stories = sorted((one for one in told() if name in one.asked), key=lambda one: _far(one, name))
    for value in answers(name):
        if value not in found and (one := _changed(stories, name, value)) is not None:
            found |= {value, here(one.story, name)}
    return found


def _far(one: Told, name: str) -> tuple[bool, int]:
    """Stories written to show that the parameter decides come first, then those that turn on few."""
    return name not in one.story.get("with", {}), len(one.asked)


def _changed(stories: list[Told], name: str, value: Setting) -> Told | None:
    for one in stories:
        if here(one.story, name) != value and heard(one.story, {name: value}) != one.outcome:
            return one
    return None
