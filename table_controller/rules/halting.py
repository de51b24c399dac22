"""Whether the hand waits: for a ruling on what halts it, or for the dealer to put cards right (design, section 3).

Nobody is asked to act meanwhile. The game is never stopped: where play goes on regardless, the referee goes with it.
"""

from dataclasses import replace

from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.night import Night
from table_controller.records.player import Ask
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading
from table_controller.rules.due import due
from table_controller.rules.hand import ask, changed
from table_controller.rules.undecided import as_it_lies, open_question

_CARDS = frozenset(
    {
        *("hole_card_dealt", "card_burned", "board_card_dealt", "card_moved", "card_exposed"),
        *("cards_scrambled", "stub_shuffled", "deck_shuffled", "deck_cut"),
    }
)
"""Steps of a remedy that put cards right; chips that go back or are still due hold nobody up."""


def held(night: Night) -> bool:
    """Whether no seat is asked to act until somebody has ruled, or the cards lie right again."""
    if not night.incidents and not night.following:
        return False
    return waiting_for_ruling(night) or bool(_being_put_right(night))


def waiting_for_ruling(night: Night) -> bool:
    """Whether an incident is open that halts the hand."""
    return any(_halts(item, night) for item in night.incidents)


def asked(night: Night, book: Rulebook) -> Ask | None:
    """What the seat to act is asked, if anybody is: as the chips lie, and whose words or chips are still open."""
    hand = night.hand
    if hand is None or hand.to_act is None or held(night):
        return None
    found = ask(as_it_lies(night), book)
    seat = open_question(night, hand)
    return found if found is None or seat is None else replace(found, open=seat)


def _halts(incident: Incident, night: Night) -> bool:
    """Whether *incident* waits for a ruling. Where the house itself proposes that play stands nobody need wait."""
    if not incident.halts or incident.state is not IncidentState.OPEN or incident.number in night.played_on:
        return False
    proposal = incident.irregularity.proposal
    return proposal is None or proposal.name != "play_stands"


def _being_put_right(night: Night) -> tuple[int, ...]:
    """The incidents whose remedy has the dealer's cards as its next step."""
    hand = night.hand
    if hand is None:
        return ()
    return tuple(
        item.incident
        for item in night.following
        if item.incident not in night.played_on and any(step.event in _CARDS for step in due(item.left, hand)[:1])
    )


def gone_on(before: Night, after: Night, reading: Reading | None) -> Night:
    """*after*, where a seat has acted in turn though the hand waited: it waits no longer."""
    if reading is None or reading.mode is not Mode.ACT or not (before.incidents or before.following):
        return after
    waited = {item.number for item in before.incidents if _halts(item, before)}.union(_being_put_right(before))
    return changed(after, played_on=after.played_on | waited) if waited else after
