"""One card, one place: what a correction of cards means for the others the record knows."""

from table_controller.records.cards import Card
from table_controller.records.hand import Hand
from table_controller.records.player import Player
from table_controller.rules.hand import bit, changed

Cards = tuple[Card | None, ...]


def placed_anew(hand: Hand, place: str, old: Cards, new: Cards) -> Hand | None:
    """*hand* in which the cards *new* lie nowhere but at *place*, where *old* lay; None if all see one elsewhere.

    Of a card read face down elsewhere the reading was wrong: it counts as not read. To refuse it would tell where it
    lies.
    """
    wanted = {card for card in new if card is not None}
    if wanted & open_elsewhere(hand, place):
        return None
    players = tuple(
        player if place == f"seat {player.seat}" or not wanted.intersection(player.cards) else _unread(player, wanted)
        for player in hand.players
    )
    burns = hand.burns if place == "burn" else tuple(None if card in wanted else card for card in hand.burns)
    gone = [card for card in old if card is not None and card not in wanted]
    seen = hand.seen
    for card in gone:
        seen &= ~bit(card)
    for card in wanted:
        seen |= bit(card)
    return changed(hand, players=players, burns=burns, seen=seen)


def named_open(hand: Hand, place: str, cards: Cards) -> Hand:
    """*hand* once a person said that *cards* lie open at *place*: one that was read face down elsewhere was misread.

    To call it twice in the deck would tell whoever enters names that somebody holds it. Where all see it twice it is.
    """
    free = placed_anew(hand, place, (), cards)
    return hand if free is None else free


def open_elsewhere(hand: Hand, place: str) -> set[Card]:
    """The cards that lie face up for all to see, elsewhere than at *place*."""
    seen: set[Card | None] = set() if place == "board" else {*hand.board}
    seen |= set(hand.ending.second)
    for player in hand.players:
        if place != f"seat {player.seat}":
            seen |= {*player.exposed, *(player.cards if player.tabled else ())}
    return {card for card in seen if card is not None}


def _unread(player: Player, wanted: set[Card]) -> Player:
    return changed(player, cards=tuple(None if card in wanted else card for card in player.cards))
