"""Rules of where cards lie and who touches them: burns, board, muck; and who deals. Each looks at the night before."""

from table_controller.records.cards import Face
from table_controller.records.chips import Seat
from table_controller.records.events import Announced, CardBurned, CardExposed, CardMoved, ZoneTouched
from table_controller.records.hand import Hand
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import setting
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.moves import strays


def burn_exposed(look: Look) -> Answer:
    """A burn lies face up, or is turned up. 000 BG:BURN; 001 §4.2.6; 004 C16-g: face down."""
    event = look.event
    if isinstance(event, CardExposed):
        if event.seat is not None or event.by == "deck":
            return None
        shown = event.card is not None and event.card in look.hand.burns
        return Found("burn_exposed", None, "a burn was turned up", "burns lie face down") if shown else None
    if event.face is Face.DOWN:
        return CLEAR
    return Found("burn_exposed", None, "a burn lies face up", "burns lie face down")


def burn_misplaced(look: Look) -> Answer:
    """The burn is laid elsewhere than the house puts it. 000 BG:BURN: under the button; 004 C16-g: on its own pile."""
    event = look.event
    if event.from_ != "stub":
        return None
    if not strays(look.hand, event):
        return CLEAR
    place = "under the button" if setting(look.book, "burn.location") == "under_button" else "with the burns"
    return Found("burn_misplaced", None, f"the burn was laid: {event.to}", place)


def board_card_misplaced(look: Look) -> Answer:
    """A board card leaves its place, or a card turned up from the stub lies elsewhere. 000 BG:BOARD; 004 A4-b.

    Where button, bets, burns or board are in doubt, a remedy of what nobody could assess may ask for it.
    """
    hand, event = look.hand, look.event
    if hand.settled or hand.street in (Street.OVER, Street.SHOWDOWN):
        return None
    if event.from_ == "board" and event.to != "board":
        return Found("board_card_misplaced", None, f"a board card was moved: {event.to}", "board cards stay")
    if event.from_ != "stub" or event.face is Face.DOWN or hand.street is Street.DEAL:
        return None
    if event.to in ("board", "stub"):
        return CLEAR
    return Found("board_card_misplaced", None, f"a card was turned up: {event.to}", "face up on the board")


def board_touched(look: Look) -> Answer:
    """A player touches the board. 000 RA15-b, KK-a: only the dealer does."""
    return _touched(look, "board_touched_by_player") if look.event.zone == "board" else None


def muck_touched(look: Look) -> Answer:
    """A player touches the muck. 000 BG:MUCK-a: nobody but the dealer does."""
    return _touched(look, "muck_touched") if look.event.zone == "muck" else None


def _touched(look: Look, code: str) -> Answer:
    """Whose hand it was must be known; where players deal in turn (K11) the seat with the button is the dealer's."""
    hand, by = look.hand, look.event.by
    if hand.settled or hand.street is Street.OVER:
        return None
    seat = seat_of(by)
    if by in ("dealer", "floor") or (seat is not None and seat == dealer_seat(hand, look.book)):
        return CLEAR
    if seat is not None:
        return Found(code, seat, f"the hand of seat {seat}", "only the dealer's")
    return Found(code, None, "a player's hand", "only the dealer's") if by == "player" else NOT_ASSESSED


def seat_of(by: str) -> Seat | None:
    """The seat that *by* names (``3`` or ``seat 3``); None for the dealer, the floor, a name, or nobody known."""
    number = by.removeprefix("seat ")
    return Seat(int(number)) if number.isascii() and number.isdigit() and len(number) < 4 else None


def dealer_seat(hand: Hand, book: Rulebook) -> Seat | None:
    """Who deals this hand, if a seat does (K11)."""
    return hand.button if setting(book, "dealer.mode", "rotating_players") == "rotating_players" else None


def retrieved(look: Look) -> Answer:
    """A card comes back out of the muck. 000 BG:MUCK-b: never; TDA 14: while it can be told for certain."""
    hand, event = look.hand, look.event
    if event.from_ != "muck" or hand.settled or hand.street is Street.OVER:
        return None
    if event.to in ("muck", "stub"):
        return CLEAR
    seat = seat_of(event.to) if event.to.startswith("seat ") else None
    if seat is not None and ("discarded", seat) in hand.faults:
        return CLEAR  # its player's own discard, which the dealer has not killed yet (TDA 14)
    known = setting(look.book, "muck.retrieve_if", "never") == "identified_100" and event.card is not None
    remedy = "floor" if known else None
    return Found("muck_retrieved", seat, f"a card from the muck: {event.to}", "mucked cards stay", remedy)


def wrong_dealer(look: Look) -> Answer:
    """Somebody deals whose turn it is not. 000 BG:DEALER-c, SA-g: every player in rotation, with the button (K11)."""
    hand, event = look.hand, look.event
    if event.what != "dealer" or event.seat is None or hand.settled:
        return None
    mode = setting(look.book, "dealer.mode", "rotating_players")
    if mode == "last_busted_player":
        return NOT_ASSESSED
    if mode == "fixed_house":
        return Found("wrong_dealer", event.seat, f"seat {event.seat} deals", "the house dealer deals")
    if event.seat == hand.button:
        return CLEAR
    return Found("wrong_dealer", event.seat, f"seat {event.seat} deals", f"seat {hand.button} deals")


PLACE_RULES = (
    Rule("burn_exposed", (CardBurned, CardExposed), burn_exposed),
    Rule("burn_misplaced", (CardMoved,), burn_misplaced),
    Rule("board_card_misplaced", (CardMoved,), board_card_misplaced),
    Rule("board_touched_by_player", (ZoneTouched,), board_touched),
    Rule("muck_touched", (ZoneTouched,), muck_touched),
    Rule("muck_retrieved", (CardMoved,), retrieved),
    Rule("wrong_dealer", (Announced,), wrong_dealer),
)
"""The rules of where cards lie, in the order they look."""
