"""Find the weights, check that they are the ones the model card describes, and open them."""

import hashlib
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import onnxruntime

from table_controller.records import BadInput

NETWORKS = {"localiser": 14, "card": 64, "index": 19}
"""What is opened, and how many numbers each says: of a cell, of a card, of an index."""
TABLE = "models.toml"


@dataclass(frozen=True, slots=True)
class Settings:
    """Numbers that belong to one set of weights: chosen when it was made, never on pictures it is measured with."""

    localiser_score: float
    card_weight: float
    index_weight: float
    sure: float


@dataclass(frozen=True, slots=True)
class Weights:
    """The networks, opened, and their settings."""

    localiser: onnxruntime.InferenceSession
    card: onnxruntime.InferenceSession
    index: onnxruntime.InferenceSession
    settings: Settings


def models_folder(chosen: Path | None = None) -> Path:
    """Return the folder of the weights: *chosen*, the checkout's, or where the wheel puts them."""
    if chosen is not None:
        return chosen
    places = (Path(__file__).parents[1] / "models", Path(sys.prefix) / "share/floorman/models")
    return next((place for place in places if (place / TABLE).exists()), places[0])


def load(folder: Path, threads: int = 2) -> Weights:
    """Open the weights in *folder*; raises BadInput where one is missing or is not the one that was published."""
    table = _table(folder)
    opened = {name: _open(folder, table, name, threads) for name in NETWORKS}
    return Weights(settings=_settings(folder, table), **opened)


def _table(folder: Path) -> dict[str, Any]:
    path = folder / TABLE
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError:
        raise BadInput(
            str(path), "", "expected the table of the weights; `make train` or a fresh checkout has it"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(str(path), "", f"expected TOML: {error}") from None


def _open(folder: Path, table: dict[str, Any], name: str, threads: int) -> onnxruntime.InferenceSession:
    try:
        file, digest = str(table[name]["file"]), str(table[name]["sha256"])
    except (KeyError, TypeError):
        raise BadInput(str(folder / TABLE), f"[{name}]", "expected the keys file and sha256") from None
    path = folder / Path(file).name
    try:
        data = path.read_bytes()
    except OSError:
        raise BadInput(str(path), "", "expected the weights that models.toml names") from None
    if hashlib.sha256(data).hexdigest() != digest:
        raise BadInput(str(path), "sha256", f"expected {digest[:12]}…: the weights were altered")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # A thread that spins while it waits takes the other camera's core.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own errors share no public base class
        raise BadInput(str(path), "", f"expected an ONNX network: {str(error).splitlines()[0]}") from None
    says = session.get_outputs()[0].shape[1]
    if says != NETWORKS[name]:
        raise BadInput(str(path), f"{says} outputs", f"expected {NETWORKS[name]}: the weights are of another version")
    return session


def _settings(folder: Path, table: dict[str, Any]) -> Settings:
    try:
        read = table["settings"]
        return Settings(*(float(read[key]) for key in ("localiser_score", "card_weight", "index_weight", "sure")))
    except (KeyError, TypeError, ValueError):
        raise BadInput(str(folder / TABLE), "[settings]", "expected four numbers") from None
