"""Remedies of the deal, burns and board as steps for the dealer, from the hand as its cards lie now.

A function gives no steps where its remedy makes no sense: nothing is set aside where nothing came too early.
"""

from table_controller.records.cards import Card
from table_controller.records.chips import Seat
from table_controller.records.hand import Hand
from table_controller.records.incidents import Step
from table_controller.records.player import Street
from table_controller.rules.faults import MIXED, burns_wanted
from table_controller.rules.hand import BOARD, NEXT, board_of, hole_count, player_of
from table_controller.rules.too_soon import base_of, early, too_soon
from table_controller.rules.words import step


def _name(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _opened(hand: Hand) -> int:
    """How many board cards lay there before the street that was opened last."""
    if early(hand) or hand.street in (Street.DEAL, Street.PREFLOP):
        return BOARD.get(hand.street, 0)
    return {Street.FLOP: 0, Street.TURN: 3}.get(hand.street, 4)


def _whole(hand: Hand) -> int:
    """How many cards the board has when the street opened last is whole."""
    return 3 if _opened(hand) == 0 else _opened(hand) + 1


def _next_whole(hand: Hand) -> int:
    """How many cards the board has once the next street is dealt."""
    following = NEXT.get(hand.street)
    return 5 if following is None else BOARD[following]


def _lacks_burn(hand: Hand) -> bool:
    return any(code == "missing_burn" for code, _ in hand.faults)


def _unburned(until: int) -> Step:
    """The next street without a burn, until the board has so many cards."""
    return step("flop_no_burn" if until == 3 else "no_burn", None, None, None, until)


def _to_stub(cards: tuple[Card | None, ...]) -> tuple[Step, ...]:
    return tuple(step("board_to_stub", None, None, _name(card)) for card in cards)


def misdeal(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """All cards back, exposed ones too, shuffle, cut, deal again (001 §4.3.5; TDA 35-C)."""
    return (step("shuffle"), step("cut"))


def void(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """Bets back, the hand is over (004 C28-c; TDA 35-E)."""
    return (step("back"), step("end"))


def replace_card(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """001 §4.3.5: laid apart face up; after the deal the next card replaces it; it is the burn before the flop."""
    player = player_of(hand, seat)
    if player is None or not player.exposed or hand.board or hand.burns:
        return ()
    card = _name(player.exposed[-1])
    return (
        step("take_card", seat, None, card),
        step("replace", seat),
        step("aside_to_burn", None, None, card),
        _unburned(3),
    )


def surplus_card(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """001 §4.3.6: the surplus card, if it is the only one and known, becomes the burn; the flop needs no other."""
    player = player_of(hand, seat)
    if player is None or len(player.cards) <= hole_count(hand) or hand.board or (MIXED, seat) in hand.faults:
        return ()
    if sum(max(0, len(one.cards) - hole_count(hand)) for one in hand.players) > 1:
        return ()  # R6-4
    return (step("surplus", seat), _unburned(3))


def collected(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """A fold that was only said: the dealer collects the cards (Q-O2)."""
    return dead(hand, seat) if seat not in hand.away else ()


def finish_deal(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """Every seat that is short gets its cards from the top of the stub, round by round (001 R6-10 [D]; TDA 37).

    While the deal goes on, only what it will not bring by itself is missing: a seat passed over is one card short.
    """
    served = (*hand.players[hand.deal_from :], *hand.players[: hand.deal_from])
    left = max(0, len(served) * hole_count(hand) - hand.dealt) if hand.street is Street.DEAL else 0
    rounds, more = divmod(left, len(served)) if served else (0, 0)
    lasts = {player.seat for player in served[len(served) - more :]}
    short = tuple((p.seat, len(p.cards) + rounds + (p.seat in lasts)) for p in served if not p.folded and not p.mucked)
    return tuple(
        step("missing", seat) for round_ in range(hole_count(hand)) for seat, comes in short if comes <= round_
    )


def dead(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """Its cards go to the muck; the stub stays as it is (TDA 38)."""
    return () if player_of(hand, seat) is None else (step("muck", seat),)


def first_open_burns(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """001 §4.3.7: the first open card is shown and is the burn; the board is filled up from the stub.

    Opened too early as well (R9-5): what came after it goes back; its street follows when the round is over.
    """
    first = _opened(hand)
    if not _lacks_burn(hand) or len(hand.board) <= first:
        return ()
    card = _name(hand.board[first])
    burn = (step("show", None, None, card), step("board_to_burn", None, None, card))
    if not early(hand):
        fill = () if len(hand.board) > _whole(hand) else (step("board", None, None, None, _whole(hand)),)
        return (*burn, *fill)  # of four open cards three are left (R8-5)
    back = _to_stub(hand.board[first + 1 :])
    mixed = (step("shuffle_stub"),) if back else ()
    return (*burn, *back, *mixed, _unburned(_next_whole(hand)))


def scramble_fill(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """001 §4.3.7-b, TDA 39-B: scramble the street's cards, draw the burn, fill up."""
    if early(hand):
        return first_open_burns(hand, seat)
    if not _lacks_burn(hand) or len(hand.board) <= _opened(hand):
        return ()
    if _surplus_of_flop(hand):
        return scramble_next(hand, seat)  # R8-5: one drawn mends both
    fill = step("board", None, None, None, _whole(hand))
    return (step("scramble"), step("pick"), step("face_up"), fill)


def _surplus_of_flop(hand: Hand) -> int:
    """How many cards of the flop are too many and still lie there (R8); 0 once the turn is out."""
    return board_of(hand, Street.FLOP) - 3 if hand.street is Street.FLOP else 0


def scramble_next(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """001 §4.3.8, TDA 39-A: scramble them all, three stay, each other is a next burn: its street needs none (R8-4).

    With no burn before (R8-5) the one drawn makes that good, and the turn is burned for as always.
    """
    surplus = _surplus_of_flop(hand)
    if not surplus:
        return ()
    burns = min(surplus, max(0, 3 - len(hand.burns)))  # the turn may have been burned for already
    back = _to_stub((None,) * (surplus - burns))
    mixed = (step("scramble"), *(step("pick") for _ in range(burns)), *back, step("face_up"))
    ahead = len(hand.burns) + burns - (burns_wanted(hand) - 1 + _lacks_burn(hand))
    return (*mixed, *((step("shuffle_stub"),) if back else ()), *_spared(ahead))


def surplus_board(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """001 R8-2 [D]: the fourth card is the next burn; R8-5: with no burn before, the first one is the burn."""
    surplus = _surplus_of_flop(hand)
    if not surplus:
        return ()
    cards = hand.board[:1] if _lacks_burn(hand) else hand.board[3 : 3 + surplus]
    moved = tuple(step("board_to_burn", None, None, _name(card)) for card in cards)
    return (*moved, *_spared(surplus - _lacks_burn(hand)))


def _spared(streets: int) -> tuple[Step, ...]:
    """The next *streets* come without a burn."""
    return tuple(_unburned(4 + number) for number in range(min(2, streets)))


def set_aside(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """001 §4.3.9: aside, finish the round, burn, the river is the turn; the card is shuffled in, no burn, river."""
    opened, base = too_soon(hand), base_of(hand)
    if base < 3 or base > board_of(hand, Street.FLOP) or not opened:
        return ()
    card = _name(opened[0])
    return (
        step("board_aside", None, None, card),
        step("burn_after"),
        step("turn_after", None, None, None, base + 1),
        step("aside_to_stub", None, None, card),
        step("shuffle_stub"),
        _unburned(base + 2),
    )


def keep_burn(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """TDA RP-5, 001 R9-6, R9-7 [D]: the burn stays, the cards go back, the stub is reshuffled, no second burn."""
    opened = too_soon(hand)
    if not opened:
        return ()
    return (*_to_stub(opened), step("shuffle_stub"), _unburned(base_of(hand) + (1 if base_of(hand) else 3)))


def aside_and_mixed(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """001 R9-7 [D]: the burn stays, the card lies apart; after the round it is shuffled in, a new one, no burn."""
    opened = too_soon(hand)
    if len(opened) != 1 or not base_of(hand):
        return ()
    card = _name(opened[0])
    return (
        step("board_aside", None, None, card),
        step("aside_to_stub", None, None, card),
        step("shuffle_stub"),
        _unburned(base_of(hand) + 1),
    )


def burn_is_board(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """001 R5-7, R8-3, R9-3 [D]: the card burned too many is the next board card.

    Where the street is out already and nobody has acted, its last card goes back on top of the stub.
    """
    if not any(code == "extra_burn" for code, _ in hand.faults) or not hand.burns:
        return ()
    moved = step("burn_to_board", None, None, _name(hand.burns[-1]))
    if hand.street is not Street.RIVER and len(hand.burns) >= burns_wanted(hand):
        return (moved, _unburned(_next_whole(hand))) if hand.street in NEXT else ()
    return (
        () if hand.round_actions or not hand.board else (moved, step("top_of_stub", None, None, _name(hand.board[-1])))
    )


def card_back(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """001 §4.3.17, TDA 28: cards opened after the hand was over go back, without effect."""
    over = hand.street is Street.OVER and bool(hand.board)
    return _to_stub(hand.board[-1:]) if over else ()
