"""How an enrolled card may look another time: smaller, blurred, darker, hazy, a little beside its outline, turned."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats

View = Callable[[Picture], Picture]


def _small(share: float) -> View:
    def view(cut: Picture) -> Picture:
        high, wide = cut.shape[:2]
        size = max(4, round(wide * share)), max(4, round(high * share))
        far = cv2.resize(cut, size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(far, (wide, high), interpolation=cv2.INTER_LINEAR), np.uint8)

    return view


def _toned(gain: float, haze: float, warmth: float = 0.0) -> View:
    tint: Field = floats([1 - warmth, 1.0, 1 + warmth]) * np.float32(gain)

    def view(cut: Picture) -> Picture:
        return np.asarray(np.clip(cut * tint + haze, 0, 255), np.uint8)

    return view


def _beside(across: float, down: float, zoom: float = 1.0) -> View:
    def view(cut: Picture) -> Picture:
        high, wide = cut.shape[:2]
        move = floats(
            [[zoom, 0, across * wide + (1 - zoom) * wide / 2], [0, zoom, down * high + (1 - zoom) * high / 2]]
        )
        return np.asarray(cv2.warpAffine(cut, move, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8)

    return view


def _as_is(cut: Picture) -> Picture:
    return cut


def _both(first: View, second: View) -> View:
    return lambda cut: second(first(cut))


KEPT: tuple[View, ...] = (
    _as_is, _small(0.55), _small(0.3), _toned(0.7, 0), _toned(0.8, 45, 0.06), _beside(0.02, 0.02),
    _beside(-0.02, -0.02), _beside(0, 0, 1.04), _beside(0, 0, 0.96),
)  # fmt: skip
"""What prototypes of whole cards are made of."""
ASKED: tuple[View, ...] = (
    _small(0.4), _small(0.25), _toned(0.55, 20, -0.06), _toned(1.1, 25), _beside(0.03, -0.02, 1.03),
    _beside(-0.03, 0.02, 0.97),
)  # fmt: skip
"""Other ones, which what was learnt is tried on."""
KEPT_INDICES: tuple[View, ...] = (
    *KEPT, _small(0.42), _small(0.2), _both(_beside(0.03, -0.02), _small(0.35)),
    _both(_beside(-0.03, 0.02), _small(0.25)),
)  # fmt: skip
ASKED_INDICES: tuple[View, ...] = (
    _both(_beside(0.03, 0.03), _small(0.4)), _both(_beside(-0.04, 0.01, 1.04), _small(0.28)),
    _both(_beside(0.02, -0.04, 0.96), _small(0.22)), _both(_toned(0.55, 20, -0.06), _small(0.5)),
    _both(_toned(1.1, 25), _small(0.3)), _beside(0.03, -0.02, 1.03),
)  # fmt: skip
"""The same of indices: where a deck is enrolled they are 50 pixels high, at the table 10."""


def seen_as(cuts: Picture, views: tuple[View, ...], turned: bool = False) -> Picture:
    """Return (n × views, h, w, 3): each of *cuts* (n, h, w, 3) in each view, and once more *turned* by 180°."""
    shown = [view(cut) for cut in cuts for view in views]
    if turned:
        shown += [picture[::-1, ::-1] for picture in shown]
    return np.stack(shown) if shown else np.zeros((0, *cuts.shape[1:]), np.uint8)
