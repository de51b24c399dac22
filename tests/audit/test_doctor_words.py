"""The doctor says in German what to do; what it has no German for stays as it was said."""

import json
from pathlib import Path

import pytest

from table_controller.audit.doctor_words import in_german
from table_controller.cli import main


@pytest.mark.parametrize(
    ("said", "german"),
    [
        (
            "edges are 5.5 px wide, at most 4.7 was expected; turn the lens's focus ring, or clean the lens",
            "Kanten sind 5,5 px breit, höchstens 4,7 erwartet; am Schärfering drehen, oder das Objektiv putzen",
        ),
        (
            "a card in zone 'Platz 1, Karten' is 44 px long, 60 was expected; hang the camera lower by 27%, or take "
            "one with 2618 px across",
            "eine Karte in der Zone „Platz 1, Karten“ ist 44 px lang, 60 erwartet; die Kamera um 27 % tiefer hängen, "
            "oder eine mit 2618 px Breite nehmen",
        ),
        (
            "out of view: 'a', 'b', 'c' and 2 more; move the camera towards its left edge by 465 px and its top edge "
            "by 274 px",
            "nicht im Bild: 'a', 'b', 'c' und 2 weitere; die Kamera zum linken Bildrand hin rücken, um 465 px, und zum "
            "oberen, um 274 px",
        ),
        (
            "it shifted by 1.2 mm since; put it back, or `floorman calibrate table` again",
            "sie ist seither um 1,2 mm verrückt; zurückrücken, oder noch einmal `floorman calibrate table`",
        ),
        (
            "rtsp://a/b: it stops after 5 of 16 pictures; check its cable, or correct `source`",
            "rtsp://a/b: hört nach 5 von 16 Bildern auf; Kabel prüfen, oder `source` berichtigen",
        ),
        (
            "only a part of the picture arrives; check its cable, and what it sends",
            "nur ein Teil des Bildes kommt an; Kabel prüfen, und was sie sendet",
        ),
        (
            "what is printed on the felt counts as cards without kitchen.overhead.png; calibrate again, with --printed",
            "was auf die Spielfläche gedruckt ist, gilt ohne kitchen.overhead.png als Karten; neu kalibrieren, mit "
            "--printed",
        ),
        ("0: it broke, or correct `source`", "0: it broke; oder `source` berichtigen"),
        ("ok", "ok"),
        ("kitchen.overhead.png: expected a picture", "kitchen.overhead.png: expected a picture"),
    ],
)
def test_what_to_do_is_said_in_german(said: str, german: str) -> None:
    assert in_german(said) == german


@pytest.mark.parametrize("command", ["doctor", "calibrate table", "calibrate lens"])
def test_nobody_is_told_the_password_of_a_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], command: str
) -> None:
    """What the doctor says is shown to others; with the password they see the table, hole cards and all."""
    monkeypatch.chdir(tmp_path)
    kitchen = (Path(__file__).parents[2] / "docs/table.md").read_text().split("```toml\n")[1].split("```")[0]
    address = "rtsp://admin:sec@ret@127.0.0.1:9/a"
    Path("kitchen.toml").write_text(kitchen.replace('source = "0"', f'source = "{address}"'))
    more = {"doctor": ["--models", "nosuch"], "calibrate lens": ["--camera", address, "--out", "lens.toml"]}
    table = [] if command == "calibrate lens" else ["--table", "kitchen.toml"]
    assert main([*command.split(), *table, *more.get(command, [])]) in (2, 3)
    told = "".join(capfd.readouterr())
    assert "rtsp://127.0.0.1:9/a: it cannot be opened" in told
    assert "admin" not in told
    assert "ret@" not in told


def test_the_doctor_speaks_german_where_it_is_asked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    kitchen = (Path(__file__).parents[2] / "docs/table.md").read_text().split("```toml\n")[1].split("```")[0]
    kitchen = kitchen.replace('source = "0"', 'source = "nosuch.mp4"').replace('kind = "burn"', 'kind = "muck"')
    Path("kitchen.toml").write_text(kitchen)
    assert main(["doctor", "--table", "kitchen.toml", "--models", "nosuch", "--lang", "de"]) == 2
    states = {one["what"]: one["state"] for one in map(json.loads, capfd.readouterr().out.splitlines())}
    assert states["zone burn"] == "die Tischdatei hat keine solche Zone; was dort geschieht, ist nicht zu sehen"
    assert states["camera overhead"].startswith("nosuch.mp4: nicht da; Nummer oder Adresse einer Kamera")
    assert states["rulebook"] == "ok"
