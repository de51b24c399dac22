"""Faults of what comes from outside. An illegal poker action is not among them: it is data."""

import re

_NO_CONTROLS = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029), " ")
"""What ends a line, or would move a terminal's cursor and colour its letters: a file may be called so."""
_SECRET = re.compile(r"(?<=//)[^/\s]+@")
"""User and password in an address."""


def one_line(text: str) -> str:
    """Return *text* as a terminal shows it in one line, whatever the files it names are called."""
    return text.translate(_NO_CONTROLS)


def as_told(text: str) -> str:
    """Return *text* as it may be told: whoever has a camera's password sees the table, hole cards and all."""
    return _SECRET.sub("", text)


class BadInput(Exception):
    """Input that cannot be used: one line naming file, place and what was expected.

    ``str(error)`` is that line; the command prints it and exits with 2.
    """

    def __init__(self, file: str, place: str, expected: str) -> None:
        self.file, self.place, self.expected = file, place, expected
        super().__init__(one_line(": ".join(part for part in (file, place, expected) if part)))


class SourceFailed(Exception):
    """A camera, board or port that cannot be opened at start; the command exits with 3."""
