"""Rules of the button and the blinds."""

from table_controller.records.events import ChipsMovedIn, Declared, HandStarted, HoleCardDealt
from table_controller.records.night import Street
from table_controller.rules.amounts import Mode
from table_controller.rules.hand import index_of, unseen
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule


def button(look: Look) -> Answer:
    """The button moves one seat clockwise each hand. 000 BG:BUTTON; 001 §4.2.12; 004 B12; TDA 32, 34-A.

    Assessed where the same seats are dealt in as before; where somebody busted, left or joined, each house moves it
    in its own way and this rule does not answer.
    """
    hand, event = look.hand, look.event
    before = {player.seat for player in hand.players}
    now = sorted({seat for seat, stack in event.seats if stack > 0})
    if not hand.players or not hand.settled:
        return None
    if before != set(now) or hand.button not in before:
        return NOT_ASSESSED
    wanted = next((seat for seat in now if seat > hand.button), now[0])
    if event.button == wanted:
        return CLEAR
    code = "button_not_moved" if event.button == hand.button else "button_misplaced"
    return Found(code, event.button, f"button at seat {event.button}", f"button at seat {wanted}")


def blind_not_posted(look: Look) -> Answer:
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


def blind_posted(look: Look) -> Answer:
    """A blind too late, too small, or from the wrong seat. 000 BG:SB, BG:BB; 001 §3.3.1, §4.2.2, §4.3.1; 004 C14."""
    reading, hand, event = look.reading, look.hand, look.event
    if reading is None or reading.mode is not Mode.POST:
        return None
    due = next((post for seat, post in hand.posts if seat == reading.seat), None)
    if due is None:
        named = isinstance(event, Declared) and hand.street is Street.DEAL and bool(hand.posts)
        seats = " and ".join(str(seat) for seat, _ in hand.posts)
        return Found("blind_wrong_seat", reading.seat, event.action, f"blinds from {seats}") if named else None
    index = index_of(hand, reading.seat)
    stack = 0 if index is None else hand.players[index].stack
    if not reading.spoken and reading.put < due.amount:
        if reading.put >= stack:
            return Found("short_blind_all_in", reading.seat, f"{reading.put}", f"{due.amount}")
        return Found("blind_wrong_amount", reading.seat, f"{reading.put}", f"{due.amount}")
    if hand.dealt:
        return Found("blind_posted_late", reading.seat, "after the first card", "before the first card")
    return CLEAR


TABLE_RULES = (
    Rule("button_misplaced", (HandStarted,), button),
    Rule("blind_not_posted", (HoleCardDealt,), blind_not_posted),
    Rule("blind_posted_late", (Declared, ChipsMovedIn), blind_posted),
)
"""The rules of button and blinds, in the order they look."""
