"""What a person corrects counts from then on; what cannot be so changes nothing and is said."""

import pytest
from dealer import Dealer

from table_controller.files import load_rulebook
from table_controller.records import events as e
from table_controller.records.cards import DECK, Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.night import Assessment, Night
from table_controller.records.player import Street
from table_controller.rules import assess
from table_controller.rules.corrections import CORRECTIONS

BOOK = load_rulebook("zollernalb")


def _on(street: str) -> Night:
    table = Dealer(BOOK, 4, 4)
    table.go_on(until=street)
    return table.night


def _correct(night: Night, what: str, value: str, seat: int | None = None) -> Assessment:
    return assess(night, e.Corrected(what=what, value=value, seat=None if seat is None else Seat(seat)), BOOK)


def test_every_correction_is_documented() -> None:
    assert e.Corrected.__doc__ is not None
    assert all(f"``{what}``" in e.Corrected.__doc__ for what in CORRECTIONS)


@pytest.mark.parametrize(
    ("what", "value", "seat", "is_now"),
    [
        ("stack", "4321", 2, lambda night: night.hand.players[1].stack == 4321),
        ("bet", "600", 1, lambda night: (night.hand.players[0].bet, night.hand.bet_to) == (600, 600)),
        ("folded", "1", 2, lambda night: night.hand.players[1].folded),
        ("in_hand", "0", 3, lambda night: night.hand.players[2].folded == (night.hand.players[2].total == 0)),
        ("cards", "As Kd", 3, lambda night: [str(card) for card in night.hand.players[2].cards] == ["As", "Kd"]),
        ("to_act", "3", None, lambda night: night.hand.to_act == 3),
        ("button", "2", None, lambda night: (night.button, night.hand.button) == (2, 2)),
        ("small_blind", "50", None, lambda night: (night.small_blind, night.hand.small_blind) == (50, 50)),
        ("big_blind", "300", None, lambda night: (night.big_blind, night.hand.big_blind) == (300, 300)),
        ("smallest_chip", "25", None, lambda night: night.chip == 25),
        ("board", "As Kd ?", None, lambda night: [str(card) for card in night.hand.board] == ["As", "Kd", "None"]),
        ("burns", "As", None, lambda night: [str(card) for card in night.hand.burns] == ["As"]),
    ],
)
def test_it_counts_from_then_on(what: str, value: str, seat: int | None, is_now: object) -> None:
    answer = _correct(_on("flop"), what, value, seat)
    if what != "in_hand":
        assert answer.not_assessed == ()
    assert callable(is_now)
    assert is_now(answer.night)


def test_a_big_blind_corrected_before_the_flop_is_the_price() -> None:
    answer = _correct(_on("preflop"), "big_blind", "400")
    assert answer.ask is not None
    assert (answer.ask.to_call, answer.ask.min_raise_to) == (400, 800)


def test_who_is_to_act_is_asked_next() -> None:
    answer = _correct(_on("flop"), "to_act", "3")
    assert answer.ask is not None
    assert answer.ask.seat == 3
    checked = assess(answer.night, e.Declared(seat=Seat(3), action="check"), BOOK)
    assert checked.irregularities == ()
    assert checked.night.hand is not None
    assert checked.night.hand.to_act == 4


def test_the_last_but_one_folded_by_correction_ends_the_hand() -> None:
    night = _on("flop")
    for seat in (1, 2, 3):
        night = _correct(night, "folded", "1", seat).night
    assert night.hand is not None
    assert (night.hand.street, night.hand.to_act) == (Street.OVER, None)


def test_a_seat_that_was_left_out_is_dealt_in_while_the_deal_lasts() -> None:
    table = Dealer(BOOK, 4, 4)
    night = _correct(
        assess(table.night, e.SeatTaken(seat=Seat(5), stack=table.hand.players[0].stack), BOOK).night, "in_hand", "1", 5
    )
    assert night.night.hand is not None
    assert [player.seat for player in night.night.hand.players] == [5, 1, 2, 3, 4]
    assert _correct(_on("flop"), "in_hand", "1", 5).not_assessed == ("corrected",)


@pytest.mark.parametrize(
    ("what", "value", "seat"),
    [
        ("colour", "red", None),
        ("stack", "-5", 1),
        ("stack", "9" * 16, 1),
        ("stack", "100", None),
        ("bet", "much", 1),
        ("bet", "100", 9),
        ("folded", "2", 1),
        ("to_act", "9", None),
        ("to_act", "", None),
        ("button", "0", None),
        ("board", "As As", None),
        ("board", "As Kd 7c 2h 3d 4s", None),
        ("board", "Xx", None),
        ("cards", "As", 9),
        ("stack", "5000", 5),
        ("stack", "5000", 77),
        ("stack", "1000000000001", 1),
        ("bet", "10001", 1),
        ("bet", "-1", 1),
        ("button", "5", None),
        ("button", "77", None),
        ("big_blind", "40011", None),
        ("small_blind", "40011", None),
        ("smallest_chip", "40011", None),
        ("in_hand", "0", 1),
    ],
)
def test_what_cannot_be_so_changes_nothing_and_is_said(what: str, value: str, seat: int | None) -> None:
    night = _on("flop")
    answer = _correct(night, what, value, seat)
    assert answer.not_assessed == ("corrected",)
    assert answer.night.hand == night.hand
    assert answer.night.stacks == night.stacks


def test_a_dead_button_may_lie_at_an_empty_seat_of_the_table() -> None:
    book, night = load_rulebook("tda-2024"), _on("flop")
    for value, taken in (("6", ()), ("77", ("corrected",)), ("0", ("corrected",))):
        assert assess(night, e.Corrected(what="button", value=value), book).not_assessed == taken


def test_a_card_that_all_see_elsewhere_is_refused() -> None:
    night = _on("flop")
    assert night.hand is not None
    lies = str(night.hand.board[0])
    for what, value, seat in (("cards", f"{lies} ?", 2), ("burns", lies, None)):
        assert _correct(night, what, value, seat).not_assessed == ("corrected",)
    other = next(str(card) for card in DECK if card not in night.hand.board)
    shown = assess(night, e.CardExposed(seat=Seat(3), card=Card.parse(other), by="player"), BOOK).night
    assert _correct(shown, "board", other).not_assessed == ("corrected",)


def test_a_card_read_face_down_elsewhere_was_misread() -> None:
    """To refuse it would tell the desk where it lies."""
    night = _on("flop")
    assert night.hand is not None
    hidden = night.hand.players[2].cards[0]
    answer = _correct(night, "board", f"{hidden} ? ?")
    assert answer.not_assessed == ()
    assert answer.night.hand is not None
    assert answer.night.hand.board[0] == hidden
    assert answer.night.hand.players[2].cards[0] is None
    assert str(answer.night.hand.players[2].cards[1]) == str(night.hand.players[2].cards[1])


def test_a_card_that_was_misread_can_still_be_dealt() -> None:
    night = _on("flop")
    assert night.hand is not None
    misread = night.hand.board[2]
    assert misread is not None
    kept = " ".join(str(card) for card in night.hand.board[:2])
    used = {card for player in night.hand.players for card in player.cards}
    fresh = next(card for card in DECK if card not in {*night.hand.board, *night.hand.burns, *used})
    for seat in (1, 2, 3, 4):
        night = assess(night, e.Declared(seat=Seat(seat), action="check"), BOOK).night
    night = _correct(night, "board", f"{kept} {fresh}").night
    night = assess(night, e.BetsCollected(), BOOK).night
    night = assess(night, e.CardBurned(), BOOK).night
    assert assess(night, e.BoardCardDealt(card=misread), BOOK).irregularities == ()


def test_a_button_corrected_before_anybody_acts_moves_blinds_order_and_first_to_act() -> None:
    night = _on("preflop")
    answer = _correct(night, "button", "1")
    hand = answer.night.hand
    assert hand is not None
    assert [player.seat for player in hand.players] == [2, 3, 4, 1]
    assert (hand.terms.small, hand.terms.big, hand.to_act) == (2, 3, 4)
    begun = assess(Night(), _start(4), BOOK).night
    hand = _correct(begun, "button", "1").night.hand
    assert hand is not None
    assert [(seat, post.kind) for seat, post in hand.posts] == [(2, "small_blind"), (3, "big_blind")]
    assert hand.players[hand.deal_from].seat == 2


def _start(button: int) -> e.HandStarted:
    stacks = tuple((Seat(seat), Chips(10_000)) for seat in range(1, 5))
    return e.HandStarted(button=Seat(button), seats=stacks, small_blind=Chips(100), big_blind=Chips(200))


def test_a_stack_corrected_in_the_hand_is_what_the_night_has_after_it() -> None:
    night = _correct(_on("flop"), "stack", "4321", 2).night
    for seat in (1, 3, 4):
        night = assess(night, e.HandMucked(seat=Seat(seat)), BOOK).night
    assert night.hand is not None
    won = sum(player.total for player in night.hand.players)
    assert dict(assess(night, e.HandEnded(), BOOK).night.stacks)[Seat(2)] == 4321 + won
