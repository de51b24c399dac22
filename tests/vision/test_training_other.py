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


def test_the_second_look_learns_buttons_from_scenes_and_is_entered_beside_the_detector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil
    import tomllib
    from dataclasses import replace

    from vision import weights
    from vision.training import buttons
    from vision.training.decks import HELD_OUT, house_deck

    decks = [house_deck(), replace(house_deck(), name=sorted(HELD_OUT)[0])]
    monkeypatch.setattr(buttons, "load_art", lambda _: decks)
    monkeypatch.setattr(buttons, "load_backs", lambda _: [decks[0].faces[0]])
    for name, value in (("SHARDS", 2), ("SHARD", 6), ("CHOOSING", 4)):
        monkeypatch.setattr(buttons, name, value)
    models, work = tmp_path / "models", tmp_path / "work"
    work.mkdir()
    shutil.copytree(weights.models_folder(), models)
    monkeypatch.setattr(buttons, "side_by_side", lambda *parts: [part() for part in parts])
    shot = np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8)
    monkeypatch.setattr(buttons, "photographed", lambda _: [shot, shot])
    buttons.publish(tmp_path, work, models, minutes=0.1)
    folder = buttons.place(work, models)
    (pictures, kinds), real = buttons.learned(folder)
    assert real.shape[1:] == (48, 48, 3)
    assert pictures.shape == (len(kinds), 48, 48, 3)
    assert 0 < kinds.sum() < len(kinds) / 2
    table = tomllib.loads((models / "models.toml").read_text())
    before = tomllib.loads((weights.models_folder() / "models.toml").read_text())
    assert {name: one for name, one in table.items() if name != "buttons"} == {
        name: one for name, one in before.items() if name != "buttons"
    }
    opened = weights.load_detector(models, 1)
    assert opened is not None
    assert opened.buttons is not None
    assert opened.sure["dealer_button"] == table["buttons"]["sure"]
    written = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    buttons.build(tmp_path, work, models)
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == written, "drawn once"


def test_places_that_are_half_a_button_teach_nothing() -> None:
    import random

    from vision.detector import Detector
    from vision.training.buttons import cuts
    from vision.training.tabletop import Labelled

    class Boxes:
        """Finds one place on the button, one half on it, and one beside it."""

        def run(self, _pictures: np.ndarray) -> list[np.ndarray]:
            answer = np.zeros((1, 9, 3), np.float32)
            answer[0, :4] = np.float32([[100, 100, 40, 40], [116, 100, 40, 40], [200, 100, 40, 40]]).T
            answer[0, 5] = 0.9
            return [answer]

    there = [Labelled("dealer_button", (80.0, 80.0, 120.0, 120.0)), Labelled("card", (0.0, 0.0, 43.0, 60.0))]
    detector, rng, picture = Detector(Boxes(), {}), random.Random(1), np.zeros((320, 320, 3), np.uint8)
    rng.random = lambda: 0.4  # type: ignore[method-assign]
    pictures, kinds = cuts(detector, picture, there, rng)
    assert pictures.shape == (5, 48, 48, 3)
    assert kinds.tolist() == [1, 0, 1, 1, 1], "what is found, and three times what is there, a little beside it"
