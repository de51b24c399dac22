"""Rendered scenes vision is measured with: the house deck on a felt, and decks that training never saw."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from table_controller.records import DECK, Camera, ChipColour, Chips, Face, Point
from table_controller.records.scene import Scene, SceneCard, SceneChips
from vision.arrays import Field, floats
from vision.localise import overlap
from vision.measured_sets import RIGHT, UNREAD, WRONG, Measured, Outcome
from vision.names import CARDS
from vision.reader import CardReader
from vision.reading import Reading
from vision.scene import Look, Studio
from vision.scene.look import project
from vision.scene.sprites import rectangle

CAMERA = Camera("overhead", 1920, 1080, (1.066, 0.004, 11.0, -0.002, 1.065, 7.0, 0.0, 0.000002, 1.0))
COLOURS = (ChipColour("red", (190, 35, 40), Chips(5)), ChipColour("blue", (35, 70, 170), Chips(10)))
FELTS = ((38, 98, 66), (30, 60, 110), (110, 30, 36), (60, 60, 64), (150, 120, 90))
LEGIBLE_INDEX, LEGIBLE_LONG = 0.97, 60.0
"""Of a card that is asked for, so much of at least one index shows, and it is so long in pixels."""
CALIBRATING = 1
"""The first held-out shard is what the readers are calibrated with."""

if TYPE_CHECKING:
    from vision.training.samples import Sample

True_ = tuple[Field, str]


def _outcomes(image: str, reading: Reading, asked: list[True_], there: list[True_]) -> tuple[Outcome, ...]:
    """Right: the card is named where it lies. Wrong: a name where no card of that name lies."""
    named = [(floats(card.quad), str(card.card)) for card in reading.cards if card.card is not None]
    outcomes = []
    for quad, code in asked:
        read = any(name == code and overlap(quad, at) > 0.3 for at, name in named)
        outcomes.append(Outcome(image, _place(quad), code, code if read else "", RIGHT if read else UNREAD))
    for at, name in named:
        if not any(code == name and overlap(quad, at) > 0.3 for quad, code in there):
            outcomes.append(Outcome(image, _place(at), "another", name, WRONG))
    return tuple(outcomes)


def _place(quad: Field) -> str:
    x, y = quad.mean(0)
    return f"{x:.0f},{y:.0f}"


def house_table(reader: CardReader, pictures: int = 40) -> Iterator[Measured]:
    """Yield simulated camera frames: boards, hole pairs face up, single cards and chips on felts of several colours."""
    for number in range(pictures):
        rng = random.Random(number)
        look = Look(1780, 1000, COLOURS, felt=rng.choice(FELTS), light=rng.uniform(0.6, 1.1), noise=rng.uniform(2, 6))
        cards, asked = _deal(rng)
        chips = tuple(SceneChips(Chips(5), 1, Point(rng.uniform(500, 1300), 300 + 30 * n)) for n in range(4))
        frame = Studio(CAMERA, look, number).frame(Scene(cards, chips), number)
        reading = reader.read(frame, with_chips=False)
        true = [(_outline(card), str(card.card)) for card in asked]
        there = [(_outline(card), str(card.card)) for card in cards if card.face is Face.UP]
        yield Measured(
            Path(f"house-{number:02d}"), frame, reading, _outcomes(f"house-{number:02d}", reading, true, there)
        )


def _outline(card: SceneCard) -> Field:
    return project(CAMERA, rectangle(card.centre, 63, 88, card.angle))


def _deal(rng: random.Random) -> tuple[tuple[SceneCard, ...], list[SceneCard]]:
    """Lay a board and six pairs, each pair with a part of the lower card covered."""
    deck = rng.sample(DECK, 17)
    cards = [
        SceneCard(deck[n], Face.UP, Point(700 + 80 * n, 500 + rng.uniform(-6, 6)), rng.gauss(0, 3)) for n in range(5)
    ]
    for seat, (x, y) in enumerate(((300, 850), (140, 480), (480, 150), (1300, 150), (1640, 480), (1450, 850))):
        turn, face = rng.uniform(0, 360), Face.DOWN if rng.random() < 0.3 else Face.UP
        apart = rng.uniform(26, 50)
        step = np.array([np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))]) * apart
        cards.append(SceneCard(deck[5 + 2 * seat], face, Point(x, y), turn + rng.gauss(0, 5)))
        cards.append(SceneCard(deck[6 + 2 * seat], face, Point(x + step[0], y + step[1]), turn + rng.gauss(0, 5)))
    return tuple(cards), [card for card in cards if card.face is Face.UP]


def unseen_decks(reader: CardReader, scenes: Path, most: int | None = None) -> Iterator[Measured]:
    """Yield the held-out scenes of `make train`: decks, drawn and printed, and fonts that no network was trained with.

    Asked for are cards wholly in view and at least LEGIBLE_LONG long of which a whole index shows. Those that show
    less are not asked for, but a wrong name for them counts as wrong all the same.
    """
    from vision.training.samples import load_shard, unpack

    paths = sorted(scenes.glob("held-*.pickle"))[CALIBRATING:]
    items = [item for path in paths for item in load_shard(path)][:most]
    for number, item in enumerate(items):
        sample = unpack(item)
        reading = reader.read(sample.picture, with_chips=False)
        there = [(q, CARDS[k]) for q, k in zip(sample.quads, sample.kinds, strict=True) if k < len(CARDS)]
        asked = [(sample.quads[n], CARDS[sample.kinds[n]]) for n in _legible(sample)]
        name = f"unseen-{number:04d}"
        yield Measured(Path(name), sample.picture, reading, _outcomes(name, reading, asked, there))


def _legible(sample: "Sample") -> list[int]:
    """Return the numbers of the cards that are asked for."""
    from vision.training.indices import indices, shown

    there = indices(sample.quads, sample.index, sample.kinds)
    clear = {one.card for one in there if shown(sample.owners, one.outline, one.card)[0] > LEGIBLE_INDEX}
    edge = floats(sample.picture.shape[1::-1])
    return [
        number
        for number in sorted(clear)
        if (sample.quads[number] > 0).all()
        and (sample.quads[number] < edge).all()
        and float(np.linalg.norm(sample.quads[number][3] - sample.quads[number][0])) > LEGIBLE_LONG
    ]
