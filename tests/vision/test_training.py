"""Training in miniature: exact labels, a step of each network, and the run time reads what is exported."""

import pickle
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pytest

from vision import rectify

pytestmark = pytest.mark.training


@pytest.fixture
def sample():
    import random

    from vision.training.decks import house_deck
    from vision.training.scenes import scene

    deck = house_deck()
    return scene(random.Random(11), deck, [deck.faces[0]])


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
    cards, corners = reader.cut_cards(sample, random.Random(1)), reader.cut_indices(sample, random.Random(1))
    assert cards
    assert corners
    assert all(card.picture.shape == (112, 80, 3) for card in cards)
    assert all(corner.picture.shape == (64, 48, 3) for corner in corners)
    digests = export.export(finder, nets.CardReader(), nets.IndexReader(), tmp_path)
    card.write_table(tmp_path, digests, FIRST_SETTINGS)
    opened = weights.load(tmp_path)
    answer = Localiser(opened.localiser).answers(np.zeros((1, 64, 96, 3), np.uint8))
    assert answer.shape == (1, 14, 16, 24)


def test_letters_of_other_languages_are_learned_from_the_reader_of_indices_and_told_at_run_time(tmp_path: Path) -> None:
    import random

    import torch

    from vision import weights
    from vision.names import RANKS
    from vision.training import card, export, letters, loop, nets
    from vision.training.__main__ import FIRST_SETTINGS
    from vision.training.decks import house_deck
    from vision.training.scenes import scene

    deck, courts = house_deck(), [kind for kind in range(52) if kind % 13 in (9, 10, 11)]
    tables = [scene(random.Random(n), deck, [deck.faces[0]], deal=lambda _: courts * 3) for n in range(3)]
    english, *others = (letters.cuts(tables, language, random.Random(1)) for language in letters.SHARDS)
    told = [sorted(set(kinds.tolist())) for _, kinds in (english, *others)]
    assert told == [[0, 1, 2, 3], [0, 3, 4, 5], [0, 5, 6, 7], [0, 4, 6, 8]]
    cuts, kinds = np.concatenate([others[0][0]] * 9)[:96], np.concatenate([others[0][1]] * 9)[:96]
    digests = export.export(nets.Localiser(), nets.CardReader(), nets.IndexReader(), tmp_path)
    card.write_table(tmp_path, digests, FIRST_SETTINGS)
    made = letters.batches((cuts, kinds), 1)
    net = letters.begun(tmp_path, (next(made)[0] for _ in range(2)))
    loss = loop.entropy(net, next(made), 0.0)
    loss.backward()
    assert torch.isfinite(loss)
    digest = export.export_letters(net.eval(), torch.full((9,), 1 / 9), tmp_path / "letters.onnx")
    card.enter(tmp_path / "models.toml", "letters", digest, letters.SHAPE)
    opened = weights.load(tmp_path)
    assert opened.letters is not None
    (said,) = opened.letters.run(cuts[:3])
    with torch.no_grad():
        x = (torch.from_numpy(cuts[:3]).permute(0, 3, 1, 2).float() / 255 - 0.5) / 0.25
        assert np.allclose(said, net(x).softmax(1).numpy(), atol=1e-3)
    dealt = [letters.dealt(random.Random(n)) for n in range(200)]
    assert all(len(set(one)) == 24 for one in dealt)
    jacks = sum(kind % 13 == RANKS.index("J") for one in dealt for kind in one)
    assert jacks > 2 * sum(kind % 13 == RANKS.index("5") for one in dealt for kind in one)


def test_what_is_rare_among_what_was_learned_is_told_as_if_it_were_not() -> None:
    import torch

    from vision.training import export, nets

    net = nets.LetterReader(nets.IndexReader()).eval()
    cuts = torch.zeros((2, 64, 48, 3), dtype=torch.uint8)
    alike, rare = (export._Kinds(net, torch.tensor(shares))(cuts)[0] for shares in ([1 / 9] * 9, [0.6, *[0.05] * 8]))
    assert (rare[1] / rare[0]).item() == pytest.approx(12 * (alike[1] / alike[0]).item(), rel=1e-3)


def test_no_cell_of_a_network_says_more_than_it_may() -> None:
    """Whatever it is shown: one that blew up made all that lay around a saturated blue unreadable."""
    import torch

    from vision.training import nets

    bright = torch.zeros((1, 3, 64, 64))
    bright[:, 0] = 50.0
    for net in (nets.Residual(3), nets._block(3, 3)):
        with torch.no_grad():
            for weight in net.parameters():
                weight.fill_(9.0)
            said = net.eval()(bright)
        assert (said.min().item(), said.max().item()) == (nets.MOST, nets.MOST)


def test_labels_point_to_every_index_that_shows(sample) -> None:
    from vision.training.indices import index_targets, indices, shown

    there = indices(sample.quads, sample.index, sample.kinds)
    target = index_targets(sample.owners, sample.quads, sample.index, sample.kinds)
    clear = [one for one in there if shown(sample.owners, one.outline, one.card)[0] > 0.95]
    assert clear
    for one in clear:
        column, row = (int(x) // 4 for x in one.middle)
        assert target[0, row, column] == 1
        assert np.allclose(target[1:3, row, column] * 32 + [column * 4 + 2, row * 4 + 2], one.middle, atol=0.1)
        assert np.allclose(target[3:5, row, column] * 32, one.up, atol=0.1)


def test_labels_follow_a_crop_that_is_stretched(monkeypatch: pytest.MonkeyPatch) -> None:
    import random

    from vision.names import CARDS
    from vision.training import localiser, samples

    monkeypatch.setattr(samples, "STRETCHED", 1.0)
    monkeypatch.setattr(localiser, "BESIDE", 0)  # what lies beside the picture has any grey, as light as the card
    picture, owners = np.zeros((480, 640, 3), np.uint8), np.zeros((480, 640), np.uint8)
    quad = np.float32([[250, 150], [350, 150], [350, 290], [250, 290]])
    cv2.fillPoly(picture, [quad.astype(np.int32)], (255, 255, 255))
    cv2.fillPoly(owners, [quad.astype(np.int32)], 1)
    sample = samples.Sample(picture, owners, quad[None], np.array([CARDS.index("8h")]), np.zeros((1, 4, 4), np.float32))
    shapes = set()
    for number in range(20):
        crop, target = localiser._crop(sample, random.Random(number))
        inside = np.kron(target[0], np.ones((4, 4))) > 0
        if inside.sum() > 400:
            assert crop.mean(0)[inside].mean() > 0.7 > 0.3 > crop.mean(0)[~inside].mean()
            rows, columns = np.nonzero(inside)
            shapes.add(round(float(np.ptp(rows) / np.ptp(columns)), 1))
    assert len(shapes) > 4


def test_of_a_photograph_only_what_is_known_is_asked() -> None:
    import random

    from vision.training.localiser import ASKED
    from vision.training.real_scenes import RealScene, crop

    picture = np.full((300, 300, 3), 200, np.uint8)
    boxes = RealScene(picture, np.float32([[150, 150, 20, 40, 0, -16, 1]]), np.zeros((0, 4), np.float32))
    cut, target = crop(boxes, 352, random.Random(4))
    assert cut.shape == (352, 352, 3)
    assert (target[ASKED] == target[10]).all()
    assert 0 < target[10].sum() < target[16].sum()
    cards = RealScene(picture, np.zeros((0, 7), np.float32), np.float32([[100, 100, 200, 200]]))
    target = crop(cards, 352, random.Random(4))[1]
    assert target[10].sum() == target[0].sum() == 0
    assert 0 < target[ASKED].mean() < 1


def test_the_index_of_a_printed_deck_is_found_where_it_is() -> None:
    from vision.training.decks import house_deck

    box = house_deck().index[0]
    assert np.allclose(box, [0.04, 0.04, 0.17, 0.27], atol=0.02)
    assert np.allclose(house_deck().index[1], 1 - box[[2, 3, 0, 1]], atol=1e-6)


def test_drawn_decks_that_measure_share_no_font_with_those_that_train() -> None:
    from vision.training.printing import fonts, sign_fonts

    assert not set(fonts()) & set(fonts(held_out=True))
    assert not set(sign_fonts()) & set(sign_fonts(held_out=True))
    assert all((fonts(), fonts(held_out=True), sign_fonts(), sign_fonts(held_out=True)))


def test_training_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    import torch
    from torch import nn

    from vision.training.loop import train

    def batches():
        while True:
            yield (torch.ones(4, 3, 8, 8),)

    def make() -> nn.Module:
        return nn.Sequential(nn.Conv2d(3, 2, 1), nn.Flatten())

    def loss(net: nn.Module, batch: list[torch.Tensor], progress: float) -> torch.Tensor:
        return net(batch[0]).square().mean()

    train(make(), batches(), loss, 0.002, tmp_path / "a.pt")
    first = torch.load(tmp_path / "a.pt", weights_only=True)["step"]
    train(make(), batches(), loss, 0.004, tmp_path / "a.pt")
    assert torch.load(tmp_path / "a.pt", weights_only=True)["step"] > first


def test_training_counts_in_half_floats_only_where_the_processor_does() -> None:
    """Elsewhere every step took ten times as long."""
    import torch

    from vision.training.loop import DEVICE, autocast

    one = torch.ones((2, 2), device=DEVICE)
    with autocast():
        product = one @ one
    can = DEVICE == "cuda" or torch.cpu.get_capabilities().get("avx512_bf16", False)
    assert product.dtype == (torch.bfloat16 if can else torch.float32)


def test_published_weights_go_on_learning_from_where_they_are(sample, tmp_path: Path) -> None:
    """Unfolded, a network says what the published one says; and then it learns from every sort of batch."""
    import torch

    from vision import weights
    from vision.training import export, nets, onward, reader, samples
    from vision.training.photographs import Cuts

    (tmp_path / "train-0000.pickle").write_bytes(pickle.dumps([samples.pack(sample, 90)]))
    card, index = nets.CardReader(), nets.IndexReader()
    made = [next(batches(tmp_path, 1, Cuts([]))) for batches in (reader.card_batches, reader.index_batches)]
    for net, name, batch in ((card, "card", made[0]), (index, "index", made[1])):
        onward.unfold(net, weights.models_folder() / f"{name}.onnx", iter([batch[0]]))
    export.export(nets.Localiser(), card.eval(), index.eval(), tmp_path)
    for name, shape in (("card", (112, 80)), ("index", (64, 48))):
        pictures = np.random.default_rng(0).integers(0, 255, (3, *shape, 3), dtype=np.uint8)
        said = [
            onnxruntime.InferenceSession(str(folder / f"{name}.onnx")).run(None, {"pictures": pictures})[0]
            for folder in (tmp_path, weights.models_folder())
        ]
        assert np.allclose(*said, atol=1e-3)
    for value in (reader.card_loss(card.train(), made[0], 0.0), reader.index_loss(index.train(), made[1], 0.0)):
        value.backward()
        assert torch.isfinite(value)


def test_an_index_is_cut_out_as_if_the_picture_had_been_stretched() -> None:
    from vision.training.reader import stretched_index

    face = np.random.default_rng(4).integers(0, 255, (40, 30, 3)).astype(np.uint8)
    face = cv2.resize(face, (300, 400), interpolation=cv2.INTER_CUBIC)
    wider = np.float32([[1.5, 0], [0, 0.8]])
    stretched = cv2.warpAffine(face, np.column_stack([wider, [0, 0]]), (450, 320))
    middle, up = np.float32([140, 200]), np.float32([6, -40])
    true = rectify.index(stretched, wider @ middle, wider @ up)
    cut = stretched_index(face, middle, up, wider)
    assert np.abs(true.astype(int) - cut).mean() < 6 < np.abs(true.astype(int) - rectify.index(face, middle, up)).mean()
