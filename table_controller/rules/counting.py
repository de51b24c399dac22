"""What people find out in the hand: cards counted, the button seen elsewhere, a misdeal called."""

from table_controller.records.chips import Seat
from table_controller.records.events import Announced, ButtonPlaced, CardsCounted
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Reading
from table_controller.rules.hand import changed, hole_count, index_of, player_of, with_player
from table_controller.rules.hole_counts import short_remedy, surplus, surplus_remedy
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.misdeals import button_remedies
from table_controller.rules.packs import looked_through
from table_controller.rules.places import seat_of


def hand_counted(look: Look) -> Answer:
    """A seat's hole cards are counted and are not the game's number. 001 §4.3.6; 004 A4-a; TDA 35-A5, 37, 38.

    Which of three cards is the surplus one, nobody can say who only counted them (R6-3).
    """
    hand, event = look.hand, look.event
    player = _counted_player(hand, event)
    if player is None or hand.settled or player.folded or hand.street is Street.OVER:
        return None
    if event.count < 0:
        return NOT_ASSESSED
    if hand.street is Street.DEAL and event.count <= hole_count(hand):
        return CLEAR  # its cards are still coming
    wanted, required = hole_count(hand), f"{hole_count(hand)} hole cards"
    if event.count in (0, wanted):
        return CLEAR
    if event.count > wanted:
        others = surplus(hand) - max(0, len(player.cards) - wanted) + event.count - wanted - 1
        remedy = surplus_remedy(hand, look.book, others=others, identified=False)
        return Found("extra_hole_card", player.seat, f"{event.count} hole cards", required, remedy)
    out = bool(hand.burns or hand.board)
    remedy = short_remedy(hand, player.seat, look.book, out)
    return Found("missing_hole_card", player.seat, f"{event.count} hole cards", required, remedy)


def _counted_player(hand: Hand, event: CardsCounted) -> Player | None:
    seat = seat_of(event.place) if event.place.startswith("seat ") else None
    return player_of(hand, seat)


def button_seen(look: Look) -> Answer:
    """During the hand the button lies at another seat than the hand was dealt from. 001 §4.3.6-f; TDA 34-A.

    Before substantial action a misdeal; after it the error stands, and the button is not moved back.
    """
    hand, event = look.hand, look.event
    if hand.settled or hand.street is Street.OVER or not hand.players or not (hand.dealt or hand.burns or hand.board):
        return None
    if event.seat in (hand.button, hand.terms.due_button):
        return CLEAR  # where the hand was dealt from, or where it is put right
    measured, required = f"button at seat {event.seat}", f"button at seat {hand.button}"
    return Found("button_misplaced", event.seat, measured, required, *button_remedies(look.book))


def misdeal_called(look: Look) -> Answer:
    """The dealer calls a misdeal for what no sensor saw. 001 §4.3.5-6; TDA 35-C, -D: until substantial action."""
    hand, event = look.hand, look.event
    if event.what != "misdeal" or hand.settled or hand.street is Street.OVER:
        return None
    return Found("misdeal", event.seat, "the dealer calls a misdeal", "a misdeal before substantial action")


def counted(night: Night, event: CardsCounted, book: Rulebook, reading: Reading | None) -> Night:
    """The record follows the count: cards that nobody saw come or go, unread."""
    night = looked_through(night, event)
    hand = night.hand
    if hand is None or hand.settled or not 0 <= event.count <= 52:
        return night
    if event.place == "burn":
        return changed(night, hand=changed(hand, burns=_so_many(hand.burns, event.count)))
    if not event.place.startswith("seat ") or event.count == 0:
        return night
    index = index_of(hand, _seat(event))
    if index is None or hand.players[index].folded or len(hand.players[index].cards) == event.count:
        return night
    player = hand.players[index]
    cards = _so_many(player.cards, event.count)
    return changed(night, hand=with_player(hand, index, changed(player, cards=cards)))


def _seat(event: CardsCounted) -> Seat | None:
    return seat_of(event.place)


def _so_many(cards: tuple, count: int) -> tuple:  # type: ignore[type-arg]
    """*cards* made *count*: unread ones are added, and go first."""
    if len(cards) <= count:
        return (*cards, *(None,) * (count - len(cards)))
    surplus = len(cards) - count
    unread = [place for place, card in enumerate(cards) if card is None][-surplus:]
    left = tuple(card for place, card in enumerate(cards) if place not in unread)
    return left[:count]


COUNT_RULES = (
    Rule("missing_hole_card", (CardsCounted,), hand_counted, also=("extra_hole_card", "wrong_hole_card_count")),
    Rule("button_misplaced", (ButtonPlaced,), button_seen, also=("button_not_moved",)),
    Rule("misdeal", (Announced,), misdeal_called),
)
"""The rules of counts, in the order they look."""
