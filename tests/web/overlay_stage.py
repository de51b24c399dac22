"""The overlay before a browser, at the moments of ``overlay_scenes``."""

from collections.abc import Callable
from dataclasses import replace

from house import House, Screen
from overlay_scenes import between, crowd, hand, shown, waiting
from selenium import webdriver

from table_controller.views import OverlayView, Views

SCENES: dict[str, Callable[[], OverlayView]] = {
    "hand": hand,
    "shown": shown,
    "between": between,
    "waiting": waiting,
    "crowd": crowd,
}
THEMES = ("edge", "strip", "minimal")
SIZES = ((1920, 1080), (3840, 2160), (1080, 1920))


class Broadcast(House):
    """A served table whose overlay shows what the test wants."""

    def __init__(self) -> None:
        self.overlay = hand()
        super().__init__()

    def latest(self) -> Views:
        return replace(super().latest(), overlay=self.overlay)

    def air(self, overlay: OverlayView) -> None:
        self.overlay, self.revision = overlay, self.revision + 1


class Stage(Screen):
    """A browser on the overlay."""

    house: Broadcast

    def __init__(self, driver: webdriver.Chrome, house: Broadcast) -> None:
        super().__init__(driver, house)

    def watch(self, options: str = "", size: tuple[int, int] = (1920, 1080), lang: str = "en") -> None:
        self.visit(f"/overlay?lang={lang}&{options}", *size)
        self.driver.execute_async_script("const done = arguments[0]; document.fonts.ready.then(() => done())")

    def air(self, scene: str) -> None:
        """Show *scene* and wait until it stands there."""
        self.house.air(SCENES[scene]())
        self.wait(lambda: self.run("return document.body.dataset.revision") == str(self.house.revision))

    def words(self) -> list[str]:
        """Every text on the screen."""
        found = self.run(
            """const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), out = [];
            for (let node; (node = walk.nextNode());)
              if (node.data.trim() && node.parentElement.getClientRects().length)
                out.push(node.data.trim().replace(/\\s+/g, ' '));
            return out;"""
        )
        assert isinstance(found, list)
        return [str(words) for words in found]

    def on_air(self) -> set[str]:
        """Kinds of the widgets that can be seen."""
        found = self.run("return [...document.querySelectorAll('.fm:not(.off)')].map((one) => one.constructor.kind)")
        assert isinstance(found, list)
        return {str(kind).removeprefix("fm-") for kind in found}
