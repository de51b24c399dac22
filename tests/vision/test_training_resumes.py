"""A training that was stopped in the middle of a stage goes on there: nothing half written is taken for done."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

pytestmark = pytest.mark.training


def _stopped_while_writing(path: Path, data: bytes) -> int:
    """As `Path.write_bytes`, but the machine stops in the middle."""
    with path.open("wb") as file:
        file.write(data[: len(data) // 2])
    raise KeyboardInterrupt


def test_labels_of_photographs_that_were_half_written_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import photographs, stages

    labels = photographs.Labels([], [])
    with monkeypatch.context() as stopped:
        stopped.setattr(Path, "write_bytes", _stopped_while_writing)
        with pytest.raises(KeyboardInterrupt):
            stages.keep_labels(tmp_path, labels)
    assert not stages.labelled(tmp_path)
    stages.keep_labels(tmp_path, labels)
    assert stages.labelled(tmp_path)
    assert stages.labels(tmp_path) == labels


def test_a_picture_for_the_detector_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision.training import other_scenes

    picture = np.full((40, 60, 3), 90, np.uint8)
    with monkeypatch.context() as stopped:
        stopped.setattr(Path, "write_bytes", _stopped_while_writing)
        with pytest.raises(KeyboardInterrupt):
            other_scenes.write_picture(tmp_path / "scene.jpg", picture, 90)
    assert not list(tmp_path.glob("*.jpg"))
    other_scenes.write_picture(tmp_path / "scene.jpg", picture, 90)
    assert cv2.imread(str(tmp_path / "scene.jpg")).shape == (40, 60, 3)


def test_card_art_that_was_half_drawn_is_drawn_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import decks

    stops = True

    def run(command: list[str], **_: Any) -> None:
        if command[0] == "apt-get":
            (tmp_path / "aisleriot/aisleriot.deb").touch()
        elif command[0] == decks.SYSTEM_PYTHON:
            out = Path(command[-1])
            for name in ("first", "second"):
                (out / name).mkdir(parents=True, exist_ok=True)
                if stops:
                    raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(KeyboardInterrupt):
        decks.fetch(tmp_path)
    assert not (tmp_path / "art").exists()
    stops = False
    decks.fetch(tmp_path)
    assert sorted(path.name for path in (tmp_path / "art").iterdir()) == ["first", "second"]


def test_networks_that_see_no_card_yet_end_the_training_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision.training import __main__ as training
    from vision.training import calibrate

    none = calibrate.NONE
    monkeypatch.setattr(training.weights, "load", lambda *given: None)
    monkeypatch.setattr(training, "Ear", lambda *given: None)
    monkeypatch.setattr(calibrate, "rendered", lambda *given: none)
    monkeypatch.setattr(calibrate, "edje", lambda *given: none)
    with pytest.raises(SystemExit, match="see no card yet"):
        training.calibrated(tmp_path, tmp_path, tmp_path)


def test_between_two_checkpoints_lies_the_mean_of_their_weights(tmp_path: Path) -> None:
    from torch import nn

    from vision.training import loop

    for name, value in (("before", 1.0), ("after", 3.0)):
        net = nn.Sequential(nn.Conv2d(1, 2, 1), nn.BatchNorm2d(2))
        nn.init.constant_(net[0].weight, value)
        loop.begin(net, tmp_path / f"{name}.pt")
    loop.between(net, tmp_path / "before.pt", tmp_path / "after.pt")
    assert net[0].weight.flatten().tolist() == [2.0, 2.0]
    assert not net.training


def test_what_goes_on_from_published_weights_is_published_half_way(tmp_path: Path) -> None:
    import torch

    from vision.training import loop, nets, onward, stages

    for name, net in (("localiser", nets.Localiser()), ("card", nets.CardReader()), ("index", nets.IndexReader())):
        for folder, value in ((tmp_path / onward.BEFORE, 1.0), (tmp_path, 3.0)):
            with torch.no_grad():
                for weight in net.parameters():
                    weight.fill_(value)
            folder.mkdir(exist_ok=True)
            loop.begin(net, folder / f"{name}.pt")
    half_way = stages.trained(tmp_path, half_way=True)
    assert {weight.min().item() for net in half_way for weight in net.parameters()} == {2.0}
    # What was trained from nothing owes nothing to what an earlier training began with.
    assert {weight.max().item() for net in stages.trained(tmp_path) for weight in net.parameters()} == {3.0}


def test_where_a_training_that_goes_on_began_is_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vision.training import onward

    opened: list[Path] = []
    monkeypatch.setattr(onward, "unfold", lambda net, path, pictures: opened.append(path))
    onward.start(tmp_path / "models", tmp_path)
    begun = {path.name: path.read_bytes() for path in (tmp_path / onward.BEFORE).iterdir()}
    assert sorted(begun) == ["card.pt", "index.pt", "localiser.pt"]
    assert sorted(path.name for path in opened) == ["card.onnx", "index.onnx", "localiser.onnx"]
    (tmp_path / "card.pt").write_bytes(b"learned on")
    onward.start(tmp_path / "models", tmp_path)
    assert len(opened) == 3, "what has begun goes on and begins no second time"
    assert begun == {path.name: path.read_bytes() for path in (tmp_path / onward.BEFORE).iterdir()}


def test_weights_are_calibrated_and_published_with_letters_and_all_readers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    from vision import kinds, weights
    from vision.sureness import AS_SAID
    from vision.training import __main__ as training
    from vision.training import export, letters, loop, more_readers, nets

    for name, net in (("localiser", nets.Localiser()), ("card", nets.CardReader()), ("index", nets.IndexReader())):
        loop.begin(net, tmp_path / f"{name}.pt")
    calibrated: list[int] = []

    def learn(work: Path, out: Path, minutes: float) -> None:
        net = nets.LetterReader(nets.IndexReader())
        export.export_letters(net, torch.full((9,), 1 / 9), out / letters.FILE)
        letters.enter(out)

    def calibrate(shared: Path, work: Path, models: Path) -> tuple[Any, ...]:
        drafted = weights.load(models, 1)
        assert drafted.letters is not None
        calibrated.append(len(drafted.more_cards) + len(drafted.more_indices))
        return training.FIRST_SETTINGS, AS_SAID, kinds.AS_SAID

    def learn_more(work: Path, out: Path, minutes: float, names: list[str]) -> None:
        assert minutes == training.FOR_MORE[loop.DEVICE]
        for name in names:
            loop.begin(more_readers.NETWORKS[name].made(), work / f"{name}.pt")
        more_readers.enter(work, out, names)

    monkeypatch.setattr(letters, "publish", learn)
    monkeypatch.setattr(more_readers, "publish", learn_more)
    monkeypatch.setattr(training, "calibrated", calibrate)
    monkeypatch.setattr(loop, "DEVICE", "cpu")
    training.publish(tmp_path, tmp_path, tmp_path / "without", 1.0)
    without = weights.load(tmp_path / "without", 1)
    assert (len(without.more_cards), len(without.more_indices)) == (1, 1), "without a GPU"
    monkeypatch.setattr(loop, "DEVICE", "cuda")
    training.publish(tmp_path, tmp_path, tmp_path / "out", 1.0)
    assert calibrated == [2, 6]
    learned: list[list[str]] = []
    monkeypatch.setattr(more_readers, "publish", lambda work, out, minutes, names: learned.append(list(names)))
    (tmp_path / "before").mkdir()
    for name in ("localiser", "card", "index"):
        shutil.copy(tmp_path / f"{name}.pt", tmp_path / "before")
    training.publish(tmp_path, tmp_path, tmp_path / "again", 1.0, tmp_path / "out")
    assert learned == [], "who goes on keeps them"
    before, after = (
        [(tmp_path / to / f"{name}.onnx").read_bytes() for name in more_readers.NETWORKS] for to in ("out", "again")
    )
    assert before == after
    training.publish(tmp_path, tmp_path, tmp_path / "fourth", 1.0, tmp_path / "without")
    assert learned == [[*more_readers.PAIRS[0], *more_readers.PAIRS[2]]], "and learns those there are not"


def test_weights_to_go_on_from_are_looked_at_before_anything_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision.training import __main__ as training

    (tmp_path / "weights").mkdir()
    (tmp_path / "weights/models.toml").write_text("[localiser", "utf-8")
    monkeypatch.setattr(training, "side_by_side", lambda *_: pytest.fail("begun"))
    given = ["--shared", str(tmp_path), "--work", str(tmp_path / "work"), "--further", str(tmp_path / "weights")]
    with pytest.raises(SystemExit, match=r"models\.toml"):
        training.main(given)
    assert not (tmp_path / "work").exists()


def test_a_network_of_another_shape_is_told_in_one_line(tmp_path: Path) -> None:
    from table_controller.records import BadInput
    from vision.training import export, loop, nets, onward

    narrow = (16, 32, 48, 64, 80)
    loop.begin(nets.Localiser(narrow), tmp_path / "localiser.pt")
    with pytest.raises(SystemExit, match=r"localiser\.pt: of a network of another shape; delete it"):
        loop.restore(nets.Localiser(), tmp_path / "localiser.pt")
    with pytest.raises(SystemExit, match=r"localiser\.pt: of a network of another shape; delete it"):
        loop.between(nets.Localiser(), *[tmp_path / "localiser.pt"] * 2)
    export.export(nets.Localiser(narrow), nets.CardReader(), nets.IndexReader(), tmp_path)
    with pytest.raises(BadInput, match=r"localiser\.onnx: expected a network of the shape that is trained today"):
        onward.unfold(nets.Localiser(), tmp_path / "localiser.onnx", iter(()))
