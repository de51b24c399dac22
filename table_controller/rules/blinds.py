"""Rules of the blinds: in time, right in amount, from the right seats, of the right level; antes and straddles."""

from table_controller.records.chips import Seat
from table_controller.records.events import ChipsMovedIn, Declared, HandStarted, HoleCardDealt, LevelStarted
from table_controller.records.hand import Hand
from table_controller.records.player import Street
from table_controller.records.table import Level
from table_controller.rules.amounts import Mode
from table_controller.rules.hand import index_of, player_of, unseen
from table_controller.rules.house import setting, whole
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.posts import blinds_due, could_straddle
from table_controller.rules.seating import frozen


def not_posted(look: Look) -> Answer:
    """A blind is not there when the first card comes. 000 RA2; 001 §3.3.2; 002 GS; 004 C14."""
    hand = look.hand
    if hand.dealt or hand.street is not Street.DEAL:
        return None
    if not hand.posts:
        return CLEAR
    seat, post = hand.posts[0]
    if unseen(look.night, f"seat {seat} bet"):
        return NOT_ASSESSED
    return Found("blind_not_posted", seat, f"no {post.kind.replace('_', ' ')} from seat {seat}", f"{post.amount}")


def posted(look: Look) -> Answer:
    """A blind too late, too small, or from the wrong seat. 000 BG:SB, BG:BB; 001 §3.3.1, §4.2.2, §4.3.1; 004 C14."""
    reading, hand = look.reading, look.hand
    if reading is None or hand.street is not Street.DEAL:
        return None
    if getattr(look.event, "action", "") == "straddle":
        return CLEAR if reading.mode is Mode.POST else _no_straddle(look)
    if reading.mode not in (Mode.POST, Mode.AGAIN):
        return None
    due = next((post for seat, post in hand.posts if seat == reading.seat), None)
    if due is None:
        return _uncalled_for(look)
    said = getattr(look.event, "action", "")
    if said.startswith("post_") and said != f"post_{due.kind}":
        return Found("blind_wrong_seat", reading.seat, said, f"the {due.kind.replace('_', ' ')}")
    index = index_of(hand, reading.seat)
    stack = 0 if index is None else hand.players[index].stack
    if not reading.spoken and not hand.dealt and (swapped := _swapped(hand, reading.seat, reading.put, stack)):
        return swapped
    if not reading.spoken and reading.put < due.amount:
        if reading.put >= stack:
            return Found("short_blind_all_in", reading.seat, f"{reading.put}", f"{due.amount}")
        return Found("blind_wrong_amount", reading.seat, f"{reading.put}", f"{due.amount}")
    if hand.dealt:
        return Found("blind_posted_late", reading.seat, "after the first card", "before the first card")
    return _late(look)


def _swapped(hand: Hand, seat: Seat, put: int, stack: int) -> Found | None:
    """A blind of just the other one's amount: the small one from who owes the big one, while that is still owed, and
    then the big one from who owes the small one (001 §4.2.2; TDA 34-B)."""
    due = blinds_due(hand)
    if len(due) < 2 or seat not in (due[0][0], due[1][0]):
        return None
    small, big = due
    if seat == big[0]:
        wrong = put == small[1].amount < min(big[1].amount, stack) and small in hand.posts
    else:
        other = player_of(hand, big[0])
        paid = 0 if other is None or big in hand.posts else other.bet - other.owes
        wrong = put == big[1].amount > small[1].amount and paid == small[1].amount
    if not wrong:
        return None
    mine, theirs = (big, small) if seat == big[0] else (small, big)
    name = mine[1].kind.replace("_", " ")
    way = "complete" if seat == big[0] else None
    return Found("blind_wrong_seat", seat, f"chips of {put}, the blind of seat {theirs[0]}", f"the {name}", way)


def _uncalled_for(look: Look) -> Answer:
    """Chips or words of a blind from a seat that owes none: the wrong seat's, a straddle, or a newcomer's post."""
    hand, reading, event = look.hand, look.reading, look.event
    if reading is None or hand.dealt or index_of(hand, reading.seat) is None:
        return None
    if ("straddle", reading.seat) in hand.faults:
        return None
    if could_straddle(hand, reading.seat, reading.put):
        return CLEAR if reading.mode is Mode.POST else _no_straddle(look)
    player = hand.players[index_of(hand, reading.seat) or 0]
    blind = reading.spoken or reading.put in (hand.small_blind, hand.big_blind)
    if blind and any(seat in hand.gone for seat, _ in blinds_due(hand)):
        return NOT_ASSESSED  # whose blind it is now, the rules do not say
    if not blind or player.bet or player.seat in hand.terms.new or not (hand.posts or hand.terms.small is None):
        return None
    seats = " and ".join(str(seat) for seat, _ in hand.posts) or "nobody else"
    said = getattr(event, "action", f"chips of {reading.put}")
    return Found("blind_wrong_seat", reading.seat, str(said), f"blinds from {seats}")


def _no_straddle(look: Look) -> Answer:
    """000 STRADDLE; 002 GS-b: nobody else posts (K19)."""
    amount = look.event.amount or 2 * look.hand.big_blind
    return Found("straddle_not_allowed", look.event.seat, f"straddle of {amount}", "no straddle")


def _late(look: Look) -> Answer:
    """001 §3.3.2-b: blinds lie with the first shuffle, some seconds allowed (K15)."""
    begun = look.hand.terms.shuffled_at
    if begun is None or setting(look.book, "blinds.deadline", "before_first_card") != "first_shuffle":
        return CLEAR
    after = (look.event.at - begun) // 1_000_000
    if look.reading is None or after <= whole(look.book, "blinds.posting_window_ms", 15_000):
        return CLEAR
    return Found(
        "blind_posted_late", look.reading.seat, f"{after // 1000} s after the shuffle", "with the first shuffle"
    )


def level(look: Look) -> Answer:
    """A hand at the blinds of another level than its own beginning falls into. 001 §3.3.2-a; 003 GE-b; TDA 23 (K14)."""
    if not look.night.seating.levels:
        return None
    moment = _moment(look)
    if moment is None:
        return None
    due = next((one for one in reversed(look.night.seating.levels) if one.at <= moment), look.night.seating.levels[0])
    told = look.event if isinstance(look.event, HandStarted) else look.hand
    if (told.small_blind, told.big_blind) == (due.small_blind, due.big_blind):
        return CLEAR
    told_as = f"blinds of {told.small_blind} and {told.big_blind}"
    return Found("blind_level_mismatch", None, told_as, _blinds(due))


def _blinds(due: Level) -> str:
    return f"blinds of {due.small_blind} and {due.big_blind}"


def _moment(look: Look) -> int | None:
    """When the hand begins by the house's book, if this event says so (K14)."""
    house = setting(look.book, "hand.start_event", "first_card_dealt")
    hand, event = look.hand, look.event
    if isinstance(event, HandStarted):
        shuffled = look.night.seating.shuffled_at
        by_shuffle = house in ("first_shuffle", "first_shuffle_or_push")
        return (event.at if shuffled is None else shuffled) if by_shuffle else None
    if hand.street is not Street.DEAL:
        return None
    if isinstance(event, HoleCardDealt):
        return event.at if house == "first_card_dealt" and not hand.dealt else None
    first = look.reading is not None and look.reading.mode is Mode.POST and not any(p.bet for p in hand.players)
    return event.at if house == "blinds_posted" and first else None


def level_started(look: Look) -> Answer:
    """A level that may not start: blinds never rise, have reached their share of the chips, or are too high.

    000 SA-e; 001 §3.3.3; 004 C14-c.
    """
    night, event, book = look.night, look.event, look.book
    if event.big_blind > night.big_blind and frozen(night, book):
        return Found("blind_cap_reached", None, f"big blind of {event.big_blind}", f"at most {night.big_blind}")
    changes = night.hands and (event.small_blind, event.big_blind) != (night.small_blind, night.big_blind)
    if changes and setting(book, "blinds.schedule", "none") == "none":
        now = f"blinds of {night.small_blind} and {night.big_blind}"
        told = f"blinds of {event.small_blind} and {event.big_blind}"
        return Found("blind_level_mismatch", None, told, now)
    return CLEAR


def too_high(look: Look) -> Answer:
    """A big blind above the house's highest. 004 C14-c."""
    most = whole(look.book, "blinds.bb_max", 0)
    if not most or look.event.big_blind == look.night.big_blind:
        return None
    if look.event.big_blind <= most:
        return CLEAR
    return Found("blind_wrong_amount", None, f"big blind of {look.event.big_blind}", f"at most {most}")


def extra_money(look: Look) -> Answer:
    """An ante or a straddle where the house has none. 000 ANTE, STRADDLE; 002 GS-b; 003 GE-a; 004 C14-a."""
    event, book = look.event, look.book
    single, paid = next(((seat, post.amount) for seat, post in event.posts if post.kind == "ante"), (None, 0))
    if (event.ante > 0 or single is not None) and not setting(book, "ante.allowed", False):
        return Found("ante_not_allowed", single, f"ante of {event.ante or paid}", "no ante")
    straddle = next(((seat, post.amount) for seat, post in event.posts if post.kind == "straddle"), None)
    if straddle is not None and not setting(book, "straddle.allowed", False):
        return Found("straddle_not_allowed", straddle[0], f"{straddle[1]}", "no straddle")
    return CLEAR


BLIND_RULES = (
    Rule("blind_not_posted", (HoleCardDealt,), not_posted),
    Rule(
        "blind_posted_late",
        (Declared, ChipsMovedIn),
        posted,
        also=("blind_wrong_amount", "blind_wrong_seat", "short_blind_all_in", "straddle_not_allowed"),
    ),
    Rule("blind_level_mismatch", (HandStarted, HoleCardDealt, Declared, ChipsMovedIn), level, anytime=True),
    Rule("blind_cap_reached", (LevelStarted,), level_started, anytime=True, also=("blind_level_mismatch",)),
    Rule("blind_wrong_amount", (HandStarted, LevelStarted), too_high, anytime=True),
    Rule("ante_not_allowed", (HandStarted,), extra_money, anytime=True, also=("straddle_not_allowed",)),
)
"""The rules of the blinds, in the order they look."""
