"""Looks for known hole cards in all that the screens send: to every role, on every rule of the URL map, by any method.

A card is looked for as code, sign and word in both languages. A rule that the crawl cannot fill, or that let nobody
in, is a fault of the crawl and fails it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from table_controller.records import Card
from table_controller.records.observations import Observation
from table_controller.views import Views
from web_overlay import Access, Devices, Picture, Reads, Receipt, create_app
from web_overlay.audiences import Role, Visitor
from web_overlay.gate import TOKEN_HEADER, Gate
from web_overlay.pages import LANGUAGES
from web_overlay.pairing import Grant
from web_overlay.streams import Pace

_RANKS = {
    **{
        "2": ("two", "Zwei"),
        "3": ("three", "Drei"),
        "4": ("four", "Vier"),
        "5": ("five", "Fünf"),
        "6": ("six", "Sechs"),
    },
    **{"7": ("seven", "Sieben"), "8": ("eight", "Acht"), "9": ("nine", "Neun"), "T": ("ten", "Zehn")},
    **{"J": ("jack", "Bube"), "Q": ("queen", "Dame"), "K": ("king", "König"), "A": ("ace", "Ass")},
}
_SUITS = {"c": ("♣", "clubs", "Kreuz"), "d": ("♦", "diamonds", "Karo"), "h": ("♥", "hearts", "Herz")}
_SUITS |= {"s": ("♠", "spades", "Pik")}
SEAT = 1
"""The seat that the SEAT role is paired for."""
_WAYS_IN = (200, 202, 400, 404, 409, 415)
"""What a route itself answers; the gate's answers are 303, 401, 403 and 429."""


def names(card: str) -> tuple[str, ...]:
    """All that *card* (``As``) is called; by the program, too, in an exception."""
    sign, english, german = _SUITS[card[1]]
    rank, rang = _RANKS[card[0]]
    return card, card[0] + sign, repr(Card.parse(card)), f"{rank} of {english}", f"{german} {rang}"


def gossip(cards: Iterable[str]) -> str:
    """A text that tells every one of *cards* in every way."""
    return " ".join(name for card in sorted(cards) for name in names(card))


def found(body: str, cards: Iterable[str]) -> set[str]:
    """Those of *cards* that *body* names in any way."""
    return {card for card in cards if _NAMED[card].search(body)}


def _pattern(card: str) -> re.Pattern[str]:
    """Words in any case; codes as they are written: ``.js`` is no jack."""
    code, sign, ours, *words = (rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])" for name in names(card))
    return re.compile(f"{code}|{sign}|{ours}|(?i:{'|'.join(words)})")


_NAMED = {rank + suit: _pattern(rank + suit) for rank in _RANKS for suit in _SUITS}


@dataclass(frozen=True)
class Told:
    """One answer: who asked for what, and all that came, headers too."""

    role: str
    path: str
    status: int
    body: str


class Crawl:
    """An app on a network with a browser for every role, and one that was not let in."""

    def __init__(self, latest: Callable[[], Views], picture: str, languages: tuple[str, ...] = LANGUAGES) -> None:
        """*picture*: what a camera's picture would show."""
        self.devices, self.noted, self._languages = Devices(), [], languages
        access = Access(self.devices, reads=Reads(self.noted.append, lambda most: self.noted[:most]))
        self.app: Flask = create_app(
            latest,
            _taken,
            lambda: Picture(0, picture.encode()),
            still=lambda incident: picture.encode(),
            token="t",
            access=access,
            clock=lambda: 0,
            pace=Pace(look=0.005, least=0.001, heartbeat=0.05),
        )
        self._gate = Gate("t", access)
        self.browsers = {role.value: self._browser(role) for role in Role}
        self.visitors = {device.visitor.role.value: device.visitor for device in self.devices.all()}
        self.browsers["nobody"] = self.app.test_client()
        guest = self.devices.admit("guest", Role.TABLE, None, "now")
        assert guest is not None
        self._guest, self._code = guest[0].id, lambda: access.pairings.open(Grant(Role.TABLE))
        self.reached: set[str] = set()

    def answers(self) -> Iterator[Told]:
        """What every rule answers to every role, by every method, in every language."""
        for rule in list(self.app.url_map.iter_rules()):
            for path in _paths(rule, self._guest):
                for role in self.browsers:
                    yield from self._asked(rule, path, role)
        self.app.extensions["streams"].close()
        missed = {rule.rule for rule in self.app.url_map.iter_rules()} - self.reached
        assert not missed, f"the crawl was let in nowhere at {sorted(missed)}"

    def _asked(self, rule: Rule, path: str, role: str) -> Iterator[Told]:
        methods = rule.methods or set()
        for language in self._languages if "GET" in methods else ():
            answer = self.browsers[role].get(f"{path}?lang={language}", buffered=False)
            yield self._told(rule, role, f"{path}?lang={language}", answer)
        for method in sorted(methods - {"GET", "HEAD", "OPTIONS"}):
            sent = {**_COMMAND, "key": f"canary-{role}", "code": self._code() if role == "nobody" else ""}
            browser = self.app.test_client() if role == "nobody" else self.browsers[role]
            answer = browser.open(path, method=method, json=sent, headers=self._token(role, path))
            yield self._told(rule, role, f"{method} {path}", answer)

    def _told(self, rule: Rule, role: str, path: str, answer: TestResponse) -> Told:
        body = _frames(answer) if answer.mimetype == "text/event-stream" else answer.get_data(as_text=True)
        answer.close()
        if answer.status_code in _WAYS_IN:
            self.reached.add(rule.rule)
        return Told(role, path, answer.status_code, f"{without_token(str(answer.headers))}{body}")

    def _browser(self, role: Role) -> FlaskClient:
        let_in = self.devices.admit(role.value, role, SEAT if role is Role.SEAT else None, "now")
        assert let_in is not None
        browser = self.app.test_client()
        browser.set_cookie("floorman-80", let_in[1])
        return browser

    def _token(self, role: str, path: str) -> dict[str, str]:
        visitor: Visitor | None = self.visitors.get(role)
        if visitor is None:
            return {}
        own = self._gate.seat_token(SEAT, visitor) if path.startswith("/api/seat/") else self._gate.page_token(visitor)
        return {TOKEN_HEADER: own}


def without_token(headers: str) -> str:
    """Return *headers* without a new visitor's token: 32 random bytes, which by chance may read "-Qc-"."""
    return re.sub(r"(?<=Set-Cookie: floorman-80=)[\w-]{43}(?=;)", "", headers)


_COMMAND: dict[str, object] = {
    **{"incident": 4, "verdict": "accept", "press": "fold", "role": "table", "name": "spy"},
    "event": {"type": "note", "code": "phone_at_table"},
}
"""Something of every command there is; what a route does not want it refuses, and that answer is read too."""


def _taken(*observations: Observation) -> Receipt:
    return Receipt(observations[0].at)


def _paths(rule: Rule, device: str) -> list[str]:
    filled = {"number": [str(SEAT), "4"], "name": ["desk.js", "none.js"], "id": [device], "incident": ["4", "1"]}
    paths = [rule.rule]
    for argument in rule.arguments:
        assert argument in filled, (
            f"the crawl cannot fill {rule.rule}: say in tests/web/canary.py what {argument} may be"
        )
        paths = [re.sub(rf"<[^<>]*\b{argument}>", value, path) for path in paths for value in filled[argument]]
    return paths


def _frames(answer: TestResponse) -> str:
    """The first frames of a stream: greeting and full snapshot."""
    stream = iter(answer.response)
    text = "".join(part if isinstance(part, str) else part.decode() for part in (next(stream), next(stream)))
    assert "event: state" in text
    return text
