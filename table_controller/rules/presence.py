"""Who is at the table and who is not: players who leave, are away and come back (K25, S20)."""

from table_controller.records.chips import Seat
from table_controller.records.events import (
    Announced,
    SeatAbsent,
    SeatLeft,
    SeatReturned,
)
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.records.table import Away
from table_controller.rules.hand import (
    changed,
    index_of,
    player_of,
    setting,
    with_player,
)
from table_controller.rules.look import CLEAR, Answer, Found, Look, Rule
from table_controller.rules.penalties import rung
from table_controller.rules.turns import fold


def is_away(night: Night, seat: Seat | None) -> bool:
    """Whether the player of *seat* is not at the table."""
    return any(away.seat == seat for away in night.away)


def dealt_in(book: Rulebook) -> bool:
    """Whether an absent player is dealt in, pays the blinds and has the hand killed (K25)."""
    return setting(book, "absent.policy", "skipped") == "dealt_in_and_killed"


def _holds_cards(hand: Hand, seat: Seat) -> Player | None:
    """The player at *seat* if its hand is live."""
    player = player_of(hand, seat)
    if player is None or player.folded or player.mucked or hand.settled or hand.street is Street.OVER:
        return None
    return player if player.cards or hand.street is not Street.DEAL else None


# --- leaving and coming back --------------------------------------------------------------------------------------


def left_with_hand(look: Look) -> Answer:
    """A player in the hand leaves: folded, waited for by the clock, or a penalty. 001 §1.3.2; TDA 31."""
    seat = look.event.seat
    if is_away(look.night, seat):
        return None
    if _holds_cards(look.hand, seat) is None:
        return CLEAR
    house = setting(look.book, "leave_live_hand", "fold")
    if house == "wait_clock" and isinstance(look.event, SeatLeft) and look.hand.street is Street.DEAL:
        house = "fold"  # nobody waits for a hand that was never dealt in full
    required = {"fold": "the hand is folded", "wait_clock": "the clock runs at its turn"}.get(str(house), "a penalty")
    measured = f"seat {seat} leaves with cards"
    if house == "penalty":
        return Found("left_table_with_live_hand", seat, measured, required, *rung(look.night, seat, look.book))
    remedy = "play_stands" if house == "wait_clock" else None
    return Found("left_table_with_live_hand", seat, measured, required, remedy)


def break_position(look: Look) -> Answer:
    """A break begins or ends on the button or a blind. 000 BG:PAUSE-a."""
    seat = look.event.seat
    if seat is None or (isinstance(look.event, Announced) and look.event.what != "break"):
        return None
    forbidden = setting(look.book, "absent.break_positions_forbidden", ())
    if not isinstance(forbidden, tuple) or not forbidden or _holds_cards(look.hand, seat) is not None:
        return None
    position = next((name for name in forbidden if positions(look.hand).get(name) == seat), None)
    if position is None:
        return CLEAR
    required = "a break waits until the button has passed"
    return Found("break_position_violation", seat, f"seat {seat} has the {_SPOKEN[position]}", required)


_SPOKEN = {"button": "button", "sb": "small blind", "bb": "big blind"}


def positions(hand: Hand) -> dict[str, Seat]:
    """Button and blinds of the hand that runs; between two hands those of the next, one seat further."""
    seats = [player.seat for player in hand.players]
    if len(seats) < 2:
        return {}
    over = 1 if hand.settled or hand.street is Street.OVER else 0
    # The players stand clockwise from the small blind; heads-up the button is one of the blinds.
    if len(seats) == 2:
        return {"sb": seats[0], "bb": seats[1], "button": hand.button}
    small, big = seats[over % len(seats)], seats[(over + 1) % len(seats)]
    return {"sb": small, "bb": big, "button": seats[0] if over else hand.button}


def absent(look: Look) -> Answer:
    """A player is away: blinds come from the stack, or the seat is skipped. 000 PAUSEN-a; 001 §4.3.4-a."""
    seat = look.event.seat
    if is_away(look.night, seat):
        return None
    if _holds_cards(look.hand, seat) is not None or isinstance(break_position(look), Found):
        return CLEAR
    required = "blinds from the stack, cards dealt, hand killed" if dealt_in(look.book) else "no cards, no blinds"
    return Found("absent_player", seat, f"seat {seat} is away", required)


def went(night: Night, event: SeatAbsent, book: Rulebook) -> Night:
    """A player is away from now on; a live hand is folded where the house says so (001 §1.3.2)."""
    if not is_away(night, event.seat):
        night = changed(night, away=(*night.away, Away(event.seat, event.at)))
    return gone(night, event.seat, book)


def gone(night: Night, seat: Seat, book: Rulebook) -> Night:
    """A player left the table: the live hand is folded where the house says so."""
    hand = night.hand
    index = None if hand is None else index_of(hand, seat)
    if hand is None or index is None or _holds_cards(hand, seat) is None:
        return night
    if setting(book, "leave_live_hand", "fold") != "fold":
        return night
    if hand.street is Street.DEAL:
        return changed(night, hand=with_player(hand, index, changed(hand.players[index], folded=True)))
    return changed(night, hand=fold(hand, index))


def came_back(night: Night, event: SeatReturned) -> Night:
    """A player is back."""
    left = tuple(away for away in night.away if away.seat != event.seat)
    return night if left == night.away else changed(night, away=left)


PRESENCE_RULES = (
    Rule("left_table_with_live_hand", (SeatAbsent, SeatLeft), left_with_hand),
    Rule("break_position_violation", (SeatAbsent, SeatReturned, Announced), break_position),
    Rule("absent_player", (SeatAbsent,), absent, anytime=True),
)
"""The rules of presence."""
