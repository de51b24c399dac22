"""Whatever a line says, in whatever order and at whatever time: the link does not raise, and what it says can be."""

from hypothesis import given
from hypothesis import strategies as st

from table_controller.board import FakeBoard, Link, standard_wiring
from table_controller.board.frame import MOST_PAYLOAD, Frame, encode
from table_controller.board.messages import Hello, Kind, to_frame
from table_controller.board.protocol_gen import MAJOR, SCHEMA, SHAPES
from table_controller.records.observations import ButtonPress, SourceLost, SourceRestored, TagRead
from table_controller.simulator.felt import built_in_layout

WIRING = standard_wiring(built_in_layout())
_BYTE = st.integers(0, 255)
_CODES = st.sampled_from([shape.code for shape in SHAPES])
_FRAMES = st.builds(Frame, st.one_of(_CODES, _BYTE), _BYTE, st.binary(max_size=MOST_PAYLOAD)).map(encode)
_HELLOS = st.builds(
    lambda seq, boot, micros: encode(
        to_frame(
            Hello(seq, MAJOR, 0, b"FLOORMAN", boot, 1, 64, 14, micros, SCHEMA, Kind.SIMULATED, 32, False, bytes(4))
        )
    ),
    *(_BYTE, st.integers(1, 3), st.integers(0, 2**32 - 1)),
)
_SAID = st.lists(
    st.tuples(st.one_of(_FRAMES, _HELLOS, st.binary(max_size=60)), st.integers(0, 5_000_000_000)), max_size=40
)


@given(_SAID, st.booleans())
def test_a_link_survives_any_bytes_at_any_time(said: list[tuple[bytes, int]], keeps: bool) -> None:
    link, at = Link(WIRING, keeps=keeps), 0
    for data, later in said:
        at += later
        for seen in (*link.receive(data, at), *link.tick(at)):
            assert isinstance(seen, ButtonPress | TagRead | SourceLost | SourceRestored)
            assert 0 <= seen.at <= at
            if isinstance(seen, ButtonPress):
                assert (seen.seat, seen.press) in WIRING.inputs
                link.kept(seen.key)
        assert len(link.outgoing()) < 4096


@given(st.lists(st.one_of(_FRAMES, st.binary(max_size=60)), max_size=40))
def test_a_board_survives_any_bytes(said: list[bytes]) -> None:
    board = FakeBoard(WIRING)
    for number, data in enumerate(said):
        board.receive(data)
        board.sense(number * 100_000_000, frozenset({number % 64}), frozenset())
    assert board.waiting <= board.ring
