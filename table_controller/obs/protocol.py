"""obs-websocket 5 as messages on an open socket: greeting with password, requests with answers, events.

``obsws-python`` speaks it too, but writes the password to its log and knows one time-out for everything; what we need
of the protocol is this file. The socket is websocket-client's.
"""

import base64
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

_OUTPUTS = 1 << 6
"""The events we want: those of outputs, the replay buffer among them."""
_HELLO, _IDENTIFY, _IDENTIFIED, _EVENT, _REQUEST, _ANSWER = 0, 1, 2, 5, 6, 7


class ObsRefused(Exception):
    """OBS answered, and said no: its words."""


class Socket(Protocol):
    """What we need of a websocket."""

    def send(self, payload: str) -> object:
        """Send a text message."""

    def recv(self) -> str | bytes:
        """The next message; an exception when the time-out is over."""

    def shutdown(self) -> object:
        """Close it, whatever state it is in, without waiting for the other side."""


def answer_to(password: str, salt: str, challenge: str) -> str:
    """What proves that we know the password, without telling it."""
    secret = base64.b64encode(hashlib.sha256((password + salt).encode()).digest()).decode()
    return base64.b64encode(hashlib.sha256((secret + challenge).encode()).digest()).decode()


@dataclass
class Session:
    """An identified connection. Every wait ends with the socket's time-out."""

    socket: Socket
    heard: Callable[[str, dict[str, Any]], None] = lambda kind, data: None
    """Told every event: its type and data."""
    _asked: int = 0

    def identify(self, password: str) -> None:
        """Greet OBS. :raises ObsRefused: when it wants a password and none, or a wrong one, is there."""
        hello = self._next(_HELLO)
        said: dict[str, Any] = {"rpcVersion": 1, "eventSubscriptions": _OUTPUTS}
        wanted = hello.get("authentication")
        if isinstance(wanted, dict):
            if not password:
                raise ObsRefused("a password is wanted")
            said["authentication"] = answer_to(password, str(wanted["salt"]), str(wanted["challenge"]))
        self._send(_IDENTIFY, said)
        self._next(_IDENTIFIED)

    def request(self, kind: str, **data: object) -> dict[str, Any]:
        """Ask OBS and return its answer's data. :raises ObsRefused: in its words."""
        self._asked += 1
        name = str(self._asked)
        self._send(_REQUEST, {"requestType": kind, "requestId": name, "requestData": data})
        while True:
            answer = self._next(_ANSWER)
            if answer.get("requestId") == name:  # an answer that came too late for its question is passed over
                break
        status = answer.get("requestStatus") or {}
        if not status.get("result"):
            raise ObsRefused(f"{kind}: {status.get('comment') or status.get('code') or 'refused'}")
        found = answer.get("responseData")
        return found if isinstance(found, dict) else {}

    def listen(self) -> None:
        """Take one event; the socket's time-out is raised as it is."""
        self._take()

    def _send(self, kind: int, data: dict[str, Any]) -> None:
        self.socket.send(json.dumps({"op": kind, "d": data}))

    def _next(self, kind: int) -> dict[str, Any]:
        while True:
            got, data = self._take()
            if got == kind:
                return data

    def _take(self) -> tuple[int, dict[str, Any]]:
        text = self.socket.recv()
        if not text:
            raise ConnectionError("OBS closed the connection")  # a wrong password is answered so
        message = json.loads(text)
        if not isinstance(message, dict) or not isinstance(message.get("d"), dict):
            raise ConnectionError("expected a message of obs-websocket 5")
        data: dict[str, Any] = message["d"]
        if message.get("op") == _EVENT:
            self.heard(str(data.get("eventType")), data.get("eventData") or {})
        return int(message.get("op", -1)), data
