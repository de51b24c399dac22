"""The reorder window: late camera frames and early buttons come out in the order of the table."""

from table_controller.fusion.felt import MS, Felt, Waiting, changed
from table_controller.records.observations import ButtonPress, ManualEntry, Observation, RulingEntered

BOUND = 256
"""How many observations the window holds at most; the oldest pass when it is full."""

LONGEST = 1500 * MS
"""The longest that the window grows."""

KEYS = 256
"""How many keys of presses and people's entries are remembered against double taps and repetitions."""


def admit(felt: Felt, seq: int, observation: Observation) -> Felt:
    """*felt* with *observation* in the window; a second entry with the same key is dropped."""
    if (key := _key(observation)) is not None:
        if key in felt.keys:
            return felt
        felt = changed(felt, keys=(*felt.keys, key)[-KEYS:])
    waiting = tuple(sorted((*felt.waiting, Waiting(seq, observation)), key=_place))
    late = min(LONGEST, _lateness(felt, observation))
    return changed(felt, waiting=waiting, latest=max(felt.latest, observation.at), late=late)


def _key(observation: Observation) -> str | None:
    """Who said it under which key; None for what cannot be said twice."""
    match observation:
        case RulingEntered() | ManualEntry() if observation.key:
            return f"entry {observation.by!r} {observation.key!r}"
        case ButtonPress() if observation.key:
            return f"press {observation.source!r} {observation.key!r}"
        case _:
            return None


def window_of(felt: Felt) -> int:
    """How long observations wait now: longer while a source is slow, so that no press overtakes a picture."""
    return max(felt.window, min(LONGEST, felt.late * 5 // 4))


def _lateness(felt: Felt, observation: Observation) -> int:
    """How late observations come, forgotten slowly."""
    return max(felt.latest - observation.at, felt.late * 63 // 64, 0)


def _place(waiting: Waiting) -> tuple[int, int]:
    return waiting.observation.at, waiting.seq


def is_full(felt: Felt) -> bool:
    """Whether more waits than the window holds, so that the earliest moment must pass."""
    return len(felt.waiting) > BOUND
