"""The device's microseconds as night time."""

from collections import deque

_WRAP = 1 << 32
KEPT = 64


class DeviceClock:
    """Translates stamps of one boot of a device.

    The offset is the smallest difference between arrival and stamp among the last 64: the quickest message was the
    least delayed. Regression over round-trip times will replace it; the interface stays.
    """

    def __init__(self) -> None:
        self._last: int | None = None
        self._offsets: deque[int] = deque(maxlen=KEPT)
        self._told = 0

    def heard(self, micros: int, at: int) -> int:
        """Note that a message stamped *micros* arrived at night time *at* (ns); returns the stamp as night time."""
        time = self._unwrapped(micros) * 1000
        self._offsets.append(at - time)
        return time + min(self._offsets)

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
