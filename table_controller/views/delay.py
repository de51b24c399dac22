"""The delay of the whole overlay: moments wait here until the release gate lets them go on air. Does no I/O."""

from collections import deque
from dataclasses import dataclass

from table_controller.records.night import Night
from table_controller.records.player import Ask
from table_controller.views.evening import Evening
from table_controller.views.release import Release, passed

_SPACING = 100_000_000
"""Ns between two moments that are kept: streams send no more than ten a second."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The table at night time ``at`` (ns), with all that the referee knows: nothing of it leaves but by the gate."""

    at: int
    night: Night
    ask: Ask | None
    evening: Evening


class DelayLine:
    """Moments on their way to the overlay; the newest whose time has come is on air, or none.

    Times that go back let nothing out early: a moment is on air only as long as the gate says so.
    """

    def __init__(self, policy: Release) -> None:
        self._policy = policy
        self._waiting: deque[Moment] = deque()

    def put(self, moment: Moment) -> None:
        """Take the newest moment; of several within a tenth of a second the last is kept."""
        line = self._waiting
        if len(line) > 1 and 0 <= moment.at - line[-2].at < _SPACING:
            line.pop()
        line.append(moment)

    def on_air(self, now: int) -> Moment | None:
        """The newest moment that may be shown at night time *now*; None before the first, and when time went back."""
        line = self._waiting
        while len(line) > 1 and passed(line[1].at, now, self._policy):
            line.popleft()
        return line[0] if line and passed(line[0].at, now, self._policy) else None

    def starts(self, now: int) -> int:
        """From which night time there is something to show."""
        return (self._waiting[0].at if self._waiting else now) + self._policy.behind
