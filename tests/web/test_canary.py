"""The canary deck: every hole card is known to the referee, and none leaves through any route before its release.

Each step of a hand is shown to every route of the app; a card is looked for as code, sign and word. The last tests
break the gate on purpose: a search that stays green then would be worthless.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass, replace
from typing import Any, get_args, get_type_hints

import pytest
from canary import Crawl, found, gossip
from flask import abort
from sample import BETWEEN, BOOK, HAND, MISSING_BURN, NIGHT, cards, seat

from table_controller.records import Card, Seat
from table_controller.records.hand import Hand
from table_controller.records.incidents import Remedy, Step
from table_controller.records.night import Following, Night
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Text
from table_controller.views import Light, LightState, Release, Views, alerts, broadcast, build, release, views
from web_overlay.gate import Audience, audience

HOLE = {1: "Qc Qd", 2: "Ah Kd", 3: "9c 9h", 4: "7h 2d"}
POLICY = Release(delay=100, reveal_folded=True, consented=frozenset({Seat(4)}))
ALL = {card for hole in HOLE.values() for card in hole.split()}
GOSSIP = gossip(ALL)
"""A text that tells everything, in every incident, step and remedy."""


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


LIGHTS = (Light("engine", LightState.WARN, Text(f"Störung: {GOSSIP}", f"fault: ValueError: {GOSSIP}")),)
"""A fault whose exception names every card."""
OPEN = {"/api/overlay", "/events/overlay"}
"""Where released cards are meant to be shown; public ones there and on every other live view."""
LIVE = OPEN | {"/api/table", "/events/table", "/api/desk", "/events/desk", "/events/seat/1"}


def check(moment: Moment, crawled: Callable[[Crawl], object] = lambda crawl: None) -> None:
    """Crawl *moment* as every role: no answer tells more than it may, and the live views tell all that they shall."""
    shown = views(
        moment.night, BOOK, revision=1, now=moment.now, hand_ended_at=moment.ended, policy=POLICY,
        next_steps=tuple(step for following in moment.night.following for step in following.left), lights=LIGHTS,
    )  # fmt: skip
    public, released = set(moment.public.split()), set(moment.released.split())
    crawl = Crawl(lambda: shown, GOSSIP)
    crawled(crawl)
    seen: dict[str, set[str]] = {path: set() for path in LIVE}
    for told in crawl.answers():
        route = told.path.partition("?")[0]
        allowed = public | released if route in OPEN else public
        if route == "/api/frame" and not shown.desk.felt.running:
            allowed = ALL  # between two hands the picture may leave the house
        cards = found(told.body, ALL)
        assert cards <= allowed, f"{moment.name}: {told.role} {told.path} tells {cards - allowed}"
        if route in LIVE and told.status == 200:
            seen[route] |= cards
    for route, cards in seen.items():
        wanted = public | released if route in OPEN else public
        assert cards == wanted, f"{moment.name}: {route} must show {wanted - cards}"
    assert not found(repr(crawl.noted), ALL), f"{moment.name}: the read log tells"


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


def test_a_light_that_leaks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "redact_text", lambda text, public: text)
    with pytest.raises(AssertionError, match=r"/api/desk\?lang=de tells"):
        check(next(moments()))


def test_a_release_too_early_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "released", lambda **_: True)
    with pytest.raises(AssertionError, match=r"/api/overlay|/events/overlay"):
        check(next(one for one in moments() if one.name == "ended"))


def test_a_new_route_that_leaks_is_found() -> None:
    def leaking(crawl: Crawl) -> None:
        crawl.app.add_url_rule("/new", "new", audience(Audience.TABLE)(lambda: HOLE[2]))

    with pytest.raises(AssertionError, match=r"/new\?lang=de tells"):
        check(next(moments()), leaking)


def test_a_new_command_that_leaks_is_found() -> None:
    def leaking(crawl: Crawl) -> None:
        crawl.app.add_url_rule("/new", "new", audience(Audience.DESK)(lambda: GOSSIP), methods=["PUT"])

    with pytest.raises(AssertionError, match="PUT /new tells"):
        check(next(moments()), leaking)


def test_a_header_that_leaks_is_found() -> None:
    def leaking(crawl: Crawl) -> None:
        crawl.app.after_request(lambda answer: (answer.headers.add("X-Debug", HOLE[2]), answer)[1])

    with pytest.raises(AssertionError, match="tells"):
        check(next(moments()), leaking)


@pytest.mark.parametrize("rule", ["/new/<thing>", "/closed"])
def test_a_route_that_the_crawl_does_not_see_is_found(rule: str) -> None:
    def hiding(crawl: Crawl) -> None:
        crawl.app.add_url_rule(rule, "new", audience(Audience.TABLE)(lambda **_: abort(403)))

    with pytest.raises(AssertionError, match=r"cannot fill /new/<thing>|let in nowhere at \['/closed'\]"):
        check(next(moments()), hiding)


def test_a_picture_during_a_hand_is_caught() -> None:
    moment = next(one for one in moments() if one.name == "dealt")

    def always(crawl: Crawl) -> None:
        crawl.app.view_functions["frame"] = audience(Audience.DESK)(lambda: GOSSIP)

    with pytest.raises(AssertionError, match=r"/api/frame\?lang=de tells"):
        check(moment, always)


def test_a_view_model_has_no_field_for_what_it_must_not_know() -> None:
    """No view model can carry the referee's own records: a hand, a player, a night, an observation."""
    hidden = (Hand, Player, Night)
    seen: set[type] = set()

    def fields_of(kind: object) -> None:
        for one in (kind, *get_args(kind)):
            if isinstance(one, type) and is_dataclass(one) and one not in seen:
                assert not issubclass(one, hidden), one
                seen.add(one)
                for hint in get_type_hints(one).values():
                    fields_of(hint)
            elif one is not kind:
                fields_of(one)

    fields_of(Views)
    assert len(seen) > 20
