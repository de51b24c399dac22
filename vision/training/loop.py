"""The training loop all networks share: processor time instead of epochs, a moving average, a checkpoint a minute."""

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as functional
from torch import Tensor, nn

Batch = Any
Loss = Callable[[nn.Module, Batch, float], Tensor]
WARM_UP = 0.04
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
HALF = DEVICE != "cpu" or bool(torch.cpu._is_avx512_bf16_supported())
"""Whether to train in bfloat16. A processor without instructions for it takes ten times as long as in whole floats."""


def autocast() -> torch.autocast:
    """Return the context in which a network learns: in bfloat16 where that is faster."""
    return torch.autocast(DEVICE, torch.bfloat16, enabled=HALF)


class Average:
    """A moving average of the weights; it is what gets exported."""

    def __init__(self, net: nn.Module) -> None:
        self.state = {key: value.clone() for key, value in net.state_dict().items()}

    def take(self, net: nn.Module, step: int) -> None:
        keep = min(0.998, step / (step + 20))
        with torch.no_grad():
            for key, value in net.state_dict().items():
                if value.dtype.is_floating_point:
                    self.state[key].mul_(keep).add_(value, alpha=1 - keep)
                else:
                    self.state[key].copy_(value)


def rate(progress: float, peak: float) -> float:
    """Return the learning rate: a short rise, then a half cosine down."""
    return peak * min(1.0, progress / WARM_UP + 0.03) * 0.5 * (1 + math.cos(math.pi * progress)) + 2e-5


def train(
    net: nn.Module,
    batches: Iterator[Batch],
    loss: Loss,
    minutes: float,
    checkpoint: Path,
    until: float = 1.0,
    peak: float = 3e-3,
) -> nn.Module:
    """Train *net* for *minutes* of processor time, which other work on the machine does not shorten.

    Goes on from *checkpoint* where there is one; stops when the part *until* of it is done. Returns the average.
    """
    net = net.to(DEVICE, memory_format=torch.channels_last)  # type: ignore[call-overload, unused-ignore]
    optimiser = torch.optim.AdamW(net.parameters(), peak, weight_decay=0.01)
    average, spent, step = Average(net), 0.0, 0
    if checkpoint.exists():
        saved = torch.load(checkpoint, map_location=DEVICE, weights_only=True)
        fill(net, saved["net"], checkpoint)
        if saved["optimiser"]:
            optimiser.load_state_dict(saved["optimiser"])
        average.state, spent, step = saved["average"], saved["spent"], saved["step"]
    last, shown, smooth = time.process_time(), spent, 0.0
    net.train()
    while spent < minutes * 60 * until:
        progress = spent / (minutes * 60)
        for group in optimiser.param_groups:
            group["lr"] = rate(progress, peak)
        value = loss(net, [part.to(DEVICE) for part in next(batches)], progress)
        optimiser.zero_grad()
        value.backward()  # type: ignore[no-untyped-call, unused-ignore]
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        average.take(net, step)
        smooth = value.item() if smooth == 0 else 0.98 * smooth + 0.02 * value.item()
        now = time.process_time()
        spent, last = spent + now - last, now
        if spent - shown > 60 or spent >= minutes * 60 * until:
            shown = spent
            print(f"{checkpoint.stem} {spent / 60:.1f} min, step {step}, loss {smooth:.4f}", flush=True)
            _save(checkpoint, net, optimiser, average, spent, step)
    net.load_state_dict(average.state)
    return net.eval()


def entropy(net: nn.Module, batch: tuple[Tensor, Tensor], progress: float, smoothed: float = 0.0) -> Tensor:
    """Return the cross entropy of what *net* says of pictures, and what they are; labels are *smoothed* so much."""
    pictures, kinds = batch
    with autocast():
        said = net(pictures).float()
    return functional.cross_entropy(said, kinds, label_smoothing=smoothed)


def restore(net: nn.Module, checkpoint: Path) -> None:
    """Give *net* the averaged weights of *checkpoint*, ready to be exported."""
    fill(net, torch.load(checkpoint, map_location="cpu", weights_only=True)["average"], checkpoint)
    net.eval()


def fill(net: nn.Module, state: dict[str, Tensor], checkpoint: Path) -> None:
    """Give *net* the weights that *checkpoint* holds; SystemExit where they are those of another shape."""
    try:
        net.load_state_dict(state)
    except RuntimeError:
        raise SystemExit(f"{checkpoint}: of a network of another shape; delete it to train that part anew") from None


def spent(checkpoint: Path) -> float:
    """Return for how many seconds the network in *checkpoint* has learned; none where there is none."""
    if not checkpoint.exists():
        return 0.0
    return float(torch.load(checkpoint, map_location="cpu", weights_only=True)["spent"])


def begin(net: nn.Module, checkpoint: Path) -> None:
    """Write a checkpoint from which training begins with the weights of *net*."""
    _save(checkpoint, net, None, Average(net), 0.0, 0)


def between(net: nn.Module, before: Path, after: Path) -> None:
    """Give *net* the mean of the averaged weights of two checkpoints, of which *after* went on from *before*.

    What was learned in between counts half: scenes of one kind then teach without another kind being forgotten.
    """
    old, new = (torch.load(path, map_location="cpu", weights_only=True)["average"] for path in (before, after))
    mean = {key: (old[key] + new[key]) / 2 if new[key].is_floating_point() else new[key] for key in new}
    fill(net, mean, after)
    net.eval()


def _save(path: Path, net: nn.Module, optimiser: Any, average: Average, spent: float, step: int) -> None:
    known = optimiser.state_dict() if optimiser else {}
    state = {"net": net.state_dict(), "optimiser": known, "average": average.state}
    part = path.with_suffix(".part")
    torch.save({**state, "spent": spent, "step": step}, part)
    part.rename(path)
