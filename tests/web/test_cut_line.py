"""A line that is cut without a word: the screens say that they are stale, and come back by themselves."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from urllib.request import urlopen

import pytest
from house import Screen
from sample import BETWEEN, NIGHT

from web_overlay import create_app, serve


class Cable:
    """A line to a server: unplugged, it carries nothing, and neither end is told."""

    def __init__(self, port: int) -> None:
        self.plugged = threading.Event()
        self.plugged.set()
        self._far = port
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self.plugged.set()
        for end in self._ends:
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                near = self._socket.accept()[0]
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._far))
            self._ends += (near, far)
            for ends in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        try:
            while data := here.recv(65536):
                self.plugged.wait()
                there.sendall(data)
            there.shutdown(socket.SHUT_WR)
        except OSError:
            pass


@pytest.fixture
def cable(screen: Screen) -> Iterator[Cable]:
    """To the same table, served with the pace that people get."""
    house = screen.house
    serving = serve(create_app(house.latest, house.submit, lambda: None), 0)
    with closing(Cable(serving.port)) as line, closing(serving):
        yield line
        line.plugged.set()


@pytest.mark.parametrize("path", ["/table", "/seat/1"])
def test_a_screen_without_news_for_twelve_seconds_is_stale_and_comes_back(
    screen: Screen, cable: Cable, path: str
) -> None:
    own, screen.house.serving.port = screen.house.serving.port, cable.port
    screen.visit(f"{path}?lang=en")
    screen.house.serving.port = own
    screen.run("window.sameDocument = true")
    cable.plugged.clear()
    cut = time.monotonic()
    screen.wait(lambda: screen.one("#stale").is_displayed())
    assert time.monotonic() - cut <= 12
    assert "Connection lost" in screen.text("#stale")
    screen.house.show(BETWEEN, ask=None)
    cable.plugged.set()
    screen.wait(lambda: not screen.one("#stale").is_displayed())
    assert screen.run("return document.body.dataset.revision") == str(screen.house.revision), "the first is the newest"
    assert screen.run("return window.sameDocument") is True


_SHOWN = """
window.shown = [];
new MutationObserver(() => window.shown.push(document.body.dataset.revision))
  .observe(document.body, { attributes: true });"""


def test_a_page_never_goes_back_to_an_older_state_unless_the_program_began_anew(screen: Screen) -> None:
    house = screen.house
    screen.visit("/table?lang=en")
    screen.shows(BETWEEN, ask=None)
    screen.run(_SHOWN)
    newest, house.revision = house.revision, 0
    with urlopen(f"http://127.0.0.1:{house.serving.port}/events/table", timeout=20) as stream:
        while b'"revision": 0' not in stream.readline():
            pass
    time.sleep(0.5)  # the page has it too by now
    house.revision = newest
    screen.shows(NIGHT)
    shown = screen.run("return window.shown")
    assert isinstance(shown, list)
    assert set(shown) == {str(newest + 1)}
    port = house.serving.port
    house.serving.close()
    house.revision = 0
    house.serving = house.open(port)
    screen.wait(lambda: screen.run("return document.body.dataset.revision") == "0")
