"""Words and chips of one action: which of them came first, and what the action is then (K34; TDA 40-A)."""

from dataclasses import replace
from typing import NamedTuple

from table_controller.records.chips import Chips
from table_controller.records.events import ChipsMovedIn, Declared
from table_controller.records.hand import Hand
from table_controller.records.night import Move, Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading
from table_controller.rules.betting_moves import bet_moved
from table_controller.rules.hand import changed, index_of, setting, whole, with_player
from table_controller.rules.look import Found
from table_controller.rules.reading import read

_MS = 1_000_000


class Priority(NamedTuple):
    """The night as it is once words or chips that came late, or were told late, have found their place."""

    night: Night
    late: Found | None = None


def chips_first(words_at: int, chips_at: int, book: Rulebook) -> bool:
    """Whether the chips touched down before the words, or so close that the house lets the chips decide.

    000 BG:ANSAGE: words must come clearly first; 001 §4.3.27: before the touch-down; TDA 40-A: of what comes at the
    same time, clear words win. Events without a time stand in the order they came.
    """
    if not words_at or not chips_at:
        return False
    exact = setting(book, "declaration.priority", "first_in_time") == "before_chip_contact"
    span = 0 if exact else whole(book, "declaration.simultaneity_ms", 300) * _MS
    if setting(book, "declaration.simultaneous", "action") == "declaration":
        return chips_at < words_at - span
    return chips_at <= words_at + span


def words_first(words_at: int, chips_at: int, book: Rulebook) -> bool:
    """Whether words that were told after the chips had been said before they touched down."""
    return bool(words_at and chips_at) and words_at < chips_at and not chips_first(words_at, chips_at, book)


def placed(night: Night, hand: Hand, event: ChipsMovedIn | Declared, book: Rulebook) -> Priority | None:
    """The night in which *event* is judged where words and chips of one action met; None where nothing changes."""
    said_at = hand.conduct.said_at
    if said_at and hand.to_act == event.seat and isinstance(event, ChipsMovedIn):
        return _before_words(night, hand, event, said_at, book)
    move = night.move
    if move is None or move.seat != event.seat or hand.last_actor != event.seat or not nothing_since(hand, move):
        return None
    if isinstance(event, ChipsMovedIn) and move.action and chips_first(move.at, event.at, book):
        return _chips_decide(night, hand, event, move, book)
    if isinstance(event, Declared) and move.amount and not move.action and words_first(event.at, move.at, book):
        return _words_decide(night, hand, event, move, book)
    return None


def nothing_since(hand: Hand, move: Move) -> bool:
    """Whether nothing was played since *move*, so that the hand before it can be taken up again."""
    before = move.before
    return (
        hand.id == before.id
        and hand.actions == before.actions + 1
        and (len(hand.board), len(hand.burns)) == (len(before.board), len(before.burns))
    )


def _late(event: ChipsMovedIn, words: str) -> Found:
    return Found("late_declaration", event.seat, f"{words} with the chips", "words before the chips")


def _before_words(night: Night, hand: Hand, event: ChipsMovedIn, said_at: int, book: Rulebook) -> Priority | None:
    """ "Raise" without an amount: it came too late if the chips touched down first (Q-L4)."""
    index = index_of(hand, event.seat)
    if index is None or not chips_first(said_at, event.at, book):
        return None
    words = hand.players[index].declared or "words"
    silent = changed(
        with_player(hand, index, changed(hand.players[index], declared=None)),
        conduct=replace(hand.conduct, said_at=0),
    )
    return _unless_same(night, hand, silent, event, words, book)


def _chips_decide(night: Night, hand: Hand, event: ChipsMovedIn, move: Move, book: Rulebook) -> Priority | None:
    """The words were taken for the action; the chips were there first."""
    silent = changed(move.before, faults=hand.faults)
    reading = read(changed(night, hand=silent, move=None), event, book)
    index = index_of(hand, event.seat)
    if reading is None or index is None or reading.to == hand.players[index].bet:
        return None
    return Priority(changed(night, hand=silent, move=None), _late(event, move.action))


def _unless_same(
    night: Night, spoken: Hand, silent: Hand, event: ChipsMovedIn, words: str, book: Rulebook
) -> Priority | None:
    """Chips that say the same as the words leave nothing to decide."""
    with_words = read(changed(night, hand=spoken), event, book)
    without = changed(night, hand=silent)
    if _says(with_words) == _says(read(without, event, book)):
        return None
    return Priority(without, _late(event, words))


def _says(reading: Reading | None) -> tuple[object, ...]:
    return () if reading is None else (reading.mode, reading.kind, reading.to)


def _words_decide(night: Night, hand: Hand, event: Declared, move: Move, book: Rulebook) -> Priority | None:
    """The chips were taken for the action; the words had been said before, and are only told now."""
    spoken = changed(night, hand=changed(move.before, faults=hand.faults), move=None)
    words = read(spoken, event, book)
    if words is None or spoken.hand is None or words.mode not in (Mode.ACT, Mode.WAIT):
        return None
    said = bet_moved(spoken.hand, words, book)
    chips = ChipsMovedIn(seat=move.seat, amount=move.amount, chips=move.chips, at=move.at)
    again = Move(move.seat, event.at, spoken.hand, event.action, event.amount or Chips(0))
    paid = read(changed(night, hand=said, move=again), chips, book)
    if paid is None:
        return None
    after = changed(night, hand=bet_moved(said, paid, book), move=again)
    against = "declaration_action_mismatch" in paid.marks
    measured, required = f"chips of {move.amount} after {event.action}", f"{event.action} stands"
    return Priority(after, Found(paid.marks[0], event.seat, measured, required) if against else None)
