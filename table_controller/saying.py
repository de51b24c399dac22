"""Lines for whoever reads the terminal: no card is named there, whatever an exception says.

``streams.Terminal`` sees to it that one which is gone costs no evidence and ends no thread, whoever writes to it.
"""

import sys
import traceback

from table_controller.views.redact import redact


def say(line: str) -> None:
    """*line* on standard error."""
    print(redact(line, frozenset()), file=sys.stderr, flush=True)


def say_fault() -> None:
    """The traceback of the exception that is being handled, there too."""
    print(redact(traceback.format_exc(), frozenset()), end="", file=sys.stderr, flush=True)
