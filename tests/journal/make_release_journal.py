"""Makes the journal of this release that later releases must open: the live table, headless, and one erased entry.

    .venv/bin/python tests/journal/make_release_journal.py

Run it once when a release's formats have settled, and commit the file; never again for a release that is out.
"""

import json
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from shutil import copyfile

from table_controller.journal.read import entries
from table_controller.journal.store import Store
from table_controller.journal.verify import verify

_SECONDS = 16
_SPEED = 5


def main() -> None:
    """Play, erase one entry that names a person, check, keep."""
    kept = Path(__file__).parent / f"journal-{version('floorman')}.floorman"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "night.journal"
        command = ["run", "--headless", "--seed", "5", "--speed", str(_SPEED), "--for", str(_SECONDS)]
        subprocess.run(
            [Path(sys.executable).with_name("floorman"), *command, "--journal", path], check=True, stdout=sys.stderr
        )
        store = Store.open(path)
        store.erase(_ruling(path), by="host", why="kept as an example of an erased entry")
        store.close()
        found = verify(path)
        if not found.sound or not found.closed:
            sys.exit(f"the journal is not fit to be kept: {found.findings}")
        copyfile(path, kept)
    print(json.dumps({"kept": kept.name, "entries": found.entries, "bytes": kept.stat().st_size}))


def _ruling(path: Path) -> int:
    """The last ruling that somebody entered, or else the last entry that can be erased."""
    erasable = [entry for entry in entries(path) if entry.person]
    rulings = [entry for entry in erasable if entry.kind == "observation" and "ruling_entered" in (entry.body or "")]
    return (rulings or erasable)[-1].seq


if __name__ == "__main__":
    main()
