"""Who has the last word on a ruling (K55)."""

from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.rulebook import Rulebook
from table_controller.rules.house import setting


def may_rule(incident: Incident, by: str, book: Rulebook) -> bool:
    """Whether *by* may rule on *incident*: what somebody further up the house's chain has ruled, nobody below replaces.

    000 AN:DEALER-AUT, AN:ORGA; 001 §1.1; 002 BZ-c; 004 A8; TDA 1. Who is not named in the chain stands below it.
    """
    chain = setting(book, "authority.chain", ())
    if incident.state is IncidentState.OPEN or not isinstance(chain, tuple) or incident.by not in chain:
        return True
    return by in chain and chain.index(by) >= chain.index(incident.by)
