"""Rules of how many hole cards a seat has: one too many, one too few, or none."""

from table_controller.records.chips import Seat
from table_controller.records.events import (
    BoardCardDealt,
    CardBurned,
    ChipsMovedIn,
    Declared,
    HandMucked,
    HandPushed,
    HoleCardDealt,
)
from table_controller.records.hand import Hand
from table_controller.records.player import ActionKind, Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import hole_count, index_of, player_of, setting, unseen
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.misdeals import can_be_called


def extra_hole_card(look: Look) -> Answer:
    """A seat gets more cards than the game has. 001 §4.3.6: one, identified, becomes the burn; TDA 35-A5: misdeal."""
    hand, event = look.hand, look.event
    index = index_of(hand, event.seat)
    if index is None:
        return None
    held, wanted = len(hand.players[index].cards), hole_count(hand)
    if held < wanted:
        return CLEAR
    known = not unseen(look.night, f"seat {event.seat} cards")
    remedy = surplus_remedy(hand, look.book, others=surplus(hand), identified=known)
    return Found("extra_hole_card", event.seat, f"{held + 1} hole cards", f"{wanted} hole cards", remedy)


def surplus(hand: Hand) -> int:
    """How many hole cards too many lie before the seats."""
    wanted = hole_count(hand)
    return sum(max(0, len(player.cards) - wanted) for player in hand.players)


def surplus_remedy(hand: Hand, book: Rulebook, *, others: int, identified: bool) -> str:
    """001 §4.3.6: a single surplus card that is known becomes the burn; TDA 35-A5, 38: misdeal, later a dead hand."""
    if not can_be_called(hand, book):
        return "hand_dead"
    if others or not identified or setting(book, "deal.extra_card") == "misdeal":
        return "misdeal"
    return "surplus_becomes_burn"


def missing_hole_card(look: Look) -> Answer:
    """A seat has too few cards when the betting or the board begins. 001 R6-10 [D]; TDA 35-A5, 37, 38."""
    hand, event = look.hand, look.event
    if hand.dealt == 0 or hand.actions or hand.board or hand.burns:
        return None
    if isinstance(event, _ACTS) and (look.reading is None or look.reading.kind is None):
        return None
    if isinstance(event, HandMucked) and event.by == "dealer" and event.seat not in hand.away:
        return None  # the dealer gathers cards: a deal given up, as well as a fold
    if look.reading is not None and look.reading.kind is ActionKind.POST:
        return None
    wanted = hole_count(hand)
    short = [player for player in hand.players if len(player.cards) < wanted and (player.presumed or not player.folded)]
    if not short:
        return CLEAR
    named = {seat for code, seat in hand.faults if code == "order"}
    short = [player for player in short if player.seat not in named and not _on_its_way(look, player.seat)]
    if not short:
        return None if named else CLEAR
    if unseen(look.night, *(f"seat {player.seat} cards" for player in short)):
        return NOT_ASSESSED
    return _short(look, short)


def _on_its_way(look: Look, seat: Seat) -> bool:
    """Whether a remedy is being followed that brings the seat its card."""
    for following in look.night.following:
        for step in following.left:
            if step.event == "hole_card_dealt" and step.seat == seat:
                return True
    return False


def _short(look: Look, short: list[Player]) -> Found | tuple[Found, ...]:
    """Every seat that lacks cards; where all lack the same, it is the deal and no seat."""
    hand, held = look.hand, len(short[0].cards)
    required = f"{hole_count(hand)} hole cards"
    out = isinstance(look.event, CardBurned | BoardCardDealt)
    if len(short) == len(hand.players) and len({len(player.cards) for player in short}) == 1:
        remedy = short_remedy(hand, short[0].seat, look.book, out) if held < 2 else None
        return Found("wrong_hole_card_count", None, f"{held} hole cards at each seat", required, remedy)
    return tuple(_lacks(look, player, required, out) for player in short)


def _lacks(look: Look, player: Player, required: str, out: bool) -> Found:
    """A seat without a card was passed over, unless the deal had not come to it yet."""
    if not player.cards and not unfinished(look.hand):
        return Found("seat_skipped", player.seat, f"seat {player.seat} has no cards", required)
    remedy = short_remedy(look.hand, player.seat, look.book, out)
    return Found("missing_hole_card", player.seat, f"{len(player.cards)} hole cards", required, remedy)


def unfinished(hand: Hand) -> bool:
    """Whether the deal simply had not come to its end: in order so far, and several cards still to come (R6-10)."""
    players = len(hand.players)
    if not 0 < hand.dealt < players * hole_count(hand) - 1:
        return False
    rounds, rest = divmod(hand.dealt, players)
    held = [len(player.cards) for player in (*hand.players[hand.deal_from :], *hand.players[: hand.deal_from])]
    return held == [rounds + 1] * rest + [rounds] * (players - rest)


def short_remedy(hand: Hand, seat: Seat, book: Rulebook, out: bool) -> str:
    """What becomes of a seat with a card too few; *out*: burn or board lie there already.

    R6-10 [D]: the deal was unfinished, the card simply comes; misdeal once the burn is out; a dead hand after
    substantial action. TDA 37: the button's card comes as long as it has not acted itself. Who acts in the middle of
    the deal ends it for nobody: it goes on.
    """
    if unfinished(hand) and not out:
        return "finish_deal"
    late = not can_be_called(hand, book)
    player = player_of(hand, seat)
    if player is not None and seat == hand.button and setting(book, "deal.missing_card") == "misdeal":
        return _button_short(hand, player, book, late)
    if late:
        return "hand_dead"
    return "misdeal" if out or setting(book, "deal.missing_card", "finish_deal") == "misdeal" else "finish_deal"


def _button_short(hand: Hand, player: Player, book: Rulebook, late: bool) -> str:
    """TDA 35-B, 37: missing cards of the button may come even after substantial action, until it has acted."""
    acted = player.acted or hand.street not in (Street.DEAL, Street.PREFLOP)
    until = setting(book, "button_short.replace_until", "own_action")
    comes = not acted if until == "own_action" else not late
    if late and setting(book, "button_short.after_sa", "allowed") != "allowed":
        comes = False
    if comes:
        return "finish_deal"
    return "hand_dead" if acted or late else "misdeal"


_ACTS = (Declared, ChipsMovedIn, HandMucked, HandPushed)

HOLE_COUNT_RULES = (
    Rule("extra_hole_card", (HoleCardDealt,), extra_hole_card),
    Rule(
        "missing_hole_card",
        (*_ACTS, CardBurned, BoardCardDealt),
        missing_hole_card,
        also=("extra_hole_card", "wrong_hole_card_count", "seat_skipped"),
    ),
)
"""The rules of how many cards a seat has, in the order they look."""
