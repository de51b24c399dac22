"""Where there is a GPU the localiser goes on from views: what is said of one turns with it, and is learned."""

import os
import pickle
import random
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.training


@pytest.fixture(scope="module")
def views() -> Any:
    from vision.training import views
    from vision.training.decks import house_deck
    from vision.training.scenes import scene

    deck, rng = house_deck(), random.Random(11)
    return views.cut(iter([scene(rng, deck, [deck.faces[0]])]), [], rng)


def places(targets: Any, across: int) -> Any:
    """Return where in the view, in pixels, the targets *across* and the next say that something lies, of each cell."""
    from vision.training.indices import STRIDE, UNIT

    known = np.asarray(targets, np.float32)
    rows, columns = np.mgrid[: known.shape[1], : known.shape[2]] * STRIDE + STRIDE // 2
    return np.stack([columns, rows]) + known[across : across + 2] * UNIT


def test_what_is_said_of_a_view_turns_with_it(views: Any) -> None:
    import torch

    from vision.training.localiser import SIDE
    from vision.training.views import turned

    x = torch.from_numpy(views.pictures).permute(0, 3, 1, 2).float()
    y, every = turned(x, torch.from_numpy(views.targets).float())
    order = [(quarters, number) for quarters in range(4) for number in range(len(x))[quarters::4]]
    asked = [0, 0]
    for (quarters, number), picture, after in zip(order, y, every.numpy(), strict=True):
        assert picture.equal(x[number].rot90(quarters, (1, 2)))
        before = np.asarray(views.targets[number], np.float32)
        for which, (across, weight) in enumerate(((3, 9), (11, 15))):
            there = places(before, across)
            for _ in range(quarters):
                there = np.rot90(np.stack([there[1], SIDE - 1 - there[0]]), 1, (1, 2))
            known = after[weight] > 0
            assert np.abs(places(after, across) - there)[:, known].max(initial=0) < 0.1
            asked[which] += int(known.sum()) * bool(quarters)
        sign = (-1) ** quarters
        assert (after[5:9] == sign * np.rot90(before, quarters, (1, 2))[5:9]).all(), "angles are doubled"
    assert min(asked) > 50


def test_the_way_up_of_an_index_turns_too(views: Any) -> None:
    import torch

    from vision.training.views import _quarter

    targets = torch.zeros(1, 18, 2, 2)
    targets[0, 13, 0, 1] = 1.0  # its top lies to the right
    assert _quarter(targets)[0, 13:15, 0, 0].tolist() == [0, -1], "and now above"


def test_a_quarter_four_times_is_none(views: Any) -> None:
    import torch

    from vision.training.indices import UNIT
    from vision.training.views import DOWN, _quarter

    targets = torch.from_numpy(views.targets).float()
    again = targets
    for _ in range(4):
        again = _quarter(again)
    moved = [3, 4, 11, 12]
    rest = [number for number in range(targets.shape[1]) if number not in moved]
    assert again[:, rest].equal(targets[:, rest])
    assert (again - targets)[:, moved].abs().max() < 2.1 / UNIT, f"a pixel each time; {DOWN} tell it"


def test_views_are_stored_as_they_are(views: Any) -> None:
    from vision.training.views import Views

    again = Views.unpacked(np.frombuffer(views.packed() * 2, np.uint8)[: len(views.packed())])
    assert (again.pictures == views.pictures).all()
    assert (again.targets == views.targets).all()


def test_a_view_has_other_light_and_stays_a_picture() -> None:
    import torch

    from vision.training.views import tinted

    torch.manual_seed(2)
    x = torch.rand(200, 3, 16, 16) * 0.5 + 0.2
    y = tinted(x)
    unchanged = (x == y).flatten(1).all(1).float().mean()
    grey = (y[:, 0] == y[:, 1]).flatten(1).all(1).float().mean()
    assert 0 <= float(y.min()) < float(y.max()) <= 1
    assert 0.1 < unchanged < 0.4
    assert 0.02 < grey < 0.16


def test_the_localiser_goes_on_from_what_it_was_and_is_what_is_published(
    views: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    from vision.training import beside, loop, nets, stages
    from vision.training import views as module

    torch.manual_seed(0)
    (tmp_path / "before").mkdir()
    for name, net in (("localiser", nets.Localiser()), ("card", nets.CardReader()), ("index", nets.IndexReader())):
        loop.begin(net, tmp_path / f"{name}.pt")
        loop.begin(net, tmp_path / f"before/{name}.pt")
    begun = torch.load(tmp_path / "localiser.pt", weights_only=True)["average"]

    def published(half_way: bool = False) -> dict[str, Any]:
        return dict(stages.trained(tmp_path, half_way)[0].state_dict())

    def same(these: dict[str, Any], those: dict[str, Any]) -> bool:
        return all(part.equal(those[key]) for key, part in these.items())

    assert same(published(), begun)
    monkeypatch.setattr(module, "FIRST", len(views.pictures))
    monkeypatch.setattr(module, "MOST", 2 * len(views.pictures))
    monkeypatch.setattr(module, "BATCH", 4)
    pool = tmp_path / "crops-0"

    def drawn(work: Path, draw: Any, learners: int) -> Any:
        assert pickle.loads(pickle.dumps(draw)).args == (tmp_path,), "another process draws"
        pool.mkdir(exist_ok=True)
        (pool / "views-00000-00.raw").write_bytes(views.packed())
        return nullcontext(pool)

    monkeypatch.setattr(beside, "drawn", drawn)
    monkeypatch.setattr(stages, "side_by_side", lambda part: part())
    module.teach(tmp_path, 0.02, 3e-3)
    learned = torch.load(tmp_path / stages.ON_A_GPU, weights_only=True)
    assert learned["step"] > 0
    assert not list(pool.glob("*.raw")), "what was read is taken away"
    assert same(published(), learned["average"])
    assert same(published(half_way=True), learned["average"])
    assert not same(begun, learned["average"])
    monkeypatch.setattr(beside, "drawn", None)
    module.teach(tmp_path, 0.02, 3e-3)  # it has learned enough: nothing is drawn
    beside.stop(pool)
    os.utime(tmp_path / "localiser.pt", ns=(time.time_ns() + 10**9,) * 2)
    assert same(published(), begun), "it learned elsewhere since then"
    monkeypatch.setattr(loop, "spent", lambda _: 1e9)
    module.teach(tmp_path, 0.02, 3e-3)
    assert torch.load(tmp_path / stages.ON_A_GPU, weights_only=True)["step"] == 0, "it begins anew"


def test_the_localiser_stays_where_no_views_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from vision.training import beside, views

    monkeypatch.setattr(beside, "free_memory", lambda: views.WORKING + 2 * (views.PIXELS + 2 * views.TARGETS))
    assert views.room("cpu") == 2
    views.teach(tmp_path, 1.0, 3e-3)
    assert "does not go on here" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr(beside, "free_memory", lambda: views.WORKING - 1)
    assert views.room("cpu") == 0


def test_who_cannot_read_views_stops_the_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from queue import Queue

    from vision.training import beside, views

    (tmp_path / "views-00000-00.raw").write_bytes(b"x" * (views.PIXELS + 2 * views.TARGETS + 1))
    with pytest.raises(ValueError, match="size"):
        views._read(tmp_path, Queue())
    assert beside.stopped(tmp_path)


def test_who_waits_for_views_that_nobody_draws_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import beside, views

    monkeypatch.setattr(views, "MOST", 1)
    beside.stop(tmp_path)
    for pool in (tmp_path, tmp_path / "taken away"):
        with pytest.raises(SystemExit, match="nothing is drawn"):
            next(views.batches(pool, 8, "cpu"))


def test_views_are_drawn_until_enough_wait_or_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import beside, crops, views

    nothing = views.Views(np.zeros((1, *views.SHAPE), np.uint8), np.zeros((1, *views.SAID), np.float16))

    def slept(_: float) -> None:
        beside.stop(tmp_path)

    monkeypatch.setattr(crops, "scenes", lambda *_: iter([(iter([]), random.Random(n)) for n in range(9)]))
    monkeypatch.setattr(views, "cut", lambda *_: nothing)
    monkeypatch.setattr(views, "WAITING", 3)
    monkeypatch.setattr(beside.time, "sleep", slept)
    views.draw(tmp_path, tmp_path, 7)
    assert [path.name for path in sorted(tmp_path.glob("views-*"))] == [f"views-0000{n}-07.raw" for n in range(3)]
