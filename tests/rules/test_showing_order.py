"""Who shows first after any betting, with folds, all-ins and side pots: kept count of a second time, house by house."""

import random
from dataclasses import replace

import pytest

from table_controller.files import load_rulebook, rulebook_names
from table_controller.records import events as e
from table_controller.records.cards import DECK
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Event
from table_controller.records.night import Assessment, Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules import assess, new_night

_LAST = {
    "bonn": ("preflop", "flop", "turn", "river"),
    "zollernalb": ("flop", "turn", "river"),
    "casino-guide": ("river",),
    "regelwerk": (),
    "tda-2024": ("river",),
}
"""On which streets a bet or raise makes its seat show first; who is not named leaves the order free."""

_DEALT = {"flop": 3, "turn": 1, "river": 1}


class _Hand:
    """A hand of four with random words, and who raised last, told by the words alone."""

    def __init__(self, book: Rulebook, seed: int) -> None:
        self.book, self.random = book, random.Random(seed)
        self.night: Night = new_night()
        self.answer: Assessment | None = None
        self.deck = list(DECK)
        self.raised: tuple[str, int] | None = None
        self.button = self.random.randint(1, 4)
        stacks = tuple((Seat(seat), Chips(self.random.choice((900, 5000, 20_000, 20_000)))) for seat in range(1, 5))
        blinds = {"small_blind": Chips(50), "big_blind": Chips(100)}
        self.see(e.HandStarted(button=Seat(self.button), seats=stacks, **blinds))
        self.deal()

    def see(self, event: Event) -> Assessment:
        at = 10_000_000_000 * (1 + len(DECK) - len(self.deck)) + self.random.randint(1, 10**9)
        self.answer = assess(self.night, replace(event, at=at), self.book)
        self.night = self.answer.night
        return self.answer

    def deal(self) -> None:
        assert self.night.hand is not None
        for seat, post in self.night.hand.posts:
            self.see(e.ChipsMovedIn(seat=seat, amount=post.amount))
        while self.night.hand.street is Street.DEAL:
            hand = self.night.hand
            seat = hand.players[(hand.deal_from + hand.dealt) % 4].seat
            self.see(e.HoleCardDealt(seat=seat, card=self.deck.pop()))

    def bet(self) -> None:
        """A round of words; chips are not needed where nobody counts them."""
        while self.answer is not None and self.answer.ask is not None and self.night.hand is not None:
            ask, street = self.answer.ask, self.night.hand.street.value
            choices = [*["call"] * 12, "fold", "fold"] if ask.to_call else ["check"] * 6
            if ask.may_raise:
                choices += [
                    *["raise" if self.night.hand.bet_to else "bet"] * 3,
                    *["all_in"] * (self.random.random() < 0.1),
                ]
            word = self.random.choice(choices)
            highest = self.night.hand.bet_to
            amount = ask.min_raise_to if word in ("raise", "bet") else None
            self.see(e.Declared(seat=ask.seat, action=word, amount=amount))
            if self.night.hand.bet_to > highest or word in ("raise", "bet"):
                self.raised = (street, ask.seat)

    def play(self) -> bool:
        """To the showdown; false where it never comes."""
        self.bet()
        for street in ("flop", "turn", "river"):
            self.see(e.BetsCollected())
            if self.night.hand is None or self.night.hand.street is Street.OVER:
                return False
            self.see(e.CardBurned(card=self.deck.pop()))
            for _ in range(_DEALT[street]):
                self.see(e.BoardCardDealt(card=self.deck.pop()))
            self.bet()
        self.see(e.BetsCollected())
        return self.night.hand is not None and self.night.hand.street is Street.SHOWDOWN


@pytest.mark.parametrize("house", rulebook_names())
def test_who_shows_before_its_turn_is_named_and_nobody_else(house: str) -> None:
    book, shown = load_rulebook(house), 0
    for seed in range(70):
        hand = _Hand(book, seed)
        shown += hand.play() and _showdown(hand, house)
    assert shown >= 8 or house not in _LAST


def _showdown(hand: _Hand, house: str) -> bool:
    """The hands are opened one after the other, in order or not; whether the order mattered."""
    assert hand.night.hand is not None
    players = {player.seat: player for player in hand.night.hand.players if not player.folded}
    around = [seat for step in range(1, 5) if (seat := (hand.button + step - 1) % 4 + 1) in players]
    able = sum(player.stack > 0 for player in players.values())
    if house == "tda-2024":
        hand.see(e.Announced(what="show_in_order", by="dealer"))
    first = around[0]
    if hand.raised is not None and hand.raised[0] in _LAST.get(house, ()) and hand.raised[1] in around:
        first = hand.raised[1]
    order = around[around.index(first) :] + around[: around.index(first)]
    free = house not in _LAST or able < 2
    left = list(order)
    while left:
        seat = hand.random.choice(left)
        cards = tuple(card for card in players[seat].cards if card is not None)
        told = [found.code for found in hand.see(e.HandTabled(seat=seat, cards=cards)).irregularities]
        free_rest = house == "zollernalb" and "clockwise" not in str(hand.book.parameters.get("showdown.next"))
        early = seat != left[0] and not free and not (free_rest and len(left) < len(order))
        assert ("showdown_out_of_order" in told) == early, (house, order, seat, left, told)
        left.remove(seat)
    return not free
