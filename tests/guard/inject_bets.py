"""Errors of betting: too little, too much, in two motions, or a check where there is a bet."""

from dataclasses import replace
from random import Random

from injected import Act, Clean, Events, Wrong, exchanged, wrong

from table_controller.records import Chips
from table_controller.records.events import ChipsMovedIn, Declared


def _bets(hand: Clean) -> list[tuple[Act, ChipsMovedIn]]:
    """Bets and raises: one silent motion above the call."""
    found = []
    for act in hand.acts:
        event = hand.events[act.first]
        if isinstance(event, ChipsMovedIn) and act.bet + event.amount > act.bet_to:
            found.append((act, event))
    return found


def _resized(hand: Clean, act: Act, event: ChipsMovedIn, amount: int) -> Events:
    return exchanged(hand.events, act.first, replace(event, amount=Chips(amount)))


def raise_too_small(hand: Clean, random: Random) -> Wrong | None:
    """A bet or raise one unit below the least."""
    places = [(act, event) for act, event in _bets(hand) if act.ask.min_raise_to and event.amount < act.stack]
    places = [(act, event) for act, event in places if _at_least(act) - 1 > act.bet_to + 1]
    if not places:
        return None
    act, event = random.choice(places)
    codes = ("underraise",) if act.bet_to else ("incomplete_bet", "bet_below_minimum")
    return wrong(_resized(hand, act, event, _at_least(act) - 1 - act.bet), act.seat, *codes)


def _at_least(act: Act) -> int:
    return act.ask.min_raise_to or 0


def bet_above_stack(hand: Clean, random: Random) -> Wrong | None:
    """More chips than the seat has."""
    places = _bets(hand)
    if not places:
        return None
    act, event = random.choice(places)
    amount = act.stack + random.randint(1, 5000)
    return wrong(_resized(hand, act, event, amount), act.seat, "bet_above_stack")


def string_bet(hand: Clean, random: Random) -> Wrong | None:
    """The call, or the least bet, in a first motion and the rest in a second."""
    places = []
    for act, event in _bets(hand):
        first = act.ask.to_call or _at_least(act)
        if 0 < first < event.amount and event.motion is not None:
            places.append((act, event, first))
    if not places:
        return None
    act, event, first = random.choice(places)
    one = replace(event, amount=Chips(first))
    rest = Chips(event.amount - first)
    two = replace(event, amount=rest, motion=10_000, at=event.at + 700_000_000)
    return wrong(exchanged(hand.events, act.first, one, two), act.seat, "string_bet")


def undercall(hand: Clean, random: Random) -> Wrong | None:
    """Silent chips, fewer than the call, with more behind."""
    places = []
    for act in hand.acts:
        chips = hand.events[act.first]
        if isinstance(chips, ChipsMovedIn) and chips.amount == act.ask.to_call and 2 < chips.amount < act.stack:
            places.append((act, chips))
    if not places:
        return None
    act, chips = random.choice(places)
    short = replace(chips, amount=Chips(random.randint(1, chips.amount - 1)))
    return wrong(exchanged(hand.events, act.first, short), act.seat, "undercall")


def check_facing_bet(hand: Clean, random: Random) -> Wrong | None:
    """A check with a bet to face."""
    places = [act for act in hand.acts if act.ask.to_call and isinstance(hand.events[act.first], Declared)]
    if not places:
        return None
    act = random.choice(places)
    declared = hand.events[act.first]
    assert isinstance(declared, Declared)
    check = replace(declared, action="check")
    events = (*hand.events[: act.first], check, *hand.events[act.end :])
    return wrong(events, act.seat, "check_facing_bet")


def oversized_chip(hand: Clean, random: Random) -> Wrong | None:
    """A silent call with one chip that is worth more."""
    places = [(act, chips) for act, chips in _calls(hand) if chips.amount * 5 < act.stack]
    if not places:
        return None
    act, chips = random.choice(places)
    value = Chips(chips.amount * random.randint(2, 5))
    event = replace(chips, amount=value, chips=((value, 1),))
    return wrong(exchanged(hand.events, act.first, event), act.seat, "oversized_chip")


def late_declaration(hand: Clean, random: Random) -> Wrong | None:
    """A silent call, and then the seat says raise, before anybody else has acted."""
    places = [(act, chips) for act, chips in _calls(hand) if act.ask.min_raise_to and act.end == act.first + 1]
    if not places:
        return None
    act, chips = random.choice(places)
    words = Declared(
        seat=act.seat, action="raise", amount=act.ask.min_raise_to, at=chips.at + 700_000_000, hand=chips.hand
    )
    return wrong(exchanged(hand.events, act.first, chips, words), act.seat, "late_declaration")


def _calls(hand: Clean) -> list[tuple[Act, ChipsMovedIn]]:
    """Calls made with chips and no word."""
    found = []
    for act in hand.acts:
        chips = hand.events[act.first]
        if isinstance(chips, ChipsMovedIn) and chips.amount == act.ask.to_call and 0 < chips.amount < act.stack:
            found.append((act, chips))
    return found
