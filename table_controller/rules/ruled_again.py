"""A ruling taken back halfway: what its remedy began is brought to its place, and the same ruling goes on as it stood.

Ruled on again as before, with nothing played meanwhile, it is as if it had never been taken back. Ruled otherwise, or
not at all, no card stays where only the remedy wanted it for a while.
"""

from dataclasses import replace

from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    CardBurned,
    ChipsMovedIn,
    ChipsTakenBack,
    Declared,
    Event,
    HandEnded,
    HandMucked,
    HandPushed,
    HandStarted,
    HandTabled,
    HoleCardDealt,
    PotPushed,
    RulingMade,
    RulingUndone,
)
from table_controller.records.incidents import Remedy, Step
from table_controller.records.night import Following, Night, Retaken
from table_controller.records.rulebook import Rulebook, Text
from table_controller.rules.hand import changed
from table_controller.rules.judged_again import Judge, Touched, differing, judged_again

_PLAYED = frozenset(
    {
        *(Declared, ChipsMovedIn, ChipsTakenBack, BetsCollected, HandMucked, HandPushed, HandTabled, PotPushed),
        *(HoleCardDealt, CardBurned, BoardCardDealt, HandStarted, HandEnded),
    }
)
"""Types of events by which the hand goes on: what is ruled then is ruled anew, as the cards and chips lie."""

_ORDER = Text("Die Karten in Ordnung bringen", "Put the cards in order")


def remembered(night: Night, incidents: frozenset[int]) -> tuple[Retaken, ...]:
    """What is known of rulings taken back once that on *incidents* is too; *night*: as it is before that."""
    item = next((one for one in night.incidents if one.number in incidents), None)
    others = tuple(one for one in night.retaken if not one.incidents & incidents)
    if item is None or item.ruling is None:
        return others
    made = [one for one in night.since if isinstance(one, RulingMade) and one.incident in incidents]
    return (*others, Retaken(incidents, item.ruling, night, made[-1].amounts if made else ()))


def kept(night: Night, event: Event) -> tuple[Retaken, ...]:
    """The rulings taken back that can still be made again after *event*, and what came since each."""
    if type(event) in _PLAYED:
        return ()
    return tuple(
        one if _about(event, one.incidents) else replace(one, since=(*one.since, event)) for one in night.retaken
    )


def _about(event: Event, incidents: frozenset[int]) -> bool:
    if isinstance(event, RulingMade):
        return event.incident in incidents
    return isinstance(event, RulingUndone) and event.ruling in incidents


def made_again(night: Night, event: RulingMade, book: Rulebook, judge: Judge) -> tuple[Night, Touched] | None:
    """The night as it would be had that ruling not been taken back; None if this is another one."""
    found = next((one for one in night.retaken if event.incident in one.incidents), None)
    if found is None or (found.remedy, found.amounts) != (event.remedy, event.amounts):
        return None
    again = changed(found.before, next_incident=night.next_incident)
    again = judged_again(again, found.since, night, book, judge)
    named = tuple(
        replace(one, by=event.by) if one.number in found.incidents and one.ruling == event.remedy else one
        for one in again.incidents
    )
    again = changed(again, incidents=named)
    before, after = (*night.past, *night.incidents), (*again.past, *again.incidents)
    return again, differing(before, after, event.incident)


def left_over(night: Night, incidents: frozenset[int]) -> tuple[Following, ...]:
    """What must still be done of the remedies followed for *incidents*, though nobody rules so any more; and what was
    left over before."""
    found = []
    for following in night.following:
        left = tidied(following) if following.incident in incidents else ()
        if following.remedy.name == ORDERED:
            found.append(following)
        elif left:
            found.append(Following(following.incident, Remedy(ORDERED, _ORDER, left), left))
    return tuple(found)


ORDERED = "cards_in_order"
"""The name of what is left to do of a remedy that was taken back halfway; no rulebook names it."""


def tidied(following: Following) -> tuple[Step, ...]:
    """The steps left that bring what was begun to its place: a card laid aside, cards face down, a card drawn."""
    done = following.remedy.steps[: len(following.remedy.steps) - len(following.left)]
    moved = [step.moves for step in done if step.moves is not None]
    drawn, risen = ("board", "burn") in moved, ("burn", "board") in moved
    mixed = any(step.event == "cards_scrambled" for step in done)
    shuffled = any(target == "stub" for _, target in moved)
    left = []
    for step in following.left:
        aside = step.moves is not None and step.moves[0] == "aside"
        shuffled = shuffled or (aside and step.moves == ("aside", "stub"))
        turned = step.moves == ("board", "board") and (mixed or drawn)
        filled = step.event == "board_card_dealt" and (risen or (drawn and not step.after))
        back = step.moves == ("board", "stub") and risen
        if aside or turned or filled or back or (step.event == "stub_shuffled" and shuffled):
            left.append(step)
    return tuple(left)
