"""Every test is run by `make test`, and once by `make check test`: what the first goal leaves out the second runs."""

import re
import shlex
import subprocess
from pathlib import Path

_ROOT = Path(__file__).parent.parent


def _marked(*goals: str) -> list[str | None]:
    """The marks that each pytest of ``make`` asks for; None: those of pyproject.toml, every test that can run here."""
    done = subprocess.run(["make", "--dry-run", *goals], cwd=_ROOT, capture_output=True, text=True, check=True)
    calls = [shlex.split(line) for line in done.stdout.splitlines() if re.match(r"\S+/pytest tests ", line)]
    return [words[words.index("-m") + 1] if "-m" in words else None for words in calls]


def test_every_test_is_run_and_none_twice() -> None:
    here = "not training and not pathtraced"
    assert _marked("test") == [None]
    assert _marked("check") == [f"not slow and {here}"]
    assert _marked("check", "test") == [f"not slow and {here}", f"slow and {here}"]
    assert f"-m '{here}'" in (_ROOT / "pyproject.toml").read_text()
