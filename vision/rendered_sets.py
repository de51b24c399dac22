"""Rendered scenes vision is measured with: the house deck on a felt, and decks that training never saw."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from table_controller.records import DECK, Camera, ChipColour, Chips, Face, Point
from table_controller.records.scene import Scene, SceneCard, SceneChips
from vision.arrays import Field, floats
from vision.conditions import LEAST_LONG, conditions, printed_indices, visible
from vision.localise import overlap, part_of
from vision.names import BACK as DOWN
from vision.names import CARDS, CLASSES, CUT_CARD, JOKER
from vision.outcomes import (
    BACK,
    BESIDE,
    FACE,
    ON_BACK,
    OTHER,
    PLACE,
    RIGHT,
    SMALL,
    UNREAD,
    WRONG,
    Case,
    Conditions,
    Measured,
    Outcome,
    names_said,
)
from vision.reader import CardReader
from vision.reading import Reading, SeenCard
from vision.rectify import long_side
from vision.scene import Look, Studio
from vision.scene.look import project
from vision.settle import corners
from vision.zones import rectangle

CAMERA = Camera("overhead", 1920, 1080, (1.066, 0.004, 11.0, -0.002, 1.065, 7.0, 0.0, 0.000002, 1.0))
COLOURS = (ChipColour("red", (190, 35, 40), Chips(5)), ChipColour("blue", (35, 70, 170), Chips(10)))
FELTS = ((38, 98, 66), (30, 60, 110), (110, 30, 36), (60, 60, 64), (150, 120, 90))
LEGIBLE_INDEX = 0.97
"""Of a card whose name is asked for so much of at least one index shows."""
SHOWN = 0.5
"""Of a back, a joker, a cut card or a small card that is asked for so much shows."""
ON_IT, AROUND_IT = 0.3, 0.5
"""How far a name's outline must overlap the card it is right for; and a thing seen the thing that is there."""
PART, WIDTH = 0.5, 0.7
"""An outline of which so much lies on the card it names is of a part of that card; and a card's width, in parts of its
length: an outline may lie so far beside the card of which it shows a corner. In neither is the name wrong."""
CALIBRATING, MEASURING = 6, 8
"""So many held-out shards the readers are calibrated with, so many measure them, and all that follow calibrate too."""

if TYPE_CHECKING:
    from vision.training.samples import Sample


@dataclass(frozen=True, slots=True)
class There:
    """A card in a picture: its outline, its class's name, and what is asked of it, if anything."""

    quad: Field
    name: str
    asked: str | None = None
    conditions: Conditions = ()


def judged(image: str, reading: Reading, there: list[There]) -> tuple[Outcome, ...]:
    """Right: the card is named where it lies. Wrong: a name where no card of that name lies.

    A name told ``beside`` its card, or in the outline of a part of it, is neither and has an outcome of its own.
    """
    named = [(floats(card.quad), str(card.card)) for card in reading.cards if card.card is not None]
    elsewhere = [(at, name, _beside(there, name, at)) for at, name in named if not _any(there, name, at)]
    strange = [(at, name) for at, name, card in elsewhere if card is None]
    outcomes = [
        Outcome(image, _place(at), name, "", BESIDE, PLACE, corners(at), card.conditions)
        for at, name, card in elsewhere
        if card is not None
    ]
    for one in (one for one in there if one.asked == FACE):
        right = any(name == one.name and overlap(one.quad, at) > ON_IT for at, name in named)
        mistaken = [] if right else [pair for pair in strange if overlap(one.quad, pair[0]) > AROUND_IT]
        got = one.name if right else mistaken[0][1] if mistaken else ""
        strange = [pair for pair in strange if not mistaken or pair is not mistaken[0]]
        outcomes.append(_outcome(image, one, got, RIGHT if right else WRONG if got else UNREAD))
    for at, name in strange:
        under = max(there, key=lambda one: overlap(one.quad, at), default=None)
        lies = under if under is not None and overlap(under.quad, at) > ON_IT else There(at, "nothing")
        expected = ON_BACK if lies.name == "back" else "another" if lies.name in CARDS else lies.name
        outcomes.append(
            Outcome(image, _place(at), expected, name, WRONG, outline=corners(at), conditions=lies.conditions)
        )
    return (*outcomes, *_found(image, reading, there))


def _found(image: str, reading: Reading, there: list[There]) -> Iterator[Outcome]:
    """Say what became of small cards, backs, jokers and cut cards; the last three are wrong where none lies."""
    down = [floats(card.quad) for card in reading.cards if card.face is Face.DOWN]
    own = _own(down, [one for one in there if one.name == CLASSES[DOWN]])
    others = [(floats(other.quad), other.kind) for other in reading.other]
    for one in there:
        if one.asked == BACK:
            found = any(card is one and overlap(one.quad, down[n]) > AROUND_IT for n, card in own.items())
        elif one.asked == OTHER:
            found = any(kind == one.name and overlap(one.quad, at) > AROUND_IT for at, kind in others)
        elif one.asked == SMALL:
            found = any(overlap(one.quad, floats(card.quad)) > AROUND_IT for card in reading.cards)
        else:
            continue
        yield _outcome(image, one, one.name if found else "", RIGHT if found else UNREAD)
    for at, kind in others:
        if kind in (CLASSES[JOKER], CLASSES[CUT_CARD]) and not _any(there, kind, at):
            yield Outcome(image, _place(at), "another", kind, WRONG, OTHER, corners(at))
    for at in (at for n, at in enumerate(down) if n not in own):
        yield Outcome(image, _place(at), "nothing", CLASSES[DOWN], WRONG, BACK, corners(at))


def _own(told: list[Field], there: list[There]) -> dict[int, There]:
    """Return which card *there* each outline *told* as face down is that of, if of any; each is that of one.

    What is asked for comes first: of a pile the outline is that of the uppermost, wherever the others lie.
    """
    pairs = [
        (one.asked == BACK, overlap(at, one.quad), n, m) for n, at in enumerate(told) for m, one in enumerate(there)
    ]
    own: dict[int, There] = {}
    taken: set[int] = set()
    for _, share, n, m in sorted(pairs, reverse=True):
        if share > ON_IT and n not in own and m not in taken:
            own[n] = there[m]
            taken.add(m)
    return own


def beside(at: Field, card: Field) -> bool:
    """Whether the middle of the outline *at* lies less than a card's width from the middle of a *card*.

    Of a card that others cover a corner tells the name, and the place only about: where all four corners have an index
    the card lies to the left of it or to the right. Such a name is no misreading, nor the outline that was asked for.
    """
    return float(np.linalg.norm(at.mean(0) - card.mean(0))) < WIDTH * long_side(card)


def _any(there: list[There], name: str, at: Field) -> bool:
    return any(one.name == name and overlap(one.quad, at) > ON_IT for one in there)


def _beside(there: list[There], name: str, at: Field) -> There | None:
    """Return the card of that *name* of a part of which *at* is, or ``beside`` which; on a back no name is right."""
    cards, face_up = [one for one in there if one.name == name], not _any(there, CLASSES[DOWN], at)
    return next((one for one in cards if _part(at, one.quad) or (face_up and beside(at, one.quad))), None)


def _part(at: Field, card: Field) -> bool:
    return part_of(at, card) > PART


def _outcome(image: str, one: There, got: str, verdict: str) -> Outcome:
    assert one.asked is not None, "what is not asked has no outcome"
    return Outcome(image, _place(one.quad), one.name, got, verdict, one.asked, corners(one.quad), one.conditions)


def _place(quad: Field) -> str:
    x, y = quad.mean(0)
    return f"{x:.0f},{y:.0f}"


def _measured(name: str, picture: Any, reader: CardReader, there: list[There]) -> Measured:
    reading = reader.read(picture, with_chips=False)

    def right(card: SeenCard, code: str) -> bool | None:
        at = floats(card.quad)
        on_part = any(one.name == code and _part(at, one.quad) for one in there)
        return _any(there, code, at) or (None if on_part else False)

    return Measured(name, picture, reading, judged(name, reading, there), names_said(name, reading, right))


def house_table(pictures: int = 40) -> Iterator[Case]:
    """Simulated camera frames: boards, hole pairs face up, single cards and chips on felts of several colours."""
    return (partial(_house, number) for number in range(pictures))


def _house(number: int, reader: CardReader) -> Measured:
    rng = random.Random(number)
    look = Look(1780, 1000, COLOURS, felt=rng.choice(FELTS), light=rng.uniform(0.6, 1.1), noise=rng.uniform(2, 6))
    cards = _deal(rng)
    chips = tuple(SceneChips(Chips(5), 1, Point(rng.uniform(500, 1300), 300 + 30 * n)) for n in range(4))
    frame = Studio(CAMERA, look, number).frame(Scene(cards, chips), number)
    there = [There(project(CAMERA, rectangle(card.centre, 63, 88, card.angle)), *_as_class(card)) for card in cards]
    return _measured(f"house-{number:02d}", frame, reader, there)


def _as_class(card: SceneCard) -> tuple[str, str]:
    return (str(card.card), FACE) if card.face is Face.UP else ("back", BACK)


def _deal(rng: random.Random) -> tuple[SceneCard, ...]:
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
    return tuple(cards)


def unseen_decks(work: Path, calibrating: bool = False) -> Iterator[Case]:
    """Yield the held-out scenes of `make train`: decks, drawn and printed, and fonts that no network was trained with.

    Named must be cards wholly in view and at least LEAST_LONG long of which a whole index shows. Those that show
    less are not asked for, but a wrong name for them counts as wrong all the same. *calibrating*: those that sureness
    is fitted on, for development.
    """
    return scenes_in(held_out(work, calibrating), work / "art")


def held_out(work: Path, calibrating: bool) -> list[Path]:
    """Return the shards of held-out scenes that the readers are calibrated with, or those they are measured with."""
    paths = sorted((work / "scenes").glob("held-*.pickle"))
    measuring = paths[CALIBRATING : CALIBRATING + MEASURING]
    return [path for path in paths if path not in measuring] if calibrating else measuring


def scenes_in(shards: list[Path], art: Path) -> Iterator[Case]:
    """Yield the labelled scenes of *shards*; *art* is where the card art of printed decks lies."""
    for path in shards:
        yield from (partial(_unseen, path, number, art) for number in range(len(_shard(path))))


@lru_cache(maxsize=1)
def _shard(path: Path) -> list[dict[str, Any]]:
    from vision.training.samples import load_shard

    return load_shard(path)


def _unseen(path: Path, number: int, art: Path, reader: CardReader) -> Measured:
    from vision.training.samples import unpack

    sample = unpack(_shard(path)[number])
    name = f"{path.stem}-{number:03d}"
    return _measured(name, sample.picture, reader, labelled(sample, printed_indices(art)))


def labelled(sample: "Sample", printed: dict[str, Field]) -> list[There]:
    """Return all cards of a scene and what is asked of each; *printed*: where the printed decks have their indices."""
    legible = _legible(sample)
    there = []
    for number, kind in enumerate(int(kind) for kind in sample.kinds):
        quad, asked = sample.quads[number], _asked(sample, number, number in legible)
        known: Conditions = ()
        if kind < DOWN:
            known = conditions(sample, number, legible.get(number), printed)
        there.append(There(quad, CLASSES[kind], asked, known))
    return there


def _asked(sample: "Sample", number: int, legible: bool) -> str | None:
    quad, kind = sample.quads[number], int(sample.kinds[number])
    if not ((quad > 0).all() and (quad < floats(sample.picture.shape[1::-1])).all()):
        return None
    if kind < DOWN and long_side(quad) >= LEAST_LONG:
        return FACE if legible else None
    if visible(sample, number) < SHOWN:
        return None
    return SMALL if long_side(quad) < LEAST_LONG else BACK if kind == DOWN else OTHER


def _legible(sample: "Sample") -> dict[int, Field]:
    """Return the cards of which a whole index shows, each with that index's outline."""
    from vision.training.indices import indices, shown

    there = indices(sample.quads, sample.index, sample.kinds)
    return {one.card: one.outline for one in there if shown(sample.owners, one.outline, one.card)[0] > LEGIBLE_INDEX}
