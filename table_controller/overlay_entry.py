"""What a table file says of the broadcast: ``[overlay]`` and ``[obs]`` (docs/table.md)."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from table_controller.records.chips import Seat
from table_controller.views import (
    Banners,
    Money,
    Programme,
    Release,
    Reveal,
)
from table_controller.views.broadcast_models import LowerThird
from table_controller.views.felt import Names
from table_controller.views.standings import Plan

_MILLISECOND = 1_000_000


class OverlayEntry(BaseModel):
    """The table ``[overlay]`` of a table file (docs/table.md)."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    reveal: Literal["immediate", "after_action", "showdown_tournament", "showdown", "end_of_hand", "never"] = "showdown"
    delay_seconds: Annotated[int, Field(ge=0, le=3600)] = 0
    offset_ms: Annotated[int, Field(ge=-5000, le=5000)] = 0
    reveal_folded: bool = False
    minimum_hands: Annotated[int, Field(ge=1, le=1000)] = 10
    incidents: Literal["never", "ruled", "open"] = "ruled"
    title: Annotated[str, Field(max_length=80)] = ""
    line: Annotated[str, Field(max_length=120)] = ""

    @property
    def behind(self) -> int:
        """How far the overlay lies behind the table, in ns."""
        return (self.delay_seconds * 1000 + self.offset_ms) * _MILLISECOND


SceneName = Annotated[str, Field(max_length=200)]


class ScenesEntry(BaseModel):
    """The table ``[obs.scenes]``: OBS's names of its scenes; without one the scene is left alone."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    hand: SceneName = ""
    between: SceneName = ""
    incident: SceneName = ""
    paused: SceneName = ""


class ObsEntry(BaseModel):
    """The table ``[obs]`` of a table file; without it nobody tells OBS anything."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    host: Annotated[str, Field(min_length=1, max_length=253)] = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65535)] = 4455
    password_file: str = ""
    replay: bool = True
    chapters: bool = True
    after_seconds: Annotated[int, Field(ge=0, le=60)] = 5
    dry_run: bool = False
    scenes: ScenesEntry = ScenesEntry()


def checked(entry: OverlayEntry) -> OverlayEntry:
    """*entry*, if it makes sense as a whole.

    :raises ValueError: for an offset that would put the graphics before what they show.
    """
    if entry.behind < 0:
        least = -1000 * entry.delay_seconds
        raise ValueError(f"overlay.offset_ms: expected at least {least}, by overlay.delay_seconds")
    return entry


def programme(
    entry: OverlayEntry, *, delay: int, consented: frozenset[Seat], names: Names, plan: Plan, money: Money
) -> Programme:
    """The house's overlay; *delay*: ns after a hand's end; *consented*: who agreed that folded hands are shown."""
    return Programme(
        policy=Release(delay, entry.reveal_folded, consented, Reveal(entry.reveal), entry.behind),
        names=names,
        money=money,
        plan=plan,
        minimum=entry.minimum_hands,
        banners=Banners(entry.incidents),
        lower_third=LowerThird(entry.title, entry.line) if entry.title or entry.line else None,
    )
