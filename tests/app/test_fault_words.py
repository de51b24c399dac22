"""Why a source is lost or in trouble, in both languages; what a driver says in its own words stays as it is."""

import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from table_controller.app import LiveTable
from table_controller.fault_words import FAULTS, as_said, in_words
from table_controller.files import load_rulebook
from table_controller.records.observations import SourceLost, SourceRestored, Tick
from table_controller.table_file import built_in_table
from table_controller.views import LightState
from vision.calibrate.mooring import LOST

_SOURCES = ["vision", "table_controller/board", "table_controller", "table_controller/recorder"]


@pytest.mark.parametrize(
    ("reason", "german", "english"),
    [
        ("it sends no frame", "sie sendet kein Bild", "it sends no frame"),
        ("no picture for 1.4 s", "1,4 s lang kein Bild", "no picture for 1.4 s"),
        (
            "too slow: a picture only every 1.4 s",
            "zu langsam: nur alle 1,4 s ein Bild",
            "too slow: a picture only every 1.4 s",
        ),
        (
            "too slow: no second picture within 4 s",
            "zu langsam: kein zweites Bild in 4 s",
            "too slow: no second picture within 4 s",
        ),
        (LOST, "Kamera verschoben oder Tisch verdeckt: zurückrücken oder neu kalibrieren", LOST),
        ("the seat 3 call button is stuck", "die Taste „seat 3 call“ klemmt", "the seat 3 call button is stuck"),
        (
            "SerialException: [Errno 2] could not open port /dev/x: [Errno 2] No such file or directory: '/dev/x'",
            "nicht vorhanden",
            "not there",
        ),
        (
            "another board; what it had not yet sent is gone; 3 more were not written",
            "ein anderes Tasterboard; was es noch nicht gesendet hatte, ist verloren; 3 weitere nicht aufgeschrieben",
            "another board; what it had not yet sent is gone; 3 more were not written",
        ),
        (
            "/dev/ttyACM0: no board there; /dev/ttyUSB1: a board of another version",
            "/dev/ttyACM0: dort antwortet kein Tasterboard; /dev/ttyUSB1: ein Tasterboard anderer Version",
            "/dev/ttyACM0: no board there; /dev/ttyUSB1: a board of another version",
        ),
    ],
)
def test_a_known_reason_is_told_in_both_languages(reason: str, german: str, english: str) -> None:
    told = as_said(reason)
    assert (told.de, told.en) == (german, english)


def test_an_unknown_reason_stays_as_it_is_but_for_a_password() -> None:
    assert in_words("the flux is low") is None
    assert as_said("no route to rtsp://cook:secret@10.0.0.7/1").de == "no route to rtsp://10.0.0.7/1"


def test_every_reason_of_our_own_is_known() -> None:
    """Each text that a camera or the board's link is lost with stands in the sources as it is known here."""
    root = Path(__file__).parents[2]
    texts = "\n".join(path.read_text("utf-8") for folder in _SOURCES for path in (root / folder).glob("*.py"))
    told = set(re.findall(r'(?:_lost|_gap|_refuse|_give_up|lose|_losing)\([^"\n]*"([a-z][^"{}]+)"', texts))
    told |= set(re.findall(r'reason="([a-z][^"{}]+)"', texts)) | set(re.findall(r'self\.reason = "([^"{}]+)"', texts))
    told -= {"; ", "reason"}  # a seam, and an attribute by its name
    assert len(told) >= 8, told
    assert [reason for reason in told if in_words(reason) is None] == []
    assert all(german.strip() for _, german in FAULTS.values())


def test_the_desks_light_says_why_and_is_well_again(tmp_path: Path) -> None:
    table = built_in_table()
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), tmp_path / "night.journal", house=house, patience=0)
        thread = live.set_up(None, seed=1, attended=True)

        later = iter(range(1, 1000))

        def light(lost: bool) -> tuple[LightState, str, str]:
            """What is told waits until no earlier observation can come; nobody started the clock, so time is told."""
            for _ in range(20):
                live.inbox.put(Tick(at=live.clock.now() + next(later) * 10**9, source="clock"))
                thread.step(0.05)
                found = next(one for one in live.screens.latest().desk.lights if one.name == "board")
                if (found.state is LightState.LOST) == lost:
                    break
            return found.state, found.text.de, found.text.en

        reason = "the board was built from schema 00AA, this program from 00BB"
        live.inbox.put(SourceLost(at=live.clock.now(), source="board", reason=reason))
        german = "das Tasterboard wurde aus Schema 00AA gebaut, dieses Programm aus 00BB"
        assert light(lost=True) == (LightState.LOST, german, reason)
        live.inbox.put(SourceRestored(at=live.clock.now() + next(later) * 10**9, source="board"))
        assert light(lost=False)[0] is not LightState.LOST
        live.stop()


@pytest.mark.parametrize(
    ("reason", "german"),
    [
        ("rtsp://user:p@ss@host/x: it cannot be opened", "rtsp://host/x: sie lässt sich nicht öffnen"),
        ("no picture for 3.5 s", "3,5 s lang kein Bild"),
        (
            "/dev/a: no board there; /dev/b: [Errno 13] Permission denied: '/dev/b'",
            "/dev/a: dort antwortet kein Tasterboard; /dev/b: keine Berechtigung",
        ),
    ],
)
def test_no_part_is_lost_and_no_part_of_a_password_told(reason: str, german: str) -> None:
    assert as_said(reason).de == german
