"""Who is at the table and who is not: absent players, breaks, seats that busted (K25, S20, S25, S26)."""

from table_controller.records.chips import Seat
from table_controller.records.events import (
    Announced,
    CardBurned,
    HandStarted,
    HoleCardDealt,
    SeatAbsent,
    SeatLeft,
    SeatReturned,
    Ticked,
)
from table_controller.records.night import Away, Hand, Night, Pause, Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.clock import SECOND, STAFF, seat_in
from table_controller.rules.hand import (
    BETTING,
    BOARD,
    changed,
    hole_count,
    index_of,
    player_of,
    setting,
    whole,
    with_player,
)
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.penalties import rung
from table_controller.rules.turns import begin_betting, fold

MINUTE = 60 * SECOND
SWEPT = "bets_collected"
"""In ``Night.announced``: this table's sources tell when bets are collected; that is no announcement."""


def is_away(night: Night, seat: Seat | None) -> bool:
    """Whether the player of *seat* is not at the table."""
    return any(away.seat == seat for away in night.away)


def dealt_in(book: Rulebook) -> bool:
    """Whether an absent player is dealt in, pays the blinds and has the hand killed (K25)."""
    return setting(book, "absent.policy", "skipped") == "dealt_in_and_killed"


def _holds_cards(hand: Hand, seat: Seat) -> Player | None:
    """The player at *seat* if its hand is live."""
    player = player_of(hand, seat)
    if player is None or player.folded or player.mucked or hand.settled or hand.street is Street.OVER:
        return None
    return player if player.cards or hand.street is not Street.DEAL else None


# --- leaving and coming back --------------------------------------------------------------------------------------


def left_with_hand(look: Look) -> Answer:
    """A player in the hand leaves: folded, waited for by the clock, or a penalty. 001 §1.3.2; TDA 31."""
    seat = look.event.seat
    if is_away(look.night, seat):
        return None
    if _holds_cards(look.hand, seat) is None:
        return CLEAR
    house = setting(look.book, "leave_live_hand", "fold")
    required = {"fold": "the hand is folded", "wait_clock": "the clock runs at its turn"}.get(str(house), "a penalty")
    measured = f"seat {seat} leaves with cards"
    if house == "penalty":
        return Found("left_table_with_live_hand", seat, measured, required, *rung(look.night, seat, look.book))
    remedy = "play_stands" if house == "wait_clock" else None
    return Found("left_table_with_live_hand", seat, measured, required, remedy)


def break_position(look: Look) -> Answer:
    """A break begins or ends on the button or a blind. 000 BG:PAUSE-a."""
    seat = look.event.seat
    if seat is None or (isinstance(look.event, Announced) and look.event.what != "break"):
        return None
    forbidden = setting(look.book, "absent.break_positions_forbidden", ())
    if not isinstance(forbidden, tuple) or not forbidden or _holds_cards(look.hand, seat) is not None:
        return None
    position = next((name for name in forbidden if positions(look.hand).get(name) == seat), None)
    if position is None:
        return CLEAR
    required = "a break waits until the button has passed"
    return Found("break_position_violation", seat, f"seat {seat} has the {_SPOKEN[position]}", required)


_SPOKEN = {"button": "button", "sb": "small blind", "bb": "big blind"}


def positions(hand: Hand) -> dict[str, Seat]:
    """Button and blinds of the hand that runs; between two hands those of the next, one seat further."""
    seats = [player.seat for player in hand.players]
    if len(seats) < 2:
        return {}
    over = 1 if hand.settled or hand.street is Street.OVER else 0
    # The players stand clockwise from the small blind; heads-up the button is one of the blinds.
    if len(seats) == 2:
        return {"sb": seats[0], "bb": seats[1], "button": hand.button}
    small, big = seats[over % len(seats)], seats[(over + 1) % len(seats)]
    return {"sb": small, "bb": big, "button": seats[0] if over else hand.button}


def absent(look: Look) -> Answer:
    """A player is away: blinds come from the stack, or the seat is skipped. 000 PAUSEN-a; 001 §4.3.4-a."""
    seat = look.event.seat
    if is_away(look.night, seat):
        return None
    if _holds_cards(look.hand, seat) is not None or isinstance(break_position(look), Found):
        return CLEAR
    required = "blinds from the stack, cards dealt, hand killed" if dealt_in(look.book) else "no cards, no blinds"
    return Found("absent_player", seat, f"seat {seat} is away", required)


def went(night: Night, event: SeatAbsent, book: Rulebook) -> Night:
    """A player is away from now on; a live hand is folded where the house says so (001 §1.3.2)."""
    if not is_away(night, event.seat):
        night = changed(night, away=(*night.away, Away(event.seat, event.at)))
    return gone(night, event.seat, book)


def gone(night: Night, seat: Seat, book: Rulebook) -> Night:
    """A player left the table: the live hand is folded where the house says so."""
    hand = night.hand
    index = None if hand is None else index_of(hand, seat)
    if hand is None or index is None or _holds_cards(hand, seat) is None:
        return night
    if setting(book, "leave_live_hand", "fold") != "fold":
        return night
    if hand.street is Street.DEAL:
        return changed(night, hand=with_player(hand, index, changed(hand.players[index], folded=True)))
    return changed(night, hand=fold(hand, index))


def came_back(night: Night, event: SeatReturned) -> Night:
    """A player is back."""
    left = tuple(away for away in night.away if away.seat != event.seat)
    return night if left == night.away else changed(night, away=left)


# --- the deal -----------------------------------------------------------------------------------------------------


def absent_at_first_card(look: Look) -> Answer:
    """Nobody sits there when the seat's first card comes: the hand is killed. 001 §4.3.4-c."""
    night, seat = look.night, look.event.seat
    if not night.away or look.hand.street is not Street.DEAL or not dealt_in(look.book) or _at_last(look.book):
        return None
    player = player_of(look.hand, seat)
    if player is None or player.cards or not is_away(night, seat):
        return CLEAR
    return Found("absent_at_first_card", seat, f"nobody at seat {seat}", "the player at the table at the first card")


def absent_at_deal_end(look: Look) -> Answer:
    """Nobody sits there when the last card of the deal lands: the hand is killed at once. TDA 30."""
    night, hand = look.night, look.hand
    if not night.away or hand.street is not Street.DEAL or not dealt_in(look.book) or not _at_last(look.book):
        return None
    if sum(len(player.cards) for player in hand.players) + 1 < hole_count(hand) * len(hand.players):
        return CLEAR
    absent_seats = [player.seat for player in hand.players if is_away(night, player.seat) and not player.folded]
    if not absent_seats:
        return CLEAR
    required = "the player at the table at the last card"
    return tuple(Found("absent_at_deal_end", seat, f"nobody at seat {seat}", required) for seat in absent_seats)


def _at_last(book: Rulebook) -> bool:
    return setting(book, "absent.checked_at", "first_card") == "last_card_of_initial_deal"


def killed(before: Night, after: Night, event: HoleCardDealt, book: Rulebook) -> Night:
    """*after* with the hands dead of who was not there when it counted; the blinds stay in (K25; TDA 71)."""
    hand = after.hand
    if hand is None or before.hand is None or before.hand.street is not Street.DEAL:
        return after
    ended = hand.street is not Street.DEAL
    due = [seat for seat, _ in after.penalties] if ended else []
    if dealt_in(book) and _at_last(book):
        due += [p.seat for p in hand.players if is_away(after, p.seat)] if ended else []
    elif dealt_in(book) and _first_card(before.hand, event.seat) and is_away(after, event.seat):
        due.append(event.seat)
    players = tuple(changed(p, folded=True) if p.seat in due and not p.folded else p for p in hand.players)
    if not due or players == hand.players:
        return after
    dead = changed(hand, players=players)
    return changed(after, hand=begin_betting(dead) if hand.street in BETTING else dead)


def _first_card(hand: Hand, seat: Seat) -> bool:
    player = player_of(hand, seat)
    return player is not None and not player.cards


def on_penalty(look: Look) -> Answer:
    """A seat that sits out a penalty is dealt in, pays its blinds, and its hand is killed after the deal. TDA 71."""
    dealt = {seat for seat, stack in look.event.seats if stack > 0}
    if not look.night.penalties:
        return None
    required = "dealt in, the hand killed after the deal"
    sits_out = [pair for pair in look.night.penalties if pair[0] in dealt]
    found = [Found("on_penalty", seat, f"{left} hands of a penalty left", required) for seat, left in sits_out]
    return tuple(found) or CLEAR


def served(night: Night) -> Night:
    """A hand is over: one hand less of every penalty."""
    left = tuple((seat, hands - 1) for seat, hands in night.penalties if hands > 1)
    return changed(night, penalties=left) if night.penalties else night


# --- breaks -------------------------------------------------------------------------------------------------------


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


PRESENCE_RULES = (
    Rule("left_table_with_live_hand", (SeatAbsent, SeatLeft), left_with_hand),
    Rule("break_position_violation", (SeatAbsent, SeatReturned, Announced), break_position),
    Rule("absent_player", (SeatAbsent,), absent, anytime=True),
    Rule("absent_at_first_card", (HoleCardDealt,), absent_at_first_card),
    Rule("absent_at_deal_end", (HoleCardDealt,), absent_at_deal_end),
    Rule("on_penalty", (HandStarted,), on_penalty, anytime=True),
    Rule("break_overrun", (Ticked,), overrun, anytime=True),
    Rule("hand_started_during_break", (HandStarted,), started_in_break, anytime=True),
    Rule("player_busted", (HandStarted,), busted),
    Rule("seat_open_not_called", (HandStarted,), seat_open),
    Rule("player_count_not_announced", (CardBurned,), count_announced),
)
"""The rules of presence."""
