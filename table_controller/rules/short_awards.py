"""A hand ends and a part of its pot has not reached whom it belongs to by the tabled hands (001 §4.2.12; TDA 20, 21).

While the pot is still being pushed nothing is missing; that it stays so shows when the hand ends, or the next begins.
"""

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import HandEnded, HandStarted, PotPushed
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import pot, unseen
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.pots import pot_shares

_SURE = 0.75
"""A push can go unseen even where nothing hides it: what was not seen to come is less sure than what was seen."""

_Parts = list[dict[Seat, int]]


def unpaid(look: Look) -> Answer:
    """A seat has got less than is due to it. 000 BG:POT-d, BG:SPLIT; 001 §4.2.12, §4.3.3; 003 SP, SPL; 004 C21, C23.

    Only where every chip and push was seen and all hands lie open; else a push that nobody saw is none that was not
    made. A wrong share that was named when it was pushed is not named again.
    """
    hand = look.hand
    if hand.settled or not any(player.won for player in hand.players):
        return None
    if pot(hand) <= 0:
        return CLEAR
    told = pot_shares(hand, look.book, look.night.chip)
    if told is None or any(player.presumed for player in hand.players):
        return NOT_ASSESSED
    due = _in_all(told[0])
    missing = _missing(hand, due)
    if not missing or any(amount < 0 for amount in missing.values()):
        return CLEAR
    if _unsure(look, hand, tuple(missing)):
        return NOT_ASSESSED
    seat = next(iter(missing))
    got = due[seat] - missing[seat]
    code = _what_is_missing(told[0], missing, look.night.chip)
    required = ", ".join(f"{amount} to seat {owner}" for owner, amount in due.items() if amount)
    return Found(code, seat, f"{got} to seat {seat}", required, confidence=_SURE)


def _missing(hand: Hand, due: dict[Seat, int]) -> dict[Seat, int]:
    return {p.seat: due.get(p.seat, 0) - p.won for p in hand.players if p.won != due.get(p.seat, 0)}


def still_due(hand: Hand, chip: int, book: Rulebook) -> tuple[tuple[Seat, Chips], ...]:
    """Who has yet to get how much of a pot that was pushed in part, by the tabled hands."""
    if not any(player.won for player in hand.players) or pot(hand) <= 0:
        return ()
    told = pot_shares(hand, book, chip)
    missing = {} if told is None or any(p.presumed for p in hand.players) else _missing(hand, _in_all(told[0]))
    return () if any(amount < 0 for amount in missing.values()) else tuple((s, Chips(n)) for s, n in missing.items())


def _in_all(parts: _Parts) -> dict[Seat, int]:
    due: dict[Seat, int] = {}
    for won in parts:
        for seat, amount in won.items():
            due[seat] = due.get(seat, 0) + amount
    return due


def _unsure(look: Look, hand: Hand, seats: tuple[Seat, ...]) -> bool:
    """Whether a push may have gone unseen, or the pot not be what is known of it.

    Without a showdown the winner's own bet lies before it and need not be pushed.
    """
    if hand.street is not Street.SHOWDOWN or not hand.swept:
        return True
    if any(kind not in ("deal", "burns") for kind, _ in hand.doubts):
        return True
    zones = [zone for seat in seats for zone in (f"seat {seat}", f"seat {seat} bet", f"seat {seat} stack")]
    return unseen(look.night, "pot", *zones) or any(player.owes or player.excess for player in hand.players)


def _what_is_missing(parts: _Parts, missing: dict[Seat, int], chip: int) -> str:
    """Odd chips of a right share; one pot of several; else a part of the pot."""
    split = {seat for won in parts if len(won) > 1 for seat in won}
    if all(amount <= chip * len(split) and seat in split for seat, amount in missing.items()):
        return "odd_chip_misawarded"
    of_a_pot = [{seat: amount for seat, amount in won.items() if amount} for won in parts]
    return "side_pot_error" if len(parts) > 1 and missing in of_a_pot else "pot_misawarded"


def paid_late(night: Night, hand: Hand, event: PotPushed) -> Incident | None:
    """The open incident of a short award that this push, after the hand's end, puts right."""
    if not hand.settled or not 0 < pot(hand) <= event.amount:
        return None
    for incident in night.incidents:
        found = incident.irregularity
        open_still = incident.state is IncidentState.OPEN and incident.number not in night.taken_back
        if open_still and found.event == "hand_ended" and found.code in _CODES and found.seat == event.seat:
            return incident
    return None


_CODES = ("pot_misawarded", "odd_chip_misawarded", "side_pot_error")

SHORT_AWARD_RULES = (
    Rule("pot_misawarded", (HandEnded, HandStarted), unpaid, also=("odd_chip_misawarded", "side_pot_error")),
)
"""The rules of pots that were not pushed in full."""
