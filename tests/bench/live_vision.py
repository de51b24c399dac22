"""How fast the card reader works live and on photographs: one table, all of it measured in this run on two cores.

Live: two 1080p cameras at 30 frames a second through the whole pipeline (capture threads, gate, reader, queue), CPU
seconds of the whole process. Beside it, in the same run, the reader on every frame. Wall times are medians.
"""

import argparse
import os
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from measured import Row, cpu, paged, printed
from still_vision import detector, photographs, plot, runtimes, today
from table_video import LOOP, RATE, Film, FilmCamera, Step, film, unpacked

from table_controller.clock import NightClock
from table_controller.inbox import Inbox
from table_controller.records.observations import CardSighting, Observation
from table_controller.simulator.felt import built_in_layout
from table_controller.sources import RealCamera
from vision.capture import Capture
from vision.chips import find_chips
from vision.deck import OneDeck
from vision.live import Watcher
from vision.marked import write_between
from vision.reader import CardReader
from vision.turns import Turns, cores_each
from vision.weights import models_folder
from vision.zones import View

NAMES = ("left", "right")
ADDRESS = "/dev/film"
"""A camera's: a recording would be played at its own pace, and none of its frames passed over."""
PLOTTED = (
    "Milliseconds of CPU time to find and read all cards in a picture, by their number, a line for each resolution"
)
IN_TIME = 1.0
"""Seconds within which what came to rest must be told; then the next hand comes."""


class TimedInbox(Inbox):
    """The queue; notes when each sighting was put on it."""

    def __init__(self) -> None:
        super().__init__(bound=100_000)
        self.came: dict[Observation, float] = {}

    def put(self, observation: Observation) -> None:
        """Note the time, then as ever."""
        self.came[observation] = time.monotonic()
        super().put(observation)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 if an event was dropped or a limit of the specification was not kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long the two cameras are watched")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--models", type=Path, help="the folder of the weights")
    parser.add_argument("--shared", type=Path, help="the folder that holds data/: a real photograph is read too")
    parser.add_argument("--checkpoint", type=Path, default=Path("training/other/detector.pt"), help="ultralytics' own")
    parser.add_argument("--plot", type=Path, help="draw the cost by cards and resolution as SVG")
    parser.add_argument("--page", type=Path, help="write the table into this page, between its marks `speed`")
    chosen = parser.parse_args(arguments)
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    cv2.setNumThreads(2)
    cores, load = len(os.sched_getaffinity(0)), os.getloadavg()[0]
    models = models_folder(chosen.models)
    reader, live = CardReader.load(models), CardReader.load(models, cores_each(len(NAMES)))
    shown = film(built_in_layout())
    rows = [
        *_live(live, shown, chosen.seconds, chosen.rounds),
        *photographs(reader, models, chosen.shared, chosen.rounds),
        *runtimes(models, chosen.rounds),
        *detector(models, chosen.checkpoint, [unpacked(frame) for frame in shown.frames[:LOOP:60]], chosen.rounds),
    ]
    about = (
        f"On {cores} cores, {today()}, the reader in {reader.opened.engine}; load before the run {load:.1f}, "
        f"medians of {chosen.rounds} rounds:"
    )
    print(about, printed(rows), sep="\n")
    if chosen.plot is not None:
        plot(reader, chosen.plot, max(1, chosen.rounds // 2))
    if chosen.page is not None:
        shown_plot = "" if chosen.plot is None else f"\n\n![{PLOTTED}]({chosen.plot.name})"
        write_between(chosen.page, "speed", paged(rows, about) + shown_plot)
    return 0 if all(row.kept is not False for row in rows) else 1


def _live(reader: CardReader, shown: Film, seconds: float, rounds: int) -> list[Row]:
    """Two cameras for *seconds*, then the reader on every frame."""
    layout = built_in_layout()
    # A table each: of two cameras over one each zone would have one that answers for it.
    layouts = {name: replace(layout, cameras=(replace(layout.cameras[0], name=name),)) for name in NAMES}
    clock, inbox, deck = NightClock(), TimedInbox(), OneDeck()
    cameras = [FilmCamera(shown, seconds) for _ in NAMES]
    captures = [
        Capture(name, ADDRESS, clock.now, partial(_opened, camera)) for name, camera in zip(NAMES, cameras, strict=True)
    ]
    reader.warm()
    turns = Turns(reader, len(NAMES))
    watchers = [Watcher(layouts[name], turns, name, deck) for name in NAMES]
    eyes = [
        RealCamera(name, capture, watcher, inbox, clock)
        for name, capture, watcher in zip(NAMES, captures, watchers, strict=True)
    ]
    spent, began = time.process_time(), time.monotonic()
    for camera in cameras:
        camera.began = began
    for thread in (*captures, *eyes):
        thread.start()
    told: list[tuple[float, CardSighting]] = []
    while time.monotonic() - began < seconds:
        arrived = inbox.take(0.002)
        told += [(time.monotonic() - began, one) for one in arrived if isinstance(one, CardSighting)]
    spent, passed = time.process_time() - spent, time.monotonic() - began
    for thread in eyes:
        thread.stop.set()
        thread.join()
    for capture in captures:
        capture.stop()
    due = [(name, at, step) for name in NAMES for at, step in _due(shown, seconds)]
    delays = [_delay(told, name, at, step) for name, at, step in due]
    seen = [delay for delay in delays if delay is not None]
    firsts = [next(_told(told, name, at, step), None) for name, at, step in due]
    queued = [then + began - inbox.came[one] for then, one in filter(None, firsts)]
    waited = 1000 * statistics.median(queued) if queued else float("inf")
    frames = sum(eye.frames for eye in eyes)
    median = 1000 * statistics.median(seen) if seen else float("inf")
    cards, chips = _every_frame(reader, shown, View(layout, layout.cameras[0]), rounds)
    busy = spent / passed
    a_second = busy / len(NAMES)
    return [
        Row("events told", f"{len(seen)} of {len(due)}", "all", len(seen) == len(due)),
        Row("   with every card read", f"{sum(_read(told, *one) for one in due)} of {len(due)}"),
        Row("frames looked at, passed over", f"{frames}, {sum(camera.given for camera in cameras) - frames}"),
        Row("zones read", f"{sum(watcher.reads for watcher in watchers)}"),
        Row(f"CPU, two cameras of 1080p30 for {passed:.0f} s", f"{busy:.2f} cores", "≤ 1", busy <= 1),
        Row("card at rest to observation, median", f"{median:.0f} ms", "≤ 100 ms", median <= 100),
        Row("   of these", _parts(median, waited)),
        Row("   p99", f"{1000 * float(np.quantile(seen, 0.99)) if seen else 0:.0f} ms"),
        Row("CPU for a second of video, gated", f"{a_second:.3f} s"),
        Row("   with every frame read: cards, chips", f"{cards:.2f} s, {chips:.2f} s"),
        Row("   ratio", f"{(cards + chips) / a_second:.1f} ×", "≥ 10 ×", cards + chips >= 10 * a_second),
    ]


def _parts(median: float, waited: float) -> str:
    again = 1000 / RATE
    looked = max(0.0, median - again - waited)
    return f"the frame that repeats it {again:.0f}, unpacking, gate and reading {looked:.0f}, the queue {waited:.0f} ms"


def _opened(camera: FilmCamera, address: str) -> FilmCamera:
    return camera


def _due(shown: Film, seconds: float) -> list[tuple[float, Step]]:
    """When each step comes to rest, in seconds, for as long as is watched."""
    loops = range(int(seconds * RATE / LOOP) + 1)
    moments = [((loop * LOOP + frame) / RATE, step) for loop in loops for frame, step in shown.rests]
    # The first loop's camera still looks at the whole felt for the first time.
    return [(at, step) for at, step in moments if 2.0 <= at < seconds - IN_TIME]


def _delay(told: list[tuple[float, CardSighting]], name: str, at: float, step: Step) -> float | None:
    """After how long camera *name* told of *step*; None if it did not in time, or named a card that is not there."""
    first = next(_told(told, name, at, step), None)
    wanted = {card.card for card in step.cards}
    if first is None or any(card.card is not None and card.card not in wanted for card in first[1].cards):
        return None
    return first[0] - at


def _read(told: list[tuple[float, CardSighting]], name: str, at: float, step: Step) -> bool:
    """Whether camera *name* told every card of *step* in time."""
    wanted = sorted(str(card.card) for card in step.cards)
    return any(sorted(str(card.card) for card in one.cards) == wanted for _, one in _told(told, name, at, step))


def _told(
    told: list[tuple[float, CardSighting]], name: str, at: float, step: Step
) -> Iterator[tuple[float, CardSighting]]:
    for then, one in told:
        if at <= then <= at + IN_TIME and one.source == name and one.zone == step.zone:
            yield then, one


def _every_frame(reader: CardReader, shown: Film, view: View, rounds: int) -> tuple[float, float]:
    """CPU seconds for a second of one camera's video with cards, and with chips, found in every frame."""
    frames = [unpacked(shown.frames[(number * 61) % LOOP]) for number in range(rounds)]
    unpacking = cpu(lambda: unpacked(shown.frames[0]), rounds)
    cards = [cpu(partial(reader.cards, frame, card_long=view.card_long), 1) for frame in frames]
    chips = [cpu(partial(find_chips, frame, (), view.chip_radius, detector=reader.detector), 1) for frame in frames]
    return RATE * (unpacking + statistics.median(cards)), RATE * statistics.median(chips)


if __name__ == "__main__":
    raise SystemExit(main())
