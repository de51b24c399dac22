"""The beginning of a hand: who sits where from the button's left, and which blinds are owed."""

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import HandStarted, Post
from table_controller.records.night import Hand, Night, Player, Terms
from table_controller.records.rulebook import Rulebook
from table_controller.rules.button import Places, due_places, newcomers_between, not_dealt_in
from table_controller.rules.hand import changed, index_of, setting, whole, with_player
from table_controller.rules.limits import cap_of, limit_of, reopens_at


def start_hand(night: Night, event: HandStarted, book: Rulebook) -> Night:
    """The night with a new hand: nothing dealt, blinds owed unless the event says they lie there already."""
    number = night.hands + 1
    small, big = _blinds(event, book)
    limit = limit_of(event, book)
    places, players = _seated(night, event, big, book)
    hand = Hand(
        event.hand or f"h{number}",
        event.button,
        small,
        big,
        max(Chips(0), event.ante),
        event.game,
        limit,
        players,
        bet_to=big,
        raise_by=big,
        view_blocked=night.blocked | ({"source"} if night.lost else set()),
        carried=night.carried,
        sure=event.confidence,
    )
    hand = _antes(changed(hand, terms=_terms(hand, places, event, book), unpaid=Chips(small + big)))
    owed = blinds_due(hand)
    hand = changed(hand, posts=owed, opener=owed[-1][0] if owed else None, deal_from=first_served(hand, owed, book))
    hand = _posts(hand, night, event, book)
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


def _blinds(event: HandStarted, book: Rulebook) -> tuple[Chips, Chips]:
    """The blinds the hand is played at: as told, else those of the house (K16)."""
    if event.small_blind > 0 or event.big_blind > 0:
        return max(Chips(0), event.small_blind), max(Chips(0), event.big_blind)
    big = whole(book, "blinds.bb", 0)
    return Chips(whole(book, "blinds.sb", big // 2)), Chips(big)


def _seated(night: Night, event: HandStarted, big: Chips, book: Rulebook) -> tuple[Places | None, tuple[Player, ...]]:
    """Who holds button and blinds if that is known, and who is dealt in, clockwise from the button's left."""
    players = _clockwise(night, event)
    out = not_dealt_in(night, players, big, book)
    playing = tuple(player for player in players if player.seat not in out) if out else players
    seats = tuple(sorted(player.seat for player in playing))
    due = due_places(night, seats, book)
    if due is None or due.button != event.button:
        return None, playing
    between = newcomers_between(night, due.button, due.small, book)
    return due, tuple(player for player in playing if player.seat not in between) if between else playing


def _terms(hand: Hand, places: Places | None, event: HandStarted, book: Rulebook) -> Terms:
    small, big = _blinds_by_button(hand, book) if places is None else (places.small, places.big)
    cap, together = cap_of(hand.limit, book)
    short = setting(book, "blinds.short_stack") == "all_in_for_less_opponents_match_exactly"
    by_poster = setting(book, "postflop.first_to_act") == "small_blind_poster"
    return Terms(
        small,
        big,
        cap,
        together,
        reopens_at(hand.limit, book),
        exact=short and len(hand.players) == 2,
        leads=small if by_poster else None,
        extra=tuple((seat, post) for seat, post in event.posts if post.kind not in BLINDS and post.amount > 0),
    )


BLINDS = ("small_blind", "big_blind")
"""The posts that belong to every hand."""


def _blinds_by_button(hand: Hand, book: Rulebook) -> tuple[Seat | None, Seat | None]:
    """First and second seat from the button (2C); heads-up the button posts the house's blind (K20)."""
    players = hand.players
    if len(players) < 2:
        return None, None
    if len(players) > 2:
        return players[0].seat, players[1].seat
    on_button = index_of(hand, hand.button)
    first = 1 if on_button is None else on_button
    small = first if setting(book, "headsup.button_posts", "small_blind") != "big_blind" else 1 - first
    return players[small].seat, players[1 - small].seat


def _posts(hand: Hand, night: Night, event: HandStarted, book: Rulebook) -> Hand:
    """What lies there when the hand starts; a big blind ante is due if the level has one and each seat paid none."""
    for seat, post in event.posts:
        amount = _after_blind(hand, seat, post.amount, book) if post.kind in DEAD else post.amount
        hand = posted(hand, seat, amount, 0, dead=post.kind in DEAD)
    levels, big = night.seating.levels, hand.terms.big
    ante = levels[-1].ante if levels else 0
    if big is None or not ante or event.ante or setting(book, "ante.mode") != "bb_ante":
        return hand
    if any(post.kind in DEAD for _, post in event.posts):
        return hand
    return posted(hand, big, _after_blind(hand, big, ante, book), 0, dead=True)


DEAD = ("dead", "ante")
"""Posts that go to the pot and are no bet."""


def _after_blind(hand: Hand, seat: Seat, amount: int, book: Rulebook) -> int:
    """What a short stack has for an ante: where the blind goes first, what that leaves (TDA RP-11)."""
    index = index_of(hand, seat)
    if index is None or setting(book, "ante.order") != "blind_first":
        return amount
    owed = sum(post.amount for owner, post in hand.posts if owner == seat)
    return min(amount, max(0, hand.players[index].stack - owed))


def first_served(hand: Hand, posts: tuple[tuple[Seat, Post], ...], book: Rulebook) -> int:
    """Where in the order of seats the deal begins (K21): left of the button, or with a blind where the house says so.

    Nobody is served first who has no blind to be known by (a dead small blind).
    """
    house = str(setting(book, "deal.first_card", "left_of_button"))
    index = next((index_of(hand, seat) for seat, post in posts if post.kind == house), None)
    return 0 if index is None else index


def blinds_due(hand: Hand) -> tuple[tuple[Seat, Post], ...]:
    """Small and big blind by seat, as the hand's terms have it; nobody owes a dead one."""
    terms = hand.terms
    due = ((terms.small, "small_blind", hand.small_blind), (terms.big, "big_blind", hand.big_blind))
    return tuple(
        (seat, Post(kind, amount))
        for seat, kind, amount in due
        if seat is not None and amount > 0 and index_of(hand, seat) is not None
    )


def posted(hand: Hand, seat: Seat, put: int, owes: int, *, dead: bool = False) -> Hand:
    """*hand* after *seat* posted *put* chips and *owes* more by its word; change lies there as ``excess``."""
    index = index_of(hand, seat)
    if index is None:
        return hand
    player = hand.players[index]
    due = None if dead else next((post for owner, post in hand.posts if owner == seat), None)
    asked = put if dead else put + owes if due is None else due.amount
    price = max(0, min(player.stack, asked))
    after = changed(
        player,
        stack=player.stack - price,
        total=player.total + (0 if dead else price),
        bet=player.bet + (0 if dead else price),
        owes=player.owes + max(0, price - put),
        excess=player.excess + max(0, put - price),
    )
    if dead:
        return with_player(hand, index, after, carried=hand.carried + price, swept=False)
    if due is None:
        return _raised_price(with_player(hand, index, after, swept=False), after)
    left = tuple(pair for pair in hand.posts if pair[0] != seat)
    return with_player(hand, index, after, posts=left, unpaid=Chips(hand.unpaid - price), swept=False)


def _raised_price(hand: Hand, player: Player) -> Hand:
    """A straddle is a blind above the big one: it is the price now, and the seat after it opens (K19)."""
    if player.bet <= hand.bet_to:
        return hand
    return changed(hand, bet_to=player.bet, raise_by=player.bet, opener=player.seat)
