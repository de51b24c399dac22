"""The board's figures: the firmware with the real host on its line. Part of ``make bench``; docs/board.md tells them.

Delays and errors are in the board's own time, so that a busy machine does not change them: from the moment a contact
closes, through debouncing, the line at 115200 baud and the link, to the ``ButtonPress``. A host that looks at the line
each quarter of a millisecond is assumed; what a busy machine adds is measured apart, over a pseudo terminal.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(_ROOT / "tests" / "firmware"))

from boards import BUILD, Board  # noqa: E402
from hosted import CARDS, EVERY, MS, Hosted, others  # noqa: E402

from table_controller.board import BoardReader, Link, SerialCable  # noqa: E402
from table_controller.records.observations import ButtonPress  # noqa: E402

_FINE = MS // 4


def main() -> int:
    """Print the figures as JSON, one line a kind of board; 1 if one misses its limit."""
    parser = argparse.ArgumentParser(description="the board's figures")
    parser.add_argument("--kinds", nargs="+", default=["avr", "native"], choices=("avr", "native"))
    parser.add_argument("--presses", type=int, default=300, help="for the delays")
    chosen = parser.parse_args()
    for kind in chosen.kinds:
        if not (BUILD / f"board-{kind}").exists():
            print(f"board-{kind} is not built; expected `make firmware` before", file=sys.stderr)
            return 3
        figures = _figures(kind, chosen.presses)
        missed = [name for name, (value, limit) in _limits(figures).items() if value > limit]
        print(json.dumps({"board": kind, **figures, "missed": missed}), flush=True)
        if missed:
            return 1
    return 0


def _figures(kind: str, presses: int) -> dict[str, Any]:
    return {
        "times_real_time": round(_speed(kind), 1),
        "press_to_event_ms": _spread(_pressed(kind, presses, full=False).delays()),
        **_full_table(kind, presses),
        "thousand_presses_1_percent_dropped_and_flipped": _bad_cable(kind),
        **_terminal(kind, min(presses, 200)),
    }


def _limits(figures: dict[str, Any]) -> dict[str, tuple[float, float]]:
    """Each figure that has a limit, and its limit."""
    empty, full = figures["press_to_event_ms"], figures["press_to_event_full_table_ms"]
    bad = figures["thousand_presses_1_percent_dropped_and_flipped"]
    return {
        "press to event, median": (max(empty["median"], full["median"]), 10),
        "press to event, p99": (max(empty["p99"], full["p99"]), 20),
        "press time": (figures["press_time_error_full_table_ms"]["most"], 1),
        "26 tags": (figures["tags_26_known_ms"], 200),
        "once, in order": (not bad["once_in_order"], 0),
        "not heard over the terminal": (figures["not_heard_by_terminal"], 0),
    }


def _spread(values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {
        "median": round(statistics.median(ordered), 2),
        "p99": round(ordered[int(0.99 * (len(ordered) - 1))], 2),
        "most": round(ordered[-1], 2),
    }


def _speed(kind: str) -> float:
    """How many times as fast as time the board runs, in lock-step with a full table."""
    with Board(kind) as board:
        board.meet()
        board.play(*(f"lay {antenna} {uid}" for antenna, uid in CARDS))
        start = time.perf_counter()
        board.run(10_000 * MS)
        return 10 / (time.perf_counter() - start)


def _pressed(kind: str, presses: int, *, full: bool) -> Hosted:
    """A board whose host has known its clock for a while, and then so many presses at odd moments."""
    with Hosted(kind) as table:
        table.run(300 * MS)
        if full:
            table.lay()
        table.run(9000 * MS)
        table.step = _FINE
        for turn, number in enumerate(others(1)[:presses]):
            table.run(turn * 17 % 29 * _FINE)
            table.press(number, 20 * MS, 45 * MS)
    return table


def _full_table(kind: str, presses: int) -> dict[str, object]:
    """14 antennas, 26 tags: how long until all are known, and delays and errors of presses meanwhile."""
    with Hosted(kind, step=_FINE) as table:
        table.run(300 * MS)
        start = table.at
        table.lay()
        while table.tags() != sorted(CARDS):
            table.run(_FINE)
        known = (table.at - start) / MS
    loaded = _pressed(kind, presses, full=True)
    return {
        "tags_26_known_ms": round(known, 1),
        "press_to_event_full_table_ms": _spread(loaded.delays()),
        "press_time_error_full_table_ms": _spread([abs(error) for error in loaded.errors()]),
    }


def _bad_cable(kind: str) -> dict[str, object]:
    with Hosted(kind, step=4 * MS) as table:
        table.run(1000 * MS)
        table.board.play("drop 10000", "flip 10000")
        for number in others(1):
            table.press(number, 32 * MS, 68 * MS)
        table.run(2000 * MS)
        whole = table.heard == table.pressed
        told = {"heard": len(table.heard), "once_in_order": whole, "said_lost": table.losses()}
        return {**told, "delay_ms": _spread(table.delays()) if whole else None, "bad_frames": table.link.decoder.bad}


def _terminal(kind: str, presses: int) -> dict[str, object]:
    delays = _by_terminal(kind, presses)
    return {"press_to_event_by_terminal_ms": _spread(delays), "not_heard_by_terminal": presses - len(delays)}


def _by_terminal(kind: str, presses: int) -> list[float]:
    """Milliseconds of the wall's time from ``down`` to each event that came, over a pseudo terminal."""
    image = [str(BUILD / "board.elf")] if kind == "avr" else []
    command = [str(BUILD / f"board-{kind}"), *image, "--pty"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as board:
        assert board.stdin is not None
        assert board.stdout is not None
        cable = SerialCable(board.stdout.readline().strip())
        reader = BoardReader(Link(EVERY), cable)
        _listen(reader, cable, 1.0)
        delays = []
        for number in others(1)[:presses]:
            start = time.perf_counter()
            board.stdin.write(f"down {number}\n")
            if _listen(reader, cable, 1.0, until_pressed=True):
                delays.append((time.perf_counter() - start) * 1000)
            board.stdin.write(f"up {number}\n")
            _listen(reader, cable, 0.06)
        cable.close()
        board.stdin.write("quit\n")
    return delays


def _listen(reader: BoardReader, cable: SerialCable, seconds: float, *, until_pressed: bool = False) -> bool:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        cable.wait(0.004)
        heard = reader.poll(time.monotonic_ns())
        if until_pressed and any(isinstance(seen, ButtonPress) for seen in heard):
            return True
    return False


if __name__ == "__main__":
    sys.exit(main())
