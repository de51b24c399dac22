"""What a table file may say (docs/table.md): its keys, their kinds and their bounds. Any other key is refused."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from table_controller.overlay_entry import ObsEntry, OverlayEntry

_Millimetres = Annotated[float, Field(ge=0, le=20_000)]
_Pixels = Annotated[float, Field(ge=-1_000_000, le=1_000_000)]
"""Of a picture; beside it lie the felt's corners that a camera does not see."""
_Value = Annotated[int, Field(ge=0, le=10**12)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class _Felt(_Strict):
    width: _Millimetres
    height: _Millimetres


class _SeatEntry(_Strict):
    """A seat, who sits there and with what."""

    number: Annotated[int, Field(ge=1, le=11)]
    stack: _Value
    name: str = ""
    reveals_folded: bool = False


class ZoneEntry(_Strict):
    """A part of the felt, its corners in millimetres."""

    name: str
    kind: Literal["board", "burn", "muck", "stub", "pot", "cards", "bet", "stack"]
    corners: Annotated[list[tuple[_Millimetres, _Millimetres]], Field(min_length=3, max_length=12)]
    seat: int | None = None


_Focal = Annotated[float, Field(gt=0, le=100_000)]


class _LensEntry(_Strict):
    """What a lens does to its picture, in pixels."""

    focal: tuple[_Focal, _Focal]
    centre: tuple[_Pixels, _Pixels]
    distortion: tuple[float, float, float, float, float]


class CameraEntry(_Strict):
    """A camera and how it sees the felt."""

    name: str
    source: Annotated[str, Field(min_length=1)]
    width: Annotated[int, Field(ge=64, le=16_000)]
    height: Annotated[int, Field(ge=64, le=16_000)]
    corners: Annotated[list[tuple[_Pixels, _Pixels]], Field(min_length=4, max_length=4)]
    """Where the felt's corners lie in the picture, in pixels: upper left, upper right, lower right, lower left."""
    half: Literal["", "left", "right"] = ""
    """Of a camera that sees no more of the felt: these are the corners of that half."""
    printed: bool = False
    """What looks like a card in the picture kept at its calibration is printed on the felt."""
    lens: _LensEntry | None = None
    """What `floorman calibrate lens` found; without it the lens is taken as straight."""


class _ChipEntry(_Strict):
    """A colour of chips and what it is worth."""

    name: str
    rgb: tuple[
        Annotated[int, Field(ge=0, le=255)], Annotated[int, Field(ge=0, le=255)], Annotated[int, Field(ge=0, le=255)]
    ]
    value: _Value | None = None


class BoardEntry(_Strict):
    """The board on the serial line and what is wired to it."""

    port: str
    inputs: list[str] = []
    antennas: list[str] = []


class _Blinds(_Strict):
    small: _Value
    big: _Value
    ante: _Value = 0
    level: int | None = None


class LevelEntry(_Strict):
    """A level of the evening."""

    small: _Value
    big: _Value
    ante: _Value = 0
    minutes: Annotated[int, Field(ge=1, le=24 * 60)]


class _Cards(_Strict):
    tags: dict[str, str] = {}
    button_tag: str | None = None
    deck: str | None = None


class _Screens(_Strict):
    language: Literal["de", "en"] = "de"
    delay_seconds: Annotated[int, Field(ge=0, le=24 * 3600)] = 0
    listen: str = ""
    names: Annotated[list[Annotated[str, Field(pattern=r"^[a-z0-9-][a-z0-9.-]{0,252}$")]], Field(max_length=8)] = []


class TableEntry(_Strict):
    """A table file whole, as it is written; `table_file.Table` is what it says."""

    name: str
    rulebook: str
    currency: Annotated[str, Field(pattern=r"^([A-Z]{3})?$")] = ""
    decimals: Annotated[int, Field(ge=0, le=4)] = 0
    felt: _Felt
    blinds: _Blinds
    seat: Annotated[list[_SeatEntry], Field(min_length=2, max_length=11)]
    zone: Annotated[list[ZoneEntry], Field(max_length=80)] = []
    camera: Annotated[list[CameraEntry], Field(max_length=4)] = []
    chip: Annotated[list[_ChipEntry], Field(max_length=16)] = []
    board: BoardEntry | None = None
    level: Annotated[list[LevelEntry], Field(max_length=60)] = []
    cards: _Cards = _Cards()
    screens: _Screens = _Screens()
    overlay: OverlayEntry = OverlayEntry()
    obs: ObsEntry | None = None
