"""What a hand cannot be played at: blinds, antes and posts that a table never has. A sensor misread, or a slip of the
pen: nobody is accused, and nothing is counted below zero."""

from table_controller.records.events import HandStarted, LevelStarted
from table_controller.rules.hand import whole
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule


def blinds(look: Look) -> Answer:
    """A small blind above the big one is no level at all (000 BG:SB; TDA 34, RP-11); blinds below nothing, none at all
    or above every stack were not told, or told wrongly."""
    event = look.event
    if event.small_blind < 0 or event.big_blind < 0 or event.ante < 0:
        return NOT_ASSESSED
    if event.small_blind > event.big_blind > 0:
        return Found(
            "blind_wrong_amount", None, f"small blind of {event.small_blind}", f"at most {event.big_blind}", "announce"
        )
    if isinstance(event, LevelStarted):
        return CLEAR
    if not event.small_blind and not event.big_blind and not whole(look.book, "blinds.bb", 0):
        return NOT_ASSESSED
    stacks = [stack for _, stack in event.seats]
    over = bool(stacks) and max(event.big_blind, event.ante) > max(stacks)
    posted = any(post.amount <= 0 or post.amount > dict(event.seats).get(seat, 0) for seat, post in event.posts)
    return NOT_ASSESSED if over or posted else CLEAR


IMPOSSIBLE_RULES = (Rule("blind_wrong_amount", (HandStarted, LevelStarted), blinds, anytime=True),)
"""The rules of what cannot be."""
