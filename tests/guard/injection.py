"""Errors put into real hands: does the referee name each with the right code and seat?

As a script: a table, a line for each kind of error, and the first few it missed. Seeded; the same seed gives the same
errors. The guard in the tests takes fewer hands and holds the figures to the floors of ``floors.toml``.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))
from inject import KINDS
from injected import Act, Clean, Wrong
from pokerkit_beside import refused

from table_controller.files import load_rulebook
from table_controller.hands import RecordedHand, read_hands
from table_controller.records.incidents import Irregularity
from table_controller.records.player import ActionKind
from table_controller.records.rulebook import Rulebook
from table_controller.rules import assess, new_night
from vision.figures import interval


@dataclass(slots=True)
class Tally:
    """How one kind of error fared."""

    hands: int = 0
    named: int = 0
    """The first incident has the right code and seat."""
    later: int = 0
    """The right code and seat came, but another incident came first."""
    otherwise: int = 0
    """Something was said, never the right thing."""
    silent: int = 0
    refused: int = 0
    """PokerKit's replay of the same hand broke off; that is all it says."""
    misses: list[str] = field(default_factory=list)

    def count(self, name: str, wrong: Wrong, found: list[Irregularity]) -> None:
        """Add one hand."""
        self.hands += 1
        right = [one.code in wrong.codes and one.seat == wrong.seat for one in found]
        self.named += right[:1] == [True]
        self.later += right[:1] == [False] and any(right)
        self.otherwise += bool(right) and not any(right)
        self.silent += not right
        if right[:1] != [True]:
            said = ", ".join(f"{one.code} seat {one.seat}" for one in found[:3]) or "nothing"
            self.misses.append(f"{name}: expected {'/'.join(sorted(wrong.codes))} seat {wrong.seat}, got {said}")


def clean(recorded: RecordedHand, book: Rulebook) -> Clean:
    """*recorded* with its betting actions as the referee follows them."""
    night, acts, ask = new_night(), [], None
    for index, event in enumerate(recorded.events):
        answer = assess(night, event, book)
        hand, action = night.hand, answer.action
        if hand is not None and action is not None and action.kind is not ActionKind.POST and ask is not None:
            player = next(one for one in hand.players if one.seat == action.seat)
            acts.append(Act(index, index + 1, action.seat, ask, hand.street, player.bet, player.stack, hand.bet_to))
        elif acts and index == acts[-1].end and getattr(event, "motion", None) is not None:
            last = acts[-1]
            acts[-1] = Act(last.first, index + 1, last.seat, last.ask, last.street, last.bet, last.stack, last.bet_to)
        night, ask = answer.night, answer.ask
    return Clean(recorded.events, tuple(acts))


def found_in(events: Sequence[object], book: Rulebook) -> list[Irregularity]:
    """Everything the referee finds in *events*, in order."""
    night, found = new_night(), []
    for event in events:
        answer = assess(night, event, book)  # type: ignore[arg-type]
        found.extend(answer.irregularities)
        night = answer.night
    return found


def as_house(book: Rulebook, wrong: Wrong) -> Rulebook:
    """*book* with the parameters in which the error's house differs."""
    return replace(book, parameters={**book.parameters, **dict(wrong.house)}) if wrong.house else book


def inject(
    hands: Iterator[RecordedHand], each: int, seed: int, book: Rulebook, *, beside: bool = False
) -> dict[str, Tally]:
    """Put *each* errors of every kind into *hands*, one a hand, whichever kinds a hand has a place for.

    *beside*: let PokerKit replay the same hands too.
    """
    random = Random(seed)
    tallies = {kind: Tally() for kind in KINDS}
    for recorded in hands:
        hand = clean(recorded, book)
        wanting = [kind for kind, tally in tallies.items() if tally.hands < each]
        if not wanting:
            break
        # The kinds furthest behind come first: a rare place is not given to a common error.
        random.shuffle(wanting)
        for kind in sorted(wanting, key=lambda kind: tallies[kind].hands)[:PER_HAND]:
            if (wrong := KINDS[kind](hand, random)) is not None:
                tallies[kind].count(recorded.name, wrong, found_in(wrong.events, as_house(book, wrong)))
                tallies[kind].refused += beside and refused(wrong.events)
    return tallies


PER_HAND = 6
"""Errors taken from one hand at most, each in a copy of its own."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 if an error was not named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--rulebook", default="tda-2024")
    parser.add_argument("--each", type=int, default=300, help="errors of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", type=int, default=2, help="misses to show of each kind")
    chosen = parser.parse_args(arguments)
    book = load_rulebook(chosen.rulebook)
    hands = read_hands(chosen.shared / "hands" / "pluribus.tar.gz")
    tallies = inject(hands, chosen.each, chosen.seed, book, beside=True)
    print(f"{'':22} {'':6} {'the referee':>27}   {'':28} {'PokerKit':>8}")
    columns = ("hands", "named", "later", "else", "silent")
    print(
        f"{'error':22} " + " ".join(f"{name:>6}" for name in columns) + "   named (95 % interval)  named refuses misses"
    )
    total: Counter[str] = Counter()
    for kind, tally in tallies.items():
        low, high = interval(tally.named, tally.hands)
        counts = (tally.hands, tally.named, tally.later, tally.otherwise, tally.silent)
        said = (
            " ".join(f"{count:6}" for count in counts) + f"   {_share(tally.named, tally.hands)} ({low:.1%}–{high:.1%})"
        )
        theirs = f"{0:6} {tally.refused:7} {_share(tally.hands - tally.refused, tally.hands)}"
        print(f"{kind:22} {said:62} {theirs}")
        total.update(hands=tally.hands, named=tally.named, refused=tally.refused)
        for miss in tally.misses[: chosen.misses]:
            print(f"    {miss}")
    print(
        f"{'all':22} {total['hands']:6} {total['named']:6}   rulebook {chosen.rulebook}, seed {chosen.seed}; "
        f"PokerKit names 0, breaks off at {total['refused']}, replays {total['hands'] - total['refused']} unmoved"
    )
    return 0 if total["named"] == total["hands"] else 1


def _share(part: int, whole: int) -> str:
    return f"{part / whole:6.1%}" if whole else "     –"


if __name__ == "__main__":
    raise SystemExit(main())
