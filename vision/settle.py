"""From distributions to readings: one deck has each card once, and what is no card of it is told apart."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table_controller.records import DECK, Face
from vision.arrays import Field, floats
from vision.kinds import UNPLAYED, telling
from vision.localise import Found, holds, overlap, part_of
from vision.names import BACK, CUT_CARD, JOKER, NOTHING
from vision.pictured import face_down
from vision.reading import Corners, SeenCard, SeenOther
from vision.sizes import PRINTED, alike, length, printed_on, size, usual_length
from vision.weights import Settings

ALIKE, AS_LARGE = 1.6, 1.35
"""By which factor an outline may differ in length from the cards that were read; or in size, for aslant a card that
lies across the view is up to twice as long as one along it, but hardly larger."""
UNUSUAL = 0.95
"""A name this sure is believed in an outline of any size: in 130 pictures all six such names were right."""
BACKS_ALIKE, MATES_ALIKE = 0.45, 0.9
"""Patterns on backs look like more backs: these may overlap less than faces; not so where two were told apart."""
SHIFTED = 0.5
"""What overlaps a read card by more and says nothing sure is that card's outline, a little off."""
IN_PLACE = 0.75
"""From which overlap on a card that only an index shows lies where another one does; hole cards overlap by less."""
CLOTH = 0.5
"""What is so likely nothing is no back, however much the localiser takes it for one."""
TWICE = 0.25
"""Two outlines that overlap by more and are read as the same card are that card, found twice."""
PLAYED = 0.97
"""How sure it must be that a card that is played is a joker: of one that is less so nobody can tell what it is.

Of 142 that were surer than 95 % in scenes to calibrate with one was a queen, of 105 surer than this none."""
OTHERS = {JOKER: "joker", CUT_CARD: "cut_card"}


@dataclass(frozen=True, slots=True)
class Settled:
    """The cards of the deck, named or not, and jokers and cut cards."""

    cards: tuple[SeenCard, ...]
    other: tuple[SeenOther, ...]

    @property
    def played(self) -> tuple[SeenCard, ...]:
        """Return what lies there as a card: a joker that came among the cards is one, without a name."""
        jokers = (one for one in self.other if one.kind == OTHERS[JOKER])
        return (*self.cards, *map(_as_played, jokers))


@dataclass(frozen=True, slots=True)
class Sure:
    """How likely a name must be, and that something is a joker, a cut card, face down, or a face without a name."""

    card: float
    joker: float
    cut_card: float
    back: float = 0.5
    face: float = 0.5

    @classmethod
    def of(cls, settings: Settings) -> "Sure":
        """Return what *settings* ask for."""
        return cls(settings.sure, settings.joker_sure, settings.cut_card_sure, settings.back_sure, settings.face_sure)

    def other(self, kind: int) -> float:
        """Return how likely a kind of OTHERS must be."""
        return self.joker if kind == JOKER else self.cut_card


def _as_played(joker: SeenOther) -> SeenCard:
    return SeenCard(joker.quad, None, Face.UP, joker.confidence, (0.0,) * 52, joker.confidence >= PLAYED)


class _Table:
    """What is known so far, the surest first."""

    def __init__(self, sure: Sure, view: Field | None = None) -> None:
        """*view*: the picture's outline, where it is known."""
        self.sure, self._view = sure, view
        self.named: dict[int, Field] = {}
        self.backs: list[Field] = []
        self.others: list[tuple[int, Field]] = []

    def card(self, found: Found, chances: Field) -> SeenCard | SeenOther | None:
        """Return what *found* is after all that is known; None where it is nothing, or something known already."""
        quad, (kind, chance) = found.quad, likeliest(chances)
        if kind == NOTHING or (chance < self.sure.card and self._on_read(quad)):
            return None
        if kind in OTHERS and chance >= self.sure.other(kind):
            return self._other(quad, kind, chance)
        if kind == CUT_CARD:
            return None
        if kind == BACK:
            return self._back(found, chance, chances)
        if kind == JOKER:
            there = chances[JOKER] + chances[:BACK].sum() >= self.sure.face
            return SeenCard(corners(quad), None, Face.UP, chance, _spread(chances)) if there else None
        return self._face(quad, kind, chance, chances)

    def _on_read(self, quad: Field) -> bool:
        """Whether *quad* is the outline of a read card, a little off, or shows at the picture's edge nothing but it."""
        if _on_any(quad, self.named.values(), SHIFTED):
            return True
        shown = _rest_of(quad, self._view)
        return shown is not None and any(part_of(shown, read) > PRINTED for read in self.named.values())

    def _face(self, quad: Field, kind: int, chance: float, chances: Field) -> SeenCard | None:
        twice = kind in self.named and overlap(self.named[kind], quad) > TWICE
        if twice or chances[:BACK].sum() < self.sure.face:
            return None
        read = chance >= self.sure.card and kind not in self.named
        if read:
            self.named[kind] = quad
        return SeenCard(corners(quad), DECK[kind] if read else None, Face.UP, chance, _spread(chances))

    def _back(self, found: Found, chance: float, chances: Field) -> SeenCard | None:
        if chance < self.sure.back or _on_any(found.quad, self.backs, MATES_ALIKE if found.mate else BACKS_ALIKE):
            return None
        self.backs.append(found.quad)
        return SeenCard(corners(found.quad), None, Face.DOWN, chance, _spread(chances))

    def _other(self, quad: Field, kind: int, chance: float) -> SeenOther | None:
        if _on_any(quad, (at for known, at in self.others if known == kind), TWICE):
            return None
        self.others.append((kind, quad))
        return SeenOther(OTHERS[kind], corners(quad), chance)


def likeliest(chances: Field) -> tuple[int, float]:
    """Return the likeliest class of a distribution (56,) and its chance; a name where a face is likelier than all else.

    That may be so of a face of which no single name is.
    """
    kind = UNPLAYED[int(chances[list(UNPLAYED)].argmax())]
    name = int(chances[:BACK].argmax())
    chosen = name if chances[:BACK].sum() >= chances[kind] else kind
    return chosen, float(chances[chosen])


def settle(
    found: list[Found], chances: Field, sure: Sure, card_long: float | None = None, view: Field | None = None
) -> Settled:
    """Turn distributions (n, 56) into readings; where one card is read twice the less sure reading is a misread.

    *card_long* in pixels where the camera is calibrated; without it the cards that are read say how long cards are, or
    else those surely face down. *view* (4, 2): the picture's outline.
    """
    known = [card_long] * 2 if card_long else [_usual(found, chances, sure.card, of) for of in (length, size)]
    table, kept, enough = _Table(sure, view), {}, max(sure.card, UNUSUAL)
    pictures = on_backs(found, chances)
    for number in (int(n) for n in np.argsort(-chances.max(1)) if n not in pictures):
        # A card that only its index betrays has a guessed outline, which must not keep a sure name from being told.
        if chances[number, :BACK].max() >= enough or _alike(found[number], *known):
            kept[number] = table.card(found[number], chances[number])
    seen = [kept[number] for number in sorted(kept.keys() - _doubled(found, kept))]
    return Settled(
        tuple(one for one in seen if isinstance(one, SeenCard)),
        tuple(one for one in seen if isinstance(one, SeenOther)),
    )


def _doubled(found: list[Found], kept: Mapping[int, SeenCard | SeenOther | None]) -> set[int]:
    """Return the numbers of cards nobody can name that but an index made, in the place of one that was seen.

    An index that contradicts the others of its card makes one; it is no evidence of a second card.
    """
    faces = {n: one for n, one in kept.items() if isinstance(one, SeenCard) and one.face is Face.UP}
    lone = {n for n, one in faces.items() if found[n].placed < 1 and one.card is None}
    return {n for n in lone if any(overlap(found[n].quad, found[m].quad) > IN_PLACE for m in faces.keys() - lone)}


def on_backs(found: list[Found], chances: Field) -> set[int]:
    """Return the numbers of the faces that are but pictures on cards face down; on a patterned cloth they are none.

    From afar that looks like large backs to the localiser; that it is nothing is told as soon as kinds are.
    """
    backs = [found[n] for n in face_down(found, chances) if chances[n, NOTHING] < CLOTH]
    faces = [n for n, row in enumerate(chances) if likeliest(row)[0] < BACK]
    return {n for n in faces if any(printed_on(found[n], back) for back in backs)}


def _rest_of(quad: Field, view: Field | None) -> Field | None:
    """Return what shows of *quad* in *view* where its middle lies beyond the edge, so that most of it is but guessed.

    Of a card whose middle shows more is seen: it may lie on another and be one nobody can name.
    """
    if view is None or holds(view, quad.mean(0)):
        return None
    area, shown = cv2.intersectConvexConvex(quad, view)
    return floats(shown).reshape(-1, 2) if area else None


def _on_any(quad: Field, others: Iterable[Field], share: float) -> bool:
    return any(overlap(quad, other) > share for other in others)


def _spread(chances: Field) -> tuple[float, ...]:
    return tuple(float(p) for p in chances[:BACK])


def _alike(card: Found, long: float, large: float) -> bool:
    """Whether *card* is about as long as cards are, or as *large*: that is how long one of that size is from above."""
    return alike(length(card), long, ALIKE) or alike(size(card), large, AS_LARGE)


def _usual(found: Sequence[Found], chances: Field, sure: float, of: Callable[[Found], float]) -> float:
    """Return how long the cards that are surely read are, or else those likely read or surely face down.

    Or how large, as *of* says.

    Without any it is what most outlines agree on, be it the table's own: seen from above it may look like a card.
    """
    known = telling(chances, chances[:, :BACK].max(1, initial=0) >= sure)
    known = known if known.any() else chances[:, NOTHING] < 0.5
    return usual_length([card for card, counts in zip(found, known, strict=True) if counts], of)


def corners(quad: Field) -> Corners:
    """Return an outline (4, 2) as plain numbers."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d
