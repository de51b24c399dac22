"""What one camera knows of one zone from frame to frame."""

from dataclasses import dataclass, field, replace

from table_controller.records.observations import SightedCard, SightedChips
from vision.arrays import Picture
from vision.cover import Cover
from vision.jury import Jury
from vision.lying import Lying
from vision.news import unsure
from vision.resting import Resting


@dataclass(slots=True)
class ZoneState:
    """What is known of a zone: since when it is still, how it looked when last read, what was told."""

    rest: Resting = field(default_factory=Resting)
    reference: Picture | None = None
    outdated: bool = True
    """Whether it looks other than when it was read."""
    paid: int = 0
    """The night time that its readings since the last hand have used up, one ``SELDOM`` each: far ahead of the clock
    where something changes again and again."""
    patched: bool = False
    """Whether only what had changed was looked at when it was read."""
    hand: bool = False
    touched: bool = False
    """Whether a hand was over it since it was read: a card may be exchanged for one that looks like it from afar."""
    lying: Lying = field(default_factory=Lying)
    blocked: bool = False
    opened: int = 0
    """When it was last seen again after it was blocked: nothing it shows is told of an earlier moment."""
    left: int = 0
    told: tuple[SightedCard, ...] | None = None
    chips: tuple[SightedChips, ...] | None = None
    """What was told of a zone of cards, or of one of chips; None before that."""
    unsaid: bool = False
    """Whether what was told is no longer believed, for a while nobody saw it: then it is told again as it lies."""
    jury: Jury = field(default_factory=lambda: Jury(1.0))
    cover: Cover = field(default_factory=Cover)
    read: tuple[SightedCard, ...] = ()
    """What was read, before other zones had their say."""
    covered: tuple[SightedCard, ...] = ()
    """Those of them that are not seen but covered."""
    looked_at: int = 0
    compared: int | None = None
    """When it was last compared with how it was read; None where something moved since."""
    since: int | None = None
    """When what was read came to lie there, of what was read ahead when it was read; None once that is told."""

    def began(self, at: int) -> int:
        """Of which moment a frame of night time *at* tells what lies there, ``Resting.began``."""
        return max(self.opened, self.rest.began(at))

    @property
    def claims(self) -> tuple[SightedCard, ...]:
        """What the zone shows: a card that is covered gives way to one that another zone sees, however surely."""
        return tuple(replace(card, confidence=0.0) if card in self.covered else card for card in self.read)

    @property
    def settled(self) -> bool:
        """Whether nobody waits for another frame of it."""
        waits = self.patched or self.touched or self.doubted or self.puzzling
        return self.blocked or (self.rest.known and not waits)

    @property
    def doubted(self) -> bool:
        """Whether another look may tell more of what is not surely read."""
        return self.left > 0 and unsure(self.read)

    @property
    def puzzling(self) -> bool:
        """Whether another look may find a card that was told and where something else seems to lie."""
        return self.left > 0 and self.cover.since is not None
