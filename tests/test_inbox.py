"""The queue never drops what only came once."""

from table_controller.inbox import Inbox
from table_controller.records.observations import ButtonPress, CardSighting, Observation, Press, SourceLost, Tick


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
    assert sum(isinstance(o, ButtonPress) for o in taken) == 50
    assert sum(isinstance(o, SourceLost) for o in taken) == 50
    assert [o.at for o in taken if isinstance(o, Tick)] == [49]


def test_an_empty_queue_gives_nothing_after_its_timeout() -> None:
    assert Inbox().take(0.01) == ()
