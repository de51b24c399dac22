"""Chips where nothing changed since they were told lie there still, whatever one more look makes of them.

Of real chips some are found with hardly more than the least sureness: one look has them and the next, for a chip that
came elsewhere, has not, or names another colour. Told so they would have gone, or become more, and nobody touched them.
"""

import numpy as np

from table_controller.records.observations import SightedChips
from vision.arrays import Field
from vision.gate import FEW, Mask
from vision.zones import QUARTER, View, ZoneView, apart

SHARE = 0.08
"""Share of a chip's place that must look other for something to have happened there."""
SURE = 0.6
"""A chip found so surely counts, whatever was told of its place."""

Chips = tuple[SightedChips, ...]


def with_untouched(view: View, zone: ZoneView, changes: Mask, told: Chips, seen: Chips) -> Chips:
    """The chips of *zone*, left to right: those *seen* where something changed, and those *told* where nothing did.

    *changes*: what looks other in its part of the quarter frame than when *told* was.
    """
    sure = [chip for chip in seen if chip.confidence >= SURE]
    still = _untouched(view, zone, changes, told)
    kept = [chip for chip, stays in zip(told, still, strict=True) if stays and not _on_any(view, chip, sure)]
    touched = _untouched(view, zone, changes, seen)
    came = [chip for chip, stays in zip(seen, touched, strict=True) if not stays and not _on_any(view, chip, kept)]
    return tuple(sorted({*kept, *sure, *came}, key=lambda chip: chip.centre))


def _on_any(view: View, chip: SightedChips, others: list[SightedChips]) -> bool:
    """Whether *chip* lies in the place of another: their middles are less than a radius apart."""
    return any(apart(chip.centre, other.centre) < view.layout.chip_diameter / 2 for other in others)


def _untouched(view: View, zone: ZoneView, changes: Mask, chips: Chips) -> list[bool]:
    """Of each of *chips*, whether its place looks as it did."""
    if not chips:
        return []
    corner = zone.small[1].start, zone.small[0].start
    places = view.pixels([chip.centre for chip in chips]) / QUARTER - np.array(corner)
    return [_looks_alike(changes, place, view.chip_radius / QUARTER) for place in places]


def _looks_alike(changes: Mask, place: Field, radius: float) -> bool:
    rows, columns = np.ogrid[: changes.shape[0], : changes.shape[1]]
    disc = (columns - place[0]) ** 2 + (rows - place[1]) ** 2 <= radius**2
    return int(np.count_nonzero(changes & disc)) <= max(FEW, SHARE * int(np.count_nonzero(disc)))
