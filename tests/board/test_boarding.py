"""``floorman board``: a board on a pseudo terminal that is played on and troubled by words; flashing one."""

import io
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from table_controller.audit.board_simulation import Wish, simulate_board
from table_controller.audit.monitor import monitor
from table_controller.board import BoardReader, Link, standard_wiring
from table_controller.board.fake_table import FakeTable
from table_controller.board.words import WORDS, wrong
from table_controller.cables import cable_of
from table_controller.cli import main
from table_controller.recorder import replay_capture
from table_controller.records import Seat
from table_controller.records.observations import ButtonPress, Observation, Press, SourceLost, SourceRestored, TagRead
from table_controller.simulator.felt import built_in_layout

MS, SECOND = 1_000_000, 1_000_000_000
WIRING = standard_wiring(built_in_layout())
FOLD = WIRING.inputs.index((Seat(1), Press.FOLD))


@pytest.fixture
def simulated(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Starts a stand-in that does a script's words; gives the name of its terminal."""
    running: list[threading.Thread] = []

    def start(script: str) -> Path:
        words, link = tmp_path / "words", tmp_path / "board"
        words.write_text(script)
        wish = Wish("python", words, link, seed=1)
        run = threading.Thread(target=lambda: simulate_board(wish, words=io.StringIO(), out=io.StringIO()))
        run.start()
        running.append(run)
        while not link.exists():
            time.sleep(0.01)
        return link

    yield start
    for run in running:
        run.join(timeout=60)
        assert not run.is_alive()


def _hear(port: Path, until: Callable[[list[Observation]], bool]) -> list[Observation]:
    cable = cable_of(str(port))
    reader, heard, start = BoardReader(Link(WIRING), cable), list[Observation](), time.monotonic_ns()
    while not until(heard) and time.monotonic_ns() - start < 60 * SECOND:
        cable.wait(0.01)
        heard += reader.poll(time.monotonic_ns() - start)
    cable.close()
    return heard


def test_presses_and_tags_come_through_a_real_terminal_with_faults_and_replugging(
    simulated: Callable[[str], Path],
) -> None:
    port = simulated(
        f"""
        wait 1
        drop 5000  # of a million bytes
        flip 5000
        down {FOLD}
        wait 0.2
        up {FOLD}
        lay 0 C0FFEE01
        wait 1
        unplug
        wait 0.2
        plug
        wait 2
        down {FOLD + 1}
        wait 2"""
    )
    heard = _hear(port, lambda heard: sum(isinstance(seen, ButtonPress) for seen in heard) == 2)
    told = [seen for seen in heard if isinstance(seen, ButtonPress | TagRead)]
    assert [getattr(seen, "press", None) for seen in told] == [Press.FOLD, None, Press.CHECK]
    assert [type(seen) for seen in heard if not isinstance(seen, ButtonPress | TagRead)] == [SourceLost, SourceRestored]


def test_what_the_monitor_hears_can_be_kept_and_heard_again(simulated: Callable[[str], Path], tmp_path: Path) -> None:
    port, kept = simulated(f"wait 1\ndown {FOLD}\nwait 3"), tmp_path / "kept.capture"
    assert monitor(str(port), seconds=3, out=io.StringIO(), keep=kept) == 0
    assert kept.stat().st_mode & 0o777 == 0o600
    assert len(tuple(replay_capture(kept))) > 2
    out = io.StringIO()
    monitor(f"capture:{kept}", seconds=3.5, out=out)
    said = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [one["input"] for one in said if one["message"] == "input"][:1] == [FOLD]


@pytest.mark.parametrize(
    ("script", "place", "expected"),
    [
        ("down 64", "line 1", "down: expected a number from 0 to 63"),
        ("# fine\n\nlay 0 C0FF", "line 3", "lay: expected a tag's number of 8, 14 or 20 hexadecimal digits"),
        ("wait soon", "line 1", "wait: expected seconds from 0 to 100000"),
        ("wait nan", "line 1", "wait: expected seconds from 0 to 100000"),
        ("deaf 3", "line 1", "deaf: expected 2 values after it"),
        ("press 3", "line 1", f"expected one of: {WORDS}, wait SECONDS"),
    ],
)
def test_a_word_that_nobody_knows_is_bad_input_before_anything_runs(
    script: str, place: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "words"
    path.write_text(script)
    assert main(["board", "simulate", "--as", "python", "--script", str(path)]) == 2
    said = capsys.readouterr()
    assert said.err == f"floorman: {path}: {place}: {expected}\n"
    assert said.out == ""


def test_every_word_of_the_menu_is_understood_and_done() -> None:
    table = FakeTable()
    samples = [
        word.replace(" N", " 3").replace(" A", " 2").replace("UID", "C0FFEE01").replace("0|1", "1")
        for word in WORDS.split(", ")
    ]
    for sample in samples:
        line = sample.replace("PPM", "1000").replace("MS", "20")
        assert wrong(line) is None, line
        if line not in ("quit", "now"):
            table.play(line)
    assert table.board.boot == 3, "reset and power"


def test_deaf_and_detuned_readers_and_a_slow_cable(tmp_path: Path) -> None:
    table, link = FakeTable(), Link(WIRING)
    heard: list[Observation] = []
    at = 0

    def run(seconds: float) -> None:
        nonlocal at
        for _ in range(int(seconds * 100)):
            at += 10 * MS
            heard.extend(link.tick(at))
            heard.extend(link.receive(table.exchange(link.outgoing(), at), at))

    run(1)
    for words in ("lay 1 C0FFEE01", "deaf 1 1", "deaf 1 0", "detune 1 1", "detune 1 0", "delay 100", f"down {FOLD}"):
        table.play(words)
        run(2)
    faults = [seen.reason for seen in heard if isinstance(seen, SourceLost)]
    assert faults == [
        "the reader does not answer",
        "something lies there that cannot be read: shift the cards apart",
    ]
    assert [seen.present for seen in heard if isinstance(seen, TagRead)] == [True, False, True, False, True]
    (press,) = [seen for seen in heard if isinstance(seen, ButtonPress)]
    assert abs(press.at - (at - 2 * SECOND + 10 * MS)) < 60 * MS, "stamped when it was made, not when it came"


def test_a_kind_that_is_not_built_is_a_failed_source(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("table_controller.audit.board_simulation._BUILT", tmp_path)
    assert main(["board", "simulate", "--as", "avr"]) == 3
    assert "no avr board is built" in capsys.readouterr().err


@pytest.fixture
def avrdude(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An avrdude that writes down what it was told."""
    program = tmp_path / "bin" / "avrdude"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/told\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    return tmp_path / "told"


def test_flash_tells_avrdude_what_to_write_where(avrdude: Path, tmp_path: Path) -> None:
    image = tmp_path / "board.hex"
    image.write_text(":020000040000FA\n:00000001FF\n")
    assert main(["board", "flash", "/dev/ttyACM7", "--image", str(image)]) == 0
    assert avrdude.read_text() == f"-p atmega2560 -c wiring -P /dev/ttyACM7 -b 115200 -D -U flash:w:{image}:i\n"


def test_flash_refuses_what_is_no_image(avrdude: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong_image = tmp_path / "board.elf"
    wrong_image.write_bytes(b"\x7fELF\xff")
    assert main(["board", "flash", "/dev/ttyACM7", "--image", str(wrong_image)]) == 2
    assert capsys.readouterr().err == f"floorman: {wrong_image}: expected an image in Intel HEX\n"
    assert main(["board", "flash", "/dev/ttyACM7", "--image", str(tmp_path / "none.hex")]) == 2
    assert not avrdude.exists()
