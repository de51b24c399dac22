"""The server: streams that never starve the rest, ports that are taken, a clean end."""

import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from urllib.request import urlopen

import pytest
from sample import NIGHT, ruled, sample

from table_controller.records import BadInput
from table_controller.views import Views
from web_overlay import Access, Devices, Receipt, Serving, create_app, serve
from web_overlay.audiences import Role
from web_overlay.gate import Audience
from web_overlay.streams import CAPS, Pace

PACE = Pace(look=0.01, least=0.01, heartbeat=0.1, still=1e9)


class Table:
    """A served sample table."""

    def __init__(self) -> None:
        self.views: Views = sample(1)
        self.serving: Serving = serve(
            create_app(lambda: self.views, lambda o: Receipt(o.at), lambda: None, pace=PACE), 0
        )

    def ask(self, path: str) -> bytes:
        with urlopen(f"http://127.0.0.1:{self.serving.port}{path}", timeout=20) as answer:
            body: bytes = answer.read()
            return body


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.serving.close()


def asked(host: str, port: int, *headers: str, path: str = "/api/me", body: str = "") -> str:
    """The whole answer to one request on a connection of its own."""
    with socket.create_connection((host, port), timeout=20, source_address=(host, 0)) as line:
        what = f"POST {path}" if body else f"GET {path}"
        length = (f"Content-Length: {len(body)}", "Content-Type: application/json") if body else ()
        head = (f"{what} HTTP/1.1", *headers, *length, "Connection: close")
        line.sendall(("\r\n".join(head) + f"\r\n\r\n{body}").encode())
        return b"".join(iter(lambda: line.recv(65536), b"")).decode()


@pytest.fixture
def network() -> Iterator[tuple[Access, Serving]]:
    """A table on a network of its own: another address of this machine."""
    access = Access(Devices(), "127.0.0.2", ("table.example",))
    app = create_app(lambda: sample(1), lambda o: Receipt(o.at), lambda: None, pace=PACE, access=access)
    serving = serve(app, 0, "127.0.0.2")
    yield access, serving
    serving.close()


def test_one_address_cannot_take_every_connection(network: tuple[Access, Serving]) -> None:
    port = network[1].port
    with ExitStack() as held:
        for _ in range(400):
            held.enter_context(closing(socket.create_connection(("127.0.0.2", port), source_address=("127.0.0.3", 0))))
        assert " 200 OK" in asked("127.0.0.2", port, "Host: 127.0.0.2"), "another address"
        assert " 200 OK" in asked("127.0.0.1", port, "Host: 127.0.0.1"), "this machine"
    ends = time.monotonic() + 20
    while b" 200 OK" not in answered(port, "127.0.0.3"):
        assert time.monotonic() < ends, "they are given back"
        time.sleep(0.05)


def answered(port: int, source: str, more: str = "") -> bytes:
    """What a connection of *source* is answered; nothing if it is refused."""
    with closing(socket.create_connection(("127.0.0.2", port), 20, (source, 0))) as line, suppress(ConnectionError):
        line.sendall(f"GET /api/me HTTP/1.1\r\nHost: 127.0.0.2\r\nConnection: close\r\n{more}\r\n".encode())
        return b"".join(iter(lambda: line.recv(4096), b""))
    return b""


def test_a_guest_with_many_addresses_leaves_this_machine_its_own(network: tuple[Access, Serving]) -> None:
    port = network[1].port
    with ExitStack() as held:
        lines = [held.enter_context(slow_writer(port, f"127.0.0.{3 + place % 10}")) for place in range(400)]
        assert lines[0].recv(1) == b"", "the oldest ended for the newest"
        assert " 200 OK" in asked("127.0.0.1", port, "Host: 127.0.0.1")
        assert b" 200 OK" in answered(port, "127.0.0.30"), "and whoever comes is heard"


def slow_writer(port: int, source: str) -> socket.socket:
    """A connection that has begun to ask, and takes its time."""
    line = socket.create_connection(("127.0.0.2", port), 20, (source, 0))
    line.sendall(b"GET /api/me HTTP/1.1\r\nHo")
    return line


def test_strangers_leave_the_devices_that_were_let_in_their_share(network: tuple[Access, Serving]) -> None:
    access, serving = network
    assert access.devices is not None
    visitor, token = access.devices.admit("tv", Role.TABLE, None, "") or (None, "")
    own = {"source": "127.0.0.20", "more": f"Cookie: floorman-{serving.port}={token}\r\n"}
    assert b'"role":"table"' in answered(serving.port, **own)
    with ExitStack() as held:
        first = held.enter_context(slow_writer(serving.port, "127.0.0.20"))
        for place in range(400):
            held.enter_context(slow_writer(serving.port, f"127.0.0.{30 + place % 100}"))
        for _ in range(40):
            held.enter_context(slow_writer(serving.port, "127.0.0.20"))
        assert b'"role":"table"' in answered(serving.port, **own)
        first.sendall(b"st: 127.0.0.2\r\n\r\n")
        assert b" 200 OK" in first.recv(4096), "and nobody ended what it had begun"
    assert visitor is not None
    access.devices.revoke(visitor.id)
    assert not access.knows("127.0.0.20"), "who was sent away is a stranger"


def test_who_asks_on_without_reading_keeps_no_thread(network: tuple[Access, Serving]) -> None:
    """More than there are threads, each with more answers on their way than a slow page may lag behind."""
    port = network[1].port
    font = b"GET /static/fonts/archivo-latin.woff2 HTTP/1.1\r\nHost: 127.0.0.2\r\n\r\n"
    with ExitStack() as held:
        for place in range(120):
            line = held.enter_context(closing(socket.socket()))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1448)
            line.bind((f"127.0.0.{3 + place % 10}", 0))
            line.connect(("127.0.0.2", port))
            line.sendall(5 * font)
        assert " 200 OK" in asked("127.0.0.2", port, "Host: 127.0.0.2")


PROXY = ("Host: table.example", "X-Forwarded-Proto: https", "X-Forwarded-For: 192.0.2.7")


def test_a_proxy_on_this_machine_brings_tls(network: tuple[Access, Serving]) -> None:
    access, serving = network
    code = json.dumps({"code": access.pairings.host_secret()})
    let_in = asked(*("127.0.0.1", serving.port, *PROXY, "Origin: https://table.example"), path="/api/pair", body=code)
    assert " 200 OK" in let_in
    cookie = re.search(r"Set-Cookie: (floorman-443=[^;]+);.* Secure; HttpOnly;.*SameSite=Strict", let_in)
    assert cookie, let_in
    listed = asked("127.0.0.1", serving.port, *PROXY, f"Cookie: {cookie[1]}", path="/api/devices")
    token = re.search(r'"token":"(\w+)"', listed)
    assert token, listed
    told = asked(
        *("127.0.0.1", serving.port, *PROXY, f"Cookie: {cookie[1]}", f"X-Floorman-Token: {token[1]}"),
        *("Origin: https://table.example",), path="/api/pairings", body='{"role": "table"}',
    )  # fmt: skip
    assert '"address":"https://table.example/pair"' in told
    foreign = asked("127.0.0.1", serving.port, *PROXY, "Origin: http://table.example", path="/api/pair", body=code)
    assert " 403 " in foreign, "the same name without TLS is another page"


def test_who_is_no_proxy_of_this_machine_is_not_believed(network: tuple[Access, Serving]) -> None:
    serving = network[1]
    body, origin = '{"code": "000000"}', "Origin: https://table.example"
    said = asked("127.0.0.2", serving.port, *PROXY, origin, path="/api/pair", body=body)
    assert "only pages of this server" in said


@pytest.mark.parametrize(
    "said",
    [
        *("X-Forwarded-For: 192.0.2.7", "X-Forwarded-For: 127.0.0.1", "X-Forwarded-For: 127.0.0.1:99"),
        *("X-Forwarded-Proto: https", "X-Real-IP: 127.0.0.1", "Via: 1.1 here"),
    ],
)
def test_a_proxy_before_a_table_of_this_machine_alone_makes_nobody_the_host(table: Table, said: str) -> None:
    """Also where it hands on what its visitor wrote."""
    refused = asked("127.0.0.1", table.serving.port, "Host: 127.0.0.1", said, path="/api/desk")
    assert " 403 " in refused
    assert "`floorman run --listen auto`" in refused
    assert " 200 OK" in asked("127.0.0.1", table.serving.port, "Host: 127.0.0.1", path="/api/desk")


class Listener:
    """An open stream, read event by event."""

    def __init__(self, port: int, audience: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.socket.sendall(f"GET /events/{audience} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.headers = dict(line.split(": ", 1) for line in iter(lambda: self.file.readline().decode().strip(), ""))

    def next(self, kind: str) -> dict[str, object]:
        while True:
            line = self.file.readline().decode()
            if not line:
                raise EOFError(kind)
            if line.strip() == f"event: {kind}":
                data: dict[str, object] = json.loads(self.file.readline().decode().removeprefix("data: "))
                return data

    def close(self) -> None:
        self.file.close()
        self.socket.close()


def until(happened: Callable[[], bool]) -> None:
    """Wait for what must come; the suite's own limit is the only clock."""
    while not happened():
        pass


@pytest.mark.parametrize(
    ("head", "status", "german"),
    [
        ("POST /api/press HTTP/1.1\r\nContent-Length: 70000", 413, "eine kürzere Anfrage"),
        (f"GET / HTTP/1.1\r\nX: {'x' * 17_000}", 431, "kürzere Kopfzeilen"),
        ("GET / HTTP/1.1\r\nContent-Length: many", 400, "eine Anfrage, die dieser Server lesen kann"),
    ],
)
def test_what_the_server_does_not_read_to_the_end_is_refused_in_both_languages(
    table: Table, head: str, status: int, german: str
) -> None:
    first, rest = head.split("\r\n")
    told = spoken(table.serving.port, f"{first}\r\nAccept: */*\r\n{rest}\r\n\r\n")
    assert told.split()[1] == str(status)
    answer = json.loads(told.split("\r\n\r\n", 1)[1])
    assert answer["said"] == {"de": german, "en": answer["expected"]}
    assert "X-Content-Type-Options: nosniff" in told


def test_a_person_who_sends_too_much_reads_a_page(table: Table) -> None:
    head = "POST /pair HTTP/1.1\r\nAccept: text/html\r\nContent-Length: 70000\r\n\r\n"
    told = spoken(table.serving.port, head)
    assert "Erwartet: eine kürzere Anfrage." in told
    assert "Expected: a shorter request." in told


def spoken(port: int, head: str) -> str:
    """All that is answered to *head*."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(head.encode())
        return b"".join(iter(lambda: line.recv(65536), b"")).decode()


def test_a_stream_begins_with_the_full_snapshot_and_follows(table: Table) -> None:
    with closing(Listener(table.serving.port, "desk")) as desk, closing(Listener(table.serving.port, "table")) as tv:
        assert "token" in desk.next("hello")
        assert "token" not in tv.next("hello")
        assert desk.next("state")["revision"] == tv.next("state")["revision"] == 1
        table.views = sample(2, ruled())
        state = desk.next("state")
        assert state["revision"] == tv.next("state")["revision"] == 2
        assert state["view"]["following"][0]["incident"] == 4  # type: ignore[index]
        assert desk.next("beat") == {}


def test_who_comes_back_is_shown_nothing_older_than_now(table: Table) -> None:
    """The last page's line was cut, the table went on unwatched: the first state is the newest, not the last shown."""
    with closing(Listener(table.serving.port, "desk")) as before:
        assert before.next("state")["revision"] == 1
    until(lambda: not table.serving._streams.watching(Audience.DESK))
    table.views = sample(2, ruled())
    with closing(Listener(table.serving.port, "desk")) as again:
        assert again.next("state")["revision"] == 2


def test_a_source_that_fails_leaves_no_page_that_only_looks_alive(caplog: pytest.LogCaptureFixture) -> None:
    answers = iter([sample(1), RuntimeError("the table thread died"), sample(2)])

    def latest() -> Views:
        answer = next(answers, None) or sample(2)
        if isinstance(answer, Exception):
            raise answer
        return answer

    pace = Pace(look=0.01, least=0.01, heartbeat=0.05, still=0.05)
    serving = serve(create_app(latest, lambda o: Receipt(o.at), lambda: None, clock=lambda: 0, pace=pace), 0)
    try:
        with closing(Listener(serving.port, "table")) as tv:
            assert tv.next("state")["revision"] == 1
            assert tv.next("still") == {}
            assert tv.next("state")["revision"] == 2
    finally:
        serving.close()
    assert "the table thread died" in caplog.text


def test_a_slow_page_skips_to_the_newest(table: Table) -> None:
    with closing(Listener(table.serving.port, "overlay")) as overlay:
        overlay.next("state")
        for revision in range(2, 60):
            table.views = sample(revision)
        seen = 1
        while seen < 59:
            newer = overlay.next("state")["revision"]
            assert isinstance(newer, int)
            assert newer > seen
            seen = newer


def test_full_streams_leave_the_pages_alive_and_give_their_slots_back(table: Table) -> None:
    with ExitStack() as stack:
        for audience, cap in CAPS.items():
            name = "seat/1" if audience is Audience.SEAT else audience.value
            for _ in range(cap):
                listener = stack.enter_context(closing(Listener(table.serving.port, name)))
                assert listener.status == 200
                listener.next("hello")
        extra = stack.enter_context(closing(Listener(table.serving.port, "desk")))
        assert extra.status == 503
        assert extra.headers["Retry-After"] == "5"
        for path in ("/", "/api/desk", "/static/desk.js", "/table"):
            assert table.ask(path)

    def free() -> bool:
        with closing(Listener(table.serving.port, Audience.DESK.value)) as again:
            return again.status == 200

    until(free)


def test_connections_that_say_nothing_hold_up_nobody(table: Table) -> None:
    with ExitStack() as stack:
        for _ in range(100):
            idle = stack.enter_context(socket.create_connection(("127.0.0.1", table.serving.port)))
            idle.sendall(b"GET / HTTP/1.1\r\nHost: 127.0")
        assert table.ask("/api/desk")


def test_fifty_tabs_leave_the_table_its_pace(table: Table) -> None:
    with ExitStack() as stack:
        names = [*["desk"] * 12, *["table"] * 30, *["overlay"] * 8]
        tabs = [stack.enter_context(closing(Listener(table.serving.port, name))) for name in names]
        assert {tab.status for tab in tabs} == {200}
        for revision in range(2, 8):
            table.views = sample(revision)
            assert json.loads(table.ask("/api/table"))["revision"] == revision
        for tab in tabs:
            while tab.next("state")["revision"] != 7:
                pass


def test_a_restart_on_the_same_port_serves_on() -> None:
    first = Table()
    with closing(Listener(first.serving.port, "desk")) as before:
        boot = before.next("hello")["boot"]
        first.serving.close()
        with pytest.raises(EOFError):
            before.next("never sent")
    app = create_app(lambda: sample(1, NIGHT), lambda o: Receipt(o.at), lambda: None, pace=PACE)
    second = serve(app, first.serving.port)
    try:
        with closing(Listener(second.port, "desk")) as after:
            assert after.next("hello")["boot"] != boot
            assert after.next("state")["revision"] == 1
    finally:
        second.close()


def test_a_port_in_use_is_bad_input(table: Table) -> None:
    app = create_app(sample, lambda o: Receipt(o.at), lambda: None)
    with pytest.raises(BadInput, match=rf"^port {table.serving.port}: expected a free port.*in use$"):
        serve(app, table.serving.port)


@pytest.mark.parametrize(("port", "host"), [(70_000, "127.0.0.1"), (-1, "127.0.0.1"), (0, "0.0.0.0"), (0, "table.lan")])
def test_odd_ports_and_open_networks_are_bad_input(port: int, host: str) -> None:
    app = create_app(sample, lambda o: Receipt(o.at), lambda: None)
    with pytest.raises(BadInput, match="expected"):
        serve(app, port, host)


def test_it_opens_and_closes_again_and_again() -> None:
    for _ in range(10):
        made = Table()
        assert b'"revision": 1' in made.ask("/api/table")
        made.serving.close()


def test_a_server_is_closed_though_another_wakes_its_thread_first(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    trigger = table.serving._server.trigger
    pull = trigger._physical_pull

    def late() -> None:
        pull()  # another's
        time.sleep(0.2)
        pull()

    monkeypatch.setattr(trigger, "_physical_pull", late)
    table.serving.close()
    assert not table.serving._thread.is_alive()
