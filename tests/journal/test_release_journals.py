"""Journals of every release open: made by the program of their day (make_release_journal.py), kept for good."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from table_controller.audit.replay import replay
from table_controller.audit.teller import tell
from table_controller.journal.read import entries, meta
from table_controller.journal.store import Store
from table_controller.journal.verify import Tampering, verify
from table_controller.turn import resume

_HERE = Path(__file__).parent
_JOURNALS = sorted(_HERE.glob("journal-*.floorman"))


def test_the_first_release_is_among_them() -> None:
    assert "journal-0.1.0.floorman" in {path.name for path in _JOURNALS}


@pytest.fixture(params=_JOURNALS, ids=lambda path: str(path.stem))
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(request.param, tmp_path / "old.journal"))


def test_it_verifies_with_its_erased_entry(journal: Path) -> None:
    found = verify(journal)
    assert found.sound
    assert found.closed
    assert Tampering.ERASED in {finding.what for finding in found.findings}


def test_it_tells_its_night(journal: Path) -> None:
    story = tell(journal)
    assert story.hands
    assert story.incidents
    assert f"journal-{story.runs[0][1].version}" in {path.stem for path in _JOURNALS}


def test_it_can_be_judged_again(journal: Path) -> None:
    found = replay(journal)
    assert found.compared > 50
    assert len(found.erased) >= 1


def test_it_can_be_continued(journal: Path) -> None:
    assert resume(entries(journal)) is not None
    before = meta(journal)
    store = Store.open(journal)
    assert store.last_at == before.last_at
    store.append("note", store.last_at + 1, "{}")
    store.close()
    assert verify(journal).sound


def test_the_chain_is_as_the_docs_say(journal: Path) -> None:
    """The program in docs/journal.md, run as it stands there, comes to the same head."""
    page = (_HERE.parent.parent / "docs" / "journal.md").read_text("utf-8")
    program = page.split("```python\n")[1].split("```")[0]
    told = subprocess.run([sys.executable, "-c", program, journal], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == verify(journal).head
