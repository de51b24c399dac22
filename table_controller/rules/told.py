"""A bet told wrongly to whoever has to call it: the action accepted is the true one (TDA 49)."""

from dataclasses import replace

from table_controller.records.chips import Chips
from table_controller.records.events import Announced
from table_controller.records.hand import Hand
from table_controller.rules.hand import BETTING, changed
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.undecided import open_question

BET = "bet"
"""What is announced: the bet a seat has to call."""


def bet_told(look: Look) -> Answer:
    """The bet was announced wrongly to the seat that faces it. TDA 49: whoever calls calls the true amount."""
    hand, event = look.hand, look.event
    if event.what != BET or event.amount is None or hand.street not in BETTING or hand.to_act is None:
        return None
    if open_question(look.night, hand) is not None:
        return NOT_ASSESSED  # what the bet is has to be ruled first
    if event.amount == hand.bet_to:
        return CLEAR
    return Found("miscount_announced", None, f"a bet of {event.amount}", f"a bet of {hand.bet_to}", "announce")


def remembered(hand: Hand, event: Announced) -> Hand:
    """*hand* once a bet was announced: who puts in what it was told has called (TDA 49)."""
    if event.amount is None or event.amount <= 0 or hand.street not in BETTING or hand.to_act is None:
        return hand
    told = None if event.amount == hand.bet_to else (hand.bet_to, Chips(event.amount))
    return hand if told == hand.conduct.told else changed(hand, conduct=replace(hand.conduct, told=told))


def calls_as_told(hand: Hand, total: int) -> bool:
    """Whether a seat whose stake comes to *total* puts in what it was told the bet is."""
    told = hand.conduct.told
    return told is not None and told[0] == hand.bet_to and told[1] == total


TOLD_RULES = (Rule("miscount_announced", (Announced,), bet_told),)
"""The rules of what is told."""
