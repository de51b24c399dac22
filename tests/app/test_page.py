"""The program as its users start it: an incident appears on the page, is accepted or dismissed, and is followed."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 120
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
    WebDriverWait(chromium, 20, 0.1).until(lambda page: words in page.find_element(By.TAG_NAME, "body").text)


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
