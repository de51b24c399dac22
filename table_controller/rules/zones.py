"""Hands on the felt: who reaches into the pot, makes change, covers cards or takes them off the table."""

from table_controller.records.chips import Seat
from table_controller.records.events import (
    Announced,
    BetsCollected,
    CardBurned,
    CardMoved,
    CardsCovered,
    ChangeMade,
    CountRequested,
    Ticked,
    ZoneTouched,
)
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.breaks import SWEPT
from table_controller.rules.clock import SECOND, STAFF
from table_controller.rules.hand import BETTING, changed, player_of, pot, setting, unseen
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.places import dealer_seat, seat_of


def _runs(hand: Hand) -> bool:
    return not hand.settled and bool(hand.players)


def _may_help(hand: Hand, seat: Seat, book: Rulebook) -> bool:
    """K64: where players deal in turn, the dealer's neighbours may help, as long as no bet waits for an answer."""
    if setting(book, "pot_zone.player_hands", "forbidden") != "help_allowed_with_rotating_dealer":
        return False
    seats = [player.seat for player in hand.players]
    dealer = dealer_seat(hand, book)
    if dealer not in seats or seat not in seats or (hand.to_act is not None and hand.bet_to > 0):
        return False
    apart = abs(seats.index(seat) - seats.index(dealer))
    return apart in (1, len(seats) - 1)


def _whose(look: Look, by: str, code: str, measured: str) -> Answer:
    """Whose hand it was: the dealer's, a helper's that the house allows, or a player's."""
    if by in STAFF:
        return CLEAR
    seat = seat_of(by)
    if seat is None:
        return NOT_ASSESSED
    if seat == dealer_seat(look.hand, look.book) or _may_help(look.hand, seat, look.book):
        return CLEAR
    return Found(code, seat, measured.format(seat), "only the dealer's hand")


def pot_touched(look: Look) -> Answer:
    """A player reaches into the pot, or takes it before it is delivered. 000 BG:POT-b; 001 §4.3.23; TDA 70."""
    event, hand = look.event, look.hand
    if event.zone != "pot" or not _runs(hand) or pot(hand) <= 0:
        return None
    return _whose(look, event.by, "pot_touched", "the hand of seat {}")


def wrong_change(look: Look) -> Answer:
    """What was taken out and what came for it are not of one value. 000 RA8-a; 004 C27: no chip goes astray."""
    event = look.event
    out = sum(value * count for value, count in event.out)
    back = sum(value * count for value, count in event.in_)
    if not event.out or not event.in_:
        return NOT_ASSESSED
    return CLEAR if out == back else Found("chip_conservation_error", None, f"{back} for {out}", "equal value")


def bets_not_swept(look: Look) -> Answer:
    """The next street is begun while bets still lie before the seats. 000 BG:POT-a, RA8-a, RA10, RA12."""
    hand = look.hand
    if hand.to_act is not None or hand.street not in BETTING or hand.street is Street.RIVER:
        return None
    if hand.swept or not any(player.bet > 0 for player in hand.players):
        return CLEAR
    if SWEPT not in look.night.announced:
        return None  # a record in which nobody collects bets
    if unseen(look.night, "pot"):
        return NOT_ASSESSED
    return Found("bets_not_swept", None, "bets lie before the seats", "bets are collected first")


def swept(night: Night, event: BetsCollected) -> Night:
    """The bets go into the pot; from now on it is known that this is told here."""
    if SWEPT not in night.announced:
        night = changed(night, announced=night.announced | {SWEPT})
    return night if night.hand is None else changed(night, hand=changed(night.hand, swept=True))


def pot_size(look: Look) -> Answer:
    """The dealer tells how big the pot is. 000 BG:POT-c; 001 §4.3.24; TDA 54-A (K44): pot limit presupposes it."""
    event, hand = look.event, look.hand
    if event.what not in ("pot", "pot_size") or not _runs(hand) or event.by not in STAFF:
        return None
    if hand.limit == "pot_limit" or setting(look.book, "bet.structure") == "pot_limit":
        return CLEAR
    house = setting(look.book, "pot_size.disclosure", "on_request")
    if house not in ("forbidden", "spread_only"):
        return CLEAR
    required = "the pot is only spread" if house == "spread_only" else "the pot is not counted"
    return Found("pot_size_disclosed", None, "the size of the pot is told", required)


def count_requested(look: Look) -> Answer:
    """Somebody asks for a count of another's chips. 001 §4.3.18; TDA 60: in turn facing an all-in, else estimates."""
    event, hand = look.event, look.hand
    seat, asks = seat_of(event.of), seat_of(event.by)
    if seat is None or not _runs(hand):
        return None
    house = setting(look.book, "count_on_request", True)
    asked = player_of(hand, seat)
    faces = asked is not None and asked.all_in and asks is not None and asks == hand.to_act
    counts = house is True or (house == "only_facing_allin_in_turn" and faces)
    required = "the dealer may count" if counts else "an estimate"
    return Found("count_requested", seat, f"{event.by} asks for a count of seat {seat}", required)


def covered(look: Look) -> Answer:
    """Cards hidden under hands or chips. 000 BG:COVERING-a; 001 §1.4.2; TDA 25: in plain view."""
    player = player_of(look.hand, look.event.seat)
    if player is None or player.folded or not player.cards or not _runs(look.hand):
        return None
    return Found("cards_covered", player.seat, f"the cards of seat {player.seat} are hidden", "cards in plain view")


# --- cards off the table ------------------------------------------------------------------------------------------


def off_table(look: Look) -> Answer:
    """Cards leave the table: never, or only for so many seconds. 000 BG:COVERING-a, RA4; 001 §1.4.2; TDA 25 (K57)."""
    event, hand = look.event, look.hand
    if not _runs(hand):
        return None
    allowed = _tolerated(look.book)
    if event.to == "off_table":
        seat = seat_of(event.from_)
        player = None if seat is None else player_of(hand, seat)
        if player is None or player.folded:
            return None
        return Found("cards_off_table", seat, "cards off the table", "cards on the table") if not allowed else CLEAR
    if event.from_ != "off_table":
        return None
    seat = seat_of(event.to)
    since = next((at for owner, at in hand.off_table if owner == seat), 0)
    return _too_long(seat, since, event.at, allowed)


def still_off_table(look: Look) -> Answer:
    """Time passes, and the cards have not come back. 000 RA4 (K57)."""
    allowed = _tolerated(look.book)
    for seat, since in look.hand.off_table:
        if isinstance(_too_long(seat, since, look.event.at, allowed), Found):
            return _too_long(seat, since, look.event.at, allowed)
    return CLEAR if look.hand.off_table else None


def _too_long(seat: Seat | None, since: int, at: int, allowed: int) -> Answer:
    if not since or not allowed:
        return CLEAR
    if at - since <= allowed * SECOND:
        return CLEAR
    return Found(
        "cards_off_table", seat, f"cards off the table for {(at - since) // SECOND} seconds", "cards on the table"
    )


def _tolerated(book: Rulebook) -> int:
    """For how many seconds cards may be off the table; 0 where they may not."""
    value = setting(book, "hole_cards.off_table", 5)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def taken_off(hand: Hand, event: CardMoved) -> Hand:
    """*hand* that remembers since when cards of a seat are off the table."""
    if event.to == "off_table" and (seat := seat_of(event.from_)) is not None:
        if any(owner == seat for owner, _ in hand.off_table):
            return hand
        return changed(hand, off_table=(*hand.off_table, (seat, max(1, event.at))))
    if event.from_ == "off_table" and hand.off_table:
        seat = seat_of(event.to)
        return changed(hand, off_table=tuple(pair for pair in hand.off_table if pair[0] != seat))
    return hand


def told_off_table(night: Night, at: int, book: Rulebook) -> Night:
    """*night* that remembers which cards it has said to be off the table for too long."""
    hand = night.hand
    if hand is None or not hand.off_table:
        return night
    allowed = _tolerated(book)
    for seat, since in hand.off_table:
        if isinstance(_too_long(seat, since, at, allowed), Found):
            told = tuple((owner, 0 if owner == seat else when) for owner, when in hand.off_table)
            return changed(night, hand=changed(hand, off_table=told))
    return night


def two_hands(look: Look) -> Answer:
    """Cards go from one seat to another: a player with more than one hand. 004 C25-b; TDA 67."""
    event, hand = look.event, look.hand
    if not event.from_.startswith("seat ") or not event.to.startswith("seat ") or not _runs(hand):
        return None
    giver, taker = seat_of(event.from_), seat_of(event.to)
    if giver is None or taker is None or giver == taker:
        return None
    player = player_of(hand, taker)
    if player is None or player.folded or not player.cards or hand.street is Street.DEAL:
        return CLEAR
    return Found("multiple_hands_one_player", taker, f"cards of seat {giver} at seat {taker}", "one player, one hand")


ZONE_RULES = (
    Rule("pot_touched", (ZoneTouched,), pot_touched),
    Rule("chip_conservation_error", (ChangeMade,), wrong_change, also=("chip_passing", "going_south")),
    Rule("bets_not_swept", (CardBurned,), bets_not_swept),
    Rule("pot_size_disclosed", (Announced,), pot_size),
    Rule("count_requested", (CountRequested,), count_requested),
    Rule("cards_covered", (CardsCovered,), covered),
    Rule("cards_off_table", (CardMoved,), off_table),
    Rule("cards_off_table", (Ticked,), still_off_table),
    Rule("multiple_hands_one_player", (CardMoved,), two_hands),
)
"""The rules of hands on the felt."""
