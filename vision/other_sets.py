"""What the detector of everything else is measured with: `python -m vision.other_sets --shared DIR --work DIR`.

Rendered scenes and a shoot of degen-chip-stacks that training held back (mean precision), chips counted by colour in
poker-table-wood, and photographs without chips, buttons or hands, on which nothing may be found.
"""

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2

from vision import weights
from vision.arrays import Picture
from vision.buttons import looking_twice
from vision.dark import lit
from vision.detector import KINDS, Detected, Detector
from vision.drawing import drawn
from vision.figures import interval
from vision.marked import write_between
from vision.pictures import open_picture
from vision.precision import Box, Boxed, average_precision
from vision.reader import CardReader
from vision.reading import Corners, Reading

COLOURS = {"R": "red", "G": "green", "B": "blue", "K": "black", "W": "white"}
LOW, DRAWN = 0.02, 0.25
"""Precision is measured down to this sureness, and boxes are drawn from this one."""
CALIBRATING, MEASURING = 100, 200
"""The first so many held-out scenes are what the settings are chosen on, the next so many measure, all that follow are
for the settings too."""
DEGEN_HELD_BACK = "IMG_0"
"""The shoot of degen-chip-stacks that is never trained on: another camera, red chips on a dark board, a quarter."""
CHIPS = "1"
"""What that set calls its only class."""
BARE = ("ee326-single-cards", "edje-cards-9toA/test")
"""Photographs of cards alone."""
CHECKED = ("chips", "dealer_button", "hand")
"""What a reading takes from the detector."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture and the boxes in it."""

    path: Path
    boxes: tuple[tuple[str, Box], ...]


def rendered(folder: Path, calibrating: bool = False) -> Iterator[Labelled]:
    """Yield the scenes below *folder* that training wrote and never trained on: to choose settings, or to measure."""
    paths = sorted((folder / "images").glob("*.jpg"))
    measured = CALIBRATING + MEASURING
    for path in paths[:CALIBRATING] + paths[measured:] if calibrating else paths[CALIBRATING:measured]:
        height, width = open_picture(path).shape[:2]
        lines = (folder / "labels" / f"{path.stem}.txt").read_text("utf-8").splitlines()
        boxes = [(KINDS[int(line.split()[0])], [float(value) for value in line.split()[1:]]) for line in lines]
        yield Labelled(path, tuple((kind, _scaled(box_of(values), width, height)) for kind, values in boxes))


def degen(folder: Path, held_back: bool = True) -> Iterator[tuple[Path, list[Box]]]:
    """Yield the pictures of degen-chip-stacks in *folder* with the boxes of its stacks, in parts of the picture."""
    for path in sorted(folder.glob("*/images/*.jpg"), key=lambda path: path.name):
        label = path.parents[1] / "labels" / f"{path.stem}.txt"
        if path.name.startswith(DEGEN_HELD_BACK) == held_back:
            lines = [line.split() for line in label.read_text("utf-8").splitlines()]
            yield path, [box_of([float(value) for value in rest]) for kind, *rest in lines if kind == CHIPS]


def degen_stacks(folder: Path) -> Iterator[Labelled]:
    """Yield the held-back shoot in pixels."""
    for path, boxes in degen(folder):
        height, width = open_picture(path).shape[:2]
        yield Labelled(path, tuple(("chips", _scaled(box, width, height)) for box in boxes))


def box_of(values: Sequence[float]) -> Box:
    """Return left, top, right, bottom of a label line: a box's middle and size, or the corners of an outline."""
    if len(values) == 4:
        x, y, wide, high = values
        return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
    return min(values[::2]), min(values[1::2]), max(values[::2]), max(values[1::2])


def _scaled(box: Box, width: int, height: int) -> Box:
    return box[0] * width, box[1] * height, box[2] * width, box[3] * height


Finder = Callable[[Picture], list[Detected]]


def precision(find: Finder, pictures: Iterable[Labelled], kinds: Sequence[str], out: Path | None) -> list[str]:
    """Return how many *pictures* there are and for each of *kinds* AP50 and how many boxes; all are drawn to *out*."""
    there, said, total = [], [], 0
    for labelled in pictures:
        total += 1
        picture, name = open_picture(labelled.path), labelled.path.name
        found = find(picture)
        there += [Boxed(name, kind, box) for kind, box in labelled.boxes]
        said += [Boxed(name, one.kind, one.box, one.confidence) for one in found]
        if out is not None:
            _draw(out / name, picture, [one for one in found if one.confidence >= DRAWN], labelled.boxes)
    cells = [str(total)]
    for kind in KINDS:
        boxes = [one for one in there if one.name == kind]
        one = average_precision(boxes, [one for one in said if one.name == kind])
        cells.append(f"{one:.3f} of {len(boxes)}" if kind in kinds else "–")
    return cells


def as_read(reader: CardReader, picture: Picture) -> list[Detected]:
    """Return the cards and cut cards that the card reader finds, as upright boxes."""
    seen = reader.seen(lit(picture))
    named = [("card", card.quad, card.confidence) for card in seen.cards]
    named += [(one.kind, one.quad, one.confidence) for one in seen.other if one.kind in KINDS]
    return [Detected(kind, _around(quad), sure) for kind, quad, sure in named]


def _around(quad: Corners) -> Box:
    across, down = [x for x, _ in quad], [y for _, y in quad]
    return min(across), min(down), max(across), max(down)


def _draw(path: Path, picture: Picture, found: Sequence[Detected], there: Sequence[tuple[str, Box]]) -> None:
    """Draw what was there in white and what was found in the kind's colour."""
    path.parent.mkdir(parents=True, exist_ok=True)
    copy = picture.copy()
    inks = dict(zip(KINDS, ((200, 0, 200), (0, 0, 255), (0, 220, 0), (255, 255, 0), (255, 120, 0)), strict=True))
    for _, box in there:
        cv2.rectangle(copy, (int(box[0]), int(box[1])), (int(box[2]), int(box[3])), (255, 255, 255), 2)
    for one in found:
        left, top, right, bottom = (int(edge) for edge in one.box)
        cv2.rectangle(copy, (left, top), (right, bottom), inks[one.kind], 1)
    cv2.imwrite(str(path), copy)


@dataclass(frozen=True, slots=True)
class Counted:
    """Chips by colour: how many lay there, were found and named right, and were said to be there and are not."""

    there: int
    right: int
    extra: int

    def row(self, name: str) -> str:
        """Return a line of the table."""
        low, high = interval(self.right, self.there)
        share = 100 * self.right / max(1, self.there)
        return f"| {name} | {self.there} | {share:.1f} % ({100 * low:.1f}–{100 * high:.1f}) | {self.extra} |"


def counted(true: Counter[str], said: Counter[str]) -> Counted:
    """Compare counts by colour; a chip of another colour than those there are is one too many."""
    right = sum(min(true[name], said[name]) for name in true)
    return Counted(sum(true.values()), right, sum(said.values()) - right)


def wood(folder: Path) -> Iterator[tuple[Picture, Path, Counter[str]]]:
    """Yield the photographs of poker-table-wood with their true counts."""
    with (folder / "labels.csv").open() as file:
        for row in csv.DictReader(file):
            path = folder / f"{row['Image'].lower()}.jpg"
            yield open_picture(path), path, Counter({name: int(row[key]) for key, name in COLOURS.items()})


def wood_counts(reader: CardReader, detectors: dict[str, Detector | None], folder: Path, out: Path) -> Iterator[str]:
    """Count the chips of poker-table-wood as *reader* does with each of *detectors*; yield a line of the table each."""
    every: dict[str, list[Counted]] = {name: [] for name in detectors}
    for picture, path, true in wood(folder):
        for name, told in _told(reader, detectors, picture):
            every[name].append(counted(true, Counter(chip.colour for chip in told.chips)))
            _keep(out / name.split()[0] / path.name, drawn(picture, told))
    for name, counts in every.items():
        there, right, extra = (sum(part) for part in zip(*((c.there, c.right, c.extra) for c in counts), strict=True))
        yield Counted(there, right, extra).row(name)


def _told(reader: CardReader, detectors: dict[str, Detector | None], picture: Picture) -> Iterator[tuple[str, Reading]]:
    """Yield what *reader* tells beside the cards of *picture* with each of *detectors*."""
    seen = reader.seen(lit(picture))
    for name, detector in detectors.items():
        reader.detector = detector
        chips, other = reader.beside(picture, seen)
        yield name, Reading(picture.shape[1], picture.shape[0], (), chips, other, 0.0)


def _keep(path: Path, picture: Picture) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    scale = min(1.0, 1600 / max(picture.shape[0], picture.shape[1]))
    cv2.imwrite(str(path), cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def nothing_there(
    reader: CardReader, detectors: dict[str, Detector | None], paths: Sequence[Path], out: Path
) -> dict[str, Counter[str]]:
    """Return how many of each kind *reader* tells with each of *detectors* in photographs that have none."""
    said: dict[str, Counter[str]] = {name: Counter() for name in detectors}
    for path in paths:
        picture = open_picture(path)
        for name, told in _told(reader, detectors, picture):
            said[name].update([*("chips" for _ in told.chips), *(one.kind for one in told.other)])
            if told.chips or told.other:
                _keep(out / name.split()[0] / path.name, drawn(picture, told))
    return said


HEAD = (
    "| set | pictures | " + " | ".join(kind.replace("_", " ") for kind in KINDS) + " |\n|" + "---|" * (2 + len(KINDS))
)


def figures(detector: Detector, reader: CardReader, shared: Path, work: Path, out: Path) -> str:
    """Measure everything and return it as markdown."""
    data = shared / "data"
    lines = ["AP50 of boxes, and how many there are:", "", HEAD, *_precisions(detector, reader, data, work, out)]
    lines += [
        "",
        "| poker-table-wood, chips by colour | there | found and named (95 %) | too many |",
        "|---|---|---|---|",
    ]
    asked = Detector(detector.network, dict(zip(KINDS, detector.sure.tolist(), strict=True)), second=detector.second)
    ways = {"detector and colour": asked, "roundness and colour": None}
    lines += wood_counts(reader, ways, data / "poker-table-wood", out / "wood")
    bare = sorted(path for name in BARE for path in (data / name).glob("*.[jJ][pP]*[gG]"))
    for name, said in nothing_there(reader, ways, bare, out / "bare").items():
        told = ", ".join(f"{said[kind]} {kind.replace('_', ' ')}" for kind in CHECKED)
        lines += ["", f"Told in {len(bare)} photographs of cards alone, by {name}: {told}."]
    shipped = "the detector" if detector.chips else "roundness"
    return "\n".join([*lines, "", f"With these weights chips are found by {shipped}, as held-out scenes decided."])


def _precisions(detector: Detector, reader: CardReader, data: Path, work: Path, out: Path) -> Iterator[str]:
    find, scenes = partial(detector.find, least=LOW), work / "other/held"
    if scenes.exists():
        yield _row("rendered, held out", precision(find, rendered(scenes), KINDS, out / "rendered"))
    if scenes.exists():
        read = precision(partial(as_read, reader), rendered(scenes), ("cut_card", "card"), None)
        yield _row("the same by the card reader", read)
    stacks = precision(find, degen_stacks(data / "degen-chip-stacks"), ("chips",), out / "degen")
    yield _row("degen-chip-stacks, shoot held back", stacks)


def _row(name: str, cells: Sequence[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.other_sets", description="Measure the detector.")
    parser.add_argument("--shared", type=Path, required=True, help="the folder that holds data/")
    parser.add_argument("--work", type=Path, default=Path("training"))
    parser.add_argument("--out", type=Path, default=Path("eval/other"))
    parser.add_argument("--models", type=Path, default=None)
    parser.add_argument("--card", type=Path, default=None, help="the model card to write the figures into")
    chosen = parser.parse_args(arguments)
    opened = weights.load_detector(weights.models_folder(chosen.models))
    if opened is None:
        print("no detector in models.toml: chips are found by their roundness", file=sys.stderr)
        return 0
    reader = CardReader.load(chosen.models)
    found = figures(looking_twice(opened), reader, chosen.shared, chosen.work, chosen.out)
    print(found)
    if chosen.card is not None:
        write_between(chosen.card, "detector figures", found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
