"""The desk's bank: chips given out and handed back are entered, and what does not add up cannot be missed."""

from dataclasses import replace

import pytest
from house import Screen
from sample import BETWEEN, NIGHT

from table_controller.records import Chips, Seat
from table_controller.records.events import ChipsBought, ChipsCashedOut
from table_controller.records.night import Entered
from table_controller.records.observations import ManualEntry
from table_controller.records.table import Account
from table_controller.views.dealer import Dealing
from table_controller.views.dealer_models import Origin
from table_controller.views.memory import Known, Memory

GIVEN = tuple(Account(Seat(n), Chips(10_000)) for n in range(1, 7))


def test_chips_are_given_out_and_handed_back(screen: Screen) -> None:
    screen.house.show(replace(BETWEEN, till=GIVEN))
    screen.visit("/?lang=de")
    screen.run("document.querySelector('.till').open = true")
    assert screen.text("#till-sums") == "Ausgegeben 600,00 € · zurück 0,00 € · im Spiel 600,00 € · vom Tisch 0,00 €"
    assert screen.text("#till-warning") == ""
    wanted = (
        ("till-rebuy", ChipsBought(seat=Seat(1), amount=Chips(1250), kind="rebuy")),
        ("till-cash_out", ChipsCashedOut(seat=Seat(1), amount=Chips(1250))),
    )
    for count, (button, event) in enumerate(wanted, start=1):
        screen.one("#till-amount").send_keys("12,50")
        screen.one(f"#{button}").click()
        screen.wait(lambda count=count: len(screen.house.submitted) == count)
        entry = screen.house.submitted[-1]
        assert isinstance(entry, ManualEntry)
        assert replace(entry.event, at=0, source=None, certainty=event.certainty) == event
    screen.one("#till-buy_in").click()
    screen.wait(lambda: "Nicht angenommen" in screen.text("#toast"))
    assert len(screen.house.submitted) == 2, "no amount, no entry"


@pytest.mark.parametrize(("kind", "told"), [("buy_in", "Buy-in"), ("rebuy", "Rebuy"), ("add_on", "Add-on")])
def test_what_can_be_taken_back_says_what_was_bought(screen: Screen, kind: str, told: str) -> None:
    bought = ChipsBought(seat=Seat(1), amount=Chips(1250), kind=kind)
    screen.house.show(replace(BETWEEN, entered=(Entered(7, BETWEEN, (bought,)),)))
    for language, words in (
        ("de", f"Rückgängig: Platz 1 · {told} · 12,50 €"),
        ("en", f"Undo: Seat 1 · {told} · €12.50"),
    ):
        screen.visit(f"/?lang={language}")
        assert screen.text("#undo-last").removeprefix("↶ ") == words


@pytest.mark.parametrize("width", [320, 390, 820])
def test_the_opened_desk_fits_a_phone_and_breaks_no_amount(screen: Screen, width: int) -> None:
    rich = tuple(replace(one, bought=Chips(12_345_678)) for one in GIVEN)
    facts = tuple((("stack", Seat(n)), Known(Origin.OPERATOR, "desk", 1.0)) for n in (1, 2, 3))
    named = ((Seat(1), "Bartholomäus von Hohenzollern"),)
    screen.house.show(replace(NIGHT, till=rich), names=named, dealing=Dealing(memory=Memory(facts)))
    screen.visit("/?lang=de", width, 844)
    screen.run("for (const part of document.querySelectorAll('details')) part.open = true")
    assert screen.run("return document.documentElement.scrollWidth") == width
    lines = """return [...document.querySelectorAll(".till td, .sources td:nth-child(2)")].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return [cell.textContent, new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size];
    })"""
    cells = screen.run(lines)
    assert isinstance(cells, list)
    assert len(cells) == 2 * 6 + 3
    assert [words for words, count in cells if count != 1] == []


def test_chips_that_nothing_explains_are_told_without_saying_whose(screen: Screen) -> None:
    more = ((Seat(1), Chips(10_400)), *BETWEEN.stacks[1:])
    for stacks, language, words in (
        (more, "de", "4,00 € mehr im Spiel als ausgegeben: bitte nachzählen."),
        (BETWEEN.stacks[1:], "en", "€100.00 less in play than given out: please count."),
    ):
        screen.house.show(replace(BETWEEN, stacks=stacks, till=GIVEN))
        screen.visit(f"/?lang={language}")
        assert words in screen.text("#till-warning")
        assert "Anna" not in screen.text("#till-warning")
