"""The sources of a real table: its cameras, and its board where it has one."""

from collections.abc import Callable
from functools import partial

from table_controller.board import BoardReader, Link
from table_controller.board.adapter import Adapter
from table_controller.board.port import Cable
from table_controller.board.wiring import wiring_of
from table_controller.cables import cable_of
from table_controller.clock import NightClock
from table_controller.inbox import Inbox
from table_controller.kept_picture import kept_picture
from table_controller.records import Layout
from table_controller.sources import Board, RealCamera, Source
from table_controller.table_file import Table
from vision.arrays import Picture
from vision.calibrate.mooring import Mooring
from vision.calibrate.moved import Anchor
from vision.capture import Capture, is_recording, open_device
from vision.deck import OneDeck
from vision.live import Watcher
from vision.reader import CardReader
from vision.turns import Turns
from vision.zones import View


def real_sources(
    table: Table, reader: CardReader | None, inbox: Inbox, clock: NightClock, cable: Callable[[Cable], Cable]
) -> tuple[Source, ...]:
    """A thread for each camera of the table file, and one for the board; without *reader* no card is read."""
    sources: list[Source] = []
    turns = None
    if reader is not None:
        reader.warm()  # now, not while the first flop is awaited
        turns = Turns(reader, len(table.camera_sources))
    deck, sizes = OneDeck(), {camera.name: (camera.width, camera.height) for camera in table.layout.cameras}
    for name, address in table.camera_sources:
        capture = Capture(name, address, clock.now, partial(open_device, size=sizes[name]))
        capture.start()
        live = not is_recording(address)  # for the whole run, a path at which nothing lies yet too
        kept, printed = kept_picture(table, name), name in table.printed
        moored = mooring(table.layout, name, kept)
        watcher = Watcher(table.layout, turns, name, deck, live, mooring=moored, empty=kept, printed=printed)
        sources.append(RealCamera(name, capture, watcher, inbox, clock))
    if table.board_port is not None:
        wiring = wiring_of(table.layout, table.board_inputs, table.board_antennas)
        port, link = cable_of(table.board_port), Link(wiring, keeps=True)
        adapter: Adapter = BoardReader(link, cable(port))
        sources.append(Board(adapter.poll, inbox, clock, link, port.wait))
    return tuple(sources)


def mooring(layout: Layout, name: str, kept: Picture | None) -> Mooring | None:
    """What tells when camera *name* was moved since it was calibrated; None without the picture *kept* then."""
    if kept is None:
        return None
    return Mooring(Anchor(kept, View(layout, next(camera for camera in layout.cameras if camera.name == name))))
