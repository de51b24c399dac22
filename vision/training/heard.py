"""What the readers say of the pictures they are calibrated with: read once for all that is fitted, and kept."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from vision.arrays import Picture
from vision.classify import Classifier
from vision.dark import lit
from vision.localise import Localiser
from vision.opinions import Opinions
from vision.search import covers, search
from vision.so_far import SoFar, code, digest_of
from vision.weights import Weights

HEARD = "heard"
"""The folder, in a training's own, of what was heard."""
Known = TypeVar("Known")


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said of one picture, and for each of its cards the numbers of those that lie on it."""

    said: Opinions
    over: list[list[int]]


class Ear:
    """Listens to what networks say of pictures, as they are read at a table; a run that was stopped knows it again."""

    def __init__(self, opened: Weights, kept: Path) -> None:
        """*kept*: the folder of what was heard; what other weights or other code said is not known there."""
        self._opened, self._kept = opened, kept
        self._localiser, classifier = Localiser(opened.localiser), Classifier(opened)
        self._opinions, self.aspects = classifier.opinions, classifier.aspects
        self._by = f"{opened.version} {digest_of(code())}"
        kept.mkdir(parents=True, exist_ok=True)

    def hear(self, name: str, shown: Iterable[tuple[Picture, Known]]) -> Iterator[tuple[Picture, Heard, Known]]:
        """Yield each of the pictures *name* that shows a card, as it is read, what is said of it and what is known."""
        so_far = SoFar(self._kept / f"{name}.heard", self._by, Heard)
        for number, (picture, known) in enumerate(shown):
            light = lit(picture)
            if number == len(so_far.told):
                so_far.add(self._heard(light))
            if so_far.told[number].said.cards:
                yield light, so_far.told[number], known
        print(f"{name}: read", flush=True)

    def _heard(self, picture: Picture) -> Heard:
        found = search(self._localiser, picture, self._opened.settings.localiser_score)
        said = self._opinions(picture, found)
        return Heard(said, covers(said.cards, found.looks))
