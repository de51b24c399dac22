"""The detector is trained on from where it is, and not anew."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

pytestmark = pytest.mark.training


def _discs(folder: Path, pictures: int) -> None:
    """Write *pictures* of one disc each, and its box as a chip."""
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True)
    for number in range(pictures):
        picture = np.full((96, 96, 3), (40, 90, 40), np.uint8)
        cv2.circle(picture, (30 + 9 * number, 48), 14, (30, 30, 200), -1)
        cv2.imwrite(str(folder / "images" / f"{number}.jpg"), picture)
        (folder / "labels" / f"{number}.txt").write_text(f"0 {(30 + 9 * number) / 96:.4f} 0.5 0.2917 0.2917\n")


def _weights(net: Any) -> Any:
    import torch

    return torch.cat([weight.float().ravel() for name, weight in net.state_dict().items() if name.endswith("weight")])


def _displaced(checkpoint: Path) -> Any:
    """Move every weight of *checkpoint* to where no training begins, and return them."""
    import torch

    kept = torch.load(checkpoint, map_location="cpu", weights_only=False)
    with torch.no_grad():
        for weight in kept["model"].parameters():
            weight += 0.5
    torch.save(kept, checkpoint)
    return _weights(kept["model"])


def test_training_further_begins_with_the_weights_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from vision.training import other

    monkeypatch.setattr(other, "SIDE", 96)
    monkeypatch.setattr("vision.training.other_scenes.build", lambda *_, **__: None)
    monkeypatch.setattr(other, "take_degen", lambda *_: None)
    for name, pictures in (("train", 4), ("degen", 2), ("held", 2)):
        _discs(tmp_path / "other" / name, pictures)
    before = _displaced(other.train(tmp_path, tmp_path, epochs=1))
    after = _weights(torch.load(other.further(tmp_path, tmp_path, 1), map_location="cpu", weights_only=False)["model"])
    assert 0 < float((after - before).norm() / before.norm()) < 0.2, "begun anew they are as far off as they are large"
    assert not list((tmp_path / "other").glob("further*"))
