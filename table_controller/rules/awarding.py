"""Who gets the pot: what the tabled hands say, what was pushed, and how it is put right."""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import PotMerged, PotPushed
from table_controller.records.hand import Hand
from table_controller.records.incidents import Step
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Reading
from table_controller.rules.award import nothing_staked, pushed
from table_controller.rules.award_by_stakes import by_stakes, more_than_lies_there
from table_controller.rules.fouled import contradicted
from table_controller.rules.hand import changed, index_of, pot
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.pots import layers, pot_shares, shares
from table_controller.rules.short_awards import SHORT_AWARD_RULES
from table_controller.rules.till import taken_along
from table_controller.rules.words import step


def pot_award(look: Look) -> Answer:
    """The pot goes to another seat, or in other parts, than the tabled hands say.

    000 BG:POT-d, BG:SPLIT; 001 §4.2.12, §4.3.3; 003 SP, SPL; 004 C21, C23; TDA 12, 20, 21. Cards not tabled prove
    nothing: then it is not assessed.
    """
    hand, event = look.hand, look.event
    if hand.settled or hand.street not in (Street.SHOWDOWN, Street.OVER):
        return NOT_ASSESSED if not hand.settled and more_than_lies_there(hand, event) else None
    told = shares(hand, look.book, look.night.chip)
    index = index_of(hand, event.seat)
    unknown = told is None or contradicted(look.night) or any(player.presumed for player in hand.players)
    if told is None or index is None or unknown:
        return NOT_ASSESSED if index is None else by_stakes(look, hand.players[index])
    due = told[0].get(event.seat, 0)
    player = hand.players[index]
    got = player.won + max(0, event.amount - (player.excess if event.amount > pot(hand) else 0))
    if got <= due:
        return CLEAR
    if due and more_than_lies_there(hand, event):
        return NOT_ASSESSED  # more came than the pot is known to hold: the count is off, which accuses nobody
    code = _what_is_wrong(look, event.seat, got, due)
    return Found(code, event.seat, f"{got} to seat {event.seat}", parts(told[0]))


def parts(won: dict[Seat, int]) -> str:
    """The amounts and seats in words."""
    return ", ".join(f"{amount} to seat {seat}" for seat, amount in won.items() if amount)


def _what_is_wrong(look: Look, seat: Seat, got: int, due: int) -> str:
    """Odd chips at most one each beside a right share; a pot not paid into; else the wrong winner."""
    hand = look.hand
    if due and got - due < look.night.chip * max(2, len(hand.players)) and _splits(look, seat):
        return "odd_chip_misawarded"
    pots = layers(hand)
    eligible = sum(layer.amount for layer in pots if seat in layer.seats)
    number = look.event.pot
    foreign = number is not None and 0 <= number < len(pots) and seat not in pots[number].seats
    return "side_pot_error" if foreign or (due and got > eligible) else "pot_misawarded"


def _splits(look: Look, seat: Seat) -> bool:
    """Whether the seat shares a pot with others, so that odd chips are left over."""
    told = pot_shares(look.hand, look.book, look.night.chip)
    return told is not None and any(seat in won and len(won) > 1 for won in told[0])


def award_steps(hand: Hand, book: Rulebook, chip: int) -> tuple[Step, ...] | None:
    """What still goes to whom: side pots before the main pot (TDA 16); None where the cards do not say."""
    told = pot_shares(hand, book, chip)
    if told is None:
        return None
    got: dict[Seat, int] = {player.seat: player.won for player in hand.players}
    steps: list[Step] = []
    for won in reversed(told[0]):
        for seat, amount in won.items():
            had = min(amount, got.get(seat, 0))
            got[seat] = got.get(seat, 0) - had
            if amount > had:
                steps.append(step("push", seat, amount - had))
    return tuple(steps)


def due_of(hand: Hand, book: Rulebook, chip: int) -> dict[Seat, int] | None:
    """What each seat gets of a pot by the tabled hands; None where nobody can tell."""
    told = shares(hand, book, chip)
    return None if told is None or any(player.presumed for player in hand.players) else told[0]


def owing(night: Night, book: Rulebook) -> Night:
    """The night that knows who has to get chips of a pot that went to others, with the exact amounts."""
    hand = disputed(night)
    due = None if hand is None else due_of(hand, book, night.chip)
    if hand is None or night.hand is None or due is None:
        return night
    wrong = any(player.won > due.get(player.seat, 0) for player in hand.players)
    short = [(p.seat, Chips(due.get(p.seat, 0) - p.won)) for p in hand.players if due.get(p.seat, 0) > p.won]
    owed = tuple(short) if wrong else ()
    if owed == night.hand.ending.owed:
        return night
    return changed(night, hand=changed(night.hand, ending=replace(night.hand.ending, owed=owed)))


def correct_award(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """The steps that put a pot right: to each seat that is owed some of it, exactly that."""
    return tuple(step("correct", owner, amount) for owner, amount in hand.ending.owed)


def disputed(night: Night) -> Hand | None:
    """The hand whose award can be disputed: this one once a pot was pushed, else the one before."""
    hand = night.hand
    if hand is not None and (hand.street in (Street.SHOWDOWN, Street.OVER) or any(p.won for p in hand.players)):
        return hand
    return night.last


def put_right(night: Night, amounts: tuple[tuple[Seat, Chips], ...], book: Rulebook) -> Night:
    """The night with the disputed pot as the ruling's *amounts* say, or as the tabled hands do where it names none."""
    hand = disputed(night)
    if hand is None:
        return night
    told = due_of(hand, book, night.chip)
    due: dict[Seat, int] = {seat: amount for seat, amount in amounts if amount >= 0}
    if not due and told is not None:
        due = {player.seat: told.get(player.seat, 0) for player in hand.players}
    moves = {player.seat: due[player.seat] - player.won for player in hand.players if player.seat in due}
    if not 0 <= pot(hand) - sum(moves.values()) <= max(0, pot(hand)):
        return night  # what does not add up to the pot is no way to share it
    paid = _paid(hand, moves)
    if hand is night.hand and not hand.settled:
        return changed(night, hand=paid)
    stacks = tuple((seat, Chips(max(0, stack + moves.get(seat, 0)))) for seat, stack in night.stacks)
    found = Chips(max(0, night.dropped - sum(moves.values())))  # what nobody was seen to take when the hand ended
    night = _left_with(changed(night, dropped=found), hand, moves)
    if hand is night.hand:
        return changed(night, hand=paid, stacks=stacks)
    return changed(night, hand=None if night.hand is None else _moved(night.hand, moves), last=paid, stacks=stacks)


def _left_with(night: Night, hand: Hand, moves: dict[Seat, int]) -> Night:
    """The night in which who gave up the seat in *hand* and is gone took so much more along, or less."""
    stayed = dict(night.stacks)
    for seat in hand.gone:
        night = night if seat in stayed else taken_along(night, seat, moves.get(seat, 0))
    return night


def _paid(hand: Hand, moves: dict[Seat, int]) -> Hand:
    players = tuple(
        changed(p, won=p.won + moves.get(p.seat, 0), stack=max(0, p.stack + moves.get(p.seat, 0)))
        if moves.get(p.seat)
        else p
        for p in hand.players
    )
    return changed(hand, players=players, ending=replace(hand.ending, owed=()))


def _moved(hand: Hand, moves: dict[Seat, int]) -> Hand:
    """The hand that has begun since: its stacks are those of the corrected night."""
    players = tuple(
        changed(p, start=max(0, p.start + moves.get(p.seat, 0)), stack=max(0, p.stack + moves.get(p.seat, 0)))
        for p in hand.players
    )
    return changed(hand, players=players, ending=replace(hand.ending, owed=()))


def taken(night: Night, event: PotPushed, book: Rulebook) -> Night:
    """The night after chips of the pot went to a seat. What goes to a seat that is owed, out of an empty pot, puts a
    wrong award right: the table did it itself."""
    hand = night.hand
    if hand is None or index_of(hand, event.seat) is None:
        return night
    if hand.settled and pot(hand) > 0:
        return _late(night, hand, event)
    if pot(hand) <= 0 and any(seat == event.seat for seat, _ in hand.ending.owed):
        return put_right(night, (), book)
    ending = replace(hand.ending, pushed_at=event.at)
    paid = changed(pushed(hand, event.seat, event.amount), ending=ending)
    if hand.settled or hand.street not in (Street.SHOWDOWN, Street.OVER):
        return changed(night, hand=paid)
    return owing(changed(night, hand=nothing_staked(paid) if pot(paid) <= 0 else paid), book)


def _late(night: Night, hand: Hand, event: PotPushed) -> Night:
    """Chips of the pot that are pushed when the hand has ended: what nobody was seen to take is the seat's now."""
    given = max(0, min(event.amount, pot(hand), night.dropped))
    stacks = tuple((seat, Chips(stack + given if seat == event.seat else stack)) for seat, stack in night.stacks)
    after = pushed(hand, event.seat, given)
    night = changed(night, hand=after, stacks=stacks, dropped=Chips(night.dropped - given))
    # Who is gone, be it since the hand ended, took them along.
    return night if event.seat in dict(night.stacks) else taken_along(night, event.seat, given)


def merged(night: Night, event: PotMerged, book: Rulebook, reading: Reading | None) -> Night:
    """The winner mixed the pot with its stack; nothing about it can be counted any more (000 RA16-b)."""
    hand = night.hand
    if hand is None or event.seat in hand.ending.merged:
        return night
    ending = replace(hand.ending, merged=(*hand.ending.merged, event.seat))
    return changed(night, hand=changed(hand, ending=ending))


AWARD_RULES = (
    Rule("pot_misawarded", (PotPushed,), pot_award, also=("odd_chip_misawarded", "side_pot_error")),
    *SHORT_AWARD_RULES,
)
"""The rules of pots pushed."""
