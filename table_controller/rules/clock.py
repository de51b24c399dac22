"""The clock on a seat's decision: who may call it, the last seconds, and what happens when it runs out (K36-K38)."""

from functools import lru_cache

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    CardBurned,
    ChipsMovedIn,
    ClockCalled,
    Declared,
    Event,
    HandEnded,
    HandMucked,
    HandPushed,
    HandTabled,
    PotPushed,
    Ticked,
)
from table_controller.records.incidents import Step
from table_controller.records.night import Action, ActionKind, Clock, Hand, Night
from table_controller.records.rulebook import Rulebook, Text
from table_controller.rules.halting import held
from table_controller.rules.hand import (
    BETTING,
    changed,
    index_of,
    level,
    player_of,
    setting,
    unseen,
    whole,
    with_player,
)
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, NotAssessed, Rule
from table_controller.rules.turns import act

SECOND = 1_000_000_000
"""Ns."""

STAFF = frozenset({"dealer", "floor", "floorman", "host", "desk", "moderator", "director", "td"})
"""Who is no player: what they say, they say by their office."""

_PLAYED = (ChipsMovedIn, Declared, HandMucked, HandPushed, CardBurned, BoardCardDealt, BetsCollected)
_PLAYED_ON = (*_PLAYED, HandTabled, PotPushed, HandEnded)
"""Events after which a clock that ran out can no longer be taken back."""


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
    if (clock is not None and clock.ends) or _halted(night):
        return night
    return _with(night, hand, _started(hand, at, book))


def _started(hand: Hand, at: int, book: Rulebook) -> Clock:
    seat = Seat(0) if hand.to_act is None else hand.to_act
    player = player_of(hand, seat)
    known = hand.running
    since = at if known is None else known.since
    ends = at + seconds_of(book) * SECOND
    return Clock(seat, hand.actions, since, ends, at, None if player is None else player.declared)


def _with(night: Night, hand: Hand, clock: Clock) -> Night:
    return changed(night, hand=changed(hand, clock=clock))


def _halted(night: Night) -> bool:
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
    if without_call(look.night, look.book):
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
    if hand is None or hand.to_act is None or hand.street not in BETTING:
        return night
    if setting(book, "clock.enabled", False) is not True or not _may_call(night, hand, _caller(event), book):
        return night
    clock = hand.running
    return night if clock is not None and clock.ends else _with(night, hand, _started(hand, event.at, book))


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
        return _with(
            night, hand, Clock(hand.to_act, hand.actions, at, 0, at, None if player is None else player.declared)
        )
    stalled = clock.stalled or _stalls(clock, at, book)
    if not clock.ends and stalled == clock.stalled:
        return night
    return _with(night, hand, _moved(clock, at, clock.ends, stalled))


def _moved(clock: Clock, now: int, ends: int, stalled: bool) -> Clock:
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


def time_up(night: Night, event: Event, book: Rulebook) -> tuple[Night, Found | NotAssessed | None]:
    """The night after a clock that ran out before *event*: folded or checked, as the house says (K38).

    An action of the seat itself that comes too late is let stand, as long as nobody rules: play goes on as the table
    does, and the fold is proposed. Where the seat could not be seen, nobody knows that it did nothing.
    """
    hand = night.hand
    if hand is None or hand.clock is None:
        return night, None
    if hand.in_time is not None and isinstance(event, _PLAYED_ON):
        hand = _resumed(hand, hand.in_time, event)
        night = changed(night, hand=hand)
    clock = hand.running
    if clock is None or not clock.ends or not _over(clock, event, book):
        return night, None
    if _halted(night):
        return _with(night, hand, _moved(clock, event.at, 0, clock.stalled)), None
    if unseen(night, f"seat {clock.seat} bet", f"seat {clock.seat} cards"):
        return _with(night, hand, _moved(clock, event.at, 0, clock.stalled)), NOT_ASSESSED
    kind = _kind(hand, clock.seat, book)
    after = _acts_late(hand, clock) if _own_act(event, clock.seat) else carried_out(hand, clock.seat, kind)
    return changed(night, hand=after), _expired(clock.seat, kind, book)


def _over(clock: Clock, event: Event, book: Rulebook) -> bool:
    """Who acts at the very moment has acted in time (TDA 29), unless the house says otherwise."""
    if isinstance(event, Ticked) or setting(book, "clock.tie", "player") == "clock":
        return event.at >= clock.ends
    return event.at > clock.ends


def _kind(hand: Hand, seat: Seat, book: Rulebook) -> ActionKind:
    index = index_of(hand, seat)
    free = index is not None and level(hand, index) <= hand.players[index].bet
    return ActionKind.CHECK if free and setting(book, "clock.on_expiry") == "check_or_fold" else ActionKind.FOLD


def _expired(seat: Seat, kind: ActionKind, book: Rulebook) -> Found:
    fold = kind is ActionKind.FOLD
    done = "the hand is folded" if fold else "the hand is checked"
    measured = f"no action within {seconds_of(book)} seconds"
    return Found("clock_expired", seat, measured, done, "clock_fold" if fold else "clock_check")


def carried_out(hand: Hand, seat: Seat, kind: ActionKind) -> Hand:
    """*hand* with *seat* folded or checked by the clock; what it was before is kept until play goes on."""
    index = index_of(hand, seat)
    if index is None:
        return hand
    return changed(act(hand, index, kind, hand.players[index].bet), in_time=changed(hand, clock=None))


def _acts_late(hand: Hand, clock: Clock) -> Hand:
    """*hand* in which the seat may still act although its time is over; a stopped clock in ``in_time`` says so."""
    return changed(hand, in_time=changed(hand, clock=_moved(clock, clock.now, 0, clock.stalled)))


def _own_act(event: Event, seat: Seat) -> bool:
    if isinstance(event, Declared):
        return event.seat == seat and event.action not in ("time", "unclear", "conditional")
    return isinstance(event, ChipsMovedIn) and event.seat == seat


def _resumed(hand: Hand, before: Hand, event: Event) -> Hand:
    """Play goes on after a clock ran out: if with the seat's own late action, as if it had not; else it stands."""
    if before.to_act is None or not _own_act(event, before.to_act):
        return changed(hand, in_time=None)
    return hand if before.clock is not None or hand.clock is None else _acts_late(before, hand.clock)


def by_the_clock(hand: Hand | None, seat: Seat | None) -> Action | None:
    """What the clock made *seat* do in *hand*."""
    player = None if hand is None else player_of(hand, seat)
    if hand is None or player is None or hand.last_kind is None:
        return None
    return Action(player.seat, hand.last_kind, player.bet)


# --- what the floor says of it ------------------------------------------------------------------------------------


def confirmed(hand: Hand, seat: Seat | None, kind: ActionKind) -> Hand:
    """The floor holds that time was up: a late action is void, its chips are the seat's again."""
    before = hand.in_time
    if before is None or seat is None:
        return hand
    if before.clock is None:
        return changed(hand, in_time=None)
    now, index = player_of(hand, seat), index_of(before, seat)
    if now is None or index is None:
        return hand
    player = before.players[index]
    late = max(0, now.bet - now.owes - player.bet + now.excess - player.excess)
    held = with_player(before, index, changed(player, excess=Chips(player.excess + late)))
    return changed(carried_out(held, seat, kind), in_time=None)


def not_expired(hand: Hand) -> Hand:
    """The floor holds that time was not up: the hand as it was before the clock ran out, or with the late action."""
    before = hand.in_time
    if before is None:
        return hand
    return changed(hand, in_time=None) if before.clock is not None else before


# --- the last seconds ---------------------------------------------------------------------------------------------


def count_down(hand: Hand, book: Rulebook) -> tuple[Step, ...]:
    """The step that counts the last seconds aloud, where the house does that (000 TIME-b; 001 §1.4.5-d)."""
    clock = hand.running
    if clock is None or not clock.ends:
        return ()
    left = -(-(clock.ends - clock.now) // SECOND)
    return (_count(clock.seat, left),) if 0 < left <= whole(book, "clock.audible_last", 0) else ()


@lru_cache(maxsize=256)
def _count(seat: Seat, seconds: int) -> Step:
    words = Text(f"Herunterzählen: noch {seconds} Sekunden", f"Count down: {seconds} seconds left")
    return Step("announced", words, seat, seconds=seconds)


CLOCK_RULES = (
    Rule("clock_called", (ClockCalled,), clock_called, also=("clock_call_unauthorised",)),
    Rule("clock_called", (Declared,), clock_called, by_mark=True, also=("clock_call_unauthorised",)),
    Rule("stalling", (Ticked,), stalling),
)
"""The rules of the clock; that it ran out, ``time_up`` says."""
