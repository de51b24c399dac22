"""Every page in both languages at a touch, and by keyboard alone."""

from itertools import pairwise

import pytest
from house import Screen
from selenium.webdriver.common.keys import Keys


@pytest.mark.parametrize("path", ["/pair", "/devices", "/reads", "/help"])
def test_a_page_of_the_house_speaks_both_languages(screen: Screen, path: str) -> None:
    screen.open(f"{path}?lang=de")
    screen.wait(lambda: screen.driver.find_elements("css selector", "a[hreflang='en']"))
    screen.one("a[hreflang='en']").click()
    screen.wait(lambda: screen.run("return document.documentElement.lang") == "en")


@pytest.mark.parametrize("path", ["/", "/table", "/seat/3"])
def test_a_screen_speaks_the_other_language_at_a_touch(screen: Screen, path: str) -> None:
    screen.visit(f"{path}?lang=de&more=1")
    for language in ("en", "de"):
        link = screen.one(f"a[hreflang='{language}']")
        assert link.is_displayed()
        link.click()
        screen.wait(lambda now=language: screen.run("return document.documentElement.lang") == now)
        screen.wait(lambda: screen.run("return document.body.dataset.revision"))
        assert screen.run("return location.pathname") == path
    assert path == "/" or str(screen.run("return location.search")).endswith("more=1")


FOCUS = """
    const one = document.activeElement, style = getComputedStyle(one);
    if (one === document.body) return null;
    one.dataset.reached = '1';
    const box = one.getBoundingClientRect();
    return [one.id || one.textContent, style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
      box.width > 0 && box.top < innerHeight && box.bottom > 0];"""
LEFT_OUT = """
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
      .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.disabled && !one.dataset.reached)
      .map((one) => one.id || one.textContent);"""


@pytest.mark.parametrize("path", ["/", "/table", "/seat/1"])
def test_the_keyboard_alone_reaches_everything_and_one_sees_where_one_is(screen: Screen, path: str) -> None:
    screen.visit(f"{path}?lang=en")
    screen.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    reached = []
    for _ in range(150):
        screen.driver.switch_to.active_element.send_keys(Keys.TAB)
        focus = screen.run(FOCUS)
        if focus is None:
            break
        assert isinstance(focus, list)
        name, visible, inside = focus
        assert visible, f"the focus is not seen on {name}"
        assert inside, f"{name} is outside the window"
        reached.append(name)
    assert screen.run(LEFT_OUT) == []
    assert len(reached) >= 2
    assert all(one != other for one, other in pairwise(reached)), "the focus is caught nowhere"


def test_a_hand_is_played_at_a_seat_by_keyboard_and_single_keys_can_be_switched_off(screen: Screen) -> None:
    screen.visit("/seat/1?lang=en")
    screen.one("body").send_keys("c")
    screen.wait(lambda: len(screen.house.submitted) == 1)
    screen.one("#listens").send_keys(Keys.ENTER)
    assert screen.text("#listens") == "Keys: off"
    screen.one("body").send_keys("f")
    screen.one("#keys .check").send_keys(Keys.SPACE)
    screen.wait(lambda: len(screen.house.submitted) == 2)
    assert [str(getattr(one, "press", "")) for one in screen.house.submitted] == ["Press.CALL", "Press.CHECK"]
