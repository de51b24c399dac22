"""The page on fusion names events that exist, and the waits that the code has."""

import re
from pathlib import Path

from table_controller.fusion import (
    WINDOW,
    community,
    dealing,
    explain,
    hands,
    mucking,
    order,
    proof,
    showing,
    sweeping,
    tags,
    telling,
)
from table_controller.records.wire import EVENT_TYPES

_PAGE = (Path(__file__).parents[2] / "docs" / "fusion.md").read_text()
_WORDS = {"order_known", "empty_felt", "wake_at", "button_tag"}


def test_the_events_named_exist() -> None:
    named = set(re.findall(r"`([a-z]+_[a-z_]+)`", _PAGE)) - _WORDS
    assert named
    assert named <= EVENT_TYPES.keys()


def test_the_waits_are_those_of_the_code() -> None:
    waits = {
        "120 ms": WINDOW,
        "within 500 ms takes back": proof.PROOF,
        "to 1.5 s at most": order.LONGEST,
        "within 0.4 s": telling.TAG_WAIT,
        "for 1.5 s or until": tags.ALONE,
        "after 1.2 s": showing.SHOW_WAIT,
        "open for 0.8 s on": telling.READ_WAIT,
        "gone for 2 s": explain.MOVE_WAIT,
        "elsewhere waits 1.5 s": community.DUPLICATE_WAIT,
        "after 2 s or as soon": sweeping.CHANGE_WAIT,
        "or 8 s after": hands.CLEAR_WAIT,
        "waits 2 s for the others": mucking.OWNER_WAIT,
    }
    for words, wait in waits.items():
        number, unit = re.search(r"([\d.]+) (ms|s)\b", words).groups()  # type: ignore[union-attr]
        assert words in " ".join(_PAGE.split()), words
        assert wait == round(float(number) * (1e6 if unit == "ms" else 1e9)), words
    assert f"confidence of {community.FOULED}" in " ".join(_PAGE.split())
    assert f"at most {dealing.DOUBT}" in _PAGE
    assert f"INFERRED, confidence {mucking.UNSURE}" in " ".join(_PAGE.split())
