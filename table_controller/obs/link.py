"""A thread that tells OBS what happened at the table. It never blocks who tells it, and its faults end in its light."""

import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from table_controller.obs.protocol import ObsRefused, Session, Socket
from table_controller.records import BadInput
from table_controller.records.incidents import Incident

_STALE = 60.0
"""Seconds after which a cue is not worth carrying out any more: the replay buffer holds another time by then."""
_WAITS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
"""Seconds before each further try to connect."""
_SAVING = 10.0
"""Seconds that OBS may take to write a replay."""
_LOOK = 5.0
"""Seconds between two looks whether OBS is still there."""
_CONNECTING = "not connected yet"
_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class ObsSettings:
    """Where OBS listens and what it is asked. ``after``: seconds of a replay after its incident.

    ``scenes``: those that it must have. ``dry_run``: connect and say what would be asked. ``timeout``: seconds that any
    answer may take.
    """

    host: str = "127.0.0.1"
    port: int = 4455
    password: str = field(default="", repr=False)
    replay: bool = True
    chapters: bool = True
    after: float = 5.0
    scenes: frozenset[str] = frozenset()
    dry_run: bool = False
    timeout: float = 3.0


@dataclass(frozen=True, slots=True)
class Cue:
    """Something to do, ``due`` at a time of the monotonic clock (s): save the ``replay`` of an incident, show a
    ``scene``, or mark a ``chapter``."""

    due: float
    chapter: str
    replay: int | None = None
    scene: str = ""

    @property
    def words(self) -> str:
        """What it wants, for people."""
        if self.replay is not None:
            return f"save the replay of incident {self.replay}"
        return f"show the scene {self.scene!r}" if self.scene else f"mark {self.chapter!r}"


def cues_of(hand: str | None, incidents: Iterable[Incident], now: float, behind: float, after: float) -> list[Cue]:
    """The cues for a hand that began and for new incidents: their names are all they tell.

    *now*: seconds; *behind*: how far the video that OBS shows lies behind the table; *after*: the replay's end.
    """
    begun = [Cue(now + behind, f"Hand {hand}")] if hand is not None else []
    codes = [(one.number, one.irregularity.code) for one in incidents]
    marks = [Cue(now + behind, f"Incident {number}: {code}") for number, code in codes]
    return begun + marks + [Cue(now + behind + after, "", number) for number, _ in codes]


class ObsLink(threading.Thread):
    """Carries out cues when they are due. ``fault``: what the health light says, None while all is well."""

    def __init__(
        self,
        settings: ObsSettings,
        say: Callable[[str], object],
        *,
        clock: Callable[[], float] = time.monotonic,
        waits: tuple[float, ...] = _WAITS,
    ) -> None:
        """*say* is told a line for people. :raises BadInput: where the extra ``obs`` is not installed."""
        super().__init__(name="obs", daemon=True)
        self.stop = threading.Event()
        self.fault: str | None = _CONNECTING
        self._settings, self._say, self._clock, self._waits = settings, say, clock, waits
        self._cues: queue.Queue[Cue] = queue.Queue(maxsize=64)
        self._waiting: list[Cue] = []
        self._saved: str | None = None
        self._shown: Cue | None = None
        """The scene that was wanted last: an OBS that starts anew shows another."""
        self._looked = 0.0
        self._connect = _connector()
        if settings.host not in _LOOPBACK:
            say(f"floorman: obs.host {settings.host} is not this machine: obs-websocket is not encrypted on its way")

    def tell(self, cue: Cue) -> None:
        """Take a cue, at once; of too many the newest is dropped and the light says so."""
        try:
            self._cues.put_nowait(cue)
        except queue.Full:
            self.fault = "too many cues at once"

    def run(self) -> None:
        """Until ``stop``: connect, carry out, and connect again when that failed."""
        tries = 0
        while not self.stop.is_set():
            try:
                session = self._open()
                tries = 0
                self._serve(session)
            except Exception as fault:  # OBS closed, refused us, or is not there: none of it concerns the game
                self.fault = _said(fault)
            self._forget()
            self.stop.wait(self._waits[min(tries, len(self._waits) - 1)])
            tries += 1

    def _open(self) -> Session:
        chosen = self._settings
        socket = self._connect(chosen.host, chosen.port, chosen.timeout)
        session, self.fault = Session(socket, self._hear), _CONNECTING
        try:
            session.identify(chosen.password)
        except BaseException:
            socket.shutdown()
            raise
        return session

    def _serve(self, session: Session) -> None:
        self._waiting = [*((self._shown,) if self._shown else ()), *self._waiting]
        try:
            self._look(session)
            while not self.stop.is_set():
                self._collect()
                for cue in self._due():
                    self._waiting.remove(cue)
                    self._carry_out(session, cue)
                self.stop.wait(0.05)
                self._look(session)
        finally:
            session.socket.shutdown()

    def _due(self) -> list[Cue]:
        """The cues whose time has come; of the scenes the newest alone, whatever lay between."""
        due = [one for one in self._waiting if one.due <= self._clock()]
        overtaken = [one for one in due if one.scene][:-1]
        self._waiting = [one for one in self._waiting if one not in overtaken]
        return [one for one in due if one not in overtaken]

    def _ready(self, session: Session) -> str | None:
        """What is missing for a replay or a scene, before it is wanted."""
        if self._settings.scenes:
            scenes = session.request("GetSceneList").get("scenes") or []
            there = {one.get("sceneName") for one in scenes if isinstance(one, dict)}
            if missing := sorted(self._settings.scenes - there):
                return f"no scene is called {missing[0]!r}"
        if self._settings.replay and not session.request("GetReplayBufferStatus").get("outputActive"):
            return "the replay buffer is not running"
        return None

    def _look(self, session: Session) -> None:
        """Every few seconds whether OBS is still there, and whether what it refused is over."""
        if self.fault is _CONNECTING or self._clock() - self._looked >= _LOOK:
            self._looked = self._clock()
            self.fault = self._ready(session)

    def _carry_out(self, session: Session, cue: Cue) -> None:
        if self._stale(cue):
            return
        if self._settings.dry_run:
            self._say(f"floorman: OBS (dry run): would {cue.words}")
            return
        try:
            if cue.scene:
                self._shown = cue
                session.request("SetCurrentProgramScene", sceneName=cue.scene)
            elif cue.replay is not None and self._settings.replay:
                self._save(session, cue.replay)
            elif cue.replay is None and self._settings.chapters:
                session.request("CreateRecordChapter", chapterName=cue.chapter)
        except ObsRefused as refused:  # not recording, no hybrid MP4, no replay buffer: told once each time
            self.fault = str(refused)

    def _save(self, session: Session, incident: int) -> None:
        self._saved = None
        session.request("SaveReplayBuffer")
        ends = self._clock() + _SAVING
        while self._saved is None and self._clock() < ends and not self.stop.is_set():
            session.listen()
        if self._saved is None:
            raise ObsRefused("SaveReplayBuffer: no replay was written")
        self._say(f"floorman: OBS saved the replay of incident {incident}: {self._saved}")

    def _hear(self, kind: str, data: dict[str, Any]) -> None:
        if kind == "ReplayBufferSaved":
            self._saved = str(data.get("savedReplayPath", ""))

    def _collect(self) -> None:
        while True:
            try:
                self._waiting.append(self._cues.get_nowait())
            except queue.Empty:
                return

    def _forget(self) -> None:
        """Drop what went stale while there was nobody to tell."""
        self._collect()
        self._due()
        self._waiting = [cue for cue in self._waiting if not self._stale(cue)]

    def _stale(self, cue: Cue) -> bool:
        """The buffer holds another time by then; the newest scene is still the right one."""
        return not cue.scene and self._clock() - cue.due > _STALE


def _said(fault: Exception) -> str:
    """The fault in a line; never with what was sent."""
    words = str(fault).splitlines()[0][:120] if str(fault) else type(fault).__name__
    return f"not connected: {words}"


def _connector() -> Callable[[str, int, float], Socket]:
    try:
        import websocket
    except ImportError:
        raise BadInput("table file", "obs", "expected the extra `obs` (websocket-client) to be installed") from None

    def connect(host: str, port: int, timeout: float) -> Socket:
        at = f"[{host}]" if ":" in host else host
        opened: Socket = websocket.create_connection(
            f"ws://{at}:{port}", timeout=timeout, subprotocols=["obswebsocket.json"], http_no_proxy=["*"]
        )
        return opened

    return connect
