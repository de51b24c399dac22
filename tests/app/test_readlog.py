"""The read log beside a live table's journal: kept, chained, shown, printed, and missed where it was cut."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from io import StringIO
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from table_controller.app import LiveTable
from table_controller.audit.erase import erase_command
from table_controller.audit.verify import verify_command
from table_controller.cli import main
from table_controller.files import load_rulebook
from table_controller.journal.read import entries
from table_controller.readlog import ReadLog, beside, reads
from table_controller.records import BadInput
from table_controller.table_file import built_in_table
from web_overlay import Devices


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Path]:
    """The journal of a night at which a browser on this machine looked at two things, closed."""
    path = tmp_path / "night.journal"
    with ExitStack() as house:
        table = replace(built_in_table(), simulated=False, camera_sources=())
        live = LiveTable(table, load_rulebook(table.rulebook), path, house=house)
        port = live.serve(0).port
        for asked in ("/api/desk", "/api/desk", "/table", "/api/reads"):
            with urlopen(f"http://127.0.0.1:{port}{asked}", timeout=20) as answer:
                told = answer.read()
    assert {"did": "looked", "what": "/table"}.items() <= json.loads(told)["entries"][0].items()
    return path


def test_who_looked_is_kept_printed_and_sound(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reads", str(journal)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["id"], one["did"], one["what"]) for one in lines] == [
        ("here", "looked", "/api/desk"),
        ("here", "looked", "/table"),
        ("here", "looked", "/api/reads"),
    ]
    assert all(re.match(r"\d{4}-\d\d-\d\dT", one["wall"]) for one in lines)
    assert beside(journal).stat().st_mode & 0o777 == 0o600
    assert verify_command(beside(journal), out=StringIO()) == 0
    assert verify_command(journal, out=StringIO()) == 0


def test_the_journal_notes_the_logs_head_so_that_a_cut_is_missed(journal: Path) -> None:
    noted = [json.loads(entry.body or "{}") for entry in entries(journal, kinds=("note",))]
    (head,) = [note["reads"] for note in noted if "reads" in note]
    assert verify_command(beside(journal), out=StringIO(), head=head) == 0
    with closing(sqlite3.connect(beside(journal), isolation_level=None)) as forged:
        for (name,) in forged.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            forged.execute(f"DROP TRIGGER {name}")
        forged.execute("DELETE FROM entry WHERE seq > 1")
    assert verify_command(beside(journal), out=StringIO(), head=head) == 1


def test_an_entry_cannot_be_altered_unnoticed_but_erased(journal: Path) -> None:
    with closing(sqlite3.connect(beside(journal), isolation_level=None)) as forged, pytest.raises(sqlite3.Error):
        forged.execute("UPDATE erasable SET body = '{}' WHERE seq = 1")
    out = StringIO()
    erase_command(beside(journal), 1, "host", "asked to", out)
    assert len(reads(beside(journal))) == 2
    assert verify_command(beside(journal), out=StringIO()) == 0


def test_a_damaged_log_is_bad_input_before_anything_is_written(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "night.journal"
    beside(path).write_text("no journal")
    assert main(["run", "--journal", str(path), "--port", "0", "--for", "1"]) == 2
    assert "night.journal-reads" in capfd.readouterr().err
    assert not path.exists()


def test_there_is_nothing_to_print_where_nobody_was_served(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reads", str(tmp_path / "none.journal")]) == 2
    assert "none.journal-reads: expected the read log" in capsys.readouterr().err


@pytest.mark.parametrize("listen", ["0.0.0.0", "kitchen", "203.0.113.7"])
def test_a_network_that_is_none_is_bad_input(tmp_path: Path, capfd: pytest.CaptureFixture[str], listen: str) -> None:
    path = tmp_path / "night.journal"
    assert main(["run", "--listen", listen, "--journal", str(path), "--port", "0", "--for", "1"]) == 2
    assert f"listen {listen}: expected" in capfd.readouterr().err
    assert not path.exists()


def test_on_a_network_the_address_lets_one_browser_in_as_the_host(tmp_path: Path) -> None:
    with ExitStack() as house:
        table = replace(built_in_table(), simulated=False, camera_sources=())
        live = LiveTable(table, load_rulebook(table.rulebook), tmp_path / "night.journal", house=house)
        port = live.serve(0, "127.0.0.2", Devices()).port
        secret = live.address.partition("#")[2]
        assert live.address == f"http://127.0.0.1:{port}/pair#{secret}"
        for host in ("127.0.0.1", "127.0.0.2"):
            with pytest.raises(OSError, match="401"):
                urlopen(f"http://{host}:{port}/api/desk", timeout=20)
        body = json.dumps({"code": secret}).encode()
        asked = Request(f"http://127.0.0.2:{port}/api/pair", body, {"Content-Type": "application/json"}, method="POST")
        with urlopen(asked, timeout=20) as answer:
            cookie = answer.headers["Set-Cookie"].partition(";")[0]
        with urlopen(Request(f"http://127.0.0.1:{port}/api/desk", headers={"Cookie": cookie}), timeout=20) as answer:
            assert b'"revision"' in answer.read()
        with pytest.raises(OSError, match="403"):
            urlopen(asked, timeout=20)


def test_a_log_that_another_writes_is_bad_input(tmp_path: Path) -> None:
    first = ReadLog(tmp_path / "night.journal", lambda: 0)
    with pytest.raises(BadInput, match="another program"):
        ReadLog(tmp_path / "night.journal", lambda: 0)
    first.close()
