"""Who may open the screens on a network: pairing, roles, revocation, and what every request has to pass."""

import json
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sample import sample
from werkzeug.test import TestResponse

from table_controller.records import BadInput
from table_controller.records.observations import ButtonPress, Observation
from web_overlay import Access, Devices, Picture, Reads, Receipt, create_app
from web_overlay.audiences import HERE, Audience, Role, Visitor, audience_of
from web_overlay.buckets import Buckets
from web_overlay.devices import MOST
from web_overlay.gate import Gate
from web_overlay.pairing import Grant, Pairings
from web_overlay.server import network_address, serve

ADDRESS = "192.168.178.20"
KEY = "key-00000001"
HOME = {"host": "/", "desk": "/", "table": "/table", "seat": "/seat/3", "overlay": "/overlay", "auditor": "/reads"}
OPENS = {
    "host": {"desk", "table", "overlay", "seat 3", "seat 2", "host", "audit"},
    "desk": {"desk", "table"},
    "table": {"table"},
    "seat": {"seat 3", "table"},
    "overlay": {"overlay"},
    "auditor": {"audit", "overlay", "table"},
    "nobody": set(),
}
"""What the document promises each role; ``nobody`` was not let in."""


class Club:
    """An app on a network, with browsers at it that were let in."""

    def __init__(self, path: Path | None = None) -> None:
        self.now, self.submitted, self.noted = 0.0, list[Observation](), list[Mapping[str, object]]()
        self.devices = Devices(path)
        self.access = Access(
            self.devices,
            ADDRESS,
            ("table.local",),
            Reads(self.noted.append, lambda most: self.noted[-most:][::-1]),
            Pairings(lambda: self.now),
        )
        self.app: Flask = create_app(
            sample, self.submit, lambda: Picture(0, b"JPEG"), token="secret", access=self.access
        )
        self.host = self.paired(self.access.pairings.host_secret())

    def submit(self, observation: Observation) -> Receipt:
        self.submitted.append(observation)
        return Receipt(observation.at)

    def browser(self) -> FlaskClient:
        return self.app.test_client()

    def paired(self, code: str, name: str = "") -> FlaskClient:
        browser = self.browser()
        answer = browser.post("/api/pair", json={"code": code, "name": name})
        assert answer.status_code == 200, answer.get_json()
        return browser

    def code(self, role: str, seat: int | None = None) -> str:
        token = self.host.get("/api/devices").get_json()["token"]
        body = {"role": role} | ({} if seat is None else {"seat": seat})
        answer = self.host.post("/api/pairings", json=body, headers={"X-Floorman-Token": token})
        assert answer.status_code == 200, answer.get_json()
        told: str = answer.get_json()["code"]
        return told

    def member(self, role: str) -> FlaskClient:
        if role == "nobody":
            return self.browser()
        return self.host if role == "host" else self.paired(self.code(role, 3 if role == "seat" else None), role)


@pytest.fixture
def club() -> Iterator[Club]:
    made = Club()
    yield made
    made.app.extensions["streams"].close()


def filled(rule: str, number: int = 3) -> str:
    """A path of *rule*."""
    return re.sub(r"<\w*:?name>", "live.js", re.sub(r"<int:\w+>", str(number), rule))


def hello(browser: FlaskClient, path: str) -> dict[str, object]:
    """What a stream tells its page first."""
    answer = browser.get(path, buffered=False)
    assert answer.status_code == 200
    part = next(iter(answer.response))
    answer.close()
    text = part if isinstance(part, str) else part.decode()
    told: dict[str, object] = json.loads(text.split("data: ")[1])
    return told


@pytest.mark.parametrize("role", list(OPENS))
def test_a_role_opens_its_own_routes_and_no_others(club: Club, role: str) -> None:
    browser = club.member(role)
    for rule in club.app.url_map.iter_rules():
        who = audience_of(club.app, rule.endpoint)
        assert who is not None
        if "GET" not in (rule.methods or ()) or who is Audience.PUBLIC:
            continue
        for seat in (3, 2) if who is Audience.SEAT else (None,):
            path = filled(rule.rule, seat or 3)
            answer = browser.get(path, buffered=False)
            named = who.value if seat is None else f"seat {seat}"
            expected = {200, 404} if named in OPENS[role] else {401} if role == "nobody" else {403}
            assert answer.status_code in expected, f"{role}: {path}"
            answer.close()


def test_a_gate_that_lets_every_role_in_is_caught(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Visitor, "opens", lambda *_: True)
    with pytest.raises(AssertionError, match="table: /"):
        test_a_role_opens_its_own_routes_and_no_others(club, "table")


def test_a_gate_that_takes_another_pages_token_is_caught(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Gate, "_check_command", lambda *_: None)
    monkeypatch.setattr(Visitor, "opens", lambda *_: True)
    with pytest.raises(AssertionError, match="table: /api/press"):
        test_a_role_enters_only_what_is_its_own(club, "table")


@pytest.mark.parametrize("role", list(OPENS))
def test_a_role_enters_only_what_is_its_own(club: Club, role: str) -> None:
    browser = club.member(role)
    tokens = ["secret", ""]
    for own in ("desk", "seat/3", "seat/2"):
        answer = browser.get(f"/events/{own}", buffered=False)
        if answer.status_code == 200:
            tokens.append(str(hello(browser, f"/events/{own}")["token"]))
        answer.close()
    sent = {
        "/api/press": {"press": "fold", "seat": 2},
        "/api/manual": {"event": {"type": "note", "code": "x"}},
        "/api/rulings": {"incident": 4, "verdict": "dismiss"},
        "/api/seat/3/press": {"press": "fold"},
        "/api/seat/2/press": {"press": "fold"},
        "/api/pairings": {"role": "host"},
        "/api/devices/x/revoke": {},
    }
    may = {"desk": set(list(sent)[:3]), "seat": {"/api/seat/3/press"}, "host": set(sent)}.get(role, set())
    for path, body in sent.items():
        answers = [
            browser.post(path, json=body | {"key": f"{number}{KEY}"}, headers={"X-Floorman-Token": token}).status_code
            for number, token in enumerate(tokens)
        ]
        taken = {200, 202} if "devices" not in path else {404}
        assert bool(taken & set(answers)) == (path in may), f"{role}: {path} {answers}"
        assert set(answers) - taken - ({400, 409} if path in may else set()) <= {401, 403, 429}, (
            f"{role}: {path} {answers}"
        )


def test_pages_send_a_browser_to_the_page_that_is_its_own(club: Club) -> None:
    html = {"Accept": "text/html,*/*"}
    stranger = club.browser().get("/table", headers=html)
    assert (stranger.status_code, stranger.headers["Location"]) == (303, "/pair")
    for role, home in HOME.items():
        browser = club.member(role)
        assert browser.get("/api/me").get_json()["home"] == home
        if role != "host":
            moved = browser.get("/devices", headers=html)
            assert (moved.status_code, moved.headers["Location"]) == (303, home)
    assert club.browser().get("/api/me").get_json() == {"home": None}


def test_a_code_is_six_digits_good_for_one_device_and_two_minutes(club: Club) -> None:
    code = club.code("table")
    assert re.fullmatch(r"\d{6}", code)
    club.paired(code)
    assert club.browser().post("/api/pair", json={"code": code}).status_code == 403, "once"
    late = club.code("table")
    club.now += 120
    assert club.browser().post("/api/pair", json={"code": late}).status_code == 403, "two minutes"
    first, second = club.code("table"), club.code("desk")
    assert club.browser().post("/api/pair", json={"code": first}).status_code == 403, "one is open at a time"
    club.paired(second)


def test_five_wrong_codes_close_it() -> None:
    pairings = Pairings(lambda: 0.0)
    code = pairings.open(Grant(Role.DESK))
    wrong = f"{(int(code) + 1) % 10**6:06}"
    assert [pairings.answer(wrong) for _ in range(5)] == [None] * 5
    assert pairings.answer(code) is None
    code = pairings.open(Grant(Role.DESK))
    assert [pairings.answer("ü" * 5000) for _ in range(4)] == [None] * 4
    assert pairings.answer(code) == Grant(Role.DESK), "the fifth try is a try"


def test_the_hosts_secret_lets_one_browser_in() -> None:
    pairings = Pairings(lambda: 0.0)
    first, secret = pairings.host_secret(), pairings.host_secret()
    assert len(secret) == 43, "256 bits"
    assert pairings.answer(first) is None
    assert pairings.answer(secret) == Grant(Role.HOST)
    assert pairings.answer(secret) is None


def test_nobody_is_host_by_coming_first() -> None:
    club = Club()
    for code in ("", "000000", None, 0, [], {}, "0" * 43):
        assert club.browser().post("/api/pair", json={"code": code}).status_code == 403, code


def test_the_cookie_cannot_be_read_or_sent_from_elsewhere(club: Club) -> None:
    answer = club.browser().post("/api/pair", json={"code": club.code("table")})
    cookie = answer.headers["Set-Cookie"]
    assert re.match(r"floorman-80=[\w-]{43};", cookie), cookie
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))


def test_tokens_are_kept_as_digests_alone_and_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "night.journal-devices"
    club = Club(path)
    browser = club.paired(club.code("seat", 3), "Ännas Telefon")
    cookie = browser.get_cookie("floorman-80")
    assert cookie is not None
    assert cookie.value not in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = Devices(path)
    found = again.visitor(cookie.value)
    assert found is not None
    assert (found.name, found.role, found.seat) == ("Ännas Telefon", Role.SEAT, 3)
    for device in club.devices.all():
        assert again.visitor(device.digest) is None, "a digest is no token"


@pytest.mark.parametrize("content", ["", "{}{", "[1]", '[{"id": 1}]', "[" * 100_000, '{"a": 1}', "\xff"])
def test_a_damaged_list_of_devices_is_bad_input(tmp_path: Path, content: str) -> None:
    path = tmp_path / "night.journal-devices"
    path.write_text(content, "latin-1")
    with pytest.raises(BadInput, match=r"night\.journal-devices.*expected the devices"):
        Devices(path)
    assert path.read_text("latin-1") == content, "nothing is lost"


def test_a_device_that_was_sent_away_sees_and_enters_nothing(club: Club) -> None:
    browser = club.paired(club.code("desk"), "Tablet")
    stream = browser.get("/events/desk", buffered=False)
    frames = iter(stream.response)
    assert "hello" in str(next(frames))
    listed = club.host.get("/api/devices").get_json()
    (tablet,) = (one for one in listed["devices"] if one["name"] == "Tablet")
    gone = club.host.post(f"/api/devices/{tablet['id']}/revoke", json={}, headers={"X-Floorman-Token": listed["token"]})
    assert gone.status_code == 200
    assert "bye" in str(list(frames)[-1]), "its open stream ends"
    stream.close()
    assert browser.get("/api/desk").status_code == 401
    assert club.host.get("/api/desk").status_code == 200


def test_a_full_disk_lets_nobody_in_again_who_was_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    devices = Devices(tmp_path / "night-devices")
    one = devices.admit("one", Role.DESK, None, "now")
    assert one

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("web_overlay.devices.os.fsync", full)
    other = devices.admit("other", Role.TABLE, None, "now")
    assert other
    assert devices.visitor(other[1]) == other[0], "is let in tonight"
    assert devices.revoke(one[0].id) == one[0]
    assert not devices.has(one[0].id)
    assert Devices(tmp_path / "night-devices").visitor(one[1]) is None


def test_one_device_cannot_take_the_streams_of_all(club: Club) -> None:
    browser, other = club.member("table"), club.member("auditor")
    opened = [browser.get("/events/table", buffered=False) for _ in range(7)]
    assert [answer.status_code for answer in opened] == [200] * 6 + [503]
    assert opened[-1].headers["Retry-After"]
    last = other.get("/events/table", buffered=False)
    assert last.status_code == 200
    for answer in (*opened, last):
        answer.close()
    again = browser.get("/events/table", buffered=False)
    assert again.status_code == 200, "and they are given back"
    again.close()


def test_there_is_an_end_to_devices(club: Club) -> None:
    code = club.code("table")
    for number in range(MOST - 1):
        assert club.devices.admit(f"{number}", Role.TABLE, None, "now") is not None
    answer = club.browser().post("/api/pair", json={"code": code})
    assert answer.status_code == 409, "the code was right"
    assert "a free place among the devices" in answer.get_json()["said"]["en"]
    assert "der Gastgeber trennt eines".casefold() in answer.get_json()["said"]["de"].casefold()
    token = club.host.get("/api/devices").get_json()["token"]
    asked = club.host.post("/api/pairings", json={"role": "table"}, headers={"X-Floorman-Token": token})
    assert asked.status_code == 409, "no code is shown that opens nothing"
    assert asked.get_json()["said"] == answer.get_json()["said"]
    assert club.browser().post("/api/pair", json={"code": "000000"}).status_code == 403, "a wrong one is wrong"
    newcomer = club.paired(club.access.pairings.host_secret())
    assert newcomer.get("/api/devices").status_code == 200, "somebody has to be able to send one away"


@pytest.mark.parametrize(
    "body",
    [
        *({}, {"role": "god"}, {"role": "seat"}, {"role": "seat", "seat": 99}, {"role": "seat", "seat": True}),
        *({"role": "table", "seat": 1}, {"role": ["host"]}, [], "host"),
    ],
)
def test_a_code_is_for_a_role_there_is(club: Club, body: object) -> None:
    token = club.host.get("/api/devices").get_json()["token"]
    answer = club.host.post("/api/pairings", json=body, headers={"X-Floorman-Token": token})
    assert answer.status_code == 400
    assert answer.get_json()["said"]["de"]


@pytest.mark.parametrize("name", ["x" * 41, "a\nb", 5, None, ["x"]])
def test_a_devices_name_is_a_short_line(club: Club, name: object) -> None:
    assert club.browser().post("/api/pair", json={"code": club.code("table"), "name": name}).status_code == 400


def test_the_qr_code_brings_the_address_and_the_code(club: Club) -> None:
    listed = club.host.get("/api/devices").get_json()
    told = club.host.post(
        "/api/pairings", json={"role": "table"}, headers={"X-Floorman-Token": listed["token"]}
    ).get_json()
    fields = np.array([[255 * (field == "0") for field in row] for row in told["qr"]], np.uint8)
    picture = cv2.resize(np.pad(fields, 4, constant_values=255), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    # The other detector misses one of 250 codes at this size; this one none of 1,500.
    read, *_ = cv2.QRCodeDetectorAruco().detectAndDecode(picture)
    assert read == f"http://{ADDRESS}:80/pair#{told['code']}"


@pytest.mark.parametrize("host", [f"{ADDRESS}:8321", "127.0.0.1", "table.local:8321", "localhost"])
def test_the_network_knows_this_machine_by_its_own_names(club: Club, host: str) -> None:
    origin = {"Host": host, "Origin": f"http://{host}"}
    assert club.browser().get("/pair", headers=origin).status_code == 200


@pytest.mark.parametrize("host", ["192.168.178.21", "evil.example", "table.local.evil.example", ""])
def test_any_other_name_is_rebinding(club: Club, host: str) -> None:
    for path in ("/pair", "/api/desk", "/nothing"):
        assert club.host.get(path, headers={"Host": host}).status_code == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, 200),
        ({}, 200),
    ],
)
def test_every_route_that_holds_state_is_asked_by_pages_of_ours_alone(
    club: Club, headers: dict[str, str], status: int
) -> None:
    for rule in club.app.url_map.iter_rules():
        who = audience_of(club.app, rule.endpoint)
        if "GET" not in (rule.methods or ()) or who is Audience.PUBLIC:
            continue
        answer = club.host.get(filled(rule.rule), headers=headers, buffered=False)
        assert answer.status_code in ({status, 404} if status == 200 else {status}), rule.rule
        answer.close()
    sent = club.host.post("/api/pair", json={"code": "000000"}, headers=headers)
    assert sent.status_code == 403


def test_a_link_elsewhere_may_open_a_page_but_read_nothing(club: Club) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert club.host.get("/table", headers=link).status_code == 200
    for path in ("/api/table", "/events/table", "/api/frame"):
        assert club.host.get(path, headers=link).status_code == 403


def test_every_answer_carries_every_header(club: Club) -> None:
    for rule in club.app.url_map.iter_rules():
        answer = club.host.get(filled(rule.rule), buffered=False)
        policy = answer.headers["Content-Security-Policy"]
        for part in ("default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"):
            assert part in policy
        assert "http" not in policy
        assert ("unsafe" in policy) == (rule.rule == "/overlay")
        expected = {
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "X-Frame-Options": "DENY",
        }
        assert {name: answer.headers[name] for name in expected} == expected, rule.rule
        assert "Server" not in answer.headers
        assert "Access-Control-Allow-Origin" not in answer.headers
        answer.close()


def test_whoever_asks_too_often_is_told_to_wait(club: Club) -> None:
    browser, other = club.browser(), club.member("table")
    answers = [browser.post("/api/pair", json={"code": "000000"}) for _ in range(12)]
    assert {answer.status_code for answer in answers[:8]} == {403}
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) >= 1
    assert answers[-1].get_json()["said"]["de"]
    assert other.get("/api/table").status_code == 200, "another is not slowed down"


def test_a_foreign_page_does_not_use_up_what_the_desk_may_ask() -> None:
    app = create_app(sample, lambda o: Receipt(o.at), lambda: None, token="secret")
    browser = app.test_client()
    foreign = {"Origin": "http://evil.example", "Content-Type": "text/plain"}
    for _ in range(60):
        assert browser.post("/api/press", data="x", headers=foreign).status_code in (403, 429)
    press = {"press": "new_hand", "key": KEY}
    assert browser.post("/api/press", json=press, headers={"X-Floorman-Token": "secret"}).status_code == 202


def test_a_wrong_code_is_in_the_read_log(club: Club) -> None:
    club.browser().post("/api/pair", json={"code": "000000"})
    assert (club.noted[-1]["did"], club.noted[-1]["what"]) == ("refused", "/api/pair")


def test_a_bucket_fills_again_and_forgets_who_never_came_back() -> None:
    now = [0.0]
    bucket = Buckets(rate=2, burst=3, clock=lambda: now[0])
    assert [bucket.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    now[0] += 0.5
    assert [bucket.take("a"), bucket.take("a")] == [0, 0.5]
    for number in range(5000):
        bucket.take(f"stranger {number}")
    assert len(bucket._buckets) <= 1024


def test_who_looked_at_what_is_noted_once_a_minute(club: Club) -> None:
    browser = club.paired(club.code("overlay"), "OBS")
    for _ in range(3):
        browser.get("/api/overlay")
    browser.get("/api/desk")
    club.browser().get("/api/desk")
    told = [(one.get("name"), one["did"], one["what"]) for one in club.noted]
    assert told == [
        ("host", "paired", "host"),
        ("host", "looked", "/api/devices"),
        ("host", "invited", "overlay"),
        ("OBS", "paired", "overlay"),
        ("OBS", "looked", "/api/overlay"),
        ("OBS", "refused", "/api/desk"),
        (None, "refused", "/api/desk"),
    ]
    assert all(one["address"] == "127.0.0.1" for one in club.noted)
    auditor = club.member("auditor")
    assert auditor.get("/api/reads").get_json()["entries"][-1]["what"] == "host"


def test_at_this_machine_alone_nobody_pairs_and_nobody_else_can() -> None:
    app = create_app(sample, lambda o: Receipt(o.at), lambda: None, token="secret")
    browser = app.test_client()
    assert browser.get("/").status_code == browser.get("/devices").status_code == 200
    assert browser.get("/api/me").get_json()["role"] == "host"
    assert browser.get("/api/devices").get_json()["network"] is False
    answer = browser.post("/api/pairings", json={"role": "table"}, headers={"X-Floorman-Token": "secret"})
    assert answer.status_code == 409
    assert browser.post("/api/pair", json={"code": "000000"}).status_code == 409
    with pytest.raises(BadInput, match="need pairing"):
        serve(app, 0, "127.0.0.2")


@pytest.mark.parametrize("chosen", ["0.0.0.0", "::", "224.0.0.1", "kitchen", "192.168.1", "127.0.0.1:80", "🂡"])
def test_what_is_no_address_of_one_network_is_bad_input(chosen: str) -> None:
    with pytest.raises(BadInput, match=r"listen .*expected"):
        network_address(chosen)


def test_an_address_of_another_machine_is_bad_input() -> None:
    club = Club()
    with pytest.raises(BadInput, match=r"listen 203\.0\.113\.7: expected an address that this machine has"):
        serve(club.app, 0, "203.0.113.7")


def test_a_visitor_opens_no_more_than_its_role() -> None:
    assert all(HERE.opens(who) for who in Audience)
    seat = Visitor("x", "x", Role.SEAT, 3)
    assert seat.opens(Audience.SEAT, 3)
    assert not seat.opens(Audience.SEAT, 2)
    assert not seat.opens(Audience.SEAT, None)


def test_seats_of_paired_devices_press_their_own_buttons(club: Club) -> None:
    phone = club.member("seat")
    token = str(hello(phone, "/events/seat/3")["token"])
    answer: TestResponse = phone.post(
        "/api/seat/3/press", json={"press": "fold", "key": KEY}, headers={"X-Floorman-Token": token}
    )
    assert answer.status_code == 202
    assert [type(one) for one in club.submitted] == [ButtonPress]
