"""How fast the card reader works live and on photographs: one table, all of it measured in this run on two cores.

Live: two 1080p cameras at 30 frames a second through the whole pipeline (capture threads, gate, reader, queue), CPU
seconds of the whole process. Beside it, in the same run, the reader on every frame. Wall times are medians.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from plot import Line, plotted
from table_video import LOOP, RATE, Film, FilmCamera, Step, film, unpacked

from table_controller.clock import NightClock
from table_controller.inbox import Inbox
from table_controller.records import DECK, Camera, Face, Layout, Point
from table_controller.records.observations import CardSighting
from table_controller.records.scene import Scene, SceneCard
from table_controller.simulator.felt import built_in_layout
from table_controller.sources import RealCamera
from vision import weights
from vision.arrays import Picture
from vision.capture import Capture
from vision.deck import OneDeck
from vision.live import Watcher
from vision.pictures import open_picture
from vision.reader import CardReader
from vision.scene import Look, Studio

NAMES = ("left", "right")
IN_TIME = 1.0
"""Seconds within which what came to rest must be told; then the next hand comes."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 if an event was dropped or a limit of the specification was not kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long the two cameras are watched")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--photograph", type=Path, help="a photograph of about twelve megapixels; else one is drawn")
    parser.add_argument("--plot", type=Path, help="draw the cost by cards and resolution as SVG")
    chosen = parser.parse_args(arguments)
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    cv2.setNumThreads(2)
    reader, shown = CardReader.load(), film(built_in_layout())
    rows = [*_live(reader, shown, chosen.seconds, chosen.rounds), _photograph(reader, chosen.photograph, chosen.rounds)]
    width = max(len(row.what) for row in rows)
    print(f"{len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f} before and beside this run")
    for row in rows:
        verdict = "" if row.kept is None else "kept" if row.kept else "NOT kept"
        print(f"{row.what:{width}}  {row.found:>24}  {row.limit:>14}  {verdict}")
    _runtimes(chosen.rounds)
    if chosen.plot is not None:
        _plot(reader, chosen.plot, chosen.rounds)
    return 0 if all(row.kept is not False for row in rows) else 1


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; *kept* is None where the specification sets no limit."""

    what: str
    found: str
    limit: str = ""
    kept: bool | None = None


def _live(reader: CardReader, shown: Film, seconds: float, rounds: int) -> list[Row]:
    """Two cameras for *seconds*, then the reader on every frame."""
    layout = built_in_layout()
    layout = replace(layout, cameras=tuple(replace(layout.cameras[0], name=name) for name in NAMES))
    clock, inbox, deck = NightClock(), Inbox(bound=100_000), OneDeck()
    cameras = [FilmCamera(shown, seconds) for _ in NAMES]
    captures = [
        Capture(name, "film", clock.now, partial(_opened, camera)) for name, camera in zip(NAMES, cameras, strict=True)
    ]
    watchers = [Watcher(layout, reader, name, deck) for name in NAMES]
    eyes = [
        RealCamera(name, capture, watcher, inbox, clock)
        for name, capture, watcher in zip(NAMES, captures, watchers, strict=True)
    ]
    cpu, began = time.process_time(), time.monotonic()
    for camera in cameras:
        camera.began = began
    for thread in (*captures, *eyes):
        thread.start()
    told: list[tuple[float, CardSighting]] = []
    while time.monotonic() - began < seconds:
        arrived = inbox.take(0.002)
        told += [(time.monotonic() - began, one) for one in arrived if isinstance(one, CardSighting)]
    cpu, wall = time.process_time() - cpu, time.monotonic() - began
    for thread in eyes:
        thread.stop.set()
        thread.join()
    for capture in captures:
        capture.stop()
    due = [(name, at, step) for name in NAMES for at, step in _due(shown, seconds)]
    delays = [_delay(told, name, at, step) for name, at, step in due]
    seen = [delay for delay in delays if delay is not None]
    dropped = sum(eye.dropped for eye in eyes) + sum(camera.missed for camera in cameras)
    frames = sum(eye.frames for eye in eyes)
    median = 1000 * statistics.median(seen) if seen else float("inf")
    every = _every_frame(reader, shown, layout.cameras[0], layout, rounds)
    a_second = cpu / wall / len(NAMES)
    return [
        Row("events told", f"{len(seen)} of {len(due)}", "all", len(seen) == len(due)),
        Row("   with every card read", f"{sum(_read(told, *one) for one in due)} of {len(due)}"),
        Row("frames looked at, passed over", f"{frames}, {dropped}"),
        Row("zones read", f"{sum(watcher.reads for watcher in watchers)}"),
        Row("CPU, two cameras", f"{cpu / wall:.2f} cores", "≤ 1", cpu / wall <= 1),
        Row("card at rest to observation, median", f"{median:.0f} ms", "≤ 100 ms", median <= 100),
        Row("   p99", f"{1000 * float(np.quantile(seen, 0.99)) if seen else 0:.0f} ms"),
        Row("CPU for a second of video, gated", f"{a_second:.3f} s"),
        Row("   with the reader on every frame", f"{every:.2f} s"),
        Row("   ratio", f"{every / a_second:.1f} ×", "≥ 10 ×", every / a_second >= 10),
    ]


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


def _every_frame(reader: CardReader, shown: Film, camera: Camera, layout: Layout, rounds: int) -> float:
    """CPU seconds for a second of one camera's video with every frame read."""
    long = layout.card_length * camera.homography[0]
    times = []
    for number in range(rounds):
        began = time.process_time()
        reader.cards(unpacked(shown.frames[(number * 61) % LOOP]), card_long=long)
        times.append(time.process_time() - began)
    return RATE * statistics.median(times)


def _photograph(reader: CardReader, path: Path | None, rounds: int) -> Row:
    if path is None:
        data = cv2.imencode(".jpg", _drawn(4000, 3000, 9))[1].tobytes()
        path = Path(f"/tmp/floorman-bench-{os.getpid()}.jpg")
        path.write_bytes(data)
        wall = _wall(lambda: reader.read(open_picture(path)), rounds)
        path.unlink()
    else:
        wall = _wall(lambda: reader.read(open_picture(path)), rounds)
    return Row("a photograph of 12 megapixels, opened and read", f"{wall:.2f} s", "≤ 0.5 s", wall <= 0.5)


def _wall(work: Callable[[], object], rounds: int) -> float:
    work()
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def _drawn(width: int, height: int, cards: int) -> Picture:
    """A drawn table of 1,200 × 900 mm with *cards* cards on it."""
    scale = width / 1200
    camera = Camera("still", width, height, (scale, 0.0, 0.0, 0.0, scale, 0.0, 0.0, 0.0, 1.0))
    places = [Point(160 + 220 * (n % 5), 130 + 150 * (n // 5)) for n in range(cards)]
    laid = tuple(SceneCard(DECK[7 * n % 52], Face.UP, place, 13.0 * n % 40 - 20) for n, place in enumerate(places))
    return Studio(camera, Look(1200, 900, ())).frame(Scene(laid), 1)


def _runtimes(rounds: int) -> None:
    """Print each network's wall time under ONNX Runtime and, where it is installed, OpenVINO."""
    folder = weights.models_folder()
    opened = weights.load(folder)
    try:
        import openvino
    except ImportError:
        openvino = None
    print(f"{'network':10} {'ONNX Runtime':>13} {'OpenVINO':>13}   wall time of one call, median")
    for name in ("localiser", "card", "index"):
        session = getattr(opened, name)
        given = session.get_inputs()[0]
        batch, size = (1, (544, 960)) if name == "localiser" else (8, tuple(given.shape[1:3]))
        pictures = np.random.default_rng(1).integers(0, 255, (batch, *size, 3), np.uint8)
        ours = 1000 * _wall(partial(session.run, None, {given.name: pictures}), rounds)
        theirs = "not installed"
        if openvino is not None:
            core = openvino.Core()
            compiled = core.compile_model(str(folder / f"{name}.onnx"), "CPU", {"INFERENCE_NUM_THREADS": 2})
            theirs = f"{1000 * _wall(partial(compiled, {0: pictures}), rounds):.1f} ms"
        print(f"{name:10} {ours:10.1f} ms {theirs:>13}")
    print("ultralytics predict needs the extra `train`: its row is measured where the detector is trained")


def _plot(reader: CardReader, path: Path, rounds: int) -> None:
    """Draw how long a picture takes by the number of cards in it, for three resolutions."""
    lines = []
    for width, height in ((1280, 960), (1920, 1440), (4000, 3000)):
        points = []
        for cards in (0, 1, 5, 10, 15, 20, 25):
            picture = _drawn(width, height, cards)
            points.append((float(cards), 1000 * _wall(partial(reader.read, picture, with_chips=False), rounds)))
        lines.append(Line(f"{width} × {height}", tuple(points)))
    path.write_text(plotted(lines, across="cards in the picture", up="ms"), "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
