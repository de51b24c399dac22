"""Path-trace labelled scenes: `python -m vision.pathtraced --blender PYTHON --work training --pictures 80`."""

import argparse
import os
import pickle
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2

from vision.pathtraced.scene import Size, choose_deck, compose, lent
from vision.pathtraced.shot import sample
from vision.training.decks import Deck, fetch, load_art
from vision.training.samples import load_shard, pack

TRAINING = Size(736, 512, 5, (1, 25), (60, 240), (0.05, 0.15, 0.35))
MEASURING = Size(832, 576, 4, (24, 25), (70, 88), (0.0, 0.06, 0.15))
SLICE, TIMES = "train-9000.pickle", 4
"""What training finds, and how often it finds each picture there: it crops and cuts it otherwise every time."""
TOGETHER = 4
"""Pictures of one file, and of one run of Blender."""


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.pathtraced", description="Path-trace labelled scenes.")
    parser.add_argument("--blender", type=Path, required=True, help="the Python that has Blender's module, bpy")
    parser.add_argument("--work", type=Path, default=Path("training"), help="where `make train` keeps its card art")
    parser.add_argument("--pictures", type=int, default=80)
    parser.add_argument("--training", action="store_true", help="decks, felts and light to train on, not to measure")
    chosen = parser.parse_args(arguments)
    if not chosen.blender.exists():
        parser.error(
            f"--blender {chosen.blender}: expected the Python of an environment with bpy; `make pathtraced` has one"
        )
    cv2.setNumThreads(1)
    build(chosen.blender, chosen.work, chosen.pictures, held_out=not chosen.training)
    return 0


def build(blender: Path, work: Path, pictures: int, held_out: bool) -> None:
    """Make *pictures* pictures below *work*/pathtraced; files that are there are kept.

    Those to train on are put together in *work*/scenes, where training finds them.
    """
    if not (work / "art").exists():
        work.mkdir(parents=True, exist_ok=True)
        fetch(work.resolve())
    art = load_art(work / "art")
    folder = work / "pathtraced" / ("measure" if held_out else "train")
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"traced-{number:04d}.pickle" for number in range(-(-pictures // TOGETHER))]
    for number, path in enumerate(paths):
        if not path.exists():
            _shard(path, blender, art, random.Random(f"pathtraced {held_out} {number}"), held_out)
            print(path, flush=True)
    if not held_out:
        (work / "scenes").mkdir(exist_ok=True)
        _write(TIMES * [packed for path in paths for packed in load_shard(path)], work / "scenes" / SLICE)


def _write(packed: list[dict[str, Any]], path: Path) -> None:
    """Write a shard, whole or not at all."""
    part = path.with_suffix(".part")
    part.write_bytes(pickle.dumps(packed))
    part.rename(path)


def _shard(path: Path, blender: Path, art: list[Deck], rng: random.Random, held_out: bool) -> None:
    """Compose TOGETHER scenes, trace them in Blender's environment, develop and pack them."""
    size, courts = MEASURING if held_out else TRAINING, lent(art, held_out)
    folders = [path.with_suffix("") / str(n) for n in range(TOGETHER)]
    shutil.rmtree(path.with_suffix(""), ignore_errors=True)  # Half of it may be from another version's plans.
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
        compose(rng, size, choose_deck(rng, art, held_out), courts, held_out, folder)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [str(blender), "-m", "vision.pathtraced.stage", *map(str, folders)]
    if subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False).returncode:
        raise SystemExit("Blender broke off; what it said stands above, and `make pathtraced` goes on there")
    _write([pack(sample(folder), rng.randint(60, 95)) for folder in folders], path)
    shutil.rmtree(path.with_suffix(""))


if __name__ == "__main__":
    sys.exit(main())
