"""What pictures told before whoever reads them was stopped: it goes on there while code and weights are the same."""

import hashlib
import os
import pickle
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from vision import weights
from vision.outcomes import Outcome, Said
from vision.precision import Boxed


@dataclass(frozen=True, slots=True)
class Told:
    """What is kept of one picture: its outcomes, the names said, index boxes, and where its errors are drawn."""

    outcomes: tuple[Outcome, ...]
    said: tuple[Said, ...]
    there: tuple[Boxed, ...]
    boxed: tuple[Boxed, ...]
    drawn: str | None


Kind = TypeVar("Kind")


class SoFar(Generic[Kind]):
    """The file of what the pictures of one set told, in their order."""

    def __init__(self, path: Path, measured: str, kind: type[Kind]) -> None:
        """Read what *path* holds where it was *measured* by and of the same things; else it begins anew, empty.

        *kind*: of what is kept of each picture.
        """
        kept = list(_kept(path, measured, kind))
        self._path, self.told = path, [told for told, _ in kept]
        if kept:
            os.truncate(path, kept[-1][1])  # behind it: what was being written when it was stopped
        else:
            path.write_bytes(pickle.dumps(measured))

    @property
    def drawings(self) -> Path:
        """The folder of the pictures of errors."""
        return self._path.with_suffix("")

    def add(self, told: Kind) -> None:
        """Keep what one more picture told."""
        with self._path.open("ab") as file:
            pickle.dump(told, file)
        self.told.append(told)


def _kept(path: Path, measured: str, kind: type[Kind]) -> Iterator[tuple[Kind, int]]:
    """Yield what whole pictures told, and where in the file each ends."""
    if not path.exists():
        return
    with path.open("rb") as file:
        try:
            if pickle.load(file) != measured:
                return
            while isinstance(told := pickle.load(file), kind):
                yield told, file.tell()
        except Exception:  # pickles that break off, or are none, raise whatever they please
            return


def fingerprint(models: Path | None) -> str:
    """Return the SHA-256, in hex, of the code of vision and the weights in *models*.

    Readings depend on the processor and the libraries as well, by a few cards in a thousand.
    """
    folder = weights.models_folder(models)
    files = sorted([*folder.glob("*.onnx"), *folder.glob("*.toml")])
    return digest_of([*code(), *(path.read_bytes() for path in files)])


def code() -> list[bytes]:
    """Return what is in the files of vision's code."""
    return [path.read_bytes() for path in sorted(Path(__file__).parent.rglob("*.py"))]


def digest_of(parts: Iterable[bytes]) -> str:
    """Return the SHA-256, in hex, of all *parts*, one after the other."""
    return hashlib.sha256(b"".join(parts)).hexdigest()
