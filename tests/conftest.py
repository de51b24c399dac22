"""What all tests share."""

import os
from pathlib import Path

import pytest

_SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of pictures and hands beside the project; its absence fails in CI and skips elsewhere."""
    if not _SHARED.is_dir():
        if os.environ.get("CI"):
            pytest.fail("the shared folder beside the checkout is missing; CI must not skip what reads it")
        pytest.skip("no shared folder beside the checkout: real pictures and hands are not here")
    return _SHARED
