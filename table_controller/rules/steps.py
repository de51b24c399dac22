"""What the dealer does next, at any time: the steps of a remedy first, else the course of the hand."""

from table_controller.records.chips import Seat
from table_controller.records.hand import CALM, Hand
from table_controller.records.incidents import IncidentState, Step
from table_controller.records.night import Following, Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.cards import expected_seat
from table_controller.rules.closing import end_steps, open_steps
from table_controller.rules.due import due
from table_controller.rules.faults import burns_wanted
from table_controller.rules.fouled import to_replace
from table_controller.rules.halting import held, waiting_for_ruling
from table_controller.rules.hand import BETTING, board_of, dealt_out, hole_count, index_of, level, player_of, setting
from table_controller.rules.ruled_again import ORDERED
from table_controller.rules.time_up import count_down
from table_controller.rules.undecided import as_it_lies, undecided
from table_controller.rules.words import step

_CARDS = {Street.PREFLOP: "flop", Street.FLOP: "turn", Street.TURN: "river"}


def next_steps(night: Night, book: Rulebook) -> tuple[Step, ...]:
    """The next steps, the first of them now."""
    hand = night.hand
    if hand is None or hand.settled:
        start = step("start" if night.pause is None else "pause")
        return (step("deck"), start) if to_replace(night, book) else (start,)
    if now := _of_remedies(night, hand):
        now = _before_the_deal(night, hand, _round_ended(night, hand, now, book))
        if all(_holds(one, night, hand) for one in night.following):
            return now
        return (*now, *(one for one in _then(night, hand, book) if one not in now))
    return _then(night, hand, book)


def _holds(following: Following, night: Night, hand: Hand) -> bool:
    """Whether nothing else is to be told before the remedy is carried out: all of it is due now."""
    all_due = len(due(following.left, hand)) == len(following.left)
    return all_due and following.incident not in night.played_on and following.remedy.name != ORDERED


def _round_ended(night: Night, hand: Hand, now: tuple[Step, ...], book: Rulebook) -> tuple[Step, ...]:
    """The steps of a remedy with what ends every betting round before its next street: chips, bets, hands to open."""
    place = next((number for number, one in enumerate(now) if one.after == "round"), None)
    if place is None or hand.to_act is not None or hand.street not in BETTING or hand.street is Street.RIVER:
        return now
    sweep = () if hand.swept else (step("sweep"),)
    return (*now[:place], *_chips_due(night, hand), *sweep, *open_steps(hand, book), *now[place:])


def _before_the_deal(night: Night, hand: Hand, now: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps of a new deal, the chips it wants first: whose go back, who still adds, who posts (TDA 34-A)."""
    place = next((number for number, one in enumerate(now) if one.event == "deck_shuffled"), None)
    if place is None or hand.dealt or hand.street is not Street.DEAL:
        return now
    return (*now[:place], *_chips_due(night, hand), *_blinds(hand), *now[place:])


def _of_remedies(night: Night, hand: Hand) -> tuple[Step, ...]:
    """What a remedy being followed wants now. Of several the one first that has more to do than to deal the street."""
    wanted = [now for following in night.following if (now := due(following.left, hand))]
    return next((now for now in wanted if now[0].event != "board_card_dealt"), wanted[0] if wanted else ())


def _then(night: Night, hand: Hand, book: Rulebook) -> tuple[Step, ...]:
    """The course of the hand, as if no remedy were followed."""
    last_seconds = () if hand.clock is None else count_down(hand, book)
    chips, course = _chips_due(night, hand), _course(night, hand, book)
    if chips and any(one.event == "ruling_made" for one in chips):
        course = tuple(one for one in course if one.event != "pot_pushed")  # nobody knows yet what is in it
    return (*last_seconds, *chips, *course)


def _chips_due(night: Night, hand: Hand) -> tuple[Step, ...]:
    """Change and uncalled bets to give back, chips still to come. Empty in most hands, so a loop is enough.

    Where the floor has to say what counts nobody is told to add anything.
    """
    due: tuple[Step, ...] = ()
    for player in hand.players:
        if player.excess > 0 and player.early is None and not _stays(hand, player.seat):
            due = (*due, step("change", player.seat, player.excess))
        if player.owes > 0:
            asked = undecided(night, hand, player.seat)
            if asked or player.seat not in hand.conduct.short:
                due = (*due, step("floor", asked) if asked else step("add", player.seat, player.owes))
    return tuple(dict.fromkeys(due)) if len(due) > 1 else due


def _stays(hand: Hand, seat: Seat) -> bool:
    """Whether what lies before the seat is no change: it counts towards a later stake, or has to be asked about."""
    return hand.conduct is not CALM and (seat in hand.conduct.left or seat == hand.conduct.asked)


def _course(night: Night, hand: Hand, book: Rulebook) -> tuple[Step, ...]:
    if hand.street is Street.DEAL:
        return _deal(hand)
    if hand.to_act is not None:
        if held(night):
            return (_flop_due(night) or (step("settle"),)) if waiting_for_ruling(night) else ()
        return (*_cards_due(night, hand), _turn(as_it_lies(night) or hand, hand.to_act))
    sweep = () if hand.swept else (step("sweep"),)
    sweep = (*sweep, *_cards_due(night, hand))
    if hand.street in BETTING and hand.street is not Street.RIVER:
        return (*sweep, *open_steps(hand, book), *_street(hand, book))
    return (*sweep, *end_steps(night, hand, book))


def _cards_due(night: Night, hand: Hand) -> tuple[Step, ...]:
    """The next card of a deal that nobody had finished when somebody acted, as long as it can simply come (R6-10)."""
    if hand.street is not Street.PREFLOP or not night.incidents:
        return ()
    for incident in night.incidents:
        proposal = incident.irregularity.proposal
        if incident.state is IncidentState.OPEN and proposal is not None and proposal.name == "finish_deal":
            return tuple(step("deal", one.seat) for one in proposal.steps[:1])
    return ()


def _flop_due(night: Night) -> tuple[Step, ...]:
    """What the flop lacks, if somebody acted on one or two cards: it can simply come."""
    for incident in night.incidents:
        proposal = incident.irregularity.proposal
        if incident.state is IncidentState.OPEN and proposal is not None and proposal.name == "finish_flop":
            return proposal.steps
    return ()


def _deal(hand: Hand) -> tuple[Step, ...]:
    if hand.posts:
        return _blinds(hand)
    seat = _served_next(hand)
    return () if seat is None else (step("deal", seat),)


def _blinds(hand: Hand) -> tuple[Step, ...]:
    return tuple(step("blind", seat, _at_most(hand, seat, post.amount)) for seat, post in hand.posts)


def _served_next(hand: Hand) -> Seat | None:
    """Who gets the next card: whom the deal has just passed over, else whose turn it is; nobody one too many."""
    wanted = hole_count(hand)
    passed, seat = player_of(hand, hand.gap), expected_seat(hand)
    if passed is not None and len(passed.cards) < wanted and not dealt_out(hand, passed):
        return passed.seat
    start = index_of(hand, seat)
    if start is None:
        return seat
    served = (*hand.players[start:], *hand.players[:start])
    return next((one.seat for one in served if len(one.cards) < wanted and not dealt_out(hand, one)), None)


def _at_most(hand: Hand, seat: Seat, amount: int) -> int:
    """*amount*, or all that *seat* has."""
    player = player_of(hand, seat)
    return amount if player is None else min(amount, player.stack)


def _turn(hand: Hand, seat: Seat) -> Step:
    index = index_of(hand, seat)
    if index is None:
        return step("check", seat)
    player = hand.players[index]
    if player.declared is not None or (seat == hand.conduct.asked and not player.excess):
        return step("amount", seat)
    owed = min(player.stack, max(0, level(hand, index) - player.bet))
    return step("act", seat, owed) if owed else step("check", seat)


def _street(hand: Hand, book: Rulebook) -> tuple[Step, ...]:
    begun = len(hand.board) > board_of(hand, hand.street)
    card = step("board" if begun else _CARDS[hand.street])
    unburned = begun or not setting(book, "burn.required", True) or len(hand.burns) >= burns_wanted(hand)
    return (card,) if unburned else (step("burn"), card)
