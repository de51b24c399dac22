"""A remedy being followed: a step that was done is ticked off, and what it makes right is not flagged."""

from table_controller.records.events import Event
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


def follow(night: Night, event: Event) -> tuple[Night, frozenset[str]]:
    """The night with the step that *event* does ticked off, and the codes that this event may not raise."""
    if not night.following:
        return night, frozenset()
    done = type_name(type(event))
    for place, following in enumerate(night.following):
        if following.left and _does(following.left[0], done, event):
            left = following.left[1:]
            rest = (*night.following[:place], *night.following[place + 1 :])
            if left:
                rest = (
                    *night.following[:place],
                    Following(following.incident, following.remedy, left),
                    *night.following[place + 1 :],
                )
            return changed(night, following=rest), _MADE_RIGHT
    return night, frozenset()


def _does(wanted: Step, done: str, event: Event) -> bool:
    if wanted.event != done:
        return False
    seat = getattr(event, "seat", None)
    if wanted.seat is not None and seat is not None and seat != wanted.seat:
        return False
    card = getattr(event, "card", None)
    return wanted.card is None or card is None or str(card) == wanted.card
