"""Export the networks to ONNX; what comes before and after them goes inside, so that pictures go in as they are."""

import hashlib
import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxslim
import torch
import torch.nn.functional as functional
from torch import Tensor, nn

from vision.buttons import SIDE
from vision.rectify import CARD_SIZE, INDEX_SIZE
from vision.training.indices import UNIT
from vision.training.localiser import normalised
from vision.training.nets import ButtonReader, CardReader, IndexReader, LetterReader, Localiser

OPSET = 18
EMBEDDING = ("answers", "embedding")
FEW = 1000
"""So many numbers are not worth while to be kept in half the length."""


class _Localiser(nn.Module):
    def __init__(self, net: Localiser) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> Tensor:
        out = self.net(normalised(pictures.permute(0, 3, 1, 2).float() / 255))
        return torch.cat([out[:, :3].sigmoid(), out[:, 3:9] * UNIT, out[:, 9:10].sigmoid(), out[:, 10:] * UNIT], 1)


class _Card(nn.Module):
    def __init__(self, net: CardReader) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        y = self.net.body(_centred(pictures))
        return torch.cat([self.net.head(y).softmax(1), self.net.corners(y)], 1), _embedding(y)


class _Index(nn.Module):
    def __init__(self, net: IndexReader) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        y = self.net.body(_centred(pictures))
        out = self.net.head(y)
        return torch.cat([out[:, :14].softmax(1), out[:, 14:].softmax(1), self.net.place(y)], 1), _embedding(y)


class _Said(nn.Module):
    """What a reader says, without how it embeds it."""

    def __init__(self, reader: _Card | _Index) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, pictures: Tensor) -> Tensor:
        return self.reader(pictures)[0]  # type: ignore[no-any-return]


class _Kinds(nn.Module):
    """How likely a picture is of each kind, were all of them as frequent; *shares* (k,) is how frequent they were."""

    def __init__(self, net: LetterReader | ButtonReader, shares: Tensor) -> None:
        super().__init__()
        self.net = net
        self.register_buffer("usual", shares.clamp(min=1e-6).log())

    def forward(self, pictures: Tensor) -> Tensor:
        return (self.net(_centred(pictures)) - self.usual).softmax(1)


def _embedding(features: Tensor) -> Tensor:
    """Return what the last layer decides by, (n, channels × rows × columns), as a direction."""
    return functional.normalize(features.flatten(1), dim=1)


def _centred(pictures: Tensor) -> Tensor:
    return (pictures.permute(0, 3, 1, 2).float() / 255 - 0.5) / 0.25


def _write(
    net: nn.Module, size: tuple[int, int], path: Path, any_size: bool = False, names: Sequence[str] = ("answers",)
) -> str:
    """Write *net*, which answers with *names*, to *path* and return its sha256."""
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
            output_names=list(names),
            dynamic_axes=dict.fromkeys(["pictures", *names], axes),
            opset_version=OPSET,
            dynamo=False,
        )
    slim = onnxslim.slim(onnx.load(str(path)))
    del slim.graph.value_info[:]  # The exporter's notes on shapes in between, which nothing reads.
    _shorten(slim)
    onnx.save(slim, str(path))
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _shorten(model: onnx.ModelProto) -> None:
    """Keep the weights of *model* in half the length, read as they are used.

    Runtimes make them long again when they open it: it takes half the room, and as long as before.
    """
    for one in list(model.graph.initializer):
        numbers = onnx.numpy_helper.to_array(one)
        fits = np.abs(numbers).max(initial=0) < np.finfo(np.float16).max  # beyond it is endless
        if numbers.dtype == np.float32 and numbers.size >= FEW and fits:
            name = one.name
            one.CopyFrom(onnx.numpy_helper.from_array(numbers.astype(np.float16), f"{name}_short"))
            longer = onnx.helper.make_node("Cast", [f"{name}_short"], [name], to=onnx.TensorProto.FLOAT)
            model.graph.node.insert(0, longer)


def export(localiser: Localiser, card: CardReader, index: IndexReader, folder: Path) -> dict[str, str]:
    """Write the three networks below *folder*; return their sha256 by name."""
    folder.mkdir(parents=True, exist_ok=True)
    return {
        "localiser": _write(_Localiser(localiser), (192, 192), folder / "localiser.onnx", any_size=True),
        "card": _write(_Card(card), CARD_SIZE, folder / "card.onnx", names=EMBEDDING),
        "index": _write(_Index(index), INDEX_SIZE, folder / "index.onnx", names=EMBEDDING),
    }


def export_more(net: CardReader | IndexReader, path: Path) -> str:
    """Write one of the further readers, which embeds nothing; return its sha256."""
    if isinstance(net, CardReader):
        return _write(_Said(_Card(net)), CARD_SIZE, path)
    return _write(_Said(_Index(net)), INDEX_SIZE, path)


def export_letters(net: LetterReader, shares: Tensor, path: Path) -> str:
    """Write what tells letters, which made up such *shares* (9,) of what it learned; return its sha256."""
    return _write(_Kinds(net, shares), INDEX_SIZE, path)


def export_buttons(net: ButtonReader, path: Path) -> str:
    """Write what tells dealer buttons, as it learned them; return its sha256."""
    return _write(_Kinds(net, torch.full((2,), 0.5)), (SIDE, SIDE), path)
