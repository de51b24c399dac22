"""Who may ask to see a hand at the showdown (TDA 18), and what it leads to."""

from dataclasses import replace

from table_controller.records.chips import Seat
from table_controller.records.events import HandRequested
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.allin import must_open
from table_controller.rules.amounts import Reading
from table_controller.rules.exposed import seat_named
from table_controller.rules.hand import changed, player_of, setting
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule


def hand_requested(look: Look) -> Answer:
    """Somebody asks to see a hand. TDA 18: without cards nobody may; who called the river sees the last aggressor.

    Everything else is the floor's. Where all hands are shown anyway, asking is no more than a reminder.
    """
    hand, event = look.hand, look.event
    wanted = player_of(hand, seat_named(event.of))
    if wanted is None or hand.street is not Street.SHOWDOWN or wanted.tabled or wanted.folded:
        return None
    if _unseen_fold(look):
        return NOT_ASSESSED
    if right(hand, look.book, event):
        return CLEAR
    asks = player_of(hand, seat_named(event.by))
    if wanted.mucked or not _holds_cards(asks, look.book):
        why = f"the cards of seat {wanted.seat} are in the muck" if wanted.mucked else "asked for without a hand"
        return Found("see_request_invalid", seat_named(event.by), why, "who has cards may ask to see a hand")
    if setting(look.book, "see_hand.other", "floor") == "refused":
        return Found(
            "see_request_invalid", seat_named(event.by), "asked for without a right", "no right to see that hand"
        )
    measured = f"asked to see the hand of seat {wanted.seat}"
    return Found("hand_requested", wanted.seat, measured, "the floor's decision", "floor", ("must_show", "play_stands"))


def _unseen_fold(look: Look) -> bool:
    """Whether the one who asks counts as folded only because play passed it over."""
    asks = player_of(look.hand, seat_named(look.event.by))
    return asks is not None and asks.presumed


def _holds_cards(asks: Player | None, book: Rulebook) -> bool:
    if setting(book, "see_hand.requires_cards", True) is not True:
        return True
    return asks is not None and not asks.folded and not asks.mucked


def right(hand: Hand, book: Rulebook, event: HandRequested) -> bool:
    """Whether the hand asked for has to be shown."""
    wanted, asks = player_of(hand, seat_named(event.of)), player_of(hand, seat_named(event.by))
    if wanted is None or wanted.mucked or not _holds_cards(asks, book):
        return False
    if setting(book, "showdown.must_show") == "all_live_hands" or must_open(hand, book):
        return True
    if setting(book, "see_hand.right", "none") != "river_callers_vs_last_aggressor" or asks is None:
        return False
    kept = not (asks.folded or asks.mucked)
    called = hand.aggressor_street is Street.RIVER and asks.bet > 0 and asks.seat != hand.aggressor
    return kept and called and wanted.seat == hand.aggressor


def requested(night: Night, event: HandRequested, book: Rulebook, reading: Reading | None) -> Night:
    """A hand rightly asked for has to be shown; it can no longer be mucked (TDA 18-B)."""
    hand = night.hand
    seat = seat_named(event.of)
    if hand is None or seat is None or hand.street is not Street.SHOWDOWN or seat in hand.ending.to_show:
        return night
    player = player_of(hand, seat)
    if player is None or player.tabled or player.folded or not right(hand, book, event):
        return night
    return changed(night, hand=changed(hand, ending=replace(hand.ending, to_show=(*hand.ending.to_show, seat))))


def asked_for(hand: Hand) -> tuple[Seat, ...]:
    """Seats that have to show now because somebody asked for it, and have not."""
    if not hand.ending.to_show:
        return ()
    closed = {player.seat for player in hand.players if not (player.tabled or player.mucked or player.folded)}
    return tuple(seat for seat in hand.ending.to_show if seat in closed)


SEEING_RULES = (Rule("see_request_invalid", (HandRequested,), hand_requested, also=("hand_requested",)),)
"""The rules of hands asked for."""
