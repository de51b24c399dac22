"""Rules of hands that nobody protected, and of folds whose cards stay (K50; TDA 65)."""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import (
    BoardCardDealt,
    CardExposed,
    CardMoved,
    Certainty,
    HandMucked,
    HandPushed,
    HandTabled,
)
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.allin import named_before
from table_controller.rules.amounts import Reading
from table_controller.rules.cards import board_card
from table_controller.rules.exposed import decisions_left, seat_named
from table_controller.rules.hand import (
    BETTING,
    GAVE_UP,
    changed,
    index_of,
    live,
    player_of,
    setting,
    unseen,
    with_player,
)
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.turns import fold


def swept_live(hand: Hand, event: HandMucked) -> Player | None:
    """The player whose live, closed hand the dealer swept into the muck while it was not its turn to fold."""
    if event.by != "dealer" or hand.street not in (*BETTING, Street.SHOWDOWN) or event.seat in hand.away:
        return None
    player = player_of(hand, event.seat)
    if player is None or player.folded or player.tabled or player.mucked or len(live(hand)) < 2:
        return None
    return player


def unprotected_hand_mucked(look: Look) -> Answer:
    """The dealer sweeps a live hand that nobody protected. 001 §1.4.3-b; 000 PROTECTED-b, MUCK-b; TDA 15-B, 65-A.

    It is dead. What nobody has called of its last bet or raise goes back where the house says so (K50). Whether the
    seat in turn had folded first, nobody saw. Who said "fold" has given it up: of that the words are the fault.
    """
    hand, event = look.hand, look.event
    player = swept_live(hand, event)
    if player is None or any(p.won for p in hand.players):
        return None
    if (GAVE_UP, player.seat) in hand.faults:
        return CLEAR
    if hand.to_act == player.seat or unseen(look.night, f"seat {player.seat} cards"):
        return NOT_ASSESSED
    back = uncalled(hand, player) if _refunds(look.book) else 0
    required = f"{back} uncalled go back" if back else "a live hand is protected"
    return Found("unprotected_hand_mucked", player.seat, "a live hand in the muck", required)


def _refunds(book: Rulebook) -> bool:
    return setting(book, "mucked_live_hand", "dead_refund_uncalled_raise") == "dead_refund_uncalled_raise"


def uncalled(hand: Hand, player: Player) -> int:
    """The part of the player's bet on this street that nobody else has matched."""
    if hand.to_act is None:
        return 0
    others = max((p.bet for p in hand.players if p.seat != player.seat), default=0)
    return max(0, player.bet - player.owes - others)


DISCARDED = "discarded"
"""The mark of a hand that its own player threw into the muck at the showdown, where only the dealer kills it."""


def discarded(hand: Hand, event: HandMucked, book: Rulebook) -> Hand:
    """*hand* that knows whose closed hand can still be tabled: its player discarded it, the dealer has not (TDA 14)."""
    mark = (DISCARDED, event.seat)
    if event.by == "dealer":
        return changed(hand, faults=tuple(one for one in hand.faults if one != mark)) if mark in hand.faults else hand
    if hand.street is not Street.SHOWDOWN or setting(book, "showdown.discard_kills") != "on_muck_contact_by_dealer":
        return hand
    player = player_of(hand, event.seat)
    closed = player is not None and not (player.folded or player.tabled or player.mucked)
    return changed(hand, faults=(*hand.faults, mark)) if closed else hand


def swept(night: Night, event: HandMucked, book: Rulebook) -> Night | None:
    """The night after a live hand went into the muck out of turn: it is dead at once; None where that is not it.

    Between two rounds whoever's doing it was; with a seat to act, only what the dealer swept is not its owner's fold.
    """
    hand = night.hand
    index = None if hand is None else index_of(hand, event.seat)
    if hand is None or index is None or hand.street not in BETTING or hand.to_act == event.seat:
        return None
    if hand.to_act is None:
        dead = not hand.players[index].folded and not hand.players[index].tabled and decisions_left(hand)
        return changed(night, hand=_left(fold(hand, index), event.seat)) if dead else None
    player = swept_live(hand, event)
    if player is None:
        return None
    back = uncalled(hand, player) if _refunds(book) and (GAVE_UP, player.seat) not in hand.faults else 0
    hand = _returned(hand, index, back) if back else hand
    return changed(night, hand=_left(fold(hand, index), event.seat))


def _left(hand: Hand, seat: Seat) -> Hand:
    return hand if seat in hand.away else changed(hand, away=(*hand.away, seat))


def _returned(hand: Hand, index: int, back: int) -> Hand:
    """*hand* with the uncalled part back at the stack; the bet to face is what lies there without it."""
    player = hand.players[index]
    after = changed(
        player,
        bet=player.bet - back,
        total=player.total - back,
        stack=player.stack + back,
        excess=player.excess + back,
    )
    level = max((p.bet for p in hand.players if p.seat != player.seat), default=0)
    return with_player(hand, index, after, bet_to=Chips(level))


def unprotected_hand(look: Look) -> Answer:
    """A card of a live hand lies elsewhere than before its seat. 000 PROTECTED-a; TDA 65-B: identified, it lives on."""
    hand, event = look.hand, look.event
    name, _, number = event.from_.partition(" ")
    player = player_of(hand, seat_named(number)) if name == "seat" else None
    if player is None or hand.to_act is None or hand.street not in BETTING:
        return None
    if player.folded or (event.to not in ("aside", "board", "burn", "stub") and not event.to.startswith("seat ")):
        return None if player.folded else CLEAR
    dead = setting(look.book, "fouled_hand.identified", "live") == "dead"
    remedy = "hand_dead" if dead or event.to == "stub" else "restore_hand"
    return Found(
        "unprotected_hand", player.seat, f"a card of seat {player.seat} moved away", "cards at the seat", remedy
    )


def fold_not_mucked(look: Look) -> Answer:
    """Cards of a fold are seen before the seat on a later street. 000 BG:FOLD: folded cards go to the muck.

    That nobody saw them go proves nothing; seen where they should not be any more, they do.
    """
    hand, event = look.hand, look.event
    if event.seat not in hand.ending.lying or event.seat in hand.away:
        return None
    if named_before(look.night, "fold_not_mucked", event.seat):
        return CLEAR
    if event.certainty is not Certainty.SEEN or event.at <= hand.board_at:
        return NOT_ASSESSED
    return Found(
        "fold_not_mucked", event.seat, f"the cards of seat {event.seat} still lay there", "folded cards in the muck"
    )


def laid(night: Night, event: BoardCardDealt, book: Rulebook, reading: Reading | None) -> Night:
    """The night after a board card; with a new street it knows whose folded cards were not seen to leave.

    Only where folds were seen going in: a source that tells of no muck tells nothing of cards left lying.
    """
    after = board_card(night, event, book, reading)
    hand, before = after.hand, night.hand
    if hand is None or before is None or not hand.away or hand.street is before.street:
        return after
    lying = tuple(p.seat for p in hand.players if p.folded and not p.presumed and p.seat not in hand.away)
    if lying == hand.ending.lying:
        return after
    return changed(after, hand=changed(hand, ending=replace(hand.ending, lying=lying)))


PROTECT_RULES = (
    Rule("unprotected_hand_mucked", (HandMucked,), unprotected_hand_mucked),
    Rule("unprotected_hand", (CardMoved,), unprotected_hand),
    Rule("fold_not_mucked", (HandMucked, HandPushed, HandTabled, CardExposed), fold_not_mucked),
)
"""The rules of protected hands, in the order they look."""
