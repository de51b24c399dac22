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
from table_controller.sources import Board, RealCamera, Source
from table_controller.table_file import Table
from vision.capture import Capture, is_recording, open_device
from vision.deck import OneDeck
from vision.live import Watcher
from vision.reader import CardReader


def real_sources(
    table: Table, reader: CardReader | None, inbox: Inbox, clock: NightClock, cable: Callable[[Cable], Cable]
) -> tuple[Source, ...]:
    """A thread for each camera of the table file, and one for the board; without *reader* no card is read."""
    sources: list[Source] = []
    deck, sizes = OneDeck(), {camera.name: (camera.width, camera.height) for camera in table.layout.cameras}
    for name, address in table.camera_sources:
        capture = Capture(name, address, clock.now, partial(open_device, size=sizes[name]))
        capture.start()
        watcher = Watcher(table.layout, reader, name, deck, live=not is_recording(address))
        sources.append(RealCamera(name, capture.take, watcher, inbox, clock))
    if table.board_port is not None:
        wiring = wiring_of(table.layout, table.board_inputs, table.board_antennas)
        port, link = cable_of(table.board_port), Link(wiring, keeps=True)
        adapter: Adapter = BoardReader(link, cable(port))
        sources.append(Board(adapter.poll, inbox, clock, link, port.wait))
    return tuple(sources)
