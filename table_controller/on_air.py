"""The overlay's picture as night time passes: delayed, behind the release gate."""

from dataclasses import replace

from table_controller.equity import chances, prepare
from table_controller.levels import rising
from table_controller.records.night import Night
from table_controller.records.player import Ask
from table_controller.records.rulebook import Rulebook
from table_controller.turn import Standing
from table_controller.views import DelayLine, Moment, OverlayView, Programme, countdown_view, overlay_view


class OnAir:
    """The overlay's picture as night time passes. Only the table thread calls it."""

    def __init__(self, on: Programme, book: Rulebook) -> None:
        prepare()
        self._on, self._book = replace(on, equity=chances), book
        self._line = DelayLine(on.policy)
        self._last: Standing | None = None
        self._shown: OverlayView | None = None
        self.pictures = 0
        """How many pictures there were so far."""

    def picture(self, night: Night, standing: Standing, now: int) -> OverlayView:
        """Take the table as it is *now*; return what may be on air now, or the countdown.

        *night*: that of *standing*, its chips as they lie. As long as the picture stays it is the same object, ``at``
        included: a later one would tell that something happened at the table that is not on air yet.
        """
        seen = self._picture(night, standing, now)
        if self._shown is None or seen.at < self._shown.at or seen != replace(self._shown, at=seen.at):
            self._shown, self.pictures = seen, self.pictures + 1
        return self._shown

    def _picture(self, night: Night, standing: Standing, now: int) -> OverlayView:
        if self._last is None or not _same(self._last, standing):
            self._line.put(Moment(now, night, _ask(standing), standing.evening))
            self._last = standing
        moment = self._line.on_air(now)
        if moment is None:
            return countdown_view(now, self._line.starts(now), self._on)
        shown = moment.night.hand
        ending = standing.evening.ending(moment.evening.number) if _over(moment, night) else None
        kept = frozenset() if ending is None else ending.kept(shown)
        policy = replace(self._on.policy, consented=self._on.policy.consented & kept)
        return overlay_view(
            moment,
            self._book,
            now=now,
            hand_ended_at=None if ending is None else ending.at,
            shown=frozenset() if ending is None else ending.showed(shown),
            on=replace(self._on, policy=policy, plan=rising(moment.night, self._book, self._on.plan)),
        )


def _ask(standing: Standing) -> Ask | None:
    return standing.latest.ask if standing.latest else None


def _same(one: Standing, other: Standing) -> bool:
    return one.night is other.night and one.evening is other.evening and _ask(one) == _ask(other)


def _over(moment: Moment, night: Night) -> bool:
    """Whether the hand of *moment* does not run (any more, or again) as the table is now."""
    shown, hand = moment.night.hand, night.hand
    return shown is not None and (hand is None or hand.settled or hand.id != shown.id)
