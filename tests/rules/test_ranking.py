"""Our ranking against PokerKit's, and the examples of the seeds (TV-H1 to TV-H10)."""

from random import Random

import pytest
from pokerkit import OmahaHoldemHand, StandardHighHand

from table_controller.records.cards import DECK, Card
from table_controller.rules.ranking import best_of, strength


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def _text(cards: tuple[Card, ...]) -> str:
    return "".join(map(str, cards))


def _order(one: object, two: object) -> int:
    return (one > two) - (one < two)  # type: ignore[operator]


def test_texas_hands_compare_as_pokerkit_says() -> None:
    dice = Random(20)
    for _ in range(400):
        *board, a, b, c, d = dice.sample(DECK, 9)
        ours = [strength(hole, tuple(board)) for hole in ((a, b), (c, d))]
        theirs = [StandardHighHand.from_game(_text(hole), _text(tuple(board))) for hole in ((a, b), (c, d))]
        assert _order(*ours) == _order(*theirs), (board, a, b, c, d)


def test_omaha_hands_compare_as_pokerkit_says() -> None:
    dice = Random(21)
    for _ in range(40):
        cards = tuple(dice.sample(DECK, 13))
        board, holes = cards[:5], (cards[5:9], cards[9:13])
        ours = [strength(hole, board, omaha=True) for hole in holes]
        theirs = [OmahaHoldemHand.from_game(_text(hole), _text(board)) for hole in holes]
        assert _order(*ours) == _order(*theirs), cards


def test_close_hands_compare_as_pokerkit_says() -> None:
    """Few ranks and two suits: pairs, trips, full houses, flushes and straights meet one another."""
    dice = Random(22)
    few = tuple(card for card in DECK if str(card)[0] in "A2345K" and str(card)[1] in "cdh")
    for _ in range(400):
        *board, a, b, c, d = dice.sample(few, 9)
        ours = [strength(hole, tuple(board)) for hole in ((a, b), (c, d))]
        theirs = [StandardHighHand.from_game(_text(hole), _text(tuple(board))) for hole in ((a, b), (c, d))]
        assert _order(*ours) == _order(*theirs), (board, a, b, c, d)


def test_the_ten_ranks_descend() -> None:
    hands = [
        *("As Ks Qs Js Ts", "5h 4h 3h 2h Ah", "Ks Kh Kc Kd 8d", "Qs Qh Qc 2s 2d", "7s 8s 9s Ts Ks"),
        *("Ah Ks Qc Jd Ts", "5h 5c 5d 9s 3h", "7c 7h 4h 4d Js", "Ts Th Jc 6h 2d", "Ah Qc 9d 8s 5h"),
    ]
    ranks = [best_of(_cards(hand)) for hand in hands]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("8c Kc 6c 5c 3c", "Qd Jd Td 7d 4d"),  # TV-H2
        ("2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c"),  # TV-H3: the wheel is the lowest straight
        ("Ac Kd 9h 4s 3c", "Qc Jd 9h 4s 2c"),
        ("Kc Kd Kh Ts Tc", "4c 4d 4h As Ac"),  # TV-H5
        ("Jc Jd 3h 3s 9c", "Jh Js 3c 3d 8c"),  # TV-H6
    ],
)
def test_the_seeds_examples(better: str, worse: str) -> None:
    assert best_of(_cards(better)) > best_of(_cards(worse))


def test_no_straight_round_the_corner() -> None:
    assert best_of(_cards("Qc Kd Ah 2s 3c")) < best_of(_cards("2c 2d 3h 4s 6c"))  # TV-H4


def test_five_cards_and_never_more() -> None:
    board = _cards("Ac Kd Qh 9s 8c")
    assert strength(_cards("2c 3d"), board) == strength(_cards("4h 5s"), board)  # TV-H7


def test_omaha_uses_exactly_two() -> None:
    hole, board = _cards("As Kd 7c 2h"), _cards("Qs Js Ts 9s 3d")
    assert strength(hole, board, omaha=True) == best_of(_cards("As Kd Qs Js Ts"))  # TV-H8
    assert strength(_cards("As Kd"), board) == best_of(_cards("As Qs Js Ts 9s"))  # TV-H9


def test_too_few_cards_rank_nothing() -> None:
    assert best_of(_cards("As Ks")) == 0
    assert strength(_cards("As Ks"), ()) == 0
    assert best_of(_cards("As As As As As As")) > 0
