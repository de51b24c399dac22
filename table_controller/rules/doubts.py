"""How sure an irregularity is: no surer than the event that shows it, and than the evidence before it rests on."""

from collections.abc import Mapping
from dataclasses import replace

from table_controller.records.chips import Seat
from table_controller.records.events import (
    BoardCardDealt,
    CardBurned,
    CardExposed,
    CardMoved,
    CardsCounted,
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
from table_controller.records.player import Street
from table_controller.rules.hand import changed
from table_controller.rules.hidden import SOURCE
from table_controller.rules.look import Found

_TELLS: Mapping[type, str] = {
    HoleCardDealt: "deal",
    CardExposed: "deal",
    BoardCardDealt: "board",
    CardBurned: "burns",
    HandTabled: "show",
    PotPushed: "award",
}
"""What an event is evidence of."""

_ON_FELT = frozenset(
    {
        *("missing_burn", "extra_burn", "burn_exposed", "burn_misplaced", "four_card_flop", "flop_not_simultaneous"),
        *("exposed_card", "boxed_card", "bottom_card_exposed", "reshuffle_exposed"),
        *("fouled_deck", "marked_card", "stub_disordered", "shuffle_missing", "cut_missing", "cut_card_missing"),
        *("deck_not_verified", "card_not_returned"),
    }
)
"""What can be said of a hand even if nobody knows its button and seats: it lies on the felt."""

_TURN = ("bets", "board")
_RESTS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("four_card_flop", "short_flop", "flop_not_simultaneous"), ("board",)),
    **dict.fromkeys(("missing_burn", "extra_burn"), ("burns", "board")),
    **dict.fromkeys(("premature_flop", "premature_turn", "premature_river"), _TURN),
    "board_card_misplaced": (*_TURN, "burns"),
    "rabbit_hunting": ("bets", "board", "chips"),
    **dict.fromkeys(("extra_hole_card", "missing_hole_card", "multiple_exposed_cards"), ("deal",)),
    **dict.fromkeys(("dealt_out_of_order", "seat_skipped", "wrong_hole_card_count"), ("deal",)),
    "first_card_wrong_seat": ("deal",),
    **dict.fromkeys(("out_of_turn_action", "out_of_turn_bet", "out_of_turn_fold", "player_skipped"), _TURN),
    **dict.fromkeys(("undercall", "underraise", "incomplete_bet", "bet_below_minimum", "overcall"), _TURN),
    **dict.fromkeys(("string_bet", "check_facing_bet", "action_not_available", "multi_chip_overpay"), _TURN),
    **dict.fromkeys(("bet_withdrawn", "action_retracted"), (*_TURN, "chips")),
    **dict.fromkeys(("declaration_retracted", "bet_increment_violation", "clock_expired"), _TURN),
    **dict.fromkeys(("raise_cap_exceeded", "bet_limit_violation", "miscount_announced"), (*_TURN, "chips")),
    **dict.fromkeys(("bb_option_skipped", "betting_round_incomplete", "bets_swept_early", "bets_not_swept"), _TURN),
    **dict.fromkeys(("late_declaration", "declaration_action_mismatch", "premature_action", "hidden_chip"), _TURN),
    **dict.fromkeys(("oversized_chip", "fold_no_bet", "string_bet_not_announced"), _TURN),
    **dict.fromkeys(("player_exposed_card", "open_fold", "fold_not_mucked", "unprotected_hand_mucked"), _TURN),
    **dict.fromkeys(("blind_not_posted", "blind_posted_late"), ("bets", "deal")),
    **dict.fromkeys(("bet_above_stack", "allin_not_announced"), (*_TURN, "chips")),
    **dict.fromkeys(("allin_hand_exposed_early", "allin_button_missing"), (*_TURN, "chips")),
    **dict.fromkeys(("allin_hand_not_tabled", "refused_to_show", "fold_at_allin_showdown"), (*_TURN, "chips", "show")),
    **dict.fromkeys(("pot_misawarded", "misread_hand", "odd_chip_misawarded"), ("show", "board", "bets", "chips")),
    **dict.fromkeys(("side_pot_error", "tabled_hand_killed"), ("show", "board", "bets", "chips")),
    "showdown_out_of_order": ("show", "bets", "chips"),
    "partial_hand_shown": ("show",),
}
"""What an irregularity rests on, beside the event that shows it; all of it on a source that was lost."""


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
    """What *event* is evidence of; a source that is gone leaves in doubt what it may have missed, to the hand's end.

    Chips and words not seen for sure leave this street's bets in doubt, and what lies in the pot; a fold, whose turn it
    is on every street to come.
    """
    if isinstance(event, SourceGone):
        return (SOURCE,)
    if isinstance(event, CardMoved):
        return tuple({_PLACES.get(place.partition(" ")[0], "deal") for place in (event.from_, event.to)} - {"stub"})
    if isinstance(event, (HandMucked, HandPushed)) or (isinstance(event, Declared) and event.action == "fold"):
        return ("bets",)
    if hand.street is Street.DEAL and isinstance(event, (Declared, ChipsMovedIn, ChipsTakenBack)):
        return ("bets", f"chips {event.seat}")  # who opens the betting rests on the posts
    if isinstance(event, (Declared, ChipsMovedIn, ChipsTakenBack)):
        return (f"bets {hand.street.value}", f"chips {event.seat}")
    of = _TELLS.get(type(event))
    if of == "show" and hand.street in (Street.DEAL, Street.PREFLOP):
        return ("show", "deal")
    return () if of is None else (of,)


_PLACES = {"board": "board", "burn": "burns", "muck": "bets", "stub": "stub"}
"""What a card lying there is evidence of; before a seat it is the deal."""


def rests_on(found: Found, event: Event, night: Night, hand: Hand) -> Found:
    """*found* with its confidence: the least of the event, the hand's start, and the evidence before.

    While a source is lost nothing can be said that rests on having seen what went before. What somebody has counted
    rests on the count.
    """
    least = min(found.confidence, event.confidence)
    rests = () if isinstance(event, CardsCounted) else _RESTS.get(found.code, ())
    if night.lost and rests:
        least = 0.0
    if found.code not in _ON_FELT:
        least = min(least, hand.sure)
    if hand.doubts and rests:
        least = min([least, *(sure for kind, sure in hand.doubts if _concerns(kind, rests, hand, found.seat))])
    return found if least == found.confidence else replace(found, confidence=least)


def _concerns(kind: str, rests: tuple[str, ...], hand: Hand, seat: Seat | None) -> bool:
    """Whether a doubt of *kind* touches what something *rests* on.

    A seat that may have acted leaves every bet behind it in doubt; one whose chips nobody counted may be all-in, which
    leaves in doubt whether it is to act, or was.
    """
    of, _, more = kind.partition(" ")
    if of == "seat":
        return "bets" in rests or "chips" in rests
    if of == "chips" and "bets" in rests and more in (str(hand.to_act), str(seat)):
        return True
    return of == SOURCE or (of in rests and (of != "bets" or more in ("", hand.street.value)))
