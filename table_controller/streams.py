"""The program's outputs, whatever stands at their other ends: stdout has JSON alone, a lost stderr ends nothing."""

import codecs
import json
import os
import sys
from contextlib import suppress
from io import TextIOWrapper

ESCAPE = "floorman.escape"
"""How a stream writes what it has no letters for, a file name that is no text, say: as JSON has it, valid there too."""
_GONE = (OSError, ValueError)


class Terminal(TextIOWrapper):
    """Standard error: where nobody takes what is written (a broken pipe, a full disk), no thread ends of it.

    The one place that sees to it: whoever writes there just writes, and a lost terminal costs no evidence.
    """

    def write(self, text: str, /) -> int:
        """Write *text* if that can be; returns how many letters it has."""
        with suppress(*_GONE):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Hand on what was written, if that can be."""
        with suppress(*_GONE):
            super().flush()


def prepare() -> None:
    """Make stdout and stderr what the commands expect; nothing is done twice.

    Where stderr is closed, ``print`` would write its lines to stdout, and the next file that is opened, a journal
    perhaps, would get what libraries write there.
    """
    codecs.register_error(ESCAPE, _escaped)
    _fill_places()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8", errors=ESCAPE)  # noqa: SIM115
    elif sys.stderr is sys.__stderr__ and isinstance(sys.stderr, TextIOWrapper):
        sys.stderr = Terminal(sys.stderr.buffer, sys.stderr.encoding, ESCAPE, line_buffering=True)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors=ESCAPE)


def _fill_places() -> None:
    """Have something at the numbers of stdin, stdout and stderr: no file may come to lie there."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free


def _escaped(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    return json.dumps(fault.object[fault.start : fault.end])[1:-1], fault.end
