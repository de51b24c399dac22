"""Go on training the detector from its exported weights: from the ONNX file a checkpoint that `ultralytics` takes.

Export keeps the names of the layers and folds every normalisation into its convolution; unfolded as onward.py does it.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import onnx
import torch
from torch import Tensor, nn

from vision.pictures import open_picture
from vision.training.onward import Unfolded, fill, initial

PREFIX = "net."
"""What export puts before the names of the layers."""
BATCH, BATCHES = 8, 12
"""Pictures that tell what a normalisation's input is like."""


def start(ultralytics: Any, design: dict[str, Any], exported: Path, pictures: list[Path], side: int, out: Path) -> None:
    """Write the network of the ONNX file *exported*, of that *design*, to *out* as a checkpoint.

    *pictures*: some that it learns on, shown as squares of *side*. Raises ValueError where the design is another.
    """
    plan = out.with_suffix(".yaml")
    plan.write_text(json.dumps(design), "utf-8")
    yolo = ultralytics.YOLO(plan)
    unfold(yolo.model, exported, _batches(pictures, side))
    part = out.with_suffix(".part")
    yolo.save(part)
    part.rename(out)


def unfold(net: nn.Module, exported: Path, pictures: Iterator[Tensor]) -> None:
    """Give *net* the weights of *exported*, by the names of the layers; see onward.fill."""
    stored = initial(onnx.load(str(exported)).graph)
    known = {name.removeprefix(PREFIX): weights for name, weights in stored.items() if name.startswith(PREFIX)}
    layers = []
    for name, layer in net.named_modules():
        if isinstance(layer, nn.Conv2d):
            weight, bias = known.pop(f"{name}.weight", None), known.pop(f"{name}.bias", None)
            if weight is None or bias is None or weight.shape != layer.weight.shape:
                raise ValueError(f"{exported}: expected a layer {name} of {tuple(layer.weight.shape)}")
            norm = getattr(net.get_submodule(name.rpartition(".")[0]), "bn", None)
            layers.append(Unfolded(layer, norm if isinstance(norm, nn.BatchNorm2d) else None, weight, bias))
    if known:
        raise ValueError(f"{exported}: a layer more than expected, {min(known)}")
    fill(net, layers, pictures)


def _batches(pictures: list[Path], side: int) -> Iterator[Tensor]:
    """Yield batches (n, 3, side, side), RGB between 0 and 1, of what *pictures* show in a square."""
    shown = (cv2.resize(open_picture(path), (side, side), interpolation=cv2.INTER_AREA) for path in pictures)
    rgb = (torch.from_numpy(picture[..., ::-1].copy()).permute(2, 0, 1).float() / 255 for picture in shown)
    for _ in range(BATCHES):
        if batch := list(islice(rgb, BATCH)):
            yield torch.stack(batch)
