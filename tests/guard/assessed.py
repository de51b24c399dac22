"""How often each rule was assessed on recorded hands; a rule that never was is explained, or the script fails.

Assessed: the rule looked at an event and answered, clear or not, for all the codes that it finds. Recorded hands hold
no clock, no floor, no felt: what only those show cannot be assessed on them, and ``never_assessed.toml`` says so.
"""

import argparse
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from table_controller.files import load_rulebook
from table_controller.hands import RecordedHand, read_hands
from table_controller.records.rulebook import Rulebook
from table_controller.rules import assess, new_night
from table_controller.rules.judges import RULES

_ALSO = {rule.code: rule.also for rule in RULES if rule.also}
_WHY = Path(__file__).with_name("never_assessed.toml")


def counted(hands: Iterable[RecordedHand], book: Rulebook) -> dict[str, Counter[str]]:
    """How often each code was ``assessed``, ``not_assessed`` and ``found``, and in how many ``hands``."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("assessed", "not_assessed", "found", "hands")}
    name, night = "", new_night()
    for recorded in hands:
        if recorded.night != name:
            name, night = recorded.night, new_night()
        seen: set[str] = set()
        for event in recorded.events:
            answer = assess(night, event, book, guide=False)
            night = answer.night
            looked = [code for name in answer.assessed for code in (name, *_ALSO.get(name, ()))]
            counts["assessed"].update(looked)
            counts["not_assessed"].update(answer.not_assessed)
            counts["found"].update(item.code for item in answer.irregularities)
            seen.update(looked)
        counts["hands"].update(seen)
    return counts


def explained() -> dict[str, str]:
    """Why a code is never assessed on recorded hands, by code."""
    groups = tomllib.loads(_WHY.read_text("utf-8"))
    return {code: group["why"] for group in groups.values() for code in group["codes"]}


def faults(counts: dict[str, Counter[str]], codes: Iterable[str]) -> list[str]:
    """Codes never assessed that nobody explains, and explanations of codes that are assessed after all."""
    why, assessed = explained(), counts["assessed"]
    silent = [
        f"{code}: never assessed, and nobody says why" for code in codes if not assessed[code] and code not in why
    ]
    return silent + [f"{code}: explained as never assessed, but assessed" for code in why if assessed[code]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 if a rule was never assessed without an explanation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--rulebook", default="tda-2024")
    chosen = parser.parse_args(arguments)
    book = load_rulebook(chosen.rulebook)
    folder = chosen.shared / "hands"
    hands = (hand for path in (folder / "pluribus.tar.gz", folder / "handhq") for hand in read_hands(path))
    counts, why = counted(hands, book), explained()
    print(f"{'rule':28} {'assessed':>9} {'in hands':>9} {'blind':>7} {'found':>6}")
    for code in sorted(book.clauses, key=lambda code: (-counts["assessed"][code], code)):
        row = f"{code:28} {counts['assessed'][code]:9} {counts['hands'][code]:9} {counts['not_assessed'][code]:7}"
        print(f"{row} {counts['found'][code]:6}  {why.get(code, '')}".rstrip())
    wrong = faults(counts, book.clauses)
    print(*wrong, sep="\n")
    return 1 if wrong or counts["found"].total() else 0


if __name__ == "__main__":
    raise SystemExit(main())
