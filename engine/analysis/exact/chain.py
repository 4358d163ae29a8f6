"""Chains of arithmetic with constants on one number, and where along a line of values they change their behaviour."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, final

from engine.analysis.exact.line import INT_MAX, INT_MIN, IntLine, Line, Number, TimeLine, first_where

Operator = Literal["+", "-", "from", "*", "/", "%", "negate", "double", "int"]
"""``from`` is subtraction from the operand; ``double`` and ``int`` convert."""


@dataclass(frozen=True, slots=True)
class Step:
    """One operation on the value so far; ``operand`` is ignored where the operator takes none."""

    operator: Operator
    operand: Number = 0


@final
class Failed:
    """The result of arithmetic that is an error in CEL."""


FAILED: Final = Failed()

MAX_PERIOD = 720
"""Longest period of remainders that is told apart."""


def follow(steps: Iterable[Step], value: Number) -> Number | Failed:
    """The value after all steps as CEL computes it, in 64-bit integers and doubles that do not mix."""
    for step in steps:
        if type(value) is int:
            if (step.operator in "/%" and step.operand == 0) or (step == _UNIT_REMAINDER and value == INT_MIN):
                return FAILED
            if step.operator in _BINARY and type(step.operand) is not int:
                return FAILED
            value = _integer(step, value)
            if type(value) is int and not INT_MIN <= value <= INT_MAX:
                return FAILED
        else:
            if step.operator == "%" or (step.operator in _BINARY and type(step.operand) is not float):
                return FAILED
            value = _double(step, float(value))
            if step.operator == "int" and not (isinstance(value, int) and INT_MIN <= value <= INT_MAX):
                return FAILED
    return value


def cuts(line: Line, steps: tuple[Step, ...], bounds: Iterable[Number]) -> tuple[set[int], int] | None:
    """Positions before which the answers of comparing the chain's result with ``bounds`` may change, and the period.

    Between two cuts, and among positions that leave the same remainder by the period, every comparison of the result
    with one of ``bounds`` answers the same. ``None`` where that cannot be told.
    """
    if not steps:
        return {cut for bound in bounds for cut in (line.at_or_above(bound), line.above(bound))}, 1
    if isinstance(line, TimeLine):
        return None
    if not _well_formed(line, steps):
        return set(), 1
    remainder = next((index for index, step in enumerate(steps) if step.operator == "%"), None)
    straight = steps if remainder is None else steps[:remainder]
    if _UNIT_REMAINDER in steps or any(step.operator in "*/" and step.operand == 0 for step in straight):
        return None
    found: set[int] = set()
    for length in range(1, len(straight) + 1):
        if _integral_after(line, straight[:length]):
            found |= _crossings(line, straight[:length], (INT_MIN, INT_MAX))
    if remainder is None:
        return found | _crossings(line, steps, bounds), 1
    for length in range(remainder + 1):
        found |= _crossings(line, steps[:length], (0,))
    period = _period(straight, abs(int(steps[remainder].operand)))
    return None if period is None else (found, period)


def _well_formed(line: Line, steps: tuple[Step, ...]) -> bool:
    """Whether the chain computes at all: operands of the right type, no division by the integer zero."""
    integral = isinstance(line, IntLine)
    for step in steps:
        if step.operator in _BINARY and (type(step.operand) is int) is not integral:
            return False
        if step.operator == "%" and not integral:
            return False
        if step.operator in "/%" and integral and step.operand == 0:
            return False
        if step.operator in ("double", "int"):
            integral = step.operator == "int"
    return True


def _integral_after(line: Line, steps: tuple[Step, ...]) -> bool:
    converted = [step.operator == "int" for step in steps if step.operator in ("double", "int")]
    return converted[-1] if converted else isinstance(line, IntLine)


def _crossings(line: Line, steps: tuple[Step, ...], bounds: Iterable[Number]) -> set[int]:
    """Where a monotone chain, computed without bounds, passes each of ``bounds``, coming to it and leaving it."""
    falling = sum(_falls(step) for step in steps) % 2 == 1

    def result(value: Number) -> Number:
        for step in steps:
            value = _integer(step, value) if isinstance(value, int) else _double(step, value)
        return value

    found = set()
    for bound in bounds:
        for test in (operator.le, operator.lt) if falling else (operator.ge, operator.gt):
            found.add(first_where(line, partial(_holds, test, result, bound)))
    return found


def _holds(
    test: Callable[[Number, Number], bool], result: Callable[[Number], Number], bound: Number, value: Number
) -> bool:
    """Whether the result compares so with the bound: as doubles, when one of them is one."""
    found = result(value)
    if type(found) is not type(bound):
        found, bound = as_double(found), as_double(bound)
    return test(found, bound)


def as_double(value: Number) -> float:
    """The nearest double; beyond all of them, infinity."""
    return float(value) if abs(value) < _HUGE or isinstance(value, float) else math.copysign(math.inf, value)


def _falls(step: Step) -> bool:
    return step.operator in ("from", "negate") or (step.operator in "*/" and step.operand < 0)


def _period(straight: tuple[Step, ...], modulus: int) -> int | None:
    """After how many integers the remainder of the chain by ``modulus`` comes round again."""
    for step in reversed(straight):
        if step.operator == "/":
            modulus *= abs(int(step.operand))
        elif step.operator == "*":
            modulus //= math.gcd(modulus, abs(int(step.operand)))
        elif step.operator in ("double", "int"):
            return None
    return modulus if modulus <= MAX_PERIOD else None


_BINARY: Final = ("+", "-", "from", "*", "/", "%")
_UNIT_REMAINDER: Final = Step("%", -1)
"""An error for the smallest integer, as if the quotient were computed too."""

_HUGE: Final = 2**1000


def _integer(step: Step, value: int) -> Number:
    operand = int(step.operand)
    match step.operator:
        case "+":
            return value + operand
        case "-":
            return value - operand
        case "from":
            return operand - value
        case "*":
            return value * operand
        case "/":
            return _quotient(value, operand)
        case "%":
            return value - operand * _quotient(value, operand)
        case "negate":
            return -value
        case "double":
            return as_double(value)
        case "int":
            return value


def _double(step: Step, value: float) -> Number:
    operand = float(step.operand)
    match step.operator:
        case "+":
            return value + operand
        case "-":
            return value - operand
        case "from":
            return operand - value
        case "*":
            return value * operand
        case "/":
            return value / operand if operand else _by_zero(value, operand)
        case "negate":
            return -value
        case "int":
            return value if math.isinf(value) or math.isnan(value) else int(value)
        case "double" | "%":
            return value


def _by_zero(value: float, zero: float) -> float:
    if value == 0 or math.isnan(value):
        return math.nan
    return math.copysign(math.inf, value) * math.copysign(1.0, zero)


def _quotient(value: int, by: int) -> int:
    """Division of integers as CEL does it, towards zero."""
    whole = abs(value) // abs(by)
    return whole if (value < 0) == (by < 0) else -whole
