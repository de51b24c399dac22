"""An index without an outline makes a card, and that card is read like any other: as a whole, with all its indices."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision import kinds, looks
from vision.classify import Classifier
from vision.localise import Found, Spot
from vision.names import CARDS, CLASSES
from vision.search import Seen
from vision.settle import Sure, settle
from vision.sureness import AS_SAID, ASPECTS, Sureness, calibrated
from vision.weights import Settings

PICTURE = np.full((400, 400, 3), 90, np.uint8)
QUAD = np.float32([[30, 20], [240, 20], [240, 320], [30, 320]])
LEFT = Spot(np.float32([52, 60]), np.float32([0, -28]), np.float32([135, 170]), 0.9)
RIGHT = Spot(np.float32([218, 280]), np.float32([0, 28]), np.float32([135, 170]), 0.8)
SIX, JACK = CARDS.index("6c"), CARDS.index("Jd")


class Network:
    """Says of the pictures it is shown what it is told to, one after the other, the last for ever."""

    def __init__(self, *says: np.ndarray) -> None:
        self.says, self.shown = list(says), 0

    def run(self, pictures: np.ndarray) -> tuple[np.ndarray]:
        said = [self.says[min(self.shown + n, len(self.says) - 1)] for n in range(len(pictures))]
        self.shown += len(pictures)
        return (np.stack(said),)


def index(card: int, chance: float) -> np.ndarray:
    said = np.zeros(23, np.float32)
    said[:14], said[14:19] = (1 - chance) / 13, (1 - chance) / 4
    said[card % 13], said[14 + card // 13] = chance, chance
    return said


def whole(card: int) -> np.ndarray:
    said = np.full(64, 0.001 / (len(CLASSES) - 1), np.float32)
    said[len(CLASSES) :], said[card] = 0, 0.999
    return said


def classifier(card: Network, indices: Network) -> Classifier:
    opened: Any = SimpleNamespace(
        card=card,
        index=indices,
        letters=None,
        more_cards=(),
        more_indices=(),
        settings=Settings(0.2, 1, 1, 0.9),
        sureness=AS_SAID,
        kinds=kinds.AS_SAID,
    )
    return Classifier(opened)


def test_the_card_that_an_index_makes_is_read_as_a_whole_and_its_doubtful_index_counts() -> None:
    card = Network(whole(SIX))
    said = classifier(card, Network(index(SIX, 0.995), index(SIX, 0.7))).opinions(PICTURE, Seen([], [LEFT, RIGHT], []))
    assert card.shown == 1
    assert len(said.cards) == 1
    assert said.whole[0, SIX] > 0.99
    assert said.owned == [0, 0], "the right index, too doubtful to make a card, is this one's"
    assert (said.reaches[0] > 0).sum() == 2


@pytest.mark.parametrize(("says", "agrees"), [(SIX, True), (JACK, False)])
def test_a_name_that_only_an_index_tells_is_doubted_where_the_whole_has_another(says: int, agrees: bool) -> None:
    reader = classifier(Network(whole(says)), Network(index(SIX, 0.995)))
    said = reader.opinions(PICTURE, Seen([], [LEFT], []))
    assert (reader.distributions(said)[0, SIX] > 0.9) == agrees


def test_an_ace_is_doubted_for_its_size_only_where_nobody_knows_how_long_cards_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ace, seen = CARDS.index("As"), Seen([], [LEFT], [])
    reader = classifier(Network(whole(ace)), Network(index(ace, 0.995)))
    doubting = Sureness(5.0, tuple(-10.0 if name == "ace" else 0.0 for name in ASPECTS))
    monkeypatch.setattr(reader, "_sureness", doubting)
    unknown, known = (
        reader.told(PICTURE, seen, reader.opinions(PICTURE, seen, card_long=long), long)[0, ace] for long in (None, 140)
    )
    assert (unknown < 0.1, known > 0.9) == (True, True)


@pytest.mark.parametrize(("faces", "owner"), [((JACK, SIX), 1), ((SIX, JACK), 0), ((JACK, JACK), 0)])
def test_of_outlines_side_by_side_an_index_is_that_ones_which_looks_like_what_it_names(
    faces: tuple[int, int], owner: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one's middle is where the index says it is, the other's 15 pixels to its right."""
    monkeypatch.setattr(looks, "covers", lambda cards, _votes: [[] for _ in cards])
    beside = Seen([Found(QUAD, 0.9, 0.0), Found(QUAD + np.float32([15, 0]), 0.9, 0.0)], [LEFT], [])
    card, indices = Network(*(whole(face) for face in faces)), Network(index(SIX, 0.995))
    assert classifier(card, indices).opinions(PICTURE, beside).owned[0] == owner


def test_an_index_that_contradicts_the_card_around_it_says_so_of_its_own_too() -> None:
    """So the card is doubted; and that index, where it names nothing surely, is no second card in the same place."""
    flat = np.append(np.full(len(CLASSES), 1 / len(CLASSES)), np.zeros(8)).astype(np.float32)
    reader = classifier(Network(whole(SIX), flat), Network(index(SIX, 0.995), index(JACK, 0.995)))
    said = reader.opinions(PICTURE, Seen([Found(QUAD, 0.9, 0.0)], [LEFT, RIGHT], []))
    assert said.owned == [0, 1]
    chances = reader.distributions(said)
    (only,) = settle(said.cards, calibrated(chances, np.float32([0.97, 0.6])), Sure(0.9, 0.8, 0.8, 0.5)).cards
    assert str(only.card) == CARDS[SIX]
    both = settle(said.cards, calibrated(chances, np.float32([0.97, 0.95])), Sure(0.9, 0.8, 0.8, 0.5)).cards
    assert [str(card.card) for card in both] == [CARDS[SIX], CARDS[JACK]]
    assert reader.aspects(said)[1][0, ASPECTS.index("rival")] > 0.4


def test_an_index_that_is_a_picture_is_no_second_index_of_a_lone_card() -> None:
    """The left ace makes a card; a fan of aces where its right index might be does not speak for it."""
    ace = CARDS.index("As")
    fan = [Spot(RIGHT.middle + 12 * n, RIGHT.up, RIGHT.centre, 0.5) for n in range(3)]
    answers = [index(ace, 0.995), *(index(ace - 13 * n, 0.995) for n in range(3))]
    said = classifier(Network(whole(ace)), Network(*answers)).opinions(PICTURE, Seen([], [LEFT, *fan], []))
    assert said.owned[0] == 0
    assert said.owned[1:] == [None] * 3
