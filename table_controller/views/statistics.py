"""Statistics, leaderboard and stack history as the overlay shows them, from the evening so far. Pure.

The formulas are those of ``broadcast_models.SeatFigures``.
"""

from collections.abc import Mapping

from table_controller.records.chips import Chips, Seat
from table_controller.records.night import Night
from table_controller.views.broadcast_models import FiguresView, HistoryView, LeaderView, SeatFigures, StackLine
from table_controller.views.evening import Account, Evening
from table_controller.views.felt import Names


def figures_view(evening: Evening, night: Night, names: Names, minimum: int) -> FiguresView:
    """The statistics of everybody who sits at the table."""
    accounts, named = dict(evening.accounts), dict(names)
    return FiguresView(
        tuple(
            _figures(seat, named.get(seat), accounts.get(seat, Account()), stack, minimum)
            for seat, stack in sorted(night.stacks)
        ),
        minimum,
    )


def _figures(seat: Seat, name: str | None, account: Account, stack: Chips, minimum: int) -> SeatFigures:
    return SeatFigures(
        seat=seat,
        name=name,
        hands=account.hands,
        vpip=percent(account.voluntary, account.hands, minimum),
        pfr=percent(account.raised, account.hands, minimum),
        agr=percent(account.aggressive, account.acts, minimum),
        wtsd=percent(account.showdowns, account.flops, minimum),
        win=won(account, stack),
    )


def percent(part: int, whole: int, minimum: int) -> int | None:
    """*part* of *whole* in percent, halves up; None for fewer than *minimum*, and of nothing."""
    if whole < max(1, minimum):
        return None
    return (200 * part + whole) // (2 * whole)


def won(account: Account, stack: Chips) -> int:
    """What the player has won (below 0: lost): stack and chips cashed out, less everything bought."""
    return stack + account.cashed_out - account.bought if account.bought is not None else 0


def leaders_view(figures: FiguresView, night: Night) -> tuple[LeaderView, ...]:
    """Everybody at the table, who has won most first; before the first hand nobody leads."""
    if not any(one.hands for one in figures.seats):
        return ()
    stacks = dict(night.stacks)
    ranked = sorted(figures.seats, key=lambda one: (-one.win, one.seat))
    return tuple(
        LeaderView(1 + sum(other.win > one.win for other in ranked), one.seat, one.name, stacks[one.seat], one.win)
        for one in ranked
    )


def history_view(evening: Evening, night: Night, names: Names) -> HistoryView:
    """The stacks after every hand, of those who sit at the table."""
    after: tuple[Mapping[Seat, Chips], ...] = tuple(dict(stacks) for _, stacks in evening.history)
    named = dict(names)
    return HistoryView(
        tuple(number for number, _ in evening.history),
        tuple(
            StackLine(seat, named.get(seat), tuple(stacks.get(seat) for stacks in after))
            for seat, _ in sorted(night.stacks)
        ),
    )
