"""The broadcast overlay in a real Chromium: what viewers see, what the address may ask, and what it never does."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from overlay_scenes import hand
from overlay_stage import SCENES, SIZES, THEMES, Broadcast, Stage
from sample import cards
from selenium import webdriver

from table_controller.records import Chips
from table_controller.views.standings import NextLevelView

STATIC = Path(__file__).parents[2] / "web_overlay" / "static"
MANIFESTS = sorted((STATIC / "widgets").glob("*.ograf.json"))
BUDGET = 60_000
"""Bytes of script that the page may load."""


@pytest.fixture
def stage(chromium: webdriver.Chrome) -> Iterator[Stage]:
    house = Broadcast()
    chromium.get_log("browser")  # what earlier tests left
    yield Stage(chromium, house)
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    chromium.get("about:blank")
    house.serving.close()


def moving(stage: Stage) -> None:
    """Let the browser animate: the tests' browsers keep still otherwise."""
    features = [{"name": "prefers-reduced-motion", "value": "no-preference"}]
    stage.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


@pytest.mark.parametrize("theme", THEMES)
def test_every_scene_stands_in_both_shapes_and_nothing_is_complained_of(stage: Stage, theme: str) -> None:
    for size in ((1920, 1080), (1080, 1920)):
        stage.watch(f"theme={theme}", size)
        for scene in SCENES:
            stage.air(scene)
            spilt = stage.run(
                """return [...document.querySelectorAll(".fm:not(.off), .fm:not(.off) *")].filter((one) => {
                  const box = one.getBoundingClientRect();
                  const inside = box.left > -1 && box.top > -1 && box.right < innerWidth + 1;
                  return box.width && !(inside && box.bottom < innerHeight + 1);
                }).map((one) => one.outerHTML.slice(0, 80))"""
            )
            assert spilt == [], f"{theme} {scene} {size}"
    assert stage.driver.get_log("browser") == []


def test_the_middle_of_the_picture_stays_free(stage: Stage) -> None:
    for theme in THEMES:
        stage.watch(f"theme={theme}")
        for scene in ("hand", "shown", "crowd"):
            stage.air(scene)
            kinds = stage.run(
                """const found = new Set();
                for (let x = .35; x <= .65; x += .02) for (let y = .15; y <= .65; y += .02) {
                  const widget = document.elementFromPoint(x * innerWidth, y * innerHeight)?.closest(".fm");
                  if (widget) found.add(widget.constructor.kind);
                }
                return [...found];"""
            )
            assert kinds == [], f"{theme} {scene}"


def test_it_is_clear_small_and_asks_nobody_else(stage: Stage) -> None:
    stage.watch()
    clear = (
        "return ['html', 'body', 'main'].map((one) => getComputedStyle(document.querySelector(one)).backgroundColor)"
    )
    assert stage.run(clear) == ["rgba(0, 0, 0, 0)"] * 3
    stage.air("shown")
    asked = stage.run(
        "return performance.getEntriesByType('resource').map(({ name, decodedBodySize }) => [name, decodedBodySize])"
    )
    assert isinstance(asked, list)
    here = f"http://127.0.0.1:{stage.house.serving.port}/"
    assert all(url.startswith(here) for url, _ in asked)
    scripts = {url: size for url, size in asked if url.endswith(".js")}
    assert len(scripts) >= 15, "every widget's script counts"
    assert sum(scripts.values()) <= BUDGET, scripts


def test_what_is_seen_of_a_hand(stage: Stage) -> None:
    stage.watch(lang="de")
    assert stage.on_air() == {"seat", "board", "pot", "blinds", "ticker", "incident", "lock"}
    seen = " ".join(stage.words())
    for words in ("Anna", "6,00 € zum Call", "All-in", "45,00 €", "Side Pot 6,00 €", "VPIP 24", "Zeitversetzt 5:00"):
        assert words in seen
    assert "Emil" not in seen, "who has folded has left the picture"
    assert "Burnkarte vergessen" in seen
    stage.air("shown")
    assert "82 %" in stage.words()
    assert stage.run("return document.querySelectorAll('.fm-seat .tile:not(.back)').length") == 8
    stage.air("between")
    assert {"leaderboard", "stack-chart", "lower-third"} <= stage.on_air()


def test_the_next_level_is_counted_down_from_now_and_not_from_the_moment_on_air(stage: Stage) -> None:
    """Ten minutes behind: ``starts`` is on the clock of who watches, and so has to be what it is counted from."""
    now, second = stage.house.clock(), 10**9
    level = NextLevelView(4, Chips(200), Chips(400), Chips(0), now + 295 * second)
    view = hand()
    stage.house.air(replace(view, at=now - 600 * second, felt=replace(view.felt, next_level=level)))
    stage.watch("layers=blinds")
    assert re.search(r"\b4:5\d\b", " ".join(stage.words()))


def test_before_the_first_picture_there_is_the_countdown_alone(stage: Stage) -> None:
    stage.house.air(SCENES["waiting"]())
    stage.watch()
    assert stage.on_air() == {"countdown", "lock"}
    assert "4:32" in stage.words()
    stage.air("hand")
    assert "countdown" not in stage.on_air()


@pytest.mark.parametrize(
    "options",
    [
        "layers=board,pot", "layers=", "layers=nonsense", "cards=0", "figures=0", "safe=15&scale=0.5",
        "cards=yes&delay=0", "reveal=always&delay=0&starts=0&opened=1&equity=1", "theme=nonsense", "theme=../../pages",
    ],
)  # fmt: skip
def test_an_option_makes_the_picture_only_poorer(stage: Stage, options: str) -> None:
    for scene in ("hand", "shown", "between", "waiting"):
        stage.house.air(SCENES[scene]())
        stage.watch()
        usual = set(stage.words())
        stage.watch(options)
        assert set(stage.words()) <= usual, f"{scene} {options}"


def test_layers_are_those_that_were_asked_for(stage: Stage) -> None:
    stage.watch("layers=board,pot")
    assert stage.on_air() == {"board", "pot"}
    stage.watch("cards=0")
    stage.air("shown")
    assert stage.run("return document.querySelectorAll('.fm-seat .tile:not(.back), .fm-seat .equity').length") == 0
    stage.watch("bb=1")
    assert "0 BB" in stage.words()
    stage.watch("currency=0")
    assert not any("€" in words for words in stage.words() if "Anna has" not in words)


def test_the_stream_hears_nothing_of_options(stage: Stage) -> None:
    stage.house.air(SCENES["waiting"]())
    stage.watch("delay=0&reveal=always")
    asked = stage.run("return performance.getEntriesByType('resource').map(({ name }) => name)")
    assert isinstance(asked, list)
    assert not any("delay" in url or "reveal" in url for url in asked if "/events/" in url)


def test_setting_up_shows_checkerboard_safe_areas_and_what_was_not_understood(stage: Stage) -> None:
    stage.watch("debug=1&layers=board,bord")
    assert "conic-gradient" in str(stage.run("return getComputedStyle(document.body).backgroundImage"))
    box = "const box = document.querySelector('.guide.graphics').getBoundingClientRect(); return [box.left, box.top]"
    assert stage.run(box) == pytest.approx([96, 54])
    assert any("bord" in words and "expected" in words for words in stage.words())
    stage.watch("guide=1")
    assert stage.run("return document.querySelectorAll('.guide').length") == 2
    assert stage.run("return getComputedStyle(document.body).backgroundImage") == "none"


def test_it_fades_out_with_the_stream_and_comes_back_with_what_is_true_then(stage: Stage) -> None:
    moving(stage)
    stage.watch()
    port = stage.house.serving.port
    stage.house.serving.close()
    stage.wait(lambda: stage.run("return getComputedStyle(document.querySelector('main')).opacity") == "0")
    stage.house.air(replace(hand(), felt=replace(hand().felt, board=cards("Ts 8h 3d 5c As"))))
    stage.house.serving = stage.house.open(port)
    stage.run(WATCH)
    stage.wait(lambda: stage.run("return document.querySelectorAll('.fm-board .suit-s').length") == 2)
    assert stage.run("return window.moved") == []
    stage.wait(lambda: stage.run("return getComputedStyle(document.querySelector('main')).opacity") == "1")


WATCH = """
    window.moved = [];
    const plain = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      window.moved.push(this.className);
      return plain.apply(this, how);
    };"""


def test_a_reload_replays_nothing_and_a_new_card_is_seen_coming(stage: Stage) -> None:
    moving(stage)
    added = stage.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    try:
        for _ in range(2):
            stage.watch()
            assert stage.run("return window.moved") == []
            assert stage.run("return document.getAnimations().length") == 0
            assert "€45.00" in stage.words(), "one snapshot is enough"
        stage.house.air(replace(hand(), felt=replace(hand().felt, board=cards("Ts 8h 3d 5c As"))))
        stage.wait(lambda: stage.run("return window.moved"))
        assert stage.run("return window.moved") == ["tile suit-s"]
    finally:
        stage.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


@pytest.mark.parametrize("theme", THEMES)
def test_four_times_the_pixels_are_the_same_picture(stage: Stage, theme: str) -> None:
    boxes = """return [...document.querySelectorAll(".fm:not(.off)")].map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return [left, top, width, height]; }).flat()"""
    measured = []
    for size in SIZES[:2]:
        stage.watch(f"theme={theme}", size)
        found = stage.run(boxes)
        assert isinstance(found, list)
        assert found
        measured.append(found)
    small, large = measured
    assert large == pytest.approx([2 * value for value in small], abs=4)


def test_obs_may_lay_its_style_into_this_page_and_no_other(stage: Stage) -> None:
    inject = """const style = document.createElement('style');
        style.textContent = 'body { outline: 7px solid rgb(1, 2, 3) }';
        document.head.append(style);
        return getComputedStyle(document.body).outlineWidth"""
    stage.watch()
    assert stage.run(inject) == "7px"
    stage.visit("/table?lang=en")
    assert stage.run(inject) != "7px"
    stage.driver.get_log("browser")  # the refusal


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda path: path.name.removesuffix(".ograf.json"))
def test_a_widget_lives_as_an_ograf_graphic(stage: Stage, manifest: Path) -> None:
    told: dict[str, Any] = json.loads(manifest.read_text("utf-8"))
    data = {name: field["default"] for name, field in told["schema"]["properties"].items()}
    jsonschema.validate(data, told["schema"])
    stage.visit("/table?lang=en")  # a page that knows nothing of widgets
    life = stage.driver.execute_async_script(LIFE, f"/static/widgets/{told['main']}", data)
    assert life["fault"] is None
    done = {name: answer["statusCode"] for name, answer in life["answers"].items()}
    assert done == {
        "load": 200,
        "play": 200,
        "update": 200,
        "custom": 400,
        "stop": 200,
        "again": 200,
        "end": 200,
        "dispose": 200,
    }
    assert life["answers"]["play"]["currentStep"] == 0
    assert life["answers"]["end"]["currentStep"] is None, "past its only step it ends"
    assert life["seen"] == {"load": False, "play": True, "stop": False, "again": True, "end": False}
    assert life["styled"], "it brings its style sheet along"
    assert life["left"] == 0
    assert stage.driver.get_log("browser") == []


LIFE = """
    const [main, data, done] = arguments, answers = {}, seen = {};
    const run = async () => {
      const { default: Graphic } = await import(main);
      customElements.define("ograf-test", Graphic);
      const graphic = document.createElement("ograf-test");
      document.body.append(graphic);
      const look = (name) => { seen[name] = graphic.getClientRects().length > 0; };
      const resolution = { width: 1920, height: 1080 };
      answers.load = await graphic.load({ data, renderType: "realtime", renderCharacteristics: { resolution } });
      look("load");
      answers.play = await graphic.playAction({});
      look("play");
      const styled = getComputedStyle(graphic).fontFamily.includes("Floorman");
      answers.update = await graphic.updateAction({ data, skipAnimation: true });
      answers.custom = await graphic.customAction({ id: "nonsense", payload: {} });
      answers.stop = await graphic.stopAction({ skipAnimation: true });
      look("stop");
      answers.again = await graphic.playAction({ goto: 0, skipAnimation: true });
      look("again");
      answers.end = await graphic.playAction({ delta: 1 });
      look("end");
      graphic.remove();
      answers.dispose = await graphic.dispose({});
      return { styled, left: graphic.childNodes.length };
    };
    run().then((more) => done({ fault: null, answers, seen, ...more }),
      (fault) => done({ fault: String(fault), answers, seen }));"""


def test_every_widget_has_a_manifest_and_is_fed_what_it_says(stage: Stage) -> None:
    schemas = {
        f"fm-{told.name.removesuffix('.ograf.json').replace('_', '-')}": json.loads(told.read_text())["schema"]
        for told in MANIFESTS
    }
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    fed = set()
    stage.watch()
    for scene in SCENES:
        stage.air(scene)
        for kind, data in stage.run(
            "return [...document.querySelectorAll('.fm:not(.off)')].map((one) => [one.constructor.kind, one.data])"
        ):  # type: ignore[attr-defined]
            jsonschema.validate({name: value for name, value in data.items() if value is not None}, schemas[kind])
            fed.add(kind)
    assert fed == set(schemas)


def test_a_manifest_says_what_ograf_asks_for() -> None:
    assert len(MANIFESTS) == 11
    identities = set()
    for path in MANIFESTS:
        told = json.loads(path.read_text("utf-8"))
        assert told["$schema"] == "https://ograf.ebu.io/v1/specification/json-schemas/graphics/schema.json"
        assert {"id", "name", "main", "supportsRealTime", "supportsNonRealTime"} <= set(told)
        assert (path.parent / told["main"]).is_file()
        assert told["supportsNonRealTime"] is False, "no widget has goToTime"
        identities.add(told["id"])
    assert len(identities) == len(MANIFESTS)


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_places_every_layer_once_and_names_its_variables(theme: str) -> None:
    manifest = json.loads((STATIC / "themes" / f"{theme}.theme.json").read_text("utf-8"))
    css = (STATIC / "themes" / f"{theme}.css").read_text("utf-8")
    known = {path.name.removesuffix(".ograf.json") for path in MANIFESTS} - {"seat"} | {"seats"}
    for shape in ("wide", "tall"):
        placed = [layer for layers in manifest["zones"][shape].values() for layer in layers]
        assert sorted(placed) == sorted(known), f"{theme} {shape}"
    assert set(re.findall(r"^  (--fm-[\w-]+):", css, re.MULTILINE)) == set(manifest["variables"])
    assert manifest["id"] == theme
    defaults = (STATIC / "widgets" / "widgets.css").read_text("utf-8")
    assert all(f"{name}:" in defaults for name in manifest["variables"]), "a variable that no widget has does nothing"
    assert set(manifest["name"]) == set(manifest["description"]) == {"de", "en"}
