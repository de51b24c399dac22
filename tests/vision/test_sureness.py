"""How sure a name is: by how it was come by, never another name."""

import numpy as np
import pytest

from vision.classify import UNSEEN, combine
from vision.localise import Found
from vision.names import BACK, CARDS, CLASSES, JOKER
from vision.opinions import Opinions
from vision.sureness import AS_SAID, ASPECTS, TALLEST, Sureness, aspects, calibrated, unplayed

QUAD = np.float32([[0, 0], [70, 0], [70, 100], [0, 100]])
KING, NINE = CARDS.index("Kh"), CARDS.index("9c")


def corner(card: int, rank: float, suit: float) -> np.ndarray:
    index = np.zeros(19, np.float32)
    index[:14], index[14:] = (1 - rank) / 13, (1 - suit) / 4
    index[card % 13], index[14 + card // 13] = rank, suit
    return index


def opinions(found: list[Found], whole: np.ndarray, index: np.ndarray, reaches: np.ndarray) -> Opinions:
    return Opinions(found, whole, index, [], reaches, 0.01 * reaches, [], index[:0, 0])


def seen(
    *indices: np.ndarray, whole: np.ndarray | None = None, reach: float = 10.0, placed: float = 1.0
) -> dict[str, float]:
    silent = np.full((1, len(CLASSES)), 1 / len(CLASSES), np.float32)
    said = silent if whole is None else whole
    index = np.stack([*indices, *[UNSEEN] * (4 - len(indices))])[None]
    reaches = np.float32([[reach] * len(indices) + [0] * (4 - len(indices))])
    found = [Found(QUAD, 0.8, 0.1, placed)]
    row = aspects(opinions(found, said, index, reaches), combine(said, index, 1.0, 1.0))
    assert row.shape == (1, len(ASPECTS))
    return dict(zip(ASPECTS, row[0].tolist(), strict=True))


def test_an_index_tells_its_height_and_what_it_says_for_and_against() -> None:
    agreed, divided = seen(corner(KING, 0.95, 0.9)), seen(corner(KING, 0.95, 0.9), corner(NINE, 0.8, 0.8))
    assert agreed["height"] == pytest.approx(np.log(11), abs=1e-3)
    assert agreed["clear"] == pytest.approx(agreed["height"] * agreed["index"], abs=1e-3)
    assert agreed["tall"] == pytest.approx((agreed["height"] - np.log(9)) * agreed["index"], abs=1e-3)
    assert seen(corner(KING, 0.95, 0.9), reach=7.0)["tall"] == 0
    for aspect in ("whole", "second", "suit"):
        assert agreed[f"tall_{aspect}"] == pytest.approx(agreed["height"] * agreed[aspect], abs=1e-3)
    assert agreed["index"] == pytest.approx(np.log(0.855 / 0.145), abs=1e-3)
    assert agreed["suit"] == pytest.approx(np.log(9), abs=1e-3)
    assert agreed["court"] == 1
    assert (agreed["score"], agreed["back"]) == pytest.approx((0.8, 0.1))
    assert divided["against"] > agreed["against"]
    assert divided["chance"] < agreed["chance"]
    assert seen(corner(NINE, 0.9, 0.9))["court"] == 0


def test_of_an_index_taller_than_any_that_sureness_is_fitted_on_no_more_is_made() -> None:
    whole = np.full((1, len(CLASSES)), 0.01 / (len(CLASSES) - 1), np.float32)
    whole[0, KING] = 0.99
    twice = (corner(KING, 0.99, 0.99), corner(KING, 0.99, 0.98))
    tallest = seen(*twice, whole=whole, reach=TALLEST)
    taller = seen(*twice, whole=whole, reach=4 * TALLEST)
    assert {name: taller[name] for name in ASPECTS if name != "astray"} == {
        name: tallest[name] for name in ASPECTS if name != "astray"
    }, "how far it points goes with its reach here"
    assert seen(*twice, whole=whole, reach=TALLEST - 5)["height"] < tallest["height"]


def test_how_surely_a_card_lies_where_it_seems_to_is_told() -> None:
    index, whole = corner(KING, 0.95, 0.9), np.full((1, len(CLASSES)), 0.1 / (len(CLASSES) - 1), np.float32)
    whole[0, KING] = 0.9
    assert seen(index, placed=0.9)["placed"] == pytest.approx(np.log(9), abs=1e-3)
    assert seen(index, whole=whole, placed=0.9)["placed"] == pytest.approx(np.log(9), abs=1e-3)
    assert seen(index, whole=whole)["placed"] == 0, "its outline was seen"
    assert seen(index, reach=20.0)["astray"] == pytest.approx(0.2)
    assert seen(whole=whole)["astray"] == 0


def test_without_an_index_nothing_is_said_of_any() -> None:
    whole = np.full((1, len(CLASSES)), 0.1 / (len(CLASSES) - 1), np.float32)
    whole[0, NINE] = 0.9
    alone = seen(whole=whole)
    assert alone["height"] == alone["clear"] == alone["tall"] == alone["tall_whole"] == 0
    assert (
        alone["index"] == alone["second"] == alone["against"] == alone["suit"] == pytest.approx(np.log(1e-4), abs=0.01)
    )
    assert alone["whole"] == pytest.approx(np.log(9), abs=1e-2)


def test_the_likeliest_name_becomes_as_likely_as_it_is_sure_and_stays_the_likeliest() -> None:
    chances = np.random.default_rng(3).dirichlet(np.full(len(CLASSES), 0.05), 200).astype(np.float32)
    sure = np.random.default_rng(4).uniform(0.05, 0.999, 200).astype(np.float32)
    said = calibrated(chances, sure)
    cards = chances.argmax(1) < BACK
    assert cards.sum() > 150
    assert (said.argmax(1) == chances.argmax(1)).all()
    assert np.allclose(said.sum(1), 1, atol=1e-4)
    assert np.allclose(said[cards].max(1), sure[cards], atol=1e-3)
    assert (said[~cards] == chances[~cards]).all()


def test_what_is_no_card_keeps_its_chance() -> None:
    joker = np.full((1, len(CLASSES)), 0.001, np.float32)
    joker[0, JOKER] = 1 - 0.001 * 55
    assert (calibrated(joker, np.float32([0.99])) == joker).all()


def spread(says: dict[int, float]) -> np.ndarray:
    """Return (1, 56) in which these classes have these chances and the others share the rest."""
    row = np.full((1, len(CLASSES)), (1 - sum(says.values())) / (len(CLASSES) - len(says)), np.float32)
    row[0, list(says)] = list(says.values())
    return row


@pytest.mark.parametrize(
    ("together", "joker", "cut_card", "kind", "chance"),
    [
        ({"Jh": 0.6, "joker": 0.2}, 0.9, 0.01, "joker", 0.9),  # its word read as a jack's index
        ({"Jh": 0.97, "joker": 0.01}, 0.9, 0.01, "Jh", 0.97),
        ({"joker": 0.9, "Kc": 0.08}, 0.7, 0.01, "joker", 0.7),
        ({"back": 0.6, "cut_card": 0.3}, 0.01, 0.8, "cut_card", 0.8),
        ({"joker": 0.9, "Kc": 0.08}, 0.01, 0.01, "Kc", 0.08 + 0.89 / 52),  # what it loses makes no name sure
    ],
)
def test_a_joker_is_as_likely_as_its_picture_says_unless_a_name_is_likelier(
    together: dict[str, float], joker: float, cut_card: float, kind: str, chance: float
) -> None:
    rows = np.zeros((1, len(ASPECTS)), np.float32)
    for name, likely in (("joker", joker), ("cut_card", cut_card)):
        rows[0, ASPECTS.index(name)] = np.log(likely / (1 - likely))
    before = spread({CLASSES.index(name): likely for name, likely in together.items()})
    kept = before.copy()
    told = unplayed(before, rows)
    assert CLASSES[told[0].argmax()] == kind
    assert told[0].max() == pytest.approx(chance, abs=1e-3)
    assert told.sum() == pytest.approx(1, abs=1e-4)
    assert (before == kept).all(), "what was said before stays"


def test_sureness_counts_each_aspect() -> None:
    taller = Sureness(-1.0, tuple(2.0 if name == "height" else 0.0 for name in ASPECTS))
    row = np.zeros((2, len(ASPECTS)), np.float32)
    row[1, ASPECTS.index("height")] = 1
    assert taller.of(row) == pytest.approx([1 / (1 + np.e), 1 / (1 + np.exp(-1))])
    assert AS_SAID.of(row) == pytest.approx([0.5, 0.5])


def test_a_card_whose_whole_contradicts_its_index_is_told_from_one_of_which_only_the_index_is_known() -> None:
    whole = np.full((1, len(CLASSES)), 0.1 / (len(CLASSES) - 1), np.float32)
    whole[0, NINE] = 0.9
    index = corner(KING, 0.95, 0.95)
    contradicted, lonely = seen(index, whole=whole), seen(index, whole=whole, placed=0.7)
    assert (contradicted["alone"], lonely["alone"]) == (0, 1)
    assert contradicted["other"] == lonely["other"] == pytest.approx(np.log(9), abs=1e-2)


def beside(*cards: tuple[np.ndarray, dict[int, float]]) -> tuple[list[float], list[float]]:
    """Return "taken" and "rival" of outlines that as a whole say this, the rest spread."""
    whole = np.concatenate([spread(says) for _, says in cards])
    none, found = np.zeros((len(cards), 4), np.float32), [Found(quad, 0.8, 0.1) for quad, _ in cards]
    rows = aspects(opinions(found, whole, np.stack([np.stack([UNSEEN] * 4)] * len(cards)), none), whole)
    taken, rival = (rows[:, ASPECTS.index(name)].tolist() for name in ("taken", "rival"))
    return taken, rival


def test_a_name_is_surer_where_the_next_best_lies_elsewhere_and_less_sure_where_it_does_itself() -> None:
    doubtful = (QUAD, {KING: 0.6, NINE: 0.3})
    (alone,), _ = beside(doubtful)
    assert alone == pytest.approx(0, abs=1e-4)
    assert beside(doubtful, (QUAD + 300, {NINE: 0.99}))[0][0] > 0.4
    assert beside(doubtful, (QUAD + 300, {KING: 0.99}))[0][0] < -3
    assert beside(doubtful, (QUAD + 5, {NINE: 0.99}))[0][0] == pytest.approx(0, abs=1e-4), "the same card found twice"
    assert beside(doubtful, (QUAD + 300, {BACK: 0.99}))[0][0] == pytest.approx(0, abs=1e-2)


def test_another_name_in_the_same_place_is_a_rival() -> None:
    one = (QUAD, {KING: 0.9})
    assert beside(one, (QUAD + 5, {NINE: 0.99}))[1] == pytest.approx([0.77, 0.70], abs=0.05)
    assert beside(one, (QUAD + 5, {KING: 0.99}))[1] == [0, 0]
    assert beside(one, (QUAD + 300, {NINE: 0.99}))[1] == [0, 0]
    assert beside(one, (QUAD + 5, {BACK: 0.99}))[1][0] == 0


def test_a_name_tells_how_much_of_it_lies_on_a_card_face_down() -> None:
    back, apart = QUAD * 2 - np.float32([10, 10]), Found(QUAD + 500, 0.9, 0.0)
    found = [Found(QUAD, 0.8, 0.1), Found(back, 0.9, 0.95), apart]
    silent = np.full((3, len(CLASSES)), 1 / len(CLASSES), np.float32)
    index = np.stack([np.stack([corner(KING, 0.9, 0.9), *[UNSEEN] * 3])] * 3)
    rows = aspects(opinions(found, silent, index, np.ones((3, 4), np.float32)), combine(silent, index, 1.0, 1.0))
    assert rows[:, ASPECTS.index("on_back")] == pytest.approx([1.0, 0.0, 0.0], abs=1e-3)


def off_size(*cards: tuple[np.ndarray, dict[int, float]], card_long: float | None = None) -> list[list[float]]:
    """Return "smaller", "larger", "ace" and "small_ace" of outlines that as a whole say this, the rest spread."""
    whole = np.concatenate([spread(says) for _, says in cards])
    none, found = np.zeros((len(cards), 4), np.float32), [Found(quad, 0.8, 0.1) for quad, _ in cards]
    rows = aspects(opinions(found, whole, np.stack([np.stack([UNSEEN] * 4)] * len(cards)), none), whole, card_long)
    return rows[:, [ASPECTS.index(name) for name in ("smaller", "larger", "ace", "small_ace")]].tolist()


def test_a_name_tells_how_much_smaller_or_larger_it_is_than_the_faces_around_it() -> None:
    king, nine, ten = ((QUAD + 150 * n, {CARDS.index(name): 0.99}) for n, name in enumerate(("Kh", "9c", "Td")))
    half, twice = QUAD / 2 + 450, QUAD * 2 + 600
    ace = {CARDS.index("Ah"): 0.99}
    *_, pictured = off_size(king, nine, ten, (half, ace))
    assert pictured == pytest.approx([np.log(2), 0, 0, np.log(2)], abs=1e-3)
    first, *_, large = off_size(king, nine, ten, (twice, {CARDS.index("2s"): 0.99}))
    assert large == pytest.approx([0, np.log(2), 0, 0], abs=1e-3)
    assert first == pytest.approx([0, 0, 0, 0], abs=1e-3), "most of the others are as large"
    aslant = QUAD @ np.float32([[1, 0], [0, 0.5]])
    assert off_size(king, (aslant + 150, {NINE: 0.99}))[1][0] == pytest.approx(np.log(2) / 2, abs=1e-3)


def test_what_is_likely_no_face_and_aces_do_not_tell_how_large_cards_are() -> None:
    half, ace = (QUAD / 2 + 150, {CARDS.index("Ah"): 0.99}), (QUAD / 2 + 250, {CARDS.index("As"): 0.99})
    doubtful, back = (QUAD + 300, {NINE: 0.85}), (QUAD + 450, {BACK: 0.99})
    assert off_size(half, ace, doubtful, back)[:2] == [[0, 0, 1, 0]] * 2


def test_of_many_faces_the_nearest_tell_how_large_cards_are() -> None:
    near = [(QUAD / 2 + 100 * n, {CARDS.index(f"{n + 2}c"): 0.99}) for n in range(6)]
    far = [(QUAD + 5000 + 150 * n, {CARDS.index(f"{n + 2}d"): 0.99}) for n in range(8)]
    assert [row[0] for row in off_size(*near, *far)] == pytest.approx([0] * 14, abs=1e-3)


def test_where_it_is_known_how_long_cards_are_no_ace_is_doubted_for_its_size() -> None:
    ace = (QUAD, {CARDS.index("Ah"): 0.99})
    assert off_size(ace) == [[0, 0, 1, 0]], "nothing tells"
    assert off_size(ace, card_long=100.0) == [[0, 0, 0, 0]]
    king = (QUAD / 2 + 300, {KING: 0.99})
    assert off_size(ace, king)[0] == pytest.approx([0, np.log(2), 0, 0], abs=1e-3)
    assert off_size(ace, king, card_long=100.0) == [[0, 0, 0, 0]] * 2, "a camera that leans shows some smaller"
