"""``floorman board simulate``: a board on a pseudo terminal, played on and troubled by words."""

import os
import selectors
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol, TextIO

from table_controller.board.fake_table import FakeTable
from table_controller.board.words import WORDS, wrong
from table_controller.records import BadInput, SourceFailed
from table_controller.records.wire import canonical

KINDS = ("avr", "native", "python")
"""The real image in a simulated Mega 2560, the firmware as a process, and Floorman's own stand-in."""
_STEP = 0.002
_BUILT = Path(__file__).resolve().parents[2] / "build" / "firmware"


class Simulated(Protocol):
    """A board on a pseudo terminal."""

    def play(self, line: str) -> str:
        """Do what *line* says, which ``words.wrong`` finds nothing wrong with; what it answers."""

    def step(self) -> None:
        """Go on for a moment."""

    @property
    def port(self) -> str:
        """The pseudo terminal, or nothing while it is unplugged."""

    def close(self) -> None:
        """The end of it."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for; ``kind`` None: the most real one that is built."""

    kind: str | None = None
    script: Path | None = None
    link: Path | None = None
    seed: int = 1
    seconds: float | None = None


def simulate_board(wish: Wish, *, words: TextIO, out: TextIO) -> int:
    """Run a board until it is told ``quit``, its script and the time are over, or it is interrupted.

    Words come from the script, or line by line from *words*; ``wait SECONDS`` among them waits. Prints a JSON object
    for the port and for each word done.

    :raises BadInput: for a script with a word that nobody knows.
    :raises SourceFailed: when that kind of board is not built here.
    """
    lines = None if wish.script is None else _script(wish.script)
    board = _board(wish)
    try:
        return _Play(board, wish, out).run(lines, words)
    finally:
        board.close()


def _script(path: Path) -> tuple[str, ...]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(str(path), "", f"expected a readable script ({fault})") from None
    for number, line in enumerate(lines, start=1):
        if (fault_there := _fault(line)) is not None:
            raise BadInput(str(path), f"line {number}", fault_there)
    return tuple(lines)


def _fault(line: str) -> str | None:
    """What is wrong with a line of a script; empty lines and remarks are fine."""
    word, *values = line.split("#")[0].split() or [""]
    if not word:
        return None
    if word == "wait":
        return None if _seconds(values) is not None else "wait: expected seconds from 0 to 100000"
    fault = wrong(line.split("#")[0])
    return f"{fault}, wait SECONDS" if fault and WORDS in fault else fault


def _seconds(values: list[str]) -> float | None:
    try:
        seconds = float(values[0]) if len(values) == 1 else -1
    except ValueError:
        return None
    return seconds if 0 <= seconds <= 1e5 else None


class _Play:
    """Words in, a board going on, a line for each."""

    def __init__(self, board: Simulated, wish: Wish, out: TextIO) -> None:
        self._board, self._wish, self._out = board, wish, out
        self._began, self._until = time.monotonic(), 0.0
        self._told: str | None = None

    def run(self, script: tuple[str, ...] | None, words: TextIO) -> int:
        """Until the end; the exit status."""
        lines: Iterator[str | None]
        lines = iter(script) if script is not None else _typed(words)
        while True:
            now = time.monotonic() - self._began
            if self._wish.seconds is not None and now >= self._wish.seconds:
                return 0
            self._board.step()
            self._tell_port()
            line = None if now < self._until else next(lines, "quit" if self._wish.seconds is None else None)
            if line and self._do(line.split("#")[0].strip()):
                return 0

    def _do(self, line: str) -> bool:
        """Whether that was the end."""
        if not line:
            return False
        if (fault := _fault(line)) is not None:
            print(f"floorman: {line}: {fault}", file=sys.stderr, flush=True)
        elif line.startswith("wait"):
            self._until = time.monotonic() - self._began + float(line.split()[1])
        elif line == "quit":
            return True
        else:
            answer = self._board.play(line)
            self._say({"did": line, **({"answer": answer} if answer else {})})
        return False

    def _tell_port(self) -> None:
        if self._board.port != self._told:
            self._told = self._board.port
            self._say({"port": self._told or None})

    def _say(self, said: dict[str, object]) -> None:
        at = int((time.monotonic() - self._began) * 1e9)
        print(canonical({"at": at, **said}), file=self._out, flush=True)


def _typed(words: TextIO) -> Iterator[str | None]:
    """Each line as it is typed, and None while there is none; ends where the input ends."""
    source, waiting = words.fileno(), b""
    with selectors.DefaultSelector() as ready:
        ready.register(source, selectors.EVENT_READ)
        while True:
            if not ready.select(0):
                yield None
                continue
            if not (typed := os.read(source, 4096)):
                return
            *lines, waiting = (waiting + typed).split(b"\n")
            yield from (line.decode(errors="replace") for line in lines)


class PythonBoard:
    """Floorman's stand-in on a pseudo terminal of ours."""

    def __init__(self, wish: Wish) -> None:
        self._table, self._link = FakeTable(wish.seed), wish.link
        self._began = time.monotonic_ns()
        self._ends: tuple[int, int] | None = None
        self.port = ""
        self._plug()

    def play(self, line: str) -> str:
        """See ``Simulated``."""
        if line == "now":
            return str(time.monotonic_ns() - self._began)
        answer = self._table.play(line)
        if self._table.plugged and not self.port:
            self._plug()
        elif self.port and not self._table.plugged:
            self.close()
        return answer

    def step(self) -> None:
        """See ``Simulated``."""
        told = b""
        with suppress(BlockingIOError):
            told = os.read(self._ends[0], 4096) if self._ends else b""
        said = self._table.exchange(told, time.monotonic_ns() - self._began)
        with suppress(BlockingIOError):  # where nobody reads it is lost, as on a real line
            if said and self._ends:
                os.write(self._ends[0], said)
        time.sleep(_STEP)

    def close(self) -> None:
        """See ``Simulated``."""
        for end in self._ends or ():
            os.close(end)
        self._ends, self.port = None, ""
        if self._link is not None:
            self._link.unlink(missing_ok=True)

    def _plug(self) -> None:
        import tty

        ours, theirs = os.openpty()  # theirs stays open: a host that goes away is no hang-up
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        self._ends, self.port = (ours, theirs), os.ttyname(theirs)
        if self._link is not None:
            self._link.unlink(missing_ok=True)
            self._link.symlink_to(self.port)


class ProgramBoard:
    """The firmware's own runner (firmware/sim/runner.cpp), which knows the same words."""

    def __init__(self, command: list[str]) -> None:
        self._program = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, start_new_session=True
        )
        self._plugged = True
        self.port = self._line()

    def play(self, line: str) -> str:
        """See ``Simulated``."""
        print(line, file=_pipe(self._program.stdin), flush=True)
        if line in ("lamps", "now"):
            return self._line().removeprefix("= ")
        if line == "plug" and not self._plugged:
            self.port = self._line()
        if line == "unplug":
            self.port = ""
        self._plugged = line == "plug" or (self._plugged and line != "unplug")
        return ""

    def step(self) -> None:
        """See ``Simulated``."""
        if self._program.poll() is not None:
            raise SourceFailed(f"the simulated board ended with status {self._program.returncode}")
        time.sleep(_STEP)

    def close(self) -> None:
        """See ``Simulated``."""
        _pipe(self._program.stdin).close()
        try:
            self._program.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._program.kill()
            self._program.wait()
        _pipe(self._program.stdout).close()

    def _line(self) -> str:
        line = _pipe(self._program.stdout).readline().strip()
        if not line:
            raise SourceFailed(f"the simulated board ended with status {self._program.wait()}")
        return line


def _pipe(end: IO[str] | None) -> IO[str]:
    assert end is not None
    return end


def _board(wish: Wish) -> Simulated:
    kind = wish.kind or next(kind for kind in KINDS if kind == "python" or _program(kind) is not None)
    if kind == "python":
        return PythonBoard(wish)
    program = _program(kind)
    if program is None:
        raise SourceFailed(f"no {kind} board is built in {_BUILT.name}; expected `make firmware` in a checkout before")
    link = [] if wish.link is None else ["--link", str(wish.link)]
    return ProgramBoard([*program, "--pty", "--seed", str(wish.seed), *link])


def _program(kind: str) -> list[str] | None:
    """The command of a board that is built, in the checkout or on the path."""
    name = f"board-{kind}"
    found = _BUILT / name if (_BUILT / name).exists() else shutil.which(name)
    image = _BUILT / "board.elf"
    if found is None or (kind == "avr" and not image.exists()):
        return None
    return [str(found), *([str(image)] if kind == "avr" else [])]
