"""Event logs: what is written is read again; what is damaged is named by line; the schema and page are the code's."""

import dataclasses
import io
import json
from contextlib import suppress
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_controller.hands import read_hands, schema, write_log
from table_controller.hands.eventlog import read_log
from table_controller.hands.sources import Source
from table_controller.records import BadInput, Seat
from table_controller.records.betting_events import WORDS
from table_controller.records.events import (
    ButtonPlaced,
    ChipsMovedIn,
    DeckShuffled,
    Declared,
    Event,
    HandEnded,
    HandStarted,
    Happened,
)
from table_controller.records.wire import EVENT_TYPES, OBJECT_FIELDS

DOCS = Path(__file__).parents[2] / "docs"
HEADER = '{"type":"log","version":1,"unit":"0.01"}\n'
VALIDATOR = jsonschema.Draft202012Validator(schema.schema())
st.register_type_strategy(Seat, st.integers(1, 11).map(Seat))  # type: ignore[arg-type]
st.register_type_strategy(Declared, st.builds(Declared, action=st.sampled_from(WORDS)))


def _events() -> st.SearchStrategy[Event]:
    """Any event that a log can hold: confidence finite; seats and denominations once each, up to 18 digits."""
    sure = st.floats(0, 1)
    replaced = lambda event, one: dataclasses.replace(event, confidence=one, at=abs(event.at))  # noqa: E731
    built = st.builds(replaced, st.from_type(Event), sure)  # type: ignore[arg-type]
    return built.filter(lambda event: all(map(_is_object, map(event.__getattribute__, _pairs(event)))))


def _pairs(event: Event) -> set[str]:
    return OBJECT_FIELDS & {field.name for field in dataclasses.fields(event)}


def _is_object(pairs: tuple[tuple[int, object], ...]) -> bool:
    keys = [key for key, _ in pairs]
    return len(set(keys)) == len(keys) and all(0 <= key < 10**18 for key in keys)


def _log(events: list[Event]) -> str:
    out = io.StringIO()
    write_log(events, "0.01 EUR", out)
    return out.getvalue()


def _source(text: str) -> Source:
    return Source("night.jsonl", "night.jsonl", "", text.encode())


@given(st.lists(_events(), max_size=5))
def test_a_log_is_read_as_it_was_written(events: list[Event]) -> None:
    assert list(read_log(_source(_log(events)))) == events


@given(_events())
def test_every_line_that_is_written_fits_the_schema(event: Event) -> None:
    for line in _log([event]).strip().split("\n"):
        assert VALIDATOR.is_valid(json.loads(line)), line


@pytest.mark.parametrize(
    "line",
    [
        {"type": "card_burned", "colour": 1},
        {"type": "pot_pushed", "seat": 1},
        {"type": "card_burned", "card": "1s"},
        {"type": "hand_started", "button": 1, "seats": {"one": 5}, "small_blind": 1, "big_blind": 2},
        {"type": "no_such_event"},
        {"type": "tick", "confidence": 7},
        {"type": "tick", "confidence": -0.1},
        {"type": "declared", "seat": 1, "action": "riase"},
    ],
)
def test_reader_and_schema_refuse_the_same(line: dict[str, object]) -> None:
    assert not VALIDATOR.is_valid(line)
    with pytest.raises(BadInput, match=r"night\.jsonl: line 2: "):
        list(read_log(_source(HEADER + json.dumps(line))))


def test_schema_and_page_in_the_docs_are_the_codes() -> None:
    assert json.loads((DOCS / "events.schema.json").read_text(encoding="utf-8")) == schema.schema()
    assert (DOCS / "events.md").read_text(encoding="utf-8") == schema.page()


def test_the_page_names_every_type_and_field() -> None:
    page = schema.page()
    sections = dict(section.split("`", 1) for section in page.split("\n### `")[1:])
    common = {field.name for field in dataclasses.fields(Happened)}
    assert set(sections) == set(EVENT_TYPES)
    for name, kind in EVENT_TYPES.items():
        for field in dataclasses.fields(kind):
            place = page if field.name in common else sections[name]
            assert f"| `{field.name.rstrip('_')}` |" in place, (name, field.name)


def test_hands_of_one_log_share_a_night(tmp_path: Path) -> None:
    started = HandStarted(
        button=Seat(1),
        seats=((Seat(1), 5), (Seat(2), 5)),
        small_blind=1,
        big_blind=2,  # type: ignore[arg-type]
    )
    events: list[Event] = [
        ButtonPlaced(at=1, seat=Seat(1)),
        dataclasses.replace(started, at=2, hand="a"),
        dataclasses.replace(started, at=3),
        HandEnded(at=4),
        DeckShuffled(at=5),
    ]
    file = tmp_path / "night.jsonl"
    file.write_text(_log(events), encoding="utf-8")
    hands = list(read_hands(file))
    assert [hand.name for hand in hands] == ["a", f"{file.as_posix()}#2", f"{file.as_posix()}#3"]
    assert [len(hand.events) for hand in hands] == [2, 2, 1]
    assert {hand.night for hand in hands} == {file.as_posix()}


def test_lines_whose_time_steps_back_are_read_in_the_order_of_the_lines() -> None:
    """Words told after the chips, but said before them: the house decides which counts (TDA 40-A)."""
    told = [ChipsMovedIn(at=900, seat=Seat(1), amount=5), Declared(at=600, seat=Seat(1), action="raise")]  # type: ignore[arg-type]
    assert list(read_log(_source(_log([*told])))) == told


def test_what_stands_before_a_faulty_line_is_handed_out(tmp_path: Path) -> None:
    file = tmp_path / "night.jsonl"
    file.write_text(_log([ButtonPlaced(at=1, seat=Seat(1)), DeckShuffled(at=2)]) + '{"type":"tick","confidence":7}\n')
    hands = []
    with pytest.raises(BadInput, match=r"line 4: confidence"):
        hands.extend(read_hands(file))
    assert [[type(event) for event in hand.events] for hand in hands] == [[ButtonPlaced, DeckShuffled]]


_DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1: expected the header"),
        ("[1]\n", "line 1: expected the header"),
        ('{"type":"tick"}\n', "line 1: expected the header"),
        ('{"type":"log","version":2,"unit":"1"}\n', "line 1: expected version 1, got 2"),
        ('{"type":"log","version":true,"unit":"1"}\n', "line 1: expected version 1, got True"),
        ('{"type":"log","version":1}\n', 'line 1: expected "unit"'),
        (HEADER + '{"type":"ti', "line 2: expected one JSON object"),
        (HEADER + '{"type":"tick","at":-5}', "line 2: at: expected 0 or more, got -5"),
        (HEADER + '{"type":"button_placed","seat":2,"seat":3}', "line 2: seat: expected once"),
        (HEADER + "\n" + '{"type":"tick","at":1e400}', "line 3: at: expected a whole number"),
        (HEADER + '{"type":"tick","confidence":NaN}', "line 2: expected a number, got NaN"),
        (HEADER + f'{{"type":"tick","at":{"9" * 5000}}}', "line 2: "),
        (HEADER + '{"type":"tick","confidence":7}', "line 2: confidence: expected a number from 0 to 1, got 7"),
        (HEADER + '{"type":"declared","seat":1,"action":"riase"}', "line 2: action: expected one of fold check knock"),
        (HEADER + _DEEP, "line 2: expected one JSON object"),
        (HEADER + '{"type":"tick","hand":"' + "x" * 1_000_001, "line 2: expected a line of at most"),
    ],
)
def test_a_damaged_log_is_named_by_line(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as fault:
        list(read_log(_source(text)))
    assert complaint in str(fault.value)
    assert len(str(fault.value)) < 300


@pytest.mark.parametrize(
    "unit", ["0", "0.00", "-1", "nan", "inf", "x", "", "1e3", "1 ", "1\n", " 1", ".5", "5.", "\u0661", None, 1]
)
def test_a_unit_that_is_no_positive_decimal_is_refused(unit: object) -> None:
    header = {"type": "log", "version": 1, "unit": unit}
    with pytest.raises(BadInput, match=r'line 1: expected "unit", a positive decimal such as "0.01 EUR", got '):
        list(read_log(_source(json.dumps(header) + "\n")))


@pytest.mark.parametrize("unit", ["1", "0.01", "0.01 EUR", "100", "0.5 €"])
def test_a_positive_decimal_is_a_unit_with_or_without_its_currency(unit: str) -> None:
    header = {"type": "log", "version": 1, "unit": unit}
    assert list(read_log(_source(json.dumps(header) + "\n"))) == []


def test_bytes_that_are_no_text_are_named() -> None:
    with pytest.raises(BadInput, match="line 2: expected a text in UTF-8"):
        list(read_log(Source("n", "n", "", HEADER.encode() + b"\xff\xfe\n")))


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(content: bytes) -> None:
    with suppress(BadInput):
        events = list(read_log(Source("n.jsonl", "n.jsonl", "", HEADER.encode() + content)))
        assert all(isinstance(event, Happened) for event in events)
