"""The evening's levels by the clock: which are still to come, and the one that begins now."""

from table_controller.records.events import Certainty, LevelStarted
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.observations import ManualEntry
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.seating import frozen
from table_controller.views import Plan
from table_controller.views.standings import next_level, outlasted

SCHEDULE = "schedule"
"""Who says that a level begins whose time has come."""


def rising(night: Night, book: Rulebook, plan: Plan) -> Plan:
    """The *plan* as the house lets blinds rise: empty where they never do, or do no further (K17; 001 §3.3.3)."""
    return () if never_rises(book) or frozen(night, book) else plan


def never_rises(book: Rulebook) -> bool:
    """Whether the house's blinds stay what they are all evening (000 SA-e)."""
    return book.parameters.get("blinds.schedule", "none") == "none"


def level_due(night: Night, book: Rulebook, plan: Plan, now: int) -> ManualEntry | None:
    """The beginning of the next level if its time has come at night time *now* (ns); else None.

    It waits while a hand is being shuffled or dealt: whose blinds these are, the house tells by the first shuffle or by
    the first card (K14), and the dealer has the old ones in mind.
    """
    coming = None if outlasted(night) is not None else next_level(night, rising(night, book, plan))
    if coming is None or coming.left is not None or now < coming.starts or _preparing(night):
        return None
    event = LevelStarted(
        at=now,
        source=SCHEDULE,
        level=coming.level,
        small_blind=coming.small_blind,
        big_blind=coming.big_blind,
        ante=coming.ante,
        certainty=Certainty.DECLARED,
    )
    return ManualEntry(at=now, source=SCHEDULE, event=event, by=SCHEDULE)


def _preparing(night: Night) -> bool:
    return night.seating.shuffled_at is not None or _dealing(night.hand)


def _dealing(hand: Hand | None) -> bool:
    return hand is not None and not hand.settled and hand.street is Street.DEAL
