"""What the desk shows beside the felt: how to enter a hand, where facts come from, how long one may dispute."""

from dataclasses import dataclass

from table_controller.records.chips import Seat
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState, Step
from table_controller.records.night import Entered, Night
from table_controller.records.observations import Press
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook, Text
from table_controller.records.table import Level
from table_controller.records.wire import type_name
from table_controller.views.dealer_models import (
    NOTHING_FILMED,
    ByHandView,
    LevelView,
    OriginView,
    RecordingView,
    UndoView,
)
from table_controller.views.memory import Memory


@dataclass(frozen=True, slots=True)
class Dealing:
    """What the app tells the desk; ``deal`` and ``button`` as in ``ByHandView``, by the referee's rules."""

    alone: bool = False
    tags: bool = False
    button: Seat | None = None
    deal: tuple[Seat, ...] = ()
    memory: Memory = Memory()
    recording: RecordingView = NOTHING_FILMED
    pictures: tuple[tuple[int, bool], ...] = ()
    """The incidents that have a still, and whether the desk may show it: never one that hole cards can be on."""


def by_hand_view(night: Night, dealing: Dealing) -> ByHandView:
    """How the desk enters a hand."""
    undo = _undo(night.entered) if night.entered else None
    return ByHandView(
        dealing.alone, dealing.button, dealing.deal, undo, dealing.tags, _level_before(night.seating.levels)
    )


def _level_before(levels: tuple[Level, ...]) -> LevelView | None:
    """The level below the newest, also where that one was itself begun once more."""
    lower = [one for one in reversed(levels) if 0 < one.number < levels[-1].number]
    before = max(lower, key=lambda one: one.number, default=None)
    return None if before is None else LevelView(before.number, before.small_blind, before.big_blind, before.ante)


def _undo(entered: tuple[Entered, ...]) -> UndoView:
    last = entered[-1]
    stated = [event for event in last.events if getattr(event, "seat", None) is not None] or list(last.events)
    first = stated[0]
    return UndoView(
        number=last.number,
        events=tuple(dict.fromkeys(type_name(type(event)) for event in last.events)),
        seat=getattr(first, "seat", None),
        action=action if (action := getattr(first, "action", None)) in _WORDS else None,
        amount=next((amount for event in last.events if (amount := getattr(event, "amount", None)) is not None), None),
        steps=len(entered),
        kind=kind if (kind := getattr(first, "kind", None)) in _BOUGHT else None,
    )


_WORDS = frozenset(press.value for press in Press)
"""What a seat can say with a button; other words are a person's own, and may name anything."""
_BOUGHT = frozenset({"buy_in", "rebuy", "add_on"})
"""What chips are bought as."""


def origins(memory: Memory) -> tuple[OriginView, ...]:
    """Where every fact that can be corrected comes from."""
    facts = sorted(memory.facts, key=lambda item: (item[0][0], item[0][1] or 0))
    return tuple(OriginView(what, seat, known.origin, known.source, known.confidence) for (what, seat), known in facts)


def cards_asked(step: Step, hand: Hand | None) -> int:
    """How many faces a person can name with *step*: those that everybody sees then."""
    if step.event == "hand_tabled":
        return 2 if hand is None or hand.game != "omaha" else 4
    if step.event != "board_card_dealt" or hand is None:
        return 0
    if step.until:
        return max(1, step.until - len(hand.board))
    return max(1, 3 - len(hand.board)) if hand.street is Street.PREFLOP else 1


def post_of(step: Step, hand: Hand | None) -> str | None:
    """The words of the blind that *step* is about; None if it is about none."""
    if hand is None or step.event != "chips_moved_in":
        return None
    kind = next((post.kind for seat, post in hand.posts if seat == step.seat), None)
    return f"post_{kind}" if kind in ("small_blind", "big_blind") else None


_UNTIL = {
    "first_action": Text("bis zur ersten Aktion", "until the first action"),
    "substantial_action": Text("bis nennenswert gehandelt wurde", "until substantial action"),
    "end_of_hand": Text("bis zum Ende der Hand", "until the hand is over"),
}
_NEXT_HAND = Text("bis die nächste Hand beginnt", "until the next hand begins")
_DEADLINES = {"misdeal": "misdeal.deadline", "correct_button": "button.error_deadline"}


def until(incident: Incident, book: Rulebook) -> Text | None:
    """How long the incident can be ruled on as it is proposed now, in words; None once it is closed."""
    if incident.state is not IncidentState.OPEN:
        return None
    proposal = incident.irregularity.proposal
    deadline = _DEADLINES.get(proposal.name) if proposal else None
    told = book.parameters.get(deadline, "substantial_action") if deadline else None
    return _UNTIL.get(str(told), _NEXT_HAND)
