"""Clocks and sounds: every screen counts down the table's clock, and speaks only where somebody wants it."""

import time
from dataclasses import replace

from house import House, Screen
from sample import HAND, NIGHT, TIMED

from table_controller.records import Chips, Seat
from table_controller.records.hand import Clock
from table_controller.records.player import Ask

SECOND = 1_000_000_000
NOW = 62 * SECOND


def _running(house: House, seconds: int) -> None:
    """The night goes on by itself, and the clock runs against seat 1 for so many seconds."""
    house.now = None
    now = house.clock()
    house.show(replace(NIGHT, hand=replace(HAND, clock=Clock(Seat(1), 0, now, now + seconds * SECOND, now))))


AHEAD = """
    const done = arguments[arguments.length - 1];
    import('/static/clock.js').then(({now, secondsUntil}) =>
      done([now() - performance.timeOrigin - performance.now(), secondsUntil(arguments[0]),
        document.getElementById('left').textContent]));"""


def test_two_screens_and_the_table_agree_on_the_time(screen: Screen) -> None:
    _running(screen.house, 500)
    clock = screen.house.latest().table.clock
    assert clock is not None
    ends = clock.ends
    windows = [screen.driver.current_window_handle]
    screen.visit("/table?lang=de")
    time.sleep(1.2)  # the second page comes when the newest view is old
    screen.driver.switch_to.new_window("window")
    windows.append(screen.driver.current_window_handle)
    screen.visit("/seat/2?lang=en")

    def ahead() -> list[float]:
        """How much each page believes the table's clock to be ahead of the machine's, in ms, and what truly is."""
        found = []
        for window in windows:
            screen.driver.switch_to.window(window)
            believed, left, shown = screen.driver.execute_async_script(AHEAD, ends)
            assert abs(left - int(shown)) <= 1, "what is shown is what is believed"
            found.append(believed)
        return [*found, screen.house.clock() / 1e6 - time.time() * 1e3]

    def agree() -> bool:
        screen.house.show(screen.house.night)  # on a busy machine the first word may come late; later ones put it right
        believed = ahead()
        return max(believed) - min(believed) <= 100

    screen.wait(agree)


def test_a_clock_that_was_called_before_a_restart_goes_on(screen: Screen) -> None:
    _running(screen.house, 500)
    screen.visit("/table?lang=de")
    port, before = screen.house.serving.port, int(screen.text("#left"))
    screen.house.serving.close()
    screen.wait(lambda: screen.one("#stale").is_displayed())
    screen.house.serving = screen.house.open(port)
    screen.wait(lambda: not screen.one("#stale").is_displayed())
    assert before - 60 < int(screen.text("#left")) <= before


EARS = """
    window.heard = [];
    const quiet = () => ({ connect: (next) => next, start: () => {}, stop: () => {}, frequency: {}, gain:
      { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} } });
    window.AudioContext = class { currentTime = 0; close() {} createGain = quiet;
      createOscillator() { window.heard.push('tone'); return quiet(); } };
    speechSynthesis.speak = (word) => window.heard.push(word.text + ' ' + word.lang);"""


def _heard(screen: Screen) -> list[str]:
    heard = screen.run("return window.heard.splice(0)")
    assert isinstance(heard, list)
    return heard


def test_a_seat_is_called_when_its_turn_begins_and_only_if_it_wants(screen: Screen) -> None:
    other = {"ask": Ask(Seat(3), Chips(0), True, Chips(100))}
    screen.house.show(NIGHT, **other)
    screen.visit("/seat/1?lang=en", 390, 844)
    screen.run(EARS)
    screen.shows(NIGHT)
    assert _heard(screen) == [], "nobody is startled"
    assert screen.driver.title.startswith("▶ Your turn")
    screen.shows(NIGHT, **other)
    screen.one("#sound").click()
    assert screen.text("#sound") == "Sound: on"
    assert _heard(screen) == ["tone", "tone"], "so that one knows how it will sound"
    screen.shows(NIGHT)
    screen.shows(TIMED)
    tones, spoken = (heard := _heard(screen))[:2], heard[2:]
    assert tones == ["tone", "tone"], "at the start of the turn, once"
    assert spoken
    assert set(spoken) <= {"7 en", "6 en", "5 en"}, "then the last seconds"
    screen.one("#sound").click()
    assert set(_heard(screen)) <= {"7 en", "6 en", "5 en"}, "a second may have begun before the tap"
    screen.shows(NIGHT, **other)
    screen.shows(NIGHT)
    assert _heard(screen) == []


def test_the_table_speaks_the_last_seconds_that_the_house_counts(screen: Screen) -> None:
    screen.visit("/table?lang=de")
    screen.run(EARS)
    screen.shows(TIMED)
    assert _heard(screen) == [], "off until somebody wants it"
    screen.one("#sound").click()
    _heard(screen)
    clock = TIMED.hand.clock if TIMED.hand else None
    assert clock is not None
    for left in (30, 6):
        screen.shows(replace(TIMED, hand=replace(HAND, clock=replace(clock, ends=NOW + left * SECOND))))
    said = _heard(screen)
    assert said
    assert set(said) <= {"6 de", "5 de", "4 de"}, "ten are counted aloud here, thirty are not"
