"""PokerKit beside the referee: on every decision of recorded hands, who acts, what a call takes, the least raise.

As a script: every hand of the archive, with a line for each difference. The tests take a fixed sample.
"""

import argparse
import tarfile
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice
from pathlib import Path

from pokerkit import HandHistory, State

from table_controller.files import load_rulebook
from table_controller.hands import RecordedHand, read_hands
from table_controller.records.player import ActionKind
from table_controller.records.rulebook import Rulebook
from table_controller.rules import assess, new_night


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat is asked. ``raise_to`` is None where it may not raise; amounts in the record's money."""

    seat: int
    to_call: Decimal
    raise_to: Decimal | None


@dataclass(frozen=True, slots=True)
class Difference:
    """Two answers to one decision; ``reason`` is empty unless PokerKit is known to be wrong there."""

    hand: str
    number: int
    ours: Decision | None
    theirs: Decision | None
    reason: str


def ours(recorded: RecordedHand, book: Rulebook) -> list[Decision]:
    """What the referee asked before every betting action of *recorded*."""
    night, decisions, ask = new_night(), [], None
    for event in recorded.events:
        answer = assess(night, event, book)
        if answer.action is not None and answer.action.kind is not ActionKind.POST and ask is not None:
            least = None if ask.min_raise_to is None else ask.min_raise_to * recorded.unit
            decisions.append(Decision(ask.seat, ask.to_call * recorded.unit, least))
        night, ask = answer.night, answer.ask
    return decisions


def theirs(history: HandHistory) -> tuple[list[Decision], list[str]]:
    """What PokerKit asked, and for each decision why its answer is known to be wrong (empty: it is not)."""
    seats = history.seats or list(range(1, len(history.starting_stacks) + 1))
    decisions: list[Decision] = []
    reasons: list[str] = []
    asked: tuple[Decision, str] | None = None
    street = _Street()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for state, action in history.state_actions:
            words = action.split() if action else []
            if len(words) > 1 and words[1] in ("f", "cc", "cbr") and asked is not None:
                decisions.append(asked[0])
                reasons.append(asked[1])
            street.follow(state, words)
            asked = _asked(state, seats, street)
    return decisions, reasons


class _Street:
    """Who has acted on the street, and its first full bet: enough to tell where PokerKit errs."""

    def __init__(self) -> None:
        self.index: int | None = None
        self.acted: set[int] = set()

    def follow(self, state: State, words: list[str]) -> None:
        if state.street_index != self.index:
            self.index, self.acted = state.street_index, set()
        elif len(words) > 1 and words[1] in ("f", "cc", "cbr"):
            self.acted.add(int(words[0][1:]) - 1)

    def known_wrong(self, state: State, actor: int) -> str:
        """professional-rules 2.1: the first short all-in of a street counts as full for PokerKit.

        So a seat that has acted and now faces less than a full bet or raise is offered a raise (TDA 47-A: it is not).
        """
        full = max(
            state.completion_betting_or_raising_amount or 0, state.street.min_completion_betting_or_raising_amount
        )
        if actor in self.acted and 0 < state.checking_or_calling_amount < full:
            return "TDA 47-A: a short all-in does not reopen the betting"
        return ""


def _asked(state: State, seats: Sequence[int], street: _Street) -> tuple[Decision, str] | None:
    actor = state.actor_index
    if actor is None:
        return None
    least = state.min_completion_betting_or_raising_to_amount
    decision = Decision(
        seats[actor], Decimal(state.checking_or_calling_amount or 0), None if least is None else Decimal(least)
    )
    return decision, street.known_wrong(state, actor)


def differences(recorded: RecordedHand, history: HandHistory, book: Rulebook) -> list[Difference]:
    """Where the two disagree; a decision that only one of them saw counts."""
    mine = ours(recorded, book)
    other, reasons = theirs(history)
    found = []
    for number in range(max(len(mine), len(other))):
        left = mine[number] if number < len(mine) else None
        right = other[number] if number < len(other) else None
        if left != right:
            offered = left and right and left == replace(right, raise_to=None)
            found.append(Difference(recorded.name, number, left, right, reasons[number] if offered else ""))
    return found


def histories(archive: Path, every: int = 1) -> Iterator[HandHistory]:
    """Every *every*-th hand of *archive* as PokerKit reads them, in its order."""
    with tarfile.open(archive) as tar:
        hands = (member for member in tar if member.name.endswith(".phh"))
        for member in islice(hands, 0, None, every):
            file = tar.extractfile(member)
            assert file is not None, member.name
            yield HandHistory.loads(file.read().decode())


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare every hand; 1 if an answer differs where PokerKit is not known to be wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    chosen = parser.parse_args(arguments)
    archive = chosen.shared / "hands" / "pluribus.tar.gz"
    book = load_rulebook("tda-2024")
    hands = decisions = known = 0
    unexplained = []
    for recorded, history in zip(read_hands(archive), histories(archive), strict=True):
        hands += 1
        decisions += len(ours(recorded, book))
        for difference in differences(recorded, history, book):
            known += bool(difference.reason)
            if not difference.reason:
                unexplained.append(difference)
                print(difference)
    print(
        f"{hands} hands, {decisions} decisions: {len(unexplained)} unexplained differences from PokerKit, {known} known"
    )
    return 1 if unexplained else 0


if __name__ == "__main__":
    raise SystemExit(main())
