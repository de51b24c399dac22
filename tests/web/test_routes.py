"""The app's routes: who they serve, what they refuse, what reaches `submit`."""

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sample import BETWEEN, MISSING_BURN, NIGHT, ruled, sample
from werkzeug.test import TestResponse

from table_controller.records import Chips, Seat
from table_controller.records.events import Certainty, Noted
from table_controller.records.incidents import Remedy
from table_controller.records.observations import ButtonPress, ManualEntry, Observation, Press, RulingEntered, Verdict
from table_controller.records.rulebook import Text
from table_controller.views import OverlayView
from web_overlay import Picture, Receipt, create_app
from web_overlay.gate import Audience, Gate, audience_of
from web_overlay.streams import Pace

TOKEN = "a-token-of-this-test"
KEY = "key-00000001"


class Desk:
    """An app over a sample table, and what was submitted to it."""

    def __init__(self) -> None:
        self.night, self.revision = NIGHT, 1
        self.others: dict[int, tuple[Remedy, ...]] = {}
        self.submitted: list[Observation] = []
        self.app: Flask = create_app(self.latest, self.submit, lambda: Picture(0, b"JPEG"), token=TOKEN)
        self.client: FlaskClient = self.app.test_client()

    def latest(self) -> object:
        return sample(self.revision, self.night, others=self.others)

    def submit(self, observation: Observation) -> Receipt:
        self.submitted.append(observation)
        return Receipt(observation.at)

    def post(self, path: str, body: object, **headers: str) -> TestResponse:
        sent = {"X-Floorman-Token": TOKEN} | {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(path, json=body, headers=sent)


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.app.extensions["streams"].close()


def test_every_route_declares_an_audience(desk: Desk) -> None:
    declared = {rule.rule: audience_of(desk.app, rule.endpoint) for rule in desk.app.url_map.iter_rules()}
    assert None not in declared.values()
    assert declared["/"] is Audience.DESK
    assert declared["/table"] is declared["/events/table"] is Audience.TABLE


def test_the_document_lists_every_route_with_its_audience(desk: Desk) -> None:
    document = (Path(__file__).parents[2] / "docs" / "screens.md").read_text()
    rows = [[cell.strip() for cell in line.split("|")] for line in document.split("## Routes")[1].splitlines()]
    listed = {route: row[2] for row in rows if len(row) > 3 for route in re.findall(r"`(/[^`]*)`", row[1])}
    assert listed == {
        rule.rule: str(getattr(audience_of(desk.app, rule.endpoint), "value", None))
        for rule in desk.app.url_map.iter_rules()
    }


def test_a_route_without_audience_answers_nothing(desk: Desk) -> None:
    desk.app.add_url_rule("/forgotten", "forgotten", lambda: "secret")
    answer = desk.client.get("/forgotten")
    assert answer.status_code == 500
    assert b"secret" not in answer.data


@pytest.mark.parametrize("path", ["/", "/table", "/overlay", "/api/desk", "/static/desk.js", "/api/frame"])
def test_headers_forbid_foreign_content_and_keeping(desk: Desk, path: str) -> None:
    headers = desk.client.get(path).headers
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert ("'unsafe-inline'" in headers["Content-Security-Policy"]) == (path == "/overlay")
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_pages_speak_the_language_asked_for(desk: Desk) -> None:
    assert b'lang="de"' in desk.client.get("/").data
    assert b'lang="en"' in desk.client.get("/?lang=en").data
    assert (
        b'lang="de"' in desk.client.get("/", headers={"Accept-Language": "en"}).data
    )  # the table's, as screens.md says
    assert b'lang="de"' in desk.client.get("/?lang=%22%3E%3Cscript%3E").data


def test_json_is_the_view_of_its_audience(desk: Desk) -> None:
    shown = {who: desk.client.get(f"/api/{who}").get_json() for who in ("desk", "table", "overlay")}
    assert shown["desk"]["revision"] == 1
    assert shown["desk"]["view"]["pot"] == 4500
    assert shown["desk"]["view"]["incidents"][1]["citation"] == "§ 4.3.7"
    assert shown["table"]["view"]["pot"] is None
    assert "incidents" not in shown["table"]["view"]
    assert set(shown["overlay"]["view"]) == {field.name for field in fields(OverlayView)}
    assert "incidents" not in shown["overlay"]["view"]


def test_the_overlay_is_not_told_when_something_happens_at_the_table() -> None:
    """It may be delayed: its envelope has a number of its own and what the clock says, whoever publishes meanwhile."""
    shown = [replace(sample(4_711), on_air=12, at=2_000_000_001)]
    pace = Pace(look=0.005, heartbeat=0.05)
    app = create_app(lambda: shown[-1], lambda *_: Receipt(0), lambda: None, clock=lambda: 3_000_000_000, pace=pace)
    told = app.test_client().get("/api/overlay").get_json()
    assert (told["revision"], told["at"]) == (12, 3_000_000_000)
    stream = app.test_client().get("/events/overlay", buffered=False)
    frames = iter(stream.response)
    text = "".join(part if isinstance(part, str) else part.decode() for part in (next(frames), next(frames)))
    assert 'event: state\ndata: {"revision": 12, "at": 3000000000,' in text
    assert "id: " in text
    assert "4711" not in text
    shown.append(replace(shown[0], revision=4_712, at=2_500_000_000))
    assert "event: state" not in str(next(frames)), "nothing on air has changed"
    stream.close()
    app.extensions["streams"].close()


@pytest.mark.parametrize("path", ["/static/../pages.py", "/static/..%2fpages.py", "/static/words.py", "/pages.py"])
def test_static_serves_only_its_own_files(desk: Desk, path: str) -> None:
    assert desk.client.get(path).status_code == 404


def test_no_picture_while_a_hand_is_on(desk: Desk) -> None:
    answer = desk.client.get("/api/frame")
    assert answer.status_code == 404
    assert answer.get_json()["expected"] == "no picture while a hand is on, or may be"
    desk.night = BETWEEN
    assert desk.client.get("/api/frame").data == b"JPEG"


SECOND = 1_000_000_000


@pytest.mark.parametrize(
    ("taken", "state", "now", "shown"),
    [
        (60 * SECOND, 62 * SECOND, 64 * SECOND, True),
        (62 * SECOND, 62 * SECOND, 62 * SECOND, True),
        (62 * SECOND + 1, 62 * SECOND, 63 * SECOND, False),
        (60 * SECOND, 62 * SECOND, 64 * SECOND + 1, False),
    ],
    ids=["older than the state", "of the same moment", "newer than the state", "a state that is too old"],
)
def test_a_picture_leaves_only_where_a_newer_state_allows_it(taken: int, state: int, now: int, shown: bool) -> None:
    views = replace(sample(1, BETWEEN), at=state)
    app = create_app(lambda: views, lambda *_: Receipt(0), lambda: Picture(taken, b"JPEG"), clock=lambda: now)
    answer = app.test_client().get("/api/frame")
    assert (answer.status_code == 200, answer.data == b"JPEG") == (shown, shown)


def test_a_hand_that_begins_while_the_picture_is_fetched_keeps_it_back(desk: Desk) -> None:
    desk.night = BETWEEN

    def taken() -> Picture:
        desk.night = NIGHT  # the table thread publishes between the two looks
        return Picture(0, b"JPEG")

    app = create_app(desk.latest, desk.submit, taken)
    assert app.test_client().get("/api/frame").status_code == 404


def test_accepting_submits_the_ruling(desk: Desk) -> None:
    answer = desk.post("/api/rulings", {"incident": 4, "verdict": "accept", "by": "Eva", "key": KEY})
    assert answer.status_code == 202
    expected = RulingEntered(
        at=62_000_000_000, source="desk", incident=4, verdict=Verdict.ACCEPT, by="Eva", key=KEY, remedy="burn_now"
    )
    assert desk.submitted == [expected]


def test_a_double_tap_counts_once(desk: Desk) -> None:
    body = {"incident": 4, "verdict": "dismiss", "key": KEY}
    assert [desk.post("/api/rulings", body).status_code for _ in range(3)] == [202, 200, 200]
    assert len(desk.submitted) == 1


def test_the_first_ruling_wins_and_the_second_is_told(desk: Desk) -> None:
    barrier, answers = threading.Barrier(4), []

    def rule(key: str) -> None:
        barrier.wait()
        answers.append(desk.post("/api/rulings", {"incident": 4, "verdict": "accept", "key": key}).status_code)

    threads = [threading.Thread(target=rule, args=(f"tablet-{n}-0001",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [202, 409, 409, 409]
    assert len(desk.submitted) == 1


def test_a_ruled_incident_can_be_undone_but_not_ruled_again(desk: Desk) -> None:
    desk.night = ruled()
    assert desk.post("/api/rulings", {"incident": 4, "verdict": "accept", "key": KEY}).status_code == 409
    assert desk.post("/api/rulings", {"incident": 4, "verdict": "undo", "key": KEY}).status_code == 202
    assert desk.post("/api/rulings", {"incident": 4, "verdict": "undo", "key": "key-00000002"}).status_code == 409


def test_a_ruling_stays_once_the_next_hand_is_bet(desk: Desk) -> None:
    desk.night = replace(ruled(), rulings=())
    answer = desk.post("/api/rulings", {"incident": 4, "verdict": "undo", "key": KEY})
    assert (answer.status_code, answer.json["expected"]) == (
        409,
        "verdict: a ruling is taken back only until the next hand is bet",
    )


def test_a_remedy_beside_the_houses_own_can_be_chosen_if_it_is_offered(desk: Desk) -> None:
    beside = {"incident": 4, "verdict": "other", "remedy": "hand_void", "key": KEY}
    assert desk.post("/api/rulings", beside).status_code == 400
    desk.others = {4: (Remedy("hand_void", Text("Hand ungültig", "Hand void")),)}
    assert desk.post("/api/rulings", beside).status_code == 202
    assert desk.submitted[-1].remedy == "hand_void"


def test_an_open_incident_has_nothing_to_undo(desk: Desk) -> None:
    assert desk.post("/api/rulings", {"incident": 4, "verdict": "undo", "key": KEY}).status_code == 409


@pytest.mark.parametrize(
    ("change", "status", "expected"),
    [
        ({"incident": 99}, 404, "incident"),
        ({"incident": "4"}, 400, "whole number"),
        ({"incident": True}, 400, "whole number"),
        ({"verdict": "guilty"}, 400, "accept other dismiss undo"),
        ({"key": "short"}, 400, "key"),
        ({"key": None}, 400, "text"),
        ({"by": "x" * 201}, 400, "200"),
        ({"by": "a\nb"}, 400, "printable"),
        ({"at": 5}, 400, "no such field"),
        ({"confidence": 0.1}, 400, "no such field"),
        ({"remedy": "hang_him"}, 400, "accept what the desk proposes"),
        ({"remedy": "stands"}, 400, "accept what the desk proposes"),
        ({"verdict": "other", "remedy": "hang_him"}, 400, "remedy"),
        ({"verdict": "other"}, 400, "which other ruling"),
        ({"amounts": {"9": 5}}, 400, "seat"),
        ({"amounts": {"1": -5}}, 400, "amount"),
        ({"amounts": {"1": 10**13}}, 400, "amount"),
    ],
)
def test_a_forged_ruling_is_refused_with_what_was_expected(
    desk: Desk, change: dict[str, object], status: int, expected: str
) -> None:
    answer = desk.post("/api/rulings", {"incident": 4, "verdict": "accept", "key": KEY} | change)
    assert answer.status_code == status
    assert expected in answer.get_json()["expected"]
    assert desk.submitted == []


def test_another_remedy_must_be_offered_or_worded(desk: Desk) -> None:
    body = {"incident": 4, "verdict": "other", "key": KEY}
    assert desk.post("/api/rulings", body | {"remedy": "stands"}).status_code == 202
    ruling = desk.submitted[0]
    assert isinstance(ruling, RulingEntered)
    assert (ruling.verdict, ruling.remedy) == (Verdict.OTHER, "stands")


def test_own_words_are_the_floors_ruling(desk: Desk) -> None:
    body = {"incident": 4, "verdict": "other", "choice": "Neu geben", "key": KEY}
    assert desk.post("/api/rulings", body).status_code == 202
    ruling = desk.submitted[0]
    assert isinstance(ruling, RulingEntered)
    assert (ruling.remedy, ruling.choice) == ("floor", "Neu geben")


def test_nothing_can_be_accepted_where_nothing_is_proposed(desk: Desk) -> None:
    silent = replace(MISSING_BURN, irregularity=replace(MISSING_BURN.irregularity, proposal=None))
    desk.night = replace(NIGHT, incidents=(silent,))
    assert desk.post("/api/rulings", {"incident": 4, "verdict": "accept", "key": KEY}).status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"X_Floorman_Token": "wrong"},
        {"X_Floorman_Token": ""},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_commands_come_from_our_own_pages(desk: Desk, headers: dict[str, str]) -> None:
    answer = desk.post("/api/rulings", {"incident": 4, "verdict": "accept", "key": KEY}, **headers)
    assert answer.status_code == 403
    assert desk.submitted == []


@pytest.mark.parametrize("path", ["/api/desk", "/events/desk"])
def test_foreign_pages_read_no_state(desk: Desk, path: str) -> None:
    assert desk.client.get(path, headers={"Origin": "https://evil.example"}).status_code == 403
    assert desk.client.get(path, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


@pytest.mark.parametrize("path", ["/", "/api/desk", "/events/table"])
def test_a_foreign_host_name_is_refused(desk: Desk, path: str) -> None:
    assert desk.client.get(path, headers={"Host": "rebound.example"}).status_code == 400


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"x" * 20_000, "application/json", 413),
        (b"{", "application/json", 400),
        (b"[" * 16_000, "application/json", 400),
        (b"[1]", "application/json", 400),
        (b"null", "application/json", 400),
        (b"incident=4", "application/x-www-form-urlencoded", 415),
        (b"{}", "text/plain", 415),
    ],
)
@pytest.mark.parametrize("path", ["/api/rulings", "/api/manual", "/api/press"])
def test_hostile_bodies(desk: Desk, path: str, body: bytes, kind: str, status: int) -> None:
    answer = desk.client.post(path, data=body, content_type=kind, headers={"X-Floorman-Token": TOKEN})
    assert answer.status_code == status
    assert json.loads(answer.data)["expected"]


def test_a_note_is_entered_as_declared(desk: Desk) -> None:
    body = {"event": {"type": "note", "code": "phone_at_table", "seat": 3, "text": "am Telefon"}, "key": KEY}
    assert desk.post("/api/manual", body).status_code == 202
    now, entry = 62_000_000_000, desk.submitted[0]
    assert isinstance(entry, ManualEntry)
    assert entry.event == Noted(
        at=now, source="desk", certainty=Certainty.DECLARED, code="phone_at_table", seat=Seat(3), text="am Telefon"
    )


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({"type": "ruling_made", "incident": 4, "remedy": "none", "by": "x"}, "event.type"),
        ({"type": "hole_card_dealt", "seat": 1, "card": "As"}, "event.card"),
        ({"type": "card_burned", "card": "As"}, "event.card"),
        ({"type": "tick"}, "event.type"),
        ({"type": ["note"]}, "event.type"),
        ({}, "event.type"),
        (None, "object"),
        ({"type": "note", "code": "x", "at": 1}, "event.at"),
        ({"type": "note", "code": "x", "because": [1]}, "event.because"),
        ({"type": "note", "code": "x", "confidence": 2}, "event.confidence"),
        ({"type": "note"}, "code: missing"),
        ({"type": "note", "code": "x", "seat": 11}, "seat"),
        ({"type": "note", "code": "x", "text": "y" * 300}, "200"),
        ({"type": "chips_bought", "seat": 1, "amount": -1}, "amount"),
        ({"type": "chips_bought", "seat": 1, "amount": 1.5}, "whole number"),
        ({"type": "chips_bought", "seat": 1, "amount": 10**30}, "amount"),
    ],
)
def test_people_state_only_what_people_can(desk: Desk, event: object, expected: str) -> None:
    answer = desk.post("/api/manual", {"event": event, "key": KEY})
    assert answer.status_code == 400
    assert expected in answer.get_json()["expected"]
    assert desk.submitted == []


def test_of_two_who_answer_the_same_step_the_first_counts(desk: Desk) -> None:
    burned = {"events": [{"type": "card_burned"}], "after": 0}
    assert desk.post("/api/manual", {**burned, "key": "key-00000001"}).status_code == 202
    second = desk.post("/api/manual", {**burned, "key": "key-00000002"})
    assert (second.status_code, second.get_json()["error"]) == (409, "told already")
    call = {"press": "call", "seat": 1, "after": 0}
    assert desk.post("/api/press", {**call, "key": "key-00000003"}).status_code == 409
    assert len(desk.submitted) == 1
    undo = {"event": {"type": "corrected", "what": "undo", "value": "1"}, "key": "key-00000004"}
    assert desk.post("/api/manual", undo).status_code == 202
    assert desk.post("/api/manual", {**burned, "key": "key-00000005"}).status_code == 202, "taken back, told again"


@pytest.mark.parametrize("after", [7, -1, True, "0", None])
def test_an_entry_that_answers_what_the_desk_does_not_show_is_refused(desk: Desk, after: object) -> None:
    told = {"events": [{"type": "card_burned"}], "after": after, "key": KEY}
    answer = desk.post("/api/manual", told)
    assert answer.status_code == (409 if after == 7 else 400)
    assert desk.submitted == []


def test_a_press_is_a_button_press(desk: Desk) -> None:
    assert desk.post("/api/press", {"press": "raise", "seat": 3, "amount": 1200, "key": KEY}).status_code == 202
    assert desk.post("/api/press", {"press": "new_hand", "key": "key-00000002"}).status_code == 202
    at = 62_000_000_000
    assert desk.submitted == [
        ButtonPress(at=at, source="desk", press=Press.RAISE, seat=Seat(3), amount=Chips(1200), key=KEY),
        ButtonPress(at=at, source="desk", press=Press.NEW_HAND, key="key-00000002"),
    ]


def test_a_seats_page_presses_its_own_buttons_once_and_no_others(desk: Desk) -> None:
    mine, others = {"X-Floorman-Token": Gate(TOKEN).seat_token(3)}, {"X-Floorman-Token": Gate(TOKEN).seat_token(2)}
    body = {"press": "raise", "amount": 1200, "key": KEY}
    assert desk.client.post("/api/seat/3/press", json=body, headers=mine).status_code == 202
    assert desk.client.post("/api/seat/3/press", json=body, headers=mine).status_code == 200, "the same tap again"
    press = ButtonPress(
        at=62_000_000_000, source="seat 3", press=Press.RAISE, seat=Seat(3), amount=Chips(1200), key=KEY
    )
    assert desk.submitted == [press]
    assert desk.client.post("/api/seat/3/press", json=body, headers=others).status_code == 403
    assert desk.post("/api/seat/3/press", body).status_code == 403, "nor with the desk's token"
    for path in ("/api/press", "/api/rulings", "/api/manual"):
        assert desk.client.post(path, json=body, headers=mine).status_code == 403, path
    dealers = {"press": "new_hand", "key": "key-00000003"}
    assert desk.client.post("/api/seat/3/press", json=dealers, headers=mine).status_code == 400
    elsewhere = {"press": "fold", "seat": 2, "key": "key-00000004"}
    assert desk.client.post("/api/seat/3/press", json=elsewhere, headers=mine).status_code == 400
    assert desk.submitted == [press]


def test_of_two_pages_of_a_seat_the_first_answers_its_turn_and_the_second_is_told(desk: Desk) -> None:
    def press(seat: int, key: str, turn: object = None) -> TestResponse:
        turn = key[:5] + "-page" if turn is None else turn
        body = {"press": "call", "turn": turn, "key": key}
        headers = {"X-Floorman-Token": Gate(TOKEN).seat_token(seat)}
        return desk.client.post(f"/api/seat/{seat}/press", json=body, headers=headers)

    assert press(1, "phone-0001").status_code == 202
    assert press(1, "phone-0001").status_code == 200, "the same tap again"
    assert press(1, "phone-0009").status_code == 202, "one page's second tap counts, as on a board"
    second = press(1, "tablet-001")
    assert (second.status_code, second.get_json()["error"]) == (409, "turn over")
    _told_in_both(second)
    assert press(3, "phone-0002").status_code == 409, "the page still showed a turn that is over"
    assert press(3, "phone-0003", turn="").status_code == 202, "out of turn it counts, as on a board"
    assert press(3, "phone-0004", turn=True).status_code == 400
    assert [told.seat for told in desk.submitted if isinstance(told, ButtonPress)] == [1, 1, 3]


def test_a_seat_that_is_not_there_has_no_page_stream_or_button(desk: Desk) -> None:
    headers = {"X-Floorman-Token": Gate(TOKEN).seat_token(99)}
    assert desk.client.get("/seat/99").status_code == desk.client.get("/events/seat/99").status_code == 404
    sent = desk.client.post("/api/seat/99/press", json={"press": "fold", "key": KEY}, headers=headers)
    assert sent.status_code == 404
    assert desk.submitted == []


@pytest.mark.parametrize(
    "body",
    [
        {"press": "fold"},
        {"press": "fold", "seat": 7},
        {"press": "fold", "seat": 0},
        {"press": "new_hand", "seat": 1},
        {"press": "explode", "seat": 1},
        {"press": "raise", "seat": 1, "amount": -100},
        {"press": "raise", "seat": 1, "amount": True},
    ],
)
def test_impossible_presses_are_refused(desk: Desk, body: dict[str, object]) -> None:
    assert desk.post("/api/press", {"key": KEY} | body).status_code == 400
    assert desk.submitted == []


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="de en"):
        create_app(sample, lambda o: Receipt(o.at), lambda: None, language="fr")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/rulings", {"incident": 99, "verdict": "accept", "key": KEY}),
        ("/api/rulings", {"incident": "4", "verdict": "accept", "key": KEY}),
        ("/api/rulings", {"incident": 4, "verdict": "guilty", "key": KEY}),
        ("/api/rulings", {"incident": 4, "verdict": "accept", "key": "short"}),
        ("/api/rulings", {"incident": 4, "verdict": "accept", "by": "x" * 201, "key": KEY}),
        ("/api/rulings", {"incident": 4, "verdict": "accept", "at": 5, "key": KEY}),
        ("/api/rulings", {"incident": 4, "verdict": "other", "key": KEY}),
        ("/api/rulings", {"incident": 4, "verdict": "other", "remedy": "hang_him", "key": KEY}),
        ("/api/rulings", {"incident": 4, "verdict": "accept", "amounts": {"1": -5}, "key": KEY}),
        ("/api/rulings", {"incident": 4, "verdict": "undo", "key": KEY}),
        ("/api/manual", {"event": {"type": "tick"}, "key": KEY}),
        ("/api/manual", {"event": {"type": "note", "code": "x", "at": 1}, "key": KEY}),
        ("/api/manual", {"event": {"type": "note"}, "key": KEY}),
        ("/api/manual", {"event": None, "key": KEY}),
        ("/api/press", {"press": "fold", "key": KEY}),
        ("/api/press", {"press": "explode", "seat": 1, "key": KEY}),
    ],
)
def test_every_refusal_is_told_in_both_languages(desk: Desk, path: str, body: dict[str, object]) -> None:
    answer = desk.post(path, body)
    assert 400 <= answer.status_code < 500
    _told_in_both(answer)


@pytest.mark.parametrize("path", ["/nothing", "/api/frame", "/api/rulings", "/static/none.js"])
def test_every_fault_of_a_request_is_told_in_both_languages(desk: Desk, path: str) -> None:
    _told_in_both(desk.client.get(path))
    _told_in_both(desk.client.post(path, headers={"X-Floorman-Token": TOKEN}))
    _told_in_both(desk.client.post(path, json={}, headers={"X-Floorman-Token": "wrong"}))


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "german"),
    [
        ("GET", "/seat/77", {}, 404, "eine Seite, die es gibt"),
        ("GET", "/nothing", {}, 404, "eine Seite, die es gibt"),
        ("GET", "/", {"Sec-Fetch-Site": "cross-site"}, 403, "nur Seiten dieses Servers"),
        ("POST", "/api/press", {"Content-Length": "20000"}, 413, "eine kürzere Anfrage"),
        ("GET", "/", {"Host": "evil.example"}, 400, "eine Anfrage, die dieser Server lesen kann"),
    ],
)
def test_a_persons_browser_is_told_on_a_page_in_both_languages_and_a_script_in_json(
    desk: Desk, method: str, path: str, headers: dict[str, str], status: int, german: str
) -> None:
    sent = {"X-Floorman-Token": TOKEN, "Content-Type": "application/json"} | headers
    page = desk.client.open(path, method=method, data=b"x" * 20_000, headers=sent | {"Accept": "text/html,*/*;q=0.8"})
    assert (page.status_code, page.mimetype) == (status, "text/html")
    assert german in page.text
    assert 'lang="en"' in page.text
    assert "Expected: " in page.text
    script = desk.client.open(path, method=method, data=b"x" * 20_000, headers=sent | {"Accept": "*/*"})
    assert (script.status_code, script.mimetype) == (status, "application/json")


def test_who_is_too_fast_is_told_on_a_page(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web_overlay.gate.Buckets.take", lambda bucket, who: 2.5)
    page = desk.client.get("/table", headers={"Accept": "text/html"})
    assert (page.status_code, page.mimetype, page.headers["Retry-After"]) == (429, "text/html", "3")
    assert "etwas Geduld" in page.text


def test_a_browser_finds_its_icon(desk: Desk) -> None:
    icon = desk.client.get("/favicon.ico")
    assert (icon.status_code, icon.mimetype) == (200, "image/svg+xml")
    assert icon.data == desk.client.get("/static/mark.svg").data


def test_one_screen_too_many_is_told_on_a_page(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.app.extensions["streams"], "open", lambda *asked: None)
    page = desk.client.get("/events/table", headers={"Accept": "text/html"})
    assert (page.status_code, page.mimetype, page.headers["Retry-After"]) == (503, "text/html", "5")
    assert "zu viele Anzeigen sind offen" in page.text
    assert desk.client.get("/events/table").get_json()["expected"] == "too many screens are open"


def _told_in_both(answer: TestResponse) -> None:
    said = answer.get_json()["said"]
    assert said["en"] == answer.get_json()["expected"]
    assert said["de"]
    assert said["de"] != said["en"]
    assert not re.search(r"\b(the|expected|must|which|that|of)\b", said["de"]), said["de"]
