"""Say which card lies in an outline: the whole card and the indices found on it each give their opinion."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from vision import kinds, letters
from vision.arrays import Field, Picture, floats
from vision.enrol.adapt import Adapted
from vision.enrol.printed import Printed
from vision.indices import SHRUNK, Print, all_four, astray, in_full, owners, upright
from vision.localise import Found, Spot
from vision.lone import cards_of
from vision.looks import Looks
from vision.names import CARDS, CLASSES, SUITS
from vision.opinions import Opinions
from vision.pictured import pictured
from vision.search import Seen, covers
from vision.sizes import SOUND, length, printed_on, sound_length
from vision.sureness import aspects, calibrated, unplayed
from vision.weights import Weights

NO_RANK, NO_SUIT = 13, 4
UNSEEN = floats([0] * 13 + [1] + [0] * 4 + [1])
"""What is said of an index that is not seen: nothing, so that it speaks for no card and against none."""
MOST_INDICES = 4
DOUBT = 0.05
"""How likely it is that a reader is mistaken altogether, so that one may outvote the other but never silence it."""
CLEAR = 0.8
"""How sure an index must be of its card to contradict others, or to be a card without an outline."""
APART = 0.95
"""How sure two of these must be of different names to be two cards' where one outline would fit both."""
WHOLE = 0.5
"""How sure a picture of a whole card must be of its name to have parts."""
POSSIBLE, CONFIRMED = 0.2, 0.985
"""From which sureness on a name is held against the enrolled deck, and how sure it is if that confirms it."""
NEARER = 0.3
"""How much farther from where an index says its card's middle is, in parts of the card's length, a card may lie that
as a whole looks like what the index names: of outlines side by side the nearest is not always the right one."""
PLACED, SPEAKS = 0.8, 0.1
"""How surely a card must lie where it seems to for its index to count: that tells which card it is, not where. And how
likely an index must hold the card for that."""


class Classifier:
    """Both readers and how much each of them counts."""

    def __init__(self, opened: Weights, deck: Adapted | None = None) -> None:
        """*deck*: what is known of the deck that is played with."""
        self._looks, self._printed = Looks(opened, deck), None if deck is None else deck.printed
        self._sure, self._kinds = opened.settings.sure, opened.kinds
        self._face_sure = opened.settings.face_sure
        self._weights, self._sureness = (opened.settings.card_weight, opened.settings.index_weight), opened.sureness

    def opinions(
        self, picture: Picture, seen: Seen, known: letters.Known | None = None, card_long: float | None = None
    ) -> Opinions:
        """Return the cards, their outlines mended, and what they and their indices say.

        *known*: what was seen of the deck's letters before, where pictures are of one deck; *card_long*: how long cards
        are in pixels, where that is known.
        Indices that no outline explains make cards of their own. With an enrolled deck what is in doubt is held against
        its faces and indices.
        """
        said = self._opinions(picture, seen, known or letters.Known())
        return said if self._printed is None else self._confirmed(picture, seen, said, self._printed, card_long)

    def _confirmed(
        self, picture: Picture, seen: Seen, said: Opinions, printed: Printed, card_long: float | None
    ) -> Opinions:
        if not said.cards:
            return said
        chances, over = self.distributions(said, card_long), covers(said.cards, seen.looks)
        faces = chances[:, : len(CARDS)]
        likely, name = faces.max(1), faces.argmax(1)
        doubtful = (chances.argmax(1) < len(CARDS)) & (likely > POSSIBLE) & (likely < self._sure)
        # Where two outlines have one name, the other's may be that of an index which lies on the card.
        named = np.where(name[:, None] == np.arange(len(CARDS)), faces, 0)
        first = named.argmax(0)[name] == np.arange(len(name))
        confirmed = []
        for n in (int(n) for n in np.flatnonzero(doubtful & first)):
            card, above = said.cards[n], [said.cards[m].quad for m in over[n]]
            spots = _speaking(said, n, int(name[n])) if card.placed > PLACED else []
            if printed.confirm(picture, card.quad, above, spots, faces[n]):
                confirmed.append(n)
        return replace(said, confirmed=frozenset(confirmed))

    def _opinions(self, picture: Picture, seen: Seen, deck: letters.Known) -> Opinions:
        if not seen.spots:
            cards, whole = without_parts(*self._looks.cards(picture, seen.cards, seen.looks))
            none = _no_reaches(len(cards))
            return Opinions(cards, whole, _no_index(len(cards)), [], none, none, [], _no_index(0)[:, 0])
        spots, answers = self._looks.indices(picture, seen.spots)
        strange = self._looks.letters(picture, spots, answers, deck)
        answers = letters.named(answers, strange)
        clear = clear_of(answers)
        found = upright(seen.cards, seen.spots, [spots[n] for n in clear])
        found, known = whole_outlines(found, spots, answers)
        cards, whole = without_parts(*self._looks.cards(picture, found, seen.looks))
        owned = owners(spots, cards, agreement(answers, whole))
        no_cards = pictured(spots, answers, owned, cards, whole, known.long)
        owned = [None if n in no_cards else card for n, card in enumerate(owned)]
        against = contradicting(answers, owned, whole)
        alone = [
            n
            for n, card in enumerate(owned)
            if n in against or (card is None and n not in no_cards and _sure(answers[n]) > CLEAR)
        ]
        names = [name_of(answers[n]) if _sure(answers[n]) > APART else None for n in alone]
        more, of_more = cards_of([spots[n] for n in alone], names, known, seen.looks)
        for number, card in zip(alone, of_more, strict=True):
            owned[number] = None if card is None else len(cards) + card
        behind = [spots[owned.index(len(cards) + n)].middle for n in range(len(more))]
        more, whole_of_more = self._looks.behind(picture, more, behind, cards, seen.looks)
        for n, card in enumerate(owners(spots, more)):
            if card is not None and owned[n] is None and n not in no_cards:
                owned[n] = len(cards) + card
        # Once outlines are mended, an index may be that of another one which is too short as well.
        every = in_full(cards + more, [spots[n] for n in clear], [owned[n] for n in clear], known)
        whole = in_strange_letters(np.concatenate([whole, whole_of_more]), owned, answers, strange)
        index, reaches, far = _indices_of(every, owned, spots, answers)
        return Opinions(every, whole, index, owned, reaches, far, spots, answers)

    def read_indices(self, pictures: Picture) -> Field:
        """Return (n, 19) for index pictures (n, 64, 48, 3): 13 ranks or none, 4 suits or none."""
        return self._looks.read_indices(pictures)[0]

    def aspects(self, said: Opinions, card_long: float | None = None) -> tuple[Field, Field]:
        """Return (n, 56) probabilities over CLASSES from both opinions, and on what the sureness of names depends."""
        chances = combine(said.whole, said.index, *self._weights)
        return chances, aspects(said, chances, card_long)

    def distributions(self, said: Opinions, card_long: float | None = None) -> Field:
        """Return (n, 56) probabilities over CLASSES, the likeliest card as likely as such names are right.

        *card_long*: how long cards are in pixels, where that is known.
        """
        chances, seen = self.aspects(said, card_long)
        if not len(chances):
            return chances
        sure = self._sureness.of(seen)
        confirmed = list(said.confirmed)
        sure[confirmed] = np.maximum(sure[confirmed], max(CONFIRMED, self._sure))
        return unplayed(calibrated(chances, sure), seen)

    def told(self, picture: Picture, seen: Seen, said: Opinions, card_long: float | None = None) -> Field:
        """Return the same for what was *said* of all that was *seen* in *picture*, but where no name is sure.

        What lies there is then face down, a joker, a cut card, a face or nothing as all that is known tells (kinds.py).
        *card_long*: how long cards are in pixels, where that is known.
        """
        chances = self.distributions(said, card_long)
        rows = kinds.unnamed(chances, self._sure)
        if not len(rows):
            return chances
        over = covers(said.cards, seen.looks)
        on_it = kinds.aspects(picture, said.cards, said.whole, chances, rows, over, card_long)
        return kinds.told(chances, rows, self._kinds.of(on_it), self._face_sure)

    def corners(self, pictures: Picture) -> list[tuple[str, float]]:
        """Return what single corners say by themselves: the card and how likely it is."""
        named = []
        for one in self.read_indices(pictures):
            chances = alone(one)
            named.append((CARDS[int(chances.argmax())], float(chances.max())))
        return named


def _speaking(said: Opinions, card: int, name: int) -> list[Spot]:
    """Return the indices of a *card* that speak for its *name* at all; the others are worth no closer look."""
    every = zip(said.spots, said.answers, said.owned, strict=True)
    return [spot for spot, answer, owner in every if owner == card and alone(answer)[name] > SPEAKS]


def alone(answer: Field) -> Field:
    """Return (52,) how likely an index, which says *answer* (19,), is each card's."""
    return floats(np.outer(answer[14:18], answer[:13]).ravel())


def whole_outlines(cards: list[Found], spots: list[Spot], answers: Field) -> tuple[list[Found], Print]:
    """Return *cards*, none shorter than cards are where a clear index says which corner shows; and what cards are like.

    Sound outlines say how long they are, and clear indices on these in which corners indices are printed.
    """
    clear = [spots[n] for n in clear_of(answers)]
    owned = owners(clear, cards)
    known = print_of(cards, clear, owned)
    return in_full(cards, clear, owned, known), known


def print_of(cards: list[Found], spots: list[Spot], owned: list[int | None]) -> Print:
    """Return how long sound outlines are, and where and how high the indices of those that are as long as that."""
    usual = sound_length(cards)
    full = [
        (spot, cards[number])
        for spot, number in zip(spots, owned, strict=True)
        if number is not None and cards[number].score > SOUND and length(cards[number]) > SHRUNK * usual
    ]
    high = float(np.median([spot.reach / length(card) for spot, card in full])) if full else 0.0
    return Print(usual, high, all_four(full))


def without_parts(cards: list[Found], whole: Field) -> tuple[list[Found], Field]:
    """Return the cards, and what they say as a whole, without those that are a part of one that is surely a face.

    On a card as large as half the picture pips and frames look like cards, and would have its indices for their own.
    """
    sure = whole[:, : len(CARDS)].max(1, initial=0.0)
    faces = [n for n in range(len(cards)) if sure[n] > WHOLE]
    kept = [
        n for n in range(len(cards)) if not any(sure[n] < sure[m] and printed_on(cards[n], cards[m]) for m in faces)
    ]
    return [cards[n] for n in kept], whole[kept]


def in_strange_letters(whole: Field, owned: Sequence[int | None], answers: Field, strange: Field) -> Field:
    """Return what cards say as a *whole* (n, 56) where the index that is surest of its name is no English letter.

    *owned*: which card each index lies on, if on any; *answers* (m, 19) of each; *strange* (m, 3): how likely it is
    such a letter of a jack, a queen, a king.
    """
    share, suits = np.zeros((len(whole), strange.shape[1]), np.float32), np.zeros((len(whole), len(SUITS)), np.float32)
    for card, (surest, *_) in _of_each(owned, sorted(range(len(owned)), key=lambda n: -_sure(answers[n]))):
        share[card], suits[card] = strange[surest], answers[surest, 14:18]
    return letters.courts(whole, share, suits)


def _indices_of(
    cards: list[Found], owned: list[int | None], spots: list[Spot], answers: Field
) -> tuple[Field, Field, Field]:
    """Return what four indices of each card say at most, (n, 4, 19), how high they are and how far astray, (n, 4)."""
    order = [int(n) for n in np.argsort([-spot.score for spot in spots])]
    index, reaches, far = _no_index(len(cards)), _no_reaches(len(cards)), _no_reaches(len(cards))
    for card, numbers in _of_each(owned, order):
        index[card, : len(numbers)] = answers[numbers]
        reaches[card, : len(numbers)] = [spots[n].reach for n in numbers]
        far[card, : len(numbers)] = [astray(spots[n], cards[card].quad) for n in numbers]
    return index, reaches, far


def _no_index(count: int) -> Field:
    return np.tile(UNSEEN, (count, MOST_INDICES, 1))


def _no_reaches(count: int) -> Field:
    return np.zeros((count, MOST_INDICES), np.float32)


def _of_each(owned: Sequence[int | None], order: Iterable[int]) -> Iterator[tuple[int, list[int]]]:
    """Yield each card with the first four of its indices in *order*."""
    mine: dict[int, list[int]] = {}
    for number in order:
        card = owned[number]
        if card is not None:
            mine.setdefault(card, []).append(number)
    yield from ((card, numbers[:MOST_INDICES]) for card, numbers in mine.items())


def agreement(answers: Field, whole: Field) -> Field:
    """Return how much farther away each card may lie for each index: (n, m) of (n, 19) and, as a *whole*, (m, 56)."""
    named = np.stack([alone(answer) for answer in answers])
    return floats(NEARER * (named @ whole[:, : len(CARDS)].T))


def _sure(answer: Field) -> float:
    """Return how sure one index is of the card it names."""
    return float(answer[:13].max() * answer[14:18].max())


def name_of(answer: Field) -> int:
    """Return the number of the card that an index most likely names, which says *answer* (19,)."""
    return int(alone(answer).argmax())


def clear_of(answers: Field) -> list[int]:
    """Return which indices, by what they say, are sure of their card."""
    return [n for n, answer in enumerate(answers) if _sure(answer) > CLEAR]


def contradicting(answers: Field, owned: Sequence[int | None], whole: Field) -> set[int]:
    """Return the indices that surely name another card than their outline's other indices do: they lie on it.

    What the cards say as a *whole* (n, 56) counts as one index more.
    """
    strange: set[int] = set()
    for card in {card for card in owned if card is not None}:
        mine = [n for n, other in enumerate(owned) if other == card and _sure(answers[n]) > CLEAR]
        named = [name_of(answers[n]) for n in mine]
        weight = {name: float(whole[card, name]) for name in named}
        for n, name in zip(mine, named, strict=True):
            weight[name] += _sure(answers[n])
        best = max(weight, key=lambda name: weight[name], default=None)
        strange |= {n for n, name in zip(mine, named, strict=True) if name != best}
    return strange


def corner_likelihood(index: Field) -> Field:
    """Return (…, 56): how well each class explains a corner; what is no index speaks for none of them."""
    rank = index[..., :13] + index[..., NO_RANK : NO_RANK + 1] / 13
    suit = index[..., 14:18] + index[..., 18:19] / 4
    cards = (suit[..., :, None] * rank[..., None, :]).reshape(*index.shape[:-1], 52)
    blank = index[..., NO_RANK : NO_RANK + 1] * index[..., 18:19] / 52
    return np.concatenate([cards, *[blank] * (len(CLASSES) - len(CARDS))], -1)


def combine(whole: Field, index: Field, card_weight: float, index_weight: float) -> Field:
    """Weigh the logarithms of both opinions, each of which may be mistaken altogether, and normalise."""
    corners = np.log((1 - DOUBT) * corner_likelihood(index) * len(CARDS) + DOUBT).sum(1)
    opinion = card_weight * np.log((1 - DOUBT) * whole * len(CLASSES) + DOUBT) + index_weight * corners
    opinion -= opinion.max(1, keepdims=True)
    scores = np.exp(opinion)
    return np.asarray(scores / scores.sum(1, keepdims=True), np.float32)
