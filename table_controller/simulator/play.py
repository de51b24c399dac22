"""A script as it would look: scenes, switches and tags, moment by moment.

Nothing of the script passes on but what sensors can see: where things lie, which switch is down, which tag is on
which antenna.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random

from table_controller.records import Chips, Seat
from table_controller.records.observations import Press
from table_controller.records.scene import Scene, SceneHand
from table_controller.simulator.acts import Act
from table_controller.simulator.felt import BUTTON_TAG, built_in_deck
from table_controller.simulator.places import arm_over, cards_of, zones_under
from table_controller.simulator.procedure import hands
from table_controller.simulator.script import Script
from table_controller.simulator.stage import Stage

MS = 1_000_000
"""Nanoseconds in a millisecond."""

REST = 400
"""How long a zone that changed then lies still and in sight, at least, in ms."""

PRESSED = 120
"""How long a switch is held down, in ms."""

FIRST = 2000
"""When the first act begins, in ms of night time: the sensors see a bare table first."""

Switch = tuple[Seat | None, Press, Chips | None]


@dataclass(frozen=True, slots=True)
class Moment:
    """The table from night time ``at`` (ns) on: what lies there, which switches are down, which tags lie where."""

    at: int
    scene: Scene
    switches: frozenset[Switch] = frozenset()
    tags: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Timed:
    """An act of hand number ``hand``: when it begins, when it changes something (ns of night time), and which zones."""

    hand: int
    start: int
    at: int
    zones: tuple[str, ...]
    act: Act

    @property
    def end(self) -> int:
        """When its hands are gone, in ns of night time."""
        return self.start + self.act.hold * MS


def timeline(script: Script, seed: int | None = None) -> tuple[Timed, ...]:
    """When each act happens: at the dealer's tempo, uneven, and so that every change rests in sight before the next."""
    seed = script.seed if seed is None else seed
    stage, random, now = Stage(seed), Random(f"{seed}/tempo"), FIRST * MS
    unrested: dict[str, int] = {}
    done = []
    for number, acts in enumerate(hands(replace(script, seed=seed)), start=1):
        for act in acts:
            now += round(act.after * random.uniform(0.94, 1.08)) * MS
            zones = stage.zones_of(act)
            hidden = {name for zone in zones for name in zones_under(arm_over(zone))}
            now = max(now, *(unrested.get(name, 0) + REST * MS for name in hidden), 0)
            done.append(Timed(number, now, now + act.hold * MS // 2 if zones else now, zones, act))
            unrested.update(dict.fromkeys(zones, done[-1].end))
            stage.apply(act)
    return tuple(done)


def play(script: Script, seed: int | None = None) -> tuple[Moment, ...]:
    """The whole night, from a bare table on; *seed* (the script's, unless given) varies cards, places and tempo.

    :raises BadInput: when the script asks for what cannot be done, naming hand and action.
    """
    seed = script.seed if seed is None else seed
    show = _Show(Stage(seed))
    changes = sorted(_changes(timeline(script, seed)), key=lambda change: change[0])
    moments = [show.moment(0)]
    for at, together in groupby(changes, key=lambda change: change[0]):
        for _, change, timed in together:
            change(show, timed)
        moments.append(show.moment(at))
    return tuple(moments)


class _Show:
    """The stage with what is above and beside it: arms, switches, antennas."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.arms: list[SceneHand] = []
        self.down: set[Switch] = set()

    def moment(self, at: int) -> Moment:
        """What there is now."""
        return Moment(at, self.stage.scene(tuple(self.arms)), frozenset(self.down), self._tags())

    def _tags(self) -> frozenset[tuple[str, str]]:
        held = ((zone, _TAGS[card]) for zone, cards in self.stage.held().items() if zone in _ANTENNAS for card in cards)
        button = self.stage.button_seat
        return frozenset(held) | ({(cards_of(button), BUTTON_TAG)} if button else frozenset())

    def come(self, timed: Timed) -> None:
        """Hands come over the zones."""
        self.arms += [arm_over(zone) for zone in timed.zones]

    def go(self, timed: Timed) -> None:
        """They go."""
        for zone in timed.zones:
            self.arms.remove(arm_over(zone))

    def change(self, timed: Timed) -> None:
        """What the act does is done."""
        self.stage.apply(timed.act)

    def press(self, timed: Timed) -> None:
        """A switch goes down."""
        self.down |= _switches(timed.act)

    def release(self, timed: Timed) -> None:
        """It comes up."""
        self.down -= _switches(timed.act)


_TAGS = {card: tag for tag, card in built_in_deck().tags}
_ANTENNAS = {cards_of(Seat(number)) for number in range(1, 7)}


def _switches(act: Act) -> set[Switch]:
    return {(*act.press, None)} if act.press else set()


def _changes(steps: tuple[Timed, ...]) -> Iterator[tuple[int, Callable[[_Show, Timed], None], Timed]]:
    for timed in steps:
        if timed.zones:
            yield timed.start, _Show.come, timed
            yield timed.end, _Show.go, timed
        if timed.act.press:
            yield timed.start, _Show.press, timed
            yield timed.start + PRESSED * MS, _Show.release, timed
        yield timed.at, _Show.change, timed
