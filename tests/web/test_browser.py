"""The pages in a real Chromium: what people see, tap and type; a cut line; two desks in step."""

from dataclasses import replace
from pathlib import Path

import pytest
from house import Screen
from sample import BETWEEN, BOOK, HAND, MISSING_BURN, NIGHT, TIMED, cards, ruled, seat
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from table_controller.records import Chips, Seat
from table_controller.records.events import (
    Announced,
    Certainty,
    ClockCalled,
    Event,
    Noted,
    PotPushed,
    SeatAbsent,
    SeatLeft,
    SeatReturned,
)
from table_controller.records.incidents import Step
from table_controller.records.night import Night
from table_controller.records.observations import ButtonPress, ManualEntry, Press, RulingEntered, Verdict
from table_controller.records.player import Ask, Street
from table_controller.records.rulebook import Clause, Response, Severity, Text
from table_controller.records.table import Away, Pause
from table_controller.views import Light, LightState
from table_controller.views.dealer import Dealing
from web_overlay import Receipt


def test_the_desk_shows_the_hand_and_the_incident(screen: Screen) -> None:
    screen.visit("/?lang=de")
    assert screen.text("#next .now") == "Platz 1 ist am Zug: 6,00 € zu zahlen"
    assert screen.text("#pot") == "45,00 €"
    assert "Side Pot 1 6,00 € für Platz 1, 3" in screen.text(".pot .parts")
    assert screen.one(".board").get_attribute("data-cards") == "Ts 8h 3d 5c"
    assert screen.text(".seat.acting .who") == "1 · Anna"
    assert (screen.text("#to-call"), screen.text("#min-raise")) == ("6,00 €", "12,00 €")
    assert screen.one(".act-amount").get_attribute("value") == "12,00", "to type over it is as the reader writes it"
    assert "mindestens um die letzte Erhöhung mehr § 4.2.13" in screen.text("#action")
    alert = screen.text(".alert[data-incident='4']")
    for said in (
        "Schwer Burnkarte vergessen",
        "GESEHEN keine Burnkarte vor dem Turn",
        "VERLANGT 1 Burnkarte",
        "§ 4.3.7 Vor Flop",
        "Karte zurück",
        "Sicherheit 97 %",
    ):
        assert said in alert
    assert "Vorgabe des Programms" in screen.text(".closed[data-incident='3']")
    assert "Platte zu 91 % voll" in screen.text(".light.warn")


def test_english_says_the_same_in_english(screen: Screen) -> None:
    screen.visit("/?lang=en")
    assert screen.text("#next .now") == "Seat 1 to act: €6.00 to call"
    assert screen.text("#pot") == "€45.00"
    assert "Serious Burn forgotten" in screen.text(".alert")
    assert screen.run("return document.documentElement.lang") == "en"


def test_accepting_reaches_the_referee_and_both_desks(screen: Screen) -> None:
    screen.visit("/?lang=en")
    first = screen.driver.current_window_handle
    screen.driver.switch_to.new_window("window")
    second = screen.driver.current_window_handle
    screen.visit("/?lang=de")
    screen.driver.switch_to.window(first)
    screen.one(".alert .accept").click()
    screen.wait(lambda: screen.driver.find_elements(By.CSS_SELECTOR, ".following"))
    ruling = screen.house.submitted[0]
    assert isinstance(ruling, RulingEntered)
    assert (ruling.incident, ruling.verdict, ruling.by) == (4, Verdict.ACCEPT, "desk")
    assert "Burn one card face down" in screen.text(".following")
    screen.driver.switch_to.window(second)
    screen.wait(lambda: screen.driver.find_elements(By.CSS_SELECTOR, ".following"))
    assert "Eine Karte verdeckt verbrennen" in screen.text(".following")
    screen.one(".following button").click()
    screen.wait(lambda: screen.driver.find_elements(By.CSS_SELECTOR, ".alert"))
    assert [type(one) for one in screen.house.submitted] == [RulingEntered, RulingEntered]


def test_the_second_desk_is_told_that_the_first_ruled(screen: Screen) -> None:
    screen.house.submit = lambda observation: Receipt(observation.at)  # type: ignore[method-assign]
    screen.house.serving.close()
    screen.house.serving = screen.house.open(0)
    screen.visit("/?lang=en")
    for said in ("Entered.", "Already ruled: the first ruling stands."):
        screen.one(".alert .dismiss").click()
        screen.wait(lambda said=said: screen.text("#toast") == said)
        screen.driver.switch_to.new_window("window")
        screen.visit("/?lang=en")


def test_another_ruling_from_the_keyboard_alone(screen: Screen) -> None:
    screen.visit("/?lang=en")

    def focused() -> WebElement:
        return screen.driver.switch_to.active_element

    def press(*keys: str) -> None:
        focused().send_keys(*keys)

    for _ in range(30):
        press(Keys.TAB)
        if focused().text.startswith("Other ruling"):
            break
    press(Keys.ENTER)
    screen.wait(lambda: screen.driver.find_elements(By.CSS_SELECTOR, ".others"))
    assert focused().text == "The card stands"
    press(Keys.ENTER)
    screen.wait(lambda: screen.house.submitted)
    ruling = screen.house.submitted[0]
    assert isinstance(ruling, RulingEntered)
    assert (ruling.verdict, ruling.remedy) == (Verdict.OTHER, "stands")


def test_a_cut_line_says_stale_and_comes_back_without_a_reload(screen: Screen) -> None:
    screen.visit("/?lang=en")
    screen.run("window.sameDocument = true")
    port = screen.house.serving.port
    screen.house.serving.close()
    screen.wait(lambda: screen.one("#stale").is_displayed())
    assert "Connection lost" in screen.text("#stale")
    screen.house.show(BETWEEN)
    screen.house.serving = screen.house.open(port)
    screen.wait(lambda: not screen.one("#stale").is_displayed())
    assert screen.text("#next .now") == "Seat 1 to act: €6.00 to call"
    assert "Between two hands" in screen.text("#facts")
    assert screen.run("return window.sameDocument") is True
    screen.one(".by-hand summary").click()
    screen.driver.find_element(By.XPATH, "//button[.='New hand']").click()
    screen.wait(lambda: screen.house.submitted)
    assert screen.house.submitted == [ButtonPress(at=62_000_000_000, source="desk", press=Press.NEW_HAND)]


def test_a_table_that_stopped_behind_a_living_line_is_told(screen: Screen) -> None:
    screen.house.serving.close()
    screen.house.serving = screen.house.open(0, still=0.1)
    screen.visit("/?lang=de")
    screen.wait(lambda: screen.one("#stale").is_displayed())
    assert "Die Auswertung steht" in screen.text("#stale")
    screen.house.show(BETWEEN)
    screen.wait(lambda: "Zwischen zwei Händen" in screen.text("#facts"))


def test_a_halting_incident_is_the_next_thing_to_decide(screen: Screen) -> None:
    screen.house.show(replace(NIGHT, incidents=(replace(MISSING_BURN, halts=True),)))
    screen.visit("/?lang=en")
    assert screen.text("#next .now") == "Rule on the incident: Burn forgotten"
    assert "Seat 1 to act" in screen.text("#next .then")
    assert "Hand halted" in screen.text(".alert")


@pytest.mark.parametrize(
    ("language", "turn", "raised", "sure"),
    [
        ("de", "Dieser Platz ist am Zug", "Raise auf", "All-in: sicher?"),
        ("en", "Your turn", "Raise to", "All-in: sure?"),
    ],
)
def test_a_seats_page_on_a_phone_presses_its_buttons(
    screen: Screen, language: str, turn: str, raised: str, sure: str
) -> None:
    screen.visit(f"/seat/1?lang={language}", 390, 844)
    screen.wait(lambda: turn in screen.text("#turn"))
    at, seat = 62_000_000_000, Seat(1)
    screen.one("#keys .call").click()
    screen.one("#amount").send_keys("12,50" if language == "de" else "12.50")
    assert screen.text("#keys .raise") == raised
    screen.one("#keys .raise").click()
    screen.one("#keys .all_in").click()
    assert screen.text("#keys .all_in") == sure
    screen.wait(lambda: len(screen.house.submitted) == 2)
    screen.one("#keys .all_in").click()
    screen.wait(lambda: len(screen.house.submitted) == 3)
    screen.one("body").send_keys("f")
    screen.wait(lambda: len(screen.house.submitted) == 4)
    said = [(Press.CALL, None), (Press.RAISE, Chips(1250)), (Press.ALL_IN, None), (Press.FOLD, None)]
    assert screen.house.submitted == [
        ButtonPress(at=at, source="seat 1", press=press, seat=seat, amount=amount) for press, amount in said
    ]
    assert screen.run("return document.documentElement.scrollWidth <= innerWidth"), "nothing is cut on a phone"
    assert screen.driver.get_log("browser") == []


@pytest.mark.parametrize("typed", ["abc", "-5", "0,005", "1e3", "0x10", "12,5,5"])
def test_what_is_no_amount_is_refused_at_once(screen: Screen, typed: str) -> None:
    """On a seat's page, and on the desk by hand; 0,005 is finer than the smallest unit."""
    screen.visit("/seat/1?lang=de", 390, 844)
    screen.one("#amount").send_keys(typed)
    screen.one("#keys .raise").click()
    screen.wait(lambda: screen.text("#toast") == "Nicht angenommen: ein Betrag wie 12")
    screen.visit("/?lang=de")
    screen.one(".by-hand summary").click()
    screen.one("#hand-amount").send_keys(typed)
    screen.driver.find_element(By.XPATH, "//*[contains(@class, 'by-hand')]//button[.='Raise auf']").click()
    screen.wait(lambda: screen.text("#toast") == "Nicht angenommen: ein Betrag wie 12")
    assert screen.house.submitted == []


def test_a_seats_page_says_whose_turn_it_is_otherwise(screen: Screen) -> None:
    screen.visit("/seat/2?lang=en")
    screen.wait(lambda: screen.text("#turn").startswith("To act: "))
    assert "To call" not in screen.text("#turn")


def test_the_clock_is_called_and_its_last_seconds_are_told(screen: Screen) -> None:
    screen.visit("/?lang=en")
    screen.run("window.told = []; speechSynthesis.speak = (word) => window.told.push([word.text, word.lang])")
    screen.one("#sound").click()
    screen.one("#call-clock").click()
    screen.wait(lambda: screen.house.submitted)
    assert screen.house.submitted == [ButtonPress(at=62_000_000_000, source="desk", press=Press.CLOCK)]
    screen.house.show(TIMED)
    screen.wait(lambda: screen.driver.find_elements(By.CSS_SELECTOR, "#clock.last"))
    assert screen.text("#clock") in [f"{left} s left" for left in range(8)]  # it runs
    assert screen.driver.find_elements(By.CSS_SELECTOR, "#call-clock") == []
    assert screen.run("return window.told[0]") in [[str(left), "en"] for left in range(1, 8)]
    screen.one("#cancel-clock").click()
    taken_off = Announced(source="desk", certainty=Certainty.DECLARED, what="clock_cancelled", by="desk")
    assert _stated(screen, 2) == taken_off
    screen.visit("/table?lang=de", 1920, 1080)
    assert screen.text("#clock") in [f"{left} Sekunden" for left in range(8)]  # it runs


def test_the_side_pot_is_pushed_first_and_nobody_is_chosen_to_win_it(screen: Screen) -> None:
    award = Step("pot_pushed", Text("Pot an den Gewinner schieben", "Push the pot to the winner"))
    screen.house.show(NIGHT, next_steps=(award,), ask=None, dealing=Dealing(alone=True))
    screen.visit("/?lang=en")
    screen.wait(lambda: "Side pot 1" in screen.text(".finish"))
    assert [one.text for one in screen.driver.find_elements(By.CSS_SELECTOR, ".finish option")] == [
        *("Winner: Side pot 1", "1 · Anna", "3 · Cem")
    ]
    assert screen.one(".finish [name=amount]").get_attribute("value") == "6.00"
    screen.one("#step-done").click()
    screen.wait(lambda: screen.text("#toast") == "Not accepted: Winner")
    assert screen.house.submitted == []
    screen.one(".finish select").send_keys("3")
    screen.one("#step-done").click()
    assert _stated(screen, 1) == PotPushed(source="desk", certainty=Certainty.DECLARED, seat=Seat(3), amount=Chips(600))


def test_a_house_without_a_clock_offers_none(screen: Screen) -> None:
    screen.house.show(BETWEEN)
    screen.visit("/?lang=en")
    assert screen.driver.find_elements(By.CSS_SELECTOR, "#call-clock, #clock") == []


def test_entries_by_hand(screen: Screen) -> None:
    screen.visit("/?lang=de")
    screen.one(".by-hand summary").click()
    screen.one("#hand-amount").send_keys("12,50")
    screen.driver.find_element(By.XPATH, "//*[contains(@class, 'by-hand')]//button[.='Raise auf']").click()
    screen.wait(lambda: screen.house.submitted)
    at = 62_000_000_000
    raised = ButtonPress(at=at, source="desk", press=Press.RAISE, seat=Seat(1), amount=Chips(1250))
    assert screen.house.submitted == [raised]
    screen.one("#hand-note").send_keys("Glas umgefallen", Keys.ENTER)
    screen.wait(lambda: len(screen.house.submitted) == 2)
    assert isinstance(screen.house.submitted[1], ManualEntry)


def _chosen(screen: Screen, select: str, value: str) -> None:
    script = "const one = document.getElementById(arguments[0]); one.value = arguments[1];"
    screen.driver.execute_script(script, select, value)


REPORTS = (("note", "phone_at_table"), ("announced", "dirty_stack"))
WORDED = {
    code: Clause(code, "", "default", Response.FLAG, Severity.WARNING, Text(german, english))
    for code, german, english in (
        ("phone_at_table", "Telefon am Tisch", "Phone at the table"),
        ("dirty_stack", "Stapel nicht sortiert", "Unsorted stack"),
    )
}


def _stated(screen: Screen, number: int) -> Event:
    screen.wait(lambda: len(screen.house.submitted) == number)
    entry = screen.house.submitted[-1]
    assert isinstance(entry, ManualEntry)
    return replace(entry.event, at=0)


def test_what_no_sensor_sees_is_reported_with_seat_and_code(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sample.BOOK", replace(BOOK, clauses=WORDED))
    screen.house.show(NIGHT, reports=REPORTS)
    screen.visit("/?lang=de", 1024, 768)
    screen.one(".by-hand summary").click()
    assert "Telefon am Tisch" in screen.text("#report-what")
    _chosen(screen, "report-what", "note phone_at_table")
    _chosen(screen, "report-seat", "3")
    screen.one("#report-text").send_keys("am Ohr")
    screen.house.show(TIMED, reports=REPORTS)  # play goes on while somebody types
    screen.wait(lambda: screen.driver.find_elements(By.CSS_SELECTOR, "#clock"))
    assert screen.one("#report-text").get_property("value") == "am Ohr"
    screen.one("#report-enter").click()
    said = Noted(source="desk", certainty=Certainty.DECLARED, code="phone_at_table", seat=Seat(3), text="am Ohr")
    assert _stated(screen, 1) == said
    _chosen(screen, "report-what", "announced dirty_stack")
    _chosen(screen, "report-seat", "2")
    screen.one("#report-enter").click()
    called = Announced(source="desk", certainty=Certainty.DECLARED, what="dirty_stack", by="desk", seat=Seat(2))
    assert _stated(screen, 2) == called


def test_who_is_away_breaks_and_the_clock_are_entered(screen: Screen) -> None:
    screen.visit("/?lang=en", 1024, 768)
    screen.one(".by-hand summary").click()
    _chosen(screen, "hand-seat", "4")
    desk = {"source": "desk", "certainty": Certainty.DECLARED}
    wanted = {
        "hand-seat_absent": SeatAbsent(seat=Seat(4), **desk),
        "hand-seat_returned": SeatReturned(seat=Seat(4), **desk),
        "hand-seat_left": SeatLeft(seat=Seat(4), **desk),
        "hand-clock_called": ClockCalled(by="4", **desk),
        "hand-break": Announced(what="break", by="desk", **desk),
        "hand-resume": Announced(what="resume", by="desk", **desk),
    }
    for number, (button, event) in enumerate(wanted.items(), start=1):
        screen.one(f"#{button}").click()
        assert _stated(screen, number) == event, button
    heights = screen.run(
        "return [...document.querySelectorAll('#by-hand button, #by-hand select')].map((one) => one.offsetHeight)"
    )
    assert isinstance(heights, list)
    assert min(height for height in heights if height) >= 40


def test_a_break_and_an_absent_player_are_shown(screen: Screen) -> None:
    screen.house.show(replace(BETWEEN, pause=Pause("break", 1), away=(Away(Seat(2), 1),)), ask=None)
    screen.visit("/?lang=de")
    assert "Pause" in screen.text("#facts")
    assert "abwesend" in screen.text(".seat[data-seat='2']")
    screen.visit("/table?lang=en")
    assert "Break" in screen.text("#turn")


def test_where_the_floor_must_choose_the_options_lie_open_and_none_is_chosen(screen: Screen) -> None:
    open_case = replace(MISSING_BURN, irregularity=replace(MISSING_BURN.irregularity, proposal=None))
    screen.house.show(replace(NIGHT, incidents=(open_case,)))
    screen.visit("/?lang=de")
    card = screen.one(".alert")
    assert "DIE TURNIERLEITUNG WÄHLT" in card.text
    assert card.find_elements(By.CSS_SELECTOR, ".accept") == []
    choices = [one.get_attribute("data-remedy") for one in card.find_elements(By.CSS_SELECTOR, ".choice")]
    assert choices == ["burn_now", "stands"]
    screen.one(".choice[data-remedy='stands']").click()
    screen.wait(lambda: screen.house.submitted)
    ruling = screen.house.submitted[0]
    assert isinstance(ruling, RulingEntered)
    assert (ruling.verdict, ruling.remedy) == (Verdict.OTHER, "stands")


def test_an_incident_is_put_off_and_opened_again(screen: Screen) -> None:
    screen.visit("/?lang=en")
    screen.one(".alert .later").click()
    assert screen.driver.find_elements(By.CSS_SELECTOR, ".alert") == []
    assert "Put off: not ruled yet." in screen.text(".put-off")
    assert screen.house.submitted == []
    screen.one(".put-off button").click()
    assert "Burn forgotten" in screen.text(".alert")


def test_a_remedys_steps_are_ticked_as_they_are_done(screen: Screen) -> None:
    screen.house.show(ruled())
    screen.visit("/?lang=de")
    assert "1 VON 3 ERLEDIGT" in screen.text(".following").upper()
    assert screen.text(".following .done") == "✓ Turnkarte zurück auf den Stapel"
    assert "Eine Karte verdeckt verbrennen" in screen.text(".following .now")


def test_own_words_survive_what_happens_meanwhile(screen: Screen) -> None:
    screen.visit("/?lang=en")
    screen.one(".alert .other").click()
    screen.one("#words-4").send_keys("Deal the turn aga")
    screen.house.show(replace(NIGHT, incidents=(*NIGHT.incidents, replace(MISSING_BURN, number=5))))
    screen.wait(lambda: len(screen.driver.find_elements(By.CSS_SELECTOR, ".alert")) == 2)
    screen.driver.switch_to.active_element.send_keys("in")
    assert screen.one("#words-4").get_property("value") == "Deal the turn again"


def test_two_cards_of_the_flop_are_not_called_preflop(screen: Screen) -> None:
    half = replace(HAND, street=Street.PREFLOP, board=cards("Ts 8h"), to_act=None)
    screen.house.show(replace(NIGHT, hand=half, incidents=()), ask=None, next_steps=())
    for path, place in (("/?lang=de", "#facts"), ("/table?lang=de", "#turn")):
        screen.visit(path)
        assert "Flop: 2 von 3 Karten" in screen.text(place)
        assert "Preflop" not in screen.text(place)


def test_unnamed_seats_and_lights_speak_the_pages_language(screen: Screen) -> None:
    lights = tuple(Light(name, LightState.OK, Text("läuft", "works")) for name in ("overhead", "journal", "board"))
    screen.house.show(NIGHT, names=(), lights=lights)
    screen.visit("/?lang=de")
    assert "Platz 3" in screen.text("#felt")
    assert "Seat" not in screen.text("body")
    assert screen.text("#lights") == "✓ Kamera läuft ✓ Protokoll läuft ✓ Tasterboard läuft"


LONG = "Donaudampfschifffahrtskapitäni"


def _crowd(count: int) -> Night:
    players = tuple(seat(n, 123456789, 23456789, 23456789, "Ah Ad") for n in range(1, count + 1))
    hand = replace(HAND, players=players, bet_to=Chips(23456789), pots=())
    return replace(NIGHT, hand=hand, stacks=tuple((Seat(n), Chips(1)) for n in range(1, count + 1)))


SPILLS = """
    const out = [], shown = (box) => box.width > 1 && box.height > 1;
    for (const plate of document.querySelectorAll(".fm:not(.off), .plate")) {
      const around = plate.getBoundingClientRect();
      for (const text of plate.querySelectorAll("span, b")) {
        const box = text.getBoundingClientRect();
        if (!shown(box) || text.closest(".dealer-button")) continue;
        if (box.right > around.right + 1 || box.left < around.left - 1 || box.bottom > around.bottom + 1
            || text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).overflow === "hidden")
          out.push(text.textContent);
      }
    }
    return out;"""


TOO_SMALL = """return [...document.querySelectorAll(".felt *")]
    .filter((one) => one.childElementCount === 0 && !one.ariaHidden && one.checkVisibility() && one.innerText?.trim())
    .map((one) => [parseFloat(getComputedStyle(one).fontSize), one.innerText]).filter(([size]) => size < 12)"""
LAPPING = """const boxes = [...document.querySelectorAll(".plate")].map((one) => one.getBoundingClientRect());
    return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length"""


@pytest.mark.parametrize("count", [6, 9])
def test_no_letter_on_the_felt_is_too_small_to_read(screen: Screen, count: int) -> None:
    names = tuple(
        (Seat(n), name) for n, name in enumerate(("Hans-Jürgen von der Heide", "Maximiliane-Charlotte") * 5, 1)
    )
    players = tuple(seat(n, 0, 15504, 15504, "Ah Ad") for n in range(1, count + 1))
    night = replace(
        NIGHT, hand=replace(HAND, players=players), stacks=tuple((Seat(n), Chips(1)) for n in range(1, count + 1))
    )
    screen.house.show(night, names=names[:count])
    for width, height in ((390, 844), (768, 1024), (1024, 768), (1280, 800), (1920, 1080)):
        screen.visit("/?lang=de", width, height)
        assert screen.run(TOO_SMALL) == [], f"{width} × {height}"
        assert screen.run(LAPPING) == 0, f"plates lie on each other at {width} × {height}"


@pytest.mark.parametrize("path", ["/", "/table", "/overlay"])
@pytest.mark.parametrize("count", [2, 6, 10])
def test_long_names_and_large_amounts_are_never_cut(screen: Screen, path: str, count: int) -> None:
    names = tuple((Seat(n), LONG) for n in range(1, count + 1))
    screen.house.show(_crowd(count), names=names, ask=Ask(Seat(1), Chips(23456789), True, Chips(46913578)))
    for width, height in ((390, 844), (1024, 768), (1280, 800), (1920, 1080), (3840, 2160)):
        screen.visit(f"{path}?lang=de", width, height)
        assert screen.run(SPILLS) == [], f"{width} × {height}"
        assert screen.run("return document.documentElement.scrollWidth - innerWidth") == 0
        if path != "/" and width > 700:
            assert screen.run("return document.documentElement.scrollHeight - innerHeight") == 0, f"{width} × {height}"


def test_the_players_screen_tells_turn_and_no_pot(screen: Screen) -> None:
    screen.visit("/table?lang=de", 1920, 1080)
    assert screen.text("#turn .big") == "1 · Anna"
    assert "Blinds 0,50 € / 1,00 €" in screen.text("#figures")
    assert "Einen Moment bitte" in screen.text("#attention")
    page = screen.text("body")
    assert "45,00" not in page
    assert "Burnkarte" not in page
    tall = screen.run("return document.querySelector('#turn .big').getBoundingClientRect().height / innerHeight")
    assert isinstance(tall, float)
    assert tall >= 0.08


@pytest.mark.parametrize("path", ["/", "/table", "/overlay"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_size_fits_and_nothing_is_complained_of(screen: Screen, path: str, language: str) -> None:
    for night in (NIGHT, ruled(), BETWEEN):
        screen.house.show(night)
        for width, height in ((1280, 800), (1024, 768), (768, 1024), (390, 844)):
            screen.visit(f"{path}?lang={language}", width, height)
            screen.run("document.querySelector('.alert .other')?.click()")
            screen.run("document.querySelector('.by-hand')?.setAttribute('open', '')")
            wide = screen.run("return document.documentElement.scrollWidth - innerWidth")
            assert wide == 0, f"{path} is {wide} px too wide at {width} × {height}"
    assert screen.driver.get_log("browser") == []


@pytest.mark.parametrize("page", ["desk", "table"])
def test_scripts_stay_small(page: str) -> None:
    static = Path(__file__).parents[2] / "web_overlay" / "static"
    own = ("alerts.js", "commands.js", "entries.js") if page == "desk" else ()
    size = sum((static / name).stat().st_size for name in (f"{page}.js", "draw.js", "live.js", "words.js", *own))
    assert size < 60_000
