"""A hand as PokerStars writes it, the text most tracking programs read. No public grammar exists; this is the core."""

from collections.abc import Iterator
from decimal import Decimal

from table_controller.hands.money import chips_as_text
from table_controller.hands.played import Acted, Cards, Played
from table_controller.records import Chips
from table_controller.records.player import Street

_GAMES = {("texas", "no_limit"): "Hold'em No Limit", ("omaha", "pot_limit"): "Omaha Pot Limit"}
_NO_DATE = "2000/01/01 0:00:00 ET"
"""The format demands a date; a hand knows night time only."""


def pokerstars(hand: Played, number: int, unit: Decimal) -> str | None:
    """*hand* as text, followed by two blank lines; None for a game the format does not know."""
    if (hand.game, hand.limit) not in _GAMES:
        return None
    return "\n".join(_lines(hand, number, unit)) + "\n\n\n"


def _lines(hand: Played, number: int, unit: Decimal) -> Iterator[str]:
    def text(amount: Chips) -> str:
        return chips_as_text(amount, unit)

    stakes = f"({text(hand.small_blind)}/{text(hand.big_blind)})"
    yield f"PokerStars Hand #{number}:  {_GAMES[hand.game, hand.limit]} {stakes} - {_NO_DATE}"
    yield f"Table 'Floorman' {max(hand.seats)}-max Seat #{hand.button} is the button"
    for seat, start in sorted(zip(hand.seats, hand.start, strict=True)):
        yield f"Seat {seat}: Player{seat} ({text(start)} in chips)"
    yield from _posts(hand, unit)
    yield "*** HOLE CARDS ***"
    for street in (Street.PREFLOP, Street.FLOP, Street.TURN, Street.RIVER):
        if street is not Street.PREFLOP:
            if not hand.opened(street):
                break
            yield _board(hand, street)
        yield from _actions(hand, street, unit)
    if returned := hand.uncalled():
        yield f"Uncalled bet ({text(returned[1])}) returned to Player{returned[0]}"
    yield from _showdown(hand)
    for seat, won in zip(hand.seats, hand.won, strict=True):
        if won:
            yield f"Player{seat} collected {text(won)} from pot"
    yield from _summary(hand, unit)


def _posts(hand: Played, unit: Decimal) -> Iterator[str]:
    for seat, start in zip(hand.seats, hand.start, strict=True):
        if hand.ante:
            yield f"Player{seat}: posts the ante {chips_as_text(Chips(min(hand.ante, start)), unit)}"
    small = 1 if len(hand.seats) == 2 else 0
    rows = list(enumerate(zip(hand.seats, hand.blinds, strict=True)))
    for index, (seat, blind) in rows[::-1] if small else rows:
        if blind:
            yield f"Player{seat}: posts {'small' if index == small else 'big'} blind {chips_as_text(blind, unit)}"


def _actions(hand: Played, street: Street, unit: Decimal) -> Iterator[str]:
    high = max(hand.blinds) if street is Street.PREFLOP else Chips(0)
    for act in hand.street(street):
        yield f"Player{act.seat}: {_words(act, high, unit)}{' and is all-in' if act.all_in else ''}"
        high = max(high, act.to)


def _words(act: Acted, high: Chips, unit: Decimal) -> str:
    match act.verb:
        case "fold" | "check":
            return f"{act.verb}s"
        case "call" | "bet":
            return f"{act.verb}s {chips_as_text(act.add, unit)}"
        case _:
            return f"raises {chips_as_text(Chips(act.to - high), unit)} to {chips_as_text(act.to, unit)}"


def _board(hand: Played, street: Street) -> str:
    before = {Street.FLOP: 0, Street.TURN: 3, Street.RIVER: 4}[street]
    earlier = f"{_cards(hand.board[:before])} " if before else ""
    return f"*** {street.value.upper()} *** {earlier}{_cards(hand.opened(street))}"


def _showdown(hand: Played) -> Iterator[str]:
    if hand.shown or hand.mucked:
        yield "*** SHOW DOWN ***"
    yield from (f"Player{seat}: shows {_cards(cards)} (shown)" for seat, cards in hand.shown)
    yield from (f"Player{seat}: mucks hand" for seat in hand.mucked)


def _summary(hand: Played, unit: Decimal) -> Iterator[str]:
    total = Chips(max(sum(hand.pots), sum(hand.won)))
    yield "*** SUMMARY ***"
    yield f"Total pot {chips_as_text(total, unit)} | Rake {chips_as_text(hand.rake, unit)}"
    if hand.board:
        yield f"Board {_cards(hand.board)}"


def _cards(cards: Cards) -> str:
    return "[" + " ".join(str(card) for card in cards if card is not None) + "]"
