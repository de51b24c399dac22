"""The first inputs of the fuzzer: real hands, a night's log, a table file, a deck. ``seeds.py SHARED FOLDER``."""

import io
import re
import sys
import tarfile
from itertools import islice
from pathlib import Path

import numpy as np

from table_controller.hands import read_hands, write_log
from vision.enrol.deck_file import Cuts, EnrolledDeck, packed
from vision.enrol.prototypes import Rule

_DOCS = Path(__file__).parent.parent.parent / "docs"


def main(shared: Path, folder: Path) -> None:
    """Write them; what is there already stays."""
    archive = shared / "hands" / "pluribus.tar.gz"
    with tarfile.open(archive) as tar:
        for number, member in enumerate(islice((one for one in tar if one.name.endswith(".phh")), 40)):
            file = tar.extractfile(member)
            if file is not None:
                (folder / "phh" / f"{number}.phh").write_bytes(file.read())
    for number, hand in enumerate(islice(read_hands(archive), 12)):
        out = io.StringIO()
        write_log(hand.events, "1", out)
        (folder / "log" / f"{number}.jsonl").write_text(out.getvalue(), "utf-8")
    for page in ("table.md", "add-a-rule.md"):
        for number, block in enumerate(re.findall(r"```toml\n(.*?)```", (_DOCS / page).read_text("utf-8"), re.DOTALL)):
            (folder / "table" / f"{page}.{number}.toml").write_text(block, "utf-8")
    small = io.BytesIO()
    with tarfile.open(fileobj=small, mode="w:gz") as tar:
        tar.add(folder / "phh" / "0.phh", "0.phh")
    (folder / "archive" / "small.tar.gz").write_bytes(small.getvalue())
    cards, indices = np.full((2, 112, 80, 3), 200, np.uint8), np.full((3, 64, 48, 3), 90, np.uint8)
    deck = Cuts(cards, np.array([0, 52]), indices, np.array([0, 0, 51]))
    (folder / "deck" / "deck.npz").write_bytes(packed(EnrolledDeck(deck, (Rule(8.0, 0.5),) * 3, "0" * 64)))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
