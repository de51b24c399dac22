"""Rules of the showdown: who shows, in what order, and what becomes of hands that are not shown, or were."""

from table_controller.records.chips import Seat
from table_controller.records.events import Certainty, HandMucked, HandPushed, HandTabled, PotPushed
from table_controller.records.hand import Hand
from table_controller.records.player import Player, Street
from table_controller.rules.allin import must_open, named_before
from table_controller.rules.exposed import decisions_left
from table_controller.rules.hand import changed, hole_count, index_of, live, pot, setting, unseen, with_player
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.order import next_to_show, showing_order
from table_controller.rules.pots import shares


def showdown_order(look: Look) -> Answer:
    """A hand is shown before its turn. 000 BG:SHOWDOWN-a; 001 §4.3.2; 002 SR; TDA 17-A.

    With everybody all-in the order is free; a house may leave it free until somebody asks for it.
    """
    hand, event = look.hand, look.event
    if hand.street is not Street.SHOWDOWN or setting(look.book, "showdown.first") == "any":
        return None
    if setting(look.book, "showdown.order_enforced") == "on_request" and not hand.ending.in_order:
        return None
    able = sum(1 for player in live(hand) if player.stack > 0)
    waiting = [player.seat for player in showing_order(hand, look.book) if not (player.tabled or player.mucked)]
    if able < 2 or not waiting:
        return None
    may = next_to_show(hand, look.book)
    if event.seat in may or index_of(hand, event.seat) is None:
        return CLEAR
    if event.seat not in waiting:
        return None
    if unseen(look.night, f"seat {may[0]} cards"):
        return NOT_ASSESSED  # the seat before may have shown
    return Found("showdown_out_of_order", event.seat, f"seat {event.seat} shows", f"seat {may[0]} shows first")


def refused_to_show(look: Look) -> Answer:
    """A live hand goes away unseen at the showdown. 001 §4.3.2, §4.3.16; 003 GA-e; 004 C20; TDA 16, 17-B, 18-B.

    Where hands may be mucked, cards pushed forward are still live (TDA 14); they are gone when they reach the muck.
    """
    hand, event = look.hand, look.event
    player = _showing(hand, event.seat)
    if player is None or (isinstance(event, HandMucked) and event.by == "dealer"):
        return None
    if not any(p.seat != event.seat and not p.mucked for p in live(hand)):
        return None
    code, required = _duty(look, player)
    if code is None or named_before(look.night, code, event.seat):
        return CLEAR
    if unseen(look.night, f"seat {event.seat} cards"):
        return NOT_ASSESSED  # it may have been tabled before it went in
    return Found(code, event.seat, "cards pushed away", required)


def _showing(hand: Hand, seat: Seat) -> Player | None:
    """The player at *seat* if the betting is over and its hand is live and closed, before any pot was pushed."""
    index = index_of(hand, seat)
    if index is None or hand.players[index].folded or hand.players[index].tabled or len(live(hand)) < 2:
        return None
    closed = hand.street is Street.SHOWDOWN or hand.to_act is None
    if (
        not closed
        or decisions_left(hand)
        or hand.street in (Street.OVER, Street.DEAL)
        or any(player.won for player in hand.players)
    ):
        return None
    return hand.players[index]


def _duty(look: Look, player: Player) -> tuple[str | None, str]:
    """Why the player has to show, if it has to."""
    if must_open(look.hand, look.book):
        return "fold_at_allin_showdown", "all-in hands are shown"
    if setting(look.book, "showdown.must_show") == "all_live_hands":
        return "refused_to_show", "all live hands are shown"
    if player.seat in look.hand.ending.to_show and isinstance(look.event, HandMucked):
        return "refused_to_show", "a hand rightly asked for is shown"
    return None, ""


def partial_hand(look: Look) -> Answer:
    """Not all hole cards are shown. 000 BG:AUFDECKEN-b; 001 §4.3.3, §4.3.16; 004 C20; TDA 13-A, 15-A, 19."""
    hand, event = look.hand, look.event
    index = index_of(hand, event.seat)
    if index is None or hand.street is not Street.SHOWDOWN or not event.cards:
        return None
    wanted = hole_count(hand)
    if len(event.cards) >= wanted or len(hand.players[index].exposed) + len(event.cards) >= wanted:
        return CLEAR
    return Found("partial_hand_shown", event.seat, f"{len(event.cards)} card shown", f"{wanted} cards")


def paid_unshown(look: Look) -> Answer:
    """A share of the pot goes to a hand that is not open while another is. 001 §4.3.3: no share; TDA 13-A, 19.

    That nobody saw it tabled proves nothing; that a part of it was shown, or that it was pushed away, does.
    """
    hand, event = look.hand, look.event
    player = _showing(hand, event.seat)
    if player is None or player.mucked or hand.street is not Street.SHOWDOWN:
        return None
    others = [p for p in live(hand) if p.seat != event.seat and p.tabled]
    if not others or any(not p.tabled and not p.mucked for p in live(hand) if p.seat != event.seat):
        return None
    told = bool(player.exposed) or event.seat in hand.away
    if not told or event.certainty is not Certainty.SEEN or unseen(look.night, f"seat {event.seat} cards"):
        return NOT_ASSESSED
    shown, wanted = len(player.exposed), hole_count(hand)
    return Found("partial_hand_shown", event.seat, f"{shown} of {wanted} cards shown for the pot", f"{wanted} cards")


def tabled_hand_killed(look: Look) -> Answer:
    """A tabled hand that wins goes into the muck before the pot is pushed. 001 §4.3.12; TDA 13-C; 000 MUCK-b: dead."""
    hand, event = look.hand, look.event
    index = index_of(hand, event.seat)
    if index is None or not hand.players[index].tabled or hand.street is not Street.SHOWDOWN or pot(hand) <= 0:
        return None
    told = shares(hand, look.book, look.night.chip)
    if told is None:
        return NOT_ASSESSED
    if any(player.won for player in hand.players) or told[0].get(event.seat, 0) <= 0:
        return CLEAR
    dead = setting(look.book, "tabled_hand_killed", "retrieve_and_award") == "dead"
    required = "mucked cards are dead" if dead else "tabled hands cannot be killed"
    remedy = "hand_dead" if dead else "retrieve_and_award"
    return Found("tabled_hand_killed", event.seat, "winning hand in the muck", required, remedy)


def mucked_winner(look: Look) -> Answer:
    """A hand that all have seen, but that was never properly tabled, goes into the muck and would win. TDA 13-B.

    Only what was public is named: of a hand that stayed closed nobody may learn here that it was the best.
    """
    hand, event = look.hand, look.event
    player = _showing(hand, event.seat)
    if player is None or hand.street is not Street.SHOWDOWN or len(set(player.exposed)) < hole_count(hand):
        return None
    index = index_of(hand, event.seat)
    if index is None or player.mucked:
        return None
    open_now = with_player(hand, index, changed(player, tabled=True, cards=player.exposed))
    told = shares(open_now, look.book, look.night.chip)
    if told is None:
        return NOT_ASSESSED
    if told[0].get(event.seat, 0) <= 0:
        return CLEAR
    identified = setting(look.book, "muck.retrieve_if", "never") == "identified_100"
    remedy, options = ("floor", ("retrieve_and_award", "hand_dead")) if identified else ("hand_dead", None)
    required = "a hand is tabled to claim the pot"
    return Found("mucked_winner", event.seat, "winning hand in the muck", required, remedy, options)


SHOWDOWN_RULES = (
    Rule("showdown_out_of_order", (HandTabled,), showdown_order),
    Rule("partial_hand_shown", (HandTabled,), partial_hand),
    Rule("refused_to_show", (HandMucked, HandPushed), refused_to_show, also=("fold_at_allin_showdown",)),
    Rule("tabled_hand_killed", (HandMucked,), tabled_hand_killed),
    Rule("mucked_winner", (HandMucked,), mucked_winner),
    Rule("partial_hand_shown", (PotPushed,), paid_unshown),
)
"""The rules of the showdown, in the order they look."""
