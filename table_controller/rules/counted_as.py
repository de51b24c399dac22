"""The action that an event counts as: by words, by chips, by cards, or by the clock."""

from table_controller.records.chips import Chips
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Action, ActionKind
from table_controller.rules.amounts import Mode, Reading
from table_controller.rules.hand import index_of, player_of
from table_controller.rules.look import Found, NotAssessed
from table_controller.rules.time_up import by_the_clock
from table_controller.rules.undecided import not_counted

_NOTHING_NEW = (Mode.NONE, Mode.AGAIN)


def counts_as(hand: Hand | None, reading: Reading | None, late: Found | NotAssessed | None) -> Action | None:
    """The action that words, chips or cards count as, or that the clock takes for a seat."""
    if reading is not None:
        return _action(hand, reading)
    return by_the_clock(hand, late.seat) if isinstance(late, Found) else None


def is_counted(night: Night, reading: Reading) -> bool:
    """Whether what the words or chips still lack is owed, and not for the floor to say first."""
    player = player_of(night.hand, reading.seat) if night.hand is not None else None
    return night.hand is None or player is None or not not_counted(night, night.hand, player)


def as_seen(hand: Hand | None, reading: Reading | None) -> Action | None:
    """The action with no more chips than were seen: the floor decides whether it takes more."""
    if reading is None:
        return None
    kind = ActionKind.CALL if reading.kind is ActionKind.ALL_IN else reading.kind
    return _action(hand, reading._replace(kind=kind, to=max(0, reading.to - reading.owes)))


def _action(hand: Hand | None, reading: Reading) -> Action | None:
    """The action as it counts, made in turn or kept for its turn."""
    if hand is None or reading.kind is None or reading.mode in _NOTHING_NEW:
        return None
    index = index_of(hand, reading.seat)
    if index is None:
        return None
    player = hand.players[index]
    if reading.kind is ActionKind.POST:
        due = next((post.amount for seat, post in hand.posts if seat == reading.seat), Chips(reading.need))
        price = min(due, player.stack)
        return Action(reading.seat, reading.kind, Chips(player.bet + price), Chips(price))
    return Action(reading.seat, reading.kind, Chips(reading.to), Chips(max(0, reading.to - player.bet)))
