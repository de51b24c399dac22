"""Path-traced scenes with Blender: every card's pixels lie where its label says, and the light is there."""

import os
import random
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.pathtraced.heights import Heights
from vision.pathtraced.plan import CARD_THICK, Bend, Card, Disc, Eye, Lamp, Plan, Top, write
from vision.pathtraced.projection import quads

pytestmark = pytest.mark.pathtraced
ROOT = Path(__file__).parents[2]
EYE = Eye((0.05, -0.35, 0.45), (0.02, 0.01, 0.0), 0.2, 30.0, 400, 300)


def traced(folder: Path, plan: Plan) -> tuple[np.ndarray, np.ndarray]:
    for name, grey in (("card.png", 240), ("felt.png", 60), ("chip.png", 120)):
        cv2.imwrite(str(folder / name), np.full((32, 32, 3), grey, np.uint8))
    write(plan, folder / "plan.json")
    blender = os.environ.get("BLENDER", str(ROOT / ".venv/blender/bin/python"))
    command = [blender, "-m", "vision.pathtraced.stage", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return cv2.imread(str(folder / "whose.png"), cv2.IMREAD_GRAYSCALE), np.load(folder / "light.npy").astype(np.float32)


def test_every_card_is_where_its_label_says(tmp_path: Path) -> None:
    heights, rng, cards = Heights(0.5), random.Random(6), []
    for x, y in ((-0.1, 0.0), (0.0, 0.0), (0.035, 0.01), (0.12, 0.06)):
        turn, bend = rng.uniform(-0.5, 0.5), Bend(rng.uniform(-1, 1), 0.3)
        z = heights.lay_card(x, y, turn, bend)
        assert z is not None
        cards.append(Card(x, y, z, turn, "card.png", bend))
    chip = Disc(-0.1, 0.0, CARD_THICK + 0.002, 0.0, 0.02, 0.0033, "chip.png", "chip.png")
    lamp = Lamp((0.3, 0.2, 1.2), (0, 0, 0), 0.3, 0.3, 20, (1.0, 0.9, 0.8))
    plan = Plan(EYE, Top("felt.png", 1.0, 0.9), tuple(cards), (lamp,), (0.1, 0.1, 0.1), (chip,), samples=2)
    whose, light = traced(tmp_path, plan)
    assert set(np.unique(whose)) == {0, 1, 2, 3, 4}
    outlines = quads(EYE, plan.cards)
    for number in (3, 4):
        told = np.zeros(whose.shape, np.uint8)
        cv2.fillPoly(told, [np.round((outlines[number - 1] - 0.5) * 256).astype(np.int32)], 1, shift=8)
        mine = whose == number
        assert (mine & (told > 0)).sum() / (mine | (told > 0)).sum() > 0.93
        assert np.allclose(np.argwhere(mine).mean(0), np.argwhere(told).mean(0), atol=0.4)
    assert 0.4 < (whose == 2).sum() / cv2.contourArea(outlines[1]) < 0.8
    assert 0.6 < (whose == 1).sum() / cv2.contourArea(outlines[0]) < 0.9
    assert light[whose == 4].mean() > 2 * light[whose == 0].mean()
    assert light[..., 0].mean() > light[..., 2].mean()
