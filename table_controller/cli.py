"""The ``floorman`` command: reads the command line, calls the room that answers, turns faults into one line.

Exit status: 0 fine; 1 incidents or differences found (``referee``, ``audit``, ``verify``, ``rulebook diff``);
2 bad input; 3 a source failed.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import NoReturn

from table_controller.commands import boarding, calibrating, enrolling, kept, live
from table_controller.records import BadInput, SourceFailed
from table_controller.streams import prepare


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; JSON goes to stdout, everything else to stderr."""
    prepare()
    chosen = _parser().parse_args(arguments)
    try:
        if sys.stdout is None:
            raise BadInput("stdout", "", "expected an output that is open")
        status: int = chosen.does(chosen)
        sys.stdout.flush()
        return status
    except BadInput as fault:
        print(f"floorman: {fault}", file=sys.stderr)
        return 2
    except SourceFailed as fault:
        print(f"floorman: {fault}", file=sys.stderr)
        return 3
    except BrokenPipeError:
        # The reader of our output went away (`floorman … | head`); that is no fault. Keep the exit quiet.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as fault:
        # What a command reads or writes it complains of itself; what is left is most often an output that is full.
        print(f"floorman: {fault.filename or 'output'}: expected a place to write ({fault.strerror})", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except KeyboardInterrupt:
        return 130


class _Parser(argparse.ArgumentParser):
    """argparse, but a wrong command line is one line too."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; `{self.prog} --help` tells more\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="floorman", description="Watches a real poker table and knows the house's rules.")
    parser.add_argument("--version", action="version", version=f"floorman {version('floorman')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in (
        *(live.add_run, live.add_read, live.add_watch, kept.add_referee, live.add_simulate, kept.add_audit),
        *(
            kept.add_verify,
            kept.add_reads,
            kept.add_erase,
            kept.add_export,
            kept.add_rulebook,
            live.add_doctor,
            boarding.add_board,
        ),
        *(calibrating.add_calibrate, enrolling.add_enrol),
    ):
        add(commands)
    return parser
