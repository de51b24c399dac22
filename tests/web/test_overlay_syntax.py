"""The overlay's scripts and styles keep to what OBS's browsers know: OBS 30 has Chromium 103."""

import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "web_overlay" / "static"
TARGET = "chrome103"
SCRIPTS = sorted(STATIC.glob("overlay*.js")) + sorted((STATIC / "widgets").glob("*.js"))
STYLES = [
    STATIC / "overlay.css",
    *sorted((STATIC / "widgets").glob("*.css")),
    *sorted((STATIC / "themes").glob("*.css")),
]

NEWER_CALLS = re.compile(
    r"\.(toSorted|toReversed|toSpliced|with|isWellFormed|checkVisibility|intersection|union|difference)\("
    r"|\b(withResolvers|groupBy|fromAsync|startViewTransition|Promise\.try|Iterator\.|scheduler\.)"
)
NEWER_STYLES = re.compile(
    r":has\(|@container|@scope|@starting-style|color-mix\(|light-dark\(|oklch\(|\b\d+(cqw|cqh|dvh|svh|lvh)\b|text-wrap:"
    r"|(?<![\w-])(translate|rotate|scale):|:popover-open|anchor-name|linear\("
)


@pytest.fixture(scope="module")
def esbuild() -> str:
    found = shutil.which("esbuild")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("esbuild is missing; CI must not skip what old browsers cannot read")
        pytest.skip("no esbuild on this machine (Debian: esbuild)")
    return found


def written(esbuild: str, text: str, kind: str, target: str) -> str:
    """*text* as esbuild writes it for *target*; what the target cannot read is written otherwise or refused."""
    command = [esbuild, f"--loader={kind}", f"--target={target}", *(["--format=esm"] if kind == "js" else [])]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def followed(path: Path, found: set[Path]) -> set[Path]:
    """*path* and every script it imports."""
    if path not in found:
        found.add(path)
        for name in re.findall(r'from "(\./[^"]+|\.\./[^"]+)"', path.read_text("utf-8")):
            followed((path.parent / name).resolve(), found)
    return found


def page() -> list[Path]:
    return sorted(followed((STATIC / "overlay.js").resolve(), set()))


def test_the_page_is_all_of_these() -> None:
    assert set(SCRIPTS) <= {*page()}
    assert STATIC / "live.js" in page()


@pytest.mark.parametrize("path", page(), ids=lambda path: path.name)
def test_a_script_needs_no_newer_browser(esbuild: str, path: Path) -> None:
    text = path.read_text("utf-8")
    assert written(esbuild, text, "js", TARGET) == written(esbuild, text, "js", "esnext")
    assert NEWER_CALLS.search(text) is None


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_a_style_needs_no_newer_browser(esbuild: str, path: Path) -> None:
    text = path.read_text("utf-8")
    assert written(esbuild, text, "css", TARGET) == written(esbuild, text, "css", "esnext")
    assert (found := NEWER_STYLES.search(text)) is None, found


def test_newer_syntax_is_noticed(esbuild: str) -> None:
    newer = "const strip = (text) => /[\\p{L}--[a-z]]/v.test(text);"
    assert written(esbuild, newer, "js", TARGET) != written(esbuild, newer, "js", "esnext")
    assert NEWER_CALLS.search("const [first] = list.toSorted();")
    assert NEWER_STYLES.search(".zone:has(.fm) { color: red }")
    assert NEWER_STYLES.search(".zone { translate: 0 1em }")
    assert not NEWER_STYLES.search(".zone { transform: translate(0, 1em); font-size: calc(1rem * var(--scale)) }")


def test_the_letters_are_those_that_the_licence_page_names() -> None:
    told = re.findall(r"`([\w-]+\.woff2)` \| `(\w{64})`", (STATIC / "fonts" / "README.md").read_text("utf-8"))
    assert {name: hashlib.sha256((STATIC / "fonts" / name).read_bytes()).hexdigest() for name, _ in told} == dict(told)
    assert {name for name, _ in told} == {path.name for path in (STATIC / "fonts").glob("*.woff2")}
    assert "SIL OPEN FONT LICENSE" in (STATIC / "fonts" / "OFL.txt").read_text("utf-8")


def test_the_widgets_folder_stands_by_itself() -> None:
    """It can be taken into any OGraf renderer: no widget imports what lies outside of it."""
    folder = STATIC / "widgets"
    for path in folder.glob("*.js"):
        assert {found.parent for found in followed(path.resolve(), set())} == {folder.resolve()}, path.name


def test_suits_and_amounts_are_drawn_and_written_in_one_place_for_pages_and_widgets() -> None:
    scripts = [path.read_text("utf-8") for path in STATIC.rglob("*.js")]
    outlines = [outline for text in scripts for outline in re.findall(r'"(M[\d.]+ [^"]{20,})"', text)]
    assert len(outlines) == len(set(outlines)) >= 4
    assert sum(text.count('style: "currency"') for text in scripts) == 1
