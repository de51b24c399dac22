"""Make the weights from nothing: `python -m vision.training --shared ../shared --work training --out models`.

Every stage leaves its result below --work, so a run that was stopped goes on where it stopped.
"""

import argparse
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial, reduce
from operator import add
from pathlib import Path

from table_controller.records import BadInput
from vision import index_sets, weights
from vision.engines import CORES
from vision.kinds import Kinds
from vision.localise import Localiser
from vision.pictures import open_picture
from vision.rendered_sets import held_out
from vision.search import search
from vision.sureness import Sureness
from vision.training import (
    as_found,
    buttons,
    calibrate,
    card,
    dataset,
    decks,
    export,
    kinds,
    letters,
    loop,
    more_readers,
    onward,
    other,
    photographs,
    samples,
    views,
)
from vision.training.heard import HEARD, Ear
from vision.training.stages import (
    keep_labels,
    labelled,
    one_core,
    side_by_side,
    train_localiser,
    train_readers,
    trained,
)

SHARDS, HELD = 88, 20
"""Shards of 250 scenes to train with, and to calibrate and measure with (rendered_sets.held_out)."""
ROUNDS = (0.25, 1.0)
"""After the first part of the training photographs are labelled with what the localiser finds by then."""
FOR_LOCALISER, FOR_CARD, FOR_INDEX = 0.5, 0.2, 0.3
"""The networks' parts of the time; the readers train beside the localiser, on the other core."""
FOR_VIEWS = 0.06
"""The localiser's part where it goes on on a GPU: a quarter of an hour as a rule."""
FOR_LETTERS, FOR_MORE = 0.17, {"cuda": 0.05, "cpu": 0.15}
"""What the network that tells letters takes, after them, and each pair of further readers, which learn side by side: on
a GPU all pairs, on a processor the third."""
PEAK, PEAK_FURTHER = 3e-3, 1.5e-3
"""The highest rate of learning, from nothing and from weights that are there."""
FIRST_SETTINGS = weights.Settings(localiser_score=0.25, card_weight=1.0, index_weight=1.4, sure=0.9)
"""Seven pairs of weights from 0.8 and 0.5 to 1 and 1.4 were tried on held-out scenes: these left most names right."""


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description="Train the card reader.")
    parser.add_argument("--shared", type=Path, required=True, help="the folder that holds data/")
    parser.add_argument("--work", type=Path, default=Path("training"))
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument(
        "--minutes", type=float, default=240.0, help="of processor time, localiser and readers together"
    )
    parser.add_argument("--further", type=Path, default=None, metavar="MODELS", help="go on from these weights")
    chosen = parser.parse_args(arguments)
    one_core()
    try:
        build(chosen.shared, chosen.work, chosen.out, chosen.minutes, chosen.further)
    except BadInput as fault:
        raise SystemExit(f"{fault}") from None
    return 0


def build(shared: Path, work: Path, out: Path, minutes: float, further: Path | None = None) -> None:
    """Do every stage that is not done yet; *further*: go on from the weights in that folder, BadInput if unsound."""
    if further is not None:
        weights.load(further, 1)
    peak = PEAK if further is None else PEAK_FURTHER
    work.mkdir(parents=True, exist_ok=True)
    if not (work / "art").exists():
        decks.fetch(work.resolve())
    half = SHARDS // 2
    side_by_side(partial(dataset.build, work, 0, half), partial(dataset.build, work, half, SHARDS - half))
    dataset.build(work, 0, HELD, held_out=True)
    if further is not None:
        onward.start(further, work)
        learn_from_what_is_found(shared, work)
    for until in ROUNDS:
        side_by_side(
            partial(train_localiser, work, FOR_LOCALISER * minutes, until, peak),
            partial(train_readers, work, FOR_CARD * minutes, FOR_INDEX * minutes, until, peak),
        )
        learn_from_what_is_found(shared, work)
    if loop.DEVICE == "cuda":
        views.teach(work, FOR_VIEWS * minutes, peak)
    publish(shared, work, out, minutes, further)
    other.publish(shared, work, out)
    buttons.publish(shared, work, out)


def learn_from_what_is_found(shared: Path, work: Path) -> None:
    """Label the photographs and cut out what is found in scenes, with the localiser as it is by now; each once."""
    draft = work / "draft"
    card.write_table(draft, export.export(*trained(work), draft), FIRST_SETTINGS)
    if not labelled(work):
        label_photographs(shared, work, Localiser(weights.load(draft, 1).localiser))
    side_by_side(partial(as_found.build, work, draft, 0, 2), partial(as_found.build, work, draft, 1, 2))


def label_photographs(shared: Path, work: Path, finder: Localiser) -> None:
    """Find and name the cards in the photographs that may be trained on."""
    pictures = list(index_sets.cardcounter_pictures(shared / "data/cardcounter-real", held_back=False))
    ranked = list(photographs.edje_pictures(shared / "data/edje-cards-9toA"))
    others = [(picture, [box for box, _ in boxes]) for picture, boxes in ranked]
    cuts = [*photographs.mistaken(finder, others)]
    cuts += photographs.mistaken(finder, samples.outlined(sorted((work / "scenes").glob("train-*.pickle"))[:1]))
    scenes = [photographs.bare(*other) for other in others]
    for picture, named in ranked:
        cuts += photographs.ranked(picture, search(finder, picture, 0.35), named)
    for picture, boxes in ((open_picture(path), boxes) for path, boxes in pictures):
        seen = search(finder, picture, 0.35)
        cuts += photographs.label(picture, seen, boxes)
        scenes.append(photographs.scene(picture, seen, boxes))
    keep_labels(work, photographs.Labels(cuts, scenes))


def publish(shared: Path, work: Path, out: Path, minutes: float, further: Path | None = None) -> None:
    """Export, train what goes on from there, calibrate and write the table; old weights stay until all is there."""
    draft = work / "new"
    shutil.rmtree(draft, ignore_errors=True)  # what an earlier run drafted is not this one's
    digests = export.export(*trained(work, half_way=further is not None), draft)
    card.write_table(draft, digests, FIRST_SETTINGS)
    letters.publish(work, draft, FOR_LETTERS * minutes)
    kept = [] if further is None else more_readers.kept(further, draft)
    if missing := [name for name in more_readers.taught_here() if name not in kept]:
        more_readers.publish(work, draft, FOR_MORE[loop.DEVICE] * minutes, missing)
    settings, sureness, of_kinds = calibrated(shared, work, draft)
    card.write_table(draft, digests, settings, sureness, of_kinds)
    out.mkdir(parents=True, exist_ok=True)
    for path in draft.iterdir():
        shutil.copyfile(path, out / path.name)
    card.write_files(out)
    print(f"weights in {out}: {settings}; now `make eval`")


def calibrated(shared: Path, work: Path, models: Path) -> tuple[weights.Settings, Sureness, Kinds]:
    """Find sureness on rendered scenes held out and on photographs that train, and choose the settings on scenes."""
    opened, scenes = weights.load(models, 1), held_out(work, calibrating=True)
    ear = Ear(opened, work / HEARD)
    shoots = index_sets.cardcounter_pictures(shared / "data/cardcounter-real", held_back=False)
    with ThreadPoolExecutor(CORES) as two:  # most of reading a picture is outside Python
        reading = two.map(partial(calibrate.rendered, ear), scenes)
        ranked = two.submit(calibrate.edje, ear, shared / "data/edje-cards-9toA")
        indexed = two.submit(calibrate.indexed, ear, shoots)
        shards = list(reading)
    drawn = reduce(add, shards, calibrate.NONE)
    if not drawn.truth:  # the threshold is found on these alone
        raise SystemExit("the networks see no card yet, so nothing tells how sure a name is: train on, with --minutes")
    # Among their labels are wrong ones: they hardly move what aspects count, but would choose the threshold.
    photographed = calibrate.counted(ranked.result(), indexed.result())
    found = calibrate.sureness(drawn + photographed)
    settings = replace(opened.settings, sure=calibrate.threshold(drawn, calibrate.left_out(shards, photographed)))
    return kinds.chosen(replace(opened, settings=settings, sureness=found), ear, scenes)


if __name__ == "__main__":
    sys.exit(main())
