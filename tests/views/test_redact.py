"""Texts name no card that is not public, however it is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.records import DECK, Card
from table_controller.records.rulebook import Text
from table_controller.views.redact import VEIL, redact, redact_text

ACE = Card.parse("As")


@pytest.mark.parametrize(
    "named",
    [
        *("As", "A♠", "A ♠", "ace of spades", "Ace of Spades", "Pik Ass", "Pik-Ass", "Pik As", "pik ass", "PIK-ASS"),
        *("T♥", "10♥", "10 ♥", "Th", "ten of hearts", "Herz 10", "Herz-Zehn", "herz zehn", "10 of hearts"),
        *("2c", "deuce of clubs", "two of clubs", "Kreuz 2", "Kreuz Zwei", "Qd", "Karo Dame", "queens of diamonds"),
        *("AsKd", "2cTh9s", "10h", "♠A", "♥ 10", "♠A♦K"),
        *(
            "AS KD",
            "AS",
            "ASKD",
            "KD",
            "10H",
            "10S 9C",
            "as kd",
            "askd",
            "ah,kh",
            "kd",
            "2h",
            "AS/KD",
            "A♠K♦",
            "qh 10c",
        ),
        *("a♠", "k♦ q♦", "D♥", "B♣", "♦D", "A♠\ufe0f", "♠\ufe0fA", "Ass ♠", "♠ Ass", "Pik D", "Herz-B", "Kreuz Bauer"),
        *(
            "Ass Pik",
            "Ass von Pik",
            "ace spades",
            "ace-of-spades",
            "spades: ace",
            "pik_ass",
            "Pikass",
            "ace of ♠",
            "🂡🃎",
        ),
        *(repr(ACE), f"KeyError: {Card.parse('2c')!r}"),
    ],
)
def test_every_way_to_name_a_card_is_veiled(named: str) -> None:
    for text in (named, f"seat 3: {named}.", f"({named})", f"{named}, {named}", f"„{named}“", f"{named}/{named}"):
        veiled = redact(text, frozenset())
        assert named not in veiled
        assert VEIL in veiled


def test_a_public_card_stays() -> None:
    text = "As, Kd; A♠ K♦; ace of spades; Pik-Ass, Karo König"
    assert redact(text, {ACE}) == f"As, {VEIL}; A♠ {VEIL}; ace of spades; Pik-Ass, {VEIL}"


def test_of_cards_in_a_row_the_public_ones_stay() -> None:
    assert redact("AsKd10h", {ACE}) == f"As{VEIL}{VEIL}"
    assert redact("A♠K♦, ♠A ♦K", {ACE}) == f"A♠{VEIL}, ♠A {VEIL}"


@pytest.mark.parametrize(
    "text",
    [
        "Vor Flop, Turn und River wird je eine Karte verdeckt verbrannt.",
        "A raise goes in with one motion: 600, not 2 × 300.",
        "Seat 4 owes 2.50 of 10.00; 70 s on the clock, § 4.3.7",
        "Das Ass im Board zählt, the king is dead",
        "3 of 5 cards, two hands, a diamond ring",
        "Seat 3 asks the TD, then acts; as soon as possible, ah well, ad hoc, the 10th of 4 hands, etc.",
        "003 TH:FL, TH:GK-c; 000 TS-a; in acts_again",
        "A club rule. The heart of the matter, the king of the hill; ASKS, ACTS, Acts 3-handed, 2nd and 3rd barrel",
        "Die Dame am Tisch hat ein Herz; das Kreuz mit dem König; ab 20 h; 5 Spieler",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert redact(text, frozenset()) == text


def test_both_languages_are_veiled() -> None:
    assert redact_text(Text("Pik Ass", "ace of spades"), frozenset()) == Text(VEIL, VEIL)


@given(st.sets(st.sampled_from(DECK)), st.lists(st.sampled_from(DECK), min_size=1, max_size=5))
def test_codes_survive_exactly_when_public(public: set[Card], named: list[Card]) -> None:
    words = redact(" ".join(map(str, named)), public).split(" ")
    assert words == [str(card) if card in public else VEIL for card in named]
