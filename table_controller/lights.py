"""The health lights that the app measures: cameras, recorder, disk, the engine's lag, the overlay's pages."""

import shutil
import time
from pathlib import Path

from table_controller.fault_words import in_words
from table_controller.records.rulebook import Text
from table_controller.screens import light
from table_controller.summary import Lag
from table_controller.views import Light, LightState

_GIGABYTE = 1_000_000_000
_LITTLE = 2
"""Gigabytes below which the disk needs a look: an evening's evidence may take that much."""
_SLOW = 400.0
"""Milliseconds from the table to the screen that the design allows in the worst of a hundred cases."""
_FAULT = Text("Störung im Programm: siehe seine Ausgabe", "a fault of the program: see its output")
"""Of an exception that has no words here: its own are a programmer's, and may name a card."""
_EVERY = 5.0
"""Seconds between two looks at the disk."""


class Disk:
    """The space left where the journal lies; looked at every few seconds."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._looked, self._light = folder, 0.0, self._look(folder)

    def light(self) -> Light:
        """Whether an evening still fits."""
        if time.monotonic() - self._looked > _EVERY:
            self._looked, self._light = time.monotonic(), self._look(self._folder)
        return self._light

    @staticmethod
    def _look(folder: Path) -> Light:
        try:
            free = shutil.disk_usage(folder).free / _GIGABYTE
        except OSError as fault:
            return Light("disk", LightState.WARN, _unread(fault.strerror or ""))
        state = LightState.OK if free >= _LITTLE else LightState.WARN
        return Light("disk", state, Text(f"{free:.0f} GB frei", f"{free:.0f} GB free"))


def _unread(reason: str) -> Text:
    """That the disk cannot be read, and why if there are words for it in both languages."""
    why = in_words(reason)
    return Text(f"nicht lesbar: {why.de}", f"unread: {why.en}") if why else Text("nicht lesbar", "unread")


def camera_light(name: str, trouble: str | None, rate: float | None) -> Light:
    """What is the matter with a camera, or how many of its frames a second are looked at."""
    if trouble is not None or rate is None:
        return light(name, trouble)
    return Light(name, LightState.OK, Text(f"{rate:.0f} Bilder/s", f"{rate:.0f} frames/s"))


def recorder_light(kept: bool, cameras: tuple[str, ...]) -> Light:
    """Whether stills of incidents are *kept*; that the disk refuses them the night tells as a lost source."""
    if not cameras:
        return Light("recorder", LightState.OK, Text("keine Kamera", "no camera"))
    if kept:
        return Light("recorder", LightState.OK, Text("läuft", "works"))
    return Light("recorder", LightState.WARN, Text("aus: kein Einverständnis", "off: no consent"))


def engine_light(fault: str | None, waiting: int, lag: Lag | None) -> Light:
    """Whether the table thread keeps up; *lag*: what the newest observations took to the screen."""
    if fault is not None:
        return Light("engine", LightState.WARN, in_words(fault) or _FAULT)
    if waiting:
        return Light("engine", LightState.WARN, Text(f"{waiting} warten", f"{waiting} waiting"))
    if lag is None:
        return Light("engine", LightState.OK, Text("läuft", "works"))
    if lag.late > _SLOW:
        return Light(
            "engine", LightState.WARN, Text(f"bis {lag.late:.0f} ms zurück", f"up to {lag.late:.0f} ms behind")
        )
    return Light("engine", LightState.OK, Text(f"{lag.median:.0f} ms zurück", f"{lag.median:.0f} ms behind"))


def overlay_light(watching: int) -> Light:
    """How many watch the overlay: none is fine, where nobody streams."""
    return Light("overlay", LightState.OK, Text(f"{watching} offen", f"{watching} open"))
