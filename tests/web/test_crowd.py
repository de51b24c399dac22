"""A full table of long names on the desk, in a real Chromium: no plate, card or bet lies on another's."""

from dataclasses import replace

import pytest
from house import Screen
from sample import HAND, NIGHT, seat

from table_controller.records import Chips, Seat
from table_controller.records.night import Night
from table_controller.records.player import Ask

NAMES = ("Maximilian-Friedrich Müll", "Wwwwwwwwwwwwwwwwwwwwwwwww")
STATES: dict[str, dict[str, object]] = {
    "in the hand": {},
    "announced": {"declared": "post_small_blind"},
    "folded": {"folded": True},
    "all-in and tabled": {"stack": Chips(0), "tabled": True},
    "won": {"tabled": True, "won": Chips(23456789)},
}
ON_EACH_OTHER = """
    const lies = [...document.querySelectorAll(".seat .plate, .seat .hole, .bet, .middle .board")]
      .map((one) => [one, one.getBoundingClientRect()]);
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const ofOne = (one, other) => one.closest(".seat") && one.closest(".seat") === other.closest(".seat");
    return lies.flatMap(([one, a], i) => lies.slice(i + 1)
      .filter(([other, b]) => !ofOne(one, other) && over(a, b))
      .map(([other]) => `${one.innerText} | ${other.innerText}`));"""


def _crowd(count: int, state: dict[str, object]) -> Night:
    players = tuple(
        replace(seat(n, 123456789, 23456789, 23456789, "Ah Ad"), **state)  # type: ignore[arg-type]
        for n in range(1, count + 1)
    )
    hand = replace(HAND, players=players, bet_to=Chips(23456789), pots=())
    return replace(NIGHT, hand=hand, stacks=tuple((Seat(n), Chips(1)) for n in range(1, count + 1)))


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("count", [10, 11])
def test_nothing_of_a_seat_lies_on_anothers(screen: Screen, count: int, state: str) -> None:
    for name in NAMES:
        names = tuple((Seat(n), name) for n in range(1, count + 1))
        ask = Ask(Seat(1), Chips(23456789), True, Chips(46913578))
        screen.house.show(_crowd(count, STATES[state]), names=names, ask=ask)
        for width, height in ((1024, 768), (1280, 800)):
            screen.visit("/?lang=de", width, height)
            assert len(screen.driver.find_elements("css selector", ".plate")) == count
            assert screen.run(ON_EACH_OTHER) == [], f"{name} {width} × {height}"
