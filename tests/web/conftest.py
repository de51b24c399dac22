"""Makes ``sample`` importable for these tests: test folders are no packages."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from house import screen  # noqa: F401 - a fixture of every test of a page
