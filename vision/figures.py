"""Figures from outcomes: counts with 95 % intervals (Wilson), by set and condition, and how far confidence is true."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from vision.outcomes import BACK, BESIDE, FACE, ON_BACK, OTHER, PLACE, RIGHT, SMALL, UNREAD, WRONG, Outcome, Said

Z = 1.96
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.995, 0.999, 1.0)
"""Where the bins of confidence begin and end."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a set was read; what is no face is counted for itself."""

    name: str
    right: int
    wrong: int
    unread: int
    backs: int = 0
    backs_seen: int = 0
    backs_false: int = 0
    named_backs: int = 0
    others: int = 0
    others_seen: int = 0
    others_false: int = 0
    small: int = 0
    small_found: int = 0
    beside: int = 0

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
    many = Counter((outcome.asked, outcome.verdict) for outcome in listed)
    return Score(
        name,
        many[FACE, RIGHT],
        many[FACE, WRONG],
        many[FACE, UNREAD],
        many[BACK, RIGHT] + many[BACK, UNREAD],
        many[BACK, RIGHT],
        many[BACK, WRONG],
        sum(outcome.asked == FACE and outcome.expected == ON_BACK for outcome in listed),
        many[OTHER, RIGHT] + many[OTHER, UNREAD],
        many[OTHER, RIGHT],
        many[OTHER, WRONG],
        many[SMALL, RIGHT] + many[SMALL, UNREAD],
        many[SMALL, RIGHT],
        many[PLACE, BESIDE],
    )


def percent(hits: int, total: int) -> str:
    """Return "98.1 % (97.0–98.8)"."""
    low, high = interval(hits, total)
    return f"{_of(hits, total)} ({100 * low:.1f}–{100 * high:.1f})"


def _of(hits: int, total: int) -> str:
    return f"{100 * hits / total:.1f} %" if total else "–"


def _share(hits: int, total: int) -> str:
    return f"{hits}/{total}" if total else "–"


HEAD = (
    "| set | cards | right (95 %) | wrong (95 %) | not read | told beside it | face down seen "
    "| face down where none lies | named though face down | jokers, cut cards told | told where none lies |\n"
    + 11 * "|---"
    + "|"
)


def row(scored: Score) -> str:
    """Return one line of the table."""
    low, high = interval(scored.wrong, scored.total)
    named = str(scored.named_backs) if scored.backs else "–"
    ghosts = str(scored.backs_false) if scored.backs else "–"
    false = str(scored.others_false) if scored.others else "–"
    return (
        f"| {scored.name} | {scored.total} | {percent(scored.right, scored.total)} | "
        f"{scored.wrong} ({100 * low:.2f}–{100 * high:.2f} %) | {scored.unread} | "
        f"{scored.beside or '–'} | {_share(scored.backs_seen, scored.backs)} | {ghosts} | {named} | "
        f"{_share(scored.others_seen, scored.others)} | {false} |"
    )


def table(outcomes: Sequence[tuple[str, Outcome]], names: Sequence[str]) -> str:
    """Return the table of all sets."""
    return "\n".join([HEAD, *(row(score(name, [o for of, o in outcomes if of == name])) for name in names)])


def by_condition(outcomes: Sequence[Outcome]) -> str:
    """Return a table of one set, a line for each value of each condition, in the order of the alphabet."""
    lines = ["| condition | cards | right (95 %) | wrong (95 %) | not read |", "|---|---|---|---|---|"]
    for condition in sorted({pair for outcome in outcomes for pair in outcome.conditions}):
        scored = score("", [outcome for outcome in outcomes if condition in outcome.conditions])
        if scored.total:
            low, high = interval(scored.wrong, scored.total)
            lines.append(
                f"| {condition[0]}: {condition[1]} | {scored.total} | {percent(scored.right, scored.total)} | "
                f"{scored.wrong} ({100 * low:.2f}–{100 * high:.2f} %) | {scored.unread} |"
            )
    small = score("", outcomes)
    if small.small:
        lines.append(
            f"| length: under 60 px, found at all | {small.small} | {percent(small.small_found, small.small)} | | |"
        )
    return "\n".join(lines)


def reliability(said: Sequence[Said]) -> str:
    """Return the table that says how often names said with some confidence are right, and a line for 99 % and more."""
    lines = ["| said | names | right (95 %) | mean said |", "|---|---|---|---|"]
    for low, high in (*pairwise(BINS), (0.99, 1.0)):
        there = [one for one in said if low <= one.chance < high or one.chance == high == 1.0]
        if there:
            mean = sum(one.chance for one in there) / len(there)
            right = sum(one.right for one in there)
            lines.append(f"| {_bin(low, high)} | {len(there)} | {percent(right, len(there))} | {100 * mean:.2f} % |")
    return "\n".join(lines)


def _bin(low: float, high: float) -> str:
    return f"{100 * low:g} % and more" if high == 1.0 else f"{100 * low:g}–{100 * high:g} %"


def read_wrong(said: Sequence[Said]) -> str:
    """Return how many of the readings are wrong."""
    read = [one for one in said if one.read]
    wrong = sum(not one.right for one in read)
    low, high = interval(wrong, len(read))
    share = f"{100 * wrong / len(read):.2f} %" if read else "–"
    return f"{wrong} of {len(read)} readings wrong: {share} ({100 * low:.2f}–{100 * high:.2f})"
