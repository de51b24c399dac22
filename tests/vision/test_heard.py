"""What is read to be calibrated with is read once, for all that is fitted and for a run that goes on."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision import weights
from vision.arrays import Picture
from vision.names import CARDS
from vision.scene import deck as house
from vision.search import Seen, search
from vision.training import heard
from vision.training.heard import Ear
from vision.weights import Weights, models_folder


@pytest.fixture(scope="module")
def opened() -> Weights:
    return weights.load(models_folder(), 1)


def lying(code: str) -> Picture:
    """A card of the house deck on a green felt."""
    felt = np.full((320, 320, 3), (60, 110, 40), np.uint8)
    face = house.face(code)[..., :3]
    small = face[:: len(face) // 200, :: len(face) // 200]
    felt[60 : 60 + len(small), 80 : 80 + small.shape[1]] = small
    return felt


def counting(monkeypatch: pytest.MonkeyPatch, until: Callable[[int], bool] = lambda _: False) -> list[int]:
    """Count the pictures that are searched from now on; stop before the one *until* says."""
    searched: list[int] = []

    def counted(*given: object) -> Seen:
        if until(len(searched)):
            raise KeyboardInterrupt
        searched.append(1)
        return search(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(heard, "search", counted)
    return searched


SHOWN = [(lying(code), code) for code in ("As", "Td", "7c")]


def test_what_was_heard_is_heard_once(opened: Weights, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searched = counting(monkeypatch)
    first = list(Ear(opened, tmp_path).hear("three", SHOWN))
    assert len(searched) == 3
    again = list(Ear(opened, tmp_path).hear("three", SHOWN))
    assert len(searched) == 3
    assert [known for _, _, known in first] == [known for _, _, known in again] == ["As", "Td", "7c"]
    for (_, one, code), (_, other, _) in zip(first, again, strict=True):
        assert one.said.whole[:, : len(CARDS)].max(0).argmax() == CARDS.index(code)
        assert np.array_equal(one.said.whole, other.said.whole)
        assert one.over == other.over


def test_who_was_stopped_goes_on_at_the_next_picture(
    opened: Weights, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = counting(monkeypatch, until=lambda done: done == 2)
    with pytest.raises(KeyboardInterrupt):
        list(Ear(opened, tmp_path).hear("three", SHOWN))
    searched = counting(monkeypatch)
    assert len(list(Ear(opened, tmp_path).hear("three", SHOWN))) == 3
    assert (len(stopped), len(searched)) == (2, 1)


def test_what_other_weights_said_is_not_known(opened: Weights, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searched = counting(monkeypatch)
    list(Ear(opened, tmp_path).hear("one", SHOWN[:1]))
    list(Ear(replace(opened, version="others"), tmp_path).hear("one", SHOWN[:1]))
    assert len(searched) == 2


def test_pictures_that_show_no_card_are_passed_over(opened: Weights, tmp_path: Path) -> None:
    felt = np.full((160, 160, 3), (60, 110, 40), np.uint8)
    assert list(Ear(opened, tmp_path).hear("felt", [(felt, "none")])) == []


def test_they_are_heard_in_decent_light_as_at_a_table(opened: Weights, tmp_path: Path) -> None:
    dark = np.asarray(lying("As") * 0.15, np.uint8)
    ((picture, _, _),) = Ear(opened, tmp_path).hear("dark", [(dark, "As")])
    assert picture.mean() > 2 * dark.mean()
