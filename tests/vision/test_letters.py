"""A deck with German, French or Dutch letters is read by all its indices together; one with English ones as ever."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from table_controller.records import Card, Face, Point
from table_controller.records.scene import Scene, SceneCard
from vision import weights
from vision.arrays import Field, floats
from vision.classify import alone, in_strange_letters
from vision.enrol import enrolment
from vision.enrol.adapt import Adapted, Suits
from vision.enrol.prototypes import Prototypes, Rule
from vision.letters import (
    EXPECTED,
    LANGUAGES,
    LETTERS,
    NEITHER,
    NO_INDEX,
    SAID,
    Known,
    asked,
    courts,
    kind,
    named,
    shares,
)
from vision.localise import Spot
from vision.looks import Looks
from vision.names import CARDS, CLASSES, RANKS
from vision.reader import CardReader
from vision.rendered_sets import CAMERA, COLOURS
from vision.scene import Look, Studio, deck, sprites

PICTURE = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
SPOT = Spot(np.float32([90, 90]), np.float32([0, -9]), np.float32([100, 110]), 0.9)
EIGHT, TEN, J, Q, KING = (RANKS.index(rank) for rank in "8TJQK")
NO_RANK = len(RANKS)
JACK, QUEEN, KONIG, BUBE, DAME, VALET, ROI, HEER = range(1, SAID)
ENGLISH, GERMAN, FRENCH, DUTCH = range(len(LANGUAGES))
ANY = 1 - EXPECTED[ENGLISH]
ON_TABLE = ("Js", "Qh", "8s", "Tc", "Kd", "Jh", "Qd", "8h", "Jc", "As")


def foreign(answers: Field, likely: Field, known: Known | None = None) -> float:
    """Return how likely the deck is not English."""
    return float(1 - (known or Known()).languages(answers, likely)[ENGLISH])


def like(*letters: int, chance: float = 0.999) -> Field:
    said = np.full((len(letters), SAID), (1 - chance) / (SAID - 1), np.float32)
    said[np.arange(len(letters)), letters] = chance
    return said


def read_as(*ranks: int, chance: float = 0.97) -> Field:
    """What is read of indices of spades."""
    said = np.zeros((len(ranks), 19), np.float32)
    said[:, :14] = (1 - chance) / 13
    said[np.arange(len(ranks)), ranks] = chance
    said[:, 17] = 1
    return said


def shares_of(likely: Field, *ranks: int) -> Field:
    return shares(likely, Known().languages(read_as(*ranks), likely))


def told(likely: Field, *ranks: int) -> list[str]:
    answers = named(read_as(*ranks), shares_of(likely, *ranks))
    assert answers[:, :14].sum(1) == pytest.approx(np.ones(len(ranks)), abs=1e-5)
    return [CARDS[int(alone(one).argmax())] for one in answers]


def test_what_reads_as_eights_and_tens_are_jacks_and_queens_of_a_german_deck() -> None:
    ranks, likely = (EIGHT, EIGHT, TEN, EIGHT, KING), like(BUBE, BUBE, DAME, NEITHER, KONIG)
    assert told(likely, *ranks) == ["Js", "Js", "Qs", "8s", "Ks"]
    share = shares_of(likely, *ranks)
    assert share[:3].sum(1).min() > 0.95
    assert share[3:].max() < 0.01


def test_the_letters_of_a_deck_say_together_what_one_of_them_means() -> None:
    """A V is a French jack, and a Dutch queen; a D is a queen of either German or French decks."""
    french, dutch = like(VALET, DAME, ROI), like(BUBE, VALET, HEER)
    assert told(french, EIGHT, TEN, NO_RANK - 4) == ["Js", "Qs", "Ks"]
    assert told(dutch, EIGHT, TEN, EIGHT) == ["Js", "Qs", "Ks"]
    for likely, language in ((french, FRENCH), (dutch, DUTCH), (like(BUBE, DAME, KONIG), GERMAN)):
        both = np.repeat(likely, 2, 0)
        assert Known().languages(read_as(EIGHT, EIGHT, TEN, TEN, KING, KING), both)[language] > 0.95
    between = shares_of(like(VALET, VALET), EIGHT, EIGHT)
    assert 0.2 < between[0, 1] < between[0, 0] < 0.7, "alone it may be either"


def test_a_german_king_is_read_as_an_english_one() -> None:
    assert not shares_of(like(BUBE, DAME, KONIG), EIGHT, TEN, KING)[2].any()
    assert shares_of(like(VALET, DAME, ROI), EIGHT, TEN, KING)[2, 2] > 0.9


def test_every_language_prints_all_court_cards() -> None:
    assert [kind("Dutch", rank) for rank in "JQKA"] == [BUBE, VALET, HEER, NEITHER]
    assert all(set(printed) == set("JQK") for printed in LANGUAGES.values())
    assert sum(EXPECTED) == pytest.approx(1)


@pytest.mark.parametrize("chance", [0.9, 0.999, 0.9999, 1.0])
def test_what_looks_german_among_english_jacks_is_none(chance: float) -> None:
    """An eight may look like a B in both its corners, and surely."""
    likely, ranks = like(BUBE, BUBE, JACK, JACK, QUEEN, chance=chance), (EIGHT, EIGHT, J, J, Q)
    assert told(likely, *ranks) == ["8s", "8s", "Js", "Js", "Qs"]
    assert shares_of(likely, *ranks).max() < 0.1


@pytest.mark.parametrize("chance", [0.9, 0.999, 0.9999, 1.0])
def test_a_lone_index_may_cast_doubt_and_tells_nothing_surely(chance: float) -> None:
    share = shares_of(like(BUBE, chance=chance), EIGHT)
    assert 0 < share[0, 0] < 0.6
    assert share[0, 1:] == pytest.approx([0, 0], abs=0.05)


def test_what_is_not_surely_a_german_letter_stays_what_was_read() -> None:
    assert told(like(BUBE, BUBE, chance=0.45), EIGHT, EIGHT) == ["8s", "8s"]
    assert told(like(NEITHER, NEITHER), EIGHT, J) == ["8s", "Js"]
    assert not shares_of(like(NEITHER, BUBE, chance=0.3), EIGHT, EIGHT).any(), "what is hardly likely changes nothing"


def test_more_indices_make_a_german_deck_surer() -> None:
    suits = [of_suit(read_as(EIGHT), n // 2) for n in range(5)]
    every = [foreign(np.concatenate([read_as(), *suits[:n]]), like(*[BUBE] * n)) for n in range(5)]
    assert every == sorted(every)
    assert every[0] == pytest.approx(ANY)
    assert every[1] < 0.6 < 0.9 < every[2] < 0.97 < every[3]
    assert foreign(read_as(EIGHT, J, KING), like(NEITHER, NEITHER, NEITHER)) == pytest.approx(ANY, abs=1e-3)
    assert 0 <= foreign(read_as(EIGHT, J), np.zeros((2, SAID), np.float32)) <= 1


def of_suit(answers: Field, suit: int) -> Field:
    answers[:, 14:] = 0
    answers[:, 14 + suit] = 1
    return answers


def test_what_a_table_has_shown_of_its_deck_is_remembered_and_each_card_counts_once() -> None:
    known, one = Known(), (read_as(EIGHT), like(BUBE))
    first = foreign(*one, known)
    assert [foreign(*one, known) for _ in range(9)] == pytest.approx([first] * 9), "it is the same jack"
    assert foreign(of_suit(read_as(EIGHT), 1), like(BUBE), known) > 0.9
    assert foreign(of_suit(read_as(TEN), 2), like(DAME), known) > 0.98
    assert foreign(read_as(KING), like(NEITHER), known) > 0.97
    assert foreign(read_as(KING), like(NEITHER)) == pytest.approx(ANY, abs=1e-3)


def test_a_pattern_full_of_letters_counts_as_one_card() -> None:
    """Many backs are printed with their maker's name."""
    many, two = (foreign(read_as(*[EIGHT] * n), like(*[BUBE] * n)) for n in (40, 2))
    assert many == pytest.approx(two, abs=0.01)
    every = (read_as(*[EIGHT] * 40, J, J, Q, Q), like(*[BUBE] * 40, JACK, JACK, QUEEN, QUEEN))
    assert foreign(*every) < 0.1


def test_a_table_of_english_jacks_has_no_german_one_later() -> None:
    known = Known()
    for suit in range(4):
        assert foreign(of_suit(read_as(J, J), suit), like(JACK, JACK), known) < 0.02
    assert foreign(read_as(EIGHT, EIGHT), like(BUBE, BUBE), known) < 0.05
    for suit in range(4):
        last = foreign(of_suit(read_as(EIGHT, EIGHT), suit), like(BUBE, BUBE), known)
        last = foreign(of_suit(read_as(TEN, TEN), suit), like(DAME, DAME), known)
    assert last > 0.9, "another deck came to the table"


@pytest.mark.parametrize(
    ("letters", "language"), [((BUBE, DAME, KONIG), GERMAN), ((VALET, DAME, ROI), FRENCH), ((BUBE, VALET, HEER), DUTCH)]
)
def test_a_table_remembers_which_language_its_deck_has(letters: tuple[int, ...], language: int) -> None:
    """Two languages share most letters: what tells them apart counts as long as what tells both from English."""
    known = Known()
    for suit in range(4):
        for letter in letters:
            known.languages(of_suit(read_as(EIGHT, EIGHT), suit), like(letter, letter))
    later = known.languages(read_as(KING), like(NEITHER))
    assert later.argmax() == language
    assert later[language] > 0.75
    assert later[ENGLISH] < 0.05


def test_what_may_be_no_index_says_the_less_and_stays_none() -> None:
    """The D of a dealer button is no queen."""
    answers, likely = read_as(NO_RANK, NO_RANK, chance=0.8), like(DAME, DAME)
    assert foreign(answers, likely) < 0.3
    answers[:, 14:] = (0, 0, 0, 0.05, 0.95)
    assert foreign(answers, likely) == pytest.approx(ANY, abs=0.02)
    said = named(answers, floats([[0, 1, 0], [0, 1, 0]]))
    assert said[:, NO_RANK] == pytest.approx([0.8, 0.8])
    assert said[:, Q] == pytest.approx([0.2, 0.2])


def test_what_is_surely_no_index_is_not_asked_about() -> None:
    answers = np.concatenate([read_as(NO_RANK, chance=0.99), read_as(EIGHT), read_as(NO_RANK, chance=NO_INDEX / 2)])
    assert asked(answers).tolist() == [1, 2]


def test_of_a_jack_with_a_strange_letter_the_whole_card_says_no_more_than_that_it_is_a_court_card() -> None:
    whole = np.zeros((4, len(CLASSES)), np.float32)
    for name, chance in (("Kh", 0.5), ("Qh", 0.2), ("joker", 0.2), ("8h", 0.1)):
        whole[:, CLASSES.index(name)] = chance
    hearts, spades = (0, 0, 1, 0), (0, 0, 0, 1)
    before = whole.copy()
    share = floats([[1, 0, 0], [0, 0, 0], [0, 0.5, 0], [1, 0, 0]])
    heard = courts(whole, share, floats([hearts, hearts, hearts, spades]))
    assert np.array_equal(whole, before)
    assert heard.sum(1) == pytest.approx([1] * 4, abs=1e-5)
    assert np.array_equal(heard[1], whole[1]), "no German letter, nothing changes"
    chances = [{CLASSES[n]: round(float(one[n]), 3) for n in np.flatnonzero(one > 1e-6)} for one in heard]
    assert chances[0] == {"8h": 0.1, "Jh": 0.9}
    assert chances[2] == {"8h": 0.1, "Qh": 0.55, "Kh": 0.25, "joker": 0.1}
    assert chances[3] == {"8h": 0.1, "Qh": 0.2, "Kh": 0.5, "Js": 0.2}, "a stray index takes no court of another suit"


def test_the_index_that_is_surest_of_its_name_says_whether_a_card_is_german() -> None:
    whole = np.zeros((2, len(CLASSES)), np.float32)
    whole[:, CARDS.index("Ks")] = 1
    answers, german_ones = read_as(KING, J, J), floats([[0, 0, 0], [0.9, 0, 0], [0.9, 0, 0]])
    answers[1, :14] *= 0.5
    heard = in_strange_letters(whole, [0, 0, 1], answers, german_ones)
    assert np.array_equal(heard[0], whole[0])
    assert heard[1, CARDS.index("Js")] == pytest.approx(0.9, abs=1e-3)
    assert np.array_equal(in_strange_letters(whole, [None], answers[:1], german_ones[:1]), whole)


def looks(letters: Any, deck: Any = None) -> Looks:
    opened: Any = SimpleNamespace(card=None, index=None, letters=letters, more_cards=(), more_indices=())
    return Looks(opened, deck)


class Letters:
    """Takes every index for a German jack's."""

    def __init__(self) -> None:
        self.shown = list[tuple[int, ...]]()

    def run(self, pictures: np.ndarray) -> list[np.ndarray]:
        self.shown.append(pictures.shape)
        return [like(*[BUBE] * len(pictures))]


def test_indices_are_shown_once_where_they_were_read_and_places_without_one_are_not() -> None:
    spades, hearts = read_as(EIGHT, EIGHT), of_suit(read_as(EIGHT), 2)
    network, answers = Letters(), np.concatenate([hearts, read_as(NO_RANK, chance=0.99), spades])
    before = answers.copy()
    share = looks(network).letters(PICTURE, [SPOT] * 4, answers, Known())
    assert network.shown == [(3, 64, 48, 3)]
    assert share[:, 0] == pytest.approx([1, 0, 1, 1], abs=0.03)
    assert share[:, 1:].sum(1) == pytest.approx([0] * 4, abs=0.02)
    assert np.array_equal(answers, before)


class Deck:
    """An enrolled deck that knows some ranks."""

    def __init__(self, *ranks: int) -> None:
        self.ranks = set(ranks)

    def knows(self, ranks: tuple[int, ...]) -> bool:
        return set(ranks) <= self.ranks


def test_without_the_network_and_with_a_deck_whose_letters_are_enrolled_nothing_is_german() -> None:
    network, eights = Letters(), read_as(EIGHT, EIGHT)
    for every in (looks(None), looks(network, Deck(J, Q, KING, EIGHT))):
        assert not every.letters(PICTURE, [SPOT] * 2, eights, Known()).any()
    assert not looks(network).letters(PICTURE, [], read_as(), Known()).any()
    assert not network.shown
    assert looks(network, Deck(EIGHT, Q, KING)).letters(PICTURE, [SPOT] * 2, eights, Known()).any(), (
        "its jack is not enrolled"
    )


def test_a_deck_knows_the_ranks_whose_indices_were_enrolled() -> None:
    kinds = np.array([J, Q, EIGHT])
    none = Prototypes(np.zeros((0, 4), np.float32), np.array([], np.int64), 4)
    ranks = Prototypes(np.eye(3, 4, dtype=np.float32), kinds, 14)
    deck = Adapted(none, ranks, Suits(np.zeros((0, 4), np.float32), none.kinds), (Rule(1, 0),) * 3)
    assert [deck.knows(some) for some in ((J, Q), (J,), (KING, J))] == [True, True, False]


def test_the_committed_weights_tell_them() -> None:
    """Drawn in a font nobody learned from."""
    opened = weights.load(weights.models_folder(), 1)
    assert opened.letters is not None
    (said,) = opened.letters.run(np.stack([printed(letter) for letter in (*LETTERS, *"8A3")]))
    assert said.argmax(1).tolist() == [*range(1, SAID), *[NEITHER] * 3]
    assert said.sum(1) == pytest.approx([1] * len(said), abs=1e-3)  # in half precision, where a processor has it


def printed(letter: str) -> np.ndarray:
    """An index as it is cut out: a letter above a red diamond, on white."""
    cut = np.full((64, 48, 3), 245, np.uint8)
    (wide, _), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, 1.0, 2)
    cv2.putText(cut, letter, (24 - wide // 2, 33), cv2.FONT_HERSHEY_DUPLEX, 1.0, (40, 30, 200), 2, cv2.LINE_AA)
    cv2.fillPoly(cut, [np.array([[24, 37], [32, 46], [24, 56], [16, 46]])], (40, 30, 200), cv2.LINE_AA)
    return cut


def on_a_table() -> Scene:
    """Two rows of cards."""
    places = [Point(500 + 95 * (n % 5), 400 + 150 * (n // 5)) for n in range(10)]
    return Scene(tuple(SceneCard(Card.parse(code), Face.UP, at) for code, at in zip(ON_TABLE, places, strict=True)), ())


@pytest.fixture
def german_house(monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    """Cards of the drawn deck, whose jacks and queens are printed B and D."""
    draw, letters = deck._draw_index, LANGUAGES["German"]
    monkeypatch.setattr(deck, "_draw_index", lambda face, rank, suit: draw(face, letters.get(rank, rank), suit))
    deck.face.cache_clear()
    sprites._card_art.cache_clear()
    yield on_a_table()
    deck.face.cache_clear()
    sprites._card_art.cache_clear()


def read_names(opened: weights.Weights, picture: np.ndarray) -> set[str]:
    return {str(card.card) for card in CardReader(opened).seen(picture).cards if card.card is not None}


def test_a_german_deck_on_a_table_is_read_and_was_taken_for_another(german_house: Scene) -> None:
    picture = Studio(CAMERA, Look(1780, 1000, COLOURS), 1).frame(german_house, 0)
    opened = weights.load(weights.models_folder(), 1)
    assert read_names(opened, picture) == set(ON_TABLE)
    assert read_names(replace(opened, letters=None), picture) < {*ON_TABLE, "8c", "8s", "Th", "Td"}


def test_the_same_deck_with_english_letters_is_read_as_before() -> None:
    opened = weights.load(weights.models_folder(), 1)
    picture = Studio(CAMERA, Look(1780, 1000, COLOURS), 1).frame(on_a_table(), 0)
    seen, before = (CardReader(one).seen(picture).cards for one in (opened, replace(opened, letters=None)))
    assert {str(card.card) for card in seen} == set(ON_TABLE)
    assert [card.confidence for card in seen] == pytest.approx([card.confidence for card in before], abs=0.01)


def test_a_lone_german_jack_is_surer_at_a_table_that_has_shown_others(german_house: Scene) -> None:
    reader, known = CardReader(weights.load(weights.models_folder(), 1)), Known()
    studio = Studio(CAMERA, Look(1780, 1000, COLOURS), 1)
    board = studio.frame(german_house, 0)
    lone = studio.frame(Scene((replace(german_house.cards[8], centre=Point(700, 450)),), ()), 0)[380:620, 620:900]
    small = cv2.resize(lone, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
    reader.cards(board, 94, known)
    (alone,), (later,) = reader.cards(small, 66), reader.cards(small, 66, known)
    assert str(later.card) == "Jc"
    assert later.confidence > alone.confidence


def test_a_deck_with_german_letters_is_enrolled_by_the_names_of_its_cards(german_house: Scene, tmp_path: Path) -> None:
    path, opened = tmp_path / "fan.png", weights.load(weights.models_folder(), 1)
    cv2.imwrite(str(path), Studio(CAMERA, Look(1780, 1000, COLOURS), 1).frame(german_house, 0))
    learnt = {CARDS[kind] for kind in enrolment.enrol([path], (), opened).deck.cuts.kinds}
    assert learnt >= {"Js", "Jh", "Qh", "Qd", "8s", "8h"}
    assert learnt <= set(ON_TABLE), "without its letters the jack of clubs was learnt as an eight"
