"""What only a person can say: talk, languages, suspicions, entries for the record. ``note`` in the log."""

from collections.abc import Mapping
from types import MappingProxyType

from table_controller.records.events import Noted
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import player_of, setting
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.penalties import rung

REMARK = "note"
"""The code of a remark in somebody's own words: it is kept, and means nothing to the referee."""

NOTES: Mapping[str, str] = MappingProxyType(
    {
        "advice_given": "nobody advises a player",
        "blind_dodged": "nobody dodges the blinds",
        "bustout_unrecorded": "who is out is recorded",
        "cheating_suspected": "fair play",
        "collusion_suspected": "everybody plays for himself",
        "dealer_duty_refused": "a busted player deals",
        "fee_unpaid": "the fee is paid",
        "floor_ruling": "the floor decides",
        "foreign_language": "the languages of the table",
        "hidden_chip": "all chips in view",
        "house_override": "the host may set a rule aside",
        "id_not_checked": "an identity card is shown",
        "marked_card": "no marked cards",
        "phone_at_table": "no phone at the table",
        "player_count_not_announced": "the number of players is announced",
        "proxy_action": "everybody acts for himself",
        "rebuy_limit_reached": "the house's limit of rebuys",
        "second_table_unapproved": "a second table with the host's consent",
        "table_talk_live_hand": "no talk about live hands",
        "tally_mismatch": "the tally is right",
        "unregistered_player": "registered players only",
        "waitlisted": "a free place",
    }
)
"""The codes that a note may raise, and what each requires.

In section 1 of the specification these have a person (MAN, HOST) as their only input, or none else that this table
could give: no camera hears advice, and none sees a mark or a fraud for certain. Everything else a sensor, a button or
the desk can report itself; a note in its place proves nothing.
"""

_ELSEWHERE = frozenset({"cheating_suspected"})
"""What a rule of its own looks at, since the facts decide what follows (004 A7)."""

HIDDEN = "hidden_chip"
"""A chip that a person finds behind a called all-in: nobody saw it, so no sensor can tell (TDA 62)."""

HIDDEN_IS = {"floor": "floor", "part_of_action": "complete_call", "not_part": "play_stands"}
"""By the house's answer: what becomes of it."""

_TALK = {
    "table_talk_live_hand": ("no_card_talk", "no_card_talk_no_advice"),
    "advice_given": ("no_advice", "no_card_talk_no_advice"),
    "proxy_action": ("no_card_talk", "no_advice", "no_card_talk_no_advice"),
}
"""Under which answers of the house to ``table_talk`` (K56) it is forbidden."""

_IF = {
    "bustout_unrecorded": "bust.self_report",
    "dealer_duty_refused": "final_table.dealer_duty",
    "player_count_not_announced": "announce.player_count",
}
"""Parameters that must be true for it to be a fault."""


def note(look: Look) -> Answer:
    """A person notes what no sensor sees; nothing else. 000 RA-N-a; 001 §4.3.13; 004 C25-a; TDA 33."""
    event: Noted = look.event
    if event.code in _ELSEWHERE:
        return None
    if event.code == REMARK:
        return CLEAR
    if event.code not in NOTES:
        return NOT_ASSESSED
    if not forbidden(event.code, look.book) or not _in_time(look, event.code) or _may_phone(look, event):
        return CLEAR
    way: tuple[str | None, tuple[str, ...] | None] = None, None
    if event.code == "blind_dodged" and setting(look.book, "blind_dodge") == "penalty":
        way = rung(look.night, event.seat, look.book)  # TDA 33
    if event.code == HIDDEN:
        player = None if look.hand.settled else player_of(look.hand, event.seat)
        if player is None or player.folded or player.stack > 0 or not player.total + player.bet:
            return NOT_ASSESSED  # behind whose all-in it lay is not known
        way = HIDDEN_IS.get(str(setting(look.book, HIDDEN, "floor"))), None
    return Found(event.code, event.seat, "noted by a person", NOTES[event.code], *way)


def forbidden(code: str, book: Rulebook) -> bool:
    """Whether the house forbids it at all (K56, K62, S20, S24, S25)."""
    if code in _TALK:
        return setting(book, "table_talk", "no_card_talk") in _TALK[code]
    if code in _IF:
        return setting(book, _IF[code], False) is True
    if code == "foreign_language":
        return bool(setting(book, "etiquette.languages", ()))
    if code == "phone_at_table":
        return _no_phone(book) or setting(book, "device.with_live_hand") == "forbidden"
    return True


def _no_phone(book: Rulebook) -> bool:
    return "forbidden" in (setting(book, "etiquette.phone"), setting(book, "device.on_table"))


def _may_phone(look: Look, event: Noted) -> bool:
    """Whether a phone is forbidden only to who has a live hand, and this seat has none (TDA 5-C)."""
    if event.code != "phone_at_table" or _no_phone(look.book):
        return False
    player = None if look.hand.settled or look.hand.street is Street.OVER else player_of(look.hand, event.seat)
    return player is None or player.folded or player.mucked or not player.cards


def _in_time(look: Look, code: str) -> bool:
    """Talk about cards is fine once the hand is over (000 RA-N-b)."""
    return code not in _TALK or not (look.hand.settled or look.hand.street is Street.OVER)


NOTE_RULES = (Rule("note", (Noted,), note, anytime=True),)
"""The one rule of all notes."""
