"""What the house says: its parameters by name."""

from table_controller.records.rulebook import Rulebook, Setting


def setting(book: Rulebook, name: str, default: Setting = "") -> Setting:
    """What the house says of the parameter *name*."""
    return book.parameters.get(name, default)


def whole(book: Rulebook, name: str, default: int) -> int:
    """The parameter *name* where it is a number, else *default*."""
    value = book.parameters.get(name, default)
    return value if isinstance(value, int) and not isinstance(value, bool) else default


def percent(book: Rulebook, name: str, default: int) -> int:
    """The fraction *name* in percent, else *default*."""
    value = book.parameters.get(name, default)
    return round(100 * value) if isinstance(value, (int, float)) else default
