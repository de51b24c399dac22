"""The end of a hand as the dealer is guided through it: hands opened, asked for, shown in order; pots pushed."""

from dataclasses import replace

from table_controller.records.events import Announced, HandMucked, HandPushed
from table_controller.records.hand import Hand
from table_controller.records.incidents import Step
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.allin import marked, must_open, opened_now
from table_controller.rules.awarding import award_steps
from table_controller.rules.hand import changed, index_of, live, pot, setting
from table_controller.rules.order import showing_order
from table_controller.rules.runouts import agreed, second_steps
from table_controller.rules.seeing import asked_for
from table_controller.rules.words import step


def open_steps(hand: Hand, book: Rulebook) -> tuple[Step, ...]:
    """Hands to table before the next card, where nobody can bet any more (TDA 16, K43)."""
    if not opened_now(hand, book):
        return ()
    return tuple(step("table", player.seat) for player in live(hand) if not player.tabled)


def end_steps(night: Night, hand: Hand, book: Rulebook) -> tuple[Step, ...]:
    """What is left to do once the last round is over."""
    if pot(hand) <= 0:
        return (step("end"),)
    second = second_steps(hand)
    if second:
        return second
    asked = asked_for(hand)
    pushes = award_steps(hand, book, night.chip)
    tabling = tuple(step("table", seat) for seat in asked)
    if pushes is not None:
        return (*tabling, *pushes) or (step("end"),)
    paid = any(player.won for player in hand.players)
    closed = [p.seat for p in showing_order(hand, book) if not (p.mucked or p.tabled) and p.seat not in asked]
    if not paid or must_open(hand, book):
        tabling = (*tabling, *(step("table", seat) for seat in closed))
    return (*tabling, step("award"), step("end")) if paid or not tabling else tabling


def said(night: Night, event: Announced, book: Rulebook) -> Night:
    """The night after words about its end: a second board, an all-in button, the order enforced (TDA 17-A)."""
    hand = night.hand
    if event.what == "run_twice":
        return agreed(night, event, setting(book, "run_twice.allowed", False) is True)
    if event.what == "allin_button":
        return marked(night, event)
    if hand is None or event.what != "show_in_order" or hand.ending.in_order:
        return night
    return changed(night, hand=changed(hand, ending=replace(hand.ending, in_order=True)))


def left_seat(hand: Hand, event: HandMucked | HandPushed) -> Hand:
    """*hand* that remembers that the seat's cards were seen to leave."""
    if event.seat in hand.away or index_of(hand, event.seat) is None:
        return hand
    return changed(hand, away=(*hand.away, event.seat))
