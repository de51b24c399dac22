"""Rules of a player's own cards turned up before the showdown (K49, S17)."""

from table_controller.records.chips import Seat
from table_controller.records.events import CardExposed, HandTabled
from table_controller.records.hand import Hand
from table_controller.records.player import Street
from table_controller.rules.hand import BETTING, index_of, live, setting
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.played_past import called_over


def decisions_left(hand: Hand) -> bool:
    """Whether somebody may still have to decide: a round is open, or two with chips will meet another (R14-1)."""
    if hand.street not in (Street.DEAL, *BETTING) or len(live(hand)) < 2:
        return False
    if hand.to_act is not None or hand.street is Street.DEAL:
        return True
    return hand.street is not Street.RIVER and sum(1 for player in live(hand) if player.stack > 0) > 1


def to_one(event: CardExposed | HandTabled) -> bool:
    """Whether the cards were shown to one person and not to the table."""
    return isinstance(event, CardExposed) and event.to not in (None, "all", "dealer") and event.by != "dealer"


def player_exposed_card(look: Look) -> Answer:
    """A player's own cards seen while decisions are open. 001 §4.3.14; 000 BG:OPEN-FOLD; TDA 68.

    An all-in player's cards are ``allin_hand_exposed_early``; cards shown to one player are for all to see (S17), and
    against the rule all the same where that costs nobody a hand.
    """
    hand, event = look.hand, look.event
    index = index_of(hand, event.seat)
    if index is None or hand.players[index].folded or (isinstance(event, CardExposed) and event.by == "dealer"):
        return None
    if not decisions_left(hand):
        return CLEAR
    if hand.players[index].stack <= 0 and hand.street is not Street.DEAL:
        return None
    if to_one(event) and setting(look.book, "show_one_show_all", True) and not lives_on(look):
        return None  # nobody's hand is dead for what one has seen and all may see (S17)
    if isinstance(event, HandTabled) and called_over(look.night, hand):
        return NOT_ASSESSED
    return Found("player_exposed_card", event.seat, _shown(hand), "closed cards", *ruling(look))


def _shown(hand: Hand) -> str:
    if hand.to_act is None:
        return "cards shown before the showdown"
    return f"cards shown with seat {hand.to_act} to act"


def ruling(look: Look) -> tuple[str, tuple[str, ...] | None]:
    """What the house says of it, by intent; the floor where nobody knows the intent (001 §4.3.14, A-001-6)."""
    event = look.event
    intent = event.intent if isinstance(event, CardExposed) else None
    if setting(look.book, "exposed_own.strict", False) is True:
        return "hand_dead", ("stay_open_live",)
    if lives_on(look):
        meant = intent == "intentional"
        return ("live_warn", ("stay_open_live",)) if meant else ("stay_open_live", ("live_warn",))
    if intent not in ("accidental", "intentional"):
        return "floor", ("stay_open_live", "hand_dead")
    house = setting(look.book, f"exposed_own.{intent}")
    if house == "fold_if_multiway":
        house = "fold" if len(live(look.hand)) > 2 else "stay_open_live"
    return {"fold": "hand_dead", "live_warn": "live_warn"}.get(str(house), "stay_open_live"), None


def lives_on(look: Look) -> bool:
    """Whether the house lets a hand live that its player turned up, meant or not: nobody has to know (TDA 68)."""
    book = look.book
    if setting(book, "exposed_own.strict", False) is True or setting(book, "exposed_own.intentional") == "fold":
        return False
    house = setting(book, "exposed_own.accidental")
    return house == "stay_open_live" or (house == "fold_if_multiway" and len(live(look.hand)) < 3)


def open_fold(look: Look) -> Answer:
    """A folded hand laid down face up while others still decide. 000 BG:OPEN-FOLD-a; TDA 68: fold low, face down."""
    hand, event = look.hand, look.event
    index = index_of(hand, event.seat)
    if index is None or not hand.players[index].folded or hand.players[index].presumed:
        return None
    if isinstance(event, CardExposed) and event.by == "dealer":
        return None
    if hand.to_act is None or hand.street not in BETTING:
        return CLEAR
    return Found("open_fold", event.seat, _shown(hand), "folded cards stay closed")


def show_one_show_all(look: Look) -> Answer:
    """Cards shown to one player are for the whole table to see. 001 §4.3.15."""
    event = look.event
    if index_of(look.hand, event.seat) is None or event.by == "dealer":
        return None
    if not to_one(event):
        return CLEAR
    if setting(look.book, "show_one_show_all", True) is not True:
        return CLEAR
    waits = ("play_stands",) if decisions_left(look.hand) else None  # turned up now, they change how others play
    return Found("show_one_show_all", event.seat, _whom(event.to), "shown to the whole table", "must_show", waits)


def _whom(to: str | None) -> str:
    seat = None if to is None else seat_named(to)
    return "shown to one person alone" if seat is None else f"shown to seat {seat} alone"


def seat_named(name: str) -> Seat | None:
    """The seat that a person is named by; None for the dealer, the floor and anybody who does not play."""
    return Seat(int(name)) if name.isascii() and name.isdigit() and len(name) < 4 else None


EXPOSED_RULES = (
    Rule("player_exposed_card", (CardExposed, HandTabled), player_exposed_card),
    Rule("open_fold", (CardExposed, HandTabled), open_fold),
    Rule("show_one_show_all", (CardExposed,), show_one_show_all),
)
"""The rules of cards shown too early, in the order they look."""
