"""Which steps of a remedy are due, done, past, or done though no camera saw them."""

from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    CardBurned,
    CardMoved,
    ChipsMovedIn,
    ChipsTakenBack,
    Declared,
    Event,
    HoleCardDealt,
    PotPushed,
)
from table_controller.records.hand import Hand
from table_controller.records.incidents import Step
from table_controller.records.player import Street
from table_controller.records.wire import type_name
from table_controller.rules.hand import hole_count, player_of

UNSEEN = frozenset({"button_placed", "card_exposed", "cards_scrambled", "stub_shuffled", "deck_shuffled", "deck_cut"})
"""Steps that a camera may miss: a later step that was seen shows that they were done too."""

_SOFT = frozenset({"hand_mucked", "card_exposed", "hand_tabled"})
"""Steps that play passes by: if it goes on, they were done or are not done any more."""

_GOES_ON = (Declared, ChipsMovedIn, BoardCardDealt, CardBurned, PotPushed, BetsCollected)

_PAST_BUTTON = (Declared, ChipsMovedIn, ChipsTakenBack, HoleCardDealt)

_OUT = frozenset({"aside", "stub", "burn", "off_table"})
"""Out of play: a camera that saw a card go cannot always say where it came to lie."""


def waits(step: Step, hand: Hand) -> bool:
    """Whether *step* is not due yet: it waits for the end of the deal or of the betting round."""
    if step.after == "round":
        return hand.street is Street.DEAL or hand.to_act is not None
    if step.after == "deal":
        return hand.street is Street.DEAL and hand.dealt < len(hand.players) * hole_count(hand)
    return False


def due(left: tuple[Step, ...], hand: Hand) -> tuple[Step, ...]:
    """The steps of *left* that can be done now: those before the first that waits."""
    for number, step in enumerate(left):
        if waits(step, hand):
            return left[:number]
    return left


def still_due(left: tuple[Step, ...], hand: Hand, event: Event) -> tuple[Step, ...]:
    """The steps of *left* without those that are past once *event* has happened."""
    if hand.street is Street.OVER:
        left = tuple(step for step in left if not _of_a_street(step))  # no further street comes (R9-4)
    while left and not waits(left[0], hand) and _is_past(left[0], hand, event):
        left = left[1:]
    for number, step in enumerate(left):
        if step.until and step.until <= len(hand.board) and not waits(step, hand):
            return still_due(left[number + 1 :], hand, event)
        if not _may_be_missed(step, event):
            break
    return left


def _of_a_street(step: Step) -> bool:
    """Whether the step only prepares or deals a street to come."""
    if step.moves is not None:
        return step.moves[0] == "aside"
    return step.event in ("card_burned", "board_card_dealt", "stub_shuffled", "cards_scrambled")


def _is_past(step: Step, hand: Hand, event: Event) -> bool:
    if step.moves is not None and step.card is not None and _elsewhere(step, hand):
        return True
    player = player_of(hand, step.seat)
    if step.event == "chips_moved_in" and step.amount is not None and player is not None:
        return player.owes <= 0 and all(seat != step.seat for seat, _ in hand.posts)
    if step.event == "chips_taken_back" and step.amount is not None and player is not None:
        return player.excess <= 0
    if step.event == "button_placed":
        return isinstance(event, _PAST_BUTTON)  # the hand goes on from there
    return step.event in _SOFT and isinstance(event, _GOES_ON) and getattr(event, "seat", None) != step.seat


def _elsewhere(step: Step, hand: Hand) -> bool:
    """Whether the card that the step wants moved lies on the board or with the burns no more."""
    place = {"board": hand.board, "burn": hand.burns}.get("" if step.moves is None else step.moves[0])
    return place is not None and None not in place and all(str(card) != step.card for card in place)


def step_done(left: tuple[Step, ...], event: Event, hand: Hand) -> int | None:
    """Which step *event* does: the next one, or one behind steps that need not be seen."""
    done = type_name(type(event))
    for number, step in enumerate(left):
        if waits(step, hand):
            return None
        if _does(step, done, event):
            return number
        if not _may_be_missed(step, event):
            return None
    return None


def _may_be_missed(step: Step, event: Event) -> bool:
    """Whether the step may have been done unseen: a shuffle, a card out of play, one drawn from those scrambled."""
    if step.moves is None:
        return step.event in UNSEEN
    source, target = step.moves
    drawn = step.moves == ("board", "burn") and step.card is None
    return source == "aside" or source == target or (drawn and isinstance(event, BoardCardDealt))


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
    if isinstance(event, ChipsMovedIn | ChipsTakenBack) and wanted.amount is not None and event.amount < wanted.amount:
        return False
    card = getattr(event, "card", None)
    return wanted.card is None or card is None or str(card) == wanted.card
