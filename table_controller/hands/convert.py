"""From a PHH hand to the events a table would have shown: the one converter.

Certainty says where an event comes from. DECLARED: the record states it. INFERRED: it follows, or the format has no
word for it and the converter supplies it: burns, returned bets, blinds coming in.

``at`` counts recorded actions, one second each: the format has no times. What one action shows shares one ``at``.
"""

from decimal import Decimal

from table_controller.hands.award import awards
from table_controller.hands.money import Money, amount, chips, unit_of
from table_controller.hands.phh import Phh
from table_controller.hands.phh_words import PLAYERS, Action, Cards, bet, cards_of, fault, number_of, parsed
from table_controller.hands.recorded import RecordedHand, SeatChips
from table_controller.records import Chips, Seat
from table_controller.records.events import (
    Announced,
    BoardCardDealt,
    CardBurned,
    Certainty,
    ChipsMovedIn,
    ChipsTakenBack,
    Declared,
    Event,
    HandEnded,
    HandMucked,
    HandStarted,
    HandTabled,
    HoleCardDealt,
    Post,
    PotPushed,
)

_SECOND = 1_000_000_000
_BURN_BEFORE = (0, 3, 4)
"""Numbers of board cards before which a card is burned."""
_SOURCE = "record"
_RECORD, _FOLLOWS = Certainty.DECLARED, Certainty.INFERRED


def convert(hand: Phh, unit: Decimal | None = None) -> RecordedHand:
    """The events of *hand* in whole *unit*s (None: the largest that makes every recorded amount whole).

    ``BadInput`` names the field or action that cannot be read, or an amount that is no multiple of *unit*. An illegal
    action is no fault of the file: it becomes events, and the referee's business.
    """
    players = {name: Seat(seat) for name, seat in zip(PLAYERS, hand.seats, strict=False)}
    actions = [parsed(hand, players, number, text) for number, text in enumerate(hand.actions)]
    table = _Table(hand, unit or unit_of(hand.amounts() + tuple([bet(words) for words in actions])))
    table.open()
    table.whole("min_bet", (hand.min_bet,))
    finishing = table.by_seat("finishing_stacks", hand.finishing)
    winnings = table.by_seat("winnings", hand.winnings)
    for number, words in enumerate(actions):
        table.at += _SECOND
        try:
            table.act(words, players)
        except ValueError as error:
            raise fault(hand, number, str(error)) from None
    table.close()
    return RecordedHand(
        name=hand.name,
        night=hand.name,
        events=tuple(table.events),
        unit=table.unit,
        stacks=finishing,
        winnings=winnings,
    )


class _Table:
    """The felt as the record tells it: enough of it to say which chips moved, never what would be legal."""

    def __init__(self, hand: Phh, unit: Decimal) -> None:
        self.hand, self.unit = hand, unit
        self.name = hand.name
        self.events: list[Event] = []
        self.at = 0
        self.motion = 0
        self.seats = tuple(map(Seat, hand.seats))
        self.stacks = dict(zip(self.seats, self.whole("starting_stacks", hand.stacks), strict=True))
        self.bets: dict[Seat, int] = dict.fromkeys(self.seats, 0)
        self.paid: dict[Seat, int] = dict.fromkeys(self.seats, 0)
        self.folded: set[Seat] = set()
        self.returned: tuple[Seat, int] | None = None
        self.board = 0
        self.deals: list[tuple[Seat, Cards]] = []
        """Hole cards stated and not yet dealt: the record gives them by player, a dealer by rounds."""

    def whole(self, field: str, row: tuple[Money, ...]) -> tuple[Chips, ...]:
        try:
            return tuple(chips(number, self.unit) for number in row)
        except ValueError as error:
            raise self.hand.source.fault(f"{self.hand.place} {field}".lstrip(), str(error)) from None

    def by_seat(self, field: str, row: tuple[Money, ...] | None) -> SeatChips | None:
        return None if row is None else tuple(zip(self.seats, self.whole(field, row), strict=True))

    def open(self) -> None:
        """The hand's first sign and the blinds.

        Antes and posts beside the blinds lie there when the hand starts: ``HandStarted`` carries them. An ante that
        not all pay alike (a big blind ante) is a dead post of its seat.
        """
        hand = self.hand
        antes, blinds = self.whole("antes", hand.antes), self.whole("blinds_or_straddles", hand.blinds)
        equal = len(set(antes)) == 1
        turn = -1 if len(self.seats) == 2 else 1  # with two players the format lists the button's first
        posts = (
            [] if equal else [(seat, Post("dead", ante)) for seat, ante in zip(self.seats, antes[::turn], strict=True)]
        )
        posts += [
            (seat, _extra(post, blinds[1])) for seat, post in zip(self.seats[2:], blinds[2:], strict=True) if post
        ]
        self.events.append(
            HandStarted(
                at=self.at,
                hand=self.name,
                source=_SOURCE,
                certainty=_RECORD,
                button=self.seats[-1],
                seats=tuple(self.stacks.items()),
                small_blind=Chips(abs(blinds[0])),
                big_blind=Chips(abs(blinds[1])),
                ante=antes[0] if equal else Chips(0),
                game=hand.game,
                limit=hand.limit,
                level=hand.level,
                posts=tuple([(seat, post) for seat, post in posts if post.amount]),
            )
        )
        if any(antes):
            for seat, ante in zip(self.seats, antes[::turn], strict=True):
                self.stake(seat, ante, bet=False)
        if any(blinds[2:]):
            for seat, extra in zip(self.seats[2:], blinds[2:], strict=True):
                self.stake(seat, Chips(abs(extra)))
        for seat, blind in list(zip(self.seats, blinds[:2][::turn], strict=False))[::turn]:
            if blind and self.stacks[seat]:
                self.move_in(seat, min(Chips(abs(blind)), self.stacks[seat]), _FOLLOWS)

    def act(self, words: Action, players: dict[str, Seat]) -> None:
        """What one recorded action shows; ``ValueError`` for cards that are none and amounts that are not whole."""
        if not words:
            self.deal()
        elif words[0] != "d":
            self.deal()
            self.play(players[words[0]], words)
        elif words[1] == "dh":
            self.deals.append((players[words[2]], cards_of(words[3])))
        else:
            self.deal()
            self.open_board(cards_of(words[2]))

    def play(self, seat: Seat, words: Action) -> None:
        """What *seat* did."""
        what = words[1]
        if what == "f":
            self.folded.add(seat)
            self.say(seat, "fold")
        elif what == "cc":
            self.check_or_call(seat)
        elif what == "cbr":
            self.bet(seat, chips(amount(number_of(words[2])), self.unit))
        elif len(words) == 3:
            self.table_cards(seat, words[2])
        else:
            self.events.append(HandMucked(at=self.at, hand=self.name, source=_SOURCE, certainty=_RECORD, seat=seat))

    def deal(self) -> None:
        """Deal what was stated, one card a seat and round."""
        if not self.deals:
            return
        at, name = self.at, self.name
        for number in range(max([len(cards) for _, cards in self.deals])):
            for seat, cards in self.deals:
                if number < len(cards):
                    self.events.append(
                        HoleCardDealt(
                            at=at, hand=name, source=_SOURCE, certainty=_RECORD, seat=seat, card=cards[number]
                        )
                    )
        self.deals.clear()

    def open_board(self, cards: Cards) -> None:
        """The end of a round, a burn before a street, and its cards."""
        self.sweep()
        if self.board in _BURN_BEFORE:
            self.events.append(CardBurned(at=self.at, hand=self.name, source=_SOURCE, certainty=_FOLLOWS))
        for card in cards:
            self.events.append(BoardCardDealt(at=self.at, hand=self.name, source=_SOURCE, certainty=_RECORD, card=card))
        self.board += len(cards)

    def check_or_call(self, seat: Seat) -> None:
        """The record writes both alike; what the seat owes tells them apart."""
        owed = min(max(self.bets.values()) - self.bets[seat], self.stacks[seat])
        if owed:
            self.move_in(seat, Chips(owed), _RECORD)
        else:
            self.say(seat, "check")

    def bet(self, seat: Seat, total: Chips) -> None:
        """A bet or raise to *total*; one that adds nothing to what lies there can only have been words."""
        added = Chips(total - self.bets[seat])
        if added > 0:
            self.move_in(seat, added, _RECORD)
        else:
            self.say(seat, "raise", total)

    def say(self, seat: Seat, action: str, total: Chips | None = None) -> None:
        """A declaration."""
        self.events.append(
            Declared(
                at=self.at,
                hand=self.name,
                source=_SOURCE,
                certainty=_RECORD,
                seat=seat,
                action=action,
                amount=total,
            )
        )

    def table_cards(self, seat: Seat, shown: str) -> None:
        """``sm -`` shows what was dealt; ``sm ????`` means neither shown nor mucked, so nothing was seen."""
        cards = self.dealt(seat) if shown == "-" else cards_of(shown)
        if any(cards):
            self.events.append(
                HandTabled(at=self.at, hand=self.name, source=_SOURCE, certainty=_RECORD, seat=seat, cards=cards)
            )

    def dealt(self, seat: Seat) -> Cards:
        """The hole cards stated for *seat*."""
        return tuple([event.card for event in self.events if isinstance(event, HoleCardDealt) and event.seat == seat])

    def move_in(self, seat: Seat, added: Chips, certainty: Certainty) -> None:
        """One forward movement of chips."""
        self.motion += 1
        self.stake(seat, added)
        self.events.append(
            ChipsMovedIn(
                at=self.at,
                hand=self.name,
                source=_SOURCE,
                certainty=certainty,
                motion=self.motion,
                seat=seat,
                amount=added,
            )
        )

    def stake(self, seat: Seat, added: Chips, *, bet: bool = True) -> None:
        """Count chips that left the stack, which holds no more than it has; an ante is no bet of the first round."""
        added = min(added, self.stacks[seat])
        self.stacks[seat] = Chips(self.stacks[seat] - added)
        self.paid[seat] += added
        self.bets[seat] += added if bet else 0

    def sweep(self) -> None:
        """A round's end: the part of the highest bet that nobody is left to call goes back, the rest is the pot's."""
        second, high = sorted(self.bets.values())[-2:]
        if high > second:
            seat = max(self.bets, key=self.bets.__getitem__)
            if not any(self.stacks[other] for other in self.seats if other != seat and other not in self.folded):
                self.give_back(seat, Chips(high - second))
        self.bets = dict.fromkeys(self.seats, 0)

    def give_back(self, seat: Seat, back: Chips) -> None:
        """Return the bet that nobody called."""
        self.stacks[seat] = Chips(self.stacks[seat] + back)
        self.paid[seat] -= back
        self.returned = (seat, back)
        self.events.append(
            ChipsTakenBack(at=self.at, hand=self.name, source=_SOURCE, certainty=_FOLLOWS, seat=seat, amount=back)
        )

    def close(self) -> None:
        """The award, as the record has it, and the hand's end. What the winners did not get, the house took."""
        self.deal()
        self.at += _SECOND
        self.sweep()
        won = awards(self.hand, self.unit, self.stacks, self.paid, self.returned)
        taken = Chips(sum(self.paid.values()) - sum(won.values()))
        at, name = self.at, self.name
        if won and taken > 0:
            self.events.append(
                Announced(at=at, hand=name, source=_SOURCE, certainty=_FOLLOWS, what="rake", by="dealer", amount=taken)
            )
        for seat, collected in won.items():
            self.events.append(
                PotPushed(at=at, hand=name, source=_SOURCE, certainty=_RECORD, seat=seat, amount=collected)
            )
        self.at = at + _SECOND
        self.events.append(HandEnded(at=self.at, hand=name, source=_SOURCE, certainty=_FOLLOWS))


def _extra(post: int, big_blind: int) -> Post:
    """What a post beside the blinds is: a larger one a straddle; a negative one, as the format has it, a live post."""
    return Post("straddle" if post > big_blind else "live", Chips(abs(post)))
