"""What a recording does not show: who reads its incidents alone would take that for time without any."""

from datetime import timedelta

from table_controller.clock import SECOND


class Unseen:
    """Stretches of one recording, added in their order; ``str`` of it is a line about them."""

    def __init__(self) -> None:
        self.places = 0
        self._ns = self._until = 0
        self._first = ""

    def add(self, since: int, until: int, why: str) -> None:
        """From *since* to *until*, night times in ns, nobody saw the felt; a part of it may have been added."""
        if since > self._until or not self.places:
            self.places += 1
            self._first = self._first or f"from {timedelta(seconds=since // SECOND)} on ({why})"
        self._ns += until - max(since, self._until)
        self._until = until

    def __str__(self) -> str:
        """What nobody saw, in all, and where first."""
        where = self._first if self.places == 1 else f"in {self.places} places, first {self._first}"
        return f"{self._ns / SECOND:.1f} s were not seen, {where}: what was done then it does not show"
