"""Find chips: where they are says the detector, or their roundness where there is none; their colour is measured.

A stack counts as the one chip that shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.records import ChipColour, Chips
from vision.arrays import Field, Picture, floats
from vision.detector import Detected, Detector
from vision.halves import Halves
from vision.lamp import Calibrated, Edges, Light, lights
from vision.reading import Corners, SeenChips

RADIUS_BY_CARD = 19.5 / 88
"""Radius of a chip over the length of a card."""
USUAL_RADIUS = 24.0
"""In a picture without cards: the radius in the reduced picture."""
SPREAD = 1.2
WORKING_RADIUS = 20.0
"""The picture is reduced until chips have about this radius."""
EVEN = 0.5
"""Share of the rim that must be an edge pointing to the middle."""

PAPER = 80
"""Of a card's pixels so many in a hundred are darker than its paper in most lights."""
WHITE, DARKEST, COLOURED = 235.0, 40.0, 3.0
"""How bright paper is where the usual colours look as named; how dark, and how coloured, it is at most."""

USUAL: tuple[ChipColour, ...] = (
    ChipColour("white", (215, 215, 210), None),
    ChipColour("red", (165, 35, 40), None),
    ChipColour("blue", (35, 80, 150), None),
    ChipColour("green", (35, 110, 70), None),
    ChipColour("black", (35, 35, 38), None),
    ChipColour("yellow", (215, 180, 50), None),
    ChipColour("purple", (105, 55, 120), None),
    ChipColour("orange", (215, 110, 40), None),
    ChipColour("pink", (220, 130, 160), None),
)


@dataclass(frozen=True, slots=True)
class Disc:
    """A round thing, in pixels of the picture it was looked for in; *even* is the share of its rim that was seen."""

    x: float
    y: float
    radius: float
    even: float

    def box(self, scale: float) -> Edges:
        """Return its edges in a picture of which the one it was looked for in is *scale* times as large."""
        x, y, reach = self.x / scale, self.y / scale, self.radius / scale
        return x - reach, y - reach, x + reach, y + reach


def find_chips(
    picture: Picture,
    cards: Sequence[Corners] = (),
    radius: float | None = None,
    colours: Sequence[ChipColour] = USUAL,
    detector: Detector | None = None,
    white: Field | None = None,
    then: Calibrated | None = None,
) -> tuple[SeenChips, ...]:
    """Return the chips in *picture*, one record for each; *radius* in pixels where the table is known.

    Where they are says *detector*; without one, their roundness. In which light they lie says *white*, how white looks
    in it (`white_of`), or the felt as it was *then*, when *colours* looked as they are named. Without any, as
    where a table file says nothing of chips, they are the usual ones.
    """
    colours = colours or USUAL
    if detector is not None and detector.chips:
        long = card_length(cards) if radius is None else radius / RADIUS_BY_CARD
        return named_chips(picture, detector.find(picture, long), colours, white, then)
    return _round_chips(picture, cards, radius or _radius_by_cards(cards), colours, white, then)


def _round_chips(
    picture: Picture,
    cards: Sequence[Corners],
    known: float | None,
    colours: Sequence[ChipColour],
    white: Field | None,
    then: Calibrated | None,
) -> tuple[SeenChips, ...]:
    """Find chips by their roundness beside *cards*; *known*: their radius in pixels, where it is."""
    height, width = picture.shape[:2]
    scale = WORKING_RADIUS / known if known else USUAL_RADIUS / max(USUAL_RADIUS, max(height, width) / 45)
    small = Halves(picture).reduced(scale) if scale < 1 else _enlarged(picture, scale)
    expected = WORKING_RADIUS if known else USUAL_RADIUS
    discs = find_discs(small, expected / (SPREAD if known else 1.6), expected * (SPREAD if known else 1.6))
    discs = [disc for disc in discs if not any(_within(disc, floats(card) * scale) for card in cards)]
    found = []
    for disc, light in zip(discs, _lights(picture, [disc.box(scale) for disc in discs], white, then), strict=True):
        colour, sure = _colour(small, disc, colours, light)
        centre = disc.x / scale, disc.y / scale
        value = None if colour.value is None else int(colour.value)
        found.append(SeenChips(centre, disc.radius / scale, colour.name, 1, min(disc.even, sure), value))
    return tuple(found)


def _enlarged(picture: Picture, scale: float) -> Picture:
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), np.uint8)


def card_length(cards: Sequence[Corners]) -> float | None:
    """Return how long *cards* are in pixels, None without any."""
    longs = [float(np.linalg.norm(np.subtract(quad[3], quad[0]))) for quad in cards]
    return float(np.median(longs)) if longs else None


def named_chips(
    picture: Picture,
    found: Sequence[Detected],
    colours: Sequence[ChipColour] = USUAL,
    white: Field | None = None,
    then: Calibrated | None = None,
) -> tuple[SeenChips, ...]:
    """Return the chips and stacks among *found*, a record for each, with the colour measured in *picture*."""
    seen = zip(found, _lights(picture, [one.box for one in found], white, then), strict=True)
    return tuple(_named(picture, one, colours, light) for one, light in seen if one.kind == "chips")


def _lights(
    picture: Picture, boxes: Sequence[Edges], white: Field | None, then: Calibrated | None
) -> Sequence[Light | None]:
    """Return the light in which each of *boxes* lies, None where its colour is to be taken as it is."""
    if then is not None:
        return lights(picture, then, boxes)
    return [None if white is None else _by_paper(white)] * len(boxes)


def _by_paper(white: Field) -> Light:
    return lambda seen: floats(np.minimum(seen * (WHITE / white), 255)[None])


def white_of(picture: Picture, faces: Sequence[Corners]) -> Field | None:
    """Return how white looks in the light of *picture*, (3,) BGR: as the paper of the cards whose *faces* are seen.

    None where there are none, or where what shows can be no paper in any usual light.
    """
    papers = []
    for quad in faces:
        flat = cv2.getPerspectiveTransform(floats(quad), floats([[0, 0], [24, 0], [24, 36], [0, 36]]))
        card = cv2.warpPerspective(picture, flat, (24, 36), flags=cv2.INTER_LINEAR)
        papers.append(np.percentile(card.reshape(-1, 3), PAPER, axis=0))
    white = floats(np.median(papers, axis=0)) if papers else None
    return white if white is not None and white.min() > DARKEST and white.max() < COLOURED * white.min() else None


def _named(picture: Picture, one: Detected, colours: Sequence[ChipColour], light: Light | None) -> SeenChips:
    left, top, right, bottom = (round(edge) for edge in one.box)
    cut = picture[top : max(bottom, top + 1), left : max(right, left + 1)]
    # An ellipse in a square as the chip in its box: flat chips seen at a slant are measured as they are.
    side = int(2 * WORKING_RADIUS)
    square = np.asarray(cv2.resize(cut, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    colour, sure = _colour(square, Disc(side / 2, side / 2, WORKING_RADIUS * 0.95, 1.0), colours, light)
    value = None if colour.value is None else int(colour.value)
    return SeenChips(one.centre, sum(one.sides) / 4, colour.name, 1, min(one.confidence, sure), value)


def _radius_by_cards(cards: Sequence[Corners]) -> float | None:
    long = card_length(cards)
    return None if long is None else long * RADIUS_BY_CARD


def find_discs(picture: Picture, least: float, most: float) -> list[Disc]:
    """Return round things with a radius of *least* to *most* pixels, the roundest first, none overlapping by much."""
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.0)
    slopes = _strongest_slopes(np.asarray(smooth, np.uint8))
    candidates = []
    for channel in (cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY), cv2.cvtColor(smooth, cv2.COLOR_BGR2HSV)[..., 1]):
        circles = cv2.HoughCircles(
            channel,
            cv2.HOUGH_GRADIENT,
            1,
            least * 0.8,
            param1=90,
            param2=16,
            minRadius=int(least),
            maxRadius=int(most) + 1,
        )
        if circles is not None:
            candidates += [_measured(slopes, *map(float, circle)) for circle in circles.reshape(-1, 3)]
    kept: list[Disc] = []
    for disc in sorted(candidates, key=lambda disc: -disc.even):
        apart = all(
            np.hypot(disc.x - other.x, disc.y - other.y) > 0.8 * (disc.radius + other.radius) / 2 * 2 * 0.75
            for other in kept
        )
        if disc.even >= EVEN and apart:
            kept.append(disc)
    return kept


def _strongest_slopes(picture: Picture) -> Field:
    """Return the gradient of the channel that changes most at each pixel, (h, w, 2)."""
    x, y = cv2.Sobel(picture, cv2.CV_32F, 1, 0), cv2.Sobel(picture, cv2.CV_32F, 0, 1)
    steep = cv2.split(x**2 + y**2)
    # Channel by channel: numpy's own argmax over an axis of three takes several times as long.
    green = steep[1] > steep[0]
    red = steep[2] > np.maximum(steep[0], steep[1])
    return np.stack([np.where(red, one[..., 2], np.where(green, one[..., 1], one[..., 0])) for one in (x, y)], axis=2)


def _measured(slopes: Field, x: float, y: float, radius: float) -> Disc:
    """Return the disc with the radius, near *radius*, whose rim is most evenly an edge."""
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    out = np.stack([np.cos(turn), np.sin(turn)], 1)
    best = Disc(x, y, radius, 0.0)
    for size in (radius - 1.5, radius, radius + 1.5):
        at = np.round(out * size + (x, y)).astype(int)
        height, width = slopes.shape[:2]
        inside = (at >= 0).all(1) & (at[:, 0] < width) & (at[:, 1] < height)
        slope = slopes[np.clip(at[:, 1], 0, height - 1), np.clip(at[:, 0], 0, width - 1)]
        strength = np.linalg.norm(slope, axis=1)
        radial = np.abs((slope * out).sum(1)) / np.maximum(strength, 1)
        even = float((inside & (strength > 40) & (radial > 0.85)).mean())
        best = max(best, Disc(x, y, size, even), key=lambda disc: disc.even)
    return best


def _within(disc: Disc, quad: Field) -> bool:
    return cv2.pointPolygonTest(quad, (disc.x, disc.y), True) > -0.3 * disc.radius


def body_of(picture: Picture, disc: Disc) -> Field:
    """Return the colour that most of a chip has in *picture*, (3,) BGR."""
    reach = max(1, round(disc.radius * 0.85))
    left, top = max(0, round(disc.x) - reach), max(0, round(disc.y) - reach)
    around = picture[top : round(disc.y) + reach + 1, left : round(disc.x) + reach + 1]
    mask = np.zeros(around.shape[:2], np.uint8)
    cv2.circle(mask, (round(disc.x) - left, round(disc.y) - top), reach, 255, -1)
    return floats(np.median(around[mask > 0], axis=0))


def _colour(
    picture: Picture, disc: Disc, colours: Sequence[ChipColour], light: Light | None
) -> tuple[ChipColour, float]:
    """Return the nearest of *colours* to the chip's body, and how much nearer it is than the next one, 0 … 1.

    Where *light* leaves open what colour that is, the name is no surer than for the one it fits worst.
    """
    body = body_of(picture, disc)
    shades = _lab([colour.rgb[::-1] for colour in colours])
    bodies = _lab([body] if light is None else light(body))
    distance = np.linalg.norm((shades - bodies[:, None]) * (0.5, 1, 1), axis=2)
    name = int(np.argmin(distance[0]))
    next_near = np.delete(distance, name, axis=1).min(axis=1, initial=100.0 if len(colours) == 1 else np.inf)
    sure = np.clip(1 - distance[:, name] / np.maximum(next_near, 1e-3) * 0.7, 0, 1)
    return colours[name], float(sure.min())


def _lab(colours: object) -> NDArray[np.float64]:
    shades = floats(colours).reshape(1, -1, 3) / 255
    return np.asarray(cv2.cvtColor(shades, cv2.COLOR_BGR2Lab)[0], np.float64)


def value_of(chips: SeenChips) -> Chips | None:
    """Return what the chips are worth together, or None where their colour has no known value."""
    return None if chips.denomination is None else Chips(chips.denomination * chips.count)
