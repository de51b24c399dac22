"""How well a calibrated camera sees its table: focus, light, size of the cards, zones in view; says what to move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.records import Zone
from vision.arrays import Field, Picture, floats
from vision.gate import brighter, quarter
from vision.zones import BEYOND, CARD_KINDS, View, watched

LEAST_CARD = 60.0
"""Pixels of a card's long side below which its identity may not be readable."""
SOFT = 0.04
"""Width of an edge, as a share of a card's long side, from which indices blur; see docs/hardware.md."""
LEAST_EDGE = 3.5
"""Pixels of an edge that count as sharp whatever the card's size."""
STEP = 30
"""Levels across an edge from which it says anything about focus."""
PLACES, LEAST_EDGES = 4, 20
"""Into how many places, across and down, a picture is parted; and how many points on edges tell of one."""
DARK, BRIGHT, BURNT, BURNT_SHARE = 35, 215, 250, 0.02
"""Levels: a felt that is too dark or too bright, a pixel burnt out, and the share of a zone that may be."""
UNEVEN = 3.0
"""By how many times the brightest zone may be brighter than the darkest."""
FLICKERS = 0.1
"""The logarithm by which a row of the picture gets brighter or darker from one frame to the next."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``todo`` says what to move, or is empty where all is well."""

    what: str
    todo: str


def findings(view: View, frame: Picture) -> Iterator[Finding]:
    """Yield what *frame*, (height, width, 3) BGR, shows of the camera: focus, exposure, pixels per card, coverage."""
    height, width = frame.shape[:2]
    if (width, height) != (view.camera.width, view.camera.height):
        todo = (
            f"gives {width} × {height}, the table file says {view.camera.width} × {view.camera.height}; calibrate again"
        )
        yield Finding("picture size", todo)
        return
    yield Finding("exposure", exposure(view, frame))
    yield Finding("focus", focus(view, frame))
    yield Finding("pixels per card", card_size(view))
    yield Finding("coverage", coverage(view))


def flicker(frames: Sequence[Picture]) -> str:
    """Return what to do about light that flickers in *frames* of one table, taken one after the other, or nothing.

    More than twice as much keeps the zones of a live table from coming to rest (``gate.changed``).
    """
    small = [quarter(frame) for frame in frames if frame.shape == frames[-1].shape]
    by = max((float(np.abs(np.log(brighter(*two))).max()) for two in pairwise(small)), default=0.0)
    if by < FLICKERS:
        return ""
    return (
        f"flickers by {100 * (np.exp(by) - 1):.0f} % from one picture to the next; lamps on direct current, or the "
        "camera's power line frequency set to 50 Hz (in America 60) and a longer exposure"
    )


def edge_width(frame: Picture) -> float | None:
    """Return how many pixels the sharpest edges of *frame* take from dark to light; None where there is no edge.

    A lens in focus gives some two to three. A quarter of the places that have edges show such sharp ones: the clock
    that a camera writes into its picture is sharp whatever its lens does, and would outvote an empty felt.
    """
    widths, places = _edges(frame)
    each = [_sharpest(widths[places == place]) for place in np.unique(places)]
    known = [wide for wide in each if wide is not None]
    return float(np.percentile(known, 25)) if known else _sharpest(widths)


def _edges(frame: Picture) -> tuple[Field, NDArray[np.intp]]:
    """How wide the edges of *frame* are, the contrast beside each over its steepest slope, and in which place it is."""
    grey = floats(cv2.GaussianBlur(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), (0, 0), 0.8))
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=1 / 8)
    slope = cv2.magnitude(across, down)
    window = np.ones((19, 19), np.uint8)
    contrast = cv2.dilate(grey, window) - cv2.erode(grey, window)
    # Beside an edge a compressed picture is flat: no slope is its steepest there, and would count as an endless edge.
    crest = (slope >= cv2.dilate(slope, np.ones((5, 5), np.uint8))) & (contrast > STEP) & (slope > 0)
    y, x = np.nonzero(crest)
    places = y * PLACES // len(frame) * PLACES + x * PLACES // frame.shape[1]
    return floats(contrast[crest] / slope[crest]), places


def _sharpest(widths: Field) -> float | None:
    """The middle of the sharpest quarter; None where there are too few to tell."""
    if len(widths) < LEAST_EDGES:
        return None
    return float(np.median(np.sort(widths)[: max(LEAST_EDGES, len(widths) // 4)]))


def focus(view: View, frame: Picture) -> str:
    """Return what to do about the focus, or nothing."""
    wide = edge_width(frame)
    if wide is None:
        return "no edge to judge by; light the table, or lay a few cards on it"
    most = max(LEAST_EDGE, SOFT * view.card_long)
    if wide <= most:
        return ""
    return (
        f"edges are {wide:.1f} px wide, at most {most:.1f} was expected; turn the lens's focus ring, or clean the lens"
    )


def exposure(view: View, frame: Picture) -> str:
    """Return what to do about light and exposure, or nothing."""
    grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    levels = {seen.zone.name: _inside(view, seen.zone, grey) for seen in view.zones}
    levels = {name: values for name, values in levels.items() if len(values)}
    if not levels:
        return ""
    middles = {name: float(np.median(values)) for name, values in levels.items()}
    darkest, brightest = min(middles, key=middles.__getitem__), max(middles, key=middles.__getitem__)
    middle = float(np.median(list(middles.values())))
    burnt = {name: float((values >= BURNT).mean()) for name, values in levels.items()}
    glare = max(burnt, key=burnt.__getitem__)
    if middle < DARK:
        return f"the felt is at {middle:.0f} of 255; more light over the table, or a longer exposure"
    if middle > BRIGHT:
        return f"the felt is at {middle:.0f} of 255; less light, or a shorter exposure"
    if burnt[glare] > BURNT_SHARE:
        return f"{burnt[glare]:.0%} of zone '{glare}' is burnt out; move the lamp aside, or shorten the exposure"
    if middles[brightest] > UNEVEN * max(middles[darkest], 1):
        return f"zone '{darkest}' is much darker than '{brightest}'; a second lamp, or one with a diffuser"
    return ""


def card_lengths(view: View) -> dict[str, float]:
    """Return a card's long side in pixels in the middle of each zone that holds cards and is in view."""
    return {
        seen.zone.name: _card_at(view, seen.zone) for seen in view.zones if _holds_cards(seen.zone) and seen.in_view
    }


def card_size(view: View) -> str:
    """Return what to do where a card is too small, or nothing."""
    lengths = card_lengths(view)
    if not lengths:
        return "no zone with cards is in view"
    smallest = min(lengths, key=lengths.__getitem__)
    if lengths[smallest] >= LEAST_CARD:
        return ""
    short = LEAST_CARD / lengths[smallest]
    return (
        f"a card in zone '{smallest}' is {lengths[smallest]:.0f} px long, {LEAST_CARD:.0f} was expected; "
        f"hang the camera lower by {1 - 1 / short:.0%}, or take one with {view.camera.width * short:.0f} px across"
    )


def coverage(view: View) -> str:
    """Return which way to move the camera for the zones that no camera has in view, or nothing."""
    zones = [(seen, view.outline(seen.zone.corners)) for seen in watched(view)]
    outside = {seen.zone.name: outline for seen, outline in zones if not seen.in_view}
    if not outside:
        return ""
    names = ", ".join(f"'{name}'" for name in list(outside)[:3])
    more = f" and {len(outside) - 3} more" if len(outside) > 3 else ""
    fit = _fit(view, [outline for _, outline in zones])
    return f"out of view: {names}{more}; {_way(_beyond(view, list(outside.values())), fit)}"


def _fit(view: View, outlines: list[Field]) -> bool:
    """Whether the picture has room for all *outlines*, were it moved: else what comes in here goes out over there."""
    room = (1 + 2 * BEYOND) * np.array([view.camera.width, view.camera.height])
    return bool((np.ptp(np.concatenate(outlines), axis=0) <= room).all())


def _beyond(view: View, outlines: list[Field]) -> dict[str, float]:
    """By how many pixels the outlines leave the picture on each side that they leave."""
    points = np.concatenate(outlines)
    beyond = {
        "left": -points[:, 0].min(),
        "right": points[:, 0].max() - view.camera.width,
        "top": -points[:, 1].min(),
        "bottom": points[:, 1].max() - view.camera.height,
    }
    return {side: float(pixels) for side, pixels in beyond.items() if pixels > 0}


def _way(sides: dict[str, float], fit: bool) -> str:
    if not fit or {"left", "right"} <= sides.keys() or {"top", "bottom"} <= sides.keys():
        return "hang the camera higher, or take a wider lens"
    ways = " and ".join(f"its {side} edge by {pixels:.0f} px" for side, pixels in sides.items())
    return f"move the camera towards {ways}"


def _holds_cards(zone: Zone) -> bool:
    return zone.kind in CARD_KINDS


def _card_at(view: View, zone: Zone) -> float:
    x, y = floats(zone.corners).mean(0)
    long = view.layout.card_length / 2
    ends = view.pixels([(x - long, y), (x + long, y), (x, y - long), (x, y + long)])
    return float(min(np.linalg.norm(ends[1] - ends[0]), np.linalg.norm(ends[3] - ends[2])))


def _inside(view: View, zone: Zone, grey: Picture) -> Picture:
    """The levels of the pixels in *zone*."""
    mask = np.zeros(grey.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(view.outline(zone.corners)).astype(np.int32)], 1)
    return np.asarray(grey[mask > 0], np.uint8)
