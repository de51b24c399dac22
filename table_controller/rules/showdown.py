"""Rules of the showdown and the pots."""

from table_controller.records.chips import Seat
from table_controller.records.events import HandMucked, HandTabled, PotPushed
from table_controller.records.night import Hand, Street
from table_controller.rules.hand import hole_count, index_of, live, pot, setting
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.order import showing_order
from table_controller.rules.pots import layers, shares


def showdown_order(look: Look) -> Answer:
    """A hand is shown before its turn. 000 BG:SHOWDOWN-a; 001 §4.3.2; 002 SR; TDA 17-A.

    With everybody all-in the order is free; a house may enforce it on request only.
    """
    hand, event = look.hand, look.event
    if hand.street is not Street.SHOWDOWN or setting(look.book, "showdown.order_enforced") == "on_request":
        return None
    players = [player for player in showing_order(hand, look.book) if not (player.tabled or player.mucked)]
    able = sum(1 for player in live(hand) if player.stack > 0)
    if setting(look.book, "showdown.first") == "any" or able < 2 or not players:
        return None
    if event.seat == players[0].seat or index_of(hand, event.seat) is None:
        return CLEAR
    if event.seat not in [player.seat for player in players]:
        return None
    first = players[0].seat
    return Found("showdown_out_of_order", event.seat, f"seat {event.seat} shows", f"seat {first} shows first")


def refused_to_show(look: Look) -> Answer:
    """A live hand goes away unseen at the showdown. 001 §4.3.2, §4.3.16; 003 GA-e; 004 C20; TDA 16, 17-B."""
    hand, event = look.hand, look.event
    index = index_of(hand, event.seat)
    if index is None or hand.players[index].folded or hand.players[index].tabled or len(live(hand)) < 2:
        return None
    closed = hand.street is Street.SHOWDOWN or hand.to_act is None
    if not closed or hand.street in (Street.OVER, Street.DEAL) or any(player.won for player in hand.players):
        return None
    open_ones = [p for p in live(hand) if p.seat != event.seat and not p.mucked]
    if not open_ones:
        return None
    able = sum(1 for player in live(hand) if player.stack > 0)
    if able < 2 and setting(look.book, "showdown.muck_when_allin") is False:
        return Found("fold_at_allin_showdown", event.seat, "cards pushed away", "all-in hands are shown")
    if setting(look.book, "showdown.must_show") == "all_live_hands":
        return Found("refused_to_show", event.seat, "cards pushed away", "all live hands are shown")
    return CLEAR


def partial_hand(look: Look) -> Answer:
    """Not all hole cards are shown. 000 BG:AUFDECKEN-b; 001 §4.3.3; TDA 13-A, 19."""
    hand, event = look.hand, look.event
    index = index_of(hand, event.seat)
    if index is None or hand.street is not Street.SHOWDOWN or not event.cards:
        return None
    wanted = hole_count(hand)
    if len(event.cards) >= wanted or len(hand.players[index].exposed) + len(event.cards) >= wanted:
        return CLEAR
    return Found("partial_hand_shown", event.seat, f"{len(event.cards)} card shown", f"{wanted} cards")


def tabled_hand_killed(look: Look) -> Answer:
    """A tabled hand that wins goes into the muck before the pot is pushed. 001 §4.3.12; TDA 13-C."""
    hand, event = look.hand, look.event
    index = index_of(hand, event.seat)
    if index is None or not hand.players[index].tabled or hand.street is not Street.SHOWDOWN or pot(hand) <= 0:
        return None
    told = shares(hand, look.book, look.night.chip)
    if told is None:
        return NOT_ASSESSED
    if any(player.won for player in hand.players) or told[0].get(event.seat, 0) <= 0:
        return CLEAR
    return Found("tabled_hand_killed", event.seat, "winning hand in the muck", "tabled hands cannot be killed")


def pot_award(look: Look) -> Answer:
    """The pot goes to another seat, or in other parts, than the tabled hands say.

    000 BG:POT-d, BG:SPLIT; 001 §4.2.12, §4.3.3; 003 SP, SPL; 004 C21, C23; TDA 12, 20, 21. Cards not tabled prove
    nothing: then it is not assessed.
    """
    hand, event = look.hand, look.event
    if hand.settled or hand.street not in (Street.SHOWDOWN, Street.OVER):
        return None
    told = shares(hand, look.book, look.night.chip)
    index = index_of(hand, event.seat)
    if told is None or index is None or any(player.presumed for player in hand.players):
        return NOT_ASSESSED
    due = told[0].get(event.seat, 0)
    player = hand.players[index]
    got = player.won + max(0, event.amount - (player.excess if event.amount > pot(hand) else 0))
    if got <= due:
        return CLEAR
    if due and event.amount > pot(hand) + player.excess:
        return NOT_ASSESSED  # more came than the pot is known to hold: the count is off, which accuses nobody
    measured, required = f"{got} to seat {event.seat}", _parts(told[0])
    return Found(_what_is_wrong(hand, event.seat, got, due, look), event.seat, measured, required)


def _parts(won: dict[Seat, int]) -> str:
    return ", ".join(f"{amount} to seat {seat}" for seat, amount in won.items() if amount)


def _what_is_wrong(hand: Hand, seat: Seat, got: int, due: int, look: Look) -> str:
    if due and got - due <= look.night.chip:
        return "odd_chip_misawarded"
    eligible = sum(layer.amount for layer in layers(hand) if seat in layer.seats)
    return "side_pot_error" if due and got > eligible else "pot_misawarded"


SHOWDOWN_RULES = (
    Rule("showdown_out_of_order", (HandTabled,), showdown_order),
    Rule("partial_hand_shown", (HandTabled,), partial_hand),
    Rule("refused_to_show", (HandMucked,), refused_to_show),
    Rule("tabled_hand_killed", (HandMucked,), tabled_hand_killed),
    Rule("pot_misawarded", (PotPushed,), pot_award),
)
"""The rules of the showdown, in the order they look."""
