"""Whether a camera still hangs where it was calibrated, asked while its table is watched; two checks must agree.

A check costs some 50 ms of one core, so it is made once in some seconds and on frames in which little moves.
"""

from enum import Enum

from vision.arrays import Picture
from vision.calibrate.moved import Anchor, Shift

EVERY = 5_000_000_000
"""Ns between two checks while all is well."""
SOON = 500_000_000
"""Ns until a check that says something new is made again."""
RESTLESS = 10_000_000_000
"""Ns after which a frame is checked though much moves in it."""
AGREE = 1.0
"""Millimetres within which two shifts are the same one: a camera that still swings has not come to rest."""
UNKNOWN = 3
"""So many checks in a row that find too few marks mean that the camera looks elsewhere, or at something laid over."""
LOST = "camera moved or table covered: put it back, or recalibrate"
STRANGE = "nothing of the picture kept at its calibration is found again: ask floorman doctor"


class Verdict(Enum):
    """What one check says."""

    HELD, MOVED, UNKNOWN = "held", "moved", "unknown"


class Mooring:
    """One camera's place. ``fault`` says why what it sees cannot be trusted, or is None."""

    def __init__(self, anchor: Anchor) -> None:
        self._anchor = anchor
        self.fault: str | None = None
        self.doubtful = False
        """Whether much moved at once since the last check, as when the camera is pushed: nothing is to be read now."""
        self.notice: str | None = None
        """What is worth a light while what it sees is believed all the same, or None."""
        self._comparable = False
        self._due = 0
        self._last: tuple[Verdict, float] = Verdict.HELD, 0.0
        self._row = 0

    def jolted(self) -> None:
        """All of the picture moved: the next still frame is to be checked before anything in it is believed."""
        if self.fault is None and not self.doubtful:
            self.doubtful, self._due, self._row = True, 0, 0

    def look(self, frame: Picture, at: int, still: bool) -> None:
        """Check *frame*, (height, width, 3) BGR of night time *at*, if it is time; *still*: little moves in it."""
        if at < self._due or not (still or at - self._due > RESTLESS):
            return
        shift = self._anchor.shift(frame)
        verdict, far = _verdict(shift), shift.millimetres or 0.0
        same = self._last[0] is verdict and abs(far - self._last[1]) <= AGREE
        self._row = self._row + 1 if same else 1
        self._last = verdict, far
        self._due = at + (EVERY if self._settled(verdict, shift) else SOON)

    def _settled(self, verdict: Verdict, shift: Shift) -> bool:
        """Draw the conclusion of the checks up to now; false where another one is wanted soon."""
        match verdict:
            case Verdict.HELD:
                self._comparable, self.notice = True, None
                settled = self._row >= 2 or self.fault is None
                fault = None if settled else self.fault
            case Verdict.MOVED:
                self._comparable, self.notice = True, None
                settled = self._row >= 2
                fault = _moved(shift) if settled else self.fault
            case Verdict.UNKNOWN:
                settled = self._row >= UNKNOWN
                # Felt and rail without a mark tell nothing, and are no fault of the camera's.
                fault = LOST if settled and self._comparable else self.fault
                # It may hang elsewhere since before the start, or the table look otherwise than it did then.
                self.notice = STRANGE if settled and self._anchor.telling and fault is None else self.notice
        self.fault = fault
        self.doubtful = self.doubtful and not settled
        return settled


def _moved(shift: Shift) -> str:
    if shift.turned:
        return f"camera turned by {shift.turned}°: turn it back, or recalibrate"
    return f"camera moved by {shift.millimetres or 0.0:.0f} mm: put it back, or recalibrate"


def _verdict(shift: Shift) -> Verdict:
    if shift.millimetres is None:
        return Verdict.UNKNOWN
    return Verdict.MOVED if shift.nudged else Verdict.HELD
