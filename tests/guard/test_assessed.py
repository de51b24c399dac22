"""The report of what was assessed: it can fail, and explains only codes that there are."""

import importlib.util
from collections import Counter
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

from table_controller.files import load_rulebook
from table_controller.hands import read_hands

_BOOK = load_rulebook("tda-2024")


@pytest.fixture(scope="module")
def report() -> ModuleType:
    spec = importlib.util.spec_from_file_location("assessed", Path(__file__).with_name("assessed.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_only_codes_of_the_catalogue_are_explained(report: ModuleType) -> None:
    assert report.explained().keys() <= _BOOK.clauses.keys()


def test_what_real_hands_are_judged_by_is_counted(shared: Path, report: ModuleType) -> None:
    counts = report.counted(islice(read_hands(shared / "hands" / "pluribus.tar.gz"), 40), _BOOK)
    assert counts["hands"]["underraise"] == 40
    assert counts["assessed"]["missing_burn"] > 20
    assert counts["assessed"]["out_of_turn_fold"] == counts["assessed"]["out_of_turn_action"] > 200
    assert counts["found"] == Counter()
    assert not any("explained as never assessed" in fault for fault in report.faults(counts, _BOOK.clauses))


def test_silence_must_be_explained(report: ModuleType) -> None:
    counts = {"assessed": Counter({"dirty_stack": 1})}
    assert report.faults(counts, ["underraise"]) == [
        "underraise: never assessed, and nobody says why",
        "dirty_stack: explained as never assessed, but assessed",
    ]
