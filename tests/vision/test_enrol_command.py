"""`floorman enrol deck` from end to end: the house deck laid out in four pictures, and what people get wrong."""

import json
import shlex
import stat
import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from io import StringIO
from os import fsdecode
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest

from table_controller import table_file
from table_controller.cli import main
from table_controller.records import BadInput
from vision.enrol import command, deck_file
from vision.enrol.command import _tell, enrol_deck
from vision.enrol.enrolment import ROUNDS, Enrolment, enrol
from vision.enrol.gather import Gatherer, Shown, Sight
from vision.enrol.learn import NOTHING_YET, cut
from vision.enrol.naming import How, Named, Naming, Open
from vision.enrol.prototypes import Rule
from vision.enrol.told import Wish, wish
from vision.enrol.trial import Trial
from vision.enrol.words import sentences
from vision.enrolled_sets import laid_out
from vision.names import BACK, CARDS, JOKER
from vision.reader import CardReader

ACE, KING, SEVEN = (CARDS.index(card) for card in ("As", "Ks", "7h"))
NOTHING = Rule(0.0, 0.5)
SmallDisk = Callable[[int], AbstractContextManager[None]]


def _enrolment(*named: Named, still: tuple[Open, ...] = (), twice: tuple[Named, ...] = ()) -> Enrolment:
    deck = deck_file.EnrolledDeck(NOTHING_YET, (NOTHING,) * 3, "a" * 64)
    trial = Trial((NOTHING,) * 3, (0.0, 0.0), (0.0, 0.0))
    sights = (Sight("fan.jpg", tuple(one.card for one in named), ("joker",)),)
    return Enrolment(deck, sights, Naming(named, still, twice), trial, (SEVEN,), frozenset())


def _shown(kind: int) -> Shown:
    chances = np.zeros(56, np.float32)
    chances[kind] = 0.9
    return Shown(np.float32([[0, 0], [70, 0], [70, 100], [0, 100]]), chances, False, None, ())


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["2 of 52", "Not seen yet", "lies there twice, once at 35,50",
                "name that one with --card As=fan.jpg@35,50", "cannot be read (K♠?)", "Ks=fan.jpg@35,50",
                "K♠ as told; it reads as A♠", "7♥ by elimination", "No back yet", "a joker", "Not learnt"]),
        ("de", ["2 von 52", "Noch nicht gesehen", "liegt zweimal da, einmal bei 35,50",
                "diese mit --card As=fan.jpg@35,50 benennen", "nicht zu lesen (K♠?)", "Ks=fan.jpg@35,50",
                "K♠ wie angegeben; gelesen würde A♠", "7♥ erschlossen", "Noch keine Rückseite", "Joker",
                "Nicht gelernt"]),
    ],
)  # fmt: skip
def test_all_that_is_not_simply_read_is_said_in_both_languages(language: str, expected: list[str]) -> None:
    told = Named("fan.jpg", _shown(ACE), KING, How.TOLD, 0.0)
    left = Named("fan.jpg", _shown(SEVEN), SEVEN, How.LEFT, 0.5)
    still = Open("fan.jpg", _shown(KING), (KING,))
    said = " ".join(
        sentences(
            _enrolment(told, left, still=(still,), twice=(Named("fan.jpg", _shown(ACE), ACE, How.READ, 0.98),)),
            language,
        )
    )
    for part in expected:
        assert part in said


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "read or named elsewhere too"), ("de", "auch anderswo gelesen oder genannt")]
)
def test_a_card_read_in_two_pictures_is_doubted_while_others_are_missing(language: str, expected: str) -> None:
    eight, other = (Named(picture, _shown(SEVEN), SEVEN, How.READ, 0.99) for picture in ("fan.jpg", "again.jpg"))
    done = _enrolment(eight, other, Named("fan.jpg", _shown(ACE), ACE, How.READ, 0.99))
    assert done.doubted == (other, eight)
    said = " ".join(sentences(done, language))
    assert said.count(expected) == 2
    assert "--card 7h=again.jpg@35,50" in said
    told = Named("again.jpg", _shown(SEVEN), KING, How.TOLD, 0.0)
    assert _enrolment(eight, told).doubted == (), "what a person said is not doubted"
    jack = Named("again.jpg", _shown(SEVEN), SEVEN, How.TOLD, 0.5)
    assert _enrolment(eight, jack).doubted == (eight,), "a person said which card that is, so this one may be another"
    left = Named("fan.jpg", _shown(SEVEN), SEVEN, How.LEFT, 0.5)
    assert _enrolment(left, other).doubted == (other, left), "and so may one that others leave"
    rest = frozenset(range(BACK)) - {SEVEN}
    assert replace(_enrolment(eight, other), before=rest).doubted == (), "none is missing: they were enrolled before"
    every = [Named("all.jpg", _shown(kind), kind, How.READ, 0.99) for kind in range(BACK)]
    assert _enrolment(eight, *every).doubted == (), "none is missing"


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_to_be_typed_can_be_typed_where_a_picture_has_a_name_as_telephones_give_it(language: str) -> None:
    phone = "WhatsApp Bild 2026-11-28 (1).jpg"
    twice = [Named(at, _shown(SEVEN), SEVEN, How.READ, 0.99) for at in ("fan.jpg", phone)]
    said = " ".join(sentences(_enrolment(*twice, still=(Open(phone, _shown(KING), (KING,)),)), language))
    for card in ("7h", "Ks"):
        option = f"'{card}={phone}@35,50'"
        assert f"--card {option}" in said
        assert wish(shlex.split(option)[0]).picture == Path(phone)


def test_what_is_to_be_typed_is_one_line_whatever_a_picture_is_called() -> None:
    strange = "a\nb\x1b[31m'\\\udcff.jpg"
    asked = next(
        one for one in sentences(_enrolment(still=(Open(strange, _shown(KING), (KING,)),)), "en") if "--card" in one
    )
    option = asked.partition("--card ")[2].removesuffix(" (a joker: joker).")
    assert option.isprintable()
    typed = subprocess.run(["bash", "-c", f"printf %s {option}"], capture_output=True, check=True).stdout
    assert wish(fsdecode(typed)) == Wish(KING, Path(strange), (35, 50))


@pytest.mark.parametrize(("language", "expected"), [("en", "Read several times"), ("de", "Mehrfach gelesen")])
def test_many_doubtful_cards_are_one_sentence(language: str, expected: str) -> None:
    twice = [Named(at, _shown(kind), kind, How.READ, 0.99) for kind in range(6) for at in ("fan.jpg", "again.jpg")]
    (sentence,) = (one for one in sentences(_enrolment(*twice), language) if expected in one)
    assert "2♣ 3♣ 4♣ 5♣ 6♣ 7♣" in sentence
    few = _enrolment(*twice[:6])
    assert not any(expected in one for one in sentences(few, language))


def test_a_card_of_which_nothing_was_learnt_is_told_so_and_the_deck_is_not_complete() -> None:
    cards = [Named("all.jpg", _with_an_index(kind), kind, How.READ, 0.99) for kind in range(BACK)]
    back = Named("all.jpg", replace(_shown(BACK), whole=np.zeros((112, 80, 3), np.uint8)), BACK, How.READ, 0.99)
    whole = replace(_enrolment(*cards, back), left_out=())
    whole = replace(whole, deck=replace(whole.deck, cuts=cut((*cards, back))))
    assert whole.complete
    assert whole.unlearnt == ()
    faint = replace(whole, deck=replace(whole.deck, cuts=cut((*cards[1:], back))))
    assert faint.unlearnt == (0,)
    assert not faint.complete
    assert "Seen, but nothing of it was learnt: 2♣; show larger and as a whole." in list(sentences(faint, "en"))
    assert any("aber nichts davon gelernt: 2♣" in one for one in sentences(faint, "de"))
    left_out = replace(faint, left_out=(0,))
    assert not any("nothing of it" in one for one in sentences(left_out, "en")), "why is told already"


def test_a_deck_with_a_card_of_another_pack_in_it_is_not_complete() -> None:
    red, blue = (np.full((112, 80, 3), colour, np.uint8) for colour in ((40, 30, 160), (150, 60, 30)))
    backs = tuple(replace(_shown(BACK), down=True, whole=face) for face in (red, blue))
    cards = [Named("all.jpg", _with_an_index(kind), kind, How.READ, 0.99) for kind in range(BACK)]
    named = (*cards, *(Named("all.jpg", back, BACK, How.READ, 0.99) for back in backs))
    deck = replace(_enrolment(*named), left_out=())
    deck = replace(deck, deck=replace(deck.deck, cuts=cut(named)))
    one, two = (replace(deck, sights=(Sight("all.jpg", some),)) for some in (backs[:1], backs))
    assert one.complete
    assert not two.complete
    assert "all.jpg: backs of two colours." in list(sentences(two, "en"))


def test_beside_a_card_that_a_person_named_one_that_only_reads_so_is_not_learnt_while_others_are_missing() -> None:
    read, other = (Named(picture, _shown(SEVEN), SEVEN, How.READ, 0.99) for picture in ("fan.jpg", "again.jpg"))
    told = Named("third.jpg", _shown(SEVEN), SEVEN, How.TOLD, 0.5)
    nothing = frozenset[int]()
    assert Naming((read, other), (), ()).sound(nothing) == (read, other), "either may be the one"
    assert Naming((read, told), (), ()).sound(nothing) == (told,)
    rest = [Named("all.jpg", _shown(kind), kind, How.READ, 0.99) for kind in range(BACK) if kind != SEVEN]
    assert Naming((read, told, *rest), (), ()).sound(nothing) == (read, told, *rest), "none is missing"


@pytest.mark.parametrize(("language", "expected"), [("en", "b.jpg: a joker,"), ("de", "b.jpg: Joker,")])
def test_a_joker_that_a_person_named_is_told_with_those_that_were_seen(language: str, expected: str) -> None:
    read, out = Named("fan.jpg", _shown(ACE), ACE, How.READ, 0.99), StringIO()
    done = replace(_enrolment(), naming=Naming((read,), others=(("b.jpg", JOKER),)))
    assert any(expected in one for one in sentences(done, language))
    _tell(done, Path("deck.npz"), out)
    assert _lines(out.getvalue())[1]["other"] == ["joker", "joker"], "the one seen, and the one told"


@pytest.mark.parametrize(("language", "expected"), [("en", "no card was found"), ("de", "keine Karte gefunden")])
def test_a_picture_without_a_card_among_others_is_told(language: str, expected: str) -> None:
    done, out = _enrolment(Named("fan.jpg", _shown(ACE), ACE, How.READ, 0.99)), StringIO()
    done = replace(done, sights=(*done.sights, Sight("felt.jpg", ())))
    assert [one for one in sentences(done, language) if expected in one] == [f"felt.jpg: {expected}."]
    _tell(done, Path("deck.npz"), out)
    assert _lines(out.getvalue())[1]["no_card"] == ["felt.jpg"]


def test_what_was_not_learnt_is_told_so() -> None:
    read = Named("fan.jpg", _with_an_index(ACE), ACE, How.READ, 0.99)
    told = Named("again.jpg", _with_an_index(ACE), ACE, How.TOLD, 0.5)
    king = Named("fan.jpg", _with_an_index(KING), KING, How.READ, 0.99)
    out = StringIO()
    _tell(replace(_enrolment(read, told, king), left_out=(KING,)), Path("deck.npz"), out)
    cards, _ = _lines(out.getvalue())
    assert cards[0]["card"] == "As"
    none, one = {"whole": False, "indices": 0}, {"whole": False, "indices": 1}
    assert [card["learnt"] for card in cards] == [none, one, none], "doubted, told, contradicting the rest"


def test_an_enrolled_deck_holds_nothing_of_what_is_doubted(reader: CardReader, tmp_path: Path) -> None:
    pictures = [tmp_path / name for name in ("fan.png", "again.png")]
    for picture in pictures:
        cv2.imwrite(str(picture), np.zeros((64, 64, 3), np.uint8))
    aces = {str(picture): _with_an_index(ACE, seed) for seed, picture in enumerate(pictures)}
    gatherer = SimpleNamespace(look=lambda picture, name, classifier: Sight(name, (aces[name],), ()))
    wishes = [Wish(ACE, pictures[0], None)]
    done = enrol(pictures, wishes, reader.opened, gatherer=cast(Gatherer, gatherer))
    assert [one.how for one in done.doubted] == [How.READ]
    assert done.deck.cuts.printed.tolist() == [ACE]
    assert (done.deck.cuts.indices[0] == aces[str(pictures[0])].indices[0]).all(), "of two aces the one that was named"
    both = enrol(pictures, (), reader.opened, gatherer=cast(Gatherer, gatherer))
    assert both.deck.cuts.printed.tolist() == [ACE, ACE], "either may be the one"


def _with_an_index(kind: int, seed: int = 0) -> Shown:
    chances = np.full(56, 1e-4, np.float32)
    chances[kind] = 0.99
    index = np.random.default_rng(seed).integers(0, 255, (64, 48, 3)).astype(np.uint8)
    return replace(_shown(kind), chances=chances, indices=(index,))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "expected pictures"),
        (["a.jpg", "--card", "Ax=a.jpg"], "expected CARD=PICTURE"),
        (["--add"], "nothing.npz"),
        (["a.jpg", "--forget", "As"], "--forget: As: expected --add"),
    ],
)
def test_what_people_get_wrong_is_one_line(
    arguments: list[str], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enrol", "deck", *arguments, "--out", str(tmp_path / "nothing.npz")]) == 2
    said = capsys.readouterr().err.strip()
    assert expected in said
    assert "\n" not in said
    assert list(tmp_path.iterdir()) == []


def test_of_pictures_without_a_card_no_deck_is_written(tmp_path: Path) -> None:
    felt, to = tmp_path / "felt.png", tmp_path / "deck.npz"
    cv2.imwrite(str(felt), np.full((480, 640, 3), (60, 110, 30), np.uint8))
    with pytest.raises(BadInput, match=r"felt\.png.*none was found, nothing was written"):
        enrol_deck([felt], [], to, write=Path.write_bytes)
    assert not to.exists()


def test_a_file_that_is_there_is_not_touched(tmp_path: Path) -> None:
    there = tmp_path / "deck.npz"
    there.write_bytes(b"mine")
    with pytest.raises(BadInput, match="is there already"):
        enrol_deck([tmp_path / "a.jpg"], [], there, write=Path.write_bytes)
    assert there.read_bytes() == b"mine"


def test_a_card_that_was_learnt_wrongly_is_forgotten_and_the_others_stay(tmp_path: Path) -> None:
    to, out = tmp_path / "deck.npz", StringIO()
    shown = [Named("fan.jpg", _with_an_index(kind, kind), kind, How.READ, 0.99) for kind in (ACE, KING)]
    to.write_bytes(deck_file.packed(replace(_enrolment().deck, cuts=cut(shown))))
    whole = to.read_bytes()
    with pytest.raises(BadInput, match=r"--forget: Qs: expected a card of that deck"):
        enrol_deck([], [], to, write=Path.write_bytes, add=True, forget=["As", "Qs"])
    assert to.read_bytes() == whole
    assert enrol_deck([], [], to, write=Path.write_bytes, add=True, forget=["As"], out=out, errors=StringIO()) == 0
    kept = deck_file.load(to).cuts
    assert (kept.printed.tolist(), len(kept.cards)) == ([KING], 0)
    assert (kept.indices[0] == shown[1].card.indices[0]).all()
    _, told = _lines(out.getvalue())
    assert "As" in told["missing"]
    assert "Ks" not in told["missing"]


def _enrolled(path: Path) -> Path:
    cuts = cut([Named("fan.jpg", _with_an_index(ACE), ACE, How.READ, 0.99)])
    path.write_bytes(deck_file.packed(replace(_enrolment().deck, cuts=cuts)))
    return path


def test_a_deck_that_is_written_anew_keeps_its_mode_and_the_link_to_it(tmp_path: Path) -> None:
    to, link = _enrolled(tmp_path / "deck.npz"), tmp_path / "link.npz"
    link.symlink_to(to)
    to.chmod(0o600)
    before = to.read_bytes()
    assert main(["enrol", "deck", "--out", str(link), "--add"]) == 0
    assert link.is_symlink()
    assert to.read_bytes() != before
    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    assert sorted(one.name for one in tmp_path.iterdir()) == ["deck.npz", "link.npz"]


def test_on_a_full_disk_the_deck_stays_and_nothing_is_left_beside_it(
    tmp_path: Path, small_disk: SmallDisk, capsys: pytest.CaptureFixture[str]
) -> None:
    to = _enrolled(tmp_path / "deck.npz")
    before = to.read_bytes()
    with small_disk(1000):
        assert main(["enrol", "deck", "--out", str(to), "--add"]) == 2
    assert "deck.npz: expected a place to write" in capsys.readouterr().err
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("deck.npz", before)]


def test_what_is_no_picture_is_said_before_any_is_looked_at(reader: CardReader, tmp_path: Path) -> None:
    good, torn = tmp_path / "a.png", tmp_path / "b.png"
    cv2.imwrite(str(good), np.full((80, 60, 3), 90, np.uint8))
    torn.write_bytes(good.read_bytes()[:-20])
    gatherer = SimpleNamespace(look=lambda *_: pytest.fail("a picture was looked at before"))
    with pytest.raises(BadInput, match=r"b\.png: end of file: expected the rest"):
        enrol([good, torn], (), reader.opened, gatherer=cast(Gatherer, gatherer))


@pytest.mark.parametrize("out", ["gone/deck.npz", "night-wal"])
def test_where_no_deck_can_be_written_is_said_before_a_picture_is_opened(
    out: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "enrol", lambda *_, **__: pytest.fail("the pictures were looked at before"))
    (tmp_path / "night").write_bytes(b"SQLite format 3\0...")
    assert main(["enrol", "deck", "a.jpg", "--out", str(tmp_path / out)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith(f"floorman: {tmp_path / out}: ")


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", "{}: look {} of 4."), ("de", "{} angesehen: {} von 4 Blicken.")],
)
def test_who_waits_at_a_terminal_hears_of_each_look_at_a_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, expected: str
) -> None:
    def enrolled(pictures: list[Path], *_: object, looked: Callable[[Path], object]) -> Enrolment:
        for _ in range(ROUNDS):
            for picture in pictures:
                looked(picture)
        return _enrolment(Named("a.jpg", _with_an_index(ACE), ACE, How.READ, 0.99))

    monkeypatch.setattr(command, "enrol", enrolled)
    monkeypatch.chdir(tmp_path)
    pictures = _files("a.jpg", "b.jpg")
    said = []
    for errors in (_Terminal(), StringIO()):
        to, out = tmp_path / f"{len(said)}.npz", StringIO()
        assert enrol_deck(pictures, [], to, write=Path.write_bytes, language=language, out=out, errors=errors) == 0
        said.append(errors.getvalue().splitlines())
    looks = [f"floorman: {expected.format(at, n)}" for n, at in enumerate(("a.jpg", "b.jpg") * 2, start=1)]
    assert said[0] == looks + said[1], "who reads a log does not wait for it"


def test_what_is_said_of_a_picture_is_one_line_that_leaves_the_terminal_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def enrolled(pictures: list[Path], *_: object, looked: Callable[[Path], object]) -> Enrolment:
        looked(pictures[0])
        return _enrolment(Named(str(pictures[0]), _with_an_index(ACE), ACE, How.LEFT, 0.99))

    monkeypatch.setattr(command, "enrol", enrolled)
    monkeypatch.chdir(tmp_path)
    errors = _Terminal()
    to, out = tmp_path / "deck.npz", StringIO()
    enrol_deck(_files("a\nb\x1b[31m.jpg"), [], to, write=Path.write_bytes, out=out, errors=errors)
    said = errors.getvalue().splitlines()
    assert all(line.startswith("floorman: ") and line.isprintable() for line in said)
    assert sum("a b [31m.jpg" in line for line in said) == 2


def _files(*names: str) -> list[Path]:
    for name in names:
        Path(name).write_bytes(name.encode())
    return [Path(name) for name in names]


def test_the_same_picture_under_two_names_is_one_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    def enrolled(pictures: list[Path], wishes: list[Wish], *_: object, looked: object) -> Enrolment:
        given.extend((pictures, [one.picture for one in wishes]))
        return _enrolment(Named("a.jpg", _with_an_index(ACE), ACE, How.READ, 0.99))

    monkeypatch.setattr(command, "enrol", enrolled)
    monkeypatch.chdir(tmp_path)
    first, other = _files("a.jpg", "b.jpg")
    copy = first.rename("a (1).jpg")
    first.symlink_to(copy)
    (tmp_path / "again.jpg").write_bytes(copy.read_bytes())
    wishes = ["As=again.jpg@35,50", "Ks=b.jpg@35,50"]
    to, says = tmp_path / "deck.npz", StringIO()
    enrol_deck([copy, first, other], wishes, to, write=Path.write_bytes, out=says, errors=says)
    assert given == [[copy, other], [copy, other]]


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_the_table_file_names_the_deck_from_its_own_folder(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs/table.md").read_text("utf-8").split("```toml\n")[1].split("```")[0]
    table = tmp_path / "kitchen.toml"
    table.write_text(text.replace("[cards]\n", '[cards]\ndeck = "decks/kitchen.npz"\n'), "utf-8")
    assert table_file.load_table(table).enrolled == tmp_path / "decks/kitchen.npz"
    table.write_text(text, "utf-8")
    assert table_file.load_table(table).enrolled is None


# The house deck, in pictures


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    from vision.scene import deck as house
    from vision.training.decks import house_deck

    folder = tmp_path_factory.mktemp("deck")
    back = cv2.resize(house.back(), (294, 420), interpolation=cv2.INTER_AREA)
    paths = []
    for number, sample in enumerate(laid_out(house_deck(), np.asarray(back, np.uint8), 7)):
        paths.append(folder / f"{number}.png")
        cv2.imwrite(str(paths[-1]), sample.picture)
    return paths


def _lines(text: str) -> tuple[list[dict[str, object]], dict[str, object]]:
    lines = [json.loads(line) for line in text.splitlines()]
    return lines[:-1], lines[-1]


@pytest.mark.slow
def test_the_house_deck_is_enrolled_and_then_read(
    pictures: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = tmp_path / "deck.npz"
    assert main(["enrol", "deck", *map(str, pictures[:3]), "--out", str(deck)]) == 0
    first, whole = _lines(capsys.readouterr().out)
    assert len(whole["missing"]) >= 13
    assert not whole["complete"]
    assert main(["enrol", "deck", str(pictures[3]), "--out", str(deck), "--add"]) == 0
    second, whole = _lines(capsys.readouterr().out)
    named = [line["card"] for line in (*first, *second) if line["card"] not in (None, "back")]
    assert len(named) == len(set(named)) >= 50
    assert whole["back"]
    assert whole["twice"] == []
    assert set(whole["missing"]) == set(CARDS) - set(named)
    kept = deck_file.load(deck)
    assert set(kept.cuts.kinds) <= set(range(BACK + 1))
    assert main(["read", str(pictures[0]), "--deck", str(deck)]) == 0
    read = [card["card"] for card in json.loads(capsys.readouterr().out)["cards"] if card["card"]]
    assert len(read) >= 12
    assert set(read) <= {line["card"] for line in first if line["image"] == str(pictures[0])}
