"""The clock on a decision: when it starts, who may call it, how long it runs (K36, K37); its end: ``time_up``."""

from table_controller.records.chips import Seat
from table_controller.records.events import (
    ClockCalled,
    Declared,
    Ticked,
)
from table_controller.records.hand import Clock, Hand
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.halting import held
from table_controller.rules.hand import (
    BETTING,
    changed,
    player_of,
    setting,
    unseen,
    whole,
)
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule

SECOND = 1_000_000_000
"""Ns."""

STAFF = frozenset({"dealer", "floor", "floorman", "host", "desk", "moderator", "director", "td"})
"""Who is no player: what they say, they say by their office."""


def seat_in(by: str) -> Seat | None:
    """The seat that *by* names (``3``, ``seat 3``), or None."""
    number = by.removeprefix("seat ").strip()
    return Seat(int(number)) if number.isascii() and number.isdigit() and len(number) < 3 else None


def seconds_of(book: Rulebook) -> int:
    """How long a seat has in all: the house's seconds and its countdown."""
    return whole(book, "clock.seconds", 60) + whole(book, "clock.countdown_extra", 0)


def runs_alone(night: Night, book: Rulebook) -> bool:
    """Whether the clock starts when action reaches the seat (004 C24), or for who left and is waited for (K25)."""
    if book.parameters.get("clock.enabled", False) is not True:
        return False
    if without_call(night, book):
        return True
    hand = night.hand
    gone = hand is not None and any(away.seat == hand.to_act for away in night.away)
    return gone and setting(book, "leave_live_hand", "fold") == "wait_clock"


def without_call(night: Night, book: Rulebook) -> bool:
    """Whether every decision is timed, and nobody has to call for it (004 C24; TDA RP-19: a shot clock)."""
    answers = book.parameters
    if answers.get("clock.needs_call", True) is False or answers.get("shot_clock.enabled") is True:
        return True
    return answers.get(_who_calls(night)) == "none_needed"


def _who_calls(night: Night) -> str:
    """K37: the parameter that says who may call the clock, of a tournament or a cash game."""
    return "clock.caller_tournament" if night.level else "clock.caller"


def timed(night: Night, at: int, book: Rulebook) -> Night:
    """*night* with the clock of the seat to act started, where the house's clock needs no call."""
    hand = night.hand
    if hand is None or hand.to_act is None or hand.street not in BETTING or not runs_alone(night, book):
        return night
    clock = hand.running
    if (clock is not None and clock.ends) or halted(night):
        return night
    return with_clock(night, hand, _started(hand, at, book))


def _started(hand: Hand, at: int, book: Rulebook) -> Clock:
    seat = Seat(0) if hand.to_act is None else hand.to_act
    player = player_of(hand, seat)
    known = hand.running
    since = at if known is None else known.since
    ends = at + seconds_of(book) * SECOND
    return Clock(seat, hand.actions, since, ends, at, None if player is None else player.declared)


def with_clock(night: Night, hand: Hand, clock: Clock) -> Night:
    """*night* whose *hand* has this *clock*."""
    return changed(night, hand=changed(hand, clock=clock))


def without_clock(night: Night, hand: Hand, at: int) -> Night:
    """The floor or the dealer takes the clock off the seat to act: it may be called anew."""
    clock = hand.running
    return night if clock is None or not clock.ends else with_clock(night, hand, moved_on(clock, at, 0, clock.stalled))


def halted(night: Night) -> bool:
    """While the floor decides, nobody's time runs."""
    return held(night)


# --- who calls it -------------------------------------------------------------------------------------------------


def _may_call(night: Night, hand: Hand, by: str, book: Rulebook) -> bool:
    """K37: everybody seated, or only who still plays the hand, and the dealer; who sits there is in his seat."""
    if by in STAFF:
        return True
    seat = seat_in(by)
    if seat is None or seat == hand.to_act or any(away.seat == seat for away in night.away):
        return False
    if setting(book, _who_calls(night), "any_seated") == "live_players_and_dealer":
        player = player_of(hand, seat)
        return player is not None and not player.folded
    return player_of(hand, seat) is not None or any(owner == seat for owner, _ in night.stacks)


def _caller(event: ClockCalled | Declared) -> str:
    return event.by if isinstance(event, ClockCalled) else str(event.seat)


def clock_called(look: Look) -> Answer:
    """Somebody calls the clock on the seat to act. 000 BG:TIME-a, -d; 001 §1.4.5-b; 002 BZ-b; TDA 29."""
    hand, by = look.hand, _caller(look.event)
    if look.reading is not None and "clock_called" not in look.reading.marks:
        return None
    if hand.to_act is None or hand.street not in BETTING or setting(look.book, "clock.enabled", False) is not True:
        return None
    if without_call(look.night, look.book) or held(look.night):
        return CLEAR
    if not _may_call(look.night, hand, by, look.book):
        return Found("clock_call_unauthorised", seat_in(by), f"clock called by {by}", "a call of who may")
    clock = hand.running
    if clock is not None and clock.ends:
        return CLEAR
    return Found("clock_called", hand.to_act, f"clock called by {by}", f"{seconds_of(look.book)} seconds")


def call_clock(night: Night, event: ClockCalled | Declared, book: Rulebook) -> Night:
    """The clock runs from an allowed call on; a second call changes nothing, one that is not allowed is ignored."""
    hand = night.hand
    if hand is None or hand.to_act is None or hand.street not in BETTING or held(night):
        return night
    if setting(book, "clock.enabled", False) is not True or not _may_call(night, hand, _caller(event), book):
        return night
    clock = hand.running
    return night if clock is not None and clock.ends else with_clock(night, hand, _started(hand, event.at, book))


# --- time passes --------------------------------------------------------------------------------------------------


def ticked(night: Night, at: int, book: Rulebook) -> Night:
    """What time passing changes: when it was seen last, and since when a seat is seen to think."""
    hand = night.hand
    if hand is None or hand.to_act is None or hand.street not in BETTING:
        return night
    if setting(book, "clock.enabled", False) is not True:
        return night
    clock = hand.running
    if clock is None:
        player = player_of(hand, hand.to_act)
        return with_clock(
            night, hand, Clock(hand.to_act, hand.actions, at, 0, at, None if player is None else player.declared)
        )
    stalled = clock.stalled or _stalls(clock, at, book)
    if not clock.ends and stalled == clock.stalled:
        return night
    return with_clock(night, hand, moved_on(clock, at, clock.ends, stalled))


def moved_on(clock: Clock, now: int, ends: int, stalled: bool) -> Clock:
    """*clock* when it was last seen at *now*; ``ends`` of 0 stops it."""
    return Clock(clock.seat, clock.action, clock.since, ends, now, clock.word, stalled)


def _stalls(clock: Clock, at: int, book: Rulebook) -> bool:
    limit = whole(book, "clock.stalling_seconds", 0)
    return limit > 0 and at >= clock.since + limit * SECOND


def stalling(look: Look) -> Answer:
    """A decision takes out of all proportion, and nobody calls the clock. 001 §1.4.5-a; 002 BZ-a; 004 C24-a; TDA 70."""
    clock = look.hand.running if look.hand.clock is not None else None
    if clock is None or whole(look.book, "clock.stalling_seconds", 0) == 0:
        return None
    if clock.stalled or clock.ends or not _stalls(clock, look.event.at, look.book):
        return CLEAR
    if unseen(look.night, f"seat {clock.seat} bet", f"seat {clock.seat} cards"):
        return NOT_ASSESSED
    taken = (look.event.at - clock.since) // SECOND
    return Found("stalling", clock.seat, f"{taken} seconds without an action", "a decision in reasonable time")


CLOCK_RULES = (
    Rule("clock_called", (ClockCalled,), clock_called, also=("clock_call_unauthorised",)),
    Rule("clock_called", (Declared,), clock_called, by_mark=True, also=("clock_call_unauthorised",)),
    Rule("stalling", (Ticked,), stalling),
)
"""The rules of the clock; that it ran out, ``time_up`` says."""
