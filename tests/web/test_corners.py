"""The page that takes the felt's corners: four clicks, this machine only, foreign pages and wrong points refused."""

import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from types import SimpleNamespace
from typing import ClassVar

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from web_overlay.corners import Corners, ask_corners, corner_app
from web_overlay.gate import TOKEN_HEADER, Gate
from web_overlay.server import stop

PICTURE = cv2.imencode(".png", np.full((360, 640, 3), 80, np.uint8))[1].tobytes()
FOUR = [[10, 20], [600, 20], [600, 340.5], [10, 340]]


def fault_of(corners: Corners) -> str:
    return "order" if corners[0][0] > corners[1][0] else ""


@pytest.fixture
def page() -> Iterator[FlaskClient]:
    with corner_app(PICTURE, fault_of, "de", Gate("secret")).test_client() as client:
        yield client


def sent(page: FlaskClient, corners: object, token: str = "secret", origin: str | None = None) -> tuple[int, object]:
    headers = {TOKEN_HEADER: token} | ({} if origin is None else {"Origin": origin})
    answer = page.post("/corners", json={"corners": corners}, headers=headers)
    return answer.status_code, (answer.get_json(silent=True) or {}).get("fault")


def test_the_page_shows_the_picture_in_the_language_asked_for(page: FlaskClient) -> None:
    assert b'<html lang="de">' in page.get("/").data
    assert page.get("/picture.png").data == PICTURE
    assert page.get("/static/corners.js").status_code == 200


def test_the_page_knows_of_which_half_the_corners_are() -> None:
    with corner_app(PICTURE, fault_of, "de", Gate("secret"), "left").test_client() as client:
        assert b'<meta name="half" content="left">' in client.get("/").data


def test_four_corners_are_kept(page: FlaskClient) -> None:
    assert sent(page, FOUR) == (200, "")


@pytest.mark.parametrize(
    ("corners", "fault"),
    [
        (FOUR[:3], "count"),
        ([*FOUR, [1, 1]], "count"),
        ("four", "count"),
        ([[1, 2, 3]] * 4, "count"),
        ([["1", 2]] * 4, "count"),
        ([[True, 2]] * 4, "count"),
        ([[1e9, 2]] * 4, "count"),
        ([FOUR[1], FOUR[0], FOUR[3], FOUR[2]], "order"),
    ],
)
def test_what_is_no_felt_is_refused(page: FlaskClient, corners: object, fault: str) -> None:
    assert sent(page, corners) == (422, fault)


def test_brackets_without_end_are_no_corners(page: FlaskClient) -> None:
    headers = {TOKEN_HEADER: "secret", "Content-Type": "application/json"}
    assert page.post("/corners", data="[" * 8_000, headers=headers).status_code == 422


def test_a_foreign_page_cannot_set_corners(page: FlaskClient) -> None:
    assert sent(page, FOUR, token="guess") == (403, "foreign")
    assert sent(page, FOUR, origin="http://evil.example") == (403, "foreign")
    assert page.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert page.get("/static/desk.js").status_code == 404


def test_every_fault_has_words_in_both_languages() -> None:
    from vision.calibrate.felt import FAULTS

    script = (Path(__file__).parents[2] / "web_overlay/static/corners.js").read_text()
    english, german = script.split("  de: {")
    for fault in FAULTS:
        assert f"{fault}: " in english
        assert f"{fault}: " in german.split("};")[0]


def test_the_server_ends_when_the_corners_are_there() -> None:
    said: Queue[str] = Queue()
    found: list[Corners] = []
    asking = threading.Thread(target=lambda: found.append(ask_corners(PICTURE, fault_of, "en", 0, said.put)))
    asking.start()
    address = said.get(timeout=10)
    assert address.startswith("http://127.0.0.1:")
    with urllib.request.urlopen(address, timeout=10) as answer:
        token = answer.read().decode().split('name="token" content="')[1].split('"')[0]
    body = str({"corners": FOUR}).replace("'", '"').encode()
    headers = {TOKEN_HEADER: token, "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{address}corners", body, headers), timeout=10) as answer:
        assert answer.status == 200
    asking.join(timeout=10)
    assert not asking.is_alive()
    assert found == [[(10, 20), (600, 20), (600, 340.5), (10, 340)]]


def test_the_thread_that_waits_on_the_sockets_cannot_close_the_trigger_before_it_is_pulled() -> None:
    class Trigger:
        lock = threading.Lock()
        thunks: ClassVar[list[object]] = []
        pulled: ClassVar[list[bool]] = []

        def _physical_pull(self) -> None:
            self.pulled.append(self.lock.locked() and len(self.thunks) == 1)

    trigger = Trigger()
    stop(SimpleNamespace(task_dispatcher=SimpleNamespace(shutdown=lambda timeout: None), trigger=trigger), {})
    assert trigger.pulled == [True]
    assert not trigger.lock.locked()
