"""Arithmetic, order and equality, over values of any type.

Numbers of different types compare by value, an integer against a double as doubles, as CEL has it; they do not mix
in arithmetic. A bool is no number, though Python's is.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from engine.cel import messages
from engine.cel.errors import Failure
from engine.cel.limits import MAX_SIZE
from engine.cel.runtime.times import MAX_TIME, MIN_TIME
from engine.cel.values import INT_MAX, INT_MIN, UINT_MAX, Duration, MixedMap, Timestamp, Uint

Rule = Callable[[Any, Any], Any]


def no_overload(symbol: str, *operands: Any) -> NoReturn:
    raise Failure(messages.no_overload(symbol, operands))


def _int64(result: int) -> int:
    if INT_MIN <= result <= INT_MAX:
        return result
    raise Failure(messages.overflow("int"))


def _uint64(result: int) -> Uint:
    if 0 <= result <= UINT_MAX:
        return Uint(result)
    raise Failure(messages.overflow("uint"))


def _duration(nanos: int) -> Duration:
    if INT_MIN <= nanos <= INT_MAX:
        return Duration(nanos)
    raise Failure(messages.overflow("duration"))


def _timestamp(nanos: int) -> Timestamp:
    if MIN_TIME <= nanos <= MAX_TIME:
        return Timestamp(nanos)
    raise Failure(messages.time_range())


def _concatenate(left: Any, right: Any) -> Any:
    if len(left) + len(right) > MAX_SIZE:
        raise Failure(messages.too_large(MAX_SIZE))
    return left + right


def _quotient(left: int, right: int) -> int:
    if right == 0:
        raise Failure(messages.division_by_zero())
    quotient = abs(int(left)) // abs(int(right))
    return quotient if (left < 0) == (right < 0) else -quotient


def _remainder(left: int, right: int) -> int:
    if right == 0:
        raise Failure(messages.division_by_zero())
    if left == INT_MIN and right == -1:
        raise Failure(messages.overflow("int"))
    remainder = abs(int(left)) % abs(int(right))
    return -remainder if left < 0 else remainder


def _ratio(left: float, right: float) -> float:
    if right:
        return left / right
    if left == 0 or left != left or right != right:
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


ADD: dict[tuple[type, type], Rule] = {
    (int, int): lambda left, right: _int64(left + right),
    (Uint, Uint): lambda left, right: _uint64(int(left) + int(right)),
    (float, float): operator.add,
    (str, str): _concatenate,
    (bytes, bytes): _concatenate,
    (list, list): _concatenate,
    (Timestamp, Duration): lambda left, right: _timestamp(left.nanos + right.nanos),
    (Duration, Timestamp): lambda left, right: _timestamp(left.nanos + right.nanos),
    (Duration, Duration): lambda left, right: _duration(left.nanos + right.nanos),
}
SUBTRACT: dict[tuple[type, type], Rule] = {
    (int, int): lambda left, right: _int64(left - right),
    (Uint, Uint): lambda left, right: _uint64(int(left) - int(right)),
    (float, float): operator.sub,
    (Timestamp, Duration): lambda left, right: _timestamp(left.nanos - right.nanos),
    (Timestamp, Timestamp): lambda left, right: _duration(left.nanos - right.nanos),
    (Duration, Duration): lambda left, right: _duration(left.nanos - right.nanos),
}
MULTIPLY: dict[tuple[type, type], Rule] = {
    (int, int): lambda left, right: _int64(left * right),
    (Uint, Uint): lambda left, right: _uint64(int(left) * int(right)),
    (float, float): operator.mul,
}
DIVIDE: dict[tuple[type, type], Rule] = {
    (int, int): lambda left, right: _int64(_quotient(left, right)),
    (Uint, Uint): lambda left, right: _uint64(_quotient(left, right)),
    (float, float): _ratio,
}
MODULO: dict[tuple[type, type], Rule] = {
    (int, int): _remainder,
    (Uint, Uint): lambda left, right: Uint(_remainder(left, right)),
}


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _arithmetic(symbol: str, rules: dict[tuple[type, type], Rule]) -> Rule:
    def apply(left: Any, right: Any) -> Any:
        rule = rules.get((type(left), type(right)))
        if rule is not None:
            return rule(left, right)
        if isinstance(left, tuple) or isinstance(right, tuple):
            return apply(_listed(left), _listed(right))
        no_overload(symbol, left, right)

    return apply


add = _arithmetic("+", ADD)
subtract = _arithmetic("-", SUBTRACT)
multiply = _arithmetic("*", MULTIPLY)
divide = _arithmetic("/", DIVIDE)
modulo = _arithmetic("%", MODULO)


def negate(value: Any) -> Any:
    if type(value) is int:
        return _int64(-value)
    if type(value) is float:
        return -value
    no_overload("-", value)


def invert(value: Any) -> bool:
    if value is True:
        return False
    if value is False:
        return True
    no_overload("!", value)


# Order.

_EXACT = frozenset(
    [(t, t) for t in (bool, int, Uint, float, str, bytes, Timestamp, Duration)] + [(int, Uint), (Uint, int)]
)
_AS_DOUBLES = frozenset([(int, float), (float, int), (Uint, float), (float, Uint)])


def _order(symbol: str, compare: Rule) -> Callable[[Any, Any], bool]:
    def apply(left: Any, right: Any) -> bool:
        types = (type(left), type(right))
        if types in _EXACT:
            return compare(left, right) is True
        if types in _AS_DOUBLES:
            return compare(as_double(left), as_double(right)) is True
        no_overload(symbol, left, right)

    return apply


def as_double(number: float) -> float:
    """A number as a double; beyond the doubles' range, which no 64-bit integer reaches, infinite."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


less = _order("<", operator.lt)
less_or_equal = _order("<=", operator.le)
greater = _order(">", operator.gt)
greater_or_equal = _order(">=", operator.ge)


# Equality never fails: values of different types are not equal, numbers apart.

_PLAIN = frozenset([(t, t) for t in (bool, int, Uint, float, str, bytes, type(None))] + [(int, Uint), (Uint, int)])


def equal(left: Any, right: Any) -> bool:
    types = (type(left), type(right))
    if types in _PLAIN:
        return bool(left == right)
    if types in _AS_DOUBLES:
        return as_double(left) == as_double(right)
    if isinstance(left, list | tuple):
        return isinstance(right, list | tuple) and len(left) == len(right) and all(map(equal, left, right))
    if isinstance(left, Mapping):
        return isinstance(right, Mapping) and len(left) == len(right) and _same_entries(left, right)
    return types[0] is types[1] and bool(left == right)


def unequal(left: Any, right: Any) -> bool:
    return not equal(left, right)


def _same_entries(left: Mapping[Any, Any], right: Mapping[Any, Any]) -> bool:
    return all(contains_key(right, key) and equal(value, right[key]) for key, value in left.items())


# Containers.


def contains_key(container: Mapping[Any, Any], key: Any) -> bool:
    """Whether a map has the key. Python takes ``True`` for ``1``; CEL does not, so these keys are looked at."""
    if key not in container:
        return False
    if type(key) is str or key not in (0, 1):
        return True
    return any(other == key and (type(other) is bool) == (type(key) is bool) for other in container)


_KEYS = frozenset([str, int, Uint, bool, float])
"""What a key may be looked up as; a double finds the integer it equals."""


def contains(value: Any, container: Any) -> bool:
    """``value in container``."""
    if isinstance(container, list | tuple):
        return any(equal(value, item) for item in container)
    if isinstance(container, Mapping) and type(value) in _KEYS:
        return contains_key(container, value)
    no_overload("in", value, container)


def index(container: Any, key: Any) -> Any:
    """``container[key]``."""
    if isinstance(container, Mapping):
        if type(key) not in _KEYS:
            raise Failure(messages.bad_key(key))
        if not contains_key(container, key):
            raise Failure(messages.no_key(key))
        return container[key]
    if isinstance(container, list | tuple):
        return container[_position(container, key)]
    raise Failure(messages.no_index(container))


def _position(items: Any, key: Any) -> int:
    if type(key) is float and key.is_integer():
        key = int(key)
    if type(key) is not int and type(key) is not Uint:
        raise Failure(messages.bad_index(key))
    if not 0 <= key < len(items):
        raise Failure(messages.index_range(key, len(items)))
    return int(key)


def select(operand: Any, field: str) -> Any:
    """``operand.field``."""
    if not isinstance(operand, Mapping):
        raise Failure(messages.no_fields(operand, field))
    if field not in operand:
        raise Failure(messages.no_key(field))
    return operand[field]


def has(operand: Any, field: str) -> bool:
    """``has(operand.field)``."""
    if not isinstance(operand, Mapping):
        raise Failure(messages.no_fields(operand, field))
    return field in operand


def elements(value: Any) -> Any:
    """What a macro runs over: the items of a list or the keys of a map."""
    if isinstance(value, list | tuple):
        return value
    if isinstance(value, Mapping):
        return list(value)
    raise Failure(messages.no_elements(value))


def new_map(entries: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """A map literal. Raises ``Failure`` for a key twice, or of a type that no map has."""
    seen = set()
    for key, _ in entries:
        if type(key) is float or type(key) not in _KEYS:
            raise Failure(messages.bad_key(key))
        mark = (key, type(key) is bool)
        if mark in seen:
            raise Failure(messages.duplicate_key(key))
        seen.add(mark)
    made = dict(entries)
    return made if len(made) == len(entries) else MixedMap(entries)
