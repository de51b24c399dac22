"""A small line plot as SVG, so that nothing needs to be installed for it."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 360, 60, 46, 20, 130
COLOURS = ("#1b6ca8", "#c0392b", "#2e8b57", "#8e5bb5")


@dataclass(frozen=True, slots=True)
class Line:
    """One curve: its name and its points, from left to right."""

    name: str
    points: tuple[tuple[float, float], ...]


def plotted(lines: Sequence[Line], across: str, up: str) -> str:
    """The SVG of *lines*, both axes from zero."""
    most_x = max(x for line in lines for x, _ in line.points)
    most_y = _round_up(max(y for line in lines for _, y in line.points))

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            LEFT + x / most_x * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - y / most_y * (HEIGHT - BOTTOM - TOP),
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for step in range(6):
        value = most_y * step / 5
        (x, y), (end, _) = place(0, value), place(most_x, value)
        parts.append(f'<path d="M{x:.1f} {y:.1f}H{end:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    for value in sorted({x for line in lines for x, _ in line.points}):
        x, y = place(value, 0)
        parts.append(f'<text x="{x:.1f}" y="{y + 16:.1f}" text-anchor="middle">{value:g}</text>')
    x, y = place(most_x / 2, 0)
    parts.append(f'<text x="{x:.1f}" y="{y + 36:.1f}" text-anchor="middle">{across}</text>')
    parts.append(f'<text x="{LEFT}" y="{TOP - 7}">{up}</text>')
    for line, colour in zip(lines, COLOURS, strict=False):
        curve = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in line.points)
        parts.append(f'<polyline points="{curve}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = place(*line.points[-1])
        parts.append(f'<text x="{x + 8:.1f}" y="{y + 4:.1f}" fill="{colour}">{line.name}</text>')
    return "\n".join((*parts, "</svg>")) + "\n"


def _round_up(most: float) -> float:
    """The next of 10, 20, 50, 100, …: each divides into five neat parts."""
    power = 10.0
    while True:
        for factor in (1, 2, 5):
            if factor * power >= most:
                return factor * power
        power *= 10
