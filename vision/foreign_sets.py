"""Decks with German, French, Dutch and unknown letters on a table as at home: before they are enrolled and then.

Those of the three languages train too, from other seeds (vision/letters.py). Court cards numbered 11 to 13 never do:
what such a card is nobody can know by its index before the deck is enrolled, so these show what that brings.
A board and five pairs a picture, the upper card of each on a part of the lower. One deck is measured anew, with more
pictures: of those numbered 11 to 13 the one whose errors fell by the largest factor in its first twelve.
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from vision import enrolled_sets
from vision.arrays import Picture
from vision.enrolled_sets import Place
from vision.letters import LANGUAGES
from vision.outcomes import Case, Outcome
from vision.rendered_sets import scenes_in

if TYPE_CHECKING:
    from vision.training.decks import Deck
    from vision.training.samples import Sample

UNKNOWN = {"J": "11", "Q": "12", "K": "13"}
LETTERS = {**{language: LANGUAGES[language] for language in ("German", "French", "Dutch")}, "Unknown": UNKNOWN}
DECKS = {
    "German": range(920_000, 920_024, 4),
    "French": range(920_002, 920_024, 4),
    "Dutch": range(920_100, 920_124, 4),
    "Unknown": range(920_200, 920_224, 4),
}
"""The seeds of the drawn decks with these letters: even ones, as those kept from training have."""
STEM = "letters-"
PICTURES, BOARD, PAIRS = 12, 5, 5
DESIGN, ANEW = 920_216, range(PICTURES, PICTURES + 60)
"""The deck that is measured anew, and the numbers of the pictures for that."""
OF_DESIGN = ("One deck design, as any deck", "One deck design, enrolled")
LONG = (150.0, 210.0)
"""How long cards are in a picture, in pixels, before its camera is tilted: about as a camera of 4K shows them."""
ON_IT = (0.25, 0.5)
"""How far the upper card of a pair lies from the lower, in parts of their length."""


def names(language: str) -> tuple[str, str]:
    """Return what the sets of that language are called: as any deck, and enrolled."""
    return f"{language} letters, as any deck", f"{language} letters, enrolled"


def sets(work: Path) -> dict[str, Callable[[], Iterator[Case]]]:
    """Return the sets of every language, and of the one design, by their names."""
    every = {names(language): partial(_shards, language) for language in LETTERS} | {OF_DESIGN: _of_design}
    return {
        name: partial(cases, shards, work)
        for both, shards in every.items()
        for name, cases in zip(both, (as_any_deck, enrolled), strict=True)
    }


def as_any_deck(shards: Callable[[Path], list[Path]], work: Path) -> Iterator[Case]:
    """Yield the pictures in *shards*; none where `make train` left no card art in *work*."""
    return scenes_in(shards(work), work / "art")


def enrolled(shards: Callable[[Path], list[Path]], work: Path) -> Iterator[Case]:
    """Yield the same, to be read by a reader that knows their deck."""
    return enrolled_sets.known(shards(work), work / "art")


def gains(language: str, before: Sequence[Outcome], after: Sequence[Outcome]) -> str:
    """Say by which factor errors fall, of all decks of that language and of each."""
    printed = ", ".join(f"{rank} printed {letter}" for rank, letter in LETTERS[language].items() if letter != rank)
    said = [enrolled_sets.gain(before, after, f"decks with {language} letters ({printed})")]
    for seed in DECKS[language]:
        said.append(enrolled_sets.gain(_of(seed, before), _of(seed, after), f"deck {seed} ({language} letters)"))
    return "\n\n".join(said)


def gain_of_design(before: Sequence[Outcome], after: Sequence[Outcome]) -> str:
    """Say by which factor errors of the one design fall."""
    return enrolled_sets.gain(before, after, f"deck {DESIGN}, measured anew,")


def _of(seed: int, outcomes: Sequence[Outcome]) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.image.startswith(f"{STEM}{seed}-")]


def _shards(language: str, work: Path) -> list[Path]:
    """Return a file of pictures for each deck, drawn where it is not there yet."""
    return _drawn(work, language, {f"{STEM}{seed}": seed for seed in DECKS[language]}, range(PICTURES))


def _of_design(work: Path) -> list[Path]:
    """Return the file of the one design's pictures."""
    return _drawn(work, "Unknown", {f"{STEM}{DESIGN}-anew": DESIGN}, ANEW)


def _drawn(work: Path, language: str, seeds: dict[str, int], numbers: Sequence[int]) -> list[Path]:
    """Return the files, by their names in *seeds*, of pictures of these *numbers*."""

    def draw(name: str, art: list["Deck"], path: Path) -> None:
        from vision.training.decks import load_backs
        from vision.training.procedural import draw_deck

        seed, backs = seeds[name], load_backs(work / "art")
        deck = draw_deck(seed, art, True, LETTERS[language])
        scenes = (on_a_table(deck, number) for number in numbers)
        enrolled_sets.write(path, deck, backs[seed % len(backs)], scenes, random.Random(seed))

    return enrolled_sets.drawn_once(work, seeds, draw)


def on_a_table(deck: "Deck", number: int) -> "Sample":
    """Return picture *number* of *deck*: a board, and pairs around it, face up."""
    rng = random.Random(f"{deck.name} on a table {number}")

    def lay() -> list[tuple[int, Picture, Place]]:
        long, kinds = rng.uniform(*LONG), rng.sample(range(52), BOARD + 2 * PAIRS)
        return [(kind, deck.faces[kind], place) for kind, place in zip(kinds, _places(rng, long), strict=True)]

    return enrolled_sets.photographed(deck, rng, lay)


def _places(rng: random.Random, long: float) -> Iterator[Place]:
    """Yield where each card lies, all of them *long*."""
    wide, high = enrolled_sets.WIDE, enrolled_sets.HIGH
    for n in range(BOARD):
        yield wide / 2 + (n - BOARD // 2) * 0.78 * long, high / 2 + rng.gauss(0, 3), rng.gauss(0, 0.05), long
    for n in range(PAIRS):
        x, y = wide * (0.12 + 0.19 * n), high * (0.18 if n % 2 else 0.82) + rng.uniform(-20, 20)
        turn, off = rng.uniform(0, 2 * math.pi), rng.uniform(*ON_IT) * long
        yield x, y, turn + rng.gauss(0, 0.08), long
        yield x + off * math.cos(turn), y + off * math.sin(turn), turn + rng.gauss(0, 0.08), long
