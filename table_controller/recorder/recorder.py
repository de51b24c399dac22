"""Takes pieces of evidence and makes room for new ones. Never raises: the recorder's troubles are observations."""

import os
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.recorder import capture
from table_controller.records.observations import Observation, SourceLost, SourceRestored

SOURCE = "recorder"
"""The recorder's name as a source of observations."""

_SEGMENT = 1 << 20
"""Bytes after which a capture goes on in a new file."""

_PIECE = re.compile(r"\d{20}-\d{4}-[\w.-]+\.(jpg|capture)")


class Recorder:
    """Evidence in one folder, at most *limit_bytes* of it; callable from any thread.

    A reference names a piece: what an observation carries as ``evidence``. When room is needed the oldest piece
    goes first, but never one that was kept for an incident. What goes wrong with the disk is told to *tell* once, as
    the source ``recorder`` that is lost, and again when it is back.
    """

    def __init__(self, folder: Path, limit_bytes: int, tell: Callable[[Observation], object]) -> None:
        self._folder, self._limit, self._tell = folder, limit_bytes, tell
        self._kept = folder / "kept"
        self._turnstile = threading.RLock()
        self._numbers = count()
        self._segments: dict[str, Path] = {}
        """The capture that each source's bytes go to."""
        self._sizes: dict[Path, int] | None = None
        """Every piece and its bytes; read from the disk once, since looking at thousands of files takes its time."""
        self._lost = False

    def still(self, frame: NDArray[np.uint8], name: str, at: int) -> str | None:
        """Keep *frame* (height × width × 3, BGR) of camera *name* at night time *at*; its reference, None if lost."""
        try:
            encoded, jpeg = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, 90])
        except cv2.error as fault:
            self._trouble(at, str(fault))
            return None
        return self._try(at, lambda: self._add(at, name, "jpg", jpeg.tobytes())) if encoded else None

    def capture(self, data: bytes, name: str, at: int) -> str | None:
        """Keep *data* that source *name* sent at night time *at*; the reference of its segment, None if lost."""
        return self._try(at, lambda: self._append(at, name, capture.record(at, data)))

    def keep(self, reference: str, at: int = 0) -> bool:
        """Never delete the piece *reference* to make room: an incident refers to it. False if it is not there."""

        def move() -> str | None:
            here = self._folder / reference
            if _PIECE.fullmatch(reference) and here.is_file():
                _private(self._kept)
                sizes = self._pieces()
                here.rename(self._kept / reference)
                sizes[self._kept / reference] = sizes.pop(here, 0)
                self._finish(here)
            return reference if self.find(reference) else None

        return self._try(at, move) is not None

    def find(self, reference: str) -> Path | None:
        """Where the piece *reference* lies, or None if there is none."""
        if not _PIECE.fullmatch(reference):
            return None
        return next((p for p in (self._folder / reference, self._kept / reference) if p.is_file()), None)

    def erase(self, reference: str) -> bool:
        """Delete the piece *reference*, kept or not; false if it is not gone then, or was never there."""
        with self._turnstile:
            path = self.find(reference)
            if path is None:
                return False
            self._finish(path)
            with suppress(OSError):
                path.unlink()
                self._pieces().pop(path, None)
            return not path.exists()

    def _try(self, at: int, work: Callable[[], str | None]) -> str | None:
        with self._turnstile:
            try:
                done = work()
            except OSError as fault:
                self._trouble(at, fault.strerror or str(fault))
                return None
            if self._lost:
                self._lost = False
                self._tell(SourceRestored(at=at, source=SOURCE))
            return done

    def _trouble(self, at: int, reason: str) -> None:
        if not self._lost:
            self._lost = True
            self._tell(SourceLost(at=at, source=SOURCE, reason=reason))

    def _add(self, at: int, name: str, ending: str, content: bytes) -> str:
        """A new piece, whole or not at all."""
        _private(self._folder)
        self._make_room(len(content))
        path = self._new(at, name, ending)
        half = path.with_suffix(".half")
        try:
            _write(half, content, os.O_TRUNC)
            half.rename(path)
        except OSError:
            half.unlink(missing_ok=True)
            raise
        self._pieces()[path] = len(content)
        return path.name

    def _append(self, at: int, name: str, content: bytes) -> str:
        path = self._segments.get(name)
        if path is None or self._pieces().get(path, _SEGMENT) + len(content) > _SEGMENT:
            path = self._folder / self._add(at, name, "capture", capture.MAGIC + content)
            self._segments[name] = path
            return path.name
        self._make_room(len(content), but=path)
        try:
            _write(path, content, os.O_APPEND)
        except OSError:
            self._finish(path)  # half a record may lie at its end; what follows must not come behind that
            raise
        self._pieces()[path] += len(content)
        return path.name

    def _finish(self, path: Path) -> None:
        """Append nothing more to the capture at *path*."""
        self._segments = {name: segment for name, segment in self._segments.items() if segment != path}

    def _pieces(self) -> dict[Path, int]:
        if self._sizes is None:
            found = (*self._folder.glob("*"), *self._kept.glob("*"))
            self._sizes = {path: path.stat().st_size for path in found if _PIECE.fullmatch(path.name)}
        return self._sizes

    def _new(self, at: int, name: str, ending: str) -> Path:
        safe = re.sub(r"[^\w-]", "_", name, flags=re.ASCII)[:40] or "source"
        while True:
            path = self._folder / f"{max(at, 0) % 10**20:020d}-{next(self._numbers) % 10**4:04d}-{safe}.{ending}"
            if not path.exists() and not (self._kept / path.name).exists():
                return path

    def _make_room(self, wanted: int, but: Path | None = None) -> None:
        sizes = self._pieces()
        total = sum(sizes.values())
        going = sorted(path for path in sizes if path.parent == self._folder and path != but)
        while total + wanted > self._limit and going:
            oldest = going.pop(0)
            oldest.unlink(missing_ok=True)
            self._finish(oldest)
            total -= sizes.pop(oldest)
        if total + wanted > self._limit:
            raise OSError(0, "the evidence of incidents fills the space it is given")


def _private(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _write(path: Path, content: bytes, how: int) -> None:
    handle = os.open(path, os.O_CREAT | os.O_WRONLY | how, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
