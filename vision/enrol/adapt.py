"""A deck's prototypes, ready for the readers: what they say of a picture, bent towards the deck that is played with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from table_controller.records import BadInput
from vision.arrays import Field, Picture, floats
from vision.engines import Network
from vision.enrol.deck_file import Cuts, EnrolledDeck, Rules
from vision.enrol.faces import Faces
from vision.enrol.printed import Printed
from vision.enrol.prints import Prints
from vision.enrol.prototypes import Prototypes, Rule, bent
from vision.enrol.views import KEPT, KEPT_INDICES, seen_as
from vision.names import CLASSES
from vision.weights import Weights

RANKS, SUITS = 13, 4
ROWS, COLUMNS, SEEN_BY_EACH = 8, 6, 5
"""The map an index is embedded as; its five upper rows see the rank, its five lower ones the suit."""
AT_ONCE = 128


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the networks say of pictures, and how they embed them."""

    said: Field
    embedded: Field


Embed = Callable[[Picture], Weighed]


def embedder(network: Network) -> Embed:
    """Return what a reader says of pictures (n, h, w, 3) and how it embeds them; raises BadInput where it cannot."""
    if len(network.says) < 2:
        raise BadInput(
            "models.toml", "", "expected weights with an embedding: these were made before decks were enrolled"
        )

    def embed(pictures: Picture) -> Weighed:
        if len(pictures) == 0:
            return Weighed(*(np.zeros((0, numbers), np.float32) for numbers in network.says[:2]))
        parts = [network.run(pictures[n : n + AT_ONCE]) for n in range(0, len(pictures), AT_ONCE)]
        said, embedded = (floats(np.concatenate(outs)) for outs in zip(*parts, strict=True))
        return Weighed(said, embedded)

    return embed


def of_cards(cuts: Cuts, embed: Embed) -> Prototypes:
    """Return the prototypes of whole cards: each in several views, upright and upside down."""
    kinds = np.tile(np.repeat(cuts.kinds, len(KEPT)), 2)
    seen = embed(seen_as(cuts.cards, KEPT, turned=True))
    return Prototypes(seen.embedded, kinds, len(CLASSES), seen.said[:, : len(CLASSES)])


def of_indices(cuts: Cuts, embed: Embed) -> tuple[Prototypes, Prototypes]:
    """Return the prototypes of ranks and of suits: a rank is alike in every suit, a suit in every rank."""
    seen = embed(seen_as(cuts.indices, KEPT_INDICES))
    printed = np.repeat(cuts.printed, len(KEPT_INDICES))
    ranks = Prototypes(upper(seen.embedded), printed % RANKS, RANKS + 1, seen.said[:, : RANKS + 1])
    return ranks, Prototypes(lower(seen.embedded), printed // RANKS, SUITS + 1)


def upper(embedded: Field) -> Field:
    """Return the part of an index's embedding (n, d) that sees its rank."""
    return _flat(_rows(embedded)[:, :, :SEEN_BY_EACH])


def lower(embedded: Field) -> Field:
    """Return the part of an index's embedding (n, d) that sees its suit."""
    return _flat(_rows(embedded)[:, :, -SEEN_BY_EACH:])


def _rows(embedded: Field) -> Field:
    """Return (n, channels, 8, 6): the embedding is a map, each cell of it sees its part of the index and around it."""
    return embedded.reshape(len(embedded), embedded.shape[1] // (ROWS * COLUMNS), ROWS, COLUMNS)


def _flat(maps: Field) -> Field:
    return maps.reshape(len(maps), int(np.prod(maps.shape[1:])))


class Adapted:
    """What both readers make of one deck."""

    def __init__(self, prototypes: Sequence[Prototypes], rules: Rules, printed: Printed | None = None) -> None:
        """*prototypes* and *rules*: of whole cards, of ranks, of suits; *printed*: to hold doubtful cards against."""
        self._cards, self._ranks, self._suits = zip(prototypes, rules, strict=True)
        self.printed = printed

    @staticmethod
    def of(deck: EnrolledDeck, card: Embed, index: Embed) -> "Adapted":
        """Return the prototypes of *deck* as these readers of cards and of indices see it, while it is enrolled.

        Without what is printed on it: every card that was learnt looks like itself, also where it was named wrongly.
        """
        return Adapted([of_cards(deck.cuts, card), *of_indices(deck.cuts, index)], deck.rules)

    @staticmethod
    def by(deck: EnrolledDeck, opened: Weights) -> "Adapted":
        """Return *deck*, and what is printed on it, for *opened*; raises BadInput where its readers cannot embed."""
        prototypes = [of_cards(deck.cuts, embedder(opened.card)), *of_indices(deck.cuts, embedder(opened.index))]
        return Adapted(prototypes, deck.rules, Printed(Faces(deck.cuts), Prints(deck.cuts)))

    def knows(self, ranks: Sequence[int]) -> bool:
        """Whether an index of each of *ranks* is enrolled."""
        return set(ranks) <= set(self._ranks[0].kinds.tolist())

    def whole(self, said: Field, embedded: Field) -> Field:
        """Return (n, 56): what is said of whole cards."""
        return _bent(said, embedded, *self._cards)

    def index(self, said: Field, embedded: Field) -> Field:
        """Return (n, 19): what is said of indices."""
        rank = _bent(said[:, : RANKS + 1], upper(embedded), *self._ranks)
        return np.concatenate([rank, _bent(said[:, RANKS + 1 :], lower(embedded), *self._suits)], 1)


def _bent(said: Field, embedded: Field, prototypes: Prototypes, rule: Rule) -> Field:
    return bent(prototypes.meant(said), prototypes.likeness(embedded), rule)
