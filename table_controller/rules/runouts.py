"""Run twice: a second board for the cards still to come, each board for half of every pot, where the house allows it.

It is agreed by an announcement, ``run_twice``, once nobody can bet any more; board cards after the fifth are then the
second board's.
"""

from dataclasses import replace

from table_controller.records.events import Announced, BoardCardDealt
from table_controller.records.hand import Hand
from table_controller.records.incidents import Step
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.rules.hand import BETTING, bit, changed, live, setting
from table_controller.rules.look import CLEAR, Answer, Found, Look, Rule
from table_controller.rules.words import step


def _can_run_twice(hand: Hand) -> bool:
    able = sum(1 for player in live(hand) if player.stack > 0)
    return hand.to_act is None and hand.street in BETTING and len(live(hand)) > 1 and able < 2 and len(hand.board) < 5


def run_twice(look: Look) -> Answer:
    """A second board is agreed. Neither the seeds 000 to 004 nor the TDA rules allow it [D].

    Where a house does, nobody may be able to bet any more.
    """
    if look.event.what != "run_twice" or look.hand.settled:
        return None
    if setting(look.book, "run_twice.allowed", False) is not True:
        return Found("run_twice_not_allowed", look.event.seat, "a second board agreed", "the board is dealt once")
    if not _can_run_twice(look.hand):
        return Found(
            "run_twice_not_allowed", look.event.seat, "a second board agreed", "all bets are in, cards to come"
        )
    return CLEAR


def sixth_card(look: Look) -> Answer:
    """A board card after the fifth, without a second board agreed. 001 §4.3.17; TDA 28: no further cards."""
    hand = look.hand
    if len(hand.board) < 5 or hand.settled or hand.street not in (Street.RIVER, Street.SHOWDOWN, Street.OVER):
        return None
    if missing_of_second(hand) or setting(look.book, "rabbit_hunting.allowed", False) is True:
        return CLEAR
    return Found("rabbit_hunting", None, f"board card {len(hand.board) + 1}", "no further cards")


def missing_of_second(hand: Hand) -> int:
    """How many cards the second board still needs; 0 where there is none."""
    return 0 if hand.ending.shared is None else 5 - hand.ending.shared - len(hand.ending.second)


def agreed(night: Night, event: Announced, allowed: bool) -> Night:
    """The night after a second board was agreed, where that counts."""
    hand = night.hand
    if hand is None or not allowed or hand.ending.shared is not None or not _can_run_twice(hand):
        return night
    return changed(night, hand=changed(hand, ending=replace(hand.ending, shared=len(hand.board))))


def second_board(night: Night, event: BoardCardDealt) -> Night | None:
    """The night with the card on the second board; None where it does not belong there."""
    hand = night.hand
    if hand is None or hand.ending.shared is None or len(hand.board) < 5 or not missing_of_second(hand):
        return None
    seen = hand.seen if event.card is None else hand.seen | bit(event.card)
    ending = replace(hand.ending, second=(*hand.ending.second, event.card))
    return changed(night, hand=changed(hand, ending=ending, seen=seen))


def second_steps(hand: Hand) -> tuple[Step, ...]:
    """What the dealer does next for the second board: burn and deal as for the first."""
    if not missing_of_second(hand) or hand.ending.shared is None or len(hand.board) < 5:
        return ()
    lies = hand.ending.shared + len(hand.ending.second)
    begun = {0: 0, 1: 0, 2: 0, 3: 1, 4: 2}[lies] - {0: 0, 3: 1, 4: 2}.get(hand.ending.shared, 0)
    card = step({3: "turn", 4: "river"}.get(lies, "flop"))
    burned = lies in (1, 2) or len(hand.burns) > 3 + begun
    return (card,) if burned else (step("burn"), card)


RUN_OUT_RULES = (
    Rule("run_twice_not_allowed", (Announced,), run_twice),
    Rule("rabbit_hunting", (BoardCardDealt,), sixth_card),
)
"""The rules of the run-out, in the order they look."""
