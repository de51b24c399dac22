"""What is learned from comes to be beside it: whoever draws is stopped, and whoever learns is told when nobody does."""

import multiprocessing
import os
import time
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytestmark = pytest.mark.training


def test_who_draws_and_breaks_off_ends_the_learning(tmp_path: Path) -> None:
    from vision.training import beside

    def breaks(*_: object) -> None:
        raise MemoryError

    assert not beside.stopped(tmp_path)
    with pytest.raises(MemoryError):
        beside._draw(breaks, tmp_path, 0)
    assert beside.stopped(tmp_path)
    assert beside.stopped(tmp_path / "taken away")


def test_who_draws_and_is_killed_ends_the_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import beside

    context = multiprocessing.get_context("fork")

    class Drawing(context.Process):  # type: ignore[name-defined,misc]
        def __init__(self, **_: Any) -> None:
            super().__init__(target=time.sleep, args=(60,))

        def start(self) -> None:
            super().start()
            self.kill()

    monkeypatch.setattr(beside.multiprocessing, "get_context", lambda _: SimpleNamespace(Process=Drawing))
    with beside.drawn(tmp_path, lambda pool, number: None, 1) as pool:
        until = time.monotonic() + 20
        while not beside.stopped(pool):
            assert time.monotonic() < until, "nobody says that nothing is drawn any more"
            time.sleep(0.01)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("breaks", [False, True])
def test_whoever_draws_is_stopped_and_nothing_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, breaks: bool
) -> None:
    from vision.training import beside

    (tmp_path / "crops-of-a-run-that-was-killed").mkdir()
    joined: list[bool] = []
    end, of_nobody = os.pipe()

    def draw(pool: Path, number: int) -> None:
        raise AssertionError("another process does")

    class Drawing:
        def __init__(self, target: Any, args: tuple[Any, ...], daemon: bool) -> None:
            assert (target, args[0], daemon) == (beside._draw, draw, True)
            self.pool, self.pid, self.sentinel = args[1], None, end

        def start(self) -> None:
            self.pid = 1

        def join(self) -> None:
            joined.append((self.pool / beside.STOP).exists())

    monkeypatch.setattr(beside.multiprocessing, "get_context", lambda _: SimpleNamespace(Process=Drawing))
    with (
        pytest.raises(SystemExit, match="broke off") if breaks else nullcontext(),
        beside.drawn(tmp_path, draw, 1) as pool,
    ):
        assert list(tmp_path.glob("crops-*")) == [pool], "its own alone"
        if breaks:
            raise SystemExit("a part broke off")
    os.close(of_nobody)
    assert joined
    assert all(joined), "told to stop, then waited for"
    assert not list(tmp_path.iterdir())
