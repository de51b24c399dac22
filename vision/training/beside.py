"""What is learned from while other processes draw it: a folder of its own for each learning, which they fill."""

import multiprocessing
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import connection
from pathlib import Path
from threading import Thread

import torch

STOP = "stop"
"""The file in a pool that ends the drawing."""
MOST_DRAW, TO_DRAW = 14, 3 * 2**30
"""How many processes draw at most, and for how many bytes of free memory there is one: each holds a gigabyte, and most
of the memory is for what they draw."""
Draw = Callable[[Path, int], None]
"""Draws into a pool until that is stopped; the number tells those who draw side by side apart."""


@contextmanager
def drawn(work: Path, draw: Draw, learners: int) -> Iterator[Path]:
    """Yield a pool below *work* which other processes fill: each does *draw*, and a core is left to each learner.

    All are stopped in the end, and as soon as one of them is gone.
    """
    # A folder of its own each time: who is left over from a run that was killed finds his gone, and ends.
    for left in work.glob("crops-*"):
        shutil.rmtree(left, ignore_errors=True)
    pool, cores = Path(tempfile.mkdtemp(prefix="crops-", dir=work)), len(os.sched_getaffinity(0))
    context = multiprocessing.get_context("spawn")
    numbers = range(max(1, min(MOST_DRAW, cores - learners, free_memory() // TO_DRAW)))
    drawing = [context.Process(target=_draw, args=(draw, pool, number), daemon=True) for number in numbers]
    try:
        for process in drawing:
            process.start()
        ends = [process.sentinel for process in drawing]
        Thread(target=_stop_with, args=(ends, pool), daemon=True).start()
        yield pool
    finally:
        stop(pool)
        for process in (one for one in drawing if one.pid is not None):
            process.join()
        shutil.rmtree(pool, ignore_errors=True)  # a learner may be taking a file away


def _draw(draw: Draw, pool: Path, number: int) -> None:
    try:
        draw(pool, number)
    finally:  # who breaks off ends the learning, which goes on the next time
        stop(pool)


def stop(pool: Path) -> None:
    """Say in *pool* that drawing is over."""
    with suppress(FileNotFoundError):  # another run took the folder away: whoever looks for it ends as well
        (pool / STOP).touch()


def _stop_with(ends: Sequence[int], pool: Path) -> None:
    """Say stop in *pool* as soon as one of those who draw is gone, killed too; *ends*: what is ready then."""
    connection.wait(ends)
    stop(pool)


def stopped(pool: Path) -> bool:
    """Whether drawing for *pool* is over, or whoever draws here is left alone."""
    parent = multiprocessing.parent_process()
    return (pool / STOP).exists() or not pool.is_dir() or (parent is not None and not parent.is_alive())


def asked(pool: Path, wanted: Collection[str], most: int) -> list[str]:
    """Return of which of all *wanted* fewer than *most* files lie unread in *pool*, waiting while there are none such.

    Nothing where that is stopped.
    """
    while not stopped(pool):
        few = [what for what in wanted if len(list(pool.glob(f"{what}-*"))) < most]
        if few:
            return few
        time.sleep(0.2)
    return []


def free(device: str) -> int:
    """Return how many bytes of a device's memory are free."""
    return int(torch.cuda.mem_get_info()[0]) if device == "cuda" else free_memory()


def free_memory() -> int:
    """Return how many bytes of the machine's memory are free, or are when they are needed."""
    lines = (line.split() for line in Path("/proc/meminfo").read_text("utf-8").splitlines())
    return next(int(line[1]) for line in lines if line[0] == "MemAvailable:") * 1024
