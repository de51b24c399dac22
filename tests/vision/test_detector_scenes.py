"""Scenes for the detector of everything else: every thing that shows has its box, and no other has."""

import random
from pathlib import Path

import numpy as np
import pytest

from vision import weights

pytestmark = pytest.mark.training


@pytest.fixture
def top():
    """An empty grey table of 400 × 300 pixels, seen from straight above; a card is 90 pixels long."""
    from vision.training.scenes import Table
    from vision.training.tabletop import Tabletop

    rng, far = random.Random(5), 400.0
    camera = np.array([[far, 0, -200, 200 * far], [0, far, -150, 150 * far], [0, 0, -1, far]])
    image, owners = np.full((300, 400, 3), 120, np.float32), np.zeros((300, 400), np.uint8)
    table = Table(rng, np.random.default_rng(5), camera[:, [0, 1, 3]], 90.0, 60.0, image, owners)
    return Tabletop(table, camera, np.zeros((300, 400), np.int16))


def chip(rng: random.Random):
    from vision.training import chip_art

    return chip_art.chip(rng, chip_art.pattern(rng))


def test_a_chip_has_the_box_it_is_drawn_in(top) -> None:
    from vision.training.piles import cylinder

    cylinder(top, [chip(top.table.rng)], np.float32([0, 0]), 20.0, 3.0, "chips")
    ((kind, box),) = top.labels()
    rows, columns = np.nonzero(top.which)
    assert kind == "chips"
    assert box == pytest.approx((columns.min(), rows.min(), columns.max() + 1, rows.max() + 1), abs=2.5)


def test_a_stack_leans_to_the_edge_of_the_picture(top) -> None:
    from vision.training.piles import cylinder

    cylinder(top, [chip(top.table.rng)] * 20, np.float32([120, 0]), 20.0, 3.3, "chips")
    ((_, (left, _top, right, _bottom)),) = top.labels()
    assert left == pytest.approx(300, abs=3), "its foot"
    assert right > 340 + 10, "its head, nearer to the camera"


def test_what_is_hidden_is_not_asked_for_and_decoys_never_are(top) -> None:
    from vision.training.piles import cylinder

    for radius, kind in ((15.0, "chips"), (40.0, "dealer_button"), (5.0, None)):
        cylinder(top, [chip(top.table.rng)], np.float32([10, 10]), radius, 2.0, kind)
    assert [one.kind for one in top.labels()] == ["dealer_button"]


def test_a_hand_is_labelled_without_its_arm(top) -> None:
    from vision.training.arms import hand

    hand(top)
    ((kind, (left, upper, right, lower)),) = top.labels()
    assert kind == "hand"
    assert (right - left) * (lower - upper) < 0.8 * 400 * 300
    drawn = top.which > 0
    hand_alone = top.which == len(top.things)
    assert hand_alone.sum() < drawn.sum(), "the arm is there too"
    rows, columns = np.nonzero(hand_alone)
    assert left <= columns.min()
    assert columns.max() <= right
    assert upper <= rows.min()
    assert rows.max() <= lower


def test_the_same_seed_is_the_same_scene_and_its_labels_are_within(tmp_path: Path) -> None:
    from vision.detector import KINDS
    from vision.training.decks import house_deck
    from vision.training.other_scenes import scene, write_labels

    deck = house_deck()
    first, again = (scene(random.Random(8), deck, [deck.faces[0]], [deck]) for _ in range(2))
    assert (first[0] == again[0]).all()
    assert first[1] == again[1]
    assert first[1]
    path = tmp_path / "labels.txt"
    write_labels(path, first[0].shape[:2], first[1], KINDS)
    lines = [line.split() for line in path.read_text().splitlines()]
    assert [KINDS[int(line[0])] for line in lines] == [one.kind for one in first[1]]
    assert all(0 <= float(value) <= 1 for line in lines for value in line[1:])


def test_entering_the_detector_keeps_the_other_networks(tmp_path: Path) -> None:
    import tomllib

    from vision.training.other import enter
    from vision.training.other_settings import Settings

    table = tmp_path / "models.toml"
    table.write_text('[card]\nfile = "card.onnx"\n\n[detector]\nsha256 = "old"\n\n[settings]\nsure = 0.9\n')
    for digest in ("one", "two"):
        enter(table, digest, Settings({"hand": 0.5}, chips=False))
    read = tomllib.loads(table.read_text())
    assert read["card"] == {"file": "card.onnx"}
    assert read["settings"] == {"sure": 0.9}
    assert (read["detector"]["file"], read["detector"]["sha256"]) == ("detector.onnx", "two")
    assert (read["detector"]["sure"], read["detector"]["chips"]) == ({"hand": 0.5}, False)


def test_the_model_card_lists_every_network_of_the_table(tmp_path: Path) -> None:
    from vision.training import card
    from vision.training.other import enter
    from vision.training.other_settings import Settings

    (tmp_path / "README.md").write_text("# Card\n\n<!-- files -->\nold\n<!-- /files -->\n\nMore\n")
    digests = {name: f"digest of {name}" for name in card.INPUTS}
    card.write_table(tmp_path, digests, weights.Settings(0.25, 1.0, 1.4, 0.9))
    card.write_files(tmp_path)
    three = (tmp_path / "README.md").read_text()
    enter(tmp_path / "models.toml", "digest of the fourth", Settings({"hand": 0.5}, chips=True))
    card.write_files(tmp_path)
    four = (tmp_path / "README.md").read_text()
    assert all(f"`{name}.onnx`" in three and digest in three for name, digest in digests.items())
    assert "old" not in three
    assert three.endswith("\n\nMore\n")
    assert [line for line in four.splitlines() if line not in three.splitlines()] == [
        "| `detector.onnx` | (n, h, w, 3) uint8 BGR, h and w multiples of 32 -> (n, 9, places): middle, size, "
        "chances of five kinds | `digest of the fourth` |"
    ]


def test_sureness_is_chosen_by_what_was_right() -> None:
    from vision.training.other_settings import Hits

    hits = Hits([(0.9, True), (0.8, True), (0.6, False), (0.4, True), (0.2, False), (0.1, False)], there=4)
    assert 0.6 < hits.best(precise=1.0) <= 0.8
    assert 0.2 < hits.best(precise=0.0) <= 0.4
    assert hits.at(0.7) == (1.0, pytest.approx(4 / 6))
    assert Hits([], 0).best(0.9) > 0
