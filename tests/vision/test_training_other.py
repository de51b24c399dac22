"""The detector is trained on from where it is, and not anew."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.engines import in_onnxruntime

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


def test_an_exported_detector_goes_on_as_it_was_whether_it_learns_or_not(tmp_path: Path) -> None:
    import torch

    from vision.training import other, other_onward

    pictures = []
    for number in range(16):
        noise = np.random.default_rng(number).integers(0, 255, (24, 24, 3), np.uint8)
        pictures.append(tmp_path / f"{number}.png")
        cv2.imwrite(str(pictures[-1]), cv2.resize(noise, (160, 160), interpolation=cv2.INTER_CUBIC))
    exported, checkpoint, again = Path("models/detector.onnx"), tmp_path / "detector.pt", tmp_path / "again.onnx"
    ultralytics = other.opened(tmp_path)
    other_onward.start(ultralytics, other.design(ultralytics), exported, pictures, 160, checkpoint)
    other.export(checkpoint, again)
    shown = np.stack([cv2.imread(str(path)) for path in pictures[:8]])
    said, kept = (in_onnxruntime(path.read_bytes(), 1).run(shown)[0] for path in (exported, again))
    assert np.abs(said[:, 4:] - kept[:, 4:]).max() < 0.02, "what is kept has half the digits"
    assert np.abs(said[:, :4] - kept[:, :4]).mean() < 0.1
    assert said[:, 4:].max() > 0.1, "a network that says nothing always says the same"
    net = ultralytics.YOLO(checkpoint).model.float()
    rgb = torch.from_numpy(shown[..., ::-1].copy()).permute(0, 3, 1, 2).float() / 255
    learning = _first_layers(net.train(), rgb)
    assert float((learning - _first_layers(net.eval(), rgb)).abs().mean()) < 0.1 * float(learning.abs().mean())


def _first_layers(net: Any, pictures: Any) -> Any:
    import torch

    with torch.no_grad():
        return net.model[:4](pictures)


def test_an_exported_detector_of_another_design_is_refused(tmp_path: Path) -> None:
    from vision.training import other, other_onward

    ultralytics = other.opened(tmp_path)
    design = {**other.design(ultralytics), "scales": {"narrow": [0.5, 0.125, 1024]}}
    with pytest.raises(ValueError, match="expected a layer"):
        other_onward.start(ultralytics, design, Path("models/detector.onnx"), [], 96, tmp_path / "detector.pt")
    assert not list(tmp_path.glob("*.p*t"))


def test_weights_that_are_exported_are_not_exported_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from vision.training import other

    with pytest.raises(SystemExit):
        other.main(["--shared", str(tmp_path), "--begin", "models/detector.onnx"])
    assert "--further" in capsys.readouterr().err


def test_what_is_done_already_is_not_replaced_by_what_was_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision.training import other

    monkeypatch.setattr(other, "made", lambda *_: tmp_path)
    (tmp_path / other.DONE).write_bytes(b"trained for an hour")
    other.take_exported(tmp_path, tmp_path, Path("models/detector.onnx"))
    assert (tmp_path / other.DONE).read_bytes() == b"trained for an hour"
