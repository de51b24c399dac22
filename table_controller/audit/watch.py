"""The live pipeline over recordings: ``floorman watch`` prints events, ``floorman audit --video`` incidents.

Both wait for a hand's end, or the recording's, and pass the release gate: only then is it known what was shown.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import merge
from pathlib import Path
from typing import TextIO

import cv2

from table_controller.audit import gate
from table_controller.audit.unseen import Unseen
from table_controller.clock import SECOND
from table_controller.files import load_rulebook
from table_controller.fusion import empty_felt, flush, fuse
from table_controller.kept_picture import kept_picture
from table_controller.nightbook import opening_entries
from table_controller.real_table import mooring
from table_controller.records import BadInput, Camera, Layout
from table_controller.records.cards import Card
from table_controller.records.events import Event, HandEnded, HandStarted
from table_controller.records.incidents import Incident, Irregularity
from table_controller.records.observations import Observation, SourceLost, SourceRestored, Tick
from table_controller.records.wire import plain
from table_controller.rules import assess, new_night
from table_controller.rules.outcomes import ruling_on
from table_controller.sources import LONGEST_BLINK, Frame
from table_controller.table_file import Table, load_table
from table_controller.views.release import Release
from vision.deck import OneDeck
from vision.device import period_of, timed_frames
from vision.live import Watcher
from vision.pictures import fits
from vision.reader import CardReader

_MOST_OF = 0.9
"""Which share of the time that a recording announces is about all: some formats only estimate it."""


def watch(videos: Sequence[Path], *, table: Path | None, models: Path | None, out: TextIO) -> int:
    """Print what happened in *videos*, an event of the log a line; each video is one camera of the table file.

    No hole card is in it that was not shown.
    """
    for number, hand in enumerate(_hands(_events(videos, load_table(table), models))):
        if number == 0:
            _header(out)
        for event in gate.gated(hand, _allowed(hand)):
            print(json.dumps({"at": event.at, **plain(event)}, ensure_ascii=False), file=out)
    return 0


def audit_videos(videos: Sequence[Path], *, table: Path | None, rulebook: str | None, out: TextIO) -> int:
    """Print every incident that the house's rulebook finds in *videos*, naming no hidden card; 1 if there is any.

    ``ruling``: the remedy that the table carried out, or that play stands.
    """
    laid = load_table(table)
    book = load_rulebook(rulebook or laid.rulebook)
    night, found = new_night(), 0
    for hand in _hands(_events(videos, laid, None)):
        irregularities: list[Irregularity] = []
        incidents: dict[int, Incident] = {}
        for event in hand:
            answer = assess(night, event, book)
            night = answer.night
            irregularities += answer.irregularities
            incidents |= {item.number: item for item in answer.incidents}
        # A recording is over with its last event: what nobody ruled on then is that play stands.
        told = [plain(one) | {"ruling": ruling_on(one, incidents.values(), over=True)} for one in irregularities]
        for line in gate.veiled(told, _allowed(hand)):
            print(json.dumps(line, ensure_ascii=False), file=out)
        found += len(irregularities)
    return 1 if found else 0


def _hands(events: Iterator[Event]) -> Iterator[tuple[Event, ...]]:
    """*events* cut where a hand begins and where it ends: a card shown in one hand stays hidden in the next."""
    hand: list[Event] = []
    for event in events:
        if isinstance(event, HandStarted) and hand:
            yield tuple(hand)
            hand = []
        hand.append(event)
        if isinstance(event, HandEnded):
            yield tuple(hand)
            hand = []
    if hand:
        yield tuple(hand)


def _allowed(hand: Sequence[Event]) -> frozenset[Card]:
    """The cards of a hand that may be named once it is complete, as every hand of a recording that ended is."""
    end = hand[-1].at
    return gate.public(hand, end, end, Release())


def _header(out: TextIO) -> None:
    print(json.dumps({"type": "log", "version": 1, "unit": "1"}), file=out)


def _events(videos: Sequence[Path], table: Table, models: Path | None) -> Iterator[Event]:
    cameras = table.layout.cameras
    if len(videos) > len(cameras):
        raise BadInput(
            str(videos[len(cameras)]), "", f"expected at most {len(cameras)} videos, one a camera of the table"
        )
    reader, deck = CardReader.load(models, deck=table.enrolled), OneDeck()
    if reader.without is not None:
        print(f"floorman: {reader.without}", file=sys.stderr, flush=True)
    filmed = replace(table.layout, cameras=cameras[: len(videos)])  # of the others there is nothing to see
    seen = [_seen(table, filmed, reader, deck, *one) for one in zip(videos, filmed.cameras, strict=True)]
    felt = empty_felt(table.layout, table.deck, table.button_tag)
    # Who sits there with what stands in the table file; a recording does not say it.
    declared = opening_entries(table, 0)
    merged = merge(declared, *seen, key=lambda o: o.at)
    for seq, observation in enumerate(_while_any_lasts(merged), start=1):
        felt, events = fuse(felt, seq, observation, table.layout)
        yield from events
    yield from flush(felt, table.layout)[1]


def _seen(
    table: Table, filmed: Layout, reader: CardReader, deck: OneDeck, video: Path, camera: Camera
) -> Iterator[Observation]:
    """What *camera* of the *table* saw, by its *video*; *filmed*: the table with no more cameras than videos."""
    name, kept = camera.name, kept_picture(table, camera.name)
    moored, printed = mooring(filmed, name, kept), name in table.printed
    eye = Watcher(filmed, reader, name, deck, live=False, mooring=moored, empty=kept, printed=printed)
    return _observations(video, camera, eye)


def _while_any_lasts(seen: Iterable[Observation]) -> Iterator[Observation]:
    """*seen* without the end of the recording that lasts longest: after it there is nothing that nobody sees."""
    ended: list[Observation] = []
    for observation in seen:
        if isinstance(observation, SourceLost):
            ended.append(observation)
            continue
        yield from ended
        ended = []
        yield observation


def _observations(video: Path, camera: Camera, watcher: Watcher) -> Iterator[Observation]:
    """What one camera's recording shows, where it shows nothing for a while, and that it ended."""
    last = at = 0
    unseen, moved = Unseen(), False
    for taken, frame in frames(video):
        if taken == 0:
            fits(frame, camera, video)  # else all clear would be said of what nobody saw
        if (gap := taken - at) > LONGEST_BLINK:
            # As of a live camera: a stream stalled, or somebody paused.
            reason = f"no picture for {gap / SECOND:.1f} s"
            unseen.add(at, taken, reason)
            yield SourceLost(at=at, source=camera.name, reason=reason)
            yield SourceRestored(at=taken, source=camera.name)
            watcher.afresh()
        before, at = at, taken
        yield from watcher.look(frame, at)
        if watcher.blind:
            unseen.add(before, at, str(watcher.fault))
        elif watcher.unmoored is not None and not moved:
            moved = True  # no more than a line: it may be older than the calibration, and is read all the same
            # What the reason goes on with is to be done at a live table.
            told = f"{watcher.unmoored.partition(':')[0]}: what is seen may be told of the wrong places"
            print(f"floorman: {video}: {told}", file=sys.stderr, flush=True)
        if at - last >= SECOND:
            last = at
            yield Tick(at=at, source="clock")
    if unseen.places:
        print(f"floorman: {video}: {unseen}", file=sys.stderr, flush=True)
    yield SourceLost(at=at, source=camera.name, reason="the recording ended")


def frames(video: Path) -> Iterator[tuple[int, Frame]]:
    """The frames of a recording, (h, w, 3) uint8 BGR, with their night times in ns: the first one's is 0.

    One that ends in mid-frame ends there, and so does one that is cut off, with a line on stderr where that shows.
    What is damaged in it is passed over.

    :raises BadInput: if the file is no video.
    """
    if not video.is_file():
        raise BadInput(str(video), "", "expected a video file")
    capture = cv2.VideoCapture(str(video))
    try:
        rate = capture.get(cv2.CAP_PROP_FPS)
        if not capture.isOpened() or not rate > 0:
            raise BadInput(str(video), "", "expected a video that OpenCV can read")
        number, at, before = 0, 0, 0.0
        for at, frame in timed_frames(capture):
            if number == 0:
                before = capture.get(cv2.CAP_PROP_PTS)
            yield at, frame
            number += 1
        if number == 0:
            raise BadInput(str(video), "", "expected a video with at least one frame")
        # A recorder may count its time since it was switched on: then so many more are announced than can have come.
        announced = capture.get(cv2.CAP_PROP_FRAME_COUNT) - before
        # By their time: of frames that come unevenly some formats announce as many as would have come evenly.
        if at + period_of(capture) < _MOST_OF * announced * SECOND / rate:
            told = f"{number} frames, announced were {announced:.0f}: the file may be cut off"
            print(f"floorman: {video}: {told}", file=sys.stderr, flush=True)
    finally:
        capture.release()
