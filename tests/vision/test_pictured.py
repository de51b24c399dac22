"""Aces pictured on cards face down are no cards, neither to training nor when a table is read; real ones are."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from table_controller.records import DECK, Face, Point
from table_controller.records.scene import Scene, SceneCard
from vision import rendered_sets
from vision.localise import Found, Spot
from vision.names import BACK, CARDS, CLASSES, CUT_CARD, JOKER
from vision.pictured import face_down, pictured
from vision.reader import CardReader
from vision.scene import Look, Studio
from vision.training import dataset
from vision.training.backs import draw_back, picture_hand
from vision.training.decks import HEIGHT, HELD_OUT, WIDTH, house_deck, load_jokers
from vision.training.scenes import SELDOM, Extras, scene

ON_IT, BESIDE = (40.0, 50.0), (140.0, 50.0)


def card(back: float, left: float = 0.0, score: float = 0.8) -> Found:
    quad = np.float32([[left, 0], [left + 70, 0], [left + 70, 100], [left, 100]])
    return Found(quad, score, back)


def says(*names: str) -> np.ndarray:
    whole = np.full((len(names), len(CLASSES)), 1e-3, np.float32)
    for row, name in zip(whole, names, strict=True):
        row[CLASSES.index(name)] = 0.9
    return whole


def index(name: str, at: tuple[float, float]) -> tuple[Spot, np.ndarray]:
    answer = np.zeros(19, np.float32)
    answer[CARDS.index(name) % 13], answer[14 + CARDS.index(name) // 13] = 0.99, 0.99
    return Spot(np.float32(at), np.float32([0, -8]), np.float32([45, 60]), 0.9), answer


def of(name: str, at: tuple[float, float], owner: int | None, cards: list[Found], whole: np.ndarray) -> bool:
    spot, answer = index(name, at)
    return pictured([spot], answer[None], [owner], cards, whole, 100.0) == {0}


def test_an_ace_within_a_card_face_down_is_pictured_on_it_and_another_card_lies_on_it() -> None:
    back, whole = [card(back=0.9)], says("back")
    assert of("As", ON_IT, None, back, whole)
    assert of("Ah", ON_IT, 0, back, whole), "also where it seemed to be that card's own"
    assert not of("As", BESIDE, None, back, whole)
    assert not of("Ks", ON_IT, None, back, whole)
    assert not of("As", ON_IT, None, [card(back=0.1)], says("As"))


@pytest.mark.parametrize(("names", "apart", "whole", "owned", "drawn"), [
    (("As", "Ah", "Ad", "Ac"), 9, ["nothing"], (0, None, None, None), {0, 1, 2, 3}),
    (("As", "Ah", "Ad", "Ac"), 40, ["nothing"], (0, None, None, None), set()),
    (("As", "Ah", "As"), 9, ["nothing"], (0, None, None), set()),
    (("As", "Kh", "Kd", "Kc"), 9, ["nothing"], (0, None, None, None), set()),
    (("As", "Ah", "Ad"), 9, ["As"], (0, None, None), set()),
    (("As", "Ah", "Ad"), 9, ["nothing"] * 3, (0, 1, 2), set()),
])  # fmt: skip
def test_aces_in_a_tight_fan_are_pictures_unless_a_face_is_sure_or_each_has_an_outline(
    names: tuple[str, ...], apart: float, whole: list[str], owned: tuple[int | None, ...], drawn: set[int]
) -> None:
    """Also where the back itself was not known for one, as where a chip covers half of it."""
    spots, answers = zip(*(index(name, (20 + apart * n, 50)) for n, name in enumerate(names)), strict=True)
    cards = [card(back=0.1, left=9.0 * n) for n in range(len(whole))]
    assert pictured(spots, np.stack(answers), owned, cards, says(*whole), 100.0) == drawn


def test_an_ace_that_lies_on_a_back_is_known_by_its_whole_face() -> None:
    cards = [card(back=0.9), card(back=0.0, left=20)]
    assert not of("As", ON_IT, 1, cards, says("back", "As"))
    assert of("Ah", ON_IT, 1, cards, says("back", "As"))


def test_where_an_ace_is_seen_twice_no_ace_is_believed_that_only_an_index_shows() -> None:
    def seen(*places: tuple[str, tuple[float, float]], long: float = 100.0) -> set[int]:
        spots, answers = zip(*(index(*place) for place in places), strict=True)
        return pictured(spots, np.stack(answers), [None] * len(spots), [], np.zeros((0, len(CLASSES))), long)

    assert seen(("As", (20, 20)), ("As", (300, 20)), ("Ah", (600, 400)), ("Kd", (90, 90))) == {0, 1, 2}
    assert seen(("As", (20, 20)), ("As", (120, 80))) == set(), "both may be on one card"
    assert seen(("As", (20, 20)), ("Ah", (300, 20))) == set()
    assert seen(("Ks", (20, 20)), ("Ks", (300, 20))) == set()
    assert seen(("As", (20, 20)), ("As", (300, 20)), long=0.0) == set(), "nobody knows how long cards are"


@pytest.mark.parametrize(
    ("found", "said", "down"),
    [
        (card(back=0.1), "back", True),
        (card(back=0.9), "nothing", True),
        (card(back=0.9, score=0.3), "nothing", False),
        (card(back=0.5), "Qd", False),
    ],
)
def test_a_card_is_surely_face_down_by_either_networks_word(found: Found, said: str, down: bool) -> None:
    assert face_down([found], says(said)) == ([0] if down else [])
    assert CLASSES[BACK] == "back"


def test_what_is_far_longer_than_a_few_sure_faces_is_the_table_and_no_back() -> None:
    def sized(long: float, back: float = 0.0) -> Found:
        return Found(np.float32([[0, 0], [0.7, 0], [0.7, 1], [0, 1]]) * np.float32(long), 0.8, back)

    table, faces = sized(400, back=0.9), [sized(100)] * 3
    assert face_down([table, *faces], says("back", "As", "Kd", "2c")) == []
    assert face_down([table, *faces[:2]], says("back", "As", "Kd")) == [0], "two may be a large hand's"
    assert face_down([table, *faces], says("back", "As", "Kd", "nothing")) == [0]
    assert face_down([sized(340, back=0.9), *faces], says("back", "As", "Kd", "2c")) == [0], "as backs picture them"
    assert face_down([sized(490, back=0.9), faces[0]], says("back", "As")) == [0]
    assert face_down([sized(510, back=0.9), faces[0]], says("back", "As")) == [], "no back pictures a face so small"
    assert face_down([sized(510, back=0.9), faces[0]], says("back", "nothing")) == [0]
    assert face_down([table, *faces, sized(100, back=0.9)], says("back", "As", "Kd", "2c", "nothing")) == [4]


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("felt", [(255, 30, 0), (20, 30, 255)])
def test_cards_are_read_on_a_felt_as_bright_as_a_back(
    reader: CardReader, felt: tuple[int, int, int], count: int
) -> None:
    """On the first, every card was once taken for a picture on one back as large as the table; the other guards."""
    places = ((300, 420, "As"), (380, 420, "Kd"), (460, 420, "7h"), (540, 420, "2c"), (620, 420, "Ts"))[:count]
    named = {str(card): card for card in DECK}
    cards = tuple(SceneCard(named[name], Face.UP, Point(x, y), 0.0) for x, y, name in places)
    look = Look(1780, 1000, (), felt=felt, light=1.1, noise=3)
    frame = Studio(rendered_sets.CAMERA, look, 0).frame(Scene(cards, ()), 0)
    assert sorted(str(card.card) for card in reader.seen(frame).cards) == sorted(name for _, _, name in places)


def test_a_hand_is_pictured_on_a_back_and_leaves_its_edge_as_it_is() -> None:
    back, deck = draw_back(random.Random(1)), house_deck()
    for seed in range(5):
        with_hand = picture_hand(random.Random(seed), back, deck)
        assert with_hand.shape == (HEIGHT, WIDTH, 4)
        changed = (with_hand != back).any(2)
        assert 0.04 < changed.mean() < 0.7
        assert not changed[:10].any()
        assert not changed[:, :10].any()
        assert (with_hand[..., 3] == back[..., 3]).all()


@pytest.fixture
def one_shard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    """Return what builds one shard and says what the drawing of its only scene was given."""
    house, back, joker = house_deck(), draw_back(random.Random(2)), draw_back(random.Random(3))
    monkeypatch.setattr(dataset, "load_art", lambda _: [house, house])
    monkeypatch.setattr(dataset, "_deck", lambda *_: house)
    monkeypatch.setattr(dataset, "load_backs", lambda _: [back])
    monkeypatch.setattr(dataset, "load_jokers", lambda _: [joker])
    monkeypatch.setattr(dataset, "SHARD", 1)
    monkeypatch.setattr(dataset, "pack", lambda sample, _: sample)
    monkeypatch.setattr(dataset, "scene", lambda _rng, _deck, backs, _art, extras: (len(backs), extras))

    def built(number: int, held_out: bool) -> Any:
        monkeypatch.setattr(dataset, "HELD_OUT", {"house"} if held_out else set())
        dataset.build(tmp_path, number, 1, held_out)
        shard = tmp_path / "scenes" / f"{'held' if held_out else 'train'}-{number:04d}.pickle"
        return dataset.pickle.loads(shard.read_bytes())[0]

    return built


def test_only_scenes_that_train_have_backs_beyond_those_that_are_sold(one_shard: Callable[..., Any]) -> None:
    used = {held_out: one_shard(0, held_out)[0] for held_out in (True, False)}
    assert used == {True: 1, False: 1 + dataset.PICTURED}


def test_jokers_and_cut_cards_are_many_in_one_training_shard_of_eight(
    one_shard: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "PICTURED", 0)
    many = [number for number in range(16) if one_shard(number, held_out=False)[1] != SELDOM]
    assert many == [7, 15]
    extras = one_shard(7, held_out=False)[1]
    assert (extras.jokers, extras.cut_cards, len(extras.printed)) == (*dataset.MANY, 1)
    assert one_shard(7, held_out=True)[1] == SELDOM, "what measures stays as it is"


def test_a_scene_has_as_many_jokers_and_cut_cards_as_it_is_told() -> None:
    deck = house_deck()
    sold = draw_back(random.Random(3))

    def kinds(extras: Extras) -> list[int]:
        return [
            int(kind) for n in range(6) for kind in scene(random.Random(n), deck, [sold], [deck], extras=extras).kinds
        ]

    assert set(kinds(Extras(0.0, 0.0))) <= {*range(52), BACK}
    assert set(kinds(Extras(1.0, 0.0, (sold,)))) == {JOKER}
    assert set(kinds(Extras(0.0, 1.0))) == {CUT_CARD}


def test_jokers_that_are_sold_come_with_the_decks_that_train(tmp_path: Path) -> None:
    for deck in ("gnome-paris", sorted(HELD_OUT)[0]):
        (tmp_path / deck).mkdir()
        cv2.imwrite(str(tmp_path / deck / "joker-red.png"), np.full((420, 290, 4), 255, np.uint8))
    assert [joker.shape for joker in load_jokers(tmp_path)] == [(HEIGHT, WIDTH, 4)]
