"""What an enrolled deck prints for its court cards, where that is B, D, V, R or H.

Readers that never learned a B embed it as they do an eight: how alike an index is to what was enrolled does not tell
them apart. The network of letters does, and the deck's own court cards say of which language it is.
"""

import numpy as np

from vision.arrays import Field, Picture, floats
from vision.engines import Network
from vision.enrol.deck_file import Cuts
from vision.letters import LANGUAGES, PRINTED, RENAMED, asked, named, shares
from vision.names import RANKS

SURELY = 0.5
"""How likely each court card's letter must be that of a language, on average of the indices that were enrolled."""
AT_ONCE = 128


class Spelling:
    """A language, and the network that knows its letters."""

    def __init__(self, network: Network, language: int) -> None:
        """*language*: its number among LANGUAGES."""
        self._network, self.language = network, tuple(LANGUAGES)[language]
        self._spoken = floats(np.eye(len(LANGUAGES))[language])

    @staticmethod
    def of(cuts: Cuts, network: Network | None) -> "Spelling | None":
        """Return that of a deck; None where its courts are English ones, are not all known, or have other letters."""
        of_rank = [np.flatnonzero(cuts.printed % len(RANKS) == rank) for rank in RENAMED]
        if network is None or not all(map(len, of_rank)):
            return None
        likely = np.stack([_likely(network, cuts.indices[some]).mean(0) for some in of_rank])
        sure = [min(likely[n, letter] for n, letter in enumerate(letters)) for letters in PRINTED]
        best = int(np.argmax(sure))
        return Spelling(network, best) if best > 0 and sure[best] > SURELY else None

    def read(self, pictures: Picture, said: Field) -> Field:
        """Return what is *said* (n, 19) of indices, *pictures* (n, 64, 48, 3), by one who knows these letters."""
        some, spelt = asked(said), said.copy()
        if len(some):
            spelt[some] = named(said[some], shares(_likely(self._network, pictures[some]), self._spoken))
        return spelt


def _likely(network: Network, pictures: Picture) -> Field:
    """Return (n, 9): how likely each of *pictures* shows each letter, or none."""
    parts = [network.run(pictures[n : n + AT_ONCE])[0] for n in range(0, len(pictures), AT_ONCE)]
    return floats(np.concatenate(parts))
