"""What was read in a picture, before anybody says which cards these are and how sure that is."""

from dataclasses import dataclass

from vision.arrays import Field
from vision.localise import Found, Spot


@dataclass(frozen=True, slots=True)
class Opinions:
    """What was read: cards, what they say as a whole (n, 56), and up to four indices of each, (n, 4, 19).

    *spots* are the indices where they were seen in the end, *answers* what each says, (m, 19), *owned* to which card it
    belongs, if to any; *reaches* (n, 4) how high half of each card's indices is in pixels, 0 where there is none,
    *astray* (n, 4) how far from the card's middle each says that it is, in parts of its length. *confirmed*: the
    numbers of doubtful cards of which the enrolled deck confirms the likeliest name.
    """

    cards: list[Found]
    whole: Field
    index: Field
    owned: list[int | None]
    reaches: Field
    astray: Field
    spots: list[Spot]
    answers: Field
    confirmed: frozenset[int] = frozenset()
