"""A table without camera and board, run from the desk alone in a real browser: every click goes the whole way, through
web, inbox, fusion, referee and journal, and back to the page. Nothing but the page's own buttons is used."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from table_controller.app import LiveTable
from table_controller.files import load_rulebook
from table_controller.journal.read import entries
from table_controller.table_file import load_table

TABLE = """
name = "Kitchen"
rulebook = "zollernalb"
currency = "EUR"
decimals = 2
felt = {{ width = 1200, height = 800 }}
blinds = {{ small = 50, big = 100 }}
level = [{{ small = 50, big = 100, minutes = 20 }}, {{ small = 100, big = 200, minutes = 20 }}]
{camera}
"""
CAMERA = """
[[camera]]
name = "overhead"
source = "/nowhere/at/all"
width = 1280
height = 720
corners = [[0, 0], [1280, 0], [1280, 720], [0, 720]]

[[zone]]
name = "board"
kind = "board"
corners = [[300, 340], [900, 340], [900, 460], [300, 460]]
"""
SEATS = "".join(f'\n[[seat]]\nnumber = {n}\nstack = 10000\nname = "{name}"\n' for n, name in enumerate("ABC", start=1))


class Desk:
    """The desk's page in a browser, before a live table."""

    def __init__(self, page: webdriver.Chrome, live: LiveTable) -> None:
        self.page, self.live = page, live

    def wait(self, happened: Callable[[], object], what: str = "") -> None:
        WebDriverWait(self.page, 60, 0.05).until(lambda _: happened(), what)

    def text(self, css: str) -> str:
        """What stands there, drawn anew or not; empty where nothing does."""
        found = self.page.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", css)
        return " ".join(str(found).split())

    def click(self, css: str) -> None:
        """Click a button once it is there, and wait for the table to have heard it."""
        script = "const it = document.querySelector(arguments[0]); if (it) it.click(); return !!it;"
        before = self.entries()
        self.wait(lambda: self.page.execute_script(script, css), f"no {css} beside: {self.text('aside')}")
        self.wait(lambda: self.entries() != before, f"{css} changed nothing: {self.text('#toast')}")

    def entries(self) -> object:
        """What the page shows to take back, and how many incidents there are."""
        script = """return [document.getElementById("undo-last")?.dataset.number,
            document.getElementById("next").innerText, document.getElementById("incidents").innerText]"""
        return self.page.execute_script(script)

    def done(self, now: str, **typed: str) -> None:
        """Say with one tap that the next step, which begins so, is done."""
        self.wait(
            lambda: self.text("#next .now").startswith(now),
            f"{now!r} is not {self.text('#next')!r} {self.text('#toast')} ",
        )
        for name, value in typed.items():
            field = self.page.find_element(By.CSS_SELECTOR, f".finish [name={name}]")
            field.clear() if field.tag_name == "input" else None
            field.send_keys(value)
        self.click("#step-done")

    def act(self, seat: str, action: str, amount: str = "") -> None:
        """Tap an action of the seat to act."""
        self.wait(lambda: self.text("#action .actor") == seat, f"{seat} is not to act: {self.text('#action')}")
        if amount:
            field = self.page.find_element(By.CSS_SELECTOR, ".act-amount")
            field.clear()
            field.send_keys(amount)
        self.click(f"#act-{action}")

    def shown(self) -> object:
        """The record as the page shows it: everything that an undo must bring back."""
        script = """return fetch("/api/desk").then((answer) => answer.json()).then(({ view }) => JSON.stringify([
            view.felt, view.ask, view.pot, view.next_steps, view.following,
            view.incidents.map(({ number, state, ruling }) => [number, state, ruling])]))"""
        return self.page.execute_script(script)

    def stacks(self) -> list[int]:
        script = """return fetch("/api/desk").then((answer) => answer.json())
            .then(({ view }) => view.felt.seats.map((one) => one.stack))"""
        found: list[int] = self.page.execute_script(script)
        return found


def opened(chromium: webdriver.Chrome, folder: Path, house: ExitStack, camera: str = "") -> Desk:
    path = folder / "kitchen.toml"
    path.write_text(TABLE.format(camera=camera) + SEATS, encoding="utf-8")
    table = load_table(path)
    live = LiveTable(table, load_rulebook(table.rulebook), folder / "night.journal", house=house)
    serving = live.serve(0)
    live.start(None, seed=1, attended=True)
    house.callback(live.stop)
    chromium.get(f"http://127.0.0.1:{serving.port}/?lang=en")
    desk = Desk(chromium, live)
    desk.wait(lambda: "A" in desk.text(".felt"))
    return desk


@pytest.fixture
def desk(chromium: webdriver.Chrome, tmp_path: Path) -> Iterator[Desk]:
    with ExitStack() as house:
        yield opened(chromium, tmp_path, house)
    chromium.get("about:blank")


def a_hand_to_the_flop(desk: Desk, tap: Callable[..., None]) -> None:
    tap(desk.done, "Start the next hand", seat="1")
    tap(desk.done, "Seat 2 posts the blind")
    tap(desk.done, "Seat 3 posts the blind")
    tap(desk.done, "One card face down to seat 2")
    tap(desk.act, "1 · A", "call")
    tap(desk.act, "2 · B", "call")
    tap(desk.act, "3 · C", "check")
    tap(desk.done, "Collect the bets")
    tap(desk.done, "Burn one card")
    tap(desk.done, "Deal the flop", cards="As Kd 7c")


def a_turn_without_a_burn(desk: Desk, tap: Callable[..., None]) -> None:
    """The dealer forgets the burn: the desk says what was dealt, the referee finds it, the remedy is carried out."""
    tap(desk.act, "2 · B", "check")
    tap(desk.act, "3 · C", "raise", "3.00")
    tap(desk.act, "1 · A", "fold")
    tap(desk.act, "2 · B", "call")
    tap(desk.done, "Collect the bets")
    tap(turn_dealt, desk)
    desk.wait(lambda: "Burn forgotten" in desk.text(".alert"))
    assert "§4.3.7" in desk.text(".alert")
    assert "May be disputed until the next hand begins" in desk.text(".alert")
    tap(desk.click, ".alert .accept")
    tap(desk.done, "Show 2")
    tap(desk.done, "Move 2")
    tap(desk.done, "Deal the next card face up", cards="9h")


def turn_dealt(desk: Desk) -> None:
    """What the dealer laid out of order is entered under *By hand*."""
    field = desk.page.find_element(By.ID, "enter-cards")
    desk.page.execute_script("arguments[0].closest('details').open = true", field)
    field.clear()
    field.send_keys("2c")
    desk.click("#enter-board_card_dealt")


def the_end(desk: Desk, tap: Callable[..., None]) -> None:
    tap(desk.act, "2 · B", "check")
    tap(desk.act, "3 · C", "check")
    tap(desk.done, "Burn one card")
    tap(desk.done, "Deal the river", cards="4s")
    tap(desk.act, "2 · B", "check")
    tap(desk.act, "3 · C", "check")
    tap(desk.done, "Seat 3 tables the hand", cards="Ah Ad")
    tap(desk.done, "Seat 2 tables the hand", cards="Kh Kc")


def test_a_whole_hand_with_an_irregularity_is_played_by_clicking_and_taken_back_step_by_step(desk: Desk) -> None:
    before: list[object] = []

    def tap(act: Callable[..., None], *more: object, **typed: str) -> None:
        before.append(desk.shown())
        act(*more, **typed)
        desk.wait(lambda: desk.shown() != before[-1])
        time.sleep(0.3)  # until fusion has told it: what is shown then is compared later

    a_hand_to_the_flop(desk, tap)
    assert desk.text("#pot") == "€3.00"
    for told in ("Hand 1", "Level 1", "Level 2: €1.00 / €2.00 · 1", "3 players · avg €100.00"):
        assert told in desk.text("#facts")
    a_turn_without_a_burn(desk, tap)
    assert desk.page.find_element(By.CSS_SELECTOR, ".board").get_attribute("data-cards") == "As Kd 7c 9h"
    the_end(desk, tap)
    assert len(before) >= 24
    for earlier in reversed(before[-24:]):
        desk.click("#undo-last")
        desk.wait(lambda wanted=earlier: desk.shown() == wanted, f"undone to {desk.shown()}\n not {earlier}")
    assert len(entries_of(desk, '"what":"undo"')) == 24, "the journal keeps what was entered and that it was taken back"


def test_the_pot_goes_to_the_winner_and_the_next_hand_has_the_next_button(desk: Desk) -> None:
    def tap(act: Callable[..., None], *more: object, **typed: str) -> None:
        act(*more, **typed)

    a_hand_to_the_flop(desk, tap)
    a_turn_without_a_burn(desk, tap)
    the_end(desk, tap)
    desk.done("Push €9.00 from the pot to seat 3")
    desk.wait(lambda: desk.stacks() == [9900, 9600, 10500])
    desk.done("End the hand")
    desk.done("Start the next hand")
    desk.wait(lambda: desk.text(".seat[data-seat='2'] .dealer-button") == "D")
    assert desk.stacks() == [9900, 9600, 10500]


def test_who_taps_twice_tells_it_once(desk: Desk) -> None:
    """At once, and again while the table has not told it yet."""
    desk.done("Start the next hand", seat="1")
    desk.wait(lambda: desk.text("#next .now").startswith("Seat 2 posts the blind"))
    script = """const tap = () => document.getElementById("step-done")?.click();
        tap(); tap(); setTimeout(tap, 60); setTimeout(tap, 120);"""
    desk.page.execute_script(script)
    desk.wait(lambda: desk.text("#next .now").startswith("Seat 3 posts the blind"))
    time.sleep(1)
    assert len(entries_of(desk, '"type":"chips_moved_in"')) == 1
    desk.click("#undo-last")
    desk.done("Seat 2 posts the blind")
    desk.wait(lambda: desk.stacks() == [10000, 9950, 10000])


def test_two_desks_that_tell_the_same_step_tell_it_once(desk: Desk) -> None:
    desk.done("Start the next hand", seat="1")
    desk.wait(lambda: desk.text("#next .now").startswith("Seat 2 posts the blind"))
    first = desk.page.current_window_handle
    desk.page.execute_script("window.shown = document.querySelector('.finish')")  # what its dealer is about to tap
    address = desk.page.current_url
    desk.page.switch_to.new_window("window")
    desk.page.get(address)
    desk.wait(lambda: desk.text("#next .now").startswith("Seat 2 posts the blind"))
    desk.page.execute_script("document.getElementById('step-done').click()")
    desk.wait(lambda: desk.page.find_elements(By.CSS_SELECTOR, "#toast.good"), "the table has not taken the first tap")
    desk.page.switch_to.window(first)
    # What the toast says is gone after five seconds, and a busy machine may look later.
    desk.page.execute_script("""const toast = document.getElementById("toast"); window.told = [];
        new MutationObserver(() => window.told.push(toast.textContent)).observe(toast, { childList: true });
        window.shown.dispatchEvent(new Event("submit"));""")
    again = "Already entered: the second time does not count."
    desk.wait(lambda: again in desk.page.execute_script("return window.told"), "the second tap was not refused")
    desk.wait(lambda: desk.stacks() == [10000, 9950, 10000])
    assert len(entries_of(desk, '"type":"chips_moved_in"')) == 1


def test_nobody_is_preset_as_the_first_button(desk: Desk) -> None:
    desk.wait(lambda: desk.text("#next .now").startswith("Start the next hand"))
    desk.page.execute_script("document.querySelector('#step-done').click()")
    desk.wait(lambda: "seat" in desk.text("#toast"), "nothing was said of the seat that is missing")
    assert not entries_of(desk, "button_placed")
    desk.done("Start the next hand", seat="2")
    desk.wait(lambda: desk.text(".seat[data-seat='2'] .dealer-button") == "D")


def test_a_misdeal_restores_stacks_and_positions(desk: Desk) -> None:
    desk.done("Start the next hand", seat="1")
    desk.done("Seat 2 posts the blind")
    desk.done("Seat 3 posts the blind")
    desk.done("One card face down to seat 2")
    desk.act("1 · A", "raise", "3.00")
    desk.click("#misdeal")
    desk.click(".alert .accept")
    desk.done("Give €3.00 back to seat 1")
    desk.wait(lambda: desk.stacks() == [10000, 9950, 9900])
    desk.done("Gather all cards and shuffle")
    desk.done("Have the deck cut")
    desk.done("One card face down to seat 2")
    desk.wait(lambda: desk.text("#action .actor") == "1 · A")
    assert desk.text(".seat[data-seat='1'] .dealer-button") == "D"


def test_facts_say_where_they_come_from_and_are_corrected_with_one_tap(desk: Desk) -> None:
    desk.done("Start the next hand", seat="1")
    desk.done("Seat 2 posts the blind")
    desk.done("Seat 3 posts the blind")
    desk.done("One card face down to seat 2")
    desk.page.execute_script("document.querySelector('.sources').open = true")
    assert "by hand 100%" in desk.text("[data-fact=bet][data-seat='3']")
    assert "house rule" in desk.text("[data-fact=to_act]")
    desk.click("[data-fact=folded][data-seat='2'] button")
    desk.wait(lambda: desk.text("[data-fact=folded][data-seat='2'] td") == "yes")


def entries_of(desk: Desk, words: str) -> list[str]:
    return [entry.body or "" for entry in entries(desk.live.path, kinds=("event",)) if words in (entry.body or "")]
