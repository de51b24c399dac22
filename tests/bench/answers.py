"""Prints a digest of every answer of the referee to the golden cases, and whether the core runs compiled.

Run by test_compiled.py in a process of its own, once on the sources and once on the compiled program.
"""

import hashlib
import sys
from pathlib import Path
from typing import Any

_HERE = Path(__file__).resolve().parent
sys.path += [str(_HERE), str(_HERE.parent / "rules")]

import golden  # noqa: E402
from referee import compiled  # noqa: E402

from table_controller.records.wire import canonical, plain  # noqa: E402

assessed: list[Any] = []
"""Every answer, as the golden cases get it."""


def _kept(*words: Any, **more: Any) -> Any:
    answer = _assess(*words, **more)
    assessed.append(answer)
    return answer


_assess = golden.assess
golden.assess = _kept

for path in sorted((_HERE.parent / "golden").rglob("*.toml")):
    assessed.clear()
    for story in golden.stories(golden.story_in(path)):
        golden.play(story)
    said = "\n".join(canonical(plain(answer)) for answer in assessed)
    print(f"{path.parent.name}/{path.stem}", len(assessed), hashlib.sha256(said.encode()).hexdigest())
print(compiled(), file=sys.stderr)
