"""A ruling taken back after any of its steps, then the same or another: the hand is whole, and nobody is accused."""

from dataclasses import replace

import pytest
from dealer import Dealer
from wrongly_dealt import ERRORS, NotHereError, as_it_lies, whole

from table_controller.files import load_rulebook
from table_controller.records import events as e
from table_controller.records.incidents import IncidentState
from table_controller.records.player import Street
from table_controller.rules.remedies import possible
from table_controller.rules.ruled_again import ORDERED

HOUSES = ("bonn", "tda-2024", "zollernalb")
MOST = 9
"""No remedy has more steps."""


def _opened(error: str, house: str, seed: int, *, lively: bool) -> Dealer | None:
    """The table with that error made; None where the house, or the table, does not know it."""
    table = Dealer(load_rulebook(house), 3 + seed % 4, 1 + seed % 3, seed=seed, lively=lively)
    try:
        table.errors.append(ERRORS[error](table, 5 + seed))
    except NotHereError:
        return None
    return table if table.night.incidents else None


def _ruled(table: Dealer, which: int) -> list[tuple[int, str]]:
    """Every open incident ruled on: as proposed, or by another of the ways out."""
    made = []
    while left := [item for item in table.night.incidents if item.state is IncidentState.OPEN]:
        found = left[0].irregularity
        proposed = [item.name for item in (found.proposal, *found.options) if item is not None]
        others = [item.name for item in possible(table.hand, found, table.book)]
        names = [*proposed, *(name for name in others if name not in ("hand_void", *proposed))]
        name = names[which % len(names)]
        table.see(e.RulingMade(incident=left[0].number, remedy=name, by="floor"))
        made.append((left[0].number, name))
    return made


def _done(table: Dealer, steps: int) -> bool:
    """So many steps of what is followed; False where there are no more."""
    for _ in range(steps):
        if not table.night.following:
            return False
        table.do(table.next_step())
    return bool(table.night.following)


@pytest.mark.parametrize("lively", [False, True])
@pytest.mark.parametrize("error", sorted(ERRORS))
def test_the_same_ruling_again_goes_on_where_it_stood(error: str, lively: bool) -> None:
    for house in HOUSES:
        for seed in range(3):
            for steps in range(MOST):
                table = _opened(error, house, seed, lively=lively)
                if table is None:
                    break
                made = _ruled(table, 0)
                more = _done(table, steps)
                night, codes = table.night, list(table.codes)
                for number, _ in reversed(made):
                    table.see(e.RulingUndone(ruling=number))
                for number, name in made:
                    if any(i.number == number and i.state is IncidentState.OPEN for i in table.night.incidents):
                        table.see(e.RulingMade(incident=number, remedy=name, by="floor"))
                hand = replace(table.hand, board_at=0), replace(night.hand or table.hand, board_at=0)
                assert hand[0] == hand[1], (house, seed, steps)
                assert table.night.following == night.following, (house, seed, steps)
                table.finish()
                assert table.codes == codes, (house, seed, steps)
                if not more:
                    break


@pytest.mark.parametrize("error", sorted(ERRORS))
def test_another_ruling_leaves_no_card_where_only_the_first_wanted_it(error: str) -> None:
    for house in HOUSES:
        for seed in range(2):
            for steps in range(MOST):
                for which in (1, 2):
                    table = _opened(error, house, seed, lively=bool(seed))
                    if table is None:
                        break
                    made = _ruled(table, 0)
                    if any(name == "misdeal" for _, name in made):
                        break
                    if steps and not _done(table, steps):
                        break
                    for number, _ in reversed(made):
                        table.see(e.RulingUndone(ruling=number))
                    codes = list(table.codes)
                    again = _ruled(table, which)
                    table.finish()
                    as_it_lies(table)
                    said = (house, seed, steps, made, again)
                    assert table.codes == codes, said
                    if table.hand.street is Street.SHOWDOWN:
                        assert all(one.remedy.name != ORDERED for one in table.night.following), said
                        assert not table.cards("aside") or again[0][1] == "replace_with_next_card", said
                        assert len(table.hand.board) >= 5, said


def test_a_table_at_which_a_card_stays_aside_is_not_whole() -> None:
    table = Dealer(load_rulebook("zollernalb"), 4, 1)
    table.finish()
    whole(table)
    table.cards("aside").append(table.cards("muck").pop() if table.cards("muck") else table.stub.pop())
    with pytest.raises(AssertionError, match="aside"):
        whole(table)
