"""The night after an event, whatever the rules think of it. An illegal act is data: the night follows it.

One function per type of event, none of which can fail: what cannot be followed leaves the night as it was.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import (
    Announced,
    BetsCollected,
    BoardCardDealt,
    ButtonPlaced,
    CardBurned,
    CardExposed,
    CardMoved,
    CardsCounted,
    CardsCovered,
    CardsScrambled,
    ChipsBought,
    ChipsCashedOut,
    ChipsMovedIn,
    ChipsTakenBack,
    ClockCalled,
    DeckCut,
    DeckShuffled,
    Declared,
    DrawCard,
    HandEnded,
    HandMixed,
    HandMucked,
    HandPushed,
    HandRequested,
    HandStarted,
    HandTabled,
    HoleCardDealt,
    LevelStarted,
    Objection,
    PotMerged,
    PotPushed,
    SeatAbsent,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    SourceBack,
    SourceGone,
    Ticked,
    ZoneBlocked,
    ZoneRestored,
)
from table_controller.records.hand import Hand
from table_controller.records.night import Move, Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.absence import killed
from table_controller.rules.amounts import Mode, Reading
from table_controller.rules.announcing import spoken
from table_controller.rules.awarding import merged, taken
from table_controller.rules.bet_rulings import unruled
from table_controller.rules.betting_moves import bet_made, bet_moved, folded, taken_back
from table_controller.rules.breaks import told_overrun
from table_controller.rules.cards import burned, exposed_card, hole_card, tabled
from table_controller.rules.claims import objected
from table_controller.rules.clock import call_clock, ticked, timed
from table_controller.rules.closing import left_seat
from table_controller.rules.counting import counted
from table_controller.rules.ending import end_hand, hand_ended
from table_controller.rules.faults import MIXED
from table_controller.rules.hand import changed, hole_count, index_of
from table_controller.rules.leaving import left_for_good
from table_controller.rules.moves import card_moved, scrambled
from table_controller.rules.packs import cut, shuffled
from table_controller.rules.presence import came_back, went
from table_controller.rules.protect import discarded, laid, swept
from table_controller.rules.seating import card_drawn, level_started, level_timed, sat_down, stood_up
from table_controller.rules.seeing import requested
from table_controller.rules.start import start_hand
from table_controller.rules.till import bought, bought_since, cashed, left
from table_controller.rules.undecided import open_question
from table_controller.rules.zones import swept as bets_swept
from table_controller.rules.zones import taken_off, told_off_table

Advance = Callable[[Night, Any, Rulebook, Reading | None], Night]


def _hand(night: Night, hand: Hand) -> Night:
    return changed(night, hand=hand)


# --- the table ----------------------------------------------------------------------------------------------------


def _button_placed(night: Night, event: ButtonPlaced, book: Rulebook, reading: Reading | None) -> Night:
    return changed(night, button=event.seat)


def _level_started(night: Night, event: LevelStarted, book: Rulebook, reading: Reading | None) -> Night:
    return level_started(night, event, book)


def _seat_absent(night: Night, event: SeatAbsent, book: Rulebook, reading: Reading | None) -> Night:
    return went(night, event, book)


def _seat_returned(night: Night, event: SeatReturned, book: Rulebook, reading: Reading | None) -> Night:
    return came_back(night, event)


def _with_stack(night: Night, seat: Seat, stack: int) -> Night:
    others = tuple(pair for pair in night.stacks if pair[0] != seat)
    return changed(night, stacks=tuple(sorted((*others, (seat, Chips(max(0, stack)))))))


def _in_hand(night: Night, seat: Seat) -> bool:
    """Whether the seat's chips are in play now: what it buys then counts from the next hand."""
    return night.hand is not None and not night.hand.settled and index_of(night.hand, seat) is not None


def _seat_taken(night: Night, event: SeatTaken, book: Rulebook, reading: Reading | None) -> Night:
    night = sat_down(night, event)
    if night.hand is not None and event.seat in night.hand.gone and not night.hand.settled:
        return _taken_again(night, event)
    if event.stack is None or _in_hand(night, event.seat):
        return night if event.seat in dict(night.stacks) else _with_stack(night, event.seat, 0)
    brought = max(0, event.stack) - dict(night.stacks).get(event.seat, 0)
    return bought(_with_stack(night, event.seat, event.stack), event.seat, brought)


def _taken_again(night: Night, event: SeatTaken) -> Night:
    """Who comes to a seat that was given up in this hand has chips of its own beside those that still play in it."""
    brought = 0 if event.stack is None else max(0, event.stack) - bought_since(night, event.seat)
    held = dict(night.stacks).get(event.seat, 0)
    return bought(_with_stack(night, event.seat, held + brought), event.seat, brought)


def _seat_left(night: Night, event: SeatLeft, book: Rulebook, reading: Reading | None) -> Night:
    if _in_hand(night, event.seat):
        return left_for_good(night, event.seat, book)
    return left(stood_up(night, event), event.seat)


def _bought(night: Night, event: ChipsBought, book: Rulebook, reading: Reading | None) -> Night:
    amount = max(0, event.amount)
    return bought(_with_stack(night, event.seat, dict(night.stacks).get(event.seat, 0) + amount), event.seat, amount)


def _cashed_out(night: Night, event: ChipsCashedOut, book: Rulebook, reading: Reading | None) -> Night:
    return cashed(night, event.seat, event.amount)


def _card_moved(night: Night, event: CardMoved, book: Rulebook, reading: Reading | None) -> Night:
    after = card_moved(night, event, book, reading)
    return after if after.hand is None else _hand(after, taken_off(after.hand, event))


def _hand_mixed(night: Night, event: HandMixed, book: Rulebook, reading: Reading | None) -> Night:
    """Of one card too many nobody can say any more which it is (001 R6-3)."""
    hand, index = night.hand, index_of(night.hand, event.seat) if night.hand is not None else None
    if hand is None or index is None or len(hand.players[index].cards) <= hole_count(hand):
        return night
    return _hand(night, changed(hand, faults=(*hand.faults, (MIXED, event.seat))))


# --- the betting --------------------------------------------------------------------------------------------------


def _moved(night: Night, event: Declared | ChipsMovedIn, book: Rulebook, reading: Reading | None) -> Night:
    hand = night.hand
    if hand is None or reading is None:
        return night
    if isinstance(event, Declared) and "clock_called" in reading.marks:
        return call_clock(night, event, book)
    if not hand.chips_seen and isinstance(event, ChipsMovedIn) and reading.mode is not Mode.POST:
        hand = changed(hand, chips_seen=True)
    return bet_made(night, hand, event, reading, book)


def _taken_back(night: Night, event: ChipsTakenBack, book: Rulebook, reading: Reading | None) -> Night:
    hand = night.hand
    if hand is None:
        return night
    uncalled = hand.to_act is None and bool(night.incidents) and open_question(night, hand) is not None
    return changed(night, hand=taken_back(hand, event, book, uncalled=uncalled), latest=(event,))


def _covered(night: Night, event: CardsCovered, book: Rulebook, reading: Reading | None) -> Night:
    hand = night.hand
    if hand is None or index_of(hand, event.seat) is None or event.seat in hand.conduct.covered:
        return night
    conduct = replace(hand.conduct, covered=(*hand.conduct.covered, event.seat))
    return _hand(night, changed(hand, conduct=conduct))


def _collected(night: Night, event: BetsCollected, book: Rulebook, reading: Reading | None) -> Night:
    return bets_swept(night, event)


def _cards_in(night: Night, event: HandMucked | HandPushed, book: Rulebook, reading: Reading | None) -> Night:
    hand = night.hand
    if hand is None:
        return night
    # Cards in the muck are folded, in turn or not; pushed forward they can still be given back.
    if reading is not None and not (isinstance(event, HandMucked) and reading.mode is Mode.EARLY):
        move = Move(event.seat, event.at, hand) if reading.mode is Mode.ACT else night.move
        return changed(night, hand=left_seat(bet_moved(hand, reading, book), event), move=move)
    if isinstance(event, HandPushed):
        return _hand(night, left_seat(hand, event))
    hand = discarded(hand, event, book)
    dead = swept(night, event, book)
    return dead if dead is not None else _hand(night, left_seat(folded(hand, event.seat), event))


def _clock_called(night: Night, event: ClockCalled, book: Rulebook, reading: Reading | None) -> Night:
    return call_clock(night, event, book)


def _ticked(night: Night, event: Ticked, book: Rulebook, reading: Reading | None) -> Night:
    return told_off_table(told_overrun(ticked(night, event.at, book), event.at, book), event.at, book)


# --- the end ------------------------------------------------------------------------------------------------------


def _pot_pushed(night: Night, event: PotPushed, book: Rulebook, reading: Reading | None) -> Night:
    return taken(unruled(night), event, book)


def _card_drawn(night: Night, event: DrawCard, book: Rulebook, reading: Reading | None) -> Night:
    return card_drawn(night, event)


# --- sensors ------------------------------------------------------------------------------------------------------


def _blocked(night: Night, event: ZoneBlocked, book: Rulebook, reading: Reading | None) -> Night:
    return _hidden(changed(night, blocked=night.blocked | {event.zone}), event.zone)


def _restored(night: Night, event: ZoneRestored, book: Rulebook, reading: Reading | None) -> Night:
    return changed(night, blocked=night.blocked - {event.zone})


def _source_gone(night: Night, event: SourceGone, book: Rulebook, reading: Reading | None) -> Night:
    return _hidden(changed(night, lost=night.lost | {event.source or "source"}), "source")


def _source_back(night: Night, event: SourceBack, book: Rulebook, reading: Reading | None) -> Night:
    return changed(night, lost=night.lost - {event.source or "source"})


def _hidden(night: Night, zone: str) -> Night:
    hand = night.hand
    return night if hand is None else _hand(night, changed(hand, view_blocked=hand.view_blocked | {zone}))


def _start(night: Night, event: HandStarted, book: Rulebook, reading: Reading | None) -> Night:
    after = start_hand(end_hand(night, book), event, book)
    after = changed(after, open_seats=(), pause=None) if after.open_seats or after.pause else after
    return level_timed(after, event.at)


ADVANCE: Mapping[type, Advance] = MappingProxyType(
    {
        ButtonPlaced: _button_placed,
        LevelStarted: _level_started,
        SeatTaken: _seat_taken,
        SeatLeft: _seat_left,
        SeatAbsent: _seat_absent,
        SeatReturned: _seat_returned,
        ChipsBought: _bought,
        ChipsCashedOut: _cashed_out,
        CardsCounted: counted,
        DeckShuffled: shuffled,
        DeckCut: cut,
        HandStarted: _start,
        HoleCardDealt: hole_card,
        CardBurned: burned,
        BoardCardDealt: laid,
        CardExposed: exposed_card,
        CardMoved: _card_moved,
        HandMixed: _hand_mixed,
        CardsScrambled: scrambled,
        Declared: _moved,
        ChipsMovedIn: _moved,
        ChipsTakenBack: _taken_back,
        BetsCollected: _collected,
        CardsCovered: _covered,
        ClockCalled: _clock_called,
        Ticked: _ticked,
        HandMucked: _cards_in,
        HandPushed: _cards_in,
        HandTabled: tabled,
        HandRequested: requested,
        Objection: objected,
        PotPushed: _pot_pushed,
        PotMerged: merged,
        Announced: spoken,
        DrawCard: _card_drawn,
        HandEnded: hand_ended,
        ZoneBlocked: _blocked,
        ZoneRestored: _restored,
        SourceGone: _source_gone,
        SourceBack: _source_back,
    }
)
"""What each type of event does to the night; types not named change nothing but the time."""
_FOLLOWS = dict(ADVANCE)


def advance(night: Night, event: Any, book: Rulebook, reading: Reading | None) -> Night:
    """The night after *event*."""
    follow = _FOLLOWS.get(type(event))
    after = night if follow is None else follow(night, event, book, reading)
    if (after.away or after.penalties) and isinstance(event, HoleCardDealt):
        after = killed(night, after, event, book)
    return timed(after, event.at, book)
