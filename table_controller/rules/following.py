"""A remedy being followed: a step that was done is ticked off, and what it makes right is not flagged."""

from table_controller.records.events import CardMoved, CardsScrambled, Event, HoleCardDealt
from table_controller.records.incidents import Incident, IncidentState, Step
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


def implied(night: Night, event: Event) -> Incident | None:
    """The open incident whose proposal *event* begins to carry out: where nobody rules, that is the ruling."""
    if not isinstance(event, CardMoved | CardsScrambled):
        return None
    done = type_name(type(event))
    for incident in night.incidents:
        proposal = incident.irregularity.proposal
        steps = () if proposal is None or incident.state is not IncidentState.OPEN else proposal.steps
        if _step_done(steps, done, event) is not None:
            return incident
    return None


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


_OUT = frozenset({"aside", "stub", "burn", "off_table"})
"""Out of play: a camera that saw a card go cannot always say where it came to lie."""


def _same_way(wanted: Step, event: Event) -> bool:
    if wanted.moves is None or not isinstance(event, CardMoved):
        return True
    source, target = wanted.moves
    return event.from_ == source and (event.to == target or {event.to, target} <= _OUT)


def _does(wanted: Step, done: str, event: Event) -> bool:
    if wanted.event != done or not _same_way(wanted, event):
        return False
    seat = getattr(event, "seat", None)
    if wanted.seat is not None and seat is not None and seat != wanted.seat:
        return False
    card = getattr(event, "card", None)
    return wanted.card is None or card is None or str(card) == wanted.card
