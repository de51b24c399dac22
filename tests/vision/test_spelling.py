"""What an enrolled deck prints for its court cards: an eight stays an eight where jacks are printed B."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from test_enrol import germanic

from vision import rectify
from vision.arrays import Picture
from vision.enrol import enrolment, spelling
from vision.enrol.adapt import Adapted, embedder
from vision.enrol.deck_file import Cuts
from vision.enrol.enrolment import learnt
from vision.enrol.naming import Naming
from vision.enrol.spelling import Spelling
from vision.enrol.views import seen_as
from vision.names import CARDS
from vision.reader import CardReader
from vision.scene import deck as house

EVERY = np.arange(52)
EIGHT, JACK = 6, 9


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader.load()


def enrolled(faces: list[Picture]) -> Cuts:
    """Cuts of a deck with these *faces*, (h, w, 3), in the order of CARDS."""
    indices = np.stack([rectify.index(face, np.float32([33, 66]), np.float32([0, -52])) for face in faces])
    cards = np.stack([cv2.resize(face, rectify.CARD_SIZE, interpolation=cv2.INTER_AREA) for face in faces])
    return Cuts(np.asarray(cards, np.uint8), EVERY, indices, EVERY)


@pytest.fixture(scope="module")
def german() -> Cuts:
    return enrolled([germanic(code) for code in CARDS])


def test_a_deck_says_itself_of_which_language_it_is(reader: CardReader, german: Cuts) -> None:
    letters = reader.opened.letters
    found = Spelling.of(german, letters)
    assert found is not None
    assert found.language == "German"
    assert Spelling.of(german, None) is None, "without the network of letters nobody knows"
    some = german.printed % 13 != JACK
    assert Spelling.of(replace(german, indices=german.indices[some], printed=german.printed[some]), letters) is None
    english = enrolled([house.face(code)[..., :3] for code in CARDS])
    assert Spelling.of(english, letters) is None


def test_courts_of_two_languages_are_of_none(reader: CardReader, german: Cuts) -> None:
    english = enrolled([house.face(code)[..., :3] for code in CARDS])
    queens = (EVERY % 13 == 10)[:, None, None, None]
    mixed = replace(german, indices=np.where(queens, english.indices, german.indices))
    assert Spelling.of(mixed, reader.opened.letters) is None


def test_an_eight_stays_an_eight_where_jacks_are_printed_b(reader: CardReader, german: Cuts) -> None:
    opened, card, index = reader.opened, embedder(reader.opened.card), embedder(reader.opened.index)
    known, _, left_out = learnt(german, card, index, opened.readers, opened.letters)
    assert not left_out
    far = seen_as(german.indices, (lambda cut: cv2.resize(cv2.resize(cut, (20, 27)), (48, 64)),))
    seen, deck = index(far), Adapted.by(known, opened)
    said = deck.index(seen.said[:, :19], seen.embedded, far)
    ranks = EVERY % 13
    assert (said[:, :14].argmax(1) == ranks).all()
    assert said[ranks == EIGHT, EIGHT].min() > 0.97
    assert said[ranks == JACK, JACK].min() > 0.9
    again = Adapted.of(known, card, index, Spelling.of(known.cuts, opened.letters))
    assert (again.index(seen.said[:, :19], seen.embedded, far) == said).all(), "as while it is enrolled"
    without = Adapted.of(known, card, index).index(seen.said[:, :19], seen.embedded)
    assert without[ranks == EIGHT, JACK].max() > 2 * said[ranks == EIGHT, JACK].max(), "a B embeds as an eight does"


def test_while_a_deck_is_enrolled_it_is_read_with_its_own_letters(
    reader: CardReader, german: Cuts, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, seen = reader.opened, []
    known, trial, _ = learnt(german, embedder(opened.card), embedder(opened.index), opened.readers, opened.letters)
    monkeypatch.setattr(enrolment, "learnt", lambda *given: (seen.append(given[-1]), (known, trial, ()))[1])
    monkeypatch.setattr(enrolment, "Classifier", lambda _, deck: seen.append(deck))
    monkeypatch.setattr(enrolment, "name", lambda *_: Naming())
    enrolment.enrol([], (), opened)
    first, letters, second, letters_again = seen
    assert first is None
    assert letters is letters_again is opened.letters
    assert second._spelling.language == "German"


def test_what_is_no_index_is_not_asked_about(reader: CardReader, german: Cuts, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Spelling.of(german, reader.opened.letters)
    assert found is not None
    monkeypatch.setattr(spelling, "_likely", lambda *_: pytest.fail("nobody asks"))
    none = np.zeros((3, 19), np.float32)
    none[:, 13] = none[:, 18] = 1
    assert (found.read(german.indices[:3], none) == none).all()
