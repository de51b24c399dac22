"""The cable: whatever a port does wrong is an observation, never an exception."""

import socket
import termios
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import serial
import serial.rfc2217

from table_controller.board import BoardReader, FakeBoard, Link, SerialCable, standard_wiring
from table_controller.records import Seat, SourceFailed
from table_controller.records.observations import ButtonPress, Press, SourceLost, SourceRestored
from table_controller.simulator.felt import built_in_layout

SECOND = 1_000_000_000
WIRING = standard_wiring(built_in_layout())


class Line:
    """A serial line as pyserial shows it, which breaks when told to."""

    def __init__(self) -> None:
        self.fault: Exception | None = None
        self.arrived, self.sent = b"", b""

    def read(self, _most: int) -> bytes:
        if self.fault:
            raise self.fault
        data, self.arrived = self.arrived, b""
        return data

    def write(self, data: bytes) -> int:
        self.sent += data
        return len(data)

    def close(self) -> None:
        if self.fault:
            raise self.fault


class Desk:
    """Opens lines, or fails to, and remembers when it was asked."""

    def __init__(self) -> None:
        self.line = Line()
        self.there = True
        self.asked = 0

    def open(self, _port: str, **_settings: Any) -> Line:
        self.asked += 1
        if not self.there:
            raise serial.SerialException("could not open port")
        self.line = Line()
        return self.line


FAULTS = [
    serial.SerialException("device reports readiness to read but returned no data"),
    OSError(5, "Input/output error"),
    termios.error(5, "Input/output error"),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_a_board_pulled_out_is_lost_once_and_comes_back(fault: Exception) -> None:
    desk, board = Desk(), FakeBoard(WIRING)
    reader = BoardReader(Link(WIRING), SerialCable("/dev/ttyACM0", desk.open))
    heard = []
    for at in range(0, 20 * SECOND, SECOND // 50):
        if at == 2 * SECOND:
            desk.line.fault, desk.there = fault, False
        if at == 9 * SECOND:
            desk.there = True
        pressed = frozenset({(Seat(1), Press.FOLD, None)}) if at >= 18 * SECOND else frozenset()
        if desk.there:
            board.receive(desk.line.sent)
            desk.line.sent = b""
            desk.line.arrived += board.advance(at, pressed, ())
        heard += reader.poll(at)
    assert [type(seen) for seen in heard] == [SourceLost, SourceRestored, ButtonPress]
    assert desk.asked < 10, "it waits longer each time"


def test_a_port_that_is_not_there_is_asked_with_growing_patience() -> None:
    desk = Desk()
    desk.there = False
    cable = SerialCable("/dev/none", desk.open)
    for at in range(0, 60 * SECOND, SECOND // 10):
        assert cable.exchange(b"", at) is None
    assert 12 <= desk.asked <= 17
    assert "could not open port" in cable.reason


def test_at_the_start_a_port_that_is_not_there_is_a_failed_source() -> None:
    with pytest.raises(SourceFailed, match="/dev/does-not-exist: SerialException"):
        SerialCable("/dev/does-not-exist").open()
    with pytest.raises(SourceFailed, match="nonsense://: ValueError"):
        SerialCable("nonsense://").open()


@pytest.fixture
def host() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def test_a_board_behind_a_socket_is_heard(host: socket.socket) -> None:
    cable, board = SerialCable(f"socket://127.0.0.1:{host.getsockname()[1]}"), FakeBoard(WIRING)
    reader = BoardReader(Link(WIRING), cable)
    cable.open()
    device, _ = host.accept()
    with device:
        device.settimeout(5)
        heard, at = [], 0
        while not heard and at < 30 * SECOND:
            at += SECOND // 50
            pressed = {(Seat(3), Press.CALL, None)} if at > SECOND else set()
            device.sendall(board.advance(at, pressed, ()) or b"\0")
            heard += reader.poll(at)
            cable.exchange(b"\0", at)
            board.receive(device.recv(4096))
        cable.close()
    assert [(seen.press, seen.seat) for seen in heard if isinstance(seen, ButtonPress)] == [(Press.CALL, 3)]


@pytest.mark.filterwarnings("ignore::DeprecationWarning:serial.rfc2217")
def test_a_board_behind_a_serial_server_is_heard(host: socket.socket) -> None:
    """RFC 2217: a telnet connection that carries the line's settings too."""
    done = threading.Event()
    server = threading.Thread(target=_serve, args=(host, done))
    server.start()
    cable = SerialCable(f"rfc2217://127.0.0.1:{host.getsockname()[1]}")
    cable.open()
    reader, start = BoardReader(Link(WIRING), cable), time.monotonic_ns()
    heard: list[object] = []
    while not heard and time.monotonic_ns() - start < 60 * SECOND:
        cable.wait(0.01)
        heard += reader.poll(time.monotonic_ns() - start)
    cable.close()
    done.set()
    server.join(timeout=10)
    assert [(seen.press, seen.seat) for seen in heard if isinstance(seen, ButtonPress)] == [(Press.CALL, 3)]


def _serve(host: socket.socket, done: threading.Event) -> None:
    """A serial server with a board on its port; one second after the start seat 3's call is pressed."""
    line, board, start = host.accept()[0], FakeBoard(WIRING), time.monotonic_ns()
    with line, serial.serial_for_url("loop://", timeout=0) as port:

        class Connection:
            def write(self, data: bytes) -> None:
                line.sendall(data)

        manager = serial.rfc2217.PortManager(port, Connection())
        line.settimeout(0.01)
        while not done.is_set():
            at = time.monotonic_ns() - start
            down = frozenset({WIRING.inputs.index((Seat(3), Press.CALL))}) if at > SECOND else frozenset()
            try:
                line.sendall(b"".join(manager.escape(board.sense(at, down, frozenset()))))
                board.receive(b"".join(manager.filter(line.recv(4096))))
            except TimeoutError:
                continue
            except OSError:
                return
