"""Everything the golden cases make the referee say, as the desk shows it: in German words, in English that counts."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_controller.records.incidents import Irregularity, Remedy
from table_controller.records.rulebook import Text
from table_controller.views.models import Money
from table_controller.views.phrases import said

RULES = Path(__file__).parents[1] / "rules"
CASES = RULES.parent / "golden"
EURO = Money("EUR", 2)
_ENGLISH = re.compile(
    r"\b(the|of|and|with|after|before|seat|cards?|burns?|players?|is|are|was|raised?|folds|The|After)\b"
)
_WRONG_COUNT = re.compile(
    r"(?<![\d.,])(?:[02-9]|\d\d+) (?:burn|card|second|player|minute|hand)\b|(?<![\d.,])1 (?:burn|card|second|player)s\b"
)
_FREE = {"cheating_suspected"}
"""Where what was seen is told in a person's own words."""


@pytest.fixture(scope="module")
def found() -> tuple[dict[str, str], dict[str, Remedy]]:
    """Every finding of the golden cases with its code, and every remedy with steps that they propose or offer."""
    sys.path.insert(0, str(RULES))
    import golden

    findings: dict[str, str] = {}
    remedies: dict[str, Remedy] = {}
    for path in sorted(CASES.glob("*/*.toml")):
        for story in golden.stories(golden.story_in(path))[:1]:
            for irregularity in _irregularities(golden, story):
                findings |= dict.fromkeys((irregularity.measured, irregularity.required), irregularity.code)
                ways = (irregularity.proposal, *irregularity.options)
                remedies |= {way.name: way for way in ways if way is not None and way.steps}
    return findings, remedies


def _irregularities(golden, story) -> Iterator[Irregularity]:  # type: ignore[no-untyped-def]
    table = golden._Table(story["rulebook"], story.get("setup", {}), story.get("with", {}))
    for line in story["events"]:
        table.do(line)
    yield from (incident.irregularity for incident in table.night.incidents)


def test_every_finding_is_said_in_both_languages(found: tuple[dict[str, str], dict[str, Remedy]]) -> None:
    findings, _ = found
    assert len(findings) > 300
    for finding, code in findings.items():
        words = said(finding, EURO)
        if finding and code not in _FREE:
            assert words.de != finding, f"{code}: no German for: {finding}"
            assert not _ENGLISH.search(words.de), f"{code}: {words.de}"
            assert not _WRONG_COUNT.search(words.en), f"{code}: {words.en}"


def test_every_way_out_and_its_steps_are_worded_in_both_languages(
    found: tuple[dict[str, str], dict[str, Remedy]],
) -> None:
    _, remedies = found
    assert len(remedies) > 15
    for remedy in remedies.values():
        for text in (remedy.text, *(step.text for step in remedy.steps)):
            assert _speaks(text), f"{remedy.name}: {text}"


def _speaks(text: Text) -> bool:
    return bool(text.de and text.en) and text.de != text.en and not _ENGLISH.search(text.de)
