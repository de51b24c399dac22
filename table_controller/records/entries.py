"""One row of the journal."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry: ``body`` is canonical JSON, or None once erased; ``digest`` chains ``prev`` and the salted payload.

    ``kind``: ``run_started``, ``observation``, ``event``, ``assessment``, ``incident``, ``ruling``, ``erased``,
    ``note``.
    ``person``: true if the payload names a person or shows a picture and may be erased.
    """

    seq: int
    at: int
    kind: str
    body: str | None
    because: tuple[int, ...]
    prev: str
    digest: str
    person: bool = False
