"""A table with a board that is none: played on by words, behind a cable that can be bad."""

from collections import deque

from table_controller.board.fake import FakeBoard
from table_controller.board.fake_cable import Noise
from table_controller.board.messages import ANTENNAS, INPUTS, Cause, Health, Trouble
from table_controller.board.wiring import Wiring

MS = 1_000_000
_EVERY = Wiring((None,) * INPUTS, tuple(str(number) for number in range(ANTENNAS)))
"""A board on which every input and antenna is there; what they are for is the host's business."""


class FakeTable:
    """What lies where and which buttons are down, and what the board says of it. The same *seed*, the same faults."""

    def __init__(self, seed: int = 1) -> None:
        self.board = FakeBoard(_EVERY)
        self.plugged = True
        self._down: frozenset[int] = frozenset()
        self._tags: frozenset[tuple[int, bytes]] = frozenset()
        self._health: dict[tuple[str, int], bool] = {}
        self._drop = self._flip = 0.0
        self._seed, self._noises = seed, (Noise(0, 0, seed), Noise(0, 0, seed + 1))
        self._delay = 0
        self._up: deque[tuple[int, bytes]] = deque()
        self._down_line: deque[tuple[int, bytes]] = deque()

    def play(self, line: str) -> str:
        """Do what a word says that ``words.wrong`` finds nothing wrong with; what it answers."""
        word, *values = line.split()
        numbers = [int(value) for value in values if len(value) < 8]
        match word:
            case "down" | "up":
                self._down = self._down | {numbers[0]} if word == "down" else self._down - {numbers[0]}
            case "chatter":
                self.board.trouble(numbers[0], Trouble.CHATTERING if numbers[1] else Trouble.NONE)
            case "lay" | "lift":
                tag = (numbers[0], bytes.fromhex(values[1]))
                self._tags = self._tags | {tag} if word == "lay" else self._tags - {tag}
            case "clear":
                self._tags = frozenset()
            case "deaf" | "detune":
                self._fail(word, numbers[0], bool(numbers[1]))
            case "reset" | "power":
                self.board.reboot(Cause.POWER if word == "power" else Cause.RESET_PIN)
            case "lamps":
                return f"{self.board.lamps.on:08x}"
            case _:
                self._cable(word, numbers)
        return ""

    def exchange(self, told: bytes, at: int) -> bytes:
        """The host says *told* at night time *at* (ns); what it hears."""
        if not self.plugged:
            self._up.clear()
            self._down_line.clear()
            self.board.sense(at, self._down, self._tags)
            return b""
        self._down_line.append((at + self._delay, self._noises[0].through(told)))
        self.board.receive(_due(self._down_line, at))
        self._up.append((at + self._delay, self._noises[1].through(self.board.sense(at, self._down, self._tags))))
        return _due(self._up, at)

    def _fail(self, word: str, antenna: int, fails: bool) -> None:
        self._health[word, antenna] = fails
        deaf, detuned = (self._health.get((kind, antenna), False) for kind in ("deaf", "detune"))
        self.board.fail(antenna, Health.DEAF if deaf else Health.DETUNED if detuned else Health.WORKS)

    def _cable(self, word: str, numbers: list[int]) -> None:
        match word:
            case "unplug" | "plug":
                self.plugged = word == "plug"
            case "delay":
                self._delay = numbers[0] * MS
            case "drop":
                self._drop = numbers[0] / 1e6
            case "flip":
                self._flip = numbers[0] / 1e6
        if word in ("drop", "flip"):
            self._noises = Noise(self._drop, self._flip, self._seed), Noise(self._drop, self._flip, self._seed + 1)


def _due(line: deque[tuple[int, bytes]], at: int) -> bytes:
    """What has arrived by then."""
    arrived = b""
    while line and line[0][0] <= at:
        arrived += line.popleft()[1]
    return arrived
