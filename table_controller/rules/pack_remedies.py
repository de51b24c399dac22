"""What is done about a card out of play, a pack that is not in order, a stub that fell, a pot won by manipulation."""

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import RulingMade
from table_controller.records.hand import Hand
from table_controller.records.incidents import Step
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.records.table import Pack
from table_controller.rules.hand import changed, player_of
from table_controller.rules.words import step


def _none(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    return ()


def _replace_only(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """The exposed card is out of play, the next one replaces it after the deal; the flop is burned for as always."""
    player = player_of(hand, seat)
    if player is None or not player.exposed or hand.board or hand.burns:
        return ()
    return (step("take_card", seat, None, str(player.exposed[-1])), step("replace", seat))


def _mix_stub(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """TDA RP-4, 39-D: the stub is scrambled, shuffled face down and cut."""
    return (step("shuffle_stub"),)


PACK_REMEDIES = {
    "replace_with_next_card": (
        "Karte ersetzen, sie ist aus dem Spiel",
        "Replace the card; it is out of play",
        _replace_only,
    ),
    "replace_deck": ("Kartendeck austauschen", "Replace the deck", _none),
    "play_on_replace_deck": (
        "Hand zu Ende spielen, dann das Deck austauschen",
        "Play the hand to its end, then replace the deck",
        _none,
    ),
    "scrap_of_paper": (
        "Die Karte zählt nicht: beiseite, die nächste an ihre Stelle",
        "The card counts for nothing: aside, the next in its place",
        _none,
    ),
    "pot_not_paid_stakes_returned": (
        "Pot wird nicht ausgezahlt, Einsätze abzüglich der Taxe zurück",
        "The pot is not paid; the stakes go back less the drop",
        _none,
    ),
    "restore_stub": ("Stapel wieder in seine Reihenfolge bringen", "Put the stub back in order", _none),
    "reshuffle_stub": ("Reststapel allein verdeckt mischen", "Shuffle the stub alone, face down", _mix_stub),
    "reshuffle_with_mixed": (
        "Stapel mit den vermengten Karten verdeckt mischen",
        "Shuffle the stub with what it mixed with, face down",
        _mix_stub,
    ),
}
"""Each remedy by name: German, English, steps."""


def replaced(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """Another pack is taken: what was wrong with the old one is past; whether the new one is right, nobody knows."""
    faults = tuple(fault for fault in hand.faults if fault[0] != "fouled_deck")
    return changed(night, hand=changed(hand, faults=faults), pack=Pack(None, night.pack.told))


def not_paid(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """004 A7, C27: the pot is not paid, the stakes go back without the drop; a pot once pushed is not touched.

    The drop comes off every stake in proportion; what does not divide goes back chip by chip from the button's left
    [D].
    """
    staked = sum(player.total for player in hand.players)
    if staked <= 0 or any(player.won for player in hand.players):
        return night
    back = max(0, staked - hand.dropped)
    unit = max(1, night.chip)
    shares = [player.total * back // staked // unit * unit for player in hand.players]
    left = back - sum(shares)
    for place, player in enumerate(hand.players):
        more = min(unit, left, player.total - shares[place])
        shares[place] += more
        left -= more
    players = tuple(
        changed(p, stack=Chips(p.stack + share), total=Chips(p.total - share), bet=Chips(0), owes=Chips(0), folded=True)
        for p, share in zip(hand.players, shares, strict=True)
    )
    over = changed(hand, players=players, street=Street.OVER, to_act=None, pots=(), bet_to=Chips(0))
    return changed(night, hand=over)


PACK_EFFECTS = {"replace_deck": replaced, "pot_not_paid_stakes_returned": not_paid}
"""What these remedies change at once."""
