"""What differs under another house's rulebook, in words."""

import json
from typing import Any

from table_controller.audit import gate
from table_controller.audit.comparing import WHAT, in_short
from table_controller.audit.facts import clock, hand_at, money_of
from table_controller.audit.replay import Difference, Replay
from table_controller.audit.story import HandTold, Story
from table_controller.records import Card
from table_controller.records.rulebook import Text


def compared(replayed: Replay, story: Story) -> list[dict[str, Any]]:
    """What differs under another rulebook in words: when, in which hand, of what, and both sides (None: nothing).

    What differs in the same way again and again within a hand is told once, with ``times``.
    """
    rows: dict[tuple[Any, ...], dict[str, Any]] = {}
    for one in replayed.differences:
        hand = hand_at(one.seq, story)
        key = (hand and hand.seq, one.what, one.journalled, one.replayed)
        row = rows.get(key) or _row(one, hand, story)
        rows[key] = row | {"times": row["times"] + 1}
    return list(rows.values())


def _row(one: Difference, hand: HandTold | None, story: Story) -> dict[str, Any]:
    allowed = hand.allowed if hand else frozenset()
    return {
        "time": clock(story, one.at),
        "hand": hand.id if hand else "–",
        "what": WHAT.get(one.what, Text(one.what, one.what)),
        "before": _said(one.what, one.journalled, allowed, story),
        "after": _said(one.what, one.replayed, allowed, story),
        "times": 0,
    }


def _said(what: str, said: str | None, allowed: frozenset[Card], story: Story) -> Text | None:
    """One side of a difference in words."""
    return None if said is None else in_short(what, gate.veiled(json.loads(said), allowed), money_of(story))
