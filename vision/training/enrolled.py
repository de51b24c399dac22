"""How sure a name is where the deck is enrolled: fitted on decks drawn for that alone, enrolled as a host would do it.

`python -m vision.training.enrolled --work training --models models` fits it anew for weights that are there already.
"""

import argparse
import sys
from functools import reduce
from operator import add
from pathlib import Path

import cv2

from vision import enrolled_sets, weights
from vision.enrol import deck_file
from vision.enrol.adapt import Adapted
from vision.reader import CardReader
from vision.training import card
from vision.training.calibrate import Opinions, rendered, sureness, threshold

SEEDS, SCENES = tuple(range(910_000, 910_020, 2)), 30
"""Of decks that neither train, since they are even, nor are measured; and how many scenes of each are read."""


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.enrolled", description=__doc__)
    parser.add_argument("--work", type=Path, default=Path("training"), help="the folder that holds art/")
    parser.add_argument("--models", type=Path, default=Path("models"))
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    publish(chosen.work, chosen.models)
    return 0


def publish(work: Path, models: Path) -> None:
    """Fit it for the weights in *models* and write it into their table."""
    opened = weights.load(models, threads=1)
    fitted = fit(opinions(opened, work), opened)
    card.write_enrolled(models, fitted)
    print(f"{models}: names of an enrolled deck are told from {fitted.sure:.1%} on", flush=True)


def opinions(opened: weights.Weights, work: Path) -> Opinions:
    """Return what is said of the scenes of all these decks, each by readers that know it."""
    reader, gathered = CardReader(opened), []
    if not (work / "art").exists():
        raise SystemExit(f"{work / 'art'}: expected the card art that `make train` fetches")
    for path in enrolled_sets.shards(work, SEEDS, SCENES):
        deck = deck_file.load(enrolled_sets.enrolled_deck(reader, path), opened.readers)
        gathered.append(rendered(opened, [path], Adapted.by(deck, opened)))
        print(f"{path.stem}: {gathered[-1].right.mean():.1%} of {len(gathered[-1].truth)} names right", flush=True)
    return reduce(add, gathered)


def fit(said: Opinions, opened: weights.Weights) -> weights.Enrolled:
    """Return how sure names are and must be; what *said* leaves open is as it is with any deck."""
    by = sureness(said, opened.sureness)
    return weights.Enrolled(threshold(said, by), by)


if __name__ == "__main__":
    sys.exit(main())
