"""Train the detector of everything else on the felt, with `ultralytics` from nothing: chips, buttons, hands, cut cards.

Its licence is the AGPL: it is used here, when weights are made, and never by what runs at a table. It is kept from
the network and from the home folder; what it writes stands below the working folder.
"""

import hashlib
import importlib
import json
import os
import shutil
import sys
import warnings
from pathlib import Path
from typing import Any

import cv2
import onnx
import onnxslim
import torch

from vision.detector import KINDS
from vision.engines import in_onnxruntime
from vision.other_sets import degen, rendered
from vision.training import card, other_onward, other_scenes
from vision.training.export import OPSET
from vision.training.loop import HALF, autocast
from vision.training.other_settings import Settings, chosen
from vision.training.tabletop import Labelled
from vision.weights import DETECTOR, TABLE

SCENES, HELD = 2600, 900
EPOCHS, SIDE, BATCH = 20, 320, 8
"""An hour of one core that computes with bfloat16 and does nothing else."""
RATE = 2e-3
DONE = "detector.pt"
WIDTH = 0.1875
"""Channels by those of the design's largest: three quarters of the nano size, for it is trained on one core."""
SHAPE = "(n, h, w, 3) uint8 BGR, h and w multiples of 32 -> (n, 9, places): middle, size, chances of five kinds"
DEVICE = 0 if torch.cuda.is_available() else "cpu"


def train(shared: Path, work: Path, epochs: int = EPOCHS) -> Path:
    """Do what is not done yet of the scenes and the training; return the checkpoint to export."""
    folder = made(shared, work)
    done = folder / DONE
    if not done.exists():
        (folder / "detector.yaml").write_text(json.dumps(design(opened(folder))), "utf-8")
        _run(folder, folder / "detector.yaml", "run", epochs, RATE)
    return done


def made(shared: Path, work: Path) -> Path:
    """Make what it learns on and is measured with, where that is not there; return the folder."""
    folder = (work / "other").resolve()
    other_scenes.build(folder / "train", work / "art", KINDS, SCENES, held_out=False)
    other_scenes.build(folder / "held", work / "art", KINDS, HELD, held_out=True)
    take_degen(shared / "data/degen-chip-stacks", folder / "degen")
    return folder


def take_exported(shared: Path, work: Path, exported: Path) -> None:
    """Let the network in the ONNX file *exported* be the one that is done, where there is none."""
    folder = made(shared, work)
    if not (folder / DONE).exists():
        ultralytics = opened(folder)
        pictures = sorted((folder / "train/images").glob("*.jpg"))
        other_onward.start(ultralytics, design(ultralytics), exported, pictures, SIDE, folder / DONE)


def further(shared: Path, work: Path, epochs: int) -> Path:
    """Train the network that is done on for *epochs* more, at half the rate; return its checkpoint.

    The run is named after the weights it begins with: one that was stopped goes on from no others.
    """
    done = train(shared, work)
    name = f"further-{hashlib.sha256(done.read_bytes()).hexdigest()[:8]}"
    _run(done.parent, done, name, epochs, RATE / 2)
    shutil.rmtree(done.parent / name)
    return done


def _run(folder: Path, begin: Path, name: str, epochs: int, rate: float) -> None:
    """Do what is not done yet of the run *name*, from the design or the weights in *begin*, and keep what comes out."""
    (folder / "data.yaml").write_text(json.dumps(_data(folder)), "utf-8")
    ultralytics, last = opened(folder), folder / name / "weights/last.pt"
    if not last.exists():
        _begin(ultralytics.YOLO(begin), folder, name, epochs, rate, begin.suffix == ".pt")
    elif not _finished(last):
        net = ultralytics.YOLO(last)
        net.add_callback("on_pretrain_routine_end", _fast)
        net.train(resume=True)
    part = (folder / DONE).with_suffix(".part")
    shutil.copyfile(last, part)
    part.rename(folder / DONE)


def _finished(checkpoint: Path) -> bool:
    """Whether the library has taken away what only a training that goes on needs (our own file: it is safe to open)."""
    return bool(torch.load(checkpoint, map_location="cpu", weights_only=False)["epoch"] < 0)


def _data(folder: Path) -> dict[str, Any]:
    return {
        "path": str(folder),
        "train": ["train/images", "degen/images"],
        "val": "held/images",
        "names": dict(enumerate(KINDS)),
    }


def _begin(net: Any, folder: Path, name: str, epochs: int, rate: float, trained: bool) -> None:
    # A network this small trained this briefly wants a step for every batch: nbs is the batch that makes a step.
    net.add_callback("on_pretrain_routine_end", _fast)
    net.train(
        data=str(folder / "data.yaml"), epochs=epochs, imgsz=SIDE, batch=BATCH, nbs=BATCH, device=DEVICE, workers=0,
        optimizer="AdamW", lr0=rate, lrf=0.02, cos_lr=True, warmup_epochs=0.3, warmup_bias_lr=0.0, weight_decay=0.01,
        mosaic=0.0, scale=0.4, translate=0.1, fliplr=0.5, flipud=0.3,
        hsv_h=0.02, hsv_s=0.5, hsv_v=0.4, erasing=0.0,
        amp=False, plots=False, val=False, pretrained=trained, seed=0, project=str(folder), name=name, exist_ok=True,
    )  # fmt: skip


def _fast(trainer: Any) -> None:
    """Compute with bfloat16 where the processor can, and let the channels of a pixel lie side by side: half the time.

    The library does both on graphics cards alone.
    """
    net = trainer.model
    net.to(memory_format=torch.channels_last)
    if HALF:
        forward = net.forward

        def in_half(*given: Any, **named: Any) -> Any:
            with autocast():
                return forward(*given, **named)

        net.forward = in_half


def design(ultralytics: Any) -> dict[str, Any]:
    """Return the smallest design of the library, narrower, and without its second head for use without NMS."""
    path = Path(ultralytics.__file__).parent / "cfg/models/26/yolo26.yaml"
    read: dict[str, Any] = ultralytics.utils.YAML.load(path)
    return {**read, "nc": len(KINDS), "end2end": False, "scales": {"narrow": [0.5, WIDTH, 1024]}}


def opened(folder: Path) -> Any:
    """Import ultralytics: offline, without analytics, its settings below *folder*, and torchvision made to load."""
    os.environ.update(YOLO_CONFIG_DIR=str(folder / "settings"), YOLO_OFFLINE="true", YOLO_AUTOINSTALL="false",
                      MPLCONFIGDIR=str(folder / "settings"))  # fmt: skip
    (folder / "settings").mkdir(parents=True, exist_ok=True)
    ultralytics: Any = importlib.import_module("ultralytics")
    settings = ultralytics.settings
    settings.update({key: False for key, value in settings.items() if value is True})
    settings.update({f"{name}_dir": str(folder / name) for name in ("datasets", "weights", "runs")})
    _torchvision()
    return ultralytics


def _torchvision() -> None:
    """Where torchvision was built for other hardware than torch its operators are missing: stand in for one."""
    try:
        import torchvision
    except RuntimeError as error:
        if "torchvision::nms" not in str(error):
            raise
    else:
        return
    for name in [name for name in sys.modules if name.split(".")[0] == "torchvision"]:
        del sys.modules[name]
    library: Any = torch.library.Library("torchvision", "DEF")  # type: ignore[no-untyped-call, unused-ignore]
    for name in ("nms", "qnms"):
        library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    from ultralytics.utils.nms import TorchNMS

    library.impl("nms", TorchNMS.nms, "CPU")
    _kept.append(library)  # its operators go when it does
    import torchvision
    import torchvision.ops.boxes

    torchvision.ops.boxes._assert_has_ops = lambda: None


_kept: list[Any] = []


def take_degen(source: Path, folder: Path) -> None:
    """Copy what may be trained on, with our number for its class."""
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for path, boxes in degen(source, held_back=False):
        shutil.copyfile(path, folder / "images" / path.name)
        things = [Labelled("chips", box) for box in boxes]
        other_scenes.write_labels(folder / "labels" / f"{path.stem}.txt", (1, 1), things, KINDS)


def export(checkpoint: Path, out: Path) -> str:
    """Write the network of *checkpoint* as *out*, for pictures of any size, and return its sha256."""
    ultralytics = opened(checkpoint.parent)
    net = ultralytics.YOLO(checkpoint).model.float().fuse().eval()
    head = net.model[-1]
    head.export, head.dynamic, head.format = True, True, "onnx"
    out.parent.mkdir(parents=True, exist_ok=True)
    warnings.simplefilter("ignore", DeprecationWarning)  # the older exporter on purpose, as for the other networks
    torch.onnx.export(
        _Pictures(net), (torch.zeros((1, 256, 320, 3), dtype=torch.uint8),), str(out), opset_version=OPSET,
        input_names=["pictures"], output_names=["answers"], dynamo=False,
        dynamic_axes={"pictures": {0: "n", 1: "h", 2: "w"}, "answers": {0: "n", 2: "places"}},
    )  # fmt: skip
    onnx.save(onnxslim.slim(onnx.load(str(out))), str(out))
    return hashlib.sha256(out.read_bytes()).hexdigest()


class _Pictures(torch.nn.Module):
    """The network with what comes before it, so that pictures go in as they are: uint8 BGR, (n, h, w, 3)."""

    def __init__(self, net: torch.nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        answers = self.net(pictures.flip(3).permute(0, 3, 1, 2).float() / 255)
        found: torch.Tensor = answers[0] if isinstance(answers, tuple | list) else answers
        return found


def publish(shared: Path, work: Path, out: Path) -> None:
    """Train what is not trained yet, export it to *out* and enter it in the table there, beside the card reader's."""
    export_as_it_is(train(shared, work), work, out)


def export_as_it_is(checkpoint: Path, work: Path, out: Path) -> None:
    """Export *checkpoint*, choose its settings on held-out scenes and enter it in the table of *out*."""
    path = out / f"{DETECTOR}.onnx"
    digest = export(checkpoint, path)
    network = in_onnxruntime(path.read_bytes(), os.cpu_count() or 1)
    settings = chosen(network, rendered(work / "other/held", calibrating=True))
    enter(out / TABLE, digest, settings)
    card.write_files(out)
    print(f"{path}: {settings}; `python -m vision.other_sets` measures it", flush=True)


def enter(table: Path, digest: str, settings: Settings) -> None:
    """Write the detector into *table*; what stands there of the other networks is kept."""
    sure = ", ".join(f"{kind} = {chance}" for kind, chance in settings.sure.items())
    card.enter(table, DETECTOR, digest, SHAPE, [f"sure = {{{sure}}}", f"chips = {str(settings.chips).lower()}"])


def main(arguments: list[str] | None = None) -> int:
    """Train and export this network alone."""
    import argparse

    parser = argparse.ArgumentParser(prog="python -m vision.training.other", description="Train the detector.")
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("training"))
    parser.add_argument("--out", type=Path, default=Path("models"))
    parser.add_argument(
        "--begin", type=Path, default=None, metavar="ONNX", help="take this for what is done, if nothing is"
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--unfinished", type=Path, default=None, metavar="PT", help="export this checkpoint as it is")
    instead.add_argument("--further", type=int, default=0, metavar="EPOCHS", help="first train what is done on so long")
    given = parser.parse_args(arguments)
    if given.begin is not None and not given.further:
        parser.error("--begin goes with --further: what is exported already need not be exported again")
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if given.begin is not None:
        take_exported(given.shared, given.work, given.begin)
    if given.further:
        export_as_it_is(further(given.shared, given.work, given.further), given.work, given.out)
    elif given.unfinished is not None:
        export_as_it_is(given.unfinished, given.work, given.out)
    else:
        publish(given.shared, given.work, given.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
