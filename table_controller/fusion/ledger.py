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
    DeckShuffled,
    Declared,
    Event,
    HandEnded,
    HandStarted,
    LevelStarted,
    PotPushed,
    SeatLeft,
    SeatTaken,
    StubShuffled,
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


def same_books(bare: Felt, felt: Felt) -> Felt:
    """*bare*, a felt of another layout, with the books of *felt*: hand, stacks, level, and what can be taken back.

    The cards and chips that its sensors saw are seen anew.
    """
    known = _books(felt).fields() | {"board": ()}
    return changed(bare, **known, pages=felt.pages, entries=felt.entries, numbered=felt.numbered)


def _books(felt: Felt) -> Books:
    return Books(*(getattr(felt, field.name) for field in fields(Books)))


def _taken_back(felt: Felt, number: str) -> Felt:
    """*felt* with the books as if its last entry had never been; another number is another entry's."""
    if not felt.pages or str(felt.pages[-1].number) != number:
        return felt
    *pages, last = felt.pages
    felt = changed(felt, pages=tuple(pages), cleared=None, reopened=True, **last.books.fields())
    for event in last.since:
        felt = felt if _ends_nothing(felt, event) else follow(felt, event)
    return felt


def _ends_nothing(felt: Felt, event: Event) -> bool:
    """Whether *event* is an end that nobody said, of a hand that nothing decides any more: its push was taken back."""
    return isinstance(event, HandEnded) and event.source is None and not felt.decided


def _after(felt: Felt, event: Event) -> Felt:
    match event:
        case HandStarted():
            return _opened(felt, event)
        case HandEnded():
            return _closed(felt)
        case PotPushed():
            return _pushed(felt, event)
        case DeckShuffled() | StubShuffled():
            return changed(felt, hidden=(), aside=())  # what was missed may be dealt again
        case ButtonPlaced():
            return changed(felt, button=event.seat)
        case LevelStarted():
            small, big = _whole(event.small_blind), _whole(event.big_blind)
            return changed(felt, level=event.level, small_blind=small, big_blind=big, ante=_whole(event.ante))
        case Declared(action="fold"):
            return felt if event.seat in felt.folds else changed(felt, folds=(*felt.folds, event.seat))
        case _:
            return _money(felt, event)


def _pushed(felt: Felt, event: PotPushed) -> Felt:
    """More than was seen staked goes to nobody: whose chips that were the books do not know, and say so at the end."""
    given = min(event.amount, max(0, felt.staked))
    return changed(_played(felt, event.seat, given, -event.amount), decided=True, reopened=False)


def _played(felt: Felt, seat: Seat, amount: int, staked: int) -> Felt:
    """*felt* with *amount* more behind *seat*, unless its player took the stack along, and *staked* more in the hand.

    A seat that was given up plays on in the referee's books alone.
    """
    felt = changed(felt, staked=felt.staked + staked)
    return felt if seat in felt.gone else add(felt, seat, amount)


def _money(felt: Felt, event: Event) -> Felt:
    match event:
        case ChipsMovedIn():
            return _played(felt, event.seat, -event.amount, event.amount)
        case ChipsTakenBack():
            return _played(felt, event.seat, event.amount, -event.amount)
        case ChipsCashedOut():
            return add(felt, event.seat, -event.amount)
        case ChipsBought():
            return add(_back(felt, event.seat), event.seat, event.amount)
        case SeatTaken():
            return _put(_back(felt, event.seat), event.seat, event.stack or 0)
        case SeatLeft():
            stacks = tuple(pair for pair in felt.stacks if pair[0] != event.seat)
            return changed(felt, stacks=stacks, gone=(*_back(felt, event.seat).gone, event.seat))
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


def _back(felt: Felt, seat: Seat) -> Felt:
    """*felt* with somebody at *seat* again."""
    return changed(felt, gone=tuple(one for one in felt.gone if one != seat)) if seat in felt.gone else felt


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
        hidden=(),
        aside=(),
        mucked=(),
        tags=tuple(tag for tag in felt.tags if tag.present and not tag.told),
        laid=(),
        last_dealt=None,
        rises=(),
        falls=(),
        pot_in=(),
        pot_out=(),
        carried=Chips(0),
        staked=0,
        gone=(),
        touches=(),
    )


def _closed(felt: Felt) -> Felt:
    """Chips that still lie in the bet zones are accounted for: they are no bets of the next hand.

    If not all that was staked was seen to go to somebody, no stack is sure until a person counts it.
    """
    unsure = tuple(seat for seat, _ in felt.stacks) if felt.staked else felt.unsure
    piles = tuple(pile if pile.bettor is None else replace(pile, won=pile.worth) for pile in felt.piles)
    return changed(
        felt,
        hand=None,
        pressed=False,
        cleared=None,
        over_at=felt.now,
        reopened=False,
        early=(),
        piles=piles,
        unsure=unsure,
    )
