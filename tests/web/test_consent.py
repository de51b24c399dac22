"""Before the first hand the people at the table are asked whether they may be filmed; until then nothing is kept, and
that cannot be missed. The help page says where gambling's victims find help, and what the law says."""

import datetime
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from sample import BETWEEN, HAND, MISSING_BURN, NIGHT
from selenium import webdriver
from test_desk_alone import CAMERA, SEATS, TABLE, Desk, opened

from table_controller.app import LiveTable
from table_controller.evidence import Evidence, faceless
from table_controller.files import load_rulebook
from table_controller.journal.read import entries
from table_controller.journal.store import Store
from table_controller.quiet import PROOF, Quiet
from table_controller.recorder import Recorder
from table_controller.records import Chips, Seat
from table_controller.records.events import SeatLeft, SeatTaken
from table_controller.records.observations import ManualEntry
from table_controller.records.player import Street
from table_controller.sources import Camera, Looks, Shot
from table_controller.table_file import load_table
from table_controller.table_thread import Published, TableThread
from table_controller.views.memory import Memory
from web_overlay.help import numbers

PICTURE = np.zeros((72, 128, 3), np.uint8)
ZONES = "".join(
    f'\n[[zone]]\nname = "seat {n} cards"\nkind = "cards"\nseat = {n}\n'
    f"corners = [[{x}, 20], [{x + 150}, 20], [{x + 150}, 140], [{x}, 140]]\n"
    for n, x in ((1, 100), (2, 500), (3, 900))
)
"""Where each seat's cards lie: without, nobody knows what a picture shows."""


@pytest.fixture
def desk(chromium: webdriver.Chrome, tmp_path: Path) -> Iterator[Desk]:
    with ExitStack() as house:
        yield opened(chromium, tmp_path, house, CAMERA)
    chromium.get("about:blank")


def visit(desk: Desk, page: str) -> None:
    address = desk.page.current_url.split("/?")[0].split("/table")[0].split("/help")[0]
    desk.page.get(f"{address}/{page}")


def test_the_table_is_asked_first_and_its_answer_stands_in_the_journal(desk: Desk) -> None:
    desk.wait(lambda: "RECORDING IS OFF" in desk.text("#warning"))
    assert "the players have not been asked yet" in desk.text("#warning")
    asked = desk.text("#consent")
    for said in ("overhead", "A, B, C", "No sound", "for each incident", "stays on this computer"):
        assert said in asked
    desk.page.execute_script("document.getElementById('consent-no').click()")
    desk.wait(lambda: "not everybody agreed" in desk.text("#warning"))
    assert not desk.text("#consent")
    desk.page.execute_script("document.getElementById('consent-again').click()")
    desk.wait(lambda: desk.text("#sign") == "● Recording")
    assert not desk.text("#warning")
    told = [entry.body or "" for entry in entries(desk.live.path, kinds=("event",))]
    assert [answer for body in told for answer in ("no_consent", "consent") if f'"what":"{answer}"' in body] == [
        "no_consent",
        "consent",
    ]


def test_the_players_see_the_sign_too(desk: Desk) -> None:
    visit(desk, "table?lang=de")
    desk.wait(lambda: "AUFNAHME IST AUS" in desk.text("#sign"))


def test_who_comes_later_is_asked_too(desk: Desk) -> None:
    desk.wait(lambda: desk.text("#consent"))
    desk.page.execute_script("document.getElementById('consent-yes').click()")
    desk.wait(lambda: not desk.text("#consent"))
    for event in (SeatLeft(seat=Seat(3)), SeatTaken(seat=Seat(3), stack=Chips(5000))):
        desk.live.submit(ManualEntry(at=0, source="desk", event=event, by="desk"))
    desk.wait(lambda: "New at the table: C" in desk.text("#consent"))
    desk.page.execute_script("document.getElementById('consent-yes').click()")
    desk.wait(lambda: not desk.text("#consent"))


@pytest.mark.parametrize(("consent", "kept"), [(None, 0), (False, 0), (True, 1)])
def test_a_still_is_kept_only_once_they_agreed(tmp_path: Path, consent: bool | None, kept: int) -> None:
    (tmp_path / "kitchen.toml").write_text(TABLE.format(camera=CAMERA + ZONES) + SEATS, encoding="utf-8")
    table = load_table(tmp_path / "kitchen.toml")
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), tmp_path / "night.journal", house=house)
        live.evidence = Evidence(live.store, live.recorder, lambda: {"overhead": Shot(5, PICTURE)}, live.quiet)
        standing = replace(live.night.standing, memory=Memory(consent=consent))
        live._publish(Published(1, 5, standing, (MISSING_BURN,)))
        assert len(list(tmp_path.rglob("*.jpg"))) == kept
        assert live.evidence.pictures() == ({MISSING_BURN.number: False} if kept else {}), "not before its proof"
        live._publish(Published(2, 5 + PROOF, standing))
        assert live.evidence.pictures() == ({MISSING_BURN.number: True} if kept else {})
        assert (live.evidence.picture(MISSING_BURN.number) is not None) == bool(kept)


def test_no_still_is_kept_until_who_sat_down_later_was_asked_too(tmp_path: Path) -> None:
    (tmp_path / "kitchen.toml").write_text(TABLE.format(camera=CAMERA + ZONES) + SEATS, encoding="utf-8")
    table = load_table(tmp_path / "kitchen.toml")
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), tmp_path / "night.journal", house=house)
        live.evidence = Evidence(live.store, live.recorder, lambda: {"overhead": Shot(0, PICTURE)}, live.quiet)
        everybody = frozenset(seat for seat, _ in NIGHT.stacks)
        for asked, kept in ((everybody - {Seat(3)}, 0), (everybody, 1)):
            standing = replace(live.night.standing, night=NIGHT, memory=Memory(consent=True, asked=asked))
            live._publish(Published(1, live.clock.now(), standing, (MISSING_BURN,)))
            assert len(list(tmp_path.rglob("*.jpg"))) == kept
            assert live.screens.latest().desk.recording.on == bool(kept)


@pytest.mark.parametrize("blind", ["no weights", "frozen", "engine", None])
def test_no_picture_is_shown_while_nobody_knows_whether_a_hand_runs(tmp_path: Path, blind: str | None) -> None:
    (tmp_path / "kitchen.toml").write_text(TABLE.format(camera=CAMERA + ZONES) + SEATS, encoding="utf-8")
    table = load_table(tmp_path / "kitchen.toml")
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), tmp_path / "night.journal", house=house)
        watcher = SimpleNamespace(fault="the picture is frozen" if blind == "frozen" else None)
        camera = Camera("overhead", cast("Looks", watcher), live.inbox, live.clock)
        live.sources, live._reads_cards, camera.shot = (camera,), blind != "no weights", Shot(5, PICTURE)
        fault = "the screens are not drawn any more" if blind == "engine" else None
        live._thread = cast("TableThread", SimpleNamespace(reasons={}, fault=fault, standing=live.night.standing))
        standing = replace(live.night.standing, memory=Memory(consent=True))
        live._publish(Published(1, 5, standing, (MISSING_BURN,)))
        assert live._preview() is None
        assert live.evidence.pictures() == {MISSING_BURN.number: False}
        live._publish(Published(2, 5 + PROOF, standing))
        assert (live._preview() is None) == bool(blind)
        assert live.evidence.pictures() == {MISSING_BURN.number: not blind}
    assert list(tmp_path.rglob("*.jpg")), "kept all the same, for the audit"


def test_a_still_that_hole_cards_can_be_on_is_kept_and_never_shown(tmp_path: Path) -> None:
    store, recorder = Store.open(tmp_path / "night.journal"), Recorder(tmp_path / "evidence", 1 << 20, print)
    quiet = Quiet()
    evidence = Evidence(store, recorder, lambda: {"overhead": Shot(5, PICTURE)}, quiet)
    quiet.heard(5, faceless(BETWEEN))
    evidence.take((MISSING_BURN,), 5)
    for at, night in ((PROOF, NIGHT), (5 + PROOF, BETWEEN), (10 * PROOF, BETWEEN)):  # a hand had begun
        quiet.heard(at, faceless(night))
        evidence.judge()
        assert evidence.pictures() == {MISSING_BURN.number: False}
        assert evidence.picture(MISSING_BURN.number) is None
    assert list(tmp_path.rglob("*.jpg"))
    assert faceless(BETWEEN)
    assert not faceless(replace(BETWEEN, lost=frozenset({"overhead"}))), "nobody knows whether a hand runs"
    assert not faceless(replace(BETWEEN, blocked=frozenset({"hole 1"}))), "nobody knows what lies there"
    assert HAND.street is not Street.DEAL
    unread = replace(HAND, players=tuple(replace(player, cards=()) for player in HAND.players))
    assert not faceless(replace(NIGHT, hand=unread)), "they act: cards lie there, though nobody read them"
    assert faceless(replace(NIGHT, hand=replace(unread, street=Street.DEAL)))
    store.close()


def test_help_gives_the_numbers_with_their_date_in_both_languages(desk: Desk) -> None:
    told = numbers()
    assert isinstance(told["checked_on"], datetime.date)
    for language, words in (("de", "Wenn aus Spiel Sucht wird"), ("en", "When playing becomes an addiction")):
        visit(desk, f"help?lang={language}")
        page = desk.text("body")
        assert words in page
        assert all(line["number"] in page for line in told["line"])
        assert "§ 201" in page
    assert "0800 137 27 00" in {line["number"] for line in told["line"]}
    unsure = [line for line in told["line"] if not line["confirmed"]]
    assert desk.text("#gambling").count("check before you rely on it") == len(unsure) == 1
