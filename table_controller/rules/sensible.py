"""Which ways out make sense for an error of the deal, the burns or the board, beside what its house proposes.

The floor may choose each of them as the cards lie, and where nobody rules the table may carry out any: then that is
the ruling (design, section 3).
"""

from collections.abc import Mapping
from types import MappingProxyType

from table_controller.records.incidents import Irregularity

_COUNT = ("finish_deal", "surplus_becomes_burn")
_BURN = ("first_open_card_becomes_burn", "scramble_pick_burn_fill")
_BACK = ("keep_burn_reshuffle_redeal_no_burn", "setaside_reshuffle_redeal_no_burn")
_FLOP = ("surplus_becomes_next_burn", "scramble_pick_next_burn")
_STUB = ("restore_stub", "reshuffle_stub", "reshuffle_with_mixed")

SENSIBLE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "exposed_card": ("replace_with_first_burn", "replace_with_next_card"),
        "multiple_exposed_cards": ("replace_with_next_card",),
        "extra_hole_card": _COUNT[1:],
        "missing_hole_card": _COUNT[:1],
        "wrong_hole_card_count": _COUNT,
        "seat_skipped": _COUNT[:1],
        "missing_burn": (*_BURN, *_FLOP),
        "four_card_flop": (*_FLOP, *_BURN),
        "premature_flop": (*_BURN, *_BACK),
        "premature_turn": (*_BURN, "setaside_river_as_turn_then_reshuffle", *_BACK),
        "premature_river": (*_BURN, *_BACK),
        "extra_burn": ("burn_becomes_board_card",),
        "stub_disordered": _STUB,
        "reshuffle_exposed": ("reshuffle_stub",),
        "bottom_card_exposed": ("reshuffle_stub",),
        "rabbit_hunting": ("card_back",),
    }
)
"""By code, beside play stands, misdeal, a dead hand and a hand void, which ``possible`` weighs by themselves."""

ANY = frozenset({"misdeal", "floor_ruling", "house_override"})
"""Codes by which people say that something is wrong and not what: whatever has steps now may be meant."""


def mends(name: str, found: Irregularity) -> bool:
    """Whether the remedy *name* can be meant for *found*."""
    return found.code in ANY or name in ways(found)


def ways(found: Irregularity) -> tuple[str, ...]:
    """The ways out of *found*. A card that came too early and was not burned for is the burn, nothing else (R9-5)."""
    names = SENSIBLE.get(found.code, ())
    proposed = None if found.proposal is None else found.proposal.name
    return _BURN if found.code.startswith("premature_") and proposed in _BURN else names


_OF_THE_DEAL = frozenset(
    {
        *("exposed_card", "multiple_exposed_cards", "extra_hole_card", "missing_hole_card", "wrong_hole_card_count"),
        *("seat_skipped", "dealt_out_of_order", "first_card_wrong_seat", "dealt_to_ineligible_seat", "boxed_card"),
        *("shuffle_missing", "cut_missing", "cut_card_missing", "bottom_card_exposed", "misdeal"),
    }
)


def called_off(found: Irregularity) -> bool:
    """Whether the deal may be given up for *found*, whatever is proposed."""
    return found.code in _OF_THE_DEAL
