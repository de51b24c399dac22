"""Random play beside PokerKit: who acts, what a call takes, the least and the most of a raise, what is left at the end.

No limit with straddles and antes, pot limit Omaha, fixed limit; PokerKit has no spread limit. Where PokerKit errs
(professional-rules 2.1: the first short all-in of a street counts as a full raise) only the raise is left out.
"""

import random
import warnings
from dataclasses import replace

import pytest
from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem, PotLimitOmahaHoldem, State
from random_play import Play

from table_controller.files import load_rulebook
from table_controller.records.chips import Seat

_HANDS = 60
_ITSELF = (
    *(Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING),
    *(Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING, Automation.RUNOUT_COUNT_SELECTION),
)
_GAMES = {"no_limit": "texas", "pot_limit": "omaha", "split_limit": "texas"}


def _state(limit: str, ante: int, blinds: tuple[int, ...], stacks: list[int]) -> State:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if limit == "split_limit":
            return FixedLimitTexasHoldem.create_state(_ITSELF, True, ante, blinds, 40, 80, stacks, len(stacks))
        game = NoLimitTexasHoldem if limit == "no_limit" else PotLimitOmahaHoldem
        return game.create_state(_ITSELF, True, ante, blinds, 40, stacks, len(stacks))


class _Beside(Play):
    """The same betting at both tables."""

    def __init__(self, seed: int, limit: str) -> None:
        dice = random.Random(f"{limit} {seed}")
        straddle, ante = limit == "no_limit" and dice.random() < 0.4, dice.choice([0, 10])
        book = load_rulebook("tda-2024")
        parameters = {**book.parameters, "straddle.allowed": straddle, "raise.cap_per_round": 3}
        super().__init__(
            replace(book, parameters=parameters),
            seed,
            seats=dice.randint(3 if straddle else 2, 9),
            game=_GAMES[limit],
            limit=limit,
            ante=ante,
            straddle=straddle,
            deep=dice.random() < 0.5,
            short=False,
        )
        blinds = (20, 40, 80) if straddle else (20, 40)
        starts = {player.seat: player.start for player in self.hand.players}
        self.theirs = _state(limit, ante, blinds, [starts[seat] for seat in sorted(starts)])
        self.compared = self.raises_compared = 0
        self.acted: set[int] = set()
        self.street: int | None = None

    def act(self) -> None:
        ask, state = self.ask, self.theirs
        assert ask is not None
        assert state.actor_index is not None
        if state.street_index != self.street:
            self.street, self.acted = state.street_index, set()
        assert (ask.seat, ask.to_call) == (state.actor_index + 1, state.checking_or_calling_amount)
        if not (self._known_wrong() or self._house_differs()):
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
            assert (ask.min_raise_to, ask.max_raise_to) == (least, most)
            self.raises_compared += 1
        self.compared += 1
        self.acted.add(ask.seat)
        super().act()

    def _known_wrong(self) -> bool:
        """TDA 47-A: who has acted may not raise over less than a full bet or raise."""
        ask, state = self.ask, self.theirs
        full = max(
            state.completion_betting_or_raising_amount or 0, state.street.min_completion_betting_or_raising_amount
        )
        return ask is not None and ask.seat in self.acted and 0 < ask.to_call < full

    def _house_differs(self) -> bool:
        """A straddle is the big blind's double and so is the least raise over it (K19 [D]), to PokerKit a raise by one
        big blind; the big blind is the first bet of a capped round (TDA 48), to PokerKit none."""
        state = self.theirs
        straddled = len(state.blinds_or_straddles) > 2 and state.blinds_or_straddles[2] > 0
        if self.street != 0:
            return False
        return state.completion_betting_or_raising_count == 3 or (straddled and self.hand.bet_to == 80)

    def checks(self, seat: Seat) -> None:
        super().checks(seat)
        self.theirs.check_or_call()

    def calls(self, seat: Seat, amount: int) -> None:
        super().calls(seat, amount)
        self.theirs.check_or_call()

    def folds(self, seat: Seat) -> None:
        super().folds(seat)
        self.theirs.fold()

    def raises(self, seat: Seat, to: int) -> None:
        super().raises(seat, to)
        self.theirs.complete_bet_or_raise_to(to)


@pytest.mark.parametrize("limit", sorted(_GAMES))
def test_random_play_is_asked_as_pokerkit_asks(limit: str) -> None:
    compared = raises = 0
    for seed in range(_HANDS):
        play = _Beside(seed, limit)
        play.go_on()
        live = [player.seat for player in play.hand.players if not player.folded]
        for seat, stack in play.ledger.stacks.items():
            # Who is left alone has its uncalled chips in the pot there.
            assert stack == play.theirs.stacks[seat - 1] or live == [seat], (seed, seat)
        if len(live) > 1:
            assert sum(pot.amount for pot in play.hand.pots) == play.theirs.total_pot_amount, seed
        compared, raises = compared + play.compared, raises + play.raises_compared
    assert compared > 5 * _HANDS
    assert raises > 0.75 * compared
