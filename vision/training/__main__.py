"""Make the weights from nothing: `python -m vision.training --shared ../shared --work training --out models`.

Every stage leaves its result below --work, so a run that was stopped goes on where it stopped.
"""

import argparse
import pickle
import shutil
import sys
from pathlib import Path

import cv2
import torch

from vision import measured_sets, weights
from vision.localise import Localiser
from vision.pictures import open_picture
from vision.rendered_sets import CALIBRATING
from vision.search import search
from vision.training import calibrate, card, dataset, decks, export, localiser, loop, nets, photographs, reader, samples

SHARDS, HELD = 26, 6
"""Shards of 250 scenes to train with, and to calibrate (the first) and measure with."""
ROUNDS = (0.25, 1.0)
"""After these parts of the training the networks change turns: readers learn from what the localiser finds by then."""
FOR_LOCALISER = 0.45
"""The localiser's part of the time."""
FIRST_SETTINGS = weights.Settings(localiser_score=0.25, card_weight=1.0, index_weight=0.7, sure=0.9)


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description="Train the card reader.")
    parser.add_argument("--shared", type=Path, required=True, help="the folder that holds data/")
    parser.add_argument("--work", type=Path, default=Path("training"))
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument("--minutes", type=float, default=240.0, help="of processor time, all networks together")
    parser.add_argument("--threads", type=int, default=2)
    chosen = parser.parse_args(arguments)
    torch.set_num_threads(chosen.threads)
    cv2.setNumThreads(1)
    torch.manual_seed(0)
    build(chosen.shared, chosen.work, chosen.out, chosen.minutes)
    return 0


def build(shared: Path, work: Path, out: Path, minutes: float) -> None:
    """Do every stage that is not done yet."""
    work.mkdir(parents=True, exist_ok=True)
    decks.fetch(work.resolve())
    dataset.build(work, 0, SHARDS)
    dataset.build(work, 0, HELD, held_out=True)
    found, read = nets.Localiser(), reader.Reader()
    real = photographs.Labels([], [])
    for number, until in enumerate(ROUNDS):
        train_localiser(found, work, real, FOR_LOCALISER * minutes, until)
        real = label_photographs(shared, work, number, found, read)
        train_reader(read, work, real, (1 - FOR_LOCALISER) * minutes, until)
    publish(shared, work, out, found, read)


def train_localiser(net: nets.Localiser, work: Path, real: photographs.Labels, minutes: float, until: float) -> None:
    """Train the localiser, or go on with it."""
    made = localiser.batches(work / "scenes", 1, real.scenes)
    loop.train(net, made, localiser.loss, minutes, work / "localiser.pt", until)


def train_reader(net: reader.Reader, work: Path, real: photographs.Labels, minutes: float, until: float) -> None:
    """Train both readers, or go on with them."""
    made = reader.batches(work / "scenes", 2, photographs.Cuts(real.cuts))
    loop.train(net, made, reader.loss, minutes, work / "reader.pt", until)


def label_photographs(
    shared: Path, work: Path, number: int, found: nets.Localiser, read: reader.Reader
) -> photographs.Labels:
    """Find and name the cards in the photographs that may be trained on, with the localiser as it is by now."""
    path = work / f"photographs-{number}.pickle"
    if not path.exists():
        draft = work / "draft"
        card.write_table(draft, export.export(found, read.card, read.index, draft), FIRST_SETTINGS)
        finder = Localiser(weights.load(draft, 1).localiser)
        pictures = list(measured_sets.cardcounter_pictures(shared / "data/cardcounter-real", held_back=False))
        others = list(photographs.edje_pictures(shared / "data/edje-cards-9toA"))
        cuts = [*photographs.mistaken(finder, others)]
        cuts += photographs.mistaken(finder, samples.outlined(sorted((work / "scenes").glob("train-*.pickle"))[:1]))
        scenes = [photographs.bare(*other) for other in others]
        for picture, boxes in ((open_picture(path), boxes) for path, boxes in pictures):
            seen = search(finder, picture, 0.35)
            cuts += photographs.label(picture, seen, boxes)
            scenes.append(photographs.scene(picture, seen, boxes))
        path.write_bytes(pickle.dumps(photographs.Labels(cuts, scenes)))
    labels: photographs.Labels = pickle.loads(path.read_bytes())
    return labels


def publish(shared: Path, work: Path, out: Path, found: nets.Localiser, read: reader.Reader) -> None:
    """Export, calibrate and write the table; the old weights stay until the new ones are complete."""
    draft = work / "new"
    digests = export.export(found, read.card, read.index, draft)
    card.write_table(draft, digests, FIRST_SETTINGS)
    settings = calibrated(shared, work, draft)
    card.write_table(draft, digests, settings)
    out.mkdir(parents=True, exist_ok=True)
    for path in draft.iterdir():
        shutil.copyfile(path, out / path.name)
    card.write_files(out / "README.md", digests)
    print(f"weights in {out}: {settings}; now `make eval`")


def calibrated(shared: Path, work: Path, models: Path) -> weights.Settings:
    """Choose the settings on rendered scenes held out and on edje's training photographs."""
    opened = weights.load(models)
    drawn = calibrate.rendered(opened, sorted((work / "scenes").glob("held-*.pickle"))[:CALIBRATING])
    real = calibrate.edje(opened, shared / "data/edje-cards-9toA")
    card_weight, index_weight = calibrate.best_weights([drawn, real])
    sure = calibrate.threshold(drawn + real, card_weight, index_weight)
    return weights.Settings(FIRST_SETTINGS.localiser_score, card_weight, index_weight, sure)


if __name__ == "__main__":
    sys.exit(main())
