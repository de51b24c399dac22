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
from onnx import numpy_helper
from torch import Tensor, nn

from vision.pictures import open_picture
from vision.training.onward import matched, neutral, watched

PREFIX = "net."
"""What export puts before the names of the layers."""
BATCH, BATCHES = 8, 12
"""Pictures that tell what a normalisation's input is like."""


def start(ultralytics: Any, design: dict[str, Any], exported: Path, pictures: list[Path], side: int, out: Path) -> None:
    """Write the network of the ONNX file *exported*, of that *design*, to *out* as a checkpoint.

    *pictures*: some that it learns on, shown as squares of *side*. Raises KeyError where the design is another.
    """
    plan = out.with_suffix(".yaml")
    plan.write_text(json.dumps(design), "utf-8")
    yolo = ultralytics.YOLO(plan)
    unfold(yolo.model, exported, _batches(pictures, side))
    yolo.save(out)


def unfold(net: nn.Module, exported: Path, pictures: Iterator[Tensor]) -> None:
    """Give *net* the weights of *exported*; what it says of *pictures* stays the same, whether it learns or not."""
    known = {
        one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in onnx.load(exported).graph.initializer
    }
    norms: list[nn.BatchNorm2d] = []
    with torch.no_grad():
        for name, layer in net.named_modules():
            if isinstance(layer, nn.Conv2d):
                layer.weight.copy_(known[f"{PREFIX}{name}.weight"])
                bias, norm = (
                    known[f"{PREFIX}{name}.bias"],
                    getattr(net.get_submodule(name.rpartition(".")[0]), "bn", None),
                )
                if isinstance(norm, nn.BatchNorm2d):
                    neutral(norm, bias)
                    norms.append(norm)
                else:
                    assert layer.bias is not None
                    layer.bias.copy_(bias)
        with watched(norms) as seen:
            net.eval()
            for batch in pictures:
                net(batch)
        for norm, inputs in seen.items():
            matched(norm, torch.stack(inputs).mean(0))


def _batches(pictures: list[Path], side: int) -> Iterator[Tensor]:
    """Yield batches (n, 3, side, side), RGB between 0 and 1, of what *pictures* show in a square."""
    shown = (cv2.resize(open_picture(path), (side, side), interpolation=cv2.INTER_AREA) for path in pictures)
    rgb = (torch.from_numpy(picture[..., ::-1].copy()).permute(2, 0, 1).float() / 255 for picture in shown)
    for _ in range(BATCHES):
        if batch := list(islice(rgb, BATCH)):
            yield torch.stack(batch)
