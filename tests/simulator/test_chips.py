"""Chips and hands of the simulated table: paying, setting up, and who wins."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import StandardHighHand

from table_controller.records import DECK
from table_controller.simulator.felt import built_in_deck
from table_controller.simulator.purse import Purse, pay, pay_new, set_up, worth
from table_controller.simulator.ranking import strength
from table_controller.table_file import built_in_table

_CHIPS = st.dictionaries(st.sampled_from([10, 50, 100, 500, 1000]), st.integers(0, 12))


@given(st.integers(0, 5000))
def test_a_stack_is_worth_what_it_should_be(tens: int) -> None:
    assert worth(set_up(10 * tens)) == 10 * tens == worth(pay_new(10 * tens))


@given(_CHIPS, st.integers(1, 600))
def test_a_payment_is_exact_and_out_of_the_purse(chips: dict[int, int], tens: int) -> None:
    purse = Purse(chips)
    paid = pay(purse, 10 * tens)
    if paid is not None:
        assert worth(paid) == 10 * tens
        assert paid <= purse


@given(st.integers(11, 100))
def test_nobody_raises_with_one_oversized_chip(tens: int) -> None:
    paid = pay(set_up(20_000), 10 * tens, alone=False)
    assert paid is not None
    assert paid.total() > 1


@pytest.mark.parametrize("seed", range(3))
def test_hands_rank_as_pokerkit_ranks_them(seed: int) -> None:
    random = Random(seed)
    for _ in range(150):
        cards = random.sample(DECK, 9)
        mine, yours = cards[:2] + cards[4:], cards[2:]
        ours = (strength(mine) > strength(yours)) - (strength(mine) < strength(yours))
        one, other = (StandardHighHand.from_game("".join(map(str, hand))) for hand in (mine, yours))
        assert ours == (one > other) - (one < other), (mine, yours)


def test_the_built_in_table_has_the_simulated_deck() -> None:
    assert built_in_table().deck == built_in_deck()
