"""Table files: one real table as TOML (docs/table.md). Unknown keys are refused with file, table and key."""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from table_controller.board.wiring import wiring_of
from table_controller.inputs import data_of, decoded
from table_controller.overlay_entry import ObsEntry, OverlayEntry, checked
from table_controller.records import BadInput, Card, Chips, Deck, Layout, Seat
from table_controller.simulator.felt import BUTTON_TAG, built_in_deck, built_in_layout
from table_controller.table_entry import BoardEntry, LevelEntry, TableEntry
from table_controller.table_layout import layout_of
from table_controller.views.standings import Plan, PlannedLevel

_LARGEST = 1 << 20
"""Bytes of a table file: more than the largest table takes."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table ready to play: what a table file says, or the built-in simulated one (``simulated``)."""

    layout: Layout
    rulebook: str
    stacks: tuple[tuple[Seat, Chips], ...]
    names: tuple[tuple[Seat, str], ...]
    small_blind: Chips
    big_blind: Chips
    ante: Chips
    level: int | None
    deck: Deck
    button_tag: str | None
    camera_sources: tuple[tuple[str, str], ...]
    board_port: str | None
    language: str
    currency: str
    """ISO 4217 code, or empty for plain chips."""
    decimals: int
    """How many decimals of the currency the smallest unit has."""
    delay: int
    """Nanoseconds between a hand's end and the release of its cards."""
    simulated: bool = False
    file: Path | None = None
    """Where the table file lies."""
    enrolled: Path | None = None
    """What `floorman enrol deck` wrote of the deck that is played with."""
    board_inputs: tuple[str, ...] = ()
    """Which button is on which of the board's inputs; empty: the standard wiring."""
    board_antennas: tuple[str, ...] = ()
    """Which zone is over which antenna; empty: the standard wiring."""
    listen: str = ""
    """The network that the screens are on: ``auto`` or this machine's address there; empty: this machine alone."""
    host_names: tuple[str, ...] = ()
    """What else the network calls this machine."""
    overlay: OverlayEntry = OverlayEntry()
    """How the house wants its broadcast overlay."""
    obs: ObsEntry | None = None
    """The OBS that is told of hands and incidents, if any."""
    reveals_folded: frozenset[Seat] = frozenset()
    """Whose players agreed that the overlay shows their folded hands, where the house does so."""
    plan: Plan = ()
    """The evening's levels; empty: nobody knows what comes next."""
    printed: frozenset[str] = frozenset()
    """Cameras in whose picture of the empty felt cards are seen that are printed on it."""


def reference_path(table: Path, camera: str) -> Path:
    """Where the picture lies that a camera's calibration was made with: beside the table file."""
    return table.with_name(f"{table.stem}.{_plain(camera)}.png")


def _plain(camera: str) -> str:
    """A camera's name as files have it."""
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in camera)


def load_table(path: Path | None) -> Table:
    """The table that the file at *path* describes, or the built-in simulated table for None.

    :raises BadInput: naming file, table and key.
    """
    if path is None:
        return built_in_table()
    return read_table(data_of(path, _LARGEST, "expected a readable table file"), path)


def read_table(data: bytes, path: Path) -> Table:
    """The table that *data* describes, which is in the table file at *path*, or is to be.

    :raises BadInput: naming file, table and key.
    """
    try:
        values = _pairs(tomllib.loads(decoded(str(path), data)))
    except (ValueError, RecursionError) as fault:  # no TOML, a number or a nesting without end
        raise BadInput(str(path), "", f"expected TOML ({fault})") from None
    try:
        entry = TableEntry.model_validate(values)
        enrolled = None if entry.cards.deck is None else path.parent / entry.cards.deck
        return replace(_table(entry), file=path, enrolled=enrolled)
    except ValidationError as fault:
        raise BadInput(str(path), *_first(fault)) from None
    except ValueError as fault:
        raise BadInput(str(path), "", str(fault)) from None


def built_in_table() -> Table:
    """The simulated six-seat table: 0.50/1.00, 100 big blinds each, a tag in every card."""
    layout = built_in_layout()
    return Table(
        layout=layout,
        rulebook="zollernalb",
        stacks=tuple((seat, Chips(10_000)) for seat in layout.seats),
        names=(),
        small_blind=Chips(50),
        big_blind=Chips(100),
        ante=Chips(0),
        level=1,
        deck=built_in_deck(),
        button_tag=BUTTON_TAG,
        camera_sources=(("overhead", "simulated"),),
        board_port=None,
        language="de",
        currency="EUR",
        decimals=2,
        delay=0,
        simulated=True,
    )


def _pairs(value: Any) -> Any:
    """TOML knows lists only; pydantic's strict mode wants tuples where the model says so."""
    if isinstance(value, dict):
        return {key: _pairs(item) for key, item in value.items()}
    if isinstance(value, list):
        items = [_pairs(item) for item in value]
        return tuple(items) if items and all(isinstance(item, int | float) for item in items) else items
    return value


def _first(fault: ValidationError) -> tuple[str, str]:
    """Place and expectation of the first error; a key that nobody knows explains why another one is missing."""
    errors = fault.errors(include_url=False, include_input=False)
    error = next((error for error in errors if error["type"] == "extra_forbidden"), errors[0])
    place = ".".join(str(part) for part in error["loc"])
    expected = "no such key" if error["type"] == "extra_forbidden" else error["msg"]
    return place, expected


def _table(entry: TableEntry) -> Table:
    seats = tuple(Seat(seat.number) for seat in entry.seat)
    if len(set(seats)) != len(seats):
        raise ValueError("seat: each number once was expected")
    names = [zone.name for zone in entry.zone]
    if len(set(names)) != len(names):
        raise ValueError("zone: each name once was expected")
    cameras = [_plain(camera.name) for camera in entry.camera]
    if len(set(cameras)) != len(cameras):
        raise ValueError("camera: each name once was expected; all but letters, digits, - and _ counts as -")
    if entry.camera and not entry.zone:
        raise ValueError("zone: expected at least one [[zone]] for the [[camera]] to look at")
    layout, board = layout_of(entry, seats), entry.board or BoardEntry(port="")
    wiring_of(layout, tuple(board.inputs), tuple(board.antennas))
    return Table(
        layout=layout,
        rulebook=entry.rulebook,
        stacks=tuple((Seat(seat.number), Chips(seat.stack)) for seat in entry.seat),
        names=tuple((Seat(seat.number), seat.name) for seat in entry.seat if seat.name),
        small_blind=Chips(entry.blinds.small),
        big_blind=Chips(entry.blinds.big),
        ante=Chips(entry.blinds.ante),
        level=1 if entry.level and entry.blinds.level is None else entry.blinds.level,
        deck=Deck(tuple((tag.upper(), Card.parse(card)) for tag, card in entry.cards.tags.items())),
        button_tag=entry.cards.button_tag,
        camera_sources=tuple((camera.name, camera.source) for camera in entry.camera),
        board_port=entry.board.port if entry.board else None,
        language=entry.screens.language,
        currency=entry.currency,
        decimals=entry.decimals,
        delay=entry.screens.delay_seconds * 1_000_000_000,
        board_inputs=tuple(board.inputs),
        board_antennas=tuple(board.antennas),
        listen=entry.screens.listen,
        host_names=tuple(entry.screens.names),
        overlay=checked(entry.overlay),
        obs=entry.obs,
        reveals_folded=frozenset(Seat(seat.number) for seat in entry.seat if seat.reveals_folded),
        plan=tuple(_planned(level) for level in entry.level),
        printed=frozenset(camera.name for camera in entry.camera if camera.printed),
    )


def _planned(level: LevelEntry) -> PlannedLevel:
    return PlannedLevel(Chips(level.small), Chips(level.big), Chips(level.ante), level.minutes)
