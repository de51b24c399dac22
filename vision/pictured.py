"""Indices that are but pictured on a card face down: many backs show a hand of aces."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from vision.arrays import Field
from vision.localise import Found, Spot, holds
from vision.names import BACK
from vision.sizes import length

SURELY_BACK = 0.8
"""Where the reader of whole cards is this sure of a back, or the localiser, it is one."""
SEEN = 0.4
"""The least score of an outline whose back the localiser alone may be sure of."""
ACE = 12
DIAGONAL, SURE = 1.5, 0.8
"""Indices of one card lie nearer to each other, in parts of its length; and how sure they must be of it."""
TABLE, A_FEW = 3.5, 3
"""Longer than so many cards is no back but the table, where a few faces are sure: a bright red felt once looked like a
back from edge to edge, and all cards on it like pictures. Cards on backs as we draw them are at least 0.3 as long.
"""
BY_FAR = 5.0
"""Longer than so many cards it is the table where a single face is sure: nobody prints a face as small as that."""
FAN, SUITS = 2.7, 3
"""Aces of so many suits, none farther from one than so many times half its height, are a fan pictured on a back, unless
one of them is sure as a whole or so many outlines were found. In calibrating scenes all eight aces that were named on
backs, of which something covered most, were such; of 583 aces that lie on a table none was.
"""
LIKELY = 0.5
"""How likely an index must be an ace's to be a picture, and its card that ace as a whole to be none."""


def face_down(cards: Sequence[Found], whole: Field) -> list[int]:
    """Return the numbers of *cards* that are surely face down: by what they say as a *whole* (n, 56), or as found.

    The table is none, however much it looks like one; *whole* also says which faces are sure.
    """
    down = [n for n, card in enumerate(cards) if _is_down(card, float(whole[n, BACK]))]
    long = [length(card) for card, said in zip(cards, whole, strict=True) if said[:BACK].max() > SURE]
    return [n for n in down if not _is_table(length(cards[n]), long)]


def _is_table(outline: float, faces: Sequence[float]) -> bool:
    """Whether what is as long as that *outline* is far longer than a few sure faces, or than one of them by far."""
    longer = [outline / face for face in faces]
    return sum(by > TABLE for by in longer) >= A_FEW or max(longer, default=0.0) > BY_FAR


def _is_down(card: Found, back: float) -> bool:
    return back > SURELY_BACK or (card.back > SURELY_BACK and card.score >= SEEN)


def pictured(
    spots: Sequence[Spot],
    answers: Field,
    owned: Sequence[int | None],
    cards: Sequence[Found],
    whole: Field,
    long: float,
) -> set[int]:
    """Return which of *spots*, that say *answers* (m, 19), are but pictured on a card that is face down.

    They are aces that lie within the outline of a card that surely is; and all aces where one is seen twice, farther
    apart than cards *long* pixels long can show it: a deck has it once, so backs show it. An ace that says as a whole
    that it is one is none of them. So are aces in a fan.
    """
    aces = [n for n, answer in enumerate(answers) if answer[ACE] > LIKELY]
    fan = {n for n in aces if _in_fan(n, aces, spots, answers, owned, whole)}
    if not _seen_twice(aces, spots, answers, long):
        backs = [cards[n].quad for n in face_down(cards, whole)]
        aces = [n for n in aces if any(holds(quad, spots[n].middle) for quad in backs)]
    return fan | {n for n in aces if not _is_ace(answers[n], owned[n], whole, LIKELY)}


def _in_fan(
    one: int, aces: Sequence[int], spots: Sequence[Spot], answers: Field, owned: Sequence[int | None], whole: Field
) -> bool:
    """Whether *one* of the *aces* is part of a fan of which nothing says that real cards make it."""
    near = [n for n in aces if np.linalg.norm(spots[n].middle - spots[one].middle) < FAN * spots[one].reach]
    outlines = {owned[n] for n in near if owned[n] is not None}
    if len(outlines) >= SUITS or any(_is_ace(answers[n], owned[n], whole, SURE) for n in near):
        return False
    return len({int(answers[n][14:18].argmax()) for n in near}) >= SUITS


def _seen_twice(aces: Sequence[int], spots: Sequence[Spot], answers: Field, long: float) -> bool:
    """Whether two sure indices name the same ace, so far apart that they cannot be on one card."""
    sure = [n for n in aces if answers[n][ACE] * answers[n][14:18].max() > SURE]
    return long > 0 and any(
        answers[a][14:18].argmax() == answers[b][14:18].argmax()
        and np.linalg.norm(spots[a].middle - spots[b].middle) > DIAGONAL * long
        for a, b in combinations(sure, 2)
    )


def _is_ace(answer: Field, card: int | None, whole: Field, least: float) -> bool:
    return card is not None and bool(whole[card, ACE + 13 * int(answer[14:18].argmax())] > least)
