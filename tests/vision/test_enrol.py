"""A deck is enrolled from what its pictures surely show; nothing is guessed in silence, nothing foreign read back."""

import json
import zipfile
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from table_controller.records import BadInput
from vision import rectify
from vision.enrol import deck_file, naming
from vision.enrol.adapt import Adapted, Suits, Weighed, embedder, lower, upper
from vision.enrol.backs import mixed
from vision.enrol.deck_file import Cuts, EnrolledDeck
from vision.enrol.enrolment import added, enrol, learnt
from vision.enrol.gather import Shown, Sight
from vision.enrol.learn import NOTHING_YET, cut
from vision.enrol.naming import How, code, name
from vision.enrol.prototypes import Prototypes, Rule, bent
from vision.enrol.told import told, wish
from vision.enrol.trial import tried
from vision.enrol.views import seen_as
from vision.names import BACK, CARDS, CLASSES
from vision.reader import CardReader
from vision.scene import deck as house

SURE = 0.9
ACE, KING, QUEEN = (CARDS.index(card) for card in ("As", "Ks", "Qs"))


def chances(**cards: float) -> np.ndarray:
    """Given chances of some cards, the rest for nothing."""
    said = np.full(len(CLASSES), 1e-4, np.float32)
    for card, chance in cards.items():
        said[BACK if card == "back" else CARDS.index(card)] = chance
    return said / max(1.0, said.sum())


def shown(at: float = 0, down: bool = False, **cards: float) -> Shown:
    quad = np.float32([[at, 0], [at + 70, 0], [at + 70, 100], [at, 100]])
    return Shown(quad, chances(**cards), down, np.zeros((112, 80, 3), np.uint8), ())


def fan(*cards: Shown, name: str = "fan.jpg") -> Sight:
    return Sight(name, tuple(cards))


def all_but(*missing: int) -> list[Shown]:
    return [shown(90 * kind, **{CARDS[kind]: 0.99}) for kind in range(52) if kind not in missing]


def test_what_is_surely_read_is_named_and_the_rest_is_asked_for() -> None:
    done = name([fan(shown(As=0.98), shown(90, Ks=0.5, Qs=0.3), shown(180, down=True, back=0.99))], {}, SURE)
    assert [(one.kind, one.how) for one in done.named] == [(BACK, How.READ), (ACE, How.READ)]
    assert [one.likely for one in done.open] == [(KING, QUEEN)]
    assert done.faces == {ACE}


def test_half_a_face_that_looks_like_a_back_is_learnt_as_none() -> None:
    half, back = shown(90, down=True, back=0.47), shown(180, down=True, back=0.99)
    assert [one.card for one in name([fan(half, back)], {}, SURE).named] == [back]
    assert name([fan(half)], {}, SURE).named == ()


def test_a_strange_back_is_learnt_where_it_is_likelier_one_than_not() -> None:
    strange = shown(90, down=True, back=0.7)
    assert [one.kind for one in name([fan(strange)], {}, SURE).named] == [BACK]


def test_a_card_is_named_by_elimination_only_where_it_is_said_so() -> None:
    done = name([fan(*all_but(KING, QUEEN), shown(5000, Ks=0.5, Qs=0.4), shown(5090, Qs=0.97))], {}, SURE)
    assert {one.kind: one.how for one in done.named}[KING] is How.LEFT
    assert not done.open


def test_the_other_cards_of_the_picture_rule_out_what_they_are() -> None:
    done = name([fan(shown(Qs=0.97), shown(90, Ks=0.55, Qs=0.44))], {}, SURE)
    assert {one.kind: one.how for one in done.named} == {QUEEN: How.READ, KING: How.LEFT}


def test_the_last_card_is_not_taken_for_what_the_reader_holds_it_not_to_be() -> None:
    done = name([fan(*all_but(KING), shown(5000, As=0.6))], {}, SURE)
    assert KING not in done.faces
    assert len(done.open) == 1


class TwoLooks:
    """Sees all cards but a joker, which looks a little like the king that is missing, and like itself once learnt."""

    def __init__(self) -> None:
        self._likeness = iter((0.5, 0.99))

    def look(self, picture: np.ndarray, name: str, classifier: object) -> Sight:
        return fan(*all_but(KING), shown(90 * BACK, Ks=next(self._likeness)), name=name)


def test_a_card_named_by_elimination_is_told_as_such_though_it_looks_like_itself_once_learnt(
    reader: CardReader, tmp_path: Path
) -> None:
    cv2.imwrite(str(tmp_path / "all.png"), np.zeros((40, 40, 3), np.uint8))
    done = enrol([tmp_path / "all.png"], [], reader.opened, gatherer=TwoLooks())  # type: ignore[arg-type]
    (king,) = (one for one in done.naming.named if one.kind == KING)
    assert (king.how, round(king.chance, 2)) == (How.LEFT, 0.5)


def test_where_pictures_overlap_nothing_is_named_because_it_is_missing() -> None:
    again = fan(shown(**{"2c": 0.99}), name="again.jpg")
    done = name([fan(*all_but(KING)), again, fan(shown(Ks=0.3, Qs=0.3), name="last.jpg")], {}, SURE)
    assert len(done.open) == 1


def test_a_card_that_lies_twice_in_one_picture_is_told_and_in_two_pictures_is_not() -> None:
    twice = name([fan(shown(As=0.99), shown(90, As=0.98))], {}, SURE)
    assert [(one.picture, one.kind, one.card.place) for one in twice.twice] == [("fan.jpg", ACE, (125, 50))]
    assert not twice.open
    apart = name([fan(shown(As=0.99)), fan(shown(As=0.98), name="again.jpg")], {}, SURE)
    assert apart.twice == ()


def test_what_a_person_says_counts_more_than_what_is_read() -> None:
    done = name([fan(shown(As=0.99))], {("fan.jpg", 0): KING}, SURE)
    assert [(one.kind, one.how) for one in done.named] == [(KING, How.TOLD)]


def test_a_joker_that_was_left_open_or_misread_is_told_to_be_one() -> None:
    joker = wish("joker=fan.jpg").kind
    for reads in ({"As": 0.99}, {"Ks": 0.5}):
        done = name([fan(shown(**reads), shown(90, Qs=0.99))], {("fan.jpg", 0): joker}, SURE)
        assert ([one.kind for one in done.named], done.open, done.others) == ([QUEEN], (), (("fan.jpg", joker),))


def test_a_face_that_looks_like_a_back_and_that_a_person_names_is_learnt_as_no_back() -> None:
    done = name([fan(shown(down=True, back=0.7))], {("fan.jpg", 0): KING}, SURE)
    assert [(one.kind, one.how) for one in done.named] == [(KING, How.TOLD)]


def test_a_wish_names_a_card_in_a_picture() -> None:
    one, two = wish("As=ace.jpg"), wish("Ks=a=b@c.jpg@12,34")
    assert (one.kind, one.picture, one.at) == (ACE, Path("ace.jpg"), None)
    assert (two.kind, two.picture, two.at) == (KING, Path("a=b@c.jpg"), (12, 34))
    sights = {Path("ace.jpg"): fan(shown(), name="ace.jpg"), Path("a=b@c.jpg"): fan(shown(), shown(0), name="two")}
    assert told(sights, [one, two], SURE) == {("ace.jpg", 0): ACE, ("two", 0): KING}


@pytest.mark.parametrize("text", ["", "As", "As=", "Xs=a.jpg", "=a.jpg", "as=a.jpg"])
def test_a_wish_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="--card"):
        wish(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("As=other.jpg", "one of the pictures"),
        ("As=fan.jpg", "shows 2 cards.*As=fan.jpg@X,Y"),
        ("As=fan.jpg@900,900", "no card was found there"),
    ],
)
def test_a_wish_for_what_is_not_there_is_refused(text: str, expected: str) -> None:
    with pytest.raises(BadInput, match=expected):
        told({Path("fan.jpg"): fan(shown(), shown(90))}, [wish(text)], SURE)


@pytest.mark.parametrize("at", ["", "@10,20"])
def test_one_card_cannot_have_two_names(at: str) -> None:
    sights = {Path("a.jpg"): fan(shown(), name="a.jpg")}
    same, other = wish(f"As=a.jpg{at}"), wish(f"Ks=a.jpg{at}")
    with pytest.raises(BadInput, match=r"a\.jpg: expected one name for a card: As and Ks are told of the same"):
        told(sights, [same, other], SURE)
    assert told(sights, [same, same], SURE) == {("a.jpg", 0): ACE}
    assert told(sights, [same, other], SURE, again=True), "another look may find two cards there"


def test_two_cards_of_one_picture_that_a_person_names_alike_are_told_to_lie_there_twice() -> None:
    done = name([fan(shown(), shown(90))], {("fan.jpg", 0): ACE, ("fan.jpg", 1): ACE}, SURE)
    assert ([one.kind for one in done.named], done.twice) == ([ACE, ACE], done.named[1:])
    apart = name([fan(shown()), fan(shown(), name="again.jpg")], {("fan.jpg", 0): ACE, ("again.jpg", 0): ACE}, SURE)
    assert apart.twice == ()


def test_a_wish_waits_for_the_look_that_finds_its_card() -> None:
    sights = {Path("fan.jpg"): fan(shown(), shown(90))}
    for text in ("As=fan.jpg", "As=fan.jpg@900,900"):
        assert told(sights, [wish(text)], SURE, again=True) == {}
    with pytest.raises(BadInput, match="one of the pictures"):
        told(sights, [wish("As=other.jpg")], SURE, again=True)


def test_a_file_name_names_a_single_card_that_is_not_surely_another() -> None:
    def named(*cards: Shown) -> dict[tuple[str, int], int]:
        return told({Path("As.jpg"): Sight("As.jpg", cards)}, [], SURE)

    assert named(shown(As=0.4, Ks=0.5)) == {("As.jpg", 0): ACE}
    assert named(shown(Ks=0.95)) == {}
    assert named(shown(down=True, back=0.9)) == {}
    assert named(shown(As=0.9), shown(90, Ks=0.9)) == {}


# What is learnt

RULE = Rule(10.0, 0.5)


def test_likeness_moves_what_is_said_and_never_by_more_than_the_most() -> None:
    said = np.float32([[0.5, 0.4, 0.1]])
    assert bent(said, np.float32([[0.2, 0.9, -np.inf]]), RULE)[0].argmax() == 1
    sure = bent(np.float32([[1.0, 0.0, 0.0]]), np.float32([[-1.0, 1.0, -np.inf]]), RULE)
    assert sure[0].argmax() == 0
    assert sure.sum() == pytest.approx(1)


def test_of_what_looks_like_nothing_enrolled_the_networks_word_stands() -> None:
    said = np.float32([[0.2, 0.1, 0.7]])
    assert bent(said, np.float32([[0.1, 0.12, -np.inf]]), RULE)[0].argmax() == 2
    assert np.allclose(bent(said, np.full((1, 3), -np.inf, np.float32), RULE), said, atol=1e-6)


def test_the_best_of_a_classs_prototypes_counts() -> None:
    learnt = Prototypes(np.float32([[1, 0, 0], [0, 1, 0], [0, 0, 1]]), np.array([0, 0, 2]), 4)
    likeness = learnt.likeness(np.float32([[0, 1, 0]]))[0]
    assert likeness[0] == pytest.approx(1, abs=1e-5)
    assert likeness[2] < 0
    assert np.isneginf(likeness[[1, 3]]).all()


def test_what_the_networks_call_a_class_is_what_it_is_meant_by() -> None:
    said = np.float32([[0.1, 0.9, 0], [0.1, 0.9, 0], [0, 1, 0]])
    learnt = Prototypes(np.eye(3, dtype=np.float32), np.array([0, 0, 1]), 3, said)
    meant = learnt.meant(np.float32([[0, 1, 0], [1, 0, 0], [0, 0, 1]]))
    assert meant[0] == pytest.approx([0.9 / 1.9, 1 / 1.9, 0]), "called the second, it is either of the two"
    assert np.allclose(meant[1:], [[1, 0, 0], [0, 0, 1]]), "what was never enrolled is called what it is"
    assert Prototypes(np.eye(3, dtype=np.float32), np.array([0, 0, 1]), 3).meant(said) == pytest.approx(said)


def test_what_is_mostly_called_what_it_is_makes_nothing_else_doubtful() -> None:
    said = np.float32([[0.6, 0.4, 0], [0.6, 0.4, 0], [0, 1, 0]])
    learnt = Prototypes(np.eye(3, dtype=np.float32), np.array([0, 0, 1]), 3, said)
    assert np.allclose(learnt.meant(np.float32([[0, 1, 0], [1, 0, 0]])), [[0, 1, 0], [1, 0, 0]])


def germanic(code: str) -> np.ndarray:
    """The house deck's face *code*, (h, w, 3), with the letters of a German deck."""
    face = house.face(code)[..., :3].copy()
    letter = {"J": "B", "Q": "D"}.get(code[0])
    if letter is not None:
        face[:122, :62] = 250
        house._draw_index(face, letter, code[1])
        face[-122:, -62:] = face[:122, :62][::-1, ::-1]
    return face


def test_a_german_jack_is_an_eight_until_it_is_enrolled(reader: CardReader) -> None:
    faces = [germanic(code) for code in CARDS]
    indices = np.stack([rectify.index(face, np.float32([33, 66]), np.float32([0, -52])) for face in faces])
    cards = np.stack([cv2.resize(face, rectify.CARD_SIZE, interpolation=cv2.INTER_AREA) for face in faces])
    every, readers = np.arange(52), (embedder(reader.opened.card), embedder(reader.opened.index))
    known, _, left_out = learnt(Cuts(cards, every, indices, every), *readers, reader.opened.readers)
    assert not left_out
    far = seen_as(indices, (lambda cut: cv2.resize(cv2.resize(cut, (15, 20)), (48, 64)),))
    seen = readers[1](far)
    after = Adapted.of(known, *readers).index(seen.said[:, :19], seen.embedded)
    jacks, ranks = every % 13 == 9, every % 13
    assert (seen.said[jacks, :14].argmax(1) == 6).all(), "a B is taken for an eight"
    assert (after[:, :14].argmax(1) == ranks).mean() > 0.95
    assert (after[jacks, :14].argmax(1) == 9).all()
    assert (after[ranks == 6, :14].argmax(1) == 6).all()


def seen_with_the_foot_of_the_rank(*kinds: int) -> np.ndarray:
    """What an index embeds as where the rank shows twice as much as the suit."""
    feet, suits = np.eye(13, dtype=np.float32)[np.array(kinds) % 13], np.eye(4, dtype=np.float32)[np.array(kinds) // 13]
    return np.concatenate([2 * feet, suits], 1) / np.sqrt(5)


def test_the_suit_of_a_card_that_was_not_enrolled_is_not_that_of_its_rank_in_another() -> None:
    nine_of_clubs, nine_of_spades, eight_of_clubs = (CARDS.index(card) for card in ("9c", "9s", "8c"))
    kinds = np.array([kind for kind in range(52) if kind != nine_of_clubs])
    suits = Suits(seen_with_the_foot_of_the_rank(*kinds), kinds)
    asked = np.array([nine_of_clubs, nine_of_spades, eight_of_clubs])
    alike = suits.prototypes.alike(seen_with_the_foot_of_the_rank(*asked))
    assert suits.prototypes.best(alike)[0].argmax() != 0, "by all that is enrolled it is anything but clubs"
    best, left_out = suits.best(alike, asked % 13), suits.best(alike, asked % 13, left_out=True)
    assert best.argmax(1).tolist() == left_out.argmax(1).tolist() == [0, 3, 0]
    assert best[2, 0] > 0.99 > left_out[2, 0], "a rank that is there in all suits speaks of its own cards"
    assert (best[:2] == left_out[:2]).all()


def embedded_with_the_foot_of_the_rank(*kinds: int) -> np.ndarray:
    """Maps of indices, (n, 17 * 8 * 6): the rank shows in all eight rows of each, the suit in the lowest three."""
    each, maps = np.arange(len(kinds)), np.zeros((len(kinds), 17, 8, 6), np.float32)
    maps[each, np.array(kinds) % 13] = 2
    maps[each, 13 + np.array(kinds) // 13, 5:] = 1
    flat = maps.reshape(len(kinds), -1)
    return flat / np.linalg.norm(flat, axis=1, keepdims=True)


def test_an_index_that_was_not_enrolled_keeps_the_suit_that_was_read() -> None:
    nine_of_clubs = CARDS.index("9c")
    kinds = np.array([kind for kind in range(52) if kind != nine_of_clubs])
    known = embedded_with_the_foot_of_the_rank(*kinds)
    ranks, suits = Prototypes(upper(known), kinds % 13, 14), Suits(lower(known), kinds)
    nothing = Prototypes(np.zeros((0, 4), np.float32), np.zeros(0, np.int64), len(CLASSES))
    deck = Adapted(nothing, ranks, suits, (Rule(0, 0), Rule(12, 0.5), Rule(12, 0.5)))
    said = np.full((1, 19), 0.05, np.float32)
    said[0, [nine_of_clubs % 13, 14]] = 0.6, 0.7
    after = deck.index(said, embedded_with_the_foot_of_the_rank(nine_of_clubs))
    assert (after[0, :14].argmax(), after[0, 14:].argmax()) == (nine_of_clubs % 13, 0)
    assert after[0, 14] > 0.7


def pictured(kinds: list[int], printed: list[int] | None = None) -> Cuts:
    """Cards and indices of noise, each kind with its own, so that a mean colour tells nothing."""

    def noise(kind: int, shape: tuple[int, int]) -> np.ndarray:
        blocks = np.random.default_rng(kind).integers(0, 255, (*shape, 3)).astype(np.uint8)
        return blocks.repeat(8, 0).repeat(8, 1)

    printed = kinds if printed is None else printed
    cards = np.stack([noise(kind, (14, 10)) for kind in kinds])
    indices = [np.concatenate([noise(k % 13, (4, 6)), noise(100 + k // 13, (4, 6))]) for k in kinds]
    return Cuts(cards, np.array(kinds), np.stack(indices), np.array(printed))


def blind(classes: int):
    """A reader that says nothing of any card but sees coarsely what it looks like."""

    def embed(pictures: np.ndarray) -> Weighed:
        count, high, wide = len(pictures), pictures.shape[1] // 8, pictures.shape[2] // 8
        means = pictures.reshape(count, high, 8, wide, 8, 3).mean((2, 4)) - 127
        flat = means.transpose(0, 3, 1, 2).reshape(count, high * wide * 3)
        said = np.full((count, classes), 1 / classes, np.float32)
        return Weighed(said, (flat / np.linalg.norm(flat, axis=1, keepdims=True)).astype(np.float32))

    return embed


def test_on_trial_what_was_learnt_helps_a_reader_that_knows_nothing() -> None:
    trial = tried(pictured(list(range(0, 52, 3))), blind(len(CLASSES)), blind(19))
    assert max(trial.alone) < 0.3
    assert min(trial.learnt) > 0.9
    assert min(rule.weight for rule in trial.rules) > 0


def test_an_index_that_contradicts_the_rest_of_the_deck_is_doubted() -> None:
    kinds = list(range(52))
    printed = [KING if kind == ACE else kind for kind in kinds]
    assert tried(pictured(kinds, printed), blind(len(CLASSES)), blind(19)).doubtful == (KING,)
    assert tried(pictured(kinds), blind(len(CLASSES)), blind(19)).doubtful == ()


def test_a_card_that_was_enrolled_stays_where_another_is_given_its_name_later() -> None:
    kept = pictured(list(range(52)))
    king = Shown(shown().quad, chances(As=0.5), False, None, (kept.indices[KING],) * 3)
    wrong = naming.Named("king.jpg", king, ACE, How.TOLD, 0.5)
    deck, _, left_out = added([wrong], kept, blind(len(CLASSES)), blind(19), "a" * 64)
    assert left_out == (ACE,)
    assert deck.cuts.printed.tolist() == kept.printed.tolist()
    assert (deck.cuts.indices == kept.indices).all()


def test_of_nothing_nothing_is_learnt() -> None:
    trial = tried(NOTHING_YET, blind(len(CLASSES)), blind(19))
    assert [rule.weight for rule in trial.rules] == [0.0, 0.0, 0.0]


def test_of_a_card_shown_often_the_surest_pictures_are_kept() -> None:
    looks = [shown(As=0.9 + n / 100) for n in range(6)]
    named = [naming.Named("a.jpg", card, ACE, How.READ, float(card.chances[ACE])) for card in looks]
    kept = cut(named)
    assert kept.kinds.tolist() == [ACE] * deck_file.MOST_OF_ONE
    assert cut(named[:1], kept).kinds.tolist() == [ACE] * deck_file.MOST_OF_ONE


def test_backs_of_two_colours_are_told_apart_within_a_picture() -> None:
    def back(colour: tuple[int, int, int]) -> Shown:
        face = np.full((112, 80, 3), colour, np.uint8)
        face[::4] = 240
        return Shown(shown().quad, chances(back=0.99), True, face, ())

    assert mixed(fan(back((40, 30, 160)), back((150, 60, 30))))
    assert not mixed(fan(back((40, 30, 160)), back((28, 21, 120))))


# The file


@pytest.fixture
def deck() -> EnrolledDeck:
    return EnrolledDeck(pictured([0, 12, 51, BACK], [0, 12, 51, 51]), (RULE, Rule(12.0, 0.25), RULE), "a" * 64)


def test_a_deck_comes_back_as_it_was_written(deck: EnrolledDeck, tmp_path: Path) -> None:
    path = tmp_path / "deck.npz"
    path.write_bytes(deck_file.packed(deck))
    back = deck_file.load(path, "a" * 64)
    assert back.rules == deck.rules
    for field in ("cards", "kinds", "indices", "printed"):
        assert np.array_equal(getattr(back.cuts, field), getattr(deck.cuts, field))
    assert [one.name for one in tmp_path.iterdir()] == ["deck.npz"]


def test_a_deck_of_other_weights_is_one_clear_line(deck: EnrolledDeck, tmp_path: Path) -> None:
    path = tmp_path / "deck.npz"
    path.write_bytes(deck_file.packed(deck))
    with pytest.raises(BadInput, match=r"deck\.npz: weights: expected .*--add --out .*deck\.npz"):
        deck_file.load(path, "b" * 64)


def _refused(path: Path) -> None:
    with pytest.raises(BadInput) as fault:
        deck_file.load(path)
    assert str(path) in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("part", [0.0, 0.3, 0.9, 0.999])
def test_a_torn_deck_is_refused(deck: EnrolledDeck, tmp_path: Path, part: float) -> None:
    path = tmp_path / "deck.npz"
    path.write_bytes(deck_file.packed(deck))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * part)])
    _refused(path)


def test_a_deck_with_flipped_bytes_is_refused_or_whole(deck: EnrolledDeck, tmp_path: Path) -> None:
    path = tmp_path / "deck.npz"
    path.write_bytes(deck_file.packed(deck))
    data = path.read_bytes()
    for at in range(0, len(data), max(1, len(data) // 150)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x5A]) + data[at + 1 :])
        with suppress(BadInput):
            assert deck_file.load(path).cuts.kinds.shape == (4,)


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_deck_is_refused_when_damaged_however_it_is_packed(deck: EnrolledDeck, tmp_path: Path, packing: int) -> None:
    saved, path = tmp_path / "saved.npz", tmp_path / "deck.npz"
    saved.write_bytes(deck_file.packed(deck))
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(path, "w", packing) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 400] = b"\xff" * 400
    path.write_bytes(data)
    _refused(path)


def _arrays(deck: EnrolledDeck) -> dict[str, np.ndarray]:
    return {
        "version": np.array([1], np.int64),
        "readers": np.frombuffer(deck.readers.encode(), np.uint8).reshape(1, 64),
        "rules": np.float32([(rule.weight, rule.stranger) for rule in deck.rules]),
        "cards": deck.cuts.cards,
        "kinds": deck.cuts.kinds,
        "indices": deck.cuts.indices,
        "printed": deck.cuts.printed,
    }


@pytest.mark.parametrize(
    "altered",
    [
        {"version": np.array([2], np.int64)},
        {"rules": np.float32([[np.nan, 1]] * 3)},
        {"rules": np.float32([[-2, 1]] * 3)},
        {"rules": np.float32([[1e9, 1]] * 3)},
        {"rules": np.float32([[8, 1]] * 2)},
        {"kinds": np.array([0, 1, 2, 53])},
        {"printed": np.array([0, 1, 2, 52])},
        {"kinds": np.array([0, 1, 2])},
        {"kinds": np.array([0.0, 1.0, 2.0, 3.0])},
        {"cards": np.zeros((4, 10, 10, 3), np.uint8)},
        {"cards": np.zeros((4, 112, 80, 3), object)},
        {"readers": np.full((1, 64), 200, np.uint8)},
        {"cards": np.zeros((300, 112, 80, 3), np.uint8)},
        {"more": np.zeros(1)},
    ],
)
def test_a_deck_that_does_not_fit_is_refused(
    deck: EnrolledDeck, tmp_path: Path, altered: dict[str, np.ndarray]
) -> None:
    path = tmp_path / "deck.npz"
    np.savez_compressed(path, **(_arrays(deck) | altered))
    _refused(path)


def test_the_headers_of_arrays_are_not_interpreted(deck: EnrolledDeck, tmp_path: Path) -> None:
    path = tmp_path / "deck.npz"
    path.write_bytes(deck_file.packed(deck))
    with zipfile.ZipFile(path) as packed:
        parts = {name_: packed.read(name_) for name_ in packed.namelist()}
    for header in (b"(" * 118, b"{'descr': '|O', 'fortran_order': False, 'shape': (9**9,), }", b"\xff" * 118):
        altered = parts["kinds.npy"][:10] + header.ljust(118)[:118] + parts["kinds.npy"][128:]
        with zipfile.ZipFile(path, "w") as packed:
            for name_, data in (parts | {"kinds.npy": altered}).items():
                packed.writestr(name_, data)
        _refused(path)


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    for name_, data in {"a.npz": b"", "b.npz": b"PK\x03\x04 no zip", "c.npz": json.dumps({}).encode()}.items():
        (tmp_path / name_).write_bytes(data)
        _refused(tmp_path / name_)
    _refused(tmp_path / "missing.npz")
    _refused(tmp_path)


def test_every_kind_has_a_name() -> None:
    assert code(ACE) == "As"
    assert code(BACK) == "back"
