"""The Flask app: pages, JSON, live streams, and people's commands."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, jsonify, render_template, request

from table_controller.records import Seat
from table_controller.records.observations import Observation, RulingEntered
from table_controller.views import DeskView, Views
from web_overlay.access import Access
from web_overlay.answers import add_answers, not_taken
from web_overlay.doors import add_doors
from web_overlay.gate import Audience, Gate, audience, audience_of, visitor
from web_overlay.help import add_help
from web_overlay.once import Claim, Once
from web_overlay.people import (
    Receipt,
    newest_entry,
    read_after,
    read_press,
    read_ruling,
    read_seat_press,
    read_tap,
    seats_of,
    undoes,
)
from web_overlay.pictures import Frames, add_pictures
from web_overlay.refusals import NOT_JSON, TOLD_ALREADY, TOO_LATE, TOO_MANY, TURN_OVER, Refused
from web_overlay.streams import Pace, Streams, snapshot
from web_overlay.themes import DEFAULT, themes

LANGUAGES = ("de", "en")
_HERE = Path(__file__).parent
_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".woff2": "font/woff2",
}

Latest = Callable[[], Views]
Submit = Callable[..., Receipt]
"""Takes a person's observations, those of one tap together."""


def create_app(
    latest: Latest,
    submit: Submit,
    frames: Frames,
    *,
    language: str = "de",
    token: str | None = None,
    access: Access | None = None,
    still: Callable[[int], bytes | None] = lambda incident: None,
    clock: Callable[[], int] | None = None,
    pace: Pace = Pace(),  # noqa: B008 - frozen
) -> Flask:
    """The screens as a WSGI app.

    ``latest`` returns the newest published views. ``submit`` takes a person's observation (``RulingEntered``,
    ``ManualEntry``, ``ButtonPress``), refuses nothing and returns at once. ``frames`` returns the newest camera
    picture that may be shown, or None. ``still`` returns the picture kept of an incident, if no hole card can be on it.
    ``language``: of pages opened without ``?lang=``. ``token``: what commands must carry
    (default: new at every start). ``access``: who may open what (default: everybody at this machine). ``clock``: night
    time in ns (default: that of the newest views).
    """
    if language not in LANGUAGES:
        raise ValueError(f"language {language!r}; expected one of {' '.join(LANGUAGES)}")
    app = Flask("web_overlay", root_path=str(_HERE), static_folder=None, template_folder="templates")
    gate, now = Gate(token, access), clock or (lambda: latest().at)
    streams = Streams(latest, pace, now)
    gate.guard(app)
    _add_pages(app, latest, language)
    _add_state(app, latest, streams, gate, now)
    add_pictures(app, latest, frames, still, now)
    add_help(app, lambda template, **more: _page(template, language, **more))
    _add_commands(app, latest, submit, now)
    add_doors(app, gate, latest, lambda script: _drawn(script, language, style="doors"))
    add_answers(app)
    app.extensions.update(streams=streams, access=gate.access)
    _check_audiences(app)
    return app


def _check_audiences(app: Flask) -> None:
    for endpoint in app.view_functions:
        if audience_of(app, endpoint) is None:
            raise ValueError(f"route {endpoint} declares no audience")


def _add_pages(app: Flask, latest: Latest, language: str) -> None:
    root = _HERE / "static"
    files = {path.relative_to(root).as_posix(): path for path in root.rglob("*") if path.suffix in _KINDS}
    looks = themes()

    def drawn(script: str, **more: object) -> str:
        return _drawn(script, language, style=script, **more)

    @app.get("/")
    @audience(Audience.DESK)
    def desk() -> str:
        return drawn("desk")

    @app.get("/table")
    @audience(Audience.TABLE)
    def table() -> str:
        return drawn("table")

    @app.get("/overlay")
    @audience(Audience.OVERLAY)
    def overlay() -> str:
        return _page("overlay.html", language, theme=looks.get(request.args.get("theme", ""), looks[DEFAULT]))

    @app.get("/seat/<int:number>")
    @audience(Audience.SEAT)
    def seat(number: int) -> str:
        _check_seat(latest, number)
        return drawn("seat", seat=number)

    @app.get("/static/<path:name>")
    @audience(Audience.PUBLIC)
    def static(name: str) -> Response:
        if name not in files:
            abort(404)
        return Response(files[name].read_bytes(), content_type=_KINDS[files[name].suffix])

    @app.get("/favicon.ico")
    @audience(Audience.PUBLIC)
    def favicon() -> Response:
        return static("mark.svg")


def _page(template: str, language: str, **more: object) -> str:
    """A page in the language asked for, or else in the table's."""
    asked = request.args.get("lang", "")
    return render_template(template, lang=asked if asked in LANGUAGES else language, **more)


def _drawn(script: str, language: str, style: str, **more: object) -> str:
    """A page that *script* draws from nothing."""
    return _page("page.html", language, script=script, style=style, **more)


def _check_seat(latest: Latest, number: int) -> None:
    if number not in seats_of(latest().desk):
        abort(404)


def _add_state(app: Flask, latest: Latest, streams: Streams, gate: Gate, clock: Callable[[], int]) -> None:
    def state(who: Audience) -> Response:
        return Response(snapshot(latest(), who, clock()), content_type="application/json; charset=utf-8")

    def stream(who: Audience, hello: Mapping[str, object]) -> Response:
        # Waitress says when the page was closed; a test client has nobody to say it.
        closed = request.environ.get("waitress.client_disconnected", lambda: False)
        asking, what, address = visitor(), request.path, request.remote_addr or ""

        def gone() -> bool:
            return closed() or not gate.access.stands(asking)

        frames_of = streams.open(
            who,
            asking.id,
            gone,
            {"now": clock(), **hello},
            lambda: gate.access.reads.note(asking, "left", what, address),
        )
        if frames_of is None:
            raise Refused(TOO_MANY, 503, wait=5)
        return Response(frames_of, content_type="text/event-stream; charset=utf-8")

    def serve(who: Audience) -> None:
        name = who.value
        app.add_url_rule(f"/api/{name}", f"api_{name}", audience(who)(lambda: state(who)))

        def events() -> Response:
            return stream(who, {"token": gate.page_token(visitor())} if who is Audience.DESK else {})

        app.add_url_rule(f"/events/{name}", f"events_{name}", audience(who)(events))

    for who in (Audience.DESK, Audience.TABLE, Audience.OVERLAY):
        serve(who)

    @app.get("/events/seat/<int:number>")
    @audience(Audience.SEAT)
    def events_seat(number: int) -> Response:
        _check_seat(latest, number)
        return stream(Audience.SEAT, {"token": gate.seat_token(number, visitor())})


def _add_commands(app: Flask, latest: Latest, submit: Submit, clock: Callable[[], int]) -> None:
    once = Once()

    def answer(claim: Claim, *told: Observation) -> tuple[Response, int]:
        match claim:
            case Claim.TAKEN if isinstance(told[0], RulingEntered):
                return not_taken("too late", TOO_LATE, 409)
            case Claim.TAKEN:
                return not_taken("told already", TOLD_ALREADY, 409)
            case Claim.AGAIN:
                return jsonify(ok=True, again=True), 200
            case Claim.FIRST:
                return jsonify(ok=True, at=submit(*told).at), 202

    @app.post("/api/rulings")
    @audience(Audience.DESK)
    def rulings() -> tuple[Response, int]:
        ruling, incident = read_ruling(_body(), latest().desk, clock())
        return answer(once.ruling(ruling.key, incident.number, incident.state, ruling.verdict), ruling)

    @app.post("/api/manual")
    @audience(Audience.DESK)
    def manual() -> tuple[Response, int]:
        (body, after), desk = read_after(_body()), latest().desk
        told = read_tap(body, desk, clock())
        return answer(once.entry(body.get("key", ""), after, newest_entry(desk), undoes=undoes(told)), *told)

    @app.post("/api/press")
    @audience(Audience.DESK)
    def press() -> tuple[Response, int]:
        (body, after), desk = read_after(_body()), latest().desk
        pressed, key = read_press(body, desk, clock())
        return answer(once.entry(key, after, newest_entry(desk)), pressed)

    @app.post("/api/seat/<int:number>/press")
    @audience(Audience.SEAT)
    def seat_press(number: int) -> tuple[Response, int]:
        _check_seat(latest, number)
        desk = latest().desk
        pressed, turn = read_seat_press(_body(), number, desk, clock())
        if not turn:  # out of turn every press counts, as on a board: what it counts as is the house's answer
            return answer(once.command(pressed.key), pressed)
        claim = once.turn(pressed.key, turn, Seat(number), _asked(desk, number))
        return not_taken("turn over", TURN_OVER, 409) if claim is Claim.TAKEN else answer(claim, pressed)


def _asked(desk: DeskView, number: int) -> object:
    """What a seat is asked at this moment of the hand; None where it is not its turn."""
    if desk.ask is None or desk.ask.seat != number:
        return None
    return desk.felt.hand, desk.felt.board, desk.pot, desk.ask


def _body() -> Any:
    try:
        return request.get_json()
    except RecursionError:
        raise Refused(NOT_JSON) from None
