"""A remedy being followed: a step that was done is ticked off, and what it makes right is not flagged."""

from table_controller.records.events import Event, HoleCardDealt
from table_controller.records.incidents import Step
from table_controller.records.night import Following, Night
from table_controller.records.wire import type_name
from table_controller.rules.hand import changed

_MADE_RIGHT = frozenset(
    {
        *("missing_burn", "extra_burn", "four_card_flop", "premature_flop", "premature_turn", "premature_river"),
        *("dealt_out_of_order", "seat_skipped", "extra_hole_card", "fouled_deck", "rabbit_hunting"),
        *("pot_misawarded", "player_exposed_card", "bet_withdrawn", "muck_retrieved"),
    }
)


_UNSEEN = frozenset({"card_exposed", "cards_scrambled", "stub_shuffled", "deck_shuffled", "deck_cut"})
"""Steps that a camera may miss: a later step that was seen shows that they were done too."""


def follow(night: Night, event: Event) -> tuple[Night, frozenset[str]]:
    """The night with the step that *event* does ticked off, and the codes that this event may not raise."""
    if not night.following:
        return night, frozenset()
    done = type_name(type(event))
    for place, following in enumerate(night.following):
        number = _step_done(following.left, done, event)
        if number is not None:
            return _ticked(night, place, following.left[number + 1 :]), _MADE_RIGHT
    if isinstance(event, HoleCardDealt):
        # The deal goes on: shuffle and cut of a misdeal are over, seen or not.
        left = tuple(item for item in night.following if any(step.event not in _UNSEEN for step in item.left))
        return (night if left == night.following else changed(night, following=left)), frozenset()
    return night, frozenset()


def _step_done(left: tuple[Step, ...], done: str, event: Event) -> int | None:
    """Which step *event* does: the next one, or one behind steps that need not be seen."""
    for number, step in enumerate(left):
        if _does(step, done, event):
            return number
        if step.event not in _UNSEEN:
            return None
    return None


def _ticked(night: Night, place: int, left: tuple[Step, ...]) -> Night:
    following = night.following[place]
    after = (Following(following.incident, following.remedy, left),) if left else ()
    return changed(night, following=(*night.following[:place], *after, *night.following[place + 1 :]))


def _does(wanted: Step, done: str, event: Event) -> bool:
    if wanted.event != done:
        return False
    seat = getattr(event, "seat", None)
    if wanted.seat is not None and seat is not None and seat != wanted.seat:
        return False
    card = getattr(event, "card", None)
    return wanted.card is None or card is None or str(card) == wanted.card
