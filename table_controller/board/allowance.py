"""How often a board may be lost and found again in the journal, whoever or whatever is at the other end."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from table_controller.records.observations import Observation, SourceLost, SourceRestored

BURST, PACE = 256, 5_000_000_000
"""So many losses may be written at once, and one more each so many ns: no board comes near, a hostile one is held."""


class Allowance:
    """Lets losses through while there is room, and counts the others; presses and tags always pass.

    What was held back and is still lost is written when there is room; how many were not is said with the next. The
    board itself and all its inputs and antennas have room of their own: a bad reader does not hide the board.
    """

    def __init__(self, board: str) -> None:
        self._board, self._filled = board, 0
        self._left = {True: BURST, False: BURST}
        """For the board itself, and for its parts."""
        self._written: set[str] = set()
        """The sources that are lost by what was written."""
        self._held: dict[str, SourceLost] = {}
        """Those that are lost, and it was not written."""
        self._unwritten: dict[str, int] = {}

    def through(self, said: Iterable[Observation], at: int) -> Iterator[Observation]:
        """What of *said* is to be written, at night time *at* (ns), and what had to wait until now."""
        self._fill(at)
        for one in said:
            if isinstance(one, SourceLost):
                yield from self._lost(one)
            elif isinstance(one, SourceRestored):
                yield from self._restored(one)
            else:
                yield one
        yield from self._late(at)

    def _fill(self, at: int) -> None:
        more = (at - self._filled) // PACE
        if more > 0:
            self._left = {whole: min(BURST, left + more) for whole, left in self._left.items()}
            self._filled += more * PACE

    def _spend(self, source: str) -> bool:
        """Whether there was room for a loss of *source*."""
        whole = source == self._board
        self._left[whole] -= (room := self._left[whole] > 0)
        return room

    def _lost(self, lost: SourceLost) -> Iterator[Observation]:
        if not self._spend(lost.source):
            self._held[lost.source] = lost
            self._unwritten[lost.source] = self._unwritten.get(lost.source, 0) + 1
            return
        self._held.pop(lost.source, None)
        self._written.add(lost.source)
        more = self._unwritten.pop(lost.source, 0)
        yield replace(lost, reason=f"{lost.reason}; {more} more were not written") if more else lost

    def _restored(self, back: SourceRestored) -> Iterator[Observation]:
        self._held.pop(back.source, None)
        if back.source in self._written:
            self._written.discard(back.source)
            yield back

    def _late(self, at: int) -> Iterator[Observation]:
        """Say of a source what was not written: it is lost still, or it was and is back."""
        for source in tuple(self._unwritten):
            if not self._spend(source):
                continue
            held, more = self._held.pop(source, None), self._unwritten.pop(source)
            if held is not None:
                self._written.add(source)
                yield replace(held, at=at, reason=f"{held.reason}; {more - 1} more were not written")
            else:
                yield SourceLost(at=at, source=source, reason=f"lost so often that {more} times were not written")
                yield SourceRestored(at=at, source=source)
