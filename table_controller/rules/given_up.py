"""A deal given up: the chips go back, and what comes next is the same hand again, with the same button (TDA 35-C).

The floor rules a misdeal, or the table carries it out by itself; a log may tell the new deal within the hand, or end
the hand and start it once more with the stacks it began with.
"""

from table_controller.records.events import HandEnded, HandStarted
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.faults import DEALT_ANEW, GIVEN_UP, known_fault
from table_controller.rules.hand import changed
from table_controller.rules.rulings import carried_out
from table_controller.rules.sensible import called_off
from table_controller.rules.stakes_back import stakes_back

_NEW_DEAL = frozenset({"misdeal", "correct_button"})
_BUTTON = frozenset({"button_misplaced", "button_not_moved", "button_draw_error"})

Touched = tuple[Incident, ...]


def begun_again(night: Night, event: HandStarted | HandEnded, book: Rulebook) -> tuple[Night, Touched]:
    """The night in which *event* is judged, and the incidents it settles where it gives a deal up."""
    if isinstance(event, HandEnded):
        return _broken_off(night, event, book)
    return _given_up(night, event, book)


def _given_up(night: Night, event: HandStarted, book: Rulebook) -> tuple[Night, Touched]:
    """The night in which *event* begins a hand anew whose deal was given up, and the incidents that settles.

    What shows it: something is open, or was ruled, for which the deal is given up; no pot was pushed; the button lies
    where it lay or belonged, and every seat has the chips it had before.
    """
    hand = night.hand
    if hand is None or hand.ending.pushed_at is not None or known_fault(hand, GIVEN_UP):
        return night, ()
    cause = next((item for item in night.incidents if _calls_for(item, night, hand)), None)
    back = stakes_back(night, hand)
    if cause is None or not _same_again(hand, back, event):
        return night, ()
    if cause.state is not IncidentState.OPEN:
        return back, ()
    name = _proposed(cause) if _proposed(cause) in _NEW_DEAL else "misdeal"
    ruled, touched = carried_out(night, cause, name, event, book)
    return changed(back if ruled.hand is None else stakes_back(ruled, ruled.hand), rulings=ruled.rulings), touched


def _broken_off(night: Night, event: HandEnded, book: Rulebook) -> tuple[Night, Touched]:
    """The night in which *event* ends a hand before the flop though two seats are in it, while a new deal is proposed.

    Nobody has won, and no play stands: the table gives the deal up as proposed, ruled or not.
    """
    hand = night.hand
    if hand is None or hand.settled or hand.board or hand.ending.pushed_at is not None:
        return night, ()
    if hand.street is Street.OVER or sum(not player.folded for player in hand.players) < 2:
        return night, ()
    for item in night.incidents:
        if item.state is IncidentState.OPEN and _proposed(item) in _NEW_DEAL and item.number not in night.taken_back:
            return carried_out(night, item, _proposed(item), event, book)
    return night, ()


def _proposed(item: Incident) -> str:
    proposal = item.irregularity.proposal
    return "" if proposal is None else proposal.name


def _calls_for(item: Incident, night: Night, hand: Hand) -> bool:
    """Whether the deal may be given up for *item*; ruled on and dealt anew already, it is done with."""
    if item.number in night.taken_back:
        return False
    if item.state is IncidentState.RULED:
        return item.ruling in _NEW_DEAL and not known_fault(hand, DEALT_ANEW)
    found, name = item.irregularity, _proposed(item)
    if item.state is not IncidentState.OPEN or name == "play_stands":
        return False
    return name in _NEW_DEAL or found.code in _BUTTON or called_off(found)


def _same_again(hand: Hand, back: Night, event: HandStarted) -> bool:
    """Whether *event* tells the button and the stacks with which *hand* began, or should have."""
    if event.button not in (hand.button, hand.terms.due_button):
        return False
    stacks = dict(back.stacks)
    return len(event.seats) > 1 and all(stacks.get(seat, stack) == stack for seat, stack in event.seats)
