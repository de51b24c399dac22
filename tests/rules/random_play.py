"""A table that plays legally and at random, with its own count of every chip."""

import random
from dataclasses import dataclass, field, replace

from table_controller.records import events as e
from table_controller.records.cards import DECK, Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Event
from table_controller.records.hand import Hand
from table_controller.records.incidents import Step
from table_controller.records.night import Assessment, Night
from table_controller.records.player import Ask
from table_controller.records.rulebook import Rulebook
from table_controller.rules import assess, new_night


@dataclass
class Ledger:
    """What left each seat's stack and what came back: counted from the chips alone."""

    stacks: dict[int, int]
    put: dict[int, int] = field(default_factory=dict)

    def moves(self, seat: int, amount: int) -> None:
        self.stacks[seat] -= amount
        self.put[seat] = self.put.get(seat, 0) + amount

    def pots(self, folded: set[int]) -> list[tuple[int, tuple[int, ...]]]:
        """Main pot first: each level of a live seat's chips, with those who can win it."""
        found: list[tuple[int, tuple[int, ...]]] = []
        below = 0
        live = {seat: put for seat, put in self.put.items() if seat not in folded}
        for top in sorted(set(live.values())):
            amount = sum(min(put, top) - min(put, below) for put in self.put.values())
            seats = tuple(seat for seat in live if live[seat] >= top)
            if found and found[-1][1] == seats:
                found[-1] = (found[-1][0] + amount, seats)
            elif amount:
                found.append((amount, seats))
            below = top
        return found


class Play:
    """One hand: what is asked is answered at random, what comes next is done."""

    def __init__(
        self,
        book: Rulebook,
        seed: int,
        *,
        seats: int,
        game: str = "texas",
        limit: str = "no_limit",
        ante: int = 0,
        straddle: bool = False,
        deep: bool = True,
        short: bool = True,
    ) -> None:
        self.book, self.random = book, random.Random(seed)
        self.night: Night = new_night()
        self.answer: Assessment | None = None
        self.found: list[tuple[str, int | None]] = []
        self.at = 0
        self.events: list[Event] = []
        self.cards = list(DECK)
        self.random.shuffle(self.cards)
        self.holes: dict[int, list[Card]] = {}
        least = 20 if short else 1_000
        stacks = {seat: 100 * self.random.randint(10, 60) for seat in range(1, seats + 1)}
        if not deep:
            stacks = {seat: 20 * self.random.randint(least // 20, 100) for seat in stacks}
        self.ledger = Ledger(dict(stacks))
        self.see(
            e.HandStarted(
                button=Seat(seats),
                seats=tuple((Seat(seat), Chips(stack)) for seat, stack in stacks.items()),
                small_blind=Chips(20),
                big_blind=Chips(40),
                ante=Chips(ante),
                game=game,
                limit=limit,
            )
        )
        for player in self.hand.players:
            self.ledger.moves(player.seat, min(ante, stacks[player.seat]))
        self.post(straddle=straddle)

    @property
    def hand(self) -> Hand:
        assert self.night.hand is not None
        return self.night.hand

    @property
    def ask(self) -> Ask | None:
        assert self.answer is not None
        return self.answer.ask

    def see(self, event: Event, after: float = 4.0) -> Assessment:
        self.at += int(after * 1_000_000_000)
        self.events.append(replace(event, at=self.at))
        self.answer = assess(self.night, self.events[-1], self.book)
        self.night = self.answer.night
        self.found += [(item.code, item.seat) for item in self.answer.irregularities]
        return self.answer

    def post(self, *, straddle: bool) -> None:
        for seat, post in self.hand.posts:
            amount = min(post.amount, self.ledger.stacks[seat])
            if amount:
                self.chips(seat, amount)
        third = self.hand.players[2] if len(self.hand.players) > 2 else None
        if straddle and third is not None and third.stack >= 80:
            self.chips(third.seat, 80)

    def chips(self, seat: int, amount: int, after: float = 4.0) -> Assessment:
        """Chips of *seat* come in, as the ledger counts them."""
        self.ledger.moves(seat, amount)
        return self.see(e.ChipsMovedIn(seat=Seat(seat), amount=Chips(amount)), after)

    # --- one decision ---------------------------------------------------------------------------------------------

    def act(self) -> None:
        """The seat in turn does something legal."""
        ask = self.ask
        assert ask is not None
        choice = self.random.random()
        if choice < 0.25 and ask.may_raise and ask.min_raise_to is not None and ask.max_raise_to is not None:
            self.raises(ask.seat, self.size(ask.min_raise_to, ask.max_raise_to))
        elif ask.to_call and choice > 0.85:
            self.folds(ask.seat)
        elif ask.to_call:
            self.calls(ask.seat, ask.to_call)
        else:
            self.checks(ask.seat)

    def size(self, least: int, most: int) -> int:
        """A legal total: the least, the most, or one of the house's steps between them."""
        way = self.random.random()
        if way < 0.4:
            return least
        if way < 0.55:
            return most
        return min(most, least + 20 * self.random.randint(0, max(0, (most - least) // 20)))

    def raises(self, seat: Seat, to: int) -> None:
        player = next(p for p in self.hand.players if p.seat == seat)
        word = "raise" if self.hand.bet_to else "bet"
        if to == player.bet + player.stack:
            self.see(e.Declared(seat=seat, action="all_in"))  # some houses want it said
        else:
            self.see(e.Declared(seat=seat, action=word, amount=Chips(to)))
        self.chips(seat, to - player.bet)

    def calls(self, seat: Seat, amount: int) -> None:
        if amount == self.ledger.stacks[seat]:
            self.see(e.Declared(seat=seat, action="all_in"))
        elif self.random.random() < 0.5:
            self.see(e.Declared(seat=seat, action="call"))
        self.chips(seat, amount)

    def checks(self, seat: Seat) -> None:
        self.see(e.Declared(seat=seat, action="check"))

    def folds(self, seat: Seat) -> None:
        if self.random.random() < 0.5:
            self.see(e.Declared(seat=seat, action="fold"))
        self.see(e.HandMucked(seat=seat))

    # --- everything else ------------------------------------------------------------------------------------------

    def step(self, step: Step) -> None:
        """What the dealer does next."""
        seat = Seat(step.seat or 0)
        match step.event:
            case "hole_card_dealt":
                self.holes.setdefault(seat, []).append(self.cards[-1])
                self.see(e.HoleCardDealt(seat=seat, card=self.cards.pop()), 0.2)
            case "card_burned":
                self.see(e.CardBurned(card=self.cards.pop()))
            case "board_card_dealt":
                first = not self.hand.board
                for number in range(3 if first else 1):
                    self.see(e.BoardCardDealt(card=self.cards.pop()), 0.1 if number else 3)
            case "bets_collected":
                self.see(e.BetsCollected())
            case "chips_taken_back":
                self.ledger.moves(seat, -(step.amount or 0))
                self.see(e.ChipsTakenBack(seat=seat, amount=step.amount or Chips(0)))
            case "chips_moved_in" if step.amount:
                self.chips(seat, step.amount)
            case "hand_mucked":
                self.see(e.HandMucked(seat=seat))
            case "hand_tabled":
                self.see(e.HandTabled(seat=seat, cards=tuple(self.holes[seat])))
            case "pot_pushed":
                self.see(e.PotPushed(seat=seat, amount=step.amount or Chips(0)))
            case "hand_ended":
                self.see(e.HandEnded())
            case other:
                raise AssertionError(f"a legal hand never needs {other}: {self.answer}")

    def go_on(self, *, until: int | None = None) -> int:
        """Play on; *until* so many decisions were made. Returns how many."""
        made = 0
        for _ in range(600):
            assert self.answer is not None
            steps = [step for step in self.answer.next_steps if step.event != "declared"]
            if self.hand.settled:
                return made
            if steps:
                self.step(steps[0])
            elif made == until:
                return made
            else:
                self.act()
                made += 1
        raise AssertionError(f"the hand never ends: {self.answer}")
