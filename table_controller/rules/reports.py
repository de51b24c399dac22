"""What a person may report at a table, since no sensor sees it: notes, and what is called out of a seat's chips."""

from table_controller.records.rulebook import Response, Rulebook
from table_controller.rules.notes import NOTES, forbidden
from table_controller.rules.stacks import TOLD


def reportable(book: Rulebook) -> tuple[tuple[str, str], ...]:
    """By the event that says so (``note``, ``announced``), the codes that this house would answer."""
    told = (*(("note", code) for code in NOTES if forbidden(code, book)), *(("announced", what) for what in TOLD))
    return tuple(
        (event, code)
        for event, code in told
        if code in book.clauses and book.clauses[code].response is not Response.IGNORE
    )
