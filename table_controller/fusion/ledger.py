"""What an event changes in fusion's own books: stacks, button, level, the running hand. No rule is asked."""

from dataclasses import fields, replace

from table_controller.fusion.felt import Felt, changed
from table_controller.fusion.undoing import Books, noted, turned
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import (
    ButtonPlaced,
    ChipsBought,
    ChipsCashedOut,
    ChipsMovedIn,
    ChipsTakenBack,
    Corrected,
    Declared,
    Event,
    HandEnded,
    HandStarted,
    LevelStarted,
    PotPushed,
    SeatLeft,
    SeatTaken,
)
from table_controller.records.happened import is_entry


def follow(felt: Felt, event: Event) -> Felt:
    """*felt* with the books as they stand after *event*."""
    if isinstance(event, Corrected) and event.what == "undo":
        return _taken_back(felt, event.value)
    if is_entry(event):
        pages, entries = turned(felt.pages, felt.entries, _books(felt), event.at)
        return _after(changed(felt, pages=pages, entries=entries), event)
    return _after(changed(felt, pages=noted(felt.pages, event)) if felt.pages else felt, event)


def _books(felt: Felt) -> Books:
    return Books(*(getattr(felt, field.name) for field in fields(Books)))


def _taken_back(felt: Felt, number: str) -> Felt:
    """*felt* with the books as if its last entry had never been; another number is another entry's."""
    if not felt.pages or str(felt.pages[-1].number) != number:
        return felt
    *pages, last = felt.pages
    felt = changed(felt, pages=tuple(pages), cleared=None, reopened=True, **last.books.fields())
    for event in last.since:
        felt = follow(felt, event)
    return felt


def _after(felt: Felt, event: Event) -> Felt:
    match event:
        case HandStarted():
            return _opened(felt, event)
        case HandEnded():
            return _closed(felt)
        case PotPushed():
            return changed(add(_staked(felt, -event.amount), event.seat, event.amount), decided=True, reopened=False)
        case ButtonPlaced():
            return changed(felt, button=event.seat)
        case LevelStarted():
            small, big = _whole(event.small_blind), _whole(event.big_blind)
            return changed(felt, level=event.level, small_blind=small, big_blind=big, ante=_whole(event.ante))
        case Declared(action="fold"):
            return felt if event.seat in felt.folds else changed(felt, folds=(*felt.folds, event.seat))
        case _:
            return _money(felt, event)


def _money(felt: Felt, event: Event) -> Felt:
    match event:
        case ChipsMovedIn():
            return add(_staked(felt, event.amount), event.seat, -event.amount)
        case ChipsTakenBack():
            return add(_staked(felt, -event.amount), event.seat, event.amount)
        case ChipsCashedOut():
            return add(felt, event.seat, -event.amount)
        case ChipsBought():
            return add(felt, event.seat, event.amount)
        case SeatTaken():
            return _put(felt, event.seat, event.stack or 0)
        case SeatLeft():
            return changed(felt, stacks=tuple(pair for pair in felt.stacks if pair[0] != event.seat))
        case Corrected():
            return _corrected(felt, event)
        case _:
            return felt


def stack_of(felt: Felt, seat: Seat) -> Chips | None:
    """What *seat* has behind by the books, or None if nothing was ever entered for it."""
    return dict(felt.stacks).get(seat)


def add(felt: Felt, seat: Seat, amount: int) -> Felt:
    """*felt* with *amount* more behind *seat*; a stack never falls below nothing."""
    return _put(felt, seat, (stack_of(felt, seat) or 0) + amount)


def _staked(felt: Felt, amount: int) -> Felt:
    """*felt* with *amount* more staked in this hand and not yet pushed to anybody."""
    return changed(felt, staked=felt.staked + amount)


def _put(felt: Felt, seat: Seat, amount: int) -> Felt:
    return changed(felt, stacks=tuple(sorted({**dict(felt.stacks), seat: _whole(amount)}.items())))


def _whole(amount: int) -> Chips:
    return Chips(max(0, amount))


def _corrected(felt: Felt, event: Corrected) -> Felt:
    try:
        value = int(event.value)
    except ValueError:
        return felt
    if event.what == "stack" and event.seat is not None:
        sure = tuple(seat for seat in felt.unsure if seat != event.seat)
        return _put(changed(felt, unsure=sure), event.seat, value)
    if event.what == "button":
        return changed(felt, button=Seat(value))
    return felt


def _opened(felt: Felt, event: HandStarted) -> Felt:
    """A new hand: what lay unexplained belongs to the old one and is no longer asked about."""
    return changed(
        felt,
        hand=event.hand,
        hands=felt.hands + 1,
        dealt=False,
        decided=False,
        cleared=None,
        reopened=False,
        folds=(),
        board=(),
        missing=(),
        tags=tuple(tag for tag in felt.tags if tag.present and not tag.told),
        laid=(),
        last_dealt=None,
        rises=(),
        falls=(),
        pot_in=(),
        pot_out=(),
        carried=Chips(0),
        staked=0,
        touches=(),
    )


def _closed(felt: Felt) -> Felt:
    """Chips that still lie in the bet zones are accounted for: they are no bets of the next hand.

    If not all that was staked was seen to go to somebody, no stack is sure until a person counts it.
    """
    unsure = tuple(seat for seat, _ in felt.stacks) if felt.staked else felt.unsure
    piles = tuple(pile if pile.bettor is None else replace(pile, won=pile.worth) for pile in felt.piles)
    return changed(felt, hand=None, pressed=False, cleared=None, reopened=False, early=(), piles=piles, unsure=unsure)
