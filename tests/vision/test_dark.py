"""A dark picture, or one in a lamp's colour, is read as it would look in decent light; any other as it is."""

import numpy as np
import pytest
from small_table import small_layout

from table_controller.records import DECK, Face, Point
from table_controller.records.scene import Scene, SceneCard
from vision import reader as reading
from vision.arrays import Picture
from vision.dark import DARK, LIT, MOST, light_of, lit
from vision.enrol.gather import Gatherer
from vision.live import Watcher
from vision.reader import CardReader
from vision.scene import Look, Studio


def paper_on_felt(level: float) -> Picture:
    picture = np.full((90, 120, 3), level / 5, np.uint8)
    picture[20:50, 30:70] = level
    return picture


def test_decent_light_is_left_alone() -> None:
    bright = paper_on_felt(DARK)
    assert lit(bright) is bright


@pytest.mark.parametrize("level", [DARK - 1, 60, 35])
def test_paper_in_the_dark_becomes_light_and_felt_stays_darker(level: int) -> None:
    light = lit(paper_on_felt(level))
    assert abs(int(light[30, 40, 0]) - LIT) <= 3
    assert abs(int(light[0, 0, 0]) - LIT // 5) <= LIT // level + 2


def test_what_is_all_but_black_is_not_blown_up_to_noise() -> None:
    assert lit(paper_on_felt(10)).max() == 10 * MOST
    assert lit(np.zeros((20, 20, 3), np.uint8)).max() == 0


def test_a_glint_does_not_hide_that_the_rest_is_dark_but_a_lamp_does() -> None:
    picture = paper_on_felt(50)
    picture[:3, :4] = 255
    assert lit(picture)[30, 40, 0] > 150
    picture[:8, :10] = 255
    assert lit(picture) is picture


def test_a_corner_of_a_card_on_black_felt_in_decent_light_is_not_blown_out() -> None:
    picture = np.full((300, 500, 3), 20, np.uint8)
    picture[:20, :25] = 230
    assert lit(picture) is picture


def test_a_part_of_a_frame_is_lit_as_the_frame_is() -> None:
    frame = paper_on_felt(60)
    bare = frame[60:, :40]
    assert lit(bare) is bare
    assert lit(bare, light_of(frame)).max() == pytest.approx(12 * LIT / 60, abs=1)


@pytest.mark.parametrize("lamp", [(0.4, 0.75, 1.0), (1.0, 0.8, 0.5), (0.15, 0.25, 0.35)])
def test_paper_under_a_tinted_lamp_becomes_grey(lamp: tuple[float, ...]) -> None:
    picture = np.asarray(paper_on_felt(200) * np.float32(lamp), np.uint8)
    assert np.ptp(lit(picture)[30, 40].astype(int)) <= 4
    assert lit(picture)[30, 40].max() >= 195


def test_felt_without_paper_keeps_its_colour() -> None:
    felt = np.full((90, 120, 3), (40, 130, 30), np.uint8)
    felt[::2, ::3] += 9
    assert lit(felt) is felt


def test_a_slight_tint_is_left_alone_and_a_strong_one_is_not_overdone() -> None:
    slight = np.asarray(paper_on_felt(200) * np.float32((0.65, 0.85, 1.0)), np.uint8)
    assert lit(slight) is slight
    red = np.asarray(paper_on_felt(200) * np.float32((0.1, 0.2, 1.0)), np.uint8)
    assert lit(red)[30, 40].tolist() == [pytest.approx(20 * 2.5, abs=1), pytest.approx(40 * 2.5, abs=1), 200]


def test_large_pictures_are_judged_by_a_sample() -> None:
    large = np.full((3000, 4000, 3), 8, np.uint8)
    large[1000:1200, 1000:1300] = 40
    assert lit(large).max() == LIT


@pytest.fixture
def dark() -> Picture:
    layout = small_layout()
    cards = tuple(SceneCard(DECK[5 * n], Face.UP, Point(150 + 150 * n, 250), 5.0 * n) for n in range(5))
    frame = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours)).frame(Scene(cards), 1)
    return np.asarray(frame * 0.2, np.uint8)


def test_a_live_table_lights_its_zones_by_the_whole_frame(dark: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Picture] = []
    reader = CardReader.load(threads=1)
    monkeypatch.setattr(
        CardReader, "cards", lambda self, picture, card_long=None, known=None, empty=None: seen.append(picture) or ()
    )
    watcher = Watcher(small_layout(), reader, "overhead")
    for frame in range(4):
        watcher.look(dark, frame * 100_000_000)
    assert seen
    assert max(picture.max() for picture in seen) > 0.9 * LIT
    felt = np.median(dark, axis=(0, 1))
    assert all(np.median(picture, axis=(0, 1))[1] > 2 * felt[1] for picture in seen)


def test_readers_and_enrolment_see_a_dark_picture_lit(dark: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    """What they are shown, for house cards are read in the dark, too."""
    shown: list[float] = []

    def search(localiser: object, picture: Picture, *more: object) -> object:
        shown.append(float(np.percentile(picture, 99)))
        return real(localiser, picture, *more)

    real = reading.search
    monkeypatch.setattr("vision.reader.search", search)
    monkeypatch.setattr("vision.enrol.gather.search", search)
    reader = CardReader.load(threads=1)
    cards = reader.read(dark, with_chips=False).cards
    reader.indices(dark)
    Gatherer(reading.Localiser(reader.opened.localiser), reader.opened.settings).look(
        dark, "dark", reading.Classifier(reader.opened)
    )
    assert {card.card for card in cards} == {DECK[5 * n] for n in range(5)}
    assert all(level > 0.9 * LIT for level in shown)
    assert len(shown) == 3
