"""Nothing passes from script to referee but through sensors: what they are shown is what is journalled."""

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from table_controller.board.decoder import Decoder
from table_controller.board.frame import encode
from table_controller.board.messages import Input, to_frame
from table_controller.board.port import Cable
from table_controller.board.wiring import standard_wiring
from table_controller.records import DECK, Card, Face
from table_controller.records.events import BoardCardDealt, CardBurned, Declared, Event, HandStarted, HoleCardDealt
from table_controller.records.observations import Press
from table_controller.records.scene import Scene
from table_controller.simulated_table import HANDS
from table_controller.simulator.felt import built_in_layout
from table_controller.simulator.invent import night
from table_controller.simulator.truth import truth

SEED = int(os.environ.get("FLOORMAN_SEED") or time.time_ns() // 1_000_000_000 % 1000)
"""Another night every time; a failure of any of these tests prints it, and FLOORMAN_SEED repeats it."""


@pytest.fixture(autouse=True)
def _told_seed() -> None:
    """Printed before each test: pytest shows it with whatever fails."""
    print(f"FLOORMAN_SEED={SEED} repeats this night")


def test_the_seed_can_be_given_and_is_printed_when_a_test_fails(tmp_path: Path) -> None:
    """This file's first lines, with a test that fails: what is printed is what was given."""
    source = Path(__file__).read_text()
    head = source[: source.index("def test_the_seed_can_be_given")]
    (tmp_path / "test_seeded.py").write_text(head + "def test_that_fails() -> None:\n    assert SEED == 0\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, str(tmp_path)],
        env={**os.environ, "FLOORMAN_SEED": "417", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "FLOORMAN_SEED=417 repeats this night" in done.stdout
    assert "417 == 0" in done.stdout


def _first_hand(seed: int) -> tuple[Event, ...]:
    """What happens in the first hand that has a board, as the script has it; the seed is chosen to have one at once."""
    events = truth(night(seed, hands=HANDS))
    starts = [place for place, event in enumerate(events) if isinstance(event, HandStarted)]
    return events[starts[0] : starts[1]]


def _seed_with(kind: type[Event]) -> int:
    return next(seed for seed in range(SEED, SEED + 50) if any(type(event) is kind for event in _first_hand(seed)))


def _end_of(seed: int) -> float:
    return _first_hand(seed)[-1].at / 1e9 + 2


def test_a_blind_camera_sees_no_card(drive: Any) -> None:
    seen = drive(SEED, 14, scene=lambda scene: Scene())
    dealt = [event for event in seen.events if isinstance(event, BoardCardDealt | CardBurned | HoleCardDealt)]
    assert [event for event in dealt if event.source != "board"] == []
    assert any(isinstance(event, HandStarted) for event in seen.events), "the board still tells of the hand"


def test_one_card_swapped_in_the_frames_is_what_is_journalled(drive: Any) -> None:
    seed = _seed_with(BoardCardDealt)
    script = _first_hand(seed)
    board = [event.card for event in script if isinstance(event, BoardCardDealt)]
    used = {getattr(event, "card", None) for event in script}
    shown, instead = board[0], next(card for card in reversed(DECK) if card not in used)

    def swapped(scene: Scene) -> Scene:
        return replace(scene, cards=tuple(_swap(card, shown, instead) for card in scene.cards))

    seen = drive(seed, _end_of(seed), scene=swapped)
    told = [event.card for event in seen.events if isinstance(event, BoardCardDealt) and event.hand == "1"]
    assert instead in told, f"seed {seed}"
    assert shown not in told, f"seed {seed}"


def _swap(card: Any, shown: Card | None, instead: Card) -> Any:
    return replace(card, card=instead) if card.card == shown and card.face is Face.UP else card


class _SwappedPress:
    """A cable on which one button's wire and another's have changed places."""

    def __init__(self, cable: Cable, pressed: int, instead: int) -> None:
        self._cable, self._wires, self._decoder = cable, {pressed: instead, instead: pressed}, Decoder()

    def exchange(self, outgoing: bytes, at: int) -> bytes | None:
        sent = self._cable.exchange(outgoing, at) or b""
        return b"".join(encode(to_frame(self._told(message))) for message in self._decoder.receive(sent))

    def _told(self, message: Any) -> Any:
        if isinstance(message, Input):
            return replace(message, input=self._wires.get(message.input, message.input))
        return message


def test_one_press_swapped_in_the_bytes_is_what_is_journalled(drive: Any) -> None:
    seed = next(seed for seed in range(SEED, SEED + 50) if _folds(_first_hand(seed)))
    fold = _folds(_first_hand(seed))[0]
    keys = list(standard_wiring(built_in_layout()).inputs)
    pressed, instead = keys.index((fold.seat, Press.FOLD)), keys.index((fold.seat, Press.CALL))
    # With an incident before it the room waits for the floor, and the fold comes later.
    seen = drive(seed, fold.at / 1e9 + 8, cable=lambda cable: _SwappedPress(cable, pressed, instead))
    presses = [event for event in seen.events if isinstance(event, Declared) and event.hand == "1"]
    said = [event.action for event in presses if event.seat == fold.seat]
    assert "fold" not in said, f"seed {seed}"
    assert "call" in said, f"seed {seed}"


def _folds(events: tuple[Event, ...]) -> list[Declared]:
    """The folds of seats that do not also press call: both wires are swapped, so their calls would come as folds."""
    said = [event for event in events if isinstance(event, Declared)]
    called = {event.seat for event in said if event.action == "call"}
    return [event for event in said if event.action == "fold" and event.seat not in called]


SIX = {"missing_burn", "exposed_card", "four_card_flop", "string_bet", "undercall"}
"""And an action out of turn, whatever the action was."""


def test_the_six_irregularities_are_named_once_and_nothing_else(drive: Any) -> None:
    script = night(SEED, hands=HANDS)
    last = max(number for number, hand in enumerate(script.hands, start=1) if hand.mishaps)
    ends = [event.at for event in truth(script) if isinstance(event, HandStarted)][last]
    seen = drive(SEED, ends / 1e9 + 30)
    found = [code for code in seen.codes() if not code.startswith("out_of_turn")]
    assert sorted(found) == sorted(SIX), f"seed {SEED}: {seen.codes()}"
    assert len(seen.codes()) == len(SIX) + 1, f"seed {SEED}: {seen.codes()}"
