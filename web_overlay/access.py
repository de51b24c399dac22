"""Who may open the screens: everybody at this machine, or, on a network, the devices that the host let in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from web_overlay.audiences import HERE, Role, Visitor
from web_overlay.devices import MOST, Devices
from web_overlay.pairing import Grant, Pairings
from web_overlay.reads import Reads
from web_overlay.refusals import NO_PLACE, Refused

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""Host names that a server of this machine alone answers to; any other is DNS rebinding or a mistake."""

_ADDRESSES = 4 * MOST
"""Addresses that are remembered: a phone gets another one now and then."""


def wall_clock() -> str:
    """Now, as ISO 8601 with its zone."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


@dataclass(frozen=True)
class Access:
    """What one app knows of its visitors. ``devices`` is None where nobody but this machine can ask.

    ``address``: what the network calls this machine; ``names``: what else it is called there. ``wall``: the wall
    clock as ISO 8601.
    """

    devices: Devices | None = None
    address: str = "127.0.0.1"
    names: Sequence[str] = ()
    reads: Reads = field(default_factory=Reads)
    pairings: Pairings = field(default_factory=Pairings)
    wall: Callable[[], str] = wall_clock
    _addresses: dict[str, Visitor] = field(default_factory=dict, repr=False)
    """Which device asked from where last, the newest address last."""

    @property
    def paired(self) -> bool:
        """Whether a device has to be let in before it sees anything."""
        return self.devices is not None

    def hosts(self) -> list[str]:
        """The names in ``Host`` that requests may have."""
        if self.devices is None:
            return list(LOOPBACK)
        return [*LOOPBACK, f"[{self.address}]" if ":" in self.address else self.address, *self.names]

    def visitor(self, token: str) -> Visitor | None:
        """Who shows this *token*; at a machine that listens to itself alone nobody has to show one."""
        return HERE if self.devices is None else self.devices.visitor(token)

    def asked_from(self, visitor: Visitor, address: str) -> None:
        """Remember that a device that was let in asks from *address*: connections from there are its own."""
        if self._addresses.get(address) == visitor:
            return
        self._addresses[address] = visitor
        for oldest in list(self._addresses)[:-_ADDRESSES]:
            self._addresses.pop(oldest, None)

    def knows(self, address: str) -> bool:
        """Whether a device asked from *address* that was let in and not sent away since."""
        visitor = self._addresses.get(address)
        return visitor is not None and self.stands(visitor)

    def stands(self, visitor: Visitor) -> bool:
        """Whether the visitor has not been sent away since."""
        return self.devices is None or self.devices.has(visitor.id)

    def admit(self, said: str, name: str, address: str) -> tuple[Visitor, str] | None:
        """The visitor and token of a device that *said* the right code; None if it did not.

        :raises Refused: if it did, and all places are taken.
        """
        grant = None if self.devices is None else self.pairings.answer(said)
        if self.devices is None or grant is None:
            return None
        let_in = self.devices.admit(name or _called(grant), grant.role, grant.seat, self.wall())
        if let_in is None:
            raise Refused(NO_PLACE, 409)
        self.reads.note(let_in[0], "paired", grant.role.value, address)
        return let_in


def _called(grant: Grant) -> str:
    return f"seat {grant.seat}" if grant.role is Role.SEAT else grant.role.value
