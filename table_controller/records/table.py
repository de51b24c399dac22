"""What outlives a hand beside stacks and button: the pack, the seats, the level, who is away."""

from dataclasses import dataclass

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat


@dataclass(frozen=True, slots=True)
class Pack:
    """What the night knows of its pack of cards, and of how it was prepared for the deal to come."""

    counted: bool | None = None
    """Whether it was right when it was last looked through; None: nobody has (000 OPENING-a)."""
    told: frozenset[str] = frozenset()
    """What this table's sources tell at all: ``shuffle``, ``cut``, ``cut_card``; what nobody tells, nobody can miss.
    ``opening``: the pack was shuffled for the first draw before players' eyes."""
    ready: frozenset[str] = frozenset()
    """Which of it was told for the deal to come."""


@dataclass(frozen=True, slots=True)
class Away:
    """A seat whose player is not at the table, since when (ns), and whether it was said that this takes too long."""

    seat: Seat
    since: int
    overran: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """A general break: which (``break``, ``dinner``), since when (ns; 0: it begins after the running hand)."""

    kind: str
    since: int = 0
    overran: bool = False


@dataclass(frozen=True, slots=True)
class Level:
    """A blind level as it was started."""

    number: int
    at: int
    small_blind: Chips
    big_blind: Chips
    ante: Chips
    stood: int = 0
    """For how long (ns) its clock has stood: before the first hand, in breaks, and while the floor held it."""
    stands: int | None = None
    """Since when (ns) it stands; None while it runs."""


@dataclass(frozen=True, slots=True)
class Account:
    """What a seat got from the bank so far (buy-ins, rebuys, add-ons), what it handed back, what it took along."""

    seat: Seat
    bought: Chips = Chips(0)
    cashed: Chips = Chips(0)
    taken: Chips = Chips(0)
    """Taken from the table when its player left, and not handed back yet."""


@dataclass(frozen=True, slots=True)
class Seating:
    """What the night knows of its seats, of the draw for the button, and of the blind levels."""

    draws: tuple[tuple[Seat, Card], ...] = ()
    """Cards drawn since the last hand, in order (K07)."""
    draw_called: bool = False
    """Somebody said that the button is drawn now."""
    newcomers: tuple[Seat, ...] = ()
    """Seats taken since the last hand, at a table that has played."""
    assigned: tuple[Seat, ...] = ()
    """Seats that seat cards assigned and nobody has taken yet (001 §3.1)."""
    levels: tuple[Level, ...] = ()
    """The level that runs, and the one before it."""
    held: bool = False
    """The floor holds the clock of the levels."""
    shuffled_at: int | None = None
    """The first shuffle since the last hand."""
