"""A board in its own time: the native build, or the real image in a simulated Mega 2560, step by step."""

import subprocess
from pathlib import Path
from types import TracebackType

from table_controller.board.decoder import Decoder
from table_controller.board.frame import encode
from table_controller.board.messages import Ack, Fault, FromHost, Input, Lost, Message, Reader, Tag, to_frame

BUILD = Path(__file__).parents[2] / "build" / "firmware"
NUMBER = "464c4f4f524d414e"
EVENTS = Input | Tag | Lost | Reader | Fault


class Board:
    """A board and the least of a host: it acknowledges what comes in order, unless it is ``deaf``."""

    def __init__(self, kind: str, *options: str, number: str = NUMBER) -> None:
        image = [str(BUILD / "board.elf")] if kind == "avr" else []
        command = [str(BUILD / f"board-{kind}"), *image, *(["--number", number] if number else []), *options]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.sent = bytearray()
        """Every byte that arrived from the board."""
        self.deaf = False
        self.expected: int | None = 0
        self.decoder = Decoder()
        self.micros = 0
        """The time that the board was run."""

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let the board save its memory, and end it."""
        if self._process.poll() is None:
            self._process.communicate("quit\n", timeout=20)

    def play(self, *lines: str) -> str:
        """Say words of sim/table.h, sim/cable.h or sim/runner.cpp; the last answer. `ValueError` if one is refused."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        answer = ""
        for line in lines:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline().strip()
            if not answer or answer.startswith("error"):
                raise ValueError(f"{line}: {answer or 'the board has ended'}")
        return answer.removeprefix("=").strip()

    def say(self, *messages: FromHost) -> None:
        """Messages to the board."""
        for message in messages:
            self.play(f"send {encode(to_frame(message)).hex()}")

    def step(self, micros: int = 1000) -> list[Message]:
        """Run the board for so long; what it said, events only those that were expected."""
        data = bytes.fromhex(self.play(f"run {micros}"))
        self.micros += micros
        self.sent += data
        return [message for message in self.decoder.receive(data) if self._wanted(message)]

    def run(self, micros: int, step: int = 4000) -> list[Message]:
        """Many steps; the host looks at the line after each."""
        return [message for _ in range(max(1, micros // step)) for message in self.step(min(step, micros))]

    def meet(self) -> list[Message]:
        """Run until the board is up and all its readers are."""
        self.say(Ack(0))
        return self.run(300_000)

    def _wanted(self, message: Message) -> bool:
        if not isinstance(message, EVENTS):
            return True
        if self.deaf:
            return False
        new = message.seq == self.expected
        if new:
            self.expected = (message.seq + 1) % 256
        self.say(Ack(self.expected or 0))
        return new
