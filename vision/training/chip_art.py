"""What round things on a table look like: chips of all kinds, dealer buttons, the small blind's, coins."""

import math
import random
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Picture
from vision.training.surfaces import colour

SIDE = 96
Ink = tuple[float, ...]
CASINO: tuple[Ink, ...] = (
    (235, 238, 240), (40, 35, 180), (150, 75, 30), (70, 120, 30), (35, 32, 30), (45, 190, 225), (120, 50, 110),
    (40, 110, 225), (165, 130, 225), (150, 150, 150), (90, 60, 60), (200, 170, 90), (30, 60, 110),
)  # fmt: skip
"""Usual colours of chips, BGR."""
VALUES = (
    "1",
    "2",
    "5",
    "10",
    "20",
    "25",
    "50",
    "100",
    "500",
    "1000",
    "1K",
    "5K",
    "$1",
    "$5",
    "$25",
    "$100",
    "0.25",
    "",
)
DEALER = ("DEALER", "DEALER", "DEALER", "D", "D", "BUTTON", "GEBER", "DONNEUR")
OTHERS = ("SMALL BLIND", "BIG BLIND", "SB", "BB", "ALL IN", "MISSED", "STRADDLE", "RESERVED")
"""Words on buttons that are not the dealer's."""
KINDS = 6
"""Kinds of spots on the rim: see `_spot`."""
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)


@dataclass(frozen=True, slots=True)
class Disc:
    """A round thing: its face (SIDE, SIDE, 3), the colour of its edge, and spots on it (from, to, colour)."""

    face: Picture
    edge: Ink
    spots: tuple[tuple[float, float, Ink], ...] = ()


@dataclass(frozen=True, slots=True)
class Pattern:
    """What the chips of one set have in common."""

    spots: int
    kind: int
    width: float
    inner: float
    inlay: float
    worded: float
    font: int
    same_spots: Ink | None


def pattern(rng: random.Random) -> Pattern:
    """Choose how a set of chips is made."""
    spots = rng.choice((0, 3, 4, 6, 6, 8, 8, 8, 12))
    pale = (235.0, 235.0, 235.0) if rng.random() < 0.6 else None
    width = rng.uniform(0.15, 0.55) if spots < 8 else rng.uniform(0.1, 0.3)
    return Pattern(spots, rng.randrange(KINDS), width, rng.uniform(0.66, 0.84), rng.uniform(0.35, 0.68),
                   rng.choice((0.0, 0.5, 1.0)), rng.choice(FONTS), pale)  # fmt: skip


def chip(rng: random.Random, made: Pattern) -> Disc:
    """Return one chip of the set *made*, in a colour of its own."""
    body = rng.choice(CASINO) if rng.random() < 0.75 else _any(rng)
    other = made.same_spots or (rng.choice(CASINO) if rng.random() < 0.7 else _any(rng))
    if sum(abs(a - b) for a, b in zip(body, other, strict=True)) < 120:
        other = (25.0, 25.0, 25.0) if sum(body) > 380 else (235.0, 235.0, 235.0)
    face = np.empty((SIDE, SIDE, 3), np.uint8)
    face[:] = body
    first = rng.uniform(0, 2 * math.pi)
    spots = tuple((first + 2 * math.pi * n / made.spots - made.width / 2, made.width, other) for n in range(made.spots))
    for start, width, ink in spots:
        _spot(face, made, start, width, ink)
    _inlay(rng, face, made, body, other)
    return Disc(face, body, tuple((start, start + width, ink) for start, width, ink in spots if made.kind != 3))


def _any(rng: random.Random) -> Ink:
    return tuple(float(x) for x in colour(rng, 15, 240))


def _at(turn: float, reach: float) -> tuple[int, int]:
    half = SIDE / 2
    return round((half + math.cos(turn) * half * reach) * 16), round((half + math.sin(turn) * half * reach) * 16)


def _spot(face: Picture, made: Pattern, start: float, width: float, ink: Ink) -> None:
    """Draw one spot of the rim: a block, two stripes, a wedge to the middle, a dot, a diamond, a set-in square."""
    middle, end = start + width / 2, start + width
    if made.kind == 3:
        cv2.circle(face, _at(middle, 0.84), round(SIDE * 16 * 0.035), ink, -1, cv2.LINE_AA, 4)
        return
    if made.kind > 3:
        _inset(face, middle, 0.08 + 0.06 * (made.inner - 0.66) / 0.18, 0.0 if made.kind == 4 else math.pi / 4, ink)
        return
    inner = made.inner if made.kind < 2 else 0.45
    blocks = [(start, end)] if made.kind != 1 else [(start, start + width * 0.35), (end - width * 0.35, end)]
    for a, b in blocks:
        steps = np.linspace(a, b, 5)
        points = [_at(turn, 1.05) for turn in steps] + [_at(turn, inner) for turn in steps[::-1]]
        cv2.fillPoly(face, [np.array(points, np.int32)], ink, cv2.LINE_AA, 4)


def _inset(face: Picture, middle: float, reach: float, turn: float, ink: Ink) -> None:
    """Draw a small square in the rim, its corners *reach* (in radii) from its own middle; *turn* 0 stands it on one."""
    x, y = math.cos(middle) * 0.84, math.sin(middle) * 0.84
    ways = [middle + turn + n * math.pi / 2 for n in range(4)]
    corners = [(x + math.cos(way) * reach, y + math.sin(way) * reach) for way in ways]
    points = [_at(math.atan2(b, a), math.hypot(a, b)) for a, b in corners]
    cv2.fillPoly(face, [np.array(points, np.int32)], ink, cv2.LINE_AA, 4)


def _inlay(rng: random.Random, face: Picture, made: Pattern, body: Ink, other: Ink) -> None:
    centre, half = _at(0.0, 0.0), SIDE * 8
    inlay = rng.choice((body, body, other, (230.0, 235.0, 235.0), _any(rng)))
    if rng.random() < 0.8:
        cv2.circle(face, centre, round(half * made.inlay), inlay, -1, cv2.LINE_AA, 4)
    if rng.random() < 0.5:
        cv2.circle(face, centre, round(half * made.inlay), other, 1, cv2.LINE_AA, 4)
    if rng.random() < 0.3:
        cv2.circle(face, centre, round(half * (made.inlay + 0.08)), body, 2, cv2.LINE_AA, 4)
    if rng.random() < 0.3:
        shade = rng.uniform(0.75, 0.92)
        cv2.circle(
            face, centre, round(half * rng.uniform(0.5, 0.72)), tuple(shade * x for x in body), 2, cv2.LINE_AA, 4
        )
    ink = (20.0, 20.0, 20.0) if sum(inlay) > 330 else (235.0, 235.0, 235.0)
    if rng.random() < made.worded:
        write(face, rng.choice(VALUES), made.font, made.inlay * 1.5, ink if rng.random() < 0.7 else other)
    elif rng.random() < 0.4:
        tips = [_at(rng.random() + n * math.pi / 5, made.inlay * (0.8 if n % 2 else 0.35)) for n in range(10)]
        cv2.fillPoly(face, [np.array(tips, np.int32)], ink, cv2.LINE_AA, 4)


def write(face: Picture, text: str, font: int, wide: float, ink: Ink) -> None:
    """Write *text* (words one under the other) in the middle of *face*, *wide* in halves of its side."""
    lines = text.split()
    for number, line in enumerate(lines):
        (width, height), _ = cv2.getTextSize(line, font, 1.0, 2)
        size = min(wide * SIDE / 2 / max(1, width), wide * SIDE / 2 / len(lines) / max(1, height))
        left = SIDE / 2 - width * size / 2
        base = SIDE / 2 + (number - len(lines) / 2) * height * size * 1.35 + height * size * 1.15
        cv2.putText(face, line, (round(left), round(base)), font, size, ink, 2 if size > 0.45 else 1, cv2.LINE_AA)


def button(rng: random.Random, words: tuple[str, ...] = DEALER) -> Disc:
    """Return a button with one of *words*: the dealer's is mostly white with black letters, or black with white."""
    which = rng.random()
    pale, dark = (rng.uniform(205, 250),) * 3, (rng.uniform(15, 45),) * 3
    body, ink = (pale, dark) if which < 0.62 else (dark, pale) if which < 0.8 else (_any(rng), dark)
    if words is OTHERS:
        body = rng.choice(CASINO[1:])
    if abs(sum(body) - sum(ink)) < 240:
        ink = pale if sum(body) < 380 else dark
    if rng.random() < 0.15 and words is not OTHERS:
        ink = rng.choice(((40.0, 35.0, 180.0), (150.0, 75.0, 30.0), (60.0, 160.0, 200.0)))
    face = np.empty((SIDE, SIDE, 3), np.uint8)
    face[:] = body
    centre, half = _at(0.0, 0.0), SIDE * 8
    for reach in rng.choice(((), (0.9,), (0.88, 0.8), (0.96,))):
        cv2.circle(face, centre, round(half * reach), ink, rng.choice((1, 2, 3)), cv2.LINE_AA, 4)
    write(face, rng.choice(words), rng.choice(FONTS), rng.uniform(1.2, 1.6), ink)
    return Disc(face, tuple(0.8 * x for x in body))


def plain(rng: random.Random) -> Disc:
    """Return a round thing that is none of the table's: a coin, a bottle cap, a coaster."""
    body = rng.choice(((70.0, 110.0, 170.0), (170.0, 175.0, 178.0), (90.0, 160.0, 200.0), _any(rng)))
    face = np.empty((SIDE, SIDE, 3), np.uint8)
    face[:] = body
    darker = tuple(0.7 * x for x in body)
    cv2.circle(face, _at(0.0, 0.0), round(SIDE * 8 * 0.9), darker, rng.choice((1, 2)), cv2.LINE_AA, 4)
    cv2.ellipse(face, (SIDE // 2, SIDE // 2), (SIDE // 5, SIDE // 4), rng.uniform(0, 360), 0, 360, darker, -1)
    return Disc(face, darker)
