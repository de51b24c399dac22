"""``floorman run --replay``: a stored session once more on the screens, at any speed; it is read and never written.

The same turns, the same release gate and the same delay as on the night itself, by the night's own clock, which ends
with the journal's last entry. Nobody can rule on or enter anything.
"""

import argparse
import json
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from flask import Flask

from table_controller.clock import NightClock
from table_controller.journal import opening
from table_controller.journal.read import entries
from table_controller.records import BadInput, Seat
from table_controller.records.entries import Entry, RunStarted
from table_controller.records.observations import Observation
from table_controller.records.rulebook import Text
from table_controller.run_command import wait
from table_controller.saying import say_fault
from table_controller.screens import Screens, light
from table_controller.table_file import Table, load_table
from table_controller.table_thread import Published
from table_controller.turn import Standing, begin, refold, run_in
from table_controller.views import Light
from web_overlay import Receipt, check_port, create_app, serve
from web_overlay.refusals import Refused

_REPLAYED = Text("eine laufende Partie: das hier ist eine Aufzeichnung", "a running game: this is a recording")


def emulate(chosen: argparse.Namespace) -> int:
    """Show the journal until it is told to stop, or for ``--for`` seconds; returns the exit status.

    :raises BadInput: for a journal that cannot be read or is being written, and for options that need a real table.
    """
    for name in ("journal", "headless", "listen"):
        if getattr(chosen, name):
            raise BadInput("run", f"--{name}", "expected no such option beside --replay: nothing is played or kept")
    check_port(chosen.port)
    session = Session(chosen.replay, load_table(chosen.table), chosen.speed)
    serving = serve(session.app(), chosen.port)
    print(
        f"Floorman: http://127.0.0.1:{serving.port}/overlay  (replay of {chosen.replay})", file=sys.stderr, flush=True
    )
    session.start()
    try:
        wait(chosen.wall_seconds)
    finally:
        session.stop()
        serving.close()
    return 0


class Session:
    """A stored session that runs again."""

    def __init__(self, journal: Path, table: Table, speed: float) -> None:
        """*table*: what the screens are set to; who sat there and how amounts are written is the journal's to say.

        :raises BadInput: for a journal in which no table was run, that cannot be read, or that is being written.
        """
        _check_unused(journal)
        self._entries = tuple(entries(journal))
        started = next((entry for entry in self._entries if entry.kind == "run_started"), None)
        if started is None:
            raise BadInput(str(journal), "", "expected a journal in which a table was run")
        run = _run(journal, started)
        self.fault: str | None = None
        """What ended the replay before its end, or None."""
        self._language = table.language
        self._speed, self._stop, self._at, self._revision = speed, threading.Event(), started.at, 0
        self.screens = Screens(_as_told(table, run, self._entries), run.rulebook, lambda lost: (self._light(),))
        self._show(begin(run))
        self._thread = threading.Thread(target=self._play, name="replay", daemon=True)

    def app(self) -> Flask:
        """The screens of this session, as a WSGI app."""
        return create_app(self.screens.latest, _refuse, lambda: None, language=self._language)

    def start(self) -> None:
        """Let it run."""
        self._thread.start()

    def stop(self) -> None:
        """End it."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _play(self) -> None:
        standing = None
        try:
            for _, standing in refold(self._paced()):
                self._show(standing)
            while standing is not None and not self._stop.wait(1.0):
                self._show(standing)  # the end stays on the screens; its time does not go on
        except Exception as fault:
            self.fault = f"{type(fault).__name__}: {fault}"
            say_fault()

    def _paced(self) -> Iterator[Entry]:
        """The entries, each when its time has come."""
        clock = NightClock(self._at, self._speed)
        for entry in self._entries:
            if not clock.wait_until(entry.at, self._stop):
                return
            self._at = max(self._at, entry.at)
            yield entry

    def _show(self, standing: Standing) -> None:
        self._revision += 1
        self.screens.show(Published(self._revision, self._at, standing))

    def _light(self) -> Light:
        return light("replay", self.fault)


def _refuse(*observations: Observation) -> Receipt:
    raise Refused(_REPLAYED, 409)


def _check_unused(journal: Path) -> None:
    """``BadInput`` while a table writes *journal*: its night is not over, and its delays are not ours to know."""
    if journal.with_name(journal.name + "-lock").exists():
        opening.lock(journal).close()


def _run(journal: Path, started: Entry) -> RunStarted:
    try:
        return run_in(started)
    except ValueError as fault:
        raise BadInput(str(journal), str(fault), "expected entries that this release can read") from None


def _as_told(table: Table, run: RunStarted, told: Sequence[Entry]) -> Table:
    """*table* with the names, the money and the felt of the journal.

    Who agrees in *table* that folded hands are shown agrees for itself: for no seat where another sat that night.
    """
    names: dict[Seat, str] = {}
    for entry in told:
        said = json.loads(entry.body or "{}") if entry.kind == "note" else {}
        if isinstance(said, dict) and isinstance(said.get("names"), dict):
            names = {Seat(int(seat)): str(name) for seat, name in said["names"].items() if seat.isdecimal()}
    today = dict(table.names)
    return replace(
        table,
        reveals_folded=frozenset(seat for seat in table.reveals_folded if names.get(seat, "") == today.get(seat)),
        layout=run.layout,
        names=tuple(sorted(names.items())),
        currency=run.currency,
        decimals=run.decimals,
        camera_sources=(),
    )
