"""``floorman referee``: the contract's lines and exit statuses, bad input in one line, no unshown card."""

import gzip
import io
import json
import re
import tarfile
from decimal import Decimal
from pathlib import Path

import pytest

from table_controller.audit.lines import incident_line
from table_controller.cli import main
from table_controller.hands.schema import EXAMPLE
from table_controller.records.incidents import Irregularity
from table_controller.records.rulebook import Severity, Text

HAND = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100, 100, 100]
actions = ['d dh p1 KcKd', 'd dh p2 7h2c', 'd dh p3 AhAd', 'p3 cbr 3', 'p1 cc', 'p2 f', 'd db 2d7s9h', 'p1 cc', \
'p3 cbr 5.5', 'p1 cc', 'd db 3c', 'p1 cc', 'p3 cc', 'd db 4s', 'p1 cc', 'p3 cc', 'p1 sm KcKd', 'p3 sm AhAd']
seats = [2, 5, 6]
finishing_stacks = [91.5, 99, 109.5]
"""
HEADER = '{"type":"log","version":1,"unit":"0.01"}\n'
PUSHED = '{"type":"pot_pushed","seat":1,"amount":150,"at":98000000000,"confidence":0.4}'
"""A pot at the end: without one the hand was given up."""
KEYS = {"hand", "incidents", "actions", "pots", "winnings", "stacks"}
INCIDENT_KEYS = {"code", "seat", "at", "event", "rule", "citation", "severity", "ruling"}
INCIDENT_KEYS |= {"number", "measured", "required", "confidence", "proposal", "options"}
TRACE_KEYS = {"event", "action", "bet_to", "change", "add", "ask", "incidents", "floor_options"}
TRACE_KEYS |= {"next_steps", "not_assessed"}


def _lines(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> list[dict[str, object]]:
    assert main(["referee", *arguments, "--rulebook", "tda-2024", "--json"]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def _log(tmp_path: Path, lines: list[str]) -> str:
    file = tmp_path / "night.jsonl"
    file.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def test_cards_of_a_hand_that_nothing_started_are_no_clean_night(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = EXAMPLE.splitlines()
    lost = [line for line in whole if "hand_started" not in line]
    for lines, told in ((lost, []), (whole + lost, ["12"])):
        file = _log(tmp_path, lines)
        assert main(["referee", file, "--rulebook", "tda-2024", "--json"]) == 2
        said = capsys.readouterr()
        assert [json.loads(line)["hand"] for line in said.out.splitlines()] == told
        assert said.err == f"{file}: a hand not judged: 4 cards without hand_started before them\n"


def test_of_several_logs_each_hand_names_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_text(HEADER + EXAMPLE + "\n")
    files = [(tmp_path / f"{name}.jsonl").as_posix() for name in ("a", "b")]
    assert [line["file"] for line in _lines(capsys, str(tmp_path))] == files
    assert main(["referee", str(tmp_path), "--rulebook", "tda-2024"]) == 0
    assert capsys.readouterr().err == "".join(
        f"hand 12 ({file}): no incident; not assessed: The deck was not verified before play\n" for file in files
    )


def test_what_is_open_in_words_is_proposed_as_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = [line.replace('"seat":1', '"seat":2') if '"hole' in line else line for line in EXAMPLE.splitlines()]
    file = _log(tmp_path, [line for line in wrong if "hand_ended" not in line and "pot_pushed" not in line])
    (line,) = _lines(capsys, file, status=1)
    incidents = line["incidents"]
    assert isinstance(incidents, list)
    assert main(["referee", file, "--rulebook", "tda-2024"]) == 1
    ends = [said.strip() for said in capsys.readouterr().err.splitlines() if "Outcome: " in said]
    proposed = [one["proposal"]["text"]["en"] for one in incidents if one["ruling"] == one["proposal"]["name"]]
    assert f"Outcome: open; proposed: {proposed[0]}" in ends


def test_a_hand_is_one_line_in_the_records_own_money(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.phh"
    file.write_text(HAND)
    (line,) = _lines(capsys, str(file))
    assert line == {
        "hand": file.as_posix(),
        "incidents": [],
        "actions": 10,
        "pots": [{"amount": 18, "seats": [2, 6]}],
        "winnings": {"2": 0, "5": 0, "6": 18},
        "stacks": {"2": 91.5, "5": 99, "6": 109.5},
    }


def test_the_trace_adds_a_line_an_event_and_prints_no_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.phh"
    file.write_text(HAND.replace(", 'p1 sm KcKd', 'p3 sm AhAd'", "").replace("finishing_stacks", "_finishing"))
    lines = _lines(capsys, str(file), "--trace")
    assert all(set(line) >= TRACE_KEYS for line in lines[:-1])
    assert set(lines[-1]) == KEYS
    asked = [line["ask"] for line in lines[:-1] if line["event"] == "hole_card_dealt"][-1]
    assert asked == {"seat": 6, "to_call": 1, "may_raise": True, "min_raise_to": 2, "max_raise_to": 100}
    raised = next(line for line in lines if line.get("action") == "raise")
    then = {"seat": 2, "to_call": 2.5, "may_raise": True, "min_raise_to": 5, "max_raise_to": 100}
    assert (raised["bet_to"], raised["ask"]) == (3, then)
    text = json.dumps(lines)
    assert not any(card in text for card in ("Kc", "Kd", "7h", "2c", "Ah", "Ad"))


def test_an_incident_is_named_with_rule_and_ruling(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = [line.replace('"seat":1', '"seat":2') if '"hole' in line else line for line in EXAMPLE.splitlines()]
    (line,) = _lines(capsys, _log(tmp_path, wrong), status=1)
    incidents = line["incidents"]
    assert isinstance(incidents, list)
    first = incidents[0]
    assert set(first) == INCIDENT_KEYS
    assert (first["code"], first["seat"], first["event"]) == ("first_card_wrong_seat", 2, "hole_card_dealt")
    assert (first["severity"], first["ruling"], bool(first["citation"])) == ("S", "play_stands", True)
    assert (first["number"], first["confidence"]) == (1, 1.0)
    assert (first["measured"], first["required"]) == ("first card to seat 2", "first card to seat 1")
    assert [step["event"] for step in first["proposal"]["steps"]] == ["deck_shuffled", "deck_cut"]
    assert first["proposal"]["text"]["de"] == "Misdeal: neu mischen und geben"
    assert [option["name"] for option in first["options"]] == ["play_stands"]


def test_the_page_names_every_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "referee.md").read_text("utf-8")
    hand, incident = (
        set(re.findall(r"^\| `(\w+)` \|", page.split(f"## {name}\n")[1].split("\n## ")[0], re.MULTILINE))
        for name in ("A hand", "An incident")
    )
    lines = _lines(capsys, _log(tmp_path, _at_the_fault()), status=1)
    assert (set(lines[0]), incident) == (hand, INCIDENT_KEYS)
    assert hand == KEYS | {"file", "bets", "pot"}


@pytest.mark.parametrize("unit", ["0.5", "0.25", "5"])
def test_what_was_measured_is_in_the_records_money(unit: str) -> None:
    found = Irregularity(
        "undercall", None, 0, "", "", "", Severity.SERIOUS, Text("", ""), "6 for a call of 8", "2 more"
    )
    line = incident_line(found, None, None, Decimal(unit), frozenset())
    paid, due, more = ((number * Decimal(unit)).normalize() for number in (6, 8, 2))
    assert [float(word) for word in re.findall(r"[\d.]+", line["measured"] + " " + line["required"])] == [
        paid,
        due,
        more,
    ]


def test_a_hand_that_is_not_over_says_what_the_seats_have_now(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = EXAMPLE.splitlines()
    (line,) = _lines(capsys, _log(tmp_path, lines[:7]))
    assert line["stacks"] == {"1": 9900, "2": 9950}
    assert (line["bets"], line["pot"]) == ({"1": 100, "2": 50}, 0)
    call = '{"type":"chips_moved_in","seat":2,"amount":50,"motion":3,"at":7000000000}'
    check = '{"type":"declared","seat":1,"action":"check","at":7500000000}'
    swept = '{"type":"bets_collected","at":8000000000}'
    (line,) = _lines(capsys, _log(tmp_path, [*lines[:7], call, check, swept]))
    assert (line["stacks"], line["bets"], line["pot"]) == ({"1": 9900, "2": 9900}, {"1": 0, "2": 0}, 200)


def test_no_card_that_was_not_shown_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One card twice in two hidden hands: everybody may know that, but not which."""
    cards = [
        line.replace('"seat":', '"card":"7c","seat":') if '"hole' in line else line for line in EXAMPLE.splitlines()
    ]
    log = _log(tmp_path, cards)
    for arguments in ((), ("--json",), ("--json", "--trace"), ("--trace",)):
        assert main(["referee", log, "--rulebook", "tda-2024", *arguments]) == 1
        said = capsys.readouterr()
        assert "fouled_deck" in said.out + said.err
        assert "7c" not in said.out + said.err


def _at_the_fault() -> list[str]:
    """The example up to its first card, which goes to the wrong seat."""
    lines = EXAMPLE.splitlines()
    first = next(number for number, line in enumerate(lines) if '"hole_card_dealt"' in line)
    return [*lines[:first], lines[first].replace('"seat":1', '"seat":2')]


@pytest.mark.parametrize(
    ("then", "ruling"),
    [
        ([], "misdeal"),
        (
            ['{"type":"deck_shuffled","at":90000000000}', '{"type":"hole_card_dealt","seat":1,"at":91000000000}'],
            "misdeal",
        ),
        (['{"type":"ruling_made","incident":1,"remedy":"hand_void","by":"floor","at":90000000000}'], "hand_void"),
        ([PUSHED, '{"type":"hand_ended","at":99000000000}'], "play_stands"),
        (
            [
                '{"type":"deck_shuffled","at":90000000000}',
                '{"type":"hole_card_dealt","seat":1,"at":91000000000}',
                '{"type":"hand_ended","at":99000000000}',
            ],
            "misdeal",
        ),
    ],
    ids=["proposed", "dealt again", "ruled", "played on", "dealt again and played on"],
)
def test_without_a_floor_it_says_what_was_carried_out_or_that_play_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], then: list[str], ruling: str
) -> None:
    (line,) = _lines(capsys, _log(tmp_path, [*_at_the_fault(), *then]), status=1)
    incidents = line["incidents"]
    assert isinstance(incidents, list)
    assert [(one["code"], one["ruling"]) for one in incidents if one["code"] == "first_card_wrong_seat"] == [
        ("first_card_wrong_seat", ruling)
    ]


def test_the_trace_writes_steps_in_the_records_money(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Half a chip is the record's smallest unit: seat 6 owes two of them, and is told 1."""
    file = tmp_path / "one.phh"
    file.write_text(HAND)
    lines = _lines(capsys, str(file), "--trace")
    steps = [line["next_steps"][0] for line in lines[:-1] if line["next_steps"]]  # type: ignore[index]
    asked = next(step for step in steps if step["event"] == "declared" and step.get("seat") == 6)
    assert (asked["amount"], asked["text"]["en"]) == (1, "Seat 6 to act: 1 to call")


def test_the_example_of_the_docs_is_a_clean_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = _lines(capsys, _log(tmp_path, EXAMPLE.splitlines()))
    assert (line["hand"], line["incidents"], line["stacks"]) == ("12", [], {"1": 10050, "2": 9950})


def test_hands_of_a_log_are_one_night_and_tables_without_a_hand_have_no_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    again = EXAMPLE.replace('"hand":"12",', "").splitlines()
    lines = _lines(
        capsys, _log(tmp_path, [*EXAMPLE.splitlines(), *again, '{"type":"tick","at":99000000000}']), status=1
    )
    assert [line["hand"] for line in lines] == ["12", f"{(tmp_path / 'night.jsonl').as_posix()}#2"]
    found = lines[1]["incidents"]
    assert isinstance(found, list)
    assert "button_not_moved" in [one["code"] for one in found]


def test_other_stacks_than_the_records_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.phh"
    file.write_text(HAND.replace("91.5, 99", "91, 98"))
    assert main(["referee", str(file), "--rulebook", "tda-2024"]) == 1
    assert "seat 2 ends with 91.5, the record says 91" in capsys.readouterr().err


@pytest.mark.parametrize("unit", ["0.5", "0.1", "0.05"])
def test_the_unit_changes_no_amount(tmp_path: Path, capsys: pytest.CaptureFixture[str], unit: str) -> None:
    file = tmp_path / "one.phh"
    file.write_text(HAND)
    assert _lines(capsys, str(file), "--unit", unit) == _lines(capsys, str(file))


def test_people_read_a_line_a_hand_and_what_an_incident_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = _log(tmp_path, [*_at_the_fault(), PUSHED, '{"type":"hand_ended","at":99000000000}'])
    assert main(["referee", log, "--rulebook", "tda-2024"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[0].startswith("hand 12: 1 incident")
    assert said.err.splitlines()[1:] == [
        "  #1 First card to the wrong seat · seat 2 · first_card_wrong_seat · serious",
        "     Seen: first card to seat 2 (100%); required: first card to seat 1",
        "     Rule: The first card goes to the seat left of the button [35-A2]",
        "     Proposed: Misdeal: shuffle and deal again",
        "       1. Gather all cards and shuffle",
        "       2. Have the deck cut",
        "     To choose from: Play stands",
        "     Outcome: Play stands (nobody ruled, play went on)",
    ]


def test_people_read_german_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = _log(tmp_path, [*_at_the_fault(), PUSHED, '{"type":"hand_ended","at":99000000000}'])
    assert main(["referee", log, "--rulebook", "tda-2024", "--lang", "de"]) == 1
    said = capsys.readouterr().err
    assert "Hand 12: 1 Vorfall" in said
    assert "Gesehen: erste Karte an Platz 2 (100%); verlangt: erste Karte an Platz 1" in said
    assert "Ausgang: Das Spiel gilt weiter (niemand entschied, das Spiel ging weiter)" in said


@pytest.mark.parametrize(
    ("then", "outcome"),
    [
        ([], "open; proposed: Misdeal: shuffle and deal again"),
        (
            ['{"type":"deck_shuffled","at":90000000000}', '{"type":"hole_card_dealt","seat":1,"at":91000000000}'],
            "Misdeal: shuffle and deal again (carried out at the table)",
        ),
        (
            ['{"type":"ruling_made","incident":1,"remedy":"hand_void","by":"Xanthippe","at":90000000000}'],
            "Hand void, bets back, new deck, by Xanthippe",
        ),
        (
            ['{"type":"ruling_made","incident":1,"remedy":"none","by":"floor","at":90000000000}'],
            "dismissed, by the floor",
        ),
    ],
    ids=["open", "carried out", "ruled", "dismissed"],
)
def test_what_became_of_it_is_said_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], then: list[str], outcome: str
) -> None:
    main(["referee", _log(tmp_path, [*_at_the_fault(), *then]), "--rulebook", "tda-2024"])
    said = capsys.readouterr().err
    first = said.split("\n  #2")[0]
    assert f"     Outcome: {outcome}\n" in first + "\n"


def test_a_trace_for_people_names_the_events(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", _log(tmp_path, _at_the_fault()), "--rulebook", "tda-2024", "--trace"]) == 1
    assert "hole_card_dealt  seat 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "name", "arguments", "complaint"),
    [
        (HAND[:200], "cut.phh", [], "cut.phh: expected a hand history in PHH"),
        (b"\x89PNG\r\n\x1a\n", "picture.phh", [], "picture.phh: byte 0: expected a text in UTF-8"),
        ("{}", "foreign.jsonl", [], "foreign.jsonl: line 1: expected the header"),
        (HAND, "one.txt", [], "one.txt: expected a file of .phh"),
        (HAND, "one.phh", ["--unit", "2"], "one.phh: blinds_or_straddles: expected a multiple of the unit 2, got 0.5"),
        (
            "[7]\n" + HAND.replace("[0.5, 1, 0]", "[1, 2, 0]").replace("5.5", "6"),
            "one.phhs",
            ["--unit", "1"],
            "one.phhs: [7] finishing_stacks: expected a multiple of the unit 1, got 91.5",
        ),
        (HAND, "one.phh", ["--unit", "x"], "--unit: 'x': expected the smallest unit"),
        (HAND, "one.phh", ["--rulebook", "no-such-house"], "no-such-house"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    content: str | bytes,
    name: str,
    arguments: list[str],
    complaint: str,
) -> None:
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main(["referee", str(file), "--rulebook", "tda-2024", "--json", *arguments]) == 2
    said = capsys.readouterr()
    assert complaint in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_what_an_archive_holds_before_its_damage_is_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for number in range(3):
            member = tarfile.TarInfo(f"{number}.phh")
            member.size = len(HAND)
            archive.addfile(member, io.BytesIO(HAND.encode()))
    whole = bytearray(packed.getvalue())
    size = 512 + -(-len(HAND) // 512) * 512
    whole[2 * size + 3] ^= 1
    (tmp_path / "hands.tar.gz").write_bytes(gzip.compress(whole))
    assert main(["referee", str(tmp_path / "hands.tar.gz"), "--rulebook", "tda-2024", "--json"]) == 2
    said = capsys.readouterr()
    assert [json.loads(line)["hand"] for line in said.out.splitlines()] == ["0.phh", "1.phh"]
    assert "hands.tar.gz: after 1.phh: expected a whole .tar.gz archive" in said.err
    assert len(said.err.splitlines()) == 1
