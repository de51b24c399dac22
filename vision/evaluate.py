"""Measure weights: `python -m vision.evaluate --shared DIR --out eval`.

Every picture of every set is read by this program's code. Figures with 95 % intervals (Wilson), a picture of every
error, and eval/index.html to look through them. Stopped, it goes on where it was; new code or weights begin anew.
"""

import argparse
import fcntl
import multiprocessing
import pickle
import shutil
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2

from table_controller.records import BadInput
from vision import enrolled_sets, foreign_sets, index_sets, measured_sets, pathtraced_set, rendered_sets, worse_sets
from vision.error_page import page, picture_of
from vision.figures import by_condition, read_wrong, reliability, score, table
from vision.marked import write_between
from vision.outcomes import RIGHT, Case, Outcome, Said
from vision.precision import mean_average_precision
from vision.reader import CardReader
from vision.so_far import SoFar, Told, digest_of, fingerprint

WORK = Path("training")
"""Where training leaves its held-out scenes; without them that set is left out."""
PROCESSES = 2
CARDCOUNTER, UNSEEN = "cardcounter held back", "rendered, decks never seen"
GUARDED = ("poker-table-wood", "ee326", "corner-index-crops")


def all_sets(shared: Path, work: Path) -> dict[str, Callable[[], Iterable[Case]]]:
    """Return what can be measured; only the first are measured unasked: the others are for development."""
    data = shared / "data"
    return {
        "poker-table-wood": partial(measured_sets.poker_table_wood, data / "poker-table-wood"),
        worse_sets.NAME: partial(worse_sets.made_worse, data / "poker-table-wood"),
        "ee326": partial(measured_sets.ee326, data / "ee326-single-cards"),
        "edje test (rank)": partial(measured_sets.edje, data / "edje-cards-9toA"),
        CARDCOUNTER: partial(index_sets.cardcounter, data / "cardcounter-real"),
        "corner-index-crops": partial(index_sets.corner_crops, data / "corner-index-crops"),
        "rendered, house deck": rendered_sets.house_table,
        UNSEEN: partial(rendered_sets.unseen_decks, work),
        pathtraced_set.NAME: partial(pathtraced_set.path_traced, work),
        enrolled_sets.BEFORE: partial(enrolled_sets.as_any_deck, work),
        enrolled_sets.AFTER: partial(enrolled_sets.enrolled, work),
        **foreign_sets.sets(work),
        "edje train (rank)": partial(measured_sets.edje, data / "edje-cards-9toA", "train"),
        "cardcounter train": partial(index_sets.cardcounter, data / "cardcounter-real", False),
        "rendered, calibrating": partial(rendered_sets.unseen_decks, work, True),
    }


ENROLMENTS: tuple[tuple[str, str, Callable[[Sequence[Outcome], Sequence[Outcome]], str]], ...] = (
    (enrolled_sets.BEFORE, enrolled_sets.AFTER, enrolled_sets.gain),
    *((*foreign_sets.names(language), partial(foreign_sets.gains, language)) for language in foreign_sets.LETTERS),
    (*foreign_sets.OF_DESIGN, foreign_sets.gain_of_design),
)
"""Sets of which the second is the first read by a reader that knows the deck, and what says how errors fall."""
FOR_DEVELOPMENT = ("edje train (rank)", "cardcounter train", "rendered, calibrating")

_reader: CardReader | None = None


def _open(models: Path | None) -> None:
    global _reader
    cv2.setNumThreads(1)
    _reader = CardReader.load(models, threads=1)


def _measure(folder: Path, case: Case) -> Told:
    """Read one picture; write it, drawn over, where there is an error."""
    assert _reader is not None, "the weights are opened first"
    measured = case(_reader)
    path = folder / f"{measured.name}.jpg"
    bad = [outcome for outcome in measured.outcomes if outcome.verdict != RIGHT]
    if bad:
        folder.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(path), picture_of(measured, bad), [cv2.IMWRITE_JPEG_QUALITY, 82])
    drawn = f"{folder.name}/{path.name}" if bad else None
    return Told(measured.outcomes, measured.said, measured.there, measured.boxed, drawn)


def measured_cases(cases: Sequence[Case], folder: Path, models: Path | None, processes: int) -> Iterator[Told]:
    """Yield what *cases* tell, in their order; as many are read at once as there are *processes*."""
    if not cases:  # all was measured before: weights and processes are not needed
        return
    work = partial(_measure, folder)
    if processes == 1:
        _open(models)
        yield from map(work, cases)
        return
    CardReader.load(models, 1)  # a process of the pool that cannot begin would be begun anew for ever
    with multiprocessing.get_context("spawn").Pool(processes, _open, (models,)) as pool:
        yield from pool.imap(work, cases)


@dataclass(frozen=True, slots=True)
class Run:
    """Everything one run of the evaluator measured, by set."""

    told: dict[str, list[Told]]

    def outcomes(self, name: str) -> list[Outcome]:
        """Return all outcomes of a set."""
        return [outcome for told in self.told[name] for outcome in told.outcomes]

    def said(self) -> list[Said]:
        """Return all names said in all sets but those of the one design, which was chosen for what it gains."""
        every = [told for name, told in self.told.items() if name not in foreign_sets.OF_DESIGN]
        return [one for pictures in every for told in pictures for one in told.said]

    def figures(self) -> str:
        """Return all tables as markdown."""
        every = [(name, outcome) for name in self.told for outcome in self.outcomes(name)]
        parts = [table(every, list(self.told))]
        parts += [
            f"{name}: mAP50 of the index boxes over the faces there are: **{self.precision(name):.3f}**."
            for name in self.told
            if any(told.there for told in self.told[name])
        ]
        for before, after, gain in ENROLMENTS:
            if {before, after} <= self.told.keys():
                parts.append(gain(self.outcomes(before), self.outcomes(after)))
        if self.said():
            parts += [
                "How far what the reader says of its own sureness is true, over all sets:",
                reliability(self.said()),
            ]
            parts.append(f"At the shipped threshold {read_wrong(self.said())}.")
        for name in self.told:
            if any(outcome.conditions for outcome in self.outcomes(name)):
                parts += [f"{name}, by condition:", by_condition(self.outcomes(name))]
        return "\n\n".join(parts)

    def precision(self, name: str) -> float:
        """Return mAP50 of the index boxes, over the faces that are there."""
        there = [box for told in self.told[name] for box in told.there]
        return mean_average_precision(there, [box for told in self.told[name] for box in told.boxed])


def evaluate(
    sets: dict[str, Callable[[], Iterable[Case]]],
    out: Path,
    models: Path | None = None,
    most: int | None = None,
    processes: int = PROCESSES,
) -> Run:
    """Measure *sets*; figures, all that is not right, and pictures of errors go to *out*.

    What *out* already holds of the same pictures, measured by the same code and weights, is not measured again. Raises
    BadInput where another evaluation writes there, and for weights that cannot be opened.
    """
    with _alone_in(out):
        run = Run({})
        for name, cases in sets.items():
            start, chosen = time.monotonic(), _spread(list(cases()), most)
            if chosen:
                so_far = _so_far(out, name, chosen, most, models)
                known = len(so_far.told)
                run.told[name] = _go_on(so_far, chosen, models, processes)
                print(table([(name, o) for o in run.outcomes(name)], [name]).splitlines()[-1], flush=True)
                took, before = time.monotonic() - start, f", {known} of them before" if known else ""
                print(f"{len(chosen)} pictures{before}, {took:.0f} s", file=sys.stderr, flush=True)
        _write(run, out)
    return run


@contextmanager
def _alone_in(out: Path) -> Iterator[None]:
    out.mkdir(parents=True, exist_ok=True)
    with (out / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(str(out), "", "another evaluation writes there: expected another folder (--out)") from None
        yield


def _write(run: Run, out: Path) -> None:
    (out / "table.md").write_text(run.figures() + "\n", "utf-8")
    bad = [(name, o) for name in run.told for o in run.outcomes(name) if o.verdict != RIGHT]
    lines = ["\t".join((name, o.image, o.place, o.asked, o.expected, o.got, o.verdict)) for name, o in bad]
    (out / "errors.tsv").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    drawn = [(name, told.drawn, told.outcomes) for name in run.told for told in run.told[name] if told.drawn]
    (out / "index.html").write_text(page(run.figures(), drawn), "utf-8")


def _so_far(out: Path, name: str, cases: Sequence[Case], most: int | None, models: Path | None) -> SoFar[Told]:
    """Return what these *cases* of the set *name* told before; a quick look at *most* of them is kept by itself."""
    plain = name.split(" (")[0].replace(",", "").replace(" ", "-")
    path = out / (f"{plain}.told" if most is None else f"{plain}-{most}.told")
    return SoFar(path, f"{name} {fingerprint(models)} {digest_of(map(pickle.dumps, cases))}", Told)


def _go_on(so_far: SoFar[Told], cases: list[Case], models: Path | None, processes: int) -> list[Told]:
    """Return what all *cases* of a set tell; those are measured of which it is not known *so_far*."""
    if not so_far.told:
        shutil.rmtree(so_far.drawings, ignore_errors=True)
    for told in measured_cases(cases[len(so_far.told) :], so_far.drawings, models, processes):
        so_far.add(told)
    return so_far.told


def _spread(cases: list[Case], most: int | None) -> list[Case]:
    """Return at most so many cases, from all over the set."""
    if most is None or len(cases) <= most:
        return cases
    return [cases[number * len(cases) // most] for number in range(most)]


def accuracy_guard(shared: Path, floors: Path, out: Path, models: Path | None = None) -> list[str]:
    """Measure a fixed sample of *shared*/data and return what fell below the floors of the TOML file *floors*."""
    sets = {name: cases for name, cases in all_sets(shared, WORK).items() if name in GUARDED}
    sets["corner-index-crops"] = partial(index_sets.corner_crops, shared / "data/corner-index-crops", 5)
    run, fallen = evaluate(sets, out, models, processes=1), []
    for name, floor in tomllib.loads(floors.read_text("utf-8")).items():
        got = score(name, run.outcomes(name))
        for key, value, good in (
            ("right", got.right, got.right >= floor["right"]),
            ("wrong", got.wrong, got.wrong <= floor["wrong"]),
            ("backs_seen", got.backs_seen, got.backs_seen >= floor.get("backs_seen", 0)),
        ):
            if not good:
                fallen.append(f"{name}: {key} {value}, the floor is {floor[key]}")
    return fallen


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m vision.evaluate", description="Measure the card reader.")
    parser.add_argument("--shared", type=Path, required=True, help="the folder that holds data/")
    parser.add_argument("--out", type=Path, default=Path("eval"))
    parser.add_argument("--models", type=Path, default=None)
    parser.add_argument("--work", type=Path, default=WORK, help="where `make train` left its held-out scenes")
    parser.add_argument("--sets", nargs="+", default=None, metavar="NAME", help="beginnings of the sets' names")
    parser.add_argument("--most", type=int, default=None, help="pictures of each set, for a quick look")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--card", type=Path, default=None, help="the model card to write the figures into")
    chosen = parser.parse_args(arguments)
    sets = all_sets(chosen.shared, chosen.work)
    wanted = tuple(chosen.sets or (name for name in sets if name not in FOR_DEVELOPMENT))
    unknown = [name for name in wanted if not any(known.startswith(name) for known in sets)]
    if unknown:
        print(f"evaluate: --sets {unknown[0]}: expected one of {', '.join(sets)}", file=sys.stderr)
        return 2
    sets = {name: cases for name, cases in sets.items() if name.startswith(wanted)}
    try:
        run = evaluate(sets, chosen.out, chosen.models, chosen.most, chosen.processes)
    except BadInput as error:
        print(f"evaluate: {error}", file=sys.stderr)
        return 2
    if chosen.card is not None:
        write_between(chosen.card, "figures", run.figures())
    return 0


if __name__ == "__main__":
    sys.exit(main())
