"""An evening's journal: recorded hands entered at a table, one after the other, as a person would enter them."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from table_controller.hands import RecordedHand
from table_controller.journal.store import Store
from table_controller.records import DECK, Deck
from table_controller.records.entries import RunStarted
from table_controller.records.observations import ManualEntry
from table_controller.records.rulebook import Rulebook
from table_controller.simulator.felt import built_in_layout
from table_controller.turn import begin, run_row, settled, turn


def evening(path: Path, hands: Iterable[RecordedHand], book: Rulebook) -> int:
    """Write a journal of *hands* to *path*, as the live table writes it; how many entries it has."""
    run = settled(
        RunStarted(
            version="bench",
            rulebook=book,
            layout=built_in_layout(),
            deck=Deck(tuple((f"C0FFEE{number:02X}", card) for number, card in enumerate(DECK))),
            button_tag=None,
            wall="2026-03-14T20:00:00+01:00",
            offset=0,
            currency="EUR",
            decimals=0,
        )
    )
    store, standing, at = Store.open(path), begin(run), 0
    store.append_all([run_row(run, at)])
    for hand in hands:
        began = at
        for event in hand.events:
            at = began + event.at
            entry = ManualEntry(at=at, source="desk", event=replace(event, at=at, source=None), by="dealer")
            standing, rows = turn(standing, store.next_seq, entry, run.layout, run.rulebook)
            store.append_all(rows)
        at += 30_000_000_000
    count = store.next_seq - 1
    store.close()
    return count
