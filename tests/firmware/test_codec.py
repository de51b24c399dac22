"""The firmware's frame codec, compiled on this computer with sanitizers, agrees with the host's on every frame."""

import json
import subprocess
from pathlib import Path
from random import Random
from struct import calcsize
from typing import Any

import pytest
from building import needs

from table_controller.board.fake_cable import Noise
from table_controller.board.frame import MOST_PAYLOAD, Frame, Splitter, decode, encode
from table_controller.board.messages import KNOWN, MAJOR, SHAPES, from_frame

_FIRMWARE = Path(__file__).parents[2] / "firmware"
_VECTORS = json.loads((_FIRMWARE / "vectors.json").read_text())
_WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror"]
_FLAGS = ["-std=c++14", "-O1", *_WARNINGS, "-fsanitize=address,undefined"]


@pytest.fixture(scope="module")
def codec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled test program; without a compiler CI fails and others are told."""
    needs("g++")
    program = tmp_path_factory.mktemp("firmware") / "frames"
    subprocess.run(["g++", *_FLAGS, "-o", program, _FIRMWARE / "test" / "frames.cpp"], check=True)
    return program


def _ask(codec: Path, lines: list[str]) -> list[str]:
    done = subprocess.run([codec], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def _hex(data: bytes) -> str:
    return data.hex() or "-"


def _encode(frame: Frame) -> str:
    return f"E {frame.type} {frame.seq} {_hex(frame.payload)}"


def _said(frame: Frame | None) -> str:
    return "bad" if frame is None else f"{frame.type} {frame.seq} {_hex(frame.payload)}"


def _host(wire: bytes) -> str:
    return ";".join(_said(decode(piece)) for piece in Splitter().feed(wire)) or "nothing"


def test_it_writes_and_reads_the_golden_frames(codec: Path) -> None:
    good: list[dict[str, Any]] = _VECTORS["good"]
    frames = [Frame(vector["type"], vector["seq"], bytes.fromhex(vector["payload"])) for vector in good]
    assert _ask(codec, [_encode(frame) for frame in frames]) == [vector["wire"] for vector in good]
    assert _ask(codec, [f"D {vector['wire']}" for vector in good]) == [_said(frame) for frame in frames]


def test_it_refuses_what_the_host_refuses(codec: Path) -> None:
    wires = [bytes.fromhex(vector["wire"]) for vector in _VECTORS["bad"]]
    assert _ask(codec, [f"D {_hex(wire)}" for wire in wires]) == [_host(wire) for wire in wires]


def test_it_reads_every_golden_message_and_writes_it_again(codec: Path) -> None:
    """HELLO of another version is the host's to understand; the device's own structure is of this one."""
    good = [vector for vector in _VECTORS["good"] if vector["message"] != "Stranger"]
    lines = [f"M {vector['type']} {vector['payload'] or '-'}" for vector in good]
    assert _ask(codec, lines) == [vector["payload"] or "-" for vector in good]
    assert {vector["type"] for vector in good} == set(KNOWN)


def test_it_refuses_every_message_that_the_host_refuses(codec: Path) -> None:
    frames = [decode(piece) for vector in _VECTORS["bad"] for piece in Splitter().feed(bytes.fromhex(vector["wire"]))]
    read = [frame for frame in frames if frame is not None]
    answers = _ask(codec, [f"M {frame.type} {_hex(frame.payload)}" for frame in read])
    assert answers == ["bad" if frame.type in KNOWN else "unknown" for frame in read]
    assert answers.count("bad") > 15


def test_no_flipped_bit_makes_another_frame_on_either_side(codec: Path) -> None:
    wires = []
    for vector in _VECTORS["good"]:
        wire = bytes.fromhex(vector["wire"])
        for bit in range(8 * len(wire)):
            flipped = bytearray(wire)
            flipped[bit // 8] ^= 1 << bit % 8
            wires.append(bytes(flipped) + b"\0")
    answers = _ask(codec, [f"D {wire.hex()}" for wire in wires])
    assert answers == [_host(wire) for wire in wires]
    good = {f"{vector['type']} {vector['seq']} {vector['payload'] or '-'}" for vector in _VECTORS["good"]}
    assert {answer for answer in answers if "bad" not in answer} <= good | {"nothing"}


def test_both_sides_agree_on_any_message(codec: Path) -> None:
    """Random payloads of the right length, many with a value out of range."""
    random = Random(2)
    frames = []
    for shape in SHAPES:
        for _ in range(300):
            size = calcsize(shape.fixed) + random.randint(shape.least, shape.most)
            bound = random.choice((2, 36, 256))
            frames.append(Frame(shape.code, 0, bytes(random.randrange(bound) for _ in range(size))))
    ours = [frame for frame in frames if frame.type != 1 or frame.payload[0] == MAJOR]
    answers = _ask(codec, [f"M {frame.type} {_hex(frame.payload)}" for frame in ours])
    assert answers == [_hex(frame.payload) if from_frame(frame) else "bad" for frame in ours]
    assert min(answers.count("bad"), len(answers) - answers.count("bad")) > 500


def test_both_sides_agree_on_noise(codec: Path) -> None:
    random, noise = Random(1), Noise(0.03, 0.03, 1)
    wires = []
    for _ in range(3000):
        payloads = [random.randbytes(random.randrange(MOST_PAYLOAD + 1)) for _ in range(3)]
        clean = b"".join(encode(Frame(random.randrange(256), n, payload)) for n, payload in enumerate(payloads))
        wires.append(noise.through(clean) + b"\0")
    wires += [random.randbytes(random.randrange(200)) + b"\0" for _ in range(1000)]
    answers = _ask(codec, [f"D {wire.hex()}" for wire in wires])
    assert answers == [_host(wire) for wire in wires]
    assert sum("bad" in answer for answer in answers) > 1000
