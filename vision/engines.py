"""What runs a network: OpenVINO where it is installed and the processor gains by it, else ONNX Runtime.

OpenVINO gains by counting in numbers of half the length, where a processor has instructions for them; in the usual
length it is no faster than ONNX Runtime. f16 has more digits, so it comes first; some processors have it and are slower
by it, and quicker by bf16. So the first network is tried in all when it is opened, and the others are run as it is.
What is read hardly differs: docs/vision.md, Engines.
"""

import importlib.util
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from queue import SimpleQueue
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.arrays import Picture

Answers = Sequence[NDArray[np.floating[Any]]]
ONNX_RUNTIME, PROCESSOR = "ONNX Runtime", "CPUExecutionProvider"
CORES = 2
"""How many cores reading may keep busy in all: so many calls of a network on one core each run side by side."""
SHORT = {"FP16": "f16", "BF16": "bf16"}
"""The numbers that OpenVINO is used for, by what a processor that has them says it can do; the more exact first."""
TRIED, ANY = 5, 320
"""How often both are tried, and with a picture of which size where any will do."""
CLEARLY = 0.9
"""In less than this part of the time shorter numbers are clearly quicker; a smaller gain may be what else runs."""
TOGETHER = 4
"""How many pictures whose size is fixed are shown at once: OpenVINO prepares itself anew for every number it meets."""
_gained: dict[str, bool] = {}
"""Whether a network was clearly quicker in shorter numbers, by the first that was tried: the largest, as a rule."""


@dataclass(frozen=True, slots=True)
class Network:
    """A network, opened. Any thread may ask it, several at once too."""

    run: Callable[[Picture], Answers]
    """What it says of pictures (n, h, w, 3), uint8 BGR: an array for each of its answers."""
    says: tuple[int, ...]
    """How many numbers each answer has: of a cell, of a card, of an index."""
    engine: str
    """What runs it, in words."""
    shown: tuple[int | None, ...] = ()
    """How high and how wide these pictures are, None where any will do; as ONNX Runtime knows it."""


Opens = Callable[[bytes, int], Network]
"""From the bytes of an ONNX file, and on how many cores at most, to the network."""


def opened(onnx: bytes, threads: int) -> Network:
    """Return the network in *onnx*, on at most *threads* cores; raises what ONNX Runtime does where there is none.

    Where OpenVINO fails, be it later, ONNX Runtime runs it, and one line says so.
    """
    usual = in_onnxruntime(onnx, threads)  # raises where the network is at fault
    if importlib.util.find_spec("openvino") is None:
        return usual
    try:
        for precision in _short():
            short = in_openvino(onnx, threads, precision)
            if precision not in _gained:
                _gained[precision] = _gains(short, usual)
            if _gained[precision]:
                return _steady(short, usual)
    except Exception as fault:  # whatever a broken installation, or a processor nobody tried, makes it raise
        tell(line_of(fault, -1))
    return usual


def _gains(short: Network, usual: Network) -> bool:
    """Whether *short* says what *usual* does in clearly less time, each at its quickest; something else runs here too.

    Of noise both say much the same; a processor whose f16 makes no numbers of it gains nothing.
    """
    pictures = _example(usual)
    took: dict[str, list[float]] = {short.engine: [], usual.engine: []}
    for _ in range(TRIED):
        for network in (short, usual):
            begun = time.perf_counter()
            said = network.run(pictures)
            took[network.engine].append(time.perf_counter() - begun)
            if not all(np.isfinite(one).all() for one in said):
                return False
    return min(took[short.engine]) < CLEARLY * min(took[usual.engine])


def _example(network: Network) -> Picture:
    """Return pictures (n, h, w, 3) such as *network* is shown: some of its size, one where any will do."""
    fixed = [side for side in network.shown if side is not None]
    shape = (TOGETHER, *fixed, 3) if fixed else (1, ANY, ANY, 3)
    return np.random.default_rng(0).integers(0, 255, shape, np.uint8)


def _steady(network: Network, usual: Network) -> Network:
    """Return *network*, which from its first fault on is run as *usual*: the table goes on being watched."""
    runs = [network.run]

    def run(pictures: Picture) -> Answers:
        try:
            return runs[-1](pictures)
        except Exception as fault:
            answers = usual.run(pictures)  # raises where the pictures are at fault
            runs.append(usual.run)
            tell(line_of(fault, -1))
            return answers

    return replace(network, run=run, shown=usual.shown)


def line_of(fault: Exception, number: int) -> str:
    """Return one of the lines in which *fault* says what it is, or its name where it says nothing."""
    return (str(fault).strip().splitlines() or [type(fault).__name__])[number]


def in_onnxruntime(onnx: bytes, threads: int) -> Network:
    """Return the network in *onnx*, run by ONNX Runtime."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # A thread that spins while it waits takes the other camera's core.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(onnx, options, providers=[PROCESSOR])
    (given,), says = session.get_inputs(), tuple(output.shape[1] for output in session.get_outputs())
    shown = tuple(side if isinstance(side, int) else None for side in given.shape[1:3])
    return Network(lambda pictures: session.run(None, {given.name: pictures}), says, ONNX_RUNTIME, shown)


def in_openvino(onnx: bytes, threads: int, precision: str) -> Network:
    """Return the network in *onnx*, run by OpenVINO with numbers of that *precision*."""
    core, at_once = openvino_core(), max(1, CORES // threads)
    hints = {
        "INFERENCE_NUM_THREADS": threads * at_once,
        "NUM_STREAMS": at_once,
        "ENABLE_CPU_PINNING": False,  # the cores are shared with whatever else runs here
        "INFERENCE_PRECISION_HINT": precision,
    }
    model = core.read_model(onnx)
    _, *sides = model.inputs[0].partial_shape
    fixed = all(side.is_static for side in sides)
    if fixed:
        model.reshape([TOGETHER, *(side.get_length() for side in sides)])
    compiled = core.compile_model(model, "CPU", hints)
    free: SimpleQueue[Any] = SimpleQueue()  # a request is one thread's at a time
    for _ in range(at_once):
        free.put(compiled.create_infer_request())

    def run(pictures: Picture) -> Answers:
        request = free.get()
        try:
            shown = _parts(pictures) if fixed else [pictures]
            parts = [request.infer({0: some}, share_inputs=True) for some in shown]  # copies
        finally:
            free.put(request)
        return [np.concatenate([part[number] for part in parts])[: len(pictures)] for number in range(len(says))]

    says = tuple(output.partial_shape[1].get_length() for output in compiled.outputs)
    return Network(run, says, f"OpenVINO ({precision})")


def _parts(pictures: Picture) -> Iterator[Picture]:
    """Yield *pictures* TOGETHER at a time, blank ones behind the last."""
    for first in range(0, len(pictures), TOGETHER):
        some = pictures[first : first + TOGETHER]
        yield np.concatenate([some, np.zeros((TOGETHER - len(some), *some.shape[1:]), np.uint8)])


@cache
def openvino_core() -> Any:
    """Return OpenVINO itself; raises ImportError and what else a broken installation does.

    What it comes with for telling its maker of use, and which leaves a number in the user's home as soon as it is
    imported, is kept from being imported at all: OpenVINO has a silent stand-in for where that is not installed.
    """
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino  # late: it takes a fifth of a second, and most commands read no cards

    return openvino.Core()


def _short() -> list[str]:
    """Return which shorter numbers this processor has, but those in which nothing was gained."""
    able = openvino_core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    return [short for said, short in SHORT.items() if said in able and _gained.get(short, True)]


@cache  # once for all networks
def tell(fault: str) -> None:
    """Say once that OpenVINO cannot be used, and why."""
    print(f"floorman: OpenVINO cannot run the card reader, ONNX Runtime does: {fault}", file=sys.stderr, flush=True)
