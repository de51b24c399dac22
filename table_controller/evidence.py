"""What an incident rests on besides the journal: a still of each camera at the moment it was named, kept for good."""

from collections.abc import Callable, Iterable, Mapping

import cv2
import numpy as np

from table_controller.board.port import Cable
from table_controller.journal.store import Store
from table_controller.quiet import Quiet
from table_controller.recorder import Recorder
from table_controller.records.incidents import Incident
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.wire import canonical
from table_controller.sources import Frame, Shot

Shots = Callable[[], Mapping[str, Shot | None]]
"""The newest frame of every camera, by its name."""


class Evidence:
    """Takes the stills when incidents open, and notes in the journal which still belongs to which incident."""

    def __init__(self, store: Store, recorder: Recorder, shots: Shots, quiet: Quiet) -> None:
        self._store, self._recorder, self._shots, self._quiet = store, recorder, shots, quiet
        self._kept: dict[int, str | None] = {}
        """By incident of this run: the still that the desk may show; None where hole cards may be on it."""
        self._unproven: dict[int, tuple[str, int]] = {}
        """By incident: a still that no hole card seems to be on, and when it was taken."""

    def judge(self) -> None:
        """After every state: show the stills that are proven by now, and give up those that a hand has overtaken."""
        for number, (piece, at) in tuple(self._unproven.items()):
            if proven := self._quiet.vouches(at):
                self._kept[number] = piece
            if proven or not self._quiet.holds(at):
                del self._unproven[number]

    def take(self, incidents: Iterable[Incident], at: int) -> None:
        """Keep what the cameras see now for *incidents*, at night time *at*."""
        for incident in incidents:
            for camera, shot in self._shots().items():
                if shot is not None and (piece := self._recorder.still(shot.frame, camera, at)) is not None:
                    self._recorder.keep(piece, at)
                    if incident.number not in self._kept:
                        self._kept[incident.number], self._unproven[incident.number] = None, (piece, shot.at)
                    body = canonical({"incident": incident.number, "still": piece, "camera": camera})
                    self._store.append("note", at, body, person=True)

    def pictures(self) -> dict[int, bool]:
        """By incident that has a still: whether the desk may show it."""
        return {number: piece is not None for number, piece in self._kept.copy().items()}

    def picture(self, incident: int) -> bytes | None:
        """The still of *incident* for the desk, small, as JPEG; None where there is none that it may show."""
        piece = self._kept.get(incident)
        path = self._recorder.find(piece) if piece is not None else None
        frame = None if path is None else cv2.imread(str(path))
        return None if frame is None else preview(frame.astype(np.uint8))


class CapturedCable:
    """A cable whose bytes are kept with their times, so that the board can be heard again; what it was told, too."""

    def __init__(self, cable: Cable, recorder: Recorder) -> None:
        self._cable, self._recorder = cable, recorder

    @property
    def reason(self) -> str:
        """Why the cable is gone."""
        return str(getattr(self._cable, "reason", "no connection"))

    def exchange(self, outgoing: bytes, at: int) -> bytes | None:
        """Send *outgoing* and return what arrived; it is kept first."""
        if outgoing:
            self._recorder.capture(outgoing, "host", at)
        data = self._cable.exchange(outgoing, at)
        if data:
            self._recorder.capture(data, "board", at)
        return data


def faceless(night: Night) -> bool:
    """Whether no hole card can be on a picture of now: none is dealt, and every source sees what it should.

    Once somebody acts cards lie there, read or not.
    """
    hand = night.hand
    if night.lost or night.blocked:
        return False
    if hand is None or hand.settled:
        return True
    return hand.street is Street.DEAL and not any(player.cards for player in hand.players)


def preview(frame: Frame | None) -> bytes | None:
    """*frame* at half its size as JPEG, for the desk; None without one."""
    if frame is None:
        return None
    done, jpeg = cv2.imencode(".jpg", cv2.resize(frame, None, fx=0.5, fy=0.5), [cv2.IMWRITE_JPEG_QUALITY, 80])
    return jpeg.tobytes() if done else None
