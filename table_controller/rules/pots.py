"""Pots, uncalled bets, winners and odd chips. All amounts in the smallest unit; nothing here looks at chips seen."""

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.hand import Hand
from table_controller.records.player import Player, Pot
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import changed, hole_count, pot, setting, with_player
from table_controller.rules.ranking import strength


def layers(hand: Hand) -> tuple[Pot, ...]:
    """Main pot first, then side pots: one per level of a live seat's stake (003 SP, 004 C23-b, TDA 21)."""
    stakes = sorted({player.total for player in hand.players if not player.folded})
    if len(stakes) == 1:
        staked = sum([player.total for player in hand.players]) + hand.carried - hand.dropped
        return (Pot(Chips(max(0, staked)), tuple([p.seat for p in hand.players if not p.folded])),)
    pots: list[Pot] = []
    below = 0
    for stake in stakes:
        amount = sum(min(p.total, stake) - min(p.total, below) for p in hand.players)
        seats = tuple(p.seat for p in hand.players if not p.folded and p.total >= stake)
        _pile(pots, amount, seats)
        below = stake
    if pots:
        top = sum(p.total - min(p.total, below) for p in hand.players)
        _pile(pots, top, pots[-1].seats)
        rest = hand.carried - hand.dropped
        pots[0] = Pot(Chips(max(0, pots[0].amount + rest)), pots[0].seats)
    return tuple(pots)


def _pile(pots: list[Pot], amount: int, seats: tuple[Seat, ...]) -> None:
    if pots and pots[-1].seats == seats:
        pots[-1] = Pot(Chips(pots[-1].amount + amount), seats)
    elif amount > 0 or not pots:
        pots.append(Pot(Chips(amount), seats))


def without_uncalled(hand: Hand) -> Hand:
    """*hand* with the part of a bet that nobody matched given back (TV-P9); it lies there still, as ``excess``."""
    bets = [player.bet for player in hand.players]
    ranked = sorted(bets, reverse=True)
    if len(bets) < 2 or ranked[0] == ranked[1]:
        return hand
    index = bets.index(ranked[0])
    player = hand.players[index]
    if player.folded:
        return hand
    back = min(ranked[0] - ranked[1], max(0, pot(hand)))
    owes = max(0, player.owes - back)
    returned = changed(
        player,
        bet=player.bet - back,
        total=player.total - back,
        stack=player.stack + back,
        owes=owes,
        excess=player.excess + back - (player.owes - owes),
    )
    return with_player(hand, index, returned)


def shares(hand: Hand, book: Rulebook, chip: int) -> tuple[dict[Seat, int], int] | None:
    """What each seat wins of what is still in the pot's layers, and what is carried to the next pot.

    None if it cannot be told: a hand that could win is not open, or a board card was not read. *chip*: the smallest
    chip in play; shares are floored to it and the odd chips go as the house says (K52, K53).
    """
    told = pot_shares(hand, book, chip)
    if told is None:
        return None
    won: dict[Seat, int] = {}
    for parts in told[0]:
        for seat, amount in parts.items():
            won[seat] = won.get(seat, 0) + amount
    return won, told[1]


def pot_shares(hand: Hand, book: Rulebook, chip: int) -> tuple[list[dict[Seat, int]], int] | None:
    """The same pot by pot, the main pot first: each is split on its own (000 SPLIT-c, TDA 21)."""
    claims = [player for player in hand.players if not player.folded and not player.mucked]
    pots = layers(hand)
    if len(claims) == 1 and (len(pots) == 1 or all(claims[0].seat in layer.seats for layer in pots)):
        return [{claims[0].seat: _all(hand)}], 0
    boards = _boards(hand)
    ranks = [_strengths(hand, claims, board) for board in boards]
    parts: list[dict[Seat, int]] = []
    carried = 0
    for layer in pots:
        won: dict[Seat, int] = {}
        for amount, strengths in zip(_halves(layer.amount, len(boards), chip), ranks, strict=True):
            rest = None if strengths is None else _share(Pot(Chips(amount), layer.seats), strengths, won, book, chip)
            if rest is None:
                return None
            carried += rest
        parts.append(won)
    return (parts, carried) if boards else None


def _all(hand: Hand) -> int:
    return sum(player.total for player in hand.players) + hand.carried - hand.dropped


def _boards(hand: Hand) -> list[tuple[Card, ...]]:
    """The boards that decide, one or, run twice, two; none while a card is missing or was not read."""
    shared = hand.ending.shared
    boards = [hand.board] if shared is None else [hand.board, hand.board[:shared] + hand.ending.second]
    read = [tuple([card for card in board if card is not None]) for board in boards]
    return read if all(len(board) == 5 for board in read) and len(hand.board) == 5 else []


def _halves(amount: int, boards: int, chip: int) -> list[int]:
    """The parts of a pot that each board decides; an odd chip goes with the first."""
    if boards < 2:
        return [amount] * boards
    half = amount // 2 // max(1, chip) * max(1, chip)
    return [amount - half, half]


def _strengths(hand: Hand, claims: list[Player], board: tuple[Card, ...]) -> dict[Seat, int] | None:
    ranks: dict[Seat, int] = {}
    for player in claims:
        cards = tuple(card for card in player.cards if card is not None)
        if not player.tabled or len(cards) != hole_count(hand) or len(player.cards) != len(cards):
            return None
        ranks[player.seat] = strength(cards, board, omaha=hand.game == "omaha")
    return ranks or None


def _share(layer: Pot, ranks: dict[Seat, int], won: dict[Seat, int], book: Rulebook, chip: int) -> int | None:
    """Split one pot among its best hands into *won*; return what is carried over.

    A pot that one seat alone paid into to the end is its own, shown or not; where everybody gave up, nobody can tell.
    """
    held = [seat for seat in layer.seats if seat in ranks]
    if not held:
        if len(layer.seats) != 1:
            return None
        won[layer.seats[0]] = won.get(layer.seats[0], 0) + layer.amount
        return 0
    best = max(ranks[seat] for seat in held)
    winners = [seat for seat in held if ranks[seat] == best]
    unit = max(1, chip)
    each = layer.amount // len(winners) // unit * unit
    rest = layer.amount - each * len(winners)
    for seat in winners:
        won[seat] = won.get(seat, 0) + each
    if rest and len(winners) > 1 and setting(book, "odd_chip.to") == "carry_to_next_pot":
        return rest
    for seat in winners:
        # Seats run clockwise from the button's left, so the first winner is the house's "left of the button".
        odd = min(rest, unit)
        won[seat] += odd
        rest -= odd
    won[winners[0]] += rest
    return 0
