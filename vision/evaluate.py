"""Measure the committed weights: `python -m vision.evaluate --shared DIR --out eval`.

A table per set with 95 % intervals (Wilson), and a picture of every picture with an error.
"""

import argparse
import math
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision import measured_sets as sets
from vision import rendered_sets
from vision.measured_sets import RIGHT, UNREAD, WRONG, Measured, Outcome
from vision.read_command import drawn
from vision.reader import CardReader

Z = 1.96
WORK = Path("training")
"""Where training leaves its held-out scenes; without them that set is left out."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a set was read; face-down cards are counted for themselves."""

    name: str
    right: int
    wrong: int
    unread: int
    backs: int
    backs_seen: int

    @property
    def total(self) -> int:
        """Everything that should have been read, and everything read that was not there."""
        return self.right + self.wrong + self.unread


def interval(hits: int, total: int) -> tuple[float, float]:
    """Return the 95 % interval of Wilson for *hits* of *total*, in 0 … 1."""
    if total == 0:
        return 0.0, 1.0
    share, square = hits / total, Z * Z
    middle = (share + square / (2 * total)) / (1 + square / total)
    half = Z * math.sqrt(share * (1 - share) / total + square / (4 * total * total)) / (1 + square / total)
    return max(0.0, middle - half), min(1.0, middle + half)


def score(name: str, outcomes: Iterable[Outcome]) -> Score:
    """Count outcomes."""
    listed = list(outcomes)
    faces = [outcome for outcome in listed if outcome.expected != "down"]
    backs = [outcome for outcome in listed if outcome.expected == "down"]
    counts = {verdict: sum(outcome.verdict == verdict for outcome in faces) for verdict in (RIGHT, WRONG, UNREAD)}
    seen = sum(outcome.verdict == RIGHT for outcome in backs)
    return Score(name, counts[RIGHT], counts[WRONG], counts[UNREAD], len(backs), seen)


def row(scored: Score) -> str:
    """Return one line of the table."""
    low, high = interval(scored.right, scored.total)
    bad_low, bad_high = interval(scored.wrong, scored.total)
    share = scored.right / max(1, scored.total)
    backs = f"{scored.backs_seen}/{scored.backs}" if scored.backs else "–"
    return (
        f"| {scored.name} | {scored.total} | {100 * share:.1f} % ({100 * low:.1f}–{100 * high:.1f}) | "
        f"{scored.wrong} ({100 * bad_low:.1f}–{100 * bad_high:.1f} %) | {scored.unread} | {backs} |"
    )


HEAD = "| set | cards | right (95 %) | wrong (95 %) | not read | face down seen |\n|---|---|---|---|---|---|"


def between(text: str, mark: str, content: str) -> str:
    """Return *text* with what stands between the comments *mark* and /*mark* replaced by *content*."""
    start, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
    before, _, rest = text.partition(start)
    _, _, after = rest.partition(end)
    return f"{before}{start}\n{content}\n{end}{after}" if after else text


def _keep(measured: Measured, folder: Path) -> list[Outcome]:
    """Write a picture with an error, drawn over, and return its outcomes."""
    bad = [outcome for outcome in measured.outcomes if outcome.verdict != RIGHT]
    if bad:
        folder.mkdir(parents=True, exist_ok=True)
        picture = drawn(measured.picture, measured.reading)
        scale = min(1.0, 1600 / max(picture.shape[:2]))
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for line, outcome in enumerate(bad[:30], 1):
            text = f"{outcome.place}: {outcome.expected} -> {outcome.got or outcome.verdict}"
            cv2.putText(small, text, (8, 22 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 220), 2, cv2.LINE_AA)
        cv2.imwrite(str(folder / f"{measured.path.stem}.png"), small)
    return list(measured.outcomes)


def evaluate(shared: Path, out: Path, models: Path | None = None, work: Path = WORK) -> list[Score]:
    """Measure every set below *shared*/data; pictures of errors and all outcomes go to *out*."""
    reader = CardReader.load(models)
    data, scores = shared / "data", []
    every: list[tuple[str, Outcome]] = []
    runs: list[tuple[str, Iterable[Measured]]] = [
        ("poker-table-wood", sets.poker_table_wood(reader, data / "poker-table-wood")),
        ("ee326", sets.ee326(reader, data / "ee326-single-cards")),
        ("edje test (rank)", sets.edje(reader, data / "edje-cards-9toA")),
        ("cardcounter held back", sets.cardcounter(reader, sets.cardcounter_pictures(data / "cardcounter-real"))),
        ("rendered, house deck", rendered_sets.house_table(reader)),
    ]
    if list(work.glob("scenes/held-*.pickle")):
        runs.append(("rendered, decks never seen", rendered_sets.unseen_decks(reader, work / "scenes")))
    for name, run in runs:
        outcomes = [outcome for measured in run for outcome in _keep(measured, out / name.split(" (")[0])]
        every += [(name, outcome) for outcome in outcomes]
        scores.append(score(name, outcomes))
        print(row(scores[-1]), flush=True)
    crops = list(sets.corner_crops(reader, data / "corner-index-crops"))
    every += [("corner-index-crops", outcome) for outcome in crops]
    scores.append(score("corner-index-crops", crops))
    print(row(scores[-1]), flush=True)
    pictures = sets.cardcounter_pictures(data / "cardcounter-real")
    precise = f"cardcounter held back: mAP50 of the indices {sets.cardcounter_indices(reader, pictures):.3f}"
    print(precise, flush=True)
    out.mkdir(parents=True, exist_ok=True)
    (out / "table.md").write_text("\n".join([HEAD, *map(row, scores), "", precise]) + "\n", "utf-8")
    lines = [
        f"{name}\t{o.image}\t{o.place}\t{o.expected}\t{o.got}\t{o.verdict}" for name, o in every if o.verdict != RIGHT
    ]
    (out / "errors.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    return scores


def accuracy_guard(shared: Path, floors: Path, models: Path | None = None) -> list[str]:
    """Measure a fixed sample of *shared*/data and return what fell below the floors of the TOML file *floors*."""
    reader = CardReader.load(models)
    data = shared / "data"
    wood = [
        outcome
        for measured in sets.poker_table_wood(reader, data / "poker-table-wood")
        for outcome in measured.outcomes
    ]
    single = [outcome for measured in sets.ee326(reader, data / "ee326-single-cards") for outcome in measured.outcomes]
    crops = list(sets.corner_crops(reader, data / "corner-index-crops", every=5))
    measured = {"poker-table-wood": score("", wood), "ee326": score("", single), "corner-index-crops": score("", crops)}
    fallen = []
    for name, floor in tomllib.loads(floors.read_text("utf-8")).items():
        got = measured[name]
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
    parser.add_argument("--card", type=Path, default=None, help="the model card to write the table into")
    chosen = parser.parse_args(arguments)
    print(HEAD)
    scores = evaluate(chosen.shared, chosen.out, chosen.models)
    if chosen.card is not None:
        text = chosen.card.read_text("utf-8")
        chosen.card.write_text(between(text, "figures", "\n".join([HEAD, *map(row, scores)])), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
