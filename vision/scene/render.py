"""Render a table in millimetres to a camera's frame. Only what changed is drawn again."""

from functools import lru_cache

import cv2
import numpy as np

from table_controller.records import Camera, Point
from table_controller.records.scene import Scene, SceneCard, SceneChips, SceneHand
from vision.arrays import Field, Picture
from vision.scene import sprites
from vision.scene.look import Look, felt, lamp
from vision.scene.sprites import Sprite

Box = tuple[int, int, int, int]
Item = SceneCard | SceneChips | SceneHand | Point
KEPT = 400
"""Sprites kept for things that lie still."""
NOISE_MARGIN = 64


class Studio:
    """One camera's view. Not safe to share between threads; make one for each camera."""

    def __init__(self, camera: Camera, look: Look, seed: int = 0) -> None:
        self.camera, self.look = camera, look
        self._light = lamp(camera, look)
        self._empty = felt(camera, look, seed) * self._light
        self._frame = self._empty.copy()
        self._shown: Picture = _levels(self._frame)
        self._items: tuple[Item, ...] = ()
        self._sprites: dict[Item, Sprite | None] = {}
        self._grain = _grain(camera, look, seed)

    def frame(self, scene: Scene, seed: int) -> Picture:
        """Return the frame, (height, width, 3) BGR; *seed* chooses the noise, the same seed the same frame."""
        items = _items(scene)
        for box in _merged(self._changed(items)):
            self._redraw(items, box)
        self._items = items
        return self._noisy(seed)

    def _sprite(self, item: Item) -> Sprite | None:
        if item not in self._sprites:
            if len(self._sprites) > KEPT:
                self._sprites = {kept: self._sprites[kept] for kept in self._items if kept in self._sprites}
            self._sprites[item] = self._draw(item)
        return self._sprites[item]

    def _draw(self, item: Item) -> Sprite | None:
        match item:
            case SceneCard():
                return sprites.card(item, self.camera, self.look, self._light)
            case SceneChips():
                return sprites.chips(item, self.camera, self.look, self._light)
            case SceneHand():
                return sprites.hand(item, self.camera, self.look, self._light)
            case Point():
                return sprites.button(item, self.camera, self.look, self._light)

    def _changed(self, items: tuple[Item, ...]) -> list[Box]:
        """Return the boxes of all that came, went or changed its place in the order."""
        before, now = set(self._items), set(items)
        different = before ^ now
        common_before = [item for item in self._items if item in now]
        common_now = [item for item in items if item in before]
        different |= {a for a, b in zip(common_before, common_now, strict=True) if a != b}
        drawn = [self._sprite(item) for item in different]
        return [sprite.box for sprite in drawn if sprite is not None]

    def _redraw(self, items: tuple[Item, ...], box: Box) -> None:
        left, top, right, bottom = box
        self._frame[top:bottom, left:right] = self._empty[top:bottom, left:right]
        for item in items:
            sprite = self._sprite(item)
            if sprite is not None:
                sprite.over(self._frame, box)
        self._shown[top:bottom, left:right] = _levels(self._frame[top:bottom, left:right])

    def _noisy(self, seed: int) -> Picture:
        """Add grain from one of many places of a fixed field: fresh noise for a frame would cost more than the rest."""
        x, y = np.random.default_rng(seed).integers(0, NOISE_MARGIN, 2)
        height, width = self._shown.shape[:2]
        up, down = (grain[y : y + height, x : x + width] for grain in self._grain)
        return np.asarray(cv2.subtract(cv2.add(self._shown, up), down), np.uint8)


def _items(scene: Scene) -> tuple[Item, ...]:
    """Return what is on the felt from the lowest to the highest; of two equal things one is kept."""
    button: tuple[Item, ...] = () if scene.button is None else (scene.button,)
    return tuple(dict.fromkeys((*scene.cards, *scene.chips, *button, *scene.hands)))


def _levels(frame: Field) -> Picture:
    return np.clip(frame, 0, 255).astype(np.uint8)


def _grain(camera: Camera, look: Look, seed: int) -> tuple[Picture, Picture]:
    size = (camera.height + NOISE_MARGIN, camera.width + NOISE_MARGIN, 3)
    noise = np.random.default_rng(seed).standard_normal(size, np.float32) * look.noise
    return _levels(noise + 0.5), _levels(-noise + 0.5)


def _merged(boxes: list[Box]) -> list[Box]:
    """Unite boxes that overlap, so that no pixel is drawn twice."""
    merged: list[Box] = []
    for box in boxes:
        touching = True
        while touching:
            touching = False
            for other in merged:
                if box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]:
                    merged.remove(other)
                    box = (min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3]))
                    touching = True
                    break
        merged.append(box)
    return merged


@lru_cache(maxsize=4)
def _studio(camera: Camera, look: Look) -> Studio:
    return Studio(camera, look)


def render(scene: Scene, camera: Camera, look: Look, seed: int) -> Picture:
    """Return *scene* as *camera* sees it, (height, width, 3) BGR uint8: the same arguments, the same pixels."""
    return _studio(camera, look).frame(scene, seed)
