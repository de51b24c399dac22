"""The turn: what is journalled, in which order, and that no fault of ours loses evidence or stops the game."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table_controller import turn as turning
from table_controller.files import load_rulebook
from table_controller.fusion import same_books
from table_controller.fusion.felt import Touch
from table_controller.journal.read import entries
from table_controller.records import Deck, Seat, wire
from table_controller.records.entries import Entry, RunStarted
from table_controller.records.observations import CardSighting, Observation, RulingEntered, Tick, Verdict
from table_controller.simulator.felt import built_in_layout

st.register_type_strategy(Seat, st.integers(1, 11).map(Seat))  # type: ignore[arg-type]

RUN = turning.settled(
    RunStarted(
        version="1",
        rulebook=load_rulebook("zollernalb"),
        layout=built_in_layout(),
        deck=Deck(()),
        button_tag=None,
        wall="2026-03-14T20:00:00+01:00",
        offset=5,
    )
)


def _writable(observation: Observation) -> bool:
    """No NaN and no infinity: JSON has neither."""
    try:
        wire.canonical(wire.plain(observation))
    except ValueError:
        return False
    return True


def test_a_run_survives_the_journal() -> None:
    row = turning.run_row(RUN, 7)
    assert (row.kind, row.at, row.person) == ("run_started", 7, False)
    assert wire.read(RunStarted, json.loads(row.body)) == RUN
    assert turning.settled(RUN) == RUN


def test_the_observation_comes_first_and_conclusions_name_what_they_rest_on(night: Path) -> None:
    by_number = {entry.seq: entry for entry in entries(night)}
    for entry in by_number.values():
        assert all(base < entry.seq for base in entry.because)
        if entry.kind == "event":
            assert {by_number[base].kind for base in entry.because} == {"observation"}
        if entry.kind in ("assessment", "incident"):
            assert [by_number[base].kind for base in entry.because] == ["event"]
    kinds = {entry.kind for entry in by_number.values()}
    assert kinds == {"run_started", "note", "observation", "event", "assessment", "incident", "run_closed"}


def test_an_assessment_says_only_what_there_is_to_say(night: Path) -> None:
    said = [json.loads(entry.body or "") for entry in entries(night, kinds=("assessment",))]
    names = {name for body in said for name in body}
    assert names <= {
        *("action", "change", "add", "ask", "irregularities", "floor_options", "next_steps", "not_assessed"),
    }
    assert all(value not in (None, [], {}, 0) for body in said for value in body.values())
    assert {"action", "ask", "irregularities"} <= names


def test_who_ruled_is_told_once_and_can_be_erased(night: Path) -> None:
    naming = [entry for entry in entries(night) if entry.body and "Xanthippe" in entry.body]
    assert [entry.kind for entry in naming] == ["observation", "event"]
    assert all(entry.person for entry in naming)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.from_type(Observation).filter(_writable), max_size=12))
def test_any_observations_give_rows_and_again_the_same(observations: list[Observation]) -> None:
    def play() -> list[Any]:
        standing, rows = turning.begin(RUN), []
        for observation in observations:
            standing, added = turning.turn(standing, len(rows) + 1, observation, RUN.layout, RUN.rulebook)
            assert added[0].kind == "observation"
            assert not [row for row in added if row.kind == "fault"]
            rows += added
        return rows

    assert play() == play()


@pytest.mark.parametrize("where", ["fuse", "assess"])
def test_a_fault_of_ours_is_a_row_and_the_game_goes_on(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("at 0x7f00")

    before = turning.begin(RUN)
    standing = before
    with monkeypatch.context() as patch:
        patch.setattr(turning, where, broken)
        entered = RulingEntered(at=1, source="desk", incident=4, verdict=Verdict.DISMISS, by="host")
        standing, first = turning.turn(standing, 1, entered, RUN.layout, RUN.rulebook)
        standing, second = turning.turn(standing, 2, Tick(at=10**9, source="clock"), RUN.layout, RUN.rulebook)
    faults = [row for row in (*first, *second) if row.kind == "fault"]
    assert faults
    assert {row.body for row in faults} == {f'{{"error":"KeyError","where":"{where}"}}'}
    assert standing.night == before.night
    assert first[0].kind == second[0].kind == "observation"


def test_what_is_no_json_is_kept_as_a_fault() -> None:
    odd = CardSighting(at=3, source="overhead", zone="board", cards=(), confidence=float("nan"))
    standing, rows = turning.turn(turning.begin(RUN), 1, odd, RUN.layout, RUN.rulebook)
    assert [row.kind for row in rows] == ["fault"]
    assert "CardSighting" in rows[0].body
    assert standing == turning.begin(RUN)


def _entry(body: str) -> Entry:
    return Entry(1, 3, "observation", body, (), "", "")


def test_a_canonical_body_is_kept_as_it_is() -> None:
    body = '{"at":3,"source":"clock","type":"tick"}'
    tick, canonical = turning.told_in(_entry(body))
    assert (tick, canonical) == (Tick(at=3, source="clock"), body)
    again = turning.turn(turning.begin(RUN), 1, tick, RUN.layout, RUN.rulebook)
    assert turning.turn(turning.begin(RUN), 1, tick, RUN.layout, RUN.rulebook, canonical) == again


@pytest.mark.parametrize(
    "body",
    [
        '{"source":"clock","at":3,"type":"tick"}',
        '{"at": 3,"source":"clock","type":"tick"}',
        '{"at":3,"confidence":1e999,"source":"clock","type":"tick"}',
        '{"at":3,"confidence":NaN,"source":"clock","type":"tick"}',
    ],
)
def test_what_is_written_otherwise_is_judged_as_it_would_be_kept(body: str) -> None:
    tick, canonical = turning.told_in(_entry(body))
    assert canonical is None
    _, rows = turning.turn(turning.begin(RUN), 1, tick, RUN.layout, RUN.rulebook, canonical)
    assert rows[0].kind == ("fault" if "confidence" in body else "observation")


def test_a_night_goes_on_in_the_same_hand(sit_down: Callable[..., Any], night: Path) -> None:
    before = turning.resume(entries(night))
    assert before
    hand = before[1].night.hand
    assert hand
    assert (hand.id, len(hand.players[0].cards)) == ("h2", 2)
    table = sit_down()
    assert table.standing.night == before[1].night
    assert table.standing.felt == before[1].felt
    table.close()


def test_another_table_keeps_the_night_and_its_books_and_forgets_what_lay_on_the_felt(night: Path) -> None:
    before = turning.resume(entries(night))
    assert before
    run, standing = before
    other = turning.settled(RunStarted(**{name: getattr(run, name) for name in run.__slots__} | {"button_tag": "FF"}))
    went_on = turning.go_on(standing, run, other)
    assert went_on.night == standing.night
    assert went_on.felt == same_books(turning.begin(other).felt, standing.felt)
    assert went_on.felt.deck == turning.begin(other).felt.deck


def test_what_was_lost_or_hidden_the_next_run_tells_afresh(night: Path) -> None:
    before = turning.resume(entries(night))
    assert before
    run, standing = before
    hand = Touch("pot", "overhead", (1,), came=standing.felt.now)
    blind = replace(
        standing,
        night=replace(standing.night, lost=frozenset({"overhead"}), blocked=frozenset({"board"})),
        felt=replace(
            standing.felt,
            lost=("overhead",),
            blocked=(("board", "overhead"),),
            over=("pot",),
            touches=(*standing.felt.touches, hand),
        ),
    )
    assert turning.go_on(blind, run, run) == replace(turning.go_on(standing, run, run), answers=())
    assert not turning.go_on(blind, run, run).night.blocked


def test_an_empty_journal_resumes_nothing() -> None:
    assert turning.resume(()) is None
