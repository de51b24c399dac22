"""Errors of the deal: cards that come twice, too early, too often, open, in the wrong order or not at all."""

from dataclasses import replace
from random import Random

from injected import Clean, Wrong, exchanged, without, wrong

from table_controller.records import DECK, Face
from table_controller.records.events import BoardCardDealt, CardBurned, Event, HandTabled, HoleCardDealt
from table_controller.records.player import Street


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
        for other in exchanged(hand.events, second, fouled)
    ]
    return wrong(events, event.seat, "fouled_deck")


def duplicate_board_card(hand: Clean, random: Random) -> Wrong | None:
    """A board card that was dealt already."""
    board = hand.indices(BoardCardDealt)
    if not board:
        return None
    index = random.choice(board)
    seen = [card for event in hand.events[:index] if (card := _card(event))]
    event = hand.events[index]
    assert isinstance(event, BoardCardDealt)
    return wrong(exchanged(hand.events, index, replace(event, card=random.choice(seen))), None, "fouled_deck")


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
    return wrong(exchanged(hand.events, board[2], third, fourth), None, "four_card_flop")


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
    return wrong(hand.events[: act.first] + early + rest + hand.events[end:], None, code)


def missing_burn(hand: Clean, random: Random) -> Wrong | None:
    """No burn before a street."""
    burns = hand.indices(CardBurned)
    if not burns:
        return None
    index = random.choice(burns)
    return wrong(without(hand.events, index, index + 1), None, "missing_burn")


def extra_burn(hand: Clean, random: Random) -> Wrong | None:
    """Two burns before a street."""
    burns = hand.indices(CardBurned)
    if not burns:
        return None
    index = random.choice(burns)
    event = hand.events[index]
    second = replace(event, at=event.at + 1)  # another card, not the same one told twice
    return wrong(exchanged(hand.events, index, event, second), None, "extra_burn")


def exposed_card(hand: Clean, random: Random) -> Wrong | None:
    """A hole card dealt face up."""
    index = random.choice(hand.indices(HoleCardDealt))
    event = hand.events[index]
    assert isinstance(event, HoleCardDealt)
    return wrong(exchanged(hand.events, index, replace(event, face=Face.UP)), event.seat, "exposed_card")


def extra_hole_card(hand: Clean, random: Random) -> Wrong | None:
    """A third hole card."""
    last = hand.indices(HoleCardDealt)[-1]
    event = hand.events[last]
    assert isinstance(event, HoleCardDealt)
    seat = random.choice(hand.seats())
    third = replace(event, seat=seat, card=_unseen(hand, random))  # type: ignore[arg-type]
    return wrong(exchanged(hand.events, last, event, third), seat, "extra_hole_card")


def missing_hole_card(hand: Clean, random: Random) -> Wrong | None:
    """The last card of the deal stays in the stub."""
    last = hand.indices(HoleCardDealt)[-1]
    event = hand.events[last]
    assert isinstance(event, HoleCardDealt)
    return wrong(without(hand.events, last, last + 1), event.seat, "missing_hole_card")


def seat_skipped(hand: Clean, random: Random) -> Wrong | None:
    """The deal passes a seat over: not the first card of all, and not the last.

    Where only one card follows, the deal may as well be unfinished: a missing card is as right.
    """
    dealt = hand.indices(HoleCardDealt)
    index = random.choice(dealt[1:-1])
    event = hand.events[index]
    assert isinstance(event, HoleCardDealt)
    also = ("missing_hole_card",) if index == dealt[-2] else ()
    return wrong(without(hand.events, index, index + 1), event.seat, "seat_skipped", *also)


def seat_dealt_out(hand: Clean, random: Random) -> Wrong | None:
    """A seat in the middle of the deal gets no card at all."""
    dealt = [event for event in hand.events if isinstance(event, HoleCardDealt)]
    order = [event.seat for event in dealt[: len(dealt) // 2]]
    if len(order) < 3:
        return None
    seat = random.choice(order[1:-1])
    left = tuple(e for e in hand.events if not (isinstance(e, HoleCardDealt) and e.seat == seat))
    return wrong(left, seat, "seat_skipped")


def wrong_deal_order(hand: Clean, random: Random) -> Wrong | None:
    """Two neighbours get their cards in the wrong order."""
    dealt = hand.indices(HoleCardDealt)
    index = random.choice(dealt[1:-1])
    first, second = hand.events[index], hand.events[index + 1]
    assert isinstance(first, HoleCardDealt)
    events = exchanged(exchanged(hand.events, index, second), index + 1, first)
    return wrong(events, first.seat, "dealt_out_of_order")
