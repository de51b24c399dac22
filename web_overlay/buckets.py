"""Token buckets: how often one visitor may ask. Nobody's asking slows another's down, and the table not at all."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

_REMEMBERED = 1024
"""Visitors remembered; who has not asked for longest is forgotten first, and then has a full bucket again."""


class Buckets:
    """One bucket for each visitor: *burst* at once, *rate* a second after that."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        """*clock*: seconds that never go back."""
        self._rate, self._burst, self._clock = rate, burst, clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, whose: str) -> float:
        """Take one from the bucket: 0 if there was one, or else the seconds until there will be."""
        with self._lock:
            now = self._clock()
            had, since = self._buckets.pop(whose, (float(self._burst), now))
            has = min(float(self._burst), had + (now - since) * self._rate)
            taken = has >= 1
            self._buckets[whose] = (has - 1 if taken else has, now)
            if len(self._buckets) > _REMEMBERED:
                self._buckets.popitem(last=False)
            return 0.0 if taken else (1 - has) / self._rate
