"""Rulebooks that cannot be used: one line names the file, the place in it, and what was expected there."""

import os
import re
from pathlib import Path

import pytest

from table_controller.files import load_rulebook, rulebook_names, ways_out
from table_controller.records.errors import BadInput
from table_controller.rules.remedies import known_remedies
from table_controller.rules.sensible import ANY, SENSIBLE

_HEAD = 'id = "club"\ntitle = "Our club"\nedition = "2026"\n'
_ENTRY = '"clock.seconds" = { value = 30, citation = "…" }'
_OPEN = '"clock.seconds" = { value = …, citation = "…" }'


def _refused(folder: Path, text: str | bytes, name: str = "club.toml") -> str:
    """What is said of a file with that text, without the folder's name."""
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadInput) as fault:
        load_rulebook(folder / name)
    told = str(fault.value)
    assert "\n" not in told
    assert len(told.replace(str(folder), "")) < 500
    assert not re.search(r"_Parameter|_Clause|Entry|dictionary|instance|pydantic|Error|datetime|input should", told)
    return told.replace(f"{folder}/", "")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ('"clock.seconds" = 30', f"clock.seconds: no such key here; it belongs under [parameters]: {_ENTRY}"),
        ("clock.seconds = 30", f"clock: no such key here; it belongs under [parameters]: {_OPEN}"),
        ("string_bet = 3", 'string_bet: no such key here; it belongs under [clauses]: string_bet = { citation = "…" }'),
        ('extend = "bonn"', "extend: no such key; did you mean extends?"),
        ("zzz = 1", "zzz: no such key; expected some of id, title, edition, game, extends, parameters, clauses"),
        ("parameters = 3", "parameters: expected a table, got 3"),
        ("clauses = []", "clauses: expected a table, got []"),
        ('game = "stud"', "game: expected texas or omaha, got 'stud'"),
        ("extends = 5", "extends: expected text, got 5"),
        ('[parameters]\n"clock.seconds" = 30', f"parameters.clock.seconds: expected {_ENTRY}, got 30"),
        ("[parameters]\nclock.seconds = 30", f"parameters.clock: a name with a dot stands in quotes: {_OPEN}"),
        (
            '[parameters]\nclock.seconds = { value = 30, citation = "x" }',
            f"parameters.clock: a name with a dot stands in quotes: {_OPEN}",
        ),
        (
            '[parameters.clock]\nseconds = { value = 30, citation = "x" }',
            f"parameters.clock: a name with a dot stands in quotes: {_OPEN}",
        ),
        (
            '[parameters]\n"clock.secnds" = 30',
            "parameters.clock.secnds: no such parameter; did you mean clock.seconds?",
        ),
        ('[parameters]\n"clock.seconds" = { value = 30 }', "parameters.clock.seconds.citation: missing"),
        (
            '[parameters]\n"clock.seconds" = { value = 30, citation = "x", note = 1 }',
            "parameters.clock.seconds.note: no such key; expected value and citation",
        ),
        (
            '[parameters]\n"clock.seconds" = { value = [1, 2], citation = "x" }',
            "parameters.clock.seconds.value: expected a whole number from 1 to 3600, got [1, 2]",
        ),
        (
            '[parameters]\n"clock.seconds" = { value = 2026-11-21, citation = "x" }',
            "parameters.clock.seconds.value: expected a whole number from 1 to 3600, got 2026-11-21",
        ),
        (
            '[parameters]\n"clock.seconds" = { value = nan, citation = "x" }',
            "parameters.clock.seconds.value: expected a whole number from 1 to 3600, got nan",
        ),
        (
            f'[parameters]\n"clock.seconds" = {{ value = {10**40}, citation = "x" }}',
            "parameters.clock.seconds.value: expected a whole number from 1 to 3600, got a number of many digits",
        ),
        (
            '[parameters]\n"clock.seconds" = { value = 30, citation = 7 }',
            "parameters.clock.seconds.citation: expected text, got 7",
        ),
        ('[clauses]\nstring_bet = "note"', "clauses.string_bet: expected { citation = \"…\", … }, got 'note'"),
        (
            '[clauses]\nstring_bet = { citation = "x", options = "all_in" }',
            "clauses.string_bet.options: expected a list, got 'all_in'",
        ),
        (
            '[clauses]\nstring_bet = { citation = "x", response = "shout" }',
            "clauses.string_bet.response: expected ignore, note, flag or halt, got 'shout'",
        ),
        ('[clauses]\n"a\\u001bb" = { citation = "x" }', "clauses.a?b: no such incident code"),
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_the_file(tmp_path: Path, body: str, told: str) -> None:
    assert _refused(tmp_path, f"{_HEAD}{body}\n") == f"club.toml: {told}"


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            'string_bet = { citation = "x", remedy = "retrieve_and_award" }',
            "clauses.string_bet.remedy: 'retrieve_and_award' is no way out of string_bet; expected one of "
            "first_motion_stands, all_chips_stand, action_void, penalty_warning, penalty_missed_hand, "
            "penalty_missed_round, penalty_dq, floor, play_stands, announce, none",
        ),
        (
            'pot_misawarded = { citation = "x", options = ["correct_award", "finish_deal"] }',
            "clauses.pot_misawarded.options: 'finish_deal' is no way out of pot_misawarded; expected one of "
            "correct_award, play_stands, floor, announce, none",
        ),
        (
            'overcall = { citation = "x", remedy = "call_with_chnge" }',
            "clauses.overcall.remedy: no such remedy as 'call_with_chnge'; did you mean call_with_change?; expected "
            "one of call_with_change, all_chips_stand, ask_player, floor, play_stands, announce, none",
        ),
        (
            'missing_burn = { citation = "x", remedy = "scramble_pick_burn_fill" }',
            "clauses.missing_burn.remedy: the parameter missing_burn.remedy decides this; write it there",
        ),
    ],
)
def test_a_remedy_that_is_no_way_out_is_refused(tmp_path: Path, body: str, told: str) -> None:
    assert _refused(tmp_path, f"{_HEAD}[clauses]\n{body}\n") == f"club.toml: {told}"


def test_every_way_out_is_a_remedy_and_no_code_takes_them_all() -> None:
    for code, ways in ways_out().items():
        assert {*ways, *SENSIBLE.get(code, ())} <= {*known_remedies()}, code
        assert {*SENSIBLE.get(code, ())} <= {*ways}, code
        assert len(ways) < 16 or code in ANY, code


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (_HEAD + "id = 'x'\n", "expected TOML: a key stands twice (at line 4, column 9)"),
        (_HEAD + "id = [", "expected TOML: "),
        (b"", "id: missing"),
        ('id = "Our Club"\ntitle = "x"\nedition = "1"', "id: expected lower-case letters, digits and hyphens, got"),
        ('id = "bonn"\ntitle = "x"\nedition = "1"', "id: expected a name of your own, got 'bonn', which ships"),
        ('id = "defaults"\ntitle = "x"\nedition = "1"', "id: expected a name of your own, got 'defaults'"),
        ('id = "club"\ntitle = ""\nedition = "1"', "title: expected some text, got none"),
        (f'id = "club"\ntitle = "{"x" * 401}"\nedition = "1"', "title: expected at most 400 characters, got more"),
        (b'id = "caf\xe9"\n', "expected UTF-8, got byte 0xe9 in line 1"),
        (b"\xff\xfei\x00d\x00", "expected UTF-8, got byte 0xff in line 1"),
        (b"\0" * 100, "expected TOML: "),
        (b"#" * 300_000, "expected a rulebook, at most 256 KiB"),
        ("x = [" + "\n[" * 20_000, "expected TOML, got brackets within brackets without end"),
        (f"x{'.x' * 20_000} = 1", "expected lines of at most 4000 characters, got 40005"),
        (f"id = {'9' * 3_000}", "id: expected text, got a number of many digits"),
    ],
)
def test_a_file_that_is_no_rulebook_is_refused_in_one_line(tmp_path: Path, text: str | bytes, told: str) -> None:
    assert _refused(tmp_path, text).startswith(f"club.toml: {told}")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "a").write_text("")
    for name, told in (
        ("none.toml", "no such file"),
        ("folder.toml", "expected a file"),
        ("pipe.toml", "expected a file"),
        ("a/b.toml", "no such file"),
        ("x\0y.toml", "no such file"),
        (f"{'x' * 300}.toml", "file name too long"),
    ):
        with pytest.raises(BadInput, match=told):
            load_rulebook(tmp_path / name)


def test_a_mark_of_byte_order_and_ends_of_lines_as_editors_write_them_are_read(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_bytes(b"\xef\xbb\xbf" + _HEAD.replace("\n", "\r\n").encode())
    assert load_rulebook(tmp_path / "club.toml").id == "club"


def test_a_fault_in_what_a_rulebook_extends_is_told_with_both_files(tmp_path: Path) -> None:
    above = _HEAD + 'extends = "below.toml"\n'
    assert _refused(tmp_path, above) == "club.toml: extends: below.toml: no such file"
    (tmp_path / "below.toml").write_text(_HEAD + '[parameters]\n"clock.seconds" = 30\n')
    told = f"club.toml: extends: below.toml: parameters.clock.seconds: expected {_ENTRY}, got 30"
    assert _refused(tmp_path, above) == told
    (tmp_path / "below.toml").write_text(_HEAD + '[clauses]\nstring_bt = { citation = "x" }\n')
    told = "club.toml: extends: below.toml: clauses.string_bt: no such incident code; did you mean string_bet?"
    assert _refused(tmp_path, above) == told
    told = _refused(tmp_path, _HEAD + 'extends = "zolernalb"\n')
    assert told.startswith("club.toml: extends: zolernalb: no such rulebook; did you mean zollernalb?")


def test_a_ring_is_told_as_one_however_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "two.toml").write_text(_HEAD + 'extends = "./club.toml"\n')
    assert "expected no ring: club.toml extends two.toml extends" in _refused(
        tmp_path, _HEAD + 'extends = "two.toml"\n'
    )
    assert "expected no ring" in _refused(tmp_path, _HEAD + 'extends = "club.toml"\n')
    for number in range(12):
        (tmp_path / f"{number}.toml").write_text(_HEAD + f'extends = "{number + 1}.toml"\n')
    assert "at most 8 rulebooks one upon another" in _refused(tmp_path, _HEAD + 'extends = "0.toml"\n')


def test_what_is_extended_lies_beside_the_file_and_keeps_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "below.toml").write_text(_HEAD + 'game = "omaha"\n')
    (tmp_path / "sub" / "club.toml").write_text(_HEAD + 'extends = "./below.toml"\n')
    monkeypatch.chdir(tmp_path)
    assert load_rulebook("sub/club.toml").game == "omaha"
    assert {load_rulebook(name).game for name in rulebook_names()} == {"texas"}


def test_a_name_that_was_nearly_right_is_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.toml").write_text(_HEAD)
    with pytest.raises(BadInput, match=r"club: no such rulebook; did you mean club\.toml\?"):
        load_rulebook("club")
    with pytest.raises(BadInput, match=r"Bonn: no such rulebook; did you mean bonn\?"):
        load_rulebook("Bonn")
