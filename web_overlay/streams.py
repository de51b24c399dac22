"""Live push: every open page gets the newest snapshot of its audience, never a queue of old ones.

One thread serves one stream, so their number is capped per audience; heartbeats give threads of closed tabs back.
One watcher looks for a new view, and its JSON is made once however many pages are open.
"""

import json
import logging
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from table_controller.records import wire
from table_controller.views import Views
from web_overlay.audiences import HERE, Audience
from web_overlay.reads import AGAIN

_log = logging.getLogger(__name__)

CAPS = {Audience.DESK: 12, Audience.TABLE: 32, Audience.OVERLAY: 8, Audience.SEAT: 22}
"""Open streams per audience."""
_PER_DEVICE = 6
"""Open streams of one device that was let in: none takes another's slots. This machine's own are not counted."""
MAX_STREAMS = sum(CAPS.values())
_LIFE = 15 * 60.0
"""Seconds until a stream ends and its page opens another: no forgotten tab holds a thread for ever."""

_GLANCE = 0.25
"""Seconds between two looks whether a quiet stream's page is still there."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds. ``look``: how often the newest view is looked at; ``least``: between two frames; ``heartbeat``.

    ``still``: without a new revision for so long, the table itself has stopped and the pages say so; the table thread
    publishes at least every second.
    """

    look: float = 0.02
    least: float = 0.1
    heartbeat: float = 3.0
    still: float = 10.0


def snapshot(views: Views, who: Audience, now: int) -> str:
    """The view of *who* as one line of JSON, with its revision and night time; *now*: what the table's clock says.

    The overlay, which may be late, counts its own pictures; it is told the clock, not when something happened.
    """
    return _enveloped(views, who, _view(views, who), now)


def _view(views: Views, who: Audience) -> str:
    match who:
        case Audience.DESK:
            view = wire.plain(views.desk)
        case Audience.TABLE | Audience.SEAT:
            view = wire.plain(views.table)
        case Audience.OVERLAY:
            view = wire.plain(views.overlay)
        case Audience.PUBLIC | Audience.HOST | Audience.AUDIT:
            raise ValueError(f"no view of the table is for {who.value}")
    return json.dumps(view, ensure_ascii=False)


def _revision(views: Views, who: Audience) -> int:
    return views.on_air if who is Audience.OVERLAY else views.revision


def _enveloped(views: Views, who: Audience, view: str, now: int) -> str:
    at = now if who is Audience.OVERLAY else views.at
    return f'{{"revision": {_revision(views, who)}, "at": {at}, "view": {view}}}'


class _Feed:
    """The newest view, watched while anybody listens."""

    def __init__(self, latest: Callable[[], Views], look: float, clock: Callable[[], int]) -> None:
        self._latest, self._look, self._clock = latest, look, clock
        self._news = threading.Condition()
        self._views: Views | None = None
        self._texts: dict[Audience, str] = {}
        self._since = time.monotonic()
        self._listeners = 0
        self._watched = False
        self._looking = threading.Lock()
        """One look at a time: of two the slower would bring back what the other overtook."""
        self.closed = False

    def join(self) -> None:
        """Count one listener more; it begins with the newest view, not with what was looked at last."""
        with self._news:
            self._listeners += 1
            if self._listeners == 1:
                self._views, self._texts, self._since = None, {}, time.monotonic()
        self._refresh()
        with self._news:
            if not self._watched:
                self._watched = True
                threading.Thread(target=self._watch, name="screens", daemon=True).start()

    def leave(self) -> None:
        """Count one listener less; the last stops the watcher."""
        with self._news:
            self._listeners -= 1

    def close(self) -> None:
        """Wake every listener for the last time."""
        with self._news:
            self.closed = True
            self._news.notify_all()

    def after(self, revision: int | None, who: Audience, patience: float) -> tuple[int, str] | None:
        """The newest revision and its JSON, once it is not *revision*; None after *patience* seconds or at the end."""
        with self._news:
            self._news.wait_for(lambda: self.closed or self._differs(revision, who), timeout=patience)
            if self.closed or self._views is None or not self._differs(revision, who):
                return None
            if who not in self._texts:
                self._texts[who] = _view(self._views, who)
            text = _enveloped(self._views, who, self._texts[who], self._clock())
            return _revision(self._views, who), text

    def stands_for(self) -> float:
        """Seconds since the last new revision."""
        return time.monotonic() - self._since

    def _differs(self, revision: int | None, who: Audience) -> bool:
        return self._views is not None and _revision(self._views, who) != revision

    def _watch(self) -> None:
        while not self.closed:
            with self._news:
                if not self._listeners:
                    self._watched = False
                    return
            time.sleep(self._look if self._refresh() else 1.0)

    def _refresh(self) -> bool:
        """Look for a newer view; whether any was there. A watcher that died would leave pages that only look alive."""
        with self._looking:
            try:
                views = self._latest()
            except Exception:
                _log.exception("no views")
                return False
            with self._news:
                if self._views is None or self._views.revision != views.revision:
                    self._views, self._texts, self._since = views, {}, time.monotonic()
                    self._news.notify_all()
            return True


class Streams:
    """The open streams of one app."""

    def __init__(self, latest: Callable[[], Views], pace: Pace, clock: Callable[[], int]) -> None:
        """*clock*: night time in ns."""
        self._feed, self._pace = _Feed(latest, pace.look, clock), pace
        self._slots = {who: threading.BoundedSemaphore(cap) for who, cap in CAPS.items()}
        self._devices: Counter[str] = Counter()
        self._watching: Counter[Audience] = Counter()
        self._counting = threading.Lock()
        self._boot = secrets.token_hex(4)

    def open(
        self,
        who: Audience,
        device: str,
        gone: Callable[[], bool],
        hello: Mapping[str, object],
        left: Callable[[], object] = lambda: None,
    ) -> "Stream | None":
        """A new stream, or None while all slots of the audience, or all that one device gets, are taken.

        ``device``: the visitor's id. ``gone``: its page was closed, or it may look no longer. ``hello``: what it is
        told first, beside what every page is told. ``left`` is told of the end of one that somebody watched a while.
        """
        slot = self._slots[who]
        if self._feed.closed or not self._count(device):
            return None
        if not slot.acquire(blocking=False):
            self._uncount(device)
            return None
        self._feed.join()
        self._watch(who, 1)
        since = time.monotonic()

        def told() -> None:
            if time.monotonic() - since >= AGAIN:
                left()

        leave = (self._feed.leave, slot.release, lambda: self._uncount(device), lambda: self._watch(who, -1), told)
        return Stream(self._frames(who, gone, hello), leave)

    def watching(self, who: Audience) -> int:
        """How many streams of the audience are open."""
        return self._watching[who]

    def _watch(self, who: Audience, more: int) -> None:
        with self._counting:
            self._watching[who] += more

    def _count(self, device: str) -> bool:
        with self._counting:
            free = device == HERE.id or self._devices[device] < _PER_DEVICE
            self._devices[device] += free
            return free

    def _uncount(self, device: str) -> None:
        with self._counting:
            self._devices[device] -= 1
            self._devices += Counter()  # forgets those that have none left

    def close(self) -> None:
        """End every stream; pages see it and try again."""
        self._feed.close()

    def _frames(self, who: Audience, gone: Callable[[], bool], hello: Mapping[str, object]) -> Iterator[str]:
        first = {"boot": self._boot, "heartbeat": self._pace.heartbeat, **hello}
        yield f"event: hello\ndata: {json.dumps(first)}\n\n"
        revision, beat = None, time.monotonic()
        ends = beat + _LIFE
        while (now := time.monotonic()) < ends and not self._feed.closed and not gone():
            if news := self._feed.after(revision, who, min(_GLANCE, self._pace.heartbeat)):
                revision, text = news
                yield f"id: {self._boot}.{revision}\nevent: state\ndata: {text}\n\n"
                time.sleep(self._pace.least)
                beat = now
            elif now - beat >= self._pace.heartbeat:
                kind = "still" if self._feed.stands_for() >= self._pace.still else "beat"
                yield f"event: {kind}\ndata: {{}}\n\n"
                beat = now
        yield "event: bye\ndata: {}\n\n"


class Stream:
    """The frames of one stream; gives its slot back exactly once, at its end or when the server closes it."""

    def __init__(self, frames: Iterator[str], leave: tuple[Callable[[], object], ...]) -> None:
        self._frames, self._leave = frames, leave
        self._held = threading.Lock()

    def __iter__(self) -> "Stream":
        return self

    def __next__(self) -> str:
        try:
            return next(self._frames)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give the slot back."""
        if self._held.acquire(blocking=False):
            for leave in self._leave:
                leave()
