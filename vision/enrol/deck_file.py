"""The file an enrolled deck is kept in: small pictures of its cards and their indices, cut out and named.

NumPy's .npz: a plain zip of plain arrays that any tool opens, and read here without pickles. The pictures are kept
rather than what the networks make of them, so that other weights need no new photographs. Nothing else of the
photographs is in it.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from lzma import LZMAError
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from table_controller.records import BadInput
from vision.arrays import Field, Picture, floats
from vision.enrol.prototypes import Kinds, Rule
from vision.files import data_of
from vision.names import BACK
from vision.rectify import CARD_SIZE, INDEX_SIZE

MOST_BYTES = 16_000_000
MOST_OF_ONE, MOST_INDICES_OF_ONE = 3, 8
"""How many pictures of one card, and of its indices, are kept."""
MOST_CARDS, MOST_INDICES = MOST_OF_ONE * (BACK + 1), MOST_INDICES_OF_ONE * BACK
VERSION, HEADER = 1, 128
"""Of the layout; and how many bytes NumPy puts before each of these arrays."""
EXPECTED = "expected a deck that `floorman enrol deck` wrote"
SHAPES: dict[str, tuple[type, tuple[int, ...], int]] = {
    "version": (np.int64, (), 1),
    "readers": (np.uint8, (64,), 1),
    "rules": (np.float32, (2,), 3),
    "cards": (np.uint8, (*CARD_SIZE[::-1], 3), MOST_CARDS),
    "kinds": (np.int64, (), MOST_CARDS),
    "indices": (np.uint8, (*INDEX_SIZE[::-1], 3), MOST_INDICES),
    "printed": (np.int64, (), MOST_INDICES),
}
"""Of each array its type, the shape of one entry, and how many entries there may be."""


@dataclass(frozen=True, slots=True)
class Cuts:
    """Cards (n, 112, 80, 3) of *kinds* 0 … 52 (the back), and indices (m, 64, 48, 3) of cards *printed* 0 … 51."""

    cards: Picture
    kinds: Kinds
    indices: Picture
    printed: Kinds

    @property
    def shown(self) -> frozenset[int]:
        """What these are of: faces, the back, or cards of which an index alone is here."""
        return frozenset(int(kind) for kind in (*self.kinds, *self.printed))


Rules = tuple[Rule, Rule, Rule]
"""Of whole cards, of ranks, of suits."""


@dataclass(frozen=True, slots=True)
class EnrolledDeck:
    """A deck as it was photographed, and how much it may count with the readers of digest *readers*."""

    cuts: Cuts
    rules: Rules
    readers: str


def packed(deck: EnrolledDeck) -> bytes:
    """Return what the file of *deck* holds."""
    file = io.BytesIO()
    np.savez_compressed(
        file,
        version=np.array([VERSION], np.int64),
        readers=np.frombuffer(deck.readers.encode(), np.uint8).reshape(1, -1),
        rules=floats([(rule.weight, rule.stranger) for rule in deck.rules]),
        cards=deck.cuts.cards,
        kinds=deck.cuts.kinds,
        indices=deck.cuts.indices,
        printed=deck.cuts.printed,
    )
    return file.getvalue()


def load(path: Path, readers: str | None = None) -> EnrolledDeck:
    """Return the deck in *path*, enrolled with the readers of digest *readers* where that is given.

    Raises BadInput for what is missing, foreign, damaged or too large, and where the weights have changed since.
    """
    data = data_of(path, MOST_BYTES, EXPECTED)
    try:
        arrays = dict(_arrays(path, data))
        deck = _deck(path, arrays)
    except (
        zipfile.BadZipFile,
        zlib.error,
        LZMAError,
        NotImplementedError,
        RuntimeError,
        ValueError,
        EOFError,
        KeyError,
        OSError,  # bzip2's word for it
    ):
        raise BadInput(str(path), "", f"{EXPECTED}; this is none, or damaged") from None
    if readers is not None and deck.readers != readers:
        again = f"`floorman enrol deck --add --out {path}` learns it anew, without new pictures"
        raise BadInput(str(path), "weights", f"expected a deck enrolled with these weights; {again}")
    return deck


def _arrays(path: Path, data: bytes) -> Iterator[tuple[str, NDArray[np.generic]]]:
    """Yield the arrays; their size is known before anything of them is unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {info.filename: info for info in archive.infolist()}
        if sorted(entries) != sorted(f"{name}.npy" for name in SHAPES) or len(entries) != len(archive.infolist()):
            raise ValueError
        for name, (kind, shape, most) in SHAPES.items():
            one = np.dtype(kind).itemsize * int(np.prod(shape))
            info = entries[f"{name}.npy"]
            if info.file_size > one * most + HEADER:
                raise BadInput(str(path), name, f"expected at most {most}")
            with archive.open(info) as stream:
                yield name, _array(stream.read(one * most + HEADER), kind, shape, most)


def _array(data: bytes, kind: type, shape: tuple[int, ...], most: int) -> NDArray[np.generic]:
    """Return the array in *data*, which must begin as NumPy begins an array of that kind and shape; else ValueError.

    A header is never interpreted: the one that belongs to so many bytes is written anew and compared.
    """
    one = np.dtype(kind).itemsize * int(np.prod(shape))
    count = max(0, len(data) - HEADER) // one
    header = io.BytesIO()
    described = {"descr": np.lib.format.dtype_to_descr(np.dtype(kind)), "fortran_order": False}
    np.lib.format.write_array_header_1_0(header, described | {"shape": (count, *shape)})
    if data[:HEADER] != header.getvalue() or len(data) != HEADER + count * one or count > most:
        raise ValueError
    return np.frombuffer(data[HEADER:], kind).reshape(count, *shape).copy()


def _deck(path: Path, arrays: dict[str, NDArray[np.generic]]) -> EnrolledDeck:
    """Return the deck the arrays describe; raises ValueError where they do not fit together."""
    if arrays["version"].tolist() != [VERSION]:
        raise BadInput(str(path), "version", f"expected {VERSION}: another version of the program wrote this deck")
    cards, indices = np.asarray(arrays["cards"], np.uint8), np.asarray(arrays["indices"], np.uint8)
    kinds, printed = np.asarray(arrays["kinds"], np.int64), np.asarray(arrays["printed"], np.int64)
    rules: Field = floats(arrays["rules"])
    fits = len(cards) == len(kinds) and len(indices) == len(printed) and rules.shape == (3, 2)
    known = bool(((kinds >= 0) & (kinds <= BACK)).all() and ((printed >= 0) & (printed < BACK)).all())
    if not (fits and known and np.isfinite(rules).all() and (rules >= -1).all() and (rules <= 100).all()):
        raise ValueError
    readers = bytes(np.asarray(arrays["readers"], np.uint8)).decode("ascii")
    card, rank, suit = (Rule(float(weight), float(stranger)) for weight, stranger in rules)
    return EnrolledDeck(Cuts(cards, kinds, indices, printed), (card, rank, suit), readers)
