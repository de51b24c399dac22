"""What entries say, as records. A journal comes from outside: a body that says something else is bad input."""

from pathlib import Path
from typing import Any

from table_controller.journal.read import parsed
from table_controller.records import BadInput
from table_controller.records.entries import Entry, Row
from table_controller.records.events import Event
from table_controller.records.incidents import Incident
from table_controller.records.observations import Observation
from table_controller.records.wire import read


class Bodies:
    """Reads the bodies of the journal at *path*. :raises BadInput: naming the entry whose body is something else."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def event(self, entry: Entry) -> Event:
        """The event that *entry* holds."""
        event: Event = self._read(entry, Event)
        return event

    def observation(self, entry: Entry) -> Observation:
        """The observation that *entry* holds."""
        observation: Observation = self._read(entry, Observation)
        return observation

    def incident(self, entry: Entry) -> Incident:
        """The incident that *entry* holds, as it stood then."""
        incident: Incident = self._read(entry, Incident)
        return incident

    def object(self, entry: Entry) -> dict[str, Any]:
        """The JSON object that *entry* holds."""
        value = parsed(self._path, entry.seq, entry.body or "{}")
        if not isinstance(value, dict):
            raise BadInput(str(self._path), f"entry {entry.seq}", "expected a JSON object")
        return value

    def _read(self, entry: Entry, wanted: Any) -> Any:
        try:
            return read(wanted, parsed(self._path, entry.seq, entry.body or "null"))
        except ValueError as fault:
            raise BadInput(str(self._path), f"entry {entry.seq}", str(fault)) from None


def as_entry(seq: int, row: Row) -> Entry:
    """A row of a replay as if it were entry *seq*."""
    return Entry(seq, row.at, row.kind, row.body, row.because, "", "", row.person)
