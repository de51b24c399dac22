"""The help page: where people find help with gambling, and what the law says about a game at home and about filming it.

The numbers are data (``help.toml``) with the day on which somebody checked them. The page needs no script.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask

from web_overlay.gate import Audience, audience

_NUMBERS = Path(__file__).with_name("help.toml")


def numbers() -> dict[str, Any]:
    """``checked_on`` (a date) and ``line``: for each country its name, number, site, and what to know of it."""
    return tomllib.loads(_NUMBERS.read_text(encoding="utf-8"))


def add_help(app: Flask, page: Callable[..., str]) -> None:
    """Add ``/help`` to *app*; *page* renders a template in the reader's language."""
    told = numbers()

    @app.get("/help")
    @audience(Audience.PUBLIC)
    def help_page() -> str:
        return page("help.html", checked_on=told["checked_on"], lines=told["line"])
