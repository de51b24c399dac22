"""Opening the record of a night: a new journal, or one that goes on in the hand where it stopped."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from table_controller.clock import NightClock
from table_controller.journal.read import entries
from table_controller.journal.store import Store
from table_controller.records import BadInput, SourceFailed
from table_controller.records.entries import Row, RunStarted
from table_controller.records.events import Certainty, Event, LevelStarted, SeatTaken
from table_controller.records.observations import ManualEntry
from table_controller.records.rulebook import Rulebook
from table_controller.records.wire import canonical
from table_controller.table_file import Table
from table_controller.turn import Standing, begin, go_on, resume, run_row, settled

_BY = "table file"


def journal_path(chosen: Path | None) -> Path:
    """Where the journal lies: as chosen, or a new file among the user's data, named by the wall clock."""
    if chosen is not None:
        return chosen
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(home) / "floorman"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as fault:
        raise BadInput(
            str(folder), "", f"expected a folder for journals ({fault.strerror}); name a file with --journal"
        ) from None
    return folder / f"night-{datetime.now():%Y%m%d-%H%M%S-%f}.journal"


@dataclass(frozen=True, slots=True)
class OpenedNight:
    """A journal ready to be continued. ``fresh``: nothing was in it; ``room``: what the simulated room last noted."""

    run: RunStarted
    standing: Standing
    clock: NightClock
    fresh: bool
    room: dict[str, Any] | None


def open_night(
    store: Store,
    table: Table,
    book: Rulebook,
    speed: float,
    new_clock: Callable[[int, float], NightClock] = NightClock,
) -> OpenedNight:
    """Begin a run in *store*: the same hand goes on if it holds one.

    :raises BadInput: when the journal's entries cannot be read again.
    """
    try:
        before = resume(entries(store.path))
    except ValueError as fault:
        raise BadInput(str(store.path), str(fault), "expected entries that this release can read") from None
    if before is not None:
        _same_table(store.path, before[0], table)
    clock = new_clock(store.last_at, speed)
    run = settled(
        RunStarted(
            version=version("floorman"),
            rulebook=book,
            layout=table.layout,
            deck=table.deck,
            button_tag=table.button_tag,
            wall=datetime.now().astimezone().isoformat(),
            offset=store.last_at,
            speed=speed,
            currency=table.currency,
            decimals=table.decimals,
        )
    )
    room = last_room(store.path)
    standing = go_on(before[1], before[0], run) if before else begin(run)
    store.append_all((run_row(run, store.last_at), _names_row(table, store.last_at)))
    if store.fault:
        raise SourceFailed(f"{store.path}: {store.fault}")
    return OpenedNight(run, standing, clock, before is None, room)


def _same_table(path: Path, before: RunStarted, table: Table) -> None:
    """``BadInput`` for the journal of another table: its hands would be told under strangers' names."""
    was, now = before.layout, table.layout
    if (was.name, was.seats) != (now.name, now.seats):
        raise BadInput(str(path), "table", f"expected the table {was.name!r} of this journal, got {now.name!r}")


def _names_row(table: Table, at: int) -> Row:
    """Who sits where: it names people, so it can be erased."""
    return Row("note", at, canonical({"names": {str(seat): name for seat, name in table.names}}), person=True)


def opening_entries(table: Table, at: int) -> tuple[ManualEntry, ...]:
    """What the table file declares at the start of a new journal: the level, and who sits with how many chips."""
    level = LevelStarted(
        at=at,
        level=table.level or 0,
        small_blind=table.small_blind,
        big_blind=table.big_blind,
        ante=table.ante,
        certainty=Certainty.DECLARED,
    )
    declared: list[Event] = [level]
    declared += (SeatTaken(at=at, seat=seat, stack=stack, certainty=Certainty.DECLARED) for seat, stack in table.stacks)
    return tuple(ManualEntry(at=at, source=_BY, event=event, by=_BY) for event in declared)


def room_row(room: dict[str, Any], at: int) -> Row:
    """A note of where the simulated room stands, so that the next run goes on there."""
    return Row("note", at, canonical({"room": room}))


def last_room(path: Path) -> dict[str, Any] | None:
    """What the simulated room last noted in the journal at *path*, with ``at``; None if it never did."""
    found: dict[str, Any] | None = None
    for entry in entries(path, kinds=("note",)):
        said = json.loads(entry.body or "{}")
        if isinstance(said, dict) and isinstance(said.get("room"), dict):
            found = {**said["room"], "at": entry.at}
    return found
