"""Photographs for the localiser: only what is surely known of them is asked, of the rest nothing."""

import random
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.training.indices import LEAST_HIGH, STRIDE, UNIT

INDEX_LONG = (8.0, 40.0)
"""The longer side of an index, in pixels of the network's picture."""
CORE, AROUND = 0.75, 1.5
"""Parts of an index's box that are surely index, and outside which there surely is none."""


@dataclass(frozen=True, slots=True)
class RealScene:
    """A photograph. *indices*: middle (2), box (2), way up (2; 0, 0 where unknown), and whether it is to be found.

    *cards*: boxes that hold all its cards, where these are known instead: left, top, right, bottom.
    """

    picture: Picture
    indices: Field
    cards: Field


def crop(scene: RealScene, side: int, rng: random.Random) -> tuple[Picture, Field]:
    """Cut and turn a square of the photograph; return it, (side, side, 3), and the localiser's targets."""
    height, width = scene.picture.shape[:2]
    zoom = side / max(height, width) * float(np.exp(rng.uniform(-0.2, 1.4)))
    if len(scene.indices):
        long = float(np.median(scene.indices[:, 2:4].max(1)))
        zoom = float(np.exp(rng.uniform(*np.log(INDEX_LONG)))) / long
    half = side / zoom / 2
    middle = scene.indices[rng.randrange(len(scene.indices)), :2] if len(scene.indices) else floats([width, height]) / 2
    x, y = (float(at + rng.uniform(-0.8, 0.8) * half) for at in middle)
    warp = cv2.getRotationMatrix2D((x, y), rng.uniform(0, 360), zoom)
    warp = warp + np.array([[0, 0, side / 2 - x], [0, 0, side / 2 - y]])
    source = scene.picture
    if zoom < 0.75:
        source = np.asarray(cv2.GaussianBlur(source, (0, 0), 0.42 / zoom), np.uint8)
    picture = cv2.warpAffine(source, warp, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(picture, np.uint8), _targets(scene, floats(warp), side)


def _boxes(middles: Field, sizes: Field, warp: Field) -> list[Field]:
    """Return the outlines of upright boxes after the turn."""
    corners = floats([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    return [(middle + corners * size) @ warp[:, :2].T + warp[:, 2] for middle, size in zip(middles, sizes, strict=True)]


def _filled(mask: Picture, outline: Field, value: int) -> None:
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], value)


def _targets(scene: RealScene, warp: Field, side: int) -> Field:
    """Return (18, side/4, side/4), see localiser.targets, indices.index_targets and localiser.ASKED."""
    at = (slice(STRIDE // 2, None, STRIDE),) * 2
    whose, quiet, cards = (
        np.zeros((side, side), np.uint8),
        np.zeros((side, side), np.uint8),
        np.zeros((side, side), np.uint8),
    )
    middles, sizes = scene.indices[:, :2], scene.indices[:, 2:4]
    table = [np.zeros(5, np.float32)]
    for outline in _boxes(middles, sizes * AROUND, warp):
        _filled(quiet, outline, 1)
    for number, outline in enumerate(_boxes(middles, sizes * CORE, warp)):
        up = scene.indices[number, 4:6] @ warp[:, :2].T
        high = float(np.hypot(*up))
        to_find = scene.indices[number, 6] > 0
        if to_find and (high == 0 or 2 * high >= LEAST_HIGH):
            _filled(whose, outline, len(table))
        table.append(floats([*outline.mean(0), *up, UNIT / (4 * high) if high else 0.0]))
    for left, top, right, bottom in scene.cards:
        box = _boxes(floats([[(left + right) / 2, (top + bottom) / 2]]), floats([[right - left, bottom - top]]), warp)
        _filled(cards, box[0], 1)
    number_of = whose[at]
    described = np.stack(table)[np.minimum(number_of, len(table) - 1)].transpose(2, 0, 1)
    y, x = np.mgrid[: number_of.shape[0], : number_of.shape[1]].astype(np.float32) * STRIDE + STRIDE // 2
    out = np.zeros((18, *number_of.shape), np.float32)
    there = number_of > 0
    out[0], out[10] = there, there
    out[11:13] = (described[:2] - np.stack([x, y])) / UNIT * there
    out[13:15], out[15] = described[2:4] / UNIT, described[4] * there
    out[16] = there | ((quiet[at] == 0) & (cards[at] == 0))
    out[17] = there | ((cards[at] == 0) & bool(len(scene.cards)))
    return out
