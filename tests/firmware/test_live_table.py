"""The live table with the real image as its board, in a simulated Mega 2560: from button bytes to an incident shown."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from table_controller.board.wiring import standard_wiring
from table_controller.journal.read import entries
from table_controller.records import Seat
from table_controller.records.observations import Press
from table_controller.table_file import load_table

PATIENCE = 120
"""Seconds, on a busy machine."""


def _table_file(folder: Path) -> Path:
    """A table of four seats without a camera: what it knows it hears from its board and the desk."""
    seats, zones = [], []
    places = {"board": (300, 340), "pot": (450, 480), "burn": (100, 340), "muck": (1000, 340)}
    for number in range(1, 5):
        seats.append(f'[[seat]]\nnumber = {number}\nstack = 10000\nname = "P{number}"\n')
        for row, kind in enumerate(("cards", "bet", "stack")):
            places[f"seat {number} {kind}"] = (250 * number - 150, 20 + 80 * row)
    for name, (x, y) in places.items():
        owner = f"seat = {name.split()[1]}\n" if " " in name else ""
        corners = [[x, y], [x + 150, y], [x + 150, y + 70], [x, y + 70]]
        zones.append(f'[[zone]]\nname = "{name}"\nkind = "{name.split()[-1]}"\n{owner}corners = {corners}\n')
    head = 'name = "Cellar"\nrulebook = "zollernalb"\nfelt = {width = 1200, height = 800}\n'
    head += "blinds = {small = 50, big = 100}\n"
    tail = f'[board]\nport = "{folder / "board"}"\n[screens]\nlanguage = "en"\n'
    path = folder / "table.toml"
    path.write_text(head + "".join(seats) + "".join(zones) + tail)
    return path


@contextmanager
def _running(*arguments: str, told: str) -> Iterator[subprocess.Popen[str]]:
    """The program with these arguments; at the end it is told so, or asked to stop."""
    command = [sys.executable, "-m", "table_controller", *arguments]
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **streams) as program:  # type: ignore[call-overload]
        try:
            yield program
        finally:
            program.terminate() if not told else None
            program.communicate(told or None, timeout=PATIENCE)


class Fingers:
    """Presses buttons of the simulated board."""

    def __init__(self, board: subprocess.Popen[str], table: Path) -> None:
        self._board, self._wiring = board, standard_wiring(load_table(table).layout)

    def press(self, seat: int | None, press: Press) -> None:
        number = self._wiring.inputs.index((None if seat is None else Seat(seat), press))
        assert self._board.stdin is not None
        assert self._board.stdout is not None
        for word in ("down", "wait", "up", "wait"):
            self._board.stdin.write(f"{word} {0.1 if word == 'wait' else number}\n")
            self._board.stdin.flush()
        for word in ("down", "up"):
            assert json.loads(self._board.stdout.readline())["did"] == f"{word} {number}"


def _wait(page: webdriver.Chrome, script: str) -> object:
    return WebDriverWait(page, PATIENCE, 0.1).until(lambda page: page.execute_script(script))


PLACE_THE_BUTTON = """
    const done = arguments[0], place = (desk) => desk.state({ type: "button_placed", seat: 1 });
    import("/static/commands.js").then(place).then(() => done(true));"""
"""As the desk's own entries do; no camera sees the dealer button at this table."""
ALERT = "const card = document.querySelector('.alert'); return card && card.innerText;"


@pytest.mark.usefixtures("image")
def test_buttons_of_the_real_image_lead_to_an_incident_on_the_page(tmp_path: Path, chromium: webdriver.Chrome) -> None:
    table, journal = _table_file(tmp_path), tmp_path / "night.journal"
    simulate = ("board", "simulate", "--as", "avr", "--link", str(tmp_path / "board"))
    run = ("run", "--table", str(table), "--journal", str(journal), "--port", "0")
    with _running(*simulate, told="quit\n") as board:
        assert board.stdout is not None
        assert json.loads(board.stdout.readline())["port"]
        fingers = Fingers(board, table)
        with _running(*run, told="") as live:
            assert live.stderr is not None
            found = next(found for line in live.stderr if (found := re.search(r"http://127\.0\.0\.1:\d+/", line)))
            chromium.get(found[0] + "?lang=en")
            _says(chromium, "Start the next hand")
            assert chromium.execute_async_script(PLACE_THE_BUTTON)
            _says(chromium, "Entered.")
            fingers.press(None, Press.NEW_HAND)
            _says(chromium, "Hand 1")
            for seat, said in ((2, Press.POST_SMALL_BLIND), (3, Press.POST_BIG_BLIND), (4, Press.CHECK)):
                fingers.press(seat, said)
            alert = _wait(chromium, ALERT)
            assert "Check facing a bet" in str(alert)
    heard = [json.loads(entry.body or "") for entry in entries(journal, kinds=("observation",))]
    presses = [seen for seen in heard if seen["type"] == "button_press" and seen["source"] == "board"]
    assert [(seen.get("seat"), seen["press"]) for seen in presses] == [
        *((None, "new_hand"), (2, "post_small_blind"), (3, "post_big_blind"), (4, "check"))
    ]
    assert len({seen["key"] for seen in presses}) == 4


def _says(page: webdriver.Chrome, words: str) -> None:
    WebDriverWait(page, PATIENCE, 0.1).until(lambda page: words in page.find_element(By.TAG_NAME, "body").text)
