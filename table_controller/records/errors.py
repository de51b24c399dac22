"""Faults of what comes from outside. An illegal poker action is not among them: it is data."""


class BadInput(Exception):
    """Input that cannot be used: one line naming file, place and what was expected.

    ``str(error)`` is that line; the command prints it and exits with 2.
    """

    def __init__(self, file: str, place: str, expected: str) -> None:
        self.file, self.place, self.expected = file, place, expected
        super().__init__(": ".join(part for part in (file, place, expected) if part).replace("\n", " "))


class SourceFailed(Exception):
    """A camera, board or port that cannot be opened at start; the command exits with 3."""
