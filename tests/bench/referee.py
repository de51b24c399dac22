"""How fast the referee judges recorded hands, beside PokerKit's replay of the same files in the same run.

Both read the archive, parse PHH and walk every action; the referee also writes its JSON. CPU seconds of this process,
rounds interleaved, medians: other work on the machine moves single figures, hardly the ratio.
"""

import argparse
import io
import statistics
import tarfile
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from pokerkit import HandHistory

from table_controller.audit.referee import referee


def main(arguments: Sequence[str] | None = None) -> int:
    """Print both medians and their ratio; 1 if the referee is the slower."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--rulebook", default="tda-2024")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args(arguments)
    archive = chosen.shared / "hands" / "pluribus.tar.gz"
    hands = replay(archive)  # once unmeasured, so that nobody pays for imports and caches
    judge(archive, chosen.rulebook)
    times: dict[str, list[float]] = {"PokerKit": [], "referee": []}
    for _ in range(chosen.rounds):
        times["PokerKit"].append(_seconds(lambda: replay(archive)))
        times["referee"].append(_seconds(lambda: judge(archive, chosen.rulebook)))
    medians = {name: statistics.median(rounds) for name, rounds in times.items()}
    print(f"{hands} hands of {archive.name}, rulebook {chosen.rulebook}, median of {chosen.rounds} rounds, CPU seconds")
    for name, median in medians.items():
        spread = f"{min(times[name]):.2f}–{max(times[name]):.2f}"
        print(f"  {name:9} {median:6.2f} s ({spread})  {median / hands * 1e6:6.0f} µs a hand")
    ratio = medians["PokerKit"] / medians["referee"]
    print(f"  the referee is {ratio:.2f} × as fast as PokerKit's replay")
    return 0 if ratio > 1 else 1


def replay(archive: Path) -> int:
    """Let PokerKit replay every hand of *archive*; how many they were."""
    count = 0
    with tarfile.open(archive) as tar, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for member in tar:
            file = tar.extractfile(member) if member.name.endswith(".phh") else None
            if file is not None:
                count += 1
                for _ in HandHistory.loads(file.read().decode()):
                    pass
    return count


def judge(archive: Path, rulebook: str) -> None:
    """Let the referee judge every hand of *archive*, as the command does."""
    if referee([archive], rulebook, as_json=True, out=io.StringIO()) != 0:
        raise SystemExit("the referee found incidents in recorded hands; its speed means nothing")


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    raise SystemExit(main())
