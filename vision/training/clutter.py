"""What else lies on a table: chips, hands, printed lines, phones and papers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.arrays import Field, floats
from vision.training.surfaces import blotches, colour, surface

if TYPE_CHECKING:
    from vision.training.scenes import Table

SKIN = ((120, 150, 200), (90, 110, 160), (60, 80, 120), (150, 180, 225))


def _ink(rng: random.Random, low: int = 0) -> tuple[float, ...]:
    return tuple(float(x) for x in colour(rng, low))


def _polygon(table: Table, points: Field, ink: tuple[float, ...]) -> None:
    cv2.fillPoly(table.image, [(table.project(points) * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)


def _ring(radius: float, centre: Field, start: float = 0.0, end: float = 2 * np.pi, steps: int = 28) -> Field:
    turn = np.linspace(start, end, steps)
    return np.stack([np.cos(turn), np.sin(turn)], 1).astype(np.float32) * radius + centre


def chip(table: Table) -> None:
    """Drop a chip, or a small stack of them: rings, edge spots, sometimes suit-like marks around."""
    rng = table.rng
    centre, radius = table.place(0.0), table.long * rng.uniform(0.19, 0.28)
    body, rim = _ink(rng), (235.0, 235.0, 235.0) if rng.random() < 0.7 else _ink(rng)
    shadow = floats([rng.uniform(-0.2, 0.2), rng.uniform(-0.2, 0.2)]) * radius
    _polygon(table, _ring(radius, centre + shadow), (20.0, 20.0, 20.0))
    spots, first, inner = rng.choice((4, 6, 8)), rng.uniform(0, 1), rng.uniform(0.5, 0.75)
    for ring, ink in ((1.0, body), (inner, rim), (inner - 0.06, body), (inner * 0.6, _ink(rng))):
        if ring == 1.0:
            cv2.fillPoly(table.owners, [table.project(_ring(radius, centre)).astype(np.int32)], 0)
        if ring == 1.0 or rng.random() < 0.7:
            _polygon(table, _ring(radius * ring, centre), ink)
        if ring < 1.0:
            continue
        for spot in range(spots):
            start = first + spot * 2 * np.pi / spots
            if rng.random() < 0.02 * spots:
                continue
            outer = _ring(1.0, floats([0, 0]), start, start + 0.35, 5)
            _polygon(table, floats(np.concatenate([outer, outer[::-1] * 0.74]) * radius + centre), rim)


def dealer_button(table: Table) -> None:
    """Put a dealer button down: a pale or black disc with a word, a letter or nothing on it."""
    rng = table.rng
    centre, radius = table.place(0.0), table.long * rng.uniform(0.25, 0.5)
    pale = rng.random() < 0.8
    body, ink = ((235.0,) * 3, (25.0,) * 3) if pale else ((25.0,) * 3, (235.0,) * 3)
    _polygon(table, _ring(radius * 1.05, centre + floats([0.06, 0.06]) * radius), (20.0, 20.0, 20.0))
    cv2.fillPoly(table.owners, [table.project(_ring(radius, centre)).astype(np.int32)], 0)
    _polygon(table, _ring(radius, centre), body)
    if rng.random() < 0.5:
        _polygon(table, _ring(radius * 0.9, centre), ink)
        _polygon(table, _ring(radius * 0.86, centre), body)
    face = np.full((160, 160), 0, np.uint8)
    text, size, thick = rng.choice((("DEALER", 1.2, 3), ("D", 4.5, 9), ("DEALER", 1.3, 5), ("", 1.0, 1)))
    (wide, high), _ = cv2.getTextSize(text, 0, size, thick)
    cv2.putText(face, text, (80 - wide // 2, 80 + high // 2), 0, size, 255, thick, cv2.LINE_AA)
    turn = rng.uniform(0, 2 * np.pi)
    rotation = floats([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = table.project(floats([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * radius @ rotation + centre)
    warp = cv2.getPerspectiveTransform(floats([[0, 0], [160, 0], [160, 160], [0, 160]]), floats(corners))
    height, width = table.owners.shape
    alpha = floats(cv2.warpPerspective(face, warp, (width, height), flags=cv2.INTER_AREA))[..., None] / 255
    table.image = floats(table.image * (1 - alpha) + floats(ink) * alpha)


def hand(table: Table) -> None:
    """Reach into the picture: an arm, a palm and four fingers."""
    rng, (height, width) = table.rng, table.owners.shape
    mask = np.zeros((height, width), np.float32)
    tip = table.project([table.place(0.1)])[0]
    root = floats([rng.choice((0, width)), rng.uniform(0, height)])
    along = (tip - root) / max(1.0, float(np.linalg.norm(tip - root)))
    ends = [(root, tip, table.long * 0.8)]
    for _ in range(4):
        turn = rng.uniform(-0.6, 0.6)
        finger = floats(
            [along[0] * np.cos(turn) - along[1] * np.sin(turn), along[0] * np.sin(turn) + along[1] * np.cos(turn)]
        )
        ends.append((tip, tip + finger * table.long * 0.9, table.long * 0.22))
    for a, b, thick in ends:
        cv2.line(mask, tuple(map(int, a)), tuple(map(int, b)), 1.0, max(2, int(thick)))
    mask = floats(cv2.GaussianBlur(mask, (0, 0), 1.2))
    table.owners[mask > 0.5] = 0
    sleeve = colour(rng) if rng.random() < 0.3 else floats(rng.choice(SKIN))
    skin = sleeve + blotches(table.noise, height, width, 12, 12, 12)
    table.image = table.image * (1 - mask[..., None]) + skin * mask[..., None]


def mark(table: Table) -> None:
    """Print a line, an outline or a filled shape on the top: things that are not cards."""
    rng, at, ink, kind = table.rng, table.place(0.0), _ink(table.rng), table.rng.random()
    turn = rng.uniform(0, np.pi)
    rotation = floats([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    box = floats([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    if kind < 0.4:
        size = floats([rng.uniform(0.15, 3), rng.uniform(0.15, 2)]) * table.long
        outline = table.project(box * size @ rotation + at) * 16
        cv2.polylines(table.image, [outline.astype(np.int32)], True, ink, rng.randint(1, 3), cv2.LINE_AA, 4)
    elif kind < 0.7:
        size = floats([rng.uniform(0.1, 1.5), rng.uniform(0.1, 1)]) * table.long
        if 0.5 < size.min() / size.max() < 0.85 and 0.35 < size.max() / table.long < 0.7:
            size[1] *= 0.3  # It must not be what a plain back looks like.
        _polygon(table, box * size @ rotation + at, ink)
        for _ in range(rng.choice((0, 3, 8, 20))):
            dot = table.project([at + floats([rng.uniform(-0.8, 0.8), rng.uniform(-0.8, 0.8)]) * size])[0]
            cv2.circle(table.image, (int(dot[0]), int(dot[1])), rng.randint(1, 8), _ink(rng), -1, cv2.LINE_AA)
    else:
        ends = table.project([at, table.place(-0.3)]).astype(int)
        cv2.line(table.image, tuple(map(int, ends[0])), tuple(map(int, ends[1])), ink, rng.randint(1, 4), cv2.LINE_AA)


def cover(table: Table) -> None:
    """Lay a paper, a book, a box or a rod over the table: cards may be covered by anything, not only by cards."""
    rng, (height, width) = table.rng, table.owners.shape
    size = floats([rng.uniform(0.15, 1.6), rng.uniform(0.3, 2.2)]) * table.long
    if rng.random() < 0.25:
        size = floats([rng.uniform(0.05, 0.15), rng.uniform(0.6, 2.5)]) * table.long
    turn, at = rng.uniform(0, np.pi), table.place(0.0)
    rotation = floats([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    outline = table.project(floats([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size @ rotation + at)
    box = cv2.boundingRect(outline.astype(np.int32))
    x0, y0, x1, y1 = max(0, box[0]), max(0, box[1]), min(width, box[0] + box[2]), min(height, box[1] + box[3])
    if x1 - x0 < 4 or y1 - y0 < 4:
        return
    top = surface(rng, table.noise, y1 - y0, x1 - x0)
    if rng.random() < 0.5:
        top = floats(np.full_like(top, 1.0) * colour(rng, 160 if rng.random() < 0.6 else 0))
    if rng.random() < 0.6:
        top = _written(table, top)
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    cv2.fillPoly(mask, [(outline - [x0, y0]).astype(np.int32)], 1.0)
    table.owners[y0:y1, x0:x1][mask > 0] = 0
    soft = floats(cv2.GaussianBlur(mask, (0, 0), 0.7))[..., None]
    table.image[y0:y1, x0:x1] = table.image[y0:y1, x0:x1] * (1 - soft) + top * soft


def _written(table: Table, paper: Field) -> Field:
    """Return *paper* with lines of letters and perhaps a picture on it."""
    rng, (height, width) = table.rng, paper.shape[:2]
    page = np.clip(paper, 0, 255).astype(np.uint8)
    size = rng.uniform(0.25, 1.6)
    for y in range(int(16 * size), height, max(6, int(rng.uniform(18, 34) * size))):
        text = "".join(rng.choice("AaeinorstQKJ 0123456789 lmu") for _ in range(rng.randint(4, 60)))
        ink = _ink(rng) if rng.random() < 0.2 else (30.0, 30.0, 30.0)
        cv2.putText(page, text, (rng.randint(0, 40), y), rng.randint(0, 5), 0.5 * size, ink, rng.randint(1, 3))
    if rng.random() < 0.4 and min(height, width) > 40:
        x, y = rng.randint(0, width // 2), rng.randint(0, height // 2)
        cv2.rectangle(page, (x, y), (x + width // 3, y + height // 3), _ink(rng), -1)
    return floats(page)
