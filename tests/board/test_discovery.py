"""Finding the board: USB numbers are a hint, HELLO is the proof."""

from dataclasses import dataclass, field

import pytest

from table_controller.board import BoardReader, FakeBoard, FoundCable, Link, standard_wiring
from table_controller.board.frame import Frame, encode
from table_controller.records import SourceFailed
from table_controller.records.observations import ButtonPress, SourceLost, SourceRestored
from table_controller.simulator.felt import built_in_layout

SECOND = 1_000_000_000
WIRING = standard_wiring(built_in_layout())


@dataclass
class Plug:
    """A USB port as pyserial lists it, and what is behind it."""

    device: str
    vid: int | None
    pid: int | None
    board: FakeBoard | None = None
    banner: bytes = b""
    opened: int = 0

    def open(self) -> None: ...
    def wait(self, seconds: float) -> None: ...
    def close(self) -> None: ...

    def exchange(self, outgoing: bytes, at: int) -> bytes | None:
        if self.board is None:
            return self.banner
        sent = self.board.sense(at, self.down, frozenset())
        self.board.receive(outgoing)
        return sent + self.board.pump(at)

    down: frozenset[int] = frozenset()


@dataclass
class Machine:
    """What is plugged in now."""

    plugs: list[Plug]
    opened: list[str] = field(default_factory=list)

    def cable(self) -> FoundCable:
        return FoundCable(lambda: self.plugs, self._open)

    def _open(self, name: str) -> Plug:
        self.opened.append(name)
        return next((plug for plug in self.plugs if plug.device == name), _Gone(name, None, None))


class _Gone(Plug):
    reason = "unplugged"

    def exchange(self, outgoing: bytes, at: int) -> bytes | None:
        return None


def _poll(reader: BoardReader, start: float, end: float) -> list[object]:
    return [seen for at in range(int(start * 50), int(end * 50)) for seen in reader.poll(at * SECOND // 50)]


def test_the_board_is_the_one_that_says_hello_and_no_strangers_port_is_opened() -> None:
    printer = Plug("/dev/ttyUSB0", 0x1A86, 0x7523, banner=b"Grbl 1.1h\r\n")
    modem = Plug("/dev/ttyACM9", 0x12D1, 0x1506)
    board = Plug("/dev/ttyUSB1", 0x1A86, 0x7523, FakeBoard(WIRING))
    machine = Machine([modem, printer, board, Plug("/dev/ttyS0", None, None)])
    reader = BoardReader(Link(WIRING), machine.cable())
    _poll(reader, 0, 6)
    board.down = frozenset({2})
    heard = _poll(reader, 6, 8)
    assert [type(seen) for seen in heard][-1] is ButtonPress
    assert machine.opened == ["/dev/ttyUSB0", "/dev/ttyUSB1"]


_OLD = encode(Frame(0x01, 0, bytes.fromhex("0107464c4f4f524d414e01000000013c06e8030000")))
"""The HELLO of a board of protocol 1.7."""
_REFUSED = "the board speaks protocol 1.7, this program 2.x"


@pytest.mark.parametrize("old", [0, 1])
def test_a_board_of_an_older_protocol_does_not_hide_the_right_one(old: int) -> None:
    plugs = [Plug("/dev/ttyACM0", 0x2341, 0x0042), Plug("/dev/ttyACM1", 0x2341, 0x0042)]
    plugs[old].banner, plugs[1 - old].board = _OLD, FakeBoard(WIRING)
    machine = Machine(plugs)
    reader = BoardReader(Link(WIRING), machine.cable())
    _poll(reader, 0, 3)
    plugs[1 - old].down = frozenset({2})
    assert [type(seen) for seen in _poll(reader, 3, 5)][-1] is ButtonPress
    assert machine.opened == ["/dev/ttyACM0", "/dev/ttyACM1"][: 2 - old]


def test_a_board_of_an_older_protocol_alone_is_named_and_a_right_one_that_is_plugged_in_later_is_found() -> None:
    old, printer = Plug("/dev/ttyACM0", 0x2341, 0x0042, banner=_OLD), Plug("/dev/ttyUSB0", 0x1A86, 0x7523)
    machine = Machine([old, printer])
    reader = BoardReader(Link(WIRING), machine.cable())
    heard = _poll(reader, 0, 20)
    assert [seen.reason for seen in heard if isinstance(seen, SourceLost)][-1] == _REFUSED
    assert machine.opened == ["/dev/ttyACM0", "/dev/ttyUSB0", "/dev/ttyACM0"], "the printer is opened once"
    machine.plugs.append(Plug("/dev/ttyACM1", 0x2341, 0x0042, FakeBoard(WIRING), down=frozenset({2})))
    assert [type(seen) for seen in _poll(reader, 20, 30)] == [SourceRestored, ButtonPress]
    assert machine.opened[3:] == ["/dev/ttyACM1"]


def test_a_mega_is_tried_before_what_has_the_numbers_of_many() -> None:
    machine = Machine([Plug("/dev/ttyUSB0", 0x1A86, 0x7523), Plug("/dev/ttyACM0", 0x2341, 0x0042, FakeBoard(WIRING))])
    _poll(BoardReader(Link(WIRING), machine.cable()), 0, 3)
    assert machine.opened == ["/dev/ttyACM0"]


def test_a_board_that_comes_back_on_another_port_is_found_there() -> None:
    board = FakeBoard(WIRING)
    machine = Machine([Plug("/dev/ttyACM0", 0x2341, 0x0042, board)])
    reader = BoardReader(Link(WIRING), machine.cable())
    assert _poll(reader, 0, 2) == []
    machine.plugs = [_Gone("/dev/ttyACM0", None, None)]
    cable = reader._cable
    assert isinstance(cable, FoundCable)
    cable._cable = machine.plugs[0]
    lost = _poll(reader, 2, 4)
    assert [type(seen) for seen in lost] == [SourceLost]
    machine.plugs = [Plug("/dev/ttyACM1", 0x2341, 0x0042, board)]
    back = _poll(reader, 4, 12)
    assert [type(seen) for seen in back] == [SourceRestored]
    assert machine.opened == ["/dev/ttyACM0", "/dev/ttyACM1"]


def test_nothing_plugged_in_is_said_and_looked_for_with_growing_patience() -> None:
    looked = 0

    def ports() -> list[Plug]:
        nonlocal looked
        looked += 1
        return []

    cable = FoundCable(ports)
    with pytest.raises(SourceFailed, match="no board is plugged in; plug it in, or name its port"):
        cable.open()
    for at in range(0, 60 * SECOND, SECOND // 10):
        assert cable.exchange(b"", at) is None
    assert cable.reason == "no board is plugged in"
    assert 12 <= looked <= 17
