"""A hand as PHH, written by pokerkit, which every reader of the format follows."""

from collections.abc import Iterator
from decimal import Decimal

from table_controller.hands.phh import GAMES
from table_controller.hands.played import Cards, Played
from table_controller.records import Chips, Seat
from table_controller.records.player import Street

_STREETS = (Street.PREFLOP, Street.FLOP, Street.TURN, Street.RIVER)
_VARIANTS = {game: variant for variant, game in GAMES.items()}


def phh(hand: Played, number: int, unit: Decimal) -> str | None:
    """*hand* as the *number*-th table of a ``.phhs`` file; None if the format does not know the game.

    Incidents, for which the format has no word, stand in the user field ``_incidents``.
    """
    from pokerkit import HandHistory  # 0.3 s to import

    variant = _VARIANTS.get((hand.game, hand.limit))
    if variant is None:
        return None

    def row(amounts: tuple[Chips, ...]) -> list[int]:
        return [_number(amount, unit) for amount in amounts]

    players = len(hand.seats)
    history = HandHistory(
        variant=variant,
        antes=row((hand.ante,) * players),
        # With two players the format lists the button's blind first.
        blinds_or_straddles=row(hand.blinds[::-1] if players == 2 else hand.blinds),
        min_bet=_number(hand.big_blind, unit),
        starting_stacks=row(hand.start),
        actions=list(_actions(hand, unit)),
        hand=_plain(hand.name),
        seats=list(hand.seats),
        finishing_stacks=row(hand.end),
        winnings=row(hand.won),
        user_defined_fields={"_incidents": [_plain(code) for code in hand.incidents]} if hand.incidents else {},
    )
    return f"[{number}]\n{history.dumps()}\n\n"


def _number(amount: Chips, unit: Decimal) -> int:
    """*amount* in money. pokerkit writes a ``Decimal`` as it stands; its hints only say ``int``."""
    value = (amount * unit).normalize()
    return int(value) if value == value.to_integral_value() else value  # type: ignore[return-value]


def _plain(text: str) -> str:
    """*text* without what would need escaping, which pokerkit does not do."""
    return "".join(c for c in text if c.isprintable() and c not in "'\"\\")[:200]


def _actions(hand: Played, unit: Decimal) -> Iterator[str]:
    name = {seat: f"p{index}" for index, seat in enumerate(hand.seats, start=1)}
    hidden = "????????" if hand.game == "omaha" else "????"
    yield from (f"d dh {player} {hidden}" for player in name.values())
    told = False
    for number, street in enumerate(_STREETS):
        if street is not Street.PREFLOP and (cards := hand.opened(street)):
            # When nobody can bet any more the format has the hands opened before the rest of the board.
            if not told and not any(act.street in _STREETS[number:] for act in hand.acts):
                told = True
                yield from _shown(hand, name)
            yield f"d db {_cards(cards)}"
        for act in hand.street(street):
            match act.verb:
                case "fold":
                    yield f"{name[act.seat]} f"
                case "bet" | "raise":
                    yield f"{name[act.seat]} cbr {_number(act.to, unit)}"
                case _:
                    yield f"{name[act.seat]} cc"
    if not told:
        yield from _shown(hand, name)


def _shown(hand: Played, name: dict[Seat, str]) -> Iterator[str]:
    yield from (f"{name[seat]} sm {_cards(cards)}" for seat, cards in hand.shown if seat in name)
    yield from (f"{name[seat]} sm" for seat in hand.mucked if seat in name)


def _cards(cards: Cards) -> str:
    return "".join("??" if card is None else str(card) for card in cards)
