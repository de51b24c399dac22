"""One deck has each card once: what one camera reads in one zone, no other zone of any camera can show."""

import threading
from dataclasses import dataclass

from table_controller.records import Card, Point
from table_controller.records.observations import SightedCard
from vision.zones import apart

ONE_PLACE = 40.0
"""Millimetres within which two cameras' readings are of one card; two cards that lie apart are further apart."""
STALE = 1_000_000_000
"""Ns after which what a camera last saw no longer stands against what another sees."""


@dataclass(frozen=True, slots=True)
class _Claim:
    card: Card
    chance: float
    centre: Point


class OneDeck:
    """What the zones at rest show now, over all cameras of a table; any thread may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._claims: dict[tuple[str, str], tuple[_Claim, ...]] = {}
        self._looked: dict[str, int] = {}

    def looks(self, source: str, at: int) -> None:
        """Camera *source* sees the table at night time *at*: what it claims stands."""
        with self._lock:
            self._looked[source] = at

    def claim(self, source: str, zone: str, cards: tuple[SightedCard, ...]) -> None:
        """*zone* is at rest and shows *cards*; none where it moves, is hidden or is being read anew."""
        claims = tuple(_Claim(card.card, card.confidence, card.centre) for card in cards if card.card is not None)
        with self._lock:
            self._claims[source, zone] = claims

    def unlikely(self, source: str, zone: str, at: int) -> frozenset[Card]:
        """The cards read in *zone* that another zone shows more surely, in another place."""
        mine_at = source, zone
        with self._lock:
            mine = self._claims.get(mine_at, ())
            if not mine:
                return frozenset()
            others = [
                (claim, key)
                for key, claims in self._claims.items()
                if key != mine_at and at - self._looked.get(key[0], at) <= STALE
                for claim in claims
            ]
        return frozenset(
            claim.card
            for claim in mine
            for other, key in others
            if other.card == claim.card
            and apart(other.centre, claim.centre) > ONE_PLACE
            and (other.chance, key) > (claim.chance, mine_at)
        )
