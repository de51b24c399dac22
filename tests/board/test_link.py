"""The link: every press and tag of a night once, in order, at its time, whatever the cable does."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache

import pytest

from table_controller.board import BoardReader, FakeBoard, FakeCable, Link, Noise, standard_wiring
from table_controller.board.decoder import Decoder
from table_controller.board.fake_cable import State
from table_controller.board.frame import Frame, encode
from table_controller.board.messages import (
    SCHEMA,
    Health,
    Heartbeat,
    Hello,
    HelloWanted,
    Input,
    Lost,
    Message,
    Ping,
    Pong,
    Reader,
    Setup,
    Tag,
    to_frame,
)
from table_controller.board.wiring import wiring_of
from table_controller.records import Chips, Seat
from table_controller.records.observations import (
    ButtonPress,
    Observation,
    Press,
    SourceLost,
    SourceRestored,
    TagRead,
)
from table_controller.simulator.felt import built_in_layout
from table_controller.simulator.invent import night
from table_controller.simulator.play import Moment, play
from table_controller.simulator.sense import sensed

MS, SECOND = 1_000_000, 1_000_000_000
LAYOUT = built_in_layout()
WIRING = standard_wiring(LAYOUT)
Key = tuple[Seat | None, Press, Chips | None]


@cache
def _moments() -> tuple[Moment, ...]:
    return play(night(3, hands=4))


@cache
def _wanted() -> tuple[Observation, ...]:
    return tuple(seen for seen in sensed(_moments(), LAYOUT) if isinstance(seen, ButtonPress | TagRead))


@dataclass(frozen=True)
class At:
    """A state of the board at a time."""

    at: int
    switches: frozenset[Key] = frozenset()
    tags: frozenset[tuple[str, str]] = frozenset()


def _heard(states: Iterable[State], until: int, step: int = 20 * MS, noise: Noise | None = None) -> list[Observation]:
    reader = BoardReader(Link(WIRING), FakeCable(FakeBoard(WIRING), states, noise))
    return _bare(seen for at in range(0, until, step) for seen in reader.poll(at))


def _bare(heard: Iterable[Observation]) -> list[Observation]:
    """To the millisecond, and without the names that the board gave its presses: the script does not know them.

    No two names are the same.
    """
    heard = list(heard)
    keys = [seen.key for seen in heard if isinstance(seen, ButtonPress)]
    assert len(keys) == len(set(keys))
    heard = [replace(seen, key="") if isinstance(seen, ButtonPress) else seen for seen in heard]
    return [replace(seen, at=round(seen.at / MS) * MS) for seen in heard]


def _press(seat: int, press: Press) -> frozenset[Key]:
    return frozenset({(Seat(seat), press, None)})


def test_the_standard_wiring_gives_every_key_an_input() -> None:
    assert len(WIRING.inputs) == 9 + 6 * 9 == len(set(WIRING.inputs)) <= 64
    assert WIRING.antennas == (*(f"seat {n} cards" for n in range(1, 7)), "board", "burn", "muck")


@pytest.mark.parametrize("step", [7 * MS, 40 * MS])
def test_a_whole_night_arrives_as_it_was_pressed(step: int) -> None:
    assert tuple(_heard(_moments(), _moments()[-1].at + SECOND, step)) == _wanted()


@pytest.mark.parametrize("seed", range(3))
def test_with_bytes_lost_and_flipped_each_arrives_once_in_order_at_its_time(seed: int) -> None:
    heard = _heard(_moments(), _moments()[-1].at + 5 * SECOND, noise=Noise(0.02, 0.02, seed))
    assert tuple(seen for seen in heard if isinstance(seen, ButtonPress | TagRead)) == _wanted()


def test_a_host_that_was_busy_for_long_misses_nothing() -> None:
    """All of the night happens between two polls; the host then polls as fast as it can."""
    reader = BoardReader(Link(WIRING), FakeCable(FakeBoard(WIRING), _moments()))
    heard = list(reader.poll(0))
    for later in range(400):
        heard += reader.poll(_moments()[-1].at + later * MS)
    told = [replace(seen, at=0) for seen in _bare(heard) if isinstance(seen, ButtonPress | TagRead)]
    assert told == [replace(seen, at=0) for seen in _wanted()]


class Tampering:
    """A cable on which one message is exchanged for another, in the bytes alone."""

    def __init__(self, cable: FakeCable, change: Callable[[Message], Message]) -> None:
        self._cable, self._change, self._decoder = cable, change, Decoder()

    def exchange(self, outgoing: bytes, at: int) -> bytes | None:
        data = self._cable.exchange(outgoing, at)
        messages = self._decoder.receive(data or b"")
        return b"".join(encode(to_frame(self._change(message))) for message in messages)


def test_a_press_swapped_in_the_bytes_is_the_press_that_is_heard() -> None:
    """Nothing of the script reaches the link but through the bytes."""
    calls = [number for number, seen in enumerate(_wanted()) if getattr(seen, "press", None) is Press.CALL]
    wanted = _wanted()[calls[0]]
    assert isinstance(wanted, ButtonPress)
    call = WIRING.inputs.index((wanted.seat, Press.CALL))
    fold = WIRING.inputs.index((wanted.seat, Press.FOLD))
    first: list[int] = []

    def change(message: Message) -> Message:
        if isinstance(message, Input) and message.input == call and len(first) < 2:
            first.append(message.seq)
            return replace(message, input=fold)
        return message

    cable = Tampering(FakeCable(FakeBoard(WIRING), _moments()), change)
    reader = BoardReader(Link(WIRING), cable)
    heard = _bare(seen for at in range(0, _moments()[-1].at + SECOND, 20 * MS) for seen in reader.poll(at))
    different = [(one, other) for one, other in zip(_wanted(), heard, strict=True) if one != other]
    assert different == [(wanted, replace(wanted, press=Press.FOLD))]


def test_a_board_that_starts_again_is_said_and_its_tags_are_read_again() -> None:
    tags = frozenset({("seat 2 cards", "C0FFEE01")})
    link = Link(WIRING)
    first, second = FakeBoard(WIRING), FakeBoard(WIRING, boot=2)
    heard = _talk(link, first, [At(0), At(SECOND, tags=tags)], 2 * SECOND)
    heard += _talk(link, second, [At(3 * SECOND), At(4 * SECOND, _press(1, Press.FOLD))], 6 * SECOND)
    told = [(type(seen), getattr(seen, "present", None)) for seen in heard]
    assert told == [
        *((TagRead, True), (SourceLost, None), (SourceRestored, None)),
        *((TagRead, False), (ButtonPress, None)),
    ]


def _talk(link: Link, board: FakeBoard, states: list[At], until: int) -> list[Observation]:
    cable = FakeCable(board, states)
    reader = BoardReader(link, cable)
    return [seen for at in range(states[0].at, until, 20 * MS) for seen in reader.poll(at)]


def test_a_host_that_starts_again_learns_what_lies_there_and_makes_up_no_press() -> None:
    board = FakeBoard(WIRING)
    states = [At(0, _press(4, Press.CALL), frozenset({("seat 1 cards", "C0FFEE02")}))]
    cable = FakeCable(board, states)
    old = BoardReader(Link(WIRING), cable)
    before = [seen for at in range(0, SECOND, 20 * MS) for seen in old.poll(at)]
    assert [type(seen) for seen in before] == [ButtonPress, TagRead]
    new = BoardReader(Link(WIRING), cable)
    after = [seen for at in range(SECOND, 3 * SECOND, 20 * MS) for seen in new.poll(at)]
    assert [(type(seen), getattr(seen, "tag", None)) for seen in after] == [(TagRead, "C0FFEE02")]


def test_a_ring_that_ran_over_is_reported_and_the_tags_are_put_right() -> None:
    board, link = FakeBoard(WIRING), Link(WIRING)
    _talk(link, board, [At(0)], SECOND)
    zone = "seat 3 cards"
    for number in range(60):
        tags = frozenset({(zone, "C0FFEE03")}) if number % 2 == 0 else frozenset[tuple[str, str]]()
        board.advance(SECOND + number * 10 * MS, (), tags)
    heard = _talk(link, board, [At(2 * SECOND, tags=frozenset({(zone, "C0FFEE04")}))], 5 * SECOND)
    lost = [seen.reason for seen in heard if isinstance(seen, SourceLost)]
    assert lost
    assert all("had no room for" in reason for reason in lost)
    last = [(seen.tag, seen.present) for seen in heard if isinstance(seen, TagRead)]
    assert dict(last) == {"C0FFEE03": False, "C0FFEE04": True}


def test_another_version_of_the_protocol_is_refused_by_name() -> None:
    old = Frame(0x01, 0, bytes.fromhex("0107464c4f4f524d414e01000000013c06e8030000"))
    heard = Link(WIRING).receive(encode(old), 5)
    assert heard == (SourceLost(at=5, source="board", reason="the board speaks protocol 1.7, this program 2.x"),)


def test_silence_is_a_loss_and_a_word_ends_it() -> None:
    board, link = FakeBoard(WIRING), Link(WIRING)
    assert _talk(link, board, [At(0)], SECOND) == []
    silent = [seen for at in range(SECOND, 6 * SECOND, 20 * MS) for seen in (*link.receive(b"", at), *link.tick(at))]
    assert [type(seen) for seen in silent] == [SourceLost]
    assert 3 * SECOND < silent[0].at <= 5 * SECOND
    back = _talk(link, board, [At(6 * SECOND, _press(1, Press.CHECK))], 8 * SECOND)
    assert [type(seen) for seen in back] == [SourceRestored, ButtonPress]


def test_a_host_that_did_not_look_for_long_does_not_take_the_board_for_lost() -> None:
    board, link = FakeBoard(WIRING), Link(WIRING)
    reader = BoardReader(link, FakeCable(board, [At(0), At(9 * SECOND, _press(1, Press.FOLD))]))
    heard = [seen for at in (0, 1, 2, 3, 200, 201, 402, 403, 404) for seen in reader.poll(at * SECOND // 50)]
    assert [type(seen) for seen in heard] == []
    heard = [seen for at in range(20) for seen in reader.poll(19 * SECOND + at * 20 * MS)]
    assert [type(seen) for seen in heard] == [ButtonPress]


def test_a_host_that_looks_rarely_still_finds_out_that_its_board_is_silent() -> None:
    board, link = FakeBoard(WIRING), Link(WIRING)
    assert _talk(link, board, [At(0)], SECOND) == []
    silent = [seen for at in range(SECOND, 9 * SECOND, 600 * MS) for seen in (*link.receive(b"", at), *link.tick(at))]
    assert [type(seen) for seen in silent] == [SourceLost]


def test_nobody_there_is_said_once() -> None:
    link = Link(WIRING)
    heard = [seen for at in range(0, 20 * SECOND, 100 * MS) for seen in (*link.receive(b"AT\r\n", at), *link.tick(at))]
    assert [type(seen) for seen in heard] == [SourceLost]


def test_a_line_that_echoes_is_no_board() -> None:
    link = Link(WIRING)
    for at in range(0, 3 * SECOND, 100 * MS):
        assert link.tick(at) == ()
        assert link.receive(link.outgoing(), at) == ()
    assert link.session is None


def _event(message: Message, at: int, link: Link) -> tuple[Observation, ...]:
    return link.receive(encode(to_frame(message)), at)


def _hello(inputs: int, micros: int = 0, schema: int = SCHEMA) -> Hello:
    return Hello(0, 2, 0, b"FLOORMAN", 1, 1, inputs, 6, micros, schema, 3, 0, False, bytes(4))


def test_a_board_built_from_another_schema_is_refused_by_name() -> None:
    (lost,) = _event(_hello(60, schema=0xBEEF), 5, Link(WIRING))
    reason = f"the board was built from schema BEEF, this program from {SCHEMA:04X}"
    assert lost == SourceLost(at=5, source="board", reason=reason)


def test_another_minor_version_is_fine_though_its_schema_is_another() -> None:
    link = Link(WIRING)
    assert _event(replace(_hello(60, schema=0xBEEF), minor=1), 0, link) == ()
    assert [type(seen) for seen in _event(Input(0, 7, True, 10), 10_000, link)] == [ButtonPress]


def _met(wiring_inputs: int = 60) -> Link:
    link = Link(WIRING)
    _event(_hello(wiring_inputs), 0, link)
    return link


def test_an_input_that_is_wired_to_nothing_says_nothing() -> None:
    link = _met()
    assert _event(Input(0, 63, True, 10), 10_000, link) == ()
    assert len(_event(Input(1, 0, True, 20), 20_000, link)) == 1


def test_what_is_not_connected_is_not_asked_for_and_says_nothing() -> None:
    link = Link(wiring_of(LAYOUT, ("unused", "seat 2 call"), ("unused", "seat 3 cards")))
    _event(_hello(60), 0, link)
    assert _event(Input(0, 0, True, 10), 10_000, link) == ()
    assert _event(Tag(1, 0, True, 20, b"\1\2\3\4"), 20_000, link) == ()
    (press,) = _event(Input(2, 1, True, 1030), 2_000_000, link)
    (tag,) = _event(Tag(3, 1, True, 2040, b"\1\2\3\4"), 3_000_000, link)
    assert isinstance(press, ButtonPress)
    assert isinstance(tag, TagRead)
    assert (press.seat, press.press, tag.zone) == (Seat(2), Press.CALL, "seat 3 cards")
    link.outgoing()
    _event(Heartbeat(4, 3000, 0, 0, 0, 0, 0, 0, 0), 4_000_000, link)
    assert Setup(b"\2" + bytes(7), bytes(8), 2) in Decoder().receive(link.outgoing())


@pytest.mark.parametrize(("antennas", "must"), [((), 0b111111), (("burn", "seat 1 cards"), 0b11)])
def test_the_antennas_of_board_burns_and_muck_must_work_where_the_table_file_names_them(
    antennas: tuple[str, ...], must: int
) -> None:
    link = Link(wiring_of(LAYOUT, (), antennas))
    _event(_hello(60), 0, link)
    link.outgoing()
    _event(Heartbeat(0, 3000, 0, 0, 0, 0, 0, 0, 0), 4_000_000, link)
    (setup,) = [said for said in Decoder().receive(link.outgoing()) if isinstance(said, Setup)]
    assert setup.antennas == must


def test_a_button_that_is_held_down_is_one_press() -> None:
    link = _met()
    assert len(_event(Input(0, 7, True, 10), 10_000, link)) == 1
    assert _event(Input(1, 7, True, 20), 20_000, link) == ()


def test_a_press_after_its_release_was_lost_is_a_press() -> None:
    """The board had no room for the release; the next press it had room for."""
    link = _met()
    assert len(_event(Input(0, 7, True, 10), 10_000, link)) == 1
    _event(Lost(1, 1, 2_000_000), 2 * SECOND, link)
    assert [type(seen) for seen in _event(Input(2, 7, True, 2_000_010), 2 * SECOND + 10_000, link)] == [ButtonPress]


def test_a_press_after_its_release_was_given_up_is_a_press() -> None:
    link = _met()
    assert len(_event(Input(0, 7, True, 10), 10_000, link)) == 1
    nonsense = encode(Frame(to_frame(Input(1, 7, False, 0)).type, 1, b""))
    heard = [seen for _ in range(3) for seen in link.receive(nonsense, SECOND)]
    assert [type(seen) for seen in heard] == [SourceLost, SourceRestored]
    assert [type(seen) for seen in _event(Input(2, 7, True, 2_000_000), 2 * SECOND, link)] == [ButtonPress]


def test_a_board_unheard_for_more_than_half_a_turn_of_its_clock_is_believed_at_once() -> None:
    """40 minutes on a cable that was out, the board on its own power: the press is told when it was made."""
    link, away = _met(), 40 * 60
    link.tick(0)
    _ping_pong(link, 0)
    assert [type(seen) for seen in link.lose(SECOND, "gone")] == [SourceLost]
    at = away * SECOND
    _event(_hello(60, away * 1_000_000), at, link)
    _event(Input(0, 7, True, away * 1_000_000 + 100_500), at + 110 * MS, link)
    (press,) = _event(Input(1, 8, True, away * 1_000_000 + 200_500), at + 210 * MS, link)
    assert abs(press.at - (at + 200 * MS)) <= 10 * MS
    link.outgoing()
    for later in range(1, 20):
        link.tick(at + SECOND + later * 100 * MS)
        assert not any(isinstance(said, HelloWanted) for said in _ping_pong(link, at + SECOND + later * 100 * MS))


_MINUTE = 60 * SECOND
_LINES = pytest.mark.parametrize("known", [True, False], ids=["known", "met first"])


def _after_hours(known: bool, pressed: Iterable[int]) -> list[Observation]:
    """Board and host begin at 0; cable out until minute 150, *known* but for the first seconds; what is told then.

    *pressed*: in which minutes input 20 and those after it are pressed, one each.
    """
    board, link, heard = FakeBoard(WIRING), Link(WIRING), list[Observation]()
    down = {minute * _MINUTE: frozenset({20 + number}) for number, minute in enumerate(pressed)}
    begin, out, back = range(0, 10 * SECOND, 100 * MS), range(10 * SECOND, 150 * _MINUTE, 10 * SECOND), 150 * _MINUTE
    for at in (*begin, *out, *range(back, back + SECOND, 10 * MS)):
        said = board.sense(at, down.get(at, frozenset()), frozenset({(3, b"\1\2\3\4")} if at > _MINUTE else ()))
        if at >= back or (known and at < 10 * SECOND):
            heard += [*link.receive(said, at), *link.tick(at)]
            board.receive(link.outgoing())
        else:
            heard += [*link.tick(at), *link.lose(at, "unplugged")]
    assert board.waiting == 0
    return heard


@_LINES
def test_a_press_of_the_last_hour_is_told_at_its_time_and_an_older_one_by_name_and_as_none(known: bool) -> None:
    """Of 5, 78 and 149 minutes ago: by its stamp the last is of 5 minutes ago, the clock has gone round twice."""
    heard = _after_hours(known, (1, 72, 100, 145))
    presses = [
        (seen.at, WIRING.inputs.index((seen.seat, seen.press))) for seen in heard if isinstance(seen, ButtonPress)
    ]
    assert [number for _, number in presses] == [22, 23]
    assert [round(at / SECOND) for at, _ in presses] == [6000, 8700]
    reasons = [seen.reason for seen in heard if isinstance(seen, SourceLost) and "kept a press" in seen.reason]
    assert [WIRING.name(20) in reasons[0], WIRING.name(21) in reasons[1], len(reasons)] == [True, True, 2]
    assert all("more than an hour" in reason and "does not count" in reason for reason in reasons)
    assert [type(seen) for seen in heard].count(SourceRestored) == 3, "of the cable, and one for each"


@_LINES
def test_a_tag_of_hours_ago_lies_there_from_when_it_is_known(known: bool) -> None:
    tags = [seen for seen in _after_hours(known, ()) if isinstance(seen, TagRead)]
    assert [(seen.tag, seen.present) for seen in tags] == [("01020304", True)]
    assert tags[0].at >= 150 * _MINUTE


def test_the_same_button_pressed_twice_hours_ago_is_named_twice() -> None:
    link = _met()
    said = [link.receive(encode(to_frame(Input(n, 7, n % 2 == 0, 0))), SECOND) for n in range(4)]
    assert [len(heard) for heard in said] == [2, 0, 2, 0]
    assert [type(seen) for seen in _event(Input(4, 7, True, 1_000_500), SECOND + MS, link)] == [ButtonPress]


def test_what_was_told_and_comes_again_without_its_time_is_acknowledged_and_not_told_again() -> None:
    """The acknowledgement was lost, and then the cable was out for hours."""
    link, at = _met(), 90 * _MINUTE
    assert len(_event(Input(0, 7, True, 10_000), 20 * MS, link)) == 1
    link.lose(SECOND, "gone")
    _event(_hello(60, at // 1000 % 2**32), at, link)
    link.outgoing()
    assert _event(Input(0, 7, True, 0), at + MS, link) == ()
    assert [getattr(message, "seq", None) for message in Decoder().receive(link.outgoing())] == [1]
    (press,) = _event(Input(1, 8, True, (at - 40 * _MINUTE) // 1000), at + 2 * MS, link)
    assert abs(press.at - (at - 40 * _MINUTE)) < 10 * MS


def _ping_pong(link: Link, at: int) -> tuple[object, ...]:
    """Answer the pings; what the link said in all."""
    said = Decoder().receive(link.outgoing())
    for message in said:
        if isinstance(message, Ping):
            _event(Pong(message.seq, at // 1000), at, link)
    return said


def test_a_deaf_reader_is_a_lost_source_of_its_own() -> None:
    link = _met()
    (lost,) = _event(Reader(0, 3, Health.DEAF, 10), 10_000, link)
    assert lost == SourceLost(at=10_000, source="board antenna 3", reason="the reader does not answer")
    assert _event(Reader(1, 3, Health.WORKS, 20), 20_000, link) == (
        SourceRestored(at=20_000, source="board antenna 3"),
    )


def test_an_event_is_stamped_when_it_happened_not_when_it_arrived() -> None:
    link = _met()
    (press,) = _event(Input(0, 0, True, 1_000_500), SECOND + 300 * MS, link)
    assert press.at == SECOND, "between the samples: half a millisecond before it was seen"
    (later,) = _event(Tag(1, 0, True, 900_000, b"\1\2\3\4"), SECOND + 400 * MS, link)
    assert later.at == SECOND, "never before an earlier event"


def test_the_devices_clock_may_wrap() -> None:
    link = Link(WIRING)
    start = 2**32 - 500_000
    _event(_hello(60, start), 0, link)
    (press,) = _event(Input(0, 0, True, (start + 2_000_500) % 2**32), 2 * SECOND + MS, link)
    assert press.at == 2 * SECOND


def test_presses_of_one_moment_come_in_a_fixed_order() -> None:
    both = _press(1, Press.CHECK) | _press(2, Press.CHECK)
    heard = _heard([At(0), At(SECOND, both)], 2 * SECOND)
    assert [(type(seen), getattr(seen, "seat", None)) for seen in heard] == [(ButtonPress, 1), (ButtonPress, 2)]


def test_every_declaration_has_a_button_that_is_called_so() -> None:
    seat = ("fold", "check", "call", "raise", "all in", "post small blind", "post big blind", "time")
    dealer = ("deal", "burn", "clock", "post small blind", "post big blind")
    names = (*(f"seat 2 {word}" for word in seat), *(f"dealer {word}" for word in dealer))
    pressed = [press for _, press in filter(None, wiring_of(LAYOUT, names).inputs)]
    assert pressed == [
        *(Press.FOLD, Press.CHECK, Press.CALL, Press.RAISE, Press.ALL_IN, Press.POST_SMALL_BLIND),
        *(Press.POST_BIG_BLIND, Press.TIME, Press.NEW_HAND, Press.BURN, Press.CLOCK),
        *(Press.POST_SMALL_BLIND, Press.POST_BIG_BLIND),
    ]


@pytest.mark.parametrize(("seats", "each"), [(2, 9), (6, 9), (8, 6), (10, 5), (11, 5)])
def test_64_inputs_are_shared_among_the_seats(seats: int, each: int) -> None:
    layout = replace(LAYOUT, seats=tuple(Seat(number) for number in range(1, seats + 1)))
    wiring = standard_wiring(layout)
    assert len(wiring.inputs) == 9 + seats * each <= 64
    assert wiring.inputs[:10] == (
        *((None, press) for press in (Press.NEW_HAND, Press.SHUFFLE, Press.CUT, Press.CLOCK)),
        *((None, press) for press in (Press.HAND_OVER, Press.FLOOR, Press.BURN)),
        *((None, Press.POST_SMALL_BLIND), (None, Press.POST_BIG_BLIND), (Seat(1), Press.FOLD)),
    )
    for seat in layout.seats:
        own = {press for whose, press in filter(None, wiring.inputs) if whose == seat}
        assert own >= {Press.FOLD, Press.CHECK, Press.CALL, Press.RAISE, Press.ALL_IN}, "whatever the table's size"
