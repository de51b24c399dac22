"""`floorman enrol deck`: a line of JSON for each card found, one for the deck, and sentences for the person."""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, TextIO

from table_controller.records import BadInput, one_line
from vision import weights
from vision.enrol import deck_file
from vision.enrol.backs import any_mixed
from vision.enrol.enrolment import ROUNDS, Enrolment, enrol
from vision.enrol.learn import without
from vision.enrol.naming import Named, Open, code
from vision.enrol.told import wish
from vision.enrol.words import look, sentences
from vision.files import data_of
from vision.pictures import EXPECTED, MOST_BYTES

MOST_PICTURES = 120


def enrol_deck(
    pictures: Sequence[Path], cards: Sequence[str], to: Path, *, write: Callable[[Path, bytes], object],
    add: bool = False, forget: Sequence[str] = (), models: Path | None = None, language: str = "en",
    out: TextIO | None = None, errors: TextIO | None = None,
) -> int:  # fmt: skip
    """Enrol a deck from *pictures* and *write* it to *to*; JSON on *out* (stdout), sentences on *errors* (stderr).

    *cards*: what single pictures show, as a person says. With *add*, what is in *to* stays enrolled, but for what it
    is to *forget*. Raises BadInput.
    """
    wishes = [wish(text) for text in cards]
    given = _pictures([*pictures, *(one.picture for one in wishes)], add)
    before = _before(to, add, forget)
    same = _once(given)
    paths, wishes = list(dict.fromkeys(same.values())), [replace(one, picture=same[one.picture]) for one in wishes]
    errors = errors or sys.stderr
    looked = _progress(len(paths), language, errors)
    done = enrol(paths, wishes, weights.load(weights.models_folder(models)), before, looked=looked)
    if paths and not any(sight.cards for sight in done.sights):
        raise BadInput(", ".join(map(str, paths)), "", "expected cards of a deck; none was found, nothing was written")
    write(to, deck_file.packed(done.deck))
    _tell(done, to, out or sys.stdout)
    for sentence in sentences(done, language):
        print(f"floorman: {one_line(sentence)}", file=errors)
    return 0


def _progress(pictures: int, language: str, errors: TextIO) -> Callable[[Path], object]:
    """What says of each look at one of the *pictures* how many there will be, to a person who waits for it."""
    looks = count(1)

    def tell(picture: Path) -> None:
        if errors.isatty():
            told = look(picture, next(looks), ROUNDS * pictures, language)
            print(f"floorman: {one_line(told)}", file=errors, flush=True)

    return tell


def _pictures(paths: Sequence[Path], add: bool) -> list[Path]:
    once = list(dict.fromkeys(paths))
    if len(once) > MOST_PICTURES:
        raise BadInput("enrol deck", f"{len(once)} pictures", f"expected at most {MOST_PICTURES}")
    if not once and not add:
        raise BadInput("enrol deck", "", "expected pictures of the deck")
    return once


def _once(paths: Sequence[Path]) -> dict[Path, Path]:
    """Return of each of *paths* the first one with the same picture: a copy of it is no second look at its cards."""
    first: dict[bytes, Path] = {}
    return {path: first.setdefault(sha256(data_of(path, MOST_BYTES, EXPECTED)).digest(), path) for path in paths}


def _before(to: Path, add: bool, forget: Sequence[str]) -> deck_file.EnrolledDeck | None:
    if add:
        return _forgetting(deck_file.load(to), forget)
    if forget:
        raise BadInput("--forget", forget[0], "expected --add: what is learnt now is learnt from these pictures alone")
    if to.exists():
        raise BadInput(str(to), "--out", "is there already: give another name, or --add to go on with that deck")
    return None


def _forgetting(deck: deck_file.EnrolledDeck, cards: Sequence[str]) -> deck_file.EnrolledDeck:
    known = {code(kind): kind for kind in deck.cuts.shown}
    for card in cards:
        if card not in known:
            raise BadInput("--forget", card, "expected a card of that deck, such as As, or back; it has none of it")
    return replace(deck, cuts=without(deck.cuts, [known[card] for card in cards]))


def _tell(done: Enrolment, to: Path, out: TextIO) -> None:
    learnt = {id(one) for one in done.learnt}
    lines: list[dict[str, Any]] = [_card(one, id(one) in learnt) for one in done.naming.named]
    lines += [_open(one) for one in done.naming.open]
    lines.append(
        {
            "deck": str(to),
            "complete": done.complete,
            "cards": len(done.seen),
            "missing": [code(kind) for kind in done.missing],
            "twice": [_seen(code(one.kind), one) for one in done.naming.twice],
            "open": len(done.naming.open),
            "doubted": [_seen(code(one.kind), one) for one in done.doubted],
            "back": done.back,
            "backs_mixed": list(any_mixed(done.sights)),
            "no_card": list(done.bare),
            "other": sorted(kind for _, kind in done.others),
            "left_out": [code(kind) for kind in done.left_out],
            "unlearnt": [code(kind) for kind in done.unlearnt],
            "weights": [rule.weight for rule in done.deck.rules],
            "read_alone": [round(share, 4) for share in done.trial.alone],
            "read_with_deck": [round(share, 4) for share in done.trial.learnt],
        }
    )
    for line in lines:
        print(json.dumps(line, ensure_ascii=False), file=out)


def _card(one: Named, learnt: bool) -> dict[str, Any]:
    what = {"whole": learnt and one.card.whole is not None, "indices": len(one.card.indices) if learnt else 0}
    return _seen(code(one.kind), one) | {"how": one.how.value, "confidence": round(one.chance, 4), "learnt": what}


def _open(one: Open) -> dict[str, Any]:
    likely = [code(kind) for kind in one.likely]
    return _seen(None, one) | {"likely": likely}


def _seen(card: str | None, one: Named | Open) -> dict[str, Any]:
    return {"card": card, "image": one.picture, "at": list(one.card.place)}
