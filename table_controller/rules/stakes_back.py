"""Every chip of a hand back where it came from: the deal was given up, and the hand is none (TDA 35-C)."""

from table_controller.records.chips import Chips
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Player, Street
from table_controller.rules.faults import DEALT_ANEW, GIVEN_UP, known_fault
from table_controller.rules.hand import changed
from table_controller.rules.leaving import seats_cleared
from table_controller.rules.till import taken_along


def never_dealt(hand: Hand) -> bool:
    """Whether the cards of a deal given up never came anew: the hand ends there."""
    return known_fault(hand, DEALT_ANEW) and not (hand.dealt or hand.actions or hand.board)


def stakes_back(night: Night, hand: Hand) -> Night:
    """The night with *hand* over, nothing staked, and the stacks as they were when it began; chips bought stay."""
    stacks = dict(night.stacks)
    if hand.settled:
        for player in hand.players:
            if player.seat in hand.gone and player.seat not in stacks:
                night = taken_along(night, player.seat, player.start - player.stack)
                continue
            stacks[player.seat] = Chips(stacks.get(player.seat, player.stack) + player.start - player.stack)
    carried = carried_in(hand)
    lost = sum(p.start - p.stack for p in hand.players) + carried - night.carried if hand.settled else 0
    over = changed(
        hand,
        players=tuple(_nothing_staked(player) for player in hand.players),
        street=Street.OVER,
        to_act=None,
        pots=(),
        settled=True,
        carried=carried,
        faults=(*hand.faults, (GIVEN_UP, None)),
    )
    after = changed(
        night,
        stacks=tuple(sorted(stacks.items())),
        hand=over,
        carried=carried,
        dropped=Chips(max(0, night.dropped - max(0, lost))),
        following=(),
    )
    return after if hand.settled else seats_cleared(after)


def carried_in(hand: Hand) -> Chips:
    """What was carried into *hand* from the pot before: dead posts of its own are posted again."""
    dead = sum(player.start - player.stack + player.won - player.total for player in hand.players)
    return Chips(max(0, hand.carried - max(0, dead)))


def _nothing_staked(player: Player) -> Player:
    return Player(player.seat, player.start, player.start)
