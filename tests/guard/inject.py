"""One error put into a real hand, and what the referee has to say of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from table_controller.records import DECK, Chips, Face, Seat
from table_controller.records.events import (
    BoardCardDealt,
    CardBurned,
    ChipsMovedIn,
    Declared,
    Event,
    HandMucked,
    HandStarted,
    HandTabled,
    HoleCardDealt,
    PotPushed,
)
from table_controller.records.night import Ask, Street

Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """One betting action of a hand: where its events lie, whose it is, and what the referee asked before it."""

    first: int
    end: int
    seat: Seat
    ask: Ask
    street: Street
    bet: Chips
    """What the seat had in front of it."""
    stack: Chips
    bet_to: Chips


@dataclass(frozen=True, slots=True)
class Clean:
    """A hand without error, and its actions as the referee follows them."""

    events: Events
    acts: tuple[Act, ...]

    def indices(self, *kinds: type) -> list[int]:
        """Where the events of *kinds* lie."""
        return [index for index, event in enumerate(self.events) if isinstance(event, kinds)]

    def seats(self) -> list[Seat]:
        """The seats dealt in."""
        return [seat for event in self.events if isinstance(event, HandStarted) for seat, _ in event.seats]


@dataclass(frozen=True, slots=True)
class Wrong:
    """A hand with one error: any of *codes* must be the first incident, at *seat* (None: the table's)."""

    events: Events
    codes: frozenset[str]
    seat: Seat | None


Inject = Callable[[Clean, Random], Wrong | None]
"""Puts one error into a hand; None if the hand has no place for it."""

_CHANGED_MIND = ("action_retracted", "declaration_retracted", "late_declaration", "declaration_action_mismatch")
"""What an action out of turn is called when the same seat acted just before: the felt shows the same either way."""


def _wrong(events: list[Event] | Events, seat: Seat | None, *codes: str) -> Wrong:
    return Wrong(tuple(events), frozenset(codes), seat)


def _without(events: Events, first: int, end: int) -> Events:
    return events[:first] + events[end:]


def _with(events: Events, index: int, *new: Event) -> Events:
    return events[:index] + new + events[index + 1 :]


def _out_of_turn(hand: Clean, index: int, event: Event) -> tuple[str, ...]:
    """The codes for *event* of a seat that is not in turn at *index*."""
    before = next((act.seat for act in reversed(hand.acts) if act.end <= index), None)
    street = next(act.street for act in hand.acts if act.first >= index)
    same_round = any(act.street is street for act in hand.acts if act.end <= index)
    again = (*_CHANGED_MIND, "string_bet") if same_round and before == getattr(event, "seat", None) else ()
    if isinstance(event, Declared):
        return ("out_of_turn_fold" if event.action == "fold" else "out_of_turn_action", *again)
    return ("out_of_turn_bet", *again)


def _neighbours(hand: Clean) -> Iterator[tuple[Act, Act]]:
    for one, other in zip(hand.acts, hand.acts[1:], strict=False):
        if one.street is other.street and one.seat != other.seat and one.end == other.first:
            yield one, other


# --- turns --------------------------------------------------------------------------------------------------------


def missing_action(hand: Clean, random: Random) -> Wrong | None:
    """Somebody's action never happened; the next seat acts before it."""
    pairs = list(_neighbours(hand))
    if not pairs:
        return None
    gone, following = random.choice(pairs)
    events = _without(hand.events, gone.first, gone.end)
    return _wrong(events, following.seat, *_out_of_turn(hand, gone.first, hand.events[following.first]))


def missing_last_action(hand: Clean, random: Random) -> Wrong | None:
    """The action that closes a round never happened; the board goes on."""
    closing = [
        act
        for act, following in zip(hand.acts, hand.acts[1:], strict=False)
        if act.street is not following.street and act.ask.to_call < act.stack
    ]
    if not closing:
        return None
    gone = random.choice(closing)
    code = {Street.PREFLOP: "premature_flop", Street.FLOP: "premature_turn", Street.TURN: "premature_river"}[
        gone.street
    ]
    return _wrong(_without(hand.events, gone.first, gone.end), None, code)


def swapped_actors(hand: Clean, random: Random) -> Wrong | None:
    """Two neighbours act in the wrong order."""
    pairs = list(_neighbours(hand))
    if not pairs:
        return None
    one, other = random.choice(pairs)
    events = hand.events
    first, second = events[one.first : one.end], events[other.first : other.end]
    swapped = events[: one.first] + second + first + events[other.end :]
    return _wrong(swapped, other.seat, *_out_of_turn(hand, one.first, second[0]))


def wrong_seat(hand: Clean, random: Random) -> Wrong | None:
    """An action comes from a seat that is in the hand, but not in turn, nor the last that acted.

    The same seat saying the same words twice is a button pressed twice: no error that anybody could see.
    """
    act = random.choice(hand.acts)
    before = next((one.seat for one in reversed(hand.acts) if one.end <= act.first), None)
    later = [one.seat for one in hand.acts if one.first > act.first]
    others = [seat for seat in later if seat not in (act.seat, before)]
    if not others:
        return None
    seat = random.choice(others)
    moved = tuple(replace(event, seat=seat) for event in hand.events[act.first : act.end])  # type: ignore[type-var, call-arg]
    events = hand.events[: act.first] + moved + hand.events[act.end :]
    return _wrong(events, seat, *_out_of_turn(hand, act.first, moved[0]))


# --- bets ---------------------------------------------------------------------------------------------------------


def _bets(hand: Clean) -> list[tuple[Act, ChipsMovedIn]]:
    """Bets and raises: one silent motion above the call."""
    found = []
    for act in hand.acts:
        event = hand.events[act.first]
        if isinstance(event, ChipsMovedIn) and act.bet + event.amount > act.bet_to:
            found.append((act, event))
    return found


def _resized(hand: Clean, act: Act, event: ChipsMovedIn, amount: int) -> Events:
    return _with(hand.events, act.first, replace(event, amount=Chips(amount)))


def raise_too_small(hand: Clean, random: Random) -> Wrong | None:
    """A bet or raise one unit below the least."""
    places = [(act, event) for act, event in _bets(hand) if act.ask.min_raise_to and event.amount < act.stack]
    places = [(act, event) for act, event in places if _at_least(act) - 1 > act.bet_to + 1]
    if not places:
        return None
    act, event = random.choice(places)
    codes = ("underraise",) if act.bet_to else ("incomplete_bet", "bet_below_minimum")
    return _wrong(_resized(hand, act, event, _at_least(act) - 1 - act.bet), act.seat, *codes)


def _at_least(act: Act) -> int:
    return act.ask.min_raise_to or 0


def bet_above_stack(hand: Clean, random: Random) -> Wrong | None:
    """More chips than the seat has."""
    places = _bets(hand)
    if not places:
        return None
    act, event = random.choice(places)
    amount = act.stack + random.randint(1, 5000)
    return _wrong(_resized(hand, act, event, amount), act.seat, "bet_above_stack")


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
    return _wrong(_with(hand.events, act.first, one, two), act.seat, "string_bet")


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
    return _wrong(_with(hand.events, act.first, short), act.seat, "undercall")


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
    return _wrong(events, act.seat, "check_facing_bet")


# --- cards --------------------------------------------------------------------------------------------------------


def duplicate_hole_card(hand: Clean, random: Random) -> Wrong | None:
    """The same card dealt twice."""
    dealt = [index for index in hand.indices(HoleCardDealt) if _card(hand.events[index])]
    if len(dealt) < 2:
        return None
    first, second = sorted(random.sample(dealt, 2))
    event = hand.events[second]
    assert isinstance(event, HoleCardDealt)
    fouled = replace(event, card=_card(hand.events[first]))
    events = [
        replace(other, cards=()) if isinstance(other, HandTabled) and other.seat == event.seat else other
        for other in _with(hand.events, second, fouled)
    ]
    return _wrong(events, event.seat, "fouled_deck")


def duplicate_board_card(hand: Clean, random: Random) -> Wrong | None:
    """A board card that was dealt already."""
    board = hand.indices(BoardCardDealt)
    if not board:
        return None
    index = random.choice(board)
    seen = [card for event in hand.events[:index] if (card := _card(event))]
    event = hand.events[index]
    assert isinstance(event, BoardCardDealt)
    return _wrong(_with(hand.events, index, replace(event, card=random.choice(seen))), None, "fouled_deck")


def _card(event: Event) -> object:
    return event.card if isinstance(event, HoleCardDealt | BoardCardDealt) else None


def _unseen(hand: Clean, random: Random) -> object:
    seen = {_card(event) for event in hand.events}
    return random.choice([card for card in DECK if card not in seen])


def four_card_flop(hand: Clean, random: Random) -> Wrong | None:
    """A fourth card with the flop."""
    board = hand.indices(BoardCardDealt)
    if len(board) < 3:
        return None
    third = hand.events[board[2]]
    assert isinstance(third, BoardCardDealt)
    fourth = replace(third, card=_unseen(hand, random))  # type: ignore[arg-type]
    return _wrong(_with(hand.events, board[2], third, fourth), None, "four_card_flop")


def premature_board_card(hand: Clean, random: Random) -> Wrong | None:
    """Burn and board come before the round's last action."""
    places = []
    for burn in hand.indices(CardBurned):
        act = next((act for act in reversed(hand.acts) if act.end <= burn), None)
        if act is not None and act.ask.to_call < act.stack:
            places.append((act, burn))
    if not places:
        return None
    act, burn = random.choice(places)
    end = next(i for i in range(burn + 1, len(hand.events)) if not isinstance(hand.events[i], BoardCardDealt))
    code = {Street.PREFLOP: "premature_flop", Street.FLOP: "premature_turn", Street.TURN: "premature_river"}[act.street]
    early = hand.events[burn:end]
    rest = hand.events[act.first : burn]
    return _wrong(hand.events[: act.first] + early + rest + hand.events[end:], None, code)


def missing_burn(hand: Clean, random: Random) -> Wrong | None:
    """No burn before a street."""
    burns = hand.indices(CardBurned)
    if not burns:
        return None
    index = random.choice(burns)
    return _wrong(_without(hand.events, index, index + 1), None, "missing_burn")


def extra_burn(hand: Clean, random: Random) -> Wrong | None:
    """Two burns before a street."""
    burns = hand.indices(CardBurned)
    if not burns:
        return None
    index = random.choice(burns)
    event = hand.events[index]
    return _wrong(_with(hand.events, index, event, event), None, "extra_burn")


def exposed_card(hand: Clean, random: Random) -> Wrong | None:
    """A hole card dealt face up."""
    index = random.choice(hand.indices(HoleCardDealt))
    event = hand.events[index]
    assert isinstance(event, HoleCardDealt)
    return _wrong(_with(hand.events, index, replace(event, face=Face.UP)), event.seat, "exposed_card")


def extra_hole_card(hand: Clean, random: Random) -> Wrong | None:
    """A third hole card."""
    last = hand.indices(HoleCardDealt)[-1]
    event = hand.events[last]
    assert isinstance(event, HoleCardDealt)
    seat = random.choice(hand.seats())
    third = replace(event, seat=seat, card=_unseen(hand, random))  # type: ignore[arg-type]
    return _wrong(_with(hand.events, last, event, third), seat, "extra_hole_card")


def missing_hole_card(hand: Clean, random: Random) -> Wrong | None:
    """The last card of the deal stays in the stub."""
    last = hand.indices(HoleCardDealt)[-1]
    event = hand.events[last]
    assert isinstance(event, HoleCardDealt)
    return _wrong(_without(hand.events, last, last + 1), event.seat, "missing_hole_card")


def seat_skipped(hand: Clean, random: Random) -> Wrong | None:
    """The deal passes a seat over: not the first card of all, and not the last.

    Where only one card follows, the deal may as well be unfinished: a missing card is as right.
    """
    dealt = hand.indices(HoleCardDealt)
    index = random.choice(dealt[1:-1])
    event = hand.events[index]
    assert isinstance(event, HoleCardDealt)
    also = ("missing_hole_card",) if index == dealt[-2] else ()
    return _wrong(_without(hand.events, index, index + 1), event.seat, "seat_skipped", *also)


def wrong_deal_order(hand: Clean, random: Random) -> Wrong | None:
    """Two neighbours get their cards in the wrong order."""
    dealt = hand.indices(HoleCardDealt)
    index = random.choice(dealt[1:-1])
    first, second = hand.events[index], hand.events[index + 1]
    assert isinstance(first, HoleCardDealt)
    events = _with(_with(hand.events, index, second), index + 1, first)
    return _wrong(events, first.seat, "dealt_out_of_order")


# --- the end ------------------------------------------------------------------------------------------------------


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
    return _wrong(_with(hand.events, pushes[0], replace(push, seat=seat)), seat, "pot_misawarded")


KINDS: dict[str, Inject] = {
    inject.__name__: inject
    for inject in (
        *(missing_action, missing_last_action, swapped_actors, wrong_seat),
        *(raise_too_small, bet_above_stack, string_bet, undercall, check_facing_bet),
        *(duplicate_hole_card, duplicate_board_card, four_card_flop, premature_board_card, missing_burn, extra_burn),
        *(exposed_card, extra_hole_card, missing_hole_card, seat_skipped, wrong_deal_order),
        wrong_pot_award,
    )
}
"""Every kind of error, by name."""
