"""``make docs``: writes docs/coverage.md, docs/parameters.md and docs/rules/ anew; says what changed."""

import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(_ROOT / "tests" / "rules"))


def written(root: Path) -> dict[Path, str]:
    """Every generated page: where it lies, and what has to stand there."""
    import coverage_page
    import parameter_page
    import rule_pages

    docs = root / "docs"
    rules = {docs / "rules" / name: text for name, text in rule_pages.pages(root).items()}
    return {docs / "coverage.md": coverage_page.page(root), docs / "parameters.md": parameter_page.page(root), **rules}


def stale(root: Path) -> list[Path]:
    """The pages that do not say what they should, and those of codes that are gone."""
    wanted = written(root)
    old = [path for path in (root / "docs" / "rules").glob("*.md") if path not in wanted]
    return [path for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text] + old


def main() -> None:
    """Writes what is stale."""
    wanted = written(_ROOT)
    (_ROOT / "docs" / "rules").mkdir(exist_ok=True)
    for path in stale(_ROOT):
        if path in wanted:
            path.write_text(wanted[path], "utf-8")
        else:
            path.unlink()
        print(path.relative_to(_ROOT))


if __name__ == "__main__":
    main()
