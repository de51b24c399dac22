"""What a camera saw of its felt while nothing lay there: what looks the same now is printed on it, and is no card.

Mats have hands of cards pictured on them, and boxes that look like backs. A host says so when calibrating
(``floorman calibrate table --printed``); the picture that is kept then is what all later ones are compared with.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.localise import Found, Spot, common, holds
from vision.looks import sized
from vision.rectify import CARD_SIZE, INDEX_SIZE, Quad, around, index_quad
from vision.search import Seen

AROUND = 0.06
"""How much of what lies around an outline is compared too, in parts of it: a card laid on print has its edges there."""
SLACK = 3
"""By how many pixels of what is cut out print may seem to have moved: two millimetres on the felt, of an index half a
one. With less, print was told of a camera pushed by a millimetre, and hardly more backs laid on pictures of theirs."""
EVEN = 0.15
"""How far around a pixel light is taken to be even, in widths of what is cut out: shadows are on no print."""
DIM = 10.0
"""Levels at which noise is stronger than print."""
CARD_ALIKE, INDEX_ALIKE = 0.83, 0.8
"""From which correlation on it is print. In drawn scenes of cards laid exactly on pictured ones, in shadow, blurred and
compressed, cards reach 0.84, most often those of the same rank, and 3 in 100 pictured ones no more than that; of the
indices of cards one in 100 reaches 0.8, which costs it little, and 7 in 100 pictured ones do not: half hidden ones."""
CHIP, BESIDE_CHIP = 0.36, 0.95
"""The radius of a chip that lies on print, or of the button, in widths of a card, with room around it; and from which
correlation of all beside it that is print. Cards seldom differ from print in one such place alone."""
NARROW = 0.65
"""How much of what the reader of indices looks at is compared: what is around an index is alike on most cards."""
SHOWS = 0.15
"""How much of what is compared must be free of cards to tell anything."""
INDICES = 2
"""So many indices that are not the print's are a card's which looks like it in all else."""


def without_print(seen: Seen, picture: Picture, empty: Picture) -> Seen:
    """Return what was *seen* in *picture* but for what *empty*, the same part of the empty felt, shows there as well.

    Both (h, w, 3) uint8 BGR, of one size.
    """
    cards = [card for card in seen.cards if not _is_pictured(card, seen.cards, picture, empty)]
    if len(cards) < len(seen.cards):  # print lies under all that is none, and now that is known
        cards = [card for card in seen.cards if not _is_pictured(card, cards, picture, empty)]
    spots = [spot for spot in seen.spots if not _is_print(spot, cards, picture, empty)]
    strange = [spot for spot in spots if not any(holds(card.quad, spot.middle) for card in cards)]
    # A queen of spades laid exactly on the picture of one of hearts is that but for its indices.
    kept = [
        card
        for card in seen.cards
        if any(card is one for one in cards) or sum(holds(card.quad, spot.middle) for spot in strange) >= INDICES
    ]
    return replace(seen, cards=kept, spots=spots)


def _is_pictured(card: Found, others: Sequence[Found], picture: Picture, empty: Picture) -> bool:
    """Whether an outline is printed on the felt; *others* may hide parts of it."""
    others = [other for other in others if other is not card]
    if _alike_within(card.quad, CARD_SIZE, others, picture, empty) >= CARD_ALIKE:
        return True
    return _beside_a_chip(picture, empty, card.quad) >= BESIDE_CHIP


def _is_print(spot: Spot, cards: Sequence[Found], picture: Picture, empty: Picture) -> bool:
    """Whether an index is printed on the felt; one of *cards*, those that lie on that, may hide half of it."""
    narrow = sized(index_quad(spot.middle, spot.up), NARROW)
    others = [card for card in cards if not holds(card.quad, spot.middle)]
    return _alike_within(narrow, INDEX_SIZE, others, picture, empty) >= INDEX_ALIKE


def _alike_within(
    quad: Quad, size: tuple[int, int], others: Sequence[Found], picture: Picture, empty: Picture
) -> float:
    """How much alike both are within *quad*, or beside those of *others* that may hide a part of it."""
    alike = correlation(picture, empty, quad, size, ())
    above = [other.quad for other in others if common(other.quad, quad)]
    return max(alike, correlation(picture, empty, quad, size, above)) if above else alike


def correlation(picture: Picture, empty: Picture, quad: Quad, size: tuple[int, int], above: Sequence[Field]) -> float:
    """Return how much alike both pictures are within *quad*, beside what lies *above* it: 1.0 the same, 0.0 unlike.

    *size*: the width and height in which they are compared.
    """
    was, now, shown = _cuts(picture, empty, quad, size, above)
    return float(_alike(was, now, shown).max())


def _beside_a_chip(picture: Picture, empty: Picture, quad: Quad) -> float:
    """The same for a card's outline but for where most differs, in which a chip has room."""
    was, now, shown = _cuts(picture, empty, quad, CARD_SIZE, ())
    left, top = cv2.minMaxLoc(_alike(was, now, shown))[3]
    high, wide = shown.shape
    off = ((was[top : top + high, left : left + wide] - now) ** 2).sum(2) * shown
    radius = round(CHIP * CARD_SIZE[0])
    chip = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    middle = cv2.minMaxLoc(cv2.filter2D(off, -1, floats(chip), borderType=cv2.BORDER_CONSTANT))[3]
    return float(_alike(was, now, floats(cv2.circle(shown, middle, radius, (0.0,), -1))).max())


def _cuts(
    picture: Picture, empty: Picture, quad: Quad, size: tuple[int, int], above: Sequence[Field]
) -> tuple[Field, Field, Field]:
    """What was printed within *quad*, what shows there now, SLACK less on each side, and where that shows, 0 or 1."""
    now, free = around(picture, quad, AROUND, size, above)
    was, _ = around(empty, quad, AROUND, size)
    inner = (slice(SLACK, -SLACK), slice(SLACK, -SLACK))
    return _evenly(was), _evenly(now)[inner], floats(free[inner] > 0)


def _alike(was: Field, now: Field, shown: Field) -> Field:
    """How much alike both are where *now* is *shown*, for each place in which it may lie on what *was*."""
    if shown.mean() < SHOWS:
        return np.zeros((1, 1), np.float32)
    alike = cv2.matchTemplate(was, now, cv2.TM_CCOEFF_NORMED, mask=cv2.merge([shown] * 3))
    return floats(np.nan_to_num(alike, nan=0.0, posinf=0.0, neginf=0.0))


def _evenly(cut: Picture) -> Field:
    """What is printed, whatever the light: how much brighter each pixel is than those around it."""
    light = np.log(cut.astype(np.float32) + DIM)
    return floats(light - cv2.GaussianBlur(light, (0, 0), EVEN * cut.shape[1]))
