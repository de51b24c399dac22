"""Training in miniature: exact labels, a step of each network, and the run time reads what is exported."""

from pathlib import Path

import numpy as np
import pytest

pytestmark = pytest.mark.training


@pytest.fixture
def sample():
    import random

    from vision.training.decks import house_deck
    from vision.training.scenes import scene

    deck = house_deck()
    return scene(random.Random(11), [deck], [1.0], [deck.faces[0]])


def test_labels_name_the_pixels_of_each_card(sample) -> None:
    assert len(sample.quads) == len(sample.kinds)
    assert sample.owners.max() <= len(sample.quads)
    assert sample.picture.shape[:2] == sample.owners.shape


def test_one_step_of_each_network_and_the_way_to_the_run_time(sample, tmp_path: Path) -> None:
    import random

    import torch

    from vision import weights
    from vision.localise import Localiser
    from vision.training import card, export, localiser, nets, reader
    from vision.training.__main__ import FIRST_SETTINGS

    crops = [localiser._crop(sample, random.Random(n)) for n in range(2)]
    batch = tuple(torch.from_numpy(np.stack(part)) for part in zip(*crops, strict=True))
    finder = nets.Localiser()
    loss = localiser.loss(finder, batch, 0.0)
    loss.backward()
    assert torch.isfinite(loss)
    cut = reader.cut(sample, random.Random(1))
    assert cut.cards
    assert all(picture.shape == (96, 64, 3) for picture, _ in cut.cards)
    assert all(picture.shape == (56, 40, 3) for picture, _, _ in cut.corners)
    digests = export.export(finder, nets.CardReader(), nets.IndexReader(), tmp_path)
    card.write_table(tmp_path, digests, FIRST_SETTINGS)
    opened = weights.load(tmp_path)
    answer = Localiser(opened.localiser).answers(np.zeros((1, 64, 96, 3), np.uint8))
    assert answer.shape == (1, 9, 16, 24)


def test_training_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    import torch
    from torch import nn

    from vision.training.loop import train

    def batches():
        while True:
            yield torch.ones(4, 3, 8, 8)

    def make() -> nn.Module:
        return nn.Sequential(nn.Conv2d(3, 2, 1), nn.Flatten())

    def loss(net: nn.Module, batch: torch.Tensor, progress: float) -> torch.Tensor:
        return net(batch).square().mean()

    train(make(), batches(), loss, 0.002, tmp_path / "a.pt")
    first = torch.load(tmp_path / "a.pt", weights_only=True)["step"]
    train(make(), batches(), loss, 0.004, tmp_path / "a.pt")
    assert torch.load(tmp_path / "a.pt", weights_only=True)["step"] > first
