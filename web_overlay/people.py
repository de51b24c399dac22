"""What people send, read as observations. Everything is hostile: types, seats, amounts, lengths are checked here.

Nothing is judged: whether a ruling or an action is right is the house's answer, further in.
"""

import dataclasses
import re
from collections.abc import Collection, Mapping
from typing import Any, assert_never

from table_controller.records import Chips, Seat, wire
from table_controller.records.events import Certainty, Corrected, Event, Happened
from table_controller.records.incidents import IncidentState
from table_controller.records.observations import (
    ButtonPress,
    ManualEntry,
    Observation,
    Press,
    RulingEntered,
    Verdict,
)
from table_controller.records.rulebook import Text
from table_controller.views import DeskView
from table_controller.views.models import IncidentView
from web_overlay.refusals import NO_UNDO, NOT_JSON, NOT_OFFERED, NOT_PROPOSED, WHICH_RULING, Refused, reading_said

MOST = 10**12
"""The largest amount anybody may enter, in the smallest unit."""
SOURCE = "desk"
FLOOR = "floor"
"""The remedy of a ruling in the floor's own words."""
BY_HAND = frozenset(
    {
        *("button_placed", "deck_shuffled", "deck_cut", "cards_counted", "level_started"),
        *("seat_taken", "seat_left", "seat_absent", "seat_returned", "chips_bought", "chips_cashed_out"),
        *("declared", "clock_called", "count_requested", "hand_mucked", "hand_requested", "hand_ended"),
        *("announced", "objection", "note", "corrected"),
        *("hole_card_dealt", "card_burned", "board_card_dealt", "card_exposed", "card_moved", "cards_scrambled"),
        *("stub_shuffled", "chips_moved_in", "chips_taken_back", "bets_collected", "hand_tabled", "pot_pushed"),
    }
)
"""Events that a person may state: what no sensor sees, where there is none, and corrections."""
_FACELESS = frozenset({"hole_card_dealt", "card_burned"})
"""Events of cards that nobody may see: no face can be named with them."""
_MOST_EVENTS = 64
"""Events of one tap: a deal to eleven seats of Omaha has 44."""
_OWN_FIELDS = {"incident", "verdict", "remedy", "choice", "amounts", "by", "key"}
_CARRIED = {field.name for field in dataclasses.fields(Happened)}
_DEALERS = {Press.NEW_HAND, Press.SHUFFLE, Press.CUT, Press.CLOCK, Press.HAND_OVER, Press.FLOOR, Press.BURN}
_KEY = re.compile(r"[A-Za-z0-9-]{8,64}")


_RULED = (IncidentState.RULED, IncidentState.DISMISSED)


@dataclasses.dataclass(frozen=True, slots=True)
class Receipt:
    """The observation is in the queue, stamped ``at`` (ns of night time)."""

    at: int


def read_ruling(body: Any, desk: DeskView, at: int) -> tuple[RulingEntered, IncidentView]:
    """A ruling on an incident the desk lists; ``Refused`` says what is wrong."""
    fields = _fields(body, _OWN_FIELDS)
    ruling: RulingEntered = _read(RulingEntered, {"by": SOURCE, **fields, "at": at, "source": SOURCE})
    _check_key(ruling.key)
    _check_words(ruling.by, ruling.choice, ruling.remedy)
    _check_amounts((amount for _, amount in ruling.amounts), (seat for seat, _ in ruling.amounts), seats_of(desk))
    incident = next((i for i in desk.incidents if i.number == ruling.incident), None)
    if incident is None:
        raise Refused(
            Text(
                "incident: die Nummer eines Vorfalls am Dealerplatz", "incident: the number of an incident on the desk"
            ),
            404,
        )
    return dataclasses.replace(ruling, remedy=_remedy(ruling, incident)), incident


def read_after(body: Any) -> tuple[Any, int | None]:
    """*body* without its ``after``, and that: the newest entry on the page whose step is answered."""
    if not isinstance(body, dict) or "after" not in body:
        return body, None
    after = body["after"]
    if type(after) is not int or after < 0:
        raise Refused(Text("after: die Nummer eines Eintrags", "after: the number of an entry"))
    return {name: value for name, value in body.items() if name != "after"}, after


def newest_entry(desk: DeskView) -> int:
    """The number of the entry that the desk could take back next; 0 where there is none."""
    return desk.by_hand.undo.number if desk.by_hand.undo else 0


def undoes(told: tuple[Observation, ...]) -> bool:
    """Whether what is *told* takes an entry back."""
    events = [one.event for one in told if isinstance(one, ManualEntry)]
    return any(isinstance(event, Corrected) and event.what == "undo" for event in events)


def read_tap(body: Any, desk: DeskView, at: int) -> tuple[Observation, ...]:
    """What one tap tells, in order: events that a person states (``events``, or one ``event``), and a dealer's
    ``press`` behind them."""
    fields = _fields(body, {"event", "events", "press", "by", "key"})
    shared = {name: fields[name] for name in ("by", "key") if name in fields}
    events = fields.get("events", [fields["event"]] if "event" in fields else [])
    if not isinstance(events, list) or len(events) > _MOST_EVENTS or not (events or "press" in fields):
        expected = Text(f"events: 1 bis {_MOST_EVENTS} Ereignisse", f"events: 1 to {_MOST_EVENTS} events")
        raise Refused(expected)
    told: list[Observation] = [read_manual({"event": event, **shared}, desk, at) for event in events]
    if "press" in fields:
        told.append(read_press({"press": fields["press"], "key": fields.get("key", "")}, desk, at)[0])
    return (told[0],) if len(told) == 1 else tuple(_numbered(one, place) for place, one in enumerate(told))


def _numbered(told: Observation, place: int) -> Observation:
    """One of several that share a tap: two with the same key would be the same thing told twice."""
    if isinstance(told, ManualEntry | ButtonPress):
        return dataclasses.replace(told, key=f"{told.key[:60]}-{place}")
    return told


def read_manual(body: Any, desk: DeskView, at: int) -> ManualEntry:
    """An event that a person states; only types of ``BY_HAND``, only their own fields."""
    fields = _fields(body, {"event", "by", "key"})
    stated = _fields(fields.get("event"), None)
    if not isinstance(kind := stated.get("type"), str) or kind not in BY_HAND:
        kinds = " ".join(sorted(BY_HAND))
        raise Refused(Text(f"event.type: eins von {kinds}", f"event.type: one of {kinds}"))
    if carried := sorted(_CARRIED & stated.keys()):
        raise Refused(
            Text(f"event.{carried[0]}: gibt niemand von Hand an", f"event.{carried[0]}: is not for people to state")
        )
    if kind in _FACELESS and stated.get("card") is not None:
        raise Refused(Text("event.card: niemand nennt eine verdeckte Karte", "event.card: nobody names a hidden card"))
    event = dataclasses.replace(_read_event(stated), at=at, source=SOURCE, certainty=Certainty.DECLARED)
    _check_event(event, seats_of(desk))
    by, key = fields.get("by", SOURCE), fields.get("key", "")
    _check_key(key)
    _check_words(by)
    return ManualEntry(at=at, source=SOURCE, event=event, by=by, key=key)


def read_press(body: Any, desk: DeskView, at: int) -> tuple[ButtonPress, str]:
    """A press of a seat's or the dealer's button, and its idempotency key."""
    fields = _fields(body, {"press", "seat", "amount", "key"})
    key = fields.pop("key", "")
    _check_key(key)
    press: ButtonPress = _read(ButtonPress, {**fields, "at": at, "source": SOURCE, "key": key})
    if (press.press in _DEALERS) != (press.seat is None):
        raise Refused(
            Text(
                "seat: der Platz, dessen Taste es ist; keiner bei denen des Dealers",
                "seat: the seat whose button it is, and none for the dealer's",
            )
        )
    seats = () if press.seat is None else (press.seat,)
    _check_amounts(() if press.amount is None else (press.amount,), seats, seats_of(desk))
    return press, key


def read_seat_press(body: Any, seat: int, desk: DeskView, at: int) -> tuple[ButtonPress, str]:
    """A press on a page of *seat*: one of its own buttons, as on a board; and which page, where it showed its turn."""
    fields = _fields(body, {"press", "amount", "key", "turn"})
    turn = fields.pop("turn", "")
    if turn != "":
        _check_key(turn)
    press, _ = read_press({**fields, "seat": seat}, desk, at)
    return dataclasses.replace(press, source=f"seat {seat}"), turn


def seats_of(desk: DeskView) -> frozenset[Seat]:
    """The seats of the table."""
    return frozenset(seat.seat for seat in desk.felt.seats)


def _fields(body: Any, known: Collection[str] | None) -> dict[str, Any]:
    if not isinstance(body, dict):
        raise Refused(NOT_JSON)
    if known is not None and (unknown := sorted(body.keys() - set(known))):
        raise Refused(reading_said(f"{unknown[0][:40]}: no such field; expected " + " ".join(sorted(known))))
    return dict(body)


def _read(kind: type, fields: Mapping[str, Any]) -> Any:
    try:
        return wire.read(kind, dict(fields))
    except (ValueError, RecursionError) as fault:
        raise Refused(reading_said(str(fault)[:200])) from None


def _read_event(stated: Mapping[str, Any]) -> Event:
    try:
        return wire.read_event(dict(stated))
    except (ValueError, RecursionError) as fault:
        raise Refused(reading_said(f"event.{fault}"[:200])) from None


def _check_key(key: object) -> None:
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise Refused(
            Text(
                "key: 8 bis 64 Buchstaben, Ziffern und Bindestriche, neu bei jedem Antippen",
                "key: 8 to 64 letters, digits and hyphens, new for every tap",
            )
        )


def _check_words(*words: object) -> None:
    for word in words:
        if word is not None and not (isinstance(word, str) and len(word) <= 200 and word.isprintable()):
            raise Refused(Text("eine Zeile von höchstens 200 Zeichen", "a line of at most 200 printable characters"))


def _check_amounts(amounts: Any, seats: Any, at_table: frozenset[Seat]) -> None:
    if any(seat not in at_table for seat in seats):
        raise Refused(Text("seat: ein Platz dieses Tisches", "seat: a seat of this table"))
    if any(not 0 <= amount <= MOST for amount in amounts):
        raise Refused(
            Text(
                f"amount: 0 bis {MOST} der kleinsten Einheit",
                f"amount: 0 to {MOST} of the smallest unit",
            )
        )


def _check_event(event: Event, at_table: frozenset[Seat]) -> None:
    values = {f.name: getattr(event, f.name) for f in dataclasses.fields(event) if f.name not in _CARRIED}
    seats = (values["seat"],) if values.get("seat") is not None else ()
    # Every whole number of these events but the seat is an amount, a count or a level.
    numbers = [v for name, v in values.items() if name != "seat" and type(v) is int]
    _check_amounts([Chips(n) for n in numbers], seats, at_table)
    _check_words(*(v for v in values.values() if isinstance(v, str)))


def _remedy(ruling: RulingEntered, incident: IncidentView) -> str | None:
    """The remedy by name: accepting means the proposal that this desk showed, own words alone mean ``floor``."""
    match ruling.verdict:
        case Verdict.ACCEPT:
            proposed = incident.proposal.name if incident.proposal else None
            if proposed is None or ruling.remedy not in (None, proposed):
                raise Refused(NOT_PROPOSED)
            return proposed
        case Verdict.OTHER:
            if ruling.remedy is None and not ruling.choice:
                raise Refused(WHICH_RULING)
            offered = {option.name for option in (*incident.options, *incident.others)}
            if ruling.remedy is not None and ruling.remedy not in offered:
                raise Refused(NOT_OFFERED)
            return ruling.remedy or FLOOR
        case Verdict.UNDO:
            if incident.state in _RULED and not incident.undoable:
                raise Refused(NO_UNDO, 409)
            return None
        case Verdict.DISMISS:
            return None
        case never:
            assert_never(never)
