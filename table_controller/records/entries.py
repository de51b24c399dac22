"""The journal's rows: what goes in, what lies there, and the entry a run begins with."""

from dataclasses import dataclass

from table_controller.records.cards import Deck
from table_controller.records.layout import Layout
from table_controller.records.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Row:
    """An entry before it is journalled. ``body``: canonical JSON; ``because``: journal numbers it rests on.

    ``person``: true if the body names a person or shows a picture; it can then be erased later.
    """

    kind: str
    at: int
    body: str
    because: tuple[int, ...] = ()
    person: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the journal: ``body`` is None once erased; ``digest`` chains ``prev`` and the salted body.

    ``kind``: ``run_started``, ``observation``, ``event``, ``assessment``, ``incident``, ``erased``, ``note``,
    ``run_closed``, ``fault``.
    """

    seq: int
    at: int
    kind: str
    body: str | None
    because: tuple[int, ...]
    prev: str
    digest: str
    person: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStarted:
    """What a run of the program works with; the body of ``run_started``, enough to judge its observations again.

    ``wall``: the wall clock as ISO 8601 with its zone, at the entry's ``at``. ``offset``: what was added to the
    monotonic clock to make night time, in ns; ``speed``: table seconds per second. ``decimals``: of ``currency`` that
    the smallest unit of money is worth (2: cents); both empty for plain chips.
    """

    version: str
    rulebook: Rulebook
    layout: Layout
    deck: Deck
    button_tag: str | None
    wall: str
    offset: int
    speed: float = 1.0
    currency: str = ""
    decimals: int = 0
