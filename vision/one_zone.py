"""One zone in one camera, frame after frame: read when it changed and came to rest, not while a hand is over it.

Several looks at a zone at rest vote (``jury.py``), and no card lies in two places (``deck.py``).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from table_controller.records import Face, ZoneKind
from table_controller.records.observations import (
    CardSighting,
    ChipSighting,
    HandOverZone,
    Observation,
    SightedCard,
    ViewBlocked,
)
from vision.arrays import Picture
from vision.deck import OneDeck
from vision.gate import Mask, changed, part_changed
from vision.jury import Jury
from vision.lying import only_cards
from vision.news import differs
from vision.patch import patch
from vision.sights import Sights, in_order
from vision.untouched import left_out, with_untouched
from vision.zone_state import ZoneState
from vision.zones import CARD_KINDS, View, ZoneView

APART = 90_000_000
"""Ns between two looks at a zone at rest: at once the same noise and the same flicker of the lamp would vote twice."""
AGAIN = 3
"""How often a zone at rest is read at most, while a card in it is not surely read."""
CREEPING = 100_000_000
"""Ns between two comparisons of a zone in which nothing moves with how it was read: what creeps in is found so."""
OFTEN, SELDOM = 5, 1_000_000_000
"""So often without a hand over it a zone that looks other is read at once; from then on once in so many ns."""
OPEN = frozenset({ZoneKind.BOARD, ZoneKind.BURN})
"""Where nobody holds a card: one that is no longer seen has gone only if its place looks like bare felt again."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A frame that can be believed, of night time *at*; *small* is its quarter, *hands* where hands are in that.

    *before*: when the frame before it was taken.
    """

    frame: Picture
    small: Picture
    hands: Mask
    at: int
    before: int


class OneZone:
    """What one camera sees in one zone, and what it says of it."""

    def __init__(self, view: View, zone: ZoneView, sights: Sights, deck: OneDeck) -> None:
        """*deck* is shared by all zones of all cameras of the table."""
        self.name, self.reads = zone.zone.name, 0
        self._view, self._zone, self._sights, self._deck = view, zone, sights, deck
        self._source, self._of_cards = view.camera.name, zone.zone.kind in CARD_KINDS
        self._state = ZoneState(jury=Jury(sights.sure))

    @property
    def settled(self) -> bool:
        """Whether nobody waits for another frame of it."""
        return self._state.settled

    def owed(self, at: int) -> int:
        """The earliest moment of which a frame after *at* may tell."""
        return self._state.rest.owed(at)

    def in_the_way(self, at: int) -> bool:
        """Whether something that is no card lies there across the felt's edge, for good at night time *at*."""
        return self._state.lying.in_the_way(at)

    def afresh(self) -> None:
        """It is to be told once more: for a while nobody saw it, and it may no longer be so."""
        self._state.unsaid = True

    def look(self, shown: Shown, moved: bool, covered: bool) -> list[Observation]:
        """Take a frame in which something in the zone *moved*, or is *covered* by a hand, or not; say what is new.

        What its cards are is kept until `news` asks all zones.
        """
        said: list[Observation] = []
        reason = self._sights.hidden(self._zone, shown.at)
        try:
            if reason is None:
                for one in self._seen(shown, moved, self._hand(shown, moved, covered)):
                    said.append(one)  # at once: what a zone says before it fails is said
        except Exception as error:  # whatever it is, what other zones said and will say counts
            reason = self._sights.give_up(self._zone, error, shown.at)
        return said if reason is None else [*said, *self.block(reason, shown.at)]

    def news(self, at: int) -> list[Observation]:
        """What the zone at rest shows, where that is news: a card that another zone shows more surely is unread.

        It is read again once the other zone no longer shows it.
        """
        state, said = self._state, list[Observation]()
        if not state.rest.known:
            return said
        if not self._of_cards:
            return [self._chips(at)] if state.unsaid else said
        elsewhere = self._deck.unlikely(self._source, self.name, at)
        cards = tuple(replace(card, card=None) if card.card in elsewhere else card for card in state.read)
        if state.unsaid or differs(state.told, cards):
            state.told, state.unsaid = cards, False
            said.append(self._sighting(cards, at if state.since is None else state.since))
        state.since = None
        return said

    def block(self, reason: str, at: int) -> list[Observation]:
        """What it shows cannot be told for that *reason*, and what was seen of it is believed no more."""
        state = self._state
        if state.blocked:
            return []
        self._state = ZoneState(
            blocked=True,
            hand=state.hand,
            told=state.told,
            chips=state.chips,
            unsaid=True,
            jury=Jury(self._sights.sure),
            cover=state.cover,
        )
        self._deck.claim(self._source, self.name, ())
        return [ViewBlocked(at=at, source=self._source, zone=self.name, blocked=True, reason=reason)]

    def _hand(self, shown: Shown, moved: bool, covered: bool) -> bool:
        """Whether there is a hand over the zone, where it is *covered*: not where that is cards that lie still."""
        if not self._of_cards:
            return covered
        lying, there = self._state.lying, shown.hands[self._zone.small] & self._zone.mask
        if lying.due(covered and not moved, there, shown.at):
            seen = self._sights.glance(self._zone, shown.frame, shown.at)
            lying.cards = there if only_cards(self._view, self._zone, there, seen) else None
        return covered and lying.cards is None

    def _seen(self, shown: Shown, moved: bool, hand: bool) -> Iterator[Observation]:
        state, at = self._state, shown.at
        if state.blocked:
            state.blocked, state.opened = False, at
            yield ViewBlocked(at=at, source=self._source, zone=self.name, blocked=False)
        if moved:
            state.left, state.compared = AGAIN, None
        withdrawn = state.hand and not hand and self._of_cards
        state.touched = state.touched or withdrawn
        if hand != state.hand:
            state.hand, state.paid = hand, at
            yield HandOverZone(at=at, source=self._source, zone=self.name, present=hand)
        at_rest = state.rest.frame(moved or hand, at, shown.before)
        # What a hand leaves behind is most often what the next frame repeats: it is read ahead, and told only then.
        ahead = withdrawn and moved and at - state.looked_at >= APART and self._forgotten(shown)
        read = ahead or (at_rest and self._worth_reading(shown))
        if read:
            yield from self._read(shown)
        elif at_rest and not state.rest.known and state.since is not None:
            state.since = state.began(at)  # read ahead, it came to rest only now
        if read or at_rest != state.rest.known:
            state.rest.known = at_rest
            self._deck.claim(self._source, self.name, state.claims if at_rest else ())

    def _forgotten(self, shown: Shown) -> bool:
        """Whether it is not known how the zone looked when it was read; no more, if it looks other than that now."""
        state, now = self._state, shown.small[self._zone.small]
        if state.reference is not None and part_changed(changed(state.reference, now), self._zone):
            state.outdated = True
        return state.outdated

    def _worth_reading(self, shown: Shown) -> bool:
        """Whether the zone differs from how it was read, or another look may tell more."""
        state, at = self._state, shown.at
        if not state.outdated and (state.compared is None or at - state.compared >= CREEPING):
            state.compared = at
            self._forgotten(shown)
        if state.outdated:
            # What changes again and again without a hand is light, or a camera that sways: it must not cost a core.
            return state.paid - at < OFTEN * SELDOM
        again = (state.patched and state.rest.known) or state.doubted or state.puzzling or state.cover.overdue(at)
        # A quarter of the frame hardly shows a club that was a spade; hands that come and go must not cost a core.
        # What came to rest elsewhere with this frame does not wait for that: the next frame shows the same.
        touched = state.touched and state.rest.known
        return at - state.looked_at >= (APART if again else SELDOM) and (again or touched)

    def _read(self, shown: Shown) -> list[Observation]:
        """Read the zone's part of the frame; say its chips if they are news, keep its cards for `news`."""
        self.reads += 1
        state = self._state
        now, since = shown.small[self._zone.small].copy(), self._looks_anew(shown.at)
        changes = None if state.reference is None else changed(state.reference, now)
        if self._of_cards:
            state.read, state.since = self._cards(shown, changes), since
            said = self._with_covered(now, shown.at)
        else:
            said = self._chips_if_news(shown, changes, since)
        state.outdated, state.reference = False, now
        return said

    def _chips_if_news(self, shown: Shown, changes: Mask | None, since: int) -> list[Observation]:
        """Look at the zone's chips, which lie so *since* then; those that no *changes* touched are still there."""
        state, chips = self._state, self._sights.chips(self._zone, shown.frame, shown.at)
        if changes is not None and state.chips is not None:
            chips = with_untouched(self._view, self._zone, changes, state.chips, chips)
        news, state.chips = state.unsaid or differs(state.chips, chips), chips
        return [self._chips(since)] if news else []

    def _looks_anew(self, at: int) -> int:
        """The zone is looked at, for the first time since it changed or once more; return since when it lies so."""
        state, since = self._state, at
        anew = state.outdated or state.touched
        if anew and state.left == AGAIN and not state.rest.known:
            # What lies there came to lie there when the zone came to rest; a second look tells of its own time.
            since = state.began(at)
        if state.outdated:
            state.paid = max(state.paid, at) + SELDOM
        if anew or state.patched:
            state.left = AGAIN
            state.jury.clear()
        state.left, state.looked_at, state.touched = state.left - 1, at, False
        return since

    def _with_covered(self, now: Picture, at: int) -> list[Observation]:
        """Keep what is covered beside what was read in the zone that looks like *now*, unless the reader failed."""
        state, reason = self._state, self._sights.hidden(self._zone, at)
        if reason is not None:
            return self.block(reason, at)
        if self._zone.zone.kind in OPEN:
            state.covered = state.cover.under(self._view, self._zone, now, state.told or (), state.read, at)
            state.read = in_order((*state.read, *state.covered))
        return []

    def _cards(self, shown: Shown, changes: Mask | None) -> tuple[SightedCard, ...]:
        """The zone's cards: of one that looks other than it did by the *changes* alone, where that settles it.

        Else by all of it, as it is looked at in any case once that was told.
        """
        state, at = self._state, shown.at
        seen = part = None
        if state.outdated and changes is not None:
            part = patch(self._view, self._zone, changes, state.read)
        if part is not None:
            seen = self._sights.patched(self._zone, shown.frame, part, at)
        state.patched = seen is not None
        if seen is None and self._sights.hidden(self._zone, at) is None:
            seen = self._seen_at_rest(shown, changes)
        return seen or ()

    def _seen_at_rest(self, shown: Shown, changes: Mask | None) -> tuple[SightedCard, ...]:
        """All of the zone's cards as the looks at it see them, and what these miss where nothing changed.

        A back that one look misses counts if another look has it: of two that touch a look may have but one.
        """
        look = partial(self._sights.cards, self._zone, shown.frame, self._state.jury, shown.at)
        seen = look()
        if changes is None:
            return seen
        known = tuple(card for card in self._state.read if card not in self._state.covered)
        miss = partial(left_out, self._view, self._zone, changes, known)
        missed = miss(seen)
        if any(card.face is Face.DOWN for card in missed):
            seen = look(turned=True)
            missed = miss(seen)
        return in_order((*seen, *(card for card in missed if card.card is not None)))

    def _sighting(self, cards: tuple[SightedCard, ...], at: int) -> CardSighting:
        sure = min((card.confidence for card in cards), default=1.0)
        return CardSighting(at=at, source=self._source, confidence=sure, zone=self.name, cards=cards)

    def _chips(self, at: int) -> ChipSighting:
        """Say what chips were found in the zone."""
        self._state.unsaid, chips = False, self._state.chips or ()
        sure = min((chip.confidence for chip in chips), default=1.0)
        return ChipSighting(at=at, source=self._source, confidence=sure, zone=self.name, chips=chips)
