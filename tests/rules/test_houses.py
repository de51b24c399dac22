"""The shipped rulebooks, a club's own, and what ``floorman rulebook`` prints of them."""

import io
import json
from pathlib import Path
from typing import Any

import golden
import pytest

from table_controller.audit.houses import check_rulebook, diff_rulebooks, list_rulebooks, show_rulebook
from table_controller.cli import main
from table_controller.files import load_rulebook, rulebook_names
from table_controller.records.errors import BadInput
from table_controller.records.rulebook import Response, Rulebook
from table_controller.records.wire import EVENT_TYPES
from table_controller.rules.dealing import DEALING
from table_controller.rules.effects import EFFECTS
from table_controller.rules.judges import RULES
from table_controller.rules.remedies import known_remedies

_SIX = ("bonn", "brandenburg", "casino-guide", "regelwerk", "tda-2024", "zollernalb")

_CLUB = """
id = "club"
title = "Our club"
edition = "2026"
extends = "zollernalb"

[parameters]
"raise.min_rule" = { value = "double_total", citation = "house 3" }

[clauses]
string_bet = { citation = "house 7", response = "note" }
"""


def _rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_six_rulebooks_ship() -> None:
    assert rulebook_names() == _SIX


@pytest.mark.parametrize("name", _SIX)
def test_a_shipped_rulebook_answers_everything(name: str) -> None:
    book = load_rulebook(name)
    assert book.id == name
    assert len(book.digest) == 64
    assert book.parameters.keys() == book.citations.keys() == load_rulebook("tda-2024").parameters.keys()
    for clause in book.clauses.values():
        assert clause.citation
        assert clause.text.de
        assert clause.text.en
        assert {clause.remedy, *clause.options} <= {*known_remedies()}


@pytest.mark.parametrize("name", _SIX)
def test_what_a_house_cites_is_its_own(name: str) -> None:
    book = load_rulebook(name)
    assert any(citation != "default" for citation in book.citations.values())
    assert any(clause.citation != "default" for clause in book.clauses.values())


def test_every_rule_has_a_code_of_the_catalogue_and_cites_a_clause() -> None:
    codes = load_rulebook("tda-2024").clauses.keys()
    families = {"premature_card": "premature_turn", "note": "floor_ruling"}
    for rule in RULES:
        assert families.get(rule.code, rule.code) in codes
        assert rule.look.__doc__ is not None
        assert any(seed in rule.look.__doc__ for seed in ("000", "001", "002", "003", "004", "TDA"))
        assert all(kind in EVENT_TYPES.values() for kind in rule.events)
    assert len(DEALING) < len(RULES)
    assert {name.partition(":")[2] or name for name in EFFECTS} <= {*known_remedies(), *codes}


def test_the_digest_follows_the_content(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(_CLUB)
    first = load_rulebook(path)
    assert first.digest == load_rulebook(path).digest
    path.write_text(_CLUB.replace("house 7", "house 8"))
    assert load_rulebook(path).digest != first.digest
    assert load_rulebook("zollernalb").digest != load_rulebook("bonn").digest


def test_a_club_writes_only_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(_CLUB)
    book, base = load_rulebook(path), load_rulebook("zollernalb")
    assert book.parameters["raise.min_rule"] == "double_total"
    assert book.citations["raise.min_rule"] == "house 3"
    assert book.clauses["string_bet"].response is Response.NOTE
    assert book.clauses["string_bet"].text == base.clauses["string_bet"].text
    assert book.clauses["missing_burn"] == base.clauses["missing_burn"]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"house 3"', '""', "parameters.raise.min_rule.citation"),
        (', citation = "house 3"', "", "parameters.raise.min_rule.citation"),
        ('citation = "house 7", ', "", "clauses.string_bet.citation"),
        ('edition = "2026"', 'edition = "2026"\ncolour = "red"', "colour"),
        ("raise.min_rule", "raise.minimum", "parameters.raise.minimum"),
        ("string_bet", "sting_bet", "clauses.sting_bet"),
        ('response = "note"', 'reponse = "note"', "clauses.string_bet.reponse"),
        ('response = "note"', 'response = "shout"', "clauses.string_bet.response"),
        (
            'response = "note"',
            'remedy = "mis_deal"',
            "clauses.string_bet.remedy: no such remedy as 'mis_deal'; did you",
        ),
        ('response = "note"', 'options = ["shout"]', "clauses.string_bet.options"),
        ('response = "note"', "settings = { dwell = 3 }", "clauses.string_bet.settings.dwell"),
        ('value = "double_total"', "value = 3", "parameters.raise.min_rule"),
        (
            'value = "double_total"',
            'value = "double"',
            "parameters.raise.min_rule.value: expected one of double_total, ",
        ),
        ('value = "double_total"', "value = true", "parameters.raise.min_rule.value: expected one of double_total, "),
        ('value = "double_total"', 'value = ["step"]', "parameters.raise.min_rule.value: expected one of double_total"),
        (
            "raise.min_rule",
            "raise.min_role",
            "parameters.raise.min_role: no such parameter; did you mean raise.min_rule?",
        ),
        (
            '"raise.min_rule" = { value = "double_total"',
            '"clock.seconds" = { value = 0',
            "a whole number from 1 to 3600",
        ),
        ('"raise.min_rule" = { value = "double_total"', '"clock.seconds" = { value = 30.5', "a whole number from 1 to"),
        ('"raise.min_rule" = { value = "double_total"', '"burn.required" = { value = "yes"', "expected true or false"),
        (
            '"raise.min_rule" = { value = "double_total"',
            '"reopen.cumulative" = { value = false',
            "expected true, the one answer the referee knows so far, got false",
        ),
        (
            '"raise.min_rule" = { value = "double_total"',
            '"allin.requires" = { value = ["sit"]',
            "expected a list of stand_up, declaration, dealer_button, got ['sit']",
        ),
        (
            '"raise.min_rule" = { value = "double_total"',
            '"blinds.freeze_at_fraction" = { value = 1.5',
            "expected a fraction from 0.0 to 1.0 or one of none, got 1.5",
        ),
        ('"zollernalb"', '"nowhere"', "nowhere"),
        ('id = "club"', "id = [", "club.toml"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, old: str, new: str, place: str) -> None:
    path = tmp_path / "club.toml"
    assert old in _CLUB
    path.write_text(_CLUB.replace(old, new, 1))
    with pytest.raises(BadInput) as refused:
        load_rulebook(path)
    assert place in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(BadInput, match="bonn, brandenburg, casino-guide, regelwerk, tda-2024, zollernalb"):
        load_rulebook("las-vegas")


def test_list_show_check_and_diff(tmp_path: Path) -> None:
    out = io.StringIO()
    assert list_rulebooks(out) == 0
    assert [row["rulebook"] for row in _rows(out.getvalue())] == list(_SIX)
    out = io.StringIO()
    assert show_rulebook("bonn", out) == 0
    rows = _rows(out.getvalue())
    assert {
        "parameter": "raise.min_rule",
        "value": "double_total",
        "citation": "BG:RAISE, BG:RERAISE",
        "by": "bonn",
        "expected": "one of double_total, last_increment, big_blind, step, fixed",
        "row": "K29",
    } in rows
    assert any(row.get("code") == "string_bet" and row["citation"] == "BG:STRING" for row in rows)
    assert {row.get("by") for row in rows[1:]} == {"bonn", "default"}
    assert all((row["by"] == "default") == (row["citation"] == "default") for row in rows[1:])
    path = tmp_path / "club.toml"
    path.write_text(_CLUB)
    assert check_rulebook(path, io.StringIO()) == 0
    out = io.StringIO()
    assert show_rulebook(str(path), out) == 0
    by = {row.get("parameter") or row.get("code"): row["by"] for row in _rows(out.getvalue())[1:]}
    assert (by["raise.min_rule"], by["string_bet"]) == ("club", "club")
    assert (by["clock.seconds"], by["missing_burn"]) == ("zollernalb", "zollernalb")
    assert by["misdeal.deadline"] == "default"


def test_one_parameter_or_code_is_shown_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """What it asks, what may stand there, what this house says and by which clause, and what the others say."""
    assert main(["rulebook", "show", "zollernalb", "clock.seconds"]) == 0
    (row,) = _rows(capsys.readouterr().out)
    assert row["question"] == "How many seconds has a player?"
    assert (row["value"], row["citation"], row["by"], row["row"]) == (60, "§1.4.5", "zollernalb", "K36")
    assert row["houses"].keys() == set(_SIX)
    assert row["houses"]["bonn"] == {"value": 30, "citation": "BG:TIME-b"}
    assert row["houses"]["regelwerk"]["citation"] == "default"
    assert "decides" not in row
    assert main(["rulebook", "show", "bonn", "late.mode"]) == 0
    assert _rows(capsys.readouterr().out)[0]["decides"] == "nothing: registration"
    assert main(["rulebook", "show", "tda-2024", "four_card_flop"]) == 0
    (row,) = _rows(capsys.readouterr().out)
    assert (row["code"], row["remedy"], row["by"]) == ("four_card_flop", "scramble_pick_next_burn", "tda-2024")
    assert "surplus_becomes_next_burn" in row["ways_out"]
    assert row["houses"]["bonn"]["remedy"] == "surplus_becomes_next_burn"
    assert main(["rulebook", "show", "bonn", "clock.secnds"]) == 2
    told = "floorman: bonn: clock.secnds: no such parameter or incident code; did you mean clock.seconds?\n"
    assert capsys.readouterr().err == told


@pytest.mark.parametrize(
    ("names", "status", "told"),
    [
        (["bonn", "bonn"], 0, "bonn and bonn answer everything alike"),
        (["bonn"], 2, "rulebook diff: expected two rulebooks, got 1"),
        (["bonn", "zollernalb", "tda-2024"], 2, "rulebook diff: expected two rulebooks, got 3"),
        (["bonn", "zolernalb"], 2, "zolernalb: no such rulebook; did you mean zollernalb?; expected one of "),
    ],
)
def test_diff_needs_two_that_there_are(
    names: list[str], status: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rulebook", "diff", *names]) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"floorman: {told}")


def test_a_remedy_that_a_parameter_decides_is_shown_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    same = '[parameters]\n"missing_burn.remedy" = { value = "scramble_pick_burn_fill", citation = "house 9" }\n'
    path.write_text(_CLUB.partition("[parameters]")[0] + same)
    clause = load_rulebook(path).clauses["missing_burn"]
    assert (clause.remedy, clause.options) == (
        "scramble_pick_burn_fill",
        ("first_open_card_becomes_burn", "play_stands"),
    )


@pytest.mark.parametrize(
    ("code", "events"),
    [
        ("missing_burn", ["round", "street"]),
        ("four_card_flop", ["round", "burn", "street", "+0.2 board"]),
        ("premature_flop", ["burn", "street"]),
    ],
)
def test_what_a_parameter_would_decide_can_be_left_to_the_floor(code: str, events: list[str], tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    clause = f'[clauses]\n{code} = {{ citation = "house 8", remedy = "floor" }}\n'
    path.write_text(_CLUB.partition("[parameters]")[0] + clause)
    for rulebook, proposal in (("zollernalb", load_rulebook("zollernalb").clauses[code].remedy), (path, "floor")):
        expect = {"incidents": [code], "proposal": proposal}
        story = {"rulebook": str(rulebook), "events": events, "expect": expect}
        assert golden.play(story) == expect


def test_diff_tells_what_two_houses_answer_differently(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(_CLUB)
    out = io.StringIO()
    assert diff_rulebooks("zollernalb", str(path), out) == 1
    rows = _rows(out.getvalue())
    assert [row.get("parameter") or row.get("code") for row in rows] == ["raise.min_rule", "string_bet"]
    assert rows[0] == {
        "parameter": "raise.min_rule",
        "differs": ["value", "citation"],
        "first": {"value": "last_increment", "citation": "§4.2.13"},
        "second": {"value": "double_total", "citation": "house 3"},
    }
    assert rows[1]["first"] == {"response": "flag", "citation": "§4.3.20"}
    out = io.StringIO()
    assert diff_rulebooks("bonn", "bonn", out) == 0
    assert out.getvalue() == ""


def test_two_clauses_that_say_the_same_are_a_difference_only_if_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    same = '[clauses]\nstring_bet = { citation = "house 7" }\n'
    path.write_text(_CLUB.partition("[parameters]")[0] + same)
    assert diff_rulebooks("zollernalb", str(path), io.StringIO()) == 0
    out = io.StringIO()
    assert diff_rulebooks("zollernalb", str(path), out, citations=True) == 1
    assert [(row["code"], row["differs"]) for row in _rows(out.getvalue())] == [("string_bet", ["citation"])]


def test_a_rulebook_survives_the_wire() -> None:
    from table_controller.records.wire import plain, read

    book = load_rulebook("zollernalb")
    assert read(Rulebook, plain(book)) == book
