"""Legal play at random, in every house and limit: no incident, and every chip where an independent count has it."""

import random
from dataclasses import replace

import pytest
from random_play import Play

from table_controller.files import load_rulebook, rulebook_names
from table_controller.records.rulebook import Rulebook

_HANDS = 40
_TOLD = {"short_blind_all_in", "stack_below_big_blind", "table_overfull"}
"""What is said of a short stack, or of an eleventh seat, before anybody has acted."""


def _book(name: str, *, straddle: bool, ante: int) -> Rulebook:
    """The house, with straddle and ante allowed where the hand has them."""
    book = load_rulebook(name)
    allowed = {**book.parameters, "straddle.allowed": straddle}
    return replace(book, parameters=allowed | ({"ante.allowed": True} if ante else {}))


def _limits(book: Rulebook) -> list[str]:
    """The limits that the house plays."""
    named = book.parameters.get("bet.structures_allowed")
    return [str(limit) for limit in named] if isinstance(named, tuple) else ["no_limit"]


def _any_hand(name: str, seed: int) -> Play:
    dice = random.Random(f"{name} {seed}")
    ante, straddle = dice.choice([0, 0, 10]), dice.random() < 0.3
    book = _book(name, straddle=straddle, ante=ante)
    seats = dice.randint(2, 11)
    game = dice.choice(["texas", "omaha"]) if seats < 11 and name in ("brandenburg", "tda-2024") else "texas"
    limit = dice.choice(_limits(book))
    return Play(book, seed, seats=seats, game=game, limit=limit, ante=ante, straddle=straddle, deep=dice.random() < 0.5)


@pytest.mark.parametrize("name", rulebook_names())
def test_legal_play_is_clean_and_every_chip_is_counted(name: str) -> None:
    decisions = 0
    for seed in range(_HANDS):
        play = _any_hand(name, seed)
        decisions += play.go_on()
        assert [code for code, _ in play.found if code not in _TOLD] == [], (name, seed)
        _counted(play)
    assert decisions > 4 * _HANDS


def _counted(play: Play) -> None:
    """Stacks and pots equal what the chips alone tell."""
    hand, stacks = play.hand, dict(play.night.stacks)
    for player in hand.players:
        put = play.ledger.put.get(player.seat, 0)
        assert player.total == put, player.seat
        assert stacks[player.seat] == play.ledger.stacks[player.seat] + player.won, player.seat
        assert player.owes == player.excess == 0
    pushed = sum(player.won for player in hand.players) + play.night.carried + play.night.dropped
    assert pushed == sum(play.ledger.put.values())
    folded = {player.seat for player in hand.players if player.folded}
    assert [(pot.amount, tuple(sorted(pot.seats))) for pot in hand.pots] == [
        (amount, tuple(sorted(seats))) for amount, seats in play.ledger.pots(folded)
    ]
