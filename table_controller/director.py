"""Tells the OBS that a table file names in ``[obs]`` of hands, incidents and what goes on; without it nobody."""

import time
from pathlib import Path

from table_controller.clock import SECOND
from table_controller.inputs import data_of
from table_controller.obs import Cue, ObsLink, ObsSettings, Scenes, cues_of, scene_of
from table_controller.overlay_entry import ObsEntry
from table_controller.records import BadInput
from table_controller.saying import say
from table_controller.table_file import Table
from table_controller.table_thread import Published

_LONGEST_PASSWORD = 4096
"""Bytes of the file that OBS's password stands in."""


class Director:
    """The link to OBS of one table; does nothing where there is none."""

    def __init__(self, table: Table) -> None:
        """:raises BadInput: for a password file that cannot be read, or without the extra ``obs``."""
        entry = table.obs or ObsEntry()
        self._behind, self._after = table.overlay.behind / SECOND, float(entry.after_seconds)
        self._scenes = _scenes(entry)
        self._link = None if table.obs is None else ObsLink(_settings(entry, self._scenes), say)
        self._number: int | None = None
        """Hands begun when it was last told; None before it was told anything: what was is no news."""
        self._scene = ""

    @property
    def fault(self) -> str | None:
        """What OBS's light says."""
        return None if self._link is None else self._link.fault

    @property
    def directs(self) -> bool:
        """Whether there is an OBS to tell."""
        return self._link is not None

    def start(self) -> None:
        """Begin to connect."""
        if self._link is not None:
            self._link.start()

    def stop(self) -> None:
        """End the connection; what is not told yet is dropped."""
        if self._link is not None and self._link.is_alive():
            self._link.stop.set()
            self._link.join(timeout=5)

    def take(self, published: Published) -> None:
        """Tell of what is new, as soon as the delayed video shows it. Never waits."""
        if self._link is None:
            return
        evening, before = published.standing.evening, self._number
        self._number = evening.number
        begun = evening.hand if before is not None and evening.number > before else None
        now = time.monotonic()
        for cue in cues_of(begun, published.new_incidents, now, self._behind, self._after):
            self._link.tell(cue)
        scene = scene_of(published.standing.night, self._scenes)
        if scene and scene != self._scene:
            self._scene = scene
            self._link.tell(Cue(now + self._behind, "", scene=scene))


def _scenes(entry: ObsEntry) -> Scenes:
    named = entry.scenes
    return Scenes(named.hand, named.between, named.incident, named.paused)


def _settings(entry: ObsEntry, scenes: Scenes) -> ObsSettings:
    return ObsSettings(
        host=entry.host,
        port=entry.port,
        password=_password(entry.password_file),
        replay=entry.replay,
        chapters=entry.chapters,
        after=float(entry.after_seconds),
        dry_run=entry.dry_run,
        scenes=scenes.named,
    )


def _password(file: str) -> str:
    if not file:
        return ""
    expected = "expected a readable file with OBS's password"
    try:
        return data_of(Path(file).expanduser(), _LONGEST_PASSWORD, expected).decode().strip()
    except BadInput as fault:
        raise BadInput(file, "obs.password_file", fault.expected) from None
    except (RuntimeError, UnicodeDecodeError) as fault:  # a home that nobody has, or no text
        why = "no text" if isinstance(fault, UnicodeDecodeError) else "no such home"
        raise BadInput(file, "obs.password_file", f"{expected} ({why})") from None
