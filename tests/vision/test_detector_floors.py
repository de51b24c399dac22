"""The committed detector finds what lies there: on real tables, and on scenes that it was not trained with."""

import random
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from vision.detector import Detector
from vision.other_sets import LOW, degen_stacks, precision, wood
from vision.reader import CardReader
from vision.training.decks import house_deck
from vision.training.other_scenes import scene
from vision.training.other_settings import Hits

SCENES = 40
"""Drawn for this test alone: their seeds are none of training's."""
ON_THE_TABLE = 53
"""Of the 55 chips of poker-table-wood so many are found, whatever their colours are called."""
STACKS = 0.8
"""Mean precision of the boxes of stacks in a shoot held back from training."""
FOUND = {"hand": (0.5, 0.7), "dealer_button": (0.3, 0.5)}
"""The part of each kind that is found, and the part of what is called one that is."""


@pytest.fixture
def detector(reader: CardReader) -> Detector:
    assert reader.fault is None
    assert reader.detector is not None, "the weights' table names one"
    return reader.detector


@pytest.mark.slow
def test_the_chips_on_a_real_table_are_found(reader: CardReader, detector: Detector, shared: Path) -> None:
    assert detector.chips, "it finds more of them than their roundness does"
    found = there = 0
    for picture, _, true in wood(shared / "data/poker-table-wood"):
        seen = reader.seen(picture)
        leftmost = min(corner[0] for card in seen.played for corner in card.quad)
        chips, _ = reader.beside(picture, seen)
        on_it = sum(chip.centre[0] > leftmost for chip in chips)  # a rack of chips stands to the left of the table
        found, there = found + min(on_it, true.total()), there + true.total()
        assert on_it <= true.total() + 1
    assert there == 55
    assert found >= ON_THE_TABLE


@pytest.mark.slow
def test_stacks_of_a_shoot_that_was_held_back_are_found(detector: Detector, shared: Path) -> None:
    stacks = degen_stacks(shared / "data/degen-chip-stacks")
    _, chips, *_ = precision(partial(detector.find, least=LOW), stacks, ("chips",), None)
    assert float(chips.partition(" of ")[0]) >= STACKS


@pytest.mark.slow
def test_hands_over_the_table_and_dealer_buttons_are_found(detector: Detector) -> None:
    told, deck = {kind: Hits([], 0) for kind in FOUND}, house_deck()
    for number in range(SCENES):
        picture, things = scene(random.Random(f"floors {number}"), deck, [deck.faces[0]], [deck])
        found = detector.find(np.asarray(picture, np.uint8))
        for kind, hits in told.items():
            hits.add([one for one in found if one.kind == kind], [one.box for one in things if one.kind == kind])
    for kind, (least, precise) in FOUND.items():
        right = sum(hit for _, hit in told[kind].said)
        assert told[kind].there > SCENES / 4, kind
        assert right >= least * told[kind].there, kind
        assert right >= precise * len(told[kind].said), kind
