"""``floorman board``: hear what a board says, simulate one, write the firmware to one.

A room is imported only once its command was chosen.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table_controller.commands.live import seconds

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]

_PORT = "a serial device, socket://host:port, rfc2217://host:port, capture:FILE, or auto: the one that is plugged in"


def add_board(commands: "Commands") -> None:
    """``floorman board``."""
    command = commands.add_parser("board", help="the button and tag board")
    verbs = command.add_subparsers(required=True, metavar="monitor|simulate|flash")
    _monitor(verbs)
    _simulate(verbs)
    _flash(verbs)


def _monitor(verbs: "Commands") -> None:
    monitor = verbs.add_parser("monitor", help="print what a board says, a JSON object a message")
    monitor.add_argument("port", metavar="PORT", nargs="?", default="auto", help=_PORT)
    monitor.add_argument("--for", type=seconds, dest="wall_seconds", metavar="WALL_SECONDS")
    monitor.add_argument("--capture", type=Path, metavar="FILE", help="keep every byte with its time, to be replayed")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.monitor import monitor

        return monitor(chosen.port, seconds=chosen.wall_seconds, out=sys.stdout, keep=chosen.capture)

    monitor.set_defaults(does=does)


def _simulate(verbs: "Commands") -> None:
    simulate = verbs.add_parser("simulate", help="a board on a pseudo terminal, with a menu of faults (docs/board.md)")
    simulate.add_argument(
        "--as",
        dest="kind",
        choices=("avr", "native", "python"),
        help="the real image in a simulated Mega 2560, the firmware as a process, or a stand-in; "
        "without it the first of these that is built",
    )
    simulate.add_argument("--script", type=Path, metavar="FILE", help="words to do, instead of those typed")
    simulate.add_argument(
        "--link", type=Path, metavar="PATH", help="a name for the pseudo terminal, the same each time"
    )
    simulate.add_argument("--seed", type=int, default=1, help="of the bytes that are lost and changed")
    simulate.add_argument("--for", type=seconds, dest="wall_seconds", metavar="WALL_SECONDS")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.board_simulation import Wish, simulate_board

        wish = Wish(chosen.kind, chosen.script, chosen.link, chosen.seed, chosen.wall_seconds)
        return simulate_board(wish, words=sys.stdin, out=sys.stdout)

    simulate.set_defaults(does=does)


def _flash(verbs: "Commands") -> None:
    flash = verbs.add_parser("flash", help="write the firmware to a board, by avrdude")
    flash.add_argument("port", metavar="PORT", nargs="?", help="a serial device; without it the one that is plugged in")
    flash.add_argument("--image", type=Path, metavar="FILE", help="Intel HEX; without it the one built here")
    flash.add_argument("--dry-run", action="store_true", help="print the command instead")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.flash import flash

        return flash(chosen.port, chosen.image, dry=chosen.dry_run, out=sys.stdout)

    flash.set_defaults(does=does)
