"""Rules of claims: a wrong winner announced, objections to the award, and until when they count (K54)."""

from table_controller.records.events import Announced, Objection
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Reading
from table_controller.rules.awarding import disputed, due_of, owing, parts
from table_controller.rules.clock import SECOND
from table_controller.rules.exposed import seat_named
from table_controller.rules.hand import setting, substantial, whole
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.pots import shares

_ABOUT = {"reading": "reading", "winner": "reading", "hand": "reading", "award": "amount", "amount": "amount"}
"""What an objection can be about that this file answers: how a hand was read, or what was paid (TDA 22)."""

_UNTIL = {
    "pot_pushed": "objections until the pot is pushed",
    "pot_merged_with_stack": "objections until the pot is merged with a stack",
    "next_hand_start": "objections until the next hand begins",
    "substantial_action_next_hand": "objections until substantial action in the next hand",
}

_AWARDS = ("misread_hand", "pot_misawarded", "side_pot_error", "odd_chip_misawarded")


def wrong_winner(look: Look) -> Answer:
    """The dealer announces a winner that the tabled hands beat. 001 §4.3.12-b: everybody helps; TDA 12: cards speak."""
    hand, event = look.hand, look.event
    if event.what != "winner" or event.seat is None or hand.settled or hand.street is not Street.SHOWDOWN:
        return None
    told = shares(hand, look.book, look.night.chip)
    if told is None or any(player.presumed for player in hand.players):
        return NOT_ASSESSED
    if told[0].get(event.seat, 0) > 0 or setting(look.book, "showdown.cards_speak", True) is not True:
        return CLEAR
    measured = f"seat {event.seat} announced as the winner"
    return Found("misread_hand", event.seat, measured, parts(told[0]), "announce_right_winner")


def objection(look: Look) -> Answer:
    """Somebody objects to an award. 000 RA16-b; 001 §4.3.12; 004 C28-d; TDA 22: late it is void, even if right.

    In time the tabled hands decide, with the exact amounts; where they prove nothing it is not assessed.
    """
    kind = _ABOUT.get(look.event.about)
    hand = disputed(look.night)
    if kind is None or hand is None or not any(player.won for player in hand.players):
        return None
    until = deadline(look.book, kind)
    if over(until, look.night, hand) or _break_over(look, hand):
        seat = seat_named(look.event.by)
        return Found("late_claim", seat, _when(look.night, hand), _UNTIL.get(until, until))
    due = due_of(hand, look.book, look.night.chip)
    if due is None:
        return NOT_ASSESSED
    wrong = [player for player in hand.players if player.won > due.get(player.seat, 0)]
    if not wrong or _open_already(look.night):
        return CLEAR
    code = "misread_hand" if kind == "reading" else "pot_misawarded"
    measured = f"{wrong[0].won} to seat {wrong[0].seat}"
    return Found(code, wrong[0].seat, measured, parts(due), "correct_award", ("play_stands",))


def objected(night: Night, event: Objection, book: Rulebook, reading: Reading | None) -> Night:
    """An objection to an award: who is owed what, by what has been tabled until now."""
    return owing(night, book) if event.about in _ABOUT else night


def deadline(book: Rulebook, kind: str) -> str:
    """Until when an objection of *kind* (``reading`` or ``amount``) counts."""
    house = str(setting(book, "claim.deadline", "pot_pushed"))
    return str(setting(book, f"claim.deadline.{kind}", "pot_pushed")) if house == "by_kind" else house


def over(until: str, night: Night, hand: Hand) -> bool:
    """Whether the time to object to the award of *hand* is over."""
    following = night.hand is not hand
    if until == "pot_merged_with_stack":
        return following or bool(hand.ending.merged)
    if until == "next_hand_start":
        return following
    if until == "substantial_action_next_hand":
        return following and night.hand is not None and (substantial(night.hand) or night.hand.settled)
    return True


def _break_over(look: Look, hand: Hand) -> bool:
    """TDA 22: a hand that ends in a break can be disputed for a minute after the award, next hand or none."""
    seconds = whole(look.book, "claim.deadline.on_break_s", 0)
    pushed = hand.ending.pushed_at
    if not seconds or look.night.pause is None or pushed is None:
        return False
    return bool(look.event.at - pushed > seconds * SECOND)


def _when(night: Night, hand: Hand) -> str:
    """When the objection came, in the terms of the deadlines."""
    if night.hand is not hand:
        return "objection in the next hand"
    if hand.ending.merged:
        return "objection after the pot was merged with a stack"
    return "objection after the pot was pushed"


def _open_already(night: Night) -> bool:
    """Whether the award has an open incident already: the objection only repeats it."""
    return any(item.irregularity.code in _AWARDS and item.ruling is None for item in night.incidents)


CLAIM_RULES = (
    Rule("misread_hand", (Announced,), wrong_winner, also=("late_claim", "pot_misawarded")),
    Rule("misread_hand", (Objection,), objection, also=("late_claim", "pot_misawarded")),
)
"""The rules of claims, in the order they look."""
