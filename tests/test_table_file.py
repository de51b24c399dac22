"""Table files: the documented example loads, every key is documented, wrong keys are named."""

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from table_controller import table_file
from table_controller.board.wiring import wiring_of
from table_controller.overlay_entry import programme
from table_controller.records import BadInput, Card, Lens, Point, Seat
from table_controller.records.observations import Press
from table_controller.table_entry import TableEntry
from table_controller.views import Money, Release, Reveal
from table_controller.views.broadcast_models import LowerThird
from vision.lens import bend

_DOC = Path(__file__).parent.parent / "docs" / "table.md"


def _example() -> str:
    return _DOC.read_text().split("```toml\n")[1].split("```")[0]


@pytest.fixture
def example(tmp_path: Path) -> Path:
    path = tmp_path / "kitchen.toml"
    path.write_text(_example())
    return path


def test_the_documented_example_is_a_table(example: Path) -> None:
    table = table_file.load_table(example)
    assert table.stacks == ((1, 5000), (2, 5000))
    assert table.layout.zone("seat 2 bet").seat == Seat(2)
    assert table.deck.card_of("04A2B1") == Card.parse("As")
    assert not table.simulated


def test_a_mark_of_byte_order_is_no_fault_and_what_is_no_utf8_is_named_with_its_line(example: Path) -> None:
    text = _example().replace("Kitchen", "Küche").replace("\n", "\r\n")
    example.write_bytes(text.encode("utf-8-sig"))
    assert table_file.load_table(example).layout.name == "Küche"
    example.write_bytes(text.encode("latin-1"))
    with pytest.raises(BadInput, match=r"kitchen\.toml: expected UTF-8, got byte 0xfc in line 1"):
        table_file.load_table(example)


def test_the_file_says_which_input_is_whose_button_and_which_antenna_lies_where(example: Path) -> None:
    inputs, antennas = ["unused", "seat 2 call", "dealer hand over"], ["seat 2 cards", "unused", "muck"]
    said = f'[board]\nport = "auto"\ninputs = {inputs}\nantennas = {antennas}\n[blinds]'
    example.write_text(re.sub(r"\[board\]\n.*\n", "", example.read_text()).replace("[blinds]", said, 1))
    table = table_file.load_table(example)
    wiring = wiring_of(table.layout, table.board_inputs, table.board_antennas)
    assert wiring.inputs == (None, (Seat(2), Press.CALL), (None, Press.HAND_OVER))
    assert wiring.antennas == ("seat 2 cards", "", "muck")
    assert [wiring.name(number) for number in range(4)] == [*inputs, "unused"]


def test_the_camera_sees_the_felts_corners_where_the_file_says(example: Path) -> None:
    h = table_file.load_table(example).layout.cameras[0].homography
    for (x, y), (u, v) in {(0, 0): (150, 20), (1200, 800): (1770, 1060), (600, 400): (960, 540)}.items():
        w = h[6] * x + h[7] * y + h[8]
        assert (h[0] * x + h[1] * y + h[2]) / w == pytest.approx(u)
        assert (h[3] * x + h[4] * y + h[5]) / w == pytest.approx(v)


_BOARD = "[[300, 340], [900, 340], [900, 460], [300, 460]]"


@pytest.mark.parametrize(
    "corners",
    [
        "[[300, 340], [900, 460], [900, 340], [300, 460]]",  # a bow-tie holds no point
        "[[350, 400], [350, 400], [350, 400]]",  # three equal corners hold every one
        "[[300, 340], [600, 400], [900, 460]]",
        "[[300, 340], [900, 340], [600, 360], [600, 460]]",
        "[[600, 340], [720, 460], [500, 380], [700, 380], [480, 460]]",  # a star
    ],
)
def test_a_zone_that_is_no_convex_polygon_is_refused(example: Path, corners: str) -> None:
    example.write_text(example.read_text().replace(_BOARD, corners))
    with pytest.raises(BadInput, match=re.escape(f"{example}: zone 'board'.corners: expected a convex polygon")):
        table_file.load_table(example)


@pytest.mark.parametrize(
    "corners",
    [
        "[[300, 460], [900, 460], [900, 340], [300, 340]]",
        "[[300, 340], [330.1, 360.2], [360.2, 380.4], [420.4, 420.8], [900, 340]]",
        "[[300, 340], [600, 340], [900, 340], [900, 340], [600, 460]]",
    ],
)
def test_a_zone_may_go_round_either_way_and_have_corners_on_its_edges(example: Path, corners: str) -> None:
    example.write_text(example.read_text().replace(_BOARD, corners))
    board = table_file.load_table(example).layout.zone("board")
    assert board.holds(Point(600, 341))
    assert not board.holds(Point(1000, 341))


_CORNERS = "[[150, 20], [1770, 20], [1770, 1060], [150, 1060]]"
_LENS = "\nlens = { focal = [1300, 1300], centre = [960, 540], distortion = [-0.3, 0, 0, 0, 0] }"


@pytest.mark.parametrize("lens", ["", _LENS])
@pytest.mark.parametrize(
    ("corners", "place", "expected"),
    [
        ("[[150, 540], [960, 540], [1770, 540], [960, 1060]]", "camera 'overhead'.corners", "no three on a line"),
        ("[[1770, 20], [150, 20], [150, 1060], [1770, 1060]]", "camera 'overhead'.corners", "clockwise"),
        ("[[150, 20], [1770, 1060], [1770, 20], [150, 1060]]", "camera 'overhead'.corners", "clockwise"),
        ("[[900, 500], [1100, 500], [1100, 600], [900, 600]]", "camera 'overhead'.corners", "fills at least"),
        ("[[nan, 20], [1770, 20], [1770, 1060], [150, 1060]]", "camera.0.corners.0.0", "finite"),
        ("[[150, 20], [inf, 20], [1770, 1060], [150, 1060]]", "camera.0.corners.1.0", "finite"),
        ("[[150, 20], [1e308, 20], [1770, 1060], [150, 1060]]", "camera.0.corners.1.0", "1000000"),
    ],
)
def test_corners_that_no_felt_has_are_refused(
    example: Path, corners: str, place: str, expected: str, lens: str
) -> None:
    example.write_text(example.read_text().replace(_CORNERS, corners + lens))
    with pytest.raises(BadInput, match=re.escape(f"{example}: {place}: ") + f".*{expected}"):
        table_file.load_table(example)


@pytest.mark.parametrize(
    ("old", "new", "place", "expected"),
    [
        ("[1300, 1300]", "[nan, 1300]", "camera.0.lens.focal.0", "finite"),
        ("[960, 540]", "[960, inf]", "camera.0.lens.centre.1", "finite"),
        ("[-0.3, 0,", "[-0.3, -inf,", "camera.0.lens.distortion.1", "finite"),
        ("[-0.3, 0, 0, 0, 0]", "[-0.3, 0, 0, 0, 1e300]", "camera 'overhead'.corners", "span an area"),
    ],
)
def test_a_lens_that_is_none_is_refused(example: Path, old: str, new: str, place: str, expected: str) -> None:
    example.write_text(example.read_text().replace(_CORNERS, _CORNERS + _LENS.replace(old, new)))
    with pytest.raises(BadInput, match=re.escape(f"{example}: {place}: ") + f".*{expected}"):
        table_file.load_table(example)


@pytest.mark.parametrize("lens", ["", _LENS])
@pytest.mark.parametrize("corners", [((150, 20), (3300, 1060)), ((-1500, 20), (1770, 1060))])
def test_a_camera_may_see_a_part_of_the_felt(
    example: Path, corners: tuple[tuple[float, float], tuple[float, float]], lens: str
) -> None:
    (left, top), (right, bottom) = corners
    straight: Any = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if lens:
        straight = bend(straight, Lens((1300, 1300), (960, 540), (-0.3, 0, 0, 0, 0))).tolist()
    example.write_text(example.read_text().replace(_CORNERS, str([list(corner) for corner in straight]) + lens))
    h = table_file.load_table(example).layout.cameras[0].homography
    assert (h[2], h[5]) == pytest.approx((left, top), abs=1)
    assert h[0] * 1200 / (h[6] * 1200 + 1) == pytest.approx(right - left, abs=1)


@pytest.mark.parametrize("second", ["left 1", "left-1", "left?1"])
def test_cameras_that_would_share_a_calibration_or_its_picture_are_refused(example: Path, second: str) -> None:
    camera = next(entry for entry in re.split(r"\n(?=\[)", _example()) if entry.startswith("[[camera]]"))
    first = example.read_text().replace('"overhead"', '"left 1"')
    example.write_text(first + camera.replace("overhead", "left_1"))
    assert len(table_file.load_table(example).layout.cameras) == 2
    example.write_text(first + camera.replace("overhead", second))
    with pytest.raises(BadInput, match=re.escape(f"{example}: camera: each name once was expected")):
        table_file.load_table(example)


@pytest.mark.parametrize("endless", ["9" * 5_000, "[" * 3_000 + "]" * 3_000, "{a" + ".a" * 3_000 + " = 1}"])
def test_a_number_and_a_nesting_without_end_are_one_line(example: Path, endless: str) -> None:
    example.write_text(f"decimals = {endless}\n{_example()}")
    with pytest.raises(BadInput, match=re.escape(f"{example}: expected TOML (")):
        table_file.load_table(example)


def _keys(model: type[BaseModel], prefix: str = "") -> set[str]:
    found: set[str] = set()
    for name, field in model.model_fields.items():
        inner = [arg for arg in (field.annotation, *getattr(field.annotation, "__args__", ())) if isinstance(arg, type)]
        nested = [arg for arg in inner if issubclass(arg, BaseModel)]
        found |= _keys(nested[0], f"{prefix}{name}.") if nested else {prefix + name}
    return found


def test_every_key_is_documented_and_no_other() -> None:
    documented = set(re.findall(r"`([a-z_.]+)`", "\n".join(re.findall(r"^\| (`.*?) \|", _DOC.read_text(), re.M))))
    assert documented == _keys(TableEntry)


@pytest.mark.parametrize(
    ("old", "new", "place", "expected"),
    [
        ("[blinds]\n", "[blinds]\nstraddle = 3\n", "blinds.straddle", "no such key"),
        ("small = 50", "smal = 50", "blinds.smal", "no such key"),
        ("small = 50", 'small = "fifty"', "blinds.small", "integer"),
        ("number = 2", "number = 12", "seat.1.number", "11"),
        ("number = 2", "number = 1", "", "each number once"),
        ('kind = "pot"', 'kind = "well"', "zone.1.kind", "board"),
        ("seat = 2\ncorners = [[500", "seat = 7\ncorners = [[500", "", "a seat of the table"),
        ("[[150, 20], [1770, 20], [1770, 1060], [150, 1060]]", "[[0, 0], [1, 1], [2, 2], [3, 3]]", "", "four corners"),
        ("width = 1200", "width = 0", "felt", "above 0"),
        ("width = 1200", "width = nan", "felt.width", "finite"),
        ("[blinds]", '[board]\nport = "auto"\ninputs = ["seat 9 fold"]\n[blinds]', "board.inputs.0", "a button, as"),
        ("[blinds]", f'[board]\nport = "auto"\ninputs = {65 * ["unused"]}\n[blinds]', "board.inputs", "at most 64"),
        ("[blinds]", '[board]\nport = "auto"\nantennas = ["pot"]\n[blinds]', "board.antennas.0", "kind cards, board"),
        ("[blinds]", f"[board]\nport = 'auto'\ninputs = {2 * ['dealer cut']}\n[blinds]", "board.inputs.1", "once"),
        (
            *("[blinds]", f"[board]\nport = 'auto'\ninputs = {['dealer deal', 'dealer new hand']}\n[blinds]"),
            *("board.inputs.1", "once"),
        ),
        ("[blinds]", '[overlay]\nreveal = "always"\n[blinds]', "overlay.reveal", "'showdown'"),
        ("[blinds]", "[overlay]\ndelay_seconds = 3601\n[blinds]", "overlay.delay_seconds", "3600"),
        (
            "[blinds]",
            "[overlay]\ndelay_seconds = 1\noffset_ms = -1001\n[blinds]",
            "overlay.offset_ms",
            "at least -1000",
        ),
        ("[blinds]", "[overlay]\nminimum_hands = 0\n[blinds]", "overlay.minimum_hands", "1"),
        ("[blinds]", "[overlay]\ndelay = 5\n[blinds]", "overlay.delay", "no such key"),
        ("[blinds]", "[obs]\nport = 0\n[blinds]", "obs.port", "1"),
        ("[blinds]", '[obs]\npassword = "secret"\n[blinds]', "obs.password", "no such key"),
        ("[blinds]", '[obs.scenes]\nbreak = "Break"\n[blinds]', "obs.scenes.break", "no such key"),
        ('source = "0"', 'source = ""', "camera.0.source", "at least 1 character"),
        ('"As"', '"Ace"', "", "is no card"),
        ('name = "Kitchen"', "name = ", "", "expected TOML"),
        ("[felt]\nwidth = 1200\nheight = 800\n", "", "felt", "required"),
    ],
)
def test_a_wrong_key_is_named(example: Path, old: str, new: str, place: str, expected: str) -> None:
    assert old in example.read_text()
    example.write_text(example.read_text().replace(old, new, 1))
    with pytest.raises(BadInput) as fault:
        table_file.load_table(example)
    assert str(example) in str(fault.value)
    assert place in str(fault.value)
    assert expected in str(fault.value)
    assert "\n" not in str(fault.value)


def test_the_overlay_is_as_its_table_says(example: Path) -> None:
    assert table_file.load_table(example).obs is None
    text = example.read_text().replace('name = "South"', 'name = "South"\nreveals_folded = true', 1)
    overlay = '[overlay]\nreveal = "immediate"\ndelay_seconds = 600\noffset_ms = -250\nreveal_folded = true\n'
    overlay += 'title = "Final"\n'
    example.write_text(f"{text}\n{overlay}[obs]\ndry_run = true\n")
    table = table_file.load_table(example)
    on = programme(
        table.overlay, delay=7, consented=table.reveals_folded, names=table.names, plan=table.plan, money=Money("", 0)
    )
    assert on.policy == Release(7, True, frozenset({Seat(2)}), Reveal.IMMEDIATE, 599_750_000_000)
    assert on.lower_third == LowerThird("Final", "")
    assert table.obs is not None
    assert table.obs.dry_run


def test_a_host_name_is_one_machines_and_no_ending_that_many_have(example: Path) -> None:
    """A server that trusts ``.local`` answers to every name on the network: that is what rebinding needs."""
    text = example.read_text()
    assert "[screens]" in text
    for name, good in (("floorman.local", True), (".local", False)):
        example.write_text(text.replace("[screens]", f'[screens]\nnames = ["{name}"]', 1))
        if good:
            assert table_file.load_table(example).host_names == (name,)
        else:
            with pytest.raises(BadInput, match="names"):
                table_file.load_table(example)


def test_by_default_the_overlay_is_live_and_shows_what_is_tabled() -> None:
    table = table_file.load_table(None)
    on = programme(table.overlay, delay=0, consented=table.reveals_folded, names=(), plan=(), money=Money("", 0))
    assert on.policy == Release()
    assert on.policy.reveal is Reveal.SHOWDOWN


def test_zones_are_for_cameras_and_without_one_the_desk_needs_none(example: Path) -> None:
    def without(*kinds: str) -> None:
        entries = re.split(r"\n(?=\[)", _example())
        example.write_text("\n".join(entry for entry in entries if not entry.startswith(kinds)))

    without("[[zone]]", "[[camera]]")
    table = table_file.load_table(example)
    assert (table.layout.zones, table.camera_sources) == ((), ())
    without("[[zone]]")
    with pytest.raises(BadInput, match=r"zone: expected at least one \[\[zone\]\] for the \[\[camera\]\]"):
        table_file.load_table(example)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="expected a readable table file"):
        table_file.load_table(tmp_path / "none.toml")


def test_the_built_in_table_knows_every_card() -> None:
    table = table_file.load_table(None)
    assert table.simulated
    assert len({table.deck.card_of(tag) for tag, _ in table.deck.tags}) == 52
    board = table.layout.zone_at(Point(890, 500))
    assert board is not None
    assert board.name == "board"


def test_the_evenings_levels_are_read_and_begin_with_the_first(example: Path) -> None:
    text = example.read_text()
    plan = (
        "[[level]]\nsmall = 50\nbig = 100\nminutes = 20\n[[level]]\nsmall = 100\nbig = 200\nante = 25\nminutes = 15\n"
    )
    example.write_text(text + plan)
    table = table_file.load_table(example)
    assert [(level.small_blind, level.big_blind, level.ante, level.minutes) for level in table.plan] == [
        (50, 100, 0, 20),
        (100, 200, 25, 15),
    ]
    assert table.level == 1
    example.write_text(text + plan.replace("minutes = 15", "minutes = 0"))
    with pytest.raises(BadInput, match=r"level\.1\.minutes"):
        table_file.load_table(example)
