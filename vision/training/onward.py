"""Go on training from published weights: an exported network is turned back into one that can learn.

Export folds every normalisation into the convolution before it. Here it is unfolded: the weights become those of the
convolution, and the normalisation is given the mean and the spread that its input really has, so that the network says
the same as before, whether it learns or not (where it was exported with the bound nets.MOST, as all are).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from table_controller.records import BadInput
from vision.training import localiser, loop, nets, photographs, reader

BEFORE = "before"
BATCHES = 12
"""So many batches tell what a normalisation's input is like."""


def start(models: Path, work: Path) -> None:
    """Write a checkpoint below *work* for each network in *models* that has none there yet, and keep where it began."""
    none = photographs.Cuts([])
    scenes = work / "scenes"
    for name, net, made in (
        ("localiser", nets.Localiser(), localiser.batches(scenes, 3)),
        ("card", nets.CardReader(), reader.card_batches(scenes, 3, none)),
        ("index", nets.IndexReader(), reader.index_batches(scenes, 3, none)),
    ):
        begun = work / BEFORE / f"{name}.pt"
        checkpoint = work / f"{name}.pt"
        if not checkpoint.exists():
            unfold(net, models / f"{name}.onnx", (batch[0] for batch in islice(made, BATCHES)))
            begun.parent.mkdir(exist_ok=True)
            loop.begin(net, begun)
            loop.begin(net, checkpoint)


def unfold(net: nn.Module, path: Path, pictures: Iterator[Tensor]) -> None:
    """Give *net* the weights of the exported network *path*; *pictures* are batches of what it is shown.

    Raises BadInput where that has another shape.
    """
    layers = [layer for layer in net.modules() if isinstance(layer, nn.Conv2d | nn.Linear)]
    norms = dict(_normalised(net))
    given = list(_weights(path))
    if [weight.numel() for weight, _ in given] != [layer.weight.numel() for layer in layers]:
        raise BadInput(str(path), "", "expected a network of the shape that is trained today; train from nothing")
    pairs = zip(layers, given, strict=True)
    fill(net, [Unfolded(layer, norms.get(layer), *weights) for layer, weights in pairs], pictures)


class Unfolded(NamedTuple):
    """A layer, the normalisation behind it, if any, and the weight and bias in which both were exported."""

    layer: nn.Conv2d | nn.Linear
    norm: nn.BatchNorm2d | None
    weight: Tensor
    bias: Tensor


def fill(net: nn.Module, layers: Sequence[Unfolded], pictures: Iterator[Tensor]) -> None:
    """Give the *layers* of *net* their weights; what it says of *pictures* stays the same, whether it learns or not."""
    norms = [one.norm for one in layers if one.norm is not None]
    with torch.no_grad():
        for layer, norm, weight, bias in layers:
            layer.weight.copy_(weight.reshape(layer.weight.shape))
            if norm is not None:
                _neutral(norm, bias)
            else:
                assert layer.bias is not None
                layer.bias.copy_(bias)
        with _watched(norms) as seen:
            net.eval()
            for batch in pictures:
                net(batch)
        for norm, inputs in seen.items():
            _matched(norm, torch.stack(inputs).mean(0))


def _normalised(net: nn.Module) -> Iterator[tuple[nn.Module, nn.BatchNorm2d]]:
    """Yield each convolution with the normalisation behind it."""
    for part in net.modules():
        if isinstance(part, nn.Sequential):
            for before, after in zip(part, list(part)[1:], strict=False):
                if isinstance(after, nn.BatchNorm2d):
                    yield before, after


def _weights(path: Path) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield weight and bias of every layer, in the order in which they are asked."""
    graph = onnx.load(str(path)).graph
    known = initial(graph)
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            yield known[node.input[1]], known[node.input[2]]


def initial(graph: onnx.GraphProto) -> dict[str, Tensor]:
    """Return all that is stored in *graph* by name, made long again where it is kept short (export.py)."""
    known = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    for node in graph.node:
        if node.op_type == "Cast" and node.input[0] in known:
            known[node.output[0]] = known.pop(node.input[0]).float()
    return known


def _neutral(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Let *norm* do nothing but add *bias*."""
    assert norm.running_mean is not None
    assert norm.running_var is not None
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)
    norm.weight.fill_(1)
    norm.bias.copy_(bias)


def _matched(norm: nn.BatchNorm2d, moments: Tensor) -> None:
    """Let *norm*, which until now only adds a bias, normalise inputs of these *moments* (2, channels) to no effect."""
    assert norm.running_mean is not None
    assert norm.running_var is not None
    mean, variance = moments[0], (moments[1] - moments[0] ** 2).clamp(min=1e-6)
    norm.bias.add_(mean)
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_((variance + norm.eps).sqrt())


@contextmanager
def _watched(norms: list[nn.BatchNorm2d]) -> Iterator[dict[nn.BatchNorm2d, list[Tensor]]]:
    """Gather each norm's inputs: their mean and mean square by channel."""
    seen: dict[nn.BatchNorm2d, list[Tensor]] = {norm: [] for norm in norms}

    def gather(norm: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        assert isinstance(norm, nn.BatchNorm2d)
        seen[norm].append(torch.stack([inputs[0].mean((0, 2, 3)), (inputs[0] ** 2).mean((0, 2, 3))]))

    hooks = [norm.register_forward_pre_hook(gather) for norm in norms]
    yield seen
    for hook in hooks:
        hook.remove()
