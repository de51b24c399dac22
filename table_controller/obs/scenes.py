"""Which of OBS's scenes fits what goes on at the table."""

from dataclasses import astuple, dataclass

from table_controller.records.incidents import IncidentState
from table_controller.records.night import Night


@dataclass(frozen=True, slots=True)
class Scenes:
    """OBS's names of its scenes: in a hand, between two, while an incident halts it, in a break; empty: none."""

    hand: str = ""
    between: str = ""
    incident: str = ""
    paused: str = ""

    @property
    def named(self) -> frozenset[str]:
        """Every scene that is wanted at some time."""
        return frozenset(astuple(self)) - {""}


def scene_of(night: Night, scenes: Scenes) -> str:
    """The scene for *night*; where the house names none for it, the one for what goes on beside; empty: leave it."""
    halted = any(one.halts and one.state is IncidentState.OPEN for one in night.incidents)
    runs = night.hand is not None and not night.hand.settled
    fitting = (
        (night.pause is not None and not runs, scenes.paused),
        (halted, scenes.incident),
        (runs, scenes.hand),
        (not runs, scenes.between),
    )
    return next((name for fits, name in fitting if fits and name), "")
