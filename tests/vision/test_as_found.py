"""What the localiser finds in scenes teaches the readers: named where it is clear what it is, as far off as it is."""

import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision import rectify
from vision.localise import Localiser, Spot
from vision.names import BACK, NOTHING
from vision.search import Seen, search
from vision.training.samples import Sample
from vision.weights import Weights, load, models_folder

pytestmark = pytest.mark.training
KINDS, BOX = np.int64([3, 17]), np.zeros((2, 4, 4), np.float32)


@pytest.fixture(scope="module")
def weights() -> Weights:
    return load(models_folder(), 1)


@pytest.fixture(scope="module")
def sample() -> Any:
    """A table on which cards lie so that most of them are found."""
    from vision.training.decks import house_deck
    from vision.training.scenes import scene

    deck = house_deck()
    return scene(random.Random(11), deck, [deck.faces[0]])


@pytest.fixture(scope="module")
def seen(sample: Any, weights: Weights) -> Seen:
    return search(Localiser(weights.localiser), sample.picture, weights.settings.localiser_score)


def test_a_card_is_what_lies_in_the_outline_that_was_found_for_it(sample: Any, seen: Seen) -> None:
    from vision.training.as_found import cut_cards

    cuts = list(cut_cards(sample, seen))
    assert len(cuts) >= 3
    assert {cut.kind for cut in cuts} & {int(kind) for kind in sample.kinds if kind < BACK}
    known = [cut for cut in cuts if not np.isnan(cut.offsets).any()]
    assert known
    for cut in known:
        quads = [card.quad for card in seen.cards]
        mended = [rectify.moved(quad, cut.offsets) for quad in quads]
        near = min(
            float(np.abs(one - np.roll(true, turn, 0)).max())
            for one in mended
            for true in sample.quads
            for turn in (0, 2)
        )
        assert near < 0.1, "the error that is told leads to a card's true corners"


def test_an_outline_beside_all_cards_holds_nothing(sample: Any) -> None:
    from vision.training.as_found import _card_in

    number = int(np.flatnonzero(sample.kinds < BACK)[-1])
    quad = sample.quads[number]
    kind, off = _card_in(quad, sample)
    assert kind == sample.kinds[number]
    assert np.abs(off).max() < 1e-3
    turned = _card_in(np.roll(quad, 2, 0), sample)
    assert turned is not None
    assert np.abs(turned[1]).max() < 1e-3, "either way round is as good"
    kind, off = _card_in(quad + 5000, sample)
    assert kind == NOTHING
    assert np.isnan(off).all()


def test_an_outline_between_two_cards_or_on_a_corner_of_one_teaches_nothing() -> None:
    from vision.training.as_found import _card_in

    card = np.float32([[0, 0], [70, 0], [70, 100], [0, 100]])
    pair = Sample(
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((1, 1), np.uint8),
        np.stack([card, card + np.float32((30, 0))]),
        KINDS,
        BOX,
    )
    assert _card_in(card + np.float32((15, 0)), pair) is None
    assert _card_in(card - np.float32((0, 80)), pair) is None
    assert _card_in(card + np.float32((5, 0)), pair)[0] == KINDS[0]
    assert _card_in(card + np.float32((25, 0)), pair)[0] == KINDS[1]


def test_an_index_is_read_where_it_was_found_and_none_where_none_is(sample: Any) -> None:
    from vision.training.as_found import _index_at
    from vision.training.indices import indices
    from vision.training.photographs import NO_RANK, NO_SUIT
    from vision.training.reader import asked

    there = indices(sample.quads, sample.index, sample.kinds)
    index = next(one for one in there if asked(sample, one) and min(asked(sample, one)) >= 0)
    spot = Spot(index.middle, index.up, index.middle, 0.9)
    known = _index_at(spot, there, sample)
    assert known is not None
    assert known[:2] == asked(sample, index)
    assert np.abs(known[2]).max() < 1e-4

    def at(middle: np.ndarray, up: np.ndarray) -> Any:
        return _index_at(Spot(middle, up, middle, 0.9), there, sample)

    aside = at(index.middle + 0.3 * index.up, index.up)
    assert aside is not None
    assert np.hypot(*aside[2][:2]) == pytest.approx(0.3, abs=0.02)
    assert at(index.middle, -index.up)[:2] == (NO_RANK, NO_SUIT)
    assert at(index.middle + 5000, index.up)[:2] == (NO_RANK, NO_SUIT)
    assert at(index.middle, 3 * index.up) is None
    assert at(index.middle, np.float32([index.up[1], -index.up[0]])) is None


def test_what_is_found_is_kept_and_taken_from_there(tmp_path: Path, sample: Any) -> None:
    from vision.training import as_found
    from vision.training.samples import pack

    nothing = as_found.Found(tmp_path)
    assert list(nothing.cards(random.Random(1), 5)) == list(nothing.indices(random.Random(1), 5)) == []
    (tmp_path / "scenes").mkdir()
    for number in range(2):
        (tmp_path / f"scenes/train-{number:04d}.pickle").write_bytes(pickle.dumps([pack(sample, 90)]))
    as_found.build(tmp_path, models_folder(), 0, 2)
    assert [path.name for path in (tmp_path / "found").iterdir()] == ["train-0000.pickle"]
    (tmp_path / "found/train-0000.pickle").rename(tmp_path / "found/train-0001.pickle")
    before = (tmp_path / "found/train-0001.pickle").read_bytes()
    as_found.build(tmp_path, models_folder(), 1, 2)
    assert (tmp_path / "found/train-0001.pickle").read_bytes() == before, "what is there is not looked for again"
    found = as_found.Found(tmp_path)
    cards, indices = found.cards(random.Random(1), 20), found.indices(random.Random(1), 20)
    assert {card.picture.shape for card in cards} == {(112, 80, 3)}
    assert {corner.picture.shape for corner in indices} == {(64, 48, 3)}
    assert len(cards) == len(indices) == 20
    assert any(corner.named for corner in indices)


def test_readers_learn_from_as_many_found_cards_as_drawn_ones(
    tmp_path: Path, sample: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision.training import reader
    from vision.training.photographs import Cuts
    from vision.training.samples import pack

    (tmp_path / "train-0000.pickle").write_bytes(pickle.dumps([pack(sample, 90)]))
    monkeypatch.setattr(reader, "POOL", 200)
    asked: list[int] = []

    def found(rng: random.Random, count: int) -> list[reader.Whole]:
        asked.append(count)
        return [reader.Whole(np.zeros((112, 80, 3), np.uint8), NOTHING, reader.NOWHERE)] * count

    batches = reader.card_batches(tmp_path, 1, Cuts([]), found)
    kinds = np.concatenate([next(batches)[1].numpy() for _ in range(4)])
    assert min(asked) > 0
    assert 0.35 < (kinds == NOTHING).mean() < 0.7
