"""What follows from the schema is up to date, and no message is left out."""

import subprocess
import sys
from pathlib import Path

_FIRMWARE = Path(__file__).parents[2] / "firmware"


def test_the_header_the_module_and_the_page_are_what_the_schema_says() -> None:
    done = subprocess.run([sys.executable, _FIRMWARE / "generate.py", "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_page_that_was_changed_by_hand_is_noticed(tmp_path: Path) -> None:
    """The check can fail: the same check on a copy whose header lacks a line."""
    copy = tmp_path / "firmware"
    scripts = [path.name for path in _FIRMWARE.glob("*.py")]
    for name in (*scripts, "protocol.toml", "PROTOCOL.md", "core/protocol_gen.h"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_text((_FIRMWARE / name).read_text("utf-8"), "utf-8")
    module = tmp_path / "table_controller" / "board" / "protocol_gen.py"
    module.parent.mkdir(parents=True)
    module.write_text((_FIRMWARE.parent / "table_controller/board/protocol_gen.py").read_text("utf-8"), "utf-8")
    header = copy / "core/protocol_gen.h"
    header.write_text(header.read_text("utf-8").replace("kRing = 32", "kRing = 33"), "utf-8")
    done = subprocess.run([sys.executable, copy / "generate.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "protocol_gen.h: not what protocol.toml says; expected: python firmware/generate.py\n"
