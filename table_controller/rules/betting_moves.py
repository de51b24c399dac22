"""Carry out what words, chips and cards pushed in count as."""

from table_controller.records.chips import Chips, Seat
from table_controller.records.night import ActionKind, Early, Hand, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading
from table_controller.rules.hand import BETTING, NEXT, changed, index_of, setting, with_player
from table_controller.rules.pots import layers
from table_controller.rules.start import posted
from table_controller.rules.turns import act, close, fold


def bet_moved(hand: Hand, reading: Reading, book: Rulebook) -> Hand:
    """*hand* after what was read: an action, a blind, words that wait, or chips that go back."""
    index = index_of(hand, reading.seat)
    if index is None:
        return hand
    if reading.mode is Mode.ACT and reading.kind is not None:
        return _acted(hand, index, reading)
    if reading.mode is Mode.POST:
        return posted(hand, reading.seat, 0 if reading.spoken else reading.put, 0)
    if reading.mode is Mode.WAIT:
        return _waiting(hand, index, reading)
    if reading.mode is Mode.EARLY:
        return _early(hand, index, reading, book)
    if reading.mode is Mode.AGAIN:
        return _again(hand, index, reading)
    if "check_facing_bet" in reading.marks:
        # TDA 55: who checks facing a bet may call or fold, not raise.
        return with_player(hand, index, changed(hand.players[index], passive=True))
    return _lies_there(hand, index, reading.change)


def _lies_there(hand: Hand, index: int, chips: int) -> Hand:
    if chips <= 0:
        return hand
    player = hand.players[index]
    return with_player(hand, index, changed(player, excess=player.excess + chips))


def _acted(hand: Hand, index: int, reading: Reading) -> Hand:
    player = hand.players[index]
    owes = reading.owes
    if player.declared is not None and player.owes:
        hand = with_player(hand, index, changed(player, owes=Chips(0)))
    hand = _lies_there(hand, index, reading.change)
    kind = reading.kind or ActionKind.CHECK
    # Words without an amount leave it to the chips: a further motion is a string bet as if nothing had been said.
    chips_decide = not reading.spoken or player.declared is not None
    return act(hand, index, kind, reading.to, owes=owes, silent=chips_decide)


def _waiting(hand: Hand, index: int, reading: Reading) -> Hand:
    """ "Raise" without an amount: the seat stays in turn; a call put in first is staked (001 §4.3.19-c)."""
    player = hand.players[index]
    put = min(reading.put, player.stack)
    waiting = changed(
        player,
        declared=player.declared or "raise",
        bet=player.bet + put,
        total=player.total + put,
        stack=player.stack - put,
    )
    return with_player(hand, index, waiting, swept=hand.swept and put == 0)


def _early(hand: Hand, index: int, reading: Reading, book: Rulebook) -> Hand:
    """An action out of turn waits for its turn; a fold stands at once where the house says so (K35)."""
    kind = reading.kind
    if kind is None:
        return hand
    if kind is ActionKind.FOLD and setting(book, "oot.fold_always_stands", True):
        return fold(hand, index)
    player = hand.players[index]
    final = setting(book, "oot.binding") == "always"
    early = Early(kind, Chips(reading.to), hand.bet_to, final)
    return with_player(hand, index, changed(player, early=early, excess=player.excess + reading.put))


def _again(hand: Hand, index: int, reading: Reading) -> Hand:
    player = hand.players[index]
    paid = min(player.owes, reading.put)
    after = changed(player, owes=player.owes - paid, excess=player.excess + reading.put - paid)
    hand = with_player(hand, index, after, swept=hand.swept and reading.put == 0)
    # The next street's cards may lie there already; it begins once the last chips of this one are in.
    return close(hand) if paid and hand.to_act is None and hand.street in NEXT else hand


def folded(hand: Hand, seat: Seat) -> Hand:
    """Cards in the muck when no round is open: at the showdown the claim is given up."""
    index = index_of(hand, seat)
    if index is None or hand.players[index].folded:
        return hand
    player = hand.players[index]
    if hand.street in BETTING and hand.to_act is not None:
        return fold(hand, index)
    if hand.street is Street.OVER or player.tabled:
        return hand
    others = [p for p in hand.players if not p.folded and not p.mucked and p.seat != seat]
    if not others:
        return hand
    hand = with_player(hand, index, changed(player, mucked=True))
    return changed(hand, pots=layers(hand))
