"""Who looked at what, when: told to whoever keeps it, once a minute for the same visitor and the same thing."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

from web_overlay.audiences import Visitor

AGAIN = 60.0
"""Seconds after which the same look is told again. A stream's end is told if it was open for longer."""
_REMEMBERED = 4096

Note = Callable[[Mapping[str, object]], object]
"""Keeps one entry, for ever and unaltered."""
Newest = Callable[[int], Sequence[Mapping[str, object]]]
"""The newest entries, so many at most, the newest first."""


class Reads:
    """The read log as the web sees it; *note* keeps an entry and *newest* gives them back."""

    def __init__(
        self,
        note: Note = lambda entry: None,
        newest: Newest = lambda most: (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """*clock*: seconds that never go back."""
        self._note, self.newest, self._clock = note, newest, clock
        self._lock = threading.Lock()
        self._told: OrderedDict[tuple[str, str, str], float] = OrderedDict()

    def looked(self, visitor: Visitor | None, did: str, what: str, address: str) -> None:
        """Somebody *did* something (``looked``, ``refused``) with *what*, a path; None: a stranger."""
        if self._is_news((visitor.id if visitor else address, did, what)):
            self.note(visitor, did, what, address)

    def note(self, visitor: Visitor | None, did: str, what: str, address: str) -> None:
        """Tell it whenever it was told last."""
        who = {"id": visitor.id, "name": visitor.name, "role": visitor.role.value} if visitor else {}
        self._note({**who, "did": did, "what": what, "address": address})

    def _is_news(self, look: tuple[str, str, str]) -> bool:
        now = self._clock()
        with self._lock:
            last = self._told.get(look)
            if last is not None and now - last < AGAIN:
                return False
            self._told[look] = now
            self._told.move_to_end(look)
            if len(self._told) > _REMEMBERED:
                self._told.popitem(last=False)
            return True
