"""The command: every bad input is one line that names file, place and what was expected, and exits with 2."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from table_controller.cli import main
from table_controller.journal.store import Store
from table_controller.records.scene import Scene
from table_controller.table_file import load_table
from vision import weights
from vision.enrol.deck_file import Cuts, EnrolledDeck, packed
from vision.enrol.prototypes import Rule
from vision.scene import Look, render

ROOT = Path(__file__).parent.parent


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of files that are not what they should be."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name, text in {
        "picture.jpg": "not a picture",
        "table.toml": "name = 3",
        "hand.phh": "hello",
        "log.jsonl": '{"type":"log","version":1,"unit":"1"}\n{"at":1,"type":"card_burned","card":"Zz"}\n',
        "foreign.journal": "junk",
        "script.toml": "name = 3",
        "house.toml": "id = 3",
    }.items():
        (tmp_path / name).write_text(text)
    Store.open(tmp_path / "newer.journal").close()
    Store.open(tmp_path / "whole.journal").close()
    newer = sqlite3.connect(tmp_path / "newer.journal")
    newer.execute("PRAGMA user_version=99")
    newer.commit()
    newer.close()
    return tmp_path


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("read picture.jpg", "picture.jpg"),
        ("read nothing.png", "nothing.png"),
        ("referee hand.phh --rulebook tda-2024", "hand.phh"),
        ("referee log.jsonl --rulebook tda-2024", "line 2"),
        ("referee hand.phh --rulebook nosuch", "nosuch"),
        ("run --table table.toml --headless --for 1", "table.toml"),
        ("run --table nothing.toml --headless --for 1", "nothing.toml"),
        ("run --journal foreign.journal --headless --for 1", "foreign.journal"),
        ("run --journal newer.journal --headless --for 1", "version 99"),
        ("read picture.jpg --models .", "models.toml"),
        ("run --port 99999", "--port: expected a port from 0 to 65535;"),
        ("run --port abc", "--port: expected a port from 0 to 65535;"),
        ("run --speed fast", "--speed: expected a speed from 0.1 to 50;"),
        ("run --speed nan", "--speed: expected a speed from 0.1 to 50;"),
        ("run --for ever", "--for: expected a number of seconds;"),
        ("board monitor /dev/nosuch --for 0", "--for: expected a number of seconds;"),
        ("verify foreign.journal", "foreign.journal"),
        ("verify newer.journal", "version 99"),
        ("audit foreign.journal", "foreign.journal"),
        ("audit", "JOURNAL"),
        ("audit foreign.journal --video picture.jpg", "not both"),
        ("audit whole.journal --html whole.journal", "never overwritten"),
        ("audit whole.journal --html whole.journal-wal", "never overwritten"),
        ("simulate default --out whole.journal", "never overwritten"),
        ("export newer.journal --format phh", "version 99"),
        ("export newer.journal --format docx", "docx"),
        ("simulate script.toml --out out.jsonl", "script.toml"),
        ("simulate default --noise thunder --out out.jsonl", "thunder"),
        ("simulate default --out nowhere/out.jsonl", "nowhere/out.jsonl"),
        ("rulebook show nosuch", "nosuch"),
        ("rulebook diff zollernalb", "expected two rulebooks, got 1"),
        ("rulebook diff zollernalb nosuch", "nosuch"),
        ("rulebook check house.toml", "house.toml"),
        ("watch picture.jpg", "picture.jpg"),
        ("watch file://picture.jpg", " picture.jpg: "),
        ("watch rtsp://127.0.0.1:9/x", " rtsp://127.0.0.1:9/x: expected a video file"),
        ("audit --video rtsp://127.0.0.1:9/x", " rtsp://127.0.0.1:9/x: expected a video file"),
        ("frobnicate", "frobnicate"),
    ],
)
def test_bad_input_is_one_line(folder: Path, command: str, named: str, capfd: pytest.CaptureFixture[str]) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    try:
        status: object = main(command.split())
    except SystemExit as stopped:  # argparse, for a command line that is wrong itself
        status = stopped.code
    said = capfd.readouterr()
    assert status == 2
    assert said.out == ""
    assert named in said.err
    assert said.err.startswith("floorman")
    assert len(said.err.splitlines()) == 1
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("redirected", [">/dev/full", ">&-"])
def test_an_output_that_takes_nothing_is_one_line(redirected: str) -> None:
    command = f"{sys.executable} -m table_controller rulebook list {redirected}"
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert ended.stderr.startswith("floorman: ")


def felt(*names: bytes) -> list[bytes]:
    """Pictures of these *names*."""
    png = cv2.imencode(".png", np.full((60, 80, 3), 90, np.uint8))[1].tobytes()
    for name in names:
        Path(os.fsdecode(name)).write_bytes(png)
    return list(names)


@pytest.mark.parametrize("encoding", ["ascii:strict", "utf-8:strict", "utf-8:surrogateescape"])
def test_pictures_are_read_whatever_letters_their_names_have(folder: Path, encoding: str) -> None:
    names = felt(b"\xff.png", "Kürass ♠ 🂡.png".encode())
    command = [sys.executable, "-m", "table_controller", "read", b"\xff.jpg", *names]
    ended = subprocess.run(command, env=os.environ | {"PYTHONIOENCODING": encoding}, capture_output=True, check=False)
    assert ended.returncode == 2
    assert [os.fsencode(json.loads(line)["image"]) for line in ended.stdout.splitlines()] == names
    assert ended.stderr.startswith(b"floorman: \\udcff.jpg: ")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("redirected", ["", "2>&-", "<&- 2>&-", "2>/dev/full"])
def test_an_error_line_that_nobody_takes_ends_nothing_and_is_no_json(folder: Path, redirected: str) -> None:
    felt(b"felt.png")
    reading, writing = os.pipe()
    os.close(reading)
    command = f"{sys.executable} -m table_controller read nothing.png picture.jpg $(printf '\\377').jpg felt.png"
    shell = ["sh", "-c", f"{command} {redirected}"]
    ended = subprocess.run(shell, stdout=subprocess.PIPE, stderr=writing, check=False)
    os.close(writing)
    assert ended.returncode == 2
    assert [json.loads(line)["image"] for line in ended.stdout.splitlines()] == ["felt.png"]


@pytest.mark.parametrize("closed", ["2>&-", "<&- 2>&-"])
def test_no_file_comes_to_lie_where_libraries_write_their_errors(closed: str) -> None:
    program = "from table_controller.streams import prepare; prepare(); print(open('README.md').fileno())"
    ended = subprocess.run(["sh", "-c", f'{sys.executable} -c "{program}" {closed}'], stdout=subprocess.PIPE, cwd=ROOT)
    assert int(ended.stdout) > 2


def test_a_picture_is_never_drawn_over(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite("table.png", np.full((300, 400, 3), 90, np.uint8))
    before = Path("table.png").read_bytes()
    assert main(["read", "table.png", "--draw", "."]) == 2
    assert "table.png: --draw: expected another folder" in capfd.readouterr().err
    assert Path("table.png").read_bytes() == before


def test_a_log_without_a_hand_is_said_to_hold_none(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    Path("log.jsonl").write_text('{"type":"log","version":1,"unit":"1"}\n')
    assert main(["referee", "log.jsonl", "--rulebook", "tda-2024", "--json"]) == 2
    said = capfd.readouterr()
    assert (said.out, said.err) == ("", "no hand to judge\n")


def test_a_taken_port_is_one_line_and_leaves_no_journal(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["run", "--port", str(port), "--for", "1", "--journal", "night.journal"]) == 2
    assert f"port {port}" in capfd.readouterr().err
    assert not (folder / "night.journal").exists()


@pytest.mark.parametrize("command", ["--help", "rulebook diff --help", "run --help", "--version"])
def test_help_is_given(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(command.split())
    assert stopped.value.code == 0
    assert "floorman" in capfd.readouterr().out


def test_a_journal_is_not_continued_at_another_table(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--headless", "--for", "1", "--journal", "night.journal"]) == 0
    capfd.readouterr()
    example = (ROOT / "docs/table.md").read_text().split("```toml\n")[1].split("```")[0]
    (folder / "kitchen.toml").write_text(example)
    table = ["--table", "kitchen.toml", "--journal", "night.journal"]
    assert main(["run", "--headless", "--for", "1", *table]) == 2
    assert "expected the table 'simulated' of this journal, got 'Kitchen'" in capfd.readouterr().err


def test_doctor_finds_nothing_missing_for_the_built_in_table(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    findings = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert {finding["what"] for finding in findings} >= {
        "card reader",
        "rulebook",
        "zone board",
        "seat 6",
        "camera overhead",
    }
    assert {finding["state"] for finding in findings} == {"ok"}
    (engine,) = (finding["what"] for finding in findings if finding["what"].startswith("card reader runs in"))
    assert engine.endswith(("ONNX Runtime", "OpenVINO (f16)", "OpenVINO (bf16)"))


def kitchen() -> str:
    """The table file that the documentation shows."""
    return (ROOT / "docs/table.md").read_text().split("```toml\n")[1].split("```")[0]


def examined(table: str, capfd: pytest.CaptureFixture[str]) -> tuple[int, dict[str, str]]:
    """What the doctor says of *table*: the exit status, and a state for each thing."""
    Path("kitchen.toml").write_text(table)
    status = main(["doctor", "--table", "kitchen.toml"])
    return status, {line["what"]: line["state"] for line in map(json.loads, capfd.readouterr().out.splitlines())}


def test_doctor_names_a_zone_that_is_missing(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status, findings = examined(kitchen().replace('kind = "burn"', 'kind = "muck"'), capfd)
    assert status == 2
    assert "no such zone" in findings["zone burn"]
    assert findings["zone board"] == "ok"


def test_doctor_names_a_camera_and_a_board_that_cannot_be_opened(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    table = kitchen().replace('source = "0"', 'source = "nosuch.mp4"') + '\n[board]\nport = "/dev/nosuch"\n'
    status, findings = examined(table, capfd)
    assert status == 2
    assert findings["camera overhead"].startswith("nosuch.mp4: it is not there; expected a camera")
    assert findings["board"].startswith("/dev/nosuch: ")
    assert findings["board"].endswith("or correct `port`")
    assert {name for name, state in findings.items() if state != "ok"} == {"camera overhead", "board"}


def test_doctor_finds_a_camera_and_a_board_that_are_there(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    Path("plain.toml").write_text(kitchen())
    layout = load_table(Path("plain.toml")).layout
    look = Look(layout.width, layout.height, layout.colours)
    film = cv2.VideoWriter("night.avi", cv2.VideoWriter.fourcc(*"MJPG"), 10, (1920, 1080))
    film.write(render(Scene((), ()), layout.cameras[0], look, 1))
    film.release()
    with socket.create_server(("127.0.0.1", 0)) as board:
        port = f"socket://127.0.0.1:{board.getsockname()[1]}"
        table = kitchen().replace('source = "0"', 'source = "night.avi"') + f'\n[board]\nport = "{port}"\n'
        status, findings = examined(table, capfd)
    assert {"camera overhead", "board"} <= set(findings)
    assert (status, set(findings.values())) == (0, {"ok"})


def test_doctor_says_whether_the_table_can_be_played_with_its_enrolled_deck(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    table = kitchen().replace('source = "0"', 'source = "nosuch.mp4"').replace("[cards]", '[cards]\ndeck = "mine.npz"')
    _, findings = examined(table, capfd)
    assert findings["card reader"] == "ok"
    assert findings["enrolled deck"].startswith("mine.npz: ")
    faces, corners = np.zeros((1, 112, 80, 3), np.uint8), np.zeros((1, 64, 48, 3), np.uint8)
    cuts, rules = Cuts(faces, np.array([0]), corners, np.array([0])), (Rule(8.0, 0.5),) * 3
    Path("mine.npz").write_bytes(packed(EnrolledDeck(cuts, rules, "0" * 64)))
    _, findings = examined(table, capfd)
    assert "expected a deck enrolled with these weights" in findings["enrolled deck"]
    own = weights.load(weights.models_folder()).readers
    Path("mine.npz").write_bytes(packed(EnrolledDeck(cuts, rules, own)))
    _, findings = examined(table, capfd)
    assert findings["enrolled deck"] == "ok"


def test_doctor_examines_the_weights_that_are_named(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--models", "nosuch"]) == 2
    findings = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    (reader,) = (finding["state"] for finding in findings if finding["what"] == "card reader")
    assert reader.startswith("nosuch/models.toml: ")


def examined_without(name: str, raises: str = "") -> tuple[int, dict[str, str]]:
    """What the doctor says of the kitchen where the package *name* is not installed, or *raises* that on its import."""
    Path("kitchen.toml").write_text(kitchen().replace('source = "0"', 'source = "table.png"'))
    cv2.imwrite("table.png", np.full((1080, 1920, 3), 90, np.uint8))
    if raises:
        Path(f"{name}.py").write_text(f"print('said on stdout')\nraise {raises}\n")
    hidden = "" if raises else f"sys.modules[{name!r}] = None; "
    program = f"import sys; {hidden}from table_controller.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "doctor", "--table", "kitchen.toml"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in ended.stderr
    return ended.returncode, {line["what"]: line["state"] for line in map(json.loads, ended.stdout.splitlines())}


@pytest.mark.parametrize(
    ("name", "left_out"),
    [
        ("onnxruntime", {"card reader"}),
        ("numpy", {"card reader", "rulebook", "camera overhead"}),
        ("pydantic", {"rulebook", "camera overhead"}),
        ("serial", {"rulebook", "camera overhead"}),
        ("rich", set()),
        ("jinja2", set()),
    ],
)
def test_doctor_examines_what_it_can_without_a_package(folder: Path, name: str, left_out: set[str]) -> None:
    status, findings = examined_without(name)
    assert status == 2
    assert findings[name] == "not installed; `make run` installs it"
    assert {"card reader", "rulebook", "camera overhead"} - findings.keys() == left_out


def test_doctor_names_what_a_package_lacks(folder: Path) -> None:
    status, findings = examined_without("cv2", "ImportError('libGL.so.1: cannot open\\nshared object file')")
    assert status == 2
    assert findings["cv2"] == "cannot be loaded (libGL.so.1: cannot open shared object file)"


def test_doctor_asks_for_no_board_where_the_table_file_names_none(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    _, findings = examined(kitchen().replace('source = "0"', 'source = "nosuch.mp4"'), capfd)
    assert "board" not in findings


def test_a_simulated_night_is_judged_as_scripted(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "default", "--seed", "3", "--out", "night.jsonl"]) == 0
    assert main(["referee", "night.jsonl", "--rulebook", "zollernalb", "--json"]) == 1
    hands = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    codes = [incident["code"] for hand in hands for incident in hand["incidents"]]
    assert len(codes) == 6
    assert {"missing_burn", "exposed_card", "four_card_flop", "string_bet", "undercall"} < set(codes)
