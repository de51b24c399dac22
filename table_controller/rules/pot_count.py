"""The rules of limits; the pot announced wrongly to a seat that may bet it (TDA 52-B, 54-A)."""

from table_controller.records.chips import Chips
from table_controller.records.events import Announced, ChipsMovedIn, Declared
from table_controller.records.hand import Count, Hand
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import BETTING, changed, index_of, with_player
from table_controller.rules.house import setting
from table_controller.rules.limits import most_to, pot
from table_controller.rules.look import CLEAR, Answer, Found, Look, Rule, marked
from table_controller.rules.pots import layers

POT = "pot"
"""What is announced: the size of the pot."""


def bet_limit(look: Look) -> Answer:
    """More than the limit allows: it is reduced. 004 B9-split, B9-spread-a, B9-pot; TDA 52-B, 54-B."""
    index = None if look.reading is None else index_of(look.hand, look.reading.seat)
    most = 0 if index is None else most_to(look.hand, index, look.book)
    event = look.event
    said = event.amount if isinstance(event, Declared) and event.amount else 0
    bet = 0 if index is None or look.reading is None else look.hand.players[index].bet + look.reading.put
    return marked(look, "bet_limit_violation", f"bet to {said or bet}", f"at most {most}")


def raise_cap(look: Look) -> Answer:
    """A raise beyond those a round has: it counts as a call. 004 A5-b; TDA 48."""
    return marked(look, "raise_cap_exceeded", "one raise more", f"at most {look.hand.terms.cap} raises in a round")


def miscount(look: Look) -> Answer:
    """The pot was announced wrongly to a seat that bets by it. TDA 52-B."""
    hand, event = look.hand, look.event
    if event.what != POT or event.amount is None or hand.limit != "pot_limit" or hand.street not in BETTING:
        return None
    if event.amount in _true(hand):
        return CLEAR
    return Found("miscount_announced", None, f"a pot of {event.amount}", f"a pot of {pot(hand)}")


def _true(hand: Hand) -> tuple[int, ...]:
    """What may rightly be said: the pot now, blinds in full before the flop, or what it was when it was miscounted."""
    full = pot(hand) + (hand.unpaid if hand.street is Street.PREFLOP else 0)
    return (pot(hand), full) if hand.count is None else (pot(hand), full, hand.count.true)


def announced(hand: Hand, event: Announced, book: Rulebook) -> Hand:
    """*hand* after the pot was announced: a wrong count is remembered, a right one after it puts the bet right."""
    if event.amount is None or hand.limit != "pot_limit" or hand.street not in BETTING:
        return hand
    if event.amount not in _true(hand):
        index = index_of(hand, hand.to_act)
        most = 0 if index is None else most_to(hand, index, book)
        said = Count(event.amount, Chips(pot(hand)), hand.to_act, hand.bet_to, Chips(most))
        return changed(hand, count=said)
    return hand if hand.count is None else changed(_put_right(hand, hand.count, book), count=None)


def _put_right(hand: Hand, count: Count, book: Rulebook) -> Hand:
    """TDA 52-B: too high a bet is reduced for all of this street, too low a one only until substantial action."""
    if hand.aggressor != count.seat or hand.bet_to <= count.bet_to:
        return hand
    over = count.said > count.true
    if _substantial(hand) and setting(book, _DEADLINE[over]) == "substantial_action_after_bet":
        return hand
    if over:
        return _reduced(hand, count.most)
    meant = hand.bet_to == count.most - (count.true - count.said)
    return _completed(hand, count.most) if meant else hand


_DEADLINE = {True: "pl.overbet_deadline", False: "pl.underbet_deadline"}


def _substantial(hand: Hand) -> bool:
    """Substantial action after the last bet: two seats of which one with chips, or any three (TDA 36)."""
    after = [p for p in hand.players if p.acted and p.faced == hand.bet_to and p.seat != hand.aggressor]
    return len(after) >= 3 or (len(after) == 2 and any(not p.folded for p in after))


def _reduced(hand: Hand, most: int) -> Hand:
    players = tuple(_with_bet(player, most) if player.bet > most else player for player in hand.players)
    after = changed(hand, players=players, bet_to=Chips(min(hand.bet_to, most)), raise_by=Chips(_rise(hand, most)))
    return changed(after, pots=layers(after)) if after.to_act is None else after


def _rise(hand: Hand, to: int) -> int:
    return max(hand.big_blind, hand.raise_by - (hand.bet_to - to))


def _with_bet(player: Player, most: int) -> Player:
    back = player.bet - most
    owed = min(player.owes, back)
    return changed(
        player,
        bet=Chips(most),
        total=player.total - back,
        stack=player.stack + back,
        owes=player.owes - owed,
        excess=player.excess + back - owed,
        faced=Chips(min(player.faced, most)),
    )


def _completed(hand: Hand, to: int) -> Hand:
    """The bet becomes what the pot was: the seat owes the rest."""
    index = index_of(hand, hand.aggressor)
    if index is None:
        return hand
    player = hand.players[index]
    more = min(to - player.bet, player.stack)
    after = changed(
        player,
        bet=player.bet + more,
        total=player.total + more,
        stack=player.stack - more,
        owes=player.owes + more,
        faced=player.faced + more,
    )
    raised = Chips(hand.raise_by + more)
    return with_player(hand, index, after, bet_to=after.bet, raise_by=raised, swept=False)


LIMIT_RULES = (
    Rule("bet_limit_violation", (Declared, ChipsMovedIn), bet_limit, by_mark=True),
    Rule("raise_cap_exceeded", (Declared, ChipsMovedIn), raise_cap, by_mark=True),
    Rule("miscount_announced", (Announced,), miscount),
)
"""The rules of limits, in the order they look."""
