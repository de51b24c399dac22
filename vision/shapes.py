"""Cards of one size as a camera sees them: numbers that are changed until the cards make a given outline together.

The numbers of n cards are (4 + 3n,): a card's length and width in the unit of the outline, how the view stretches both
along and across the picture, and of each card its middle and its turn. Errors are in parts of a card's length.
"""

import numpy as np

from vision.arrays import Numbers

ASPECT = 1.4
"""How much longer a card is than wide: poker-size 1.4, bridge-size 1.54."""
SEEN, KNOWN = 0.08, 0.03
"""How far the logarithm of a card's length is usually off that of one like it as it was seen; and where it is known."""
ASPECTS, STRETCH = 0.06, 0.15
"""How far the logarithm of the aspect, and the view's stretching, are usually off what is expected."""
USUAL = 0.01
"""How far a point of the outline usually is off, which says how much the expectations weigh."""
STEPS = np.array([0.5, 0.5, 0.005, 0.005]), np.array([0.5, 0.5, 0.005])
"""How much each number is changed to see what changes: of the view, and of each card."""
ROUNDS = 9
"""How often numbers are bettered."""
FIRST, CALMER, LEAST = 1e-2, 8.0, 1e-9
"""How much the first step is damped; and by how much more the next after one that made them worse, less after others.
And the least damping, so that what changes nothing stays as it is."""


def lone(long: float, middle: Numbers, turn: float) -> Numbers:
    """Return the numbers of one card that is *long*, seen from above; *turn*: of its length, in radians."""
    return np.array([long, long / ASPECT, 0, 0, *middle, turn])


def quads(numbers: Numbers) -> Numbers:
    """Return the outlines (k, n, 4, 2), clockwise with the long side down, that (k, 4 + 3n) *numbers* stand for."""
    middle, long, wide = _axes(numbers)
    return np.stack([middle - long - wide, middle - long + wide, middle + long + wide, middle + long - wide], 2)


def outside(numbers: Numbers, points: Numbers) -> Numbers:
    """Return (k, n, m): how far *points* (m, 2) lie outside of the outline of each card, inside below 0."""
    middle, long, wide = _axes(numbers)
    return np.maximum(_beyond(middle, long, wide, points), _beyond(middle, wide, long, points))


def _axes(numbers: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the middles of all cards and their half axes, along and across, (k, n, 2) each."""
    cards = numbers[:, 4:].reshape(len(numbers), -1, 3)
    a, b = numbers[:, 2, None], numbers[:, 3, None]
    cos, sin = np.cos(cards[..., 2]), np.sin(cards[..., 2])
    long = np.stack([(1 + a) * cos + b * sin, b * cos + (1 - a) * sin], -1) * numbers[:, :1, None] / 2
    wide = np.stack([b * cos - (1 + a) * sin, (1 - a) * cos - b * sin], -1) * numbers[:, 1:2, None] / 2
    return cards[..., :2], long, -wide


def _beyond(middle: Numbers, to: Numbers, along: Numbers, points: Numbers) -> Numbers:
    """Return how far *points* lie beyond the sides that run *along* one half axis, *to* which the other one leads."""
    out = np.stack([along[..., 1], -along[..., 0]], -1)
    out /= np.hypot(out[..., :1], out[..., 1:]) + 1e-9
    across = (out.reshape(-1, 2) @ points.T).reshape(*out.shape[:-1], -1) - (out * middle).sum(-1, keepdims=True)
    return np.asarray(np.abs(across) - np.abs((out * to).sum(-1, keepdims=True)))


def errors(numbers: Numbers, points: Numbers, long: float, loose: float) -> Numbers:
    """Return (k, m + 4): how far each point is off the outline that the cards make together, and what is unexpected.

    *loose*: how far the logarithm of their length is usually off that of *long*.
    """
    off = outside(numbers, points).min(1) / long
    sides = np.maximum(numbers[:, :2], 1)
    size = np.log(sides[:, :1] / long) / loose, np.log(sides[:, :1] / sides[:, 1:] / ASPECT) / ASPECTS
    strange = np.concatenate([*size, numbers[:, 2:4] / STRETCH], 1)
    return np.concatenate([off, strange * USUAL * np.sqrt(len(points))], 1)


def fitted(numbers: Numbers, points: Numbers, long: float, loose: float = SEEN) -> tuple[Numbers, Numbers]:
    """Change *numbers* (k, 4 + 3n) until the cards make the outline *points* (m, 2); each is about *long*.

    *loose*: how far the logarithm of that is usually off.
    Returns how far the points are off, (k,) roots of the mean square in card lengths, and the numbers. These are the
    steps of Levenberg and Marquardt, for all k beginnings at once; the library that has them, and takes one beginning
    after the other, is a hundred times as large as all that is asked of it.
    """
    step = np.concatenate([STEPS[0], *[STEPS[1]] * ((numbers.shape[1] - 4) // 3)])
    damping, own = np.full(len(numbers), FIRST), np.eye(len(step), dtype=bool)
    now, slopes = _sloping(numbers, step, points, long, loose)
    for _ in range(ROUNDS):
        bent = slopes @ slopes.transpose(0, 2, 1)
        damped = bent + np.where(own, damping[:, None, None] * bent + LEAST, 0)
        tried = numbers - np.linalg.solve(damped, slopes @ now[..., None])[..., 0]
        then, beside = _sloping(tried, step, points, long, loose)
        better = (tried[:, :2] > 1).all(1) & ((then**2).sum(1) < (now**2).sum(1))
        damping = damping * np.where(better, 1 / CALMER, CALMER)
        numbers, now = np.where(better[:, None], tried, numbers), np.where(better[:, None], then, now)
        slopes = np.where(better[:, None, None], beside, slopes)
    return np.sqrt(np.mean(now[:, : len(points)] ** 2, 1)), numbers


def _sloping(numbers: Numbers, step: Numbers, points: Numbers, long: float, loose: float) -> tuple[Numbers, Numbers]:
    """Return the errors (k, m + 4) and how they change with each number, (k, 4 + 3n, m + 4)."""
    count = len(step)
    every = np.concatenate([numbers[:, None], numbers[:, None] + np.diag(step)], 1).reshape(-1, count)
    said = errors(every, points, long, loose).reshape(len(numbers), count + 1, -1)
    return said[:, 0], (said[:, 1:] - said[:, :1]) / step[:, None]
