"""What an incident rests on besides the journal: a still of each camera at the moment it was named, kept for good."""

from collections.abc import Callable, Iterable, Mapping

import cv2

from table_controller.board.port import Cable
from table_controller.journal.store import Store
from table_controller.recorder import Recorder
from table_controller.records.incidents import Incident
from table_controller.records.wire import canonical
from table_controller.sources import Frame

Frames = Callable[[], Mapping[str, Frame | None]]
"""The newest frame of every camera, by its name."""


class Evidence:
    """Takes the stills when incidents open, and notes in the journal which still belongs to which incident."""

    def __init__(self, store: Store, recorder: Recorder, frames: Frames) -> None:
        self._store, self._recorder, self._frames = store, recorder, frames

    def take(self, incidents: Iterable[Incident], at: int) -> None:
        """Keep what the cameras see now for *incidents*, at night time *at*."""
        for incident in incidents:
            for camera, frame in self._frames().items():
                if frame is not None and (piece := self._recorder.still(frame, camera, at)) is not None:
                    self._recorder.keep(piece, at)
                    body = canonical({"incident": incident.number, "still": piece, "camera": camera})
                    self._store.append("note", at, body, person=True)


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


def preview(frame: Frame | None) -> bytes | None:
    """*frame* at half its size as JPEG, for the desk; None without one."""
    if frame is None:
        return None
    done, jpeg = cv2.imencode(".jpg", cv2.resize(frame, None, fx=0.5, fy=0.5), [cv2.IMWRITE_JPEG_QUALITY, 80])
    return jpeg.tobytes() if done else None
