"""What became of an incident where nobody ruled: carried out at the table, counted by the house, or play stands."""

from collections.abc import Iterable

from table_controller.records.incidents import Incident, IncidentState, Irregularity

STANDS = "play_stands"
"""The ruling on what nobody ruled on and nobody put right: play goes on as it lies (TDA)."""

PLAY = "play"
"""Who ruled where nobody did: the table itself, by doing what was proposed, or by playing on."""

COUNTED = frozenset(
    {
        *("none", "play_stands", "binds_if_unchanged", "fold_stands", "first_motion_stands"),
        *("complete", "complete_call", "call_only", "call_with_change", "all_in", "declaration_stands"),
        *("action_stands", "action_void", "put_back", "post_now", "stay_open_live", "card_back", "clock_fold"),
        "clock_check",
    }
)
"""Remedies that need nobody's hand: the referee counts words and chips so from the start."""


def outcome(found: Irregularity, incident: Incident | None, *, over: bool) -> str | None:
    """The ruling as it came to be: made or carried out; counted so anyway; play stands once the hand is *over*.

    Until then it is what is proposed; None where the floor has to choose.
    """
    if incident is not None and incident.ruling is not None:
        return incident.ruling
    if incident is not None:
        found = incident.irregularity
    proposed = None if found.proposal is None else found.proposal.name
    lapsed = over or (incident is not None and incident.state is IncidentState.LAPSED)
    return STANDS if lapsed and proposed not in COUNTED else proposed


def ruling_on(found: Irregularity, incidents: Iterable[Incident], *, over: bool) -> str | None:
    """``outcome`` of *found*, whose incident is among *incidents* unless nobody was told of it."""
    return outcome(found, incident_of(found, incidents), over=over)


def incident_of(found: Irregularity, incidents: Iterable[Incident]) -> Incident | None:
    """The incident of *incidents* that *found* opened; None if nobody was told of it."""
    return next((item for item in incidents if _same(item.irregularity, found)), None)


def _same(one: Irregularity, other: Irregularity) -> bool:
    return (one.code, one.seat, one.at) == (other.code, other.seat, other.at)
