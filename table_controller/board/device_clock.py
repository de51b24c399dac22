"""The device's microseconds as night time: the line that fits between all latest round trips."""

from collections import deque
from dataclasses import dataclass

_WRAP = 1 << 32
_HALF_TURN = _WRAP * 1000 // 2
"""Ns."""
KEPT = 64
"""Round trips, and arrivals, that are remembered."""
_ENOUGH = 8
"""Round trips from which on the device's rate is looked for."""
_WORST_RATE = 0.02
"""A resonator is half a percent off at most."""
_DOUBT = 1_000_000
"""Ns that no line need explain: how late a machine under load may note a time."""
_AHEAD = 60_000_000
"""Microseconds that a device's clock may have gone further than ours since it was last heard."""
_STEPS = 24
"""Steps of the search for the rate; each leaves two thirds: to 2 parts in a million."""


@dataclass(frozen=True, slots=True)
class _Trip:
    """A ping: when it was sent and when its answer came, in night time, and the device's stamp between; all ns."""

    sent: int
    stamp: int
    came: int


@dataclass(frozen=True, slots=True)
class _Line:
    """Night time is ``night`` where the device's is ``stamp``, and goes on ``rate`` times as fast.

    ``room``: how far it may be moved up and down together, in ns, before a stamp lies outside its round trip.
    """

    stamp: int
    night: float
    rate: float
    room: float

    def at(self, stamp: int) -> int:
        return round(self.night + (stamp - self.stamp) * self.rate)


class DeviceClock:
    """Translates stamps of one boot of a device.

    Whatever waits on the way, a stamp was made after its ping was sent and before its answer came. The line between
    stamps and night time must lie between these bounds for each of the latest 64 round trips; of all such lines the
    one with most room to either side is taken, so that the quickest way there and the quickest way back count, be they
    of different round trips. A line of least squares would be drawn towards the slow ones. Until a ping was answered,
    the message with the smallest difference between arrival and stamp counts as the least delayed.
    """

    def __init__(self, since: int = 0) -> None:
        """*since*: the night time before which nobody listened, or an event was told; what happened earlier counts
        from then."""
        self._last: int | None = None
        self._last_at = since
        """When the newest stamp was heard."""
        self._offsets: deque[int] = deque(maxlen=KEPT)
        self._trips: deque[_Trip] = deque(maxlen=KEPT)
        self._line: _Line | None = None
        self._told = since

    @property
    def told(self) -> int:
        """The night time before which no event is told any more."""
        return self._told

    @property
    def ready(self) -> bool:
        """Whether there were round trips enough to know the device's rate."""
        return len(self._trips) >= _ENOUGH

    def behind(self, micros: int) -> int:
        """By how many microseconds the stamp lies before the newest; 0 if it does not."""
        back = 0 if self._last is None else (self._last - micros) % _WRAP
        return back if back < _WRAP // 2 else 0

    def met(self, micros: int, at: int) -> "DeviceClock":
        """The clock to go on with after the device introduced itself with *micros* at night time *at* (ns).

        A new one if it was not heard for half a turn of its clock, or if a stamp was nonsense.
        """
        away = 0 if self._last is None else at - self._last_at
        clock = DeviceClock(self._told) if away >= _HALF_TURN or self.behind(micros) else self
        clock.heard(micros, at)
        return clock

    def heard(self, micros: int, at: int) -> int:
        """Note that a message stamped *micros* arrived at night time *at* (ns); returns the stamp as night time."""
        return self._night(self._unwrapped(micros, at) * 1000, at)

    def answered(self, sent: int, micros: int, at: int) -> None:
        """A ping sent at night time *sent* was stamped *micros*, and its answer arrived at *at* (ns)."""
        stamp = self._unwrapped(micros, at) * 1000
        self._offsets.append(at - stamp)
        self._trips.append(_Trip(sent, stamp, at))
        self._line = _fitted(tuple(self._trips))
        if self._line.room < -_DOUBT:  # one of the clocks was moved, or stood still while the machine slept
            self._forget()

    def event(self, micros: int, at: int) -> int:
        """The night time of an event: never after its arrival *at*, never before an earlier event."""
        then = min(self._night(self._unwrapped(micros, at, old=True) * 1000, at), at)
        self._told = max(self._told, then)
        return self._told

    def _night(self, stamp: int, at: int) -> int:
        self._offsets.append(at - stamp)
        return self._line.at(stamp) if self._line else stamp + min(self._offsets)

    def _forget(self) -> None:
        """Begin anew with the latest round trip."""
        last = self._trips[-1]
        self._trips.clear()
        self._trips.append(last)
        self._offsets.clear()
        self._offsets.append(last.came - last.stamp)
        self._line = _fitted((last,))

    def _unwrapped(self, micros: int, at: int, old: bool = False) -> int:
        """Whole microseconds since the first stamp's wrap.

        A stamp of now may lie up to half a wrap behind the newest; an *old* one, of an event that was kept, an hour
        (what was kept for longer has none).
        """
        if self._last is None:
            self._last, self._last_at = micros, at
            return micros
        step = (micros - self._last) % _WRAP
        ahead = min((at - self._last_at) // 1000 + _AHEAD, _WRAP) if old else _WRAP // 2
        time = self._last + (step if step < ahead else step - _WRAP)
        if time >= self._last:
            self._last, self._last_at = time, at
        return time


def _fitted(trips: tuple[_Trip, ...]) -> _Line:
    """The line with most room between the bounds; with few trips at the device's own rate."""
    if len(trips) < _ENOUGH:
        return _at_rate(trips, 1.0)
    low, high = 1 - _WORST_RATE, 1 + _WORST_RATE
    for _ in range(_STEPS):  # the room is a concave function of the rate
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if _at_rate(trips, left).room < _at_rate(trips, right).room:
            low = left
        else:
            high = right
    return max(_at_rate(trips, 1.0), _at_rate(trips, (low + high) / 2), key=lambda line: line.room)


def _at_rate(trips: tuple[_Trip, ...], rate: float) -> _Line:
    """The line of that rate half way between its lowest and its highest place."""
    zero = trips[-1].stamp
    highest = min(trip.came - (trip.stamp - zero) * rate for trip in trips)
    lowest = max(trip.sent - (trip.stamp - zero) * rate for trip in trips)
    return _Line(zero, (lowest + highest) / 2, rate, (highest - lowest) / 2)
