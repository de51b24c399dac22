"""What a person corrects of the table: stacks, the button, the blinds, the smallest chip."""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Post
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.entered import amount_in, number_in
from table_controller.rules.hand import changed, index_of, with_player
from table_controller.rules.house import setting, whole
from table_controller.rules.rebuttoned import button_recorded


def stack(night: Night, seat: Seat | None, text: str) -> Night | None:
    """A seat's stack; within a hand its count was wrong from the start."""
    number = number_in(text)
    if number is None or seat is None:
        return None
    hand, stacks = night.hand, dict(night.stacks)
    if seat not in stacks:
        return None  # nobody sits there
    index = None if hand is None else index_of(hand, seat)
    if hand is None or index is None or hand.settled:
        return changed(night, stacks=tuple(sorted((stacks | {seat: Chips(number)}).items())))
    # The count was wrong from the start of the hand on.
    player = hand.players[index]
    more = number - player.stack
    was = changed(player, stack=Chips(number), start=Chips(max(0, player.start + more)))
    stacks[seat] = Chips(max(0, stacks[seat] + more))
    return changed(changed(night, stacks=tuple(sorted(stacks.items()))), hand=with_player(hand, index, was))


def button(night: Night, text: str, book: Rulebook) -> Night | None:
    """The button lay there all along; at a seat nobody has only where the house leaves it there (TDA 32)."""
    number, hand = number_in(text), night.hand
    if number is None or not _can_have_button(night, number, book):
        return None
    seat = Seat(number)
    if hand is not None and not hand.settled and hand.players:
        hand = button_recorded(night, hand, seat, book)
    elif hand is not None:
        hand = changed(hand, button=seat)
    return changed(night, button=seat, hand=hand)


def _can_have_button(night: Night, number: int, book: Rulebook) -> bool:
    if any(seat == number for seat, _ in night.stacks):
        return True
    last = max([whole(book, "table.max_seats", 10), *(seat for seat, _ in night.stacks)])
    dead = setting(book, "button.on_blind_bust") == "dead_button" or not night.stacks
    return dead and 1 <= number <= last


def chip(night: Night, seat: Seat | None, text: str) -> Night | None:
    """The smallest chip in play."""
    number = amount_in(night, text)
    return None if number is None else changed(night, chip=Chips(max(1, number)))


def small_blind(night: Night, seat: Seat | None, text: str) -> Night | None:
    """The hand's small blind, and what is still owed of it."""
    number = amount_in(night, text)
    if number is None:
        return None
    hand = night.hand
    if hand is not None and not hand.settled:
        night = changed(night, hand=changed(hand, small_blind=Chips(number), posts=_owed(hand, "small_blind", number)))
    return changed(night, small_blind=Chips(number))


def big_blind(night: Night, seat: Seat | None, text: str) -> Night | None:
    """The hand's big blind; before the flop an unraised bet follows it."""
    number = amount_in(night, text)
    if number is None:
        return None
    hand = night.hand
    if hand is not None and not hand.settled:
        unraised = hand.street in (Street.DEAL, Street.PREFLOP) and hand.bet_to == hand.big_blind
        new = changed(
            hand,
            big_blind=Chips(number),
            posts=_owed(hand, "big_blind", number),
            bet_to=max(Chips(number), *(p.bet for p in hand.players), Chips(0)) if unraised else hand.bet_to,
            raise_by=Chips(number) if unraised else hand.raise_by,
        )
        night = changed(night, hand=new)
    return changed(night, big_blind=Chips(number))


def _owed(hand: Hand, kind: str, amount: int) -> tuple[tuple[Seat, Post], ...]:
    return tuple(
        (seat, replace(post, amount=Chips(amount)) if post.kind == kind else post) for seat, post in hand.posts
    )
