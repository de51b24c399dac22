"""A string bet that nobody objects to: once the next seat has matched all of its chips, all of them stand.

What becomes of it is the table's to say until the next seat acts (TDA 56 [D]); a seat that calls the whole heap shows
what it was played for.
"""

from table_controller.records.events import ChipsMovedIn, Declared, Event
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.betting_moves import bet_made
from table_controller.rules.hand import changed, player_of
from table_controller.rules.priority import nothing_since
from table_controller.rules.reading import read
from table_controller.rules.rulings import carried_out

_Stood = tuple[Night, tuple[Incident, ...]]


def let_stand(night: Night, event: Event, book: Rulebook) -> _Stood:
    """The night in which all chips of a string bet stand, where *event* matches them and nobody has ruled on it."""
    hand = night.hand
    if hand is None or not isinstance(event, ChipsMovedIn) or hand.to_act is None:
        return night, ()
    incident = next((item for item in night.incidents if _open_string(item, night)), None)
    if incident is None:
        return night, ()
    if hand.to_act == event.seat and _matched(hand, incident, event):
        return carried_out(night, incident, "all_chips_stand", event, book)
    return _after_words(night, hand, incident, event, book)


def _open_string(incident: Incident, night: Night) -> bool:
    open_still = incident.state is IncidentState.OPEN and incident.number not in night.taken_back
    return open_still and incident.irregularity.code == "string_bet"


def _matched(hand: Hand, incident: Incident, event: ChipsMovedIn) -> bool:
    """Whether *event* makes the next seat's bet as large as all that lies before the seat of the string bet."""
    player, other = player_of(hand, incident.irregularity.seat), player_of(hand, event.seat)
    if player is None or other is None or player.seat == other.seat or hand.last_actor != player.seat:
        return False
    lies = player.bet - player.owes + min(player.excess, player.stack)
    return player.excess > 0 and lies > hand.bet_to and other.bet - other.owes + event.amount == lies


def _after_words(night: Night, hand: Hand, incident: Incident, event: ChipsMovedIn, book: Rulebook) -> _Stood:
    """The same where the next seat says "call" first, and its chips then show what it has called."""
    move = night.move
    if move is None or move.seat != event.seat or move.action != "call" or not nothing_since(hand, move):
        return night, ()
    if hand.last_actor != move.seat or not _matched(move.before, incident, event):
        return night, ()
    before = changed(night, hand=changed(move.before, faults=hand.faults), move=None)
    words = Declared(seat=move.seat, action=move.action, at=move.at)
    after, touched = carried_out(before, incident, "all_chips_stand", event, book)
    reading = read(after, words, book)
    if reading is None or after.hand is None:
        return night, ()
    return changed(bet_made(after, after.hand, words, reading, book), since=(*after.since, words)), touched
