"""The newest views, built on the table thread and read by the web's threads; health lights among them."""

from collections.abc import Callable
from dataclasses import replace

from table_controller.dealing import dealing
from table_controller.fault_words import as_said
from table_controller.levels import rising
from table_controller.on_air import OnAir
from table_controller.overlay_entry import programme
from table_controller.records.incidents import IncidentState, Remedy
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook, Text
from table_controller.rules.remedies import possible
from table_controller.rules.reports import reportable
from table_controller.rules.undecided import as_it_lies
from table_controller.table_file import Table
from table_controller.table_thread import Published
from table_controller.views import Light, LightState, Money, Views, views
from table_controller.views.wording import LOST

_WORKS = Text(de="läuft", en="works")
Lights = Callable[[frozenset[str]], tuple[Light, ...]]
"""The lights of what works; the views add one for each of these sources, which are lost."""


class Screens:
    """Builds every audience's view from what the table thread publishes; ``latest`` is safe from any thread."""

    def __init__(
        self, table: Table, book: Rulebook, lights: Lights, pictures: Callable[[], dict[int, bool]] = dict
    ) -> None:
        """*pictures*: by incident that has a still, whether the desk may show it."""
        self._table, self._book, self._lights, self._pictures = table, book, lights, pictures
        self._latest: Views | None = None
        self._reports = reportable(book)
        self._money = Money(table.currency, table.decimals)
        on = programme(
            table.overlay,
            delay=table.delay,
            consented=table.reveals_folded,
            names=table.names,
            plan=table.plan,
            money=self._money,
        )
        self._on_air = OnAir(on, book)

    def show(self, published: Published) -> None:
        """Build and publish the views of this moment."""
        standing = published.standing
        answer, night = standing.latest, standing.night
        lies = night if night.hand is None else replace(night, hand=as_it_lies(night))
        ask = answer.ask if answer else None
        overlay = self._on_air.picture(lies, standing, published.at)
        self._latest = views(
            lies,
            self._book,
            revision=published.revision,
            now=published.at,
            ask=ask,
            next_steps=answer.next_steps if answer else (),
            lights=self._lights(standing.night.lost),
            names=self._table.names,
            money=self._money,
            others=_others(standing.night, self._book),
            reports=self._reports,
            plan=rising(night, self._book, self._table.plan),
            dealing=dealing(
                self._table,
                night,
                self._book,
                standing.memory,
                recorder_works="recorder" not in night.lost,
                pictures=self._pictures(),
            ),
            overlay=overlay,
            on_air=self._on_air.pictures,
        )

    def latest(self) -> Views:
        """The newest views."""
        if self._latest is None:
            raise RuntimeError("no views yet: the first are shown before anybody is served")
        return self._latest


def _others(night: Night, book: Rulebook) -> dict[int, tuple[Remedy, ...]]:
    """By open incident: what the floor may rule beside what the house names."""
    held = [item for item in night.incidents if item.state is IncidentState.OPEN]
    return {item.number: possible(night.hand, item.irregularity, book) for item in held}


def light(name: str, fault: str | None) -> Light:
    """A light that is green, or names the fault."""
    if fault is None:
        return Light(name, LightState.OK, _WORKS)
    return Light(name, LightState.WARN, as_said(fault, unknown=Text("Störung: ", "fault: ")))


def lost_light(name: str, reason: str | None) -> Light:
    """The light of a source that is lost, with why as far as it was told since the program began."""
    return Light(name, LightState.LOST, LOST if reason is None else as_said(reason))
