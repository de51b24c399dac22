"""Posts: blinds owed by seat, what lies there when a hand starts, dead and live money, straddles (K18, K19, K23)."""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import HandStarted, Post
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.faults import DEALT_ANEW, known_fault
from table_controller.rules.hand import changed, index_of, player_of, with_player
from table_controller.rules.house import setting

BLINDS = ("small_blind", "big_blind")
"""The posts that belong to every hand."""

DEAD = ("dead", "ante")
"""Posts that go to the pot and are no bet."""


def for_who_left(hand: Hand, amount: int) -> bool:
    """Whether *amount* before the first card may be the blind of a seat given up: nobody has put it in."""
    if hand.dealt or not hand.gone or any(player.bet == amount for player in hand.players):
        return False
    return any(seat in hand.gone and post.amount == amount for seat, post in blinds_due(hand))


def _taken_over(hand: Hand, seat: Seat, amount: int) -> Hand:
    """*hand* where *seat* has the big blind of who left in front of it, once it puts that in.

    The seat after it opens (000 BG:UTG), and the blinds of the next hand go on from it.
    """
    big = hand.terms.big
    if big not in hand.gone or amount != hand.big_blind or not for_who_left(hand, amount) or seat != _next(hand, big):
        return hand
    opener = seat if hand.opener == big else hand.opener  # who straddled is opened behind
    posts = (*hand.posts, (seat, Post("big_blind", Chips(amount))))
    return changed(hand, terms=replace(hand.terms, big=seat), opener=opener, posts=posts)


def _next(hand: Hand, seat: Seat | None) -> Seat | None:
    """Who sits next behind *seat* and has not given up the place."""
    start = (index_of(hand, seat) or 0) + 1
    behind = (*hand.players[start:], *hand.players[:start])
    return next((player.seat for player in behind if player.seat not in hand.gone), None)


def could_straddle(hand: Hand, seat: Seat, amount: int) -> bool:
    """Whether *amount* of *seat* before the first card is a straddle: twice the big blind from the seat after it."""
    big = index_of(hand, hand.terms.big)
    if big is None or hand.street is not Street.DEAL or hand.dealt or len(hand.players) < 3:
        return False
    after = hand.players[(big + 1) % len(hand.players)]
    return after.seat == seat and after.bet == 0 and amount >= 2 * hand.big_blind > 0


def straddling(hand: Hand, seat: Seat) -> bool:
    """Whether *seat* has said that it straddles: its chips are no action of a deal that was not seen."""
    player = player_of(hand, seat)
    return (player is not None and player.owes > 0) or ("straddle", seat) in hand.faults


def straddles(hand: Hand, seat: Seat, amount: int, book: Rulebook) -> bool:
    """Whether chips count as a straddle: the house allows it (K19)."""
    if hand.street is not Street.DEAL or not setting(book, "straddle.allowed", False):
        return False
    return could_straddle(hand, seat, amount)


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
    player, put = hand.players[index], max(0, put)
    hand = hand if dead else _taken_over(hand, seat, put + owes)
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
    price_now = max(hand.bet_to, after.bet)  # a small blind above the big one is wrong, and still a bet to match
    lacking = Chips(hand.unpaid - price)
    return with_player(hand, index, after, posts=left, unpaid=lacking, swept=False, bet_to=Chips(price_now))


def taken_up(hand: Hand, seat: Seat, amount: int) -> Hand | None:
    """*hand* where a blind goes back before its deal comes anew: it is owed again. None where that is none of it."""
    player = player_of(hand, seat)
    index = index_of(hand, seat)
    if player is None or index is None or hand.dealt or not known_fault(hand, DEALT_ANEW):
        return None
    if hand.street is not Street.DEAL or player.bet <= 0 or amount < player.excess + player.bet - player.owes:
        return None
    due = blinds_due(hand)
    if all(owner != seat for owner, _ in due):
        return None
    owed = {owner for owner, _ in hand.posts} | {seat}
    extra = tuple(pair for pair in hand.posts if pair not in due)
    back = changed(
        player,
        stack=player.stack + player.bet,
        bet=Chips(0),
        total=Chips(player.total - player.bet),
        owes=Chips(0),
        excess=Chips(0),
    )
    posts = (*(pair for pair in due if pair[0] in owed), *extra)
    return with_player(hand, index, back, posts=posts, unpaid=Chips(hand.unpaid + player.bet))


def _raised_price(hand: Hand, player: Player) -> Hand:
    """A straddle is a blind above the big one: it is the price now, and the seat after it opens (K19)."""
    if player.bet <= hand.bet_to:
        return hand
    return changed(hand, bet_to=player.bet, raise_by=player.bet, opener=player.seat)


def opening_posts(hand: Hand, night: Night, event: HandStarted, book: Rulebook) -> Hand:
    """What lies there when the hand starts; a big blind ante is due if the level has one and each seat paid none."""
    for seat, post in event.posts:
        lies = min(post.amount, _behind(hand, seat))  # no more than its seat has
        if lies <= 0:
            continue
        amount = _after_blind(hand, seat, lies, book) if post.kind in DEAD else lies
        hand = posted(hand, seat, amount, 0, dead=post.kind in DEAD)
    levels, big = night.seating.levels, hand.terms.big
    ante = levels[-1].ante if levels else 0
    if big is None or not ante or event.ante or setting(book, "ante.mode") != "bb_ante":
        return hand
    if any(post.kind in DEAD for _, post in event.posts):
        return hand
    return posted(hand, big, _after_blind(hand, big, ante, book), 0, dead=True)


def _behind(hand: Hand, seat: Seat) -> int:
    player = player_of(hand, seat)
    return 0 if player is None else player.stack


def _after_blind(hand: Hand, seat: Seat, amount: int, book: Rulebook) -> int:
    """What a short stack has for an ante: where the blind goes first, what that leaves (TDA RP-11)."""
    index = index_of(hand, seat)
    if index is None or setting(book, "ante.order") != "blind_first":
        return amount
    owed = sum(post.amount for owner, post in hand.posts if owner == seat)
    return min(amount, max(0, hand.players[index].stack - owed))
