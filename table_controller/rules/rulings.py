"""What people do to incidents: rulings, rulings taken back; and incidents that lapse."""

from dataclasses import replace

from table_controller.records.events import Event, RulingMade, RulingUndone
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState, Irregularity, Step
from table_controller.records.night import Following, Night, Ruled
from table_controller.records.rulebook import Rulebook
from table_controller.rules.authority import may_rule
from table_controller.rules.effects import AFTER_THE_HAND, EFFECTS
from table_controller.rules.following import settled
from table_controller.rules.hand import changed
from table_controller.rules.judged_again import Judge, Touched
from table_controller.rules.outcomes import PLAY, outcome
from table_controller.rules.proposals import refreshed
from table_controller.rules.rebuttoned import ruled_steps
from table_controller.rules.remedies import BY_STATE, remedy
from table_controller.rules.ruled_again import ORDERED, kept, made_again
from table_controller.rules.sensible import mends
from table_controller.rules.taking_back import past_left, undone


def ruled(night: Night, event: Event, book: Rulebook, judge: Judge) -> tuple[Night, Touched]:
    """The night after a ruling or its undoing, and the incidents it touched; none if there was nothing to rule on."""
    if isinstance(event, RulingMade):
        again = _made_again(night, event, book, judge) if night.retaken else None
        return _made(night, event, book) if again is None else again
    if isinstance(event, RulingUndone):
        return undone(night, event, book, judge)
    return night, ()


def _made_again(night: Night, event: RulingMade, book: Rulebook, judge: Judge) -> tuple[Night, Touched] | None:
    incident = _incident(night, event.incident)
    if incident is None or incident.state is not IncidentState.OPEN or not may_rule(incident, event.by, book):
        return None
    return made_again(night, event, book, judge)


def _made(night: Night, event: RulingMade, book: Rulebook) -> tuple[Night, Touched]:
    incident = _incident(night, event.incident)
    if incident is None or not may_rule(incident, event.by, book):
        return night, ()
    state = IncidentState.DISMISSED if event.remedy == "none" else IncidentState.RULED
    closed = replace(incident, state=state, ruling=event.remedy, by=event.by)
    if incident.state is not IncidentState.OPEN and incident.ruling == event.remedy:
        return _with_incident(night, closed), (closed,)  # being done already: it only gets its author
    before = Ruled(incident.number, changed(night, rulings=(), since=()), len(night.since))
    following = tuple(
        item for item in night.following if item.incident != incident.number or item.remedy.name == ORDERED
    )
    after = _with_incident(changed(night, rulings=(*night.rulings, before), following=following), closed)
    if event.remedy in _NEW_DEAL or _deals_again(night.hand, incident, event.remedy):
        after, answered = _answered(after, event)
        return _carried_out(after, incident, event, book), (closed, *answered)
    after, mended = _mended_too(after, incident, event)
    return _carried_out(after, incident, event, book), (closed, *mended)


def _mended_too(night: Night, incident: Incident, event: RulingMade) -> tuple[Night, Touched]:
    """The night whose other open incidents the same steps put right are ruled on with it (001 R8-5, R9-5 [D])."""
    steps = remedy(event.remedy, night.hand, incident.irregularity.seat).steps
    if not steps or len(night.incidents) < 2:
        return night, ()
    mended = tuple(
        replace(item, state=IncidentState.RULED, ruling=event.remedy, by=event.by)
        for item in night.incidents
        if item.state is IncidentState.OPEN
        and (item.irregularity.code != incident.irregularity.code or event.remedy == "finish_deal")
        and _same_way_out(night, item.irregularity, event.remedy, steps)
    )
    new = {item.number: item for item in mended}
    return changed(night, incidents=tuple(new.get(item.number, item) for item in night.incidents)), mended


def _same_way_out(night: Night, found: Irregularity, name: str, steps: tuple[Step, ...]) -> bool:
    """Whether those *steps* are a way out of *found* too, and it can still be put right."""
    open_still = found.proposal is None or bool(found.proposal.steps)
    return open_still and mends(name, found) and remedy(name, night.hand, found.seat).steps == steps


def _deals_again(hand: Hand | None, incident: Incident, name: str) -> bool:
    """Whether the button put right takes cards back that were dealt from the wrong seat (TDA 34-A)."""
    steps = remedy(name, hand, incident.irregularity.seat).steps if name == "correct_button" else ()
    return any(step.event == "deck_shuffled" for step in steps)


_NEW_DEAL = frozenset({"misdeal", "hand_void"})
"""Rulings that end this deal, with whatever else was wrong with its cards."""


def _answered(night: Night, event: RulingMade) -> tuple[Night, Touched]:
    """The night whose other incidents of the cards are ruled on too, and whose remedies are followed no further."""
    answered = tuple(
        replace(item, state=IncidentState.RULED, ruling=event.remedy, by=event.by)
        for item in night.incidents
        if item.state is IncidentState.OPEN and _of_the_cards(item)
    )
    new = {item.number: item for item in answered}
    kept = tuple(new.get(item.number, item) for item in night.incidents)
    return changed(night, incidents=kept, following=()), answered


def _of_the_cards(incident: Incident) -> bool:
    proposal = incident.irregularity.proposal
    return proposal is not None and (proposal.name in _NEW_DEAL or proposal.name in BY_STATE)


def _incident(night: Night, number: int) -> Incident | None:
    return next((item for item in night.incidents if item.number == number), None)


def _with_incident(night: Night, incident: Incident) -> Night:
    kept = tuple(incident if item.number == incident.number else item for item in night.incidents)
    return changed(night, incidents=kept)


def _carried_out(night: Night, incident: Incident, event: RulingMade, book: Rulebook) -> Night:
    """The remedy's effect on the hand at once, and its steps to follow, as the cards and chips lie now."""
    found, hand = incident.irregularity, night.hand
    chosen = remedy(event.remedy, hand, found.seat)
    name = f"dismiss:{found.code}" if event.remedy == "none" else event.remedy
    effect = EFFECTS.get(f"{name}:{found.code}") or EFFECTS.get(name)
    if hand is not None and effect is not None and (not hand.settled or name in AFTER_THE_HAND):
        night = effect(night, hand, found.seat, event, book)
    if hand is not None and night.hand is not None and not hand.settled and _of_the_button(name, found.code):
        deal = chosen.steps if name == "misdeal" else ()
        chosen = replace(chosen, steps=ruled_steps(hand, night.hand, deal, book))
    if not chosen.steps:
        return night
    return changed(night, following=(*night.following, Following(incident.number, chosen, chosen.steps)))


def _of_the_button(name: str, code: str) -> bool:
    return name == "correct_button" or (name == "misdeal" and f"misdeal:{code}" in EFFECTS)


def carried_out(night: Night, incident: Incident, name: str, event: Event, book: Rulebook) -> tuple[Night, Touched]:
    """The night when the table carries out the remedy *name* before anybody ruled: that counts as the ruling."""
    return _made(night, RulingMade(at=event.at, incident=incident.number, remedy=name, by=PLAY), book)


# --- with every event ---------------------------------------------------------------------------------------------


def lapsed(night: Night, touched: Touched) -> tuple[Night, Touched]:
    """With the next hand play stands where nobody ruled, and the night keeps none of the last hand's incidents."""
    stands = tuple(
        replace(item, state=IncidentState.LAPSED, ruling=outcome(item.irregularity, item, over=True), by=PLAY)
        for item in night.incidents
        if item.state is IncidentState.OPEN
    )
    new = {item.number: item for item in stands}
    past = tuple(new.get(item.number, item) for item in night.incidents)
    return changed(night, incidents=(), past=past, taken_back=frozenset()), touched + stands


def _as_cards_lie(night: Night) -> Night:
    """Of several remedies those not begun yet, as the cards lie after what was done for another."""
    if len(night.following) < 2 or night.hand is None:
        return night
    kept = []
    for following in night.following:
        incident = _incident(night, following.incident)
        if incident is None or following.left != following.remedy.steps or following.remedy.name not in BY_STATE:
            kept.append(following)
        elif (now := remedy(following.remedy.name, night.hand, incident.irregularity.seat)).steps:
            kept.append(Following(following.incident, now, now.steps))
    return changed(night, following=tuple(kept))


def kept_up(before: Night, night: Night, event: Event, book: Rulebook) -> tuple[Night, Touched]:
    """The night after *event*: steps that are past gone, proposals renewed, what can be taken back remembered."""
    if night.following:
        night = settled(before, _as_cards_lie(night), event, book)
    touched: Touched = ()
    if night.incidents:
        night, touched = refreshed(before, night, event, book)
    if night.rulings and not isinstance(event, RulingUndone):
        night = changed(night, since=(*night.since, event))
    elif night.since and not night.rulings:
        night = changed(night, since=())
    if night.retaken:
        night = changed(night, retaken=kept(night, event))
    return past_left(night) if night.past or night.rulings else night, touched
