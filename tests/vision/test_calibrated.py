"""Choosing what each reader counts and how sure is sure, on opinions made up so that the answer is known."""

import numpy as np
import pytest

from vision.classify import UNSEEN, combine
from vision.names import CLASSES, JOKER, NOTHING
from vision.training.calibrate import (
    LEAST_OTHER,
    LEAST_SURE,
    MOST_SURE,
    Opinions,
    best_weights,
    likelihood,
    other_threshold,
    threshold,
)

N = 2000


def said(kinds: np.ndarray, chances: np.ndarray, truth: np.ndarray) -> Opinions:
    """Opinions of whole cards alone: *kinds* with *chances*, the rest spread; no index is seen."""
    whole = np.tile(((1 - chances) / (len(CLASSES) - 1))[:, None], (1, len(CLASSES))).astype(np.float32)
    whole[np.arange(len(kinds)), kinds] = chances
    return Opinions(whole, np.tile(UNSEEN, (len(kinds), 4, 1)), [frozenset({int(kind)}) for kind in truth])


@pytest.fixture
def boastful() -> Opinions:
    """A reader that says 99.9 % of everything and is right nine times of ten."""
    random = np.random.default_rng(0)
    truth = random.integers(0, 52, N)
    kinds = np.where(random.random(N) < 0.9, truth, (truth + 13) % 52)
    return said(kinds, np.full(N, 0.999, np.float32), truth)


def test_a_reader_that_boasts_counts_for_less(boastful: Opinions) -> None:
    card_weight, index_weight = best_weights([boastful])
    chances = combine(boastful.whole, boastful.index, card_weight, index_weight).max(1)
    assert card_weight < 0.8
    assert abs(chances.mean() - 0.9) < 0.04


def test_what_is_no_face_counts_too() -> None:
    nothings = said(np.full(10, 3), np.full(10, 0.9, np.float32), np.full(10, NOTHING))
    assert likelihood(nothings, 1.0, 1.0) < likelihood(nothings, 0.1, 0.1) < -1


def test_the_threshold_leaves_no_more_wrong_than_is_allowed() -> None:
    random = np.random.default_rng(1)
    truth, chances = random.integers(0, 52, N), random.uniform(0.5, 0.999, N).astype(np.float32)
    kinds = np.where(chances > 0.9, truth, (truth + 1) % 52)
    sure = threshold(said(kinds, chances, truth), 1.0, 1.0)
    assert 0.89 <= sure <= 0.905
    assert threshold(said(truth, chances, truth), 1.0, 1.0) == LEAST_SURE
    assert threshold(said((truth + 1) % 52, np.full(N, 0.9999, np.float32), truth), 1.0, 1.0) == MOST_SURE


def test_jokers_have_a_threshold_of_their_own() -> None:
    chances = np.linspace(0.5, 0.99, 200).astype(np.float32)
    truth = np.where(chances > 0.7, JOKER, NOTHING)
    assert 0.68 <= other_threshold(said(np.full(200, JOKER), chances, truth), 1.0, 1.0) <= 0.72
    assert other_threshold(said(truth, chances, truth), 1.0, 1.0) == LEAST_OTHER
