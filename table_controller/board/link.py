"""The host's end of the line: messages become observations, each press and tag once, in order, at its own time.

Sans-I/O: bytes and night time in, observations and bytes to send out.
"""

from collections import deque
from collections.abc import Iterable, Iterator

from table_controller.board.allowance import Allowance
from table_controller.board.decoder import Decoder, Nonsense
from table_controller.board.ear import Ear
from table_controller.board.messages import MAJOR, MINOR, SCHEMA, FromDevice, Hello, HelloWanted, Message, Stranger
from table_controller.board.orders import Orders
from table_controller.board.pings import SECOND
from table_controller.board.story import Session, Story
from table_controller.board.voice import Voice
from table_controller.board.wiring import Wiring
from table_controller.records import Seat
from table_controller.records.observations import Observation, SourceLost, SourceRestored

SILENCE = 3 * SECOND
"""How long a device may say nothing before it counts as lost."""

AWAY = SECOND // 2
"""A host that did not look for so long was busy, or slept."""

ANEW = 60 * SECOND
"""How often a known device is asked who it is, so that every piece of a capture can be understood by itself."""


class Link:
    """One board, from its HELLO on. ``source`` names it in observations.

    With *keeps* a press is acknowledged only once ``kept`` was told its key, so that a host killed meanwhile is told
    the press again; its key is then the same.
    """

    def __init__(self, wiring: Wiring, source: str = "board", keeps: bool = False) -> None:
        self.decoder, self.source = Decoder(), source
        self._ear, self._keeps, self._orders = Ear(wiring, source), keeps, Orders(wiring)
        self._voice, self._allowance = Voice(), Allowance(source)
        self._story: Story | None = None
        self._kept: deque[str] = deque()
        """Keys from other threads."""
        self._heard = self._since = self._ticked = self._met = 0
        self._began = False
        self._lost: str | None = None

    @property
    def session(self) -> Session | None:
        """The device that introduced itself, and its start."""
        return None if self._story is None else self._story.session

    def receive(self, data: bytes, at: int) -> tuple[Observation, ...]:
        """What *data*, read at night time *at* (ns), says. Never raises."""
        self._begin(at)
        return self._written((said for message in self.decoder.receive(data) for said in self._take(message, at)), at)

    def tick(self, at: int) -> tuple[Observation, ...]:
        """Ask what is to be asked; a device that was silent for too long is lost."""
        self._begin(at)
        if at - self._ticked > AWAY:
            self._heard += at - self._ticked - AWAY  # nobody listened: that is no silence of the board's
        self._ticked = at
        self._forget_kept()
        listening = self._listening()
        if (listening is None or at - self._met >= ANEW) and self._voice.may_ask(at):
            self._voice.ask(HelloWanted(), at)
        self._voice.say(*self._orders.new())
        if listening is not None:
            listening.tick(at)
        return self.lose(at, "no board answers") if at - self._heard > SILENCE else self._written((), at)

    def outgoing(self) -> bytes:
        """What is to be sent now; each byte is handed out once."""
        return self._voice.outgoing()

    def kept(self, key: str) -> None:
        """The press with *key* is in the journal. May be called from any thread."""
        self._kept.append(key)

    def turn(self, seat: Seat | None) -> None:
        """It is the turn of *seat*: its lamp is to shine, and no other. May be called from any thread."""
        self._orders.turn(seat)

    def lose(self, at: int, reason: str) -> tuple[Observation, ...]:
        """The line is gone; say so once."""
        return self._written(self._losing(at, reason), at)

    def _begin(self, at: int) -> None:
        """From the first moment on that anybody listens."""
        if not self._began:
            self._began, self._heard, self._since, self._ticked = True, at, at, at

    def _listening(self) -> Story | None:
        """The device's story, while it is to be believed.

        Who did not introduce itself, or not since it was lost, is not understood: it may have started again meanwhile,
        and its numbers anew.
        """
        return self._story if self._lost is None else None

    def _forget_kept(self) -> None:
        """Acknowledge the presses that are in the journal by now."""
        kept = set()
        while self._kept:
            kept.add(self._kept.popleft())
        if kept and self._story is not None:
            self._story.kept(kept)

    def _take(self, message: Message | Nonsense, at: int) -> Iterator[Observation]:
        match message:
            case Stranger():
                theirs = f"{message.major}.{message.minor}"
                yield from self._refuse(at, f"the board speaks protocol {theirs}, this program {MAJOR}.x")
            case Hello():
                yield from self._meet(message, at)
            case _ if (story := self._listening()) is not None and isinstance(message, FromDevice | Nonsense):
                self._heard = at
                yield from story.listen(message, at)
            case _:
                return  # or our own words come back from a line that echoes

    def _meet(self, hello: Hello, at: int) -> Iterator[Observation]:
        if hello.minor == MINOR and hello.schema != SCHEMA:
            reason = f"the board was built from schema {hello.schema:04X}, this program from {SCHEMA:04X}"
            yield from self._refuse(at, reason)
            return
        if self._story is None or self._story.over or not self._story.goes_on(hello):
            yield from self._begin_story(Session(hello.device, hello.boot), hello.seq, at)
        self._heard = self._met = at
        if self._story is not None:
            self._story.met(hello, at)
            self._story.want_state(at)
        yield from self._restored(at)

    def _begin_story(self, session: Session, due: int, at: int) -> Iterator[Observation]:
        """The first event that the device still has is number *due*."""
        if self.session is not None:
            reason = "the board started again" if session.device == self.session.device else "another board"
            yield from self._losing(at, f"{reason}; what it had not yet sent is gone")
        self._story = Story(session, due, self._since, self._ear, self._voice, self._orders, self._keeps)
        yield from self._ear.begin(at)

    def _refuse(self, at: int, reason: str) -> Iterator[Observation]:
        """Say so, also if it was lost for another reason until now: this one is for people to mend."""
        self._story = None
        if self._lost != reason:
            self._lost = None
        yield from self._losing(at, reason)

    def _losing(self, at: int, reason: str) -> Iterator[Observation]:
        if self._lost is None:
            self._lost = reason
            yield SourceLost(at=at, source=self.source, reason=reason)

    def _restored(self, at: int) -> Iterator[Observation]:
        if self._lost is not None:
            self._lost = None
            yield SourceRestored(at=at, source=self.source)

    def _written(self, said: Iterable[Observation], at: int) -> tuple[Observation, ...]:
        """What of it the journal should hold."""
        return tuple(self._allowance.through(said, at))
