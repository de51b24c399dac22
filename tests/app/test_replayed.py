"""``floorman run --replay``: a stored session on the screens, behind the same gate; the journal is only read."""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from shutil import copyfile

import pytest

from table_controller.cli import main
from table_controller.emulation import Session
from table_controller.journal.read import entries
from table_controller.journal.store import Store
from table_controller.records import BadInput, Seat, wire
from table_controller.records.night import Night
from table_controller.table_file import Table, built_in_table
from table_controller.turn import Standing, resume
from table_controller.views import Views
from table_controller.views.build import known_cards

_KEPT = Path(__file__).parents[1] / "journal" / "journal-0.1.0.floorman"
_CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    copyfile(_KEPT, tmp_path / "night.journal")
    return tmp_path / "night.journal"


def played(journal: Path, table: Table, look: Callable[[Standing, Views], None]) -> Session:
    """The session run to its end as fast as it goes; *look* is asked at every publication."""
    session = Session(journal, table, 1e9)
    show = session._show

    def shown(standing: Standing) -> None:
        show(standing)
        look(standing, session.screens.latest())

    session._show = shown  # type: ignore[method-assign]
    last = max(entry.at for entry in entries(journal))
    session.start()
    ends = time.monotonic() + 120
    while session.screens.latest().at < last and session.fault is None:
        assert time.monotonic() < ends
        time.sleep(0.05)
    session.stop()
    assert session.fault is None
    return session


def secrets(night: Night) -> set[str]:
    """Hole cards of the hand that is on which nobody at the table may know."""
    players = night.hand.players if night.hand else ()
    return {str(card) for player in players for card in player.cards if card} - set(map(str, known_cards(night.hand)))


def test_the_night_runs_again_and_tells_no_secret(journal: Path) -> None:
    held: set[str] = set()
    seen = 0

    def look(standing: Standing, views: Views) -> None:
        nonlocal seen
        seen += 1
        hidden = secrets(standing.night)
        held.update(hidden)
        for view in (views.overlay, views.desk, views.table) if seen % 5 == 0 else (views.overlay,):
            told = set(_CARD.findall(wire.canonical(wire.plain(view))))
            assert not told & hidden

    before = sha256(journal.read_bytes()).digest()
    session = played(journal, built_in_table(), look)
    assert len(held) > 20  # cards were there to be told
    end = resume(entries(journal))
    assert end is not None
    assert session.screens.latest().overlay.felt.hands == end[1].night.hands
    assert session.screens.latest().overlay.figures.seats[0].hands == end[1].evening.counted > 0
    assert sha256(journal.read_bytes()).digest() == before
    assert [path.name for path in journal.parent.iterdir()] == [journal.name]


def test_who_agrees_today_agreed_for_nobody_else_on_that_night(journal: Path) -> None:
    """The table file's consent is of whom it names; on that night others sat in seats 1 and 3."""
    names = ((Seat(1), "Somebody else"), (Seat(2), "Seat 2"))
    agreed = replace(built_in_table(), names=names, reveals_folded=frozenset(map(Seat, (1, 2, 3))))
    assert Session(journal, agreed, 1.0).screens._on_air._on.policy.consented == {2}


def test_the_delay_of_the_table_file_holds_in_the_replay(journal: Path) -> None:
    overlay = replace(built_in_table(), overlay=built_in_table().overlay.model_copy(update={"delay_seconds": 30}))
    starts: list[bool] = []

    def look(_: Standing, views: Views) -> None:
        picture = views.overlay
        starts.append(picture.delay.starts is not None)
        assert picture.delay.starts is not None or picture.at + 30 * 10**9 <= views.at

    played(journal, overlay, look)
    assert starts[0]
    assert not starts[-1]


def test_nobody_can_enter_anything(journal: Path) -> None:
    client = Session(journal, built_in_table(), 1.0).app().test_client()
    hello = client.get("/events/desk", buffered=False)
    token = re.search(r'"token": "([^"]+)"', _first(hello.response))
    hello.close()
    assert token
    answer = client.post(
        "/api/press",
        json={"press": "new_hand", "key": "once-0001"},
        headers={"X-Floorman-Token": token[1]},
    )
    assert (answer.status_code, "recording" in answer.get_data(as_text=True)) == (409, True)


def _first(frames: object) -> str:
    part = next(iter(frames))  # type: ignore[call-overload]
    return part if isinstance(part, str) else part.decode()


def test_options_of_the_address_change_nothing(journal: Path) -> None:
    client = Session(journal, built_in_table(), 1.0).app().test_client()
    asked = "?reveal=immediate&delay=0&delay_seconds=0&offset_ms=-5000&reveal_folded=1&incidents=open"
    assert client.get(f"/api/overlay{asked}").data == client.get("/api/overlay").data


def test_a_journal_being_written_is_refused(journal: Path) -> None:
    store = Store.open(journal)
    with pytest.raises(BadInput, match="another program is writing"):
        Session(journal, built_in_table(), 1.0)
    store.close()


def test_a_journal_without_a_table_is_refused(tmp_path: Path) -> None:
    Store.open(tmp_path / "empty.journal").close()
    with pytest.raises(BadInput, match="in which a table was run"):
        Session(tmp_path / "empty.journal", built_in_table(), 1.0)


@pytest.mark.parametrize("more", [["--headless"], ["--journal", "x.journal"], ["--listen", "auto"]])
def test_what_needs_a_real_table_is_refused_in_one_line(
    journal: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    assert main(["run", "--replay", str(journal), "--port", "0", *more]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "beside --replay" in told


def test_a_file_that_is_no_journal_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x").write_text("no journal")
    assert main(["run", "--replay", str(tmp_path / "x"), "--port", "0"]) == 2
    assert "expected a Floorman journal" in capsys.readouterr().err


def test_the_command_serves_it(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--replay", str(journal), "--port", "0", "--speed", "10", "--for", "1"]) == 0
    assert re.search(r"http://127\.0\.0\.1:\d+/overlay", capsys.readouterr().err)
