"""How fast the referee judges recorded hands, beside PokerKit's replay of the same files in the same run.

End to end both read the archive, parse PHH and walk every action; the referee also writes its JSON. The fold alone is
put beside PokerKit's replay of hands already parsed. CPU seconds of this process, rounds interleaved, medians: other
work on the machine moves single figures, hardly the ratio. Last, an evening's journal is judged again.
"""

import argparse
import gc
import importlib.util
import io
import statistics
import tarfile
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from evening import evening
from pokerkit import HandHistory

from table_controller.audit.judging import judged
from table_controller.audit.referee import referee
from table_controller.audit.replay import replay as judge_again
from table_controller.files import load_rulebook
from table_controller.hands import RecordedHand, read_hands
from table_controller.records.rulebook import Rulebook

EVENING = 300
"""Hands of an evening."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print medians, ratios and the evening's seconds; 1 if the referee is the slower."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--rulebook", default="tda-2024")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args(arguments)
    archive = chosen.shared / "hands" / "pluribus.tar.gz"
    book = load_rulebook(chosen.rulebook)
    print(f"{archive.name}, rulebook {chosen.rulebook}, {compiled()}, median of {chosen.rounds} rounds, CPU seconds")
    ratio = _beside(
        "read, judged, written",
        lambda: _walk(_histories(archive)),
        lambda: judge(archive, chosen.rulebook),
        chosen.rounds,
    )
    histories, hands = list(_histories(archive)), list(read_hands(archive))
    gc.freeze()  # what is only kept for the next comparison is nobody's garbage to look through
    print(f"{len(hands)} hands, {sum(len(hand.events) for hand in hands)} events")
    _beside("the fold alone", lambda: _walk(histories), lambda: _fold(hands, book), chosen.rounds)
    _evening(hands[:EVENING], book, chosen.rounds)
    return 0 if ratio > 1 else 1


def compiled() -> str:
    """Whether the core runs compiled or as Python."""
    found = importlib.util.find_spec("table_controller.rules.engine")
    assert found is not None
    assert found.origin is not None
    return "plain Python" if found.origin.endswith(".py") else "compiled"


def _beside(what: str, theirs: Callable[[], object], ours: Callable[[], object], rounds: int) -> float:
    """Measure both in turns, print them; how many times as fast *ours* is."""
    ours()  # once unmeasured, so that nobody pays for imports and caches
    theirs()
    times: dict[str, list[float]] = {"PokerKit": [], "referee": []}
    for _ in range(rounds):
        times["PokerKit"].append(_seconds(theirs))
        times["referee"].append(_seconds(ours))
    medians = {name: statistics.median(found) for name, found in times.items()}
    print(f"{what}:")
    for name, median in medians.items():
        spread = f"{min(times[name]):.2f}–{max(times[name]):.2f}"
        print(f"  {name:9} {median:6.2f} s ({spread})")
    ratio = medians["PokerKit"] / medians["referee"]
    print(f"  the referee is {ratio:.2f} × as fast as PokerKit's replay")
    return ratio


def _histories(archive: Path) -> Iterable[HandHistory]:
    """Every hand of *archive* as PokerKit parses it."""
    with tarfile.open(archive) as tar, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for member in tar:
            file = tar.extractfile(member) if member.name.endswith(".phh") else None
            if file is not None:
                yield HandHistory.loads(file.read().decode())


def _walk(histories: Iterable[HandHistory]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for history in histories:
            for _ in history:
                pass


def judge(archive: Path, rulebook: str) -> None:
    """Let the referee judge every hand of *archive*, as the command does."""
    if referee([archive], rulebook, as_json=True, out=io.StringIO()) != 0:
        raise SystemExit("the referee found incidents in recorded hands; its speed means nothing")


def _fold(hands: Sequence[RecordedHand], book: Rulebook) -> None:
    for _ in judged(hands, book, guide=False):
        pass


def _evening(hands: Sequence[RecordedHand], book: Rulebook, rounds: int) -> None:
    """Print how long the journal of an evening of *hands* takes to be judged again."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "evening.journal")
        entries = evening(path, hands, book)
        times = []
        for _ in range(rounds):
            times.append(_seconds(lambda: _same(path)))
    print(f"the journal of {len(hands)} hands ({entries} entries) judged again, the fold and every byte compared:")
    print(f"  {statistics.median(times):.2f} s ({min(times):.2f}–{max(times):.2f})")
    fold = [_seconds(lambda: _guided(hands, book)) for _ in range(rounds)]
    print(f"  of which judging its events: {statistics.median(fold):.2f} s")


def _guided(hands: Sequence[RecordedHand], book: Rulebook) -> None:
    for _ in judged(hands, book, guide=True):
        pass


def _same(path: Path) -> None:
    if judge_again(path).differences:
        raise SystemExit("the journal judged again differs; its speed means nothing")


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    raise SystemExit(main())
