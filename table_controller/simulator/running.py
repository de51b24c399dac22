"""A hand while it is acted out: what lies where, who still bets, and the acts so far."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from table_controller.records import BadInput, Card, Chips, Face, Seat
from table_controller.records.events import BetsCollected, Certainty, ChipsMovedIn, ChipsTakenBack, Declared, Event
from table_controller.records.observations import Press
from table_controller.simulator.acts import BANK, Act, CardMove, ChipMove
from table_controller.simulator.betting import Betting
from table_controller.simulator.places import bet_of, cards_of, stack_of
from table_controller.simulator.purse import Purse, pay, pay_new, worth
from table_controller.simulator.script import Mishap, Round, Script, ScriptedHand, Wrong

QUICK, CARD, ACTION, THINK = 250, 450, 800, 1800
"""Milliseconds between the starts of two acts: two presses, two cards, two players, a floor's look at things."""


PRESS = 1100
"""From a movement to the next player's press."""

ASKED = 3200
"""From too few chips to the rest: the dealer says what is missing, the seat counts it out."""


class Running:
    """One hand in progress; ``purses`` are the chips of each zone, carried from hand to hand."""

    def __init__(
        self,
        script: Script,
        number: int,
        button: Seat,
        deck: list[Card],
        purses: dict[str, Purse],
        motions: Iterator[int],
    ) -> None:
        self.script, self.number, self.button = script, number, button
        self.plan: ScriptedHand = script.hands[number - 1]
        self.purses, self.stub, self._motions = purses, deck, motions
        self.random = Random(f"{script.seed}/{number}")
        self.acts: list[Act] = []
        self.seats = _from_left_of(button, tuple(s for s in map(Seat, range(1, 7)) if worth(purses[stack_of(s)])))
        self.betting = Betting(self.seats, {seat: worth(purses[stack_of(seat)]) for seat in self.seats})
        self.hole: dict[Seat, list[Card]] = {seat: [] for seat in self.seats}
        self.board: list[Card] = []
        self.burns: list[Card] = []
        self.unburnt: set[Round] = set()
        """Rounds before which no burn is due, because a remedy has already made one."""
        self.tabled = False
        self._happened: set[Mishap] = set()

    def fault(self, place: str, expected: str) -> BadInput:
        """A fault of this hand's script."""
        return self.script.fault(f"hand {self.number}.{place}", expected)

    def mishap(self, wrong: Wrong, street: str, number: int | None = None) -> Mishap | None:
        """The mishap that happens at this place, if the script has one; whoever asks acts it out."""
        mishap = self.plan.mishap(wrong, street, number)
        if mishap is not None:
            self._happened.add(mishap)
        return mishap

    def check_mishaps(self) -> None:
        """Refuse a script whose mishap had no occasion."""
        for number, mishap in enumerate(self.plan.mishaps):
            if mishap not in self._happened:
                where = f"{mishap.street} {mishap.number}"
                raise self.fault(f"irregularity[{number}].at", f"expected a place that the hand reaches, not {where}")

    def press(self, seat: Seat | None, press: Press, event: Event | None = None, after: int = ACTION) -> None:
        """Somebody presses a button; a player's press is a declaration unless *event* says otherwise."""
        if event is None and seat is not None:
            event = Declared(seat=seat, action=press.value, certainty=Certainty.DECLARED)
        self.acts.append(Act(press=(seat, press), events=() if event is None else (event,), after=after))

    @property
    def moved(self) -> bool:
        """Whether the last act moved something; the next player looks before pressing a button."""
        return bool(self.acts) and self.acts[-1].press is None

    def cards(self, *moves: CardMove, events: tuple[Event, ...] = (), after: int = ACTION) -> None:
        """Cards come to lie elsewhere or are turned."""
        self.acts.append(Act(cards=moves, events=events, after=after))

    def next_card(self) -> Card:
        """The top card of the stub."""
        return self.stub.pop(0)

    def move_in(self, seat: Seat, amount: int, place: str, *, alone: bool = True, after: int = ACTION) -> Purse:
        """Push *amount* before the seat in one forward movement; returns the chips."""
        if amount % 10:
            raise self.fault(place, f"expected a multiple of 10, not {amount}")
        chips = self._payment(stack_of(seat), amount, alone=alone)
        event = ChipsMovedIn(seat=seat, amount=Chips(amount), chips=counts(chips), motion=next(self._motions))
        self.shift(stack_of(seat), bet_of(seat), chips, (event,), after)
        return chips

    def from_pot(self, amount: int) -> Purse:
        """Chips of the pot that make *amount*."""
        return self._payment("pot", amount, alone=True)

    def _payment(self, zone: str, amount: int, *, alone: bool) -> Purse:
        """Chips of a zone that make *amount*; the dealer changes what lies there if no others do."""
        purse = self.purses[zone]
        chips = +purse if amount == worth(purse) else pay(purse, amount, alone=alone) or pay(purse, amount)
        if chips is None:
            chips = pay_new(amount)
            new = chips + pay_new(worth(purse) - amount)
            moves = (ChipMove(zone, BANK, counts(purse - new)), ChipMove(BANK, zone, counts(new - purse)))
            self.purses[zone] = new
            self.acts.append(Act(chips=moves, after=ACTION))
        return chips

    def take_back(self, seat: Seat, chips: Purse, after: int = ACTION) -> None:
        """Pull chips from before the seat back to its stack."""
        event = ChipsTakenBack(seat=seat, amount=Chips(worth(chips)), chips=counts(chips))
        self.shift(bet_of(seat), stack_of(seat), chips, (event,), after)

    def shift(
        self, source: str, target: str, chips: Purse, events: tuple[Event, ...] = (), after: int = ACTION
    ) -> None:
        """Chips go from one zone to another."""
        self._book(source, target, chips)
        self.acts.append(Act(chips=(ChipMove(source, target, counts(chips)),), events=events, after=after))

    def collect(self) -> None:
        """The dealer sweeps all bets into the pot."""
        bets = {bet_of(seat): +self.purses[bet_of(seat)] for seat in self.seats if self.purses[bet_of(seat)]}
        for source, chips in bets.items():
            self._book(source, "pot", chips)
        if bets:
            moves = tuple(ChipMove(source, "pot", counts(chips)) for source, chips in bets.items())
            self.acts.append(Act(chips=moves, events=(BetsCollected(),), after=1000, hold=400))

    def _book(self, source: str, target: str, chips: Purse) -> None:
        self.purses[source] = self.purses[source] - chips
        self.purses[target] = self.purses[target] + chips

    def pause(self, first: int, after: int = THINK) -> None:
        """Let the act number *first* of this hand begin later, as when somebody has to be told."""
        if first < len(self.acts):
            self.acts[first] = replace(self.acts[first], after=after)

    def clear(self) -> None:
        """All cards go back to the dealer."""
        lying = [*self.board, *self.burns, *self.mucked, *(card for hand in self.hole.values() for card in hand)]
        self.cards(*(CardMove(card, None) for card in lying), after=ACTION)

    @property
    def mucked(self) -> list[Card]:
        """Cards that were folded."""
        return [act.card for done in self.acts for act in done.cards if act.to == "muck"]

    def muck(self, seat: Seat, events: tuple[Event, ...], after: int) -> None:
        """A seat's cards go to the muck."""
        cards, self.hole[seat] = self.hole[seat], []
        self.cards(*(CardMove(card, "muck") for card in cards), events=events, after=after)

    def show(self, seat: Seat, events: tuple[Event, ...]) -> None:
        """A seat turns its cards up."""
        self.cards(*(CardMove(card, cards_of(seat), Face.UP) for card in self.hole[seat]), events=events)


def counts(chips: Purse) -> tuple[tuple[Chips, int], ...]:
    """The chips as pairs of denomination and count, largest first."""
    return tuple((Chips(value), count) for value, count in sorted(Counter(chips).items(), reverse=True) if count)


def _from_left_of(button: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(sorted(seats, key=lambda seat: (seat <= button, seat)))
