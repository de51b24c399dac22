"""What one start of a device tells, from its HELLO on: each event once, in order, at its own time."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple, assert_never

from table_controller.board.decoder import Nonsense
from table_controller.board.device_clock import DeviceClock
from table_controller.board.ear import Ear
from table_controller.board.ledger import TIMELESS, WRAP, Ledger, Place
from table_controller.board.messages import (
    Ack,
    Fault,
    FromDevice,
    Happening,
    Heartbeat,
    Hello,
    Input,
    Log,
    Lost,
    Ping,
    Pong,
    Reader,
    Snapshot,
    SnapshotWanted,
    Tag,
)
from table_controller.board.orders import Orders
from table_controller.board.pieces import Pieces
from table_controller.board.pings import SECOND, Pings
from table_controller.board.voice import Voice
from table_controller.records.observations import ButtonPress, Observation, SourceLost, SourceRestored

LONGER = 4 * 10 * SECOND // 115_200
"""Ns by which an answer to a ping takes longer on the line than the ping: it has four bytes more."""

SAMPLED = 1000
"""Microseconds from one look at the inputs to the next."""


class Session(NamedTuple):
    """One start of one device."""

    device: bytes
    boot: int

    def __str__(self) -> str:
        return f"{self.device.hex()}-{self.boot}"


class Story:
    """The events of *session*, of which number *due* is the first; *since*: when somebody began to listen (ns).

    With *keeps* a press is acknowledged once it was ``kept``.
    """

    def __init__(
        self, session: Session, due: int, since: int, ear: Ear, voice: Voice, orders: Orders, keeps: bool
    ) -> None:
        self.session = session
        self._ear, self._voice, self._orders, self._keeps = ear, voice, orders, keeps
        self._clock, self._ledger = DeviceClock(since), Ledger(due)
        self._pieces, self._pings = Pieces(), Pings()
        self.over = False
        """It says to be in this session, and its events are others: its worn EEPROM did not count the last start."""

    def goes_on(self, hello: Hello) -> bool:
        """Whether the device that says *hello* can be the one that told this story."""
        return Session(hello.device, hello.boot) == self.session and self._ledger.could_begin_at(hello.seq)

    def met(self, hello: Hello, at: int) -> None:
        """The device has just introduced itself, for the first time or again."""
        self._ledger.trusted = True
        self._clock = self._clock.met(hello.micros, at)
        self.acknowledge()

    def tick(self, at: int) -> None:
        """Ask for what is owed, and for the time."""
        if self._pieces.owed and self._voice.may_ask(at):
            self._voice.ask(SnapshotWanted(), at)
        if self._pings.due(at, self._clock.ready):
            self._voice.say(Ping(self._pings.send(at)))

    def acknowledge(self) -> None:
        """Say up to where the board may forget its events."""
        self._voice.say(Ack(self._ledger.acknowledged))

    def kept(self, keys: AbstractSet[str]) -> None:
        """The presses called so are in the journal."""
        self._ledger.kept(keys)
        self.acknowledge()

    def want_state(self, at: int) -> None:
        """Ask for the whole state: the truth, where the story may have a gap."""
        self._pieces.ask()
        self._voice.ask(SnapshotWanted(), at)

    def listen(self, message: FromDevice | Nonsense, at: int) -> Iterator[Observation]:
        """What *message* says."""
        match message:
            case Input() | Tag() | Lost() | Reader() | Fault():
                yield from self._in_order(message, at)
            case Nonsense():
                yield from self._puzzled(message, at)
            case Heartbeat():
                self._beat(message, at)
            case Snapshot():
                state = self._pieces.take(message, self._ledger.due)
                yield from () if state is None else self._ear.correct(state, at)
            case Pong():
                sent = self._pings.answered(message.seq)
                if sent is not None and not self._started_again(message.micros, at):
                    self._clock.answered(sent, message.micros, at - LONGER)
            case Log() | Hello():
                return
            case _:
                assert_never(message)

    def _in_order(self, event: Happening, at: int) -> Iterator[Observation]:
        """Take the event that is due; one that came before is acknowledged again, one too early is waited for."""
        if self.over:
            return self._voice.doubt(at)
        match self._ledger.place(event):
            case Place.STRANGE:
                self.over = self._ledger.trusted
                return self._voice.doubt(at)
            case Place.DUE:
                self._ledger.take(event)
                if event.micros == TIMELESS:
                    yield from self._timeless(event, at)
                else:
                    yield from self._told(event, self._clock.event(_happened(event), at), at)
            case Place.OLD | Place.EARLY:
                pass
        self.acknowledge()

    def _told(self, event: Happening, then: int, at: int) -> Iterator[Observation]:
        """What *event* of night time *then* says; a press may have to wait for the journal."""
        key = f"{self.session}-{event.seq}-{event.micros}"
        for said in self._ear.hear(event, then, key):
            if isinstance(said, ButtonPress) and self._keeps:
                self._ledger.wait_for(event.seq, key)
            yield said
        if isinstance(event, Lost):
            yield from self._after_loss(then, at)

    def _after_loss(self, then: int, at: int) -> Iterator[Observation]:
        """The board goes on after what it had no room for, told at night time *then*; its state is the truth."""
        yield SourceRestored(at=then, source=self._ear.source)
        self.want_state(at)

    def _timeless(self, event: Happening, at: int) -> Iterator[Observation]:
        """What *event* says, of which nobody knows when it happened: that it happened, and what is so now.

        A press at a time that is not its own could be an irregularity that nobody committed: it is told and is none.
        """
        if isinstance(event, Tag):
            self.want_state(at)  # where tags lie now
            return
        for said in self._ear.hear(event, at, ""):
            if isinstance(said, ButtonPress) and isinstance(event, Input):
                kept = f"the board kept a press of the {self._ear.name(event.input)} button for more than an hour"
                yield from self._gap(at, f"{kept}: when it was made is not known, so it does not count")
            else:
                yield said
        if isinstance(event, Lost):
            yield from self._after_loss(at, at)

    def _puzzled(self, said: Nonsense, at: int) -> Iterator[Observation]:
        """An event that stays nonsense must not hold up those behind it for ever."""
        if self._ledger.give_up(said.seq):
            self._ear.forget_buttons()
            yield from self._gap(at, "the board says what cannot be; one event was given up")
            self.want_state(at)
            self.acknowledge()

    def _gap(self, at: int, reason: str) -> Iterator[Observation]:
        """Something is missing from the story."""
        yield SourceLost(at=at, source=self._ear.source, reason=reason)
        yield SourceRestored(at=at, source=self._ear.source)

    def _beat(self, beat: Heartbeat, at: int) -> None:
        if self._started_again(beat.micros, at):
            return
        self._clock.heard(beat.micros, at)
        self._voice.say(*self._orders.against(beat.orders))
        if beat.seq == self._ledger.due and beat.digest != self._ear.state.digest and not self._pieces.owed:
            self.want_state(at)

    def _started_again(self, micros: int, at: int) -> bool:
        """Whether the device's clock went back: then its HELLO got lost, and it is asked for another."""
        back = self._clock.behind(micros) > 0
        if back:
            self._voice.doubt(at)
        return back


def _happened(event: Happening) -> int:
    """When it happened, in the device's microseconds: inputs are sampled, and changed between two samples."""
    return (event.micros - SAMPLED // 2) % WRAP if isinstance(event, Input) else event.micros
