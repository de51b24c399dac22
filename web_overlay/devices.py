"""The devices that were let in. Of a device's token only the digest is kept; the token itself is in its cookie."""

import hmac
import json
import os
import secrets
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from table_controller.records import BadInput
from web_overlay.audiences import Role, Visitor

MOST = 64
"""Devices at one table. A host comes in beyond them: somebody has to be able to send one away."""
_FIELDS = {"id", "name", "role", "seat", "digest", "since"}


@dataclass(frozen=True, slots=True)
class Device:
    """A visitor with the digest of its token; ``since``: wall time as ISO 8601."""

    visitor: Visitor
    digest: str
    since: str

    @property
    def told(self) -> dict[str, object]:
        """Who it is, as JSON: without the digest."""
        one = self.visitor
        return {"id": one.id, "name": one.name, "role": one.role.value, "seat": one.seat, "since": self.since}


class Devices:
    """The devices of one night, kept in a file of its owner's, so that a restart locks nobody out."""

    def __init__(self, path: Path | None = None) -> None:
        """*path*: where they are kept, or None for a night that keeps none.

        :raises BadInput: if what lies there is no such file.
        """
        self._path, self._lock = path, threading.Lock()
        self._devices: dict[str, Device] = {}
        if path is not None and path.exists():
            self._devices = {device.visitor.id: device for device in _read(path)}

    def admit(self, name: str, role: Role, seat: int | None, since: str) -> tuple[Visitor, str] | None:
        """Let a device in; its visitor and its token, 256 random bits told this once. None without a free place."""
        token = secrets.token_urlsafe(32)
        visitor = Visitor(secrets.token_hex(6), name, role, seat)
        with self._lock:
            if len(self._devices) >= MOST and role is not Role.HOST:
                return None
            self._devices[visitor.id] = Device(visitor, digest_of(token), since)
            with suppress(OSError):  # a full disk keeps nobody out tonight; after a restart it has to be let in anew
                self._keep()
        return visitor, token

    def visitor(self, token: str) -> Visitor | None:
        """Whose *token* it is. Every digest is compared, each in constant time."""
        sent, found = digest_of(token), None
        for device in self.all():
            if hmac.compare_digest(device.digest, sent):
                found = device.visitor
        return found

    def revoke(self, id: str) -> Visitor | None:
        """Let a device in no more; None if there is none of that *id*."""
        with self._lock:
            gone = self._devices.pop(id, None)
            if gone is not None and self._path is not None:
                try:
                    self._keep()
                except OSError:  # rather is everybody let in anew after a restart than this one let in again
                    self._path.unlink(missing_ok=True)
        return None if gone is None else gone.visitor

    def has(self, id: str) -> bool:
        """Whether the device is still let in."""
        return id in self._devices

    @property
    def full(self) -> bool:
        """Whether all places are taken."""
        return len(self._devices) >= MOST

    def all(self) -> tuple[Device, ...]:
        """Every device, first come first."""
        with self._lock:
            return tuple(self._devices.values())

    def _keep(self) -> None:
        if self._path is None:
            return
        rows = [_row(device) for device in self._devices.values()]
        beside = self._path.with_name(self._path.name + ".new")
        beside.unlink(missing_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(rows, file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)


def digest_of(token: str) -> str:
    """What is kept of a token. It is 256 random bits: nobody can guess it, so it needs neither salt nor patience."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def _row(device: Device) -> dict[str, object]:
    return {**device.told, "digest": device.digest}


def _read(path: Path) -> list[Device]:
    try:
        rows = json.loads(path.read_text("utf-8"))
        return [_device(row) for row in rows]
    except OSError as fault:
        raise BadInput(str(path), "", f"expected a readable list of devices ({fault.strerror})") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadInput(
            str(path), "", "expected the devices that this program let in; remove the file to pair anew"
        ) from None


def _device(row: Mapping[str, Any]) -> Device:
    texts = (row["id"], row["name"], row["digest"], row["since"])
    if set(row) != _FIELDS or not all(isinstance(text, str) for text in texts):
        raise ValueError("no device")
    if row["seat"] is not None and not isinstance(row["seat"], int):
        raise ValueError("no seat")
    return Device(Visitor(row["id"], row["name"], Role(row["role"]), row["seat"]), row["digest"], row["since"])
