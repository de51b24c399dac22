"""Carry out what words, chips and cards pushed in count as."""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import ChipsMovedIn, ChipsTakenBack, Declared
from table_controller.records.hand import CALM, Hand
from table_controller.records.night import Move, Night
from table_controller.records.player import ActionKind, Early, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading
from table_controller.rules.hand import BETTING, GAVE_UP, NEXT, changed, index_of, setting, with_player
from table_controller.rules.payments import undercall_remedy
from table_controller.rules.posts import taken_up
from table_controller.rules.pots import layers
from table_controller.rules.prior import front_counted, pulled_back
from table_controller.rules.start import posted
from table_controller.rules.turns import ANY, act, close, fold


def bet_made(night: Night, hand: Hand, event: Declared | ChipsMovedIn, reading: Reading, book: Rulebook) -> Night:
    """The night after words or chips; it remembers the last action, for what belongs to it may still come (K34)."""
    after = bet_moved(hand, reading, book)
    if reading.mode is Mode.ACT:
        after = _open_ended(hand, after, event, reading, night.move, book)
        return changed(night, hand=after, move=_move(event, hand), latest=(event,))
    if reading.mode is Mode.WAIT and reading.spoken:
        after = changed(after, conduct=replace(after.conduct, said_at=event.at))
    if reading.mode is Mode.AGAIN and isinstance(event, Declared) and event.action == "fold":
        after = changed(after, faults=(*after.faults, (GAVE_UP, event.seat)))
    return changed(night, hand=after, latest=(event,))


def _move(event: Declared | ChipsMovedIn, hand: Hand) -> Move:
    if isinstance(event, Declared):
        return Move(event.seat, event.at, hand, event.action, event.amount or Chips(0))
    return Move(event.seat, event.at, hand, "", event.amount, event.chips, event.motion)


def _open_ended(
    hand: Hand, after: Hand, event: Declared | ChipsMovedIn, reading: Reading, move: Move | None, book: Rulebook
) -> Hand:
    """After "raise" without an amount more chips may follow, in a house where any declaration exempts (K33)."""
    if isinstance(event, Declared) or setting(book, "string_bet.exempt") != "any_declaration":
        return after
    index = index_of(hand, event.seat)
    more = hand.conduct.adding and hand.last_actor == event.seat and move is not None
    if index is None or not (more or hand.players[index].declared is not None):
        return after
    first = move.before if more and move is not None else hand
    rise = max(first.raise_by, after.bet_to - first.bet_to)
    return changed(after, raise_by=rise, conduct=replace(after.conduct, adding=True))


def taken_back(hand: Hand, event: ChipsTakenBack, book: Rulebook, *, uncalled: bool = False) -> Hand:
    """Chips taken back from a bet stay staked: every stake is final, so the seat owes them again (000 EINSATZ-c).

    While the floor has to say whether a call is full (*uncalled*), what nobody has matched so far counts no more than
    it lies there.

    Who pulls prior chips back facing a raise only makes room for others (TDA 46-B); what was his change is gone.
    """
    index = index_of(hand, event.seat)
    if index is None:
        return hand
    if hand.faults and (anew := taken_up(hand, event.seat, event.amount)) is not None:
        return anew
    player = hand.players[index]
    due = min(player.excess, max(0, event.amount))
    more = max(0, min(event.amount - due, player.bet - player.owes))
    back = changed(player, excess=player.excess - due, owes=player.owes + more)
    if more and uncalled and player.seat not in hand.conduct.short:
        conduct = replace(hand.conduct, short=(*hand.conduct.short, player.seat))
        return with_player(hand, index, back, conduct=conduct)
    if more and player.seat not in hand.conduct.pulled and pulled_back(hand, index, book):
        pulled = replace(hand.conduct, pulled=(*hand.conduct.pulled, player.seat))
        return with_player(hand, index, back, conduct=pulled)
    return with_player(hand, index, back)


def bet_moved(hand: Hand, reading: Reading, book: Rulebook) -> Hand:
    """*hand* after what was read: an action, a blind, words that wait, or chips that go back."""
    index = index_of(hand, reading.seat)
    if index is None:
        return hand
    if reading.mode is Mode.ACT and reading.kind is not None:
        after = _acted(hand, index, reading)
        return _with_short(hand, after, reading, book) if owing(reading) else after
    if reading.mode is Mode.POST:
        return posted(hand, reading.seat, 0 if reading.spoken else reading.put, reading.owes)
    if reading.mode is Mode.WAIT:
        return _waiting(hand, index, reading)
    if reading.mode is Mode.EARLY:
        return _early(hand, index, reading, book)
    if reading.mode is Mode.AGAIN:
        return _again(hand, index, reading)
    if reading.mode is Mode.ASK:
        return _asked(hand, index, reading)
    if "check_facing_bet" in reading.marks and setting(book, "invalid_decl.check_facing_bet") != "floor":
        # TDA 55: who checks facing a bet may call or fold, not raise.
        return with_player(hand, index, changed(hand.players[index], passive=True))
    return _lies_there(hand, index, reading.change)


def _lies_there(hand: Hand, index: int, chips: int) -> Hand:
    if chips <= 0:
        return hand
    player = hand.players[index]
    return with_player(hand, index, changed(player, excess=player.excess + chips))


def _asked(hand: Hand, index: int, reading: Reading) -> Hand:
    """The chips lie there, the turn stays until it is said what they are."""
    player = hand.players[index]
    hand = front_counted(_lies_there(hand, index, reading.put), index, 0)
    return changed(hand, conduct=replace(hand.conduct, asked=player.seat), swept=False)


def _acted(hand: Hand, index: int, reading: Reading) -> Hand:
    player = hand.players[index]
    owes = reading.owes
    again = reading.spoken and hand.to_act != player.seat
    if player.owes and (again or player.declared is not None):
        hand = with_player(hand, index, changed(player, owes=Chips(0)))
    if hand.conduct is not CALM or reading.used:
        hand = front_counted(hand, index, reading.used)
    hand = _lies_there(hand, index, reading.change)
    kind = reading.kind or ActionKind.CHECK
    # Words without an amount leave it to the chips: a further motion is a string bet as if nothing had been said.
    chips_decide = not reading.spoken or player.declared is not None
    after = act(hand, index, kind, reading.to, owes=owes, silent=chips_decide)
    if owes and _SHORT.intersection(reading.marks):
        after = _with_shown(after, player.seat, player.bet + reading.put)
    return after


def owing(reading: Reading) -> bool:
    """Whether *reading* is a call with too few chips."""
    return reading.owes > 0 and "undercall" in reading.marks


def _with_short(before: Hand, after: Hand, reading: Reading, book: Rulebook) -> Hand:
    """Until it is ruled a full call, no more of a call too small counts than lies there (TDA 51-B; 001 §4.3.29)."""
    if undercall_remedy(before, reading, book) == "complete_call":
        return after
    return changed(after, conduct=replace(after.conduct, short=(*after.conduct.short, reading.seat)))


_SHORT = frozenset({"underraise", "incomplete_bet", "bet_below_minimum"})


def _with_shown(hand: Hand, seat: Seat, shown: int) -> Hand:
    """Until it is completed, the others see what lies there; who matches that has called (TDA 52-A)."""
    return changed(hand, conduct=replace(hand.conduct, shown=(seat, Chips(shown))))


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
    player = hand.players[index]
    if kind is None:
        passive = player.passive or "check_facing_bet" in reading.marks
        return with_player(hand, index, changed(player, passive=passive))
    if kind is ActionKind.FOLD and (
        setting(book, "oot.fold_always_stands", True) or "premature_action" in reading.marks
    ):
        return fold(hand, index)
    if "premature_action" in reading.marks and reading.kind in (ActionKind.CHECK, ActionKind.CALL):
        return _blind_call(hand, index, reading, book)
    excess = Chips(player.excess + reading.put)
    binding = setting(book, "oot.binding", "if_action_unchanged")
    by_words_only = not reading.spoken and not setting(book, "oot.physical_same_as_verbal", True)
    if binding == "never" or (by_words_only and kind is not ActionKind.FOLD):
        return with_player(hand, index, changed(player, excess=excess))
    final = binding == "always" and "player_skipped" not in reading.marks  # in good faith: while the bet is the same
    early = Early(kind, Chips(reading.to), hand.bet_to, final)
    return with_player(hand, index, changed(player, early=early, excess=excess))


def _blind_call(hand: Hand, index: int, reading: Reading, book: Rulebook) -> Hand:
    """A call before the amount is known (TDA 59-B): it binds to any amount, or to none, or the floor says."""
    player = changed(hand.players[index], excess=Chips(hand.players[index].excess + reading.put))
    house = setting(book, "blind_call", "floor")
    if house == "void":
        return with_player(hand, index, player)
    against = ANY if house == "binding" else hand.bet_to
    return with_player(hand, index, changed(player, early=Early(ActionKind.CALL, Chips(reading.to), against)))


def _again(hand: Hand, index: int, reading: Reading) -> Hand:
    player = hand.players[index]
    paid = min(player.owes, reading.put - reading.change)
    after = changed(player, owes=player.owes - paid, excess=player.excess + reading.put - paid)
    hand = with_player(hand, index, after, swept=hand.swept and reading.put == 0)
    if player.owes and not after.owes and player.seat in hand.conduct.short:
        hand = made_up(hand, player.seat)
    if "declaration_action_mismatch" in reading.marks and after.owes:
        # TDA 40-A: who did not hear the words sees the chips, and matches them.
        hand = _with_shown(hand, player.seat, player.bet - after.owes)
    # The next street's cards may lie there already; it begins once the last chips of this one are in.
    return close(hand) if paid and hand.to_act is None and hand.street in NEXT else hand


def made_up(hand: Hand, seat: Seat) -> Hand:
    """*hand* once the call of *seat* is full, or ruled: what it owes counts again."""
    left = tuple(one for one in hand.conduct.short if one != seat)
    return changed(hand, conduct=replace(hand.conduct, short=left))


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
