"""A hand as it was ruled, told the way other tools tell hands: who sat where, the actions in turn, the end.

It is read off the referee's answers: what an event counts as, an action out of turn that was carried out when its turn
came, an action undone. What an event alone shows (two motions, a late word) has no place in any of the formats.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from table_controller.records import Card, Chips, Seat
from table_controller.records.events import Corrected, HandEnded, HandMucked, HandStarted, HandTabled
from table_controller.records.hand import Hand
from table_controller.records.happened import is_entry
from table_controller.records.night import Assessment
from table_controller.records.player import Player, Street

Cards = tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Acted:
    """One action. ``verb``: fold check call bet raise; ``to``: its total on the street; ``add``: what it cost."""

    seat: Seat
    street: Street
    verb: str
    to: Chips
    add: Chips
    all_in: bool


@dataclass(frozen=True, slots=True)
class Played:
    """One hand as ruled. Rows by player run clockwise from the button's left; amounts in the smallest unit.

    ``blinds``: what each player had posted live when the betting began; ``shown``: the hands tabled, in that order;
    ``board``: only whole streets; ``incidents``: codes, each with its seat (``missing_burn``, ``string_bet seat 3``).
    """

    name: str
    game: str
    limit: str
    button: Seat
    small_blind: Chips
    big_blind: Chips
    ante: Chips
    seats: tuple[Seat, ...]
    start: tuple[Chips, ...]
    blinds: tuple[Chips, ...]
    acts: tuple[Acted, ...]
    board: Cards
    shown: tuple[tuple[Seat, Cards], ...]
    mucked: tuple[Seat, ...]
    won: tuple[Chips, ...]
    end: tuple[Chips, ...]
    pots: tuple[Chips, ...]
    incidents: tuple[str, ...]

    @property
    def rake(self) -> Chips:
        """What the house took: the part of the pots that nobody won."""
        return Chips(max(0, sum(self.pots) - sum(self.won))) if any(self.won) else Chips(0)

    def uncalled(self) -> tuple[Seat, Chips] | None:
        """The bet that went back because nobody called it, and whose it was."""
        put = {seat: min(self.ante, start) for seat, start in zip(self.seats, self.start, strict=True)}
        for seat, blind in zip(self.seats, self.blinds, strict=True):
            put[seat] = Chips(put[seat] + blind)
        for act in self.acts:
            put[act.seat] = Chips(put[act.seat] + act.add)
        back = sum(put.values()) - sum(self.pots)
        return (max(put, key=put.__getitem__), Chips(back)) if self.pots and back > 0 else None

    def street(self, street: Street) -> Iterator[Acted]:
        """The actions of *street*."""
        return (act for act in self.acts if act.street is street)

    def opened(self, street: Street) -> Cards:
        """The board cards that *street* opened; none if it was not reached."""
        first, last = {Street.FLOP: (0, 3), Street.TURN: (3, 4), Street.RIVER: (4, 5)}[street]
        return self.board[first:last] if len(self.board) >= last else ()


def played(answers: Iterable[Assessment]) -> Iterator[Played]:
    """The hands in *answers*, in order: those that ended and in which somebody acted or won."""
    hand: _Hand | None = None
    for answer in as_it_stands(answers):
        if isinstance(answer.event, HandStarted) and answer.night.hand is not None:
            hand = _Hand(answer.night.hand)
        if hand is None or answer.night.hand is None:
            continue
        hand.follow(answer)
        if isinstance(answer.event, HandEnded):
            if hand.acts or any(player.won for player in hand.now.players):
                yield hand.told()
            hand = None


def as_it_stands(answers: Iterable[Assessment]) -> Iterator[Assessment]:
    """*answers* without those that a person took back, each one's place taken by the answer that took it back."""
    told: list[Assessment] = []
    entries: list[tuple[int, int]] = []
    for answer in answers:
        match answer.event:
            case Corrected(what="undo", value=value) if entries and value == str(entries[-1][0]):
                del told[entries.pop()[1] :]
            case event if is_entry(event) and (not entries or entries[-1][0] != answer.night.entries):
                entries.append((answer.night.entries, len(told)))
        told.append(answer)
    yield from told


@dataclass(slots=True)
class _Hand:
    """A hand being followed."""

    now: Hand
    acts: list[Acted] = field(default_factory=list)
    blinds: dict[Seat, Chips] = field(default_factory=dict)
    shown: dict[Seat, Cards] = field(default_factory=dict)
    mucked: list[Seat] = field(default_factory=list)
    pots: tuple[Chips, ...] = ()
    incidents: list[str] = field(default_factory=list)

    def follow(self, answer: Assessment) -> None:
        """Take one answer in."""
        hand = answer.night.hand
        if hand is None:
            return
        before, self.now = self.now, hand
        if before.street is Street.DEAL:
            self.blinds = {player.seat: player.bet for player in before.players}
        if hand.actions < len(self.acts):
            del self.acts[hand.actions :]
        elif hand.actions > before.actions:
            self.acts.extend(_acts(before, hand))
        if hand.pots and not any(player.won for player in hand.players):
            self.pots = tuple(pot.amount for pot in hand.pots)
        for found in answer.irregularities:
            self.incidents.append(found.code if found.seat is None else f"{found.code} seat {found.seat}")
        self._cards(answer)

    def _cards(self, answer: Assessment) -> None:
        match answer.event:
            case HandTabled(seat=seat, cards=cards) if any(cards):
                self.shown[seat] = cards
            case HandMucked(seat=seat) if self.now.street is Street.SHOWDOWN and seat not in self.shown:
                self.mucked.append(seat)

    def told(self) -> Played:
        """The hand, now that it is over."""
        hand, players = self.now, self.now.players
        whole = max(size for size in (0, 3, 4, 5) if size <= len(hand.board))
        return Played(
            name=hand.id,
            game=hand.game,
            limit=hand.limit,
            button=hand.button,
            small_blind=hand.small_blind,
            big_blind=hand.big_blind,
            ante=hand.ante,
            seats=tuple(player.seat for player in players),
            start=tuple(player.start for player in players),
            blinds=tuple(self.blinds.get(player.seat, Chips(0)) for player in players),
            acts=tuple(self.acts),
            board=hand.board[:whole],
            shown=tuple(self.shown.items()),
            mucked=tuple(dict.fromkeys(self.mucked)),
            won=tuple(player.won for player in players),
            end=tuple(player.stack for player in players),
            pots=self.pots,
            incidents=tuple(self.incidents),
        )


def _acts(before: Hand, after: Hand) -> Iterator[Acted]:
    """The actions between two states of a hand: the seat in turn, then those whose early action came due."""
    street = Street.PREFLOP if before.street is Street.DEAL else before.street
    size = len(before.players)
    first = next((i for i, player in enumerate(before.players) if player.seat == before.to_act), 0)
    high = before.bet_to
    for step in range(size):
        index = (first + step) % size
        act = _act(before.players[index], after.players[index], high, street)
        if act is not None:
            high = max(high, act.to)
            yield act


def _act(was: Player, now: Player, high: Chips, street: Street) -> Acted | None:
    add = Chips(max(0, now.total - was.total))
    to = Chips(was.bet + add)
    if now.folded and not was.folded:
        verb = "fold"
    elif add:
        verb = ("raise" if high else "bet") if to > high else "call"
    elif now.acted and not was.acted:
        verb = "check"
    else:
        return None
    return Acted(was.seat, street, verb, to, add, all_in=verb != "fold" and was.stack == add)
