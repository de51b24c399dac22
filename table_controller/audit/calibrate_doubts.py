"""What `floorman calibrate table` took as it was given, and may not have been meant so: one line each."""

from collections.abc import Iterator

import numpy as np

from table_controller.records import BadInput, Camera, Face, Lens, Point
from vision.arrays import Picture
from vision.calibrate.felt import MISNAMED, UNEVEN, FeltPlace
from vision.frames import FrameCheck
from vision.gate import quarter
from vision.reader import CardReader
from vision.zones import View

PRINTED = "calibrate with the table empty, and with --printed if that is printed on the felt, or it counts as a card"


def of_the_place(
    name: str, known: Camera | None, size: tuple[int, int], lens: Lens | None, place: FeltPlace
) -> Iterator[str]:
    """What the *place* of the felt in camera *name*'s picture of that *size* lets doubt.

    *known*: the camera as the table file had it.
    """
    if known is not None and (known.width, known.height) != size:
        was = pixels(known.width, known.height)
        yield f"camera {name!r}: the table file had pictures of {was}, this one has {pixels(*size)}"
    if lens is not None and place.uneven > UNEVEN:
        yield (
            f"camera {name!r}: one tag comes out {place.uneven:.1%} larger than another: does each lie in its corner, "
            "its card's edges on the felt's?"
        )
    if place.missized:
        across, down = place.longer
        yield (
            f"camera {name!r}: the tags come out {across:+.1%} long across and {down:+.1%} down: measure felt.width, "
            "felt.height and a tag's black square (--tag-size); if they are right, calibrate this camera's lens, and "
            "see that its picture is sharp"
        )
    if abs(place.wider) > MISNAMED:
        yield (
            f"camera {name!r}: what has these corners is {place.wider:+.0%} wide for its height: are they the felt's, "
            "not a line's or the rail's, felt.width and felt.height measured, and the lens this camera's?"
        )
    if lens is None and place.error is None:
        yield (
            f"camera {name!r}: four corners without --lens say nothing of how the lens bends: "
            "cards may be told up to 40 mm beside where they lie"
        )


def of_the_felt(view: View, frame: Picture, printed: bool) -> Iterator[str]:
    """What the empty felt in *frame* lets doubt: a part that did not arrive, for all night it is compared with this.

    And what looks like a card there: it is printed, and would be one all night. Where it is known to be *printed* that
    is said too, for a card that was left there is taken for print as well.
    Nothing where there are no weights to see it with: `floorman doctor` says that.
    """
    torn = FrameCheck(view).fault(quarter(frame), 0)
    if torn is not None:
        yield f"camera {view.camera.name!r}: {torn}: calibrate anew with one that shows the whole felt, in light"
    try:
        reader = CardReader.load()
    except BadInput:
        return
    told = [card for card in reader.read(frame, with_chips=False).cards if card.card or card.face is Face.DOWN]
    if not told:
        return
    middles = [Point(float(x), float(y)) for x, y in view.millimetres([np.mean(card.quad, 0) for card in told])]
    zones = [zone.name for zone in view.layout.zones if any(zone.holds(middle) for middle in middles)]
    if zones:
        todo = "that is print from now on" if printed else PRINTED
        yield f"camera {view.camera.name!r}: something like a card lies in {', '.join(zones)}: {todo}"


def pixels(width: object, height: object) -> str:
    """A picture's size."""
    return f"{width} × {height}"
