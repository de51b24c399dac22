"""Frames and messages: the golden ones, every split point, every flipped bit, any bytes at all."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.board import messages as m
from table_controller.board.decoder import Decoder, Nonsense
from table_controller.board.frame import MOST_PAYLOAD, Frame, checksum, decode, encode
from table_controller.board.state import BoardState, unpack

_VECTORS = json.loads((Path(__file__).parents[2] / "firmware" / "vectors.json").read_text())
_MICROS = st.integers(0, 2**32 - 1)
_BYTE, _WORD = st.integers(0, 255), st.integers(0, 65535)
_DEVICE = st.binary(min_size=8, max_size=8)

MESSAGES = st.one_of(
    st.builds(
        m.Hello,
        *(_BYTE, st.just(m.MAJOR), _BYTE, _DEVICE, _MICROS, _BYTE, _BYTE, _BYTE, _MICROS, _WORD, _BYTE, _BYTE),
        *(st.booleans(), st.binary(min_size=4, max_size=4)),
    ),
    st.builds(m.Input, _BYTE, st.integers(0, 63), st.booleans(), _MICROS),
    st.builds(m.Tag, _BYTE, st.integers(0, 31), st.booleans(), _MICROS, st.binary(min_size=4, max_size=10)),
    st.builds(m.Lost, _BYTE, st.integers(0, 65535), _MICROS),
    st.builds(m.Reader, _BYTE, st.integers(0, 31), st.sampled_from(m.Health), _MICROS),
    st.builds(m.Fault, _BYTE, st.integers(0, 63), st.sampled_from(m.Trouble), _MICROS),
    st.builds(m.Heartbeat, _BYTE, _MICROS, _WORD, _WORD, _WORD, _WORD, _WORD, _BYTE, _WORD),
    st.builds(m.Snapshot, _BYTE, st.integers(0, 4), st.integers(5, 32), st.binary(min_size=1, max_size=36)),
    st.builds(m.Pong, _BYTE, _MICROS),
    st.builds(m.Log, st.text(st.characters(max_codepoint=127), max_size=40)),
    st.builds(m.Ack, _BYTE),
    st.builds(m.Ping, _BYTE),
    st.just(m.SnapshotWanted()),
    st.just(m.HelloWanted()),
    st.just(m.SelfTest()),
    st.builds(m.Setup, _DEVICE, _DEVICE, _MICROS),
    st.builds(m.Lamps, _MICROS, _MICROS),
    st.builds(m.Reboot, _DEVICE),
)


def _message(vector: dict[str, Any]) -> m.Message:
    kind = getattr(m, vector["message"])
    texts = {field.name: field.type for field in fields(kind)}
    values = {name: bytes.fromhex(v) if texts[name] is bytes else v for name, v in vector["fields"].items()}
    message: m.Message = kind(**values)
    return message


@pytest.mark.parametrize("vector", _VECTORS["good"], ids=lambda vector: vector["name"])
def test_a_golden_frame_is_written_and_read_as_it_stands(vector: dict[str, Any]) -> None:
    message, wire = _message(vector), bytes.fromhex(vector["wire"])
    frame = Frame(vector["type"], vector["seq"], bytes.fromhex(vector["payload"]))
    assert encode(frame) == wire
    assert isinstance(message, m.Stranger) or m.to_frame(message) == frame
    assert Decoder().receive(wire) == (message,)


@pytest.mark.parametrize("vector", _VECTORS["bad"], ids=lambda vector: vector["name"])
def test_a_bad_frame_says_nothing_and_harms_nothing_after_it(vector: dict[str, Any]) -> None:
    decoder = Decoder()
    said = decoder.receive(bytes.fromhex(vector["wire"]))
    assert all(isinstance(message, Nonsense) for message in said)
    assert decoder.bad == vector["counted"]
    assert decoder.receive(encode(m.to_frame(m.Ping(1))))[-1] == m.Ping(1)


def test_the_checksum_is_the_one_of_the_protocol() -> None:
    assert checksum(bytes.fromhex(_VECTORS["checksum"]["of"])) == _VECTORS["checksum"]["is"] == 0xD64E


def test_the_state_is_packed_as_the_protocol_says() -> None:
    golden = _VECTORS["state"]
    tags = frozenset((antenna, bytes.fromhex(uid)) for antenna, uid in golden["tags"])
    state = BoardState(frozenset(golden["down"]), tags)
    assert state.pack().hex() == golden["bytes"]
    assert state.digest == golden["digest"]
    assert unpack(state.pack()) == state


@given(MESSAGES)
def test_every_message_survives_the_wire(message: m.Message) -> None:
    assert Decoder().receive(encode(m.to_frame(message))) == (message,)


@given(st.lists(MESSAGES, min_size=1, max_size=6), st.data())
def test_it_does_not_matter_where_the_stream_is_cut(messages: list[m.Message], data: st.DataObject) -> None:
    wire = b"".join(encode(m.to_frame(message)) for message in messages)
    decoder, found, start = Decoder(), list[m.Message](), 0
    for cut in [*sorted(data.draw(st.lists(st.integers(0, len(wire)), max_size=8))), len(wire)]:
        found += decoder.receive(wire[start:cut])
        start = cut
    assert found == messages
    assert decoder.bad == 0


@pytest.mark.parametrize("vector", _VECTORS["good"], ids=lambda vector: vector["name"])
def test_no_flipped_bit_makes_another_message(vector: dict[str, Any]) -> None:
    """Between two good frames; the frame before may be lost with it when the zero between them is flipped."""
    wire, message = bytes.fromhex(vector["wire"]), _message(vector)
    last = m.Ping(200)
    for bit in range(8 * len(wire)):
        flipped = bytearray(wire)
        flipped[bit // 8] ^= 1 << bit % 8
        decoder = Decoder()
        found = decoder.receive(b"\0" + flipped + b"\0" + encode(m.to_frame(last)))
        assert found in ((last,), (message, last)), bit
        assert decoder.receive(encode(m.to_frame(m.Ping(1)))) == (m.Ping(1),)


@given(st.binary(max_size=400))
def test_any_bytes_are_survived(noise: bytes) -> None:
    decoder = Decoder()
    decoder.receive(noise)
    assert decoder.receive(b"\0" + encode(m.to_frame(m.Ping(9))))[-1] == m.Ping(9)


@given(st.binary(max_size=64))
def test_any_state_bytes_are_survived(data: bytes) -> None:
    state = unpack(data)
    assert state is None or unpack(state.pack()) == state


def test_a_frame_holds_40_bytes_and_no_more() -> None:
    assert decode(encode(Frame(0x1F, 0, b"x" * MOST_PAYLOAD))[1:-1]) == Frame(0x1F, 0, b"x" * MOST_PAYLOAD)
    with pytest.raises(ValueError, match="a payload of 41 bytes; expected at most 40"):
        encode(Frame(0x1F, 0, b"x" * 41))
