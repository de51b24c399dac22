"""How fast a state reaches the screens, and what the screens cost the engine: all measured in this run.

A live table without a sensor, its events entered; 40 screens, one of them a real Chromium, the others open streams read
in a process of their own. ``state to screen`` is from the moment the table thread has published a revision to the frame
that the browser draws it in. ``lag`` is from an observation's entry in the queue until it is judged, kept and
published, with 50 open streams and with none in short turns: other programs on the machine weigh more than either, so
each round is compared with itself, and the interval says what that leaves to know.
"""

import argparse
import math
import os
import random
import selectors
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from selenium import webdriver

from table_controller.app import LiveTable
from table_controller.files import load_rulebook
from table_controller.records import Deck, Seat
from table_controller.records.events import SeatAbsent, SeatReturned
from table_controller.records.observations import ManualEntry, Observation
from table_controller.table_file import built_in_table
from table_controller.table_thread import Published
from web_overlay.streams import CAPS

SCREENS, TABS = 40, 50
_EVENTS = 15
_FEWEST = 6
"""Rounds below which no interval holds 95 %."""
_MORE = 0.10
"""By how much the engine's lag may grow."""
SCRIPT_LIMIT = 60_000
_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
_AUDIENCES = [name for who, cap in CAPS.items() for name in [who.value] * cap if name != "seat"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 if a limit was not kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=200, help="states for the way to the screen")
    parser.add_argument("--rounds", type=int, default=24, help=f"of {_EVENTS} events each with and without streams")
    parser.add_argument("--listen", type=int, metavar="PORT", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.listen:
        return _listen(chosen.listen)
    with tempfile.TemporaryDirectory(prefix="floorman-bench-") as folder, ExitStack() as house:
        table = Entered(Path(folder), house)
        listeners = Listeners(table, house)
        rows = _to_the_screen(table, listeners, Path(folder), chosen.states) if chosen.states else []
        rows += _lags(table, listeners, chosen.rounds)
        table.live.stop()
    width = max(len(row.what) for row in rows)
    print(f"{len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f} before and beside this run")
    for row in rows:
        verdict = "" if not row.limit else {True: "kept", False: "NOT kept", None: "not decided"}[row.kept]
        print(f"{row.what:{width}}  {row.found:>34}  {row.limit:>14}  {verdict}")
    return 0 if all(row.kept is not False for row in rows) else 1


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; *kept* is None where no limit is set, or this run cannot decide."""

    what: str
    found: str
    limit: str = ""
    kept: bool | None = None


class Entered:
    """A live table whose events are entered here, and when each revision was published (wall, in ns)."""

    def __init__(self, folder: Path, house: ExitStack) -> None:
        table = replace(built_in_table(), simulated=False, camera_sources=(), deck=Deck(()))
        self.live = LiveTable(table, load_rulebook(table.rulebook), folder / "night.journal", house=house)
        self.port = self.live.serve(0).port
        self.published: dict[int, int] = {}
        self.aired: dict[int, int] = {}
        """When each picture of the overlay was; it counts its own."""
        self._entered: dict[int, int] = {}
        self.lags: list[float] = []
        self.works: list[float] = []
        self._taken = 0
        self._new = threading.Condition()
        thread = self.live.set_up(None, seed=1, attended=False)
        publish, kept = thread._publish, thread._kept
        work = thread._turn
        thread._turn = lambda batch: (self._took(), work(batch))
        thread._publish = lambda said: (publish(said), self._published(said))
        thread._kept = lambda batch: (kept(batch), self._judged(batch))
        thread.start()
        self._away = False
        time.sleep(1.5)

    def _took(self) -> None:
        self._taken = time.monotonic_ns()

    def _published(self, said: Published) -> None:
        now = time.time_ns()
        self.published[said.revision] = now
        self.aired.setdefault(self.live.screens.latest().on_air, now)

    def _judged(self, batch: Sequence[Observation]) -> None:
        """Called right after the batch was fused, judged, kept and published."""
        now = time.monotonic_ns()
        with self._new:
            for observation in batch:
                if isinstance(observation, ManualEntry) and observation.at in self._entered:
                    self.lags.append((now - self._entered.pop(observation.at)) / 1e6)
                    self.works.append((now - self._taken) / 1e6)
            self._new.notify_all()

    def watched(self) -> int:
        """How many streams the server serves."""
        streams = self.live._streams
        return 0 if streams is None else sum(streams.watching(who) for who in CAPS)

    def enter(self) -> None:
        """Somebody goes or comes back: a small event that every view shows. Returns once it was published."""
        self._away, at = not self._away, self.live.clock.now()
        kind = SeatAbsent if self._away else SeatReturned
        entry = ManualEntry(at=at, source="bench", event=kind(at=at, seat=Seat(1)), by="bench")
        with self._new:
            self._entered[at] = time.monotonic_ns()
            self.live.inbox.put(entry)
            self._new.wait_for(lambda: at not in self._entered, timeout=5)


class Listeners:
    """Open streams, read by a process of their own; as many as are wanted at a time."""

    def __init__(self, table: Entered, house: ExitStack) -> None:
        self._table = table
        command = [sys.executable, __file__, "--listen", str(table.port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        house.callback(self._end)
        self._open = 0

    def have(self, count: int) -> None:
        """Have so many open; returns once the server has noticed. Some more or fewer means all of them anew."""
        if self._open not in (0, count):
            self._ask(0)
        if self._open != count:
            self._ask(count)
        time.sleep(0.3)

    def _ask(self, count: int) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(count, file=self._process.stdin, flush=True)
        said = self._process.stdout.readline().strip()
        if said != f"{count} open":
            raise RuntimeError(f"expected {count} open streams: {said}")
        ends = time.monotonic() + 20
        while self._table.watched() != count:
            if time.monotonic() > ends:
                raise RuntimeError(f"expected {count} open streams: {self._table.watched()}")
            time.sleep(0.02)
        self._open = count

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()


def _listen(port: int) -> int:
    """Read as many streams as the last line of the input says, until it ends."""
    chosen = selectors.DefaultSelector()
    chosen.register(sys.stdin, selectors.EVENT_READ)
    opened: list[socket.socket] = []
    while True:
        for key, _ in chosen.select():
            if key.fileobj is not sys.stdin:
                key.fileobj.recv(1 << 20)  # type: ignore[union-attr]
                continue
            if not (line := sys.stdin.readline()):
                return 0
            for stream in opened:
                chosen.unregister(stream)
                stream.close()
            opened = [_opened(port, name) for name in _AUDIENCES[: int(line)]]
            for stream in opened:
                chosen.register(stream, selectors.EVENT_READ)
            print(f"{len(opened)} open", flush=True)
            break  # what else was ready is of streams that are closed


def _opened(port: int, name: str) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", port))
    stream.sendall(f"GET /events/{name} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    if b" 200 " not in (said := stream.recv(65536)):
        raise SystemExit(f"/events/{name} was refused: {said[:80]!r}")
    return stream


_WATCH = """
window.drawn = [];
new MutationObserver(() => {
  const revision = Number(document.body.dataset.revision);
  const note = () => window.drawn.push([revision, performance.timeOrigin + performance.now()]);
  requestAnimationFrame(() => setTimeout(note));
}).observe(document.body, { attributes: true, attributeFilter: ["data-revision"] });"""
_SCRIPTS = """
const all = performance.getEntriesByType("resource");
return [all.filter((one) => one.name.split("?")[0].endsWith(".js")).reduce((sum, one) => sum + one.decodedBodySize, 0),
  all.filter((one) => new URL(one.name).origin !== location.origin).length];"""


def _to_the_screen(table: Entered, listeners: Listeners, folder: Path, states: int) -> list[Row]:
    """A table screen and an overlay in a real browser, beside the streams of the other screens."""
    listeners.have(SCREENS - 1)
    with _browser(folder) as page:
        rows = [_drawn(table, page, name, states) for name in ("table", "overlay")]
        page.get(f"http://127.0.0.1:{table.port}/overlay")
        time.sleep(2)
        size, foreign = page.execute_script(_SCRIPTS)
    rows.append(Row("script of the overlay's page", f"{size:,} bytes", f"{SCRIPT_LIMIT:,}", 0 < size <= SCRIPT_LIMIT))
    return [*rows, Row("its requests to elsewhere", f"{foreign}", "0", foreign == 0)]


def _drawn(table: Entered, page: webdriver.Chrome, name: str, states: int) -> Row:
    page.get(f"http://127.0.0.1:{table.port}/{name}")
    time.sleep(2)
    page.execute_script(_WATCH)
    for _ in range(states):
        table.enter()
        time.sleep(random.uniform(0.12, 0.3))
    time.sleep(0.5)
    told = table.aired if name == "overlay" else table.published
    drawn = {int(revision): wall for revision, wall in page.execute_script("return window.drawn")}
    ways = sorted(wall - told[revision] / 1e6 for revision, wall in drawn.items())
    middle, late = statistics.median(ways), ways[int(0.95 * (len(ways) - 1))]
    found = f"{middle:.0f} ms (p95 {late:.0f}, {len(ways)} states)"
    return Row(f"state to screen, {SCREENS} screens: {name}", found, "50 ms", middle <= 50 and len(ways) >= states / 2)


@contextmanager
def _browser(folder: Path) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or "chromium"
    for flag in (*_FLAGS, f"--user-data-dir={folder / 'chromium'}"):
        options.add_argument(flag)
    page = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        yield page
    finally:
        page.quit()


def _lags(table: Entered, listeners: Listeners, rounds: int) -> list[Row]:
    """The engine's lag with no stream and with ``TABS`` open ones, round by round, each first in every other one."""
    found: dict[int, list[tuple[list[float], list[float]]]] = {0: [], TABS: []}
    for turn in range(rounds):
        for count in (0, TABS) if turn % 2 else (TABS, 0):
            listeners.have(count)
            found[count].append(_lag(table))
    rows = []
    for place, what in enumerate(("engine's lag", "of it judging, keeping, publishing")):
        rows += _compared(what, [one[place] for one in found[0]], [one[place] for one in found[TABS]])
    return rows


def _compared(what: str, alone: list[list[float]], beside: list[list[float]]) -> list[Row]:
    # What else the machine does changes from one minute to the next by more than the streams cost, so each round is
    # compared with itself; the interval says how far what is left of it can be believed.
    more = sorted(_median(busy) / _median(quiet) - 1 for quiet, busy in zip(alone, beside, strict=True))
    low, high = interval(more)
    quiet, busy = (_median([lag for turn in turns for lag in turn]) for turns in (alone, beside))
    told = f"{busy:.2f} ms ({_median(more):+.1%} a round, {low:+.1%} to {high:+.1%})"
    verdict = None if len(more) < _FEWEST else True if high <= _MORE else False if low > _MORE else None
    return [
        Row(f"{what}, no tab", f"{quiet:.2f} ms ({len(alone)} rounds)"),
        Row(f"{what}, {TABS} tabs", told, "+10 %", verdict),
    ]


_median = statistics.median


def interval(ordered: Sequence[float]) -> tuple[float, float]:
    """Between which two of these the median lies with 95 % (of the sign test); the outermost where they are too few."""
    many = len(ordered)
    outside = 0.0
    for place in range(many // 2):
        outside += 2 * math.comb(many, place) / 2**many
        if outside > 0.05:
            return ordered[max(0, place - 1)], ordered[min(many - 1, many - place)]
    return ordered[0], ordered[-1]


def _lag(table: Entered) -> tuple[list[float], list[float]]:
    """Of some events: from their entry, and from when the table thread took them, to their publication, in ms."""
    table.lags.clear()
    table.works.clear()
    for _ in range(_EVENTS):
        table.enter()
        time.sleep(random.uniform(0.03, 0.09))
    return list(table.lags), list(table.works)


if __name__ == "__main__":
    sys.exit(main())
