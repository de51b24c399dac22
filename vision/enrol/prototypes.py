"""What the cards of one deck look like to the networks, and how that bends what they say of a picture."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, floats

Kinds = NDArray[np.int64]
FLOOR = 1e-6
"""No reader is surer than this that a card is not there."""
MOSTLY = 0.5
"""How much of what is said of a class must be its own name for what it is called not to be translated."""
MOST = 7.0
"""What likeness may count altogether, in logarithms: no network surer than one in a thousand is overruled."""


@dataclass(frozen=True, slots=True)
class Rule:
    """How much likeness counts: *weight* logarithms per unit; what was never enrolled is as alike as a *stranger*."""

    weight: float
    stranger: float


class Prototypes:
    """Directions in the networks' embedding, each of one class out of *classes*; and what the networks call them."""

    def __init__(self, embedded: Field, kinds: Kinds, classes: int, said: Field | None = None) -> None:
        """*embedded* (m, d) of unit length, *kinds* (m,) 0 … classes - 1; *said* (m, classes) of them, if it counts."""
        self.kinds, self._classes = kinds, classes
        names = np.eye(classes, dtype=np.float32) if said is None else called(said, kinds)
        self._meant = floats((names / np.maximum(names.sum(0), FLOOR)).T)
        self._middle = embedded.mean(0) if len(embedded) else np.zeros(embedded.shape[1], np.float32)
        self._directions = self._directed(embedded)

    def _directed(self, embedded: Field) -> Field:
        """What all cards have in common says nothing: only how they differ from it counts."""
        off = embedded - self._middle
        return floats(off / np.maximum(np.linalg.norm(off, axis=1, keepdims=True), FLOOR))

    def meant(self, said: Field) -> Field:
        """Return (n, classes): how likely each class is meant where the networks say *said* (n, classes)."""
        return floats(said @ self._meant)

    def alike(self, embedded: Field) -> Field:
        """Return (n, m): how alike *embedded* (n, d) is to each prototype, -1 … 1."""
        return floats(self._directed(embedded) @ self._directions.T)

    def best(self, alike: Field) -> Field:
        """Return (n, classes): the likeness to the best prototype of each class, -inf where there is none."""
        best = np.full((len(alike), self._classes), -np.inf, np.float32)
        for kind in np.unique(self.kinds):
            best[:, kind] = alike[:, self.kinds == kind].max(1)
        return best

    def likeness(self, embedded: Field) -> Field:
        """Return (n, classes): how alike *embedded* (n, d) is to what is known of each class."""
        return self.best(self.alike(embedded))


def called(said: Field, kinds: Kinds) -> Field:
    """Return (k, k): what each class is called on average, where *said* (m, k) was said of enrolled *kinds* (m,).

    A letter that the networks never saw is called something else, a German jack (B) an eight. What mostly is called
    what it is, or is not enrolled, is taken to be called so always: enrolled pictures are shown blurred, too, and what
    a five is taken for in a blur must not make clear sixes doubtful.
    """
    table = np.eye(said.shape[1], dtype=np.float32)
    for kind in np.unique(kinds):
        average = said[kinds == kind].mean(0)
        if average[kind] < MOSTLY:
            table[kind] = average
    return table


def bent(said: Field, likeness: Field, rule: Rule) -> Field:
    """Return *said* (n, k), probabilities, bent by *likeness* (n, k) to what was enrolled, -inf where nothing was.

    What is not enrolled counts as alike as a stranger may be, but as no less alike than the best of what is: of
    something that looks like nothing known the networks' own word stands.
    """
    known = np.isfinite(likeness)
    best = likeness.max(1, keepdims=True)
    best = np.where(np.isfinite(best), best, 0)
    alike = np.where(known, likeness, np.minimum(rule.stranger, best))
    evidence = np.maximum(rule.weight * (alike - best), -MOST)
    opinion = np.log(np.maximum(said, FLOOR)) + evidence
    scores = np.exp(opinion - opinion.max(1, keepdims=True))
    return floats(scores / scores.sum(1, keepdims=True))
