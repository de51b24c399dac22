"""The commands of a table that is played at: run it, read pictures, watch recordings, simulate, doctor.

A room is imported only once its command was chosen.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

_Number = TypeVar("_Number", int, float)

if TYPE_CHECKING:
    from vision.drawings import Drawings

    Commands = argparse._SubParsersAction[Any]


def _table_file(command: argparse.ArgumentParser) -> None:
    command.add_argument("--table", type=Path, metavar="FILE", help="table file (docs/table.md)")


def _weights(command: argparse.ArgumentParser) -> None:
    command.add_argument("--models", type=Path, metavar="DIR", help="weights of the card reader")


def add_run(commands: "Commands") -> None:
    """``floorman run``."""
    command = commands.add_parser("run", help="the live table; without a table file the built-in simulated one")
    _table_file(command)
    command.add_argument("--journal", type=Path, metavar="FILE", help="keep or continue this journal")
    command.add_argument("--replay", type=Path, metavar="JOURNAL", help="show a stored session again, at --speed")
    command.add_argument("--port", type=port, default=8321, help="of the screens (default 8321)")
    command.add_argument(
        "--listen", metavar="ADDRESS", help="for paired devices on this network too: `auto`, or this machine's address"
    )
    command.add_argument("--headless", action="store_true", help="no screen; a JSON summary last")
    command.add_argument("--seed", type=int, default=1, help="of the simulated night")
    command.add_argument("--speed", type=_speed, default=1.0, help="table seconds per second, simulated or replayed")
    command.add_argument("--for", type=seconds, dest="wall_seconds", metavar="WALL_SECONDS", help="stop after so long")
    _weights(command)

    def does(chosen: argparse.Namespace) -> int:
        if chosen.replay is not None:
            from table_controller.emulation import emulate

            return emulate(chosen)
        from table_controller.run_command import run

        return run(chosen)

    command.set_defaults(does=does)


def add_read(commands: "Commands") -> None:
    """``floorman read``."""
    command = commands.add_parser("read", help="what vision sees in pictures")
    command.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    command.add_argument("--json", action="store_true", help="one JSON object a picture")
    command.add_argument("--draw", type=Path, metavar="DIR", help="write the pictures with what was seen drawn in")
    command.add_argument("--deck", type=Path, metavar="FILE", help="the deck, as `floorman enrol deck` wrote it")
    _weights(command)

    def does(chosen: argparse.Namespace) -> int:
        from vision.read_command import read_pictures

        draw = None if chosen.draw is None else drawings_in(chosen.draw)
        return read_pictures(chosen.images, models=chosen.models, deck=chosen.deck, draw=draw, out=sys.stdout)

    command.set_defaults(does=does)


def drawings_in(folder: Path) -> "Drawings":
    """The drawings in *folder*: they replace earlier ones and nothing else.

    Their owner alone may read them: a still of a hand, which is kept so, has the names of hole cards on it then.
    """
    from table_controller.outputs import Draft, spare_all_but, write_whole
    from vision.drawings import Drawings

    return Drawings(
        folder, partial(spare_all_but, asked="--draw"), lambda path, png: write_whole(Draft(path, png, 0o600))
    )


def add_watch(commands: "Commands") -> None:
    """``floorman watch``."""
    command = commands.add_parser("watch", help="the live pipeline over recordings: events with times")
    command.add_argument("videos", nargs="+", type=recording, metavar="VIDEO")
    _table_file(command)
    command.add_argument("--json", action="store_true", help="one JSON object an event")
    _weights(command)

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.watch import watch

        return watch(chosen.videos, table=chosen.table, models=chosen.models, out=sys.stdout)

    command.set_defaults(does=does)


def add_simulate(commands: "Commands") -> None:
    """``floorman simulate``."""
    command = commands.add_parser("simulate", help="a scripted night as event log, observation log or video")
    command.add_argument(
        "script", type=Path, metavar="SCRIPT", help="a night's TOML file (docs/simulator.md), or `default`"
    )
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--noise", metavar="NAME", help="observations of imperfect sensors instead of events")
    command.add_argument("--video", action="store_true", help="the simulated camera's picture instead of events")
    command.add_argument("--out", required=True, type=Path, metavar="FILE")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.rehearse import rehearse

        return rehearse(chosen.script, seed=chosen.seed, noise=chosen.noise, video=chosen.video, to=chosen.out)

    command.set_defaults(does=does)


def add_doctor(commands: "Commands") -> None:
    """``floorman doctor``."""
    command = commands.add_parser("doctor", help="say what is missing on this machine and in the table file")
    _table_file(command)
    _weights(command)
    command.add_argument("--lang", choices=("en", "de"), default="en", help="of what is to be done")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.doctor import doctor

        return doctor(chosen.table, chosen.models, out=sys.stdout, language=chosen.lang)

    command.set_defaults(does=does)


def recording(text: str) -> Path:
    """A video file. As a path, an address would lose a slash before it is said that it is none."""
    path = text.removeprefix("file://")
    if "://" in path:
        raise argparse.ArgumentTypeError(f"{text}: expected a video file; a stream is watched by `floorman run`")
    return Path(path)


def port(text: str) -> int:
    """A port of this machine; 0 takes any that is free."""
    return number(text, int, lambda port: 0 <= port <= 65535, "a port from 0 to 65535")


def _speed(text: str) -> float:
    return number(text, float, lambda speed: 0.1 <= speed <= 50, "a speed from 0.1 to 50")


def seconds(text: str) -> float:
    """A number of seconds."""
    return number(text, float, lambda seconds: 0 < seconds < 1e7, "a number of seconds")


def number(text: str, kind: Callable[[str], _Number], fits: Callable[[_Number], bool], expected: str) -> _Number:
    """*text* as a number that *fits*; argparse shows the message of no other error."""
    try:
        value = kind(text)
    except ValueError:
        value = None
    if value is None or not fits(value):
        raise argparse.ArgumentTypeError(f"expected {expected}")
    return value
