"""A dealer who does what the referee says next, with a real deck: the tests of remedies followed to the river."""

import random
from dataclasses import replace

from table_controller.records import events as e
from table_controller.records.cards import DECK, Card, Face
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Event
from table_controller.records.hand import Hand
from table_controller.records.incidents import Step
from table_controller.records.night import Assessment, Night
from table_controller.records.player import Ask
from table_controller.records.rulebook import Rulebook
from table_controller.rules import assess, new_night
from table_controller.rules.hand import ask as ask_of

MAY_BE_MISSED = ("button_placed", "card_exposed", "cards_scrambled", "stub_shuffled", "deck_shuffled", "deck_cut")


class Dealer:
    """Cards as they really lie, and the night as the referee sees it. What a camera may miss, ``blind`` misses."""

    def __init__(
        self,
        book: Rulebook,
        seats: int,
        button: int,
        game: str = "texas",
        seed: int = 0,
        *,
        blind: bool = False,
        ante: int = 0,
        unread: float = 0.0,
        lively: bool = False,
    ) -> None:
        self.book, self.random, self.blind = book, random.Random(seed), blind
        self.unread = unread
        """How many of the cards nobody can read."""
        self.lively = lively
        """Players bet, raise, go all-in and fold, with their chips."""
        self.chips = {seat: 10_000 + seat for seat in range(1, seats + 1)}
        """The stacks as they really lie, where chips are told."""
        self.night: Night = new_night()
        self.answer: Assessment | None = None
        self.codes: list[str] = []
        self.errors: list[str] = []
        """What was made wrong, by code; and what the floor did about each."""
        self.floor: tuple[str, ...] = ()
        self.unseen: list[Step] = []
        """Steps that were done and that the referee was never told."""
        self.doing: Step | None = None
        self.at = 0
        self.stub = list(DECK)
        self.random.shuffle(self.stub)
        self.places: dict[str, list[Card]] = {"burn": [], "board": [], "aside": [], "muck": []}
        stacks = tuple((Seat(seat), Chips(10_000 + seat)) for seat in range(1, seats + 1))
        self.see(
            e.HandStarted(
                button=Seat(button),
                seats=stacks,
                small_blind=Chips(100),
                big_blind=Chips(200),
                ante=Chips(ante),
                game=game,
                at=0,
            )
        )

    @property
    def hand(self) -> Hand:
        assert self.night.hand is not None
        return self.night.hand

    def see(self, event: Event) -> Assessment:
        self.at += 3_000_000_000
        answer = assess(self.night, replace(event, at=self.at), self.book)
        self.night, self.answer = answer.night, answer
        self.codes += [found.code for found in answer.irregularities]
        return answer

    # --- cards ----------------------------------------------------------------------------------------------------

    def cards(self, place: str) -> list[Card]:
        return self.stub if place == "stub" else self.places.setdefault(place, [])

    def read(self, card: Card, *, face: Face = Face.DOWN) -> Card | None:
        """The card as a camera reads it: one that lies face up it reads nearly always."""
        chance = self.unread if face is Face.DOWN else self.unread / 3
        return None if self.unread and self.random.random() < chance else card

    def hole(self, seat: int, face: Face = Face.DOWN) -> None:
        card = self.stub.pop(0)
        self.cards(f"seat {seat}").append(card)
        self.see(e.HoleCardDealt(seat=Seat(seat), card=self.read(card, face=face), face=face))

    def burn(self) -> None:
        card = self.stub.pop(0)
        self.cards("burn").append(card)
        self.see(e.CardBurned(card=self.read(card)))

    def board(self, *, order_known: bool = True) -> None:
        if self.hand.board and len(self.hand.board) < 3:
            self.at -= 2_900_000_000  # the flop comes in one motion
        card = self.stub.pop(0)
        self.cards("board").append(card)
        self.see(e.BoardCardDealt(card=self.read(card, face=Face.UP), order_known=order_known))

    def move(self, source: str, target: str, card: str | None) -> None:
        lying = self.cards(source)
        index = next((i for i, one in enumerate(lying) if str(one) == card), None)
        if index is None:
            index = len(lying) - 1 if source.startswith("seat") else self._one_of(source, lying)
        taken = lying.pop(index)
        top = target == "stub" and source == "board"
        self.cards(target).insert(0 if top else len(self.cards(target)), taken)
        known = card is not None or (source == "board" and taken in self.hand.board)
        drawn = source == "board" and target == "burn" and not known
        if not (self.blind and source == "aside" and self._untold()):
            seen = None if drawn else taken if known else self.read(taken)
            self.see(e.CardMoved(from_=source, to=target, card=seen))

    def _one_of(self, place: str, lying: list[Card]) -> int:
        """Any of the cards in *place*, of those that nobody has read if there are some."""
        known = {"board": self.hand.board, "burn": self.hand.burns}.get(place, ())
        unread = [number for number, card in enumerate(lying) if card not in known]
        return self.random.choice(unread or range(len(lying)))

    def turned_up(self) -> None:
        """The board's cards, face up again after they were scrambled."""
        for card in self.places["board"]:
            self.see(e.CardMoved(from_="board", to="board", card=card, face=Face.UP))

    # --- steps ----------------------------------------------------------------------------------------------------

    def next_step(self) -> Step:
        assert self.answer is not None
        assert self.answer.next_steps, "the dealer is told nothing"
        steps = [step for step in self.answer.next_steps if step not in self.unseen]
        return steps[0]

    def do(self, step: Step) -> None:
        """The step as a dealer or player does it."""
        seat, self.doing = Seat(step.seat or 0), step
        match step.event:
            case "hole_card_dealt":
                self.hole(seat)
            case "card_burned":
                self.burn()
            case "board_card_dealt":
                self.board()
            case "card_moved":
                self.carried(step)
            case "declared":
                self._declared(step, seat)
            case "chips_moved_in" | "chips_taken_back" | "pot_pushed":
                self._chips(step, seat)
            case "hand_tabled":
                self.see(e.HandTabled(seat=seat, cards=tuple(self.cards(f"seat {seat}"))))
                self.unseen.append(step)  # once is enough, also with a card too few
            case "hand_mucked":
                self.cards("muck").extend(self.places.pop(f"seat {seat}", []))
                self.see(e.HandMucked(seat=seat))
            case "bets_collected" | "hand_ended" as plain:
                self.see(e.BetsCollected() if plain == "bets_collected" else e.HandEnded())
            case "ruling_made":
                self.act()
            case missed if missed in MAY_BE_MISSED:
                self._handled(missed, step)
            case other:
                raise AssertionError(f"no step of a hand that is played: {other}")

    def _declared(self, step: Step, seat: Seat) -> None:
        ask = None if self.answer is None else self.answer.ask
        if self.lively and ask is not None:
            self.bets(ask)
        else:
            self.see(e.Declared(seat=seat, action="call" if step.amount else "check"))

    def _chips(self, step: Step, seat: Seat) -> None:
        """Chips from a stack to before it, back, or from the pot."""
        amount = step.amount or Chips(0)
        if step.event == "chips_moved_in":
            self.puts_in(seat, amount)
            return
        self.chips[seat] = self.chips.get(seat, 0) + amount
        back = step.event == "chips_taken_back"
        self.see(e.ChipsTakenBack(seat=seat, amount=amount) if back else e.PotPushed(seat=seat, amount=amount))

    def puts_in(self, seat: int, amount: int) -> None:
        """Chips from the seat's stack before it."""
        self.chips[seat] -= amount
        self.see(e.ChipsMovedIn(seat=Seat(seat), amount=Chips(amount)))

    def bets(self, ask: Ask) -> None:
        """What a lively player does in turn, with words and chips. Two at least stay in the hand."""
        player = next(one for one in self.hand.players if one.seat == ask.seat)
        live = sum(not one.folded for one in self.hand.players)
        drawn, least = self.random.random(), ask.min_raise_to or 0
        if drawn < 0.04 and ask.may_raise:
            self.see(e.Declared(seat=ask.seat, action="all_in"))
            self.puts_in(ask.seat, player.stack)
        elif drawn < 0.3 and ask.may_raise and 0 < least < player.bet + player.stack:
            self.see(e.Declared(seat=ask.seat, action="raise" if self.hand.bet_to else "bet", amount=least))
            self.puts_in(ask.seat, least - player.bet)
        elif drawn > 0.85 and ask.to_call and live > 2:
            self.see(e.Declared(seat=ask.seat, action="fold"))
            self.cards("muck").extend(self.places.pop(f"seat {ask.seat}", []))
            self.see(e.HandMucked(seat=ask.seat))
        elif ask.to_call:
            if ask.to_call >= player.stack:
                self.see(e.Declared(seat=ask.seat, action="all_in"))
            self.puts_in(ask.seat, min(ask.to_call, player.stack))
        else:
            self.see(e.Declared(seat=ask.seat, action="check"))

    def act(self) -> None:
        """Nobody rules: play goes on regardless, and the referee with it."""
        ask = ask_of(self.hand, self.book)
        assert ask is not None
        self.see(e.Declared(seat=ask.seat, action="call" if ask.to_call else "check"))

    def carried(self, step: Step) -> None:
        """A card goes where the step wants it; from the board to the board: turned up again."""
        assert step.moves is not None
        if step.moves[0] == step.moves[1]:
            self.turned_up()
        else:
            self.move(*step.moves, step.card)

    def _handled(self, name: str, step: Step) -> None:
        """Cards shuffled, mixed or shown: a camera may miss it."""
        event: Event
        match name:
            case "stub_shuffled":
                self.random.shuffle(self.stub)
                event = e.StubShuffled()
            case "cards_scrambled":
                self.random.shuffle(self.places["board"])
                event = e.CardsScrambled(place="board", count=len(self.places["board"]))
            case "deck_shuffled":
                self.gather()
                event = e.DeckShuffled()
            case "button_placed":
                event = e.ButtonPlaced(seat=step.seat or Seat(0))
            case "deck_cut":
                event = e.DeckCut()
            case _:
                event = e.CardExposed(card=None if step.card is None else Card.parse(step.card), by="dealer")
        if not (self.blind and self._untold()):
            self.see(event)

    def _untold(self) -> bool:
        """The camera missed it: the dealer goes on to the step after it, which tells."""
        assert self.answer is not None
        left = [step for step in self.answer.next_steps if step not in (*self.unseen, self.doing)]
        if left and self.doing is not None:
            self.unseen.append(self.doing)
        return bool(left)

    def gather(self) -> None:
        self.stub = list(DECK)
        self.random.shuffle(self.stub)
        self.places = {"burn": [], "board": [], "aside": [], "muck": []}

    def go_on(self, *, until: str, most: int = 400) -> None:
        """Do what is next until the hand is on the street *until*, or over."""
        for _ in range(most):
            if self.hand.street.value in (until, "showdown", "over"):
                return
            self.do(self.next_step())
        raise AssertionError(f"never got to {until}: {self.next_step()}")

    def finish(self) -> None:
        """Play on until the river's betting is over, or the hand; what is wrong there is put right first."""
        self.go_on(until="showdown")
        for _ in range(20):
            if not self.night.following or self.hand.street.value != "showdown":
                return
            self.do(self.next_step())

    def settle(self) -> None:
        """Play on until the pots are pushed and the hand is over."""
        for _ in range(60):
            if self.hand.settled:
                return
            self.do(self.next_step())
        raise AssertionError(f"the hand never ends: {self.next_step()}")

    def accept(self) -> None:
        """The newest incident, as proposed."""
        incident = self.night.incidents[-1]
        proposal = incident.irregularity.proposal
        assert proposal is not None
        self.rule(proposal.name)

    def rule(self, remedy: str) -> None:
        self.see(e.RulingMade(incident=self.night.incidents[-1].number, remedy=remedy, by="floor"))
