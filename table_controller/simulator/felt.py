"""The built-in table: six seats on a felt of 1,780 × 1,000 mm under one 1080p camera.

The dealer sits at the lower edge of the picture; seat 1 is at the dealer's left, the others follow clockwise.
"""

from table_controller.records import DECK, Camera, ChipColour, Chips, Deck, Layout, Point, Seat, Zone, ZoneKind

_CENTRES = {
    # seat: cards, bet, stack, dealer button
    1: (Point(330, 850), Point(330, 700), Point(115, 890), Point(490, 845)),
    2: (Point(110, 500), Point(300, 500), Point(110, 320), Point(100, 700)),
    3: (Point(480, 150), Point(480, 300), Point(265, 110), Point(650, 130)),
    4: (Point(1300, 150), Point(1300, 300), Point(1515, 110), Point(1130, 130)),
    5: (Point(1670, 500), Point(1480, 500), Point(1670, 320), Point(1680, 700)),
    6: (Point(1450, 850), Point(1450, 700), Point(1665, 890), Point(1300, 845)),
}
_SIDEWAYS = (2, 5)
"""Seats at the short ends: their zones lie turned by a right angle."""

BUTTON_TAG = "B0770000"
"""The tag in the dealer button."""


def built_in_layout() -> Layout:
    """The simulated table's zones, camera and chips; money in cents."""
    return Layout(
        name="simulated",
        width=1780,
        height=1000,
        seats=tuple(Seat(n) for n in _CENTRES),
        zones=_shared_zones() + tuple(zone for n in _CENTRES for zone in _seat_zones(Seat(n))),
        cameras=(Camera("overhead", 1920, 1080, (1.065, 0.004, 12.0, -0.002, 1.064, 8.0, 0.0, 0.000002, 1.0)),),
        colours=(
            ChipColour("white", (235, 232, 225), Chips(10)),
            ChipColour("red", (190, 35, 40), Chips(50)),
            ChipColour("blue", (35, 70, 170), Chips(100)),
            ChipColour("green", (25, 120, 60), Chips(500)),
            ChipColour("black", (30, 30, 34), Chips(1000)),
        ),
    )


def built_in_deck() -> Deck:
    """The simulated table's deck: a tag in every card."""
    return Deck(tuple((f"C0FFEE{number:02X}", card) for number, card in enumerate(DECK)))


def button_place(seat: Seat) -> Point:
    """Where the dealer button lies when *seat* has it."""
    return _CENTRES[seat][3]


def _shared_zones() -> tuple[Zone, ...]:
    return (
        _rectangle("board", ZoneKind.BOARD, Point(890, 500), 560, 130),
        _rectangle("burn", ZoneKind.BURN, Point(650, 705), 260, 130),
        _rectangle("muck", ZoneKind.MUCK, Point(1120, 785), 280, 390),
        _rectangle("stub", ZoneKind.STUB, Point(890, 900), 140, 140),
        _rectangle("pot", ZoneKind.POT, Point(890, 315), 460, 180),
    )


def _seat_zones(seat: Seat) -> tuple[Zone, ...]:
    cards, bet, stack, _ = _CENTRES[seat]
    sideways = seat in _SIDEWAYS
    return (
        _rectangle(f"seat {seat} cards", ZoneKind.CARDS, cards, *((150, 220) if sideways else (220, 130)), seat=seat),
        _rectangle(f"seat {seat} bet", ZoneKind.BET, bet, *((140, 262) if sideways else (300, 130)), seat=seat),
        _rectangle(f"seat {seat} stack", ZoneKind.STACK, stack, 180, 130, seat=seat),
    )


def _rectangle(name: str, kind: ZoneKind, centre: Point, width: float, height: float, seat: Seat | None = None) -> Zone:
    x, y, w, h = centre.x, centre.y, width / 2, height / 2
    corners = (Point(x - w, y - h), Point(x + w, y - h), Point(x + w, y + h), Point(x - w, y + h))
    return Zone(name, kind, corners, seat)
