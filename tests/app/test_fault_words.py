"""Why a source is lost or in trouble, in both languages; what a driver says in its own words stays as it is."""

import errno
import os
import sqlite3
from contextlib import ExitStack
from pathlib import Path

import pytest
from reasons import GAP, reasons

from table_controller.app import LiveTable
from table_controller.board.messages import Trouble
from table_controller.fault_words import FAULTS, as_said, in_words
from table_controller.files import load_rulebook
from table_controller.records.observations import SourceLost, SourceRestored, Tick
from table_controller.screens import light
from table_controller.table_file import built_in_table
from table_controller.views import LightState
from vision.calibrate.mooring import LOST

_ROOT = Path(__file__).parents[2]
_ROOMS = ["board", "obs", "recorder", "journal"]
_SOURCES = ["vision", "vision/calibrate", "table_controller", *(f"table_controller/{room}" for room in _ROOMS)]
_TROUBLE = "the 3 button is 3"
"""Which trouble a button has is known to the running program alone."""


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
            "the board kept a press of the seat 3 call button for more than an hour: "
            "when it was made is not known, so it does not count",
            "das Tasterboard hielt einen Druck der Taste „seat 3 call“ mehr als eine Stunde zurück: "
            "wann er geschah, ist nicht bekannt, also zählt er nicht",
            "the board kept a press of the seat 3 call button for more than an hour: "
            "when it was made is not known, so it does not count",
        ),
        ("Input/output error", "die Platte liest oder schreibt nicht", "Input/output error"),
        (
            "auto: no board is plugged in; plug it in, or name its port",
            "kein Tasterboard angesteckt: anstecken, oder seinen Anschluss nennen",
            "auto: no board is plugged in; plug it in, or name its port",
        ),
        ("OSError: [Errno 5] Input/output error", "das Kabel ist abgezogen", "the cable is unplugged"),
        (
            "not connected: [Errno 111] Connection refused",
            "nicht verbunden: dort antwortet kein OBS",
            "not connected: [Errno 111] Connection refused",
        ),
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
    """Each text that a source, the recorder, the journal or OBS is in trouble with, as the sources make it."""
    told = reasons(path for folder in _SOURCES for path in (_ROOT / folder).glob("*.py"))
    assert {"the picture is black", "it cannot be opened", "the board started again", "no scene is called 3"} <= told
    assert [reason for reason in sorted(told - {_TROUBLE}) if not _wholly_known(reason)] == []
    assert all(german.strip() for _, german in FAULTS.values())


def _wholly_known(reason: str) -> bool:
    """Whether it is: as a whole, or in each part that this program makes itself."""
    known = [in_words(part) is not None for part in reason.split("; ") if part != GAP]
    return in_words(reason) is not None and (all(known) or not any(known))


@pytest.mark.parametrize("trouble", [one for one in Trouble if one is not Trouble.NONE])
def test_every_trouble_of_a_button_is_known(trouble: Trouble) -> None:
    assert in_words(f"the seat 3 call button is {trouble.name.lower()}") is not None


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EACCES])
def test_what_the_system_says_of_the_disk_is_known(number: int) -> None:
    assert in_words(os.strerror(number)) is not None


def test_what_the_journals_database_says_is_known(tmp_path: Path) -> None:
    small = sqlite3.connect(tmp_path / "small")
    small.execute("PRAGMA max_page_count = 2")
    small.execute("CREATE TABLE t (x)")
    only_read = sqlite3.connect(f"file:{tmp_path / 'small'}?mode=ro", uri=True)
    for database, order in ((small, "INSERT INTO t VALUES (zeroblob(100000))"), (only_read, "DELETE FROM t")):
        with pytest.raises(sqlite3.OperationalError) as refused:
            database.execute(order)
        assert in_words(str(refused.value)) is not None, refused.value
        database.close()


def test_a_light_tells_no_password_of_a_reason_that_nobody_knows() -> None:
    text = light("above", "no route to rtsp://cook:secret@10.0.0.7/1").text
    assert text.de == "Störung: no route to rtsp://10.0.0.7/1"
    assert text.en == "fault: no route to rtsp://10.0.0.7/1"


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
