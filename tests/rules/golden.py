"""Golden cases as events and answers: the keys and lines of tests/golden/<code>/<case>.toml (docs/add-a-rule.md)."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from table_controller.files import load_rulebook
from table_controller.records import events as e
from table_controller.records.cards import DECK, Card, Face
from table_controller.records.events import Event
from table_controller.records.hand import Hand
from table_controller.records.incidents import IncidentState, Step
from table_controller.records.night import Assessment, Night
from table_controller.records.wire import read_event
from table_controller.rules import assess, new_night
from table_controller.rules.hand import ask as ask_of
from table_controller.rules.undecided import as_it_lies

_KEYS = {"about", "id", "rulebook", "with", "setup", "events", "expect", "houses"}
_SETUP = {
    "button",
    "seats",
    "stacks",
    "stack",
    "blinds",
    "street",
    "ante",
    "deal",
    "game",
    "chip",
    "before",
    "limit",
    "open",
}
_EXPECT = {"incidents", "action", "change", "add", "to_act", "next", "not_assessed"}
_MAY_EXPECT = {
    "proposal",
    "options",
    "ask",
    "most",
    "provisional",
    "board",
    "burns",
    "bets",
    "stacks",
    "holes",
    "pots",
    "street",
    "de",
    "cites",
    "measured",
    "required",
    "way",
    "ruled",
    "open",
}
_SECOND = 1_000_000_000


def story_in(path: Path) -> dict[str, Any]:
    """The story in the file *path*: no key unknown, none missing."""
    story = tomllib.loads(path.read_text("utf-8"))
    assert story.keys() <= _KEYS, f"{path}: unknown {story.keys() - _KEYS}"
    assert {"about", "rulebook", "events", "expect"} <= story.keys()
    assert story.get("setup", {}).keys() <= _SETUP, f"{path}: unknown {story['setup'].keys() - _SETUP}"
    expect = story["expect"].keys()
    assert expect >= _EXPECT, f"{path}: every case asserts {_EXPECT - expect} too"
    assert expect <= _EXPECT | _MAY_EXPECT, f"{path}: unknown {expect - _EXPECT - _MAY_EXPECT}"
    for house, differs in story.get("houses", {}).items():
        assert house in story["rulebook"], f"{path}: {house} is none of its rulebooks"
        assert differs.keys() <= _EXPECT | _MAY_EXPECT, f"{path}: houses.{house}: unknown {differs.keys()}"
    return story


def stories(story: dict[str, Any]) -> list[dict[str, Any]]:
    """The story under each of its rulebooks: what ``[houses.NAME]`` says goes before what all of them answer."""
    names = story["rulebook"] if isinstance(story["rulebook"], list) else [story["rulebook"]]
    houses = story.get("houses", {})
    return [story | {"rulebook": name, "expect": story["expect"] | houses.get(name, {})} for name in names]


def play(story: dict[str, Any]) -> dict[str, Any]:
    """What the referee said: the keys of the story's ``expect``, as it would have to stand there."""
    table = _Table(story["rulebook"], story.get("setup", {}), story.get("with", {}))
    for line in story["events"]:
        table.do(line)
    return {key: _SAYS[key](table) for key in sorted(story["expect"])}


class _Table:
    """A night at which lines are turned into events."""

    def __init__(self, rulebook: str, setup: dict[str, Any], other: dict[str, Any]) -> None:
        book = load_rulebook(rulebook)
        assert other.keys() <= book.parameters.keys(), f"no parameters: {other.keys() - book.parameters.keys()}"
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in other.items()}
        self.book = replace(book, parameters={**book.parameters, **values}) if other else book
        self.night: Night = new_night()
        self.at, self.card = 0, 0
        self.said: list[str] = []
        self.last: Assessment | None = None
        self.quiet = True
        self._open(setup)
        self.quiet = False

    def _open(self, setup: dict[str, Any]) -> None:
        count = setup.get("seats", 6)
        stacks = {seat: setup.get("stack", 10_000) for seat in range(1, count + 1)}
        stacks |= {int(seat): stack for seat, stack in setup.get("stacks", {}).items()}
        small, big = setup.get("blinds", [100, 200])
        if "chip" in setup:
            self.show(e.Corrected(what="smallest_chip", value=str(setup["chip"])))
        self.quiet = "before" not in setup
        for line in setup.get("before", []):
            self.do(line)
        start = e.HandStarted(
            button=setup.get("button", count),
            seats=tuple(stacks.items()),
            small_blind=small,
            big_blind=big,
            ante=setup.get("ante", 0),
            game=setup.get("game", "texas"),
            limit=setup.get("limit", ""),
        )
        self.first = start
        if setup.get("open"):
            for seat, stack in stacks.items():
                self.show(e.SeatTaken(seat=seat, stack=stack))
            return
        self.show(start)
        self.quiet = True
        if setup.get("deal", True):
            self.do("blinds")
            self.do("deal")
        for street in ("flop", "turn", "river"):
            if setup.get("street") in _FROM[street]:
                self.do("round")
                self.do("burn")
                self.do("street")

    @property
    def hand(self) -> Hand:
        assert self.night.hand is not None
        return self.night.hand

    def show(self, event: Event, after: float = 3.0) -> None:
        self.at += int(after * _SECOND)
        answer = assess(self.night, _timed(event, self.at), self.book)
        self.night, self.last = answer.night, answer
        found = [f"{item.code} {item.seat}" if item.seat else item.code for item in answer.irregularities]
        assert not (self.quiet and found), f"the setup itself is flagged: {found}"
        self.said += found

    def top(self) -> Card:
        """The next card of the deck D1, D2, …"""
        self.card += 1
        return DECK[self.card - 1]

    def do(self, line: str | dict[str, Any]) -> None:
        if isinstance(line, dict):
            told = dict(line)
            after = told.pop("after", 3.0)  # seconds since the line before
            self.show(read_event(told), after)
            return
        pause = re.match(r"\+([\d.]+) ", line)
        words = line[pause.end() if pause else 0 :].split()
        after = float(pause[1]) if pause else 3.0
        if words[0] in _MACROS:
            _MACROS[words[0]](self, words[1:])
        elif words[0].isdigit():
            self.show(_BY_SEAT[words[1]](int(words[0]), words[2:]), after)
        else:
            self.show(BY_TABLE[words[0]](self, words[1:]), after)


_FROM = {"flop": ("flop", "turn", "river"), "turn": ("turn", "river"), "river": ("river",)}


def _timed(event: Event, at: int) -> Event:
    return replace(event, at=at)


def _card(text: str) -> Card | None:
    """``As``, ``D13`` (the thirteenth of the deck), ``?`` for a card not read."""
    if text == "?":
        return None
    return DECK[int(text[1:]) - 1] if re.fullmatch(r"D\d+", text) else Card.parse(text)


# --- lines about the table ----------------------------------------------------------------------------------------


def _blinds(table: _Table, words: list[str]) -> None:
    for seat, post in table.hand.posts:
        table.show(e.ChipsMovedIn(seat=seat, amount=post.amount))


def _deal(table: _Table, words: list[str]) -> None:
    """``deal``: all cards. ``deal 5``: so many. ``deal ?``: all, not read. ``deal to 3 [up] [CARD]``: one card."""
    if words[:1] == ["to"]:
        shown = [word for word in words[2:] if word != "up"]
        card = _card(shown[0]) if shown else table.top()
        face = Face.UP if "up" in words else Face.DOWN
        table.show(e.HoleCardDealt(seat=int(words[1]), card=card, face=face), 0.2)
        return
    seats = [player.seat for player in table.hand.players]
    each = 4 if table.hand.game == "omaha" else 2
    closed = words[:1] == ["?"]
    for number in range(table.hand.dealt, int(words[0]) if words and not closed else each * len(seats)):
        seat = seats[(table.hand.deal_from + number) % len(seats)]
        table.show(e.HoleCardDealt(seat=seat, card=None if closed else table.top()), 0.2)


def _round(table: _Table, words: list[str]) -> None:
    """Everybody left calls or checks; then the bets are collected."""
    for _ in range(40):
        ask = ask_of(as_it_lies(table.night), table.book)  # also while the hand waits: play goes on regardless
        if ask is None:
            break
        if ask.to_call:
            table.show(e.ChipsMovedIn(seat=ask.seat, amount=ask.to_call))
        else:
            table.show(e.Declared(seat=ask.seat, action="check"))
    table.show(e.BetsCollected())


def _street(table: _Table, words: list[str]) -> None:
    """The next street's cards from the deck."""
    for number in range(3 if not table.hand.board else 1):
        table.show(e.BoardCardDealt(card=table.top()), 0.1 if number else 3)


def _flop(table: _Table, words: list[str]) -> None:
    """``flop CARD CARD CARD``: in one motion, in that order; ``flop ? ...`` with ``unordered``: order not known."""
    known = "unordered" not in words
    for number, word in enumerate(word for word in words if word != "unordered"):
        table.show(e.BoardCardDealt(card=_card(word), order_known=known), 0.1 if number else 3)


def _rule(table: _Table, words: list[str]) -> None:
    """``rule REMEDY``: on the newest incident. ``rule accept``: its proposal."""
    incident = table.night.incidents[-1]
    proposal = incident.irregularity.proposal
    name = proposal.name if words[0] == "accept" and proposal is not None else words[0]
    table.show(e.RulingMade(incident=incident.number, remedy=name, by="floor"))


def _undo(table: _Table, words: list[str]) -> None:
    """``undo``: the ruling on the newest incident; ``undo CODE``: on the first of that code; ``undo 7``: number 7."""
    numbers = [i.number for i in table.night.incidents if not words or i.irregularity.code == words[0]]
    number = int(words[0]) if words and words[0].isdigit() else numbers[0 if words else -1]
    table.show(e.RulingUndone(ruling=number))


def _burn(table: _Table, words: list[str]) -> None:
    table.show(e.CardBurned(card=_card(words[0]) if words else table.top()))


_MACROS: dict[str, Callable[[_Table, list[str]], None]] = {
    "blinds": _blinds,
    "deal": _deal,
    "round": _round,
    "street": _street,
    "flop": _flop,
    "rule": _rule,
    "undo": _undo,
    "burn": _burn,
}


def _start(table: _Table, words: list[str]) -> Event:
    """``start N``: the next hand with the button at seat N and the stacks of the night."""
    last = table.first if table.night.hand is None else table.hand
    return e.HandStarted(
        button=int(words[0]),
        seats=table.night.stacks,
        small_blind=last.small_blind,
        big_blind=last.big_blind,
        game=last.game,
        limit=last.limit,
    )


BY_TABLE: dict[str, Callable[[_Table, list[str]], Event]] = {
    "board": lambda t, w: e.BoardCardDealt(card=_card(w[0]) if w else t.top()),
    "sweep": lambda t, w: e.BetsCollected(),
    "push": lambda t, w: e.PotPushed(amount=int(w[0]), seat=int(w[2]), pot=int(w[4]) if w[3:] else None),
    "end": lambda t, w: e.HandEnded(),
    "start": _start,
    "move": lambda t, w: e.CardMoved(
        card=_card(w[0]), from_=" ".join(w[1 : w.index(">")]), to=" ".join(w[w.index(">") + 1 :])
    ),
    "scramble": lambda t, w: e.CardsScrambled(place="board", count=len(t.hand.board)),
    "shuffle": lambda t, w: e.DeckShuffled(),
    "draw": lambda t, w: e.DrawCard(seat=int(w[0]), card=Card.parse(w[1])),
    "say": lambda t, w: e.Announced(what=w[0], by="dealer", amount=int(w[1]) if len(w) > 1 else None),
    "level": lambda t, w: e.LevelStarted(level=int(w[0]), small_blind=int(w[1]), big_blind=int(w[2])),
    "cut": lambda t, w: e.DeckCut(),
    "stub": lambda t, w: e.StubShuffled(),
    "show": lambda t, w: e.CardExposed(card=_card(w[0]), by="dealer"),
    "block": lambda t, w: e.ZoneBlocked(zone=" ".join(w)),
    "restore": lambda t, w: e.ZoneRestored(zone=" ".join(w)),
    "lose": lambda t, w: e.SourceGone(source=w[0]),
    "count": lambda t, w: e.CardsCounted(place=" ".join(w[:-1]), count=int(w[-1])),
    "rake": lambda t, w: e.Announced(what="rake", by="dealer", amount=int(w[0])),
    "clock": lambda t, w: e.ClockCalled(by=" ".join(w)),
    "tick": lambda t, w: e.Ticked(),
    "correct": lambda t, w: e.Corrected(what=w[0], value=w[-1], seat=int(w[1]) if len(w) > 2 else None),
}


def _chips(seat: int, words: list[str]) -> Event:
    """``3 chips 600``, ``3 chips 2x500 1x100``, ``3 chips 500 to pot``."""
    to = words[words.index("to") + 1] if "to" in words else "bet"
    counted = [word.split("x") for word in words if "x" in word]
    if not counted:
        return e.ChipsMovedIn(seat=seat, amount=int(words[0]), to=to)
    chips = tuple((int(value), int(count)) for count, value in counted)
    return e.ChipsMovedIn(seat=seat, amount=sum(value * count for value, count in chips), chips=chips, to=to)


def _says(seat: int, words: list[str]) -> Event:
    return e.Declared(seat=seat, action=words[0], amount=int(words[1]) if len(words) > 1 else None)


def _exposes(seat: int, words: list[str]) -> Event:
    """``3 exposes CARD [accidental|intentional|dealer]``: seen by all; by the dealer if it says so."""
    how = words[1] if len(words) > 1 else None
    by = "dealer" if how == "dealer" else "player"
    return e.CardExposed(seat=seat, card=_card(words[0]), by=by, intent=how if by == "player" else None)


_BY_SEAT: dict[str, Callable[[int, list[str]], Event]] = {
    "chips": _chips,
    "says": _says,
    "back": lambda seat, w: e.ChipsTakenBack(seat=seat, amount=int(w[0])),
    "mucks": lambda seat, w: e.HandMucked(seat=seat, by=w[0] if w else "player"),
    "merges": lambda seat, w: e.PotMerged(seat=seat),
    "pushes": lambda seat, w: e.HandPushed(seat=seat),
    "tables": lambda seat, w: e.HandTabled(seat=seat, cards=tuple(_card(word) for word in w)),
    "exposes": _exposes,
}


# --- what was said ------------------------------------------------------------------------------------------------


def _last(table: _Table) -> Assessment:
    assert table.last is not None
    return table.last


def _action(table: _Table) -> str:
    action = _last(table).action
    return "" if action is None else f"{action.seat} {action.kind.value} {action.bet_to}"


def _told(steps: tuple[Step, ...]) -> list[str]:
    return [
        " ".join(
            str(part) for part in (step.event, step.seat, step.amount, step.card, step.seconds) if part is not None
        )
        for step in steps
    ]


def _next(table: _Table) -> list[str]:
    return _told(_last(table).next_steps)


def _way(table: _Table) -> list[str]:
    """The steps of what is proposed for the newest incident."""
    proposal = _newest(table).proposal
    return [] if proposal is None else _told(proposal.steps)


def _ask(table: _Table) -> list[Any]:
    ask = _last(table).ask
    return [] if ask is None else [ask.seat, ask.to_call, ask.may_raise, ask.min_raise_to or 0]


def _provisional(table: _Table) -> int:
    """Whose words or chips the floor has to rule on before what is asked is certain; 0: nobody's."""
    ask = _last(table).ask
    return 0 if ask is None else ask.open or 0


def _lying(table: _Table) -> Hand:
    """The hand as its chips lie, and as people see it."""
    hand = as_it_lies(table.night)
    assert hand is not None
    return hand


def _most(table: _Table) -> int:
    ask = _last(table).ask
    return 0 if ask is None else ask.max_raise_to or 0


def _newest(table: _Table) -> Any:
    held = [*table.night.incidents, *_last(table).incidents]
    return max(reversed(held), key=lambda incident: incident.number).irregularity if held else None


def _proposal(table: _Table) -> str:
    return "floor" if _newest(table).proposal is None else _newest(table).proposal.name


def _names(cards: tuple[Card | None, ...]) -> list[str]:
    return ["?" if card is None else f"D{DECK.index(card) + 1}" for card in cards]


_SAYS: dict[str, Callable[[_Table], Any]] = {
    "incidents": lambda t: t.said,
    "action": _action,
    "change": lambda t: _last(t).change,
    "add": lambda t: _last(t).add,
    "to_act": lambda t: 0 if t.night.hand is None else t.hand.to_act or 0,
    "next": _next,
    "not_assessed": lambda t: list(_last(t).not_assessed),
    "proposal": _proposal,
    "options": lambda t: [option.name for option in _newest(t).options],
    "cites": lambda t: _newest(t).citation,
    "measured": lambda t: _newest(t).measured,
    "required": lambda t: _newest(t).required,
    "way": _way,
    "de": lambda t: _newest(t).text.de,
    "open": lambda t: [i.irregularity.code for i in t.night.incidents if i.state is IncidentState.OPEN],
    "ruled": lambda t: [f"{i.irregularity.code} {i.ruling} {i.by}" for i in t.night.incidents if i.ruling],
    "ask": _ask,
    "provisional": _provisional,
    "most": _most,
    "board": lambda t: _names(t.hand.board),
    "burns": lambda t: _names(t.hand.burns),
    "holes": lambda t: {str(p.seat): _names(p.cards) for p in t.hand.players},
    "bets": lambda t: {str(p.seat): p.bet for p in _lying(t).players if p.bet},
    "stacks": lambda t: {str(seat): stack for seat, stack in t.night.stacks},
    "pots": lambda t: [[pot.amount, *pot.seats] for pot in _lying(t).pots],
    "street": lambda t: t.hand.street.value,
}
