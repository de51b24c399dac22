"""Pictures of errors, and a page to look through them."""

import html
from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Picture, levels
from vision.drawing import drawn
from vision.outcomes import RIGHT, WRONG, Measured, Outcome

LARGEST, SMALLEST = 1600, 160
RED, CYAN = (30, 30, 230), (220, 190, 0)
MOST_LINES = 30

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 1300px; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; } th, td { border: 1px solid #bbb; padding: .2rem .6rem; }
th { text-align: left; background: #f2f2ee; }
.errors { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 1rem; }
figure { margin: 0; } figure img { width: 100%; } figcaption { font-size: 13px; overflow-wrap: anywhere; }
.wrong { color: #b00020; font-weight: 600; }
"""


def picture_of(measured: Measured, bad: Sequence[Outcome]) -> Picture:
    """Return the picture with what was read drawn in, what is not right outlined, and a line for each such outcome."""
    copy = drawn(measured.picture, measured.reading)
    thick = max(1, round(max(copy.shape[:2]) / 500))
    for outcome in bad:
        if outcome.outline is not None:
            corners = np.round(outcome.outline).astype(np.int32)
            cv2.polylines(copy, [corners], True, RED if outcome.verdict == WRONG else CYAN, thick, cv2.LINE_AA)
    long = max(copy.shape[:2])
    scale = min(1.0, LARGEST / long) if long > SMALLEST else 4.0
    method = cv2.INTER_AREA if scale <= 1 else cv2.INTER_CUBIC
    small = levels(cv2.resize(copy, None, fx=scale, fy=scale, interpolation=method))
    for line, outcome in enumerate(bad[:MOST_LINES], 1):
        for ink, width in (((255, 255, 255), 4), (RED, 1)):
            cv2.putText(small, said(outcome), (6, 18 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, width, cv2.LINE_AA)
    return small


def said(outcome: Outcome) -> str:
    """Return one outcome in a line: "123,456 Qh -> not read"."""
    return f"{outcome.place} {outcome.expected} -> {outcome.got or outcome.verdict}".strip()


def page(figures: str, pictures: Sequence[tuple[str, str, Sequence[Outcome]]]) -> str:
    """Return the page: the *figures*, then for each set its *pictures*: (set, file, outcomes); wrong ones first."""
    parts = [_html_of(figures)]
    for name in dict.fromkeys(name for name, _, _ in pictures):
        mine = [(file, [o for o in outcomes if o.verdict != RIGHT]) for of, file, outcomes in pictures if of == name]
        mine.sort(key=lambda one: -sum(outcome.verdict == WRONG for outcome in one[1]))
        shown = "".join(_figure(file, bad) for file, bad in mine)
        parts.append(f'<h2>{html.escape(name)}: {len(mine)} pictures</h2><div class="errors">{shown}</div>')
    head = f'<meta charset="utf-8"><title>What the card reader got wrong</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>\n'


def _figure(file: str, bad: Sequence[Outcome]) -> str:
    lines = [
        f'<span class="wrong">{html.escape(said(one))}</span>' if one.verdict == WRONG else html.escape(said(one))
        for one in bad
    ]
    path = html.escape(file)
    return (
        f'<figure><a href="{path}"><img loading="lazy" src="{path}" alt=""></a>'
        f"<figcaption>{html.escape(file.rpartition('/')[2])}<br>{'<br>'.join(lines)}</figcaption></figure>"
    )


def _html_of(figures: str) -> str:
    """Return our own tables and sentences, written in markdown, as HTML."""
    parts = []
    for block in figures.split("\n\n"):
        lines = block.splitlines()
        if block.startswith("|"):
            rows = [[html.escape(cell.strip()) for cell in line.strip("|").split("|")] for line in lines]
            head = "".join(f"<th>{cell}</th>" for cell in rows[0])
            body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows[2:])
            parts.append(f"<table><tr>{head}</tr>{body}</table>")
        else:
            parts.append(f"<p>{html.escape(block.replace('**', ''))}</p>")
    return "".join(parts)
