"""Errors at the end of a hand: the wrong seat shows first, wins, or gets the odd chip."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

from injected import Clean, Events, Wrong, exchanged, wrong

from table_controller.records import DECK, Card, Chips, Seat
from table_controller.records.events import (
    BoardCardDealt,
    ChipsMovedIn,
    Declared,
    Event,
    HandMucked,
    HandStarted,
    HandTabled,
    HoleCardDealt,
    Post,
    PotPushed,
)
from table_controller.rules.ranking import strength


def wrong_pot_award(hand: Clean, random: Random) -> Wrong | None:
    """The pot goes to a seat that did not win it: a folded one, or a loser of a showdown whose cards are all open."""
    pushes = hand.indices(PotPushed)
    mucked = any(isinstance(event, HandMucked) for event in hand.events)
    live = set(hand.seats()) - {e.seat for e in hand.events if isinstance(e, Declared) and e.action == "fold"}
    if len(pushes) != 1 or (mucked and len(live) > 1):
        return None
    push = hand.events[pushes[0]]
    assert isinstance(push, PotPushed)
    seat = random.choice([seat for seat in hand.seats() if seat != push.seat])
    return wrong(exchanged(hand.events, pushes[0], replace(push, seat=seat)), seat, "pot_misawarded")


def showdown_out_of_order(hand: Clean, random: Random) -> Wrong | None:
    """The last in order tables first, in a house that enforces the order."""
    shown = hand.indices(HandTabled)
    if len(shown) < 2 or shown[-1] - shown[0] != len(shown) - 1 or not _bet_to_the_end(hand):
        return None
    reversed_ = [hand.events[index] for index in reversed(shown)]
    events = (*hand.events[: shown[0]], *reversed_, *hand.events[shown[-1] + 1 :])
    return replace(
        wrong(events, _seat(reversed_[0]), "showdown_out_of_order"), house=(("showdown.order_enforced", "always"),)
    )


def _bet_to_the_end(hand: Clean) -> bool:
    """Nobody is all-in: where betting is over early, hands are opened at once and the order is free."""
    return all(act.stack > (act.ask.to_call or 0) for act in hand.acts) and not any(
        isinstance(event, ChipsMovedIn) and event.amount >= act.stack
        for act in hand.acts
        for event in hand.events[act.first : act.end]
    )


def _seat(event: Event) -> Seat:
    assert isinstance(event, HandTabled)
    return event.seat


def odd_chip_to_wrong_seat(hand: Clean, random: Random) -> Wrong | None:
    """Two hands tie for a pot that does not divide, and the odd chip goes to the seat further from the button.

    Made of a real showdown: the second hand gets cards of the first's ranks, and somebody who folded without chips
    posts a dead chip.
    """
    shown = [event for event in hand.events if isinstance(event, HandTabled)]
    pushes = hand.indices(PotPushed)
    if len(shown) != 2 or len(pushes) != 1:
        return None
    tied = _tied(hand, shown[0], shown[1])
    push = hand.events[pushes[0]]
    assert isinstance(push, PotPushed)
    pot = push.amount
    events = hand.events if tied is None or pot % 2 else _dead_chip(hand)
    if tied is None or events is None:
        return None
    pot, order = Chips(pot + (pot % 2 == 0)), _from_the_button(hand, shown[0].seat, shown[1].seat)
    events = tuple(_with_cards(event, shown[1].seat, tied) for event in events)
    at = next(index for index, event in enumerate(events) if isinstance(event, PotPushed))
    less = replace(push, seat=order[0], amount=Chips(pot // 2))
    more = replace(push, seat=order[1], amount=Chips(pot // 2 + 1))
    return wrong(exchanged(events, at, less, more), order[1], "odd_chip_misawarded")


def _tied(hand: Clean, one: HandTabled, other: HandTabled) -> tuple[Card, ...] | None:
    """Cards for *other* that split with *one*: its ranks in suits not yet seen. None if a flush is in the way."""
    board = tuple(e.card for e in hand.events if isinstance(e, BoardCardDealt) and e.card is not None)
    used = {card for e in hand.events if (card := getattr(e, "card", None))} - set(other.cards)
    if len(board) != 5 or None in one.cards:
        return None
    free = [card for card in DECK if card not in used and card not in one.cards]
    ranks = [card.rank for card in one.cards if card is not None]
    for pair in permutations(free, 2):
        same = [card.rank for card in pair] == ranks
        if same and strength(pair, board) == strength(tuple(c for c in one.cards if c), board):
            return pair
    return None


def _with_cards(event: Event, seat: Seat, cards: tuple[Card, ...]) -> Event:
    """*event* as if *seat* had been dealt *cards*: its hole cards were not read, its tabled hand is *cards*."""
    if isinstance(event, HandTabled) and event.seat == seat:
        return replace(event, cards=cards)
    return replace(event, card=None) if isinstance(event, HoleCardDealt) and event.seat == seat else event


def _dead_chip(hand: Clean) -> Events | None:
    """The hand with one dead chip of a seat that put in nothing else; None if every seat put something in."""
    paid = {event.seat for event in hand.events if isinstance(event, ChipsMovedIn)}
    seat = next((seat for seat in hand.seats() if seat not in paid), None)
    start = hand.indices(HandStarted)[0]
    begun = hand.events[start]
    assert isinstance(begun, HandStarted)
    if seat is None:
        return None
    posting = replace(begun, posts=(*begun.posts, (seat, Post("dead", Chips(1)))))
    chip = ChipsMovedIn(seat=seat, amount=Chips(1), at=begun.at, hand=begun.hand, motion=9_999)
    return exchanged(hand.events, start, posting, chip)


def _from_the_button(hand: Clean, *seats: Seat) -> list[Seat]:
    """*seats* clockwise from the button's left; the record lists the seats in that order."""
    order = list(_dealt(hand))
    return sorted(seats, key=order.index)


def _dealt(hand: Clean) -> Iterator[Seat]:
    """The seats in the order of the deal: the first left of the button gets the first card."""
    for event in hand.events:
        if isinstance(event, HoleCardDealt):
            yield event.seat
