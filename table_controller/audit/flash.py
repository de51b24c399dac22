"""``floorman board flash``: the firmware's image onto a board, by avrdude."""

import shutil
import subprocess
from pathlib import Path
from typing import TextIO

from table_controller.board.discovery import FoundCable
from table_controller.records import BadInput, SourceFailed

IMAGE = Path(__file__).resolve().parents[2] / "build" / "firmware" / "board.hex"


def flash(port: str | None, image: Path | None, *, dry: bool, out: TextIO) -> int:
    """Write *image* (default: the one that was built here) to the board at *port* (default: the one plugged in).

    :raises BadInput: for an image that is none.
    :raises SourceFailed: without avrdude, without a board, or when avrdude fails.
    """
    path = image or IMAGE
    _check(path)
    program = shutil.which("avrdude")
    if program is None:
        raise SourceFailed("avrdude: not found; expected the package avrdude of your system")
    where = port or FoundCable().likeliest()
    command = [
        program,
        "-p",
        "atmega2560",
        "-c",
        "wiring",
        "-P",
        where,
        "-b",
        "115200",
        "-D",
        "-U",
        f"flash:w:{path}:i",
    ]
    if dry:
        print(" ".join(command), file=out)
        return 0
    done = subprocess.run(command, check=False)
    if done.returncode:
        raise SourceFailed(f"avrdude: ended with status {done.returncode}; is another program using {where}?")
    return 0


def _check(path: Path) -> None:
    """Intel HEX begins with a colon and ends with the end record; anything else would brick nothing, but say little."""
    try:
        text = path.read_text("ascii")
    except OSError as fault:
        expected = f"expected an image ({fault.strerror}); `make firmware` builds it"
        raise BadInput(str(path), "", expected) from None
    except UnicodeDecodeError:
        text = ""
    if not text.startswith(":") or ":00000001FF" not in text.upper():
        raise BadInput(str(path), "", "expected an image in Intel HEX")
