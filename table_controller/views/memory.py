"""What the screens remember of a night besides the night itself: where each fact comes from, who agreed to be filmed.

A pure fold over the referee's answers, so that it is the same after a restart.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from table_controller.records.chips import Seat
from table_controller.records.events import Announced, Corrected, Event, SeatTaken, Ticked
from table_controller.records.happened import Certainty, is_entry
from table_controller.records.night import Assessment, Night
from table_controller.records.observations import Observation, SourceLost
from table_controller.views.dealer_models import Origin

Fact = tuple[str, Seat | None]
"""What is known, as ``corrected`` calls it, and of which seat."""


@dataclass(frozen=True, slots=True)
class Known:
    """By whom a fact is known, and how surely (0…1)."""

    origin: Origin
    source: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Memory:
    """The newest origin of every fact; ``consent``: what was answered, ``asked``: the seats that were there then;
    ``reasons``: by source why it was lost last."""

    facts: tuple[tuple[Fact, Known], ...] = ()
    consent: bool | None = None
    asked: frozenset[Seat] = frozenset()
    reasons: tuple[tuple[str, str], ...] = ()


CONSENT = {"consent": True, "no_consent": False}
"""``Announced.what`` by which the people at the table say whether they may be filmed."""
_BOARD_SOURCES = ("board", "reader")


def with_reason(memory: Memory, observation: Observation) -> Memory:
    """*memory* after *observation*: a source that is lost says why, and what it says last counts."""
    if not isinstance(observation, SourceLost):
        return memory
    reasons = dict(memory.reasons) | {observation.source: observation.reason}
    return replace(memory, reasons=tuple(reasons.items()))


def remembered(memory: Memory, before: Night, answer: Assessment) -> Memory:
    """*memory* after *answer*, which made its night of *before*."""
    event, after = answer.event, answer.night
    if isinstance(event, Announced) and event.what in CONSENT:
        seats = frozenset(seat for seat, _ in after.stacks)
        return replace(memory, consent=CONSENT[event.what], asked=seats)
    if isinstance(event, SeatTaken):
        memory = replace(memory, asked=memory.asked - {event.seat})  # somebody new sits there
    if after is before or isinstance(event, Ticked):
        return memory
    new = dict(_told(event, before, after))
    return replace(memory, facts=tuple((dict(memory.facts) | new).items())) if new else memory


def _told(event: Event, before: Night, after: Night) -> Iterator[tuple[Fact, Known]]:
    """Every fact that the event changed or states: stated, it is its source's; else it follows by rule."""
    old, own = _facts(before), (getattr(event, "seat", None), _own(event))
    for fact, value in _facts(after).items():
        named = fact[0] in own[1] and fact[1] in (None, own[0])
        if old.get(fact) == value and not (named and fact[1] is not None):
            continue  # chips that come to a call that counts already make it surer
        sure = round(event.confidence, 2)
        yield fact, Known(_origin(event) if named else Origin.RULE, (event.source or "") if named else "", sure)


def _own(event: Event) -> frozenset[str]:
    """The facts that an event of this type states itself."""
    name = type(event).__name__
    if isinstance(event, Corrected):
        return frozenset({event.what})
    return _STATES.get(name, frozenset())


_STATES = {
    "ButtonPlaced": frozenset({"button"}),
    "HandStarted": frozenset({"button"}),
    "LevelStarted": frozenset({"small_blind", "big_blind"}),
    "SeatTaken": frozenset({"stack"}),
    "ChipsBought": frozenset({"stack"}),
    "ChipsMovedIn": frozenset({"stack", "bet"}),
    "ChipsTakenBack": frozenset({"stack", "bet"}),
    "PotPushed": frozenset({"stack"}),
    "Declared": frozenset({"bet", "folded"}),
    "HandMucked": frozenset({"folded"}),
    "BoardCardDealt": frozenset({"board"}),
    "CardBurned": frozenset({"burns"}),
    "CardMoved": frozenset({"board", "burns"}),
}


def _origin(event: Event) -> Origin:
    source = event.source or ""
    if source.startswith(_BOARD_SOURCES):
        return Origin.BOARD
    if is_entry(event) or source == "table file":
        return Origin.OPERATOR
    return Origin.OPERATOR if event.certainty is Certainty.DECLARED else Origin.CAMERA


def _facts(night: Night) -> dict[Fact, Any]:
    """What is shown and can be corrected, by name and seat."""
    hand = night.hand
    facts: dict[Fact, Any] = {("small_blind", None): night.small_blind, ("big_blind", None): night.big_blind}
    facts[("button", None)] = hand.button if hand else night.button
    facts |= {("stack", seat): stack for seat, stack in night.stacks}
    if hand is None:
        return facts
    facts |= {("to_act", None): hand.to_act, ("board", None): hand.board, ("burns", None): len(hand.burns)}
    for player in hand.players:
        facts[("stack", player.seat)] = player.stack
        facts[("bet", player.seat)] = player.bet
        facts[("folded", player.seat)] = player.folded
    return facts


def newcomers(memory: Memory, night: Night) -> tuple[Seat, ...]:
    """Seats taken since everybody was asked whether they may be filmed."""
    return tuple(seat for seat, _ in night.stacks if seat not in memory.asked)
