"""The overlay's delay and card-reveal setting with a clock of our own, also one that goes back."""

from dataclasses import dataclass, replace
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample import BOOK, HAND, NIGHT, cards, seat

from table_controller.equity import chances
from table_controller.fusion import empty_felt
from table_controller.on_air import OnAir
from table_controller.records import Seat, wire
from table_controller.records.hand import Ending as RunTwice
from table_controller.records.hand import Hand
from table_controller.records.incidents import IncidentState
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Severity
from table_controller.simulator.felt import BUTTON_TAG, built_in_deck, built_in_layout
from table_controller.turn import Standing
from table_controller.views import (
    Banners,
    Evening,
    Moment,
    OverlayView,
    Programme,
    Release,
    Reveal,
    broadcast,
    delay,
    overlay_view,
)
from table_controller.views.evening import Ending

MINUTE = 60 * 10**9
HOLE = {1: "Qc Qd", 2: "Ah Kd", 3: "9c 9h"}
"""Seat 1 shows at the end, seat 2 agreed to be shown, seat 3 did not; seats 2 and 3 have folded by then."""
_FELT = empty_felt(built_in_layout(), built_in_deck(), BUTTON_TAG)


def hand(street: Street = Street.PREFLOP, board: str = "", **changes: object) -> Hand:
    players = tuple(
        seat(number, 9000, 100, 1000, hole, **({"folded": True} if changes.get(f"fold{number}") else {}))
        for number, hole in HOLE.items()
    )
    if changes.get("tabled"):
        players = (replace(players[0], tabled=True), *players[1:])
    over = street is Street.OVER
    acting = None if over else Seat(1)
    return replace(HAND, players=players, street=street, board=cards(board), to_act=acting, settled=over)


FOLDED = {"fold2": True, "fold3": True}
STEPS = (
    hand(),
    hand(Street.FLOP, "Ts 8s 3s", fold3=True),
    hand(Street.RIVER, "Ts 8s 3s 5s 4s", **FOLDED),
    hand(Street.SHOWDOWN, "Ts 8s 3s 5s 4s", tabled=True, **FOLDED),
    hand(Street.OVER, "Ts 8s 3s 5s 4s", tabled=True, **FOLDED),
)
"""A hand step by step."""


@dataclass
class Table:
    """A table whose night time is told."""

    on_air: OnAir
    evening: Evening = Evening(number=1, hand="17", settled=False)
    now: int = 0

    def shows(self, shown: Hand | None, now: int) -> OverlayView:
        self.now = now
        night = replace(NIGHT, hand=shown, incidents=())
        if shown is not None and shown.settled and self.evening.ending(1) is None:
            held = frozenset((one.seat, card) for one in shown.players for card in one.cards if card)
            tabled = frozenset((one, card) for one, card in held if one == 1)
            ending = Ending(now, frozenset({Seat(1)}), tabled, held)
            self.evening = replace(self.evening, endings=((1, ending),), settled=True)
        return self.on_air.picture(night, Standing(_FELT, night, evening=self.evening), now)


def table(
    reveal: Reveal, *, behind: int = 0, delay: int = 0, consented: frozenset[Seat] = frozenset({Seat(2)})
) -> Table:
    return Table(OnAir(Programme(Release(delay, True, consented, reveal, behind)), BOOK))


def open_seats(picture: OverlayView) -> set[int]:
    return {int(one.seat) for one in picture.felt.seats if any(one.cards)}


@pytest.mark.parametrize(
    ("reveal", "seen"),
    [
        (Reveal.IMMEDIATE, [{1, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 2}]),
        (Reveal.AFTER_ACTION, [set(), {1, 2}, {1, 2}, {1, 2}, {1, 2}]),
        (Reveal.SHOWDOWN_TOURNAMENT, [set(), set(), set(), {1, 2}, {1, 2}]),
        (Reveal.SHOWDOWN, [set(), set(), set(), {1}, {1, 2}]),
        (Reveal.END_OF_HAND, [set(), set(), set(), set(), {1, 2}]),
        (Reveal.NEVER, [set(), set(), set(), set(), set()]),
    ],
)
def test_each_setting_lays_open_what_it_says_in_the_delayed_picture(reveal: Reveal, seen: list[set[int]]) -> None:
    """Ten minutes behind a hand of one minute: all of the hand is long released when it is shown."""
    house = table(reveal, behind=10 * MINUTE)
    for place, step in enumerate(STEPS):
        assert house.shows(step, place * MINUTE // 5).delay.starts == 10 * MINUTE
    pictures = [house.shows(None, 10 * MINUTE + place * MINUTE // 5) for place in range(len(STEPS))]
    assert [open_seats(picture) for picture in pictures] == seen
    assert [picture.felt.street for picture in pictures] == [step.street for step in STEPS]


@pytest.mark.parametrize("reveal", list(Reveal))
def test_a_live_picture_shows_no_more_than_the_table_while_the_hand_runs(reveal: Reveal) -> None:
    house = table(reveal)
    for place, step in enumerate(STEPS[:-1]):
        assert open_seats(house.shows(step, place)) <= ({1} if place == 3 else set())


@pytest.mark.parametrize("reveal", list(Reveal))
def test_a_hand_that_never_ended_is_never_released(reveal: Reveal) -> None:
    house = table(reveal, behind=MINUTE)
    house.shows(STEPS[0], 0)
    assert open_seats(house.shows(STEPS[1], 100 * MINUTE)) == set()
    assert open_seats(house.shows(STEPS[2], 10**6 * MINUTE)) == set()


def test_an_end_that_was_taken_back_hides_the_cards_again() -> None:
    house = table(Reveal.IMMEDIATE, behind=MINUTE)
    house.shows(STEPS[0], 0)
    house.shows(STEPS[4], 1)
    assert open_seats(house.shows(STEPS[4], MINUTE)) == {1, 2}
    assert open_seats(house.shows(STEPS[3], MINUTE)) == set()


def test_cards_of_a_deal_that_was_undone_are_not_shown_by_the_hand_dealt_anew() -> None:
    """The hand dealt anew has the same name and number, and the same seat tables it: other cards."""
    house = table(Reveal.IMMEDIATE, behind=10 * MINUTE, consented=frozenset())
    first = STEPS[0].players[0]
    undone = replace(STEPS[0], players=(replace(first, cards=cards("Kc Kh")), *STEPS[0].players[1:]))
    replaced = replace(STEPS[0], players=(replace(first, cards=cards("Qc Kh")), *STEPS[0].players[1:]))
    for place, step in enumerate((undone, replaced, *STEPS)):
        house.shows(step, place * MINUTE // 5)
    pictures = [house.shows(None, 10 * MINUTE + place * MINUTE // 5) for place in range(2 + len(STEPS))]
    assert [open_seats(picture) for picture in pictures] == [set(), set(), *([{1}] * len(STEPS))]


def test_nor_are_those_of_a_player_who_lets_folded_hands_be_shown() -> None:
    """A card taken from it again may be another's by now, who did not agree."""
    house = table(Reveal.IMMEDIATE, behind=10 * MINUTE)
    first, second, third = STEPS[0].players
    for place, hole in enumerate(("Kc Kh", "Ah 9c", "Ah Kd")):
        dealt = replace(STEPS[0], players=(first, replace(second, cards=cards(hole)), third))
        house.shows(dealt, place * MINUTE // 5)
    house.shows(STEPS[-1], MINUTE)
    pictures = [house.shows(None, 10 * MINUTE + place * MINUTE // 5) for place in (0, 1, 2, 5)]
    assert [open_seats(picture) for picture in pictures] == [{1}, {1}, {1, 2}, {1, 2}]


def test_the_delay_after_the_hand_holds_in_the_delayed_picture_too() -> None:
    house = table(Reveal.IMMEDIATE, behind=MINUTE, delay=5 * MINUTE)
    house.shows(STEPS[0], 0)
    house.shows(STEPS[4], 10)
    assert open_seats(house.shows(STEPS[4], MINUTE)) == set()
    assert open_seats(house.shows(STEPS[4], 5 * MINUTE + 9)) == {1}  # the hand is over in the picture: tabled
    assert open_seats(house.shows(STEPS[4], 5 * MINUTE + 10)) == {1, 2}


def test_a_player_who_left_is_not_shown_by_a_consent_that_was_not_his() -> None:
    house = table(Reveal.SHOWDOWN)
    house.evening = replace(house.evening, left=frozenset({Seat(2)}))
    house.shows(STEPS[3], 0)
    assert open_seats(house.shows(STEPS[4], 1)) == {1}


def test_the_countdown_tells_nothing_of_the_table() -> None:
    house = table(Reveal.SHOWDOWN, behind=MINUTE)
    picture = house.shows(STEPS[3], 0)
    assert picture.delay.starts == MINUTE
    said = wire.canonical(wire.plain(picture))
    assert picture.felt.seats == picture.felt.board == ()
    assert not any(name in said for name in ("Qc", "Ts", "9100", "9000", "1000"))


def test_what_happens_now_changes_nothing_of_a_delayed_picture() -> None:
    """Neither during the countdown nor on air: not its number, not its time."""
    house = table(Reveal.SHOWDOWN, behind=10 * MINUTE)
    waiting = [(house.shows(step, place), house.on_air.pictures) for place, step in enumerate(STEPS[:-1])]
    assert waiting == [waiting[0]] * len(waiting)
    first = (house.shows(STEPS[-1], 10 * MINUTE), house.on_air.pictures)
    assert first[1] == 2
    assert (house.shows(STEPS[0], 10 * MINUTE), house.on_air.pictures) == first
    assert house.on_air.picture(NIGHT, Standing(_FELT, NIGHT, evening=house.evening), 11 * MINUTE) is not first[0]
    assert house.on_air.pictures == 3


@pytest.mark.parametrize("broken", [(delay,), (broadcast,), (delay, broadcast)])
def test_the_delay_is_looked_at_twice(monkeypatch: pytest.MonkeyPatch, broken: tuple[ModuleType, ...]) -> None:
    """Either look keeps the picture back alone; with both broken it would be seen here. Cards need a third."""
    for room in broken:
        monkeypatch.setattr(room, "passed", lambda *_: True)
    picture = table(Reveal.SHOWDOWN, behind=MINUTE).shows(STEPS[3], 0)
    assert bool(picture.felt.seats) is (len(broken) == 2)
    assert open_seats(picture) == set()


def test_the_lock_is_open_while_a_card_lies_there_that_the_table_could_not_see() -> None:
    house = table(Reveal.SHOWDOWN)
    assert not house.shows(STEPS[3], 0).delay.opened
    assert house.shows(STEPS[4], 1).delay.opened


_TIMES = st.lists(st.integers(-50, 200), min_size=5, max_size=40)


@given(
    _TIMES,
    st.lists(st.integers(0, len(STEPS) - 1), min_size=40, max_size=40),
    st.sampled_from(Reveal),
    st.integers(0, 60),
    st.integers(0, 60),
)
def test_whatever_the_clock_does_nothing_is_on_air_before_its_time(
    times: list[int], steps: list[int], reveal: Reveal, behind: int, delay: int
) -> None:
    """Times jump, also back; hands end and are taken back. Every picture was taken at least the delay ago."""
    house = table(reveal, behind=behind, delay=delay)
    taken: list[tuple[int, Hand]] = []
    for now, step in zip(times, steps, strict=False):
        taken.append((now, STEPS[step]))
        picture = house.shows(STEPS[step], now)
        if picture.delay.starts is not None:
            assert not picture.felt.seats
            continue
        assert picture.at + behind <= now
        shown = [one for at, one in taken if at == picture.at and one.street is picture.felt.street]
        assert shown
        ending = house.evening.ending(1)
        released = STEPS[step].settled and ending is not None and now >= ending.at + delay
        public = {1} if shown[-1].players[0].tabled else set()
        assert open_seats(picture) <= (public | {1, 2} if released else public)


# --- equity --------------------------------------------------------------------------------------------------------


def picture(of: Night, *, ended: int | None = None, reveal: Reveal = Reveal.SHOWDOWN, **on: object) -> OverlayView:
    programme = Programme(Release(0, True, frozenset(map(Seat, (1, 2, 3))), reveal), equity=chances)
    return overlay_view(
        Moment(0, of, None, Evening()),
        BOOK,
        now=0,
        hand_ended_at=ended,
        on=replace(programme, **on),  # type: ignore[arg-type]
    )


def all_in(board: str, *, tabled: bool = True, **more: object) -> Night:
    players = (
        seat(1, 0, 0, 1000, "As Kd", tabled=tabled),
        seat(2, 0, 0, 1000, "7h 7c", tabled=tabled),
        seat(3, 500, 0, 0, "2c 3d", folded=True),
    )
    run_out = replace(HAND, players=players, board=cards(board), to_act=None, street=Street.FLOP, **more)  # type: ignore[arg-type]
    return replace(NIGHT, hand=run_out, incidents=())


def test_equity_of_open_hands_is_told_with_outs() -> None:
    shown = picture(all_in("Ts 8h 3d")).equity
    assert shown is not None
    assert [(one.seat, one.win, one.tie, one.share) for one in shown.seats] == [(1, 265, 0, 265), (2, 735, 0, 735)]
    assert [" ".join(map(str, one.outs or ())) for one in shown.seats] == ["Ac Ad Ah Kc Kh Ks", ""]
    assert shown.boards == 990


def test_no_equity_while_a_live_hand_is_secret() -> None:
    assert picture(all_in("Ts 8h 3d", tabled=False)).equity is None
    one = all_in("Ts 8h 3d")
    assert one.hand is not None
    half = replace(one.hand, players=(replace(one.hand.players[0], tabled=False), *one.hand.players[1:]))
    assert picture(replace(one, hand=half)).equity is None


def test_equity_knows_nothing_of_folded_cards() -> None:
    night = all_in("Ts 8h 3d")
    assert night.hand is not None
    other = replace(night.hand.players[2], cards=cards("Ac Ad"))
    same = replace(night, hand=replace(night.hand, players=(*night.hand.players[:2], other)))
    assert picture(night).equity == picture(same).equity


@pytest.mark.parametrize(
    ("board", "more", "why"),
    [
        ("Ts", {}, "Odds as soon"),
        ("Ts 8h ?", {}, "Odds as soon"),
        ("", {"game": "omaha"}, "No odds"),
        ("Ts 8h 3d", {"ending": RunTwice(shared=3)}, "two boards"),
    ],
)
def test_what_is_not_counted_says_so(board: str, more: dict[str, object], why: str) -> None:
    shown = picture(all_in(board, **more))
    assert shown.equity is None
    assert shown.no_equity is not None
    assert why in shown.no_equity.en


def test_never_means_no_equity_either() -> None:
    shown = picture(all_in("Ts 8h 3d"), reveal=Reveal.NEVER)
    assert (shown.equity, open_seats(shown)) == (None, set())


# --- banner, ticker ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("which", "told"), [(Banners.NEVER, None), (Banners.RULED, 3), (Banners.OPEN, 4)])
def test_the_banner_tells_of_what_the_house_wants_told(which: Banners, told: int | None) -> None:
    banner = picture(NIGHT, banners=which).banner
    assert (banner.number if banner else None) == told


def test_the_banner_names_no_seat_no_card_and_nothing_the_floor_wrote() -> None:
    found = replace(NIGHT.incidents[1].irregularity, seat=Seat(3), measured="As in seat 3", severity=Severity.SERIOUS)
    found = replace(found, text=replace(found.text, en="Ac and 8h seen"))
    told = replace(NIGHT.incidents[1], irregularity=found, state=IncidentState.RULED, ruling="Cem pays", by="Dora")
    banner = picture(replace(NIGHT, incidents=(told,))).banner
    assert banner is not None
    assert banner.title.en == "▮▮ and 8h seen"  # the eight lies on the board
    assert banner.ruling is not None
    assert banner.ruling.en == "Ruled by the floor"
    said = wire.canonical(wire.plain(banner))
    assert not any(name in said for name in ("Cem", "Dora", "seat", "As"))
