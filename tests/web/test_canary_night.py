"""The canary deck at a whole table: a hand entered event by event, and after each of them everything that leaves.

Every hole and burn card is known to the referee, as by tags. After every event every route, stream and picture is
asked as every role, the log lines and the read log are read, and the journal, which is being written, is exported and
audited. No card may be told before it lies open; in the end those that were tabled are where they are meant to be.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from canary import Crawl, found, gossip, without_token
from stepped import SteppedClock

from table_controller.app import LiveTable
from table_controller.audit.export import export_command
from table_controller.audit.report import audit_command
from table_controller.files import load_rulebook
from table_controller.records import Card, Chips, Deck, Seat
from table_controller.records.observations import ManualEntry
from table_controller.records.player import Player
from table_controller.records.wire import read_event
from table_controller.table_file import built_in_table
from table_controller.views import alerts, broadcast, build
from web_overlay.gate import Audience, audience

pytestmark = pytest.mark.slow

HOLE = {1: "Qc Qd", 2: "Ah Kd", 3: "9c 9h", 4: "7h 2d"}
BURNS = ("6s", "Js", "4c")
SECRET = {card for hole in HOLE.values() for card in hole.split()} | set(BURNS)
FORMS = ("phh", "ohh", "pokerstars", "csv")
_SECOND = 1_000_000_000


@dataclass(frozen=True)
class Step:
    """One event of the hand; ``opens``: the cards that everybody sees from now on."""

    event: dict[str, Any]
    opens: tuple[str, ...] = ()


def deal() -> Iterator[Step]:
    for place in (0, 1):
        for seat in (2, 3, 4, 1):
            card = HOLE[seat].split()[place]
            yield Step({"type": "hole_card_dealt", "seat": seat, "card": card, "face": "down"})


def street(number: int, board: str) -> Iterator[Step]:
    yield Step({"type": "bets_collected"})
    yield Step({"type": "card_burned", "card": BURNS[number], "face": "down"})
    for card in board.split():
        yield Step({"type": "board_card_dealt", "card": card, "face": "up"})


def hand() -> Iterator[Step]:
    """A hand of four: one folds, one is exposed, one mucks at the showdown, one tables."""

    motions = count(1)

    def chips(seat: int, amount: int) -> Step:
        moved = {"type": "chips_moved_in", "seat": seat, "amount": amount, "motion": next(motions), "to": "bet"}
        return Step(moved)

    def says(seat: int, action: str) -> Step:
        return Step({"type": "declared", "seat": seat, "action": action})

    seats = {str(seat): 10_000 for seat in HOLE}
    for kind in ("deck_shuffled", "deck_cut"):
        yield Step({"type": kind})
    yield Step({"type": "hand_started", "hand": "1", "button": 1, "seats": seats, "small_blind": 50, "big_blind": 100})
    yield from (chips(2, 50), chips(3, 100), *deal())
    yield from (chips(4, 100), chips(1, 100), chips(2, 50), says(3, "check"))
    yield from street(0, "Ts 8s 3s")
    yield Step({"type": "card_exposed", "seat": 2, "card": "Kd", "by": "player"}, ("Kd",))
    yield from (says(2, "check"), chips(3, 200), says(4, "fold"), chips(1, 200), says(2, "fold"))
    yield from street(1, "5s")
    yield from (says(1, "bet"), says(3, "check"), says(1, "check"))
    yield from street(2, "As")
    yield from (chips(3, 300), chips(1, 300), Step({"type": "bets_collected"}))
    yield Step({"type": "hand_tabled", "seat": 3, "cards": ["9c", "9h"]}, ("9c", "9h"))
    yield from (Step({"type": "hand_mucked", "seat": 1, "by": "player"}),)
    yield from (Step({"type": "pot_pushed", "seat": 3, "amount": 1400}), Step({"type": "hand_ended"}))


class Night:
    """A live table without a sensor; what happens is entered."""

    def __init__(self, folder: Path, house: ExitStack) -> None:
        stacks = tuple((Seat(seat), Chips(10_000)) for seat in HOLE)
        table = replace(
            built_in_table(), simulated=False, camera_sources=(), stacks=stacks, delay=30 * _SECOND, deck=Deck(())
        )
        book = load_rulebook(table.rulebook)
        self.path = folder / "night.journal"
        self.live = LiveTable(table, book, self.path, house=house, new_clock=SteppedClock)
        self.thread = self.live.set_up(None, seed=1, attended=False)
        self.wait(1)

    def wait(self, seconds: int) -> None:
        clock = self.live.clock
        assert isinstance(clock, SteppedClock)
        for _ in range(seconds * 2):
            clock.at += _SECOND // 2
            self.thread.step(0)
            self.thread.step(0)

    def enter(self, step: Step) -> None:
        now = self.live.clock.now()
        event = replace(read_event(step.event), at=now)
        self.live.inbox.put(ManualEntry(at=now, source="tags", event=event, by="tags"))
        self.wait(1)


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    with ExitStack() as house:
        yield Night(tmp_path, house)


def printed(journal: Path) -> dict[str, str]:
    """What the commands print of a journal that is being written."""
    told = {}
    for form in FORMS:
        out = StringIO()
        export_command(journal, form, out)
        told[form] = out.getvalue()
    for as_json in (False, True):
        out = StringIO()
        page = journal.with_name("report.html")
        audit_command(journal, rulebook=None, incident=None, html=page, as_json=as_json, out=out, language="en")
        told[f"audit {as_json}"] = out.getvalue() + page.read_text("utf-8")
    return told


def look(
    night: Night, step: Step, opened: set[str], caplog: pytest.LogCaptureFixture, language: str
) -> dict[str, set[str]]:
    """Ask everything; every card that is told must be in *opened*. Returns what each live view tells."""
    crawl = Crawl(night.live.screens.latest, gossip(SECRET), (language,))
    seen: dict[str, set[str]] = {}
    running = night.live.screens.latest().desk.felt.running
    for told in crawl.answers():
        route = told.path.partition("?")[0]
        cards = found(told.body, SECRET)
        if route == "/api/frame" and not running:
            continue
        assert cards <= opened, f"after {step.event}: {told.role} {told.path} tells {cards - opened}"
        if told.status == 200:
            seen.setdefault(route, set()).update(cards)
    logged = "\n".join(record.getMessage() for record in caplog.records) + caplog.text
    assert found(logged, SECRET) <= opened, f"after {step.event}: a log line tells"
    assert not found(repr(crawl.noted), SECRET), f"after {step.event}: the read log tells"
    for command, text in printed(night.path).items():
        assert found(text, SECRET) <= opened, f"after {step.event}: {command} tells {found(text, SECRET) - opened}"
    return seen


def play(night: Night, caplog: pytest.LogCaptureFixture, steps: Iterator[Step]) -> set[str]:
    opened: set[str] = set()
    for number, step in enumerate(steps):
        night.enter(step)
        opened |= set(step.opens)
        look(night, step, opened, caplog, ("de", "en")[number % 2])
    return opened


@pytest.mark.parametrize(
    ("value", "told"), [("-Qc-", {"Qc"}), ("-Qc-".ljust(42, "x"), {"Qc"}), ("-Qc-".ljust(43, "x"), set())]
)
def test_a_new_visitors_token_is_no_card_and_whatever_is_not_as_long_is_looked_at(value: str, told: set[str]) -> None:
    headers = f"Set-Cookie: floorman-80={value}; HttpOnly; Path=/"
    assert found(without_token(headers), ("Qc", "Kd")) == told
    assert found(without_token(f"{headers}\r\nX-Card: Kd"), ("Kd",)) == {"Kd"}


def test_no_card_leaves_before_it_lies_open_and_every_open_one_is_shown(
    night: Night, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    opened = play(night, caplog, hand())
    assert opened == {"Kd", "9c", "9h"}
    night.wait(31)  # the release's delay is over
    after = look(night, Step({"type": "released"}), opened, caplog, "de")
    for route in ("/api/table", "/events/table", "/api/desk", "/events/desk", "/api/overlay", "/events/overlay"):
        assert after[route] >= {"9c", "9h"}, f"{route} must show the tabled hand"
    assert "9c9h" in printed(night.path)["phh"], "the export shows the tabled hand"
    terminal = capfd.readouterr()
    assert found(terminal.out + terminal.err, SECRET) <= opened, "the terminal tells"


def everything(player: Player, **_: object) -> tuple[Card | None, ...]:
    return player.cards


def _breaks(monkeypatch: pytest.MonkeyPatch, name: str, broken: Callable[..., object]) -> None:
    for room in (build, broadcast, alerts):
        if hasattr(room, name):
            monkeypatch.setattr(room, name, broken)


@pytest.mark.parametrize("fault", ["table", "overlay", "log", "export", "route"])
def test_broken_code_is_caught(
    night: Night, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    steps = list(hand())
    for step in steps[:-1]:
        night.enter(step)
    match fault:
        case "table":
            _breaks(monkeypatch, "public_cards", everything)
        case "overlay":
            _breaks(monkeypatch, "visible_cards", everything)
        case "log":
            show = night.live.screens.show
            logger = logging.getLogger("table_controller")
            monkeypatch.setattr(
                night.thread, "_publish", lambda published: (logger.warning("holds %s", HOLE[2]), show(published))
            )
        case "export":
            monkeypatch.setattr("table_controller.audit.export.export", lambda *_: iter([gossip(SECRET)]))
        case "route":
            made = Crawl.__init__

            def leaking(self: Crawl, *words: Any, **more: Any) -> None:
                made(self, *words, **more)
                self.app.add_url_rule("/new", "new", audience(Audience.TABLE)(lambda: HOLE[4]))

            monkeypatch.setattr(Crawl, "__init__", leaking)
    with pytest.raises(AssertionError, match="tells"):
        play(night, caplog, iter(steps[-1:]))
