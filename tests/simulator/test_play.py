"""What a simulated night may show: physics that holds at every moment, whatever the seed and whatever goes wrong."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from math import hypot

import pytest

from table_controller.records import Face, Layout, Zone, ZoneKind
from table_controller.records.scene import Scene, SceneCard, SceneChips
from table_controller.simulator import invent
from table_controller.simulator.felt import built_in_layout
from table_controller.simulator.invent import night
from table_controller.simulator.places import zones_under
from table_controller.simulator.play import MS, REST, Moment, play, timeline
from table_controller.simulator.script import STACK, Remedy, Script, Wrong

NIGHTS = [(1, Remedy.FOLLOWED), (2, Remedy.FOLLOWED), (1, Remedy.IGNORED), (3, Remedy.IGNORED)]
LAYOUT: Layout = built_in_layout()
_CARD_ZONES = (ZoneKind.CARDS, ZoneKind.BOARD, ZoneKind.BURN, ZoneKind.MUCK)
_LOOSE = (ZoneKind.BET, ZoneKind.POT)


@cache
def _night(seed: int, remedy: Remedy) -> tuple[Moment, ...]:
    return play(night(seed, hands=9, remedy=remedy))


@pytest.fixture(params=NIGHTS, ids=lambda p: f"seed {p[0]} {p[1].value}")
def moments(request: pytest.FixtureRequest) -> tuple[Moment, ...]:
    seed, remedy = request.param
    return _night(seed, remedy)


@cache
def _zone_at(x: float, y: float) -> Zone | None:
    return next((zone for zone in LAYOUT.zones if zone.holds(type(zone.corners[0])(x, y))), None)


def _contents(scene: Scene) -> dict[str, frozenset[SceneCard | SceneChips]]:
    held: dict[str, set[SceneCard | SceneChips]] = {}
    for thing in (*scene.cards, *scene.chips):
        zone = _zone_at(*thing.centre)
        held.setdefault(zone.name if zone else "nowhere", set()).add(thing)
    return {name: frozenset(things) for name, things in held.items()}


def _changes(moments: tuple[Moment, ...]) -> Iterator[tuple[Moment, set[str]]]:
    before = _contents(moments[0].scene)
    for moment in moments[1:]:
        now = _contents(moment.scene)
        yield moment, {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
        before = now


def _covered(moment: Moment) -> set[str]:
    return {name for arm in moment.scene.hands for name in zones_under(arm)}


def test_no_two_zones_of_the_felt_overlap() -> None:
    for one, other in combinations(LAYOUT.zones, 2):
        apart = [
            max(point[axis] for point in a.corners) <= min(point[axis] for point in b.corners)
            for axis in (0, 1)
            for a, b in ((one, other), (other, one))
        ]
        assert any(apart), f"{one.name} and {other.name}"


def test_time_goes_on(moments: tuple[Moment, ...]) -> None:
    assert all(earlier.at < later.at for earlier, later in pairwise(moments))


def test_no_chip_comes_or_goes(moments: tuple[Moment, ...]) -> None:
    worths = {sum(chips.denomination * chips.count for chips in moment.scene.chips) for moment in moments}
    assert worths == {6 * STACK}


def test_every_card_lies_once(moments: tuple[Moment, ...]) -> None:
    for moment in moments:
        cards = [thing.card for thing in moment.scene.cards]
        assert len(set(cards)) == len(cards), moment.at


def test_everything_lies_in_a_zone_for_it(moments: tuple[Moment, ...]) -> None:
    kinds = {zone.name: zone.kind for zone in LAYOUT.zones}
    for moment in moments:
        for name, things in _contents(moment.scene).items():
            assert name in kinds, f"{moment.at}: {things}"
            cards = {isinstance(thing, SceneCard) for thing in things}
            wanted = kinds[name] in _CARD_ZONES
            assert cards == {wanted}, f"{moment.at}: {name}"


def test_loose_chips_lie_singly_and_apart(moments: tuple[Moment, ...]) -> None:
    kinds = {zone.name: zone.kind for zone in LAYOUT.zones}
    for moment in moments:
        for name, things in _contents(moment.scene).items():
            if kinds[name] not in _LOOSE:
                continue
            assert {thing.count for thing in things if isinstance(thing, SceneChips)} == {1}
            for one, other in combinations(things, 2):
                distance = hypot(one.centre.x - other.centre.x, one.centre.y - other.centre.y)
                assert distance >= LAYOUT.chip_diameter + 4, f"{moment.at}: {name}"


def test_nothing_changes_without_a_hand_over_it(moments: tuple[Moment, ...]) -> None:
    for moment, changed in _changes(moments):
        assert changed <= _covered(moment), moment.at


def test_every_change_lies_in_sight_before_the_next(moments: tuple[Moment, ...]) -> None:
    """Between two changes of a zone, for 400 ms on end no hand is over it."""
    free_since, rested = {zone.name: 0 for zone in LAYOUT.zones}, {zone.name: True for zone in LAYOUT.zones}
    for (moment, changed), before in zip(_changes(moments), moments, strict=False):
        was, now = _covered(before), _covered(moment)
        for name in now - was:
            rested[name] = rested[name] or moment.at - free_since[name] >= REST * MS
        for name in was - now:
            free_since[name] = moment.at
        for name in changed:
            assert rested[name], f"{moment.at}: {name}"
            rested[name] = False


def test_switches_are_held_for_a_moment_only(moments: tuple[Moment, ...]) -> None:
    ends = {later.at - earlier.at for earlier, later in pairwise(moments) if earlier.switches}
    assert max(ends) <= 120 * MS
    assert any(moment.switches for moment in moments)


def test_tags_lie_where_the_cards_lie(moments: tuple[Moment, ...]) -> None:
    for moment in moments:
        held = {name for name, things in _contents(moment.scene).items() if name.endswith("cards") and things}
        tags = {zone for zone, tag in moment.tags if not tag.startswith("B0")}
        assert tags == held, moment.at


def test_all_irregularities_happen_in_the_first_240_seconds() -> None:
    for seed in range(1, 6):
        script = night(seed, hands=10)
        ends = {timed.hand: timed.end for timed in timeline(script)}
        early = {m.wrong for n, hand in enumerate(script.hands, 1) for m in hand.mishaps if ends[n] < 240_000 * MS}
        assert early == set(Wrong), seed


def test_no_made_up_hand_takes_longer_than_40_seconds() -> None:
    ends = [0] + [max(t.end for t in timeline(night(4, hands=12)) if t.hand == number) for number in range(1, 13)]
    assert max(later - earlier for earlier, later in pairwise(ends)) <= 40_000 * MS


def test_a_night_in_which_no_hand_was_short_enough_is_drawn_anew() -> None:
    """With this seed the first draw of the night has no hand for who acts out of turn in half a minute."""
    script = night(414, hands=24)
    assert len(script.hands) == 24
    wrongs = [hand.mishaps[0].wrong for hand in script.hands if hand.mishaps]
    assert len(wrongs) == len(Wrong)
    assert set(wrongs) == set(Wrong)
    assert script == night(414, hands=24)


def test_a_night_that_cannot_be_is_said_to_be_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invent, "LONGEST", 0)
    monkeypatch.setattr(invent, "_TRIES", 3)
    with pytest.raises(RuntimeError, match=r"no night of 2 hands with missing_burn was found for seed 7"):
        night(7, hands=2, irregularities=(Wrong.MISSING_BURN,))


def test_one_seed_is_one_night_and_another_seed_another() -> None:
    assert play(night(5, hands=3)) == play(night(5, hands=3))
    assert play(night(5, hands=3)) != play(night(6, hands=3))
    orders = {tuple(hand.mishaps[0].wrong for hand in night(seed).hands if hand.mishaps) for seed in range(6)}
    assert len(orders) > 3


def _ignoring(script: Script, number: int) -> Script:
    hands = list(script.hands)
    mishaps = tuple(replace(mishap, remedy=Remedy.IGNORED) for mishap in hands[number - 1].mishaps)
    hands[number - 1] = replace(hands[number - 1], mishaps=mishaps)
    return replace(script, hands=tuple(hands))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_until_somebody_rules_nobody_can_tell_whether_the_remedy_follows(seed: int) -> None:
    """The table waits while the floor is called: what was seen until then is the same either way."""
    script = night(seed, hands=8)
    followed = play(script)
    for number, hand in enumerate(script.hands, start=1):
        if not hand.mishaps or hand.mishaps[0].wrong is Wrong.OUT_OF_TURN:
            continue
        ignored = play(_ignoring(script, number))
        parts = next(n for n, (one, other) in enumerate(zip(followed, ignored, strict=False)) if one != other)
        seen = [timed for timed in timeline(script) if timed.hand == number and timed.at < followed[parts].at]
        wrong = hand.mishaps[0].wrong
        assert seen, wrong
        assert _shows(wrong, followed[parts - 1]), wrong


def _shows(wrong: Wrong, moment: Moment) -> bool:
    """Whether the irregularity lies open on the felt."""
    things = _contents(moment.scene)
    match wrong:
        case Wrong.FOUR_CARD_FLOP:
            return len(_up(things.get("board", frozenset()))) == 4
        case Wrong.MISSING_BURN:
            return len(_up(things.get("board", frozenset()))) >= 3
        case Wrong.EXPOSED_CARD:
            return any(_up(held) for name, held in things.items() if name.endswith("cards"))
        case Wrong.STRING_BET | Wrong.UNDERCALL | Wrong.OUT_OF_TURN:
            return any(name.endswith("bet") and held for name, held in things.items())


def _up(things: frozenset[SceneCard | SceneChips]) -> list[SceneCard]:
    return [thing for thing in things if isinstance(thing, SceneCard) and thing.face is Face.UP]
