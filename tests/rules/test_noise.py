"""Right play of which a part was hidden, lost, hardly seen or not read: nobody is accused of what nobody saw."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from random_play import Play

from table_controller.files import load_rulebook, rulebook_names
from table_controller.records import events as e
from table_controller.records.events import Event
from table_controller.records.rulebook import Rulebook
from table_controller.rules import assess, new_night

_HANDS = 8
_TOLD = {"short_blind_all_in", "stack_below_big_blind", "table_overfull", "player_count_not_announced"}
"""What is said of a short stack, or of an eleventh seat, before anybody has acted."""

Noise = Callable[[list[Event], random.Random], list[Event]]


def _zones(event: Event) -> tuple[str, ...]:
    """Where *event* is seen to happen."""
    if isinstance(event, e.BoardCardDealt):
        return ("board",)
    if isinstance(event, e.CardBurned):
        return ("burn", "stub", "button")
    if isinstance(event, e.PotPushed | e.BetsCollected):
        return ("pot",)
    if isinstance(event, e.HoleCardDealt | e.HandTabled | e.HandMucked):
        return (f"seat {event.seat} cards",)
    if isinstance(event, e.ChipsMovedIn | e.ChipsTakenBack):
        return (f"seat {event.seat} bet",)
    if isinstance(event, e.Declared):
        return (f"seat {event.seat} bet", f"seat {event.seat} cards", "words")
    return ()


def _hidden(events: list[Event], chance: random.Random) -> list[Event]:
    """One event is missed behind a hand that goes away again."""
    place = chance.choice([place for place, event in enumerate(events) if _zones(event)])
    at, zones = events[place].at, _zones(events[place])
    blocked: list[Event] = [e.ZoneBlocked(zone=zone, at=at) for zone in zones]
    freed: list[Event] = [e.ZoneRestored(zone=zone, at=at) for zone in zones]
    return [*events[:place], *blocked, *freed, *events[place + 1 :]]


def _lost(events: list[Event], chance: random.Random) -> list[Event]:
    """A camera is gone for up to six events."""
    place = chance.choice([place for place, event in enumerate(events) if _zones(event)])
    end = place + chance.randint(1, 6)
    kept = [event for event in events[place:end] if not _zones(event)]
    at = events[place].at
    return [
        *events[:place],
        e.SourceGone(source="overhead", at=at),
        *kept,
        e.SourceBack(source="overhead", at=at),
        *events[end:],
    ]


def _hardly_seen(events: list[Event], chance: random.Random) -> list[Event]:
    """Three events are seen with little confidence; of chips the amount is wrong."""
    heard = list(events)
    for place in chance.sample([place for place, event in enumerate(events) if _zones(event)], 3):
        event = replace(heard[place], confidence=chance.uniform(0.1, 0.45))
        heard[place] = replace(event, amount=2 * event.amount) if isinstance(event, e.ChipsMovedIn) else event
    return heard


def _unread(events: list[Event], chance: random.Random) -> list[Event]:
    """Two cards in five are not read."""
    return [_without_cards(event, chance) for event in events]


def _without_cards(event: Event, chance: random.Random) -> Event:
    if isinstance(event, e.HandTabled):
        return replace(event, cards=tuple(card if chance.random() < 0.6 else None for card in event.cards))
    if isinstance(event, e.HoleCardDealt | e.BoardCardDealt) and chance.random() < 0.4:
        return replace(event, card=None)
    return event


def _played(name: str, seed: int) -> list[Event]:
    """A whole hand of right play."""
    play = Play(load_rulebook(name), seed, seats=2 + seed % 7, deep=seed % 2 == 0, short=False)
    play.go_on()
    return play.events


def _accused(events: list[Event], book: Rulebook) -> set[str]:
    night = new_night()
    named: set[str] = set()
    for event in events:
        answer = assess(night, event, book)
        night = answer.night
        named.update(item.code for item in answer.irregularities)
    return named - _TOLD


@pytest.mark.parametrize("name", rulebook_names())
@pytest.mark.parametrize("noise", [_hidden, _lost, _hardly_seen, _unread])
def test_nobody_is_accused_of_what_nobody_saw(noise: Noise, name: str) -> None:
    book = load_rulebook(name)
    chance = random.Random(name)
    for seed in range(_HANDS):
        events = _played(name, seed)
        assert _accused(events, book) == set()
        for _ in range(4):
            heard = noise(events, chance)
            assert _accused(heard, book) == set(), (name, seed, heard)
