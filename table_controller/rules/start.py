"""The beginning of a hand: who sits where from the button's left, and which blinds are owed."""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import HandStarted, Post
from table_controller.records.hand import Hand, Terms
from table_controller.records.night import Night
from table_controller.records.player import Player
from table_controller.records.rulebook import Rulebook
from table_controller.rules.button import Places, due_places, newcomers_between, not_dealt_in
from table_controller.rules.draw import seated, standing
from table_controller.rules.hand import changed, index_of, setting, whole
from table_controller.rules.limits import cap_of, limit_of, reopens_at
from table_controller.rules.posts import BLINDS, opening_posts
from table_controller.rules.posts import DEAD as DEAD
from table_controller.rules.posts import blinds_due as blinds_due
from table_controller.rules.posts import posted as posted
from table_controller.rules.seating import hand_begun
from table_controller.rules.strangers import IMPOSSIBLE, cannot_start
from table_controller.rules.till import bought


def start_hand(night: Night, event: HandStarted, book: Rulebook) -> Night:
    """The night with a new hand: nothing dealt, blinds owed unless the event says they lie there already."""
    number = night.hands + 1
    small, big = _blinds(event, book)
    limit = limit_of(event, book)
    unsure = cannot_start(night, event)
    places, players = _seated(night, event, big, book)
    hand = Hand(
        event.hand or f"h{number}",
        event.button,
        small,
        big,
        max(Chips(0), event.ante),
        event.game,
        limit,
        players,
        bet_to=big,
        raise_by=big,
        view_blocked=night.blocked | ({"source"} if night.lost else set()),
        carried=night.carried,
        sure=0.0 if unsure else event.confidence,
        unassessed=frozenset({IMPOSSIBLE + "hand_started"}) if unsure else frozenset(),
    )
    terms = _terms(hand, places, event, book)
    terms = _as_due(terms, places, night, book)
    terms = replace(terms, new=_new_seats(night, players), shuffled_at=night.seating.shuffled_at)
    hand = _antes(changed(hand, terms=terms, unpaid=Chips(small + big)))
    owed = blinds_due(hand)
    hand = changed(hand, posts=owed, opener=owed[-1][0] if owed else None, deal_from=first_served(hand, owed, book))
    hand = opening_posts(hand, night, event, book)
    stacks = {seat: max(Chips(0), stack) for seat, stack in event.seats} | dict(night.stacks)
    stacks.update((player.seat, player.start) for player in players)
    for seat in stacks.keys() - dict(night.stacks).keys():  # nobody said that it sat down
        night = bought(night, seat, stacks[seat])
    return changed(
        hand_begun(night),
        stacks=tuple(sorted(stacks.items())),
        button=event.button,
        small_blind=small,
        big_blind=big,
        ante=hand.ante,
        level=night.level if event.level is None else event.level,
        hands=number,
        hand=hand,
        last=night.hand,
        carried=Chips(0),
        past=(),
        following=(),
    )


_DOUBTFUL = 0.5
"""Below this confidence the referee's own count of a stack goes before what was observed."""


def _clockwise(night: Night, event: HandStarted) -> tuple[Player, ...]:
    """The seats with chips, clockwise from the button's left; each once."""
    counted = dict(night.stacks) if event.confidence < _DOUBTFUL else {}
    seats = {seat: counted.get(seat) or stack for seat, stack in event.seats if stack > 0}
    order = sorted(seats, key=lambda seat: (seat <= event.button, seat))
    return tuple([changed(_NOBODY, seat=seat, start=seats[seat], stack=seats[seat]) for seat in order])


_NOBODY = Player(Seat(0), Chips(0), Chips(0))
"""What every player of a new hand is a copy of."""


def _antes(hand: Hand) -> Hand:
    """Antes are taken with the start of the hand; they are staked but are no bet of the first round."""
    if hand.ante <= 0:
        return hand
    players = tuple(
        changed(p, stack=Chips(p.stack - min(hand.ante, p.stack)), total=Chips(min(hand.ante, p.stack)))
        for p in hand.players
    )
    return changed(hand, players=players)


def _new_seats(night: Night, players: tuple[Player, ...]) -> tuple[Seat, ...]:
    before = night.hand
    if before is None:
        return ()
    return tuple(p.seat for p in players if all(p.seat != other.seat for other in before.players))


def _blinds(event: HandStarted, book: Rulebook) -> tuple[Chips, Chips]:
    """The blinds the hand is played at: as told, else those of the house (K16)."""
    if event.small_blind > 0 or event.big_blind > 0:
        return max(Chips(0), event.small_blind), max(Chips(0), event.big_blind)
    big = whole(book, "blinds.bb", 0)
    return Chips(whole(book, "blinds.sb", big // 2)), Chips(big)


def _seated(night: Night, event: HandStarted, big: Chips, book: Rulebook) -> tuple[Places | None, tuple[Player, ...]]:
    """Who holds button and blinds if that is known, and who is dealt in, clockwise from the button's left."""
    players = _clockwise(night, event)
    out = not_dealt_in(night, tuple((p.seat, p.stack) for p in players), big, book)
    playing = tuple(player for player in players if player.seat not in out) if out else players
    seats = tuple(sorted(player.seat for player in playing))
    due = due_places(night, seats, book)
    if due is None or due.button != event.button:
        return due, playing
    between = newcomers_between(night, due.button, due.small, book)
    return due, tuple(player for player in playing if player.seat not in between) if between else playing


def _terms(hand: Hand, places: Places | None, event: HandStarted, book: Rulebook) -> Terms:
    known = places is not None and places.button == hand.button
    small, big = (places.small, places.big) if known and places else blinds_by_button(hand, book)
    cap, together = cap_of(hand.limit, book)
    short = setting(book, "blinds.short_stack") == "all_in_for_less_opponents_match_exactly"
    by_poster = setting(book, "postflop.first_to_act") == "small_blind_poster"
    return Terms(
        small,
        big,
        cap,
        together,
        reopens_at(hand.limit, book),
        exact=short and len(hand.players) == 2,
        leads=small if by_poster else None,
        extra=tuple((seat, post) for seat, post in event.posts if post.kind not in BLINDS and post.amount > 0),
    )


def _as_due(terms: Terms, places: Places | None, night: Night, book: Rulebook) -> Terms:
    """*terms* with where button and blinds belong, if that is known: after a draw the winner has the button."""
    if places is not None:
        return replace(terms, due_button=places.button, due_small=places.small, due_big=places.big)
    if not night.seating.draws:
        return terms
    return replace(terms, due_button=standing(night.seating.draws, seated(night), book).winner)


def blinds_by_button(hand: Hand, book: Rulebook) -> tuple[Seat | None, Seat | None]:
    """First and second seat from the button (2C); heads-up the button posts the house's blind (K20)."""
    players = hand.players
    if len(players) < 2:
        return None, None
    if len(players) > 2:
        return players[0].seat, players[1].seat
    on_button = index_of(hand, hand.button)
    first = 1 if on_button is None else on_button
    small = first if setting(book, "headsup.button_posts", "small_blind") != "big_blind" else 1 - first
    return players[small].seat, players[1 - small].seat


def first_served(hand: Hand, posts: tuple[tuple[Seat, Post], ...], book: Rulebook) -> int:
    """Where in the order of seats the deal begins (K21): left of the button, or with a blind where the house says so.

    Nobody is served first who has no blind to be known by (a dead small blind).
    """
    house = str(setting(book, "deal.first_card", "left_of_button"))
    index = next((index_of(hand, seat) for seat, post in posts if post.kind == house), None)
    return 0 if index is None else index
