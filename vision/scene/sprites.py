"""Single things on the felt as patches of colour and transparency, ready to be laid over a frame."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from table_controller.records import Camera, Face, Point
from table_controller.records.scene import SceneCard, SceneChips, SceneHand
from vision.arrays import Field, Picture, floats
from vision.scene import deck
from vision.scene.look import Look, bgr, project
from vision.zones import rectangle

SHARP = 1.3
"""How many times finer than the frame card art is kept before it is warped."""
CHIP, CHIP_HEIGHT, BUTTON = 39.0, 3.3, 52.0
"""Diameter and height of a chip and diameter of the dealer button, in millimetres."""
CAMERA_HEIGHT = 1700.0
"""Assumed height of the camera, for how far a stack leans outwards."""
ART = 240
"""Side in pixels of the square art of round things."""
SKIN = (214, 170, 142)
SLEEVE = (48, 52, 74)


@dataclass(frozen=True, slots=True)
class Sprite:
    """A patch at (x, y) of the frame: colour times alpha (h, w, 3), and alpha (h, w, 1)."""

    x: int
    y: int
    colour: Field
    alpha: Field

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom in the frame."""
        height, width = self.alpha.shape[:2]
        return self.x, self.y, self.x + width, self.y + height

    def over(self, frame: Field, box: tuple[int, int, int, int]) -> None:
        """Lay the part of the sprite that lies in *box* over *frame*."""
        a, b, c, d = self.box
        left, top, right, bottom = max(a, box[0]), max(b, box[1]), min(c, box[2]), min(d, box[3])
        if left >= right or top >= bottom:
            return
        part = (slice(top - b, bottom - b), slice(left - a, right - a))
        under = frame[top:bottom, left:right]
        under *= 1 - self.alpha[part]
        under += self.colour[part]


def _bounds(points: Field, camera: Camera, margin: int) -> tuple[int, int, int, int]:
    left, top = np.floor(points.min(0)).astype(int) - margin
    right, bottom = np.ceil(points.max(0)).astype(int) + margin
    return max(0, int(left)), max(0, int(top)), min(camera.width, int(right)), min(camera.height, int(bottom))


def _warped(art: Picture, quad: Field, box: tuple[int, int, int, int]) -> tuple[Field, Field]:
    rows, columns = art.shape[:2]
    corners = floats([[0, 0], [columns, 0], [columns, rows], [0, rows]]) - 0.5
    to_frame = cv2.getPerspectiveTransform(corners, floats(quad - box[:2]) - 0.5)
    drawn = cv2.warpPerspective(art, to_frame, (box[2] - box[0], box[3] - box[1]), flags=cv2.INTER_LINEAR)
    alpha = drawn[..., 3:].astype(np.float32) / 255
    return floats(drawn[..., :3] * alpha), floats(alpha)


def _with_shadow(colour: Field, alpha: Field, strength: float, reach: float) -> tuple[Field, Field]:
    """Add a soft shadow that falls down and to the right."""
    shift = floats([[1, 0, reach], [0, 1, reach]])
    moved = cv2.warpAffine(alpha[..., 0], shift, alpha.shape[1::-1])
    shade = strength * cv2.GaussianBlur(moved, (0, 0), max(0.8, reach))[..., None]
    return colour, alpha + shade * (1 - alpha)


def _lit(sprite: Sprite, light: Field) -> Sprite:
    left, top, right, bottom = sprite.box
    return Sprite(sprite.x, sprite.y, sprite.colour * light[top:bottom, left:right], sprite.alpha)


@lru_cache(maxsize=256)
def _card_art(code: str, size: tuple[int, int]) -> Picture:
    art = deck.back() if code == "back" else deck.face(code)
    return np.asarray(cv2.resize(art, size, interpolation=cv2.INTER_AREA), np.uint8)


def card(item: SceneCard, camera: Camera, look: Look, light: Field) -> Sprite | None:
    """Return the card as the camera sees it, or None where it is out of view."""
    quad = project(camera, rectangle(item.centre, 63, 88, item.angle))
    box = _bounds(quad, camera, 8)
    if box[0] >= box[2] or box[1] >= box[3]:
        return None
    long, wide = np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[1] - quad[0])
    # Rounded to four pixels, so that one piece of art serves every place.
    size = (int(wide * SHARP / 4 + 1) * 4, int(long * SHARP / 4 + 1) * 4)
    art = _card_art(str(item.card) if item.face is Face.UP else "back", size)
    colour, alpha = _with_shadow(*_warped(art, quad, box), look.shadow, 1.6)
    return _lit(Sprite(box[0], box[1], colour, alpha), light)


@lru_cache(maxsize=32)
def _chip_art(rgb: tuple[int, int, int]) -> Picture:
    """Draw a chip: body, six pale edge spots, an inner ring."""
    art = np.zeros((ART, ART, 4), np.uint8)
    body = tuple(float(x) for x in bgr(rgb))
    pale = (225.0, 228.0, 228.0) if sum(rgb) < 560 else (150.0, 90.0, 50.0)
    middle = (ART // 2, ART // 2)
    cv2.circle(art, middle, ART // 2 - 1, (*body, 255), -1, cv2.LINE_AA)
    for spot in range(6):
        cv2.ellipse(art, middle, (ART // 2 - 12,) * 2, 0, spot * 60 - 11, spot * 60 + 11, (*pale, 255), 22, cv2.LINE_AA)
    cv2.circle(art, middle, int(ART * 0.34), (*pale, 255), 4, cv2.LINE_AA)
    dim = tuple(x * 0.85 for x in body)
    cv2.circle(art, middle, int(ART * 0.27), (*dim, 255), -1, cv2.LINE_AA)
    return art


@lru_cache(maxsize=1)
def _button_art() -> Picture:
    art = np.zeros((ART, ART, 4), np.uint8)
    middle = (ART // 2, ART // 2)
    cv2.circle(art, middle, ART // 2 - 1, (240, 244, 244, 255), -1, cv2.LINE_AA)
    cv2.circle(art, middle, ART // 2 - 12, (60, 60, 60, 255), 3, cv2.LINE_AA)
    text = np.full((ART, ART, 3), 255, np.uint8)
    cv2.putText(text, "DEALER", (40, 136), (20, 20, 20), cv2.FontFace("sans"), 42, 700)
    ink = text[..., 0] < 128
    art[ink] = (20, 20, 20, 255)
    return art


def _disc(art: Picture, centre: Point, diameter: float, camera: Camera) -> Field:
    return project(camera, rectangle(centre, diameter, diameter, 0.0))


def chips(item: SceneChips, camera: Camera, look: Look, light: Field) -> Sprite | None:
    """Return a stack: its chips one above the other, leaning away from the picture's middle."""
    rgb = next((colour.rgb for colour in look.colours if colour.value == item.denomination), (128, 128, 128))
    low = _disc(_chip_art(rgb), item.centre, CHIP, camera)
    middle = np.array([camera.width / 2, camera.height / 2], np.float32)
    lean = (low.mean(0) - middle) * CHIP_HEIGHT / CAMERA_HEIGHT
    box = _bounds(np.concatenate([low, low + lean * item.count]), camera, 10)
    if box[0] >= box[2] or box[1] >= box[3]:
        return None
    art = _small(_chip_art(rgb), low)
    colour, alpha = _with_shadow(*_warped(art, low, box), look.shadow, 1.5 + 0.4 * item.count)
    side = floats([0.72, 0.72, 0.72])
    for level in range(1, item.count):
        more, cover = _warped(art, low + lean * level, box)
        # Every chip below the top one shows only its darker edge.
        colour, alpha = colour * side ** (level == item.count - 1) * (1 - cover) + more, alpha * (1 - cover) + cover
    return _lit(Sprite(box[0], box[1], colour, alpha), light)


def _small(art: Picture, quad: Field) -> Picture:
    side = int(np.linalg.norm(quad[1] - quad[0]) * SHARP) + 1
    return np.asarray(cv2.resize(art, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def button(centre: Point, camera: Camera, look: Look, light: Field) -> Sprite | None:
    """Return the dealer button."""
    quad = _disc(_button_art(), centre, BUTTON, camera)
    box = _bounds(quad, camera, 8)
    if box[0] >= box[2] or box[1] >= box[3]:
        return None
    colour, alpha = _with_shadow(*_warped(_small(_button_art(), quad), quad, box), look.shadow, 2.5)
    return _lit(Sprite(box[0], box[1], colour, alpha), light)


def hand(item: SceneHand, camera: Camera, look: Look, light: Field) -> Sprite | None:
    """Return a forearm in a sleeve, a palm and five fingers; a broad shadow, for it is above the felt."""
    elbow, tip = np.array(item.elbow), np.array(item.tip)
    along = (tip - elbow) / max(1.0, float(np.linalg.norm(tip - elbow)))
    across = np.array([-along[1], along[0]])
    wrist, palm = tip - along * 165, tip - along * 95
    points = project(camera, [elbow, tip, *(palm + across * side for side in (-70, 70))])
    box = _bounds(points, camera, 70)
    if box[0] >= box[2] or box[1] >= box[3]:
        return None
    scale = float(np.linalg.norm(project(camera, [palm, palm + across])[1] - project(camera, [palm])[0]))
    colour = np.zeros((box[3] - box[1], box[2] - box[0], 3), np.float32)
    alpha = np.zeros(colour.shape[:2], np.float32)
    strokes = [
        (elbow, wrist, 88.0, SLEEVE),
        (wrist, palm, 58.0, SKIN),
        (palm - along * 15, palm + along * 12, 78.0, SKIN),
    ]
    strokes += [
        (palm + across * s, tip - along * abs(s) * 0.45 + across * s * 1.15, 17.0, SKIN) for s in (-28, -9, 10, 28)
    ]
    strokes.append((palm - along * 20 + across * 36, palm + along * 30 + across * 62, 19.0, SKIN))
    for start, end, thick, rgb in strokes:
        a, b = np.round((project(camera, [start, end]) - box[:2]) * 16).astype(int)
        width = max(2, int(thick * scale))
        cv2.line(colour, a.tolist(), b.tolist(), bgr(rgb).tolist(), width, cv2.LINE_AA, 4)
        cv2.line(alpha, a.tolist(), b.tolist(), 1.0, width, cv2.LINE_AA, 4)
    cover = floats(cv2.GaussianBlur(alpha, (0, 0), 1.0))[..., None]
    shade = 0.8 + 0.2 * cv2.GaussianBlur(alpha, (0, 0), 9.0)[..., None]
    lit = floats(cv2.GaussianBlur(colour, (0, 0), 1.2) * shade * cover)
    lit, cover = _with_shadow(lit, cover, 0.45, 9.0)
    return _lit(Sprite(box[0], box[1], lit, cover), light)
