"""Every line of every conformance file: CEL's public suite, and guards that other engines get wrong.

More folders of such files are read from ``STATEWRIGHT_EXTRA_CASES``, separated by ``:``.
"""

from __future__ import annotations

import ast
import base64
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cel import EXTENDED, STANDARD, CelError, Library, Program, Schema, TypeValue, Uint, compile
from engine.cel.types import DYN, Type, list_of, map_of
from tests.cases import CASES

Line = dict[str, Any]


def files() -> Iterator[Path]:
    extra = os.environ.get("STATEWRIGHT_EXTRA_CASES", "")
    for folder in (CASES / "cel", *(Path(name) for name in extra.split(":") if name)):
        yield from sorted(folder.glob("*.jsonl"))


def lines() -> Iterator[Any]:
    for path in files():
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if text.strip():
                line = json.loads(text)
                yield pytest.param(line, id=f"{path.stem}-{number}-{line.get('name', '')}")


def library(line: Line) -> Library:
    """Lines with plain JSON values were recorded with the standard library alone, to which string extensions are
    unknown functions."""
    return STANDARD if "bindings_json" in line else EXTENDED


def decoded(tagged: Line) -> Any:
    """A value of the suite, ``{"type": …, "value": …}``."""
    value = tagged.get("value")
    match tagged["type"]:
        case "bytes":
            return base64.b64decode(value)
        case "uint":
            return Uint(value)
        case "double":
            return float(value)
        case "list":
            return [decoded(item) for item in value]
        case "map":
            return {decoded(key): decoded(item) for key, item in value}
        case "type":
            return TypeValue(value)
        case "timestamp" | "duration" as name:
            return compile(f"{name}(written)").evaluate({"written": value})
    return value


def bindings(line: Line) -> dict[str, Any]:
    if "bindings_json" in line:
        return dict(line["bindings_json"])
    return {name: decoded(value) for name, value in line["bindings"].items()}


def declared(tag: Any) -> Type:
    match tag:
        case {"list": items}:
            return list_of(declared(items))
        case {"map": [key, value]}:
            return map_of(declared(key), declared(value))
        case "bool" | "int" | "uint" | "double" | "string" | "bytes":
            return Type(tag)
    return DYN


def same(one: Any, other: Any) -> bool:
    """Equality that tells types apart, and takes NaN for NaN."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return len(one) == len(other) and all(key in other and same(value, other[key]) for key, value in one.items())
    return bool(one == other) or (one != one and other != other)


def is_expected(value: Any, line: Line) -> bool:
    if "bindings_json" not in line:
        return same(value, decoded(line["expect"]["value"]))
    expected = line["expect"]
    match expected["type"]:
        case "null":
            return value is None
        case "list" | "map":
            return isinstance(value, list | dict) and bool(value == ast.literal_eval(expected["value"]))
    return same(value, decoded(expected))


LINES = list(lines())
TYPED_LINES = [parameter for parameter in LINES if "type_env" in parameter.values[0]]


def outcome(program: Program, line: Line) -> Any:
    """The value, or the error in its stead."""
    try:
        return program.evaluate(bindings(line))
    except CelError as error:
        return error


def judge(found: Any, line: Line) -> None:
    if isinstance(found, CelError):
        assert "error" in line["expect"], found
    else:
        assert "error" not in line["expect"], found
        assert is_expected(found, line), found


@pytest.mark.parametrize("line", LINES)
def test_an_expression_gives_what_cel_says(line: Line) -> None:
    try:
        program = compile(line["expr"], library=library(line), container=line.get("container", ""))
    except CelError as error:
        judge(error, line)
        return
    assert line["expect"].get("error") != "compile", "the syntax is wrong, which compiling should say"
    judge(outcome(program, line), line)


@pytest.mark.parametrize("line", TYPED_LINES)
def test_declared_types_change_nothing(line: Line) -> None:
    schema = Schema({name: declared(tag) for name, tag in line["type_env"].items()})
    judge(outcome(compile(line["expr"], schema, container=line.get("container", "")), line), line)
