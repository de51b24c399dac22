"""The overlay's looks as golden pictures, each theme at 1080p, 4K and 9:16, over a felt's green, a third as large.

They are compared with a tolerance, since browsers differ in how they smooth letters. When a look is meant to change,
``FLOORMAN_GOLDEN=write pytest tests/web/test_overlay_golden.py`` draws them anew: look at each before it is committed.
"""

import base64
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from overlay_stage import SIZES, THEMES, Broadcast, Stage
from selenium import webdriver

GOLDEN = Path(__file__).parent / "golden"
FELT = (72, 98, 58)
"""What lies behind the overlay in the pictures: blue, green, red."""
LONG_SIDE = 640
FAR = 48
"""How far a pixel's worst channel may be off before it counts as another."""
MOST = 0.004
"""Share of pixels that may be another: the smallest number on the screen is larger."""

Picture = np.ndarray[Any, np.dtype[np.uint8]]


@pytest.fixture(scope="module")
def stage(chromium: webdriver.Chrome) -> Iterator[Stage]:
    house = Broadcast()
    clear = {"color": {"r": 0, "g": 0, "b": 0, "a": 0}}
    chromium.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", clear)
    yield Stage(chromium, house)
    chromium.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", {})
    chromium.get("about:blank")
    house.serving.close()


def seen(stage: Stage, options: str, size: tuple[int, int]) -> Picture:
    """The overlay over the felt, its long side 640 pixels."""
    stage.watch(options, size)
    png = stage.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
    raw = cv2.imdecode(np.frombuffer(base64.b64decode(png), np.uint8), cv2.IMREAD_UNCHANGED)
    assert raw is not None
    assert raw.shape == (size[1], size[0], 4)
    assert raw[size[1] // 2, size[0] // 2, 3] == 0, "the middle is clear"
    share = raw[:, :, 3:].astype(np.float32) / 255
    laid = raw[:, :, :3] * share + np.array(FELT, np.float32) * (1 - share)
    factor = LONG_SIDE / max(size)
    return cv2.resize(laid, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).round().astype(np.uint8)


def apart(one: Picture, other: Picture) -> float:
    """The share of pixels that are another."""
    assert one.shape == other.shape
    return float((cv2.absdiff(one, other).max(axis=2) > FAR).mean())


def golden(theme: str, size: tuple[int, int]) -> Path:
    return GOLDEN / f"{theme}-{size[0]}x{size[1]}.png"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_looks_as_it_did(stage: Stage, theme: str, size: tuple[int, int]) -> None:
    picture = seen(stage, f"theme={theme}", size)
    if os.environ.get("FLOORMAN_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        cv2.imwrite(str(golden(theme, size)), picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    kept = cv2.imread(str(golden(theme, size)))
    assert kept is not None, "no golden picture: see the head of this file"
    assert apart(picture, kept.astype(np.uint8)) <= MOST


@pytest.mark.parametrize(
    "options", ["theme=edge&layers=seats,board,blinds,ticker,incident,lock", "theme=edge&bb=1", "theme=strip"]
)
def test_another_picture_is_noticed(stage: Stage, options: str) -> None:
    kept = cv2.imread(str(golden("edge", SIZES[0])))
    assert kept is not None
    assert apart(seen(stage, options, SIZES[0]), kept.astype(np.uint8)) > MOST


@pytest.mark.parametrize("theme", THEMES)
def test_4k_is_1080p_with_more_pixels(theme: str) -> None:
    small, large = (cv2.imread(str(golden(theme, size))) for size in SIZES[:2])
    assert small is not None
    assert large is not None
    assert apart(small.astype(np.uint8), large.astype(np.uint8)) <= MOST
