"""One hand from drawn pictures: what the camera's eye says of them is enough to tell the hand as it was."""

from bisect import bisect_right

from table_controller.fusion import empty_felt, flush, fuse
from table_controller.records import Face
from table_controller.records.events import CardBurned, ChipsMovedIn, Event, ZoneTouched
from table_controller.records.observations import ButtonPress, ManualEntry, Observation, TagRead
from table_controller.simulator.felt import BUTTON_TAG, built_in_deck, built_in_layout
from table_controller.simulator.invent import night
from table_controller.simulator.play import Moment, play
from table_controller.simulator.script import Wrong
from table_controller.simulator.sense import sensed
from table_controller.simulator.truth import table_events, truth
from vision.live import Watcher
from vision.reader import CardReader
from vision.scene import Look, Studio

MS = 1_000_000
LAYOUT = built_in_layout()
SEED = 11


def _seen(moments: tuple[Moment, ...]) -> list[Observation]:
    """Ten pictures a second, looked at by the live camera's eye."""
    camera = LAYOUT.cameras[0]
    studio = Studio(camera, Look(LAYOUT.width, LAYOUT.height, LAYOUT.colours))
    watcher = Watcher(LAYOUT, CardReader.load(threads=1), camera.name)
    begins, seen = [moment.at for moment in moments], list[Observation]()
    for at in range(0, moments[-1].at + 1500 * MS, 100 * MS):
        scene = moments[bisect_right(begins, at) - 1].scene
        seen += watcher.look(studio.frame(scene, seed=at // MS % 997), at)
    return seen


def _story(events: list[Event]) -> list[tuple[object, ...]]:
    fields = ("seat", "amount", "chips", "face", "action", "cards", "from_", "to", "card")
    return [
        (type(event).__name__, *(None if _unseen(event, name) else getattr(event, name, None) for name in fields))
        for event in events
        if not isinstance(event, ZoneTouched)
    ]


def _unseen(event: Event, name: str) -> bool:
    return name == "card" and isinstance(event, CardBurned) and event.face is Face.DOWN


def test_a_hand_with_a_missing_burn() -> None:
    script = night(SEED, hands=1, irregularities=(Wrong.MISSING_BURN,))
    moments = play(script, SEED)
    heard = [o for o in sensed(moments, LAYOUT) if isinstance(o, ButtonPress | TagRead)]
    entered = [ManualEntry(at=0, source="desk", event=event, by="host") for event in table_events()]
    felt, told = empty_felt(LAYOUT, built_in_deck(), BUTTON_TAG), list[Event]()
    for seq, observation in enumerate([*entered, *sorted(heard + _seen(moments), key=lambda o: o.at)], start=1):
        felt, events = fuse(felt, seq, observation, LAYOUT)
        told += events
    told += flush(felt, LAYOUT)[1]
    assert _story(told) == _story(list(truth(script, SEED)))
    assert any(isinstance(event, ChipsMovedIn) for event in told)
