"""Short all-ins at random: who may raise, and to what at least, by a count of its own (TDA 43-A, 47-A)."""

import random

from random_play import Play

from table_controller.files import load_rulebook
from table_controller.records.chips import Seat
from table_controller.records.player import Street

_HANDS = 150


class _Table(Play):
    """Many short stacks; counts since each seat's last action what it owes, and the last full bet or raise."""

    def __init__(self, seed: int) -> None:
        dice = random.Random(seed)
        omaha = dice.random() < 0.3
        super().__init__(
            load_rulebook("tda-2024"), seed, seats=dice.randint(2, 8), game="omaha" if omaha else "texas", deep=False
        )
        self.street: Street | None = None
        self.full, self.top = 40, 40
        self.at_last: dict[int, int] = {}
        self.denied = 0

    def act(self) -> None:
        if self.hand.street is not self.street:
            self.street, self.full, self.at_last = self.hand.street, 40, {}
            self.top = 40 if self.street is Street.PREFLOP else 0
        ask = self.ask
        assert ask is not None
        seat = next(p for p in self.hand.players if p.seat == ask.seat)
        others = [p for p in self.hand.players if p.seat != ask.seat and not p.folded]
        answerable = any(p.bet + p.stack > self.top for p in others) and seat.bet + seat.stack > self.top
        since = self.top - self.at_last.get(seat.seat, -10_000)
        assert ask.may_raise == (answerable and since >= self.full), (self.at_last, self.full, self.top)
        self.denied += answerable and not ask.may_raise
        if ask.may_raise:
            assert ask.min_raise_to == min(seat.bet + seat.stack, self.top + self.full)
        super().act()

    def raises(self, seat: Seat, to: int) -> None:
        super().raises(seat, to)
        self.full, self.top = max(self.full, to - self.top), to
        self.at_last[seat] = to

    def calls(self, seat: Seat, amount: int) -> None:
        super().calls(seat, amount)
        self.at_last[seat] = self.top

    def checks(self, seat: Seat) -> None:
        super().checks(seat)
        self.at_last[seat] = self.top


def test_short_all_ins_reopen_the_betting_together_or_not_at_all() -> None:
    denied = 0
    for seed in range(_HANDS):
        play = _Table(seed)
        play.go_on()
        denied += play.denied
    assert denied > 10
