"""Hands of who is not there: dealt in and killed, at the first card or the last, or for a penalty (K25; TDA 30, 71)."""

from table_controller.records.chips import Seat
from table_controller.records.events import (
    HandStarted,
    HoleCardDealt,
)
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import (
    BETTING,
    changed,
    hole_count,
    player_of,
    setting,
)
from table_controller.rules.look import CLEAR, Answer, Found, Look, Rule
from table_controller.rules.presence import dealt_in, is_away
from table_controller.rules.turns import begin_betting


def absent_at_first_card(look: Look) -> Answer:
    """Nobody sits there when the seat's first card comes: the hand is killed. 001 §4.3.4-c."""
    night, seat = look.night, look.event.seat
    if not night.away or look.hand.street is not Street.DEAL or not dealt_in(look.book) or _at_last(look.book):
        return None
    player = player_of(look.hand, seat)
    if player is None or player.cards or not is_away(night, seat):
        return CLEAR
    return Found("absent_at_first_card", seat, f"nobody at seat {seat}", "the player at the table at the first card")


def absent_at_deal_end(look: Look) -> Answer:
    """Nobody sits there when the last card of the deal lands: the hand is killed at once. TDA 30."""
    night, hand = look.night, look.hand
    if not night.away or hand.street is not Street.DEAL or not dealt_in(look.book) or not _at_last(look.book):
        return None
    if sum(len(player.cards) for player in hand.players) + 1 < hole_count(hand) * len(hand.players):
        return CLEAR
    absent_seats = [player.seat for player in hand.players if is_away(night, player.seat) and not player.folded]
    if not absent_seats:
        return CLEAR
    required = "the player at the table at the last card"
    return tuple(Found("absent_at_deal_end", seat, f"nobody at seat {seat}", required) for seat in absent_seats)


def _at_last(book: Rulebook) -> bool:
    return setting(book, "absent.checked_at", "first_card") == "last_card_of_initial_deal"


def killed(before: Night, after: Night, event: HoleCardDealt, book: Rulebook) -> Night:
    """*after* with the hands dead of who was not there when it counted; the blinds stay in (K25; TDA 71)."""
    hand = after.hand
    if hand is None or before.hand is None or before.hand.street is not Street.DEAL:
        return after
    ended = hand.street is not Street.DEAL
    due = [seat for seat, _ in after.penalties] if ended else []
    if dealt_in(book) and _at_last(book):
        due += [p.seat for p in hand.players if is_away(after, p.seat)] if ended else []
    elif dealt_in(book) and _first_card(before.hand, event.seat) and is_away(after, event.seat):
        due.append(event.seat)
    players = tuple(changed(p, folded=True) if p.seat in due and not p.folded else p for p in hand.players)
    if not due or players == hand.players:
        return after
    dead = changed(hand, players=players)
    return changed(after, hand=begin_betting(dead) if hand.street in BETTING else dead)


def _first_card(hand: Hand, seat: Seat) -> bool:
    player = player_of(hand, seat)
    return player is not None and not player.cards


def on_penalty(look: Look) -> Answer:
    """A seat that sits out a penalty is dealt in, pays its blinds, and its hand is killed after the deal. TDA 71."""
    dealt = {seat for seat, stack in look.event.seats if stack > 0}
    if not look.night.penalties:
        return None
    required = "dealt in, the hand killed after the deal"
    sits_out = [pair for pair in look.night.penalties if pair[0] in dealt]
    found = [Found("on_penalty", seat, f"{left} hands of a penalty left", required) for seat, left in sits_out]
    return tuple(found) or CLEAR


def served(night: Night) -> Night:
    """A hand is over: one hand less of every penalty."""
    left = tuple((seat, hands - 1) for seat, hands in night.penalties if hands > 1)
    return changed(night, penalties=left) if night.penalties else night


ABSENCE_RULES = (
    Rule("absent_at_first_card", (HoleCardDealt,), absent_at_first_card),
    Rule("absent_at_deal_end", (HoleCardDealt,), absent_at_deal_end),
    Rule("on_penalty", (HandStarted,), on_penalty, anytime=True),
)
"""The rules of hands whose player is not there."""
