"""The ids of the specification that golden cases answer. ``specification.py [PREFIX]`` prints those without one."""

import re
import sys
import tomllib
from pathlib import Path

_HERE = Path(__file__).parent


def spec_ids(shared: Path) -> set[str]:
    """The 132 rules and 138 vectors of the seeds (sections 3 and 4) and the 72 TDA vectors."""
    seeds = (shared / "rules" / "seed-rules.md").read_text("utf-8")
    vectors = (shared / "rules" / "tda-2024-vectors.md").read_text("utf-8")
    rules = re.findall(r"^\| (R\d+-\d+|Q-[A-Z]\d+) \|", seeds, re.MULTILINE)
    return {
        *rules,
        *re.findall(r"^\| (TV-[A-Z]+\d+) \|", seeds, re.MULTILINE),
        *re.findall(r"id: (TDA-[\w-]+)", vectors),
    }


def owed() -> set[str]:
    """What has no case yet: ids, and codes of the catalogue."""
    lines = (_HERE / "owed.txt").read_text("utf-8").splitlines()
    return {line.split("#")[0].strip() for line in lines} - {""}


if __name__ == "__main__":
    files = (_HERE.parent / "golden").rglob("*.toml")
    told = {name for file in files for name in tomllib.loads(file.read_text("utf-8")).get("id", [])}
    left = spec_ids(_HERE.parent.parent.parent / "shared") - told
    print(*sorted(name for name in left if name.startswith(tuple(sys.argv[1:]) or "")))
