"""Finding what the kind of a card depends on, on outlines made up so that the answer is known."""

import random
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from vision import weights
from vision.arrays import floats
from vision.kinds import ASPECTS, FACE, KINDS, UNPLAYED, Kinds
from vision.names import BACK, CUT_CARD, JOKER, NOTHING
from vision.training import kinds
from vision.training.calibrate import MOST_SURE
from vision.training.heard import Ear
from vision.training.kinds import LEAST, MOST_WRONG, Unnamed, fitted, joined, threshold, true
from vision.weights import models_folder

N = 3000
QUAD = floats([[0, 0], [60, 0], [60, 90], [0, 90]])
NONE, DOWN = UNPLAYED.index(NOTHING), UNPLAYED.index(BACK)


def test_a_card_face_down_lies_in_the_outline_that_fits_it_best_and_in_no_other() -> None:
    there = SimpleNamespace(quads=np.stack([QUAD, QUAD + 300, QUAD + 600]), kinds=np.array([BACK, 7, JOKER]))
    quads = [QUAD + 12, QUAD + 2, QUAD + 301, QUAD + 315, QUAD + 1000, QUAD + 603]
    assert true(quads, there).tolist() == [NONE, DOWN, FACE, FACE, NONE, UNPLAYED.index(JOKER)]  # type: ignore[arg-type]
    assert true([], there).tolist() == []  # type: ignore[arg-type]
    bare = SimpleNamespace(quads=np.zeros((0, 4, 2), np.float32), kinds=np.zeros(0, int))
    assert true([QUAD], bare).tolist() == [NONE]  # type: ignore[arg-type]


@pytest.mark.training
def test_what_tells_kinds_apart_is_found_and_what_does_not_counts_nothing() -> None:
    random = np.random.default_rng(1)
    truth = random.integers(0, len(KINDS), N)
    seen = random.normal(0, 1, (N, len(ASPECTS))).astype(np.float32)
    strange, edge = ASPECTS.index("strange"), ASPECTS.index("edge")
    seen[:, strange] += 3 * (truth == UNPLAYED.index(CUT_CARD))
    seen[:, edge] += 3 * (truth == DOWN)
    by = fitted(Unnamed(seen, truth.astype(np.int64)))
    weights = np.array(by.weights)
    assert weights[strange].argmax() == UNPLAYED.index(CUT_CARD)
    assert weights[edge].argmax() == DOWN
    others = np.delete(weights, (strange, edge), 0)
    assert np.abs(others).max() < 0.3 < 1 < min(weights[strange].max(), weights[edge].max())
    said = by.of(seen)
    assert said[truth == DOWN, DOWN].mean() > 2.5 * said[truth != DOWN, DOWN].mean()
    assert said[:, DOWN].mean() == pytest.approx((truth == DOWN).mean(), abs=0.02)


def surely(chances: np.ndarray, right: np.ndarray, kind: str) -> tuple[Unnamed, Kinds]:
    """Outlines said to be of a *kind* with these *chances*, by one aspect alone."""
    number = KINDS.index(kind)
    weights = np.zeros((len(ASPECTS), len(KINDS)))
    weights[0, number] = 1.0
    seen = np.zeros((len(chances), len(ASPECTS)), np.float32)
    seen[:, 0] = np.log(chances / (1 - chances) * (len(KINDS) - 1))
    truth = np.where(right, number, (number + 1) % len(KINDS)).astype(np.int64)
    return Unnamed(seen, truth), Kinds((0.0,) * len(KINDS), tuple(map(tuple, weights)))


@pytest.mark.parametrize("kind", MOST_WRONG)
def test_each_kind_has_a_threshold_of_its_own(kind: str) -> None:
    chances = np.linspace(0.5, 0.99, 200)
    told, by = surely(chances, chances > 0.7, kind)
    assert 0.66 <= threshold(told, kind, by) <= 0.76
    known, by = surely(chances, np.ones(200, bool), kind)
    assert threshold(known, kind, by) == LEAST
    assert threshold(told, next(one for one in MOST_WRONG if one != kind), by) == MOST_SURE, "of these none is told"
    # A fifth of the surest are none: what is right of the doubtful ones does not make up for them.
    chances = np.linspace(0.5, 0.99, 1000)
    right = (chances <= 0.9) | (np.arange(1000) % 5 > 0)
    told, by = surely(chances, right, kind)
    sure = threshold(told, kind, by)
    assert (~right[chances >= sure]).sum() <= MOST_WRONG[kind] * (chances >= sure).sum()


def test_what_was_gathered_in_parts_is_one() -> None:
    assert len(joined([]).truth) == 0
    one = Unnamed(np.ones((2, len(ASPECTS)), np.float32), np.array([1, 2]))
    both = joined([one, one])
    assert both.aspects.shape == (4, len(ASPECTS))
    assert both.truth.tolist() == [1, 2, 1, 2]


def test_what_is_found_is_entered_and_all_else_of_the_table_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(models_folder(), tmp_path / "models")
    before = tomllib.loads((tmp_path / "models" / weights.TABLE).read_text("utf-8"))
    opened = weights.load(tmp_path / "models", 1)
    found = Kinds(tuple(range(5)), tuple((0.0, float(n), -1.5, 2.0, 0.25) for n in range(len(ASPECTS))))
    settings = replace(opened.settings, joker_sure=0.71, cut_card_sure=0.72, back_sure=0.73, face_sure=0.74)
    monkeypatch.setattr(kinds, "held_out", lambda work, calibrating: [tmp_path] if calibrating else [])
    monkeypatch.setattr(kinds, "chosen", lambda opened, ear, scenes: (settings, opened.sureness, found))
    assert kinds.main(["--out", str(tmp_path / "models")]) == 0
    after = weights.load(tmp_path / "models", 1)
    assert (after.kinds, after.settings, after.sureness) == (found, settings, opened.sureness)
    table = tomllib.loads((tmp_path / "models" / weights.TABLE).read_text("utf-8"))
    assert list(table) == list(before)
    changed = {"kinds", "settings"}
    assert {name: entry for name, entry in table.items() if name not in changed} == {
        name: entry for name, entry in before.items() if name not in changed
    }


def test_networks_that_see_no_card_yet_leave_the_table_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = weights.load(models_folder(), 1)
    monkeypatch.setattr(kinds, "gather", lambda opened, ear, shard: joined([]))
    with pytest.raises(SystemExit, match="see no card yet"):
        kinds.chosen(opened, Ear(opened, tmp_path), [tmp_path])


@pytest.mark.training
def test_kinds_are_found_on_drawn_scenes(tmp_path: Path) -> None:
    """In miniature: what the published readers leave open in a few scenes has aspects and a truth, and is fitted."""
    from vision.training import dataset
    from vision.training.decks import house_deck
    from vision.training.scenes import scene

    deck = house_deck()
    shard, rng = tmp_path / "held-0000.pickle", random.Random(5)
    dataset.write(shard, rng, (scene(rng, deck, [deck.faces[0]]) for _ in range(12)))
    opened = weights.load(models_folder(), 1)
    ear = Ear(opened, tmp_path)
    seen = kinds.gather(opened, ear, shard)
    assert len(seen.truth) > 20
    assert np.isfinite(seen.aspects).all()
    assert {DOWN, FACE} <= set(seen.truth.tolist())
    settings, sureness, by = kinds.chosen(opened, ear, [shard])
    assert sureness == opened.sureness
    assert (by.of(seen.aspects).argmax(1) == seen.truth).mean() > 0.7
    assert all(LEAST <= getattr(settings, f"{kind}_sure") <= MOST_SURE for kind in MOST_WRONG)


def test_without_held_out_scenes_nothing_is_fitted(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="held-out scenes that `make train` draws"):
        kinds.main(["--work", str(tmp_path), "--out", str(tmp_path)])
