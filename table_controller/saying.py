"""Lines for whoever reads the terminal. A terminal that is gone costs no evidence and ends no thread."""

import sys
import traceback
from contextlib import suppress

_GONE = (OSError, ValueError, AttributeError)
"""A broken pipe, a closed file, no standard error at all."""


def say(line: str) -> None:
    """*line* on standard error, if there is one."""
    with suppress(*_GONE):
        print(line, file=sys.stderr, flush=True)


def say_fault() -> None:
    """The traceback of the exception that is being handled, there too."""
    with suppress(*_GONE):
        traceback.print_exc(file=sys.stderr)
