"""Rules of all-in hands: announced, opened when nobody can bet any more, and not before (K42, K43; TDA 16)."""

from dataclasses import replace

from table_controller.records.chips import Seat
from table_controller.records.events import (
    Announced,
    BoardCardDealt,
    CardExposed,
    Certainty,
    ChipsMovedIn,
    HandTabled,
    PotPushed,
)
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode
from table_controller.rules.exposed import decisions_left, ruling
from table_controller.rules.hand import BETTING, changed, index_of, live, setting, unseen
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule


def opened_now(hand: Hand, book: Rulebook) -> bool:
    """Whether hands are tabled before the next board card (K43): nobody can bet any more; 003 AI-b: two are left."""
    if hand.to_act is not None or hand.street not in BETTING:
        return False
    players = live(hand)
    if len(players) < 2 or sum(1 for player in players if player.stack > 0) > 1:
        return False
    house = setting(book, "allin.open_cards", "when_no_further_betting")
    return house == "when_no_further_betting" or (house == "only_if_single_opponent" and len(players) == 2)


def must_open(hand: Hand, book: Rulebook) -> bool:
    """Whether nobody may muck: all, or all but one, are all-in (000 SHOWDOWN-e); TDA 16: at the end, if anybody is."""
    if hand.to_act is not None or setting(book, "showdown.muck_when_allin") is not False:
        return False
    able = sum(1 for player in live(hand) if player.stack > 0)
    if able < 2:
        return True
    anybody = setting(book, "allin.forces_show", "all_but_one_all_in") == "anybody_all_in"
    return anybody and hand.street is Street.SHOWDOWN and able < len(live(hand))


def named_before(night: Night, code: str, seat: int | None = None) -> bool:
    """Whether the hand remembers that fault, of that seat where one is given: one fault is named once."""
    hand = night.hand
    return hand is not None and any(fault[0] == code and seat in (None, fault[1]) for fault in hand.faults)


def retrieved(night: Night, seat: Seat) -> bool:
    """Whether a hand that went away and had to be shown is live again when it is tabled (TDA 16)."""
    return named_before(night, "fold_at_allin_showdown", seat) or named_before(night, "refused_to_show", seat)


def not_announced(look: Look) -> Answer:
    """All chips go in without a word. 004 C23-a: all-in is clearly announced."""
    reading = look.reading
    if reading is None or reading.mode is not Mode.ACT or reading.kind is None or reading.spoken:
        return None
    requires = setting(look.book, "allin.requires", ())
    index = index_of(look.hand, reading.seat)
    if index is None or not isinstance(requires, tuple) or "declaration" not in requires:
        return None
    player = look.hand.players[index]
    if reading.to < player.bet + player.stack:
        return CLEAR
    if look.event.certainty is not Certainty.SEEN or unseen(look.night, "words"):
        return NOT_ASSESSED  # a record keeps the chips, not the words
    return Found("allin_not_announced", reading.seat, "all chips in without a word", "all-in is announced")


def button_missing(look: Look) -> Answer:
    """The next card comes before the dealer has marked an all-in player. TDA RP-1.

    The button is told by the board or the desk; a table that tells of none cannot miss one.
    """
    hand = look.hand
    requires = setting(look.book, "allin.requires", ())
    if hand.to_act is not None or not isinstance(requires, tuple) or "dealer_button" not in requires:
        return None
    all_in = [p.seat for p in hand.players if p.stack <= 0 and not p.folded]
    if not all_in:
        return None
    bare = [seat for seat in all_in if seat not in hand.ending.marked]
    if not bare:
        return CLEAR
    if "allin_button" not in look.night.announced:
        return NOT_ASSESSED
    if named_before(look.night, "allin_button_missing", bare[0]):
        return CLEAR
    return Found("allin_button_missing", bare[0], "no all-in button", "an all-in button before the player")


def marked(night: Night, event: Announced) -> Night:
    """The night after the dealer laid an all-in button before a seat."""
    hand = night.hand
    if hand is None or event.seat is None or event.seat in hand.ending.marked:
        return night
    return changed(night, hand=changed(hand, ending=replace(hand.ending, marked=(*hand.ending.marked, event.seat))))


def not_tabled(look: Look) -> Answer:
    """The board, or a pot, goes on over closed hands that have to be open. 000 SHOWDOWN-e; 001 §4.3.1-c; TDA 16.

    A record that does not say when hands were tabled proves nothing.
    """
    hand, event = look.hand, look.event
    dealt = isinstance(event, BoardCardDealt)
    if not (opened_now(hand, look.book) if dealt else hand.street is Street.SHOWDOWN and must_open(hand, look.book)):
        return None
    closed = [player.seat for player in live(hand) if not player.tabled and not player.mucked]
    if not closed or named_before(look.night, "allin_hand_not_tabled"):
        return CLEAR
    if event.certainty is not Certainty.SEEN or unseen(look.night, *(f"seat {seat} cards" for seat in closed)):
        return NOT_ASSESSED
    what = "a board card" if dealt else "a pot pushed"
    whose = (
        f"the hand of seat {closed[0]}" if len(closed) == 1 else f"the hands of seats {' and '.join(map(str, closed))}"
    )
    measured = f"{what} with {whose} closed"
    return Found("allin_hand_not_tabled", closed[0], measured, "all-in hands are shown")


def exposed_early(look: Look) -> Answer:
    """An all-in player's cards are open while others can still bet. 003 AI-c: they stay closed until the showdown."""
    hand, event = look.hand, look.event
    index = index_of(hand, event.seat)
    if index is None or hand.players[index].folded or hand.players[index].stack > 0 or hand.street is Street.DEAL:
        return None
    if isinstance(event, CardExposed) and event.by == "dealer":
        return None
    waits = setting(look.book, "allin.open_cards") == "only_if_single_opponent" and len(live(hand)) > 2
    if not decisions_left(hand) and not (waits and hand.street in BETTING):
        return CLEAR
    remedy, options = ruling(look) if isinstance(event, CardExposed) and event.intent else (None, None)
    measured = "an all-in hand opened with betting to come" if decisions_left(hand) else "an all-in hand opened early"
    return Found("allin_hand_exposed_early", event.seat, measured, "closed cards", remedy, options)


ALL_IN_RULES = (
    Rule("allin_not_announced", (ChipsMovedIn,), not_announced),
    Rule("allin_button_missing", (BoardCardDealt,), button_missing),
    Rule("allin_hand_not_tabled", (BoardCardDealt, PotPushed), not_tabled),
    Rule("allin_hand_exposed_early", (CardExposed, HandTabled), exposed_early),
)
"""The rules of all-in hands, in the order they look."""
