"""Money of a record as whole numbers of a smallest unit, and back. Never a float in between."""

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

from table_controller.records import BadInput, Chips

Money = int | Decimal
"""An amount in the record's own money."""

UNITS = tuple(Decimal(unit) for unit in ("1", "0.5", "0.1", "0.05", "0.01", "0.005", "0.001", "0.0005", "0.0001"))
"""What a record's smallest unit may be, largest first."""

_ONE = UNITS[0]

LARGEST = 10**15
"""No amount of a record reaches this; a larger one is no money but an attack on arithmetic."""


def parse_unit(text: str) -> Decimal:
    """The unit that ``--unit`` names, such as ``0.5``; ``BadInput`` unless it is a decimal from 0.0001 to 1000000."""
    try:
        unit = Decimal(text)
    except InvalidOperation:
        unit = Decimal("NaN")
    if not (unit.is_finite() and UNITS[-1] <= unit <= 1_000_000 and unit % UNITS[-1] == 0):
        raise BadInput("--unit", repr(text)[:40], "expected the smallest unit of money, such as 0.5 or 0.01")
    return unit


def amount(value: object) -> Money:
    """*value* of a TOML file as money; ``ValueError`` unless a number from 0 to 10¹⁵ of at most four decimals."""
    if type(value) is int and 0 <= value < LARGEST:
        return value
    if isinstance(value, Decimal) and value.is_finite() and 0 <= value < LARGEST and value % UNITS[-1] == 0:
        return value
    raise ValueError(f"expected an amount from 0 to 10^15 with at most four decimals, got {_short(value)}")


def unit_of(amounts: Iterable[Money]) -> Decimal:
    """The largest unit of ``UNITS`` of which all *amounts* are whole multiples."""
    broken = {number for number in amounts if type(number) is not int}
    return next((unit for unit in UNITS if not any(number % unit for number in broken)), UNITS[-1])


def chips(number: Money, unit: Decimal) -> Chips:
    """*number* in units; ``ValueError`` if it is no whole multiple of *unit*."""
    if type(number) is int and (unit is _ONE or unit == 1):
        return Chips(number)
    if number % unit:
        raise ValueError(f"expected a multiple of the unit {unit}, got {number}")
    return Chips(int(number / unit))


def money(value: Chips, unit: Decimal) -> int | float:
    """*value* units in the record's money, for JSON: whole where it is whole."""
    if unit == 1:
        return value
    number = value * unit
    return int(number) if number == number.to_integral_value() else float(number)


def chips_as_text(value: Chips, unit: Decimal) -> str:
    """*value* units in money as text, exact: ``225``, ``0.5``."""
    return f"{(value * unit).normalize():f}"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) < 40 else text[:37] + "..."
