"""The last line of a headless run: what was played, seen and judged, as one JSON object."""

import statistics
import threading
from dataclasses import dataclass
from typing import Any

from table_controller.clock import SECOND
from table_controller.records.incidents import Incident
from table_controller.rules.outcomes import outcome

_RECENT = 100


@dataclass(frozen=True, slots=True)
class Lag:
    """Milliseconds from the table to the screen: the median, and what only one in a hundred exceeds."""

    median: float
    late: float


class Tally:
    """Counts of a run; written by the table thread, read at its end."""

    def __init__(self) -> None:
        self.hands = 0
        self.events = 0
        self.incidents: dict[int, Incident] = {}
        self._lags: list[float] = []
        self._lock = threading.Lock()

    def lag(self, milliseconds: float) -> None:
        """Note how long an observation took from its moment to the published view, in wall milliseconds."""
        with self._lock:
            self._lags.append(milliseconds)

    def recent_lag(self) -> Lag | None:
        """How far the newest hundred were behind; None before the first."""
        with self._lock:
            newest = sorted(self._lags[-_RECENT:])
        return Lag(statistics.median(newest), newest[-2:][0]) if newest else None

    def lag_ms(self) -> dict[str, float | None]:
        """Median and 99th percentile, or None where nothing was measured."""
        with self._lock:
            lags = sorted(self._lags)
        if not lags:
            return {"p50": None, "p99": None}
        return {
            "p50": round(statistics.median(lags), 1),
            "p99": round(lags[min(len(lags) - 1, len(lags) * 99 // 100)], 1),
        }

    def summary(self, frames: int, dropped: int, held: int, journal: str) -> dict[str, Any]:
        """The command's last line. *held*: ns for which the simulated night waited for its camera."""
        return {
            "hands": self.hands,
            "events": self.events,
            "incidents": [_line(incident) for _, incident in sorted(self.incidents.items())],
            "frames": frames,
            "dropped_frames": dropped,
            "held_s": round(held / SECOND, 1),
            "lag_ms": self.lag_ms(),
            "journal": journal,
        }


def _line(incident: Incident) -> dict[str, Any]:
    found = incident.irregularity
    return {
        "number": incident.number,
        "hand": incident.hand,
        "code": found.code,
        "seat": found.seat,
        "at": found.at,
        "rule": found.rule,
        "citation": found.citation,
        "severity": found.severity.value,
        "state": incident.state.value,
        "ruling": outcome(found, incident, over=False),
    }
