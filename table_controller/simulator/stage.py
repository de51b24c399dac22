"""The things on the felt, each in its place: acts change it, scenes show it."""

from collections import Counter
from random import Random

from table_controller.records import Card, Chips, Point, Seat
from table_controller.records.scene import Scene, SceneCard, SceneChips, SceneHand
from table_controller.simulator.acts import BANK, Act, CardMove, ChipMove
from table_controller.simulator.felt import button_place
from table_controller.simulator.places import card_spot, chip_spots
from table_controller.simulator.procedure import fresh_purses

PILE = 20
"""Chips in one pile of a stack, at most."""


class Stage:
    """What lies where. ``cards`` is in the order in which it came to lie, lowest first."""

    def __init__(self, seed: int) -> None:
        self._random = Random(f"{seed}/stage")
        self.cards: dict[Card, tuple[str, int, SceneCard]] = {}
        """Zone, spot and look of every card on the felt."""
        self.loose: dict[str, dict[int, SceneChips]] = {}
        """Chips side by side in bet and pot zones, by spot."""
        self.stacks = {name: purse for name, purse in fresh_purses().items() if name.endswith("stack")}
        self.button_seat: Seat | None = None
        self._piles = {name: _piles(name, purse) for name, purse in self.stacks.items()}

    def apply(self, act: Act) -> None:
        """Let *act* happen."""
        if act.button is not None:
            self.button_seat = act.button
        for move in act.cards:
            self._move_card(move, act.mixed)
        for shift in act.chips:
            self._move_chips(shift)

    def scene(self, hands: tuple[SceneHand, ...]) -> Scene:
        """All of it, with *hands* above."""
        loose = [chips for spots in self.loose.values() for chips in spots.values()]
        piles = [pile for piles in self._piles.values() for pile in piles]
        button = button_place(self.button_seat) if self.button_seat else None
        return Scene(tuple(look for _, _, look in self.cards.values()), (*loose, *piles), hands, button)

    def zones_of(self, act: Act) -> tuple[str, ...]:
        """The zones that *act* changes."""
        names: dict[str, None] = {}
        for move in act.cards:
            lay = self.cards.get(move.card)
            names.update(dict.fromkeys(name for name in (lay and lay[0], move.to) if name))
        for shift in act.chips:
            names.update({shift.source: None, shift.target: None})
        return tuple(name for name in names if name != BANK)

    def held(self) -> dict[str, tuple[Card, ...]]:
        """The cards of each zone."""
        zones: dict[str, tuple[Card, ...]] = {}
        for card, (name, _, _) in self.cards.items():
            zones[name] = (*zones.get(name, ()), card)
        return zones

    def _move_card(self, move: CardMove, mixed: str | None) -> None:
        before = self.cards.get(move.card)
        if move.to is None:
            self.cards.pop(move.card, None)
        elif before is not None and before[0] == move.to and mixed is None:
            look = before[2]
            turned = SceneCard(look.card, move.face, look.centre, look.angle)
            self.cards[move.card] = (before[0], before[1], turned)
        else:
            self.cards.pop(move.card, None)
            self._lay(move)

    def _lay(self, move: CardMove) -> None:
        name = move.to or ""
        taken = {spot for zone, spot, _ in self.cards.values() if zone == name}
        spot = next(number for number in range(60) if number not in taken)
        centre, angle = card_spot(name, spot, self._random)
        self.cards[move.card] = (name, spot, SceneCard(move.card, move.face, centre, angle))

    def _move_chips(self, shift: ChipMove) -> None:
        for value, count in shift.chips:
            for _ in range(count):
                self._take(shift.source, value)
                self._add(shift.target, value)
        for name in {shift.source, shift.target} & self.stacks.keys():
            self._piles[name] = _piles(name, self.stacks[name])

    def _take(self, name: str, value: Chips) -> None:
        if name == BANK:
            return
        if name in self.stacks:
            self.stacks[name] = self.stacks[name] - Counter({int(value): 1})
            return
        spots = self.loose[name]
        del spots[max(spot for spot, chip in spots.items() if chip.denomination == value)]

    def _add(self, name: str, value: Chips) -> None:
        if name == BANK:
            return
        if name in self.stacks:
            self.stacks[name] = self.stacks[name] + Counter({int(value): 1})
            return
        spots = self.loose.setdefault(name, {})
        spot = next(number for number in range(len(spots) + 1) if number not in spots)
        x, y = chip_spots(name)[spot]
        place = Point(round(x + self._random.uniform(-0.9, 0.9), 1), round(y + self._random.uniform(-0.9, 0.9), 1))
        spots[spot] = SceneChips(value, 1, place)


def _piles(name: str, purse: Counter[int]) -> list[SceneChips]:
    """The piles of a stack, high chips in front."""
    piles = []
    for value, count in sorted(purse.items(), reverse=True):
        full, rest = divmod(count, PILE)
        piles += [(value, PILE)] * full + ([(value, rest)] if rest else [])
    spots = sorted(chip_spots(name), key=lambda spot: (spot.y, spot.x))
    return [SceneChips(Chips(value), count, spot) for (value, count), spot in zip(piles, spots, strict=False)]
