"""What all tests share."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from selenium import webdriver

# No example is timed: a busy machine is no fault of ours. CI repeats the same examples; new ones are sought elsewhere.
settings.register_profile(
    "steady", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("steady")

_SHARED = Path(__file__).resolve().parents[2] / "shared"


_SLOW = {
    *("test_wheel.py", "test_sensors.py", "test_restart.py", "test_page.py", "test_video.py", "test_lost_sources.py"),
    *(
        "test_browser.py",
        "test_axe.py",
        "test_table_screen.py",
        "test_from_pixels.py",
        "test_nights.py",
        "test_injected_hands.py",
        "test_evaluate.py",
    ),
    *("test_referee_oracle.py", "test_kill.py", "test_codec.py", "test_live_table.py"),
    *("test_overlay.py", "test_overlay_golden.py"),
    *("test_hosted.py", "test_boarding.py", "test_replayed.py"),
    *("test_screen_clocks.py", "test_keyboard.py", "test_cut_line.py"),
}
"""Files of tests that run the whole program, a browser, real pictures or real hands: `make check` leaves them out."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow ones."""
    for item in items:
        if item.path.name in _SLOW:
            item.add_marker("slow")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of pictures and hands beside the project; its absence fails in CI and skips elsewhere."""
    if not _SHARED.is_dir():
        if os.environ.get("CI"):
            pytest.fail("the shared folder beside the checkout is missing; CI must not skip what reads it")
        pytest.skip("no shared folder beside the checkout: real pictures and hands are not here")
    return _SHARED


@contextmanager
def _small_disk(most: int) -> Iterator[None]:
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def small_disk() -> Callable[[int], AbstractContextManager[None]]:
    """While it is entered no file becomes larger than so many bytes, as on a disk that is full."""
    return _small_disk


FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars"),
    *(
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--force-prefers-reduced-motion",
    ),
)


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        if os.environ.get("CI"):
            pytest.fail("chromium and chromium-driver are missing; CI must not skip the screens")
        pytest.skip("no chromium and chromium-driver on this machine")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    profile: Path = tmp_path_factory.mktemp("chromium")
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield started
    started.quit()
