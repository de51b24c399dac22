"""What cables, boards and hosts do to each other, a hundred times: each press once, in order, and no loss untold."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from table_controller.board import FakeBoard, Link, Noise, standard_wiring
from table_controller.board.decoder import Decoder
from table_controller.board.frame import Frame, encode
from table_controller.board.ledger import MOST_UNKEPT
from table_controller.board.messages import Health, Hello, Input, Lamps, Snapshot, Tag, Trouble, to_frame
from table_controller.board.protocol_gen import RING, SCHEMA
from table_controller.board.state import MOST_TAGS
from table_controller.fusion import empty_felt, flush, fuse
from table_controller.records import Deck, Seat
from table_controller.records.events import DeckShuffled
from table_controller.records.observations import ButtonPress, Observation, Press, SourceLost, SourceRestored, TagRead
from table_controller.simulator.felt import built_in_layout

MS, SECOND = 1_000_000, 1_000_000_000
WIRING = standard_wiring(built_in_layout())
KEYS = len(WIRING.inputs)
STEP = 5 * MS


@dataclass
class Table:
    """A board, a cable and a host, moved on by steps of 5 ms. ``pressed`` and ``heard`` are input numbers, in order."""

    board: FakeBoard = field(default_factory=lambda: FakeBoard(WIRING))
    link: Link = field(default_factory=lambda: Link(WIRING))
    noise: Noise | None = None
    plugged: bool = True
    at: int = 0
    down: frozenset[int] = frozenset()
    tags: frozenset[tuple[int, bytes]] = frozenset()
    pressed: list[int] = field(default_factory=list)
    said: list[Observation] = field(default_factory=list)
    received: bytes = b""

    def run(self, time: int) -> None:
        for _ in range(time // STEP):
            self.step()

    def step(self) -> None:
        self.at += STEP
        sent = self.board.sense(self.at, self.down, self.tags)
        if self.plugged:
            self.said += self.link.receive(self._through(sent), self.at)
            self.said += self.link.tick(self.at)
            self.board.receive(self._through(self.link.outgoing()))
        else:
            self.said += self.link.lose(self.at, "unplugged")

    def press(self, number: int, held: int = 50 * MS) -> None:
        self.pressed.append(number)
        self.down = frozenset({number})
        self.run(held)
        self.down = frozenset()
        self.run(held)

    def _through(self, data: bytes) -> bytes:
        return self.noise.through(data) if self.noise else data

    @property
    def presses(self) -> list[ButtonPress]:
        return [seen for seen in self.said if isinstance(seen, ButtonPress)]

    @property
    def heard(self) -> list[int]:
        return [WIRING.inputs.index((seen.seat, seen.press)) for seen in self.presses]

    def losses(self) -> list[str]:
        return [seen.reason for seen in self.said if isinstance(seen, SourceLost)]


def _others(seed: int) -> Iterable[int]:
    """Inputs without end, none again soon."""
    number = seed
    while True:
        number = (number + 7) % KEYS
        yield number


@pytest.mark.parametrize("seed", range(2))
def test_a_thousand_presses_over_a_cable_that_drops_and_flips_come_once_and_in_order(seed: int) -> None:
    table = Table(noise=Noise(0.01, 0.01, seed))
    table.run(SECOND)
    for number, _ in zip(_others(seed), range(1000), strict=False):
        table.press(number, 20 * MS)
    table.run(2 * SECOND)
    assert table.heard == table.pressed
    assert len(table.pressed) == 1000
    assert [press.at for press in table.presses] == sorted(press.at for press in table.presses)
    assert table.losses() == []


def test_unplugged_a_hundred_times_no_press_is_lost_that_the_board_had_room_for() -> None:
    table, random = Table(), Random(1)
    table.run(SECOND)
    for _, number in zip(range(100), _others(1), strict=False):
        table.press(number)
        table.plugged = False
        for other in random.sample([n for n in range(KEYS) if n != number], random.randrange(1, RING // 2)):
            table.press(other, 20 * MS)
        table.plugged = True
        table.run(SECOND)
    assert table.heard == table.pressed
    assert len(table.losses()) == 100
    assert sum(isinstance(seen, SourceRestored) for seen in table.said) == 100


def test_a_ring_that_ran_over_while_unplugged_is_told_each_time_and_what_it_kept_is_heard() -> None:
    table = Table()
    table.run(SECOND)
    kept: list[int] = []
    for _ in range(100):
        table.plugged = False
        for number in range(30):
            table.press(number, 10 * MS)
        kept += range(RING // 2)
        table.plugged = True
        table.run(SECOND)
    assert table.heard == kept
    told = [reason for reason in table.losses() if "had no room for 28 events" in reason]
    assert len(told) == 100


def test_a_board_started_again_a_hundred_times_tells_what_it_was_asked_in_time_and_makes_up_nothing() -> None:
    table = Table()
    tags = frozenset({(2, b"\xc0\xff\xee\x01")})
    table.tags = tags
    table.run(SECOND)
    for _, number in zip(range(100), _others(2), strict=False):
        table.press(number)
        table.down = frozenset({5})  # held when the board starts: no press
        table.board.reboot()
        table.run(SECOND)
        table.down = frozenset()
        table.run(200 * MS)
    assert table.heard == table.pressed
    assert len(table.losses()) == 100
    assert all("the board started again" in reason for reason in table.losses())
    reads = [seen.present for seen in table.said if isinstance(seen, TagRead)]
    assert reads[0] is True
    assert reads.count(True) - reads.count(False) == 1, "the tag that lies there is there"


def test_a_restart_that_nobody_heard_is_found_out_and_its_presses_are_heard() -> None:
    """A hundred times the board starts again while the line is dead, and is pressed before and after it is back."""
    table = Table()
    table.run(SECOND)
    others = iter(_others(4))
    for turn in range(100):
        for _ in range(turn % 5):
            table.press(next(others), 20 * MS)
        table.run(300 * MS)
        whole, table.noise = table.noise, Noise(1, 0, 1)  # not a byte comes through: nobody hears its HELLO
        table.board.reboot()
        table.run(10 * MS)
        for _ in range(turn % 7):
            table.press(next(others), 20 * MS)
        table.run(turn * 10 * MS)
        table.noise = whole
        for _ in range(3):
            table.press(next(others), 20 * MS)
        table.run(SECOND)
    assert table.heard == table.pressed
    assert len(table.losses()) == 100
    assert all("started again" in reason for reason in table.losses())


@pytest.mark.parametrize("noise", [None, Noise(0.01, 0.01, 7)], ids=["clear", "noisy"])
@pytest.mark.parametrize("before", [1, 3, 20, 60, 130, 200])
def test_a_start_that_was_not_counted_is_found_out_and_its_presses_are_heard(before: int, noise: Noise | None) -> None:
    """An EEPROM worn out: the board introduces itself with the boot id of before, and its numbers begin anew."""
    table, others = Table(), iter(_others(6))
    table.run(SECOND)
    for _ in range(before):
        table.press(next(others), 20 * MS)
    table.noise = noise
    for turn in range(3):
        table.run(300 * MS)
        table.board.reboot()
        table.board.boot -= 1
        table.run(SECOND + turn * 35 * MS)  # no two presses are made at the same microsecond of two starts
        for _ in range(5):
            table.press(next(others), 20 * MS)
        table.run(2 * SECOND)
    assert [press.key for press in table.presses] == list(dict.fromkeys(press.key for press in table.presses))
    assert table.heard == table.pressed
    assert len(table.losses()) == 3
    assert all("started again" in reason for reason in table.losses())


def test_a_press_that_was_not_in_the_journal_when_the_host_was_killed_is_told_again_by_the_same_name() -> None:
    """A hundred times the host is killed with some presses kept and some not: the journal has each once, in order."""
    random = Random(3)
    table = Table(link=Link(WIRING, keeps=True))
    journal: list[ButtonPress] = []
    others = iter(_others(3))
    for _ in range(100):
        table.run(300 * MS)
        for _ in range(random.randrange(1, 8)):
            table.press(next(others), 30 * MS)
        heard = table.presses
        full = table.board.waiting > RING // 2
        kept = heard if full else heard[: random.randrange(len(heard) + 1)]
        journal += kept
        for press in kept:
            table.link.kept(press.key)
        if full or random.random() < 0.5:
            table.run(20 * MS)  # with some luck the acknowledgement still goes out
        assert not any("no room" in reason for reason in table.losses())
        table.said, table.link = [], Link(WIRING, keeps=True)  # killed: only the journal is left
    table.run(SECOND)
    journal += table.presses
    once = list({press.key: press for press in journal}.values())
    assert [WIRING.inputs.index((press.seat, press.press)) for press in once] == table.pressed
    assert len(journal) > len(once), "told again where the acknowledgement was not sent in time"


def test_a_press_told_twice_by_the_same_name_is_one_for_fusion() -> None:
    layout, table = built_in_layout(), Table()
    table.run(SECOND)
    table.press(WIRING.inputs.index((None, Press.SHUFFLE)))
    (press,) = table.presses
    felt, told = empty_felt(layout, Deck(()), None), []
    for number, at in enumerate((press.at, press.at + SECOND, press.at + 2 * SECOND), start=1):
        felt, events = fuse(felt, number, replace(press, at=at), layout)
        told += events
    felt, events = flush(felt, layout)
    assert [type(event) for event in (*told, *events)] == [DeckShuffled]


def test_a_button_that_chatters_is_one_press_and_then_a_fault() -> None:
    table = Table()
    table.run(SECOND)
    for _ in range(20):
        table.down = frozenset({10}) - table.down
        table.run(10 * MS)
    table.board.trouble(10, Trouble.CHATTERING)
    table.run(100 * MS)
    assert table.heard == [10]
    assert table.losses() == ["the seat 1 check button is chattering"]
    table.board.trouble(10, Trouble.NONE)
    table.run(100 * MS)
    assert [seen.source for seen in table.said if isinstance(seen, SourceRestored)] == ["board input 10"]


def test_a_stuck_button_is_one_press_and_a_fault_that_ends_when_it_is_let_go() -> None:
    table = Table()
    table.run(SECOND)
    table.board.hold(frozenset({9}))
    table.run(62 * SECOND)
    assert table.heard == [9]
    assert table.losses() == ["the seat 1 fold button is stuck"]
    table.board.hold(frozenset())
    table.run(SECOND)
    assert [seen.source for seen in table.said if isinstance(seen, SourceRestored)] == ["board input 9"]


@pytest.mark.parametrize("health", [Health.DEAF, Health.DETUNED])
def test_a_reader_that_fails_is_lost_once_and_its_tags_go(health: Health) -> None:
    table = Table(tags=frozenset({(3, b"\xc0\xff\xee\x01")}))
    table.run(SECOND)
    table.board.fail(3, health)
    table.run(SECOND)
    (lost,) = [seen for seen in table.said if isinstance(seen, SourceLost)]
    assert lost.source == "board antenna 3"
    table.board.fail(3, Health.WORKS)
    table.run(SECOND)
    assert [seen.present for seen in table.said if isinstance(seen, TagRead)] == [True, False, True]


def test_what_is_wired_and_what_shines_reaches_the_board_and_again_after_it_started_anew() -> None:
    table = Table()
    table.run(2 * SECOND)
    table.link.turn(Seat(3))
    table.run(SECOND)
    assert table.board.lamps == Lamps(0b100, 0)
    table.board.reboot()
    assert table.board.lamps == Lamps(0, 0)
    table.run(2 * SECOND)
    assert table.board.lamps == Lamps(0b100, 0)
    table.link.turn(None)
    table.run(100 * MS)
    assert table.board.lamps == Lamps(0, 0)


FOREIGN = {
    "noise": lambda random: random.randbytes(200),
    "a modem manager": lambda _: b"AT\rAT\r\nATE0 V1\r+++AT+GCAP\r",
    "a bootloader": lambda _: b"\xf0\x1b\x01STK500V2\r\n" * 5,
    "another device's banner": lambda _: b"Grbl 1.1h ['$' for help]\r\n\0Marlin 2.1\nstart\n\0",
    "our own words": lambda _: encode(Frame(0x81, 3)) + encode(Frame(0x84, 0)),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_bytes_between_say_nothing_and_harm_nothing(name: str) -> None:
    table, random = Table(), Random(4)
    noise: Callable[[Random], bytes] = FOREIGN[name]
    table.run(SECOND)
    for _, number in zip(range(50), _others(5), strict=False):
        table.said += table.link.receive(noise(random), table.at)
        table.board.receive(noise(random) if name != "our own words" else b"")
        table.press(number)
    table.run(SECOND)
    assert table.heard == table.pressed
    assert table.losses() == []


def test_an_event_that_can_never_be_understood_is_given_up_and_said_and_those_behind_it_are_heard() -> None:
    link = Link(WIRING)
    hello = Hello(0, 2, 0, b"FLOORMAN", 1, 1, 60, 6, 0, SCHEMA, 3, 32, False, bytes(4))
    said = list(link.receive(encode(to_frame(hello)), 0))
    beyond = encode(replace(to_frame(Input(0, 0, True, 5)), payload=b"\x40\x01\x05\0\0\0"))
    behind = encode(to_frame(Input(1, 2, True, 9)))
    for at in (1, 2, 3):
        assert [type(seen) for seen in said] == []
        said += link.receive(beyond + behind, at * 50 * MS)
    kinds = [type(seen) for seen in said]
    assert kinds == [SourceLost, SourceRestored, ButtonPress]
    assert "cannot be" in str(said[0])
    assert Decoder().receive(link.outgoing())[-1].seq == 2  # type: ignore[union-attr]


def _hostile(keeps: bool = False) -> Link:
    link = Link(WIRING, keeps=keeps)
    link.receive(encode(to_frame(Hello(0, 2, 0, b"FLOORMAN", 1, 1, 64, 14, 1, SCHEMA, 3, 32, False, bytes(4)))), 0)
    return link


def test_a_board_that_tells_of_more_tags_than_it_can_have_fills_no_memory_and_is_put_right_by_its_state() -> None:
    link, reads = _hostile(), 0
    for number in range(3000):
        tag = Tag(number % 256, number % 32, True, number * 1000 + 1, number.to_bytes(7, "big"))
        reads += sum(isinstance(seen, TagRead) for seen in link.receive(encode(to_frame(tag)), number * MS))
    known = sum(number % 32 < len(WIRING.antennas) for number in range(MOST_TAGS))
    assert reads == known
    link.tick(3 * SECOND)
    empty = link.receive(encode(to_frame(Snapshot(3000 % 256, 0, 1, bytes(8)))), 3 * SECOND)
    assert [seen.present for seen in empty if isinstance(seen, TagRead)] == [False] * known


def test_a_board_that_presses_on_and_on_waits_for_the_journal() -> None:
    """Far more than a board keeps, and no more, lies between it and the disk; then it goes on where it was."""
    link, presses = _hostile(keeps=True), list[ButtonPress]()

    def tell(numbers: range) -> None:
        for number in numbers:
            event = Input(number % 256, number // 2 % KEYS, number % 2 == 0, number * 300_000 + 1)
            said = link.receive(encode(to_frame(event)), number * 300 * MS)
            presses.extend(seen for seen in said if isinstance(seen, ButtonPress))

    tell(range(2 * MOST_UNKEPT + 100))
    assert len(presses) == MOST_UNKEPT
    for press in presses:
        link.kept(press.key)
    link.tick(120 * SECOND)
    tell(range(2 * MOST_UNKEPT - 1, 2 * MOST_UNKEPT + 100))
    assert len(presses) == MOST_UNKEPT + 50
