"""Judged again, the same comes out; and what does not is listed."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_controller.audit.replay import replay
from table_controller.files import load_rulebook
from table_controller.journal.read import entries
from table_controller.journal.store import Store
from table_controller.records import BadInput, Seat
from table_controller.records.events import Event
from table_controller.records.observations import ManualEntry, Observation, RulingEntered, Tick, Verdict

st.register_type_strategy(Seat, st.integers(1, 6).map(Seat))  # type: ignore[arg-type]


def test_the_same_comes_out_byte_for_byte(night: Path) -> None:
    found = replay(night)
    assert found.compared > 150
    assert found.differences == ()
    assert found.versions == ("test",)


def test_a_journal_of_this_version_names_no_other(sit_down: Callable[..., Any]) -> None:
    table = sit_down(version=version("floorman"))
    table.close()
    assert replay(table.path).versions == ()


_ENTERED = st.builds(
    ManualEntry, at=st.integers(0, 10**10), source=st.just("desk"), event=st.from_type(Event), by=st.text()
)
_SEEN = st.lists(st.one_of(_ENTERED, st.from_type(Observation)), max_size=8)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(runs=st.lists(_SEEN, min_size=1, max_size=3))
def test_any_night_replays(sit_down: Callable[..., Any], runs: list[list[Observation]]) -> None:
    for seen in runs:
        table = sit_down("any.journal")
        table.see(*seen)
        table.close()
    found = replay(table.path)
    table.path.unlink()
    assert found.differences == ()


def _alter(path: Path, kind: str, old: str, new: str) -> int:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        (guard,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'entry_is_never_changed'").fetchone()
        db.execute("DROP TRIGGER entry_is_never_changed")
        where = "kind = ? AND instr(body, ?) ORDER BY seq LIMIT 1"
        (seq,) = db.execute(f"SELECT seq FROM entry WHERE {where}", (kind, old)).fetchone()
        db.execute("UPDATE entry SET body = replace(body, ?, ?) WHERE seq = ?", (old, new, seq))
        db.execute(guard)
        assert isinstance(seq, int)
        return seq


def test_an_altered_conclusion_is_a_difference(night: Path) -> None:
    seq = _alter(night, "incident", "missing_burn", "extra_burn")
    (found,) = replay(night).differences
    assert (found.seq, found.what) == (seq, "incident")
    assert "extra_burn" in (found.journalled or "")
    assert "missing_burn" in (found.replayed or "")


def test_a_conclusion_nobody_reached_is_a_difference(night: Path) -> None:
    store = Store.open(night)
    store.append("note", store.last_at, "{}")
    tick = Tick(at=store.last_at, source="clock")
    store.append("observation", store.last_at, json.dumps({"type": "tick", "at": tick.at, "source": "clock"}))
    last = store.append("event", store.last_at, '{"type":"hand_ended"}', (1,))
    store.close()
    assert last in {found.seq for found in replay(night).differences}


def test_an_altered_observation_changes_what_follows(night: Path) -> None:
    with closing(sqlite3.connect(night, isolation_level=None)) as db:
        (guard,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'erasable_is_never_changed'").fetchone()
        db.execute("DROP TRIGGER erasable_is_never_changed")
        db.execute("UPDATE erasable SET body = replace(body, '\"9d\"', '\"9c\"') WHERE instr(body, 'board_card_dealt')")
        db.execute(guard)
    assert "event" in {found.what for found in replay(night).differences}


def test_under_another_rulebook_the_answers_differ_and_the_events_do_not(night: Path) -> None:
    found = replay(night, load_rulebook("tda-2024"))
    assert {one.what for one in found.differences} <= {"incident", "action", "change", "add", "ask"}
    (burn,) = [one for one in found.differences if "missing_burn" in str(one.journalled)]
    assert json.loads(burn.journalled or "")["citation"] == "§4.3.7"
    assert json.loads(burn.replayed or "")["citation"] == "39-B"


def test_under_its_own_rulebook_nothing_differs(night: Path) -> None:
    assert replay(night, load_rulebook("zollernalb")).differences == ()


def test_a_ruling_follows_its_incident_to_another_number(sit_down: Callable[..., Any], night: Path) -> None:
    """Under a house that ignores the first incident, the second one's ruling must still reach it.

    The house at the table asks nobody while the incident waits for its ruling; the other one has nothing to wait for.
    """
    book = load_rulebook("zollernalb")
    ignoring = replace(book, clauses={code: clause for code, clause in book.clauses.items() if code != "missing_burn"})
    incident, *asked = replay(night, ignoring).differences
    assert (incident.what, {(one.what, one.journalled) for one in asked}) == ("incident", {("ask", None)})


def _erase(path: Path, seq: int) -> None:
    store = Store.open(path)
    store.erase(seq, "host", "asked for it")
    store.close()


@pytest.mark.parametrize("kind", ["observation", "event"])
def test_erasing_is_no_difference(night: Path, kind: str) -> None:
    """An event alone can go too; then the comparison ends before the observation that it was concluded at."""
    gone = next(e for e in entries(night, kinds=(kind,)) if "Xanthippe" in (e.body or ""))
    whole = replay(night).compared
    _erase(night, gone.seq)
    found = replay(night)
    assert found.erased[0] == max(e.seq for e in entries(night, kinds=("observation",)) if e.seq <= gone.seq)
    assert found.differences == ()
    assert 0 < found.compared < whole
    assert replay(night, load_rulebook("tda-2024")).differences


def test_what_differs_before_the_erased_entry_is_still_told(night: Path) -> None:
    altered = _alter(night, "incident", "missing_burn", "extra_burn")
    _erase(night, next(e.seq for e in entries(night, kinds=("observation",)) if "Xanthippe" in (e.body or "")))
    assert [one.seq for one in replay(night).differences] == [altered]


def test_an_erased_name_stops_no_comparison(night: Path) -> None:
    whole = replay(night)
    _erase(night, next(e.seq for e in entries(night, kinds=("note",))))
    assert replay(night) == whole


def test_an_observation_before_any_run_is_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "odd.journal"
    store = Store.open(path)
    store.append("observation", 0, '{"type":"tick","at":0,"source":"clock"}')
    store.close()
    with pytest.raises(BadInput, match=r"odd\.journal: entry 1: expected run_started"):
        replay(path)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("run_started", "{}"),
        ("run_started", "[" * 100_000),
        ("observation", '{"type":"dance"}'),
        ("observation", "nonsense"),
    ],
)
def test_what_cannot_be_read_is_bad_input(night: Path, kind: str, body: str) -> None:
    store = Store.open(night)
    seq = store.append(kind, store.last_at, body)
    store.close()
    with pytest.raises(BadInput, match=f"entry {seq}: "):
        replay(night)


def test_an_entered_ruling_replays(sit_down: Callable[..., Any]) -> None:
    table = sit_down()
    table.see(
        RulingEntered(at=1, source="desk", incident=1, verdict=Verdict.ACCEPT, by="host", key="a"),
        RulingEntered(at=1, source="desk", incident=1, verdict=Verdict.UNDO, by="host", key="b"),
        Tick(at=10**9, source="clock"),
    )
    table.close()
    assert replay(table.path).differences == ()
    assert replay(table.path, load_rulebook("bonn")).differences == ()
