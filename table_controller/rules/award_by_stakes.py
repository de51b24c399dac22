"""What is wrong with a pot pushed whoever holds which cards: folds, stakes and the chips that lie there prove it."""

from table_controller.records.events import PotPushed
from table_controller.records.hand import Hand
from table_controller.records.player import Player
from table_controller.rules.hand import index_of, live, pot
from table_controller.rules.look import NOT_ASSESSED, Answer, Found, Look
from table_controller.rules.pots import layers


def more_than_lies_there(hand: Hand, event: PotPushed) -> bool:
    """Whether more is pushed than pot and uncalled bet of the seat hold together."""
    index = index_of(hand, event.seat)
    return event.amount > pot(hand) + (0 if index is None else hand.players[index].excess)


def by_stakes(look: Look, player: Player) -> Answer:
    """What folds and stakes prove of a push while nobody knows the cards."""
    found = _to_folded(look, player)
    return found if isinstance(found, Found) or player.folded else _beyond_stake(look, player)


def _beyond_stake(look: Look, player: Player) -> Answer:
    """Whether a seat gets chips of a pot that it did not pay into: whatever the cards, that pot is another's (003 SP;
    004 C23-b; TDA 21). Where all who did have given up their hands, nobody can tell."""
    hand, event = look.hand, look.event
    doubted = any(kind.partition(" ")[0] in ("bets", "chips", "seat") for kind, _ in hand.doubts)
    if doubted or more_than_lies_there(hand, event) or any(one.presumed or one.owes for one in hand.players):
        return NOT_ASSESSED
    claims = {one.seat for one in hand.players if not (one.folded or one.mucked)}
    most = sum(one.amount for one in layers(hand) if player.seat in one.seats or not claims.intersection(one.seats))
    got = player.won + event.amount - player.excess
    if got <= most:
        return NOT_ASSESSED
    required = f"at most {most} to seat {player.seat}"
    return Found("side_pot_error", player.seat, f"{got} to seat {player.seat}", required, "floor", ("correct_award",))


def _to_folded(look: Look, player: Player) -> Answer:
    """Whether chips of the pot go to a hand that was given up: it wins nothing, whatever cards the others hold
    (000 BG:SPLIT; TDA 20). Its own chips may come back to it."""
    hand, event = look.hand, look.event
    sure = player.folded and not player.presumed and not any(kind.startswith("bets") for kind, _ in hand.doubts)
    if not sure or event.amount <= player.excess or len(live(hand)) < 2:
        return NOT_ASSESSED
    measured = f"{event.amount} to seat {player.seat}"
    return Found("pot_misawarded", player.seat, measured, "the pot to a live hand", "floor", ("correct_award",))
