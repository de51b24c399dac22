"""The program as its users start it: an incident appears on the page, is accepted or dismissed, and is followed."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 300
"""Seconds for a simulated hand to get to its irregularity on a busy machine."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address that the program prints; in this night a burn is forgotten first, then a call is short."""
    command = [sys.executable, "-m", "table_controller", "run", "--port", "0", "--seed", "2", "--speed", "2.5"]
    table = subprocess.Popen(
        [*command, "--journal", str(tmp_path / "night.journal")],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    assert table.stderr is not None
    printed = table.stderr.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/", printed)
    assert found, printed
    yield found[0]
    table.terminate()
    table.communicate(timeout=60)
    assert table.returncode == 0


def _click(chromium: webdriver.Chrome, button: str) -> str:
    """Wait for an incident, click its *button*, return what its card said. The page may be drawn anew in between."""
    script = """
        const card = document.querySelector(".alert"), button = card && card.querySelector(arguments[0]);
        if (!button) return null;
        const said = card.innerText; button.click(); return said;"""
    said: str = WebDriverWait(chromium, PATIENCE, 0.2).until(lambda page: page.execute_script(script, button))
    return said


def _says(chromium: webdriver.Chrome, words: str) -> None:
    WebDriverWait(chromium, 60, 0.1).until(lambda page: words in page.find_element(By.TAG_NAME, "body").text)


def test_an_incident_is_accepted_and_another_dismissed(chromium: webdriver.Chrome, address: str) -> None:
    chromium.get(f"{address}?lang=en")
    burn = _click(chromium, "button.accept")
    assert "Burn forgotten" in burn
    assert "§4.3.7" in burn
    assert "First open card becomes the burn" in burn
    _says(chromium, "CARRYING OUT THE RULING")
    _says(chromium, "Ruled: First open card becomes the burn")
    call = _click(chromium, "button.dismiss")
    assert "§4.3.29" in call
    _says(chromium, "No open incident in this hand.")


def test_a_ruling_is_taken_back_and_who_is_to_act_is_corrected(chromium: webdriver.Chrome, address: str) -> None:
    chromium.get(f"{address}?lang=en")
    WebDriverWait(chromium, PATIENCE, 0.2).until(lambda page: page.execute_script(_ACCEPT_THE_BURN))
    _says(chromium, "CARRYING OUT THE RULING")
    assert "All in order" not in chromium.find_element(By.TAG_NAME, "body").text
    _pressed(chromium, ".following button.quiet")
    _says(chromium, "Burn forgotten")
    assert "Burn forgotten" in _click(chromium, "button.dismiss"), "with the hand halted nobody is to act"
    WebDriverWait(chromium, PATIENCE, 0.2).until(_another_is_to_act, "the same seat is to act, whatever the desk says")


_ACCEPT_THE_BURN = """
    for (const card of document.querySelectorAll(".alert")) {
      const burn = card.innerText.includes("Burn forgotten");
      card.querySelector(burn ? "button.accept" : "button.dismiss").click();
      if (burn) return true;
    }
    return false;"""
"""A machine too slow for the night may see what was not: that is dismissed."""
_DISMISS = "document.querySelectorAll('.alert button.dismiss').forEach((button) => button.click());"
_GIVEN = """
    const row = document.querySelector("#sources tr[data-fact=to_act]");
    const given = row && row.querySelector(".origin.operator") && row.children[1].textContent;
    const actor = document.querySelector("#action:not([hidden]) .actor");
    return actor && actor.innerText === arguments[0] && given === arguments[0];"""
"""Whether a seat is to act because somebody said so: in play a camera or the button board says who is."""
_ACTING = "const actor = document.querySelector('#action:not([hidden]) .actor'); return actor && actor.innerText;"
_SEATS = "return [...document.getElementById('correct-seat').options].map((option) => option.textContent);"
_CORRECT = """
    const names = ["correct-what", "correct-seat", "correct-enter"];
    const [what, seat, enter] = names.map((id) => document.getElementById(id));
    what.value = "to_act";
    what.dispatchEvent(new Event("change"));
    seat.value = [...seat.options].find((option) => option.textContent === arguments[0]).value;
    enter.click();"""


def _another_is_to_act(chromium: webdriver.Chrome) -> bool:
    """Whether the desk can give the turn to another seat.

    What is open is dismissed, for nobody acts in a halted hand, and on a slow machine the night goes on meanwhile.
    """
    chromium.execute_script(_DISMISS)
    acting = chromium.execute_script(_ACTING)
    others = [name for name in chromium.execute_script(_SEATS) if name != acting]
    return acting is not None and any(_becomes_acting(chromium, name) for name in others)


def _becomes_acting(chromium: webdriver.Chrome, name: str) -> bool:
    """Whether the seat called *name* is to act once the desk says so; one that has folded is not."""
    chromium.execute_script(_CORRECT, name)
    try:
        WebDriverWait(chromium, 5, 0.02).until(lambda page: page.execute_script(_GIVEN, name))
    except TimeoutException:
        return False
    return True


def _pressed(chromium: webdriver.Chrome, button: str) -> None:
    script = "const button = document.querySelector(arguments[0]); if (button) button.click(); return !!button;"
    WebDriverWait(chromium, 60, 0.1).until(lambda page: page.execute_script(script, button))
