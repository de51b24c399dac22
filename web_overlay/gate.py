"""The checks that every request passes before its route, and the headers that every answer carries.

Every route declares its audience; one without is refused at start. Nothing here knows hole cards: an audience's view
model simply has none that are not released.
"""

import hmac
import secrets

from flask import Flask, Response, abort, current_app, g, redirect, request
from werkzeug.wrappers import Response as Answer

from web_overlay.access import LOOPBACK, Access
from web_overlay.answers import asks_for_a_page
from web_overlay.audiences import HERE, Audience, Visitor, audience, audience_of
from web_overlay.buckets import Buckets
from web_overlay.refusals import FOREIGN_PAGE, NO_NETWORK, NOT_PAIRED, NOT_YOURS, STALE_TOKEN, TOO_FAST, Refused

__all__ = ["TOKEN_HEADER", "TRUSTED_HOSTS", "Audience", "Gate", "audience", "audience_of", "visitor"]

_SAFE = ("GET", "HEAD", "OPTIONS")
TOKEN_HEADER = "X-Floorman-Token"
TRUSTED_HOSTS = list(LOOPBACK)
MAX_BODY = 16 * 1024
"""Bytes of a request's body; the largest honest one is under one thousand."""
MAX_FORM = 1024
"""Bytes of a form kept in memory; no page of ours sends one."""


def visitor() -> Visitor:
    """Who asks, in a route that is not PUBLIC: the gate let nobody through whom it does not know."""
    found: Visitor = g.visitor
    return found


def cookie_name() -> str:
    """The cookie that holds a device's token. Cookies know no ports, so two tables on one machine need two names."""
    return f"floorman-{request.environ.get('SERVER_PORT', '')}"


class Gate:
    """The checks of one app. ``token`` proves that a command comes from a page of ours, not who sends it."""

    def __init__(self, token: str | None = None, access: Access | None = None) -> None:
        self.token = token or secrets.token_urlsafe(32)
        self.access = access or Access()
        self._commands, self._looks = Buckets(rate=5, burst=40), Buckets(rate=100, burst=600)
        self._strangers, self._knocks = Buckets(rate=5, burst=60), Buckets(rate=0.2, burst=10)

    def seat_token(self, number: int, visitor: Visitor = HERE) -> str:
        """What proves that a command comes from the page of that seat; it opens nothing else."""
        return hmac.digest(self.page_token(visitor).encode(), f"seat {number}".encode(), "sha256").hex()

    def page_token(self, visitor: Visitor = HERE) -> str:
        """What a visitor's own pages prove themselves with; another's is worth nothing to it."""
        if visitor.id == HERE.id:
            return self.token
        return hmac.digest(self.token.encode(), visitor.id.encode(), "sha256").hex()

    def guard(self, app: Flask) -> None:
        """Set the checks before every request of *app* and the headers after it."""
        app.config.update(TRUSTED_HOSTS=self.access.hosts(), MAX_CONTENT_LENGTH=MAX_BODY, MAX_FORM_MEMORY_SIZE=MAX_FORM)
        app.before_request(lambda: self._check(app))
        app.after_request(self._tell)
        app.after_request(_harden)

    def _check(self, app: Flask) -> Answer | None:
        if not self.access.paired and _brought():
            raise Refused(NO_NETWORK, 403)  # by a proxy, and everybody would be the host
        g.visitor = self.access.visitor(request.cookies.get(cookie_name(), ""))
        if g.visitor is not None:
            self.access.asked_from(g.visitor, request.remote_addr or "")
        self._slow_down(g.visitor)
        if request.endpoint is None:
            return None
        who = audience_of(app, request.endpoint)
        if who is None:
            abort(500, "this route declares no audience")
        if who is not Audience.PUBLIC and (turned := self._turned_away(who, g.visitor)) is not None:
            return turned
        if (who is not Audience.PUBLIC or request.method not in _SAFE) and not _own_page():
            raise Refused(FOREIGN_PAGE, 403)
        if request.method not in _SAFE:
            self._check_command(who, g.visitor)
        return None

    def _slow_down(self, visitor: Visitor | None) -> None:
        safe = request.method in _SAFE
        known, strange = (self._looks, self._strangers) if safe else (self._commands, self._knocks)
        # A foreign page in the host's browser asks as the host: it must not use up what the desk may ask.
        wait = known.take(visitor.id) if visitor and _own_page() else strange.take(request.remote_addr or "")
        if wait:
            raise Refused(TOO_FAST, 429, wait=wait)

    def _turned_away(self, who: Audience, visitor: Visitor | None) -> Answer | None:
        """None for who may open it; others are sent to a page that is theirs, or refused where nobody reads pages."""
        if visitor is not None and visitor.opens(who, (request.view_args or {}).get("number")):
            return None
        if request.method == "GET" and asks_for_a_page():
            return redirect(visitor.home if visitor else "/pair", 303)
        raise Refused(NOT_YOURS, 403) if visitor else Refused(NOT_PAIRED, 401)

    def _check_command(self, who: Audience, visitor: Visitor | None) -> None:
        if who is not Audience.PUBLIC and visitor is not None:
            of_seat = who is Audience.SEAT
            token = (
                self.seat_token((request.view_args or {})["number"], visitor) if of_seat else self.page_token(visitor)
            )
            sent = request.headers.get(TOKEN_HEADER, "")
            if not hmac.compare_digest(sent.encode(), token.encode()):
                raise Refused(STALE_TOKEN, 403)
        if not request.is_json:
            abort(415, "application/json")

    def _tell(self, response: Response) -> Response:
        """Tell the read log who looked at what holds state, and who was refused."""
        rule, found = request.url_rule, g.get("visitor")
        who = audience_of(current_app, request.endpoint) if request.endpoint else None
        if rule is None or who in (None, Audience.PUBLIC):
            return response
        if response.status_code == 200 and request.method == "GET":
            self.access.reads.looked(found, "looked", request.path, request.remote_addr or "")
        elif response.status_code in (303, 401, 403):
            self.access.reads.looked(found, "refused", rule.rule, request.remote_addr or "")
        return response


_BROUGHT = ("Via", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-Ip")
"""What proxies add, whatever it says: some hand on what their visitor wrote there. No browser sends it."""


def _brought() -> bool:
    """Whether a proxy brought the request, as far as it lets us know."""
    return any(name in request.headers for name in _BROUGHT)


def _own_page() -> bool:
    """Whether the request comes from a page of ours, or from none."""
    origin = request.headers.get("Origin")
    if origin is not None and origin != request.host_url.rstrip("/"):
        return False
    if request.headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none"):
        return True
    # A link on another page may open one of ours, which then asks for itself; nothing else may come from elsewhere.
    opened = request.headers.get("Sec-Fetch-Mode") == "navigate" and request.headers.get("Sec-Fetch-Dest") == "document"
    return opened and request.method in _SAFE and not request.path.startswith(("/api/", "/events/"))


_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{style}; img-src 'self' blob:; media-src 'self' blob:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def _harden(response: Response) -> Response:
    # OBS lays its custom CSS into the overlay as an inline style; no other page may have one.
    return hardened(response, " 'unsafe-inline'" if request.path == "/overlay" else "")


def hardened(response: Response, style: str = "") -> Response:
    """*response* with the headers that forbid foreign content, frames, keeping and guessing; *style*: what else may."""
    response.headers["Content-Security-Policy"] = _POLICY.format(style=style)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    response.headers["Cache-Control"] = "no-store"
    return response
