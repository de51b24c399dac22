"""What enrolment brings: decks no network was trained with, read as any deck and after four pictures of each."""

import fcntl
import math
import pickle
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from table_controller.records import BadInput
from vision.arrays import Field, Picture, floats
from vision.enrol import deck_file
from vision.enrol.enrolment import enrol
from vision.enrol.gather import Gatherer
from vision.enrol.naming import Named, Open
from vision.enrol.told import Wish
from vision.figures import score
from vision.localise import Localiser, overlap
from vision.names import BACK
from vision.outcomes import Case, Measured, Outcome
from vision.reader import CardReader
from vision.rendered_sets import scenes_in
from vision.so_far import code, digest_of

if TYPE_CHECKING:
    from vision.training.decks import Deck
    from vision.training.samples import Sample

BEFORE, AFTER = "rendered, never seen, as any deck", "rendered, never seen, enrolled"
SEEDS, SCENES = tuple(range(900_000, 900_012, 2)), 40
"""Of the drawn decks beside the printed ones held out; and scenes of each deck."""
WIDE, HIGH = 1600, 1000
ROW, ROWS = 7, 2
"""Cards side by side in a picture for enrolment, and rows of them; the last place of the last picture is a back's."""
A_PICTURE = 13
ASKED = 3
"""How often a host enrols anew, with answers to what the program asked the time before."""
Place = tuple[float, float, float, float]
"""Where a card's middle lies, in pixels of the picture before its camera is tilted, its turn, and its length."""


def as_any_deck(work: Path) -> Iterator[Case]:
    """Yield scenes of decks kept from training; none where `make train` left no card art in *work*."""
    return scenes_in(_shards(work), work / "art")


def enrolled(work: Path) -> Iterator[Case]:
    """Yield the same scenes, to be read by a reader that knows their deck."""
    return known(_shards(work), work / "art")


def known(paths: Sequence[Path], art: Path) -> Iterator[Case]:
    """Yield the scenes of each deck in *paths*, to be read by a reader that knows the deck.

    By turns one of each deck: those who measure side by side then enrol different decks, where there are several.
    """
    decks = [[partial(_read, path, case) for case in scenes_in([path], art)] for path in paths]
    yield from (case for turn in zip_longest(*decks) for case in turn if case is not None)


def gain(before: Sequence[Outcome], after: Sequence[Outcome], whose: str = "unseen decks") -> str:
    """Say by which factor errors fall: cards not read, and names for what is not there; Poisson's 95 % interval."""
    first, second = score("", before), score("", after)
    errors, left = first.wrong + first.unread, second.wrong + second.unread
    times = errors / max(1, left)
    spread = math.exp(1.96 * math.sqrt(1 / max(1, errors) + 1 / max(1, left)))
    return (
        f"Enrolment: of {first.total} cards of {whose} {errors} are in error as any deck ({first.wrong} wrong) "
        f"and {left} once the deck is enrolled ({second.wrong} wrong): {times:.1f} × fewer "
        f"(95 %: {times / spread:.1f}–{times * spread:.1f})."
    )


def _read(path: Path, case: Case, reader: CardReader) -> Measured:
    return case(_knowing(reader, path))


@lru_cache(maxsize=16)
def _knowing(reader: CardReader, path: Path) -> CardReader:
    """Return *reader* with the deck of the scenes in *path* enrolled from its pictures, as a host would do it."""
    return reader.knowing(enrolled_deck(reader, path))


def enrolled_deck(reader: CardReader, path: Path) -> Path:
    """Return the file of the deck of the scenes in *path*, enrolled with *reader* where it was not yet.

    By these weights and this code: what enrols a deck reads its pictures with most of it.
    """
    by = f"{reader.opened.version[:16]}-{digest_of(code())[:8]}"
    kept = path.with_name(f"{path.stem}-{by}-asked-{ASKED}.npz")
    with path.with_suffix(".lock").open("w") as lock:  # who else measures the same deck waits, and finds it
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            half = kept.with_suffix(".part")  # who is ended meanwhile leaves no half of it under its name
            half.write_bytes(deck_file.packed(_enrolled(reader, path)))
            half.replace(kept)
    return kept


def _enrolled(reader: CardReader, path: Path) -> deck_file.EnrolledDeck:
    """Enrol from the four pictures, and again with what the host answers, as long as the program asks."""
    from vision.training.samples import load_shard, unpack

    packed = load_shard(_laid(path))
    pictures = [path.with_name(f"{path.stem}-{number}.jpg") for number in range(len(packed))]
    for picture, item in zip(pictures, packed, strict=True):
        picture.write_bytes(item["jpeg"])
    truth = {str(picture): unpack(item) for picture, item in zip(pictures, packed, strict=True)}
    gatherer = Gatherer(Localiser(reader.opened.localiser), reader.opened.settings)
    done, answers = enrol(pictures, (), reader.opened, gatherer=gatherer), set[Wish]()
    for _ in range(ASKED):
        asked: list[Open | Named] = [*done.naming.open, *done.doubted]
        told = {answer for one in asked for answer in _answer(one, truth[one.picture])}
        if told <= answers:
            break
        answers |= told
        try:
            done = enrol(pictures, sorted(answers, key=str), reader.opened, gatherer=gatherer)
        except BadInput as refused:  # what was asked about is not seen any more: the host keeps what he has
            print(f"{path.stem}: {refused}", flush=True)
            break
    print(f"{path.stem}: {len(done.seen)} cards read, {len(answers)} answers given", flush=True)
    return done.deck


def _answer(one: Open | Named, truth: "Sample") -> Iterator[Wish]:
    """Yield which card it is, unless it is none."""
    shares = [overlap(one.card.quad, quad) for quad in truth.quads]
    best = int(np.argmax(shares))
    if shares[best] > 0.5 and truth.kinds[best] < BACK:
        yield Wish(int(truth.kinds[best]), Path(one.picture), one.card.place)


def _laid(path: Path) -> Path:
    return path.with_name(f"laid-{path.stem}.pickle")


def _shards(work: Path) -> list[Path]:
    from vision.training.decks import HELD_OUT

    return shards(work, SEEDS, SCENES, sorted(HELD_OUT))


def shards(work: Path, seeds: Sequence[int], scenes: int, printed: Sequence[str] = ()) -> list[Path]:
    """Return so many *scenes* of each deck, drawn from *seeds* or *printed*, drawn where they are not there yet."""
    drawn = {f"drawn-{seed}": seed for seed in seeds}

    def draw(name: str, art: list["Deck"], path: Path) -> None:
        from vision.training.procedural import draw_deck

        known = {deck.name: deck for deck in art}
        _draw(draw_deck(drawn[name], art, True) if name in drawn else known[name], art, path, work / "art", scenes)

    return drawn_once(work, (*printed, *drawn), draw)


def drawn_once(work: Path, names: Iterable[str], draw: Callable[[str, list["Deck"], Path], None]) -> list[Path]:
    """Return the file of each of *names*, which *draw* writes where it is not there yet; none without card art."""
    if not (work / "art").exists():
        return []
    paths = {name: work / "enrol" / f"{name}.pickle" for name in names}
    missing = [name for name, path in paths.items() if not path.exists()]
    if missing:
        from vision.training.decks import load_art

        (work / "enrol").mkdir(exist_ok=True)
        art = load_art(work / "art")
        for name in missing:
            draw(name, art, paths[name])
    return list(paths.values())


def _draw(deck: "Deck", art: list["Deck"], path: Path, backs: Path, many: int) -> None:
    """Write so *many* scenes of *deck* and, beside them, the pictures it is enrolled from."""
    from vision.training.decks import load_backs
    from vision.training.scenes import scene

    rng = random.Random(f"enrol {deck.name}")
    back = rng.choice(load_backs(backs))
    write(path, deck, back, (scene(rng, deck, [back], art) for _ in range(many)), rng)


def write(path: Path, deck: "Deck", back: Picture, scenes: Iterable["Sample"], rng: random.Random) -> None:
    """Write *scenes* of *deck* into *path* and, beside them, the pictures the deck is enrolled from."""
    from vision.training.samples import pack

    _laid(path).write_bytes(pickle.dumps([pack(sample, 88) for sample in laid_out(deck, back, deck.name)]))
    path.write_bytes(pickle.dumps([pack(sample, rng.randint(45, 95)) for sample in scenes]))


def laid_out(deck: "Deck", back: Picture, seed: int | str) -> list["Sample"]:
    """Return four pictures of all 52 cards of *deck* and a *back*, in any order, as a host would take them."""
    rng = random.Random(f"laid out {seed}")
    order = rng.sample(range(52), 52)
    pictures = []
    for first in range(0, 52, A_PICTURE):
        kinds = order[first : first + A_PICTURE] + ([BACK] if first + A_PICTURE == 52 else [])
        faces = [back if kind == BACK else deck.faces[kind] for kind in kinds]
        pictures.append(photographed(deck, rng, partial(_in_rows, kinds, faces, rng)))
    return pictures


def _in_rows(kinds: list[int], faces: list[Picture], rng: random.Random) -> list[tuple[int, Picture, Place]]:
    return [(kind, face, _place(n, rng)) for n, (kind, face) in enumerate(zip(kinds, faces, strict=True))]


def photographed(deck: "Deck", rng: random.Random, lay: Callable[[], list[tuple[int, Picture, Place]]]) -> "Sample":
    """Return a photograph of the cards that *lay* returns once the camera stands: kind, face and place of each."""
    from vision.training.camera import photograph
    from vision.training.samples import Sample
    from vision.training.surfaces import surface

    noise = np.random.default_rng(rng.getrandbits(32))
    image, owners = surface(rng, noise, HIGH, WIDE), np.zeros((HIGH, WIDE), np.uint8)
    view, cards = _view(rng), lay()
    quads = [_outline(place, view) for _, _, place in cards]
    for number, ((_, face, _), quad) in enumerate(zip(cards, quads, strict=True), 1):
        _print(image, owners, face, quad, number)
    kinds, index = np.array([kind for kind, _, _ in cards], np.int64), floats([deck.index] * len(cards))
    return Sample(photograph(image, rng, noise), owners, floats(quads), kinds, index)


def _view(rng: random.Random) -> Field:
    """Return the homography of a camera held by hand over the table, up to about 25° off."""
    corners = floats([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]])
    moved = corners * 0.9 + (0.05 * WIDE, 0.05 * HIGH)
    shaken = floats([[rng.uniform(-0.06, 0.06) * WIDE, rng.uniform(-0.06, 0.06) * HIGH] for _ in corners])
    return floats(cv2.getPerspectiveTransform(corners, floats(moved + shaken)))


def _place(number: int, rng: random.Random) -> Place:
    """Return where card *number* of a picture lies: in rows, a little turned, half of them upside down."""
    step, high = WIDE / ROW, HIGH / ROWS
    turn = rng.gauss(0, 0.07) + (np.pi if rng.random() < 0.5 else 0.0)
    return (number % ROW + 0.5) * step, (number // ROW + 0.5) * high, turn, 0.62 * high


def _outline(place: Place, view: Field) -> Field:
    """Return the outline (4, 2) of the card in *place* as the camera of *view* shows it."""
    x, y, turn, long = place
    half = floats([[-0.35, -0.5], [0.35, -0.5], [0.35, 0.5], [-0.35, 0.5]]) * long
    rotation = floats([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return floats(cv2.perspectiveTransform((half @ rotation + floats([x, y]))[None].astype(np.float32), view)[0])


def _print(image: Field, owners: Picture, face: Picture, quad: Field, number: int) -> None:
    """Draw *face* (h, w, 4) into *image* at *quad*, and note whose pixels they are."""
    rows, columns = face.shape[:2]
    corners = floats([[0, 0], [columns, 0], [columns, rows], [0, rows]])
    drawn = cv2.warpPerspective(face, cv2.getPerspectiveTransform(corners, floats(quad)), (WIDE, HIGH)).astype(
        np.float32
    )
    alpha = drawn[..., 3:] / 255
    image[:] = image * (1 - alpha) + drawn[..., :3] / np.maximum(alpha, 0.05) * alpha
    owners[alpha[..., 0] > 0.5] = number
