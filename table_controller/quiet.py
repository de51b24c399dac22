"""Which camera pictures may leave: those of a time of which later states still say that no hole card could be seen.

A picture is newer than what the screens know: it is read, sorted and judged after it was taken, and a hand may have
begun by then. So no picture is shown because the state of its moment allows it; a state well behind it has to.
"""

from table_controller.clock import SECOND
from table_controller.sources import Shot

PROOF = 3 * SECOND
"""Ns of night time by which a state must lie behind a picture to speak for it. What a source did not tell within the
inbox's patience of two seconds makes it a lost source, and that ends the quiet; fusion's sorting comes on top."""


class Quiet:
    """From when to when every state said that no hole card can be seen. The table thread tells it; anybody may ask."""

    def __init__(self) -> None:
        self._span: tuple[int, int] | None = None

    def heard(self, at: int, faceless: bool) -> None:
        """The state of night time *at*: whether no hole card can be seen."""
        since = self._span[0] if self._span else at
        self._span = (since, at) if faceless and at >= since else None

    def holds(self, at: int) -> bool:
        """Whether it has been quiet from *at* on until now."""
        return self._span is not None and self._span[0] <= at

    def vouches(self, at: int) -> bool:
        """Whether a picture of night time *at* shows no hole card, as far as anybody can know."""
        span = self._span
        return span is not None and span[0] <= at <= span[1] - PROOF


class Viewfinder:
    """The newest picture of the felt that may be shown, some seconds old. One waits for its proof, one is shown."""

    def __init__(self, quiet: Quiet) -> None:
        self._quiet = quiet
        self._waiting: Shot | None = None
        self._shown: Shot | None = None

    def look(self, newest: Shot | None) -> None:
        """After every state; *newest*: what a camera took last."""
        if self._waiting is not None and self._quiet.vouches(self._waiting.at):
            self._shown, self._waiting = self._waiting, None
        if self._waiting is None or not self._quiet.holds(self._waiting.at):
            self._waiting = newest

    def shot(self) -> Shot | None:
        """The picture that may be shown now, if any."""
        shown = self._shown
        return shown if shown is not None and self._quiet.vouches(shown.at) else None
