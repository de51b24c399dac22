"""Find the weights, check that they are the ones the model card describes, and open them."""

import hashlib
import sys
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from table_controller.records import BadInput
from vision.detector import BUTTON
from vision.engines import Network, Opens, in_onnxruntime, line_of, opened
from vision.files import data_of
from vision.kinds import AS_SAID, KINDS, Kinds
from vision.kinds import ASPECTS as KIND_ASPECTS
from vision.rectify import CARD_SIZE, INDEX_SIZE
from vision.sureness import ASPECTS, Sureness

NETWORKS = {"localiser": (14,), "card": (64, 4480), "index": (23, 4608)}
"""What is opened, and how many numbers each says: of a cell, of a card, of an index; then how these two embed it."""
DETECTOR = "detector"
"""The detector of everything else may be absent: chips are then found by their roundness."""
DETECTED = (9,)
"""What it says of a place: a box and five chances."""
LETTERS, LETTERED = "letters", (9,)
"""What tells the letters of other languages may be absent too, and what it says of an index (vision/letters.py)."""
MORE_CARDS = ("second_card", "third_card", "fourth_card")
MORE_INDICES = ("second_index", "third_index", "fourth_index")
MORE = {**dict.fromkeys(MORE_CARDS, (64,)), **dict.fromkeys(MORE_INDICES, (23,))}
"""More readers of cards and of indices, which may be absent too: asked where the first is in doubt (looks.py)."""
BUTTONS, BUTTONED = "buttons", (2,)
"""The second look at dealer buttons may be absent too (vision/buttons.py): no such button, or one."""
OF_CARDS, OF_INDICES = ("card", *MORE_CARDS), ("index", LETTERS, *MORE_INDICES)
SHOWN = {
    **dict.fromkeys(OF_CARDS, CARD_SIZE[::-1]),
    **dict.fromkeys(OF_INDICES, INDEX_SIZE[::-1]),
    BUTTONS: (48, 48),
}
"""How high and how wide the pictures are that a network is shown; those that are not named here take any."""
TABLE = "models.toml"
MOST_OF_TABLE, MOST_OF_ONE = 100_000, 200_000_000
"""Bytes of the table, and of one network."""
HAVE_THEM = "`make train` or a fresh checkout has it"
SURENESS, OF_KINDS = "sureness", "kinds"
WEIGHED = ("card_weight", "index_weight")
"""The settings that are no chances."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Numbers that belong to one set of weights: chosen when it was made, never on pictures it is measured with."""

    localiser_score: float
    card_weight: float
    index_weight: float
    sure: float
    joker_sure: float = 0.8
    cut_card_sure: float = 0.8
    back_sure: float = 0.5
    face_sure: float = 0.5
    """How likely it must be that something is a joker, a cut card, a card face down, or a face that stays open."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The networks, opened, and their settings."""

    localiser: Network
    card: Network
    index: Network
    settings: Settings
    sureness: Sureness
    readers: str
    """The sha256 of the digests of ``card`` and ``index``: what an enrolled deck belongs to."""
    letters: Network | None = None
    """Tells the letters of other languages; without it all decks are read as English ones."""
    more_cards: tuple[Network, ...] = ()
    more_indices: tuple[Network, ...] = ()
    """Say of cards and indices what ``card`` and ``index`` do, but for how they embed them."""
    kinds: Kinds = AS_SAID
    """What it depends on whether something unnamed is a card face down, a joker, a cut card, a face or nothing."""
    version: str = ""
    """The sha256 of the whole table: what is measured with these weights belongs to."""

    @property
    def engine(self) -> str:
        """What runs the networks, in words."""
        every = (self.localiser, self.card, self.index, self.letters, *self.more_cards, *self.more_indices)
        return " and ".join(sorted({network.engine for network in every if network is not None}))


@dataclass(frozen=True, slots=True)
class DetectorWeights:
    """The detector of everything else, opened: how sure it must be of each kind, and whether it is to find chips.

    Both were chosen on rendered scenes held out when it was made.
    """

    network: Network
    sure: dict[str, float]
    chips: bool
    buttons: Network | None = None
    """Looks at dealer buttons again; *sure* is then how sure of one it must be."""
    fault: BadInput | None = None
    """Why *buttons* is not the one that the table names; the detector goes on without."""


def models_folder(chosen: Path | None = None) -> Path:
    """Return the folder of the weights: *chosen*, the checkout's, or where the wheel puts them."""
    if chosen is not None:
        return chosen
    places = (Path(__file__).parents[1] / "models", Path(sys.prefix) / "share/floorman/models")
    return next((place for place in places if (place / TABLE).exists()), places[0])


def load(folder: Path, threads: int = 2, opens: Opens = opened) -> Weights:
    """Open the weights in *folder*; raises BadInput where one is missing or is not the one that was published.

    *opens* says what runs them: to compare.
    """
    table = _table(folder)
    networks = {name: _open(folder, table, name, threads, numbers, opens) for name, numbers in NETWORKS.items()}
    readers = _digest(f"{table['card']['sha256']} {table['index']['sha256']}")
    lettered = _open(folder, table, LETTERS, threads, LETTERED, opens) if LETTERS in table else None
    # To open them in OpenVINO too takes longer than they give back: they are asked where something is in doubt.
    counted = in_onnxruntime if opens is opened else opens
    more = {name: _open(folder, table, name, threads, MORE[name], counted) for name in MORE if name in table}
    settings, sureness, kinds = _settings(folder, table), _sureness(folder, table), _kinds(folder, table)
    return Weights(
        settings=settings,
        sureness=sureness,
        readers=readers,
        kinds=kinds,
        version=_digest(repr(table)),
        letters=lettered,
        more_cards=tuple(more[name] for name in MORE_CARDS if name in more),
        more_indices=tuple(more[name] for name in MORE_INDICES if name in more),
        **networks,
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def load_detector(folder: Path, threads: int = 2) -> DetectorWeights | None:
    """Open the detector in *folder*, None where its table names none; raises BadInput where it is not that one."""
    table = _table(folder)
    if DETECTOR not in table:
        return None
    network = _open(folder, table, DETECTOR, threads, DETECTED)
    try:
        sure = {str(kind): _chance(chance) for kind, chance in table[DETECTOR]["sure"].items()}
        chips = table[DETECTOR]["chips"]
        if not isinstance(chips, bool):
            raise ValueError
    except (AttributeError, KeyError, TypeError, ValueError):
        expected = "expected sure, a number from 0 to 1 by kind, and chips, true or false"
        raise BadInput(str(folder / TABLE), f"[{DETECTOR}]", expected) from None
    found = DetectorWeights(network, sure, chips)
    try:
        return _twice(folder, table, threads, found) if BUTTONS in table else found
    except BadInput as fault:
        return replace(found, fault=fault)


def _twice(folder: Path, table: dict[str, Any], threads: int, found: DetectorWeights) -> DetectorWeights:
    """Return the detector that was *found* with its second look at dealer buttons."""
    # To open it in OpenVINO takes longer than it gives back.
    network = _open(folder, table, BUTTONS, threads, BUTTONED, in_onnxruntime)
    try:
        sure = _chance(table[BUTTONS]["sure"])
    except (KeyError, TypeError, ValueError):
        raise BadInput(str(folder / TABLE), f"[{BUTTONS}]", "expected sure, a number from 0 to 1") from None
    return replace(found, sure={**found.sure, BUTTON: sure}, buttons=network)


def _number(value: Any) -> float:
    """Return *value*; raises ValueError where it is no finite number: with one that is none nothing would be told."""
    if not _is_number(value):
        raise ValueError
    return float(value)


def _chance(value: Any) -> float:
    """Return *value*; raises ValueError where it is no number from 0 to 1: what is surer than that is never told."""
    if not 0 <= _number(value) <= 1:
        raise ValueError
    return float(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def _table(folder: Path) -> dict[str, Any]:
    path = folder / TABLE
    data = data_of(path, MOST_OF_TABLE, f"expected the table of the weights; {HAVE_THEM}")
    try:
        return tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:  # no TOML, no text, a number or a nesting without end
        raise BadInput(str(path), "", f"expected TOML: {line_of(error, -1)}") from None


def _open(
    folder: Path, table: dict[str, Any], name: str, threads: int, numbers: tuple[int, ...], opens: Opens = opened
) -> Network:
    try:
        file, digest = str(table[name]["file"]), str(table[name]["sha256"])
    except (KeyError, TypeError):
        raise BadInput(str(folder / TABLE), f"[{name}]", "expected the keys file and sha256") from None
    path = folder / Path(file).name
    data = data_of(path, MOST_OF_ONE, f"expected the weights that {TABLE} names; {HAVE_THEM}")
    if hashlib.sha256(data).hexdigest() != digest:
        raise BadInput(str(path), "sha256", f"expected {digest[:12]}…: the weights were altered; {HAVE_THEM}")
    try:
        network = opens(data, threads)
    except Exception as error:  # onnxruntime's own errors share no public base class
        raise BadInput(str(path), "", f"expected an ONNX network: {line_of(error, 0)}") from None
    if network.says != numbers:
        said, expected = (" and ".join(map(str, some)) for some in (network.says, numbers))
        raise BadInput(str(path), f"{said} outputs", f"expected {expected}: the weights are of another version")
    if network.shown and network.shown != SHOWN.get(name, (None, None)):
        raise BadInput(str(path), f"pictures of {network.shown}", f"expected {SHOWN.get(name, 'any size')}")
    return network


def _settings(folder: Path, table: dict[str, Any]) -> Settings:
    try:
        read = table["settings"]
        every = {field.name: read.get(field.name, field.default) for field in fields(Settings)}
        return Settings(**{name: (_number if name in WEIGHED else _chance)(one) for name, one in every.items()})
    except (AttributeError, KeyError, TypeError, ValueError):
        names = ", ".join(field.name for field in fields(Settings))
        expected = f"expected numbers: {names}, all from 0 to 1 but {' and '.join(WEIGHED)}"
        raise BadInput(str(folder / TABLE), "[settings]", expected) from None


def _sureness(folder: Path, table: dict[str, Any]) -> Sureness:
    entry = table.get(SURENESS)
    read = entry if isinstance(entry, dict) else {}
    wrong = [name for name in ("always", *ASPECTS) if not _is_number(read.get(name))]
    if wrong:
        raise BadInput(str(folder / TABLE), f"[{SURENESS}]", f"expected numbers: {', '.join(wrong)}")
    return Sureness(float(read["always"]), tuple(float(read[name]) for name in ASPECTS))


def _kinds(folder: Path, table: dict[str, Any]) -> Kinds:
    try:
        read = table[OF_KINDS]
        always, *weights = (tuple(map(_number, read[name])) for name in ("always", *KIND_ASPECTS))
        if any(len(row) != len(KINDS) for row in (always, *weights)):
            raise ValueError
        return Kinds(always, tuple(weights))
    except (KeyError, TypeError, ValueError):
        names = ", ".join(KIND_ASPECTS)
        raise BadInput(
            str(folder / TABLE), f"[{OF_KINDS}]", f"expected {len(KINDS)} numbers each: always, {names}"
        ) from None
