"""What people do to the record: rulings, rulings taken back, corrections; and incidents that lapse."""

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import (
    Corrected,
    Event,
    HandStarted,
    Noted,
    RulingMade,
    RulingUndone,
    SourceBack,
    SourceGone,
    Ticked,
    ZoneBlocked,
    ZoneRestored,
    ZoneTouched,
)
from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.night import Following, Hand, Night, Ruled, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.effects import EFFECTS
from table_controller.rules.hand import changed, index_of, with_player
from table_controller.rules.remedies import remedy

Touched = tuple[Incident, ...]

_NO_PLAY = (RulingMade, RulingUndone, Ticked, ZoneBlocked, ZoneRestored, SourceGone, SourceBack, ZoneTouched, Noted)
"""Events after which a ruling can still be taken back as if it had never been: nothing was played since."""

PLAY = "play"
"""Who ruled where nobody did: the table itself, by doing what was proposed."""


def ruled(night: Night, event: Event, book: Rulebook) -> tuple[Night, Touched]:
    """The night after a ruling or its undoing, and the incidents it touched."""
    if isinstance(event, RulingMade):
        return _made(night, event, book)
    if isinstance(event, RulingUndone):
        return _undone(night, event)
    return night, ()


def _made(night: Night, event: RulingMade, book: Rulebook) -> tuple[Night, Touched]:
    incident = next((item for item in night.incidents if item.number == event.incident), None)
    if incident is None:
        return night, ()
    dismissed = event.remedy == "none"
    state = IncidentState.DISMISSED if dismissed else IncidentState.RULED
    closed = Incident(incident.number, incident.hand, incident.irregularity, state, event.remedy, event.by)
    if incident.state is not IncidentState.OPEN and incident.ruling == event.remedy:
        return _with_incident(night, closed), (closed,)  # being done already: it only gets its author
    before = Ruled(incident.number, night.hand, night.stacks, night.following)
    following = tuple(item for item in night.following if item.incident != incident.number)
    after = _with_incident(changed(night, rulings=(*night.rulings, before), following=following), closed)
    return _carried_out(after, incident, event, book), (closed,)


def _with_incident(night: Night, incident: Incident) -> Night:
    kept = tuple(incident if item.number == incident.number else item for item in night.incidents)
    return changed(night, incidents=kept)


def _carried_out(night: Night, incident: Incident, event: RulingMade, book: Rulebook) -> Night:
    """The remedy's effect on the hand at once, and its steps to follow."""
    found = incident.irregularity
    name = f"dismiss:{found.code}" if event.remedy == "none" else event.remedy
    if night.hand is not None and not night.hand.settled and (effect := EFFECTS.get(name)) is not None:
        night = effect(night, night.hand, found.seat, event, book)
    known = [item for item in (found.proposal, *found.options) if item is not None and item.name == event.remedy]
    chosen = known[0] if known else remedy(event.remedy, night.hand, found.seat, event)
    if not chosen.steps:
        return night
    return changed(night, following=(*night.following, Following(incident.number, chosen, chosen.steps)))


def carried_out(night: Night, incident: Incident, event: Event, book: Rulebook) -> tuple[Night, Touched]:
    """The night when the table carries out what was proposed before anybody ruled: that counts as the ruling."""
    proposal = incident.irregularity.proposal
    name = "none" if proposal is None else proposal.name
    return _made(night, RulingMade(at=event.at, incident=incident.number, remedy=name, by=PLAY), book)


def _undone(night: Night, event: RulingUndone) -> tuple[Night, Touched]:
    """The incident is open again; if nothing but rulings came since, the hand is what it was before this one."""
    incident = next((item for item in night.incidents if item.number == event.ruling), None)
    if incident is None or incident.state is IncidentState.OPEN:
        return night, ()
    opened = Incident(incident.number, incident.hand, incident.irregularity, halts=incident.halts)
    night = _with_incident(night, opened)
    place = next((i for i, item in enumerate(night.rulings) if item.incident == event.ruling), None)
    if place is None:
        left = tuple(item for item in night.following if item.incident != event.ruling)
        return changed(night, following=left), (opened,)
    before = night.rulings[place]
    return (
        changed(
            night,
            hand=before.hand,
            stacks=before.stacks,
            following=before.following,
            rulings=night.rulings[:place],
        ),
        (opened,),
    )


def lapse(night: Night, event: Event) -> tuple[Night, Touched]:
    """With the next hand, incidents nobody ruled on lapse, and the night keeps none of the last hand's."""
    if night.rulings and not isinstance(event, _NO_PLAY):
        night = changed(night, rulings=())
    if not isinstance(event, HandStarted) or not night.incidents:
        return night, ()
    open_ones = (item for item in night.incidents if item.state is IncidentState.OPEN)
    lapsed = tuple(Incident(item.number, item.hand, item.irregularity, IncidentState.LAPSED) for item in open_ones)
    return changed(night, incidents=()), lapsed


def corrected(night: Night, event: Event) -> Night:
    """The night as a person says it is: ``stack``, ``button``, ``to_act``, ``bet``, ``board``, ``folded``,
    ``smallest_chip``. A value that cannot be read changes nothing."""
    if not isinstance(event, Corrected):
        return night
    if event.what == "board":
        return _board(night, event.value)
    number = _number(event.value)
    if number is None:
        return night
    match event.what:
        case "smallest_chip":
            return changed(night, chip=Chips(max(1, number)))
        case "button":
            hand = None if night.hand is None else changed(night.hand, button=Seat(number))
            return changed(night, button=Seat(number), hand=hand)
        case "to_act":
            return _to_act(night, Seat(number))
        case "stack" | "bet" | "folded":
            return _player(night, event, number)
        case _:
            return night


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def _board(night: Night, text: str) -> Night:
    try:
        cards = tuple(Card.parse(name) for name in text.split())
    except ValueError:
        return night
    return night if night.hand is None or len(cards) > 5 else changed(night, hand=changed(night.hand, board=cards))


def _to_act(night: Night, seat: Seat) -> Night:
    hand = night.hand
    index = None if hand is None else index_of(hand, seat)
    if hand is None or index is None or hand.street in (Street.DEAL, Street.SHOWDOWN, Street.OVER):
        return night
    if hand.players[index].folded or hand.players[index].stack <= 0:
        return night
    return changed(night, hand=changed(hand, to_act=seat))


def _player(night: Night, event: Corrected, number: int) -> Night:
    hand = night.hand
    index = None if hand is None else index_of(hand, event.seat)
    playing = hand is not None and index is not None and not hand.settled
    if event.what == "stack" and event.seat is not None and not playing:
        others = tuple(pair for pair in night.stacks if pair[0] != event.seat)
        night = changed(night, stacks=tuple(sorted((*others, (event.seat, Chips(number))))))
    if hand is None or index is None or not playing:
        return night
    return changed(night, hand=_corrected_player(hand, index, event.what, number))


def _corrected_player(hand: Hand, index: int, what: str, number: int) -> Hand:
    player = hand.players[index]
    if what == "stack":
        return with_player(hand, index, changed(player, stack=Chips(number)))
    if what == "folded":
        return with_player(hand, index, changed(player, folded=number != 0))
    rise = min(number - player.bet, player.stack)
    after = changed(
        player,
        bet=player.bet + rise,
        total=player.total + rise,
        stack=player.stack - rise,
        owes=Chips(0),
        excess=Chips(0),
    )
    highest = max(after.bet, *(p.bet for p in hand.players if p.seat != player.seat), 0)
    return with_player(hand, index, after, bet_to=max(highest, hand.big_blind if hand.bet_to == hand.big_blind else 0))
