"""One frozen view model per audience, and the only home of the hole cards' release."""

from types import MappingProxyType

from table_controller.records.incidents import Incident, Step
from table_controller.records.night import Night
from table_controller.records.player import Ask
from table_controller.records.rulebook import Rulebook
from table_controller.views.broadcast import Programme, countdown_view, overlay_view
from table_controller.views.build import Others, Reports, desk_view, listed, table_view
from table_controller.views.dealer import Dealing
from table_controller.views.delay import DelayLine, Moment
from table_controller.views.evening import Evening, heard
from table_controller.views.felt import Names
from table_controller.views.models import DeskView, Light, LightState, Money, OverlayView, TableView, Views
from table_controller.views.release import Release, Reveal, released, visible_cards
from table_controller.views.standings import Plan, PlannedLevel
from table_controller.views.ticker import Banners

__all__ = [
    "Banners",
    "Dealing",
    "DelayLine",
    "DeskView",
    "Evening",
    "Light",
    "LightState",
    "Moment",
    "Money",
    "OverlayView",
    "Plan",
    "PlannedLevel",
    "Programme",
    "Release",
    "Reveal",
    "TableView",
    "Views",
    "countdown_view",
    "desk_view",
    "heard",
    "overlay_view",
    "released",
    "table_view",
    "views",
    "visible_cards",
]


def views(
    night: Night,
    book: Rulebook,
    *,
    revision: int,
    now: int,
    ask: Ask | None = None,
    next_steps: tuple[Step, ...] = (),
    incidents: tuple[Incident, ...] | None = None,
    lights: tuple[Light, ...] = (),
    names: Names = (),
    money: Money = Money("", 0),  # noqa: B008 - frozen
    hand_ended_at: int | None = None,
    policy: Release = Release(),  # noqa: B008 - frozen
    others: Others = MappingProxyType({}),
    reports: Reports = (),
    plan: Plan = (),
    dealing: Dealing = Dealing(),  # noqa: B008 - frozen
    overlay: OverlayView | None = None,
    on_air: int | None = None,
) -> Views:
    """Return what every audience sees at night time *now* (ns).

    The hand of *night* is shown as it is given: the caller takes its chips as they lie (``as_it_lies``).
    ``revision`` must grow with every publication. ``ask`` and ``next_steps`` are those of the newest ``Assessment``.
    ``incidents``: what the desk lists, newest last; by default those of the night, and of the last hand those whose
    rulings can still be taken back. ``lights``: health as the app
    measures it; a source in ``night.lost`` without a light gets one. ``names``: display names by seat. ``money``: how
    amounts are written. ``hand_ended_at``: night time of the ``HandEnded`` of ``night.hand``, None while it runs.
    ``policy``: the house's release of hole cards; by default tabled and exposed cards alone are ever shown.
    ``others``: by incident, what the floor may rule beside what the house names. ``reports``: what a person may report.
    ``plan``: the evening's levels. ``dealing``: what the desk needs to enter a hand, and what is filmed and kept.
    ``overlay``: what is on air, of an earlier moment where the overlay is delayed; by default this one.
    ``on_air``: the how-manieth picture ``overlay`` is; by default another with every revision.
    """
    return Views(
        revision=revision,
        on_air=revision if on_air is None else on_air,
        at=now,
        table=table_view(night, book, ask=ask, names=names, money=money, plan=plan, recording=dealing.recording),
        desk=desk_view(
            night,
            book,
            ask=ask,
            next_steps=next_steps,
            incidents=listed(night) if incidents is None else incidents,
            lights=lights,
            names=names,
            money=money,
            others=others,
            reports=reports,
            plan=plan,
            dealing=dealing,
        ),
        overlay=overlay
        or overlay_view(
            Moment(now, night, ask, Evening()),
            book,
            now=now,
            hand_ended_at=hand_ended_at,
            on=Programme(policy=policy, names=names, money=money, plan=plan),
        ),
    )
