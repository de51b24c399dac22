"""A simulated board with the real host on its line, both in the board's own time."""

from boards import Board

from table_controller.board import Link, Wiring
from table_controller.records import Seat
from table_controller.records.observations import ButtonPress, Observation, Press, SourceLost, TagRead

KEYS = 64
EVERY = Wiring(
    tuple((Seat(number // 8 + 1), list(Press)[number % 8]) for number in range(KEYS)),
    tuple(f"antenna {number}" for number in range(14)),
    tuple(Seat(number) for number in range(1, 9)),
)
"""A press for every input, a zone for every antenna."""
MS = 1000
"""Microseconds."""
CARDS = [(antenna, f"{0x04A1B200 + antenna * 7919 + card * 104729:08X}") for antenna in range(9) for card in range(2)]
CARDS += [(10, f"{0x10203040 + card * 1664525:08X}") for card in range(5)]
CARDS += [(11, f"{0x50607080 + card * 1013904:08X}") for card in range(3)]
"""26 tags: nine seats with two, a board of five, three in the muck."""


class Hosted:
    """Board, line and link. ``at`` is the time in microseconds, which is also night time."""

    def __init__(self, kind: str, *options: str, step: int = 1 * MS) -> None:
        self.board, self.link = Board(kind, *options), Link(EVERY)
        self.at, self.step = 0, step
        self.said: list[Observation] = []
        self.came: list[int] = []
        """When each of ``said`` was said."""
        self.presses: list[tuple[int, int]] = []
        """Input and time of what was pressed."""

    def __enter__(self) -> "Hosted":
        return self

    def __exit__(self, *_: object) -> None:
        self.board.close()

    def run(self, micros: int) -> None:
        """Both go on for so long."""
        for _ in range(max(1, micros // self.step)):
            data = bytes.fromhex(self.board.play(f"run {self.step}"))  # a turn beyond it is made up for by the next
            self.at += self.step
            heard = (*self.link.receive(data, self.at * 1000), *self.link.tick(self.at * 1000))
            self.said += heard
            self.came += [self.at] * len(heard)
            if out := self.link.outgoing():
                self.board.play(f"send {out.hex()}")

    def press(self, number: int, held: int = 20 * MS, after: int = 50 * MS) -> None:
        """A finger on a button, at a moment that is no multiple of a millisecond."""
        self.presses.append((number, self.at))
        self.board.play(f"down {number}")
        self.run(held)
        self.board.play(f"up {number}")
        self.run(after)

    def lay(self) -> None:
        """All cards onto the table at once."""
        self.board.play(*(f"lay {antenna} {uid}" for antenna, uid in CARDS))

    @property
    def heard(self) -> list[int]:
        """The inputs that the host heard pressed, in order."""
        keys = {key: number for number, key in enumerate(EVERY.inputs)}
        return [keys[seen.seat, seen.press] for seen in self.said if isinstance(seen, ButtonPress)]

    @property
    def pressed(self) -> list[int]:
        """The inputs that were pressed, in order."""
        return [number for number, _ in self.presses]

    def delays(self) -> list[float]:
        """Milliseconds from each press to its event in Python."""
        came = [at for seen, at in zip(self.said, self.came, strict=True) if isinstance(seen, ButtonPress)]
        return [(then - at) / 1000 for then, (_, at) in zip(came, self.presses, strict=True)]

    def errors(self) -> list[float]:
        """Milliseconds from each press to the time it is said to have been made."""
        told = [seen.at for seen in self.said if isinstance(seen, ButtonPress)]
        return [(then - at * 1000) / 1e6 for then, (_, at) in zip(told, self.presses, strict=True)]

    def tags(self) -> list[tuple[int, str]]:
        """The tags that lie there, as the host knows."""
        lying: set[tuple[int, str]] = set()
        for seen in self.said:
            if isinstance(seen, TagRead):
                tag = (EVERY.antennas.index(seen.zone), seen.tag)
                lying = lying | {tag} if seen.present else lying - {tag}
        return sorted(lying)

    def losses(self) -> list[str]:
        """Why what was lost."""
        return [seen.reason for seen in self.said if isinstance(seen, SourceLost)]


def others(seed: int, last: int = KEYS) -> "list[int]":
    """A thousand inputs, none again soon."""
    return [(seed + 7 * number) % last for number in range(1000)]
