"""Deals that go wrong once or twice in a hand, by the thousand: does the record follow the table to the river?

As a script: how many stories could be told, how many hands were whole again, and the seeds of those that were not; exit
1 where there are any. The same seed tells the same stories; ``tests/rules/test_two_faults.py`` tells a few of them.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "rules"))
from wrongly_dealt import NotHereError, Story, accused, as_it_lies, mended, paid, story, tell, whole

from table_controller.files import load_rulebook

HOUSES = ("bonn", "brandenburg", "casino-guide", "regelwerk", "tda-2024", "zollernalb")


def outcome(told: Story) -> str:
    """How the story ends. Raises where the record does not follow the table."""
    try:
        table = tell(told, load_rulebook(told.house))
    except NotHereError:
        return "not possible"
    as_it_lies(table)
    if len(told.errors) == 1 and told.floor[0] not in ("nobody", "departs"):
        wrongly = accused(table, told)
        assert not wrongly, f"accused of {', '.join(sorted(wrongly))}"
    if not mended(table):
        return "stands"
    whole(table)
    if told.lively and not told.unread and "nobody" not in told.floor:
        paid(table)
        return "whole again and paid"
    return "whole again"


def main(arguments: Sequence[str] | None = None) -> int:
    """Tell the stories, print what became of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stories", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    ends: Counter[str] = Counter()
    wrong: list[str] = []
    for seed in range(asked.seed, asked.seed + asked.stories):
        told = story(seed, HOUSES)
        try:
            ends[outcome(told)] += 1
        except Exception as error:  # whatever it is, the story is told again by its seed
            wrong.append(f"{seed}: {type(error).__name__}: {error}; {told}")
    print(", ".join(f"{end}: {count}" for end, count in sorted(ends.items())), f"wrong: {len(wrong)}", sep=", ")
    print(*wrong[:20], sep="\n", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
