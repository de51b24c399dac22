"""The dealer's procedure: a whole night as acts, hand by hand."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random

from table_controller.records import DECK, Card, Chips, Face, Seat
from table_controller.records.events import (
    BoardCardDealt,
    ButtonPlaced,
    CardBurned,
    CardMoved,
    CardsScrambled,
    Certainty,
    DeckCut,
    DeckShuffled,
    HandEnded,
    HandStarted,
    HoleCardDealt,
)
from table_controller.records.observations import Press
from table_controller.simulator.acts import BANK, Act, CardMove, ChipMove
from table_controller.simulator.ending import finish, show_all
from table_controller.simulator.places import bet_of, cards_of, stack_of
from table_controller.simulator.purse import Purse, set_up, worth
from table_controller.simulator.rounds import bet
from table_controller.simulator.running import ACTION, CARD, QUICK, THINK, Running, counts
from table_controller.simulator.script import BIG_BLIND, SMALL_BLIND, STACK, Remedy, Round, Script, Wrong

_SEATS = tuple(Seat(number) for number in range(1, 7))


def fresh_purses() -> dict[str, Purse]:
    """The chips of each zone at the beginning of a night."""
    stacks = {stack_of(seat): set_up(STACK) for seat in _SEATS}
    return {"pot": Counter(), **{bet_of(seat): Counter() for seat in _SEATS}, **stacks}


def hands(script: Script) -> tuple[tuple[Act, ...], ...]:
    """The acts of every hand of *script*.

    :raises BadInput: when the script asks for what cannot be done, naming hand and action.
    """
    purses, motions, button, done = fresh_purses(), count(1), script.button, []
    for number in range(1, len(script.hands) + 1):
        hand = run_hand(script, number, button, purses, motions)
        done.append(tuple(hand.acts))
        button = next_button(button, purses)
    return tuple(done)


def run_hand(script: Script, number: int, button: Seat, purses: dict[str, Purse], motions: Iterator[int]) -> Running:
    """Act out hand *number*; the chips in *purses* are left as the hand leaves them.

    :raises BadInput: when the script asks for what cannot be done.
    """
    change = _change(purses)
    hand = Running(script, number, button, _deck(script, number), purses, motions)
    if change:
        hand.acts.append(Act(chips=change, after=THINK))
    _play(hand)
    return hand


def _change(purses: dict[str, Purse]) -> tuple[ChipMove, ...]:
    """Between hands the bank changes large chips for players who have run out of small ones."""
    moves: list[ChipMove] = []
    for name in map(stack_of, _SEATS):
        old, new = purses[name], set_up(worth(purses[name]))
        if any(old[value] < min(least, new[value]) for value, least in ((50, 3), (100, 8))):
            moves += [ChipMove(name, BANK, counts(old - new)), ChipMove(BANK, name, counts(new - old))]
            purses[name] = new
    return tuple(moves)


def _deck(script: Script, number: int) -> list[Card]:
    """The stub: the cards that the script gives, then the rest shuffled."""
    given = list(script.hands[number - 1].deck)
    rest = [card for card in DECK if card not in given]
    Random(f"{script.seed}/{number}/deck").shuffle(rest)
    return given + rest


def next_button(button: Seat, purses: dict[str, Purse]) -> Seat:
    """Who has the button in the next hand: the next seat clockwise that has chips."""
    seats = [seat for seat in _SEATS if worth(purses[stack_of(seat)])]
    return next((seat for seat in seats if seat > button), seats[0])


def _play(hand: Running) -> None:
    _begin(hand)
    _deal(hand)
    bet(hand, Round.PREFLOP)
    for street in (Round.FLOP, Round.TURN, Round.RIVER):
        hand.collect()
        if len(hand.betting.live) < 2 or len(hand.board) > 4:
            break
        if hand.betting.settled:
            show_all(hand)
        _lay(hand, street)
        hand.betting.open_round()
        bet(hand, street)
    hand.collect()
    finish(hand)
    hand.clear()
    hand.press(None, Press.HAND_OVER, HandEnded(certainty=Certainty.DECLARED))
    hand.check_mishaps()


def _begin(hand: Running) -> None:
    seats = tuple((seat, Chips(hand.betting.stacks[seat])) for seat in sorted(hand.seats))
    started = HandStarted(
        hand=str(hand.number), button=hand.button, seats=seats, small_blind=SMALL_BLIND, big_blind=BIG_BLIND
    )
    hand.acts.append(Act(button=hand.button, events=(ButtonPlaced(seat=hand.button),), after=1000))
    hand.press(None, Press.NEW_HAND, started, after=600)
    hand.press(None, Press.SHUFFLE, DeckShuffled(certainty=Certainty.DECLARED), after=QUICK)
    hand.press(None, Press.CUT, DeckCut(certainty=Certainty.DECLARED), after=QUICK)
    small, big = (hand.button, hand.seats[0]) if len(hand.seats) == 2 else hand.seats[:2]
    for seat, blind, press in ((small, SMALL_BLIND, Press.POST_SMALL_BLIND), (big, BIG_BLIND, Press.POST_BIG_BLIND)):
        hand.press(seat, press, after=500)
        hand.move_in(seat, hand.betting.post(seat, blind), f"seat {seat}", after=300)
    hand.betting.open_round(hand.seats[hand.seats.index(big) + 1 - len(hand.seats)])


def _deal(hand: Running) -> None:
    """Two cards each, singly, clockwise; one may be exposed."""
    for number in range(1, 2 * len(hand.seats) + 1):
        seat = hand.seats[(number - 1) % len(hand.seats)]
        shown = hand.mishap(Wrong.EXPOSED_CARD, "deal", number)
        _to_seat(hand, seat, Face.UP if shown else Face.DOWN, 700 if number == 1 else CARD)
        if shown and shown.remedy is Remedy.FOLLOWED:
            _set_apart(hand, seat)
    for seat in hand.seats:
        if len(hand.hole[seat]) < 2:
            _to_seat(hand, seat, Face.DOWN, ACTION)


def _to_seat(hand: Running, seat: Seat, face: Face, after: int) -> None:
    card = hand.next_card()
    hand.hole[seat].append(card)
    event = HoleCardDealt(seat=seat, card=card, face=face)
    hand.cards(CardMove(card, cards_of(seat), face), events=(event,), after=after)


def _set_apart(hand: Running, seat: Seat) -> None:
    """The exposed card lies apart, face up, as the first burn; after the deal the seat gets another (§ 4.3.5)."""
    card = hand.hole[seat].pop()
    hand.burns.append(card)
    hand.unburnt.add(Round.FLOP)
    event = CardMoved(from_=f"seat {seat}", to="burn", card=card, face=Face.UP)
    hand.cards(CardMove(card, "burn", Face.UP), events=(event,), after=THINK)


def _lay(hand: Running, street: Round) -> None:
    """Burn a card and open the street's cards, or do it wrong as the script says."""
    unburnt = hand.mishap(Wrong.MISSING_BURN, street.value)
    many = hand.mishap(Wrong.FOUR_CARD_FLOP, street.value)
    if unburnt is None and street not in hand.unburnt:
        _burn(hand)
    count_ = 1 if street is not Round.FLOP else 3 if many is None else 4
    _open(hand, count_, singly=unburnt is not None)
    if unburnt and unburnt.remedy is Remedy.FOLLOWED:
        _burn_late(hand, count_)
    if many and many.remedy is Remedy.FOLLOWED:
        _mix_flop(hand)


def _burn(hand: Running) -> None:
    card = hand.next_card()
    hand.burns.append(card)
    hand.cards(CardMove(card, "burn"), events=(CardBurned(card=card),), after=1000)


def _open(hand: Running, number: int, *, singly: bool = False) -> None:
    """Open cards on the board, in one movement or one by one."""
    cards = [hand.next_card() for _ in range(number)]
    hand.board += cards
    for batch in [[card] for card in cards] if singly else [cards]:
        moves = (CardMove(card, "board", Face.UP) for card in batch)
        events = tuple(BoardCardDealt(card=card, order_known=len(batch) == 1) for card in batch)
        hand.cards(*moves, events=events, after=800)


def _burn_late(hand: Running, opened: int) -> None:
    """The card that should have been burnt becomes the burn, the next one comes to the board (§ 4.3.7)."""
    card = hand.board.pop(-opened)
    hand.burns.append(card)
    event = CardMoved(from_="board", to="burn", card=card)
    hand.cards(CardMove(card, "burn"), events=(event,), after=THINK)
    _open(hand, 1)


def _mix_flop(hand: Running) -> None:
    """Four cards are turned down and mixed; one becomes the next burn, three are the flop (§ 4.3.8)."""
    cards, hand.board = hand.board, []
    turned = tuple(CardMove(card, "board") for card in cards)
    mixed = CardsScrambled(place="board", count=len(cards))
    hand.acts.append(Act(cards=turned, mixed="board", events=(mixed,), after=THINK, hold=1200))
    burn = Random(" ".join(map(str, cards))).choice(cards)
    hand.burns.append(burn)
    hand.unburnt.add(Round.TURN)
    hand.cards(CardMove(burn, "burn"), events=(CardMoved(from_="board", to="burn"),), after=THINK)
    hand.board = [card for card in cards if card != burn]
    up = tuple(CardMoved(from_="board", to="board", card=card, face=Face.UP) for card in hand.board)
    hand.cards(*(CardMove(card, "board", Face.UP) for card in hand.board), events=up)
