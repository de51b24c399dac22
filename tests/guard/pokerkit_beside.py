"""What PokerKit makes of a hand with an error in it: it refuses the hand or replays it; it has no name for any error.

The events are written down as its hand history would have them. What that format has no word for (a burn, a second
motion, the order of the deal, who shows first) cannot reach it at all, and is replayed as if nothing were wrong.
"""

import warnings
from collections.abc import Iterator

from pokerkit import HandHistory

from table_controller.records import Seat
from table_controller.records.events import (
    BoardCardDealt,
    ChipsMovedIn,
    Declared,
    Event,
    HandMucked,
    HandStarted,
    HandTabled,
    HoleCardDealt,
)


def refused(events: tuple[Event, ...]) -> bool:
    """Whether PokerKit's replay of *events* breaks off."""
    begun = next(event for event in events if isinstance(event, HandStarted))
    stacks = [stack for _, stack in begun.seats]
    blinds = [begun.small_blind, begun.big_blind] + [0] * (len(stacks) - 2)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            history = HandHistory(
                variant="NT",
                antes=[begun.ante] * len(stacks),
                blinds_or_straddles=blinds,
                min_bet=begun.big_blind,
                starting_stacks=stacks,
                actions=list(_actions(events, begun)),
            )
            for _ in history:
                pass
    except (ValueError, KeyError, IndexError, AssertionError):
        return True
    return False


def _actions(events: tuple[Event, ...], begun: HandStarted) -> Iterator[str]:
    """The hand in PHH's words; players in the order of the record's seats."""
    name = {seat: f"p{index}" for index, (seat, _) in enumerate(begun.seats, start=1)}
    holes: dict[Seat, str] = dict.fromkeys(name, "")
    bets: dict[Seat, int] = {}
    board, dealt = "", False
    for event in events:
        if board and not isinstance(event, BoardCardDealt):
            yield f"d db {board}"
            board, bets = "", {}
        match event:
            case HoleCardDealt():
                holes[event.seat] += str(event.card or "??")
            case BoardCardDealt():
                board += str(event.card or "??")
            case ChipsMovedIn() if not any(holes.values()):
                bets[event.seat] = bets.get(event.seat, 0) + event.amount
                continue
        if not dealt and isinstance(event, Declared | ChipsMovedIn | BoardCardDealt):
            dealt = True
            yield from (f"d dh {name[seat]} {cards}" for seat, cards in holes.items() if cards)
        yield from _action(event, name, bets)


def _action(event: Event, name: dict[Seat, str], bets: dict[Seat, int]) -> Iterator[str]:
    match event:
        case Declared(action="fold"):
            yield f"{name[event.seat]} f"
        case Declared(action="check" | "call"):
            yield f"{name[event.seat]} cc"
        case Declared(action="raise" | "bet", amount=int()):
            yield f"{name[event.seat]} cbr {event.amount}"
        case ChipsMovedIn():
            most = max(bets.values(), default=0)
            bets[event.seat] = bets.get(event.seat, 0) + event.amount
            raises = bets[event.seat] > most
            yield f"{name[event.seat]} cbr {bets[event.seat]}" if raises else f"{name[event.seat]} cc"
        case HandTabled():
            yield f"{name[event.seat]} sm {''.join(str(card or '??') for card in event.cards)}"
        case HandMucked():
            yield f"{name[event.seat]} sm"
