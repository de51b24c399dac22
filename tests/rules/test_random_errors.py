"""One illegal act in a hand that is legal otherwise, in any house: its code, its seat, and nothing else once ruled."""

import random
from typing import Any

import pytest
from random_play import Play
from wrong_acts import WRONGS, Wrong, rule_on_it

from table_controller.files import load_rulebook, rulebook_names

_HANDS = 20
_HOUSE = {"over limit": ("tda-2024", "pot_limit"), "over cap": ("brandenburg", "spread_limit")}
"""Where alone the act is illegal."""
_TOLD = {"short_blind_all_in", "table_overfull"}


def _hand(act: str, seed: int) -> Play:
    dice = random.Random(f"{act} {seed}")
    book = load_rulebook(dice.choice(rulebook_names()))
    named = book.parameters.get("bet.structures_allowed")
    limit = dice.choice([str(one) for one in named] if isinstance(named, tuple) else ["no_limit"])
    if act in _HOUSE:
        book, limit = load_rulebook(_HOUSE[act][0]), _HOUSE[act][1]
    omaha = book.id in ("brandenburg", "tda-2024") and dice.random() < 0.5
    deep, seats = dice.random() < 0.7, dice.randint(2, 9)
    return Play(book, seed, seats=seats, game="omaha" if omaha else "texas", limit=limit, deep=deep, short=False)


def _done(play: Play, act: str, first: int) -> Wrong | None:
    """The act at the first decision after *first* ones where it can be done; None if it never can."""
    play.go_on(until=first)
    while not play.hand.settled and play.ask is not None:
        ask, before = play.ask, play.at
        found = WRONGS[act](play, ask, next(p for p in play.hand.players if p.seat == ask.seat))
        if found is not None or play.at != before:
            return found
        play.act()
        play.go_on(until=0)
    return None


@pytest.mark.parametrize("act", WRONGS)
def test_one_wrong_act_is_named_and_nothing_else(act: str) -> None:
    named = 0
    for seed in range(3 * _HANDS if act == "over cap" else _HANDS):
        play = _hand(act, seed)
        wrong = _done(play, act, first=seed % 6 if act != "over cap" else 0)
        if wrong is None:
            continue
        named += 1
        rule_on_it(play)
        play.go_on()
        assert [found for found in play.found if found[0] not in _TOLD] == [wrong], (play.book.id, seed)
        _all_there(play)
    assert named > 1


def _all_there(play: Play) -> None:
    """Every chip lies where it belongs once the ruling is carried out."""
    stacks: dict[Any, int] = dict(play.night.stacks)
    for player in play.hand.players:
        assert stacks[player.seat] == play.ledger.stacks[player.seat] + player.won, player.seat
