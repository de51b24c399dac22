"""A button in the wrong place put right: button, blinds, deal and first to act as if it had lain right (TDA 34-A).

Before substantial action only; later the error stands (001 §4.3.6-f; TDA 34-A, 36).
"""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import HandStarted, RulingMade
from table_controller.records.hand import Hand
from table_controller.records.incidents import Step
from table_controller.records.night import Night
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.button import due_places
from table_controller.rules.faults import DEALT_ANEW
from table_controller.rules.hand import changed, index_of, next_to_act, with_player
from table_controller.rules.leaving import without_gone
from table_controller.rules.misdeals import button_can_move
from table_controller.rules.posts import BLINDS, DEAD, blinds_due, posted
from table_controller.rules.stakes_back import carried_in
from table_controller.rules.start import blinds_by_button, first_served, start_hand
from table_controller.rules.words import step


def correct_button(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """The button to where it belongs; cards dealt from the wrong seat are gathered and dealt again."""
    right = hand.button if hand.terms.due_button is None else hand.terms.due_button
    again = right != hand.button and any(player.cards for player in hand.players)
    return (step("button", right), *((step("shuffle"), step("cut")) if again else ()))


def ruled_steps(hand: Hand, after: Hand, steps: tuple[Step, ...], book: Rulebook) -> tuple[Step, ...]:
    """What is left to do once a ruling on the button took effect: *hand* before, *after* it; *steps*: a misdeal's."""
    if after.button == hand.button and not steps:
        due = hand.terms.due_button
        lies_elsewhere = due in (None, hand.button) and button_can_move(hand, book)
        return (step("button", hand.button),) if lies_elsewhere else ()
    again = any(player.cards for player in hand.players)
    return (step("button", after.button), *(steps or ((step("shuffle"), step("cut")) if again else ())))


def button_put_right(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """The hand begins again as if the button had lain right: blinds owed, deal and first to act follow it.

    Chips that lie there and are owed stay as blinds; the others go back. After substantial action play stands. Where
    nobody can tell the right seat, the ruling's choice names it.
    """
    right = _chosen(hand, event) or hand.terms.due_button
    if right is None or right == hand.button or not button_can_move(hand, book):
        return night
    if any(player.won for player in hand.players):
        return night
    return _begun_again(night, hand, right, book)


def misdealt(night: Night, hand: Hand, event: RulingMade, book: Rulebook) -> Night | None:
    """A misdeal for the button: dealt again with the button corrected (001 §4.3.6-f); None where it lies right."""
    right = _chosen(hand, event) or hand.terms.due_button
    if right is None or right == hand.button or any(player.won for player in hand.players):
        return None
    return _begun_again(night, hand, right, book)


def _chosen(hand: Hand, event: RulingMade) -> Seat | None:
    word = event.choice or ""
    seat = Seat(int(word)) if word.isascii() and word.isdigit() and len(word) < 3 else None
    return seat if index_of(hand, seat) is not None else None


def _begun_again(night: Night, hand: Hand, button: Seat, book: Rulebook) -> Night:
    """The night with *hand* started anew from *button*, and what lies before the seats counted again."""
    seating = replace(night.seating, draws=(), newcomers=hand.terms.new, shuffled_at=hand.terms.shuffled_at)
    before = changed(
        night, hand=night.last, hands=night.hands - 1, carried=carried_in(hand), seating=seating, pause=None
    )
    again = start_hand(before, _start_of(hand, button), book)
    if again.hand is None:
        return night
    new = changed(
        again.hand,
        id=hand.id,
        view_blocked=night.blocked,
        unassessed=hand.unassessed,
        chips_seen=hand.chips_seen,
        dropped=hand.dropped,
        faults=((DEALT_ANEW, None),),
    )
    terms = replace(new.terms, due_button=button)
    for player in hand.players:
        new = _lying(new, player)
    new = without_gone(changed(new, terms=terms, gone=hand.gone))
    return changed(night, hand=new, button=button, move=None)


def _start_of(hand: Hand, button: Seat) -> HandStarted:
    """The start of *hand* as it would have been told with the button at *button*."""
    return HandStarted(
        hand=hand.id,
        button=button,
        seats=tuple((player.seat, player.start) for player in hand.players),
        small_blind=hand.small_blind,
        big_blind=hand.big_blind,
        ante=hand.ante,
        game=hand.game,
        limit=hand.limit,
        posts=hand.terms.extra,
        confidence=hand.sure,
    )


def _lying(hand: Hand, before: Player) -> Hand:
    """*hand* with the chips that lay before a seat: its blind now, as far as it owes one, else the seat's again."""
    index = index_of(hand, before.seat)
    lies = before.bet - before.owes + before.excess
    if index is None or lies <= 0:
        return hand
    lies -= sum(post.amount for seat, post in hand.terms.extra if seat == before.seat and post.kind not in DEAD)
    if lies <= 0:
        return hand
    if any(seat == before.seat for seat, _ in hand.posts):
        return posted(hand, before.seat, lies, 0)
    player = hand.players[index]
    return with_player(hand, index, changed(player, excess=Chips(player.excess + lies)))


# --- the record corrected -----------------------------------------------------------------------------------------


def button_recorded(night: Night, hand: Hand, button: Seat, book: Rulebook) -> Hand:
    """*hand* as it is if the button lay at *button* all along and the record was wrong: nothing is dealt again.

    Order of seats, blinds still owed, the deal and, before anybody has acted, the first to act follow the button.
    """
    players = tuple(sorted(hand.players, key=lambda player: (player.seat <= button, player.seat)))
    moved = changed(hand, button=button, players=players)
    seats = tuple(sorted(player.seat for player in players))
    places = due_places(changed(night, hand=night.last), seats, book)
    known = places is not None and places.button == button
    small, big = (places.small, places.big) if known and places else blinds_by_button(moved, book)
    leads = small if moved.terms.leads is not None else None
    moved = changed(moved, terms=replace(moved.terms, small=small, big=big, leads=leads))
    owed = blinds_due(moved)
    opener = moved.opener if any(post.kind not in BLINDS for _, post in moved.posts) else None
    moved = changed(
        moved,
        opener=opener or (owed[-1][0] if owed else None),
        deal_from=first_served(moved, owed, book),
    )
    if moved.street is Street.DEAL:
        return changed(moved, posts=tuple(pair for pair in owed if not _has_bet(moved, pair[0])))
    if moved.street is not Street.PREFLOP or moved.actions or moved.to_act is None:
        return moved
    index = index_of(moved, moved.opener)
    return moved if index is None else changed(moved, to_act=next_to_act(moved, index))


def _has_bet(hand: Hand, seat: Seat) -> bool:
    index = index_of(hand, seat)
    return index is not None and hand.players[index].bet > 0
