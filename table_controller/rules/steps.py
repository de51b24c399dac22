"""What the dealer does next, at any time: the steps of a remedy first, else the course of the hand."""

from table_controller.records.chips import Seat
from table_controller.records.incidents import Step
from table_controller.records.night import Hand, Night, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.cards import expected_seat
from table_controller.rules.clock import count_down
from table_controller.rules.faults import burns_wanted
from table_controller.rules.following import waits
from table_controller.rules.hand import BETTING, board_of, index_of, level, pot, setting
from table_controller.rules.order import showing_order
from table_controller.rules.pots import shares
from table_controller.rules.words import step

_CARDS = {Street.PREFLOP: "flop", Street.FLOP: "turn", Street.TURN: "river"}


def next_steps(night: Night, book: Rulebook) -> tuple[Step, ...]:
    """The next steps, the first of them now."""
    hand = night.hand
    if hand is None or hand.settled:
        return (step("start"),)
    for following in night.following:
        if not waits(following.left[0], hand):
            return following.left
    last_seconds = () if hand.clock is None else count_down(hand, book)
    return (*last_seconds, *_chips_due(hand), *_course(night, hand, book))


def _chips_due(hand: Hand) -> tuple[Step, ...]:
    """Change and uncalled bets to give back, chips still to come. Empty in most hands, so a loop is enough."""
    due: tuple[Step, ...] = ()
    for player in hand.players:
        if player.excess > 0 and player.early is None:
            due = (*due, step("change", player.seat, player.excess))
        if player.owes > 0:
            due = (*due, step("add", player.seat, player.owes))
    return due


def _course(night: Night, hand: Hand, book: Rulebook) -> tuple[Step, ...]:
    if hand.street is Street.DEAL:
        return _deal(hand)
    if hand.to_act is not None:
        return (_turn(hand, hand.to_act),)
    sweep = () if hand.swept else (step("sweep"),)
    if hand.street in BETTING and hand.street is not Street.RIVER:
        return (*sweep, *_open(hand, book), *_street(hand))
    return (*sweep, *_end(night, hand, book))


def _deal(hand: Hand) -> tuple[Step, ...]:
    if hand.posts:
        return tuple(step("blind", seat, post.amount) for seat, post in hand.posts)
    seat = expected_seat(hand)
    return () if seat is None else (step("deal", seat),)


def _turn(hand: Hand, seat: Seat) -> Step:
    index = index_of(hand, seat)
    if index is None:
        return step("check", seat)
    player = hand.players[index]
    if player.declared is not None:
        return step("amount", seat)
    owed = min(player.stack, max(0, level(hand, index) - player.bet))
    return step("act", seat, owed) if owed else step("check", seat)


def _open(hand: Hand, book: Rulebook) -> tuple[Step, ...]:
    """When nobody can bet any more, hands are tabled before the next card (TDA 16, K43)."""
    players = [player for player in hand.players if not player.folded]
    able = sum(1 for player in players if player.stack > 0)
    house = setting(book, "allin.open_cards", "when_no_further_betting")
    if able > 1 or (house == "only_if_single_opponent" and len(players) > 2) or house == "at_showdown":
        return ()
    return tuple(step("table", player.seat) for player in players if not player.tabled)


def _street(hand: Hand) -> tuple[Step, ...]:
    card = step(_CARDS[hand.street])
    begun = len(hand.board) > board_of(hand, hand.street)
    return (card,) if begun or len(hand.burns) >= burns_wanted(hand) else (step("burn"), card)


def _end(night: Night, hand: Hand, book: Rulebook) -> tuple[Step, ...]:
    if pot(hand) <= 0:
        return (step("end"),)
    won = any(player.won for player in hand.players)
    told = None if won else shares(hand, book, night.chip)
    if told is not None:
        return tuple(step("push", seat, amount) for seat, amount in told[0].items() if amount) or (step("end"),)
    closed = [p for p in hand.players if not (p.folded or p.mucked or p.tabled)]
    if closed and not won:
        return tuple(step("table", player.seat) for player in showing_order(hand, book) if player in closed)
    return (step("award"), step("end"))
