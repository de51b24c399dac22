"""The reader sends nothing anywhere and leaves no trace in the user's home."""

import os
import subprocess
import sys
from pathlib import Path


def test_the_reader_leaves_no_telemetry_in_an_empty_home(tmp_path: Path) -> None:
    quiet = {key: value for key, value in os.environ.items() if key not in ("ORT_DISABLE_TELEMETRY", "CI")}
    quiet |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    code = "from vision.reader import CardReader; CardReader.load(None)"
    subprocess.run([sys.executable, "-c", code], env=quiet, check=True)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
