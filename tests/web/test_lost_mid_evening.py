"""A camera that fails in the middle of a hand: the desk says so, and the hand is finished from the desk alone."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from selenium import webdriver
from test_desk_alone import CAMERA, Desk, opened

from table_controller.records.observations import SourceLost, SourceRestored


@pytest.fixture
def desk(chromium: webdriver.Chrome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr("table_controller.app.real_sources", lambda *given: ())  # the test is the camera
    with ExitStack() as house:
        yield opened(chromium, tmp_path, house, CAMERA)
    chromium.get("about:blank")


def _lose(desk: Desk, reason: str) -> None:
    desk.live.inbox.put(SourceLost(at=desk.live.clock.now(), source="overhead", reason=reason))


def _restore(desk: Desk) -> None:
    desk.live.inbox.put(SourceRestored(at=desk.live.clock.now(), source="overhead"))
    desk.wait(lambda: desk.text("#lost") == "", desk.text("#lost"))


def test_the_desk_takes_over_from_a_camera_and_gives_back(desk: Desk) -> None:
    desk.wait(lambda: desk.text("#next .now"))
    assert desk.text("#lost") == ""
    assert desk.text("#step-done") == "", "a hand is the camera's to see"
    _lose(desk, "it sends no frame")
    desk.wait(lambda: "Lost: Camera (it sends no frame)." in desk.text("#lost"), desk.text("#lost"))
    assert "every step has its “Done”" in desk.text("#lost")
    desk.done("Start the next hand", seat="1")
    desk.done("Seat ")
    _restore(desk)
    assert desk.text("#step-done") == "", "a blind is the camera's to see"
    _lose(desk, "it sends no frame")
    desk.done("Seat ")
    desk.done("One card face down")
    desk.wait(lambda: desk.text("#action .actor"), "nobody is asked")
    _restore(desk)
    assert desk.text("#step-done") == ""


def test_it_says_why_in_german_too(desk: Desk) -> None:
    _lose(desk, "it cannot be opened")
    desk.page.get(desk.page.current_url.replace("lang=en", "lang=de"))
    desk.wait(lambda: "Ausgefallen: Kamera (sie lässt sich nicht öffnen)." in desk.text("#lost"), desk.text("#lost"))
