"""The one gate between a hole card and people. Every screen, print-out and export asks here.

Tabled and exposed cards are public at once. All others reach no one before the hand is complete and the house's
delay is over; a hand never shown stays secret for ever, unless the house reveals folded hands and its player agreed.
"""

from dataclasses import dataclass

from table_controller.records.cards import Card
from table_controller.records.chips import Seat
from table_controller.records.player import Player


@dataclass(frozen=True, slots=True)
class Release:
    """The house's policy. ``delay``: ns after the hand's end; ``consented``: seats that agreed to a reveal."""

    delay: int = 0
    reveal_folded: bool = False
    consented: frozenset[Seat] = frozenset()

    def __post_init__(self) -> None:
        if self.delay < 0:
            raise ValueError(f"a release delay is at least 0 ns, not {self.delay}")


def released(*, hand_ended_at: int | None, shown: bool, now: int, policy: Release, seat: Seat) -> bool:
    """Whether the hole cards of *seat* may be seen at night time *now*.

    ``hand_ended_at`` is None while the hand runs; ``shown``: the hand was tabled.
    """
    if hand_ended_at is None or now < hand_ended_at + policy.delay:
        return False
    return shown or (policy.reveal_folded and seat in policy.consented)


def public_cards(player: Player) -> tuple[Card | None, ...]:
    """The player's hole cards as anybody at the table may see them: tabled or exposed ones, None for the rest."""
    if player.tabled:
        return player.cards
    return tuple(card if card in player.exposed else None for card in player.cards)


def visible_cards(player: Player, *, hand_ended_at: int | None, now: int, policy: Release) -> tuple[Card | None, ...]:
    """The player's hole cards behind the release gate: the public ones, or all once they are released."""
    if released(hand_ended_at=hand_ended_at, shown=player.tabled, now=now, policy=policy, seat=player.seat):
        return player.cards
    return public_cards(player)
