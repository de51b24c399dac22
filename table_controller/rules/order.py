"""Who shows first, and then who (K45, K46)."""

from table_controller.records.chips import Seat
from table_controller.records.hand import Hand
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import setting

_STREETS: dict[str, tuple[Street, ...]] = {
    "last_aggressor_hand": (Street.PREFLOP, Street.FLOP, Street.TURN, Street.RIVER),
    "last_aggressor_postflop": (Street.FLOP, Street.TURN, Street.RIVER),
    "last_aggressor_last_round_else_first_checker": (Street.RIVER,),
    "last_aggressor_last_round_else_first_to_act": (Street.RIVER,),
}
"""On which streets the last bet or raise makes its seat show first; else the first active seat left of the button."""


def first_to_show(hand: Hand, book: Rulebook) -> Seat | None:
    """The seat that shows first; None where the order is free."""
    house = str(setting(book, "showdown.first", "first_active_left_of_button"))
    held = [player.seat for player in hand.players if not player.folded]
    if house == "any" or not held:
        return None
    if hand.aggressor in held and hand.aggressor_street in _STREETS.get(house, ()):
        return hand.aggressor
    return held[0]


def showing_order(hand: Hand, book: Rulebook) -> tuple[Player, ...]:
    """The live players in the order they show: the first, then clockwise."""
    first = first_to_show(hand, book)
    players = [player for player in hand.players if not player.folded]
    start = next((i for i, player in enumerate(players) if player.seat == first), 0)
    return tuple(players[start:] + players[:start])


def next_to_show(hand: Hand, book: Rulebook) -> tuple[Seat, ...]:
    """The seats that may show now: the next in order; all that are left once the first has, where the rest is free."""
    order = showing_order(hand, book)
    waiting = tuple(player.seat for player in order if not (player.tabled or player.mucked))
    free = setting(book, "showdown.next", "clockwise") == "any" and len(waiting) < len(order)
    return waiting if free else waiting[:1]
