"""The detector of everything else under ultralytics' predict and under ONNX Runtime: same weights, same pictures.

`python tests/bench/detectors.py --shared DIR --checkpoint training/other/detector.pt` (needs the extra `train`).
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision import weights
from vision.arrays import Picture
from vision.detector import CARD_LONG, KINDS, SAME, USUAL_SIDES, Detected, Detector, prepared, scales_for
from vision.other_sets import degen
from vision.pictures import open_picture
from vision.precision import common

SURE, ALIKE = 0.5, 0.9
"""Compared is what is said at least so surely; two boxes are the same that overlap by so much."""
SIDE = USUAL_SIDES[-1]
"""The longer side of what both are shown, once."""
Finder = Callable[[Picture], list[Detected]]


@dataclass(frozen=True, slots=True)
class Raced:
    """Milliseconds a picture (medians), and how many of the boxes the one says the other says too."""

    ultralytics: float
    onnxruntime: float
    boxes: int
    shared: int

    def row(self) -> str:
        """Return a line of a table: both times, their ratio in this run, and the boxes both say."""
        ratio = self.ultralytics / self.onnxruntime
        return (
            f"| ultralytics predict {self.ultralytics:.1f} ms | ONNX Runtime {self.onnxruntime:.1f} ms | "
            f"{ratio:.2f} | {self.shared} of {self.boxes} boxes alike |"
        )


def race(checkpoint: Path, models: Path, pictures: list[Picture], rounds: int = 3) -> Raced:
    """Ask both for what lies in *pictures*, from picture to boxes; raises RuntimeError without a detector."""
    opened = weights.load_detector(models)
    if opened is None:
        raise RuntimeError(f"expected a detector in {models / weights.TABLE}")
    ours = Detector(opened.network, opened.sure)
    finders: tuple[Finder, Finder] = (
        predict_with_ultralytics(checkpoint),
        lambda picture: ours.find(picture, as_if(picture), least=SURE),
    )
    said: list[list[list[Detected]]] = [[], []]
    times: list[list[float]] = [[], []]
    for turn in range(rounds + 1):
        for number, find in enumerate(finders):
            answers = []
            for picture in pictures:
                start = time.perf_counter()
                answers.append(find(picture))
                if turn:  # the first round warms both up
                    times[number].append(1000 * (time.perf_counter() - start))
            said[number] = answers
    boxes = sum(len(answers) for answers in said[0])
    alike = sum(_said_too(one, others) for mine, others in zip(*said, strict=True) for one in mine)
    return Raced(statistics.median(times[0]), statistics.median(times[1]), boxes, alike)


def as_if(picture: Picture) -> float:
    """Return how long cards would be where *picture* is shown once, SIDE pixels long."""
    return CARD_LONG * float(max(picture.shape[0], picture.shape[1])) / SIDE


def predict_with_ultralytics(checkpoint: Path) -> Finder:
    """Return a finder that asks ultralytics, shown exactly what ours shows the network."""
    from vision.training.other import opened

    net = opened(checkpoint.resolve().parent).YOLO(checkpoint)

    def find(picture: Picture) -> list[Detected]:
        shown, scale = prepared(picture, *scales_for(picture, as_if(picture)))
        asked = {"conf": SURE, "iou": SAME, "verbose": False, "device": "cpu", "save": False}
        boxes = net.predict(shown, imgsz=shown.shape[:2], **asked)[0].boxes
        edges = boxes.xyxy.numpy() / [*scale, *scale]
        return [
            Detected(KINDS[int(kind)], (left, top, right, bottom), float(sure))
            for (left, top, right, bottom), sure, kind in zip(
                edges.tolist(), boxes.conf.numpy(), boxes.cls.numpy(), strict=True
            )
        ]

    return find


def untrained(folder: Path) -> tuple[Callable[[Picture], object], Path]:
    """Return ultralytics' predict of the detector's design as no training has changed it, and its ONNX file."""
    from vision.training.other import design, export, opened

    library = opened(folder)
    (folder / "detector.yaml").write_text(json.dumps(design(library)), "utf-8")
    net = library.YOLO(folder / "detector.yaml")
    checkpoint, exported = folder / "detector.pt", folder / "detector.onnx"
    net.save(checkpoint)
    export(checkpoint, exported)
    asked = {"conf": SURE, "iou": SAME, "verbose": False, "device": "cpu", "save": False}
    predicts = library.YOLO(checkpoint)
    return lambda picture: predicts.predict(picture, imgsz=picture.shape[:2], **asked), exported


def _said_too(one: Detected, others: list[Detected]) -> bool:
    return any(one.kind == other.kind and common(one.box, other.box) >= ALIKE for other in others)


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="detectors", description="Race ultralytics against ONNX Runtime.")
    parser.add_argument("--shared", type=Path, required=True, help="the folder that holds data/")
    parser.add_argument("--checkpoint", type=Path, default=Path("training/other/detector.pt"))
    parser.add_argument("--models", type=Path, default=None)
    parser.add_argument("--pictures", type=int, default=20)
    chosen = parser.parse_args(arguments)
    cv2.setNumThreads(2)
    paths = [path for path, _ in degen(chosen.shared / "data/degen-chip-stacks")][: chosen.pictures]
    raced = race(chosen.checkpoint, weights.models_folder(chosen.models), [open_picture(path) for path in paths])
    print(f"{len(paths)} pictures at {SIDE} px, two threads:\n{raced.row()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
