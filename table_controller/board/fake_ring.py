"""The ring of events of a board that is none: kept until acknowledged, told again when that takes too long."""

from dataclasses import replace

from table_controller.board.messages import Happening, Lost
from table_controller.board.protocol_gen import OLD_S, RESEND_MS, RING

RESEND, MISSED = RESEND_MS * 1_000_000, 20_000_000
"""Nanoseconds until all is sent again: without an answer, and when the host asks for the oldest once more."""
OLD, AHEAD, WRAP = OLD_S * 1_000_000, 60_000_000, 1 << 32
"""Microseconds after which an event has no time any more; that a stamp may lie ahead of now; of the clock's turn."""


class Events:
    """At most *most* events that nobody acknowledged; what finds no room is counted, and told once there is some."""

    def __init__(self, most: int = RING) -> None:
        self.most = min(most, 127)
        self.next = 0
        """The number of the next event."""
        self.lost = 0
        """How many events found no room, in all."""
        self._kept: list[Happening] = []
        self._overrun = self._unsent = self._sent_at = self._begun_at = 0

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def oldest(self) -> int:
        """The number of the oldest event that is kept, or of the next one."""
        return self._kept[0].seq if self._kept else self.next

    def add(self, event: Happening) -> None:
        """Number and keep an event, or count it as lost."""
        self.tell_lost(event.micros)
        if len(self._kept) >= self.most:
            self._overrun, self.lost = min(self._overrun + 1, 65535), self.lost + 1
            return
        self._kept.append(replace(event, seq=self.next, micros=event.micros or 1))
        self._unsent += 1
        self.next = (self.next + 1) % 256

    def tell_lost(self, micros: int) -> None:
        """If events were lost and there is room again, one more says so."""
        if self._overrun and len(self._kept) < self.most:
            count, self._overrun = self._overrun, 0
            self.add(Lost(0, count, micros))

    def forget_times(self, micros: int) -> None:
        """It is *micros* now: what is old has no time any more. Ask at least every ten minutes."""
        self._kept = [
            replace(event, micros=0) if OLD < (micros - event.micros) % WRAP < WRAP - AHEAD else event
            for event in self._kept
        ]

    def acknowledged(self, seq: int, at: int) -> None:
        """The host has all before *seq*."""
        done = (seq - self.next + len(self._kept)) % 256
        if done == 0 and at - self._begun_at >= MISSED:
            self._unsent = len(self._kept)
        elif 0 < done <= len(self._kept):
            del self._kept[:done]
            self._unsent, self._sent_at, self._begun_at = min(self._unsent, len(self._kept)), at, at

    def due(self, at: int) -> tuple[Happening, ...]:
        """What is to be sent at *at* (ns): what never was, or all if the oldest waited for too long."""
        late = at - self._sent_at >= RESEND
        new = self._unsent
        sending = self._kept if late else self._kept[len(self._kept) - new :]
        if late or new == len(self._kept):
            self._sent_at = self._begun_at = at
        self._unsent = 0
        return tuple(sending)
