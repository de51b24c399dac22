"""The players' screen in a real Chromium: read from four metres, true to the house's rule on the pot."""

from dataclasses import replace

import pytest
from house import Screen
from sample import BETWEEN, HAND, NIGHT, TIMED, seat

from table_controller.files import load_rulebook
from table_controller.records import Chips, Seat
from table_controller.records.hand import Clock
from table_controller.records.night import Night
from table_controller.records.player import Ask
from table_controller.records.table import Level, Seating
from table_controller.views import Money, PlannedLevel

SECOND = 1_000_000_000
NOW = 62 * SECOND
NAMES = (
    "Anna-Katharina",
    "Bela",
    "Cem Özdemir-Schulz",
    "Dora",
    "Emil der Bäcker",
    *("Fatma", "Gustav", "Heidi", "Ida", "Jörg"),
)
PLAN = (
    PlannedLevel(Chips(25_000), Chips(50_000), Chips(50_000), 20),
    PlannedLevel(Chips(50_000), Chips(100_000), Chips(100_000), 20),
)
MINUTE = 60 * SECOND


def _full(clock: Clock | None = None) -> Night:
    """A tournament's table of ten, deep in millions."""
    players = tuple(
        seat(n, 0 if n == 4 else 1_234_500 * n % 9_876_543, 50_000, 50_000, "Ah Ad", folded=n in (5, 6))
        for n in range(1, 11)
    )
    small, big = Chips(25_000), Chips(50_000)
    hand = replace(HAND, players=players, bet_to=Chips(100_000), pots=(), clock=clock)
    hand = replace(hand, small_blind=small, big_blind=big, ante=big)
    seating = Seating(levels=(Level(1, NOW - 19 * MINUTE + 29 * SECOND, small, big, big),))
    return replace(NIGHT, hand=hand, stacks=tuple((Seat(n), Chips(1)) for n in range(1, 11)), seating=seating)


FULL: dict[str, object] = {
    "names": tuple((Seat(n), name) for n, name in enumerate(NAMES, start=1)),
    "ask": Ask(Seat(1), Chips(50_000), True, Chips(150_000)),
    "money": Money("", 0),
    "plan": PLAN,
}
LETTERS = """
    const size = (one) => parseFloat(getComputedStyle(one).fontSize) / innerHeight;
    const says = (one) => [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim());
    const words = [...document.querySelectorAll('main :is(b, span, p, dd, dt, li, a, button)')]
      .filter((one) => one.checkVisibility() && says(one));
    const main = ['#turn .big', '.to-call dd', '.least dd', '.blinds dd', '#left'];
    return [main.map((css) => size(document.querySelector(css))), Math.min(...words.map(size)),
      [...document.querySelectorAll('#seats li, #board .card, #figures dd, #clock')].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight; }).length];"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", ["de", "en"])
def test_ten_seats_are_read_from_four_metres(screen: Screen, width: int, height: int, language: str) -> None:
    screen.house.show(_full(TIMED.hand.clock if TIMED.hand else None), **FULL)
    screen.visit(f"/table?lang={language}", width, height)
    answer = screen.run(LETTERS)
    assert isinstance(answer, list)
    main, least, outside = answer
    assert min(main) >= 0.08, "turn, to call, least raise, blinds and clock stand in a twelfth of the height"
    assert least >= 0.019, "even the smallest letters are two hundredths of the height"
    assert outside == 0
    assert len(screen.driver.find_elements("css selector", "#seats li")) == 10


def test_the_level_to_come_players_and_average(screen: Screen) -> None:
    screen.house.show(_full(), **FULL)
    screen.visit("/table?lang=de", 1280, 720)
    assert screen.text("#facts").startswith("Hand 17 Turn Level 1 10 Spieler Ø im Schnitt 4.370.641")
    assert "Level 2: 50.000 / 100.000 · Ante 100.000 · 1:" in screen.text("#facts")
    screen.house.now = NOW + 60 * MINUTE
    screen.house.show(_full(), **FULL)
    screen.visit("/table?lang=en", 1280, 720)
    assert "Level 2: 50,000 / 100,000 · Ante 100,000 · from the next hand" in screen.text("#facts")


@pytest.mark.parametrize(
    ("rulebook", "limit", "told"),
    [
        ("bonn", "no_limit", False),
        ("zollernalb", "no_limit", False),
        ("brandenburg", "no_limit", True),
        ("bonn", "pot_limit", True),
    ],
)
def test_the_pot_is_told_only_where_the_house_lets_it(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, rulebook: str, limit: str, told: bool
) -> None:
    monkeypatch.setattr("sample.BOOK", load_rulebook(rulebook))
    screen.house.show(replace(NIGHT, hand=replace(HAND, limit=limit)))
    for path in ("/table", "/seat/1"):
        screen.visit(f"{path}?lang=de")
        text = screen.text("body") + str(screen.run("return document.body.innerHTML"))
        assert ("45,00" in text) == (told and path == "/table"), path
    sent = screen.run(
        "const ask = new XMLHttpRequest(); ask.open('GET', '/api/table', false); ask.send(); return ask.response"
    )
    assert ('"pot": 4500' in str(sent)) == told


def test_a_seat_that_somebody_left_says_so(screen: Screen) -> None:
    screen.visit("/seat/6?lang=en")
    screen.shows(replace(BETWEEN, stacks=BETWEEN.stacks[:5]), ask=None)
    assert "Nobody sits at this seat." in screen.text("#turn")


def test_four_suits_have_four_colours_and_four_shapes_and_are_read_out(screen: Screen) -> None:
    screen.visit("/table?lang=en")
    told = screen.run("""return [...document.querySelectorAll('#board .card[aria-label]')].map((one) =>
      [one.getAttribute('aria-label'), getComputedStyle(one).color, one.querySelector('path').getAttribute('d')])""")
    assert isinstance(told, list)
    assert [name for name, _, _ in told] == ["ten of spades", "8 of hearts", "3 of diamonds", "5 of clubs"]
    assert len({colour for _, colour, _ in told}) == len({shape for _, _, shape in told}) == 4
