"""Makes the generators of the docs, and ``golden``, importable for these tests: test folders are no packages."""

import sys
from pathlib import Path

_HERE = Path(__file__).parent
sys.path[:0] = [str(_HERE), str(_HERE.parent / "rules")]
