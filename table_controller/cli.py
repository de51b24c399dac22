"""The ``floorman`` command: reads the command line, calls the room that answers, turns faults into one line.

Exit status: 0 fine; 1 incidents or differences found (``referee``, ``audit``, ``verify``, ``rulebook diff``);
2 bad input; 3 a source failed.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from table_controller.records import BadInput, SourceFailed

_Number = TypeVar("_Number", int, float)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; JSON goes to stdout, everything else to stderr."""
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
        _run,
        _read,
        _watch,
        _referee,
        _simulate,
        _audit,
        _verify,
        _erase,
        _export,
        _rulebook,
        _calibrate,
        _doctor,
        _board,
    ):
        add(commands)
    return parser


if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[Any]


def _run(commands: "_Commands") -> None:
    command = commands.add_parser("run", help="the live table; without a table file the built-in simulated one")
    command.add_argument("--table", type=Path, metavar="FILE", help="table file (docs/table.md)")
    command.add_argument("--journal", type=Path, metavar="FILE", help="keep or continue this journal")
    command.add_argument("--port", type=_port, default=8321, help="of the screen, on this machine only (default 8321)")
    command.add_argument("--headless", action="store_true", help="no screen; a JSON summary last")
    command.add_argument("--seed", type=int, default=1, help="of the simulated night")
    command.add_argument("--speed", type=_speed, default=1.0, help="table seconds per second, simulated table only")
    command.add_argument("--for", type=_seconds, dest="wall_seconds", metavar="WALL_SECONDS", help="stop after so long")
    command.add_argument("--models", type=Path, metavar="DIR", help="weights of the card reader")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.app import run

        return run(chosen)

    command.set_defaults(does=does)


def _read(commands: "_Commands") -> None:
    command = commands.add_parser("read", help="what vision sees in pictures")
    command.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    command.add_argument("--json", action="store_true", help="one JSON object a picture")
    command.add_argument("--draw", type=Path, metavar="DIR", help="write the pictures with what was seen drawn in")
    command.add_argument("--models", type=Path, metavar="DIR")

    def does(chosen: argparse.Namespace) -> int:
        from vision.read_command import read_pictures

        return read_pictures(chosen.images, models=chosen.models, draw=chosen.draw, out=sys.stdout)

    command.set_defaults(does=does)


def _watch(commands: "_Commands") -> None:
    command = commands.add_parser("watch", help="the live pipeline over recordings: events with times")
    command.add_argument("videos", nargs="+", type=Path, metavar="VIDEO")
    command.add_argument("--table", type=Path, metavar="FILE")
    command.add_argument("--json", action="store_true", help="one JSON object an event")
    command.add_argument("--models", type=Path, metavar="DIR")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.watch import watch

        return watch(chosen.videos, table=chosen.table, models=chosen.models, out=sys.stdout)

    command.set_defaults(does=does)


def _referee(commands: "_Commands") -> None:
    command = commands.add_parser("referee", help="judge recorded hands: .phh, .phhs, .jsonl, folders, .tar.gz")
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.add_argument("--rulebook", required=True, metavar="NAME")
    command.add_argument("--json", action="store_true", help="one JSON object a hand")
    command.add_argument("--trace", action="store_true", help="and one an event")
    command.add_argument("--unit", default=None, help="the smallest unit of money in the record, such as 0.5")
    _language(command)

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.referee import referee

        return referee(
            chosen.files,
            chosen.rulebook,
            as_json=chosen.json,
            trace=chosen.trace,
            unit=chosen.unit,
            out=sys.stdout,
            language=chosen.lang,
        )

    command.set_defaults(does=does)


def _simulate(commands: "_Commands") -> None:
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


def _audit(commands: "_Commands") -> None:
    command = commands.add_parser("audit", help="incidents, statistics, the report; another rulebook: what differs")
    command.add_argument("journal", nargs="?", type=Path, metavar="JOURNAL")
    command.add_argument("--rulebook", metavar="NAME")
    command.add_argument("--incident", type=int, metavar="ID")
    command.add_argument("--html", type=Path, metavar="FILE")
    command.add_argument("--json", action="store_true")
    command.add_argument("--video", nargs="+", type=Path, metavar="FILE")
    command.add_argument("--table", type=Path, metavar="FILE")
    _language(command)

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.report import audit_command
        from table_controller.audit.watch import audit_videos

        if chosen.video:
            if chosen.journal is not None:
                raise BadInput("audit", str(chosen.journal), "expected a journal or --video FILE…, not both")
            return audit_videos(chosen.video, table=chosen.table, rulebook=chosen.rulebook, out=sys.stdout)
        if chosen.journal is None:
            raise BadInput("audit", "JOURNAL", "expected a journal, or --video FILE… with --table FILE")
        return audit_command(
            chosen.journal,
            rulebook=chosen.rulebook,
            incident=chosen.incident,
            html=chosen.html,
            as_json=chosen.json,
            out=sys.stdout,
            language=chosen.lang,
        )

    command.set_defaults(does=does)


def _verify(commands: "_Commands") -> None:
    command = commands.add_parser("verify", help="whether a journal is as it was written")
    command.add_argument("journal", type=Path, metavar="JOURNAL")
    command.add_argument(
        "--head", metavar="DIGEST", help="the head digest noted at the end; shows a tail cut off later"
    )

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.verify import verify_command

        return verify_command(chosen.journal, out=sys.stdout, head=chosen.head)

    command.set_defaults(does=does)


def _erase(commands: "_Commands") -> None:
    command = commands.add_parser("erase", help="erase what an entry of a journal says of a person or shows")
    command.add_argument("journal", type=Path, metavar="JOURNAL")
    command.add_argument("entry", type=int, metavar="ENTRY", help="the entry's number")
    command.add_argument("--by", required=True, help="who erases")
    command.add_argument("--why", required=True, help="for what reason")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.erase import erase_command

        return erase_command(chosen.journal, chosen.entry, by=chosen.by, why=chosen.why, out=sys.stdout)

    command.set_defaults(does=does)


def _export(commands: "_Commands") -> None:
    command = commands.add_parser("export", help="hands for other tools")
    command.add_argument("journal", type=Path, metavar="JOURNAL")
    command.add_argument("--format", required=True, choices=("phh", "ohh", "pokerstars", "csv"))

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.export import export_command

        return export_command(chosen.journal, chosen.format, out=sys.stdout)

    command.set_defaults(does=does)


def _rulebook(commands: "_Commands") -> None:
    command = commands.add_parser("rulebook", help="list, show, check or compare rulebooks")
    verbs = command.add_subparsers(required=True, dest="verb", metavar="list|show|check|diff")
    verbs.add_parser("list")
    show = verbs.add_parser("show")
    show.add_argument("names", nargs=1, metavar="NAME")
    show.add_argument("key", nargs="?", metavar="PARAMETER", help="one parameter, or one incident code, alone")
    verbs.add_parser("check").add_argument("names", nargs=1, metavar="FILE")
    diff = verbs.add_parser("diff")
    diff.add_argument("names", nargs="+", metavar="A B")
    diff.add_argument("--citations", action="store_true", help="list also what both answer alike by different clauses")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit import houses

        match chosen.verb:
            case "list":
                return houses.list_rulebooks(sys.stdout)
            case "show" if chosen.key is not None:
                return houses.show_answer(chosen.names[0], chosen.key, sys.stdout)
            case "show":
                return houses.show_rulebook(chosen.names[0], sys.stdout)
            case "check":
                return houses.check_rulebook(Path(chosen.names[0]), sys.stdout)
            case _:
                return _differences(chosen.names, citations=chosen.citations)

    command.set_defaults(does=does)


def _differences(names: list[str], *, citations: bool) -> int:
    from table_controller.audit import houses

    if len(names) != 2:
        raise BadInput("rulebook diff", "", f"expected two rulebooks, got {len(names)}")
    status = houses.diff_rulebooks(names[0], names[1], sys.stdout, citations=citations)
    if status == 0:
        print(f"floorman: {names[0]} and {names[1]} answer everything alike", file=sys.stderr)
    return status


def _doctor(commands: "_Commands") -> None:
    command = commands.add_parser("doctor", help="say what is missing on this machine and in the table file")
    command.add_argument("--table", type=Path, metavar="FILE")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.doctor import doctor

        return doctor(chosen.table, out=sys.stdout)

    command.set_defaults(does=does)


def _calibrate(commands: "_Commands") -> None:
    command = commands.add_parser("calibrate", help="set up a camera: print sheets, find its lens, find the table")
    verbs = command.add_subparsers(required=True, metavar="board|lens|table")
    _calibrate_board(verbs)
    _calibrate_lens(verbs)
    _calibrate_table(verbs)


def _calibrate_board(verbs: "_Commands") -> None:
    board = verbs.add_parser("board", help="the ChArUco board and the AprilTags to print, in their true size")
    board.add_argument("--out", required=True, type=Path, metavar="FILE", help="a name ending in .pdf or .png")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.calibrate import calibrate_board

        return calibrate_board(chosen.out, out=sys.stdout)

    board.set_defaults(does=does)


def _calibrate_lens(verbs: "_Commands") -> None:
    lens = verbs.add_parser("lens", help="the lens, from pictures of the board or from a camera it is shown to")
    lens.add_argument("pictures", nargs="*", type=Path, metavar="PICTURE")
    lens.add_argument("--camera", metavar="SOURCE", help="device, address or video file instead of pictures")
    lens.add_argument("--for", type=_seconds, dest="wall_seconds", default=180.0, metavar="WALL_SECONDS")
    lens.add_argument("--out", required=True, type=Path, metavar="FILE", help="the lens file, for `table --lens`")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.calibrate import calibrate_lens

        return calibrate_lens(chosen.pictures, chosen.camera, chosen.wall_seconds, chosen.out, out=sys.stdout)

    lens.set_defaults(does=does)


def _calibrate_table(verbs: "_Commands") -> None:
    table = verbs.add_parser("table", help="where the felt lies in a camera's picture, written into the table file")
    table.add_argument("--table", required=True, type=Path, metavar="FILE", help="table file (docs/table.md)")
    table.add_argument("--name", help="the camera's name there; needed where there are several")
    table.add_argument("--camera", metavar="SOURCE", help="device, address or video file; else the table file's own")
    table.add_argument("--picture", type=Path, metavar="FILE", help="a picture the camera took, instead of a new one")
    how = table.add_mutually_exclusive_group()
    how.add_argument("--tags", action="store_true", help="an AprilTag lies in each corner of the felt (the default)")
    how.add_argument("--corners", nargs="+", type=_pixel, metavar="X,Y", help="the felt's corners in pixels")
    how.add_argument("--page", action="store_true", help="click the corners on a page of this machine")
    table.add_argument("--lens", type=Path, metavar="FILE", help="what `calibrate lens` wrote")
    table.add_argument(
        "--tag-size", type=_millimetres, default=72.0, metavar="MM", help="of the black square, as printed"
    )
    table.add_argument("--port", type=_port, default=0, help="of the page, on this machine only")
    _language(table)

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.calibrate import TableWish, calibrate_table

        wish = TableWish(
            table=chosen.table,
            name=chosen.name,
            source=chosen.camera,
            picture=chosen.picture,
            corners=None if chosen.corners is None else tuple(chosen.corners),
            page=chosen.page,
            lens=chosen.lens,
            tag=chosen.tag_size,
            language=chosen.lang,
            port=chosen.port,
        )
        return calibrate_table(wish, out=sys.stdout)

    table.set_defaults(does=does)


def _board(commands: "_Commands") -> None:
    command = commands.add_parser("board", help="the button and tag board")
    verbs = command.add_subparsers(required=True, metavar="monitor")
    monitor = verbs.add_parser("monitor", help="print what a board says, a JSON object a message")
    monitor.add_argument("port", metavar="PORT", help="a serial device or socket://host:port")
    monitor.add_argument("--for", type=_seconds, dest="wall_seconds", metavar="WALL_SECONDS")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.monitor import monitor

        return monitor(chosen.port, seconds=chosen.wall_seconds, out=sys.stdout)

    monitor.set_defaults(does=does)


def _language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lang", choices=("en", "de"), default="en", help="of the words; --json has both")


def _port(text: str) -> int:
    return _number(text, int, lambda port: 0 <= port <= 65535, "a port from 0 to 65535")


def _speed(text: str) -> float:
    return _number(text, float, lambda speed: 0.1 <= speed <= 50, "a speed from 0.1 to 50")


def _seconds(text: str) -> float:
    return _number(text, float, lambda seconds: 0 < seconds < 1e7, "a number of seconds")


def _millimetres(text: str) -> float:
    return _number(text, float, lambda size: 10 <= size <= 1000, "millimetres from 10 to 1000")


def _pixel(text: str) -> tuple[float, float]:
    x, comma, y = text.partition(",")
    if not comma:
        raise argparse.ArgumentTypeError("expected X,Y in pixels")
    inside = (lambda at: -1e5 < at < 1e5, "X,Y in pixels")
    return _number(x, float, *inside), _number(y, float, *inside)


def _number(text: str, kind: Callable[[str], _Number], fits: Callable[[_Number], bool], expected: str) -> _Number:
    """*text* as a number that *fits*; argparse shows the message of no other error."""
    try:
        value = kind(text)
    except ValueError:
        value = None
    if value is None or not fits(value):
        raise argparse.ArgumentTypeError(f"expected {expected}")
    return value
