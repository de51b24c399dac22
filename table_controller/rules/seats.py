"""Who may sit where, and how many (K04-K06; 000 SA-b, AN:PLATZWAHL; 001 §3.1; 002 R3; 003 AL; 004 A2)."""

from table_controller.records.chips import Seat
from table_controller.records.events import Announced, HandStarted, SeatTaken, ZoneTouched
from table_controller.records.player import Street
from table_controller.rules.draw import seated
from table_controller.rules.house import setting, whole
from table_controller.rules.limits import limit_of
from table_controller.rules.look import CLEAR, Answer, Found, Look, Rule
from table_controller.rules.seating import keeps_seats

SEAT_CHANGE = "seat_change"
"""What is announced: a player moves to another seat of the table; ``by`` is the seat it had."""


def overfull(look: Look) -> Answer:
    """More players than the house seats at one table. 000 SA-b; 003 AL-b; 004 A2."""
    event, most = look.event, whole(look.book, "table.max_seats", 10)
    taken = seated(look.night)
    if event.seat in taken:
        return None
    if len(taken) < most:
        return CLEAR
    return Found("table_overfull", event.seat, f"{len(taken) + 1} players", f"at most {most} players")


def number_dealt_in(look: Look) -> Answer:
    """A hand with more or fewer players than the house deals. 000 SA-b; 003 AL-b; 004 A2."""
    event, book = look.event, look.book
    dealt = [seat for seat, stack in event.seats if stack > 0]
    most, least = whole(book, "table.max_seats", 10), whole(book, "table.min_seats", 2)
    if len(dealt) > most and len(dealt) > len(look.night.stacks):
        return Found("table_overfull", None, f"{len(dealt)} players", f"at most {most} players")
    if len(dealt) < least:
        return Found("too_few_players", None, f"{len(dealt)} players", f"at least {least} players")
    return CLEAR


def assigned_seat(look: Look) -> Answer:
    """A player sits where no seat card put anybody. 001 §3.1-a, §3.7.2; TDA 7."""
    waiting = look.night.seating.assigned
    if not waiting or setting(look.book, "seating.mode", "free") != "drawn":
        return None
    if look.event.seat in waiting:
        return CLEAR
    return Found("wrong_seat", look.event.seat, f"seat {look.event.seat} taken", "a seat card's seat")


def seat_change(look: Look) -> Answer:
    """A player changes its seat at the table. 000 PLATZWAHL-c: not once play has begun."""
    event = look.event
    if event.what != SEAT_CHANGE:
        return None
    if not look.night.hands or not keeps_seats(look.book):
        return CLEAR
    return Found("seat_change_not_allowed", event.seat, f"moved to seat {event.seat}", "seats are kept")


def below_big_blind(look: Look) -> Answer:
    """A stack that does not cover a big blind before the hand. 002 R3: topped up, or not dealt in."""
    if setting(look.book, "blinds.short_stack") != "must_top_up":
        return None
    big = look.event.big_blind
    short = next(((seat, stack) for seat, stack in look.event.seats if 0 < stack < big), None)
    if short is None:
        return CLEAR
    least = whole(look.book, "rebuy.min_amount", 0)
    more = f"at least {least} more before it is dealt in" if least else f"at least {big}"
    return Found("stack_below_big_blind", short[0], f"{short[1]}", more)


def dealer(look: Look) -> Answer:
    """Another player than the button deals where the players deal in rotation. 000 BG:DEALER-c; 003 TH:DB-d."""
    hand, event = look.hand, look.event
    if event.zone != "stub" or not event.by.isdigit() or hand.street is not Street.DEAL or hand.dealt:
        return None
    if setting(look.book, "dealer.mode", "rotating_players") != "rotating_players":
        return None
    if int(event.by) == hand.button or ("wrong_dealer", int(event.by)) in hand.faults:
        return CLEAR
    return Found("wrong_dealer", Seat(int(event.by)), f"seat {event.by} deals", f"seat {hand.button} deals")


def other_game(look: Look) -> Answer:
    """A game or limit that is not the house's: the host's right, and noted. 000 SG; 001 §2.2; 003 TH:AL; 004 B9."""
    event, book = look.event, look.book
    games = setting(book, "game.variants", ("texas",))
    if isinstance(games, tuple) and event.game not in games and "any" not in games:
        return Found("house_override", None, f"{event.game} is played", "a game of the house")
    limits = setting(book, "bet.structures_allowed", ())
    limit, usual = limit_of(event, book), setting(book, "bet.structure", "no_limit")
    if isinstance(limits, tuple) and limit not in limits and limit != usual:
        return Found("house_override", None, f"{limit} is played", "a limit of the house")
    return CLEAR


SEAT_RULES = (
    Rule("table_overfull", (SeatTaken,), overfull, anytime=True),
    Rule("too_few_players", (HandStarted,), number_dealt_in, anytime=True, also=("table_overfull",)),
    Rule("wrong_seat", (SeatTaken,), assigned_seat, anytime=True),
    Rule("seat_change_not_allowed", (Announced,), seat_change, anytime=True),
    Rule("stack_below_big_blind", (HandStarted,), below_big_blind, anytime=True),
    Rule("house_override", (HandStarted,), other_game, anytime=True),
    Rule("wrong_dealer", (ZoneTouched,), dealer),
)
"""The rules of seats, in the order they look."""
