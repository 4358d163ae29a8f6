"""Times in a context are stored as strings and act as timestamps where the schema says they are."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cel import CelError, Duration, Schema, Timestamp, compile
from engine.dsl import Field

SCHEMA = Schema.of(
    {
        "due": Field(type="timestamp"),
        "start": Field(type="timestamp"),
        "dates": Field(type="list", items=Field(type="timestamp")),
        "steps": Field(type="list", items=Field(type="map", fields={"at": Field(type="timestamp")})),
        "log": Field(type="map", fields={"first": Field(type="timestamp"), "n": Field(type="int")}),
        "free": Field(type="any"),
    }
)
CONTEXT = {
    "due": "2026-03-01T12:00:00Z",
    "start": "2026-03-01T13:00:00.5+02:00",
    "dates": ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"],
    "steps": [{"at": "2026-03-01T12:00:00Z"}, {"at": "2026-03-02T12:00:00Z"}],
    "log": {"first": "2026-03-01T12:00:00.000Z", "n": 1},
    "free": "2026-03-01T12:00:00Z",
}


@pytest.mark.parametrize(
    "source",
    [
        "context.due > context.start",
        "context.due == timestamp('2026-03-01T12:00:00.000Z')",
        "context.due - context.start == duration('59m59.5s')",
        "context.due + duration('1h') > context.due",
        "context.due.getHours() == 12 && context.due.getHours('America/New_York') == 7",
        "context.start.getMilliseconds() == 500",
        "type(context.due) == google.protobuf.Timestamp",
        "string(context.due) == '2026-03-01T12:00:00Z'",
        "int(context.due) == 1772366400",
        "timestamp('2026-02-01T00:00:00Z') in context.dates",
        "context.dates[0] < context.due",
        "context.dates.all(date, date < context.due)",
        "context.dates == [timestamp('2026-01-01T00:00:00Z'), timestamp('2026-02-01T00:00:00Z')]",
        "context.dates + [context.due] == [context.dates[0], context.dates[1], context.due]",
        "context.dates.map(date, date + duration('1s'))[1] > context.dates[1]",
        "context.dates.filter(date, date > timestamp('2026-01-15T00:00:00Z'))[0].getMonth() == 1",
        "size(context.dates.filter(date, date > timestamp('2026-01-15T00:00:00Z'))) == 1",
        "context.steps.exists(step, step.at > context.due)",
        "context.steps.filter(step, step.at > context.due)[0].at.getDate() == 2",
        "context.steps.map(step, step.at)[0] == context.due",
        "{'at': context.due} in context.steps",
        "context.steps[0] == {'at': context.due}",
        "context.log.first == context.due && context.log == {'first': context.due, 'n': 1}",
        "context['due'] == context.log['first']",
        "(has(context.due) ? context.due : context.start) == context.due",
        "context.free == '2026-03-01T12:00:00Z'",
        "timestamp(context.free) == context.due",
        "dyn(context.due) == context.due",
        "context.due in [context.due]",
        "[context].exists(c, c.due == context.due)",
    ],
)
def test_a_stored_time_acts_as_a_timestamp(source: str) -> None:
    program = compile(source, SCHEMA)
    assert program.findings == ()
    assert program.passes(CONTEXT)
    assert program.evaluate({"context": CONTEXT}) is True
    assert program.explain(CONTEXT).passes


def test_without_a_schema_it_is_a_string() -> None:
    assert compile("context.due == '2026-03-01T12:00:00Z'").passes(CONTEXT)


def test_value_may_be_a_time() -> None:
    program = compile("value > context.due", SCHEMA.with_value(Field(type="timestamp")))
    assert program.passes(CONTEXT, "2026-03-02T00:00:00Z")
    assert not program.passes(CONTEXT, "2026-02-02T00:00:00Z")
    assert not program.passes(CONTEXT)


@pytest.mark.parametrize("broken", ["soon", "2026-03-01", None, 7])
def test_a_stored_time_that_is_none_is_an_error(broken: Any) -> None:
    program = compile("context.due > timestamp(0)", SCHEMA)
    assert not program.passes({"due": broken})
    with pytest.raises(CelError, match="no timestamp") as caught:
        program.evaluate({"context": {"due": broken}})
    assert caught.value.span.text(program.source) == "context.due"


def test_a_computed_time_is_a_timestamp() -> None:
    assert compile("context.due + duration('90s')", SCHEMA).evaluate({"context": CONTEXT}) == Timestamp(
        1772366490 * 10**9
    )
    assert compile("context.due - context.start", SCHEMA).evaluate({"context": CONTEXT}) == Duration(3599_500_000_000)


@pytest.mark.parametrize(
    "text, nanos",
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:00.000000001Z", 1),
        ("1969-12-31T23:59:59.999999999Z", -1),
        ("1970-01-01t00:00:00z", 0),
        ("1970-01-01T01:00:00+01:00", 0),
        ("1969-12-31T19:00:00-05:00", 0),
        ("1970-01-01T00:00:00.1234567899Z", 123456789),
        ("2016-12-31T23:59:60Z", 1483228800 * 10**9),
    ],
)
def test_timestamps_are_read_to_the_nanosecond(text: str, nanos: int) -> None:
    assert compile(f"timestamp('{text}')").evaluate({}) == Timestamp(nanos)


@pytest.mark.parametrize(
    "source, written",
    [
        ("timestamp('2026-03-01T12:00:00.5+01:00')", "2026-03-01T11:00:00.500Z"),
        ("timestamp('0001-01-01T00:00:00Z')", "0001-01-01T00:00:00Z"),
        ("duration('1h30m')", "5400s"),
        ("duration('-1.5s')", "-1.500s"),
        ("duration('1ns')", "0.000000001s"),
        ("duration('0')", "0s"),
    ],
)
def test_times_are_written_in_one_form(source: str, written: str) -> None:
    assert compile(f"string({source})").evaluate({}) == written
    assert str(compile(source).evaluate({})) == written
