"""A rule finds its own code or one that it names: where it was assessed, so were these."""

from collections import defaultdict
from pathlib import Path

import pytest
from golden import play, stories, story_in

from table_controller.rules import engine
from table_controller.rules.judges import RULES
from table_controller.rules.look import Answer, Found, Look, Rule
from table_controller.rules.notes import NOTES


def test_what_a_rule_finds_is_named_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found: dict[str, set[str]] = defaultdict(set)
    monkeypatch.setattr(engine, "RULES", tuple(_watched(rule, found) for rule in RULES))
    monkeypatch.setattr(engine, "_BY_EVENT", {kind: engine._judges(kind) for kind in engine._BY_EVENT})
    monkeypatch.setattr(
        engine,
        "_ANYTIME",
        {
            kind: tuple((rule.code, rule.look) for rule in engine.RULES if rule.anytime and kind in rule.events)
            for kind in engine._BY_EVENT
        },
    )
    for path in sorted((Path(__file__).parent.parent / "golden").rglob("*.toml")):
        for story in stories(story_in(path)):
            play(story)
    named: dict[str, set[str]] = defaultdict(set)
    for rule in RULES:
        named[rule.code] |= {rule.code, *rule.also, *(NOTES if rule.code == "note" else ())}
    assert {code: sorted(codes - named[code]) for code, codes in found.items() if codes - named[code]} == {}
    assert len(found) > 100
    for rule in RULES:
        assert set(rule.also) <= found[rule.code], f"{rule.code} names codes that it never finds"


def _watched(rule: Rule, found: dict[str, set[str]]) -> Rule:
    def look(seen: Look) -> Answer:
        answer = rule.look(seen)
        for one in answer if isinstance(answer, tuple) else (answer,):
            if isinstance(one, Found):
                found[rule.code].add(one.code)
        return answer

    return Rule(rule.code, rule.events, look, rule.by_mark, rule.anytime, rule.also)
