"""The firmware's own tests, its fuzzer and what the linters say; and that the image keeps within its budget."""

import re
import subprocess
from pathlib import Path

import pytest
from boards import BUILD
from building import build, make, needs

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built() -> None:
    """The unit tests and the fuzzer, with the sanitizers for addresses and undefined behaviour."""
    needs("g++", "make", "doctest-dev")
    build("tests")


def test_the_unit_tests_pass(built: None) -> None:
    done = subprocess.run([BUILD / "tests"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    cases = re.search(r"test cases: +(\d+)", done.stdout)
    assert cases
    assert int(cases[1]) >= 27


@pytest.mark.parametrize("seed", [1, 2])
def test_no_bytes_break_the_decoder_or_the_board(built: None, seed: int) -> None:
    done = subprocess.run([BUILD / "fuzz", "20000", str(seed)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "20000 rounds\n"


def test_the_linters_say_nothing() -> None:
    needs("make", "cppcheck", "clang-tidy", "gcc-avr", "avr-libc", "libsimavr-dev", "libelf-dev")
    make("lint")


@pytest.mark.parametrize(
    "place", ["core/buttons.cpp", "hal_avr/memory.cpp", "hal_native/native_device.cpp", "sim/cable.cpp"]
)
def test_the_linters_look_at_every_folder(place: str) -> None:
    needs("make")
    commands = make("--dry-run", "lint").splitlines()
    assert sum(place in command for command in commands if "clang-tidy" in command) == 1
    assert sum(place.split("/")[0] in command.split() for command in commands if "cppcheck" in command) == 1


def test_the_image_keeps_within_its_budget_and_a_larger_one_is_refused(image: Path) -> None:
    script = [str(Path(__file__).parents[2] / "firmware" / "budget.sh"), str(image)]
    fine = subprocess.run(["sh", *script, "131072", "4915"], capture_output=True, text=True, check=False)
    assert fine.returncode == 0
    flash, ram = map(int, re.findall(r"(\d+) of \d+ bytes", fine.stdout))
    for budget in ((flash - 1, ram), (flash, ram - 1)):
        assert subprocess.run(["sh", *script, *map(str, budget)], capture_output=True, check=False).returncode == 1
    assert subprocess.run(["sh", *script, str(flash), str(ram)], capture_output=True, check=False).returncode == 0


def test_a_missing_package_skips_with_the_line_to_type_and_fails_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda program: None if program == "avr-g++" else f"/usr/bin/{program}")
    monkeypatch.delenv("CI", raising=False)
    needs("g++", "make")
    with pytest.raises(pytest.skip.Exception, match=r"type: sudo apt-get install gcc-avr$"):
        needs("g++", "gcc-avr")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"CI must not skip the firmware's tests; missing .* gcc-avr$"):
        needs("g++", "gcc-avr")
