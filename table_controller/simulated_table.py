"""The built-in table: a scripted night seen by a drawn camera and heard through a board's bytes.

Its people look at the screen: they wait while the floor is called. With nobody at the desk, a simulated floor accepts
what the house proposes; it is a person like any other, and speaks through the desk's door.
"""

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from table_controller.board import BoardReader, FakeBoard, Link
from table_controller.board.port import Cable
from table_controller.board.wiring import standard_wiring
from table_controller.clock import SECOND, NightClock
from table_controller.inbox import Inbox
from table_controller.records import Layout
from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.observations import Observation, RulingEntered, Verdict
from table_controller.records.scene import Scene
from table_controller.room import PATIENCE, Room
from table_controller.simulator.invent import night
from table_controller.sources import Board, DrawnCamera, Frame, Source
from table_controller.table_file import Table
from table_controller.table_thread import Published
from vision.live import Watcher
from vision.reader import CardReader
from vision.scene import Look, Studio

HANDS = 60
"""Hands of a simulated night; some 25 s of table time each."""
FLOOR = "simulated floor"


class SimulatedTable:
    """The simulated room's sources, and its people's answer to what the screen shows."""

    def __init__(
        self,
        table: Table,
        reader: CardReader | None,
        inbox: Inbox,
        clock: NightClock,
        *,
        seed: int,
        attended: bool,
        noted: dict[str, Any] | None,
        note: Callable[[dict[str, Any]], object],
        submit: Callable[[Observation], object],
        cable: Callable[[Cable], Cable] = lambda cable: cable,
        scene: Callable[[Scene], Scene] = lambda scene: scene,
    ) -> None:
        """*cable* wraps the board's cable, *scene* changes what the camera sees: for captures and for tests."""
        noted = noted or {}
        self._seed = int(noted.get("seed", seed))
        self.room = Room(
            night(self._seed, hands=HANDS),
            script_at=int(noted.get("script_at", 0)) + _since(noted, clock),
            night_at=clock.now(),
            ignored=tuple(noted.get("ignored", ())),
        )
        self._attended, self._note, self._submit, self._scene = attended, note, submit, scene
        self._called: dict[int, float] = {}
        """When each open incident was first seen on the screen, on the wall's clock."""
        self._answered: set[int] = set()
        self._studio = Studio(
            table.layout.cameras[0], Look(table.layout.width, table.layout.height, table.layout.colours)
        )
        camera = table.layout.cameras[0].name
        self._camera = DrawnCamera(camera, self._picture, Watcher(table.layout, reader, camera), inbox, clock)
        self.sources: tuple[Source, ...] = (
            self._camera,
            Board(self._board(table.layout, cable), inbox, clock),
        )

    def begin(self, clock: NightClock) -> None:
        """The night goes on from now, once the camera has had its first, slow look at the whole felt.

        It stands still until the camera looks again: a board that is polled first must not be ahead of it.
        """
        at = clock.now()
        self.room.begin(at)
        self._camera.attempt(lambda: self._camera.see(self._picture(at), at))
        clock.go_on_from(at)
        clock.hold(at)
        self._say(at)

    def look_at_screen(self, published: Published) -> None:
        """What the people do when the screen changes: wait for the floor, obey its ruling, play on."""
        incidents = published.standing.night.incidents
        waiting = [incident for incident in incidents if incident.state is IncidentState.OPEN]
        for incident in incidents:
            if incident.number in self._called and incident.state is not IncidentState.OPEN:
                self.room.obey(incident)
                del self._called[incident.number]
        for incident in waiting:
            self._called.setdefault(incident.number, time.monotonic())
            self._rule(incident, published.at)
        if self.room.hear(frozenset(incident.number for incident in waiting), published.at):
            self._say(published.at)

    def _rule(self, incident: Incident, at: int) -> None:
        """The simulated floor accepts at once when nobody is at the desk, else when nobody there has ruled for long."""
        patient = (time.monotonic() - self._called[incident.number]) * SECOND < PATIENCE
        if incident.number in self._answered or (self._attended and patient):
            return
        self._answered.add(incident.number)
        proposal, options = incident.irregularity.proposal, incident.irregularity.options
        remedy = proposal or next(iter(options), None)
        self._submit(
            RulingEntered(
                at=at,
                source="floor",
                incident=incident.number,
                verdict=Verdict.ACCEPT if proposal or remedy is None else Verdict.OTHER,
                remedy=remedy.name if remedy else None,
                by=FLOOR,
                key=f"floor-{incident.number}-{at}",
            )
        )

    def _say(self, at: int) -> None:
        """Note where the room stands, for the next run."""
        self._note({"seed": self._seed, **asdict(self.room.standing(at))})

    def _picture(self, at: int) -> Frame:
        return self._studio.frame(self._scene(self.room.scene(at)), seed=at // 1_000_000 % 997)

    def _board(self, layout: Layout, through: Callable[[Cable], Cable]) -> Callable[[int], tuple[Observation, ...]]:
        wiring = standard_wiring(layout)
        return BoardReader(Link(wiring), through(RoomCable(self.room, FakeBoard(wiring, ring=120)))).poll


class RoomCable:
    """The cable to the simulated board, at which the room's moments happen; it never breaks."""

    def __init__(self, room: Room, board: FakeBoard) -> None:
        self._room, self._board = room, board
        self._reached: int | None = None

    def exchange(self, outgoing: bytes, at: int) -> bytes | None:
        """Send *outgoing*; what the board sent by night time *at*."""
        self._reached, passed = self._room.passed(self._reached, at)
        *earlier, (_, now) = passed
        sent = b"".join(self._board.advance(then, moment.switches, moment.tags) for then, moment in earlier)
        self._board.receive(outgoing)  # said now: heard after all that happened before
        return sent + self._board.advance(at, now.switches, now.tags)


def _since(noted: dict[str, Any], clock: NightClock) -> int:
    """How long the script went on after it was last noted, until the journal's last entry."""
    return 0 if not noted or noted.get("waiting") else max(0, clock.now() - int(noted["at"]))
