"""What people entered and took back: the story is told as it stands, and no hand that ended by mistake is released."""

from dataclasses import dataclass, field

from table_controller.audit.story import HandTold
from table_controller.records.events import Corrected, Event
from table_controller.records.happened import is_entry


@dataclass(slots=True)
class _Tap:
    """One entry: its number and moment, its events, and the hand that was open before it."""

    number: int
    at: int
    before: HandTold | None
    events: list[Event]
    direct: bool = True
    """Nothing was told since: what comes in the same moment belongs to it."""


@dataclass(slots=True)
class Taps:
    """The entries that can be taken back, numbered as the referee numbers them."""

    _taps: list[_Tap] = field(default_factory=list)
    _count: int = 0

    def heard(
        self, event: Event, before: HandTold | None, now: HandTold | None, hands: list[HandTold]
    ) -> HandTold | None:
        """The hand that is open at *event*: *now*, or once more the one that was before what *event* takes back.

        *before*: the hand that was open before *event*; *hands*: all, from which one begun by mistake goes.
        """
        last = self._taps[-1] if self._taps else None
        if isinstance(event, Corrected) and event.what == "undo":
            return now if last is None or event.value != str(last.number) else self._taken_back(now, hands)
        if not is_entry(event):
            if last is not None:
                last.direct = False
        elif last is not None and last.direct and last.at == event.at:
            last.events.append(event)
        else:
            self._count += 1
            self._taps.append(_Tap(self._count, event.at, before, [event]))
        return now

    def _taken_back(self, now: HandTold | None, hands: list[HandTold]) -> HandTold | None:
        tap = self._taps.pop()
        begun = [hand for hand in hands if any(hand.started is event for event in tap.events)]
        for mistaken in begun:
            hands.remove(mistaken)
        hand = tap.before if tap.before is not None or begun else now
        if hand is not None:
            hand.ended_at = None
            hand.events = [event for event in hand.events if not any(event is told for told in tap.events)]
        return hand
