"""``floorman board monitor`` prints what a board behind a socket says."""

import io
import json
import socket
import threading

import pytest

from table_controller.audit.monitor import monitor
from table_controller.board import FakeBoard, standard_wiring
from table_controller.cli import main
from table_controller.records import Seat
from table_controller.records.observations import Press
from table_controller.simulator.felt import built_in_layout

WIRING = standard_wiring(built_in_layout())


def test_it_prints_a_line_for_each_message() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        device = threading.Thread(target=_device, args=(server,))
        device.start()
        out = io.StringIO()
        assert monitor(f"socket://127.0.0.1:{server.getsockname()[1]}", seconds=1.0, out=out) == 0
        device.join(timeout=10)
    said = [json.loads(line) for line in out.getvalue().splitlines()]
    assert said[0]["message"] == "hello"
    assert said[0]["device"] == b"FLOORMAN".hex()
    presses = [line for line in said if line["message"] == "input"]
    assert [(line["input"], line["down"], line["seq"]) for line in presses][:1] == [
        (WIRING.inputs.index((Seat(2), Press.CALL)), True, 0)
    ]


def _device(server: socket.socket) -> None:
    board, line = FakeBoard(WIRING), server.accept()[0]
    with line:
        line.settimeout(0.01)
        line.sendall(board.advance(0, (), ()))
        for at in range(1, 200):
            try:
                line.sendall(board.advance(at * 10_000_000, {(Seat(2), Press.CALL, None)}, ()))
                board.receive(line.recv(4096))
            except TimeoutError:
                continue
            except OSError:
                return


def test_a_port_that_is_not_there_is_one_line_and_status_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "monitor", "/dev/does-not-exist"]) == 3
    assert capsys.readouterr().err.startswith("floorman: /dev/does-not-exist: SerialException")
