"""Equity, against full enumerations by others: a brute force of its own evaluator, and PokerKit's hands."""

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import StandardHighHand

from table_controller.equity import chances
from table_controller.records.cards import DECK, Card, Rank, Suit
from table_controller.views.chances import SPLIT, Chances

Hands = tuple[tuple[Card, ...], ...]


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(text[place : place + 2]) for place in range(0, len(text), 2))


def hands(text: str) -> Hands:
    return tuple(cards(hand) for hand in text.split())


@pytest.mark.parametrize(
    ("held", "boards", "wins", "ties"),
    [
        ("AsKd 7h7c", 1712304, (761478, 946000), (4826, 4826)),
        ("AsAh KsKh", 1712304, (1410336, 292660), (9308, 9308)),
        ("2c7d 2d7c", 1712304, (12653, 12653), (1686998, 1686998)),
        ("Ts9s 8h8d", 1712304, (834465, 869710), (8129, 8129)),
        ("AsAh KsKh QsQh", 1370754, (924864, 233476, 204228), (8186, 8186, 8186)),
        ("JhTh 3h2h 5c5d", 1370754, (665573, 133186, 560045), (11950, 11950, 11950)),
    ],
)
def test_before_the_flop_it_counts_as_a_brute_force_does(
    held: str, boards: int, wins: tuple[int, ...], ties: tuple[int, ...]
) -> None:
    """The figures: a C program that deals every board and takes the best of every five cards, written for this."""
    found = chances(hands(held), ())
    assert found is not None
    assert (found.boards, found.wins, found.ties, found.outs) == (boards, wins, ties, None)
    assert sum(found.shares) == boards * SPLIT


def by_pokerkit(held: Hands, board: tuple[Card, ...]) -> tuple[int, list[int], list[int]]:
    """Boards, wins and ties by PokerKit's evaluator, board by board."""
    left = [card for card in DECK if card not in board and all(card not in hand for hand in held)]
    wins, ties, boards = [0] * len(held), [0] * len(held), 0
    for drawn in combinations(left, 5 - len(board)):
        full = "".join(map(str, board + drawn))
        made = [StandardHighHand.from_game("".join(map(str, hand)), full) for hand in held]
        best = [place for place, hand in enumerate(made) if hand == max(made)]
        boards += 1
        for place in best:
            (wins if len(best) == 1 else ties)[place] += 1
    return boards, wins, ties


@pytest.mark.parametrize(
    ("held", "board"),
    [
        ("AsKs QhQd", "QsJs2c4d"),
        ("5c5d AhKh 9s8s", "5h6h7s8d"),
        ("AcAd AhAs", "2s3s4s9d"),
        ("2c3c AhKd JhJc", "4c5c6cTh"),
        ("KcKd 7h2s", "7c7dKhKs2d"),
        ("AsTd 6c6d", "2h2d9s9c"),
    ],
)
def test_after_the_flop_it_counts_as_pokerkit_does(held: str, board: str) -> None:
    found = chances(hands(held), cards(board))
    assert found is not None
    boards, wins, ties = by_pokerkit(hands(held), cards(board))
    assert (found.boards, list(found.wins), list(found.ties)) == (boards, wins, ties)


def test_the_flop_is_every_turn_and_every_turn_is_every_river() -> None:
    held, flop = hands("AsKd 7h7c Ts9s"), cards("8s3s2d")
    whole = chances(held, flop)
    left = [card for card in DECK if card not in flop and all(card not in hand for hand in held)]
    turns = [chances(held, (*flop, card)) for card in left]
    assert whole is not None
    assert whole.boards == comb(43, 2)
    for place in range(3):  # every board is met twice: by its turn and by its river
        assert sum(turn.wins[place] for turn in turns if turn) == 2 * whole.wins[place]
        assert sum(turn.shares[place] for turn in turns if turn) == 2 * whole.shares[place]


def test_outs_are_the_cards_that_turn_the_hand_round() -> None:
    found = chances(hands("AsKd 7h7c"), cards("Ts8h3d"))
    assert found is not None
    assert found.outs == ((*cards("AcAdAh"), *cards("KcKhKs")), ())
    assert found.wins[1] > found.wins[0]


def test_who_leads_has_no_outs_and_a_tie_is_none() -> None:
    split = chances(hands("AsKd AhKc"), cards("AdKh2c7s"))
    assert split is not None
    assert split.outs == ((), ())
    assert split.ties == (44, 44)
    drawing = chances(hands("9s8s AhAd"), cards("As7s6sKd"))  # the straight flush draw leads with a flush
    assert drawing is not None
    assert drawing.outs is not None
    assert drawing.outs[0] == ()
    assert set(drawing.outs[1]) == set(cards("7c7d7h6c6d6hKcKhKsAc"))


def test_the_river_is_decided() -> None:
    found = chances(hands("AsKd 7h7c"), cards("Ts8h3d2c2h"))
    assert found == Chances((0, 1), (0, 0), (0, SPLIT), 1, ((), ()))


@pytest.mark.parametrize(
    ("held", "board"),
    [
        ("AsKd", ""),
        ("AsKd 7h7c", "Ts"),
        ("AsKd 7h7c", "Ts8h"),
        ("AsKd AsQd", ""),
        ("AsKd 7h7c", "7h8h3d"),
        ("AsKdQcJh 7h7c6c6d", "Ts8h3d"),
    ],
)
def test_what_cannot_be_counted_is_not_told(held: str, board: str) -> None:
    assert chances(hands(held), cards(board)) is None


_ANY = st.permutations(DECK).map(lambda deck: tuple(deck[:9]))


@given(_ANY, st.permutations("cdhs"), st.sampled_from([0, 3, 4, 5]))
def test_suits_have_no_rank_and_seats_no_order(drawn: tuple[Card, ...], suits: list[str], shown: int) -> None:
    held, board = (drawn[0:2], drawn[2:4]), drawn[4 : 4 + shown]
    other = dict(zip("cdhs", suits, strict=True))

    def turned(some: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(Card(Rank(card.rank.value), Suit(other[card.suit.value])) for card in some)

    one, two = chances(held, board), chances((turned(held[1]), turned(held[0])), turned(board))
    assert one is not None
    assert two is not None
    assert (one.wins, one.ties, one.shares) == (two.wins[::-1], two.ties[::-1], two.shares[::-1])
    assert sum(one.wins) + one.ties[0] == one.boards
    assert sum(one.shares) == one.boards * SPLIT
