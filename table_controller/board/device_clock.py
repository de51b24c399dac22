"""The device's microseconds as night time: a line through the quickest of the latest round trips."""

from collections import deque
from dataclasses import dataclass

_WRAP = 1 << 32
KEPT = 64
"""Round trips, and arrivals, that are remembered."""
_ENOUGH = 8
"""Round trips from which on there is a line; before, the quickest one says the offset."""
_SPAN = 1_000_000_000
"""Ns of the device's time that the chosen round trips must span before they tell its rate."""
_WORST_RATE = 0.02
"""A resonator is half a percent off at most; what says more is no rate."""
_DOUBT = 2_000_000
"""Ns by which the line may miss a round trip. A stamp was made within its round trip, whatever else is unsure."""


@dataclass(frozen=True, slots=True)
class _Trip:
    """A ping: half way between sending it and hearing its answer, in night time, and the device's stamp; all ns."""

    length: int
    middle: float
    stamp: int


@dataclass(frozen=True, slots=True)
class _Line:
    """Night time is ``night`` where the device's is ``stamp``, and goes on ``rate`` times as fast."""

    stamp: float
    night: float
    rate: float = 1.0

    def at(self, stamp: int) -> int:
        return round(self.night + (stamp - self.stamp) * self.rate)


class DeviceClock:
    """Translates stamps of one boot of a device.

    Only the quarter of the latest 64 round trips that were quickest is believed: behind a busy reader an answer waits,
    and half of that wait would be the error. Until a ping was answered, the message with the smallest difference
    between arrival and stamp counts as the least delayed.
    """

    def __init__(self) -> None:
        self._last: int | None = None
        self._offsets: deque[int] = deque(maxlen=KEPT)
        self._trips: deque[_Trip] = deque(maxlen=KEPT)
        self._line: _Line | None = None
        self._told = 0

    @property
    def ready(self) -> bool:
        """Whether there were round trips enough to know the device's rate."""
        return len(self._trips) >= _ENOUGH

    def heard(self, micros: int, at: int) -> int:
        """Note that a message stamped *micros* arrived at night time *at* (ns); returns the stamp as night time."""
        stamp = self._unwrapped(micros) * 1000
        self._offsets.append(at - stamp)
        return self._line.at(stamp) if self._line else stamp + min(self._offsets)

    def answered(self, sent: int, micros: int, at: int) -> None:
        """A ping sent at night time *sent* was stamped *micros*, and its answer arrived at *at* (ns)."""
        stamp = self._unwrapped(micros) * 1000
        if self._line and not sent - _DOUBT <= self._line.at(stamp) <= at + _DOUBT:
            self._trips.clear()  # one of the clocks was moved, or stood still while the machine slept
            self._offsets.clear()
        self._offsets.append(at - stamp)
        self._trips.append(_Trip(at - sent, (sent + at) / 2, stamp))
        self._line = _fitted(sorted(self._trips, key=lambda trip: trip.length))

    def event(self, micros: int, at: int) -> int:
        """The night time of an event: never after its arrival *at*, never before an earlier event."""
        self._told = max(self._told, min(self.heard(micros, at), at), 0)
        return self._told

    def _unwrapped(self, micros: int) -> int:
        """Whole microseconds since the first stamp's wrap; a stamp may lie up to half a wrap behind the newest."""
        if self._last is None:
            self._last = micros
            return micros
        step = (micros - self._last) % _WRAP
        time = self._last + (step if step < _WRAP // 2 else step - _WRAP)
        self._last = max(self._last, time)
        return time


def _fitted(quickest_first: list[_Trip]) -> _Line:
    """The line of least squares through the quickest quarter; with few of them the quickest alone."""
    if len(quickest_first) < _ENOUGH:
        return _Line(quickest_first[0].stamp, quickest_first[0].middle)
    best = quickest_first[: max(_ENOUGH // 2, len(quickest_first) // 4)]
    stamp = sum(trip.stamp for trip in best) / len(best)
    night = sum(trip.middle for trip in best) / len(best)
    spread = sum((trip.stamp - stamp) ** 2 for trip in best)
    if max(trip.stamp for trip in best) - min(trip.stamp for trip in best) < _SPAN:
        return _Line(stamp, night)
    rate = sum((trip.stamp - stamp) * (trip.middle - night) for trip in best) / spread
    return _Line(stamp, night, rate if abs(rate - 1) <= _WORST_RATE else 1.0)
