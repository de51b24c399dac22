"""A table to tell observations by hand: every line is one look, tag or press, in milliseconds of night time."""

from collections.abc import Callable

import pytest

from table_controller.fusion import Felt, empty_felt, flush, fuse
from table_controller.records import Card, Chips, Deck, Face, Point, Seat
from table_controller.records.events import Event, LevelStarted, SeatTaken, Ticked
from table_controller.records.observations import (
    ButtonPress,
    CardSighting,
    ChipSighting,
    HandOverZone,
    ManualEntry,
    Observation,
    Press,
    SightedCard,
    SightedChips,
    TagRead,
    Tick,
    ViewBlocked,
)
from table_controller.simulator.felt import BUTTON_TAG, built_in_deck, built_in_layout

MS = 1_000_000
LAYOUT = built_in_layout()


class Told:
    """Observations by hand, and the events fusion makes of them, ticks left out. Milliseconds that only ever grow."""

    def __init__(self, deck: Deck, *, sitting: bool = True) -> None:
        self.felt: Felt = empty_felt(LAYOUT, deck, BUTTON_TAG)
        self.now, self.seq = 0, 0
        self.events: list[Event] = []
        if sitting:
            self.say(LevelStarted(level=1, small_blind=Chips(50), big_blind=Chips(100)))
            for seat in LAYOUT.seats:
                self.say(SeatTaken(seat=seat, stack=Chips(10_000)))
            self.wait(0).events.clear()

    def see(self, observation: Observation) -> "Told":
        """One observation of any kind."""
        self.seq += 1
        self.felt, events = fuse(self.felt, self.seq, observation, LAYOUT)
        self.events += [event for event in events if not isinstance(event, Ticked)]
        return self

    def wait(self, ms: int) -> "Told":
        """Time passes, and a tick says so, late enough for the reorder window."""
        self.now += ms + 130
        return self.see(Tick(at=self.now * MS, source="clock"))

    def cards(self, zone: str, *cards: str, after: int = 300, confidence: float = 1.0, shift: float = 0.0) -> "Told":
        """A look at a zone's cards from the left: ``As``, ``?`` unread, ``*`` a joker, ``#`` a back, ``-`` none."""
        self.now += after
        seen = tuple(self._card(zone, i, name, confidence, shift) for i, name in enumerate(cards) if name != "-")
        return self.see(CardSighting(at=self.now * MS, source="overhead", zone=zone, cards=seen))

    def chips(self, zone: str, *values: int | None, after: int = 300, confidence: float = 1.0) -> "Told":
        """A look at a zone's chips, one value each; None: a colour of no known value."""
        self.now += after
        middle = _middle(zone)
        seen = tuple(
            SightedChips(None if value is None else Chips(value), "any", 1, 1, 20, middle, confidence)
            for value in values
        )
        return self.see(ChipSighting(at=self.now * MS, source="overhead", zone=zone, chips=seen, confidence=confidence))

    def tag(self, seat: int, card: str, *, present: bool = True, after: int = 0) -> "Told":
        """The tag of *card* (or of the button) comes to a seat's antenna, or leaves it."""
        self.now += after
        tag = BUTTON_TAG if card == "button" else _TAGS[Card.parse(card)]
        return self.see(TagRead(at=self.now * MS, source="board", zone=f"seat {seat} cards", tag=tag, present=present))

    def lay(self, zone: str, card: str, *, present: bool = True, after: int = 0, confidence: float = 1.0) -> "Told":
        """The tag of *card* comes to the antenna over board, burns or muck, or leaves it."""
        self.now += after
        return self.see_tag(zone, _TAGS[Card.parse(card)], present=present, confidence=confidence)

    def see_tag(self, zone: str, tag: str, *, present: bool = True, confidence: float = 1.0) -> "Told":
        """Any tag at any zone."""
        read = TagRead(at=self.now * MS, source="board", zone=zone, tag=tag, present=present, confidence=confidence)
        return self.see(read)

    def press(self, press: Press, seat: int | None = None, *, after: int = 300, amount: int | None = None) -> "Told":
        """Somebody presses a button."""
        self.now += after
        at = None if seat is None else Seat(seat)
        keyed = None if amount is None else Chips(amount)
        return self.see(ButtonPress(at=self.now * MS, source="board", press=press, seat=at, amount=keyed))

    def hand(self, zone: str, *, present: bool = True, after: int = 0) -> "Told":
        """A hand comes over a zone or leaves it."""
        self.now += after
        return self.see(HandOverZone(at=self.now * MS, source="overhead", zone=zone, present=present))

    def block(self, zone: str, *, blocked: bool = True, source: str = "overhead") -> "Told":
        """A zone is hidden from a camera, or seen again."""
        return self.see(ViewBlocked(at=self.now * MS, source=source, zone=zone, blocked=blocked))

    def say(self, event: Event, key: str = "") -> "Told":
        """A person states an event."""
        return self.see(ManualEntry(at=self.now * MS, source="desk", event=event, by="host", key=key))

    def begin(self) -> "Told":
        """The button lies at seat 6 and the dealer presses the key: hand 1 runs."""
        self.tag(6, "button").press(Press.NEW_HAND).wait(200)
        self.events.clear()
        return self

    def deal(self, *seats: int) -> "Told":
        """Two cards face down to each of *seats*, seen by the camera alone."""
        for count in (1, 2):
            for seat in seats:
                self.cards(f"seat {seat} cards", *["#"] * count)
        self.wait(1000)
        self.events.clear()
        return self

    def end(self) -> "Told":
        """Nothing more comes."""
        self.felt, events = flush(self.felt, LAYOUT)
        self.events += [event for event in events if not isinstance(event, Ticked)]
        return self

    def kinds(self) -> list[str]:
        """The types of the events so far."""
        return [type(event).__name__ for event in self.events]

    def _card(self, zone: str, index: int, name: str, confidence: float, shift: float) -> SightedCard:
        middle = _middle(zone)
        centre = Point(middle.x - 100 + 70 * index + shift, middle.y)
        card = None if name in "?#*" else Card.parse(name)
        return SightedCard(card, Face.DOWN if name == "#" else Face.UP, centre, 0.0, confidence, joker=name == "*")


_TAGS = {card: tag for tag, card in built_in_deck().tags}


def _middle(name: str) -> Point:
    corners = LAYOUT.zone(name).corners
    return Point(sum(c.x for c in corners) / len(corners), sum(c.y for c in corners) / len(corners))


@pytest.fixture
def told() -> Told:
    """Six seats of 10,000, blinds 50/100, no tags in the cards."""
    return Told(Deck(()))


@pytest.fixture
def tagged() -> Told:
    """The same with a tag in every card."""
    return Told(built_in_deck())


@pytest.fixture
def bare() -> Callable[[], Told]:
    """A table nobody has said anything about."""
    return lambda: Told(built_in_deck(), sitting=False)
