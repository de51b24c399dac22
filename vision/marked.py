"""The part of a page that a program writes: between two comments, in a text that people write."""

from pathlib import Path


def write_between(page: Path, mark: str, content: str) -> None:
    """Replace what stands in *page* between the comments *mark* and /*mark*; a page without them is an error."""
    text = page.read_text("utf-8")
    start, end = _comments(mark)
    if text.count(start) != 1 or text.count(end) != 1:
        raise SystemExit(f"{page}: expected one {start} and one {end}")
    page.write_text(between(text, mark, content), "utf-8")


def between(text: str, mark: str, content: str) -> str:
    """Return *text* with what stands between the comments *mark* and /*mark* replaced by *content*."""
    start, end = _comments(mark)
    before, _, rest = text.partition(start)
    _, _, after = rest.partition(end)
    return f"{before}{start}\n{content}\n{end}{after}" if after else text


def _comments(mark: str) -> tuple[str, str]:
    return f"<!-- {mark} -->", f"<!-- /{mark} -->"
