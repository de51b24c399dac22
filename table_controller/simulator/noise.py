"""Sensors that are not perfect: what they miss, see late, see twice.

Thin: the shares are not fitted to real sensors.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import assert_never

from table_controller.records import BadInput
from table_controller.records.observations import (
    ButtonPress,
    CardSighting,
    ChipSighting,
    HandOverZone,
    ManualEntry,
    Observation,
    RulingEntered,
    SourceLost,
    SourceRestored,
    TagRead,
    Tick,
    ViewBlocked,
)

MS = 1_000_000
"""Nanoseconds in a millisecond."""

AGAIN = 400 * MS
"""How much later a camera sees rightly what it saw wrongly at first."""

LATEST = 300 * MS


@dataclass(frozen=True, slots=True)
class Noise:
    """Shares of observations that are ``missed`` (at first, or for good), come ``late``, or are ``doubled``."""

    missed: float
    late: float
    doubled: float


NOISES = {"none": Noise(0, 0, 0), "light": Noise(0.01, 0.05, 0.01), "heavy": Noise(0.05, 0.2, 0.05)}
"""The kinds of noise by name."""


def noisy(observations: tuple[Observation, ...], name: str, seed: int) -> tuple[Observation, ...]:
    """*observations* as sensors with the noise called *name* would make them, in order of time; the same for one seed.

    A press is never missed or doubled: the board's protocol sees to that.

    :raises BadInput: for an unknown name.
    """
    if name not in NOISES:
        raise BadInput("noise", name, f"expected one of {', '.join(NOISES)}")
    random, noise = Random(f"{seed}/noise"), NOISES[name]
    disturbed = [heard for observation in observations for heard in _disturbed(observation, noise, random)]
    return tuple(sorted(disturbed, key=lambda observation: observation.at))


def _disturbed(seen: Observation, noise: Noise, random: Random) -> Iterator[Observation]:
    missed, late, doubled = (random.random() < share for share in (noise.missed, noise.late, noise.doubled))
    delay = random.randrange(LATEST) if late else 0
    match seen:
        case CardSighting() | ChipSighting():
            if missed:
                yield replace(_half_seen(seen, random), at=seen.at + delay)
                delay += AGAIN
            yield replace(seen, at=seen.at + delay)
            if doubled:
                yield replace(seen, at=seen.at + delay + AGAIN // 4)
        case TagRead():
            yield from [replace(seen, at=seen.at + delay + AGAIN * missed)] * (1 + doubled)
        case HandOverZone():
            yield from [replace(seen, at=seen.at + delay)] * (not missed)
        case ButtonPress() | SourceLost() | SourceRestored() | ViewBlocked() | Tick():
            yield seen
        case RulingEntered() | ManualEntry():
            yield seen
        case _:
            assert_never(seen)


def _half_seen(seen: CardSighting | ChipSighting, random: Random) -> CardSighting | ChipSighting:
    """One card not read, or one chip not found."""
    if isinstance(seen, CardSighting):
        unread = random.randrange(len(seen.cards)) if seen.cards else -1
        cards = (replace(c, card=None, confidence=0.4) if n == unread else c for n, c in enumerate(seen.cards))
        return replace(seen, cards=tuple(cards))
    unfound = random.randrange(len(seen.chips)) if seen.chips else -1
    return replace(seen, chips=tuple(chip for number, chip in enumerate(seen.chips) if number != unfound))
