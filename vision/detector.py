"""Find everything on the felt that is not read: chips and stacks, the dealer button, hands, cut cards.

The network is one of `ultralytics`, trained by vision/training/other.py; here it runs in ONNX Runtime alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.engines import Network
from vision.halves import Halves
from vision.reading import Corners, SeenOther

KINDS = ("chips", "dealer_button", "hand", "cut_card", "card")
"""What is looked for; the last two only to be compared with the card reader, which knows them better."""
SAME = 0.6
"""Boxes of one kind that overlap by more (intersection over union) are one thing; chips in a heap overlap by less."""
CARD_LONG = 60.0
"""The picture is scaled until cards are so long, in pixels, where that is known: chips are then 27 across."""
USUAL_SIDES = (320, 544)
"""The longer side of what the network is shown where nobody knows how large cards are: once for near, once for far."""
LEAST_SIDE, MOST_SIDE = 96, 1280
"""At least and at most where that is known."""
STRIDE = 32
BUTTON = "dealer_button"
LIKE_BUTTONS = {BUTTON: 0.03, "chips": 0.2}
"""What a dealer button is taken for; and how surely at least, for a second look."""
MAYBE_BUTTON = floats([LIKE_BUTTONS.get(kind, 1.0) for kind in KINDS])
"""The same of each kind."""
GREY = 114
"""What surrounds a picture whose sides are no multiples of the stride, as in training."""


@dataclass(frozen=True, slots=True)
class Detected:
    """A thing of KINDS: *box* is left, top, right, bottom in pixels of the picture as given; *confidence* 0 … 1."""

    kind: str
    box: tuple[float, float, float, float]
    confidence: float

    @property
    def quad(self) -> Corners:
        """The box as corners, clockwise."""
        return corners(self.box)

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    @property
    def sides(self) -> tuple[float, float]:
        """Width and height."""
        return self.box[2] - self.box[0], self.box[3] - self.box[1]


def corners(box: tuple[float, float, float, float]) -> Corners:
    """Return the corners of *box*, clockwise."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


Second = Callable[[Picture, Sequence[Detected], float], list[Detected]]
"""A second look at what was found, see ``Buttons.told``."""


class Detector:
    """The network and how it is asked.

    *sure*: how sure it must be of each kind, 1 where nothing is said. *chips*: whether it finds more chips than their
    roundness does. *second*: a second look at what may be a dealer button.
    """

    def __init__(
        self, network: Network, sure: Mapping[str, float], chips: bool = True, second: Second | None = None
    ) -> None:
        self.network, self.chips, self.second = network, chips, second
        self.sure = floats([sure.get(kind, 1.0) for kind in KINDS])

    def find(self, picture: Picture, card_long: float | None = None, least: float | None = None) -> list[Detected]:
        """Return what lies in *picture*, (h, w, 3) uint8 BGR, the surest first.

        *card_long*: how long cards are in pixels, where that is known; *least*: one sureness for all kinds.
        """
        sure = self.sure if least is None else floats([least] * len(KINDS))
        asked = sure if self.second is None else np.minimum(sure, MAYBE_BUTTON)
        found: list[Detected] = []
        for scale in scales_for(picture, card_long):
            shown, exact = prepared(picture, scale)
            answer = floats(self.network.run(shown[None])[0][0])
            found += decoded(answer, exact, picture.shape[:2], asked)
        found = distinct(found)
        if self.second is not None:
            found = self.second(picture, found, float(sure[KINDS.index(BUTTON)]))
        return [one for one in found if one.confidence >= sure[KINDS.index(one.kind)]]


def scales_for(picture: Picture, card_long: float | None) -> tuple[float, ...]:
    """Return by how much to scale *picture* before the network sees it, once or several times."""
    long = float(max(picture.shape[0], picture.shape[1]))
    if card_long is None:
        return tuple(side / long for side in USUAL_SIDES)
    return (max(LEAST_SIDE / long, min(CARD_LONG / card_long, MOST_SIDE / long)),)


def prepared(picture: Picture, scale: float) -> tuple[Picture, Field]:
    """Return *picture* as the network is shown it, and the scales really used, in x and y."""
    small = Halves(picture).reduced(scale)
    size = small.shape[1], small.shape[0]
    height, width = picture.shape[:2]
    beside, below = -size[0] % STRIDE, -size[1] % STRIDE
    shown = cv2.copyMakeBorder(small, 0, below, 0, beside, cv2.BORDER_CONSTANT, value=(GREY, GREY, GREY))
    return np.asarray(shown, np.uint8), floats([size[0] / width, size[1] / height])


def decoded(answer: Field, scale: Field, size: tuple[int, ...], sure: Field) -> list[Detected]:
    """Return the things in *answer*, (4 + kinds, places): middles, sizes and chances; *size* is (height, width)."""
    chances = answer[4:]
    kinds, best = chances.argmax(0), chances.max(0)
    kept = best >= sure[kinds]
    middle, half = answer[:2, kept].T, answer[2:4, kept].T / 2
    unclipped = np.hstack([middle - half, middle + half]) / np.tile(scale, 2)
    edges = floats(np.clip(unclipped, 0, np.tile([size[1], size[0]], 2)))
    # What lies in the grey beside the picture has no width or height left.
    return [
        Detected(KINDS[kind], _box(box), float(chance))
        for kind, box, chance in zip(kinds[kept], edges, best[kept], strict=True)
        if (box[2:] - box[:2]).min() >= 1
    ]


def distinct(found: Sequence[Detected]) -> list[Detected]:
    """Return the surest first, and of those of one kind in one place only the best."""
    if not found:
        return []
    boxes = [[*one.box[:2], *one.sides] for one in found]
    chances, kinds = [one.confidence for one in found], [KINDS.index(one.kind) for one in found]
    kept = cv2.dnn.NMSBoxesBatched(boxes, chances, kinds, 0.0, SAME)
    return sorted((found[int(n)] for n in np.asarray(kept).reshape(-1)), key=lambda one: -one.confidence)


def _box(edges: Field) -> tuple[float, float, float, float]:
    left, top, right, bottom = (float(x) for x in edges)
    return left, top, right, bottom


def others(found: Sequence[Detected]) -> tuple[SeenOther, ...]:
    """Return dealer buttons and hands for a reading."""
    return tuple(
        SeenOther(one.kind, one.quad, one.confidence) for one in found if one.kind in ("dealer_button", "hand")
    )
