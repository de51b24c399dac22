"""Deals that go wrong, once or twice in a hand, and what becomes of them: stories for the remedies' properties.

A story is drawn from a seed: which house, table and errors, what a camera misses or cannot read, and what the floor
does: rules at once, late, otherwise, takes it back and rules again, or not at all while the table puts it right or
plays on. ``tests/guard/remedies.py`` runs thousands of them.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from dealer import Dealer

from table_controller.records import events as e
from table_controller.records.cards import DECK, Face
from table_controller.records.chips import Seat
from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.remedies import possible

STREETS = ("flop", "turn", "river")
BEFORE = {"flop": "preflop", "turn": "flop", "river": "turn"}
LYING = {"flop": 0, "turn": 3, "river": 4}
"""Board cards before a street."""


class NotHereError(Exception):
    """The error cannot be made at this table, or not any more."""


def need(possible_here: bool) -> None:
    """Go on only where the error can be made."""
    if not possible_here:
        raise NotHereError


def hole_cards(table: Dealer) -> int:
    """How many hole cards each seat gets."""
    return 4 if table.hand.game == "omaha" else 2


# --- what goes wrong ----------------------------------------------------------------------------------------------


def exposed(table: Dealer, place: int) -> str:
    """A card from the fourth on is turned up in the deal."""
    need(table.hand.street is Street.DEAL)
    cards = len(table.hand.players) * hole_cards(table)
    wanted = 3 + place % (cards - 3)
    while table.hand.dealt < wanted:
        table.do(table.next_step())
    step = table.next_step()
    need(step.event == "hole_card_dealt")
    table.hole(step.seat or 0, Face.UP)
    return "exposed_card"


def surplus(table: Dealer, place: int) -> str:
    """Somebody gets a card too many when all have theirs."""
    need(table.hand.street is Street.DEAL)
    table.go_on(until="preflop")
    seats = [player.seat for player in table.hand.players]
    table.hole(seats[place % len(seats)])
    return "extra_hole_card"


def passed_over(table: Dealer, place: int) -> str:
    """A seat is passed over in the deal, and the one behind it served, and the next."""
    players = table.hand.players
    need(table.hand.street is Street.DEAL and len(players) > 2)
    wanted = 1 + place % (len(players) * hole_cards(table) - 3)
    while table.hand.dealt < wanted:
        table.do(table.next_step())
    step = table.next_step()
    need(step.event == "hole_card_dealt")
    seats = [player.seat for player in players]
    here = seats.index(Seat(step.seat or 0))
    for number in (1, 2):
        table.hole(seats[(here + number) % len(seats)])
    return "seat_skipped"


def bet_out_of_turn(table: Dealer, place: int) -> str:
    """Somebody whose turn it is not, and perhaps does not come again, pushes chips forward."""
    street = ("preflop", *STREETS)[place % 4]
    table.go_on(until=street)
    need(table.hand.street.value == street)
    for _ in range(place % len(table.hand.players)):
        need(table.hand.to_act is not None)
        table.do(table.next_step())
    need(table.hand.street.value == street and table.hand.to_act is not None)
    hand = table.hand
    turn = (hand.to_act, hand.last_actor)  # who acted last takes that back
    others = [p for p in hand.players if p.seat not in turn and not p.folded and p.stack > 200]
    need(bool(others) and table.next_step().event == "declared")
    table.puts_in(others[place % len(others)].seat, 200)
    return "out_of_turn_bet"


def short(table: Dealer, place: int) -> str:
    """The last card, or several, are still to come; the first to act does not notice."""
    need(table.hand.street is Street.DEAL)
    cards = len(table.hand.players) * hole_cards(table)
    while table.hand.dealt < cards - 1 - (place % 3 if place % 2 else 0):
        table.do(table.next_step())
    opener = [player.seat for player in table.hand.players]
    first = opener[2 % len(opener)] if len(opener) > 2 else table.hand.button
    table.see(e.Declared(seat=first, action="call"))
    return "missing_hole_card"


def unburned(street: str, *, order_known: bool) -> Callable[[Dealer, int], str]:
    """A street without its burn."""

    def forgotten(table: Dealer, place: int) -> str:
        to_the_end_of(table, BEFORE[street])
        need(len(table.hand.board) == LYING[street])
        for _ in range(1 + 2 * (street == "flop")):
            table.board(order_known=order_known)
        return "missing_burn"

    return forgotten


def too_many(count: int, *, order_known: bool, burned: bool = True) -> Callable[[Dealer, int], str]:
    """A flop of *count* cards in one motion."""

    def laid(table: Dealer, place: int) -> str:
        to_the_end_of(table, "preflop")
        need(not table.hand.board)
        if burned:
            table.burn()
        for _ in range(count):
            table.at -= 2_999_000_000  # in one motion
            table.board(order_known=order_known)
        return "four_card_flop"

    return laid


def early(street: str, *, burned: bool = True) -> Callable[[Dealer, int], str]:
    """A street while the round before it is still open."""

    def opened(table: Dealer, place: int) -> str:
        table.go_on(until=BEFORE[street])
        need(table.hand.street.value == BEFORE[street] and len(table.hand.board) == LYING[street])
        for _ in range(place % (len(table.hand.players) - 1)):
            need(table.hand.to_act is not None)
            table.do(table.next_step())
        need(table.hand.to_act is not None and table.hand.street.value == BEFORE[street])
        if burned:
            table.burn()
        for _ in range(1 + 2 * (street == "flop")):
            table.board()
        return f"premature_{street}"

    return opened


def burned_twice(street: str) -> Callable[[Dealer, int], str]:
    """Two burns for one street."""

    def burned(table: Dealer, place: int) -> str:
        to_the_end_of(table, BEFORE[street])
        need(len(table.hand.board) == LYING[street])
        table.burn()
        table.burn()
        return "extra_burn"

    return burned


def to_the_end_of(table: Dealer, street: str) -> None:
    """Until the betting on *street* is over and the bets are in."""
    table.go_on(until=street)
    need(table.hand.street.value == street)
    for _ in range(60):
        if table.hand.to_act is None and table.next_step().event in ("card_burned", "board_card_dealt"):
            return
        need(table.hand.street.value == street)
        table.do(table.next_step())
    raise AssertionError("the round never ends")


ERRORS: dict[str, Callable[[Dealer, int], str]] = {
    "exposed": exposed,
    "surplus": surplus,
    "short": short,
    "passed over": passed_over,
    "bet out of turn": bet_out_of_turn,
    **{f"unburned {street}": unburned(street, order_known=True) for street in STREETS},
    "unburned flop, order unknown": unburned("flop", order_known=False),
    "four cards": too_many(4, order_known=True),
    "four cards, order unknown": too_many(4, order_known=False),
    "five cards": too_many(5, order_known=False),
    "four cards unburned": too_many(4, order_known=True, burned=False),
    "four cards unburned, order unknown": too_many(4, order_known=False, burned=False),
    **{f"early {street}": early(street) for street in STREETS},
    **{f"early {street}, unburned": early(street, burned=False) for street in STREETS},
    **{f"burned twice, {street}": burned_twice(street) for street in STREETS},
}

AT = ("deal", "flop", "turn", "river")


def when(error: str) -> int:
    """Where in the hand the error is made: two errors of a story come in this order."""
    if error == "bet out of turn":
        return len(AT)
    return next((place for place, street in enumerate(AT) if street in error), 1 if "cards" in error else 0)


# --- and how it must end ------------------------------------------------------------------------------------------


def chips(night: Night) -> int:
    """All chips of the hand."""
    hand = night.hand
    assert hand is not None
    return sum(p.stack + p.total - p.won for p in hand.players) + hand.carried


def as_it_lies(table: Dealer) -> None:
    """The record and the table say the same: so many cards in each place, and those that were read are among them."""
    hand = table.hand
    for player in hand.players:
        if not player.folded:
            lies(table, f"seat {player.seat}", player.cards)
    lies(table, "burn", hand.burns)
    lies(table, "board", hand.board)
    lying = Counter(card for cards in table.places.values() for card in cards) + Counter(table.stub)
    assert lying == Counter(DECK), "a card lies in two places, or in none"
    assert chips(table.night) == sum(10_000 + seat for seat in range(1, len(hand.players) + 1)), "chips are lost"


def paid(table: Dealer) -> None:
    """At the end every seat has the chips that the record says: what was told to go back or to be pushed is all."""
    table.settle()
    stacks = {int(seat): int(stack) for seat, stack in table.night.stacks}
    assert stacks == table.chips, f"the record says {stacks}, there lies {table.chips}"


def lies(table: Dealer, place: str, cards: tuple[object, ...]) -> None:
    """What the record says of *place*, against the cards that lie there."""
    real = table.cards(place)
    assert len(cards) == len(real), f"{place}: {len(cards)} in the record, {len(real)} on the table"
    assert {card for card in cards if card is not None} <= set(real), f"{place}: another card than the record's"


def whole(table: Dealer) -> None:
    """Every live seat has its cards, one burn a street, the board its five, no card twice, none lost, no chip lost."""
    hand = table.hand
    assert hand.street is Street.SHOWDOWN, hand.street
    wanted = hole_cards(table)
    assert all(len(player.cards) == wanted for player in hand.players if not player.folded), "hole cards"
    assert len(hand.burns) == 3, f"{len(hand.burns)} burns"
    assert len(hand.board) == 5, f"{len(hand.board)} board cards"
    as_it_lies(table)
    out_of_play = any(item.ruling == "replace_with_next_card" for item in table.night.incidents)
    assert not table.cards("aside") or out_of_play or len(table.errors) > 1, "a card still lies aside"
    assert not table.night.following, "a remedy is still being followed"


def mended(table: Dealer) -> bool:
    """Whether every error was ruled on by a remedy that puts the cards right."""
    if "departs" in table.floor and any(code == "extra_burn" for code, _ in table.hand.faults):
        return False  # somebody acted before it was put right: it stands
    if "departs" in table.floor and any(len(p.cards) > hole_cards(table) for p in table.hand.players):
        return False  # a street came, and went back, before the surplus card was gone: nobody is told any more
    ruled = [(item.irregularity.code, item.ruling) for item in table.night.incidents]
    wrong = {*table.errors, *({"missing_burn", "extra_burn"} & set(table.codes))}
    return wrong <= {code for code, _ in ruled} and all(name not in (None, *NO_CARDS) for _, name in ruled)


# --- a story ------------------------------------------------------------------------------------------------------


def accused(table: Dealer, told: "Story") -> set[str]:
    """What was said beside the one error made, and its burn that was missing."""
    made = {*table.errors, *(("missing_burn",) if "unburned" in told.errors[0] else ())}
    if "missing_hole_card" in made:
        made.add("wrong_hole_card_count")  # heads-up both may lack the same
    return set(table.codes) - made - {"house_override", "table_overfull", "short_blind_all_in"}


NO_CARDS = frozenset({"none", "floor", "play_stands", "hand_dead", "announce", "hand_void"})
"""Ways out after which not everything lies as it should: errors that stand, hands that are dead."""

FLOOR = ("at once", "at once", "late", "otherwise", "taken back", "nobody", "the table", "departs")


@dataclass(frozen=True)
class Story:
    """What happens: drawn from a seed, the same every time."""

    seed: int
    house: str
    seats: int
    game: str
    button: int
    errors: tuple[str, ...]
    places: tuple[int, ...]
    floor: tuple[str, ...]
    blind: bool
    unread: float
    late: int
    lively: bool


def story(seed: int, houses: tuple[str, ...]) -> Story:
    """The story of *seed*."""
    draw = random.Random(seed)
    game = draw.choice(("texas", "texas", "omaha"))
    seats = draw.randint(2, 8 if game == "omaha" else 11)
    names = sorted(draw.sample(sorted(ERRORS), draw.choice((1, 2, 2))), key=when)
    floor = tuple(draw.choice(FLOOR) for _ in names)
    return Story(
        seed,
        draw.choice(houses),
        seats,
        game,
        draw.randint(1, seats),
        tuple(names),
        tuple(draw.randint(0, 60) for _ in names),
        floor,
        draw.random() < 0.3 and len(names) == 1 and "taken back" not in floor,
        draw.choice((0.0, 0.0, 0.3, 1.0)),
        draw.randint(1, 9),
        draw.random() < 0.4,
    )


def tell(told: Story, book: Rulebook) -> Dealer:
    """The table at the end of the hand. Raises ``NotHereError`` where the story cannot be told to its end."""
    table = Dealer(
        book, told.seats, told.button, told.game, told.seed, blind=told.blind, unread=told.unread, lively=told.lively
    )
    table.floor = told.floor
    for error, place, floor in zip(told.errors, told.places, told.floor, strict=True):
        before = table.night.next_incident
        lies_aside = [step for one in table.night.following for step in one.left if step.moves == ("aside", "burn")]
        need(not lies_aside or "flop" not in error)  # a card burned now might be that one
        table.errors.append(ERRORS[error](table, place))
        new = [item for item in table.night.incidents if item.number >= before]
        need(bool(new) or len(table.errors) == 1)
        answered(table, new, floor, told.late)
        need(table.hand.street not in (Street.OVER, Street.SHOWDOWN) or error is told.errors[-1])
    table.finish()
    return table


def open_of(table: Dealer, numbers: list[int]) -> list[Incident]:
    """Those of the incidents that nobody has ruled on."""
    return [i for i in table.night.incidents if i.number in numbers and i.state is IncidentState.OPEN]


def answered(table: Dealer, new: list[Incident], floor: str, late: int) -> None:
    """What the floor, or the table without one, does about the *new* incidents."""
    numbers = [item.number for item in new]
    match floor:
        case "nobody":
            pass
        case "the table":
            carry_out(table, numbers)
        case "late":
            play_on(table, late)
            accept(table, numbers)
        case "otherwise":
            rule_otherwise(table, numbers)
        case "taken back":
            take_back(table, numbers, late % 3)
        case "departs":
            accept(table, numbers)
            depart(table)
        case _:
            accept(table, numbers)


def play_on(table: Dealer, steps: int) -> None:
    """So many steps of the hand, whatever is open."""
    for _ in range(steps):
        if table.hand.street not in (Street.SHOWDOWN, Street.OVER):
            table.do(table.next_step())


def take_back(table: Dealer, numbers: list[int], steps: int) -> None:
    """Ruled on, begun to be carried out, the ruling taken back, and ruled on in another way."""
    accept(table, numbers)
    for _ in range(steps):
        if table.night.following and not any("deck" in step.event for step in table.night.following[0].left):
            table.do(table.next_step())
    for number in numbers:
        table.see(e.RulingUndone(ruling=number))
    rule_otherwise(table, numbers)


def accept(table: Dealer, numbers: list[int]) -> None:
    """What is open, as proposed; where the floor has to choose, the first of its options."""
    while left := open_of(table, numbers):
        found = left[-1].irregularity
        names = [item.name for item in (found.proposal, *found.options) if item is not None]
        need(bool(names) and names[0] != "hand_void")
        table.see(e.RulingMade(incident=left[-1].number, remedy=names[0], by="floor"))


def rule_otherwise(table: Dealer, numbers: list[int]) -> None:
    """What is open, in another way than proposed."""
    while left := open_of(table, numbers):
        found = left[-1].irregularity
        named = [item.name for item in (*found.options, *possible(table.hand, found, table.book))]
        names = sorted(name for name in named if name != "hand_void")
        need(bool(names))
        table.see(e.RulingMade(incident=left[-1].number, remedy=table.random.choice(names), by="floor"))


def carry_out(table: Dealer, numbers: list[int]) -> None:
    """Nobody rules: the dealer does what is proposed, until the referee can tell what is being done."""
    for incident in open_of(table, numbers):
        proposal = incident.irregularity.proposal
        if proposal is not None and proposal.name == "misdeal":
            table.gather()
            table.see(e.DeckShuffled())
            table.hole(table.hand.players[0].seat)
            return
        for step in () if proposal is None else proposal.steps:
            if step.event == "card_exposed":
                continue
            if step.event in ("chips_taken_back", "hand_ended", "hand_mucked"):
                raise NotHereError
            table.do(step)
            if len(open_of(table, numbers)) < len(numbers):
                return


def depart(table: Dealer) -> None:
    """In the middle of a remedy something else happens: a player acts, or the bets are gathered."""
    if table.night.following:
        table.do(table.next_step())
    assert table.answer is not None
    if any(step.moves and step.moves[0] == "aside" for step in table.answer.next_steps[:1]):
        return
    if table.hand.to_act is not None:
        table.act()
    else:
        table.see(e.BetsCollected())
