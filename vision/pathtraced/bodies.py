"""Bodies without a picture on them: hands with their arms, the padded rail."""

import math
import random

from vision.pathtraced.plan import Box, Colour, Limb

SKINS: tuple[Colour, ...] = ((0.86, 0.7, 0.62), (0.76, 0.58, 0.48), (0.56, 0.41, 0.32), (0.38, 0.26, 0.2))
CLOTHES: tuple[Colour, ...] = (
    (0.08, 0.08, 0.1),
    (0.2, 0.25, 0.4),
    (0.85, 0.85, 0.83),
    (0.4, 0.12, 0.12),
    (0.3, 0.3, 0.3),
)


def hand(rng: random.Random, at: tuple[float, float], frm: tuple[float, float]) -> list[Limb]:
    """Return a hand on the table at *at* whose arm comes from *frm*, with a sleeve or without."""
    turn = math.atan2(at[1] - frm[1], at[0] - frm[0])
    skin = rng.choice(SKINS)
    size, lift = rng.uniform(0.9, 1.1), rng.uniform(0.0, 0.03)

    def place(ahead: float, aside: float, z: float, radius: float) -> tuple[float, float, float, float]:
        c, s = math.cos(turn), math.sin(turn)
        return (
            at[0] + size * (c * ahead - s * aside),
            at[1] + size * (s * ahead + c * aside),
            size * z + lift,
            size * radius,
        )

    balls = [place(-0.012 * n, 0.02 * side, 0.026, 0.021) for n in range(7) for side in (-1, 0, 1)]
    curl = rng.uniform(0.0, 0.9)
    for finger, (aside, long) in enumerate(((-0.032, 0.058), (-0.011, 0.072), (0.011, 0.075), (0.031, 0.066))):
        splay = (finger - 1.5) * rng.uniform(0.04, 0.16)
        for n in range(11):
            far = n / 10 * long
            drop = 0.03 - 0.018 * (n / 10) ** 2
            balls.append(place(far * (1 - 0.3 * curl), aside + splay * far, drop, 0.0105 - 0.0002 * n))
    thumb = rng.choice((-1, 1))
    for n in range(8):
        balls.append(place(-0.05 + 0.0085 * n, thumb * (0.04 + 0.0035 * n), 0.024 - 0.001 * n, 0.0125))
    arm = [place(-0.085 - 0.02 * n, 0, 0.03 + 0.004 * n, 0.019 + 0.0006 * n) for n in range(22)]
    bare = rng.choice((0, 3, 22))
    limbs = [Limb(tuple(balls + arm[: bare + 2]), skin, 0.5)]
    if bare < 22:
        sleeve = tuple((x, y, z, r + 0.009) for x, y, z, r in arm[bare:])
        limbs.append(Limb(sleeve, rng.choice(CLOTHES), 0.9, skin=False))
    return limbs


def rail(rng: random.Random, x: float, y: float, turn: float) -> Box:
    """Return the padded rail of a table, a long roll whose middle is at (x, y)."""
    dark, high = rng.uniform(0.03, 0.14), rng.uniform(0.04, 0.07)
    leather = (dark * rng.uniform(1, 2.5), dark * rng.uniform(0.8, 1.2), dark)
    return Box(x, y, -0.005, turn, 3.0, rng.uniform(0.1, 0.14), high, "", leather, 0.35, 0.85 * high)
