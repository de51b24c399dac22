"""Further readers: crops that come to be while they learn, moved with their labels, and all are published."""

import pickle
import random
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from vision import rectify, weights
from vision.arrays import floats

pytestmark = pytest.mark.training


@pytest.fixture
def picture() -> np.ndarray:
    noise = np.random.default_rng(0).integers(0, 255, (300, 300, 3), dtype=np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (0, 0), 4), np.uint8)


def as_tensor(cut: np.ndarray) -> Any:
    import torch

    return torch.from_numpy(cut).permute(2, 0, 1)[None].float() / 255


def inner(cut: Any) -> np.ndarray:
    return np.asarray(cut)[:, 4:-4, 4:-4]


def test_an_index_that_is_moved_is_what_is_cut_out_there(picture: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from vision.training import seen_again

    by = torch.tensor([[0.03, -0.05, 0.04, -0.06]])
    monkeypatch.setattr(seen_again, "MOVED", 1.0)
    monkeypatch.setattr(torch, "randn", lambda *_, **__: by / seen_again.INDEX_BY)
    at, up, true_at, true_up = (floats(pair) for pair in ([150, 140], [8, -30], [153, 137], [6, -33]))
    cut = as_tensor(rectify.index(picture, at, up))
    x, off = seen_again.moved_indices(cut, torch.from_numpy(rectify.misplaced(at, up, true_at, true_up))[None])
    there = rectify.replaced(at, up, by[0].numpy())
    expected = as_tensor(rectify.index(picture, *there))[0]
    assert off[0].numpy() == pytest.approx(rectify.misplaced(*there, true_at, true_up), abs=1e-5)
    assert np.abs(inner(x[0]) - inner(expected)).mean() < 0.3 * np.abs(inner(cut[0]) - inner(expected)).mean()


def test_a_card_that_is_moved_is_what_is_cut_out_there(picture: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from vision.training import seen_again

    shape, aside = np.float32([[0.02, 0.01], [-0.015, -0.02]]), np.float32([0.02, -0.015])
    drawn = [torch.from_numpy(shape / seen_again.CARD_BY)[None], torch.from_numpy(aside / seen_again.CARD_ASIDE)[None]]
    monkeypatch.setattr(seen_again, "MOVED", 1.0)
    monkeypatch.setattr(torch, "randn", lambda *_, **__: drawn.pop(0))
    quad = floats([[80, 60], [190, 70], [185, 230], [75, 225]])
    true = quad + floats([[3, -2], [1, 2], [-2, 4], [2, 1]])
    known = floats((rectify.in_card(quad, true) - rectify.UNIT).reshape(1, 8))
    cut = as_tensor(rectify.whole(picture, quad))
    x, off = seen_again.moved_cards(cut, torch.from_numpy(known))
    there = rectify.on_card(quad, floats((rectify.UNIT - 0.5) @ (np.eye(2) + shape).T + 0.5 + aside))
    expected = as_tensor(rectify.whole(picture, there))[0]
    assert off[0].numpy() == pytest.approx((rectify.in_card(there, true) - rectify.UNIT).ravel(), abs=1e-4)
    assert np.abs(inner(x[0]) - inner(expected)).mean() < 0.3 * np.abs(inner(cut[0]) - inner(expected)).mean()


def test_some_crops_are_worse_and_all_stay_pictures() -> None:
    import torch

    from vision.training import seen_again

    torch.manual_seed(3)
    x = torch.rand(400, 3, 64, 48) * 0.6 + 0.2
    y = seen_again.worse(x)
    changed = (x - y).abs().mean((1, 2, 3)) > 0
    assert y.shape == x.shape
    assert 0 <= float(y.min()) < float(y.max()) <= 1
    assert 0.35 < float(changed.float().mean()) < 0.55, "a fifth each, and half of the coarse are noisy too"
    flat = torch.full((400, 3, 64, 48), 0.5)
    aside = seen_again.worse(flat)[:, :, 2:-2].mean((1, 2)) - 0.5
    assert (aside[:, 0] * aside[:, -1]).min() < -0.001, "lighter on one side, darker on the other"
    assert seen_again.worse(x[:1]).equal(x[:1])


def some(first: int, many: int) -> Any:
    from vision.training.crops import Crops

    numbers = np.arange(first, first + many)
    pictures = np.broadcast_to(numbers[:, None, None, None], (many, 8, 6, 3)).astype(np.uint8)
    return Crops(pictures, numbers[:, None].astype(np.int64), np.zeros((many, 8), np.float32))


def test_a_pool_keeps_the_newest_and_what_belongs_together() -> None:
    from vision.training import crops

    pool = crops.Pool("cpu", most=10)
    assert not pool.ready()
    pool.add(crops.SHAKEN, some(0, 4))
    assert pool.ready()
    pool.add(crops.SHAKEN, some(4, 9))
    pool.add(crops.FOUND, some(100, 2))
    pictures, labels, _ = pool.take(2000)
    assert set(labels[:, 0].tolist()) == {*range(3, 13), 100, 101}
    assert (pictures[:, 0, 0, 0].numpy() == labels[:, 0].numpy()).all()
    assert 0.45 < float((labels < 100).float().mean()) < 0.57, "0.42 of 0.82"


def test_all_learn_from_what_is_drawn_and_are_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from vision.training import card, crops, export, loop, more_readers, nets
    from vision.training.__main__ import FIRST_SETTINGS
    from vision.training.decks import house_deck
    from vision.training.scenes import scene

    deck, rng = house_deck(), random.Random(11)
    sample = scene(rng, deck, [deck.faces[0]])
    # The finder sees every card where it lies, and an index that is none.
    spot = SimpleNamespace(middle=floats([-99, -99]), up=floats([0, -9]), reach=9.0)
    found = [SimpleNamespace(quad=quad) for quad in sample.quads]
    seen = SimpleNamespace(cards=found, spots=[spot] * 9, looks=[])
    monkeypatch.setattr(crops, "search", lambda *_: seen)
    monkeypatch.setattr(crops, "_shaken", lambda one, *_: one)
    monkeypatch.setattr(crops.as_found, "covers", lambda cards, looks: [[] for _ in cards])
    monkeypatch.setattr(crops, "SEARCHED", 1.1)
    made = crops.cut(iter([sample, sample]), None, rng)  # type: ignore[arg-type]
    assert {what: set(kinds) for what, kinds in made.items()} == {
        crops.CARDS: {crops.SHAKEN, crops.FOUND},
        crops.INDICES: {crops.SHAKEN, crops.FOUND},
    }
    pool = tmp_path / "crops"
    pool.mkdir()
    monkeypatch.setattr(more_readers, "BATCH", {loop.DEVICE: {crops.CARDS: 8, crops.INDICES: 8}})
    for name in more_readers.NETWORKS:
        for what, crop in made.items():
            (pool / f"{what}-00-0000-00.pickle").write_bytes(pickle.dumps(crop))
        more_readers.learn(name, tmp_path, pool, 0.01)
        learned = torch.load(tmp_path / f"{name}.pt", weights_only=True)
        assert learned["step"] > 0
        assert all(part.isfinite().all() for part in learned["average"].values())
        assert not list(pool.glob(f"{more_readers.NETWORKS[name].cut}-*")), "what was read is taken away"
    models = tmp_path / "models"
    digests = export.export(nets.Localiser(), nets.CardReader(), nets.IndexReader(), models)
    card.write_table(models, digests, FIRST_SETTINGS)
    # All have learned: nothing is drawn any more.
    more_readers.publish(tmp_path, models, 0.01, list(more_readers.NETWORKS))
    opened = weights.load(models, 1)
    assert [one.says for one in (*opened.more_cards, *opened.more_indices)] == [(64,)] * 3 + [(23,)] * 3


def test_third_and_fourth_readers_see_a_card_in_the_light_as_in_the_dark() -> None:
    import torch

    from vision.training import nets

    torch.manual_seed(0)
    bright = torch.rand(2, 3, 112, 80) * 3 - 1
    dark = bright * 0.4 - 1.1
    for made in (nets.third_card, nets.third_index, nets.fourth_card, nets.fourth_index):
        evened = made().body[0]
        assert isinstance(evened, nets.Evened)
        assert torch.allclose(evened(bright), evened(dark), atol=0.2), "they differ by up to two"
        assert evened(bright).std() == pytest.approx(1, abs=0.1)
        assert evened(torch.full((1, 3, 8, 8), 0.7)).abs().max() < 1e-4, "of nothing nothing is made"


def test_weights_in_half_the_length_say_the_same(tmp_path: Path) -> None:
    import hashlib

    import torch

    from vision.engines import in_onnxruntime
    from vision.training import export, nets

    torch.manual_seed(0)
    net, path = nets.third_index().eval(), tmp_path / "third_index.onnx"
    assert export.export_more(net, path) == hashlib.sha256(path.read_bytes()).hexdigest()
    assert path.stat().st_size < 0.55 * 4 * sum(part.numel() for part in net.parameters())
    cuts = np.random.default_rng(0).integers(0, 255, (3, 64, 48, 3), np.uint8)
    with torch.no_grad():
        said, _ = export._Index(net)(torch.from_numpy(cuts))
    assert np.asarray(in_onnxruntime(path.read_bytes(), 1).run(cuts)[0]) == pytest.approx(said.numpy(), abs=1e-3)


def test_weights_beyond_half_the_length_stay_long() -> None:
    import onnx

    from vision.training import export

    rows = np.ones((2, export.FEW), np.float32)
    both = [onnx.numpy_helper.from_array(many * rows, name) for many, name in ((1, "short"), (1e5, "long"))]
    graph = onnx.helper.make_graph([], "weights", [], [], both)
    model = onnx.helper.make_model(graph)
    export._shorten(model)
    kept = {one.name: onnx.numpy_helper.to_array(one) for one in model.graph.initializer}
    assert {name: one.dtype for name, one in kept.items()} == {"short_short": np.float16, "long": np.float32}
    assert [node.output[0] for node in model.graph.node] == ["short"]
    assert (kept["long"] == 1e5 * rows).all()


def test_pairs_learn_one_after_the_other_and_each_of_crops_of_two_kinds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two learners of one kind would take each other's crops away."""
    from vision.training import crops, loop, more_readers

    taught: list[tuple[str, ...]] = []
    monkeypatch.setattr(more_readers, "_teach", lambda names, *_: taught.append(tuple(names)))
    monkeypatch.setattr(more_readers, "enter", lambda *_: None)
    more_readers.publish(tmp_path, tmp_path, 1.0, list(more_readers.NETWORKS))
    assert taught == list(more_readers.PAIRS)
    assert all({more_readers.NETWORKS[name].cut for name in pair} == {crops.CARDS, crops.INDICES} for pair in taught)
    taught.clear()
    more_readers.publish(tmp_path, tmp_path, 1.0, ["third_index", "second_card"])
    assert taught == [("second_card",), ("third_index",)]
    for device, names in (("cuda", tuple(more_readers.NETWORKS)), ("cpu", more_readers.ON_A_PROCESSOR)):
        monkeypatch.setattr(loop, "DEVICE", device)
        assert more_readers.taught_here() == names


def test_who_draws_is_told_what_is_wanted_and_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import beside, crops, more_readers

    told: list[Any] = []

    def drawn(work: Path, draw: Any, learners: int) -> Any:
        beside._draw(pickle.loads(pickle.dumps(draw)), tmp_path, 5)  # another process draws
        return nullcontext(tmp_path)

    monkeypatch.setattr(beside, "drawn", drawn)
    monkeypatch.setattr(crops, "draw", lambda work, finder, *rest: told.append((work, *rest)))
    monkeypatch.setattr(more_readers, "side_by_side", lambda *parts: told.append([part.args for part in parts]))
    models = weights.models_folder()
    more_readers._teach(["second_card", "second_index"], tmp_path, models, 1.5)
    assert told == [
        (tmp_path, tmp_path, 5, [crops.CARDS, crops.INDICES]),
        [(name, tmp_path, tmp_path, 1.5) for name in ("second_card", "second_index")],
    ]


def test_crops_take_a_part_of_the_memory_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import beside, crops

    assert 2**26 < beside.free_memory() < 2**46
    monkeypatch.setattr(beside, "free_memory", lambda: 10 * 3 * 80 * 112 * 700)
    assert crops._most(crops.CARDS, "cpu") == 700
    monkeypatch.setattr(beside, "free_memory", lambda: 2**50)
    assert crops._most(crops.CARDS, "cpu") == crops.MOST[crops.CARDS]


def test_who_waits_for_crops_that_nobody_draws_is_told(tmp_path: Path) -> None:
    from vision.training import beside, crops

    (tmp_path / beside.STOP).touch()
    for pool in (tmp_path, tmp_path / "taken away"):
        with pytest.raises(SystemExit, match="nothing is drawn"):
            next(crops.batches(crops.CARDS, pool, None, 8, "cpu"))


def test_who_learns_ends_where_the_pool_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import crops

    pool = tmp_path / "crops-0"
    pool.mkdir()
    cards = np.zeros((4, 112, 80, 3), np.uint8)
    held = {crops.SHAKEN: crops.Crops(cards, np.zeros((4, 1), np.int64), np.zeros((4, 8), np.float32))}
    (pool / "cards-0.pickle").write_bytes(pickle.dumps(held))
    monkeypatch.setattr(crops, "ASKED_EVERY", 2)
    shown = crops.batches(crops.CARDS, pool, None, 8, "cpu")
    next(shown)
    pool.rmdir()
    next(shown)
    with pytest.raises(SystemExit, match="nothing is drawn"):
        next(shown)


def test_only_that_is_drawn_of_which_little_lies_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import beside, crops

    both = [crops.CARDS, crops.INDICES]
    assert beside.asked(tmp_path, both, 2) == both
    for number in range(2):
        (tmp_path / f"cards-{number}.pickle").touch()
    assert beside.asked(tmp_path, both, 2) == [crops.INDICES], "nobody takes cards any more, or more slowly"
    for number in range(2):
        (tmp_path / f"indices-{number}.pickle").touch()
    monkeypatch.setattr(beside.time, "sleep", lambda _: (tmp_path / "cards-0.pickle").unlink())
    assert beside.asked(tmp_path, both, 2) == [crops.CARDS], "it waited for that"
    (tmp_path / beside.STOP).touch()
    assert beside.asked(tmp_path, both, 2) == []


def test_each_photographed_card_is_cut_out_as_often_as_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import crops
    from vision.training.photographs import Cuts, Labelled, LabelledIndex

    piece = np.zeros((90, 90, 3), np.uint8)
    cards = [Labelled(piece, floats([[5, 5], [60, 5], [60, 80], [5, 80]]), 3)] * 2
    indices = [LabelledIndex(piece, floats([40, 40]), floats([0, -20]), 4, 1)] * 5
    wanted: list[int] = []

    def none_cut(self: Cuts, rng: random.Random, many: int) -> list[Any]:
        wanted.append(many)
        return []

    monkeypatch.setattr(Cuts, "cards", none_cut)
    monkeypatch.setattr(Cuts, "indices", none_cut)
    for what in (crops.CARDS, crops.INDICES):
        assert crops.photographed(what, [*cards, *indices], random.Random(0)) is None
    assert wanted == [2 * crops.TIMES[crops.CARDS], 5 * crops.TIMES[crops.INDICES]]


def test_decks_that_measure_are_in_no_crop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import beside, crops
    from vision.training.decks import HELD_OUT, Deck

    boxes = np.zeros((4, 4), np.float32)
    every = [Deck(name, None, boxes) for name in ("house", "kde-standard", *sorted(HELD_OUT))]  # type: ignore[arg-type]
    shown: list[set[str]] = []
    many: list[Any] = []

    def any_scene(rng: Any, art: Any, printed: Any, backs: Any, extras: Any) -> None:
        shown.append({deck.name for deck in [*art, *printed]})
        many.append(extras)
        if len(shown) > 8 * crops.SCENES:
            (tmp_path / beside.STOP).touch()

    monkeypatch.setattr(crops, "load_art", lambda _: every)
    monkeypatch.setattr(crops, "load_backs", lambda _: [])
    monkeypatch.setattr(crops, "load_jokers", lambda _: ["a joker"])
    monkeypatch.setattr(crops, "pictured", lambda *_: [])
    monkeypatch.setattr(crops, "any_scene", any_scene)
    monkeypatch.setattr(crops, "pack", lambda *_: None)
    monkeypatch.setattr(crops, "unpack", lambda _: None)
    monkeypatch.setattr(crops, "cut", lambda scenes, *_: {crops.CARDS: len(list(scenes)), crops.INDICES: 0})
    crops.draw(tmp_path, None, tmp_path, 3, [crops.CARDS])  # type: ignore[arg-type]
    assert all(names == {"house", "kde-standard"} for names in shown)
    assert sum(extras is not crops.SELDOM for extras in many[: 8 * crops.SCENES]) == crops.SCENES
    assert len(list(tmp_path.glob("cards-*.pickle"))) == 9
    assert not list(tmp_path.glob("indices-*.pickle"))


def test_the_committed_table_says_what_the_code_writes() -> None:
    import tomllib

    from vision.training import more_readers

    table = tomllib.loads((weights.models_folder() / weights.TABLE).read_text("utf-8"))
    assert {name: table[name]["shape"] for name in more_readers.NETWORKS} == {
        name: one.shape for name, one in more_readers.NETWORKS.items()
    }
