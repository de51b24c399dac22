"""The release gate: what may be seen of a hand, when, by anybody."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.records import DECK, Chips, Seat
from table_controller.records.player import Player
from table_controller.views import Release, released, visible_cards
from table_controller.views.release import public_cards

SEAT = Seat(3)
SECRET = Player(SEAT, Chips(100), Chips(100), cards=DECK[:2])
MINUTE = 60 * 10**9


def shown(player: Player, *, ended: int | None, now: int, policy: Release) -> tuple[object, ...]:
    return visible_cards(player, hand_ended_at=ended, now=now, policy=policy)


def test_a_running_hand_shows_nothing() -> None:
    assert shown(SECRET, ended=None, now=10**18, policy=Release()) == (None, None)


def test_a_hand_never_shown_stays_secret_for_ever() -> None:
    assert shown(SECRET, ended=0, now=10**18, policy=Release()) == (None, None)


def test_a_tabled_hand_is_public_at_once() -> None:
    tabled = replace(SECRET, tabled=True)
    assert public_cards(tabled) == DECK[:2]
    assert shown(tabled, ended=None, now=0, policy=Release(delay=MINUTE)) == DECK[:2]


def test_an_exposed_card_is_public_and_the_other_is_not() -> None:
    assert public_cards(replace(SECRET, exposed=(DECK[1],))) == (DECK[1], None)


def test_who_names_a_card_as_exposed_is_not_told_whether_it_is_held() -> None:
    for named in (DECK[0], DECK[1], DECK[40]):
        assert public_cards(replace(SECRET, exposed=(named,))) == (named, None)


def test_house_setting_and_consent_release_after_the_delay_only() -> None:
    policy = Release(delay=MINUTE, reveal_folded=True, consented=frozenset({SEAT}))
    assert shown(SECRET, ended=5, now=5 + MINUTE - 1, policy=policy) == (None, None)
    assert shown(SECRET, ended=5, now=5 + MINUTE, policy=policy) == DECK[:2]


@pytest.mark.parametrize(
    "policy",
    [
        Release(reveal_folded=True),
        Release(consented=frozenset({SEAT})),
        Release(reveal_folded=True, consented={Seat(4)}),
    ],  # type: ignore[arg-type]
)
def test_neither_setting_nor_consent_alone_is_enough(policy: Release) -> None:
    assert shown(SECRET, ended=0, now=MINUTE, policy=policy) == (None, None)


def test_a_clock_that_jumps_back_hides_again() -> None:
    policy = Release(delay=10)
    times = {"hand_ended_at": 100, "shown": True, "policy": policy, "seat": SEAT}
    assert released(now=110, **times)  # type: ignore[arg-type]
    assert not released(now=105, **times)  # type: ignore[arg-type]


def test_a_negative_delay_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 0"):
        Release(delay=-1)


players = st.builds(
    lambda cards, out, tabled, folded: replace(
        SECRET, cards=tuple(cards), exposed=tuple(cards[:out]), tabled=tabled, folded=folded
    ),
    st.lists(st.sampled_from(DECK), min_size=0, max_size=4, unique=True),
    st.integers(0, 4),
    st.booleans(),
    st.booleans(),
)
policies = st.builds(
    Release, st.integers(0, 100), st.booleans(), st.sampled_from([frozenset(), frozenset({SEAT}), frozenset({Seat(9)})])
)


@given(players, policies, st.none() | st.integers(0, 100), st.integers(0, 300))
def test_a_visible_card_always_has_a_reason(player: Player, policy: Release, ended: int | None, now: int) -> None:
    over = ended is not None and now >= ended + policy.delay
    consented = policy.reveal_folded and SEAT in policy.consented
    seen = shown(player, ended=ended, now=now, policy=policy)
    allowed = [card for card in player.cards if player.tabled or card in player.exposed or (over and consented)]
    assert len(seen) == len(player.cards)
    assert [card for card in seen if card is not None] == allowed
