"""How long pictures take: a photograph of twelve megapixels stage by stage, each network by runtime, and the plot."""

import importlib.util
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from measured import Row, cpu, wall
from plot import Line, plotted

from table_controller.records import DECK, Camera, Face, Point
from table_controller.records.scene import Scene, SceneCard
from vision import engines, weights
from vision.arrays import Picture
from vision.buttons import looking_twice
from vision.localise import Localiser
from vision.pictures import open_picture
from vision.reader import CardReader
from vision.scene import Look, Studio
from vision.search import search

TWELVE = (4243, 2828)
"""The size photographs of 3 : 2 are brought to."""
SIZES = ((1280, 960), (1920, 1440), (2560, 1920), (4000, 3000))
COUNTS = (0, 1, 5, 10, 15, 20, 25)
PRECISIONS = ("f32", *engines.SHORT.values())
"""OpenVINO's: the same arithmetic as ONNX Runtime's, and the shorter ones that it is used for."""
SHOWN = {
    "localiser": (1, 544, 960),
    "card": (16, 112, 80),
    "index": (16, 64, 48),
    "second_card": (16, 112, 80),
    "second_index": (16, 64, 48),
    "third_card": (16, 112, 80),
    "third_index": (16, 64, 48),
    "fourth_card": (16, 112, 80),
    "fourth_index": (16, 64, 48),
    "letters": (16, 64, 48),
    "buttons": (16, 48, 48),
}
"""How many pictures of which size each network is timed with; all but the first three may be left away."""


def drawn(width: int, height: int, cards: int) -> Picture:
    """A drawn table of 1,200 × 900 mm with *cards* cards on it."""
    scale = width / 1200
    camera = Camera("still", width, height, (scale, 0.0, 0.0, 0.0, scale, 0.0, 0.0, 0.0, 1.0))
    places = [Point(160 + 220 * (n % 5), 130 + 150 * (n // 5)) for n in range(cards)]
    laid = tuple(SceneCard(DECK[7 * n % 52], Face.UP, place, 13.0 * n % 40 - 20) for n, place in enumerate(places))
    return Studio(camera, Look(1200, 900, ())).frame(Scene(laid), 1)


def photographs(reader: CardReader, models: Path, shared: Path | None, rounds: int) -> Iterator[Row]:
    """Rows of pictures of twelve megapixels: a drawn table and, where it is given, a photographed one."""
    yield from _photograph(reader, models, "a drawn table, 9 cards", drawn(4000, 3000, 9), rounds)
    folder = None if shared is None else shared / "data/poker-table-wood"
    real = min((path for path in folder.glob("*.jpg")), default=None) if folder is not None else None
    if real is not None:
        enlarged = cv2.resize(open_picture(real), TWELVE, interpolation=cv2.INTER_CUBIC)
        yield from _photograph(reader, models, "a photographed table, enlarged", np.asarray(enlarged, np.uint8), rounds)


def _photograph(reader: CardReader, models: Path, what: str, picture: Picture, rounds: int) -> Iterator[Row]:
    slow = CardReader(weights.load(models, opens=engines.in_onnxruntime))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "picture.jpg"
        path.write_bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
        whole = wall(lambda: reader.read(open_picture(path)), rounds)
        spent = cpu(lambda: reader.read(open_picture(path)), max(1, rounds // 2))
        usual = cpu(lambda: slow.read(open_picture(path)), max(1, rounds // 2))
        opened = wall(lambda: open_picture(path), rounds)
    localiser, least = Localiser(reader.opened.localiser), reader.opened.settings.localiser_score
    found = wall(lambda: search(localiser, picture, least), rounds)
    cards = wall(lambda: reader.cards(picture), rounds)
    yield Row(f"12 megapixels, {what}: opened and read", f"{whole:.2f} s", "≤ 0.5 s", whole <= 0.5)
    yield Row("   CPU, both cores together", f"{spent:.2f} s; in ONNX Runtime {usual:.2f} s")
    parts = {
        "opening": opened,
        "finding": found,
        "reading": cards - found,
        "chips and the rest": whole - opened - cards,
    }
    yield Row("   of these", ", ".join(f"{name} {max(0.0, part):.2f}" for name, part in parts.items()))


def runtimes(models: Path, rounds: int) -> Iterator[Row]:
    """A row for each network there is: the wall time of one call under ONNX Runtime and, if installed, OpenVINO."""
    if not installed("openvino"):
        yield Row("OpenVINO", "not installed: `pip install floorman[fast]`")
    there = {name: path for name in SHOWN if (path := models / f"{name}.onnx").exists()}
    for name, path in there.items():
        pictures = np.random.default_rng(1).integers(0, 255, (*SHOWN[name], 3), np.uint8)
        sides = " × ".join(map(str, SHOWN[name]))
        yield Row(f"network `{name}`, {sides}", _by_engine(path.read_bytes(), pictures, rounds))


def _by_engine(onnx: bytes, pictures: Picture, rounds: int) -> str:
    """How long a network takes over *pictures*, by what runs it."""
    networks = [engines.in_onnxruntime(onnx, 2)]
    if installed("openvino"):
        networks += [engines.in_openvino(onnx, 2, precision) for precision in PRECISIONS]
    return ", ".join(f"{network.engine} {_took(partial(network.run, pictures), rounds)}" for network in networks)


def _took(work: Callable[[], object], rounds: int) -> str:
    """How long *work* takes: of the wall's time, which other work on the machine makes longer, and of both cores'."""
    return f"{1000 * wall(work, rounds):.0f} ms ({1000 * cpu(work, rounds):.0f} of CPU)"


def installed(name: str) -> bool:
    """Whether the package *name* can be imported here."""
    return importlib.util.find_spec(name) is not None


def detector(models: Path, checkpoint: Path, pictures: list[Picture], rounds: int) -> Iterator[Row]:
    """Rows for the detector of everything else: a picture under ONNX Runtime, OpenVINO and `ultralytics` predict.

    Ultralytics needs the extra `train`. Without the *checkpoint* that `make train` leaves its design is raced as it
    is before any training: what it says means nothing then, how long it takes is the same.
    """
    opened = weights.load_detector(models)
    what = "network `detector`, a 1080p frame, with its boxes"
    if not installed("ultralytics"):
        yield Row("ultralytics predict", "not installed: `pip install floorman[train]`")
    elif opened is not None and checkpoint.exists():
        from detectors import race

        raced = race(checkpoint, models, pictures, rounds)
        yield Row(what, f"ONNX Runtime {raced.onnxruntime:.1f}, ultralytics predict {raced.ultralytics:.1f} ms")
        yield Row("   boxes that both say", f"{raced.shared} of {raced.boxes}")
        return
    else:
        yield _untrained(rounds)
    if opened is None:
        yield Row(what, "no detector among the weights")
    else:
        alone = wall(partial(looking_twice(opened).find, pictures[0]), rounds)
        yield Row(
            what, f"{opened.network.engine} {1000 * alone:.1f} ms; ultralytics' checkpoint {checkpoint} is not here"
        )


def _untrained(rounds: int) -> Row:
    """The detector's design with no training, one picture of 640 × 384, by runtime; nothing of it is kept."""
    from detectors import untrained

    with TemporaryDirectory() as folder:
        predict, path = untrained(Path(folder))
        picture = np.random.default_rng(1).integers(0, 255, (384, 640, 3), np.uint8)
        times = f"ultralytics predict {_took(partial(predict, picture), rounds)}, "
        times += _by_engine(path.read_bytes(), picture[None], rounds)
    return Row("design of `detector`, untrained, 384 × 640", times)


def plot(reader: CardReader, path: Path, rounds: int) -> None:
    """Draw what a picture costs by the number of cards in it, a line for each resolution.

    CPU time, both cores together: other work on the machine moves it less than the wall's.
    """
    lines = []
    for width, height in SIZES:
        points = []
        for cards in COUNTS:
            picture = drawn(width, height, cards)
            points.append((float(cards), 1000 * cpu(partial(reader.read, picture, with_chips=False), rounds)))
        lines.append(Line(f"{width} × {height}", tuple(points)))
    path.write_text(plotted(lines, across="cards in the picture", up="ms of CPU"), "utf-8")


def today() -> str:
    """The date in words."""
    return time.strftime("%d %B %Y").lstrip("0")
