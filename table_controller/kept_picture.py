"""The picture that a camera's calibration was made with, of the empty table: it lies beside the table file."""

import sys

from table_controller.records import BadInput
from table_controller.table_file import Table, reference_path
from vision.arrays import Picture
from vision.pictures import fits, open_picture


def kept_picture(table: Table, name: str, lost: str) -> Picture | None:
    """The picture kept when camera *name* was calibrated, None without one.

    One that cannot be used is one line, which says what is *lost*, and the table runs without.
    """
    if table.file is None or not (kept := reference_path(table.file, name)).exists():
        return None
    try:
        picture = open_picture(kept)
        fits(picture, next(camera for camera in table.layout.cameras if camera.name == name), kept)
    except BadInput as fault:
        print(f"floorman: {fault}; {lost}", file=sys.stderr, flush=True)
        return None
    return picture


def printed_felt(table: Table, name: str) -> Picture | None:
    """What camera *name* saw of the empty felt, where the table file says that cards are printed on that, else None.

    Without the picture they count as cards, which is one line.
    """
    if name not in table.printed:
        return None
    lost = f"what is printed on the felt counts as cards for {name}: calibrate again, with --printed"
    picture = kept_picture(table, name, lost)
    if picture is None and table.file is not None and not reference_path(table.file, name).exists():
        missing = BadInput(str(reference_path(table.file, name)), "", "expected the picture kept at the calibration")
        print(f"floorman: {missing}; {lost}", file=sys.stderr, flush=True)
    return picture
