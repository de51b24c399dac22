"""Every parameter decides something, or is named with the reason why not; no house makes the referee raise."""

import json
from collections.abc import Mapping
from pathlib import Path

import flipped
import pytest

from table_controller.cli import main
from table_controller.files import allowed_values, load_rulebook, questions, undecided
from table_controller.records.hand import Hand
from table_controller.records.rulebook import Setting

_LATER = ("bank", "registration", "several tables")


def test_every_parameter_asks_something() -> None:
    assert list(questions()) == list(allowed_values())
    assert all(text.endswith("?") for text in questions().values())
    assert len(set(questions().values())) > len(questions()) - 8


def test_what_decides_nothing_is_named_with_a_reason_and_nothing_else() -> None:
    """Golden stories ask for every parameter but those; of those, only for what has one answer."""
    asked = frozenset().union(*(one.asked for one in flipped.told()))
    silent = {name for name in allowed_values() if name not in asked}
    assert silent <= undecided().keys(), "wire it in, or say in questions.toml why it decides nothing"
    for name, reason in undecided().items():
        one_answer = len(flipped.answers(name)) == 1
        assert one_answer or name in silent, f"{name} is asked for: it is no longer undecided"
        assert reason.startswith(_LATER) or one_answer or len(reason.split()) > 3, f"{name}: why?"
        assert reason.startswith("one answer") == one_answer, name


def test_no_answer_makes_the_referee_raise() -> None:
    """Each answer of each parameter, one at a time, over three stories that ask for it, from all over the catalogue."""
    tried = 0
    for name in allowed_values():
        stories = [one for one in flipped.told() if name in one.asked]
        for value in flipped.answers(name):
            for one in stories[:: max(1, len(stories) // 3)][:3]:
                flipped.heard(one.story, {name: value})
                tried += 1
    assert tried > 1_200


@pytest.mark.slow
def test_every_answer_decides_something() -> None:
    """Each answer of each parameter changes what is said of some story, against another answer."""
    same = set()
    for name in allowed_values().keys() - undecided().keys():
        decided = flipped.decided(name)
        same |= {(name, value) for value in flipped.answers(name) if value not in decided}
    assert same == set()


# --- three odd clubs ----------------------------------------------------------------------------------------------


def _least() -> Mapping[str, Setting]:
    return {name: flipped.answers(name)[0] for name in allowed_values()}


def _most() -> Mapping[str, Setting]:
    return {name: flipped.answers(name)[-1] for name in allowed_values()}


def _mixed() -> Mapping[str, Setting]:
    answers = {name: flipped.answers(name) for name in allowed_values()}
    return {name: of[at % len(of)] for at, (name, of) in enumerate(answers.items())}


_CLUBS = {
    "least": ("bonn", _least, "ignore"),
    "most": ("tda-2024", _most, "halt"),
    "mixed": ("zollernalb", _mixed, "note"),
}


def _written(club: str, folder: Path) -> Path:
    """The club's rulebook as a file: every parameter answered, every code treated alike."""
    seed, answers, response = _CLUBS[club]
    lines = [f'id = "odd-{club}"', 'title = "Odd"', 'edition = "1"', f'extends = "{seed}"', "", "[parameters]"]
    lines += [f'"{name}" = {{ value = {_toml(value)}, citation = "Odd 1" }}' for name, value in answers().items()]
    codes = load_rulebook(seed).clauses
    lines += ["", "[clauses]", *(f'{code} = {{ citation = "Odd 2", response = "{response}" }}' for code in codes)]
    path = folder / f"{club}.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


def _toml(value: Setting) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return f"[{', '.join(_toml(one) for one in value)}]"
        case str():
            return f'"{value}"'
        case _:
            return str(value)


@pytest.mark.parametrize("club", _CLUBS)
def test_an_odd_club_judges_every_kind_of_story(club: str, tmp_path: Path) -> None:
    """No exception; what it ignores is not named, and chips are neither made nor lost."""
    book = load_rulebook(_written(club, tmp_path))
    assert set(book.parameters) == set(allowed_values())
    assert {clause.citation for clause in book.clauses.values()} == {"Odd 2"}
    named = 0
    for one in flipped.told()[::9]:
        answers = [answer for answer in flipped.judged(one.story, book) if not isinstance(answer, str)]
        named += sum(len(answer.irregularities) for answer in answers)
        _sound(answers[-1].night.hand)
    assert (named == 0) == (club == "least")


def _sound(hand: Hand | None) -> None:
    """Nobody has less than no chips, and nobody bet more than he had."""
    for player in () if hand is None else hand.players:
        assert min(player.stack, player.bet, player.total, player.owes, player.excess) >= 0
        assert player.stack + player.total <= player.start + player.won + sum(p.start for p in hand.players)


def test_an_odd_clubs_night_is_simulated_and_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The scripted night, dealt by the simulator, under each of the three."""
    log = tmp_path / "night.jsonl"
    assert main(["simulate", "default", "--seed", "3", "--out", str(log)]) == 0
    for club in _CLUBS:
        status = main(["referee", str(log), "--rulebook", str(_written(club, tmp_path)), "--json"])
        hands = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert status == (0 if club == "least" else 1)
        assert len(hands) > 2
        assert all(sum(hand["stacks"].values()) == sum(hands[0]["stacks"].values()) for hand in hands)
