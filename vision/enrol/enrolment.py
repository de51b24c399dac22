"""Enrol a deck: look at its pictures, name its cards, learn them, and look again with what was learnt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.classify import Classifier
from vision.engines import Network
from vision.enrol.adapt import Adapted, Embed, embedder, spelt
from vision.enrol.backs import any_mixed
from vision.enrol.deck_file import Cuts, EnrolledDeck
from vision.enrol.gather import Gatherer, Sight
from vision.enrol.learn import NOTHING_YET, cut, without
from vision.enrol.naming import Named, Naming, code, name
from vision.enrol.spelling import Spelling
from vision.enrol.told import Wish, told
from vision.enrol.trial import Trial, tried
from vision.localise import Localiser
from vision.names import BACK
from vision.pictures import open_picture
from vision.weights import Weights

ROUNDS = 2
"""The pictures are read once as any deck's, and once more with what was learnt from the cards read then."""


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What came of it: the deck, all that was seen, and how the deck stood its trial."""

    deck: EnrolledDeck
    sights: tuple[Sight, ...]
    naming: Naming
    trial: Trial
    left_out: tuple[int, ...]
    """Cards that were named but not learnt: their indices contradict the rest of the deck."""
    before: frozenset[int]
    """The cards that were enrolled already."""

    @property
    def seen(self) -> frozenset[int]:
        """The cards seen in these pictures or enrolled before."""
        return self.naming.faces | self.before

    @property
    def unlearnt(self) -> tuple[int, ...]:
        """The cards seen of which nothing was learnt: too small, covered, or contradicting the rest of the deck."""
        return tuple(sorted(self.seen - self.deck.cuts.shown))

    @property
    def others(self) -> tuple[tuple[str, str], ...]:
        """Pictures and the jokers and cut cards in them, seen or told."""
        seen = ((sight.name, kind) for sight in self.sights for kind in sight.others)
        return (*seen, *((picture, code(kind)) for picture, kind in self.naming.others))

    @property
    def bare(self) -> tuple[str, ...]:
        """The pictures in which nothing was found."""
        return tuple(sight.name for sight in self.sights if not (sight.cards or sight.others))

    @property
    def missing(self) -> tuple[int, ...]:
        """The cards not seen yet."""
        return tuple(sorted(set(range(BACK)) - self.seen))

    @property
    def doubted(self) -> tuple[Named, ...]:
        """The cards that may be others, of those that are missing: `Naming.doubted`."""
        return self.naming.doubted(self.before)

    @property
    def learnt(self) -> tuple[Named, ...]:
        """What the deck was learnt from."""
        return tuple(one for one in self.naming.sound(self.before) if one.kind not in self.left_out)

    @property
    def back(self) -> bool:
        """Whether the back was seen."""
        return bool((self.deck.cuts.kinds == BACK).any())

    @property
    def complete(self) -> bool:
        """Whether this is a deck one can play with: each card once, nothing open, and all and its one back learnt."""
        lacks = self.missing or self.unlearnt or self.naming.open or self.naming.twice
        return not (lacks or any_mixed(self.sights)) and self.back


def enrol(
    pictures: Sequence[Path],
    wishes: Sequence[Wish],
    opened: Weights,
    before: EnrolledDeck | None = None,
    gatherer: Gatherer | None = None,
    looked: Callable[[Path], object] = lambda path: None,
) -> Enrolment:
    """Return what *pictures* teach of a deck; *before*: what was enrolled already.

    Raises BadInput, for one that is no picture before any is looked at: a look takes seconds.

    *gatherer*: one that has searched these pictures before. *looked* is told of each look at a picture.
    """
    for path in pictures:
        open_picture(path)
    kept = NOTHING_YET if before is None else before.cuts
    known = frozenset(kind for kind in kept.shown if kind < BACK)
    settings, readers = opened.settings, (embedder(opened.card), embedder(opened.index))
    gatherer, deck, naming = gatherer or Gatherer(Localiser(opened.localiser), settings), None, Naming()
    for left in reversed(range(ROUNDS)):
        known_now = None if deck is None else Adapted.of(deck, *readers, Spelling.of(deck.cuts, opened.letters))
        classifier = Classifier(opened, known_now)
        by_path = {path: _look(gatherer, path, classifier, looked) for path in pictures}
        sights = tuple(by_path.values())
        wished = told(by_path, wishes, settings.sure, again=left > 0)
        naming = name(sights, wished, settings.sure, known).after(naming)
        deck, trial, left_out = added(naming.sound(known), kept, *readers, opened.readers, opened.letters)
    assert deck is not None, "there is a first round"
    return Enrolment(deck, sights, naming, trial, left_out, known)


def _look(gatherer: Gatherer, path: Path, classifier: Classifier, looked: Callable[[Path], object]) -> Sight:
    sight = gatherer.look(open_picture(path), str(path), classifier)
    looked(path)
    return sight


def added(
    named: Sequence[Named], kept: Cuts, card: Embed, index: Embed, readers: str, letters: Network | None = None
) -> tuple[EnrolledDeck, Trial, tuple[int, ...]]:
    """Return what `learnt` does of *named* and of what was *kept*: no wrong name given now drives that out."""
    deck, trial, left_out = learnt(cut(named, kept), card, index, readers, letters)
    clash = kept.shown.intersection(left_out)
    sound = [one for one in named if one.kind not in clash]
    if len(sound) < len(named):
        deck, trial, still = learnt(cut(sound, kept), card, index, readers, letters)
        left_out = tuple(sorted({*left_out, *still}))
    return deck, trial, left_out


def learnt(
    cuts: Cuts, card: Embed, index: Embed, readers: str, letters: Network | None = None
) -> tuple[EnrolledDeck, Trial, tuple[int, ...]]:
    """Return the deck of *cuts* without what contradicts the rest, how it stood its trial, and what was left out.

    *letters*: the network that knows the letters of other languages.
    """
    trial = tried(cuts, card, spelt(index, Spelling.of(cuts, letters)))
    left_out = trial.doubtful
    if left_out:
        cuts = without(cuts, left_out)
        trial = tried(cuts, card, spelt(index, Spelling.of(cuts, letters)))
    return EnrolledDeck(cuts, trial.rules, readers), trial, left_out
