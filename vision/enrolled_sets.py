"""What enrolment brings: decks no network was trained with, read without and with four pictures of each."""

import random
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.names import BACK

if TYPE_CHECKING:
    from vision.training.decks import Deck
    from vision.training.samples import Sample

WIDE, HIGH = 1600, 1000
ROW, ROWS = 7, 2
"""Cards side by side in a picture for enrolment, and rows of them; the last place of the last picture is a back's."""
A_PICTURE = 13


def laid_out(deck: "Deck", back: Picture, seed: int) -> list["Sample"]:
    """Return four pictures of all 52 cards of *deck* and a *back*, in any order, as a host would take them."""
    from vision.training.samples import Sample

    rng = random.Random(f"laid out {seed}")
    order = rng.sample(range(52), 52)
    pictures = []
    for first in range(0, 52, A_PICTURE):
        kinds = order[first : first + A_PICTURE] + ([BACK] if first + A_PICTURE == 52 else [])
        faces = [back if kind == BACK else deck.faces[kind] for kind in kinds]
        picture, owners, quads = _photographed(faces, rng)
        index = floats([deck.index] * len(kinds))
        pictures.append(Sample(picture, owners, quads, np.array(kinds, np.int64), index))
    return pictures


def _photographed(faces: list[Picture], rng: random.Random) -> tuple[Picture, Picture, Field]:
    """Return a photograph of *faces* in rows, whose card each pixel shows, and their outlines (n, 4, 2)."""
    from vision.training.camera import photograph
    from vision.training.surfaces import surface

    noise = np.random.default_rng(rng.getrandbits(32))
    image, owners = surface(rng, noise, HIGH, WIDE), np.zeros((HIGH, WIDE), np.uint8)
    view = _view(rng)
    quads = []
    for number, face in enumerate(faces):
        quad = _place(number, view, rng)
        _print(image, owners, face, quad, number + 1)
        quads.append(quad)
    return photograph(image, rng, noise), owners, floats(quads)


def _view(rng: random.Random) -> Field:
    """Return the homography of a camera held by hand over the table, up to about 25° off."""
    corners = floats([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]])
    moved = corners * 0.9 + (0.05 * WIDE, 0.05 * HIGH)
    shaken = floats([[rng.uniform(-0.06, 0.06) * WIDE, rng.uniform(-0.06, 0.06) * HIGH] for _ in corners])
    return floats(cv2.getPerspectiveTransform(corners, floats(moved + shaken)))


def _place(number: int, view: Field, rng: random.Random) -> Field:
    """Return the outline of card *number* of a picture."""
    step, high = WIDE / ROW, HIGH / ROWS
    long = 0.62 * high
    at = floats([(number % ROW + 0.5) * step, (number // ROW + 0.5) * high])
    turn = rng.gauss(0, 0.07) + (np.pi if rng.random() < 0.5 else 0.0)
    half = floats([[-0.35, -0.5], [0.35, -0.5], [0.35, 0.5], [-0.35, 0.5]]) * long
    rotation = floats([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return floats(cv2.perspectiveTransform((half @ rotation + at)[None].astype(np.float32), view)[0])


def _print(image: Field, owners: Picture, face: Picture, quad: Field, number: int) -> None:
    """Draw *face* (h, w, 4) into *image* at *quad*, and note whose pixels they are."""
    rows, columns = face.shape[:2]
    corners = floats([[0, 0], [columns, 0], [columns, rows], [0, rows]])
    drawn = cv2.warpPerspective(face, cv2.getPerspectiveTransform(corners, floats(quad)), (WIDE, HIGH)).astype(
        np.float32
    )
    alpha = drawn[..., 3:] / 255
    image[:] = image * (1 - alpha) + drawn[..., :3] / np.maximum(alpha, 0.05) * alpha
    owners[alpha[..., 0] > 0.5] = number
