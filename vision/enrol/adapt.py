"""A deck's prototypes, ready for the readers: what they say of a picture, bent towards the deck that is played with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from table_controller.records import BadInput
from vision.arrays import Field, Picture, floats
from vision.engines import Network
from vision.enrol.deck_file import Cuts, EnrolledDeck, Rules
from vision.enrol.faces import Faces
from vision.enrol.printed import Printed
from vision.enrol.prints import Prints
from vision.enrol.prototypes import Kinds, Prototypes, bent
from vision.enrol.spelling import Spelling
from vision.enrol.views import KEPT, KEPT_INDICES, seen_as
from vision.names import CLASSES
from vision.weights import Weights

RANKS, SUITS = 13, 4
ROWS, COLUMNS, SEEN_BY_EACH = 8, 6, 5
"""The map an index is embedded as; its five upper rows see the rank, its five lower ones the suit."""
SAID = RANKS + 1 + SUITS + 1
"""How much is said of an index; how far off it is follows."""
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


def spelt(embed: Embed, spelling: Spelling | None) -> Embed:
    """Return *embed* of indices, saying what one says who knows the deck's *spelling*, where it has one of its own."""
    if spelling is None:
        return embed

    def known(pictures: Picture) -> Weighed:
        seen = embed(pictures)
        return replace(seen, said=np.hstack([spelling.read(pictures, seen.said[:, :SAID]), seen.said[:, SAID:]]))

    return known


def of_cards(cuts: Cuts, embed: Embed) -> Prototypes:
    """Return the prototypes of whole cards: each in several views, upright and upside down."""
    kinds = np.tile(np.repeat(cuts.kinds, len(KEPT)), 2)
    seen = embed(seen_as(cuts.cards, KEPT, turned=True))
    return Prototypes(seen.embedded, kinds, len(CLASSES), seen.said[:, : len(CLASSES)])


class Suits:
    """The prototypes of suits, each of a card."""

    def __init__(self, embedded: Field, printed: Kinds) -> None:
        """*embedded* (m, d): the lower part of indices of the cards *printed* (m,) 0 … 51."""
        self.prototypes = Prototypes(embedded, printed // RANKS, SUITS + 1)
        self._ranks = printed % RANKS
        self._partly = np.bincount(np.unique(printed) % RANKS, minlength=RANKS) < SUITS

    def likeness(self, embedded: Field, ranks: Kinds) -> Field:
        """Return (n, SUITS + 1): how alike indices of these *ranks* (n,), *embedded* (n, d), are to each suit."""
        return self.best(self.prototypes.alike(lower(embedded)), ranks)

    def best(self, alike: Field, ranks: Kinds, left_out: bool = False) -> Field:
        """Return the same where they are *alike* (n, m) to the prototypes; *left_out*: as if they were not enrolled.

        What sees the suit sees the foot of the rank as well, so a nine of clubs that is not enrolled looks more like
        the nine of spades than like other clubs: a rank of which a suit is missing is silent about its own cards.
        """
        own = ranks[:, None] == self._ranks[None]
        silent = own if left_out else own & self._partly[self._ranks]
        return self.prototypes.best(np.where(silent, -np.inf, alike))


def of_indices(cuts: Cuts, embed: Embed) -> tuple[Prototypes, Suits]:
    """Return the prototypes of ranks and of suits: a rank is alike in every suit, a suit in every rank."""
    seen = embed(seen_as(cuts.indices, KEPT_INDICES))
    printed = np.repeat(cuts.printed, len(KEPT_INDICES))
    ranks = Prototypes(upper(seen.embedded), printed % RANKS, RANKS + 1, seen.said[:, : RANKS + 1])
    return ranks, Suits(lower(seen.embedded), printed)


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

    def __init__(
        self,
        cards: Prototypes,
        ranks: Prototypes,
        suits: Suits,
        rules: Rules,
        printed: Printed | None = None,
        spelling: Spelling | None = None,
    ) -> None:
        """*rules*: of whole *cards*, of *ranks*, of *suits*; *printed*: to hold doubtful cards against.

        *spelling*: what is printed on court cards, where that is known and not English.
        """
        self._cards, self._ranks, self._suits, self._rules = cards, ranks, suits, rules
        self.printed, self._spelling = printed, spelling

    @staticmethod
    def of(deck: EnrolledDeck, card: Embed, index: Embed, spelling: Spelling | None = None) -> "Adapted":
        """Return the prototypes of *deck* as these readers of cards and of indices see it, while it is enrolled.

        Without what is printed on it: every card that was learnt looks like itself, also where it was named wrongly.
        """
        cards, indices = of_cards(deck.cuts, card), of_indices(deck.cuts, spelt(index, spelling))
        return Adapted(cards, *indices, deck.rules, spelling=spelling)

    @staticmethod
    def by(deck: EnrolledDeck, opened: Weights) -> "Adapted":
        """Return *deck*, and what is printed on it, for *opened*; raises BadInput where its readers cannot embed."""
        spelling = Spelling.of(deck.cuts, opened.letters)
        cards = of_cards(deck.cuts, embedder(opened.card))
        indices = of_indices(deck.cuts, spelt(embedder(opened.index), spelling))
        return Adapted(cards, *indices, deck.rules, Printed(Faces(deck.cuts), Prints(deck.cuts)), spelling)

    def knows(self, ranks: Sequence[int]) -> bool:
        """Whether an index of each of *ranks* is enrolled."""
        return set(ranks) <= set(self._ranks.kinds.tolist())

    def whole(self, said: Field, embedded: Field) -> Field:
        """Return (n, 56): what is said of whole cards."""
        return bent(self._cards.meant(said), self._cards.likeness(embedded), self._rules[0])

    def index(self, said: Field, embedded: Field, pictures: Picture | None = None) -> Field:
        """Return (n, 19): what is said of indices; of letters that are not English only where their *pictures* are."""
        if self._spelling is not None and pictures is not None:
            said = self._spelling.read(pictures, said)
        _, of_ranks, of_suits = self._rules
        rank = bent(self._ranks.meant(said[:, : RANKS + 1]), self._ranks.likeness(upper(embedded)), of_ranks)
        named = rank[:, :RANKS].argmax(1)
        suits = self._suits.prototypes.meant(said[:, RANKS + 1 :])
        return np.concatenate([rank, bent(suits, self._suits.likeness(embedded, named), of_suits)], 1)
