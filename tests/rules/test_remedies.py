"""After any remedy that is no misdeal the hand is whole again (specification, section 3); a misdeal undoes the deal."""

from collections import Counter

import pytest
from dealer import Dealer
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st
from wrongly_dealt import ERRORS, NotHereError, chips

from table_controller.files import load_rulebook
from table_controller.records import events as e
from table_controller.records.cards import DECK, Face
from table_controller.records.chips import Chips, Seat
from table_controller.records.incidents import IncidentState
from table_controller.records.player import Street
from table_controller.rules.remedies import possible

_HOUSES = ("zollernalb", "bonn", "brandenburg", "tda-2024")
_ERRORS = sorted(ERRORS.keys() - {"passed over", "bet out of turn"})
"""Errors whose remedy leaves everybody's own chips and cards; ``test_two_faults.py`` tells of those two as well."""


def _goes_wrong(error: str, table: Dealer, place: int) -> str:
    """The code of *error*, which is made at *table*; where it cannot be made there, the example is no example."""
    try:
        return ERRORS[error](table, place)
    except NotHereError:
        reject()


# --- and how it must end ------------------------------------------------------------------------------------------


def _whole(table: Dealer) -> None:
    """Every live seat has its cards, one burn a street, the board its five, no card twice, none lost, no chip lost."""
    hand = table.hand
    wanted = 4 if hand.game == "omaha" else 2
    assert all(len(player.cards) == wanted for player in hand.players if not player.folded)
    assert all(len(table.cards(f"seat {player.seat}")) == wanted for player in hand.players if not player.folded)
    assert len(table.cards("burn")) == 3
    assert len(hand.burns) == 3
    assert len(table.cards("board")) == 5
    assert len(hand.board) == 5
    assert hand.street is Street.SHOWDOWN
    known = [card for card in (*hand.board, *hand.burns, *(c for p in hand.players for c in p.cards)) if card]
    assert len(known) == len(set(known))
    assert {card for card in hand.board if card} <= set(table.cards("board"))
    lying = Counter(card for cards in table.places.values() for card in cards) + Counter(table.stub)
    assert lying == Counter(DECK)
    assert not table.cards("aside")
    assert chips(table.night) == sum(10_000 + seat for seat in range(1, len(hand.players) + 1))
    assert not table.night.following


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(
    house=st.sampled_from(_HOUSES),
    error=st.sampled_from(_ERRORS),
    seats=st.integers(2, 11),
    game=st.sampled_from(["texas", "omaha"]),
    button=st.integers(1, 11),
    place=st.integers(0, 60),
    seed=st.integers(0, 1000),
    blind=st.booleans(),
    asked=st.booleans(),
)
def test_after_a_remedy_the_hand_is_whole(
    house: str, error: str, seats: int, game: str, button: int, place: int, seed: int, blind: bool, asked: bool
) -> None:
    assume(seats * (4 if game == "omaha" else 2) <= 36)
    table = Dealer(load_rulebook(house), seats, 1 + button % seats, game, seed, blind=blind)
    code = _goes_wrong(error, table, place)
    found = [item for item in table.night.incidents if item.irregularity.code == code]
    assume(found)  # another house may ignore it
    proposal = found[0].irregularity.proposal
    assume(proposal is not None and proposal.name not in ("misdeal", "none", "floor", "play_stands", "hand_dead"))
    before = list(table.codes)
    if asked:
        table.accept()
    else:
        _carry_out(table)
    table.finish()
    _whole(table)
    assert table.codes == before, "what the remedy makes right is not flagged"


def _carry_out(table: Dealer) -> None:
    """Nobody rules: the dealer does what is proposed, until the referee can tell what is being done."""
    for incident in table.night.incidents:
        proposal = incident.irregularity.proposal
        for step in () if proposal is None else proposal.steps:
            if step.event == "card_exposed":
                continue
            table.do(step)
            if any(item.state is IncidentState.RULED for item in table.night.incidents):
                assert {item.by for item in table.night.incidents if item.ruling} == {"play"}
                return


# --- misdeals -----------------------------------------------------------------------------------------------------


def _posted(table: Dealer) -> tuple[object, ...]:
    """What a misdeal must leave as it was: stacks, bets, button, blinds, pot."""
    hand = table.hand
    money = tuple((p.seat, p.stack, p.bet, p.total) for p in hand.players)
    return money, hand.button, hand.small_blind, hand.big_blind, hand.bet_to, hand.posts, hand.carried, hand.ante


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(
    house=st.sampled_from(_HOUSES),
    seats=st.integers(2, 11),
    game=st.sampled_from(["texas", "omaha"]),
    button=st.integers(1, 11),
    first=st.integers(0, 1),
    cards=st.integers(0, 20),
    acted=st.integers(0, 1),
    asked=st.booleans(),
    seed=st.integers(0, 1000),
    ante=st.sampled_from([0, 25]),
)
def test_a_misdeal_restores_stacks_button_and_blinds(
    house: str,
    seats: int,
    game: str,
    button: int,
    first: int,
    cards: int,
    acted: int,
    asked: bool,
    seed: int,
    ante: int,
) -> None:
    assume(seats * (4 if game == "omaha" else 2) <= 36)
    table = Dealer(load_rulebook(house), seats, 1 + button % seats, game, seed, ante=ante)
    while table.hand.posts:
        table.do(table.next_step())
    before = _posted(table)
    for place in range(2):
        step = table.next_step()
        table.hole(step.seat or 0, Face.UP if place == first or asked else Face.DOWN)
    found = [item.irregularity for item in table.night.incidents]
    assume(any(item.proposal is not None and item.proposal.name == "misdeal" for item in found))
    dealt = seats * (4 if game == "omaha" else 2)
    for _ in range(min(cards, dealt - 2)):
        table.do(table.next_step())
    if cards >= dealt - 2 and acted:
        table.do(table.next_step())
    if asked:
        table.rule("misdeal")
        assert _posted(table) == before
        assert all(not player.cards and not player.exposed for player in table.hand.players)
    else:
        table.gather()
        table.see(e.DeckShuffled())
        table.hole(table.hand.players[0].seat)
        assert _posted(table) == before
        assert [item.ruling for item in table.night.incidents if item.by == "play"] == ["misdeal"]
        assert sum(len(player.cards) for player in table.hand.players) == 1
    codes = list(table.codes)
    table.finish()
    _whole(table)
    assert table.codes == codes


# --- what the floor may choose beside -----------------------------------------------------------------------------


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(
    house=st.sampled_from(_HOUSES),
    error=st.sampled_from(_ERRORS),
    seats=st.integers(3, 9),
    place=st.integers(0, 60),
    which=st.integers(0, 20),
    seed=st.integers(0, 1000),
)
def test_whatever_the_floor_chooses_the_hand_goes_on_and_no_chip_is_lost(
    house: str, error: str, seats: int, place: int, which: int, seed: int
) -> None:
    table = Dealer(load_rulebook(house), seats, seats, "texas", seed)
    _goes_wrong(error, table, place)
    assume(table.night.incidents)
    found = table.night.incidents[-1].irregularity
    others = [item.name for item in (*found.options, *possible(table.hand, found, table.book))]
    assume(others)
    before = chips(table.night)
    table.rule(others[which % len(others)])
    assert chips(table.night) == before
    for _ in range(200):
        if table.hand.street in (Street.SHOWDOWN, Street.OVER):
            break
        table.do(table.next_step())
    assert table.hand.street in (Street.SHOWDOWN, Street.OVER)
    assert chips(table.night) == before


def test_a_remedy_that_makes_no_sense_is_not_offered() -> None:
    table = Dealer(load_rulebook("zollernalb"), 6, 6)
    _goes_wrong("unburned turn", table, 0)
    found = table.night.incidents[-1].irregularity
    offered = {item.name for item in possible(table.hand, found, table.book)}
    assert {"hand_void"} <= offered
    assert not offered & {"misdeal", "surplus_becomes_burn", "replace_with_first_burn", "hand_dead"}


@pytest.mark.parametrize("seats", [6, 2])
def test_a_deal_without_a_fault_needs_no_remedy(seats: int) -> None:
    table = Dealer(load_rulebook("zollernalb"), seats, seats)
    table.finish()
    _whole(table)
    assert table.codes == []
    assert table.hand.players[0].seat == Seat(1)
    assert chips(table.night) == Chips(sum(10_000 + seat for seat in range(1, seats + 1)))
