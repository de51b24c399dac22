"""Whom a route serves, who may stand before a screen, and what each of them may open.

Every route declares its audience; what a role opens is told here and nowhere else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from flask import Flask


class Audience(Enum):
    """Who a route is for. PUBLIC holds no state of the table at all: scripts, styles, the words on the pages.

    A SEAT sees what the TABLE sees, and may press its own buttons; its routes are told which seat as ``number``.
    HOST: who may look, and letting them in. AUDIT: who looked at what.
    """

    PUBLIC, TABLE, DESK, OVERLAY, SEAT, HOST, AUDIT = "public", "table", "desk", "overlay", "seat", "host", "audit"


class Role(Enum):
    """What a device was let in as."""

    HOST, DESK, TABLE, SEAT, OVERLAY, AUDITOR = "host", "desk", "table", "seat", "overlay", "auditor"


_OPENS = {
    Role.HOST: frozenset(Audience),
    Role.DESK: frozenset({Audience.PUBLIC, Audience.DESK, Audience.TABLE}),
    Role.TABLE: frozenset({Audience.PUBLIC, Audience.TABLE}),
    Role.SEAT: frozenset({Audience.PUBLIC, Audience.SEAT, Audience.TABLE}),
    Role.OVERLAY: frozenset({Audience.PUBLIC, Audience.OVERLAY}),
    Role.AUDITOR: frozenset({Audience.PUBLIC, Audience.AUDIT, Audience.OVERLAY, Audience.TABLE}),
}
_HOME = {Role.HOST: "/", Role.DESK: "/", Role.TABLE: "/table", Role.OVERLAY: "/overlay", Role.AUDITOR: "/reads"}


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks. ``id`` outlives a restart, ``name`` is for people, ``seat`` is a SEAT's own."""

    id: str
    name: str
    role: Role
    seat: int | None = None

    def opens(self, who: Audience, number: int | None = None) -> bool:
        """Whether this visitor may open a route for *who*; *number*: the seat that a SEAT's route is about."""
        own = self.role is not Role.SEAT or who is not Audience.SEAT or number == self.seat
        return who in _OPENS[self.role] and own

    @property
    def home(self) -> str:
        """The page that this role is for."""
        return f"/seat/{self.seat}" if self.role is Role.SEAT else _HOME[self.role]


HERE = Visitor("here", "this machine", Role.HOST)
"""Who sits at the machine itself, while it listens to nobody else."""

_Route = TypeVar("_Route", bound=Callable[..., Any])


def audience(who: Audience) -> Callable[[_Route], _Route]:
    """Declare whom a route serves."""

    def declare(route: _Route) -> _Route:
        route.audience = who  # type: ignore[attr-defined]
        return route

    return declare


def audience_of(app: Flask, endpoint: str) -> Audience | None:
    """The declared audience of a route, None if it has none."""
    found: Audience | None = getattr(app.view_functions[endpoint], "audience", None)
    return found
