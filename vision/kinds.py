"""What lies there where no name is sure: nothing, a card face down, a joker, a cut card, or a face that stays open.

The picture of a card alone does not tell: a felt's pattern looks like a back, and so does a cut card. It is told
together by what the readers say, what the localiser saw, how long cards are, what lies around the outline, and how much
it looks like the surest back of the picture, for a deck has one: a regression, fitted where the truth is known
(vision/training/kinds.py).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, floats
from vision.localise import Found, overlap, part_of
from vision.names import BACK, CLASSES, CUT_CARD, JOKER, NOTHING
from vision.pictured import SURELY_BACK
from vision.rectify import around, covered
from vision.sizes import length, size, usual_length
from vision.sureness import odds

UNPLAYED = (NOTHING, BACK, JOKER, CUT_CARD)
FACE = len(UNPLAYED)
KINDS = (*(CLASSES[kind] for kind in UNPLAYED), "face")
ASPECTS = (
    *(f"whole_{kind}" for kind in KINDS),  # what the picture of the whole card says
    *KINDS,  # and all opinions together
    "score",  # how sure the localiser is of the outline
    "down",  # and that its back is up
    "alone",  # whether nothing but an index was found of it
    "placed",  # and how surely that tells where it lies
    "longer",  # than the cards of the picture are, as a logarithm
    "unlike",  # how far its size is from theirs
    "sized",  # whether any card tells how long they are
    "beneath",  # how far a card with a name overlaps it
    "under_back",  # how much of it lies in an outline that is likelier a back
    "over_back",  # and how far it overlaps one that is less likely
    "covered",  # how much of it other outlines cover
    "outside",  # and how much the picture does not show
    "other_back",  # whether one of the two surest backs of the picture lies elsewhere
    "strange",  # how far its colour is from that back's
    "edge",  # and from what lies around it
    "colourful",
)
"""What the kind of a card depends on."""
SIZE, MARGIN = (24, 32), 0.2
"""What is looked at, in pixels, and how far around the outline, in parts of the card."""
WITHIN = np.zeros(SIZE[::-1], bool)
"""Where the card is in it."""
WITHIN[5:-5, 3:-3] = True
LEAST_BACK, ELSEWHERE, LIKELY = 0.3, 0.3, 0.5
"""What the localiser takes so much for a back may be the deck's; it is another card's where it overlaps by less. And
how likely a face must be to say how long cards are."""
FURTHEST, COLOUR, TOUCHED = 1.5, 20.0, 0.02
"""Logarithms of lengths, and colours in CIELAB, are counted up to the first and in parts of the second."""
LEAST_SEEN = 10
"""Of fewer free pixels no colour is known."""
Usual = Callable[[int, Callable[[Found], float]], float]
"""How long, or large, all cards but one of these are."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """What each of ASPECTS counts for each of KINDS, and what is added always."""

    always: tuple[float, ...]
    weights: tuple[tuple[float, ...], ...]

    def of(self, aspects: Field) -> Field:
        """Return for aspects (n, len(ASPECTS)) how likely each of KINDS is, (n, 5)."""
        said = aspects @ floats(self.weights) + floats(self.always)
        shares = np.exp(said - said.max(1, keepdims=True))
        return floats(shares / shares.sum(1, keepdims=True))


AS_SAID = Kinds((0.0,) * len(KINDS), tuple(tuple(float(aspect == kind) for kind in KINDS) for aspect in ASPECTS))
"""The kinds by weights for which none were fitted: in the order in which all opinions say them."""


def grouped(chances: Field) -> Field:
    """Return (n, 5) how likely each of KINDS is by distributions (n, 56)."""
    return floats(np.column_stack([chances[:, list(UNPLAYED)], chances[:, :BACK].sum(1)]))


def unnamed(chances: Field, sure: float) -> NDArray[np.intp]:
    """Return the rows of distributions (n, 56) in which no name is as *sure*."""
    return np.flatnonzero(chances[:, :BACK].max(1, initial=0) < sure)


def telling(chances: Field, named: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which cards tell how long cards are, (n,): those with a sure name, or else what likely is a card.

    *named* (n,): of which a name is sure. What likely is one has a name that is likelier than not, or is face down.
    """
    likely = (chances[:, :BACK].max(1, initial=0) > LIKELY) | (chances[:, BACK] > SURELY_BACK)
    return named if named.any() else np.asarray(likely, bool)


def told(chances: Field, rows: NDArray[np.intp], kinds: Field, face_sure: float) -> Field:
    """Return distributions (n, 56) under which what lies in *rows* is of each of KINDS as likely as *kinds* (m, 5) say.

    The likeliest name stays that, and gets no likelier. Of what is a face as surely as *face_sure* names lose nothing:
    how sure one is says sureness.py.
    """
    out = chances.copy()
    for row, likely in zip(rows, kinds, strict=True):
        names = chances[row, :BACK]
        face = max(float(likely[FACE]), float(names.sum()) if likely[FACE] >= face_sure else 0.0)
        out[row, list(UNPLAYED)] = likely[:FACE] * ((1 - face) / max(1 - float(likely[FACE]), 1e-9))
        out[row, :BACK] = _no_surer(names, face)
    return out


def _no_surer(names: Field, all_together: float) -> Field:
    """Return how likely each of the *names* (52,) is if *all_together* are, in the order they are in.

    What the likeliest may not gain all get: they become more alike.
    """
    even, most = all_together / len(names), float(names.max())
    shares = names * (all_together / max(float(names.sum()), 1e-9))
    above = float(shares.max()) - most
    alike = 0.0 if above <= 0 else min(1.0, above / max(float(shares.max()) - even, 1e-9))
    return floats(shares * (1 - alike) + even * alike)


def aspects(
    picture: Picture,
    cards: Sequence[Found],
    whole: Field,
    chances: Field,
    rows: NDArray[np.intp],
    over: Sequence[Sequence[int]],
    card_long: float | None = None,
) -> Field:
    """Return ASPECTS of the *cards* in *rows*, which are those no name is sure of, (m, len(ASPECTS)).

    *whole* (n, 56): what their pictures say; *chances* (n, 56): all opinions; *over*: which cards lie on each;
    *card_long*: how long cards are in pixels, where that is known.
    """
    said = np.column_stack(
        [
            odds(grouped(whole)),
            odds(grouped(chances)),
            odds(floats([card.score for card in cards])),
            odds(floats([card.back for card in cards])),
            [card.placed < 1 for card in cards],
            [float(odds(floats(card.placed))) if card.placed < 1 else 0.0 for card in cards],
        ]
    )[rows]
    of_others = _sizes(cards, rows, _usual(cards, chances, rows, card_long)), _beside(cards, rows, chances)
    return floats(np.hstack([said, *of_others, _look(picture, cards, rows, over)]))


def _usual(cards: Sequence[Found], chances: Field, rows: NDArray[np.intp], card_long: float | None) -> Usual:
    """Return what says how long, or large, cards are but for one of them; 0 where nothing does."""
    if card_long:
        return lambda row, of: card_long
    named = ~np.isin(np.arange(len(cards)), rows)
    every = np.flatnonzero(telling(chances, named)).tolist()
    long, large = (usual_length([cards[n] for n in every], of) for of in (length, size))

    def usual(row: int, of: Callable[[Found], float]) -> float:
        if row in every:
            return usual_length([cards[n] for n in every if n != row], of)
        return long if of is length else large

    return usual


def _sizes(cards: Sequence[Found], rows: NDArray[np.intp], usual: Usual) -> Field:
    """Return "longer", "unlike" and "sized", (m, 3)."""
    seen = np.zeros((len(rows), 3))
    for n, row in enumerate(rows.tolist()):
        known = usual(row, length), usual(row, size)
        if min(known) > 0:
            ratios = np.log([max(of(cards[row]), 1e-6) / one for of, one in zip((length, size), known, strict=True)])
            longer, larger = np.clip(ratios, -FURTHEST, FURTHEST)
            seen[n] = longer, abs(larger), 1
    return floats(seen)


def _beside(cards: Sequence[Found], rows: NDArray[np.intp], chances: Field) -> Field:
    """Return "beneath", "under_back" and "over_back", (m, 3): what the outlines say that overlap it."""
    back = chances[:, BACK]
    likely = odds(back) + odds(floats([card.score for card in cards])) + odds(floats([card.back for card in cards])) / 2
    seen, open_ = np.zeros((len(rows), 3)), set(rows.tolist())
    for n, row in enumerate(rows.tolist()):
        for m, other in enumerate(cards):
            shared = overlap(cards[row].quad, other.quad) if m != row else 0.0
            if shared == 0:
                continue
            if m not in open_:
                seen[n, 0] = max(seen[n, 0], shared)
            elif shared > TOUCHED and likely[m] > likely[row]:
                seen[n, 1] = max(seen[n, 1], part_of(cards[row].quad, other.quad) * back[m])
            elif shared > TOUCHED:
                seen[n, 2] = max(seen[n, 2], shared * back[m])
    return floats(seen)


def _look(picture: Picture, cards: Sequence[Found], rows: NDArray[np.intp], over: Sequence[Sequence[int]]) -> Field:
    """Return "covered", "outside", "other_back", "strange", "edge" and "colourful", (m, 6): what the picture shows."""
    down = [card.score * card.back for card in cards]
    backs = [n for n in sorted(range(len(cards)), key=lambda n: -down[n])[:2] if down[n] > LEAST_BACK]
    colours = {n: _colours(picture, cards[n].quad, ())[2] for n in backs}
    seen = np.zeros((len(rows), 6))
    for n, row in enumerate(rows):
        quad = cards[row].quad
        hidden, outside, inner, rim = _colours(picture, quad, [cards[m].quad for m in over[row]])
        back = next((m for m in backs if m != row and overlap(cards[m].quad, quad) < ELSEWHERE), None)
        strange = 0.0 if back is None else float(np.linalg.norm(inner[1:] - colours[back][1:])) / COLOUR
        edge, colourful = float(np.linalg.norm(inner - rim)) / COLOUR, float(np.linalg.norm(inner[1:])) / COLOUR
        seen[n] = hidden, outside, back is not None, strange, edge, colourful
    return floats(seen)


def warm() -> None:
    """Have OpenCV make its table of colours: the first who asks waits a sixth of a second for it."""
    cv2.cvtColor(np.zeros((1, 1, 3), np.float32), cv2.COLOR_BGR2LAB)


def _colours(picture: Picture, quad: Field, covers: Sequence[Field]) -> tuple[float, float, Field, Field]:
    """Return which parts of the card in *quad* are covered and outside the picture; its mean colour and its rim's.

    Colours are CIELAB's (3,). Where nothing of the rim shows it is as the card.
    """
    cut, pictured = around(picture, quad, MARGIN, SIZE)
    lab = cv2.cvtColor(floats(cut) / 255, cv2.COLOR_BGR2LAB)
    inside, under = pictured > 0, covered(quad, MARGIN, SIZE, covers)
    shown = inside & ~under
    card = lab[WITHIN & shown] if (WITHIN & shown).sum() >= LEAST_SEEN else lab[WITHIN]
    rim = lab[~WITHIN & shown] if (~WITHIN & shown).sum() >= LEAST_SEEN else card
    hidden, outside = float((inside & under)[WITHIN].mean()), 1 - float(inside[WITHIN].mean())
    return hidden, outside, floats(card.mean(0)), floats(rim.mean(0))
