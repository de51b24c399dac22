"""The looks of the broadcast overlay: a style sheet and a manifest each, in ``static/themes``."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_THEMES = Path(__file__).parent / "static" / "themes"
DEFAULT = "edge"


@dataclass(frozen=True, slots=True)
class Theme:
    """One look: ``manifest`` is its JSON, which tells the page where every layer stands (``docs/overlay.md``)."""

    id: str
    manifest: str


def themes() -> Mapping[str, Theme]:
    """Every theme that is there, by id: the file's name before ``.theme.json``."""
    paths = sorted(_THEMES.glob("*.theme.json"))
    return {theme.id: theme for theme in (_read(path) for path in paths)}


def _read(path: Path) -> Theme:
    manifest = json.loads(path.read_text("utf-8"))
    return Theme(path.name.removesuffix(".theme.json"), json.dumps(manifest, ensure_ascii=False))
