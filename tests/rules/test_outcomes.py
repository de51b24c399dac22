"""What became of an incident that nobody ruled on."""

from pathlib import Path

import pytest
from golden import _Table, story_in

from table_controller.records.incidents import Irregularity
from table_controller.rules.outcomes import outcome

_CASES = Path(__file__).parents[1] / "golden"


def _newest(case: str) -> Irregularity:
    story = story_in(_CASES / f"{case}.toml")
    table = _Table(story["rulebook"], story.get("setup", {}), story.get("with", {}))
    found: list[Irregularity] = []
    for line in story["events"]:
        table.do(line)
        assert table.last is not None
        found += table.last.irregularities
    return found[-1]


@pytest.mark.parametrize(
    ("case", "while_it_lasts", "afterwards"),
    [
        ("string_bet_not_announced/nobody", "announce", "play_stands"),
        ("undercall/headsup-complete", "complete_call", "complete_call"),
    ],
)
def test_what_somebody_has_to_say_does_not_count_by_itself(case: str, while_it_lasts: str, afterwards: str) -> None:
    found = _newest(case)
    assert outcome(found, None, over=False) == while_it_lasts
    assert outcome(found, None, over=True) == afterwards
