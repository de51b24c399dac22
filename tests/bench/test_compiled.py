"""The compiled core answers as its sources do: every golden case, byte for byte; and what is staged means the same."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

_ROOT = Path(__file__).resolve().parents[2]
_COMPILED = _ROOT / "build" / "compiled"
sys.path.append(str(Path(__file__).parent))

from staging import stage  # noqa: E402


def _answers(path: Path | None) -> tuple[str, str]:
    environment = os.environ | ({"PYTHONPATH": str(path)} if path else {})
    script = str(Path(__file__).with_name("answers.py"))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, env=environment, check=True)
    return done.stdout, done.stderr.strip()


@pytest.mark.slow
def test_compiled_and_plain_give_the_same_answers() -> None:
    # The C compiler's optimising takes longer than all else, and nothing is timed here where no bench follows.
    hurried = {"OPTIMISED": "0"} if os.environ.get("CI") else {}
    subprocess.run(["make", "--silent", "compiled"], cwd=_ROOT, check=True, env=os.environ | hurried)
    compiled, how = _answers(_COMPILED)
    plain, as_source = _answers(None)
    assert (how, as_source) == ("compiled", "plain Python")
    assert len(plain.splitlines()) >= 220
    assert compiled == plain


_NIGHT = '''"""Records."""

from dataclasses import dataclass, field
from enum import Enum

LEAST = 3


class Street(Enum):
    """Where."""

    FLOP, TURN = "flop", "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """What all have."""

    at: int = LEAST


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand(Base):
    """A hand."""

    street: Street
    board: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """What all events have."""

    at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Burned(Happened):
    """An event."""

    card: str


@dataclass(slots=True)
class Notes:
    """Not to be written out: it makes a list of its own."""

    lines: list[str] = field(default_factory=list)
'''
_HAND = '''"""Copies."""

from dataclasses import replace
from typing import Any

from records.night import Hand, Street


def changed(record: Hand, **new: Any) -> Hand:
    """A copy."""
    after = object.__new__(type(record))
    object.__setattr__(after, "__dict__", record.__dict__ | new)
    return after


def later(event: Any) -> Any:
    """A second later."""
    return replace(event, at=event.at + 1)


def turned(hand: Hand) -> Hand:
    """On the turn."""
    return changed(hand, street=Street.TURN, board=(*hand.board, "As"))
'''


@pytest.fixture
def staged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small tree, staged."""
    for name, text in {"records/night.py": _NIGHT, "table_controller/rules/hand.py": _HAND}.items():
        path = tmp_path / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    target = tmp_path / "staged"
    stage(tmp_path / "source", ["records/night.py", "table_controller/rules/hand.py"], target)
    return target


def _run(text: str, **known: object) -> dict[str, object]:
    names: dict[str, object] = {"__name__": "staged_night", **known}
    sys.modules["staged_night"] = ModuleType("staged_night")
    exec(compile(text, "staged", "exec", dont_inherit=True), names)
    return names


def test_a_staged_module_means_what_its_source_does(staged: Path) -> None:
    # mypyc lets a constructor set what is frozen, Python does not.
    night = _run((staged / "records/night.py").read_text().replace("frozen=True, ", ""))
    hand, street = night["Hand"], night["Street"]
    one = hand(street=street.FLOP, board=("Kd",))  # type: ignore[operator, attr-defined]
    assert repr(one) == "Hand(at=3, street=<Street.FLOP: 'flop'>, board=('Kd',))"
    assert one == hand(at=3, street=street.FLOP, board=("Kd",))  # type: ignore[operator, attr-defined]
    assert hand.__annotations__ == {"street": "Street", "board": "tuple[str, ...]"}  # type: ignore[attr-defined]
    assert night["Notes"]().lines == []  # type: ignore[operator]
    text = (staged / "table_controller/rules/hand.py").read_text().replace("from records.night import", "#")
    copies = _run(text, **night)
    burned = copies["later"](night["Burned"](card="As"))  # type: ignore[operator]
    assert repr(burned) == "Burned(at=1, card='As')"
    assert copies["later"](one) == hand(at=4, street=street.FLOP, board=("Kd",))  # type: ignore[operator]
    after = copies["turned"](one)  # type: ignore[operator]
    assert (after.at, after.street.value, after.board) == (3, "turn", ("Kd", "As"))


def test_a_staged_module_keeps_its_lines(staged: Path) -> None:
    for name, text in {"records/night.py": _NIGHT, "table_controller/rules/hand.py": _HAND}.items():
        made = (staged / name).read_text().splitlines()
        for number, line in enumerate(text.splitlines()):
            if line.startswith(("def ", "class ")):
                assert made[number] == line


def test_an_editable_checkout_never_has_compiled_modules() -> None:
    assert not [*(_ROOT / "table_controller").rglob("*.so")]
