"""Breaks, seats that open, players counted; and what is announced about them (S20, S25, S26)."""

from table_controller.records.chips import Seat
from table_controller.records.events import (
    Announced,
    CardBurned,
    HandStarted,
    Ticked,
)
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.records.table import Away, Pause
from table_controller.rules.absence import served
from table_controller.rules.clock import SECOND, STAFF, seat_in, without_clock
from table_controller.rules.hand import (
    BETTING,
    BOARD,
    changed,
    setting,
    whole,
)
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule

MINUTE = 60 * SECOND
SWEPT = "bets_collected"
"""In ``Night.announced``: this table's sources tell when bets are collected; that is no announcement."""


def heard(night: Night, event: Announced, book: Rulebook) -> Night:
    """What an announcement changes for presence: breaks wanted, begun and over, open seats called."""
    night = changed(night, announced=night.announced | {event.what})
    seat = event.seat if event.seat is not None else seat_in(event.by)
    match event.what:
        case "break_wanted" if seat is not None:
            return _wanted(changed(night, wants_break=night.wants_break | {seat}), event.at, book)
        case "break" | "dinner" if event.seat is None:
            return changed(night, pause=_pause(night, event.what, event.at), wants_break=frozenset())
        case "resume":
            return changed(night, pause=None, wants_break=frozenset())
        case "seat_open":
            left = tuple(one for one in night.open_seats if seat is not None and one != seat)
            return changed(night, open_seats=left)
        case "penalty" if seat is not None and event.by in STAFF:
            others = tuple(pair for pair in night.penalties if pair[0] != seat)
            hands = 1 if event.amount is None else min(event.amount, 999)
            # The hand that runs is played on; the penalty begins with the next.
            more = 1 if _running(night) and hands > 0 else 0
            night = changed(night, punished=(*night.punished, seat))
            return changed(night, penalties=(*others, (seat, hands + more)) if hands > 0 else others)
        case "clock_cancelled" if event.by in STAFF and night.hand is not None:
            return without_clock(night, night.hand, event.at)
        case "player_count" if night.hand is not None:
            return changed(night, hand=changed(night.hand, count_told=len(night.hand.board)))
        case _:
            return night


def _running(night: Night) -> bool:
    return night.hand is not None and not night.hand.settled


def _pause(night: Night, kind: str, at: int) -> Pause:
    return Pause(kind, 0 if _running(night) else max(1, at))


def _wanted(night: Night, at: int, book: Rulebook) -> Night:
    """At least the house's fraction of the table wants a break: there is one after the hand (000 PAUSEN-b)."""
    fraction = setting(book, "break.vote_fraction", "none")
    seated = len(night.stacks)
    if isinstance(fraction, str | tuple) or not seated or len(night.wants_break) < fraction * seated:
        return night
    return changed(night, pause=_pause(night, "break", at), wants_break=frozenset())


def hand_over(night: Night, at: int, book: Rulebook) -> Night:
    """The hand has ended: a break that waited for it begins, who has no chips left is out."""
    night = served(night)
    if night.pause is not None and not night.pause.since:
        night = changed(night, pause=Pause(night.pause.kind, max(1, at)))
    if night.hand is None or setting(book, "rebuy.mode", "none") != "none":
        return night
    stacks = dict(night.stacks)
    out = tuple(player.seat for player in night.hand.players if not stacks.get(player.seat))
    return changed(night, open_seats=(*night.open_seats, *out)) if out else night


def overrun(look: Look) -> Answer:
    """A break takes longer than the house gives it. 000 PAUSEN-c, ESSENSPAUSE-b."""
    late = _late(look.night, look.event.at, look.book)
    if late is None:
        return CLEAR if look.night.away or look.night.pause else None
    seat, minutes = late
    return Found("break_overrun", seat, f"more than {minutes} minutes", f"at most {minutes} minutes")


def _late(night: Night, at: int, book: Rulebook) -> tuple[Seat | None, int] | None:
    pause = night.pause
    if pause is not None and pause.since and not pause.overran:
        name = "break.dinner_minutes" if pause.kind == "dinner" else "break.max_minutes"
        minutes = whole(book, name, 0)
        if minutes and at > pause.since + minutes * MINUTE:
            return None, minutes
    minutes = whole(book, "break.max_minutes", 0)
    for away in night.away:
        if minutes and not away.overran and pause is None and at > away.since + minutes * MINUTE:
            return away.seat, minutes
    return None


def told_overrun(night: Night, at: int, book: Rulebook) -> Night:
    """*night* that remembers which break it has said to be too long."""
    if not night.away and night.pause is None:
        return night
    late = _late(night, at, book)
    if late is None:
        return night
    if late[0] is None and night.pause is not None:
        return changed(night, pause=Pause(night.pause.kind, night.pause.since, True))
    away = tuple(Away(one.seat, one.since, one.overran or one.seat == late[0]) for one in night.away)
    return changed(night, away=away)


def started_in_break(look: Look) -> Answer:
    """A hand begins although a general break is on. 000 BG:ABENDESSEN, ESSENSPAUSE-b, WEITER."""
    if look.night.pause is None:
        return None
    return Found("hand_started_during_break", None, "a new hand", "no hand before play resumes")


# --- seats that open, players counted -----------------------------------------------------------------------------


def busted(look: Look) -> Answer:
    """A player of the last hand has no chips left and is not dealt in again. 000 BG:JETON-c; 001 §3.4."""
    dealt = {seat for seat, stack in look.event.seats if stack > 0}
    stacks = dict(look.night.stacks)
    if not look.hand.settled or not look.hand.players:
        return None
    # Who left with chips has not busted.
    out = [p.seat for p in look.hand.players if not stacks.get(p.seat, p.stack) and p.seat not in dealt]
    return tuple(Found("player_busted", seat, "no chips left", "chips before the seat") for seat in out) or CLEAR


def seat_open(look: Look) -> Answer:
    """A player busted and nobody called the seat open before the next hand. 001 §3.4.1."""
    if setting(look.book, "bust.announce", True) is not True or not look.hand.players:
        return None
    dealt = {seat for seat, stack in look.event.seats if stack > 0}
    opened = [seat for seat in look.night.open_seats if seat not in dealt]
    if not opened:
        return CLEAR
    if not look.night.announced - {SWEPT}:
        return NOT_ASSESSED  # at this table nobody tells what is announced
    required = "the open seat is called"
    return tuple(Found("seat_open_not_called", seat, f"seat {seat} is open", required) for seat in opened)


def count_announced(look: Look) -> Answer:
    """The dealer says how many are in before each street. 000 RA8-b, RA10, RA12."""
    hand = look.hand
    if setting(look.book, "announce.player_count", False) is not True:
        return None
    if hand.to_act is not None or hand.street not in BETTING or len(hand.board) != BOARD[hand.street]:
        return None
    if hand.count_told == len(hand.board):
        return CLEAR
    if "player_count" not in look.night.announced:
        return None  # at this table nobody tells when it is announced
    live = sum(1 for player in hand.players if not player.folded)
    return Found("player_count_not_announced", None, "no number of players", f"{live} players are announced")


BREAK_RULES = (
    Rule("break_overrun", (Ticked,), overrun, anytime=True),
    Rule("hand_started_during_break", (HandStarted,), started_in_break, anytime=True),
    Rule("player_busted", (HandStarted,), busted),
    Rule("seat_open_not_called", (HandStarted,), seat_open),
    Rule("player_count_not_announced", (CardBurned,), count_announced),
)
"""The rules of breaks and of seats that open."""
