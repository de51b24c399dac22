"""The one gate between a hole card and people. Every screen, print-out and export asks here.

Tabled and exposed cards are public at once. All others reach no one before the hand is complete and the house's
delay is over; a hand never shown stays secret for ever, unless the house reveals folded hands and its player agreed.
The overlay's card-reveal setting and its delay can only make that stricter or later: ``visible_cards`` asks
``released`` whatever they say.
"""

from collections.abc import Set
from dataclasses import dataclass
from enum import Enum, IntEnum

from table_controller.records.cards import Card
from table_controller.records.chips import Seat
from table_controller.records.hand import Hand
from table_controller.records.player import Player, Street


class Reveal(Enum):
    """From when in a hand the overlay lays hole cards open, of those that are released (``released``).

    ``immediate``: from the deal. ``after_action``: once the seat has acted. ``showdown_tournament``: once all are in
    and no bet can come. ``showdown``: tabled ones with the table, others once the hand is over. ``end_of_hand``: none,
    not even tabled ones, before the hand is over. ``never``: none at all.
    """

    IMMEDIATE = "immediate"
    AFTER_ACTION = "after_action"
    SHOWDOWN_TOURNAMENT = "showdown_tournament"
    SHOWDOWN = "showdown"
    END_OF_HAND = "end_of_hand"
    NEVER = "never"


class Stage(IntEnum):
    """How far the hand is that a screen shows: the first round, later ones, no bet can come any more, it is over."""

    OPENING, BETTING, RUN_OUT, OVER = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Release:
    """The house's policy. ``delay``: ns after the hand's end; ``consented``: seats that agreed to a reveal.

    ``behind``: ns that the overlay lies behind the table.
    """

    delay: int = 0
    reveal_folded: bool = False
    consented: frozenset[Seat] = frozenset()
    reveal: Reveal = Reveal.SHOWDOWN
    behind: int = 0

    def __post_init__(self) -> None:
        if self.delay < 0:
            raise ValueError(f"a release delay is at least 0 ns, not {self.delay}")
        if self.behind < 0:
            raise ValueError(f"an overlay's delay is at least 0 ns, not {self.behind}")


@dataclass(frozen=True, slots=True)
class Seen:
    """The moment of a hand that a delayed screen shows, and what is known of the hand by now.

    ``at``: ns of night time. ``shown``: the seats that had tabled their hands when the hand ended.
    """

    at: int
    stage: Stage
    shown: Set[Seat] = frozenset()


def passed(at: int, now: int, policy: Release) -> bool:
    """Whether what was at night time *at* may go on air at *now*: the overlay's whole delay is over."""
    return now >= at + policy.behind


def released(*, hand_ended_at: int | None, shown: bool, now: int, policy: Release, seat: Seat) -> bool:
    """Whether the hole cards of *seat* may be seen at night time *now*.

    ``hand_ended_at`` is None while the hand runs; ``shown``: the hand was tabled.
    """
    if hand_ended_at is None or now < hand_ended_at + policy.delay:
        return False
    return shown or (policy.reveal_folded and seat in policy.consented)


def public_cards(player: Player) -> tuple[Card | None, ...]:
    """The player's hole cards as anybody at the table may see them: tabled or exposed ones, None for the rest.

    What is exposed stands first, whether or not tags bear it out: else who names a card would be told if it is held.
    """
    if player.tabled:
        return player.cards
    seen = tuple(dict.fromkeys(player.exposed))[: len(player.cards)]
    return (*seen, *(None,) * (len(player.cards) - len(seen)))


def visible_cards(
    player: Player, *, hand_ended_at: int | None, now: int, policy: Release, seen: Seen | None = None
) -> tuple[Card | None, ...]:
    """The player's hole cards behind the release gate: the public ones, or all once they are released.

    *player*: as the hand is shown, which is at ``seen.at``; ``hand_ended_at``: when it ended, as it is known *now*.
    Without *seen* it is a hand looked back on, and the card-reveal setting has no say.
    """
    if seen is not None and not _may_lie(seen, now, policy):
        return tuple(None for _ in player.cards)
    shown = player.tabled or (seen is not None and player.seat in seen.shown)
    due = seen is None or _due(player, seen.stage, policy.reveal)
    if due and released(hand_ended_at=hand_ended_at, shown=shown, now=now, policy=policy, seat=player.seat):
        return player.cards
    return public_cards(player)


def _may_lie(seen: Seen, now: int, policy: Release) -> bool:
    """Whether any card may lie open at all before a seat of the screen."""
    if policy.reveal is Reveal.NEVER or not passed(seen.at, now, policy):
        return False
    return policy.reveal is not Reveal.END_OF_HAND or seen.stage is Stage.OVER


def _due(player: Player, stage: Stage, reveal: Reveal) -> bool:
    """Whether it is the moment of the hand at which the setting lays this seat's cards open."""
    match reveal:
        case Reveal.IMMEDIATE:
            return True
        case Reveal.AFTER_ACTION:
            return player.acted or player.folded or stage is not Stage.OPENING
        case Reveal.SHOWDOWN_TOURNAMENT:
            return stage >= Stage.RUN_OUT
        case Reveal.SHOWDOWN | Reveal.END_OF_HAND:
            return stage is Stage.OVER
        case Reveal.NEVER:
            return False


def stage_of(hand: Hand) -> Stage:
    """How far *hand* is."""
    if hand.settled:
        return Stage.OVER
    live = [player for player in hand.players if not player.folded]
    nobody_bets = hand.to_act is None and sum(not player.all_in for player in live) <= 1
    run_out = hand.street is not Street.DEAL and nobody_bets and len(live) > 1
    if run_out or hand.street is Street.SHOWDOWN:
        return Stage.RUN_OUT
    return Stage.OPENING if hand.street in (Street.DEAL, Street.PREFLOP) else Stage.BETTING
