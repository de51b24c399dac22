"""Where button and blinds belong next (K20, K24; 001 §3.4.3; 003 BB; TDA 32, 34-B): for judging and for posting."""

from dataclasses import replace
from typing import NamedTuple

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import HandStarted
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.faults import GIVEN_UP, known_fault
from table_controller.rules.hand import changed
from table_controller.rules.house import setting
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.misdeals import button_remedies


class Places(NamedTuple):
    """Who holds button and blinds; ``small``: None where only a big blind is due, an empty seat if it is dead."""

    button: Seat
    small: Seat | None
    big: Seat


def after(seat: Seat, seats: tuple[Seat, ...]) -> Seat:
    """The next of *seats* (ascending) clockwise of *seat*."""
    return next((other for other in seats if other > seat), seats[0])


def due_places(night: Night, seats: tuple[Seat, ...], book: Rulebook) -> Places | None:
    """Where button and blinds belong in the next hand of *seats* (ascending).

    None where nobody can tell: there was no hand before, its blinds are not known, the button was drawn, a blind left
    without having busted where the house speaks of busting only, or it is for a newcomer to have the button or not.
    """
    before = night.hand
    if before is not None and before.faults and known_fault(before, GIVEN_UP):
        return None if night.seating.draws else _again(before, seats)
    big = None if before is None else before.terms.big
    if before is None or not before.players or big is None or len(seats) < 2 or night.seating.draws:
        return None
    if before.terms.due_button is not None and setting(book, "button.backup_next_hand", False):
        before, big = _as_due(before, big)
    old = tuple(seat for seat in seats if any(player.seat == seat for player in before.players))
    if len(old) < 2 or _left_alive(night, before, seats, book):
        return None
    if len(before.players) == 2 < len(seats) and setting(book, "button.on_blind_bust") == "dead_button":
        return None  # who comes to a heads-up table takes the button or a blind; no rule says which
    places = _moved(before, big, seats, book)
    if old != seats and _moved(before, big, old, book).button != places.button:
        return None
    return places


def _again(given_up: Hand, seats: tuple[Seat, ...]) -> Places | None:
    """A deal given up is dealt again: button and blinds where they lay, or belonged (TDA 35-C, 34-A)."""
    terms = given_up.terms
    if seats != tuple(sorted(player.seat for player in given_up.players)):
        return None
    if terms.due_button is not None and terms.due_big is not None:
        return Places(terms.due_button, terms.due_small, terms.due_big)
    right = terms.due_button in (None, given_up.button)
    return Places(given_up.button, terms.small, terms.big) if right and terms.big is not None else None


def _as_due(before: Hand, big: Seat) -> tuple[Hand, Seat]:
    """The hand before as it should have been, and its big blind: an error that stood is made up for in the next one."""
    terms = before.terms
    if terms.due_button is None or terms.due_button == before.button:
        return before, big
    known = terms.due_big is not None
    small = terms.due_small if known else terms.small
    after_it = changed(before, button=terms.due_button, terms=replace(terms, small=small))
    return after_it, big if terms.due_big is None else terms.due_big


def _left_alive(night: Night, before: Hand, seats: tuple[Seat, ...], book: Rulebook) -> bool:
    """Whether a blind is gone that did not bust, at a house that holds the button for those that did."""
    if setting(book, "button.on_blind_bust") not in ("hold", "hold_if_sb_busts"):
        return False
    gone = [seat for seat in (before.terms.small, before.terms.big) if seat is not None and seat not in seats]
    stacks = dict(night.stacks)
    return any(stacks.get(player.seat, player.stack) > 0 for player in before.players if player.seat in gone)


def _moved(before: Hand, big: Seat, seats: tuple[Seat, ...], book: Rulebook) -> Places:
    if len(seats) == 2:
        return _headsup(before, big, (seats[0], seats[1]), book)
    house = setting(book, "button.on_blind_bust", "next_live_player")
    if house == "dead_button":
        return _dead(before, big, seats)
    small = before.terms.small
    small_busts, big_busts = small is not None and small not in seats, big not in seats
    stays = small_busts or (big_busts and house == "hold") if house in ("hold", "hold_if_sb_busts") else False
    button = before.button if stays else after(before.button, seats)
    if big_busts and setting(book, "blinds.after_bb_bust") == "single_bb":
        return Places(button, None, after(big, seats))
    first = after(button, seats)
    return Places(button, first, after(first, seats))


def _dead(before: Hand, big: Seat, seats: tuple[Seat, ...]) -> Places:
    """TDA 32: the big blind moves one live seat; small blind and button follow it, onto empty seats if need be."""
    small = before.terms.small
    button = after(before.button, seats) if small is None else small
    return Places(button, big, after(big, seats))


def _headsup(before: Hand, big: Seat, seats: tuple[Seat, Seat], book: Rulebook) -> Places:
    """Two players left: who had the big blind does not have it again where the house says so (TDA 34-B; K20)."""
    small_on_button = setting(book, "headsup.button_posts", "small_blind") != "big_blind"
    house = setting(book, "button.on_blind_bust", "next_live_player")
    other = seats[1] if seats[0] == big else seats[0]
    if house == "dead_button" or (setting(book, "headsup.no_bb_twice", False) and big in seats):
        due = after(big, seats)
        opposite = seats[1] if due == seats[0] else seats[0]
        return Places(opposite if small_on_button else due, opposite, due)
    stays = house in ("hold", "hold_if_sb_busts") and before.terms.small not in (*seats, None)
    stays = stays or (house == "hold" and big not in seats)
    button = before.button if stays and before.button in seats else after(before.button, seats)
    other = seats[1] if button == seats[0] else seats[0]
    return Places(button, button, other) if small_on_button else Places(button, other, button)


def not_dealt_in(night: Night, seats: tuple[tuple[Seat, Chips], ...], big: int, book: Rulebook) -> tuple[Seat, ...]:
    """Of *seats* with their stacks those that get no cards: absent where the house skips them (K25), or short of a
    big blind where it has them top up (002 R3)."""
    top_up = setting(book, "blinds.short_stack") == "must_top_up"
    skips = bool(night.away) and setting(book, "absent.policy", "skipped") == "skipped"
    away = {one.seat for one in night.away} if skips else set()
    return tuple(seat for seat, stack in seats if (top_up and stack < big) or seat in away)


def newcomers_between(night: Night, button: Seat, first: Seat | None, book: Rulebook) -> tuple[Seat, ...]:
    """Newcomers who sit between the button and the *first* blind: not dealt in where the house says so (TDA 8-A)."""
    if first is None or setting(book, "newcomer.dealt_in", "all") == "all":
        return ()
    return tuple(seat for seat in night.seating.newcomers if _between(button, seat, first))


def _between(low: Seat, seat: Seat, high: Seat) -> bool:
    return low < seat < high if low < high else seat > low or seat < high


def button(look: Look) -> Answer:
    """The button lies where the house moves it. 000 BG:BUTTON; 001 §3.2.2, §3.4.3; 003 BB; 004 B12; TDA 32, 34.

    After a draw the winner has it, which ``draw`` judges; who can have it is not known where ``due_places`` says so.
    """
    hand, event, night = look.hand, look.event, look.night
    if not hand.players or not hand.settled or night.seating.draws:
        return None
    due = due_places(night, dealt_in(night, event, look.book), look.book)
    if due is None:
        return NOT_ASSESSED
    if event.button == due.button:
        return CLEAR
    measured, required = f"button at seat {event.button}", f"button at seat {due.button}"
    if event.button == hand.button:
        return Found("button_not_moved", event.button, measured, required)
    return Found("button_misplaced", event.button, measured, required, *button_remedies(look.book))


def dealt_in(night: Night, event: HandStarted, book: Rulebook) -> tuple[Seat, ...]:
    """The seats that get cards, ascending, as the start of the hand tells them and the house deals."""
    seats = tuple((seat, stack) for seat, stack in event.seats if stack > 0)
    out = not_dealt_in(night, seats, event.big_blind, book)
    return tuple(sorted(seat for seat, _ in seats if seat not in out))


BUTTON_RULES = (Rule("button_misplaced", (HandStarted,), button, also=("button_not_moved",)),)
"""The rules of the button."""
