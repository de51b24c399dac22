"""Export the networks to ONNX; what comes before and after them goes inside, so that pictures go in as they are."""

import hashlib
import warnings
from pathlib import Path

import onnx
import onnxslim
import torch
from torch import Tensor, nn

from vision.names import CLASSES
from vision.rectify import CARD_SIZE, INDEX_SIZE
from vision.training.indices import UNIT
from vision.training.nets import CardReader, IndexReader, Localiser

OPSET = 18


class _Localiser(nn.Module):
    def __init__(self, net: Localiser) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> Tensor:
        x = (pictures.permute(0, 3, 1, 2).float() / 255 - 0.45) / 0.25
        out = self.net(x)
        return torch.cat([out[:, :3].sigmoid(), out[:, 3:9] * UNIT, out[:, 9:10].sigmoid(), out[:, 10:] * UNIT], 1)


class _Card(nn.Module):
    def __init__(self, net: CardReader) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> Tensor:
        out = self.net(_centred(pictures))
        kinds = len(CLASSES)
        return torch.cat([out[:, :kinds].softmax(1), out[:, kinds:]], 1)


class _Index(nn.Module):
    def __init__(self, net: IndexReader) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> Tensor:
        out = self.net(_centred(pictures))
        return torch.cat([out[:, :14].softmax(1), out[:, 14:].softmax(1)], 1)


def _centred(pictures: Tensor) -> Tensor:
    return (pictures.permute(0, 3, 1, 2).float() / 255 - 0.5) / 0.25


def _write(net: nn.Module, size: tuple[int, int], path: Path, any_size: bool) -> str:
    """Write *net* to *path* and return its sha256."""
    example = torch.zeros((1, size[1], size[0], 3), dtype=torch.uint8)
    axes = {0: "n", 1: "h", 2: "w"} if any_size else {0: "n"}
    with warnings.catch_warnings():
        # The older exporter on purpose: it needs no further package and keeps all three axes open.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            net.eval(),
            (example,),
            str(path),
            input_names=["pictures"],
            output_names=["answers"],
            dynamic_axes={"pictures": axes, "answers": axes},
            opset_version=OPSET,
            dynamo=False,
        )
    onnx.save(onnxslim.slim(onnx.load(str(path))), str(path))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def export(localiser: Localiser, card: CardReader, index: IndexReader, folder: Path) -> dict[str, str]:
    """Write the three networks below *folder*; return their sha256 by name."""
    folder.mkdir(parents=True, exist_ok=True)
    return {
        "localiser": _write(_Localiser(localiser), (192, 192), folder / "localiser.onnx", any_size=True),
        "card": _write(_Card(card), CARD_SIZE, folder / "card.onnx", any_size=False),
        "index": _write(_Index(index), INDEX_SIZE, folder / "index.onnx", any_size=False),
    }
