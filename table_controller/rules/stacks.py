"""Stacks: chips taken off the table, passed on, out of sight or unknown; counts that do not agree (K58, K60)."""

from collections.abc import Mapping
from types import MappingProxyType

from table_controller.records.chips import Seat
from table_controller.records.events import (
    Announced,
    Certainty,
    ChipsBought,
    ChipsCashedOut,
    ChipsMovedIn,
    HandStarted,
    SeatTaken,
)
from table_controller.records.hand import Hand
from table_controller.rules.clock import STAFF
from table_controller.rules.hand import player_of, setting, whole
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.till import bought_since, in_reach, plays_for_pot

TOLD: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "chips_not_visible": ("chips out of sight", "all chips in view"),
        "dirty_stack": ("a stack that is not sorted", "stacks sorted by value"),
        "unknown_chip": ("a chip of unknown value", "chips of known values"),
        "cash_on_table": ("cash on the table", "chips and cards only"),
        "foreign_object_on_table": ("an object on the table", "chips and cards only"),
        "chip_passing": ("chips passed on", "chips change owner by play alone"),
        "going_south": ("chips taken off the table", "chips stay on the table"),
    }
)
"""What dealer or floor call out when they see it at a seat: ``announced`` with this as ``what``; seen and required."""


def called_out(look: Look) -> Answer:
    """The dealer or the floor calls out what is wrong with a stack. 000 STACK, AN:BUYIN-c; 001 §1.3.8, §1.4.4; TDA 25.

    A player's word about another's chips proves nothing.
    """
    event = look.event
    if event.what not in TOLD:
        return None
    if event.by not in STAFF:
        return NOT_ASSESSED
    measured, required = TOLD[event.what]
    return Found(event.what, event.seat, measured, required)


def unknown_chip(look: Look) -> Answer:
    """A chip is bet whose colour has no value at this table. 000 BG:JETON-a; TDA RP-22: what a token counts as."""
    chips = look.event.chips
    if not chips:
        return None
    if all(value > 0 for value, _ in chips):
        return CLEAR
    counts_as = _TOKENS.get(str(setting(look.book, "token_bet")))
    others = None if counts_as is None else tuple(way for way in _TOKENS.values() if way != counts_as)
    return Found("unknown_chip", look.event.seat, *TOLD["unknown_chip"], counts_as, others)


_TOKENS = {"call": "complete_call", "all_in": "all_in", "void": "action_void"}
"""What a chip of no value counts as, by the house's answer (TDA RP-22); else the floor decides."""


def going_south(look: Look) -> Answer:
    """Chips go back to the bank while the player stays. 000 BG:STACK-b; 001 §1.4.4; 002 R2-a: between hands (K60).

    Whoever plays for the pot no more may go with all chips at any time: no house keeps a player at the table.
    """
    event, hand = look.event, look.hand
    behind = _behind(look, event.seat)
    if event.amount <= 0 or behind <= 0:
        return None
    playing = _in_play(hand, event.seat)
    if playing and event.amount <= bought_since(look.night, event.seat):
        return CLEAR  # an entry of this hand booked back: it was not in play yet
    if playing and not plays_for_pot(hand, event.seat) and event.amount >= in_reach(look.night, event.seat):
        return CLEAR
    if playing or (event.amount < behind and setting(look.book, "stack.removal") != "between_hands"):
        required = "nothing taken off during a hand" if playing else "all chips stay, or all go"
        return Found("going_south", event.seat, f"{event.amount} of {behind} taken off", required)
    return CLEAR


def _in_play(hand: Hand, seat: Seat) -> bool:
    player = player_of(hand, seat)
    return player is not None and not hand.settled


def _behind(look: Look, seat: Seat) -> int:
    player = player_of(look.hand, seat)
    if player is not None and not look.hand.settled:
        return player.stack
    return dict(look.night.stacks).get(seat, 0)


def unequal_stack(look: Look) -> Answer:
    """Somebody starts with other chips than the rest. 000 BG:STACK-LEADER-b, SA-c; 001 §4.1.2-a; 003 TH:WE (K58)."""
    event, night = look.event, look.night
    amount = event.stack if isinstance(event, SeatTaken) else event.amount
    if setting(look.book, "buyin.mode", "minimum") != "fixed_equal" or night.hands or not amount:
        return None
    if isinstance(event, ChipsBought) and event.kind != "buy_in":
        return None
    others = [stack for seat, stack in night.stacks if seat != event.seat and stack > 0]
    wanted = whole(look.book, "buyin.amount", 0) or whole(look.book, "buyin.bb_multiple", 0) * night.big_blind
    wanted = wanted or (others[0] if others else amount)
    if amount == wanted:
        return CLEAR
    return Found("unequal_starting_stack", event.seat, f"chips of {amount}", f"chips of {wanted}")


def counted(look: Look) -> Answer:
    """The dealer counts a stack and finds other chips than it must hold. 000 SA-d; 004 C27."""
    event = look.event
    if event.what != "stack" or event.seat is None or event.amount is None:
        return None
    if event.by not in STAFF:
        return NOT_ASSESSED
    held = _behind(look, event.seat)
    if event.amount == held:
        return CLEAR
    return Found("chip_conservation_error", event.seat, f"chips of {event.amount}", f"chips of {held}")


def between_hands(look: Look) -> Answer:
    """The stacks that are seen at a new hand are not those of the last: chips taken off, passed on, or too many.

    000 BG:STACK-b; 001 §1.3.4-a, §1.4.4-b. Records and books of their own tell stacks that nobody saw.
    """
    event, night = look.event, look.night
    if not look.hand.settled or not look.hand.players or event.source == "record":
        return None
    if event.certainty is not Certainty.SEEN or event.confidence < 1.0:
        return None
    known = dict(night.stacks)
    moved = {seat: stack - known[seat] for seat, stack in event.seats if seat in known and stack != known[seat]}
    if not moved:
        return CLEAR
    down = [seat for seat, change in moved.items() if change < 0]
    if down and not sum(moved.values()):
        return Found(
            "chip_passing", down[0], f"{-moved[down[0]]} fewer than after the last hand", TOLD["chip_passing"][1]
        )
    if len(moved) == len(down) == 1:
        return Found(
            "going_south", down[0], f"{-moved[down[0]]} fewer than after the last hand", TOLD["going_south"][1]
        )
    total = sum(stack for seat, stack in event.seats if seat in known)
    return Found(
        "chip_conservation_error",
        next(iter(moved)) if len(moved) == 1 else None,
        f"chips of {total}",
        f"chips of {sum(known[seat] for seat, _ in event.seats if seat in known)}",
    )


STACK_RULES = (
    Rule(
        "chips_not_visible",
        (Announced,),
        called_out,
        anytime=True,
        also=("cash_on_table", "chip_passing", "dirty_stack", "foreign_object_on_table"),
    ),
    Rule("unknown_chip", (ChipsMovedIn,), unknown_chip),
    Rule("going_south", (ChipsCashedOut,), going_south),
    Rule("unequal_starting_stack", (SeatTaken, ChipsBought), unequal_stack, anytime=True),
    Rule("chip_conservation_error", (Announced,), counted, anytime=True, also=("chip_passing", "going_south")),
    Rule("chip_conservation_error", (HandStarted,), between_hands, also=("chip_passing", "going_south")),
)
"""The rules of stacks."""
