"""The live table: the only place that wires threads, queue, journal and screens."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from table_controller.board.port import Cable
from table_controller.clock import NightClock
from table_controller.dealing import filmed
from table_controller.director import Director
from table_controller.evidence import CapturedCable, Evidence, faceless, preview
from table_controller.fusion import hole_cards_lie
from table_controller.inbox import PATIENCE, Inbox
from table_controller.journal.read import evidence
from table_controller.journal.store import Store
from table_controller.levels import level_due
from table_controller.lights import Disk, camera_light, engine_light, overlay_light, recorder_light
from table_controller.nightbook import OpenedNight, open_night, opening_entries, room_row
from table_controller.quiet import Quiet, Viewfinder
from table_controller.readlog import ReadLog
from table_controller.real_table import real_sources
from table_controller.recorder import Recorder
from table_controller.records import SourceFailed, ZoneKind
from table_controller.records.observations import ButtonPress, Observation, SourceLost
from table_controller.records.rulebook import Rulebook
from table_controller.records.scene import Scene
from table_controller.records.wire import canonical
from table_controller.screens import Screens, light, lost_light
from table_controller.simulated_table import SimulatedTable
from table_controller.sources import Board, Camera, Shot, Source, Speaks
from table_controller.summary import Tally
from table_controller.table_file import Table
from table_controller.table_thread import Published, TableThread
from table_controller.views import Light
from vision.reader import CardReader
from web_overlay import Access, Devices, Picture, Reads, Receipt, Serving, create_app, serve
from web_overlay.audiences import Audience
from web_overlay.streams import Streams

_EVIDENCE_BYTES = 2 << 30
_MANY = 50
"""Observations that may wait before somebody should look."""
_PATIENCE_OF_A_DRAWN_NIGHT = 60.0
"""Seconds: nobody sits at a simulated table, and its night waits for its camera anyway."""


def _patience(table: Table) -> float:
    return _PATIENCE_OF_A_DRAWN_NIGHT if table.simulated else PATIENCE


class LiveTable:
    """One table with its threads. ``house`` closes what is opened here, in reverse order."""

    def __init__(
        self,
        table: Table,
        book: Rulebook,
        path: Path,
        *,
        house: ExitStack,
        speed: float = 1.0,
        new_clock: Callable[[int, float], NightClock] = NightClock,
        patience: float | None = None,
    ) -> None:
        """*patience*: the inbox's, in seconds; None: as long as such a table can wait for its sources."""
        self.table, self.book, self.path = table, book, path
        self.director = Director(table)
        self._house = house
        self.store = Store.open(path)
        house.callback(self.store.close)
        self.night: OpenedNight = open_night(self.store, table, book, speed, new_clock)
        self.inbox = Inbox(patience=_patience(table) if patience is None else patience)
        self.tally = Tally()
        self.recorder = Recorder(path.with_name(path.name + "-evidence"), _EVIDENCE_BYTES, self.inbox.put)
        for piece in evidence(path):
            self.recorder.keep(piece, self.clock.now())
        self.quiet = Quiet()
        self._finder = Viewfinder(self.quiet)
        self.evidence = Evidence(self.store, self.recorder, self._shots, self.quiet)
        self._disk = Disk(path.parent)
        self._streams: Streams | None = None
        self.screens = Screens(table, book, self._lights, self.evidence.pictures)
        self.sources: tuple[Source, ...] = ()
        self.room: SimulatedTable | None = None
        self.read_log: ReadLog | None = None
        self.address = ""
        """Where the screens are once they are served."""
        self._thread: TableThread | None = None
        self._reads_cards = True
        self.screens.show(Published(0, self.clock.now(), self.night.standing))

    @property
    def clock(self) -> NightClock:
        """Night time."""
        return self.night.clock

    def serve(self, port: int, address: str = "127.0.0.1", devices: Devices | None = None) -> Serving:
        """Serve the screens on this machine, and at *address* to the *devices* that are let in there.

        ``self.address`` is then what to open; on a network it lets one browser in as the host, once.

        :raises BadInput: for a port that is taken, or a read log that cannot be kept.
        """
        log = ReadLog(self.path, self.clock.now)
        self._house.callback(self._close_reads, log)
        self.read_log = log
        access = Access(devices, address, self.table.host_names, Reads(log.note, log.newest))
        app = create_app(
            self.screens.latest,
            self.submit,
            self._preview,
            language=self.table.language,
            access=access,
            clock=self.clock.now,
            still=self.evidence.picture,
        )
        self._streams = app.extensions["streams"]
        serving = serve(app, port, address)
        self._house.callback(serving.close)
        secret = f"pair#{access.pairings.host_secret()}" if access.paired else ""
        self.address = f"http://127.0.0.1:{serving.port}/{secret}"
        return serving

    def _close_reads(self, log: ReadLog) -> None:
        """Close the read log and note its last digest in the journal: a tail cut off later would be missed there."""
        head = log.close()
        self.store.append("note", self.clock.now(), canonical({"reads": head}))

    def start(self, reader: CardReader | None, seed: int, attended: bool) -> None:
        """Start the table thread, then the sources."""
        self.set_up(reader, seed=seed, attended=attended).start()
        for source in self.sources:
            source.start()
        self.director.start()

    def set_up(
        self,
        reader: CardReader | None,
        *,
        seed: int,
        attended: bool,
        scene: Callable[[Scene], Scene] = lambda scene: scene,
        cable: Callable[[Cable], Cable] = lambda cable: cable,
    ) -> TableThread:
        """Make the threads, unstarted; *scene* and *cable* come between the simulated room and its sensors."""
        self._reads_cards = reader is not None
        if self.table.simulated:
            self.room = SimulatedTable(
                self.table,
                reader,
                self.inbox,
                self.clock,
                seed=seed,
                attended=attended,
                noted=self.night.room,
                note=lambda room: self.store.append_all((room_row(room, self.clock.now()),)),
                submit=self.submit,
                cable=lambda board: self._captured(cable(board)),
                scene=scene,
            )
            self.sources = self.room.sources
        else:
            self.sources = real_sources(self.table, reader, self.inbox, self.clock, self._captured)
        self._thread = TableThread(
            self.store,
            self.night.run,
            self.night.standing,
            self.inbox,
            self.clock,
            self.tally,
            self._publish,
            self._tell_board,
            lambda night, now: level_due(night, self.book, self.table.plan, now),
        )
        if self.room is not None:
            self.room.begin(self.clock)
        if self.night.fresh:
            for entry in opening_entries(self.table, self.clock.now()):
                self.inbox.put(entry)
        elif self.room is None:
            self._was_away()
        return self._thread

    def _was_away(self) -> None:
        """Between two runs nobody saw the felt; the simulated room stands still meanwhile, people do not."""
        for camera in (source for source in self.sources if isinstance(source, Camera)):
            camera.away = True
            self.inbox.put(SourceLost(at=self.night.run.offset, source=camera.name, reason="Floorman did not run"))

    def stop(self) -> None:
        """Stop the sources, let the table thread finish what waits."""
        self.director.stop()
        for thread in (*self.sources, *((self._thread,) if self._thread else ())):
            thread.stop.set()
            if thread.is_alive():
                thread.join(timeout=20)
        for source in self.sources:
            source.close()

    def submit(self, *observations: Observation) -> Receipt:
        """Take what a person told with one tap, stamped now: what is of one moment is one entry."""
        now = self.clock.now()
        for observation in observations:
            self.inbox.put(replace(observation, at=now))
        return Receipt(now)

    def check(self) -> None:
        """``SourceFailed`` if the engine failed, or if in the end nothing was left to see or hear the table with."""
        if self._thread is not None and self._thread.fault is not None:
            raise SourceFailed(f"engine: {self._thread.fault}")
        names = {source.name for source in self.sources}
        if names and names <= self.lost():
            raise SourceFailed(f"{', '.join(sorted(names))}: lost; expected a camera or a board that works")

    def lost(self) -> frozenset[str]:
        """The sources that are lost now."""
        return self._thread.standing.night.lost if self._thread else frozenset()

    def summary(self) -> dict[str, Any]:
        """The last line of a headless run."""
        cameras = [source for source in self.sources if isinstance(source, Camera)]
        return self.tally.summary(
            frames=sum(camera.frames for camera in cameras),
            dropped=sum(camera.dropped for camera in cameras),
            held=self.clock.held,
            journal=str(self.path),
        )

    def _publish(self, published: Published) -> None:
        standing = published.standing
        closed = faceless(standing.night) and not hole_cards_lie(standing.felt)
        self.quiet.heard(published.at, self._sees() and closed)
        self._finder.look(next((shot for shot in self._shots().values() if shot is not None), None))
        self.evidence.judge()
        self.screens.show(published)
        self.director.take(published)
        if filmed(self.table, standing.night, standing.memory):
            self.evidence.take(published.new_incidents, published.at)
        answer = published.standing.latest
        for link in self._links():
            link.turn(answer.ask.seat if answer and answer.ask else None)
        if self.room is not None:
            self.room.look_at_screen(published)

    def _tell_board(self, batch: tuple[Observation, ...]) -> None:
        """The board may forget the presses that the journal has."""
        for observation in batch:
            if isinstance(observation, ButtonPress) and observation.key:
                for link in self._links():
                    link.kept(observation.key)

    def _links(self) -> tuple[Speaks, ...]:
        return tuple(source.link for source in self.sources if isinstance(source, Board) and source.link is not None)

    def _captured(self, cable: Cable) -> Cable:
        return CapturedCable(cable, self.recorder)

    def _shots(self) -> Mapping[str, Shot | None]:
        return {source.name: source.shot for source in self.sources if isinstance(source, Camera)}

    def _preview(self) -> Picture | None:
        shot = self._finder.shot() if self._sees() else None
        jpeg = None if shot is None else preview(shot.frame)
        return None if shot is None or jpeg is None else Picture(shot.at, jpeg)

    def _sees(self) -> bool:
        """Whether cards are read at every seat, engine and sources work: else nobody knows what a picture may show."""
        if not self._reads_cards or (self._thread is not None and self._thread.fault is not None):
            return False
        if not _every_seat_is_watched(self.table):
            return False
        return not self.lost() and not any(source.trouble for source in self.sources)

    def _lights(self, lost: frozenset[str]) -> tuple[Light, ...]:
        standing = self._thread.standing if self._thread else self.night.standing
        cameras = tuple(name for name, _ in self.table.camera_sources)
        reasons = dict(standing.memory.reasons)
        fault, waiting = self._thread.fault if self._thread else None, len(self.inbox)
        recorder = recorder_light(filmed(self.table, standing.night, standing.memory), cameras)
        return (
            *(_source_light(source) for source in self.sources if source.name not in lost),
            *(lost_light(name, reasons.get(name)) for name in sorted(lost)),
            *(() if self._reads_cards or not cameras else (light("card reader", "no weights"),)),
            engine_light(fault, waiting if waiting > _MANY else 0, self.tally.recent_lag()),
            *(() if "recorder" in lost else (recorder,)),
            self._disk.light(),
            overlay_light(self._streams.watching(Audience.OVERLAY) if self._streams else 0),
            *((light("OBS", self.director.fault),) if self.director.directs else ()),
            light("journal", self.store.fault or (self.read_log.fault if self.read_log else None)),
        )


def _every_seat_is_watched(table: Table) -> bool:
    """Whether each seat has a zone for its cards: elsewhere they lie, closed or held up, and nobody is told."""
    watched = {zone.seat for zone in table.layout.zones if zone.kind is ZoneKind.CARDS}
    return all(seat in watched for seat, _ in table.stacks)


def _source_light(source: Source) -> Light:
    return camera_light(source.name, source.trouble, source.rate if isinstance(source, Camera) else None)
