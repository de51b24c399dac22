"""The queue never drops what only came once."""

import time

import pytest

from table_controller.inbox import PATIENCE, Inbox
from table_controller.records.observations import (
    ButtonPress,
    CardSighting,
    Observation,
    Press,
    SourceLost,
    SourceRestored,
    Tick,
)


def _sighting(at: int, zone: str) -> CardSighting:
    return CardSighting(at=at, source="overhead", zone=zone, cards=())


def test_everything_passes_in_order_below_the_bound() -> None:
    inbox = Inbox(bound=10)
    sent: list[Observation] = [_sighting(n, "board") for n in range(10)]
    for observation in sent:
        inbox.put(observation)
    assert inbox.take(0) == tuple(sent)
    assert inbox.merged == 0


def test_a_full_queue_merges_sightings_of_one_zone_and_keeps_the_newest() -> None:
    inbox = Inbox(bound=2)
    for at, zone in ((1, "board"), (2, "pot"), (3, "board"), (4, "pot")):
        inbox.put(_sighting(at, zone))
    assert [(o.at, o.zone) for o in inbox.take(0) if isinstance(o, CardSighting)] == [(3, "board"), (4, "pot")]
    assert inbox.merged == 2


def test_presses_and_lost_sources_are_never_dropped() -> None:
    inbox = Inbox(bound=1)
    for at in range(50):
        inbox.put(ButtonPress(at=at, source="board", press=Press.FOLD))
        inbox.put(SourceLost(at=at, source="overhead", reason="unplugged"))
        inbox.put(Tick(at=at, source="clock"))
    taken = inbox.take(0)
    assert len(taken) == 101
    assert sum(isinstance(o, ButtonPress) for o in taken) == 50
    assert sum(isinstance(o, SourceLost) for o in taken) == 50
    assert [o.at for o in taken if isinstance(o, Tick)] == [49]


def test_an_empty_queue_gives_nothing_after_its_timeout() -> None:
    assert Inbox().take(0.01) == ()


def test_one_can_wait_until_what_was_put_was_worked_on() -> None:
    inbox = Inbox(patience=0.01)
    inbox.put(_sighting(5, "board"))
    assert inbox.wait_for_taker(4)
    assert not inbox.wait_for_taker(5), "nobody took it"
    assert len(inbox.take(0)) == 1
    assert not inbox.wait_for_taker(5), "it is being worked on"
    assert inbox.take(0) == ()
    assert inbox.wait_for_taker(5)


def test_nothing_leaves_before_every_source_has_looked_past_it() -> None:
    inbox = Inbox()
    inbox.reached("overhead", 0)
    inbox.reached("board", 10)
    inbox.put(ButtonPress(at=10, source="board", press=Press.FOLD))
    assert inbox.take(0) == ()
    inbox.put(_sighting(5, "board"))
    inbox.reached("overhead", 12)
    assert [observation.at for observation in inbox.take(0)] == [5, 10]


def test_a_source_that_is_gone_holds_nobody_up() -> None:
    inbox = Inbox()
    inbox.reached("overhead", 0)
    inbox.put(ButtonPress(at=10, source="board", press=Press.FOLD))
    assert inbox.take(0) == ()
    inbox.reached("overhead", None)
    assert len(inbox.take(0)) == 1


def test_a_source_that_stands_still_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it did not see in time proves nothing: it counts as lost until it has looked at all that left."""
    inbox = Inbox()
    inbox.reached("overhead", 0)
    inbox.put(ButtonPress(at=10, source="board", press=Press.FOLD))
    later = time.monotonic() + 2 * PATIENCE
    monkeypatch.setattr("time.monotonic", lambda: later)
    lost, press = inbox.take(0)
    assert lost == SourceLost(at=10, source="overhead", reason="cannot keep up")
    assert press.at == 10
    inbox.reached("overhead", 9)
    assert inbox.take(0) == ()
    inbox.reached("overhead", 10)
    assert inbox.take(0) == (SourceRestored(at=10, source="overhead"),)
    assert inbox.take(0) == ()


def test_a_source_that_has_caught_up_is_to_tell_all_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not before: what it tells while it counts as lost leaves in doubt what lies there."""
    inbox = Inbox()
    inbox.reached("overhead", 0)
    inbox.put(ButtonPress(at=10, source="board", press=Press.FOLD))
    later = time.monotonic() + 2 * PATIENCE
    monkeypatch.setattr("time.monotonic", lambda: later)
    inbox.take(0)
    asked = [inbox.reached("overhead", at) for at in (9, 10)]
    assert inbox.take(0) == (SourceRestored(at=10, source="overhead"),)
    asked += [inbox.reached("overhead", at) for at in (11, 12)]
    assert asked == [False, False, True, False]


def test_a_source_that_was_late_for_the_clock_alone_is_lost_once_and_restored_when_it_has_looked_that_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inbox = Inbox()
    inbox.reached("overhead", 5)
    now = time.monotonic()
    monkeypatch.setattr("time.monotonic", lambda: now)
    inbox.put(Tick(at=10, source="clock"))
    now += 2 * PATIENCE
    lost, tick = inbox.take(0)
    assert (lost, tick.at) == (SourceLost(at=10, source="overhead", reason="cannot keep up"), 10)
    for at in (20, 30):
        inbox.put(Tick(at=at, source="clock"))
        assert [observation.at for observation in inbox.take(0)] == [at], "it is lost already"
    inbox.reached("overhead", 9)
    assert inbox.take(0) == ()
    inbox.reached("overhead", 11)
    assert inbox.take(0) == (SourceRestored(at=10, source="overhead"),)


def test_a_source_that_was_late_and_is_gone_is_not_told_as_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    inbox = Inbox()
    inbox.reached("overhead", 0)
    inbox.put(ButtonPress(at=10, source="board", press=Press.FOLD))
    later = time.monotonic() + 2 * PATIENCE
    monkeypatch.setattr("time.monotonic", lambda: later)
    assert len(inbox.take(0)) == 2
    inbox.reached("overhead", None)
    assert inbox.take(0) == ()
