"""The canary deck: every hole card is known to the referee, and none leaves through any route before its release.

Each step of a hand is shown to every route of the app; a card is looked for as code, sign and word. The last tests
break the gate on purpose: a search that stays green then would be worthless.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from sample import BETWEEN, BOOK, HAND, MISSING_BURN, NIGHT, cards, seat

from table_controller.records import Card, Seat
from table_controller.records.hand import Hand
from table_controller.records.incidents import Remedy, Step
from table_controller.records.night import Following, Night
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Text
from table_controller.views import Release, Views, alerts, broadcast, build, release, views
from web_overlay import Receipt, create_app
from web_overlay.gate import Gate
from web_overlay.pages import LANGUAGES

HOLE = {1: "Qc Qd", 2: "Ah Kd", 3: "9c 9h", 4: "7h 2d"}
POLICY = Release(delay=100, reveal_folded=True, consented=frozenset({Seat(4)}))
WORDS = {"2": "two", "7": "seven", "9": "nine", "Q": "queen", "K": "king", "A": "ace"}
WORTE = {"2": "Zwei", "7": "Sieben", "9": "Neun", "Q": "Dame", "K": "König", "A": "Ass"}
SUITS = {"c": ("♣", "clubs", "Kreuz"), "d": ("♦", "diamonds", "Karo"), "h": ("♥", "hearts", "Herz")}


def names(card: str) -> tuple[str, ...]:
    sign, english, german = SUITS[card[1]]
    return card, card[0] + sign, f"{WORDS[card[0]]} of {english}", f"{german} {WORTE[card[0]]}"


ALL = {card for hole in HOLE.values() for card in hole.split()}
GOSSIP = " ".join(name for card in sorted(ALL) for name in names(card))
"""A text that tells everything, in every incident, step and remedy."""

COMMANDS: dict[str, dict[str, object]] = {
    "/api/rulings": {"incident": 4, "verdict": "accept"},
    "/api/manual": {"event": {"type": "note", "code": "phone_at_table"}},
    "/api/press": {"press": "fold", "seat": 3},
}
"""One command for every route that takes one; a route missing here fails the crawl."""


@dataclass(frozen=True)
class Moment:
    """One step of the hand; what may be known at the table, and what the overlay may show beyond."""

    name: str
    night: Night
    public: str = ""
    released: str = ""
    now: int = 0
    ended: int | None = None


def telltale(hand: Hand) -> Night:
    told = Text(GOSSIP, GOSSIP)
    steps = (Step("card_moved", told, card="7h"), Step("note", told, card=GOSSIP))
    found = replace(
        MISSING_BURN.irregularity, text=told, measured=GOSSIP, required=GOSSIP,
        proposal=Remedy("none", told, steps), options=(Remedy("other", told, steps),),
    )  # fmt: skip
    incident = replace(MISSING_BURN, irregularity=found, ruling=GOSSIP)
    following = (Following(4, Remedy("none", told, steps), steps),)
    return replace(NIGHT, hand=hand, incidents=(incident,), following=following)


def players(**changes: dict[str, Any]) -> tuple[Player, ...]:
    return tuple(seat(n, 9000, 100, 1000, hole, **changes.get(f"seat{n}", {})) for n, hole in HOLE.items())


def moments() -> Iterator[Moment]:
    deal = replace(HAND, players=players(), board=(), street=Street.DEAL)
    fold, exposed, tabled = {"folded": True}, {"exposed": cards("9h")}, {"tabled": True}
    river = replace(
        deal, street=Street.RIVER, board=cards("Ts 8s 3s 5s 4s"), players=players(seat4=fold, seat3=exposed)
    )
    shown = replace(river, street=Street.SHOWDOWN, players=players(seat4=fold, seat3=exposed, seat1=tabled))
    over = replace(shown, street=Street.OVER, settled=True)
    yield Moment("before", BETWEEN)
    yield Moment("dealt", telltale(deal))
    yield Moment("folded and exposed", telltale(river), "9h")
    yield Moment("showdown", telltale(shown), "9h Qc Qd")
    yield Moment("ended", telltale(over), "9h Qc Qd", now=1099, ended=1000)
    yield Moment("released", telltale(over), "9h Qc Qd", "7h 2d", now=1100, ended=1000)


def frames(client: FlaskClient, path: str) -> str:
    """The first frames of a stream: greeting and full snapshot."""
    answer = client.get(path, buffered=False)
    stream = iter(answer.response)
    text = "".join(part if isinstance(part, str) else part.decode() for part in (next(stream), next(stream)))
    answer.close()
    assert "event: state" in text
    return text


def crawl(shown: Views) -> dict[str, str]:
    """What every route of the map answers, in both languages, by path."""
    app = create_app(lambda: shown, lambda o: Receipt(o.at), lambda: GOSSIP.encode(), token="t", clock=lambda: 0)
    client, bodies = app.test_client(), {}
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<name>", "desk.js").replace("<int:number>", "1")
        if rule.rule.startswith("/events/"):
            bodies[path] = frames(client, path)
            continue
        for language in LANGUAGES if "GET" in (rule.methods or ()) else ():
            bodies[f"{path}?lang={language}"] = client.get(f"{path}?lang={language}").get_data(as_text=True)
        if "POST" in (rule.methods or ()):
            body = {
                "incident": 4,
                "verdict": "accept",
                "event": {"type": "note", "code": GOSSIP[:150]},
                "press": "fold",
            }
            token = Gate("t").seat_token(1) if path.startswith("/api/seat/") else "t"
            sent = client.post(path, json=body | {"key": "canary-0001"}, headers={"X-Floorman-Token": token})
            bodies[path] = sent.get_data(as_text=True)
    app.extensions["streams"].close()
    return bodies


def found(body: str) -> set[str]:
    """The canary cards that *body* names in any way."""
    return {
        card
        for card in ALL
        if any(re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", body) for name in names(card))
    }


def check(moment: Moment) -> None:
    shown = views(
        moment.night, BOOK, revision=1, now=moment.now, hand_ended_at=moment.ended, policy=POLICY,
        next_steps=tuple(step for following in moment.night.following for step in following.left),
    )  # fmt: skip
    public, overlay = set(moment.public.split()), set(moment.released.split())
    for path, body in crawl(shown).items():
        frame_between_hands = path.startswith("/api/frame") and not shown.desk.felt.running
        allowed = public | overlay if "overlay" in path else public
        assert frame_between_hands or found(body) <= allowed, f"{moment.name}: {path} tells {found(body) - allowed}"
        if path.startswith(("/api/overlay", "/events/overlay")):
            assert found(body) == allowed, f"{moment.name}: {path} must show what is released"
        if path.startswith(("/api/table", "/events/desk")):
            assert found(body) == public, f"{moment.name}: {path} must show what is public"


@pytest.mark.parametrize("moment", list(moments()), ids=lambda moment: moment.name)
def test_no_route_tells_an_unreleased_card(moment: Moment) -> None:
    check(moment)


def everything(player: Player, **_: object) -> tuple[Card | None, ...]:
    return player.cards


@pytest.mark.parametrize(
    ("name", "broken", "moment"),
    [
        ("public_cards", everything, "dealt"),
        ("visible_cards", everything, "ended"),
        ("redact", lambda text, public: text, "dealt"),
        ("redact_text", lambda text, public: text, "folded and exposed"),
        ("known_cards", lambda hand: frozenset(map(Card.parse, ALL)), "showdown"),
    ],
)
def test_a_broken_gate_is_caught(
    monkeypatch: pytest.MonkeyPatch, name: str, broken: Callable[..., object], moment: str
) -> None:
    for room in (build, broadcast, alerts):
        if hasattr(room, name):
            monkeypatch.setattr(room, name, broken)
    with pytest.raises(AssertionError, match=r"tells|must show"):
        check(next(one for one in moments() if one.name == moment))


def test_a_release_too_early_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "released", lambda **_: True)
    with pytest.raises(AssertionError, match=r"/api/overlay|/events/overlay"):
        check(next(one for one in moments() if one.name == "ended"))
