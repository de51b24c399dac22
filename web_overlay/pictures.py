"""The pictures that the desk may see: the felt of now, and what was kept of an incident; never one with a hole card."""

from collections.abc import Callable
from typing import NamedTuple

from flask import Flask, Response

from table_controller.views import Views
from web_overlay.gate import Audience, audience
from web_overlay.refusals import NO_PICTURE, Refused

_SILENT = 2_000_000_000
"""Ns after which a state says nothing of what can be seen now: the table publishes every second."""


class Picture(NamedTuple):
    """A camera picture as JPEG, taken ``at`` (ns of night time)."""

    at: int
    jpeg: bytes


Frames = Callable[[], Picture | None]


def add_pictures(
    app: Flask,
    latest: Callable[[], Views],
    frames: Frames,
    still: Callable[[int], bytes | None],
    clock: Callable[[], int],
) -> None:
    """Add to *app* the routes of the picture of now and of the stills of incidents."""

    @app.get("/api/evidence/<int:incident>")
    @audience(Audience.DESK)
    def evidence(incident: int) -> Response:
        # Two locks: what the view says may be shown, and what the recorder marked when it took it.
        shown = any(one.number == incident and one.picture for one in latest().desk.incidents)
        picture = still(incident) if shown else None
        if picture is None:
            raise Refused(NO_PICTURE, 404)
        return Response(picture, content_type="image/jpeg")

    @app.get("/api/frame")
    @audience(Audience.DESK)
    def frame() -> Response:
        # A picture of the felt may show a peeked card: none leaves the house while a hand is on. The state is looked at
        # after the picture was taken, and has to be newer: else a hand may have begun in between.
        picture, views = frames(), latest()
        heard = clock() - views.at <= _SILENT
        if picture is None or views.desk.felt.running or picture.at > views.at or not heard:
            raise Refused(NO_PICTURE, 404)
        return Response(picture.jpeg, content_type="image/jpeg")
