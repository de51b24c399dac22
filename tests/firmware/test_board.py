"""The firmware in lock-step, as a Linux process and as the real image in a simulated Mega 2560: the same tests."""

from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from boards import NUMBER, Board

from table_controller.board.frame import checksum
from table_controller.board.messages import (
    SCHEMA,
    Ack,
    Cause,
    Fault,
    Health,
    Heartbeat,
    Hello,
    HelloWanted,
    Input,
    Lamps,
    Log,
    Lost,
    Message,
    Ping,
    Pong,
    Reader,
    Reboot,
    SelfTest,
    Setup,
    Snapshot,
    SnapshotWanted,
    Tag,
    Trouble,
)
from table_controller.board.state import BoardState, unpack

pytestmark = pytest.mark.slow

MS = 1000
ALL = b"\xff" * 8


def _hellos(said: list[Message]) -> list[Hello]:
    return [message for message in said if isinstance(message, Hello)]


def _inputs(said: list[Message]) -> list[tuple[int, bool]]:
    return [(message.input, message.down) for message in said if isinstance(message, Input)]


def _tags(said: list[Message]) -> list[tuple[int, str, bool]]:
    return [(message.antenna, message.uid.hex(), message.present) for message in said if isinstance(message, Tag)]


def _state(board: Board) -> BoardState | None:
    """What a snapshot says, if it is whole."""
    board.say(SnapshotWanted())
    pieces = [message for message in board.run(100 * MS) if isinstance(message, Snapshot)]
    assert [piece.part for piece in pieces] == list(range(pieces[0].parts))
    return unpack(b"".join(piece.data for piece in pieces))


def test_it_introduces_itself_until_it_is_answered(kind: str) -> None:
    with Board(kind) as board:
        said = _hellos(board.run(1300 * MS))
        assert len(said) == 3
        board.say(Ack(0))
        assert _hellos(board.run(1200 * MS)) == []
        hello = said[0]
        assert (hello.device, hello.boot, hello.cause) == (bytes.fromhex(NUMBER), 1, Cause.POWER)
        assert (hello.inputs, hello.antennas, hello.lamps, hello.schema) == (64, 14, 32, SCHEMA)
        board.say(HelloWanted(), Ping(77))
        again = board.run(30 * MS)
        assert len(_hellos(again)) == 1
        assert [message.seq for message in again if isinstance(message, Pong)] == [77]


def test_every_button_is_one_press_and_one_release(board: Board) -> None:
    for number in range(64):
        board.play(f"down {number}")
        assert _inputs(board.run(8 * MS)) == [(number, True)]
        board.play(f"up {number}")
        assert _inputs(board.run(60 * MS)) == [(number, False)]


def test_presses_of_one_moment_are_all_told(board: Board) -> None:
    board.play(*(f"down {number}" for number in (63, 0, 7, 8)))
    assert _inputs(board.run(30 * MS)) == [(0, True), (7, True), (8, True), (63, True)]
    assert _state(board) == BoardState(frozenset({0, 7, 8, 63}))


def test_half_of_all_buttons_at_once_are_no_presses(board: Board) -> None:
    """The chain of inputs lost its power; what was pressed before is as it was."""
    board.play("down 40")
    assert _inputs(board.run(20 * MS)) == [(40, True)]
    board.play(*(f"down {number}" for number in range(64)))
    assert _inputs(board.run(100 * MS)) == []
    assert _state(board) == BoardState(frozenset(range(64)))
    board.play(*(f"up {number}" for number in range(64)))
    assert _inputs(board.run(100 * MS)) == []
    assert _state(board) == BoardState()
    board.play(*(f"down {number}" for number in range(32)))
    assert len(_inputs(board.run(100 * MS))) == 32


def test_a_contact_that_bounces_is_one_press(board: Board) -> None:
    said: list[Message] = []
    for word in ("down", "up") * 4:
        board.play(f"{word} 7")
        said += board.step(1700)
    board.play("down 7")
    said += board.run(100 * MS)
    for word in ("up", "down") * 4:
        board.play(f"{word} 7")
        said += board.step(1700)
    board.play("up 7")
    said += board.run(100 * MS)
    assert _inputs(said) == [(7, True), (7, False)]


def test_a_touch_of_two_milliseconds_is_nothing(board: Board) -> None:
    board.play("down 7")
    said = board.run(2 * MS)
    board.play("up 7")
    assert _inputs([*said, *board.run(80 * MS)]) == []


def test_a_press_is_stamped_when_it_was_made(board: Board) -> None:
    """Under full load: two cards at nine seats, a board, a muck. The device's clock starts after the simulation's."""
    _lay_the_table(board)
    board.run(400 * MS)
    random, late = Random(1), []
    for number in range(64):
        board.run(random.randrange(8, 12) * MS)
        board.step(random.randrange(1, 1000))
        at = int(board.play("now")) / 1000
        board.play(f"down {number}")
        late += [message.micros - at for message in board.run(20 * MS) if isinstance(message, Input)]
    assert len(late) == 64
    assert max(late) - min(late) <= 1000


def test_a_button_held_at_the_start_was_not_pressed(kind: str) -> None:
    with Board(kind) as board:
        board.play("down 3")
        assert _inputs(board.meet()) == []
        assert _state(board) == BoardState(frozenset({3}))
        board.play("up 3")
        assert _inputs(board.run(60 * MS)) == [(3, False)]


@pytest.mark.parametrize("kind", ["native"], indirect=True)
def test_a_stuck_button_is_a_fault_and_one_press(board: Board) -> None:
    """A minute is long for the simulated Mega 2560; the core is the same."""
    board.play("down 9")
    said = board.run(59_000 * MS, 1000 * MS)
    assert _inputs(said) == [(9, True)]
    assert not [message for message in said if isinstance(message, Fault)]
    (fault,) = [message for message in board.run(2000 * MS) if isinstance(message, Fault)]
    assert (fault.input, fault.trouble) == (9, Trouble.STUCK)
    board.play("up 9")
    said = board.run(60 * MS)
    assert _inputs(said) == [(9, False)]
    assert [message.trouble for message in said if isinstance(message, Fault)] == [Trouble.NONE]


def test_a_chattering_button_is_a_fault_and_no_press(board: Board) -> None:
    board.play("chatter 12 1", "down 30")
    said = board.run(1500 * MS)
    assert _inputs(said) == [(30, True)]
    assert [(m.input, m.trouble) for m in said if isinstance(m, Fault)] == [(12, Trouble.CHATTERING)]
    board.play("chatter 12 0")
    said = board.run(2500 * MS)
    assert [(m.input, m.trouble) for m in said if isinstance(m, Fault)] == [(12, Trouble.NONE)]
    board.play("down 12")
    assert _inputs(board.run(20 * MS)) == [(12, True)]


def test_a_button_that_nobody_can_press_so_often_is_muted(board: Board) -> None:
    said: list[Message] = []
    for _ in range(12):
        board.play("down 5")
        said += board.run(40 * MS)
        board.play("up 5")
        said += board.run(50 * MS)
    assert len([down for _, down in _inputs(said) if down]) == 4
    assert [m.trouble for m in said if isinstance(m, Fault)] == [Trouble.CHATTERING]
    assert _inputs(said)[-1] == (5, False)


def test_tags_come_and_go(board: Board) -> None:
    board.play("lay 0 c0ffee01", "lay 13 04a1b2c3d4e5f6", "lay 6 08090a0b", "lay 7 04000102030405060708")
    came = _tags(board.run(300 * MS))
    tags = {(0, "c0ffee01"), (6, "08090a0b"), (7, "04000102030405060708"), (13, "04a1b2c3d4e5f6")}
    assert sorted(came) == sorted((antenna, uid, True) for antenna, uid in tags)
    state = _state(board)
    assert state == BoardState(frozenset(), frozenset((antenna, bytes.fromhex(uid)) for antenna, uid in tags))
    board.play("lift 0 c0ffee01", "lift 7 04000102030405060708", "lay 8 c0ffee01")
    went = _tags(board.run(500 * MS))
    assert sorted(went) == [(0, "c0ffee01", False), (7, "04000102030405060708", False), (8, "c0ffee01", True)]
    assert _tags(board.run(1000 * MS)) == [], "what lies still is told once"


def test_tags_whose_numbers_differ_late_are_told_apart(board: Board) -> None:
    """Eight on one antenna, in pairs that differ in one bit of the first, second, third and last byte."""
    uids = ["00000000", "01000000", "00010000", "00000100", "00000001", "80000000", "00000080", "ffffffff"]
    board.play(*(f"lay 4 {uid}" for uid in uids))
    assert sorted(_tags(board.run(400 * MS))) == sorted((4, uid, True) for uid in uids)
    assert _tags(board.run(600 * MS)) == []


def test_chips_that_count_collisions_the_other_way_are_read_too(board: Board) -> None:
    board.play("absolute 1", *(f"lay {n} {uid}" for n in (2, 9) for uid in ("04a1b2c3d4e5f6", "04a1b2c3d4e576")))
    assert len(_tags(board.run(600 * MS))) == 4
    assert _tags(board.run(600 * MS)) == []


def _lay_the_table(board: Board) -> set[tuple[int, str]]:
    """Two cards at nine seats, five on the board, three in the muck."""
    random = Random(26)
    places = [seat for seat in range(9) for _ in range(2)] + [10] * 5 + [11] * 3
    tags = {(place, random.randbytes(4).hex()) for place in places}
    board.play(*(f"lay {place} {uid}" for place, uid in sorted(tags)))
    return tags


def test_26_tags_on_14_antennas_are_read_and_kept(board: Board) -> None:
    tags = _lay_the_table(board)
    assert sorted(_tags(board.run(200 * MS))) == sorted((*tag, True) for tag in tags)
    said = board.run(2000 * MS)
    assert _tags(said) == []
    state = BoardState(frozenset(), frozenset((antenna, bytes.fromhex(uid)) for antenna, uid in tags))
    beats = [message for message in said if isinstance(message, Heartbeat)]
    assert [beat.digest for beat in beats] == [state.digest] * len(beats)
    assert _state(board) == state


def _health(said: list[Message]) -> list[tuple[int, Health]]:
    return [(message.antenna, message.health) for message in said if isinstance(message, Reader)]


def test_a_deaf_reader_is_told_and_its_return_too(board: Board) -> None:
    board.play("lay 2 c0ffee01")
    board.run(300 * MS)
    board.play("deaf 2 1")
    said = board.run(600 * MS)
    assert _health(said) == [(2, Health.DEAF)]
    assert _tags(said) == [(2, "c0ffee01", False)]
    board.play("deaf 2 0")
    said = board.run(1600 * MS)
    assert _health(said) == [(2, Health.WORKS)]
    assert _tags(said) == [(2, "c0ffee01", True)]


def test_a_reader_that_never_was_is_missed_only_when_it_is_wanted(kind: str) -> None:
    with Board(kind) as board:
        board.play("deaf 12 1", "deaf 13 1")
        assert _health(board.meet()) == []
        board.say(Setup(ALL, bytes(8), 1 << 12))
        assert _health(board.run(1500 * MS)) == [(12, Health.DEAF)]


def test_a_stack_that_nobody_can_read_is_told(board: Board) -> None:
    board.play("detune 5 1", "lay 5 c0ffee01", "lay 5 c0ffee02")
    said = board.run(1500 * MS)
    assert _health(said) == [(5, Health.DETUNED)]
    assert _tags(said) == []
    board.play("detune 5 0")
    said = board.run(500 * MS)
    assert _health(said) == [(5, Health.WORKS)]
    assert len(_tags(said)) == 2


def test_a_self_test_tells_of_every_reader(board: Board) -> None:
    board.play("deaf 3 1")
    board.run(500 * MS)
    board.say(SelfTest())
    expected = [(n, Health.DEAF if n == 3 else Health.WORKS) for n in range(14)]
    assert sorted(_health(board.run(1500 * MS))) == expected


def test_orders_are_taken_and_told_back(board: Board) -> None:
    beat = next(message for message in board.run(600 * MS) if isinstance(message, Heartbeat))
    assert beat.orders == checksum(ALL + bytes(20))
    board.say(Setup(ALL[:7] + b"\x0f", bytes(8), 0x3F), Lamps(0x80000001, 0x80000000))
    beat = [message for message in board.run(1100 * MS) if isinstance(message, Heartbeat)][-1]
    assert beat.orders == checksum(ALL[:7] + b"\x0f" + bytes(8) + b"\x3f\0\0\0" + b"\x01\0\0\x80\0\0\0\x80")


def test_lamps_shine_and_blink(board: Board) -> None:
    board.say(Lamps(0b1011, 0b0010))
    board.run(20 * MS)
    seen = []
    for _ in range(4):
        seen.append(int(board.play("lamps"), 16))
        board.run(250 * MS)
    assert seen == [0b1011, 0b1001, 0b1011, 0b1001]


def test_inputs_not_in_use_and_inputs_closed_at_rest(board: Board) -> None:
    board.play("down 8")
    assert _inputs(board.run(20 * MS)) == [(8, True)]
    board.say(Setup(b"\xff\x01" + ALL[2:], b"\0\x01" + bytes(6), 0))
    assert _inputs(board.run(20 * MS)) == [], "turned round without a word"
    assert _state(board) == BoardState()
    board.play("up 8", "down 9")
    assert _inputs(board.run(20 * MS)) == [(8, True)]


def test_what_is_not_acknowledged_is_said_again(board: Board) -> None:
    board.deaf = True
    for number in range(10):
        board.play(f"down {number}")
        board.run(10 * MS)
    board.deaf = False
    assert _inputs(board.run(200 * MS)) == [(number, True) for number in range(10)]


def test_what_finds_no_room_is_counted(board: Board) -> None:
    board.deaf = True
    for number in range(40):
        board.play(f"down {number}")
        board.run(10 * MS)
    board.deaf = False
    said = board.run(400 * MS)
    assert _inputs(said) == [(number, True) for number in range(32)]
    assert [message.count for message in said if isinstance(message, Lost)] == [8]
    assert _state(board) == BoardState(frozenset(range(40)))


def test_tags_leave_room_for_presses(board: Board) -> None:
    """A host that does not answer while cards are dealt loses no press, and no tag either."""
    board.deaf = True
    tags = _lay_the_table(board)
    board.run(400 * MS)
    board.play(*(f"down {number}" for number in range(20)))
    board.run(100 * MS)
    board.deaf = False
    said = board.run(1000 * MS)
    assert _inputs(said) == [(number, True) for number in range(20)]
    assert sorted(_tags(said)) == sorted((*tag, True) for tag in tags)
    assert not [message for message in said if isinstance(message, Lost)]


def test_a_bad_line_delivers_everything_once_and_in_order(board: Board) -> None:
    """One byte in a hundred lost and one flipped, both ways."""
    board.play("drop 10000", "flip 10000")
    said: list[Message] = []
    for press in range(150):
        board.play(f"down {press % 64}")
        said += board.run(40 * MS)
        board.play(f"up {press % 64}")
        said += board.run(40 * MS)
    board.play("drop 0", "flip 0")
    said += board.run(500 * MS)
    presses = [number for number, down in _inputs(said) if down]
    assert presses == [press % 64 for press in range(150)]
    assert sorted(number for number, down in _inputs(said) if not down) == sorted(presses)
    assert board.decoder.bad > 20


def test_noise_on_the_line_does_no_harm(board: Board) -> None:
    random = Random(7)
    for _ in range(40):
        board.play(f"send {random.randbytes(100).hex()}", f"send {b'AT+GCAP'.hex()}0d0a")
        board.run(20 * MS)
    board.play("down 1")
    assert _inputs(board.run(20 * MS)) == [(1, True)]
    beat = [message for message in board.run(600 * MS) if isinstance(message, Heartbeat)][-1]
    assert beat.bad > 10


def test_a_new_start_is_a_new_boot_of_the_same_device(kind: str, tmp_path: Path) -> None:
    seen = []
    for _ in range(2):
        with Board(kind, "--memory", str(tmp_path / "memory")) as board:
            seen += _hellos(board.meet())
            board.play("reset")
            seen += _hellos(board.run(50 * MS))
            board.play("power")
            seen += _hellos(board.run(50 * MS))
            board.say(Reboot(b"SOMEBODY"))
            assert _hellos(board.run(100 * MS)) == []
            board.say(Reboot(bytes.fromhex(NUMBER)))
            seen += _hellos(board.run(100 * MS))
            assert _state(board) == BoardState(), "what a button is, is looked at anew with each start"
    assert [hello.boot for hello in seen] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [hello.cause for hello in seen] == [Cause.POWER, Cause.RESET_PIN, Cause.POWER, Cause.HOST] * 2
    assert {hello.device for hello in seen} == {bytes.fromhex(NUMBER)}
    assert {hello.seq for hello in seen} == {0}


@pytest.mark.parametrize("kind", ["avr"], indirect=True)
def test_a_board_without_a_number_makes_one_and_keeps_it(kind: str, tmp_path: Path) -> None:
    seen = []
    for _ in range(2):
        with Board(kind, "--memory", str(tmp_path / "memory"), number="") as board:
            seen += _hellos(board.run(400 * MS))[:1]
    assert [hello.boot for hello in seen] == [1, 2]
    assert seen[0].device == seen[1].device
    assert seen[0].device not in (bytes(8), ALL)


@pytest.mark.parametrize("kind", ["avr"], indirect=True)
def test_a_count_of_starts_that_was_torn_is_taken_from_its_other_copy(kind: str, tmp_path: Path) -> None:
    """Power that goes while the count is written leaves one copy without its checksum."""
    memory, seen = tmp_path / "memory", []
    for start in range(4):
        with Board(kind, "--memory", str(memory)) as board:
            seen += _hellos(board.run(50 * MS))
        whole = bytearray(memory.read_bytes())
        if start == 2:
            newer = max((0, 6), key=lambda at: int.from_bytes(whole[at : at + 4], "little"))
            whole[newer] ^= 0xFF
            memory.write_bytes(whole)
    assert [hello.boot for hello in seen] == [1, 2, 3, 3]


@pytest.mark.parametrize("kind", ["avr"], indirect=True)
def test_a_program_that_hangs_is_started_again(board: Board) -> None:
    board.play("hang")
    (hello,) = _hellos(board.run(80 * MS))
    assert (hello.boot, hello.cause) == (2, Cause.WATCHDOG)
    board.expected = 0
    assert _state(board) == BoardState()
    board.play("down 4")
    assert _inputs(board.run(20 * MS)) == [(4, True)]


@pytest.mark.parametrize("kind", ["avr"], indirect=True)
def test_the_stack_has_room_to_spare(board: Board) -> None:
    """After everything at once: a full table, presses, noise, snapshots, orders."""
    _lay_the_table(board)
    board.play(*(f"down {number}" for number in range(64)), f"send {Random(3).randbytes(200).hex()}")
    board.say(SnapshotWanted(), HelloWanted(), Ping(1), Setup(ALL, bytes(8), 0x3FFF), Lamps(1, 1), SelfTest())
    board.run(800 * MS)
    assert int(board.play("unused")) > 1024


def test_a_65th_tag_is_said_to_people_and_the_others_are_kept(board: Board) -> None:
    uids = [(n % 14, f"{n:02x}0000{n:02x}") for n in range(65)]
    board.play(*(f"lay {antenna} {uid}" for antenna, uid in uids))
    said = board.run(2000 * MS)
    assert len(set(_tags(said))) == 64
    assert {message.text for message in said if isinstance(message, Log)} == {"more than 64 tags: not all are kept"}


def test_the_same_night_is_the_same_bytes(kind: str) -> None:
    def night() -> str:
        with Board(kind, "--seed", "5") as board:
            board.meet()
            board.play("drop 5000", "flip 5000")
            _lay_the_table(board)
            for number in range(12):
                board.play(f"down {number}")
                board.run(30 * MS)
            board.run(300 * MS)
            return sha256(board.sent).hexdigest()

    assert night() == night()
