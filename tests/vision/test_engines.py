"""What runs the networks: OpenVINO where it is there and gains, else ONNX Runtime; that it fails is a line, no more.

A stand-in takes OpenVINO's place, which is large and an extra: what is tested is the choice. The last test asks the
real one, where it is installed.
"""

import importlib
import importlib.util
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision import engines, weights

CARDS = np.random.default_rng(1).integers(0, 255, (3, 112, 80, 3), np.uint8)
CARD = (weights.models_folder() / "card.onnx").read_bytes()


class StandIn:
    """What is used of OpenVINO's core: says of every picture how many are not blank; fails where *fault* is given."""

    def __init__(self, able: tuple[str, ...] = ("FP32", "FP16", "BF16"), fault: str = "") -> None:
        self.able, self.fault, self.hints = able, fault, dict[str, Any]()
        self.slow, self.busy, self.most, self.requests = 0.0, 0, 0, list[Any]()
        self.slow_in = {"f16": 0.0, "bf16": 0.0}
        self.says: float | None = None
        self.shape: list[int] | None = None
        self.tried: list[str] = []
        self._lock = threading.Lock()

    def get_property(self, device: str, name: str) -> tuple[str, ...]:
        assert (device, name) == ("CPU", "OPTIMIZATION_CAPABILITIES")
        return self.able

    def read_model(self, onnx: bytes) -> Any:
        if self.fault:
            raise RuntimeError(self.fault)
        shown = engines.in_onnxruntime(onnx, 1).shown
        sides = [SimpleNamespace(is_static=side is not None, get_length=lambda side=side: side) for side in shown]
        return SimpleNamespace(
            inputs=[
                SimpleNamespace(partial_shape=[None, *sides, SimpleNamespace(is_static=True, get_length=lambda: 3)])
            ],
            reshape=self.reshape,
        )

    def reshape(self, shape: list[int]) -> None:
        self.shape = shape

    def compile_model(self, _model: Any, _device: str, hints: dict[str, Any]) -> Any:
        self.hints = hints
        self.tried.append(hints["INFERENCE_PRECISION_HINT"])
        outputs = [SimpleNamespace(partial_shape=[None, SimpleNamespace(get_length=lambda: 64)])]
        return SimpleNamespace(outputs=outputs, create_infer_request=self.create)

    def create(self) -> "StandIn":
        self.requests.append(self)
        return self

    def infer(self, given: dict[int, np.ndarray], share_inputs: bool) -> dict[int, np.ndarray]:
        assert share_inputs
        with self._lock:
            self.busy += 1
            self.most = max(self.most, self.busy)
        time.sleep(self.slow + self.slow_in[self.hints["INFERENCE_PRECISION_HINT"]])
        with self._lock:
            self.busy -= 1
        assert self.shape in (None, list(given[0].shape))
        shown = given[0].any((1, 2, 3)).sum()
        said = shown if self.says is None else self.says
        return {0: np.full((len(given[0]), 64), said, np.float32)}


@pytest.fixture
def openvino(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put a stand-in where OpenVINO would be, or with None nothing; what was gained before is not known."""
    engines.openvino_core.cache_clear()
    engines.tell.cache_clear()
    monkeypatch.setattr(engines, "_gained", {})

    def put(core: StandIn | None) -> None:
        module = ModuleType("openvino")
        module.__spec__ = ModuleSpec("openvino", None)
        module.Core = lambda: core  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "openvino", None if core is None else module)

    yield put
    engines.openvino_core.cache_clear()
    engines.tell.cache_clear()


def test_openvino_runs_a_network_where_the_processor_gains_by_it(
    openvino: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    core = StandIn()
    openvino(core)
    network = engines.opened(CARD, threads=1)
    assert network.engine == "OpenVINO (f16)"
    assert network.says == (64,)
    (answer,) = network.run(CARDS)
    assert answer.tolist() == [[3.0] * 64] * 3
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(("threads", "at_once"), [(1, 2), (2, 1)])
def test_openvino_keeps_no_more_cores_busy_than_a_tables_share_and_runs_calls_side_by_side_on_them(
    openvino: Any, threads: int, at_once: int
) -> None:
    core = StandIn()
    openvino(core)
    network = engines.opened(CARD, threads)
    assert (core.hints["INFERENCE_NUM_THREADS"], core.hints["NUM_STREAMS"]) == (engines.CORES, at_once)
    core.slow = 0.01
    with ThreadPoolExecutor(4) as together:
        assert [said[0].tolist() for said in together.map(network.run, [CARDS] * 8)] == [[[3.0] * 64] * 3] * 8
    assert (core.most, len(core.requests)) == (at_once, at_once)


def test_onnx_runtime_runs_it_where_a_processor_is_slower_by_what_it_has(
    openvino: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    core = StandIn()
    core.slow = 0.2
    openvino(core)
    assert engines.opened(CARD, threads=1).engine == engines.ONNX_RUNTIME
    assert core.most == 1, "it was tried"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("able", [("FP32", "BF16", "INT8"), ("FP32", "FP16", "BF16")])
def test_bf16_is_taken_where_there_is_no_f16_or_it_is_slow(openvino: Any, able: tuple[str, ...]) -> None:
    core = StandIn(able)
    core.slow_in["f16"] = 0.2
    openvino(core)
    assert engines.opened(CARD, threads=1).engine == "OpenVINO (bf16)"


def test_what_gained_nothing_is_not_tried_again(openvino: Any) -> None:
    core = StandIn()
    core.slow_in["f16"] = 0.1
    openvino(core)
    for _ in range(2):
        assert engines.opened(CARD, threads=1).engine == "OpenVINO (bf16)"
    assert core.tried.count("f16") == 1


@pytest.mark.parametrize("number", [1, 4, 6])
def test_pictures_of_a_fixed_size_are_shown_four_at_a_time(openvino: Any, number: int) -> None:
    core = StandIn()
    openvino(core)
    (answer,) = engines.opened(CARD, threads=1).run(np.repeat(CARDS, 2, 0)[:number])
    assert core.shape == [engines.TOGETHER, 112, 80, 3]
    assert answer[:, 0].tolist() == [min(number, 4)] * min(number, 4) + [number - 4] * max(number - 4, 0)


def test_a_network_is_tried_with_pictures_as_it_is_shown() -> None:
    localiser = engines.in_onnxruntime((weights.models_folder() / "localiser.onnx").read_bytes(), 1)
    assert engines._example(engines.in_onnxruntime(CARD, 1)).shape == (engines.TOGETHER, 112, 80, 3)
    assert engines._example(localiser).shape == (1, engines.ANY, engines.ANY, 3)
    assert len(localiser.run(engines._example(localiser))) == 1


def test_onnx_runtime_runs_it_where_openvino_makes_no_numbers_of_it(openvino: Any) -> None:
    core = StandIn()
    core.says = float("nan")
    openvino(core)
    assert engines.opened(CARD, threads=1).engine == engines.ONNX_RUNTIME


@pytest.mark.parametrize("core", [None, StandIn(able=("FP32", "INT8"))])
def test_onnx_runtime_runs_it_where_there_is_no_openvino_or_nothing_to_gain(
    openvino: Any, capfd: pytest.CaptureFixture[str], core: StandIn | None
) -> None:
    openvino(core)
    network = engines.opened(CARD, threads=1)
    assert (network.engine, network.says) == (engines.ONNX_RUNTIME, (64, 4480))
    assert [answer.shape for answer in network.run(CARDS)] == [(3, 64), (3, 4480)]
    assert capfd.readouterr().err == ""


def test_a_fault_of_openvino_is_one_line_for_all_networks_and_cards_are_read(
    openvino: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    openvino(StandIn(fault="Exception from src/core.cpp:105:\nno such instruction\n"))
    opened = weights.load(weights.models_folder(), threads=1)
    assert {network.engine for network in (opened.localiser, opened.card, opened.index)} == {engines.ONNX_RUNTIME}
    said = "floorman: OpenVINO cannot run the card reader, ONNX Runtime does: no such instruction\n"
    assert capfd.readouterr().err == said


def test_a_fault_while_cards_are_read_is_one_line_and_they_are_read(
    openvino: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    core = StandIn()
    openvino(core)
    network = engines.opened(CARD, threads=1)
    assert network.run(CARDS)[0].tolist() == [[3.0] * 64] * 3
    core.infer = None  # type: ignore[method-assign,assignment]
    expected = engines.in_onnxruntime(CARD, 1).run(CARDS)[0]
    for _ in range(2):
        assert np.array_equal(network.run(CARDS)[0], expected)
    assert len(capfd.readouterr().err.splitlines()) == 1
    with pytest.raises(Exception, match=r"(?i)invalid"):
        network.run(CARDS[:, :5])


def test_what_is_no_network_is_no_fault_of_openvino(openvino: Any, capfd: pytest.CaptureFixture[str]) -> None:
    openvino(StandIn(fault="Unable to read the model."))
    with pytest.raises(Exception, match=r"(?i)protobuf"):
        engines.opened(b"no network", threads=1)
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(importlib.util.find_spec("openvino") is None, reason="OpenVINO is an extra: pip install '.[fast]'")
@pytest.mark.parametrize(("precision", "apart"), [("f32", 0.001), ("f16", 0.02), ("bf16", 0.05)])
def test_openvino_says_what_onnx_runtime_says(precision: str, apart: float) -> None:
    ours, other = engines.in_onnxruntime(CARD, 1), engines.in_openvino(CARD, 1, precision)
    assert other.says == ours.says
    for mine, its in zip(ours.run(CARDS), other.run(CARDS), strict=True):
        assert np.abs(mine - its).max() < apart


def test_what_tells_openvinos_maker_of_its_use_is_never_imported(
    openvino: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "openvino_telemetry", raising=False)
    openvino(StandIn())
    assert engines.opened(CARD, 1).engine == "OpenVINO (f16)"
    assert sys.modules["openvino_telemetry"] is None
    with pytest.raises(ImportError):
        importlib.import_module("openvino_telemetry")
