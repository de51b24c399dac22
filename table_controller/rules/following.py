"""A remedy being followed: a step that was done is ticked off, and what it makes right is not flagged.

A camera may miss a step: one that a later step shows to be done is done, and the cards lie as it wanted them.
"""

from dataclasses import replace

from table_controller.records.cards import Card
from table_controller.records.events import (
    BoardCardDealt,
    ButtonPlaced,
    CardBurned,
    CardMoved,
    CardsScrambled,
    ChipsMovedIn,
    ChipsTakenBack,
    Declared,
    Event,
    HandMucked,
    HandTabled,
    HoleCardDealt,
    PotPushed,
)
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState, Step
from table_controller.records.night import Following, Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.due import UNSEEN, step_done, still_due, waits
from table_controller.rules.faults import known_fault
from table_controller.rules.hand import changed
from table_controller.rules.moves import card_moved, scrambled
from table_controller.rules.short_awards import paid_late

_BEGINS = (
    *(ButtonPlaced, CardMoved, CardsScrambled, HoleCardDealt),
    *(ChipsMovedIn, ChipsTakenBack, HandMucked, HandTabled),
)
"""Types of events by which a table can begin to carry out a remedy that nobody has ruled yet."""

_MADE_RIGHT: dict[type, frozenset[str]] = {
    BoardCardDealt: frozenset(
        {"missing_burn", "four_card_flop", "premature_flop", "premature_turn", "premature_river", "fouled_deck"}
    ),
    CardBurned: frozenset({"extra_burn", "fouled_deck"}),
    HoleCardDealt: frozenset({"dealt_out_of_order", "seat_skipped", "extra_hole_card"}),
    ChipsTakenBack: frozenset({"bet_withdrawn"}),
    PotPushed: frozenset({"pot_misawarded", "side_pot_error", "odd_chip_misawarded"}),
    HandTabled: frozenset({"player_exposed_card", "showdown_out_of_order"}),
    CardMoved: frozenset(
        {
            *("muck_retrieved", "muck_touched", "board_card_misplaced", "burn_misplaced", "burn_exposed"),
            *("unprotected_hand", "unprotected_hand_mucked", "cards_off_table"),
        }
    ),
}
"""What an event of this type may not be accused of when it is a step of a remedy."""

_NOTHING: frozenset[str] = frozenset()

_ACTS = (Declared, ChipsMovedIn, BoardCardDealt, CardBurned)

SHUFFLED = "shuffled"
"""A fault of the hand: the deck was shuffled while a misdeal was proposed; the next first card deals it again."""


def implied(night: Night, event: Event) -> Incident | None:
    """The open incident whose proposal *event* begins to carry out: where nobody rules, that is the ruling."""
    hand = night.hand
    if hand is not None and isinstance(event, PotPushed):
        return paid_late(night, hand, event)
    if hand is None or not isinstance(event, _BEGINS):
        return _flop_filled(night, hand, event)
    for incident in night.incidents:
        proposal = incident.irregularity.proposal
        if proposal is None or incident.state is not IncidentState.OPEN or incident.number in night.taken_back:
            continue
        if proposal.name == "misdeal" or (proposal.name == "correct_button" and len(proposal.steps) > 1):
            if dealt_again(hand, event, incident.irregularity.code):
                return incident
        elif step_done(proposal.steps, event, hand) is not None:
            return incident
    return None


def _flop_filled(night: Night, hand: Hand | None, event: Event) -> Incident | None:
    """The open incident of a flop that lacks cards, if this is one of them."""
    if hand is None or not isinstance(event, BoardCardDealt) or len(hand.board) >= 3:
        return None
    for incident in night.incidents:
        if incident.irregularity.code == "short_flop" and incident.state is IncidentState.OPEN:
            return None if incident.number in night.taken_back else incident
    return None


def dealt_again(hand: Hand, event: Event, code: str) -> bool:
    """The deck was shuffled after the fault, and now the first seat of the deal gets a card.

    Where the button was wrong, that is the first seat from where it belongs (TDA 34-A).
    """
    if not isinstance(event, HoleCardDealt) or not known_fault(hand, SHUFFLED) or not hand.players:
        return False
    right = hand.terms.due_button if code in ("button_misplaced", "button_not_moved") else None
    if right is None:
        return event.seat == hand.players[0].seat
    return event.seat == min((player.seat for player in hand.players), key=lambda seat: (seat <= right, seat))


def follow(night: Night, event: Event, book: Rulebook) -> tuple[Night, Event, frozenset[str]]:
    """The night with the steps that *event* does ticked off, the event as it counts, what it may not be accused of.

    A card that went out of play lies where the remedy wants it. Several remedies may want the same step.
    """
    hand = night.hand
    if hand is None:
        return night, event, _NOTHING
    counts, kept, right = event, [], _NOTHING
    for following in night.following:
        if (left := _filled_first(following.left, event, hand)) is not None:
            right = _MADE_RIGHT[BoardCardDealt]
            kept.append(Following(following.incident, following.remedy, left))
            continue
        number = step_done(following.left, event, hand)
        if number is None or any(_once(following, one) for one in kept):
            if not _overtaken(following, event):
                kept.append(following)
            continue
        night = _caught_up(night, following.left[:number], book)
        right = _MADE_RIGHT.get(type(event), _NOTHING)
        wanted, left = following.left[number], following.left[number + 1 :]
        if isinstance(event, CardMoved) and wanted.moves is not None:
            if event.to == "burn" and wanted.moves[1] == "aside":
                left = tuple(item for item in left if item.moves != ("aside", "burn"))  # it is the burn at once
            counts = _as_wanted(event, wanted.card, wanted.moves[1])
        elif wanted.until > len(hand.board) + 1:
            left = (wanted, *left)
        kept.append(Following(following.incident, following.remedy, left))
    return changed(night, following=tuple(kept)), counts, right


def _once(following: Following, other: Following) -> bool:
    """Whether the step was done for the *other*, and each of the two wants a card of its own (two burns too many)."""
    same = following.remedy.name == other.remedy.name == "burn_becomes_board_card"
    return same and len(other.left) < len(other.remedy.steps)


def _as_wanted(event: CardMoved, card: str | None, target: str) -> CardMoved:
    """The card that had to go, if nobody read it, where it had to go, if nobody saw that; a burn is one at once."""
    known = Card.parse(card) if event.card is None and card is not None else event.card
    return replace(event, card=known, to=event.to if (event.to, target) == ("burn", "aside") else target)


def _filled_first(left: tuple[Step, ...], event: Event, hand: Hand) -> tuple[Step, ...] | None:
    """What is left where the dealer fills the board up first and lays the card to the burns after; None: he did not."""
    if not isinstance(event, BoardCardDealt):
        return None
    while left and left[0].event in UNSEEN:
        left = left[1:]
    if len(left) < 2 or left[0].moves != ("board", "burn") or left[0].card is None:
        return None
    fills = left[1].event == "board_card_dealt" and left[1].until == len(hand.board) and not waits(left[1], hand)
    return (left[0], *left[2:]) if fills else None


def _overtaken(following: Following, event: Event) -> bool:
    """The deal goes on: shuffle and cut of a misdeal are over, seen or not."""
    return isinstance(event, HoleCardDealt) and all(step.event in UNSEEN for step in following.left)


def settled(before: Night, night: Night, event: Event, book: Rulebook) -> Night:
    """The night without the steps that are done or past, however it came, and without remedies carried out."""
    hand = night.hand
    if hand is None:
        return changed(night, following=())
    kept = []
    for following in night.following:
        left = still_due(following.left, hand, event)
        if left and _goes_on(before.hand, event) and _lay_aside(before, following.incident, left[0]):
            waited = before.hand is None or waits(left[0], before.hand) or waits(left[0], hand)
            gone = 0 if waited else 1  # play went on: what lay aside is where it belongs
            night, left = _caught_up(night, left[:gone], book), left[gone:]
        if left:
            kept.append(following if left == following.left else Following(following.incident, following.remedy, left))
    return changed(night, following=tuple(kept))


def _lay_aside(before: Night, incident: int, step: Step) -> bool:
    """Whether a card that lay aside was the next to be moved already: not only by what has just been done."""
    if step.moves is None or step.moves[0] != "aside":
        return False
    return any(one.incident == incident and one.left[:1] == (step,) for one in before.following)


def _goes_on(before: Hand | None, event: Event) -> bool:
    """Whether *event* is play going on: a card, or a seat that acts; chips still due when the round is over are not."""
    over = before is not None and before.to_act is None and before.street is not Street.DEAL
    return isinstance(event, _ACTS) and not (over and isinstance(event, ChipsMovedIn))


def _caught_up(night: Night, missed: tuple[Step, ...], book: Rulebook) -> Night:
    """The night with the cards where the steps that nobody saw have put them."""
    for step in missed:
        if step.event == "cards_scrambled" and night.hand is not None:
            night = scrambled(night, CardsScrambled(place="board", count=len(night.hand.board)), book, None)
        elif step.moves is not None and step.moves[0] != step.moves[1]:
            card = None if step.card is None else Card.parse(step.card)
            night = card_moved(night, CardMoved(from_=step.moves[0], to=step.moves[1], card=card), book, None)
    return night
