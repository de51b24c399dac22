"""Since when a zone is at rest, and of which moments a camera may still tell: nobody waits for any other."""

from dataclasses import dataclass

REST = 20_000_000
"""Nanoseconds without motion after which a zone is at rest: two frames alike, unless the camera is very fast.

Less than the 33 ms between two frames at 30 a second: the moments of frames tremble.
"""
BEHIND = 300_000_000
"""How far behind its frame a sighting may be stamped, in ns: its zone came to rest with an earlier frame."""


def moment_of(began: int, at: int) -> int:
    """Of which moment a frame of night time *at* tells what *began* earlier.

    After a gap longer than ``BEHIND`` of its own: others were not waited for meanwhile, and night time never goes back.
    """
    return began if at - began <= BEHIND else at


@dataclass(slots=True)
class Resting:
    """One zone's rest, frame after frame."""

    since: int | None = None
    """The last frame before nothing moved and no hand was over the zone any more; None while either is."""
    known: bool = False
    """Whether it was at rest with the frame before: what shows from then on begins with the frame that shows it."""

    def frame(self, stirred: bool, at: int, before: int) -> bool:
        """Take the frame of night time *at*, the one after *before*; *stirred*: motion in the zone, or a hand over it.

        Return whether the zone is at rest.
        """
        if stirred:
            self.since = None
        elif self.since is None:
            self.since = before
        return self.since is not None and at - self.since >= REST

    def began(self, at: int) -> int:
        """Of which moment a frame of night time *at* tells what lies there: of when it came to rest, if it did."""
        return at if self.since is None else moment_of(self.since, at)

    def owed(self, at: int) -> int:
        """The earliest moment of which a frame after *at* may tell: of when it came to rest, until that is known."""
        return at if self.since is None or self.known else self.since
