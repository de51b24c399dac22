"""How rooms with a poker table are lit: pendants, ceiling panels, tubes, spots, windows by day."""

import math
import random
from collections.abc import Callable

from vision.pathtraced.plan import Colour, Lamp, Vector

DAYLIGHT = 6500.0


def kelvin(warmth: float, tint: float = 0.0) -> Colour:
    """Return the linear colour of a lamp of *warmth* kelvin, white at 6500; *tint* makes it greener."""
    # A fit to black bodies' chromaticity between 2000 and 9000 K, good to a few per cent: nobody measures lamps here.
    share = math.log(warmth / DAYLIGHT)
    red, green, blue = math.exp(-0.62 * share), 1.0 + tint, math.exp(1.35 * share)
    most = max(red, green, blue)
    return red / most, green / most, blue / most


def _aside(rng: random.Random, near: float, far: float, high: float) -> Vector:
    turn, away = rng.uniform(0, 2 * math.pi), rng.uniform(near, far)
    return away * math.cos(turn), away * math.sin(turn), high


def _under(at: Vector) -> Vector:
    return at[0], at[1] + 0.001, 0.0


def _pendant(rng: random.Random) -> list[Lamp]:
    wide, warm = rng.uniform(0.12, 0.45), kelvin(rng.uniform(2500, 3300))
    at = _aside(rng, 0.0, 0.7, rng.uniform(1.0, 1.7))
    return [Lamp(at, _under(at), wide, wide, 30, warm, round=True)]


def _panels(rng: random.Random) -> list[Lamp]:
    light, high = kelvin(rng.uniform(3500, 5200), rng.uniform(0, 0.06)), rng.uniform(2.0, 2.6)
    lamps = [_aside(rng, 0.2, 1.8, high) for _ in range(rng.randint(1, 4))]
    return [Lamp(at, _under(at), 0.6, 0.6, 40, light) for at in lamps]


def _tubes(rng: random.Random) -> list[Lamp]:
    light, high, turn = kelvin(rng.uniform(3800, 6500), rng.uniform(0, 0.1)), rng.uniform(1.4, 2.4), rng.uniform(-1, 1)
    row = [(n - 1) * rng.uniform(0.5, 0.9) + turn for n in range(rng.randint(1, 3))]
    return [Lamp((x, turn, high), (x, turn + 0.3 * turn, 0), 0.05, 1.2, 25, light) for x in row]


def _spots(rng: random.Random) -> list[Lamp]:
    light, high = kelvin(rng.uniform(2700, 4000)), rng.uniform(1.8, 2.5)
    lamps = [_aside(rng, 0.1, 1.3, high) for _ in range(rng.randint(2, 6))]
    return [Lamp(at, (at[0] * 0.6, at[1] * 0.6, 0), 0.07, 0.07, rng.uniform(8, 20), light, True) for at in lamps]


def _window(rng: random.Random) -> list[Lamp]:
    at = _aside(rng, 1.2, 2.2, rng.uniform(0.8, 1.5))
    day = Lamp(at, (0, 0, 0.2), rng.uniform(0.7, 1.4), rng.uniform(0.9, 1.5), 60, kelvin(rng.uniform(5600, 8200)))
    return [day, *(_panels(rng)[:1] if rng.random() < 0.4 else [])]


def _ring(rng: random.Random) -> list[Lamp]:
    """The bright ring some people film under, as lamps in a circle."""
    radius, high, light = rng.uniform(0.15, 0.3), rng.uniform(0.9, 1.4), kelvin(rng.uniform(3200, 5800))
    x, y, _ = _aside(rng, 0.2, 0.6, high)
    turns = [2 * math.pi * n / 8 for n in range(8)]
    ends = [(x + radius * math.cos(t), y + radius * math.sin(t), high) for t in turns]
    return [Lamp(at, _under(at), 0.07, 0.07, 5, light, True) for at in ends]


def _mixed(rng: random.Random) -> list[Lamp]:
    return _window(rng)[:1] + _pendant(rng)


TRAINED: tuple[Callable[[random.Random], list[Lamp]], ...] = (_pendant, _panels, _spots, _window)
HELD: tuple[Callable[[random.Random], list[Lamp]], ...] = (_tubes, _ring, _mixed, _panels, _pendant)


def light(rng: random.Random, held_out: bool) -> tuple[tuple[Lamp, ...], Colour]:
    """Return lamps and the light that comes from walls and ceiling; tubes, rings and mixed light are held out."""
    lamps = rng.choice(HELD if held_out else TRAINED)(rng)
    strength = rng.choice((0.05, 0.15, 0.4)) * sum(lamp.watts for lamp in lamps) / 30
    red, green, blue = lamps[0].light
    room = (strength * (0.5 + red) / 1.5, strength * (0.5 + green) / 1.5, strength * (0.45 + blue) / 1.5)
    return tuple(lamps), room
