"""What measures never trains: no picture, deck, font or court of the measurement reaches the training."""

import pickle
import random
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from table_controller.records import BadInput
from vision import enrolled_sets, foreign_sets, pictures
from vision.evaluate import Run, Told
from vision.index_sets import HELD_BACK, cardcounter_pictures, shoot
from vision.localise import Localiser, Votes
from vision.names import CLASSES
from vision.outcomes import RIGHT, UNREAD, Outcome, Said
from vision.search import Seen
from vision.sureness import AS_SAID, ASPECTS
from vision.training import calibrate, dataset, decks, heard, photographs, procedural, samples
from vision.training.decks import HELD_OUT, Deck
from vision.training.style import ENGLISH, Letters, Style
from vision.weights import Settings, Weights

MEASURED = ("poker-table-wood", "ee326", "corner-index-crops", "degen-chip-stacks/valid")
EDJE, CARDCOUNTER = "edje-cards-9toA", "cardcounter-real"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The paths of all pictures that are opened from now on; each is black, which is quicker."""
    there: list[Path] = []

    def black(path: str | Path, *_: int) -> np.ndarray:
        assert Path(path).exists()
        there.append(Path(path))
        return np.zeros((96, 96, 3), np.uint8)

    monkeypatch.setattr(cv2, "imread", black)
    monkeypatch.setattr(pictures, "open_picture", black)
    return there


def test_of_edje_the_training_split_trains_and_calibrates_and_no_picture_does_both(
    shared: Path, tmp_path: Path, opened: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in photographs.edje_pictures(shared / "data" / EDJE):
        pass
    trained = {path for n, path in enumerate(sorted(set(opened))) if n % photographs.CALIBRATED != 0}
    assert len(trained) > 100
    opened.clear()
    nothing = Seen([], [], [Votes(1.0, *(np.zeros((4, 4), np.float32),) * 3)])
    monkeypatch.setattr(heard, "search", lambda *_: nothing)
    settings = Settings(0.3, 1.0, 1.0, 0.9)
    ear = heard.Ear(Weights(None, None, None, settings, AS_SAID, ""), tmp_path)  # type: ignore[arg-type]
    calibrate.edje(ear, shared / "data" / EDJE)
    calibrated = set(opened)
    assert len(calibrated) > 50
    assert not trained & calibrated
    assert {path.parent for path in trained | calibrated} == {shared / "data" / EDJE / "train"}


def test_the_decks_that_enrolment_is_measured_with_are_none_that_train() -> None:
    assert enrolled_sets.SEEDS
    assert foreign_sets.DECKS
    assert foreign_sets.DECKS.keys() == foreign_sets.LETTERS.keys()
    assert not any(seed % 2 for seed in (*enrolled_sets.SEEDS, *chain(*foreign_sets.DECKS.values())))


def test_decks_are_enrolled_by_turns_so_that_two_who_measure_do_not_enrol_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pictures = {"a": 3, "b": 1, "c": 2}
    monkeypatch.setattr(
        enrolled_sets, "scenes_in", lambda paths, _: [(paths[0].name, n) for n in range(pictures[paths[0].name])]
    )
    cases = [case.args for case in enrolled_sets.known([tmp_path / name for name in pictures], tmp_path)]
    assert [(path.name, case) for path, case in cases] == [
        (name, (name, number)) for name, number in (("a", 0), ("b", 0), ("c", 0), ("a", 1), ("c", 1), ("a", 2))
    ]


def test_a_host_whose_answer_is_refused_keeps_what_was_enrolled_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path, answers = tmp_path / "deck.pickle", []
    question = SimpleNamespace(picture=str(tmp_path / "deck-0.jpg"))

    def enrol(pictures: list[Path], told: list, *_: object, **__: object) -> SimpleNamespace:
        answers.append(told)
        if told:
            raise BadInput("--card", "812,440", "no card was found there")
        return SimpleNamespace(naming=SimpleNamespace(open=[question]), doubted=[], seen=[1], deck="the first")

    enrolled_sets._laid(path).write_bytes(pickle.dumps([{"jpeg": b""}]))
    monkeypatch.setattr(samples, "unpack", lambda _: None)
    monkeypatch.setattr(enrolled_sets, "Gatherer", lambda *_: None)
    monkeypatch.setattr(enrolled_sets, "Localiser", lambda _: None)
    monkeypatch.setattr(enrolled_sets, "_answer", lambda one, _: [f"ace in {Path(one.picture).name}"])
    monkeypatch.setattr(enrolled_sets, "enrol", enrol)
    reader = SimpleNamespace(opened=SimpleNamespace(localiser=None, settings=None))
    assert enrolled_sets._enrolled(reader, path) == "the first"
    assert answers == [(), ["ace in deck-0.jpg"]]


def test_foreign_letters_are_printed_for_the_ranks_they_stand_for() -> None:
    german, english = (Style(random.Random(2), True, letters) for letters in (foreign_sets.LETTERS["German"], ENGLISH))
    for rank, printed in zip("23456789TJQKA", "23456789TBDKA", strict=True):
        assert np.array_equal(german.rank(rank, 40), english.rank(printed, 40))
    assert not np.array_equal(german.rank("J", 40), english.rank("J", 40))


@pytest.mark.parametrize("language", foreign_sets.LETTERS)
def test_how_errors_fall_is_said_of_each_deck(language: str) -> None:
    seeds = foreign_sets.DECKS[language]

    def cards(verdict: str) -> list[Outcome]:
        return [Outcome(f"letters-{seed}-000", "0,0", "Jc", "", verdict) for seed in seeds for _ in "1234"]

    decks = len(seeds)
    assert decks == 6
    said = foreign_sets.gains(language, cards(UNREAD), [*cards(RIGHT)[:-4], *cards(UNREAD)[-4:]]).splitlines()
    assert f"of {4 * decks} cards of decks with {language} letters" in said[0]
    assert f"{4 * decks} are in error" in said[0]
    assert f"{decks}.0 × fewer" in said[0]
    assert ["4.0 × fewer" in line for line in said[2::2]] == [*[True] * (decks - 1), False]
    assert "1.0 × fewer" in said[-1]


def test_the_one_design_is_measured_with_pictures_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn: dict[str, tuple[int, list[int]]] = {}

    def write(path: Path, deck: tuple[int, bool, str], back: int, scenes: Iterable[int], _: random.Random) -> None:
        assert deck[1:] == (True, "13")
        drawn[path.stem] = deck[0], list(scenes)
        path.write_bytes(pickle.dumps([]))

    (tmp_path / "art").mkdir()
    monkeypatch.setattr(decks, "load_art", lambda _: [])
    monkeypatch.setattr(decks, "load_backs", lambda _: [7])
    monkeypatch.setattr(procedural, "draw_deck", lambda seed, _, held_out, letters: (seed, held_out, letters["K"]))
    monkeypatch.setattr(foreign_sets, "on_a_table", lambda _, number: number)
    monkeypatch.setattr(enrolled_sets, "write", write)
    before, after = (foreign_sets.sets(tmp_path)[name] for name in foreign_sets.OF_DESIGN)
    assert [*before()] == [*after()] == []
    first = foreign_sets.sets(tmp_path)[foreign_sets.names("Unknown")[0]]
    assert [*first()] == []
    (name, (seed, anew)), *others = drawn.items()
    assert (name, seed, len(anew)) == (f"letters-{foreign_sets.DESIGN}-anew", foreign_sets.DESIGN, 60)
    assert (seed, [*range(foreign_sets.PICTURES)]) in [deck for _, deck in others]
    assert min(anew) >= foreign_sets.PICTURES


def test_how_errors_fall_is_said_of_the_one_design_whose_names_do_not_count_among_all_that_was_said() -> None:
    def told(verdict: str, right: bool) -> list[Told]:
        outcome = Outcome("letters-1-anew-012", "0,0", "Jc", "", verdict)
        return [Told((outcome,) * 8, (Said("letters-1-anew-012", "Jc", 0.99, right, True),), (), (), None)]

    before, after = foreign_sets.OF_DESIGN
    run = Run({before: told(UNREAD, False), after: told(RIGHT, True)})
    assert f"of 8 cards of deck {foreign_sets.DESIGN}, measured anew, 8 are in error" in run.figures()
    assert run.said() == []
    assert len(Run({"ee326": told(RIGHT, True)}).said()) == 1


def test_of_cardcounter_whole_shoots_are_held_back(shared: Path) -> None:
    folder = shared / "data" / CARDCOUNTER
    trained, measured = ({path for path, _ in cardcounter_pictures(folder, held)} for held in (False, True))
    assert not {shoot(path) for path in trained} & {shoot(path) for path in measured}
    assert {shoot(path) for path in measured} == HELD_BACK
    assert len(measured) > 0.1 * len(trained | measured)
    assert trained | measured == set((folder / "images").glob("*.jpg"))


def test_the_training_names_no_set_that_measures() -> None:
    sources = list((Path(__file__).parents[2] / "vision/training").glob("*.py"))
    text = "\n".join(path.read_text("utf-8") for path in sources)
    assert EDJE in text
    assert not [name for name in (*MEASURED, "edje-cards-9toA/test", "test_labels", "held_back=True") if name in text]
    assert text.count("cardcounter_pictures(") == text.count('cardcounter-real", held_back=False)')


class Nothing(Localiser):
    """Sees nothing, but is shown what training shows a localiser."""

    def __init__(self, *_: object) -> None:
        pass

    def find(self, picture: np.ndarray, scale: float) -> tuple[list, Votes]:
        return [], Votes(scale, *(np.zeros((4, 4), np.float32),) * 3)


@pytest.mark.training
def test_the_photographs_that_are_labelled_are_those_that_may_train(
    shared: Path, tmp_path: Path, opened: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision.training import __main__ as stages

    monkeypatch.setattr(stages, "open_picture", pictures.open_picture)
    stages.label_photographs(shared, tmp_path, Nothing())
    assert len(opened) > 500
    for path in opened:
        assert path.parent in (shared / "data" / EDJE / "train", shared / "data" / CARDCOUNTER / "images")
        assert shoot(path) not in HELD_BACK


@pytest.mark.training
def test_the_photographs_that_sureness_is_fitted_on_are_those_that_may_train(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision.training import __main__ as stages

    shown: list[Path] = []
    (tmp_path / "scenes").mkdir()
    held = tmp_path / "scenes/held-0000.pickle"
    held.touch()
    drawn: list[list[Path]] = []
    some = calibrate.Opinions(
        np.eye(len(CLASSES), dtype=np.float32)[:2], np.eye(2, len(ASPECTS), dtype=np.float32), [frozenset({0})] * 2
    )
    monkeypatch.setattr(stages.weights, "load", lambda *_: SimpleNamespace(settings=stages.FIRST_SETTINGS))
    monkeypatch.setattr(calibrate, "rendered", lambda _, shards: [drawn.append(shards), some][1])
    monkeypatch.setattr(calibrate, "edje", lambda *_: some)
    monkeypatch.setattr(calibrate, "indexed", lambda _, pictures: [shown.extend(path for path, _ in pictures), some][1])
    monkeypatch.setattr(stages, "replace", lambda opened, **_: opened)
    monkeypatch.setattr(stages.kinds, "chosen", lambda _, scenes: drawn.append(scenes))
    fitted: list[int] = []
    decided: list[int] = []
    monkeypatch.setattr(calibrate, "sureness", lambda seen: fitted.append(len(seen.truth)))
    monkeypatch.setattr(calibrate, "left_out", lambda shards, shown: (len(shards), len(shown.truth)))
    monkeypatch.setattr(calibrate, "threshold", lambda seen, sure: decided.extend((len(seen.truth), *sure)))
    stages.calibrated(shared, tmp_path, tmp_path)
    photographs = 2 * (1 + calibrate.PHOTOGRAPHS)
    assert (fitted, decided) == ([2 + photographs], [2, 1, photographs]), "they do not choose the threshold"
    assert drawn == [[held], [held]], "sureness, and then kinds"
    assert len(shown) > 100
    assert {path.parent for path in shown} == {shared / "data" / CARDCOUNTER / "images"}
    assert not {shoot(path) for path in shown} & HELD_BACK


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[bool, list[dict]]:
    """What the scenes that train (False) and those that measure (True) are made of."""
    boxes = np.zeros((4, 4), np.float32)
    art = [Deck(name, None, boxes) for name in ("house", "kde-standard", "gnome-anglo", *sorted(HELD_OUT))]
    made: dict[bool, list[dict]] = {False: [], True: []}

    def draw_deck(seed: int, lent: list[Deck], held_out: bool, letters: Letters) -> Deck:
        return Deck(f"drawn {seed} {held_out} {''.join(letters.values())}", lent, boxes)

    monkeypatch.setattr(dataset, "load_art", lambda _: art)
    monkeypatch.setattr(dataset, "load_backs", lambda _: [])
    monkeypatch.setattr(dataset, "pictured", lambda *_: [])
    monkeypatch.setattr(dataset, "draw_deck", draw_deck)
    monkeypatch.setattr(dataset, "pack", lambda sample, _: sample)
    monkeypatch.setattr(dataset, "scene", lambda rng, deck, backs, lent, *_: {"deck": deck, "lent": lent})
    for held_out in made:
        dataset.build(tmp_path, 0, 1, held_out)
        shard = tmp_path / "scenes" / f"{'held' if held_out else 'train'}-0000.pickle"
        made[held_out] = pickle.loads(shard.read_bytes())
    return made


def test_decks_that_measure_and_their_courts_are_in_no_scene_that_trains(built: dict[bool, list[dict]]) -> None:
    printed = {
        held: {s["deck"].name for s in scenes if "drawn" not in s["deck"].name} for held, scenes in built.items()
    }
    assert printed[True] == HELD_OUT
    assert printed[False] == {"house", "kde-standard", "gnome-anglo"}
    lent = {deck.name for scene in built[False] for deck in [*scene["lent"], *(scene["deck"].faces or ())]}
    assert lent == {"house", "kde-standard", "gnome-anglo"}


def test_no_drawn_deck_both_trains_and_measures(built: dict[bool, list[dict]]) -> None:
    drawn = {held: {s["deck"].name for s in scenes if "drawn" in s["deck"].name} for held, scenes in built.items()}
    assert all(int(name.split()[1]) % 2 == 1 and name.split()[2] == "False" for name in drawn[False])
    assert all(int(name.split()[1]) % 2 == 0 and name.split()[2] == "True" for name in drawn[True])
    assert min(map(len, drawn.values())) > 50


def test_some_drawn_decks_that_train_have_german_letters_and_none_has_french_ones(
    built: dict[bool, list[dict]],
) -> None:
    letters = {
        held: [name[3:] for s in scenes if (name := s["deck"].name.split())[0] == "drawn"]
        for held, scenes in built.items()
    }
    german = letters[False].count(["BDK"])
    assert 0.1 < german / len(letters[False]) < 0.3
    assert german + letters[False].count([]) == len(letters[False])
    assert letters[True] == [[]] * len(letters[True])


def _print_of(path: Path) -> np.ndarray:
    """A fingerprint that survives compression, scale and noise: which of a few places is brighter than the next."""
    grey = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    small = cv2.resize(grey, (17, 16), interpolation=cv2.INTER_AREA)
    return np.asarray(small[:, 1:] > small[:, :-1]).ravel()


def test_no_picture_held_back_is_nearly_one_that_trains(shared: Path) -> None:
    folder = shared / "data" / CARDCOUNTER
    trained, measured = (
        np.stack([_print_of(path) for path, _ in cardcounter_pictures(folder, held)]) for held in (False, True)
    )
    apart = (measured[:, None] != trained[None]).sum(2).min(1)
    assert apart.min() > 16


def test_fonts_of_drawn_decks_follow_the_split(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(procedural, "Style", lambda rng, held_out, letters: asked.append(held_out))
    with pytest.raises(AttributeError):
        procedural.draw_deck(2, [], True)
    with pytest.raises(AttributeError):
        procedural.draw_deck(1, [], False)
    assert asked == [True, False]
