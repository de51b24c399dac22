"""The words by which people, scripts and tests play on a simulated board: the same for every kind (firmware/sim)."""

import re

from table_controller.board.messages import ANTENNAS, INPUTS

_PPM, _MS, _ON = range(1_000_001), range(10_001), range(2)
_INPUT, _ANTENNA = range(INPUTS), range(ANTENNAS)
_UID = "UID"
_CALLED = {_INPUT: "N", _ANTENNA: "A", _ON: "0|1", _PPM: "PPM", _MS: "MS", _UID: "UID"}
_WORDS: dict[str, tuple[range | str, ...]] = {
    **{"down": (_INPUT,), "up": (_INPUT,), "chatter": (_INPUT, _ON)},
    **{"lay": (_ANTENNA, _UID), "lift": (_ANTENNA, _UID), "clear": (), "deaf": (_ANTENNA, _ON)},
    **{"detune": (_ANTENNA, _ON), "drop": (_PPM,), "flip": (_PPM,), "delay": (_MS,)},
    **{"unplug": (), "plug": (), "reset": (), "power": (), "lamps": (), "now": (), "quit": ()},
}
WORDS = ", ".join(" ".join((word, *(_CALLED[kind] for kind in kinds))) for word, kinds in _WORDS.items())
"""What can be said: N is an input, A an antenna, UID a tag's number in hexadecimal digits."""


def wrong(line: str) -> str | None:
    """What was expected instead of *line*; None if it can be said."""
    word, *values = line.split()
    wanted = _WORDS.get(word)
    if wanted is None:
        return f"expected one of: {WORDS}"
    if len(values) != len(wanted):
        return f"{word}: expected {len(wanted)} value{'s' * (len(wanted) != 1)} after it"
    for value, kind in zip(values, wanted, strict=True):
        if isinstance(kind, str):
            if not re.fullmatch(r"(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{14}|[0-9a-fA-F]{20})", value):
                return f"{word}: expected a tag's number of 8, 14 or 20 hexadecimal digits"
        elif not re.fullmatch(r"\d{1,7}", value) or int(value) not in kind:
            return f"{word}: expected a number from 0 to {kind[-1]}"
    return None
