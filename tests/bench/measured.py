"""What a benchmark found: rows of one table, printed for people and written into a page between two marks."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; *kept* is None where the specification sets no limit."""

    what: str
    found: str
    limit: str = ""
    kept: bool | None = None

    @property
    def verdict(self) -> str:
        """Whether the limit was kept, in words."""
        return "" if self.kept is None else "kept" if self.kept else "NOT kept"


def wall(work: Callable[[], object], rounds: int) -> float:
    """Return the median of the seconds that *work* takes, once it is warm."""
    return _median(time.perf_counter, work, rounds)


def cpu(work: Callable[[], object], rounds: int) -> float:
    """Return the median of the CPU seconds of the whole process that *work* takes, once it is warm."""
    return _median(time.process_time, work, rounds)


def _median(clock: Callable[[], float], work: Callable[[], object], rounds: int) -> float:
    work()
    times = []
    for _ in range(rounds):
        began = clock()
        work()
        times.append(clock() - began)
    return statistics.median(times)


def printed(rows: Sequence[Row]) -> str:
    """The table for a terminal."""
    widths = [max(len(part) for part in parts) for parts in zip(*_cells(rows), strict=True)]
    lines = (f"{a:{widths[0]}}  {d:8}  {c:>{widths[2]}}  {b}" for a, b, c, d in _cells(rows))
    return "\n".join(line.rstrip() for line in lines)


def paged(rows: Sequence[Row], about: str) -> str:
    """The table for a page, *about* in front of it."""
    cells = (
        f"| {'… ' if row.what[0] == ' ' else ''}{row.what.strip()} | {row.found} | {row.limit} | {row.verdict} |"
        for row in rows
    )
    return "\n".join((about, "", "| what | found | limit | |", "|---|---|---|---|", *cells))


def _cells(rows: Sequence[Row]) -> list[tuple[str, str, str, str]]:
    return [(row.what, row.found, row.limit, row.verdict) for row in rows]
