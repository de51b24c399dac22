"""One page on this machine that shows a camera's picture and takes the felt's four corners by clicking."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, jsonify, render_template, request
from waitress import create_server

from web_overlay.gate import Audience, Gate, audience
from web_overlay.refusals import Refused
from web_overlay.server import stop

_HERE = Path(__file__).parent
_FILES = {"corners.css": "text/css", "corners.js": "text/javascript", "mark.svg": "image/svg+xml"}

Corners = list[tuple[float, float]]
MOST = 1e6
"""Pixels beyond which no corner lies."""


def corner_app(picture: bytes, keep: Callable[[Corners], str], language: str, gate: Gate, half: str = "") -> Flask:
    """The page over *picture* (PNG). *keep* takes four corners and answers why they are none, or nothing.

    They are the felt's, or those of its "left" or "right" *half*.
    """
    app = Flask("web_overlay", root_path=str(_HERE), static_folder=None, template_folder="templates")
    gate.guard(app)
    app.register_error_handler(Refused, lambda refused: ({"fault": "foreign"}, refused.status))

    @app.get("/")
    @audience(Audience.PUBLIC)
    def page() -> str:
        return render_template("corners.html", lang=language, token=gate.token, half=half)

    @app.get("/static/<name>")
    @audience(Audience.PUBLIC)
    def static(name: str) -> Response:
        if name not in _FILES:
            abort(404)
        return Response((_HERE / "static" / name).read_bytes(), mimetype=_FILES[name])

    @app.get("/picture.png")
    @audience(Audience.DESK)
    def frame() -> Response:
        return Response(picture, mimetype="image/png")

    @app.post("/corners")
    @audience(Audience.DESK)
    def corners() -> tuple[Response, int]:
        given = _corners(_body())
        fault = "count" if given is None else keep(given)
        return jsonify(fault=fault), 422 if fault else 200

    return app


def _body() -> Any:
    """What was sent, or None where it is no JSON, or brackets within brackets without end."""
    try:
        return request.get_json(silent=True)
    except RecursionError:
        return None


def _corners(body: Any) -> Corners | None:
    """Four pairs of numbers, or None."""
    points = body.get("corners") if isinstance(body, dict) else None
    if not isinstance(points, list) or len(points) != 4:
        return None
    pairs = [tuple(point) for point in points if isinstance(point, list) and len(point) == 2]
    sound = all(type(n) in (int, float) and abs(n) < MOST for pair in pairs for n in pair)
    return [(float(x), float(y)) for x, y in pairs] if sound and len(pairs) == 4 else None


def ask_corners(
    picture: bytes,
    fault_of: Callable[[Corners], str],
    language: str,
    port: int,
    say: Callable[[str], None],
    half: str = "",
) -> Corners:
    """Serve the page until somebody has clicked four corners that *fault_of* finds no fault with, and return them.

    *say* is told the page's address. Only this machine can open it. *half*: of which these are, see ``corner_app``.
    """
    done, kept = threading.Event(), Corners()

    def keep(corners: Corners) -> str:
        fault = fault_of(corners)
        if not fault and not done.is_set():
            kept.extend(corners)
            done.set()
        return fault

    server = create_server(
        corner_app(picture, keep, language, Gate(), half), host="127.0.0.1", port=port, threads=4, ident=""
    )
    thread = threading.Thread(target=server.run, name="corners", daemon=True)
    thread.start()
    say(f"http://127.0.0.1:{server.effective_port}/")
    try:
        done.wait()
    finally:
        # The answer to the last click is still on its way.
        stop(server, server._map)
        thread.join(timeout=5)
    return kept
