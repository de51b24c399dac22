"""Who shows first, and then who (K45, K46)."""

from table_controller.records.chips import Seat
from table_controller.records.night import Hand, Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import setting


def first_to_show(hand: Hand, book: Rulebook) -> Seat | None:
    """The seat that shows first; None where the order is free."""
    house = setting(book, "showdown.first", "last_aggressor_last_round_else_first_to_act")
    held = [player.seat for player in hand.players if not player.folded]
    if house == "any" or not held:
        return None
    on = {
        "last_aggressor_hand": (Street.PREFLOP, Street.FLOP, Street.TURN, Street.RIVER),
        "last_aggressor_postflop": (Street.FLOP, Street.TURN, Street.RIVER),
    }.get(str(house), (Street.RIVER,))
    if house != "first_active_left_of_button" and hand.aggressor in held and hand.aggressor_street in on:
        return hand.aggressor
    return held[0]


def showing_order(hand: Hand, book: Rulebook) -> tuple[Player, ...]:
    """The live players in the order they show."""
    first = first_to_show(hand, book)
    players = [player for player in hand.players if not player.folded]
    start = next((i for i, player in enumerate(players) if player.seat == first), 0)
    return tuple(players[start:] + players[:start])
