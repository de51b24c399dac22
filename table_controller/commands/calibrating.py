"""``floorman calibrate``: what sets up a camera.

A room is imported only once its command was chosen.
"""

import argparse
import re
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table_controller.commands.live import number, port, seconds

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]


def add_calibrate(commands: "Commands") -> None:
    """``floorman calibrate``."""
    command = commands.add_parser(
        "calibrate", help="set up a camera: print sheets, find its lens, the table, the chips"
    )
    verbs = command.add_subparsers(required=True, metavar="board|lens|table|chips")
    _calibrate_board(verbs)
    _calibrate_lens(verbs)
    _calibrate_table(verbs)
    _calibrate_chips(verbs)


def _calibrate_board(verbs: "Commands") -> None:
    board = verbs.add_parser("board", help="the ChArUco board and the AprilTags to print, in their true size")
    board.add_argument("--out", required=True, type=Path, metavar="FILE", help="a name ending in .pdf or .png")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.calibrate import calibrate_board

        return calibrate_board(chosen.out, out=sys.stdout)

    board.set_defaults(does=does)


def _calibrate_lens(verbs: "Commands") -> None:
    lens = verbs.add_parser("lens", help="the lens, from pictures of the board or from a camera it is shown to")
    lens.add_argument("pictures", nargs="*", type=Path, metavar="PICTURE")
    lens.add_argument("--camera", metavar="SOURCE", help="device, address or video file instead of pictures")
    _add_size(lens, "1920x1080")
    lens.add_argument("--for", type=seconds, dest="wall_seconds", default=180.0, metavar="WALL_SECONDS")
    lens.add_argument("--out", required=True, type=Path, metavar="FILE", help="the lens file, for `table --lens`")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.calibrate import calibrate_lens

        return calibrate_lens(chosen.pictures, chosen.camera, chosen.wall_seconds, chosen.out, sys.stdout, chosen.size)

    lens.set_defaults(does=does)


def _calibrate_table(verbs: "Commands") -> None:
    table = verbs.add_parser("table", help="where the felt lies in a camera's picture, written into the table file")
    table.add_argument("--table", required=True, type=Path, metavar="FILE", help="table file (docs/table.md)")
    table.add_argument("--name", type=_written, help="the camera's name there; needed where there are several")
    table.add_argument(
        "--camera", type=_written, metavar="SOURCE", help="device, address or video file; else the table file's own"
    )
    # A corner may lie left of the picture: "-5,20" is no option.
    table._negative_number_matcher = re.compile(r"-\d")
    _add_size(table, "the table file's, 1920x1080 for a new camera")
    table.add_argument("--picture", type=Path, metavar="FILE", help="a picture the camera took, instead of a new one")
    how = table.add_mutually_exclusive_group()
    how.add_argument(
        "--tags", action="store_true", help="an AprilTag lies in each corner of the felt, or of its half (the default)"
    )
    how.add_argument("--corners", nargs="+", type=_pixel, metavar="X,Y", help="the felt's corners in pixels")
    how.add_argument("--page", action="store_true", help="click the corners on a page of this machine")
    table.add_argument(
        "--half", choices=("left", "right"), default="", help="whose corners are named or clicked; tags tell it"
    )
    table.add_argument("--printed", action="store_true", help="what looks like a card there is printed on the felt")
    table.add_argument("--lens", type=Path, metavar="FILE", help="what `calibrate lens` wrote")
    table.add_argument(
        "--tag-size", type=_millimetres, default=72.0, metavar="MM", help="of the black square, as printed"
    )
    table.add_argument("--port", type=port, default=0, help="of the page, on this machine only")
    table.add_argument("--lang", choices=("en", "de"), default="en", help="of the page")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.calibrate import TableWish, calibrate_table

        wish = TableWish(
            table=chosen.table,
            name=chosen.name,
            source=chosen.camera,
            size=chosen.size,
            picture=chosen.picture,
            corners=None if chosen.corners is None else tuple(chosen.corners),
            half=chosen.half,
            printed=chosen.printed,
            page=chosen.page,
            lens=chosen.lens,
            tag=chosen.tag_size,
            language=chosen.lang,
            port=chosen.port,
        )
        return calibrate_table(wish, out=sys.stdout)

    table.set_defaults(does=does)


def _calibrate_chips(verbs: "Commands") -> None:
    chips = verbs.add_parser("chips", help="the colours of the chips as the camera sees them: one of each on the felt")
    chips.add_argument("--table", required=True, type=Path, metavar="FILE", help="table file (docs/table.md)")
    chips.add_argument("--name", type=_written, help="the camera's name there; needed where there are several")
    where = chips.add_mutually_exclusive_group()
    where.add_argument(
        "--camera", type=_written, metavar="SOURCE", help="device, address or video file; else the table file's own"
    )
    where.add_argument("--picture", type=Path, metavar="FILE", help="a picture the camera took, instead of a new one")

    def does(chosen: argparse.Namespace) -> int:
        from table_controller.audit.calibrate_chips import ChipsWish, calibrate_chips

        return calibrate_chips(ChipsWish(chosen.table, chosen.name, chosen.camera, chosen.picture), out=sys.stdout)

    chips.set_defaults(does=does)


def _add_size(command: argparse.ArgumentParser, usual: str) -> None:
    told = f"of its pictures, which a USB camera is asked for (default: {usual})"
    command.add_argument("--size", type=_size, metavar="WIDTHxHEIGHT", help=told)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    sound = (lambda side: 64 <= side <= 16_000, "WIDTHxHEIGHT in pixels, as 3840x2160")
    return number(width, int, *sound), number(height, int, *sound)


def _millimetres(text: str) -> float:
    return number(text, float, lambda size: 10 <= size <= 1000, "millimetres from 10 to 1000")


def _written(text: str) -> str:
    """*text* that a table file can hold in one line: no line breaks, no bytes that are no text."""
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
        raise argparse.ArgumentTypeError("expected text in UTF-8 without line breaks and control characters")
    return text


def _pixel(text: str) -> tuple[float, float]:
    x, comma, y = text.partition(",")
    if not comma:
        raise argparse.ArgumentTypeError("expected X,Y in pixels")
    inside = (lambda at: -1e5 < at < 1e5, "X,Y in pixels")
    return number(x, float, *inside), number(y, float, *inside)
