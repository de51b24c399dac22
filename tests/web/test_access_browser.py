"""Real browsers at the doors: a phone is let in by the code's address and sent away; a browser sleeps for an hour."""

import time
from collections.abc import Callable, Iterator

import pytest
from house import Screen
from sample import BETWEEN, sample
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from web_overlay import Access, Devices, Receipt, Serving, create_app, serve
from web_overlay.audiences import Role
from web_overlay.streams import Pace

pytestmark = pytest.mark.slow

_WATCH = """
window.opened = 0; window.said = []; window.sameDocument = true;
const Real = EventSource;
window.EventSource = class extends Real { constructor(...words) { super(...words); window.opened += 1; } };
const banner = document.getElementById("stale");
new MutationObserver(() => window.said.push(!banner.hidden)).observe(banner, { attributes: true });"""
_PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": False}
_LINES = """return ["tbody td", "tbody td button"].map((css) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(css));
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size; })"""
_OUTSIDE = "return document.body.className + document.documentElement.className;"
_SLEEP = """
const awake = Date.now;
Date.now = () => awake() + 3600000;
document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));"""


def test_a_browser_that_slept_for_an_hour_says_so_at_once_and_is_right_again(screen: Screen) -> None:
    screen.visit("/?lang=en")
    screen.run(_WATCH)
    screen.run(_SLEEP)  # timers stood still, the wall clock did not, nobody closed the line, and somebody looks again
    screen.wait(lambda: screen.run("return window.said[0]"))
    screen.wait(lambda: screen.run("return window.opened") == 1 and not screen.one("#stale").is_displayed())
    screen.house.show(BETWEEN)
    screen.wait(lambda: "Between two hands" in screen.text("#facts"))
    assert screen.run("return window.sameDocument") is True


def test_a_frozen_page_comes_back_to_a_server_that_was_restarted(screen: Screen) -> None:
    screen.visit("/table?lang=en")
    screen.run("window.sameDocument = true")
    port = screen.house.serving.port
    screen.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    screen.house.serving.close()
    screen.house.show(BETWEEN)
    revision = str(screen.house.revision)
    screen.house.serving = screen.house.open(port)
    screen.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    screen.wait(lambda: screen.run("return document.body.dataset.revision") == revision)
    screen.wait(lambda: not screen.one("#stale").is_displayed())
    assert screen.run("return window.sameDocument") is True


class Club:
    """A table whose devices are paired."""

    def __init__(self) -> None:
        self.access = Access(Devices(), "127.0.0.1")
        app = create_app(
            sample, lambda *o: Receipt(o[0].at), lambda: None, access=self.access, pace=Pace(heartbeat=0.3, still=1e9)
        )
        self.serving: Serving = serve(app, 0)
        self.address = f"http://127.0.0.1:{self.serving.port}"


@pytest.fixture
def club(chromium: webdriver.Chrome) -> Iterator[Club]:
    made = Club()
    yield made
    chromium.get("about:blank")
    chromium.delete_all_cookies()
    made.serving.close()


def test_an_overlay_that_was_sent_away_stays_clean(chromium: webdriver.Chrome, club: Club) -> None:
    """It may be on air: it fades out, and shows no page that asks for a code."""
    assert club.access.devices is not None
    let_in = club.access.devices.admit("OBS", Role.OVERLAY, None, "now")
    assert let_in is not None
    chromium.get(f"{club.address}/help")
    chromium.add_cookie({"name": f"floorman-{club.serving.port}", "value": let_in[1]})
    chromium.get(f"{club.address}/overlay")
    WebDriverWait(chromium, 60, 0.05).until(lambda _: chromium.execute_script("return document.body.dataset.revision"))
    club.access.devices.revoke(let_in[0].id)
    WebDriverWait(chromium, 60, 0.05).until(lambda _: "stale" in str(chromium.execute_script(_OUTSIDE)))
    time.sleep(1)
    assert chromium.current_url == f"{club.address}/overlay"
    chromium.delete_all_cookies()


def test_a_stranger_is_led_to_where_it_says_a_code(chromium: webdriver.Chrome, club: Club) -> None:
    chromium.get(f"{club.address}/")
    assert chromium.current_url == f"{club.address}/pair"


def test_the_host_lets_a_phone_in_and_sends_it_away(chromium: webdriver.Chrome, club: Club) -> None:
    def wait(happened: Callable[[], object]) -> None:
        WebDriverWait(chromium, 60, 0.05).until(lambda _: happened())

    def one(css: str) -> str:
        found = chromium.find_elements(By.CSS_SELECTOR, css)
        return found[0].text if found else ""

    chromium.get(f"{club.address}/pair?lang=en#{club.access.pairings.host_secret()}")
    wait(lambda: chromium.current_url.startswith(f"{club.address}/?"))
    assert "#" not in chromium.current_url
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", _PHONE)
    chromium.get(f"{club.address}/devices?lang=en")
    wait(lambda: one("#list tbody tr"))
    assert chromium.execute_script(_LINES) == [1, 1], "neither device nor button is broken on a phone"
    chromium.find_element(By.CSS_SELECTOR, "form button").click()
    wait(lambda: one("#shown b"))
    code = one("#shown b")
    assert "five tries" in one("#left")
    host = chromium.get_cookies()
    chromium.delete_all_cookies()  # now it is a phone
    chromium.get(f"{club.address}/pair?lang=en")
    wait(lambda: chromium.find_elements(By.ID, "code"))
    chromium.find_element(By.ID, "code").send_keys("wrong")
    chromium.find_element(By.CSS_SELECTOR, "form button").click()
    wait(lambda: "the code that the host shows now" in one("#said"))
    chromium.find_element(By.ID, "code").clear()
    chromium.find_element(By.ID, "code").send_keys(code)
    chromium.find_element(By.ID, "name").send_keys("Phone")
    chromium.find_element(By.CSS_SELECTOR, "form button").click()
    wait(lambda: chromium.current_url.startswith(f"{club.address}/table"))
    wait(lambda: chromium.execute_script("return document.body.dataset.revision"))
    assert club.access.devices is not None
    (phone,) = (device.visitor for device in club.access.devices.all() if device.visitor.name == "Phone")
    club.access.devices.revoke(phone.id)
    wait(lambda: chromium.current_url == f"{club.address}/pair?lang=en")
    wait(lambda: one("h1") == "Pair this device")
    chromium.get("about:blank")
    chromium.get(f"{club.address}/table")
    assert chromium.current_url == f"{club.address}/pair"
    assert len(host) == 1
    assert host[0]["httpOnly"] is True
    assert host[0]["sameSite"] == "Strict"
