"""What is said of the board in the docs and the udev rule is what the program knows."""

import re
from pathlib import Path

from table_controller.board.discovery import BOARDS, CLONES
from table_controller.board.words import WORDS

_DOCS = Path(__file__).parents[2] / "docs"


def test_the_udev_rule_names_the_ports_that_are_looked_at_and_no_others() -> None:
    rules = (_DOCS / "99-floorman-board.rules").read_text()
    found = re.findall(r'ATTRS\{idVendor\}=="(\w+)", ATTRS\{idProduct\}=="([\w|]+)", GOTO="floorman_board"', rules)
    named = {(int(vendor, 16), int(product, 16)) for vendor, products in found for product in products.split("|")}
    assert named == BOARDS | CLONES
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rules


def test_every_word_of_the_menu_is_told() -> None:
    told = (_DOCS / "board.md").read_text().split("## A board that is none")[1].split("## Captures")[0]
    rows = " ".join(line.split("|")[1] for line in told.splitlines() if line.startswith("| `"))
    for word in (*WORDS.split(", "), "wait"):
        assert f"`{word.split()[0]}" in rows, word


def test_it_is_said_that_nothing_was_tried_on_a_real_board() -> None:
    assert "Verified in emulation only" in (_DOCS / "board.md").read_text()
    assert "Nobody has built this yet" in (_DOCS / "wiring.md").read_text()
