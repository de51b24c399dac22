"""The networks: a fully convolutional localiser, and small classifiers for a whole card and for a card's corner."""

import torch
import torch.nn.functional as functional
from torch import Tensor, nn

from vision import letters
from vision.names import CLASSES

LOCALISER_CHANNELS = 14
"""Interior, border, back; offset to the centre (2); long and short half axis as doubled-angle vectors (4).

Then of indices: inside one; offset to its middle (2); the way from there to the top of the rank (2).
"""
MOST = 16.0
"""How much any hidden cell may say: on most pictures the first layers say half of it, the last ones a tenth.

Without it a reader of cards blew up where it saw a saturated blue, in one crop of 160, up to 10,000 in one cell.
"""
FLAT = 0.05
"""What shows next to nothing has a spread about as small as this, of some 1 that a picture usually has."""


def _block(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    convolution = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.Hardtanh(0.0, MOST, inplace=True))


class Residual(nn.Module):
    """Two convolutions and a way around them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _block(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return functional.hardtanh(x + self.second(self.first(x)), 0.0, MOST)


class Evened(nn.Module):
    """Pictures (n, 3, h, w) -> the same, each with a mean of 0 and a spread of 1, less where it shows next to nothing.

    So a card is the same in the light and in the dark.
    """

    def forward(self, x: Tensor) -> Tensor:
        x = x - x.mean((1, 2, 3), keepdim=True)
        return x / ((x * x).mean((1, 2, 3), keepdim=True).sqrt() + FLAT)


def _residuals(width: int, count: int) -> list[Residual]:
    return [Residual(width) for _ in range(count)]


class Localiser(nn.Module):
    """(n, 3, h, w) -> (n, 14, h/4, w/4); h and w multiples of 32."""

    def __init__(self, widths: tuple[int, int, int, int, int] = (16, 32, 48, 80, 128)) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.entry = _block(3, a, 2)
        self.quarter = nn.Sequential(_block(a, b, 2), _block(b, b))
        self.eighth = nn.Sequential(_block(b, c, 2), _block(c, c))
        self.sixteenth = nn.Sequential(_block(c, d, 2), _block(d, d))
        self.last = nn.Sequential(_block(d, e, 2), Residual(e))
        self.up_sixteenth = _block(e + d, d)
        self.up_eighth = _block(d + c, c)
        self.up_quarter = _block(c + b, 40)
        out = nn.Conv2d(40, LOCALISER_CHANNELS, 1)
        nn.init.constant_(out.bias[:3], -1.0)  # type: ignore[index]
        nn.init.constant_(out.bias[9:10], -3.0)  # type: ignore[index]
        self.head = nn.Sequential(_block(40, 40), out)

    def forward(self, x: Tensor) -> Tensor:
        quarter = self.quarter(self.entry(x))
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        y = self.up_sixteenth(torch.cat([_enlarge(self.last(sixteenth)), sixteenth], 1))
        y = self.up_eighth(torch.cat([_enlarge(y), eighth], 1))
        y = self.up_quarter(torch.cat([_enlarge(y), quarter], 1))
        return self.head(y)  # type: ignore[no-any-return]


def _enlarge(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2, mode="nearest")


class CardReader(nn.Module):
    """(n, 3, 112, 80) upright or upside-down card -> (n, 56 + 8): logits over CLASSES, and where its corners are.

    The last eight are how far each corner is off, in parts of the card.
    """

    def __init__(
        self, widths: tuple[int, int, int, int, int] = (16, 24, 40, 80, 128), deep: int = 1, even: bool = False
    ) -> None:
        """*even*: whether it sees every picture in the same light."""
        super().__init__()
        a, b, c, d, e = widths
        self.body = nn.Sequential(
            *([Evened()] if even else []),
            _block(3, a), _block(a, b, 2), Residual(b), _block(b, c, 2), *_residuals(c, deep),
            _block(c, d, 2), *_residuals(d, deep), _block(d, e, 2), Residual(e),
        )  # fmt: skip
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(e * 7 * 5, len(CLASSES)))
        self.corners = nn.Sequential(nn.Flatten(), nn.Linear(e * 7 * 5, 8))
        nn.init.zeros_(self.corners[1].weight)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> Tensor:
        y = self.body(x)
        return torch.cat([self.head(y), self.corners(y)], 1)


class IndexReader(nn.Module):
    """(n, 3, 64, 48) index, upright -> (n, 14 + 5 + 4) logits: 13 ranks or none, 4 suits or none; and its place.

    The last four are how far off its place is, see rectify.replaced.
    """

    def __init__(self, widths: tuple[int, int, int, int] = (16, 32, 64, 96), deep: int = 1, even: bool = False) -> None:
        """*even*: whether it sees every picture in the same light."""
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(
            *([Evened()] if even else []),
            _block(3, a), _block(a, b, 2), Residual(b), _block(b, c, 2), *_residuals(c, deep),
            _block(c, d, 2), *_residuals(d, deep),
        )  # fmt: skip
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(d * 8 * 6, 14 + 5))
        self.place = nn.Sequential(nn.Flatten(), nn.Linear(d * 8 * 6, 4))
        nn.init.zeros_(self.place[1].weight)  # type: ignore[arg-type]

    def forward(self, x: Tensor) -> Tensor:
        y = self.body(x)
        return torch.cat([self.head(y), self.place(y)], 1)


def second_card() -> CardReader:
    """Return the second reader of cards, 1.7 times the work: what it is asked is in doubt, and seldom."""
    return CardReader((16, 24, 48, 96, 128), deep=2)


def second_index() -> IndexReader:
    """Return the second reader of indices, likewise."""
    return IndexReader((16, 32, 64, 128), deep=2)


def third_card() -> CardReader:
    """Return the third reader of cards, no larger than the first, which sees every card in the same light."""
    return CardReader(even=True)


def third_index() -> IndexReader:
    """Return the third reader of indices, likewise."""
    return IndexReader(even=True)


def fourth_card() -> CardReader:
    """Return the fourth reader of cards, three times the work of the first, in the same light as the third."""
    return CardReader((24, 40, 64, 112, 160), deep=2, even=True)


def fourth_index() -> IndexReader:
    """Return the fourth reader of indices, likewise."""
    return IndexReader((24, 40, 80, 144), deep=2, even=True)


class ButtonReader(nn.Module):
    """(n, 3, 48, 48) -> (n, 2) logits: no dealer button, or one."""

    def __init__(self, widths: tuple[int, int, int, int] = (16, 32, 48, 64)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(
            _block(3, a, 2), _block(a, b), _block(b, c, 2), Residual(c), _block(c, d, 2), Residual(d),
        )  # fmt: skip
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(d * 6 * 6, 2))

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))  # type: ignore[no-any-return]


class LetterReader(nn.Module):
    """(n, 3, 64, 48) index, upright -> (n, 9) logits of what vision/letters.py tells apart."""

    def __init__(self, reader: IndexReader) -> None:
        """*reader*: whose body is the one to begin with."""
        super().__init__()
        self.body = reader.body
        told = reader.head[2].in_features
        assert isinstance(told, int)
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(told, letters.SAID))

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))  # type: ignore[no-any-return]
