"""Lines for whoever reads the terminal: no card is named there, whatever an exception says.

A terminal that is gone costs no evidence and ends no thread.
"""

import sys
import traceback
from contextlib import suppress

from table_controller.views.redact import redact

_GONE = (OSError, ValueError, AttributeError)
"""A broken pipe, a closed file, no standard error at all."""


def say(line: str) -> None:
    """*line* on standard error, if there is one."""
    with suppress(*_GONE):
        print(redact(line, frozenset()), file=sys.stderr, flush=True)


def say_fault() -> None:
    """The traceback of the exception that is being handled, there too."""
    with suppress(*_GONE):
        print(redact(traceback.format_exc(), frozenset()), end="", file=sys.stderr, flush=True)
