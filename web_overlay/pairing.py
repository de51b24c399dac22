"""Letting a device in: six digits shown on the host's screen, for two minutes and five tries."""

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from web_overlay.audiences import Role

LIFE = 120.0
"""Seconds that a code is good for."""
TRIES = 5
"""Codes that may be tried while one is open; then it is closed, and the host opens another."""


@dataclass(frozen=True, slots=True)
class Grant:
    """What a device that knows the code is let in as."""

    role: Role
    seat: int | None = None


class Pairings:
    """At most one open code at a time, good for one device; and the host's own secret, told once at the start."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """*clock*: seconds that never go back."""
        self._clock, self._lock = clock, threading.Lock()
        self._secret: str | None = None
        self._open: tuple[str, Grant] | None = None
        self._ends, self._left = 0.0, 0

    def host_secret(self) -> str:
        """A new secret that lets one device in as the host. It ends what an earlier one was good for."""
        with self._lock:
            self._secret = secrets.token_urlsafe(32)
            return self._secret

    def open(self, grant: Grant) -> str:
        """A new code for *grant*, in place of the one that was open."""
        with self._lock:
            code = f"{secrets.randbelow(10**6):06}"
            self._open, self._ends, self._left = (code, grant), self._clock() + LIFE, TRIES
            return code

    def close(self) -> None:
        """No code is open."""
        with self._lock:
            self._open = None

    def seconds_left(self) -> float:
        """How long the open code is still good for; 0 when none is."""
        with self._lock:
            return max(0.0, self._ends - self._clock()) if self._open and self._left else 0.0

    def answer(self, said: str) -> Grant | None:
        """What *said* opens; it opens it once. Anything else is a try at the open code."""
        with self._lock:
            if self._secret is not None and _same(said, self._secret):
                self._secret = None
                return Grant(Role.HOST)
            if self._open is None or self._clock() >= self._ends or self._left <= 0:
                return None
            self._left -= 1
            code, grant = self._open
            if not _same(said, code):
                return None
            self._open = None
            return grant


def _same(said: str, wanted: str) -> bool:
    return hmac.compare_digest(said.encode("utf-8", "replace"), wanted.encode())
