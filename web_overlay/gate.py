"""Who may ask for what: audiences, and the checks that every request passes before its route.

Every route declares its audience; one without is refused at start. Nothing here knows hole cards: an audience's view
model simply has none that are not released.
"""

import hmac
import secrets
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

from flask import Flask, Response, abort, request

from web_overlay.refusals import FOREIGN_PAGE, STALE_TOKEN, Refused

_SAFE = ("GET", "HEAD", "OPTIONS")
TOKEN_HEADER = "X-Floorman-Token"
TRUSTED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
"""Host names a loopback server answers to; any other is DNS rebinding or a mistake."""
MAX_BODY = 16 * 1024
"""Bytes of a request's body; the largest honest one is under one thousand."""


class Audience(Enum):
    """Who a route is for. PUBLIC holds no state of the table at all: scripts, styles, the words on the pages.

    A SEAT sees what the TABLE sees, and may press its own buttons; its routes are told which seat as ``number``.
    """

    PUBLIC, TABLE, DESK, OVERLAY, SEAT = "public", "table", "desk", "overlay", "seat"


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


class Gate:
    """The checks of one app. ``token`` proves that a command comes from a page of ours, not who sends it."""

    def __init__(self, token: str | None = None) -> None:
        self.token = token or secrets.token_urlsafe(32)

    def seat_token(self, number: int) -> str:
        """What proves that a command comes from the page of that seat; it opens nothing else."""
        return hmac.digest(self.token.encode(), f"seat {number}".encode(), "sha256").hex()

    def guard(self, app: Flask) -> None:
        """Set the checks before every request of *app* and the headers after it."""
        app.config.update(TRUSTED_HOSTS=TRUSTED_HOSTS, MAX_CONTENT_LENGTH=MAX_BODY)
        app.before_request(lambda: self._check(app))
        app.after_request(_harden)

    def _check(self, app: Flask) -> None:
        if request.endpoint is None:
            return
        who = audience_of(app, request.endpoint)
        if who is None:
            abort(500, "this route declares no audience")
        if request.method not in _SAFE:
            of_seat = who is Audience.SEAT
            self._check_command(self.seat_token((request.view_args or {})["number"]) if of_seat else self.token)
        elif request.path.startswith(("/api/", "/events/")):
            _check_own_page()

    def _check_command(self, token: str) -> None:
        _check_own_page()
        sent = request.headers.get(TOKEN_HEADER, "")
        if not hmac.compare_digest(sent.encode(), token.encode()):
            raise Refused(STALE_TOKEN, 403)
        if not request.is_json:
            abort(415, "application/json")


def _check_own_page() -> None:
    origin = request.headers.get("Origin")
    if origin is not None and origin != request.host_url.rstrip("/"):
        raise Refused(FOREIGN_PAGE, 403)
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        raise Refused(FOREIGN_PAGE, 403)


_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{style}; img-src 'self'; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def _harden(response: Response) -> Response:
    # OBS lays its custom CSS into the overlay as an inline style; no other page may have one.
    style = " 'unsafe-inline'" if request.path == "/overlay" else ""
    response.headers["Content-Security-Policy"] = _POLICY.format(style=style)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    response.headers["Cache-Control"] = "no-store"
    return response
