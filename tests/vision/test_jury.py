"""Several looks at a card at rest vote; one deck has each card once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from table_controller.records import DECK, Card, Face, Point
from table_controller.records.observations import CardSighting, Observation, SightedCard
from table_controller.records.scene import Scene, SceneCard
from vision.arrays import Picture
from vision.deck import OneDeck
from vision.jury import Jury
from vision.live import Watcher
from vision.reading import SeenCard

Room = Any
"""The fixture of conftest.py."""
SURE = 0.94
AS, KD, QC = (Card.parse(code) for code in ("As", "Kd", "Qc"))


def seen(chances: dict[Card, float], x: float = 0.0, face: Face = Face.UP) -> SeenCard:
    spread = [0.0] * 53
    for card, chance in chances.items():
        spread[DECK.index(card)] = chance
    best = max(chances, key=lambda card: chances[card], default=None)
    chance = chances[best] if best is not None else 0.9
    named = best if best is not None and chance >= SURE and face is Face.UP else None
    quad = ((x, 0.0), (x + 63, 0.0), (x + 63, 88.0), (x, 88.0))
    return SeenCard(quad, named, face, chance, tuple(spread))


def voted(*looks: Sequence[tuple[SeenCard, Point]]) -> tuple[tuple[SeenCard, Point], ...]:
    jury = Jury(SURE)
    for look in looks:
        said = jury.add(look)
    return said


HERE, THERE = Point(100, 100), Point(200, 100)


def joker(chance: float = 0.97, sure: bool = True) -> SeenCard:
    return replace(seen({}), confidence=chance, joker=sure)


@pytest.mark.parametrize("other", [seen({AS: 0.6}), seen({AS: 0.99}), joker(0.9, sure=False)])
def test_a_joker_is_one_to_all_looks(other: SeenCard) -> None:
    ((card, _),) = voted(*[[(joker(), HERE)]] * 3)
    assert (card.card, card.joker, card.confidence) == (None, True, 0.97)
    for looks in ((other, joker()), (joker(), other), (other, joker(), joker()), (joker(), other, joker())):
        ((card, _),) = voted(*([(look, HERE)] for look in looks))
        assert not card.joker


def test_looks_that_doubt_for_different_reasons_read_a_card_that_none_of_them_reads() -> None:
    looks = [[(seen({AS: 0.9, other: 0.09}), HERE)] for other in (KD, QC)]
    assert [voted(look)[0][0].card for look in looks] == [None, None]
    ((card, _),) = voted(*looks)
    assert card.card == AS


def test_looks_that_doubt_for_the_same_reason_are_no_surer_than_one() -> None:
    look = [(seen({AS: 0.9, KD: 0.09}), HERE)]
    ((card, _),) = voted(look, look, look)
    assert card.card is None
    assert card.confidence == pytest.approx(0.9, abs=0.01)


def test_looks_that_contradict_read_nothing() -> None:
    ((card, _),) = voted([(seen({AS: 0.97, KD: 0.02}), HERE)], [(seen({KD: 0.97, AS: 0.02}), HERE)])
    assert card.card is None


def test_a_look_that_was_wrong_is_outvoted() -> None:
    right, wrong = [(seen({AS: 0.99, KD: 0.005}), HERE)], [(seen({KD: 0.6, AS: 0.3}), HERE)]
    ((card, _),) = voted(wrong, right, right)
    assert card.card == AS


def test_many_looks_at_a_doubtful_card_never_become_a_certainty() -> None:
    ((card, _),) = voted(*[[(seen({AS: 0.4, KD: 0.35, QC: 0.2}), HERE)]] * 3)
    assert card.card is None
    assert card.confidence < 0.5


def test_a_card_that_one_of_three_looks_missed_lies_there_and_one_that_only_one_saw_does_not() -> None:
    both, one = [(seen({AS: 0.99}), HERE), (seen({KD: 0.99}), THERE)], [(seen({AS: 0.99}), HERE)]
    assert [card.card for card, _ in voted(both, one, both)] == [AS, KD]
    assert [card.card for card, _ in voted(one, both, one)] == [AS]


def test_one_card_is_read_in_one_place_only_where_it_is_surer() -> None:
    look = [(seen({AS: 0.96}), HERE), (seen({AS: 0.99}), THERE)]
    said = voted(look, look)
    assert [(place, card.card) for card, place in said] == [(HERE, None), (THERE, AS)]
    same = [(seen({AS: 0.99}), HERE), (seen({AS: 0.99}), THERE)]
    assert [card.card for card, _ in voted(same, same)].count(AS) == 1


def test_a_card_face_down_is_never_named_whatever_an_earlier_look_said() -> None:
    ((card, _),) = voted([(seen({AS: 0.99}), HERE)], [(seen({AS: 0.5}, face=Face.DOWN), HERE)])
    assert card.face is Face.DOWN
    assert card.card is None


def lies(card: Card, chance: float, place: Point) -> tuple[SightedCard, ...]:
    return (SightedCard(card, Face.UP, place, 0.0, chance),)


def test_of_two_zones_the_surer_keeps_the_card_and_the_other_gets_it_back_when_it_is_gone() -> None:
    deck = OneDeck()
    deck.claim("left", "board", lies(AS, 0.97, HERE))
    deck.claim("right", "muck", lies(AS, 0.99, THERE))
    assert deck.unlikely("left", "board", 0) == {AS}
    assert deck.unlikely("right", "muck", 0) == frozenset()
    deck.claim("right", "muck", ())
    assert deck.unlikely("left", "board", 0) == frozenset()


def test_one_card_seen_by_two_cameras_in_one_place_is_one_card() -> None:
    deck = OneDeck()
    deck.claim("left", "board", lies(AS, 0.97, HERE))
    deck.claim("right", "board", lies(AS, 0.99, Point(HERE.x + 12, HERE.y)))
    assert deck.unlikely("left", "board", 0) == frozenset()


def test_of_two_equally_sure_zones_one_keeps_the_card() -> None:
    deck = OneDeck()
    deck.claim("left", "board", lies(AS, 0.97, HERE))
    deck.claim("left", "muck", lies(AS, 0.97, THERE))
    assert len(deck.unlikely("left", "board", 0)) + len(deck.unlikely("left", "muck", 0)) == 1


def test_what_a_lost_camera_saw_last_stands_against_nobody() -> None:
    deck = OneDeck()
    deck.looks("right", 0)
    deck.claim("right", "muck", lies(AS, 0.99, THERE))
    deck.claim("left", "board", lies(AS, 0.97, HERE))
    assert deck.unlikely("left", "board", 500_000_000) == {AS}
    assert deck.unlikely("left", "board", 1_500_000_000) == frozenset()


class Says:
    """A reader that says for each look what it was told to, wherever it is shown anything."""

    sure, detector = SURE, None

    def __init__(self, *looks: dict[Card, float]) -> None:
        self.looks, self.count = looks, 0

    def cards(self, picture: Picture, card_long: float | None = None, **_: object) -> tuple[SeenCard, ...]:
        chances = self.looks[min(self.count, len(self.looks) - 1)]
        self.count += 1
        x, y = picture.shape[1] / 2 - 31, picture.shape[0] / 2 - 44
        card = seen(chances)
        return (
            SeenCard(
                tuple((a + x, b + y) for a, b in card.quad), card.card, card.face, card.confidence, card.distribution
            ),
        )  # type: ignore[arg-type]


class Glimpses:
    """A reader that sees a card face down, so surely, the first *times* it is shown the board."""

    sure, detector = SURE, None

    def __init__(self, likely: float, times: int) -> None:
        self.likely, self.left = likely, times

    def cards(self, picture: Picture, card_long: float | None = None, **_: object) -> tuple[SeenCard, ...]:
        if picture.shape[1] < 400 or not self.left:  # the seat's cards, which lie in a smaller zone
            return ()
        self.left -= 1
        quad = ((300.0, 100.0), (367.0, 100.0), (367.0, 194.0), (300.0, 194.0))
        return (SeenCard(quad, None, Face.DOWN, self.likely, (0.0,) * 53),)


UNDER_GLIMPSES = Scene((SceneCard(AS, Face.DOWN, Point(518, 283), 0.0),))
"""Where they see it anything but felt must lie, or nobody takes it for a back."""


def board(said: Sequence[Observation], zone: str = "board") -> list[list[Card | None]]:
    return [[card.card for card in one.cards] for one in said if isinstance(one, CardSighting) and one.zone == zone]


def look(room: Room, reader: Says | Glimpses, frames: int, deck: OneDeck | None = None) -> list[Observation]:
    room.watcher = Watcher(room.layout, reader, "overhead", deck)
    return room.show(UNDER_GLIMPSES if isinstance(reader, Glimpses) else Scene(), frames)


def test_a_zone_at_rest_is_looked_at_again_until_the_looks_together_read_it(room: Room) -> None:
    # The board is looked at first, then the seat's cards, which are sure at once; the other looks are the board's.
    faint, other = {AS: 0.9, KD: 0.09}, {AS: 0.9, Card.parse("2c"): 0.09}
    said = look(room, Says(faint, {QC: 0.999}, other), 12)
    assert board(said) == [[None], [AS]]
    assert room.watcher.reads <= 3 + 2, "the chips' zone and two zones of cards, and twice again"


def test_a_card_read_at_once_and_doubted_by_the_second_look_is_taken_back(room: Room) -> None:
    doubt = {KD: 0.97, AS: 0.02}
    said = look(room, Says({AS: 0.97, KD: 0.02}, {QC: 0.999}, doubt), 12)
    assert board(said)[0] == [AS]
    assert board(said)[-1] == [None]


def test_a_back_that_is_hardly_likely_is_looked_at_again_and_goes_if_only_one_look_saw_it(room: Room) -> None:
    said = look(room, Glimpses(0.6, 1), 12)
    assert board(said) == [[None], []]
    assert room.watcher.reads <= 3 + 2


def test_a_back_that_two_of_three_looks_saw_lies_there(room: Room) -> None:
    assert board(look(room, Glimpses(0.6, 2), 12)) == [[None]]


def test_a_likely_back_is_looked_at_once(room: Room) -> None:
    look(room, Glimpses(0.95, 9), 12)
    assert room.watcher.reads == 3


def test_no_card_is_read_in_two_zones(room: Room) -> None:
    said = look(room, Says({AS: 0.999}, {AS: 0.9999}), 6)
    last = [board(said, zone.name)[-1] for zone in room.layout.zones if board(said, zone.name)]
    assert last == [[None], [AS]]


@pytest.mark.parametrize("rate", [10, 30])
def test_a_card_at_rest_is_told_with_the_first_frame_that_is_like_the_last(room: Room, rate: int) -> None:
    frame = 1_000_000_000 // rate
    room.watcher = Watcher(room.layout, Says({AS: 0.999}), "overhead")
    at, said = 0, [list[Observation]() for _ in range(3)]
    for number in range(3):
        at += frame
        said[number] = list(room.watcher.look(room.studio.frame(Scene(), number), at))
    assert board(said[0]) == []
    assert board(said[1]) != []
    assert np.all([one.at >= frame for one in said[1]])
