"""``floorman simulate``: a scripted night as an event log, an observation log or the simulated camera's video."""

import os
from collections.abc import Iterator
from pathlib import Path

import cv2

from table_controller.hands.eventlog import write_log
from table_controller.inputs import data_of, decoded, toml_of
from table_controller.outputs import spare
from table_controller.records import BadInput
from table_controller.records.observations import Observation
from table_controller.records.wire import canonical, plain
from table_controller.simulator.noise import noisy
from table_controller.simulator.play import Moment, play
from table_controller.simulator.reading import packaged, script_of
from table_controller.simulator.script import Script
from table_controller.simulator.sense import observations
from table_controller.simulator.truth import truth
from table_controller.sources import Frame
from table_controller.table_file import built_in_table
from vision.scene import Look, Studio

_UNIT = "0.01"
_RATE = 10
"""Frames a second of a rendered video."""
_LARGEST = 4 << 20
"""Bytes of a script: more than thousands of hands take."""


def rehearse(script: Path, *, seed: int | None, noise: str | None, video: bool, to: Path) -> int:
    """Write the night of *script* to *to*; nothing is left half-written.

    :raises BadInput: for a script, a noise or a file that cannot be used.
    """
    spare(to)
    night = load_script(script, seed)
    part = to.with_name(to.name + ".part" + to.suffix)
    try:
        if video:
            _film(play(night), part)
        elif noise is not None:
            _observations(night, noise, part)
        else:
            with part.open("w", encoding="utf-8") as out:
                write_log(truth(night), _UNIT, out)
        os.replace(part, to)
    except OSError as fault:
        raise BadInput(str(to), "", f"expected a file that can be written ({fault.strerror})") from None
    finally:
        part.unlink(missing_ok=True)
    return 0


def load_script(source: Path, seed: int | None = None) -> Script:
    """The script in the file *source*, or the packaged night of that name; *seed* replaces its own.

    :raises BadInput: naming file, place and what was expected.
    """
    name = str(source)
    text = None if source.exists() else packaged(name)
    if text is None:
        text = decoded(name, data_of(source, _LARGEST, "expected a readable script"))
    return script_of(name, toml_of(name, text), seed)


def _observations(night: Script, noise: str, to: Path) -> None:
    seen = noisy(observations(night, None, built_in_table().layout), noise, night.seed)
    with to.open("w", encoding="utf-8") as out:
        out.writelines(_lines(seen))


def _lines(seen: tuple[Observation, ...]) -> Iterator[str]:
    yield canonical({"type": "observations", "version": 1, "unit": _UNIT}) + "\n"
    for observation in seen:
        yield canonical(plain(observation)) + "\n"


def _film(moments: tuple[Moment, ...], to: Path) -> None:
    layout = built_in_table().layout
    camera = layout.cameras[0]
    studio = Studio(camera, Look(layout.width, layout.height, layout.colours))
    writer = cv2.VideoWriter(str(to), cv2.VideoWriter.fourcc(*"mp4v"), _RATE, (camera.width, camera.height))
    if not writer.isOpened():
        raise BadInput(str(to), "", "expected a video file that can be written, such as night.mp4")
    try:
        for frame in _frames(moments, studio):
            writer.write(frame)
    finally:
        writer.release()


def _frames(moments: tuple[Moment, ...], studio: Studio) -> Iterator[Frame]:
    """A frame every tenth of a second, each of the moment that has begun by then."""
    period, place = 1_000_000_000 // _RATE, 0
    for number in range(moments[-1].at // period + _RATE):
        while place + 1 < len(moments) and moments[place + 1].at <= number * period:
            place += 1
        yield studio.frame(moments[place].scene, seed=number)
