"""The newest views, built on the table thread and read by the web's threads; health lights among them."""

import re
from collections.abc import Callable
from dataclasses import replace

from table_controller.dealing import dealing
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

_WORKS = Text(de="läuft", en="works")
_KNOWN = {
    "camera moved or table covered: put it back, or recalibrate": (
        "Kamera verschoben oder Tisch verdeckt: zurückrücken oder neu kalibrieren"
    ),
    "the picture is black": "das Bild ist schwarz",
    "the picture is of one colour": "das Bild hat nur eine Farbe",
    "only a part of the picture arrives": "nur ein Teil des Bildes kommt an",
    "the picture is frozen": "das Bild steht still",
}
"""What a camera says of its picture (``vision.frames``, ``vision.calibrate.mooring``), in German."""

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
            plan=self._table.plan,
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
    return Light(name, LightState.WARN, _in_words(fault))


def _in_words(fault: str) -> Text:
    """The fault for people: what waits is said in both languages, what a program reports stays as it is."""
    if waiting := re.fullmatch(r"(\d+) waiting", fault):
        return Text(f"{waiting[1]} warten", fault)
    if fault in _KNOWN:
        return Text(_KNOWN[fault], fault)
    if moved := re.fullmatch(r"camera moved by (\d+) mm: put it back, or recalibrate", fault):
        return Text(f"Kamera um {moved[1]} mm verschoben: zurückrücken oder neu kalibrieren", fault)
    if fault == "no weights":
        return Text("ohne Gewichte: keine Karte wird gelesen", "no weights: no card is read")
    return Text(f"Störung: {fault}", f"fault: {fault}")
