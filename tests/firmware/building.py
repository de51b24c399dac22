"""Builds the firmware, and says what is missing for it."""

import fcntl
import os
import shutil
import subprocess
from pathlib import Path

import pytest

_FIRMWARE = Path(__file__).parents[2] / "firmware"
_LOCK = _FIRMWARE.parent / "build" / "firmware.lock"
_HEADERS = {
    "doctest-dev": "/usr/include/doctest/doctest.h",
    "libsimavr-dev": "/usr/include/simavr/sim_avr.h",
    "libelf-dev": "/usr/include/libelf.h",
}
_PROGRAMS = {"g++": "g++", "make": "make", "gcc-avr": "avr-g++", "cppcheck": "cppcheck", "clang-tidy": "clang-tidy"}


def needs(*packages: str) -> None:
    """Skip the test, or in CI fail it, unless these Debian packages are here."""
    here = {
        **{package: shutil.which(program) is not None for package, program in _PROGRAMS.items()},
        **{package: Path(header).exists() for package, header in _HEADERS.items()},
        "avr-libc": Path("/usr/lib/avr/include/avr/io.h").exists(),
    }
    missing = [package for package in packages if not here[package]]
    if missing and os.environ.get("CI"):
        pytest.fail(f"CI must not skip the firmware's tests; missing Debian packages: {' '.join(missing)}")
    if missing:
        pytest.skip(f"the firmware is not tested here; type: sudo apt-get install {' '.join(missing)}")


def make(*targets: str) -> str:
    """Run the firmware's own Makefile; what it said."""
    done = subprocess.run(["make", "-C", _FIRMWARE, *targets], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(*targets: str) -> None:
    """Make what several tests use: one build at a time, as tests run beside each other."""
    _LOCK.parent.mkdir(exist_ok=True)
    with _LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        make(*targets)
