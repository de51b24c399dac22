"""On real hands the seat to act, the call and the least raise are PokerKit's.

Where PokerKit is known to be wrong (TDA 47 ex. 3-A and the derived case), golden cases hold what is right.
"""

import tarfile
import warnings
from pathlib import Path
from typing import Any

from pokerkit import HandHistory

from table_controller.files import load_rulebook
from table_controller.hands import read_hands
from table_controller.rules import assess, new_night

_HANDS = 150
_SECOND = 1_000_000_000


def _recorded(archive: Path, names: set[str]) -> dict[str, Any]:
    with tarfile.open(archive) as packed, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {name: HandHistory.load(file) for name in names if (file := packed.extractfile(packed.getmember(name)))}


def _asked(hand: Any) -> dict[int, tuple[int, int, int | None] | None]:
    """What we ask after each recorded action, by its number."""
    book, night = load_rulebook("tda-2024"), new_night()
    asked: dict[int, tuple[int, int, int | None] | None] = {}
    for event in hand.events:
        answer = assess(night, event, book)
        night = answer.night
        assert not answer.irregularities
        ask = answer.ask
        asked[event.at // _SECOND] = None if ask is None else (ask.seat, ask.to_call, ask.min_raise_to)
    return asked


def test_asks_agree(shared: Path) -> None:
    archive = shared / "hands" / "pluribus.tar.gz"
    hands = {hand.name: hand for hand, _ in zip(read_hands(archive), range(_HANDS), strict=False)}
    compared = 0
    for name, history in _recorded(archive, set(hands)).items():
        hand = hands[name]
        asked = _asked(hand)
        scale = dict(hand.events[0].seats)[1] / history.starting_stacks[0]
        number = 0
        for state, action in history.state_actions:
            number += action is not None
            if action is None or action.startswith("d dh"):
                continue
            least = state.min_completion_betting_or_raising_to_amount
            theirs = state.actor_index is not None and (
                state.actor_index + 1,
                state.checking_or_calling_amount * scale,
                None if least is None else least * scale,
            )
            assert (asked[number] or False) == theirs, (name, number, action)
            compared += 1
    assert compared > 5 * _HANDS
