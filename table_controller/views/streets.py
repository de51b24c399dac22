"""How far a hand is, in words: its street, and what lies on the board where that is not the street's whole number."""

from collections.abc import Mapping

from table_controller.records.hand import Hand
from table_controller.records.player import Street
from table_controller.records.rulebook import Text

_NAMES: Mapping[Street, Text] = {
    Street.DEAL: Text("Geben", "Dealing"),
    Street.PREFLOP: Text("Preflop", "Preflop"),
    Street.FLOP: Text("Flop", "Flop"),
    Street.TURN: Text("Turn", "Turn"),
    Street.RIVER: Text("River", "River"),
    Street.SHOWDOWN: Text("Showdown", "Showdown"),
    Street.OVER: Text("Hand entschieden", "Hand decided"),
}
_WHOLE: Mapping[Street, int] = {Street.DEAL: 0, Street.PREFLOP: 0, Street.FLOP: 3, Street.TURN: 4, Street.RIVER: 5}
"""Cards on the board while a street is bet on."""


def progress(hand: Hand | None) -> Text | None:
    """Where the running hand is, true to what lies: two cards of the flop are not “preflop”."""
    if hand is None or hand.settled:
        return None
    name, lie = _NAMES[hand.street], len(hand.board)
    if lie == _WHOLE.get(hand.street, lie):
        return name
    if hand.street is Street.PREFLOP and hand.to_act is None and lie < _WHOLE[Street.FLOP]:
        return Text(f"Flop: {lie} von 3 Karten", f"Flop: {lie} of 3 cards")
    german = "keine Karte" if lie == 0 else "1 Karte" if lie == 1 else f"{lie} Karten"
    english = "no card" if lie == 0 else "1 card" if lie == 1 else f"{lie} cards"
    return Text(f"{name.de}, {german} auf dem Board", f"{name.en}, {english} on the board")
