"""Dealer buttons, looked at twice: what the detector takes for one however little, or for chips, is asked about again.

The detector sees the table so small that a button is 20 pixels across, and takes many for chips. A network of its own
sees each such place as sharply as the picture shows it.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision import rectify
from vision.arrays import Field, Picture, floats
from vision.detector import BUTTON, LIKE_BUTTONS, SAME, Detected, Detector
from vision.engines import Network
from vision.precision import Box, common
from vision.weights import DetectorWeights

SIDE, AROUND = 48, 1.6
"""What is looked at, in pixels, and how much of the place around it, in parts of its longer side."""
APART = 0.3
"""Two buttons overlap by less (intersection over union), for neither can lie on the other."""


def cut_out(picture: Picture, box: Box) -> Picture:
    """Return what lies in *box* and around it, (48, 48, 3)."""
    left, top, right, bottom = box
    return rectify.square(
        picture, ((left + right) / 2, (top + bottom) / 2), AROUND * max(right - left, bottom - top), SIDE
    )


class Buttons:
    """The network that tells a dealer button from all else."""

    def __init__(self, network: Network) -> None:
        """*network*: pictures (n, 48, 48, 3) -> (n, 2), the chances that it is none and that it is one."""
        self._network = network

    def told(self, picture: Picture, found: Sequence[Detected], sure: float) -> list[Detected]:
        """Return what was *found* in *picture*, of buttons those of which the second look is *sure*; the surest first.

        Chips are one where it is surer than the detector was of chips.
        """
        like = [one for one in found if one.kind in LIKE_BUTTONS]
        chances = self.chances(picture, [one.box for one in like]).tolist()
        buttons, chips = [], []
        for one, chance in zip(like, chances, strict=True):
            if chance >= sure and (one.kind == BUTTON or chance > one.confidence):
                buttons.append(replace(one, kind=BUTTON, confidence=chance))
            elif one.kind != BUTTON:
                chips.append(one)
        buttons = apart(buttons)
        chips = [one for one in chips if not any(_lies_under(one, button) for button in buttons)]
        others = [one for one in found if one.kind not in LIKE_BUTTONS]
        return sorted([*others, *chips, *buttons], key=lambda one: -one.confidence)

    def chances(self, picture: Picture, boxes: Sequence[Box]) -> Field:
        """Return how likely there is a dealer button in each of *boxes*, (n,)."""
        if not boxes:
            return np.zeros(0, np.float32)
        return floats(self._network.run(np.stack([cut_out(picture, box) for box in boxes]))[0])[:, 1]


def _lies_under(chip: Detected, button: Detected) -> bool:
    return button.confidence > chip.confidence and common(chip.box, button.box) >= SAME


def apart(buttons: Sequence[Detected]) -> list[Detected]:
    """Return the *buttons* without those that overlap with a surer one."""
    kept: list[Detected] = []
    for one in sorted(buttons, key=lambda one: -one.confidence):
        if all(common(one.box, other.box) < APART for other in kept):
            kept.append(one)
    return kept


def looking_twice(opened: DetectorWeights) -> Detector:
    """Return the detector with its second look, where the weights have one."""
    second = None if opened.buttons is None else Buttons(opened.buttons).told
    return Detector(opened.network, opened.sure, opened.chips, second)
