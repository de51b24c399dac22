"""Who collected what: from the record where it says so, otherwise as the cards in it decide."""

import warnings
from collections.abc import Iterable, Mapping
from decimal import Decimal

from table_controller.hands.money import Money, chips
from table_controller.hands.phh import Phh
from table_controller.records import Chips, Seat

Won = dict[Seat, Chips]


def awards(
    hand: Phh,
    unit: Decimal,
    stacks: Mapping[Seat, Chips],
    paid: Mapping[Seat, int],
    returned: tuple[Seat, int] | None,
) -> Won:
    """What each seat collects, in units; empty if the record ends before it is decided.

    *stacks* are those before the award, *paid* what each seat has in the pot, *returned* the last bet nobody called.
    ``finishing_stacks`` decide first, then ``winnings`` (after rake), then the cards.
    """
    if hand.finishing is not None:
        ends = zip(stacks, hand.finishing, strict=True)
        return _positive((seat, chips(end, unit) - stacks[seat]) for seat, end in ends)
    if hand.winnings is not None:
        won = {seat: int(chips(amount, unit)) for seat, amount in zip(stacks, hand.winnings, strict=True)}
        # Some rooms count the uncalled bet as won. It went back already.
        if returned is not None and sum(won.values()) == sum(paid.values()) + returned[1]:
            won[returned[0]] -= returned[1]
        return _positive(won.items())
    return _by_cards(hand, unit, stacks)


def _positive(row: Iterable[tuple[Seat, int]]) -> Won:
    return {seat: Chips(amount) for seat, amount in row if amount > 0}


def _by_cards(hand: Phh, unit: Decimal, stacks: Mapping[Seat, Chips]) -> Won:
    """PokerKit's replay decides; nothing is won where it cannot, or the hand is not over."""
    from pokerkit import HandHistory  # 0.3 s to import, and few records need it

    def whole(row: tuple[Money, ...]) -> list[int]:
        return [chips(number, unit) for number in row]

    history = HandHistory(
        variant={"texas": "NT", "omaha": "PO"}[hand.game],
        antes=whole(hand.antes),
        blinds_or_straddles=whole(hand.blinds),
        min_bet=chips(hand.min_bet, unit),
        starting_stacks=whole(hand.stacks),
        actions=list(hand.actions),
        parse_value=lambda text: chips(Decimal(text), unit),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a fouled deck in the record is the referee's business, not a warning's
        try:
            *_, last = history
        except ValueError:
            return {}
    if last.status:
        return {}
    return _positive((seat, end - stacks[seat]) for seat, end in zip(stacks, last.stacks, strict=True))
