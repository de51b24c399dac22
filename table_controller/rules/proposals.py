"""What is proposed, kept up to date until somebody rules: the hand goes on, and a way out that came too late closes."""

from dataclasses import replace

from table_controller.records.events import BoardCardDealt, CardBurned, DeckShuffled, Event
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState, Irregularity, Remedy
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.faults import GROWING, MIXED, burns_wanted, known_fault
from table_controller.rules.following import SHUFFLED
from table_controller.rules.hand import changed, hole_count, player_of, setting
from table_controller.rules.hole_counts import short_remedy, surplus
from table_controller.rules.misdeals import button_can_move, can_be_called
from table_controller.rules.remedies import BY_STATE, remedy
from table_controller.rules.sensible import called_off
from table_controller.rules.too_soon import too_soon

_COUNTS = frozenset({"extra_hole_card", "missing_hole_card", "wrong_hole_card_count", "seat_skipped"})
"""Faults by which a seat has a wrong number of cards: too late for a misdeal, its hand is dead (001 R6-9 [D])."""

_BURNS = frozenset({"first_open_card_becomes_burn", "scramble_pick_burn_fill"})


def refreshed(before: Night, night: Night, event: Event, book: Rulebook) -> tuple[Night, tuple[Incident, ...]]:
    """The night with every open proposal as it must be after *event*, and the incidents whose proposal changed."""
    hand = night.hand
    if hand is None or hand.settled:
        return night, ()
    known = {item.number for item in before.incidents}
    closed = _street_went_on(before.hand, hand, event)
    touched = []
    for incident in night.incidents:
        if incident.state is not IncidentState.OPEN:
            continue
        found = _kept_up(incident.irregularity, night, hand, book, late=closed and incident.number in known)
        if found is not incident.irregularity and found != incident.irregularity:
            touched.append(replace(incident, irregularity=found))
    if touched:
        new = {item.number: item for item in touched}
        night = changed(night, incidents=tuple(new.get(item.number, item) for item in night.incidents))
    if isinstance(event, DeckShuffled) and _misdeal_thought_of(night, hand, book) and not known_fault(hand, SHUFFLED):
        night = changed(night, hand=changed(hand, faults=(*hand.faults, (SHUFFLED, None))))
    return night, tuple(touched)


def grown(
    night: Night, items: tuple[Irregularity, ...]
) -> tuple[Night, tuple[Irregularity, ...], tuple[Incident, ...]]:
    """The night where what is open already only became more: the incident says so, and no second one is opened."""
    held = {item.irregularity.code: item for item in night.incidents if item.state is IncidentState.OPEN}
    more = tuple(
        replace(held[item.code], irregularity=replace(item, at=held[item.code].irregularity.at))
        for item in items
        if item.code in GROWING and item.code in held
    )
    new = {item.number: item for item in more}
    told = {item.irregularity.code for item in more}
    night = changed(night, incidents=tuple(new.get(item.number, item) for item in night.incidents))
    return night, tuple(item for item in items if item.code not in told), more


def _misdeal_thought_of(night: Night, hand: Hand, book: Rulebook) -> bool:
    """Whether something is open for which the deal is given up, as proposed or as the table may find right."""
    found = [item.irregularity for item in night.incidents if item.state is IncidentState.OPEN]
    if any(item.proposal is not None and item.proposal.name in ("misdeal", "correct_button") for item in found):
        return True
    return not hand.board and any(called_off(item) for item in found) and can_be_called(hand, book)


def _street_went_on(before: Hand | None, hand: Hand, event: Event) -> bool:
    """Whether *event* belongs to the next street already: what was wrong with the last one stands (001 R7-5 [D])."""
    if before is None or not isinstance(event, CardBurned | BoardCardDealt):
        return False
    if before.to_act is not None:
        return _opened_too_soon(before, hand)
    if isinstance(event, BoardCardDealt) and len(hand.faults) > len(before.faults):
        return False  # a card too many in the same motion
    if isinstance(event, BoardCardDealt) and known_fault(before, "extra_burn") and _burned_for(before):
        return False  # the street that was burned for twice: nobody has acted on it (R8-3, R9-3)
    return len(before.board) in (3, 4, 5) and before.street in (Street.FLOP, Street.TURN, Street.RIVER)


def _opened_too_soon(before: Hand, hand: Hand) -> bool:
    """Whether a street after the flop was opened before its time just now: what lay there stands."""
    new = hand.faults[len(before.faults) :]
    return before.street is not Street.PREFLOP and any(code.startswith("premature_") for code, _ in new)


def _burned_for(hand: Hand) -> bool:
    """Whether every burn before the next street lies there, one too many included."""
    return len(hand.burns) >= burns_wanted(hand)


def _kept_up(found: Irregularity, night: Night, hand: Hand, book: Rulebook, *, late: bool) -> Irregularity:
    old = found.proposal
    name = None if old is None else timely(found, old.name, night, hand, book, late=late)
    options = tuple(
        remedy(option.name, hand, found.seat)
        for option in found.options
        if timely(found, option.name, night, hand, book, late=late) == option.name
    )
    if old is not None and name is not None and name != old.name:
        options = tuple(option for option in options if option.name != name)
    proposal: Remedy | None = None if name is None else remedy(name, hand, found.seat)
    if proposal == old and options == found.options:
        return found  # as after nearly every event
    return replace(found, proposal=proposal, options=options)


def timely(found: Irregularity, name: str, night: Night, hand: Hand, book: Rulebook, *, late: bool = False) -> str:
    """The remedy *name*, or what is left of it now."""
    if name == "misdeal":
        return name if can_be_called(hand, book) else _too_late(found, hand)
    if name == "correct_button":
        return name if button_can_move(hand, book) else "play_stands"
    if found.code.startswith("premature_") and name in BY_STATE and _unburned_too(found, night):
        name = "first_open_card_becomes_burn"  # R9-5 [D]
    if found.code in _COUNTS and name in ("surplus_becomes_burn", "finish_deal"):
        name = _count_remedy(found, name, hand, book)
    if name not in BY_STATE:
        return name
    if late and (name in _BURNS or found.code == "extra_burn" or found.code.startswith("premature_")):
        return "play_stands"
    acted = hand.round_actions > 0 and hand.street is not Street.PREFLOP and not too_soon(hand)
    if name in _BURNS and acted and _until_action(book):
        return "play_stands"
    if remedy(name, hand, found.seat).steps:
        return name
    return _too_late(found, hand) if found.code in _COUNTS else "play_stands"


def _count_remedy(found: Irregularity, name: str, hand: Hand, book: Rulebook) -> str:
    """What is left of a wrong count that was to be put right: a misdeal, a dead hand (R6-3, R6-9, R6-10 [D])."""
    player = player_of(hand, found.seat)
    wanted = hole_count(hand)
    if player is None or len(player.cards) == wanted or hand.street is Street.DEAL:
        return name
    if name == "surplus_becomes_burn":
        if not can_be_called(hand, book):
            return "hand_dead"
        return "misdeal" if (MIXED, found.seat) in hand.faults or surplus(hand) > 1 else name  # R6-4
    if len(player.cards) > wanted or found.code != "missing_hole_card":
        return name
    return short_remedy(hand, player.seat, book, bool(hand.burns or hand.board))


def _too_late(found: Irregularity, hand: Hand) -> str:
    player = player_of(hand, found.seat)
    wrong = player is not None and len(player.cards) != hole_count(hand)
    return "hand_dead" if found.code in _COUNTS and wrong else "play_stands"


def _until_action(book: Rulebook) -> bool:
    """K: a burn forgotten is put right until somebody acts on that street."""
    return setting(book, "missing_burn.deadline", "before_first_action_on_street") == "before_first_action_on_street"


def _unburned_too(found: Irregularity, night: Night) -> bool:
    """Whether the card that came too early was not burned for either."""
    return any(
        item.irregularity.code == "missing_burn" and item.irregularity.at == found.at for item in night.incidents
    )
