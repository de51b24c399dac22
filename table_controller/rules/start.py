"""The beginning of a hand: who sits where from the button's left, and which blinds are owed."""

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import HandStarted, Post
from table_controller.records.night import Hand, Night, Player
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import changed, index_of, setting, with_player


def start_hand(night: Night, event: HandStarted, book: Rulebook) -> Night:
    """The night with a new hand: nothing dealt, blinds owed unless the event says they lie there already."""
    number = night.hands + 1
    small, big = (max(Chips(0), event.small_blind), max(Chips(0), event.big_blind))
    players = _clockwise(night, event)
    hand = Hand(
        event.hand or f"h{number}",
        event.button,
        small,
        big,
        max(Chips(0), event.ante),
        event.game,
        event.limit,
        players,
        bet_to=big,
        raise_by=big,
        view_blocked=night.blocked | ({"source"} if night.lost else set()),
        carried=night.carried,
        sure=event.confidence,
    )
    hand = _antes(hand)
    owed = blinds_due(hand, book)
    made = dict(event.posts)
    hand = changed(hand, posts=owed, opener=owed[-1][0] if owed else None)
    for seat, post in made.items():
        hand = posted(hand, seat, post.amount, 0, dead=post.kind == "dead")
    stacks = dict(night.stacks)
    stacks.update((player.seat, player.start) for player in players)
    return changed(
        night,
        stacks=tuple(sorted(stacks.items())),
        button=event.button,
        small_blind=small,
        big_blind=big,
        ante=hand.ante,
        level=night.level if event.level is None else event.level,
        hands=number,
        hand=hand,
        carried=Chips(0),
        rulings=(),
        following=(),
    )


_DOUBTFUL = 0.5
"""Below this confidence the referee's own count of a stack goes before what was observed."""


def _clockwise(night: Night, event: HandStarted) -> tuple[Player, ...]:
    """The seats with chips, clockwise from the button's left; each once."""
    counted = dict(night.stacks) if event.confidence < _DOUBTFUL else {}
    seats = {seat: counted.get(seat) or stack for seat, stack in event.seats if stack > 0}
    order = sorted(seats, key=lambda seat: (seat <= event.button, seat))
    return tuple([changed(_NOBODY, seat=seat, start=seats[seat], stack=seats[seat]) for seat in order])


_NOBODY = Player(Seat(0), Chips(0), Chips(0))
"""What every player of a new hand is a copy of."""


def _antes(hand: Hand) -> Hand:
    """Antes are taken with the start of the hand; they are staked but are no bet of the first round."""
    if hand.ante <= 0:
        return hand
    players = tuple(
        changed(p, stack=Chips(p.stack - min(hand.ante, p.stack)), total=Chips(min(hand.ante, p.stack)))
        for p in hand.players
    )
    return changed(hand, players=players)


def blinds_due(hand: Hand, book: Rulebook) -> tuple[tuple[Seat, Post], ...]:
    """Small and big blind by seat (2C); heads-up the button posts the small one unless the house says otherwise."""
    players = hand.players
    if len(players) < 2:
        return ()
    small, big = 0, 1
    if len(players) == 2:
        button = index_of(hand, hand.button)
        first = 1 if button is None else button
        small = first if setting(book, "headsup.button_posts", "small_blind") != "big_blind" else 1 - first
        big = 1 - small
    due = (
        (players[small].seat, Post("small_blind", hand.small_blind)),
        (players[big].seat, Post("big_blind", hand.big_blind)),
    )
    return tuple((seat, post) for seat, post in due if post.amount > 0)


def posted(hand: Hand, seat: Seat, put: int, owes: int, *, dead: bool = False) -> Hand:
    """*hand* after *seat* posted *put* chips and *owes* more by its word; change lies there as ``excess``."""
    index = index_of(hand, seat)
    if index is None:
        return hand
    player = hand.players[index]
    due = next((post.amount for owner, post in hand.posts if owner == seat), None)
    if due is None and not dead:
        due = Chips(put + owes)
    price = min(player.stack, put if dead or due is None else due)
    stack, total = player.stack - price, player.total + (0 if dead else price)
    short = max(0, price - put)
    after = changed(
        player,
        stack=stack,
        total=total,
        bet=player.bet + (0 if dead else price),
        owes=player.owes + short,
        excess=player.excess + max(0, put - price),
    )
    carried = hand.carried + price if dead else hand.carried
    left = tuple(pair for pair in hand.posts if pair[0] != seat)
    return with_player(hand, index, after, posts=left, carried=carried, swept=False)
