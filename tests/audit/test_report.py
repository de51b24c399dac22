"""The report: what it tells, and the cards it never tells."""

import io
import json
import re
import stat
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from table_controller.audit.erase import erase_command
from table_controller.audit.otherwise import compared
from table_controller.audit.replay import Difference, Replay
from table_controller.audit.report import audit_command
from table_controller.audit.teller import tell
from table_controller.audit.verify import verify_command
from table_controller.journal.read import entries, evidence
from table_controller.journal.store import Store
from table_controller.journal.verify import verify
from table_controller.recorder import Recorder
from table_controller.records import BadInput, Seat
from table_controller.records.events import Noted
from table_controller.records.incidents import Incident, Irregularity, Remedy, Step
from table_controller.records.observations import ManualEntry, Tick
from table_controller.records.rulebook import Severity, Text
from table_controller.records.wire import canonical, plain
from table_controller.turn import wall_row
from table_controller.views.redact import VEIL


def _lines(path: Path, **how: Any) -> tuple[int, list[dict[str, Any]]]:
    out = io.StringIO()
    status = audit_command(path, as_json=True, out=out, **how)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_whole_night(night: Path) -> None:
    status, lines = _lines(night)
    assert status == 1
    (whole,) = [line for line in lines if line["type"] == "journal"]
    assert (whole["hands"], whole["incidents"], whole["sound"], whole["differences"]) == (2, 1, True, 0)
    (incident,) = [line for line in lines if line["type"] == "incident"]
    assert (incident["code"], incident["citation"], incident["hand"]) == ("missing_burn", "§4.3.7", "h1")
    assert (incident["state"], incident["ruling"], incident["by"]) == (
        "ruled",
        "first_open_card_becomes_burn",
        "Xanthippe",
    )
    assert incident["wall"].startswith("2026-03-14T20:00:1")
    (ruling,) = [line for line in lines if line["type"] == "ruling"]
    assert (ruling["incident"], ruling["by"]) == (1, "Xanthippe")
    first, second = [line for line in lines if line["type"] == "hand"]
    assert first["board"] == ["Ah", "9d", "4s", "Jc", "3d"]
    assert first["shown"] == {"1": ["As", "Kd"], "3": ["Qs", "Qh"]}
    assert first["collected"] == {"1": 500}
    assert first["incidents"] == [1]
    assert (second["ended"], second["shown"]) == (None, {"3": ["Qs", None]})
    seats = {line["seat"]: line for line in lines if line["type"] == "seat"}
    assert (seats[1]["won"], seats[1]["hands"], seats[2]["name"]) == (1, 2, "Bernd")


def test_one_incident_and_why(night: Path) -> None:
    status, lines = _lines(night, incident=1)
    assert status == 1
    assert [line.get("kind", line["type"]) for line in lines] == ["incident", "observation", "event"]
    assert lines[2]["body"]["type"] == "board_card_dealt"
    with pytest.raises(BadInput, match="incident 9: expected one of 1 to 1"):
        _lines(night, incident=9)


def test_another_rulebook(night: Path) -> None:
    _, lines = _lines(night, rulebook="tda-2024")
    (other,) = [line for line in lines if line["type"] == "otherwise"]
    assert (other["journalled"]["citation"], other["replayed"]["citation"]) == ("§4.3.7", "39-B")
    with pytest.raises(BadInput):
        _lines(night, rulebook="no-such-house")


def test_words_go_beside_the_json(night: Path) -> None:
    out, words = io.StringIO(), io.StringIO()
    assert audit_command(night, out=out, text=words) == 1
    assert out.getvalue() == ""
    told = words.getvalue().splitlines()
    assert "  2 hands, 1 incident" in told
    first = next(number for number, line in enumerate(told) if line.startswith("  #1 Burn forgotten · 20:00:1"))
    assert told[first].endswith(" · hand h1 · serious")
    assert told[first + 1 : first + 4] == [
        "     Seen: no burn before the flop (100%); required: 1 burn",
        "     Rule: A card is burned before flop, turn and river [§4.3.7]",
        "     Proposed: First open card becomes the burn, the next takes its place",
    ]
    assert "     Outcome: First open card becomes the burn, the next takes its place, by Xanthippe" in told
    assert "  seat 1 (Anna <b>): 2 played, 1 won, €5.00 collected" in told
    assert not re.findall(r"[a-z]+_[a-z]+(?!\))\b", "\n".join(told)), "no name that only a program reads"


def test_words_are_german_where_asked_for(night: Path) -> None:
    words = io.StringIO()
    audit_command(night, rulebook="tda-2024", text=words, language="de")
    told = words.getvalue()
    assert "     Gesehen: keine Burnkarte vor dem Flop (100%); verlangt: 1 Burnkarte\n" in told
    assert "wird der Burn, die nächste rückt nach, durch Xanthippe\n" in told
    assert "Unter Poker TDA Rules wäre anders\n" in told
    (otherwise,) = [line for line in told.splitlines() if " → " in line]
    assert " · Hand h1 · Vorfall: Burnkarte vergessen [§4.3.7]: Erste offene Karte wird der Burn" in otherwise
    assert " → Burnkarte vergessen [39-B]: " in otherwise


@pytest.mark.parametrize(
    ("what", "side", "words"),
    [
        ("action", '{"seat":3,"kind":"raise","bet_to":250}', ("Platz 3: Raise auf 2,50 €", "seat 3: raise to €2.50")),
        ("action", '{"seat":3,"kind":"fold"}', ("Platz 3: Fold", "seat 3: fold")),
        ("change", "150", ("1,50 €", "€1.50")),
        (
            "ask",
            '{"seat":3,"to_call":100,"may_raise":true,"min_raise_to":200,"max_raise_to":500}',
            (
                "Platz 3: 1,00 € zum Call, Raise ab 2,00 €, höchstens 5,00 €",
                "seat 3: €1.00 to call, raise from €2.00, at most €5.00",
            ),
        ),
        (
            "ask",
            '{"seat":3,"to_call":100,"may_raise":false}',
            ("Platz 3: 1,00 € zum Call, kein Raise", "seat 3: €1.00 to call, no raise"),
        ),
    ],
)
def test_what_another_house_reads_is_said_in_words_and_once(
    night: Path, what: str, side: str, words: tuple[str, str]
) -> None:
    story = tell(night)
    same = Difference(seq=20, at=10**9, what=what, journalled=side, replayed=None)
    (row,) = compared(Replay(2, (same, replace(same, seq=21))), story)
    assert (row["before"], row["after"], row["times"]) == (Text(*words), None, 2)
    assert row["hand"] == "h1"


def test_one_incident_in_words_and_what_it_rests_on(night: Path) -> None:
    words = io.StringIO()
    audit_command(night, incident=1, text=words)
    told = words.getvalue().splitlines()
    assert told[0].startswith("  #1 Burn forgotten · ")
    assert told[-3] == "     It rests on:"
    assert "observation: manual entry" in told[-2]
    assert "event: board card dealt card Ah" in told[-1]


def test_a_clean_night_is_fine(sit_down: Callable[..., Any]) -> None:
    table = sit_down()
    table.close()
    status, lines = _lines(table.path)
    assert status == 0
    assert [line["type"] for line in lines] == ["journal"]


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.fixture
def page(night: Path, tmp_path: Path) -> tuple[str, _Page]:
    file = tmp_path / "report.html"
    assert audit_command(night, rulebook="tda-2024", html=file, text=io.StringIO()) == 1
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    html = file.read_text("utf-8")
    parsed = _Page()
    parsed.feed(html)
    return html, parsed


def test_the_page_stands_alone_and_escapes(page: tuple[str, _Page]) -> None:
    html, parsed = page
    assert {tag for tag, _ in parsed.tags}.isdisjoint({"script", "link", "img", "iframe", "object", "form", "b-"})
    addresses = [value for _, names in parsed.tags for key, value in names.items() if key in ("src", "href")]
    assert all((value or "").startswith("#incident-") for value in addresses)
    assert "Anna &lt;b&gt;" in html
    assert "url(" not in html
    assert "default-src 'none'" in html


def test_the_page_speaks_both_languages_and_can_be_signed(page: tuple[str, _Page]) -> None:
    text = " ".join(page[1].text)
    for words in (
        "Burnkarte vergessen",
        "Burn forgotten",
        "§4.3.7",
        "Gastgeber, Datum",
        "Host, date",
        "Xanthippe",
        "39-B",
    ):
        assert words in text
    languages = [names.get("lang") for tag, names in page[1].tags if tag == "span" and "lang" in names]
    assert languages.count("de") == languages.count("en") > 20


def test_the_page_carries_the_digest(page: tuple[str, _Page], night: Path) -> None:
    assert verify(night).head in page[0]


CANARIES = re.compile(r"\b(7c|2h)\b|7♣|2♥|C0FFEE|seven of clubs|Kreuz Sieben")
"""The cards nobody showed, by code, sign and tag; digests may hold the letters."""


def _all_output(path: Path, folder: Path) -> str:
    out, words, html = io.StringIO(), io.StringIO(), folder / "gate.html"
    for incident in (None, 1):
        audit_command(path, incident=incident, rulebook="bonn", as_json=True, out=out, html=html)
        audit_command(path, incident=incident, rulebook="bonn", text=words)
    return out.getvalue() + words.getvalue() + html.read_text("utf-8")


def test_cards_never_shown_are_never_printed(night: Path, tmp_path: Path) -> None:
    assert any('"7c"' in (entry.body or "") for entry in entries(night))  # the journal has them
    told = _all_output(night, tmp_path)
    assert not CANARIES.findall(told)


def test_nor_where_an_incident_is_about_them(night: Path, tmp_path: Path) -> None:
    """A misread in the deal: what was measured, the ruling's steps and the evidence all name a card nobody showed."""
    dealt = next(e.seq for e in entries(night, kinds=("event",)) if '"7c"' in (e.body or ""))
    step = Step(event="card_moved", text=Text("7c aus dem Spiel", "7c out of play"), card="7c")
    found = Irregularity(
        code="fouled_deck",
        seat=Seat(2),
        at=0,
        event="hole_card_dealt",
        rule="One deck, each card once",
        citation="default",
        severity=Severity.SERIOUS,
        text=Text("Kreuz Sieben doppelt", "seven of clubs twice"),
        measured="7c seen twice",
        required="each card once",
        proposal=Remedy("void", Text("7♣ nichtig", "7♣ void"), (step,)),
    )
    store = Store.open(night)
    tag = canonical(
        {"type": "tag_read", "at": 1, "source": "board", "zone": "seat 2 cards", "tag": "C0FFEE09", "present": True}
    )
    read = store.append("observation", store.last_at, tag)
    body = canonical(plain(Incident(7, "h2", found)))
    store.append("incident", store.last_at, body, (read, dealt))
    store.close()
    out, words, html = io.StringIO(), io.StringIO(), tmp_path / "gate.html"
    audit_command(night, incident=7, as_json=True, out=out)
    audit_command(night, incident=7, text=words, html=html)
    told = out.getvalue() + words.getvalue() + html.read_text("utf-8")
    assert VEIL in told
    assert "tag_read" in told
    assert not CANARIES.findall(told)


def test_nor_while_the_journal_is_being_written(sit_down: Callable[..., Any], night: Path, tmp_path: Path) -> None:
    table = sit_down()
    try:
        told = _all_output(night, tmp_path)
        assert '"closed":false' in told
        assert not CANARIES.findall(told)
        running = tell(night).hands[1]
        assert {seat: [str(card) for card in cards] for seat, cards in running.seen.items()} == {
            1: ["None", "None"],
            2: ["None", "None"],
            3: ["Qs", "None"],
        }
    finally:
        table.close()


def test_after_erasing_the_ruling_stays_and_the_name_is_gone(night: Path, tmp_path: Path) -> None:
    ruling = next(e.seq for e in entries(night, kinds=("observation",)) if "Xanthippe" in (e.body or ""))
    out = io.StringIO()
    assert erase_command(night, ruling, "host", "asked for it", out) == 0
    assert ruling in json.loads(out.getvalue())["erased"]
    _, lines = _lines(night)
    (incident,) = [line for line in lines if line["type"] == "incident"]
    assert (incident["state"], incident["ruling"], incident["by"]) == ("ruled", "first_open_card_becomes_burn", None)
    assert "Xanthippe" not in _all_output(night, tmp_path)
    assert b"Xanthippe" not in night.read_bytes()


def test_erasing_does_not_look_like_a_fault(night: Path) -> None:
    ruling = next(e.seq for e in entries(night, kinds=("observation",)) if "Xanthippe" in (e.body or ""))
    erase_command(night, ruling, "host", "asked for it", io.StringIO())
    _, (whole, *lines) = _lines(night)
    assert (whole["differences"], whole["erased"], whole["versions"]) == (0, [ruling, ruling + 3], ["test"])
    assert "difference" not in {line["type"] for line in lines}
    words = io.StringIO()
    audit_command(night, text=words, html=(page := night.with_name("erased.html")))
    assert f"judged again: the same, up to entry {ruling}, of which something was erased" in words.getvalue()
    assert f"compared is up to entry</span> {ruling}." in page.read_text("utf-8")


def test_erasing_in_a_clean_night_leaves_exit_0(sit_down: Callable[..., Any]) -> None:
    table = sit_down()
    said = ManualEntry(at=1, source="desk", event=Noted(code="said", text="Xanthippe sits down"), by="host")
    table.see(said, Tick(at=10**9, source="clock"))
    table.close()
    entered = next(e.seq for e in entries(table.path, kinds=("observation",)))
    erase_command(table.path, entered, "host", "asked for it", io.StringIO())
    status, (whole, *_) = _lines(table.path)
    assert (status, whole["erased"][0]) == (0, entered)


def test_erasing_a_picture_takes_the_file_too(night: Path) -> None:
    recorder = Recorder(night.with_name(night.name + "-evidence"), 10**6, lambda _: None)
    still = recorder.still(np.zeros((40, 40, 3), np.uint8), "overhead", 5)
    assert still
    recorder.keep(still)
    store = Store.open(night)
    note = store.append("note", store.last_at, f'{{"incident":1,"still":"{still}","camera":"overhead"}}', person=True)
    store.close()
    assert evidence(night) == {still}
    assert tell(night).incidents[1].evidence == (still,)
    out = io.StringIO()
    assert erase_command(night, note, "host", "asked for it", out) == 0
    assert json.loads(out.getvalue())["pictures"] == [still]
    assert recorder.find(still) is None
    assert evidence(night) == frozenset()


def test_verify_tells(night: Path) -> None:
    out = io.StringIO()
    assert verify_command(night, out) == 0
    (line,) = map(json.loads, out.getvalue().splitlines())
    assert (line["sound"], line["closed"], line["journal"]) == (True, True, "night.journal")
    assert verify_command(night, io.StringIO(), head=line["head"]) == 0
    assert verify_command(night, io.StringIO(), head="0" * 64) == 1


def test_verify_says_erased_and_is_content(night: Path) -> None:
    store = Store.open(night)
    store.erase(2, "host", "asked for it")
    store.close()
    out = io.StringIO()
    assert verify_command(night, out) == 0
    assert json.loads(out.getvalue().splitlines()[0])["finding"] == "erased"


def test_a_report_that_cannot_be_written_leaves_nothing(night: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="expected a place where the report can be written"):
        audit_command(night, html=tmp_path / "no" / "report.html", text=io.StringIO())
    with pytest.raises(BadInput, match="expected a place where the report can be written"):
        audit_command(night, html=tmp_path, text=io.StringIO())
    assert not list(tmp_path.parent.glob("*.half"))


@pytest.mark.parametrize("kind", ["event", "incident", "note"])
def test_an_entry_that_says_nonsense_is_bad_input(night: Path, kind: str) -> None:
    store = Store.open(night)
    seq = store.append(kind, store.last_at, "[1]")
    store.close()
    with pytest.raises(BadInput, match=f"entry {seq}: "):
        tell(night)


def test_times_of_day_go_on_from_the_last_note_of_the_wall_clock(night: Path) -> None:
    before = tell(night)
    store = Store.open(night)
    store.append_all([wall_row("2026-03-14T20:30:00+01:00", store.last_at + 2 * 10**9, store.last_at)])
    store.append("note", store.last_at + 5 * 10**9, "{}")
    store.close()
    story = tell(night)
    assert f"{story.wall(story.last_at):%H:%M:%S}" == "20:30:03"
    assert [story.wall(told.at) for told in story.incidents.values()] == [
        before.wall(told.at) for told in before.incidents.values()
    ]
    assert _lines(night)[1][0]["differences"] == 0


def test_a_hostile_wall_clock_does_not_matter(sit_down: Callable[..., Any], night: Path) -> None:
    store = Store.open(night)
    run = next(iter(entries(night, kinds=("run_started",))))
    store.append("run_started", 2**63 - 1, (run.body or "").replace("2026-03-14T20:00:00+01:00", "yesterday"))
    store.close()
    assert _lines(night)[0] == 1
