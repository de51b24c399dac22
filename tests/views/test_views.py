"""What each audience's view model holds, from a night and a rulebook."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from sample import ASK, BETWEEN, BOOK, EURO, HAND, LIGHTS, MISSING_BURN, NIGHT, TIMED, cards, ruled, sample, seat

from table_controller.files import load_rulebook, rulebook_names
from table_controller.records import Card, Chips, Seat, wire
from table_controller.records.incidents import IncidentState, Remedy, Step
from table_controller.records.night import Following, Night
from table_controller.records.player import Pot, Street
from table_controller.records.rulebook import Rulebook, Setting, Severity, Text
from table_controller.rules.reports import reportable
from table_controller.views import DeskView, LightState, TableView, Views, views
from table_controller.views.models import AskView, ClockView, PotView, SeatState


def of(night: Night, book: Rulebook = BOOK, **more: Any) -> Views:
    return views(night, book, revision=1, now=0, **more)


def book_with(**parameters: Setting) -> Rulebook:
    changed = {name.replace("__", "."): value for name, value in parameters.items()}
    return replace(BOOK, parameters=MappingProxyType(dict(BOOK.parameters) | changed))


def test_the_clock_is_on_desk_and_table_as_long_as_it_concerns_the_turn() -> None:
    shown = of(TIMED)
    assert shown.desk.clock == shown.table.clock == ClockView(Seat(1), 69_000_000_000, 10)
    assert not shown.desk.may_time
    acted = replace(TIMED, hand=replace(TIMED.hand, actions=1))
    assert of(acted).desk.clock is None
    assert of(acted).desk.may_time
    assert of(NIGHT).table.clock is None


@pytest.mark.parametrize(
    ("parameters", "may"),
    [({}, True), ({"clock__enabled": False}, False), ({"clock__needs_call": False}, False)],
)
def test_the_clock_is_offered_where_the_house_lets_it_be_called(parameters: dict[str, Setting], may: bool) -> None:
    assert of(NIGHT, book_with(**parameters)).desk.may_time is may
    assert not of(BETWEEN, book_with(**parameters)).desk.may_time


@pytest.mark.parametrize(("seat", "won", "left"), [(3, 600, (3900, 0)), (3, 1000, (3500, 0)), (4, 3900, (0, 600))])
def test_a_pot_that_was_pushed_lies_there_no_more(seat: int, won: int, left: tuple[int, int]) -> None:
    """Side pots are pushed first (TDA 16), and nobody wins one that it does not play for."""
    players = tuple(replace(p, won=Chips(won)) if p.seat == seat else p for p in HAND.players)
    desk = of(replace(NIGHT, hand=replace(HAND, players=players))).desk
    assert tuple(pot.amount for pot in desk.pots) == left
    assert desk.pot == sum(left)
    every = tuple(replace(p, won=Chips(p.total)) for p in HAND.players)
    assert of(replace(NIGHT, hand=replace(HAND, players=every))).desk.pots == ()


def test_the_desk_knows_turn_pots_and_board() -> None:
    desk = sample().desk
    rule = Text("mindestens um die letzte Erhöhung mehr", "at least the last raise on top")
    assert desk.ask == AskView(Seat(1), Chips(600), True, Chips(1200), rule, "§ 4.2.13")
    assert desk.pot == 4500
    assert desk.pots == (PotView(Chips(3900), (Seat(1), Seat(3), Seat(4))), PotView(Chips(600), (Seat(1), Seat(3))))
    assert " ".join(map(str, desk.felt.board)) == "Ts 8h 3d 5c"
    assert (desk.felt.button, desk.felt.small_blind, desk.felt.big_blind, desk.felt.level) == (1, 50, 100, 1)
    assert [one.text.en for one in desk.next_steps] == ["Seat 1 to act: €6.00 to call"]


def test_who_may_open_is_told_the_least_bet_and_its_clause() -> None:
    unopened = replace(NIGHT, hand=replace(HAND, bet_to=Chips(0)))
    ask = of(unopened, book_with(bet__min_open="one_bb"), ask=ASK).desk.ask
    assert ask is not None
    assert ask.rule == Text("mindestens ein Big Blind", "at least one big blind")
    facing = of(NIGHT, book_with(bet__min_open="one_bb"), ask=ASK).desk.ask
    assert facing is not None
    assert facing.rule.en == "at least the last raise on top"


def test_seats_stand_in_order_with_their_state() -> None:
    seats = sample().desk.felt.seats
    assert [one.seat for one in seats] == [1, 2, 3, 4, 5, 6]
    states = [SeatState.LIVE, SeatState.LIVE, SeatState.LIVE, SeatState.ALL_IN, SeatState.FOLDED, SeatState.FOLDED]
    assert [one.state for one in seats] == states
    assert [one.acting for one in seats] == [True, False, False, False, False, False]
    assert (seats[2].name, seats[2].stack, seats[2].bet) == ("Cem", 8250, 600)
    assert all(one.cards == (None, None) for one in seats)


def test_side_pots_are_told_only_when_somebody_is_all_in() -> None:
    nobody = replace(HAND, players=(seat(2, 100, 50, 50), seat(1, 100, 100, 100)), pots=(Pot(Chips(50), (Seat(1),)),))
    assert of(replace(NIGHT, hand=nobody)).desk.pots == ()


@pytest.mark.parametrize(
    ("disclosure", "limit", "told", "broadcast"),
    [
        ("forbidden", "no_limit", False, False),
        ("spread_only", "no_limit", False, True),
        ("something_new", "no_limit", False, False),
        ("forbidden", "pot_limit", True, True),
        ("on_request", "no_limit", True, True),
        ("always", "no_limit", True, True),
    ],
)
def test_the_pot_is_hidden_from_players_where_the_house_says_so(
    disclosure: str, limit: str, told: bool, broadcast: bool
) -> None:
    shown = of(replace(NIGHT, hand=replace(HAND, limit=limit)), book_with(pot_size__disclosure=disclosure))
    assert shown.table.pot == (4500 if told else None)
    assert shown.overlay.pot == (4500 if broadcast else None)
    assert shown.desk.pot == 4500
    assert told or "4500" not in wire.canonical(wire.plain(shown.table))


def test_a_house_silent_on_the_pot_lets_it_be_told() -> None:
    silent = replace(BOOK, parameters=MappingProxyType({}), citations=MappingProxyType({}))
    shown = of(NIGHT, silent, ask=ASK)
    assert shown.table.pot == 4500
    assert shown.table.ask is not None
    assert shown.table.ask.citation == "default"


def test_players_learn_that_something_is_being_settled_and_no_more() -> None:
    assert sample().table.attention
    assert not sample(night=BETWEEN).table.attention
    note = replace(MISSING_BURN, irregularity=replace(MISSING_BURN.irregularity, severity=Severity.INFORMATION))
    assert not of(replace(NIGHT, incidents=(note,))).table.attention
    assert "burn" not in wire.canonical(wire.plain(sample().table))


def test_an_incident_is_told_in_full_on_the_desk() -> None:
    incident = sample().desk.incidents[1]
    assert (incident.number, incident.code, incident.title.en) == (4, "missing_burn", "Burn forgotten")
    assert incident.measured == Text("keine Burnkarte vor dem Turn", "no burn before the turn")
    assert (incident.required.de, incident.citation) == ("1 Burnkarte", "§ 4.3.7")
    assert incident.rule.de == "Vor Flop, Turn und River wird eine Karte gebrannt"
    assert incident.proposal is not None
    assert [step.event for step in incident.proposal.steps] == ["card_moved", "card_burned", "board_card_dealt"]
    assert [option.name for option in incident.options] == ["burn_now", "stands"]
    assert incident.state is IncidentState.OPEN


def test_a_followed_remedy_shows_the_steps_left() -> None:
    following = sample(night=ruled()).desk.following[0]
    assert (following.incident, following.name) == (4, "burn_now")
    assert [step.event for step in following.left] == ["card_burned", "board_card_dealt"]


def test_texts_on_the_desk_name_no_secret_card() -> None:
    found = replace(
        MISSING_BURN.irregularity,
        measured="Ah und Ts zweimal gesehen",
        text=Text("Herz Ass doppelt", "ace of hearts twice"),
    )
    incident = of(replace(NIGHT, incidents=(replace(MISSING_BURN, irregularity=found),))).desk.incidents[0]
    assert incident.measured == Text("▮▮ und Ts zweimal gesehen", "▮▮ und Ts zweimal gesehen")
    assert incident.title == Text("▮▮ doppelt", "▮▮ twice")


def test_lost_sources_get_a_light_of_their_own() -> None:
    lights = of(replace(NIGHT, lost=frozenset({"board", "side camera"})), lights=LIGHTS).desk.lights
    assert [light.name for light in lights] == [light.name for light in LIGHTS] + ["side camera"]
    assert lights[-1].state is LightState.LOST


def test_after_the_hand_the_stacks_are_the_nights() -> None:
    over = replace(NIGHT, hand=replace(HAND, settled=True))
    felt = of(over).desk.felt
    assert not felt.running
    assert [one.stack for one in felt.seats] == [10000] * 6
    assert of(over).desk.pot == 0


def test_between_hands_everybody_is_ready() -> None:
    felt = of(BETWEEN).desk.felt
    assert (felt.hand, felt.street, felt.board) == (None, None, ())
    assert {one.state for one in felt.seats} == {SeatState.READY}


def test_money_and_revision_reach_the_screens() -> None:
    shown = views(NIGHT, BOOK, revision=7, now=123, money=EURO)
    assert (shown.revision, shown.at) == (7, 123)
    assert shown.table.felt.money == shown.desk.felt.money == shown.overlay.felt.money == EURO


def test_every_field_stands_in_the_json() -> None:
    plain = wire.plain(sample().desk)
    assert plain.keys() == {field.name for field in fields(sample().desk)}
    assert plain["felt"]["seats"][0].keys() == {field.name for field in fields(sample().desk.felt.seats[0])}


def parts(kind: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every field type reachable from *kind*, with the name of the field."""
    if get_origin(kind) is not None or get_args(kind):
        for part in get_args(kind):
            yield from parts(part, name)
    elif is_dataclass(kind) and kind is not Card:
        for field, hint in get_type_hints(kind).items():
            yield from parts(hint, field)
    else:
        yield name, kind


def test_view_models_have_no_room_for_a_secret() -> None:
    leaves = set(parts(Views))
    assert {name for name, kind in leaves if kind is Card} == {"cards", "board", "outs"}
    assert not {"outs", "equity"} & {name for audience in (TableView, DeskView) for name, _ in parts(audience)}
    modules = {kind.__module__ for _, kind in leaves if isinstance(kind, type)}
    assert not {name for name in modules if name.endswith(("records.observations", "records.happened", "events"))}


@pytest.mark.parametrize(
    ("street", "board", "to_act", "german", "english"),
    [
        (Street.DEAL, "", None, "Geben", "Dealing"),
        (Street.PREFLOP, "", 1, "Preflop", "Preflop"),
        (Street.PREFLOP, "Ts", None, "Flop: 1 von 3 Karten", "Flop: 1 of 3 cards"),
        (Street.PREFLOP, "Ts 8h", None, "Flop: 2 von 3 Karten", "Flop: 2 of 3 cards"),
        (Street.PREFLOP, "Ts 8h 3d", 1, "Preflop, 3 Karten auf dem Board", "Preflop, 3 cards on the board"),
        (Street.FLOP, "Ts 8h 3d", 1, "Flop", "Flop"),
        (Street.FLOP, "Ts 8h 3d 5c", None, "Flop, 4 Karten auf dem Board", "Flop, 4 cards on the board"),
        (Street.TURN, "Ts 8h 3d 5c", 1, "Turn", "Turn"),
        (Street.SHOWDOWN, "Ts 8h 3d 5c 2s", None, "Showdown", "Showdown"),
    ],
)
def test_the_street_is_told_by_what_lies(
    street: Street, board: str, to_act: int | None, german: str, english: str
) -> None:
    hand = replace(HAND, street=street, board=cards(board), to_act=None if to_act is None else Seat(to_act))
    assert of(replace(NIGHT, hand=hand)).desk.felt.progress == Text(german, english)
    assert of(replace(NIGHT, hand=replace(hand, settled=True))).desk.felt.progress is None


def test_done_steps_of_a_remedy_stay_and_a_later_one_says_what_it_waits_for() -> None:
    following = sample(night=ruled()).desk.following[0]
    assert [step.event for step in following.done] == ["card_moved"]
    late = Step("card_burned", Text("Burn", "Burn"), after="round")
    remedy = Remedy("late", Text("Spät", "Late"), (late, late))
    night = replace(NIGHT, following=(Following(4, remedy, (late,)),))
    shown = of(night).desk.following[0]
    assert (len(shown.done), len(shown.left)) == (1, 1)
    assert shown.left[0].waits == Text("nach der Setzrunde", "after the betting round")


def test_what_may_be_reported_is_what_this_house_answers() -> None:
    for name in rulebook_names():
        book = load_rulebook(name)
        shown = views(NIGHT, book, revision=1, now=0, reports=reportable(book)).desk.reports
        assert [one.code for one in shown] == [code for _, code in reportable(book)]
        assert all(one.text.de and one.text.en for one in shown)
    codes = {code for _, code in reportable(load_rulebook("bonn"))}
    assert {"phone_at_table", "dirty_stack", "collusion_suspected"} <= codes


def test_a_card_that_is_not_public_has_no_name_in_a_step() -> None:
    taken = Step("card_moved", Text("Karte 2c beiseitelegen", "Set 2c aside"), card="2c")
    night = replace(NIGHT, following=(Following(4, Remedy("aside", Text("Weg", "Away"), (taken,)), (taken,)),))
    assert of(night).desk.following[0].left[0].text == Text("Karte beiseitelegen", "Set the card aside")
