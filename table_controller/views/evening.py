"""What an overlay tells of a whole evening, as a fold over the referee's answers: who did what, stacks, ends of hands.

A hand is counted once it has ended and somebody has won it. What is taken back with the desk's undo is not counted:
the acts of a hand are kept beside their number, and where a hand goes back the evening goes back with it.
"""

from collections.abc import Set
from dataclasses import dataclass, field, replace

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import ChipsBought, ChipsCashedOut, HandEnded, HandStarted, SeatLeft, SeatTaken
from table_controller.records.hand import Hand
from table_controller.records.night import Assessment, Night
from table_controller.records.player import ActionKind, Player, Street

_HISTORY = 120
"""Hands of which the stacks are kept."""
_ENDINGS = 400
"""Hands of which the end is kept: more than fit into the longest delay."""
_BACK = 6
"""How many beginnings and ends of hands can be gone back."""
_FIRST_ROUND = (Street.DEAL, Street.PREFLOP)


@dataclass(frozen=True, slots=True)
class Act:
    """A betting action, the *number*-th of its hand: a bet or raise (``aggressive``), a call, or a fold."""

    number: int
    seat: Seat
    kind: ActionKind
    aggressive: bool
    first_round: bool


@dataclass(frozen=True, slots=True)
class Account:
    """What one player did so far; ``bought`` None: nobody said with how many chips it sat down."""

    hands: int = 0
    voluntary: int = 0
    raised: int = 0
    acts: int = 0
    aggressive: int = 0
    flops: int = 0
    showdowns: int = 0
    bought: int | None = None
    cashed_out: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a hand: when (ns of night time), whose hands lay tabled then, and the cards of these."""

    at: int
    shown: frozenset[Seat]
    tabled: frozenset[tuple[Seat, Card]] = frozenset()

    def showed(self, hand: Hand | None) -> frozenset[Seat]:
        """The seats of an earlier moment, *hand*, that held then only what they tabled in the end.

        A hand that was undone and dealt anew has the number of the new one, a replaced card its seat: they were never
        shown.
        """
        held = {player.seat: {(player.seat, card) for card in player.cards if card} for player in _players(hand)}
        return frozenset(seat for seat in self.shown if held.get(seat, set()) <= self.tabled)


@dataclass(frozen=True, slots=True)
class Result:
    """Who won how much in which hand, counted from 1."""

    hand: int
    won: tuple[tuple[Seat, Chips], ...]

    @property
    def pot(self) -> int:
        """All that was won."""
        return sum(amount for _, amount in self.won)


@dataclass(frozen=True, slots=True)
class Evening:
    """The evening so far. ``number``: hands begun; ``ended``: hands ended; ``counted``: hands won by somebody."""

    number: int = 0
    ended: int = 0
    counted: int = 0
    accounts: tuple[tuple[Seat, Account], ...] = ()
    history: tuple[tuple[int, tuple[tuple[Seat, Chips], ...]], ...] = ()
    """Number of a hand, and all stacks at its end."""
    endings: tuple[tuple[int, Ending], ...] = ()
    """By number of the hand."""
    last: Result | None = None
    biggest: Result | None = None
    left: frozenset[Seat] = frozenset()
    """Seats that somebody has left: whoever sits there now is not the one the table file names."""
    hand: str | None = None
    settled: bool = True
    acts: tuple[Act, ...] = ()
    flop: frozenset[Seat] = frozenset()
    showdown: frozenset[Seat] = frozenset()
    bet_to: int = 0
    street: Street | None = None
    back: tuple["Evening", ...] = field(default=(), repr=False)
    """The evening before the last beginnings and ends of hands, oldest first."""

    def ending(self, number: int) -> Ending | None:
        """How the hand of that *number* ended; None while it runs, or where nobody said that it ended."""
        return dict(self.endings).get(number)


def heard(evening: Evening, answer: Assessment) -> Evening:
    """The evening after the referee's *answer* to one event."""
    evening = _money(evening, answer)
    match answer.event:
        case HandStarted():
            evening = _begun(evening, answer.night)
        case HandEnded() if not evening.settled and _ended(answer.night):
            evening = _closed(evening, answer.night, answer.event.at)
        case _:
            evening = _gone_back(evening, answer.night.hand)
    return _looked(_acted(evening, answer), answer.night.hand)


def _ended(night: Night) -> bool:
    return night.hand is not None and night.hand.settled


def _saved(evening: Evening) -> tuple[Evening, ...]:
    return (*evening.back, replace(evening, back=()))[-_BACK:]


def _begun(evening: Evening, night: Night) -> Evening:
    if night.hand is None or night.hand.settled or (evening.hand, evening.settled) == (night.hand.id, False):
        return evening
    accounts = dict(evening.accounts)
    for player in night.hand.players:
        account = accounts.get(player.seat, Account())
        accounts[player.seat] = replace(account, bought=player.start) if account.bought is None else account
    return replace(
        evening,
        number=evening.number + 1,
        accounts=_sorted(accounts),
        hand=night.hand.id,
        settled=False,
        acts=(),
        flop=frozenset(),
        showdown=frozenset(),
        back=_saved(evening),
    )


def _gone_back(evening: Evening, hand: Hand | None) -> Evening:
    """The evening as it was when *hand* stood so: an end or a beginning may have been taken back."""
    for earlier in range(len(evening.back), -1, -1):
        then = evening if earlier == len(evening.back) else evening.back[earlier]
        if hand is None or (then.hand, then.settled) == (hand.id, hand.settled):
            return then if then is evening else replace(then, back=evening.back[:earlier])
    return evening


def _money(evening: Evening, answer: Assessment) -> Evening:
    event = answer.event
    if not isinstance(event, SeatTaken | SeatLeft | ChipsBought | ChipsCashedOut):
        return evening
    accounts = dict(evening.accounts)
    known = accounts.get(event.seat, Account())
    match event:
        case SeatTaken(stack=stack):
            accounts[event.seat] = replace(known, bought=stack if known.bought is None else known.bought)
        case ChipsBought(amount=amount):
            accounts[event.seat] = replace(known, bought=(known.bought or 0) + amount)
        case ChipsCashedOut(amount=amount):
            accounts[event.seat] = replace(known, cashed_out=known.cashed_out + amount)
        case SeatLeft(seat=seat):
            accounts.pop(seat, None)
            evening = replace(evening, left=evening.left | {seat})
    return replace(evening, accounts=_sorted(accounts))


def _acted(evening: Evening, answer: Assessment) -> Evening:
    action, hand = answer.action, answer.night.hand
    if action is None or hand is None or action.kind in (ActionKind.POST, ActionKind.CHECK):
        return evening
    raises = action.kind is ActionKind.ALL_IN and action.bet_to > evening.bet_to
    aggressive = raises or action.kind in (ActionKind.BET, ActionKind.RAISE)
    act = Act(hand.actions, action.seat, action.kind, aggressive, evening.street in (None, *_FIRST_ROUND))
    return replace(evening, acts=(*evening.acts, act))


def _looked(evening: Evening, hand: Hand | None) -> Evening:
    """The evening with what *hand* shows by now: acts that still count, who saw the flop, who is at the showdown."""
    if hand is None or hand.settled:
        return evening
    live = frozenset(player.seat for player in hand.players if not player.folded)
    acts = evening.acts
    if acts and acts[-1].number > hand.actions:
        acts = tuple(act for act in acts if act.number <= hand.actions)
    flop = (evening.flop or live) if len(hand.board) >= 3 else frozenset()
    showdown = (evening.showdown or live) if hand.street is Street.SHOWDOWN and len(live) > 1 else evening.showdown
    if hand.street not in (Street.SHOWDOWN, Street.OVER):
        showdown = frozenset()
    seen = (evening.flop, evening.showdown, evening.bet_to, evening.street)
    if acts is evening.acts and seen == (flop, showdown, hand.bet_to, hand.street):
        return evening
    return replace(evening, acts=acts, flop=flop, showdown=showdown, bet_to=hand.bet_to, street=hand.street)


def _closed(evening: Evening, night: Night, at: int) -> Evening:
    hand = night.hand
    if hand is None:
        return evening
    endings = (*evening.endings, (evening.number, _ending(hand, at)))[-_ENDINGS:]
    history = (*evening.history, (evening.number, night.stacks))[-_HISTORY:]
    over = replace(
        evening,
        ended=evening.ended + 1,
        endings=endings,
        history=history,
        settled=True,
        street=None,
        back=_saved(evening),
    )
    won = tuple((player.seat, player.won) for player in hand.players if player.won > 0)
    return _counted(over, hand, Result(evening.number, won)) if won else over


def _ending(hand: Hand, at: int) -> Ending:
    showing = [player for player in hand.players if player.tabled]
    cards = frozenset((player.seat, card) for player in showing for card in player.cards if card)
    return Ending(at, frozenset(player.seat for player in showing), cards)


def _players(hand: Hand | None) -> tuple[Player, ...]:
    return hand.players if hand is not None else ()


def _counted(evening: Evening, hand: Hand, result: Result) -> Evening:
    accounts = dict(evening.accounts)
    for player in hand.players:
        accounts[player.seat] = _after(accounts.get(player.seat, Account()), evening, player.seat)
    biggest = evening.biggest
    if biggest is None or result.pot > biggest.pot:
        biggest = result
    return replace(
        evening, counted=evening.counted + 1, accounts=_sorted(accounts), last=result, biggest=biggest, acts=()
    )


def _after(account: Account, evening: Evening, seat: Seat) -> Account:
    """The account of *seat* with this hand in it."""
    mine = [act for act in evening.acts if act.seat == seat]
    first = [act for act in mine if act.first_round and act.kind is not ActionKind.FOLD]
    return replace(
        account,
        hands=account.hands + 1,
        voluntary=account.voluntary + bool(first),
        raised=account.raised + any(act.aggressive for act in first),
        acts=account.acts + len(mine),
        aggressive=account.aggressive + sum(act.aggressive for act in mine),
        flops=account.flops + _in(seat, evening.flop),
        showdowns=account.showdowns + (_in(seat, evening.flop) and _in(seat, evening.showdown)),
    )


def _in(seat: Seat, seats: Set[Seat]) -> bool:
    return seat in seats


def _sorted(accounts: dict[Seat, Account]) -> tuple[tuple[Seat, Account], ...]:
    return tuple(sorted(accounts.items(), key=lambda item: item[0]))
