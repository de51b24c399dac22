"""A stored session into the overlay: ``floorman run --replay`` draws what golden pictures say, moment by moment.

The journal is that of an earlier release; whatever changes between it and the pixels (entries, referee, views, page)
shows here. ``FLOORMAN_GOLDEN=write pytest tests/web/test_overlay_replayed.py`` draws the pictures anew.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest
from overlay_stage import SIZES, Broadcast, Stage
from selenium import webdriver
from test_overlay_golden import GOLDEN, MOST, Picture, apart, seen

from table_controller.emulation import Session
from table_controller.table_file import built_in_table
from table_controller.turn import Standing
from table_controller.views import OverlayView
from web_overlay import serve

JOURNAL = Path(__file__).parents[1] / "journal" / "journal-0.1.0.floorman"
WIDE, TALL = SIZES[0], SIZES[2]
Moment = Callable[[OverlayView], bool]


def on_the_flop(overlay: OverlayView) -> bool:
    return overlay.felt.running and len(overlay.felt.board) == 3 and bool(overlay.pot)


def card_shown(overlay: OverlayView) -> bool:
    return overlay.felt.running and any(any(seat.cards) for seat in overlay.felt.seats)


def after_two_hands(overlay: OverlayView) -> bool:
    return not overlay.felt.running and len(overlay.history.hands) >= 2 and bool(overlay.leaders)


MOMENTS: dict[str, tuple[Moment, str, tuple[int, int]]] = {
    "flop": (on_the_flop, "edge", WIDE),
    "flop-tall": (on_the_flop, "strip", TALL),
    "shown": (card_shown, "minimal", WIDE),
    "between": (after_two_hands, "edge", WIDE),
}


@contextmanager
def replayed_to(moment: Moment, journal: Path) -> Iterator[int]:
    """The port of the session served as the command serves it, stopped at the first picture that is *moment*."""
    session = Session(journal, built_in_table(), 1e9)
    show = session._show

    def shown(standing: Standing) -> None:
        show(standing)
        if moment(session.screens.latest().overlay):
            session._stop.set()

    session._show = shown  # type: ignore[method-assign]
    session.start()
    ends = time.monotonic() + 120
    while not session._stop.is_set() and session.fault is None:
        assert time.monotonic() < ends, "the session has no such moment"
        time.sleep(0.02)
    session.stop()
    assert session.fault is None
    serving = serve(session.app(), 0)
    try:
        yield serving.port
    finally:
        serving.close()


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    copyfile(JOURNAL, tmp_path / "night.journal")
    return tmp_path / "night.journal"


@pytest.fixture
def clear(chromium: webdriver.Chrome) -> Iterator[webdriver.Chrome]:
    """A browser whose pages let the felt shine through."""
    ground = {"color": {"r": 0, "g": 0, "b": 0, "a": 0}}
    chromium.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", ground)
    yield chromium
    chromium.execute_cdp_cmd("Emulation.setDefaultBackgroundColorOverride", {})
    chromium.get("about:blank")


def drawn(browser: webdriver.Chrome, journal: Path, name: str) -> Picture:
    moment, theme, size = MOMENTS[name]
    with replayed_to(moment, journal) as port:
        stage = Stage(browser, cast("Broadcast", SimpleNamespace(serving=SimpleNamespace(port=port))))
        picture = seen(stage, f"theme={theme}", size)
        browser.get("about:blank")
    return picture


@pytest.mark.parametrize("name", list(MOMENTS))
def test_a_stored_session_looks_as_it_did(clear: webdriver.Chrome, journal: Path, name: str) -> None:
    picture, path = drawn(clear, journal, name), GOLDEN / f"replay-{name}.png"
    if os.environ.get("FLOORMAN_GOLDEN") == "write":
        cv2.imwrite(str(path), picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    kept = cv2.imread(str(path))
    assert kept is not None, "no golden picture: see the head of this file"
    assert apart(picture, kept.astype(np.uint8)) <= MOST


def test_the_moments_differ() -> None:
    """A session that stood still would look the same everywhere."""
    flop, between = (cv2.imread(str(GOLDEN / f"replay-{name}.png")) for name in ("flop", "between"))
    assert flop is not None
    assert between is not None
    assert apart(flop.astype(np.uint8), between.astype(np.uint8)) > MOST
