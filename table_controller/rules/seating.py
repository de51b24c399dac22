"""What the night remembers of seats, draws, levels and shuffles between hands. Follows, never judges."""

from dataclasses import replace

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Announced, DeckShuffled, DrawCard, LevelStarted, SeatLeft, SeatTaken
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.records.table import Level, Seating
from table_controller.rules.hand import changed
from table_controller.rules.house import percent, setting

DRAW, ASSIGNED = "button_draw", "seat_assigned"
"""What is announced: that the button is drawn now; a seat that a seat card assigns."""
_LEVELS = 64
"""How many levels are remembered, begun again or not: more than an evening has."""


def between_hands(night: Night) -> bool:
    """Whether no hand is being played."""
    return night.hand is None or night.hand.settled


def _with(night: Night, seating: Seating) -> Night:
    return changed(night, seating=seating)


def card_drawn(night: Night, event: DrawCard) -> Night:
    """A card drawn between hands is drawn for the button (K07)."""
    if not between_hands(night) or not isinstance(event.card, Card):
        return night
    return _with(night, replace(night.seating, draws=(*night.seating.draws, (event.seat, event.card))))


def told(night: Night, event: Announced) -> Night:
    """Somebody calls the draw, or reads out a seat card."""
    if event.what == DRAW and between_hands(night):
        return _with(night, replace(night.seating, draw_called=True))
    if event.what == ASSIGNED and event.seat is not None:
        return _with(night, replace(night.seating, assigned=(*night.seating.assigned, event.seat)))
    return night


def sat_down(night: Night, event: SeatTaken) -> Night:
    """A seat is taken: at a table that has played, by a newcomer (001 §3.5.2; TDA 8-A)."""
    seating = night.seating
    if not night.hands and not seating.assigned:
        return night
    left = tuple(seat for seat in seating.assigned if seat != event.seat)
    new = night.hands > 0 and event.seat not in seating.newcomers and not _plays(night, event.seat)
    newcomers = (*seating.newcomers, event.seat) if new else seating.newcomers
    return _with(night, replace(seating, assigned=left, newcomers=newcomers))


def _plays(night: Night, seat: Seat) -> bool:
    return night.hand is not None and any(player.seat == seat for player in night.hand.players)


def stood_up(night: Night, event: SeatLeft) -> Night:
    """Who leaves is no newcomer any more."""
    seating = night.seating
    if event.seat not in seating.newcomers:
        return night
    return _with(night, replace(seating, newcomers=tuple(seat for seat in seating.newcomers if seat != event.seat)))


def first_shuffle(night: Night, event: DeckShuffled) -> Night:
    """The first shuffle between two hands, or of a hand whose first sign came before it (001 §3.3.2)."""
    hand = night.hand
    if hand is not None and not hand.settled:
        if hand.street is not Street.DEAL or hand.dealt or hand.terms.shuffled_at is not None:
            return night
        return changed(night, hand=changed(hand, terms=replace(hand.terms, shuffled_at=event.at)))
    if night.seating.shuffled_at is not None:
        return night
    return _with(night, replace(night.seating, shuffled_at=event.at))


def chips_in_play(night: Night) -> int:
    """All chips on the table."""
    if night.hand is None or night.hand.settled:
        return sum(stack for _, stack in night.stacks)
    playing = {player.seat: player.start for player in night.hand.players}
    return sum(playing.values()) + sum(stack for seat, stack in night.stacks if seat not in playing)


def frozen(night: Night, book: Rulebook) -> bool:
    """Whether the big blind has reached the house's share of the chips in play: it rises no further (001 §3.3.3)."""
    share = percent(book, "blinds.freeze_at_fraction", 0)
    return bool(share and night.big_blind) and 100 * night.big_blind >= share * chips_in_play(night)


def level_started(night: Night, event: LevelStarted, book: Rulebook) -> Night:
    """A new level, unless the blinds rise no further; those before it are kept for the hand that had begun (K14)."""
    if event.big_blind > night.big_blind and frozen(night, book):
        return changed(night, level=event.level)
    small, big, ante = (max(Chips(0), amount) for amount in (event.small_blind, event.big_blind, event.ante))
    before = night.seating.levels or (_unnamed(night),) if night.big_blind else ()
    levels = (*before, Level(event.level or 0, event.at, small, big, ante))[-_LEVELS:]
    after = changed(night, level=event.level, small_blind=small, big_blind=big, ante=ante)
    return level_timed(_with(after, replace(night.seating, levels=levels)), event.at)


HELD = {"level_paused": True, "level_resumed": False}
"""``Announced.what`` by which the floor holds the clock of the levels, and lets it run again."""


def held(night: Night, event: Announced) -> Night:
    """The floor holds the clock of the levels, or lets it run again."""
    return level_timed(_with(night, replace(night.seating, held=HELD[event.what])), event.at)


def level_timed(night: Night, at: int) -> Night:
    """The clock of the level stands before the first hand, in a break, and while the floor holds it; else it runs."""
    seating, pause = night.seating, night.pause
    if not seating.levels:
        return night
    level = seating.levels[-1]
    stands = seating.held or not night.hands or (pause is not None and pause.since > 0)
    if stands == (level.stands is not None):
        return night
    if level.stands is None:
        level = replace(level, stands=at)
    else:
        level = replace(level, stands=None, stood=level.stood + max(0, at - level.stands))
    return _with(night, replace(seating, levels=(*seating.levels[:-1], level)))


def _unnamed(night: Night) -> Level:
    """What was played before any level was announced."""
    return Level(night.level or 0, 0, night.small_blind, night.big_blind, night.ante)


def hand_begun(night: Night) -> Night:
    """What was remembered for the hand that begins now is done with."""
    seating = night.seating
    if not (seating.draws or seating.newcomers or seating.draw_called or seating.shuffled_at is not None):
        return night
    return _with(night, Seating(assigned=seating.assigned, levels=seating.levels, held=seating.held))


def keeps_seats(book: Rulebook) -> bool:
    """Whether seats are kept once play has begun (000 PLATZWAHL-c)."""
    return setting(book, "seating.mode", "free") != "free"
