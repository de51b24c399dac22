"""Weights are the published ones or nothing is read with them."""

import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from table_controller.records import BadInput
from vision import buttons, engines, weights

MODELS = weights.models_folder()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(MODELS, tmp_path / "models"))


def test_the_committed_weights_load_and_are_small() -> None:
    opened = weights.load(MODELS)
    assert 0.5 <= opened.settings.sure < 1
    assert sum(path.stat().st_size for path in MODELS.glob("*.onnx")) <= 25_000_000


@pytest.mark.parametrize("name", ["localiser", "card", "index", "letters", *weights.MORE])
def test_altered_weights_are_refused(copy: Path, name: str) -> None:
    path = copy / f"{name}.onnx"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(BadInput, match=rf"{name}\.onnx.*sha256.*altered"):
        weights.load(copy)


def test_missing_weights_are_one_clear_line(copy: Path, tmp_path: Path) -> None:
    (copy / "card.onnx").unlink()
    with pytest.raises(BadInput, match=r"card\.onnx"):
        weights.load(copy)
    with pytest.raises(BadInput, match=r"models\.toml"):
        weights.load(tmp_path / "nowhere")


@pytest.mark.parametrize("name", ["card.onnx", "models.toml"])
def test_a_pipe_in_the_place_of_weights_is_one_clear_line_and_not_waited_on(copy: Path, name: str) -> None:
    (copy / name).unlink()
    os.mkfifo(copy / name)
    with pytest.raises(BadInput, match=rf"{re.escape(name)}: expected the .* no device and no pipe"):
        weights.load(copy)


NESTED, NO_PATH = f"a = {'[' * 3000}", '[localiser]\nfile = "card\\u0000.onnx"\nsha256 = ""\n'


@pytest.mark.parametrize("text", ["[localiser", "", "[localiser]\nfile = 1\n", NESTED, f"a = {'9' * 5000}", NO_PATH])
def test_a_broken_table_is_refused(copy: Path, text: str) -> None:
    (copy / "models.toml").write_text(text)
    with pytest.raises(BadInput) as told:
        weights.load(copy)
    assert "\n" not in str(told.value)


def test_a_fault_without_words_is_told_by_its_name() -> None:
    def opens(*_: object) -> engines.Network:
        raise MemoryError

    with pytest.raises(BadInput, match=r"localiser\.onnx.*expected an ONNX network: MemoryError"):
        weights.load(MODELS, 1, opens)


def test_a_network_that_is_shown_other_pictures_is_refused(copy: Path) -> None:
    assert weights.SHOWN[weights.BUTTONS] == (buttons.SIDE, buttons.SIDE)
    table = (copy / "models.toml").read_text("utf-8")
    (_, of_detector), (_, of_letters) = (_entry(table, name) for name in ("detector", "letters"))
    (copy / "models.toml").write_text(table.replace(of_letters, of_detector), "utf-8")
    with pytest.raises(BadInput, match=r"detector\.onnx.*pictures of.*expected \(64, 48\)"):
        weights.load(copy)


def _entry(table: str, name: str) -> tuple[str, str]:
    """Return the name of a network and what the table says of its file."""
    found = re.search(rf'\[{name}\]\n(file = "[^"]+"\nsha256 = "[^"]+")', table)
    assert found is not None
    return name, found[1]


@pytest.mark.parametrize(
    ("before", "after", "where"),
    [
        ("\nsure = 0.9", "\nsure = -0.9", "settings"),
        ("back_sure = 0.", "back_sure = 3.", "settings"),
        ("chips = true", 'chips = "false"', "detector"),
        ("{chips = 0.", "{chips = 4.", "detector"),
    ],
)
def test_chances_that_are_none_are_refused(copy: Path, before: str, after: str, where: str) -> None:
    path = copy / "models.toml"
    table = path.read_text("utf-8")
    assert before in table
    path.write_text(table.replace(before, after, 1), "utf-8")
    with pytest.raises(BadInput, match=rf"models\.toml.*\[{where}\]: expected .*from 0 to 1"):
        (weights.load_detector if where == "detector" else weights.load)(copy)


def _beside(opened: weights.Weights) -> int:
    """Return how many networks there are that may be absent."""
    return (opened.letters is not None) + len(opened.more_cards) + len(opened.more_indices)


@pytest.mark.parametrize("name", ["letters", *weights.MORE])
def test_weights_without_what_may_be_absent_load(copy: Path, name: str) -> None:
    table = (copy / "models.toml").read_text("utf-8")
    before, _, after = table.partition(f"[{name}]")
    (copy / "models.toml").write_text(before + after[after.find("\n[") :] * ("\n[" in after), "utf-8")
    assert _beside(weights.load(MODELS)) - _beside(weights.load(copy)) == 1


def test_further_readers_run_in_onnxruntime_whatever_the_others_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenVINO prepares itself anew for every number of pictures, which is another each time."""
    there: list[object] = []

    def spy(*given: Any, **more: Any) -> engines.Network:
        there.append(given)
        return engines.in_onnxruntime(*given, **more)

    monkeypatch.setattr(weights, "in_onnxruntime", spy)
    opened = weights.load(MODELS)
    assert len(there) == len(weights.MORE)
    assert {one.engine for one in (*opened.more_cards, *opened.more_indices)} == {"ONNX Runtime"}


def test_a_table_without_all_that_sureness_depends_on_is_refused(copy: Path) -> None:
    path = copy / "models.toml"
    whole = path.read_text("utf-8")
    path.write_text(whole.replace("margin =", "margins =").replace("ace =", "aces ="), "utf-8")
    with pytest.raises(BadInput, match=r"models\.toml.*\[sureness\]: expected numbers: margin, ace, small_ace$"):
        weights.load(copy)
    path.write_text(whole.replace("[sureness]", "[surenesses]"), "utf-8")
    with pytest.raises(BadInput, match=r"\[sureness\].*always, chance, margin"):
        weights.load(copy)


NO_ROWS = "[1, 2, 3, 4]", "[1, 2, 3, 4, nan]", "[inf, 0, 0, 0, 0]", '"12345"', "[true, 0, 0, 0, 0]", "7"


@pytest.mark.parametrize("row", [*NO_ROWS, f"[{10**400}, 0, 0, 0, 0]"])
def test_kinds_that_are_no_five_finite_numbers_are_refused(copy: Path, row: str) -> None:
    """With one that is none nothing would be told, and nobody would say why."""
    path = copy / "models.toml"
    path.write_text(re.sub(r"(?m)^strange = .*$", f"strange = {row}", path.read_text("utf-8")), "utf-8")
    with pytest.raises(BadInput, match=r"models\.toml.*\[kinds\].*5 numbers each: always, whole_nothing"):
        weights.load(copy)


@pytest.mark.parametrize("number", ["nan", "inf", "true", '"0.9"', str(10**400)])
def test_settings_and_sureness_that_are_no_finite_numbers_are_refused(copy: Path, number: str) -> None:
    table = (copy / "models.toml").read_text("utf-8")
    for name, entry in (("back_sure", "settings"), ("margin", "sureness")):
        (copy / "models.toml").write_text(re.sub(rf"(?m)^{name} = .*$", f"{name} = {number}", table), "utf-8")
        with pytest.raises(BadInput, match=rf"models\.toml.*\[{entry}\]"):
            weights.load(copy)


def test_a_table_without_kinds_is_refused(copy: Path) -> None:
    path = copy / "models.toml"
    path.write_text(path.read_text("utf-8").replace("[kinds]", "[kind]"), "utf-8")
    with pytest.raises(BadInput, match=r"models\.toml.*\[kinds\]"):
        weights.load(copy)


def test_a_network_that_is_none_is_refused(copy: Path) -> None:
    import hashlib

    (copy / "card.onnx").write_bytes(b"no network")
    table = (copy / "models.toml").read_text()
    old = hashlib.sha256((MODELS / "card.onnx").read_bytes()).hexdigest()
    (copy / "models.toml").write_text(table.replace(old, hashlib.sha256(b"no network").hexdigest()))
    with pytest.raises(BadInput, match="ONNX"):
        weights.load(copy)


def test_the_model_card_names_every_file_with_its_digest() -> None:
    card = (MODELS / "README.md").read_text("utf-8")
    for line in (MODELS / "models.toml").read_text("utf-8").splitlines():
        if line.startswith(("file", "sha256")):
            assert line.split('"')[1] in card


def test_the_chosen_folder_wins(tmp_path: Path) -> None:
    assert weights.models_folder(tmp_path) == tmp_path


def test_weights_of_another_version_are_one_clear_line(copy: Path) -> None:
    table = (copy / "models.toml").read_text("utf-8").replace('"card.onnx"', '"x.onnx"')
    digests = [line for line in table.splitlines() if line.startswith("sha256")]
    shutil.copyfile(copy / "index.onnx", copy / "x.onnx")
    (copy / "models.toml").write_text(table.replace(digests[1], digests[2]), "utf-8")
    with pytest.raises(BadInput, match=r"x\.onnx.*23 and 4608 outputs.*another version"):
        weights.load(copy)
