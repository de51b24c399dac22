"""The picture that a camera's calibration was made with, of the empty table: it lies beside the table file."""

import sys

from table_controller.records import BadInput
from table_controller.table_file import Table, reference_path
from vision.arrays import Picture
from vision.pictures import fits, open_picture

MOVED = "nobody sees whether {} is moved"
PRINT = "what is printed on the felt counts as cards for {}: calibrate again, with --printed"


def kept_picture(table: Table, name: str) -> Picture | None:
    """The picture kept when camera *name* was calibrated, None without one.

    One that cannot be used is one line, and the table runs without; so is none at all where print is known by it.
    """
    if table.file is None:
        return None
    kept, printed = reference_path(table.file, name), name in table.printed
    if not kept.exists() and not printed:
        return None
    try:
        if not kept.exists():
            raise BadInput(str(kept), "", "expected the picture kept at the calibration")
        picture = open_picture(kept)
        fits(picture, next(camera for camera in table.layout.cameras if camera.name == name), kept)
    except BadInput as fault:
        lost = (PRINT if printed else MOVED).format(name)
        print(f"floorman: {fault}; {lost}", file=sys.stderr, flush=True)
        return None
    return picture
