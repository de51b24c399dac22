"""What may have happened where nobody could see it, and how the hand goes on as the table did.

One principle: what was hidden while it was due is in doubt (``Hand.doubts``, certainty 0) until something shows that
nothing was missed. A seat that was to act is cleared when it is seen to act as it was asked; the deal when every seat
has its cards; burns and board when they are seen to come as they are due, or counted; chips and what a lost source may
have missed only by the next hand.
"""

from table_controller.records.events import BoardCardDealt, CardBurned, CardsCounted, Event, HandTabled, ZoneTouched
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading
from table_controller.rules.faults import burn_zones, burns_wanted, fourth_of_flop
from table_controller.rules.hand import BETTING, NEXT, board_of, changed, index_of, whole, with_player
from table_controller.rules.posts import posted
from table_controller.rules.turns import go_on, open_street

SOURCE = "source"
"""Anything that a source was lost for."""


def in_doubt(hand: Hand, *kinds: str, least: float = 0.0) -> bool:
    """Whether one of *kinds* may have gone on unseen, or was seen no surer than *least*; a lost source hides all."""
    return bool(hand.doubts) and any((kind in kinds or kind == SOURCE) and sure <= least for kind, sure in hand.doubts)


def hidden_seat(hand: Hand, seat: int | None) -> bool:
    """Whether *seat* may have acted unseen, or may be all-in with chips that nobody counted."""
    return in_doubt(hand, f"seat {seat}", f"chips {seat}")


def bets_in_doubt(hand: Hand, least: float = 0.0) -> bool:
    """Whether somebody may have acted unseen, or was seen no surer than *least*."""
    seats = tuple(f"seat {player.seat}" for player in hand.players) if hand.doubts else ()
    return in_doubt(hand, *seats, "bets", f"bets {hand.street.value}", least=least)


def with_doubts(hand: Hand, *kinds: str) -> Hand:
    """*hand* that knows nothing for sure of *kinds*."""
    known = dict(hand.doubts)
    new = {kind: 0.0 for kind in kinds if known.get(kind, 1.0) > 0.0}
    return changed(hand, doubts=tuple(sorted((known | new).items()))) if new else hand


def without_doubt(hand: Hand, kind: str) -> Hand:
    """*hand* that is sure of *kind* again, of which something was hidden."""
    return changed(hand, doubts=tuple(pair for pair in hand.doubts if pair != (kind, 0.0)))


# --- what may have happened ---------------------------------------------------------------------------------------


def went_unseen(night: Night, book: Rulebook) -> Night:
    """*night* whose hand remembers what is due now where nobody can see it."""
    hand = night.hand
    if hand is None or hand.settled:
        return night
    after = with_doubts(hand, *_due_unseen(night, hand, book))
    return night if after is hand else changed(night, hand=after)


def _due_unseen(night: Night, hand: Hand, book: Rulebook) -> tuple[str, ...]:
    """What may happen now in a zone that is hidden."""
    zones = night.blocked
    due = [f"seat {seat}" for seat, _ in hand.posts if f"seat {seat} bet" in zones]
    due += [f"chips {player.seat}" for player in hand.players if _pays_unseen(player, zones)]
    if hand.street is Street.DEAL:
        return (*due, "deal") if any(f"seat {player.seat} cards" in zones for player in hand.players) else tuple(due)
    if f"seat {hand.to_act} bet" in zones or f"seat {hand.to_act} cards" in zones:
        due.append(f"seat {hand.to_act}")
    if _next_is_due(hand, book):
        due += ["board"] if "board" in zones else []
        due += ["burns"] if zones.intersection(burn_zones(book)) else []
    if hand.to_act is None:
        due += [f"show {p.seat}" for p in hand.players if not p.folded and f"seat {p.seat} cards" in zones]
    return tuple(due)


def _pays_unseen(player: Player, zones: frozenset[str]) -> bool:
    return player.owes > 0 and f"seat {player.seat} bet" in zones


def touched_unseen(night: Night, event: ZoneTouched, book: Rulebook) -> Night:
    """*night* in which a hand that changed nothing at the burns may have laid one exactly on another, as many do.

    Nobody can see that from above: from then on it is not known how many lie there, until a burn that is due is seen.
    """
    hand = night.hand
    if hand is None or hand.settled or event.zone != "burn" or not hand.burns or not _next_is_due(hand, book):
        return night
    return changed(night, hand=with_doubts(hand, "burns"))


def _next_is_due(hand: Hand, book: Rulebook) -> bool:
    """Whether a burn and the next street may come: the betting is over, or nobody knows that it is not."""
    return hand.street in NEXT and (hand.to_act is None or bets_in_doubt(hand, _least(book)))


# --- what shows that nothing was missed ---------------------------------------------------------------------------


def made_sure(before: Night, after: Night, event: Event, reading: Reading | None, book: Rulebook) -> Night:
    """*after*, once *event*, judged in the night *before*, has shown that something was not missed."""
    was, hand = before.hand, after.hand
    if was is None or hand is None or not hand.doubts:
        return after
    sure = hand
    seen = _seen_to_come(was, hand, event)
    if seen is not None:
        sure = without_doubt(sure, seen)
    if reading is not None and reading.mode is Mode.ACT and event.confidence >= 1.0:
        sure = _seen_to_act(was, hand, reading, after.blocked)
    if hand.street is Street.PREFLOP and (was.street is Street.DEAL or hand.posts):
        sure = _blinds_lie_there(without_doubt(sure, "deal") if _complete(hand) else sure)
    elif hand.street is not was.street:
        sure = with_doubts(
            sure, *[f"chips {p.seat}" for p in was.players if in_doubt(sure, f"seat {p.seat}") or p.owes]
        )
    if reading is not None and reading.marks and _shaky(was, book):
        sure = with_doubts(sure, f"chips {reading.seat}")  # what it does makes no sense: nobody knows what it faces
    return after if sure is hand else changed(after, hand=sure)


def _shaky(hand: Hand, book: Rulebook) -> bool:
    """Whether the bets rest on something that nobody saw, or hardly."""
    least = _least(book)
    return any(sure <= least and kind.partition(" ")[0] in _STAKES for kind, sure in hand.doubts)


_STAKES = frozenset({"seat", "chips", "bets", SOURCE})


def _least(book: Rulebook) -> float:
    """How sure something may be at most to be in doubt."""
    return whole(book, "evidence.min_confidence_percent", 50) / 100 - 0.001


def _seen_to_come(was: Hand, hand: Hand, event: Event) -> str | None:
    """What *event* leaves no doubt of: a count, a burn that was due, a street's last card after it, a hand tabled."""
    if isinstance(event, CardsCounted):
        return "burns" if event.place == "burn" else event.place
    if isinstance(event, HandTabled):
        return f"show {event.seat}"
    if isinstance(event, CardBurned):
        return "burns" if len(hand.burns) == burns_wanted(hand) else None
    if isinstance(event, BoardCardDealt) and hand.street is not was.street and not in_doubt(hand, "burns"):
        return "board"
    return None


def _seen_to_act(was: Hand, hand: Hand, reading: Reading, blocked: frozenset[str]) -> Hand:
    """Who acts as it was asked had not acted before; who had been passed over had, with chips that nobody counted."""
    seat = reading.seat
    index = index_of(was, seat)
    if reading.marks or was.to_act != seat or index is None or f"seat {seat} bet" in blocked:
        return hand
    if not in_doubt(was, f"seat {seat}"):
        return hand
    hand = with_doubts(hand, f"chips {seat}") if was.players[index].passed else hand
    return without_doubt(hand, f"seat {seat}")


def _complete(hand: Hand) -> bool:
    """Whether every seat was dealt the same number of cards, in turn."""
    count = {len(player.cards) for player in hand.players}
    return len(count) == 1 and hand.dealt == sum(len(player.cards) for player in hand.players)


def _blinds_lie_there(hand: Hand) -> Hand:
    """Blinds that may have been posted unseen are taken to lie there once the betting begins."""
    for seat, post in hand.posts:
        if in_doubt(hand, f"seat {seat}"):
            hand = with_doubts(posted(hand, seat, post.amount, 0), f"chips {seat}")
    return hand


# --- the hand goes on as the table did ----------------------------------------------------------------------------


def followed_unseen(night: Night, event: Event, book: Rulebook) -> Night:
    """The night in which a card or swept bets make sense although what led to them was hidden, or hardly seen."""
    hand = night.hand
    if hand is None or not hand.doubts or hand.settled:
        return night
    least = _least(book)
    after = hand
    if isinstance(event, BoardCardDealt) and bets_in_doubt(hand, least):
        after = _gone_on(hand, event, book)
    elif isinstance(event, CardBurned) and len(hand.burns) >= burns_wanted(hand):
        after = board_lies_there(hand)
    return night if after is hand else changed(night, hand=after)


def _gone_on(hand: Hand, event: BoardCardDealt, book: Rulebook) -> Hand:
    """*hand* whose betting is over where *event* is the next street's card.

    One that fills up the street that lies there, or comes with the flop as a fourth (001 §4.3.8), shows nothing of it.
    """
    if len(hand.board) < board_of(hand, hand.street):
        return hand
    over, dwell = round_over(hand), whole(book, "four_card_flop.dwell_ms", 2000)
    return hand if fourth_of_flop(over, event.at, dwell) else over


def round_over(hand: Hand) -> Hand:
    """*hand* whose betting is over: the dealer went on, and somebody may have acted unseen."""
    for _ in range(2 * len(hand.players)):
        index = index_of(hand, hand.to_act)
        if index is None or hand.street not in BETTING:
            break
        hand = with_doubts(hand, f"seat {hand.to_act}")
        hand = go_on(with_player(hand, index, changed(hand.players[index], passed=True)), index)
    return hand


def board_lies_there(hand: Hand) -> Hand:
    """*hand* with the next street's cards on the board, unread, where they may have come unseen."""
    following = NEXT.get(hand.street)
    if hand.to_act is not None or following is None or not in_doubt(hand, "board"):
        return hand
    wanted = board_of(hand, following)
    board = (*hand.board, *(None,) * max(0, wanted - len(hand.board)))
    burns = (*hand.burns, *(None,) * max(0, burns_wanted(hand) - len(hand.burns)))
    return open_street(changed(with_doubts(hand, "board", "burns"), board=board, burns=burns), following)
