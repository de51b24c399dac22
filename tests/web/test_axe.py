"""Every page, in both languages and whatever goes on: WCAG 2.2 AA as far as axe-core can tell, in a real Chromium."""

import hashlib
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from house import House, Screen
from sample import BETWEEN, NIGHT, TIMED, ruled
from selenium.webdriver.common.by import By

from web_overlay import Access, Devices, create_app
from web_overlay.audiences import Role

VENDOR = Path(__file__).parent / "vendor"
AXE = VENDOR / "axe-core" / "axe.min.js"
STATES = {
    "quiet": replace(NIGHT, incidents=()),
    "incident": NIGHT,
    "remedy": ruled(),
    "clock": TIMED,
    "between": BETWEEN,
}
LIVE = ("/", "/table", "/seat/1", "/overlay")
DOORS = ("/pair", "/devices")
"""On this machine alone the one leads on at once and the other is empty: they are looked at on a network."""
WORST_SHADE = """
    // axe cannot tell the contrast before a gradient: its lightest colour stands for it, as letters are light.
    const light = (c) => c.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    for (const one of document.querySelectorAll('*')) {
      const shades = getComputedStyle(one).backgroundImage.match(/rgba?\\([^)]*\\)/g);
      if (!shades) continue;
      one.style.backgroundImage = 'none';
      one.style.backgroundColor = shades.sort((a, b) => light(b) - light(a))[0];
    }"""
RUN = """
    const done = arguments[arguments.length - 1];
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const told = (all) => all.flatMap(({id, nodes}) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 150)} (${node.failureSummary ?? ''})`));
    axe.run(document, {runOnly: {type: 'tag', values: tags}}).then((found) => done({
      violations: told(found.violations), passes: found.passes.length,
      unsure: told(found.incomplete.filter((one) => one.id === 'color-contrast')),
    }));"""
EYES = ("only non-text characters", "too short to determine", "partially obscured by another element")
"""What axe leaves to people's eyes: signs beside the words they mean, single digits, plates that a card lies upon."""


def test_axe_is_the_one_that_was_vendored() -> None:
    listed = re.findall(r"`(axe-core/\S+)`.*`([0-9a-f]{64})`", (VENDOR / "README.md").read_text())
    assert [name for name, _ in listed] == ["axe-core/axe.min.js"]
    assert hashlib.sha256(AXE.read_bytes()).hexdigest() == listed[0][1]


def _pages() -> list[str]:
    """Every page of the program: what a GET answers with HTML."""
    house = House()
    house.serving.close()
    app = create_app(house.latest, house.submit, lambda: None)
    paths = [
        rule.rule.replace("<int:number>", "1")
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not rule.rule.startswith(("/api/", "/events/", "/static/"))
    ]
    client = app.test_client()
    return sorted(path for path in paths if "text/html" in client.get(path, headers={"Host": "127.0.0.1"}).content_type)


def _check(screen: Screen, what: str) -> None:
    if not screen.run("return typeof axe === 'object'"):
        screen.driver.execute_script(AXE.read_text())
    screen.run(WORST_SHADE)
    found: dict[str, Any] = screen.driver.execute_async_script(RUN)
    assert found["passes"] > 3, "axe looked at nothing"
    assert found["violations"] == [], what
    assert [one for one in found["unsure"] if not any(known in one for known in EYES)] == [], what


def test_a_page_with_faults_is_told(screen: Screen) -> None:
    screen.visit("/table?lang=en")
    screen.run("document.getElementById('seats').before(document.createElement('button'))")
    screen.run("document.getElementById('facts').style.color = '#24453b'")
    with pytest.raises(AssertionError, match="button-name"):
        _check(screen, "a broken page")


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("path", [path for path in _pages() if path not in (*LIVE, *DOORS)])
def test_every_page(screen: Screen, path: str, language: str) -> None:
    screen.open(f"{path}?lang={language}")
    assert screen.run("return document.documentElement.lang") == language
    _check(screen, f"{path} {language}")
    _check_on_a_phone(screen, f"{path} {language}")


def _on_a_network(screen: Screen) -> Devices:
    devices = Devices()
    screen.house.serving.close()
    screen.house.access = Access(devices)
    screen.house.serving = screen.house.open(0)
    return devices


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_page_where_a_stranger_says_a_code(screen: Screen, language: str) -> None:
    _on_a_network(screen)
    screen.open(f"/pair?lang={language}")
    screen.wait(lambda: screen.driver.find_elements(By.ID, "code"))
    _check(screen, f"/pair {language}")
    screen.one("#code").send_keys("000000")
    screen.one("form button").click()
    screen.wait(lambda: len(screen.text("#said")) > 40)
    assert screen.run("return location.pathname") == "/pair", "no other page stands in for it"
    _check(screen, f"/pair {language} refused")
    _check_on_a_phone(screen, f"/pair {language}")


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_hosts_page_with_devices_and_a_code(screen: Screen, language: str) -> None:
    devices = _on_a_network(screen)
    host = devices.admit("Eva", Role.HOST, None, "2026-07-01T20:00:00+02:00")
    devices.admit("A television with a long name of its own", Role.TABLE, None, "2026-07-01T20:00:00+02:00")
    assert host is not None
    screen.open("/help")
    screen.driver.add_cookie({"name": f"floorman-{screen.house.serving.port}", "value": host[1]})
    screen.open(f"/devices?lang={language}")
    screen.wait(lambda: len(screen.driver.find_elements(By.CSS_SELECTOR, "#list tbody tr")) == 2)
    screen.one("form button").click()
    screen.wait(lambda: screen.driver.find_elements(By.CSS_SELECTOR, "#shown b"))
    assert screen.run("return location.pathname") == "/devices"
    _check(screen, f"/devices {language}")
    _check_on_a_phone(screen, f"/devices {language}")
    screen.driver.delete_all_cookies()


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("path", LIVE)
def test_every_live_page_in_every_state(screen: Screen, path: str, language: str) -> None:
    screen.visit(f"{path}?lang={language}")
    assert screen.run("return document.documentElement.lang") == language
    for name, night in STATES.items():
        screen.house.show(night)
        revision = str(screen.house.revision)
        screen.wait(lambda now=revision: screen.run("return document.body.dataset.revision") == now)
        screen.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        screen.run("document.querySelector('.alert .other')?.click()")
        _check(screen, f"{path} {language} {name}")
    _check_on_a_phone(screen, f"{path} {language}")
    screen.house.serving.close()
    screen.wait(lambda: screen.run("return document.body.classList.contains('stale')"))
    _check(screen, f"{path} {language} stale")
    screen.house.serving = screen.house.open(0)


def _check_on_a_phone(screen: Screen, what: str) -> None:
    screen.resize(390, 844)
    _check(screen, f"{what} on a phone")
    assert screen.run("return document.documentElement.scrollWidth <= innerWidth")
