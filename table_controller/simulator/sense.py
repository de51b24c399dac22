"""What perfect sensors would observe of a night: from its moments alone, never from its script."""

from collections.abc import Callable, Iterator
from functools import cache

from table_controller.records import Chips, Face, Layout, Point, Zone, ZoneKind
from table_controller.records.observations import (
    ButtonPress,
    CardSighting,
    ChipSighting,
    HandOverZone,
    Observation,
    SightedCard,
    SightedChips,
    TagRead,
)
from table_controller.records.scene import Scene, SceneCard, SceneChips
from table_controller.simulator.places import zones_under
from table_controller.simulator.play import MS, Moment, play
from table_controller.simulator.script import Script

SETTLE = 200 * MS
"""How long a zone lies still and in sight before it is read, in ns."""

_CHIPS = (ZoneKind.BET, ZoneKind.POT)
_CARDS = (ZoneKind.BOARD, ZoneKind.BURN, ZoneKind.MUCK, ZoneKind.STUB, ZoneKind.CARDS)

_Content = tuple[SceneCard | SceneChips, ...]


def observations(script: Script, seed: int | None, layout: Layout) -> tuple[Observation, ...]:
    """The noise-free observations of the night, in order of time.

    :raises BadInput: when the script asks for what cannot be done.
    """
    return sensed(play(script, seed), layout)


def sensed(moments: tuple[Moment, ...], layout: Layout) -> tuple[Observation, ...]:
    """What a perfect camera and a perfect board say of *moments*."""
    found = [*_board(moments), *_hands(moments, layout)]
    zone_at = cache(layout.zone_at)
    contents = [_contents(moment.scene, zone_at) for moment in moments]
    for zone in layout.zones:
        if zone.kind in (*_CHIPS, *_CARDS):
            found += _sightings(moments, [content.get(zone.name, ()) for content in contents], zone, layout)
    return tuple(sorted(found, key=lambda observation: observation.at))


def _board(moments: tuple[Moment, ...]) -> Iterator[Observation]:
    before = Moment(0, Scene())
    for moment in moments:
        for seat, press, amount in sorted(moment.switches - before.switches, key=str):
            yield ButtonPress(at=moment.at, source="board", press=press, seat=seat, amount=amount)
        for zone, tag in sorted(before.tags - moment.tags):
            yield TagRead(at=moment.at, source="board", zone=zone, tag=tag, present=False)
        for zone, tag in sorted(moment.tags - before.tags):
            yield TagRead(at=moment.at, source="board", zone=zone, tag=tag, present=True)
        before = moment


def _hands(moments: tuple[Moment, ...], layout: Layout) -> Iterator[Observation]:
    source, before = layout.cameras[0].name, frozenset[str]()
    for moment in moments:
        over = _covered(moment)
        for name in sorted(before ^ over):
            yield HandOverZone(at=moment.at, source=source, zone=name, present=name in over)
        before = over


def _covered(moment: Moment) -> frozenset[str]:
    return frozenset(name for arm in moment.scene.hands for name in zones_under(arm))


def _sightings(
    moments: tuple[Moment, ...], contents: list[_Content], zone: Zone, layout: Layout
) -> Iterator[Observation]:
    """One look at the zone each time it came to rest with something new in it."""
    reported: _Content | None = None
    since, seen = 0, contents[0]
    ends = (*(moment.at for moment in moments[1:]), moments[-1].at + 2 * SETTLE)
    for moment, content, end in zip(moments, contents, ends, strict=True):
        hidden = zone.name in _covered(moment)
        if content != seen or hidden:
            since, seen = (end if hidden else moment.at), content
        if content != reported and end - since > SETTLE:
            reported = content
            yield _look(content, zone, layout, since + SETTLE)


def _contents(scene: Scene, zone_at: Callable[[Point], Zone | None]) -> dict[str, _Content]:
    """What lies in each zone: cards, or chips where chips are counted."""
    held: dict[str, list[SceneCard | SceneChips]] = {}
    things: _Content = (*scene.cards, *scene.chips)
    for thing in things:
        zone = zone_at(thing.centre)
        if zone is not None and isinstance(thing, SceneChips) == (zone.kind in _CHIPS):
            held.setdefault(zone.name, []).append(thing)
    return {name: tuple(things) for name, things in held.items()}


def _look(content: _Content, zone: Zone, layout: Layout, at: int) -> Observation:
    source = layout.cameras[0].name
    if zone.kind in _CHIPS:
        chips = tuple(_chip(thing, layout) for thing in content if isinstance(thing, SceneChips))
        return ChipSighting(at=at, source=source, zone=zone.name, chips=chips)
    cards = tuple(_card(thing) for thing in content if isinstance(thing, SceneCard))
    return CardSighting(at=at, source=source, zone=zone.name, cards=cards)


def _card(thing: SceneCard) -> SightedCard:
    card = thing.card if thing.face is Face.UP else None
    return SightedCard(card, thing.face, thing.centre, thing.angle, 1.0)


def _chip(thing: SceneChips, layout: Layout) -> SightedChips:
    colour = next(colour for colour in layout.colours if colour.value == thing.denomination)
    count = thing.count
    return SightedChips(Chips(thing.denomination), colour.name, count, count, count, thing.centre, 1.0)
