"""What people enter: rulings, corrections, what no sensor sees; and what they say with buttons. Never dropped."""

from collections.abc import Iterator
from dataclasses import replace

from table_controller.fusion.community import burn_declared
from table_controller.fusion.dealing import DOUBT
from table_controller.fusion.explain import busy_until
from table_controller.fusion.felt import PACE, Felt, Waiting, changed
from table_controller.fusion.hands import begin_hand, confirms, end_hand, start_over
from table_controller.fusion.mucking import before_words
from table_controller.fusion.sweeping import before_action, settle_falls, settle_pot
from table_controller.fusion.telling import tell
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import (
    Announced,
    Certainty,
    ClockCalled,
    DeckCut,
    DeckShuffled,
    Declared,
    Event,
    RulingMade,
    RulingUndone,
)
from table_controller.records.layout import Layout, ZoneKind
from table_controller.records.observations import ButtonPress, ManualEntry, Observation, Press, RulingEntered, Verdict

_POSTS = (Press.POST_SMALL_BLIND, Press.POST_BIG_BLIND)


def heard(felt: Felt, seq: int, pressed: ButtonPress, layout: Layout) -> Felt:
    """*felt* after a press, which waits if another seat was at it first: its chips are seen only once they rest."""
    if felt.presses or _waits(felt, pressed, layout):
        return changed(felt, presses=(*felt.presses, Waiting(seq, pressed)))
    return _press(felt, seq, pressed, layout)


def settle_presses(felt: Felt, layout: Layout, *, before_chips: bool = False) -> Felt:
    """*felt* with the presses told that need not wait; *before_chips*: up to those whose own chips have come."""
    seats = {rise.seat for rise in felt.rises}
    last = max((i for i, waiting in enumerate(felt.presses) if _seat(waiting) in seats), default=-1)
    while felt.presses and (last >= 0 if before_chips else not _waits(felt, felt.presses[0].observation, layout)):
        first, last = felt.presses[0], last - 1
        felt = changed(felt, presses=felt.presses[1:])
        if isinstance(first.observation, ButtonPress):
            felt = _press(felt, first.seq, first.observation, layout)
    return felt


def _seat(waiting: Waiting) -> Seat | None:
    return waiting.observation.seat if isinstance(waiting.observation, ButtonPress) else None


def _waits(felt: Felt, pressed: Observation, layout: Layout) -> bool:
    until = _wait(felt, pressed, layout)
    return until is not None and felt.now < until


def _wait(felt: Felt, pressed: Observation, layout: Layout) -> int | None:
    """Until when a press of a seat waits for the hands that were over other bets or the muck before it."""
    if not isinstance(pressed, ButtonPress) or pressed.seat is None:
        return None
    zones = {z.name for z in layout.zones if z.kind in (ZoneKind.BET, ZoneKind.MUCK) and z.seat != pressed.seat}
    busy = busy_until(felt, zones, pressed.at)
    # A camera this slow may not even see the hands that come and go.
    return busy if felt.pace == PACE else max(busy or 0, pressed.at + felt.pace)


def due(felt: Felt, layout: Layout) -> Iterator[int]:
    """When the first press that waits has waited long enough."""
    for waiting in felt.presses[:1]:
        until = _wait(felt, waiting.observation, layout)
        yield felt.now if until is None else max(felt.now, until)


def _press(felt: Felt, seq: int, pressed: ButtonPress, layout: Layout) -> Felt:
    """*felt* after a button or key was pressed."""
    match pressed.press:
        case Press.NEW_HAND:
            if confirms(felt):
                return changed(felt, pressed=True)
            return start_over(_concluded(felt, seq, layout), seq, pressed.source)
        case Press.HAND_OVER:
            if felt.hand is None:
                return felt
            return end_hand(_concluded(felt, seq, layout), (seq,), pressed.source, Certainty.DECLARED)
        case Press.BURN:
            return burn_declared(felt, seq, pressed, layout)
        case Press.SHUFFLE | Press.CUT | Press.CLOCK | Press.FLOOR:
            return tell(felt, _of_dealer(pressed, seq), at=pressed.at)
        case _:
            return _of_seat(felt, seq, pressed, layout)


def _concluded(felt: Felt, seq: int, layout: Layout) -> Felt:
    """*felt* with what still waited told first: the hand it belongs to is over."""
    return felt if felt.hand is None else settle_pot(settle_falls(felt, layout, final=True), seq)


def _of_dealer(pressed: ButtonPress, seq: int) -> Event:
    """What a key says that anybody may press: the dealer, or a seat."""
    by = "dealer" if pressed.seat is None else str(pressed.seat)
    match pressed.press:
        case Press.SHUFFLE:
            return DeckShuffled(source=pressed.source, because=(seq,), certainty=Certainty.DECLARED)
        case Press.CUT:
            return DeckCut(source=pressed.source, because=(seq,), certainty=Certainty.DECLARED)
        case Press.CLOCK:
            return ClockCalled(by=by, source=pressed.source, because=(seq,), certainty=Certainty.DECLARED)
        case _:
            return Announced(
                what=pressed.press.value,
                by=by,
                seat=pressed.seat,
                source=pressed.source,
                because=(seq,),
                certainty=Certainty.DECLARED,
            )


def _of_seat(felt: Felt, seq: int, pressed: ButtonPress, layout: Layout) -> Felt:
    seat = pressed.seat or _poster(felt, pressed.press)
    if seat is None:
        return tell(felt, _of_dealer(pressed, seq), at=pressed.at)
    own = pressed.seat is not None
    felt = before_words(before_action(felt, layout, {seat}), layout, seat, pressed.press.value)
    if felt.hand is None and pressed.press in _POSTS:
        felt = begin_hand(felt, (seq,), pressed.source, Certainty.DECLARED)
    return tell(
        felt,
        Declared(
            seat=seat,
            action=pressed.press.value,
            amount=None if pressed.amount is None or pressed.amount < 0 else Chips(pressed.amount),
            source=pressed.source,
            because=(seq,),
            certainty=Certainty.DECLARED if own else Certainty.INFERRED,
            confidence=1.0 if own else DOUBT,
        ),
        at=pressed.at,
    )


def _poster(felt: Felt, press: Press) -> Seat | None:
    """Whose blind the dealer's key most likely means: next after the button with chips; of two, the button's first.

    Where the button is not known, nobody's. The house may see it otherwise: what follows is told with doubt.
    """
    seats = [seat for seat, stack in felt.stacks if stack > 0]
    if press not in _POSTS or felt.button is None or len(seats) < 2:
        return None
    after = sorted(seats, key=lambda seat: (seat <= (felt.button or 0), seat))
    if len(seats) == 2 and felt.button in seats:
        after.reverse()
    return after[_POSTS.index(press)]


def ruled(felt: Felt, seq: int, entered: RulingEntered) -> Felt:
    """*felt* after a ruling was entered: accepted, another remedy, dismissed (``none``) or taken back.

    Which remedy an incident proposes fusion does not know: a ruling that names none is the floor's own (``floor``).
    """
    if entered.verdict is Verdict.UNDO:
        undone = RulingUndone(
            ruling=entered.incident, source=entered.source, because=(seq,), certainty=Certainty.DECLARED
        )
        return tell(felt, undone)
    remedy = "none" if entered.verdict is Verdict.DISMISS else entered.remedy or "floor"
    return tell(
        felt,
        RulingMade(
            incident=entered.incident,
            remedy=remedy,
            by=entered.by,
            choice=entered.choice,
            cards=entered.cards,
            amounts=entered.amounts,
            source=entered.source,
            because=(seq,),
            certainty=Certainty.DECLARED,
        ),
    )


def stated(felt: Felt, seq: int, entry: ManualEntry) -> Felt:
    """*felt* after a person stated an event; it is told as it was entered, as DECLARED."""
    event = replace(entry.event, source=entry.source, because=(seq,), certainty=Certainty.DECLARED)
    return tell(felt, event)
