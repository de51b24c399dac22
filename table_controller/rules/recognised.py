"""A remedy that the table carries out though nobody has ruled: what was proposed, else another that makes sense.

Of two remedies that a board card going out of play can begin, it is the one that wants it where it came to lie.
"""

from table_controller.records.events import CardMoved, CardsScrambled, Event, HoleCardDealt
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState, Remedy
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.due import step_done
from table_controller.rules.faults import known_fault
from table_controller.rules.following import SHUFFLED, dealt_again, implied
from table_controller.rules.remedies import remedy
from table_controller.rules.rulings import carried_out
from table_controller.rules.sensible import called_off, ways

_BEGIN = frozenset({CardMoved, CardsScrambled, HoleCardDealt})
"""Types of events that begin a remedy of the cards by their own nature, whatever is proposed."""


def recognised(night: Night, event: Event) -> tuple[Incident, str] | None:
    """The open incident that *event* begins to put right, and by which remedy; None if by none."""
    hand = night.hand
    if hand is None:
        return None
    if type(event) in _BEGIN and any(step_done(item.left, event, hand) is not None for item in night.following):
        return None  # it is done for a remedy that is being followed
    proposed = implied(night, event)
    if type(event) not in _BEGIN:
        return None if proposed is None else (proposed, _name(proposed))
    if proposed is not None and _fits(proposed.irregularity.proposal, event, hand):
        return proposed, _name(proposed)
    return _otherwise(night, hand, event) or (None if proposed is None else (proposed, _name(proposed)))


def dealt_anew(night: Night, event: Event, book: Rulebook) -> tuple[Night, tuple[Incident, ...]]:
    """The night where the cards of a deal given up are back and *event* deals the first one anew: it is judged so."""
    if night.hand is None or not known_fault(night.hand, SHUFFLED):
        return night, ()
    begun = recognised(night, event)
    if begun is None or begun[1] not in _NEW_DEAL:
        return night, ()
    return carried_out(night, *begun, event, book)


_NEW_DEAL = frozenset({"misdeal", "correct_button"})


def _name(incident: Incident) -> str:
    proposal = incident.irregularity.proposal
    return "none" if proposal is None else proposal.name


def _otherwise(night: Night, hand: Hand, event: Event) -> tuple[Incident, str] | None:
    """An open incident that *event* puts right in another way than the house proposes."""
    for incident in night.incidents:
        if incident.state is not IncidentState.OPEN or incident.number in night.taken_back:
            continue
        found = incident.irregularity
        if _name(incident) == "play_stands":
            continue  # too late for anything else
        if called_off(found) and dealt_again(hand, event, found.code):
            return incident, "misdeal"
        for name in ways(found):
            if name != _name(incident) and _fits(remedy(name, hand, found.seat), event, hand):
                return incident, name
    return None


def _fits(way: Remedy | None, event: Event, hand: Hand) -> bool:
    """Whether *event* is the first thing to do in that way, and its card lies where that wants it."""
    if way is None:
        return False
    number = step_done(way.steps, event, hand)
    if number is None:
        return way.name in _NEW_DEAL  # a new deal is known by more than its first step
    moves = way.steps[number].moves
    if not isinstance(event, CardMoved) or moves is None or moves[0] != "board":
        return True
    return moves[1] == event.to
