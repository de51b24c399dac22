"""How long exact equity takes: heads-up before the flop at most 100 ms (docs/overlay.md), and what comes beside it."""

import json
import random
import statistics
import sys
import time

from table_controller.equity import chances, prepare
from table_controller.records.cards import DECK

_MOST_MS = 100.0
_ROUNDS = 40


def main() -> int:
    """Print the figures as one JSON object; 1 if the heads-up ones are too slow."""
    began = time.perf_counter()
    prepare()
    figures: dict[str, object] = {"prepare_ms": round(1000 * (time.perf_counter() - began), 1)}
    drawn = random.Random(7)
    for name, hands, board in (("heads_up", 2, 0), ("three_way", 3, 0), ("nine_way", 9, 0), ("flop", 2, 3)):
        figures[name] = _measured(drawn, hands, board)
    print(json.dumps({"equity": figures}))
    slowest = figures["heads_up"]
    assert isinstance(slowest, dict)
    return 0 if slowest["p99_ms"] <= _MOST_MS else 1


def _measured(drawn: random.Random, hands: int, board: int) -> dict[str, float]:
    times = []
    for _ in range(_ROUNDS):
        cards = drawn.sample(DECK, 2 * hands + board)
        held = tuple((cards[2 * place], cards[2 * place + 1]) for place in range(hands))
        began = time.perf_counter()
        found = chances(held, tuple(cards[2 * hands :]))
        times.append(1000 * (time.perf_counter() - began))
        assert found is not None
    times.sort()
    return {"median_ms": round(statistics.median(times), 1), "p99_ms": round(times[-1], 1)}


if __name__ == "__main__":
    sys.exit(main())
