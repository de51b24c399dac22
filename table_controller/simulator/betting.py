"""Who acts next and what it costs: the players' own idea of a no-limit round, to write scripts and act them."""

from collections.abc import Iterable

from table_controller.records import Chips, Seat
from table_controller.simulator.script import BIG_BLIND, Verb


class Betting:
    """The betting of one hand. ``seats``: clockwise from the button's left; ``stacks``: what is left behind."""

    def __init__(self, seats: tuple[Seat, ...], stacks: dict[Seat, int]) -> None:
        self.seats = seats
        self.stacks = dict(stacks)
        self.bets = dict.fromkeys(seats, 0)
        self.totals = dict.fromkeys(seats, 0)
        self.live = list(seats)
        self.level, self.step = 0, int(BIG_BLIND)
        self.shows_first: Seat | None = None
        """Who bet or raised last after the flop came."""
        self._flopped = False
        self._pending: list[Seat] = []

    def put(self, seat: Seat, amount: int) -> None:
        """Move *amount* from a stack before its seat (negative: back)."""
        self.stacks[seat] -= amount
        self.bets[seat] += amount
        self.totals[seat] += amount

    def post(self, seat: Seat, amount: Chips) -> int:
        """Post a blind, or what is left of the stack; returns what was posted."""
        posted = min(int(amount), self.stacks[seat])
        self.put(seat, posted)
        self.level = max(self.level, amount)
        return posted

    def open_round(self, first: Seat | None = None) -> None:
        """Begin a round with *first*; without it with the first live seat left of the button, at no bet."""
        if first is None:
            self.bets, self.level, self.step = dict.fromkeys(self.seats, 0), 0, int(BIG_BLIND)
            self._flopped = True
        start = self.seats.index(first) if first is not None else 0
        self._pending = self._able(self.seats[start:] + self.seats[:start])
        if len(self._able(self.live)) < 2 and not any(self.owes(seat) for seat in self._pending):
            self._pending = []

    def _able(self, seats: Iterable[Seat]) -> list[Seat]:
        return [seat for seat in seats if seat in self.live and self.stacks[seat] > 0]

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is."""
        return self._pending[0] if self._pending and len(self.live) > 1 else None

    @property
    def settled(self) -> bool:
        """Whether several play on and no more than one of them has chips to bet with."""
        return len(self.live) > 1 and len(self._able(self.live)) < 2

    def owes(self, seat: Seat) -> int:
        """What *seat* needs to call, at most all it has."""
        return min(self.level - self.bets[seat], self.stacks[seat])

    def act(self, seat: Seat, verb: Verb, to: Chips | None = None) -> int:
        """Let *seat* act; returns the chips that it takes."""
        self._pending = [each for each in self._pending if each != seat]
        match verb:
            case Verb.FOLD:
                self.live.remove(seat)
                return 0
            case Verb.CHECK:
                return 0
            case Verb.CALL:
                amount = self.owes(seat)
            case Verb.BET | Verb.RAISE:
                amount = int(to or 0) - self.bets[seat]
            case Verb.ALL_IN:
                amount = self.stacks[seat]
        self.put(seat, amount)
        self._raised(seat)
        return amount

    def _raised(self, seat: Seat) -> None:
        if self.bets[seat] <= self.level:
            return
        self.step = max(self.step, self.bets[seat] - self.level)
        self.level = self.bets[seat]
        if self._flopped:
            self.shows_first = seat
        start = self.seats.index(seat) + 1
        self._pending = [each for each in self._able(self.seats[start:] + self.seats[:start]) if each != seat]
