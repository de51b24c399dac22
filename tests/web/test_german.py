"""One German for all that people read: the house rulebooks' words, and nobody is addressed as *du* or *Sie*."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOSING = {
    r"\b(Ge|ge|ver)passt\b|\b(Hat|hat|foldet|Platz \{\}) passt\b|\"passt\"|\bPassen\b": "gefoldet (000, 001)",
    r"\b[Dd]u\b|(?<!-)\b[Dd]ein(e[mnrs]?)?\b|\b[Dd]ich\b": "no address: say what is done",
    r"\b(Sie|Ihnen)\b(?! (läuft|steht|stehen|brach|bleibt|gilt))|\bIhr(e[mnrs]?)?\b": "no address: say what is done",
    r"\b[Dd]ie Leitung\b|\bSpielleit": "die Turnierleitung (001)",
    r"\bBurns\b(?=[^\n]*[äöüß])|zu den Burns": "Burnkarten (001)",
    r"\bNebenpot|\bSidepot|\bSide-Pot": "Side Pot (000)",
    r"\bBrennkarte|\bWettrunde|\bBietrunde": "Burnkarte, Setzrunde",
    r"\bim Journal\b|\bwesentlichen Aktion": "im Protokoll; nennenswert gehandelt",
}
SOURCES = [
    *(path for folder in ("table_controller", "web_overlay") for path in (ROOT / folder).rglob("*.py")),
    *(ROOT / "table_controller" / "rulebooks").rglob("*.toml"),
    *(path for kind in ("*.js", "*.html", "help.toml") for path in (ROOT / "web_overlay").rglob(kind)),
    *(ROOT / "table_controller" / "audit").glob("*.html"),
]


def losing(text: str) -> list[str]:
    """What *text* says otherwise than the houses do."""
    return [
        f"{found[0]!r}, expected {better}" for words, better in LOSING.items() for found in re.finditer(words, text)
    ]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_source_keeps_to_the_houses_words(path: Path) -> None:
    assert losing(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "words",
    [
        *("Gepasst", 'Text("passt", "folds")', "Du bist dran", "bis Sie es löschen", "Das Recht Ihres Landes"),
        *("die Leitung entscheidet", "Karte zu den Burns", "Nebenpot 1", "bis zu einer wesentlichen Aktion"),
    ],
)
def test_a_losing_word_is_noticed(words: str) -> None:
    assert losing(words)


def test_words_that_only_look_like_it_are_left_alone() -> None:
    assert not losing("Chips passen nicht zur Ansage. Die Aufzeichnung: Sie läuft noch. Er verpasste nichts.")
