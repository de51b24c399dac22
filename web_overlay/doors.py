"""The doors: the page where a device says its code, the host's list of devices, and the log of who looked."""

from collections.abc import Callable, Mapping
from typing import Any

import cv2
from flask import Flask, Response, jsonify, request

from table_controller.records import Seat
from table_controller.views import Views
from web_overlay.audiences import Audience, Role, Visitor, audience
from web_overlay.devices import Device
from web_overlay.gate import Gate, cookie_name, visitor
from web_overlay.pairing import Grant
from web_overlay.refusals import (
    DEVICE_NAME,
    NO_DEVICE,
    NO_NETWORK,
    NO_PLACE,
    NOT_JSON,
    WHAT_ROLE,
    WRONG_CODE,
    Refused,
)

_KEPT = 7 * 24 * 3600
"""Seconds that a browser keeps its cookie; the devices themselves are kept for one night's journal."""
_SHOWN = 500
"""Entries of the read log on its page."""


def add_doors(app: Flask, gate: Gate, latest: Callable[[], Views], page: Callable[[str], str]) -> None:
    """Add the routes of letting devices in, sending them away, and of the read log to *app*."""
    _add_front_door(app, gate, page)
    _add_devices(app, gate, latest, page)
    _add_reads(app, gate, page)


def _add_front_door(app: Flask, gate: Gate, page: Callable[[str], str]) -> None:
    @app.get("/pair")
    @audience(Audience.PUBLIC)
    def pair() -> str:
        return page("pair")

    @app.get("/api/me")
    @audience(Audience.PUBLIC)
    def me() -> Response:
        asking = gate.access.visitor(request.cookies.get(cookie_name(), ""))
        return jsonify(home=asking.home, name=asking.name, role=asking.role.value) if asking else jsonify(home=None)

    @app.post("/api/pair")
    @audience(Audience.PUBLIC)
    def let_in() -> Response:
        body = _body()
        code, name = body.get("code"), body.get("name", "")
        if not isinstance(name, str) or len(name) > 40 or not name.isprintable():
            raise Refused(DEVICE_NAME)
        if not gate.access.paired:
            raise Refused(NO_NETWORK, 409)
        let = gate.access.admit(code, name.strip(), request.remote_addr or "") if isinstance(code, str) else None
        if let is None:
            gate.access.reads.looked(None, "refused", request.path, request.remote_addr or "")
            raise Refused(WRONG_CODE, 403)
        answer = jsonify(home=let[0].home)
        answer.set_cookie(
            *(cookie_name(), let[1], _KEPT), secure=request.is_secure, httponly=True, samesite="Strict", path="/"
        )
        return answer


def _add_devices(app: Flask, gate: Gate, latest: Callable[[], Views], page: Callable[[str], str]) -> None:
    @app.get("/devices")
    @audience(Audience.HOST)
    def devices() -> str:
        return page("devices")

    @app.get("/api/devices")
    @audience(Audience.HOST)
    def listed() -> Response:
        known = gate.access.devices.all() if gate.access.devices else ()
        return jsonify(
            token=gate.page_token(visitor()),
            network=gate.access.paired,
            open=round(gate.access.pairings.seconds_left()),
            seats=sorted(seat.seat for seat in latest().table.felt.seats),
            devices=[_told(device, visitor()) for device in known],
        )

    @app.post("/api/pairings")
    @audience(Audience.HOST)
    def pairings() -> Response:
        grant = _grant(_body(), [seat.seat for seat in latest().table.felt.seats])
        if not gate.access.paired:
            raise Refused(NO_NETWORK, 409)
        if gate.access.devices is not None and gate.access.devices.full and grant.role is not Role.HOST:
            raise Refused(NO_PLACE, 409)
        code = gate.access.pairings.open(grant)
        gate.access.reads.note(visitor(), "invited", grant.role.value, request.remote_addr or "")
        address = f"{_base(gate)}/pair"
        return jsonify(
            code=code, address=address, qr=qr(f"{address}#{code}"), seconds=gate.access.pairings.seconds_left()
        )

    @app.post("/api/devices/<id>/revoke")
    @audience(Audience.HOST)
    def revoke(id: str) -> Response:
        gone = gate.access.devices.revoke(id) if gate.access.devices else None
        if gone is None:
            raise Refused(NO_DEVICE, 404)
        gate.access.reads.note(gone, "revoked", visitor().name, request.remote_addr or "")
        return jsonify(ok=True)


def _add_reads(app: Flask, gate: Gate, page: Callable[[str], str]) -> None:
    @app.get("/reads")
    @audience(Audience.AUDIT)
    def reads() -> str:
        return page("reads")

    @app.get("/api/reads")
    @audience(Audience.AUDIT)
    def entries() -> Response:
        return jsonify(entries=list(gate.access.reads.newest(_SHOWN)))


def _base(gate: Gate) -> str:
    """What the network calls this table: by the name that the host asks for where a proxy brings TLS."""
    if request.is_secure:
        return request.host_url.rstrip("/")
    return f"http://{gate.access.hosts()[3]}:{request.environ.get('SERVER_PORT', '')}"


def qr(text: str) -> list[str]:
    """*text* as a QR code: its rows, ``1`` for a dark field; OpenCV, which is here anyway, knows how."""
    fields = cv2.QRCodeEncoder.create().encode(text)
    return ["".join("0" if field else "1" for field in row) for row in fields]


def _body() -> Mapping[str, Any]:
    try:
        body = request.get_json()
    except RecursionError:
        body = None
    if not isinstance(body, dict):
        raise Refused(NOT_JSON)
    return body


def _grant(body: Mapping[str, Any], seats: list[Seat]) -> Grant:
    role, seat = body.get("role"), body.get("seat")
    wanted = next((one for one in Role if one.value == role), None)
    own_seat = type(seat) is int and seat in seats if wanted is Role.SEAT else seat is None
    if wanted is None or not own_seat:
        raise Refused(WHAT_ROLE)
    return Grant(wanted, seat)


def _told(device: Device, asking: Visitor) -> dict[str, object]:
    return {**device.told, "yourself": device.visitor.id == asking.id}
