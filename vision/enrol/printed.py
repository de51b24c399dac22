"""What speaks for a doubtful name, weighed: its odds, how alike its enrolled face is and by how far, and its indices.

Fitted on doubtful cards of decks drawn for that: docs/enrol.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from vision.arrays import Field, Picture, floats
from vision.enrol.faces import Faces
from vision.enrol.laid import FURTHEST, UNSEEN, Likeness
from vision.enrol.prints import Prints
from vision.localise import Spot
from vision.sureness import odds

ODDS, BY_FAR, ALIKE, INDEX_BY_FAR, INDEX_ALIKE, ENOUGH = 0.86, 1.88, 1.21, 0.59, 1.18, 3.51
"""How much counts of the logarithm of a name's odds, of its face and of its index; and how much confirms the name."""
ODDS_ALONE, BY_FAR_ALONE, ALIKE_ALONE, ENOUGH_ALONE = 0.82, 1.64, 0.97, 2.83
"""The same of an index where no face can be compared: of most cards of a fan, or where others cover the card."""
FACE_THERE, INDEX_THERE = 0.5, 0.8
"""How alike one of both must be: nothing else tells that the card lies where it seems to."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The faces of a deck, and its indices, to be laid over what is in doubt."""

    faces: Faces
    indices: Prints

    def confirm(
        self, picture: Picture, quad: Field, over: Sequence[Field], spots: Sequence[Spot], chances: Field
    ) -> bool:
        """Return whether all that is known confirms the likeliest name by *chances* (52,) of the card in *quad*.

        *over*: the outlines of cards that lie on it; *spots*: its indices.
        """
        likely, face = float(chances.max()), self.faces.likeness(picture, quad, over, chances)
        # Laid only where they can matter: each takes half as long as the face.
        if confirms(likely, face, Likeness(-1.0, -FURTHEST)) or not confirms(likely, face, Likeness(1.0, FURTHEST)):
            return confirms(likely, face, UNSEEN)
        return confirms(likely, face, surest([self.indices.likeness(picture, spot, over, chances) for spot in spots]))


def surest(indices: Sequence[Likeness]) -> Likeness:
    """Return that of a card's *indices* which is by farthest the likest; UNSEEN where none was compared.

    It alone counts, also where another is more alike, but by less.
    """
    return max((one for one in indices if one != UNSEEN), key=lambda one: one.by_far, default=UNSEEN)


def confirms(likely: float, face: Likeness, index: Likeness) -> bool:
    """Return whether its *face* and *index* confirm a name that is so *likely*; UNSEEN is what was not compared."""
    held = float(odds(floats(likely)))
    if face == UNSEEN:
        alone = ODDS_ALONE * held + BY_FAR_ALONE * index.by_far + ALIKE_ALONE * index.alike
        return index.alike > INDEX_THERE and alone > ENOUGH_ALONE
    there = face.alike > FACE_THERE or index.alike > INDEX_THERE
    of_face, of_index = BY_FAR * face.by_far + ALIKE * face.alike, INDEX_BY_FAR * index.by_far
    if index.by_far > 0:  # where another is liker, that it is alike says nothing
        of_index += INDEX_ALIKE * index.alike
    return there and ODDS * held + of_face + of_index > ENOUGH
