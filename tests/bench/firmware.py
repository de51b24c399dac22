"""The real image for the Mega 2560 against its limits, in the device's own time: press to event, tags, stamps; and how
quickly all that is simulated.

``make bench`` prints a line a figure and fails if one is missed. A busy machine makes no difference but to the last
one, which counts processor time. ``board.py`` measures the same with the whole host on the line.
"""

import sys
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1] / "firmware"))

from boards import Board

from table_controller.board.decoder import Decoder
from table_controller.board.frame import encode
from table_controller.board.messages import Heartbeat, Input, Tag, to_frame

PRESSES = 1000
MS = 1000


def main() -> int:
    """Measure, print, and say whether everything is within its limit."""
    began = getrusage(RUSAGE_CHILDREN).ru_utime
    with Board("avr") as board:
        board.meet()
        every = [_tags(board), _sweep(board), *_presses(board)]
        virtual = board.micros / 1e6
    real = getrusage(RUSAGE_CHILDREN).ru_utime - began
    every.append(_figure("simulation, times real time", virtual / real, 4, least=True))
    return 0 if all(every) else 1


def _figure(name: str, value: float, limit: float, least: bool = False) -> bool:
    fine = value >= limit if least else value <= limit
    print(f"{name:44} {value:8.2f}  {'at least' if least else 'at most'} {limit:g}{'' if fine else '  MISSED'}")
    return fine


def _tags(board: Board) -> bool:
    """26 tags laid at one moment: two at nine seats, five on the board, three in the muck."""
    random = Random(26)
    for place in [seat for seat in range(9) for _ in range(2)] + [10] * 5 + [11] * 3:
        board.play(f"lay {place} {random.randbytes(4).hex()}")
    began, told = board.micros, 0
    while told < 26 and board.micros - began < 2000 * MS:
        told += sum(isinstance(message, Tag) for message in board.step(1 * MS))
    assert told == 26
    return _figure("26 tags on 14 antennas, all told, s", (board.micros - began) / 1e6, 0.2)


def _sweep(board: Board) -> bool:
    beats = [message for message in board.run(1500 * MS) if isinstance(message, Heartbeat)]
    return _figure("one round of all readers with 26 tags, s", beats[-1].sweep / 1e4, 0.2)


def _presses(board: Board) -> list[bool]:
    """Presses at any moment, with all tags lying there; an event is there when Python has decoded its last byte."""
    random, waits, late = Random(1), [], []
    for press in range(PRESSES):
        board.run(random.randrange(10, 20) * MS)
        board.step(random.randrange(1, 1000))
        at = int(board.play("now")) / 1000
        board.play(f"down {press % 64}")
        stamp = _until_pressed(board)
        waits.append((int(board.play("now")) / 1000 - at) / 1000 + _decoding())
        late.append(stamp - at)
        board.play(f"up {press % 64}")
    waits.sort()
    return [
        _figure(f"press to event, median of {PRESSES}, ms", median(waits), 10),
        _figure("press to event, p99, ms", waits[int(0.99 * len(waits))], 20),
        _figure("stamps off the press, at most, ms", (max(late) - min(late)) / 2 / 1000, 1),
    ]


def _until_pressed(board: Board) -> int:
    for _ in range(1000):
        for message in board.step(250):
            if isinstance(message, Input) and message.down:
                return message.micros
    raise AssertionError("a press was never told")


def _decoding() -> float:
    """Milliseconds of this processor for the bytes of a press."""
    wire = encode(to_frame(Input(7, 63, True, 0x0403FFFF)))
    began = process_time()
    assert len(Decoder().receive(wire)) == 1
    return (process_time() - began) * 1000


if __name__ == "__main__":
    sys.exit(main())
