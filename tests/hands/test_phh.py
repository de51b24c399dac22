"""PHH files: checked field by field, and read the same by the quick way as by tomllib."""

import tomllib
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.hands import read_hands
from table_controller.hands.money import amount, chips, money, parse_unit, unit_of
from table_controller.hands.phh import parse_toml, read_phh
from table_controller.hands.sources import Source
from table_controller.records import BadInput

HAND = {
    "variant": "'NT'",
    "antes": "[0, 0]",
    "blinds_or_straddles": "[1, 2]",
    "min_bet": "2",
    "starting_stacks": "[100, 100]",
    "actions": "['d dh p1 AsAh', 'd dh p2 ????', 'p2 f']",
}


def _text(**changes: str) -> str:
    return "\n".join(f"{key} = {value}" for key, value in {**HAND, **changes}.items())


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"variant": "'FR'"}, "variant: expected NT or PO, got FR"),
        ({"variant": "7"}, "variant: expected a text"),
        ({"antes": "[0]"}, "antes: expected 2 amounts"),
        ({"antes": "0"}, "antes: expected a list"),
        ({"min_bet": "'2'"}, "min_bet: expected an amount"),
        ({"min_bet": "true"}, "min_bet: expected an amount"),
        ({"starting_stacks": "[100, -1]"}, "starting_stacks: expected an amount"),
        ({"starting_stacks": "[100, inf]"}, "starting_stacks: expected an amount"),
        ({"starting_stacks": "[100, 1e300]"}, "starting_stacks: expected an amount"),
        ({"starting_stacks": "[100, 1e-99999]"}, "starting_stacks: expected an amount"),
        ({"starting_stacks": "[100]"}, "starting_stacks: expected 2 to 22 players"),
        ({"blinds_or_straddles": "[1, nan]"}, "blinds_or_straddles: expected an amount"),
        ({"seats": "[1, 1]"}, "seats: expected 2 different seat numbers"),
        ({"seats": "[1, 'x']"}, "seats: expected 2 different seat numbers"),
        ({"actions": "[1]"}, "actions: expected at most"),
        ({"actions": "['p3 f']"}, "actions[0]: expected d db, d dh, or f cc cbr sm of p1 to p2, got 'p3 f'"),
        ({"actions": "['d db Zz']"}, "actions[0]: 'Zz' is no card"),
        ({"actions": "['d db AsK']"}, "actions[0]: expected cards such as"),
        ({"actions": "['p1 cbr 1e9']"}, "actions[0]: expected d db"),
        ({"actions": "['p1 cbr -5']"}, "actions[0]: expected d db"),
        ({"actions": "['p1 sd']"}, "actions[0]: expected d db"),
        ({"actions": "['p1 cbr \U0001d7d9']"}, "actions[0]: expected d db"),
        ({"finishing_stacks": "[1]"}, "finishing_stacks: expected 2 amounts"),
        ({"x": "[" * 50_000}, "expected a hand history in PHH, which is TOML"),
        ({"x": "9" * 5_000}, "expected a hand history in PHH, which is TOML"),
        ({"actions": "['d db"}, "expected a hand history in PHH, which is TOML"),
    ],
)
def test_a_bad_field_is_named(tmp_path: Path, changes: dict[str, str], complaint: str) -> None:
    file = tmp_path / "bad.phh"
    file.write_text(_text(**changes), encoding="utf-8")
    with pytest.raises(BadInput) as fault:
        list(read_hands(file))
    assert str(fault.value).startswith(f"{file}: {complaint}")
    assert "\n" not in str(fault.value)


def test_a_missing_field_and_a_bad_hand_of_many_are_named(tmp_path: Path) -> None:
    (tmp_path / "foreign.phh").write_text("title = 'no hand'\n")
    with pytest.raises(BadInput, match=r"foreign\.phh: variant: missing"):
        list(read_hands(tmp_path / "foreign.phh"))
    file = tmp_path / "many.phhs"
    file.write_text(f"[1]\n{_text()}\n[7]\n{_text(min_bet='[]')}\n")
    hands = read_hands(file)
    assert next(hands).name == f"{file.as_posix()}#1"
    with pytest.raises(BadInput, match=r"many\.phhs: \[7\] min_bet: expected an amount"):
        next(hands)
    file.write_text("x = 1\n")
    with pytest.raises(BadInput, match=r"many\.phhs: x: expected a table"):
        list(read_hands(file))


@given(st.text(max_size=300) | st.binary(max_size=300).map(lambda b: b.decode("latin-1")))
def test_no_text_breaks_the_reader(text: str) -> None:
    for name in ("x.phh", "x.phhs"):
        with suppress(BadInput):
            assert all(len(hand.stacks) >= 2 for hand in read_phh(Source(name, name, "", text.encode())))


_NUMBERS = st.from_regex(r"-?(0|[1-9][0-9]{0,8})(\.[0-9]{1,3})?|\+1|1_0|0x1f|01", fullmatch=True)
_STRINGS = st.text(st.characters(exclude_categories=("Cs",)), max_size=8).map(lambda text: f"'{text}'")
_VALUES = _NUMBERS | _STRINGS | st.sampled_from(["true", "false", "inf", '"x"', "[]", "[1, ]", "[1,2]"])
_LISTS = st.lists(_VALUES, max_size=4).map(lambda items: "[" + ", ".join(items) + "]")
_LINES = st.tuples(st.sampled_from(["a", "b", "min_bet", "A"]), st.sampled_from([" = ", "="]), _VALUES | _LISTS)


@given(st.lists(_LINES.map("".join), max_size=4), st.sampled_from(["\n", "\r\n", "\n\n"]), st.booleans())
def test_the_quick_way_reads_what_tomllib_reads(lines: list[str], end: str, closed: bool) -> None:
    text = end.join(lines) + (end if closed else "")
    try:
        expected = tomllib.loads(text, parse_float=Decimal)
    except ValueError:
        with pytest.raises(ValueError):  # noqa: PT011 -- whatever tomllib says of it
            parse_toml(text)
    else:
        assert parse_toml(text) == expected


def test_the_quick_way_is_taken_for_a_recorded_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda *_, **__: pytest.fail("a plain hand went to tomllib"))
    assert parse_toml(_text())["antes"] == [0, 0]


@given(st.decimals(0, 10**9, places=4), st.sampled_from(["1", "0.5", "0.05", "0.01", "0.0001"]))
def test_money_survives_units(number: Decimal, text: str) -> None:
    unit = parse_unit(text)
    if number % unit:
        with pytest.raises(ValueError, match="expected a multiple of the unit"):
            chips(amount(number), unit)
    else:
        whole = chips(amount(number), unit)
        assert whole * unit == number
        assert Decimal(repr(money(whole, unit))) == number
    assert number % unit_of([number]) == 0


@pytest.mark.parametrize("text", ["0", "-1", "x", "nan", "inf", "1e-9", "0.00015", "1e9", ""])
def test_no_unit(text: str) -> None:
    with pytest.raises(BadInput, match="--unit"):
        parse_unit(text)
