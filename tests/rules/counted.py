"""What the night has in all, for tests that nothing of it is lost."""

from table_controller.records.night import Night


def all_chips(night: Night) -> int:
    """All chips the night knows: stacks, pot, what was dropped and what is carried."""
    hand = night.hand
    stacks = dict(night.stacks)
    total = night.dropped + night.carried
    if hand is not None and not hand.settled:
        for player in hand.players:
            bought = max(0, stacks.pop(player.seat, player.start) - player.start)
            total += player.stack + player.total - player.won + bought
        total += hand.carried
    return total + sum(stacks.values())
