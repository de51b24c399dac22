"""What a board's events and states say of the table: presses, tags, faults."""

from collections.abc import Iterator
from typing import assert_never

from table_controller.board.ledger import TIMELESS, WRAP
from table_controller.board.messages import Fault, Happening, Health, Input, Lost, Reader, Tag, Trouble
from table_controller.board.state import MOST_TAGS, BoardState
from table_controller.board.wiring import Wiring
from table_controller.records.observations import ButtonPress, Observation, SourceLost, SourceRestored, TagRead

AGAIN = 250_000
"""Microseconds of the board's clock: a button that goes down again so soon was never let go on purpose."""
_LATELY = 60_000_000_000
"""Ns in which the board's clock surely does not begin anew."""


class Ear:
    """Follows a board's state; ``source`` names the board in observations. Times are night time in ns."""

    def __init__(self, wiring: Wiring, source: str) -> None:
        self.source, self.state = source, BoardState()
        self._wiring = wiring
        self._pressed: dict[int, tuple[int, int]] = {}
        """When each input last went down: night time, and the board's microseconds."""
        self._faults: dict[str, str] = {}
        """The inputs and antennas that are out of order, and why."""

    def hear(self, event: Happening, at: int, key: str) -> Iterator[Observation]:
        """What *event*, which happened at night time *at*, says; *key* names it for good."""
        match event:
            case Input():
                yield from self._switched(event, at, key)
            case Tag():
                yield from self._tag((event.antenna, event.uid), event.present, at)
            case Lost():
                self.forget_buttons()
                yield self._lost(self.source, f"the board had no room for {event.count} events", at)
            case Reader():
                yield from self._fault(f"antenna {event.antenna}", _HEALTH[event.health], at)
            case Fault():
                yield from self._fault(f"input {event.input}", self._trouble(event), at)
            case _:
                assert_never(event)

    def correct(self, state: BoardState, at: int) -> Iterator[Observation]:
        """The board's whole *state*: tags are put right; a button found down is no press, it may be held for long."""
        for tag in sorted(self.state.tags ^ state.tags):
            yield from self._tag(tag, tag in state.tags, at)
        self.state = state

    def forget_buttons(self) -> None:
        """Events are missing: which buttons are down is not known, so the next that goes down is a press."""
        self.state = BoardState(frozenset(), self.state.tags)

    def begin(self, at: int) -> Iterator[Observation]:
        """The board started anew: what was out of order it will say again."""
        self._pressed.clear()
        self.forget_buttons()
        for name in tuple(self._faults):
            yield from self._fault(name, None, at)

    def name(self, number: int) -> str:
        """What people call that input."""
        return self._wiring.name(number)

    def _switched(self, event: Input, at: int, key: str) -> Iterator[Observation]:
        before = self.state.down
        down = before | {event.input} if event.down else before - {event.input}
        self.state = BoardState(down, self.state.tags)
        if not event.down or event.input in before:
            return
        again = self._again(event, at)
        key_of = self._wiring.inputs[event.input] if event.input < len(self._wiring.inputs) else None
        if key_of is not None and not again:
            seat, press = key_of
            yield ButtonPress(at=at, source=self.source, press=press, seat=seat, key=key)

    def _again(self, event: Input, at: int) -> bool:
        """Whether it is the press before, of a button that was never let go on purpose."""
        if event.micros == TIMELESS:
            return False
        then, micros = self._pressed.get(event.input, (at - _LATELY, 0))
        self._pressed[event.input] = at, event.micros
        return at - then < _LATELY and (event.micros - micros) % WRAP < AGAIN

    def _tag(self, tag: tuple[int, bytes], present: bool, at: int) -> Iterator[Observation]:
        tags = self.state.tags
        if present == (tag in tags) or (present and len(tags) >= MOST_TAGS):
            return  # or no board can have so many: a snapshot will say which lie there
        self.state = BoardState(self.state.down, tags | {tag} if present else tags - {tag})
        antenna, uid = tag
        zone = self._wiring.antennas[antenna] if antenna < len(self._wiring.antennas) else ""
        if zone:
            yield TagRead(at=at, source=self.source, zone=zone, tag=uid.hex().upper(), present=present)

    def _trouble(self, event: Fault) -> str | None:
        if event.trouble is Trouble.NONE:
            return None
        return f"the {self.name(event.input)} button is {event.trouble.name.lower()}"

    def _fault(self, name: str, reason: str | None, at: int) -> Iterator[Observation]:
        """*name* is out of order, for another *reason* than before, or (None) in order again."""
        if reason == self._faults.get(name):
            return
        if reason is None:
            del self._faults[name]
            yield SourceRestored(at=at, source=f"{self.source} {name}")
        else:
            self._faults[name] = reason
            yield self._lost(f"{self.source} {name}", reason, at)

    def _lost(self, source: str, reason: str, at: int) -> Observation:
        return SourceLost(at=at, source=source, reason=reason)


_HEALTH = {
    Health.WORKS: None,
    Health.DEAF: "the reader does not answer",
    Health.DETUNED: "something lies there that cannot be read: shift the cards apart",
}
