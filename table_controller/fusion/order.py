"""The reorder window: late camera frames and early buttons come out in the order of the table."""

from dataclasses import replace

from table_controller.fusion.felt import Felt, Waiting
from table_controller.records.observations import ManualEntry, Observation, RulingEntered

BOUND = 256
"""How many observations the window holds at most; the oldest pass when it is full."""

KEYS = 256
"""How many keys of people's entries are remembered against double taps."""


def admit(felt: Felt, seq: int, observation: Observation) -> Felt:
    """*felt* with *observation* in the window; a second entry with the same key is dropped."""
    if isinstance(observation, RulingEntered | ManualEntry) and observation.key:
        key = f"{observation.by} {observation.key}"
        if key in felt.keys:
            return felt
        felt = replace(felt, keys=(*felt.keys, key)[-KEYS:])
    waiting = tuple(sorted((*felt.waiting, Waiting(seq, observation)), key=_place))
    return replace(felt, waiting=waiting, latest=max(felt.latest, observation.at))


def _place(waiting: Waiting) -> tuple[int, int]:
    return waiting.observation.at, waiting.seq


def release(felt: Felt, until: int) -> tuple[Felt, tuple[Waiting, ...]]:
    """The observations up to *until*, in the order of the table; more when the window is full."""
    ready = sum(waiting.observation.at <= until for waiting in felt.waiting)
    ready = max(ready, len(felt.waiting) - BOUND)
    return replace(felt, waiting=felt.waiting[ready:]), felt.waiting[:ready]
