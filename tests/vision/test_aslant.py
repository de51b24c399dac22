"""A photograph taken far aslant: the farthest cards are two thirds as long as the nearest, and lie across."""

from pathlib import Path

import numpy as np

from vision.arrays import floats
from vision.localise import overlap
from vision.pictures import open_picture
from vision.reader import CardReader

FARTHEST = {
    "Ad": [(304, 80), (433, 88), (417, 197), (273, 189)],
    "7c": [(618, 68), (735, 68), (774, 167), (640, 167)],
    "6c": [(905, 150), (1024, 208), (961, 300), (820, 228)],
}
"""Where their corners lie, looked up by eye; of the six of clubs the picture's edge cuts one off."""
NEARER = {"Qs", "9s", "Th", "Ac", "4s"}


def test_cards_far_from_the_camera_are_outlined_where_they_lie(reader: CardReader, shared: Path) -> None:
    read = reader.read(open_picture(shared / "data/ee326-single-cards/8card_slight.jpg"), with_chips=False)
    outlines = {str(card.card): floats(card.quad) for card in read.cards}
    assert outlines.keys() == NEARER | FARTHEST.keys()
    for name, corners in FARTHEST.items():
        assert overlap(outlines[name], np.float32(corners)) > 0.9, name
