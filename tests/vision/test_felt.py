"""Where the felt lies: by tags within half a millimetre, by named corners exactly; what is no felt is one line."""

import cv2
import numpy as np
import pytest
import rigged

from table_controller.records import BadInput, Card, Face, Lens, Point
from table_controller.records.observations import CardSighting
from table_controller.records.scene import Scene, SceneCard
from vision.calibrate.felt import MISNAMED, UNEVEN, corners_on, named_corners, tagged_felt
from vision.live import Watcher
from vision.reader import CardReader
from vision.zones import View

CORNERS = ((180.0, 70.0), (1750.0, 130.0), (1700.0, 970.0), (190.0, 950.0))


@pytest.fixture(scope="module")
def tagged() -> np.ndarray:
    return rigged.table_picture(tags=rigged.tags_in_corners())


def true_corners() -> np.ndarray:
    layout = rigged.layout()
    width, height = rigged.FELT
    return View(layout, layout.cameras[0]).pixels([(0, 0), (width, 0), (width, height), (0, height)])


def test_tags_give_the_felts_corners(tagged: np.ndarray) -> None:
    place = tagged_felt(tagged, rigged.FELT, lens=rigged.LENS)
    assert np.abs(np.array(place.corners) - true_corners()).max() < 0.5
    assert place.error is not None
    assert place.error < 0.5


def test_a_bent_lens_taken_as_straight_is_noticed(tagged: np.ndarray) -> None:
    with pytest.raises(BadInput, match=r"tags \d\.\d mm off: .*calibrate the lens first"):
        tagged_felt(tagged, rigged.FELT)


def test_a_wrong_felt_is_noticed(tagged: np.ndarray) -> None:
    with pytest.raises(BadInput, match=r"mm off: .*check felt\.width"):
        tagged_felt(tagged, (1500, 1000), lens=rigged.LENS)


@pytest.mark.parametrize(("dx", "dy"), [(-30, 0), (0, -30)])
def test_a_tag_shoved_along_an_edge_comes_out_larger_or_smaller(dx: float, dy: float) -> None:
    tags = rigged.tags_in_corners()
    x, y, turn = tags[2]
    shoved = rigged.table_picture(tags=tags | {2: (x + dx, y + dy, turn)})
    assert tagged_felt(shoved, rigged.FELT, lens=rigged.LENS).uneven > UNEVEN


def test_tags_laid_carelessly_come_out_alike() -> None:
    """Each some 2 mm beside its place, and turned by 2 degrees."""
    rng = np.random.default_rng(3)
    tags = {number: place + rng.normal(0, 2, 3) for number, place in rigged.tags_in_corners().items()}
    place = tagged_felt(rigged.table_picture(tags=tags), rigged.FELT, lens=rigged.LENS)
    assert place.uneven < UNEVEN
    assert not place.missized


@pytest.mark.parametrize(("felt", "across", "down"), [((1870, 1000), 0.05, 0.0), ((1780, 950), 0.0, -0.055)])
def test_a_felt_of_another_size_makes_the_tags_longer_or_shorter(
    tagged: np.ndarray, felt: tuple[float, float], across: float, down: float
) -> None:
    """The tags' error alone lets a felt pass that is wrong by 160 mm."""
    place = tagged_felt(tagged, felt, lens=rigged.LENS)
    assert place.missized
    assert place.longer == pytest.approx((across, down), abs=0.01)


def test_a_lens_of_another_camera_makes_the_tags_longer_or_shorter(tagged: np.ndarray) -> None:
    (across, down), *others = rigged.LENS.focal, rigged.LENS.centre, rigged.LENS.distortion
    for zoom, told in ((1.0, False), (1.3, True), (0.85, True)):
        lens = Lens((zoom * across, zoom * down), *others)
        assert tagged_felt(tagged, rigged.FELT, lens=lens).missized == told


def test_a_missing_tag_is_named() -> None:
    tags = {number: place for number, place in rigged.tags_in_corners().items() if number != 2}
    with pytest.raises(
        BadInput, match=r"shot\.png: tag 2 \(lower right\): expected in view, uncovered, flat and lit; not found"
    ):
        tagged_felt(rigged.table_picture(tags=tags), rigged.FELT, lens=rigged.LENS, name="shot.png")


HALVES = {"left": (0, 3), "right": (1, 2)}


def half_tagged(half: str) -> np.ndarray:
    """What a camera sees of a table with six tags that shows the *half* of it alone."""
    tags = rigged.tags_in_corners()
    width, height = rigged.FELT
    middle = {4: (width / 2, 45, 90), 5: (width / 2, height - 45, 180)}
    return rigged.table_picture(tags={number: tags[number] for number in HALVES[half]} | middle)


@pytest.mark.parametrize("half", ["left", "right"])
def test_tags_in_the_middle_give_the_corners_of_a_half(half: str) -> None:
    place = tagged_felt(half_tagged(half), rigged.FELT, lens=rigged.LENS)
    assert place.half == half
    layout = rigged.layout()
    true = View(layout, layout.cameras[0]).pixels(corners_on(rigged.FELT, half))
    assert np.abs(np.array(place.corners) - true).max() < 0.5
    assert place.error is not None
    assert place.error < 0.5
    assert not place.missized


def test_of_a_half_too_a_missing_tag_is_named() -> None:
    tags = rigged.tags_in_corners()
    picture = rigged.table_picture(tags={0: tags[0], 3: tags[3], 4: (rigged.FELT[0] / 2, 45, 0)})
    with pytest.raises(BadInput, match=r"shot\.png: tag 5 \(middle of the lower edge\): expected in view"):
        tagged_felt(picture, rigged.FELT, lens=rigged.LENS, name="shot.png")


def test_mirrored_tags_are_told_as_such(tagged: np.ndarray) -> None:
    with pytest.raises(BadInput, match=r"shot\.png: mirrored: expected the picture as it is"):
        tagged_felt(tagged[:, ::-1], rigged.FELT, lens=rigged.LENS, name="shot.png")


def test_a_tag_seen_twice_is_named() -> None:
    tags = rigged.tags_in_corners() | {11: (890, 500, 0)}
    with pytest.raises(BadInput, match=r"tag 1: expected once, seen twice"):
        tagged_felt(rigged.table_picture(tags=tags), rigged.FELT, lens=rigged.LENS)


def test_tags_in_each_others_corners_are_refused() -> None:
    right = rigged.tags_in_corners()
    with pytest.raises(BadInput, match="clockwise from its upper left"):
        tagged_felt(rigged.table_picture(tags=right | {1: right[3], 3: right[1]}), rigged.FELT, lens=rigged.LENS)


def test_named_corners_are_taken_as_they_are() -> None:
    place = named_corners(CORNERS, rigged.SIZE)
    assert place.corners == CORNERS
    assert place.error is None


@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        (CORNERS[:3], "expected four corners, clockwise"),
        ((*CORNERS, (5.0, 5.0)), "expected four corners, clockwise"),
        (((0, 0), (500, 0), (1000, 0), (1500, 900)), "no three on a line"),
        (((100, 100), (100, 100), (1700, 900), (100, 900)), "no three on a line"),
        (CORNERS[::-1], "clockwise from its upper left"),
        ((CORNERS[0], CORNERS[2], CORNERS[1], CORNERS[3]), "clockwise from its upper left"),
        (((100, 100), (220, 100), (220, 220), (100, 220)), "fills at least 2% of the picture"),
        (((float("nan"), 0), (500, 0), (500, 500), (0, 500)), "no three on a line"),
    ],
)
def test_what_is_no_felt_is_one_line(corners: tuple[tuple[float, float], ...], expected: str) -> None:
    with pytest.raises(BadInput, match=expected) as fault:
        named_corners(corners, rigged.SIZE)
    assert "\n" not in str(fault.value)


def leaning(degrees: float, turn: float, felt: tuple[float, float]) -> np.ndarray:
    """The corners of a *felt* under a camera that leans by so many *degrees*, and is turned about its axis."""
    width, height = felt
    middled = np.array([(0, 0, 0), (width, 0, 0), (width, height, 0), (0, height, 0)], float) - (*np.divide(felt, 2), 0)
    lean, _ = cv2.Rodrigues(np.radians([degrees, 0.0, 0.0]))
    about, _ = cv2.Rodrigues(np.radians([0.0, 0.0, turn]))
    seen = middled @ (lean @ about).T + (0.0, 0.0, 2_500.0)
    return np.asarray(seen[:, :2] / seen[:, 2:] * 1375 + np.divide(rigged.SIZE, 2))


@pytest.mark.parametrize("felt", [(1200, 800), rigged.FELT, (1000, 1000), (800, 1200)])
@pytest.mark.parametrize("turn", [0, 90, 180])
@pytest.mark.parametrize("degrees", [0, 30, 45])
def test_a_felt_is_taken_however_the_camera_hangs(felt: tuple[float, float], turn: float, degrees: float) -> None:
    corners = [tuple(corner) for corner in leaning(degrees, turn, felt).tolist()]
    assert named_corners(corners, rigged.SIZE, felt).error is None  # type: ignore[arg-type]


@pytest.mark.parametrize("felt", [(1200, 800), rigged.FELT, (800, 1200)])
@pytest.mark.parametrize("turn", [0, 90])
@pytest.mark.parametrize("degrees", [0, 30, 45])
def test_a_line_inside_the_felts_edge_is_too_wide(felt: tuple[float, float], turn: float, degrees: float) -> None:
    lens = Lens((1375.0, 1375.0), (960.0, 540.0), (0.0, 0.0, 0.0, 0.0, 0.0))
    width, height = felt
    inside = (width - 200, height - 200)
    for seen, told in ((felt, False), (inside, True)):
        corners = [tuple(corner) for corner in leaning(degrees, turn, seen).tolist()]
        assert (abs(named_corners(corners, rigged.SIZE, felt, lens).wider) > MISNAMED) == told  # type: ignore[arg-type]


@pytest.mark.parametrize("felt", [(1200, 800), rigged.FELT, (800, 1200)])
@pytest.mark.parametrize("degrees", [0, 30])
def test_corners_begun_at_the_wrong_one_are_refused(felt: tuple[float, float], degrees: float) -> None:
    corners = np.roll(leaning(degrees, 0, felt), -1, 0)
    with pytest.raises(BadInput, match=r"corners: expected felt\.width from the first corner to the second"):
        named_corners([tuple(corner) for corner in corners.tolist()], rigged.SIZE, felt)  # type: ignore[misc]


def test_tags_laid_one_corner_on_are_refused() -> None:
    right = rigged.tags_in_corners()
    tags = {number: right[(number + 1) % 4] for number in range(4)}
    with pytest.raises(BadInput, match=r"expected felt\.width from the first"):
        tagged_felt(rigged.table_picture(tags=tags), rigged.FELT, lens=rigged.LENS)


def test_a_card_seen_through_the_lens_lies_where_it_lies(reader: CardReader) -> None:
    at = Point(1300, 150)
    scene = Scene((SceneCard(Card.parse("Kd"), Face.UP, at),))
    picture = rigged.table_picture(scene)
    found: dict[bool, list[Point]] = {}
    for known in (True, False):
        layout = rigged.layout(rigged.LENS if known else None)
        watcher = Watcher(layout, reader, "overhead")
        said = [one for n in range(5) for one in watcher.look(picture, n * 100_000_000)]
        found[known] = [card.centre for one in said if isinstance(one, CardSighting) for card in one.cards]
    (seen,) = found[True]
    assert abs(seen.x - at.x) < 3
    assert abs(seen.y - at.y) < 3
    assert all(abs(centre.y - at.y) > 5 for centre in found[False]), "a lens that bends nothing tests nothing"
