"""A served table and a browser before it, for every test of a page."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from sample import NIGHT, ruled, sample
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from table_controller.records.night import Night
from table_controller.records.observations import ButtonPress, Observation, RulingEntered, Verdict
from table_controller.views import Views
from web_overlay import Access, Receipt, Serving, create_app, serve
from web_overlay.streams import Pace


class House:
    """A served table whose night the test sets; an accepted ruling changes it as the referee would."""

    def __init__(self) -> None:
        self.now: int | None = 62_000_000_000
        """Night time, in ns; None: it runs."""
        self._began = time.monotonic_ns() - self.now
        self.night, self.revision = NIGHT, 1
        self.shown: dict[str, object] = {}
        self.submitted: list[Observation] = []
        self.access: Access | None = None
        """Who may open what from the next ``open`` on; None: everybody here."""
        self.serving = self.open(0)

    def clock(self) -> int:
        return time.monotonic_ns() - self._began if self.now is None else self.now

    def latest(self) -> Views:
        return replace(sample(self.revision, self.night, **self.shown), at=self.clock())

    def open(self, port: int, still: float = 1e9) -> Serving:
        pace = Pace(look=0.01, least=0.02, heartbeat=0.5, still=still)
        app = create_app(self.latest, self.submit, lambda: None, pace=pace, clock=self.clock, access=self.access)
        return serve(app, port)

    def show(self, night: Night, **shown: object) -> None:
        self.night, self.revision, self.shown = night, self.revision + 1, shown

    def submit(self, observation: Observation) -> Receipt:
        if isinstance(observation, ButtonPress):
            assert len(observation.key) == 24, "every tap has a key of its own"
            observation = replace(observation, key="")
        self.submitted.append(observation)
        if isinstance(observation, RulingEntered):
            self.show(NIGHT if observation.verdict is Verdict.UNDO else ruled())
        return Receipt(observation.at)


class Screen:
    """A browser on the house's pages."""

    def __init__(self, driver: webdriver.Chrome, house: House) -> None:
        self.driver, self.house = driver, house

    def visit(self, path: str, width: int = 1280, height: int = 800) -> None:
        """Open a page of the table and wait for its first state."""
        self.open(path, width, height, live=True)

    def open(self, path: str, width: int = 1280, height: int = 800, *, live: bool = False) -> None:
        """Open a page; a *live* one has come when it shows a state."""
        self.resize(width, height)
        self.driver.get(f"http://127.0.0.1:{self.house.serving.port}{path}")
        if live:
            self.wait(lambda: self.driver.execute_script("return document.body.dataset.revision"))

    def resize(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def wait(self, happened: Callable[[], object]) -> None:
        WebDriverWait(self.driver, 60, poll_frequency=0.05).until(lambda _: happened())

    def shows(self, night: Night, **shown: object) -> None:
        """Set the table and wait until the page shows it."""
        self.house.show(night, **shown)
        revision = str(self.house.revision)
        self.wait(lambda: self.run("return document.body.dataset.revision") == revision)

    def one(self, css: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def text(self, css: str) -> str:
        return " ".join(self.one(css).text.split())

    def run(self, script: str) -> object:
        result: object = self.driver.execute_script(script)
        return result


@pytest.fixture
def screen(chromium: webdriver.Chrome) -> Iterator[Screen]:
    house = House()
    made = Screen(chromium, house)
    chromium.get_log("browser")  # what earlier tests left
    yield made
    first, *others = chromium.window_handles
    for handle in others:
        chromium.switch_to.window(handle)
        chromium.close()
    chromium.switch_to.window(first)
    chromium.get("about:blank")
    house.serving.close()
