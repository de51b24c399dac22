"""How sure an irregularity is: no surer than the event that shows it, and than the evidence before it rests on."""

from collections.abc import Mapping
from dataclasses import replace

from table_controller.records.events import (
    BoardCardDealt,
    CardBurned,
    CardExposed,
    ChipsMovedIn,
    ChipsTakenBack,
    Declared,
    Event,
    HandMucked,
    HandPushed,
    HandTabled,
    HoleCardDealt,
    PotPushed,
    SourceGone,
)
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.rules.hand import changed
from table_controller.rules.look import Found

_TELLS: Mapping[type, str] = {
    HoleCardDealt: "deal",
    CardExposed: "deal",
    BoardCardDealt: "board",
    CardBurned: "burns",
    HandTabled: "show",
    PotPushed: "award",
    **dict.fromkeys((Declared, ChipsMovedIn, ChipsTakenBack, HandMucked, HandPushed), "bets"),
}
"""What an event is evidence of."""

_ON_FELT = frozenset(
    {
        *("missing_burn", "extra_burn", "burn_exposed", "burn_misplaced", "four_card_flop", "flop_not_simultaneous"),
        *("exposed_card", "boxed_card", "bottom_card_exposed", "board_card_misplaced", "reshuffle_exposed"),
        *("fouled_deck", "marked_card", "stub_disordered", "shuffle_missing", "cut_missing", "cut_card_missing"),
        *("deck_not_verified", "card_not_returned"),
    }
)
"""What can be said of a hand even if nobody knows its button and seats: it lies on the felt."""

_RESTS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("missing_burn", "four_card_flop", "short_flop"), ("board",)),
    "extra_burn": ("burns", "board"),
    **dict.fromkeys(("premature_flop", "premature_turn", "premature_river"), ("board", "bets")),
    "rabbit_hunting": ("bets",),
    **dict.fromkeys(("extra_hole_card", "missing_hole_card", "multiple_exposed_cards"), ("deal",)),
    **dict.fromkeys(("dealt_out_of_order", "seat_skipped", "wrong_hole_card_count"), ("deal",)),
    **dict.fromkeys(("out_of_turn_action", "out_of_turn_bet", "out_of_turn_fold", "player_skipped"), ("bets",)),
    **dict.fromkeys(("undercall", "underraise", "incomplete_bet", "bet_below_minimum", "overcall"), ("bets",)),
    **dict.fromkeys(("string_bet", "check_facing_bet", "action_not_available", "multi_chip_overpay"), ("bets",)),
    **dict.fromkeys(("bet_withdrawn", "action_retracted", "declaration_retracted"), ("bets",)),
    **dict.fromkeys(("bb_option_skipped", "betting_round_incomplete", "bets_swept_early"), ("bets",)),
    **dict.fromkeys(("late_declaration", "declaration_action_mismatch", "premature_action", "hidden_chip"), ("bets",)),
    **dict.fromkeys(("oversized_chip", "fold_no_bet", "string_bet_not_announced"), ("bets",)),
    **dict.fromkeys(("pot_misawarded", "misread_hand", "odd_chip_misawarded"), ("show", "board")),
    "side_pot_error": ("show", "board", "bets"),
    **dict.fromkeys(("showdown_out_of_order", "refused_to_show", "fold_at_allin_showdown"), ("bets",)),
    "partial_hand_shown": ("show",),
}
"""What an irregularity rests on, beside the event that shows it."""


def doubted(night: Night, event: Event) -> Night:
    """The night whose hand remembers that *event* was not seen for sure."""
    hand = night.hand
    if hand is None:
        return night
    sure = 0.0 if isinstance(event, SourceGone) else event.confidence
    doubts = dict(hand.doubts)
    doubtful = {kind: sure for kind in _told_by(event, hand) if sure < doubts.get(kind, 1.0)}
    if not doubtful:
        return night
    return changed(night, hand=changed(hand, doubts=tuple(sorted((doubts | doubtful).items()))))


def _told_by(event: Event, hand: Hand) -> tuple[str, ...]:
    """What *event* is evidence of; a source that is gone leaves in doubt what it may have missed."""
    bets = f"bets {hand.street.value}"
    if isinstance(event, SourceGone):
        return (*_PASSING, bets)
    of = _TELLS.get(type(event))
    return () if of is None else (bets if of == "bets" else of,)


_PASSING = ("burns", "deal", "show")
"""What is seen in passing; the board lies there to be counted again."""


def rests_on(found: Found, event: Event, night: Night, hand: Hand) -> Found:
    """*found* with its confidence: the least of the event, the hand's start, and the evidence before.

    While a source is lost nothing can be said that rests on having seen what went before.
    """
    least = min(found.confidence, event.confidence)
    if night.lost and found.code in _RESTS:
        least = 0.0
    if found.code not in _ON_FELT:
        least = min(least, hand.sure)
    if hand.doubts:
        bets = f"bets {hand.street.value}"
        kinds = [bets if kind == "bets" else kind for kind in _RESTS.get(found.code, ())]
        least = min([least, *(sure for kind, sure in hand.doubts if kind in kinds)])
    return found if least == found.confidence else replace(found, confidence=least)
