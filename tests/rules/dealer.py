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
from table_controller.records.rulebook import Rulebook
from table_controller.rules import assess, new_night
from table_controller.rules.hand import ask as ask_of

MAY_BE_MISSED = ("card_exposed", "cards_scrambled", "stub_shuffled", "deck_shuffled", "deck_cut")


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
    ) -> None:
        self.book, self.random, self.blind = book, random.Random(seed), blind
        self.unread = unread
        """How many of the cards nobody can read."""
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
        drawn = source == "board" and target == "burn" and card is None
        if not (self.blind and source == "aside" and self._untold()):
            self.see(e.CardMoved(from_=source, to=target, card=None if drawn else taken if card else self.read(taken)))

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
                self.see(e.Declared(seat=seat, action="call" if step.amount else "check"))
            case "chips_moved_in" | "chips_taken_back" as chips:
                told = e.ChipsMovedIn if chips == "chips_moved_in" else e.ChipsTakenBack
                self.see(told(seat=seat, amount=step.amount or Chips(0)))
            case "hand_mucked":
                self.cards("muck").extend(self.places.pop(f"seat {seat}", []))
                self.see(e.HandMucked(seat=seat))
            case "bets_collected":
                self.see(e.BetsCollected())
            case "button_placed":
                self.see(e.ButtonPlaced(seat=seat))
            case "ruling_made":
                self.act()
            case missed if missed in MAY_BE_MISSED:
                self._handled(missed, step)
            case other:
                raise AssertionError(f"no step of a hand that is played: {other}")

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
        """Play on until the river's betting is over, or the hand."""
        self.go_on(until="showdown")

    def accept(self) -> None:
        """The newest incident, as proposed."""
        incident = self.night.incidents[-1]
        proposal = incident.irregularity.proposal
        assert proposal is not None
        self.rule(proposal.name)

    def rule(self, remedy: str) -> None:
        self.see(e.RulingMade(incident=self.night.incidents[-1].number, remedy=remedy, by="floor"))
