"""Random expressions with random contexts: mostly well typed, often enough not, and rich in absent fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

Context = dict[str, Any]

MACROS = ("all", "exists", "exists_one", "filter", "map", "has")
_INTS = (
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "100",
    "9223372036854775807",
    "-9223372036854775808",
    "0x1F",
    "9007199254740993",
)
_UINTS = ("0u", "1u", "2u", "7U", "18446744073709551615u", "0xFFu")
_DOUBLES = ("0.0", "1.0", "-1.5", "2.5", ".5", "1e3", "9007199254740992.0", "1e-7", "123456.75")
_STRANGE_DOUBLES = ("double('inf')", "double('-inf')", "double('nan')", "0.0 / 0.0", "-1.0 / 0.0", "1e400")
_TELLING_SUMS = (
    *("-7 / 2", "7 / -2", "-7 / -2", "-7 % 3", "7 % -3", "context.n / 0", "1 % 0"),
    *("9223372036854775807 + 1", "-9223372036854775808 - 1", "4611686018427387904 * 2", "-9223372036854775808 / -1"),
    *("9223372036854775807 + context.n", "9223372036854775807 - context.n", "context.n * 4611686018427387904"),
)
_ELEMENT_TESTS = (
    *("6 / i > 2", "6 / i < 2", "i % (i - 1) == 0", "context.missing == i"),
    *("i == 'a'", "i", "i > 0 && context.t"),
)
_STRINGS = (
    "''",
    "'a'",
    "'approved'",
    "'x1'",
    "'12'",
    "'-7'",
    "'1.5'",
    "'true'",
    '"é😀"',
    r"'a\nb'",
    r"r'\d+'",
    "'''a'b'''",
)
_BYTES = ("b''", "b'a'", r"b'\xff\000'", "b'é'")
_TIMES = (
    "2024-02-29T12:30:45Z",
    "1969-12-31T23:59:59.5Z",
    "2009-02-13T23:31:30.123456789+05:30",
    "9999-12-31T23:59:59Z",
)
_LENGTHS = ("1h30m", "-1.5s", "90s", "0s", "2540400h", "1ms", "3us", "x", "1d")
_ZONES = ("UTC", "America/New_York", "-02:30", "+05:45", "Nowhere/Else")
_PATTERNS = ("a", "^a+$", r"\\d+", "(", "[a-z]{2,}", "(?i)A", ".*")
_FIELDS = ("n", "m2", "f", "s", "verdict", "t", "ints", "names", "rows", "tree", "nothing", "missing", "absent")
_PARTS = (
    "getFullYear",
    "getMonth",
    "getDayOfYear",
    "getDayOfMonth",
    "getDate",
    "getDayOfWeek",
    "getHours",
    "getMinutes",
)
_MORE_PARTS = ("getSeconds", "getMilliseconds")


@dataclass(frozen=True)
class Case:
    source: str
    context: Context


def cases(seed: int, count: int) -> Iterator[Case]:
    random = Random(seed)
    for _ in range(count):
        source = Expressions(random).of(random.choice(("bool", "bool", "bool", "any")), random.randint(1, 4))
        yield Case(source, context(random))


def context(random: Random) -> Context:
    """A context in which every field is there with a chance of four in five."""
    whole: Context = {
        "n": random.choice((0, 1, -1, 3, 7, 100, 2**62, 9007199254740993, 9007199254740993)),
        "m2": random.choice((0, 2, 5)),
        "f": random.choice((0.0, 1.0, 0.5, -2.5, 1e18, 3.0)),
        "s": random.choice(("a", "approved", "x1", "12", "é😀", "")),
        "verdict": random.choice(("approved", "changes")),
        "t": random.random() < 0.5,
        "ints": [random.choice((0, 1, 2, 3, -5)) for _ in range(random.randint(0, 4))],
        "names": [random.choice(("a", "b", "approved")) for _ in range(random.randint(0, 3))],
        "rows": [
            {"score": random.choice((0.1, 0.5, 0.9)), "name": random.choice("ab")} for _ in range(random.randint(0, 3))
        ],
        "tree": {"a": {"b": random.choice((1, 2))}, "c": random.choice((True, "x", None, [1]))},
        "nothing": None,
    }
    return {name: value for name, value in whole.items() if random.random() < 0.8}


class Expressions:
    """Writes expressions of a kind; ``scope`` are the variables of the macros around, with their kinds."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._scope: list[tuple[str, str]] = []

    def of(self, kind: str, depth: int) -> str:
        if self._random.random() < 0.06:
            kind = self._random.choice(("any", "int", "string", "bool", "list", "null", "double"))
        if kind in ("any", "null"):
            if kind == "null" and self._random.random() < 0.5:
                return "null"
            kind = self._random.choice(list(_MAKERS))
        if depth <= 0:
            return self._leaf(kind)
        return self._random.choice(_MAKERS[kind])(self, depth - 1)

    def pick(self, choices: tuple[str, ...]) -> str:
        return self._random.choice(choices)

    def chance(self, probability: float) -> bool:
        return self._random.random() < probability

    def _leaf(self, kind: str) -> str:
        known = [name for name, its in self._scope if its == kind]
        if known and self.chance(0.5):
            return self._random.choice(known)
        fields = {
            "int": ("n", "m2"),
            "double": ("f",),
            "string": ("s", "verdict"),
            "bool": ("t",),
            "list": ("ints",),
            "strings": ("names",),
            "map": ("tree",),
        }.get(kind)
        if fields and self.chance(0.5):
            return f"context.{self.pick(fields)}"
        if self.chance(0.1):
            return f"context.{self.pick(_FIELDS)}"
        return self._literal(kind)

    def _literal(self, kind: str) -> str:
        match kind:
            case "int":
                return self.pick(_INTS)
            case "uint":
                return self.pick(_UINTS)
            case "double":
                return self.pick(_DOUBLES)
            case "string":
                return self.pick(_STRINGS)
            case "bytes":
                return self.pick(_BYTES)
            case "bool":
                return self.pick(("true", "false"))
            case "time":
                return f"timestamp('{self.pick(_TIMES)}')"
            case "length":
                return f"duration('{self.pick(_LENGTHS)}')"
            case "list":
                return f"[{', '.join(self.pick(_INTS) for _ in range(self._random.randint(0, 3)))}]"
            case "strings":
                return f"[{', '.join(self.pick(_STRINGS) for _ in range(self._random.randint(0, 3)))}]"
            case "map":
                return self.pick(("{}", "{'a': 1, 'b': 2}", "{1: 'x', 2u: 'y'}", "{true: 1}", "{'a': {'b': 1}}"))
            case "type":
                return self.pick(
                    ("int", "uint", "double", "bool", "string", "bytes", "list", "map", "null_type", "type")
                )
        return "null"

    def with_variable(self, kind: str, write: Callable[[str], str]) -> str:
        """What is written with one more variable of the kind; sometimes it hides another one, or ``context``."""
        name = self.pick(("i", "j", "x", "context")) if self.chance(0.15) else f"v{len(self._scope)}"
        self._scope.append((name, kind))
        try:
            return write(name)
        finally:
            self._scope.pop()


def _comparison(e: Expressions, depth: int) -> str:
    operator = e.pick(("==", "!=", "<", "<=", ">", ">="))
    kind = e.pick(("int", "double", "uint", "string", "bool", "bytes", "time", "length"))
    if e.chance(0.1):
        return f"({e.of('double', depth)}) {operator} {e.pick(_STRANGE_DOUBLES)}"
    if e.chance(0.15):
        return f"{e.pick(_TELLING_SUMS)} {operator} {e.of('int', 0)}"
    if e.chance(0.1):  # a double cannot tell these from their neighbours
        large = e.pick(("9007199254740993", "9223372036854775807", "context.n", "18446744073709551615u"))
        return f"{large} {operator} {e.pick(('9007199254740992.0', '9223372036854775808.0', '1e18', 'context.f'))}"
    if e.chance(0.2):  # where the two are the same, an order that is off by one shows
        same = e.of(kind, depth)
        return f"({same}) {operator} ({same})"
    if kind in ("int", "uint", "double"):
        return f"({e.of(kind, depth)}) {operator} ({e.of(e.pick(('int', 'uint', 'double')), depth)})"
    return f"({e.of(kind, depth)}) {operator} ({e.of(kind, depth)})"


def _equality(e: Expressions, depth: int) -> str:
    kind = e.pick(("list", "strings", "map", "type", "any", "string"))
    return f"({e.of(kind, depth)}) {e.pick(('==', '!='))} ({e.of(kind, depth)})"


def _chain(e: Expressions, depth: int) -> str:
    operator = e.pick((" && ", " || "))
    return operator.join(f"({e.of('bool', depth)})" for _ in range(2 + e.chance(0.4) + e.chance(0.2)))


def _membership(e: Expressions, depth: int) -> str:
    match e.pick(("list", "strings", "map", "map", "map")):
        case "list":
            return f"{e.of('int', 0)} in {e.of('list', 0)}"
        case "strings":
            return f"({e.of('string', depth)}) in {e.of('strings', 0)}"
    if e.chance(0.5):
        key, entries = (
            e.pick(("true", "1", "1.0", "1u", "false", "0")),
            e.pick(("{true: 'a'}", "{1: 'a'}", "{0u: 'a'}")),
        )
        return f"{key} in {entries}" if e.chance(0.5) else f"{entries}[{key}] == 'a'"
    return f"({e.of(e.pick(('string', 'int', 'double', 'bool')), 0)}) in {e.of('map', 0)}"


def _presence(e: Expressions, depth: int) -> str:
    inner = e.pick(("", "", ".a", ".a.b", ".b"))
    return f"has(context.{e.pick(_FIELDS) if not inner else 'tree'}{inner})"


def _quantifier(e: Expressions, depth: int) -> str:
    macro = e.pick(("all", "exists", "exists_one"))
    if e.chance(0.4):
        test = e.pick(_ELEMENT_TESTS)
        return f"{e.pick(('[0, 1, 2, 3]', '[3, 0]', '[1, true, 0]', 'context.ints'))}.{macro}(i, {test})"
    match e.pick(("list", "strings", "rows", "map", "list")):
        case "rows":
            ranged = "context.rows"
            test = e.with_variable(
                "row", lambda name: f"{name}, {name}.score >= {e.of('double', 0)} && {e.of('bool', depth - 1)}"
            )
        case "map":
            ranged = e.of("map", 0)
            test = e.with_variable("string", lambda name: f"{name}, {e.of('bool', depth)}")
        case kind:
            ranged = e.of(kind, depth)
            item = "int" if kind == "list" else "string"
            test = e.with_variable(item, lambda name: f"{name}, {e.of('bool', depth)}")
    return f"({ranged}).{macro}({test})"


def _string_test(e: Expressions, depth: int) -> str:
    if e.chance(0.3):
        return f"({e.of('string', depth)}).matches('{e.pick(_PATTERNS)}')"
    return f"({e.of('string', depth)}).{e.pick(('contains', 'startsWith', 'endsWith'))}({e.of('string', depth)})"


def _arithmetic(kind: str) -> Callable[[Expressions, int], str]:
    operators = ("+", "-", "*") if kind == "double" else ("+", "-", "*", "/", "%")

    def write(e: Expressions, depth: int) -> str:
        if kind == "double" and e.chance(0.2):
            return f"({e.of('double', depth)}) / {e.pick(('2.0', '-0.25'))}"
        if kind == "int" and e.chance(0.4):
            return e.pick(_TELLING_SUMS)
        return f"({e.of(kind, depth)}) {e.pick(operators)} ({e.of(kind, depth)})"

    return write


def _converted(kind: str, *sources: str) -> Callable[[Expressions, int], str]:
    return lambda e, depth: f"{kind}({e.of(e.pick(sources), depth)})"


def _conditional(kind: str) -> Callable[[Expressions, int], str]:
    return lambda e, depth: f"({e.of('bool', depth)}) ? ({e.of(kind, depth)}) : ({e.of(kind, depth)})"


def _element(kind: str) -> Callable[[Expressions, int], str]:
    lists = "list" if kind == "int" else "strings"
    return lambda e, depth: f"({e.of(lists, depth)})[{e.pick(('0', '1', '-1', '0u', '1.0', '9'))}]"


def _field(e: Expressions, depth: int) -> str:
    return e.pick(("context.tree.a.b", "context['n']", "context.tree['a']['b']", "{'k': 1}.k", "context.tree.a.z"))


def _size(e: Expressions, depth: int) -> str:
    operand = e.of(e.pick(("string", "list", "map", "bytes", "strings")), depth)
    return f"size({operand})" if e.chance(0.5) else f"({operand}).size()"


def _time_part(e: Expressions, depth: int) -> str:
    if e.chance(0.3):
        return f"({e.of('length', depth)}).{e.pick(('getHours', 'getMinutes', *_MORE_PARTS))}()"
    zone = f"'{e.pick(_ZONES)}'" if e.chance(0.5) else ""
    return f"({e.of('time', depth)}).{e.pick((*_PARTS, *_MORE_PARTS))}({zone})"


def _position(e: Expressions, depth: int) -> str:
    start = f", {e.of('int', 0)}" if e.chance(0.4) else ""
    return f"({e.of('string', depth)}).{e.pick(('indexOf', 'lastIndexOf'))}({e.of('string', 0)}{start})"


def _changed_string(e: Expressions, depth: int) -> str:
    text = e.of("string", depth)
    match e.pick(("charAt", "substring", "replace", "case", "trim", "reverse", "quote", "format")):
        case "charAt":
            return f"({text}).charAt({e.pick(('0', '1', '2', '9', '-1'))})"
        case "substring":  # the peer refuses an end at the end, so there is none within reach
            return f"({text}).substring({e.pick(('0', '1', '3', '-1'))}{e.pick(('', '', ', 99'))})"
        case "replace":
            return f"({text}).replace({e.of('string', 0)}, {e.of('string', 0)}{e.pick(('', ', 1', ', -1', ', 0'))})"
        case "case":
            return f"({text}).{e.pick(('lowerAscii', 'upperAscii'))}()"
        case "quote":
            return f"strings.quote({text})"
        case "format":
            clause = e.pick(("%s", "%d", "a%%%s", "%x", "%b", "%o", "%X", "%q", "%s%s"))
            return f"'{clause}'.format([{e.of(e.pick(('string', 'int', 'bool', 'uint')), depth)}])"
        case name:
            return f"({text}).{name}()"


def _joined(e: Expressions, depth: int) -> str:
    return f"({e.of('strings', depth)}).join({e.pick(('', repr('-')))})"


def _mapped(kind: str) -> Callable[[Expressions, int], str]:
    item = "int" if kind == "list" else "string"

    def write(e: Expressions, depth: int) -> str:
        macro = e.pick(("map", "map", "filter"))
        ranged = e.of(kind, depth)
        if macro == "filter":
            body = e.with_variable(item, lambda name: f"{name}, {e.of('bool', depth)}")
        else:
            test = e.chance(0.3)
            body = e.with_variable(
                item, lambda name: f"{name}, {e.of('bool', depth) + ', ' if test else ''}{e.of(item, depth)}"
            )
        return f"({ranged}).{macro}({body})"

    return write


def _sum(kind: str) -> Callable[[Expressions, int], str]:
    return lambda e, depth: f"({e.of(kind, depth)}) + ({e.of(kind, depth)})"


def _list(e: Expressions, depth: int) -> str:
    return f"[{', '.join(e.of('int', depth) for _ in range(e.chance(0.8) + e.chance(0.5)))}]"


def _split(e: Expressions, depth: int) -> str:
    return f"({e.of('string', depth)}).split({e.of('string', 0)}{e.pick(('', ', 0', ', 1', ', 2', ', -1'))})"


def _map(e: Expressions, depth: int) -> str:
    # A key twice would do, too, but is an error that the peer cannot absorb.
    return f"{{'a': {e.of('any', depth)}, {e.pick(('1', '2u', 'true', repr('b'), 'context.n'))}: {e.of('int', depth)}}}"


def _moved_time(e: Expressions, depth: int) -> str:
    return f"({e.of('time', depth)}) {e.pick(('+', '-'))} ({e.of('length', depth)})"


def _time_between(e: Expressions, depth: int) -> str:
    return f"({e.of('time', depth)}) - ({e.of('time', depth)})"


Maker = Callable[[Expressions, int], str]
_MAKERS: dict[str, tuple[Maker, ...]] = {
    "bool": (
        _comparison,
        _comparison,
        _equality,
        _chain,
        _chain,
        _chain,
        _membership,
        _presence,
        _quantifier,
        _quantifier,
        _string_test,
        _conditional("bool"),
        _converted("bool", "bool", "string"),
        lambda e, depth: f"!({e.of('bool', depth)})",
    ),
    "int": (
        _arithmetic("int"),
        _conditional("int"),
        _element("int"),
        _field,
        _size,
        _time_part,
        _position,
        _converted("int", "int", "uint", "double", "string", "time", "bool"),
        lambda e, depth: f"-({e.of('int', depth)})",
        lambda e, depth: f"dyn({e.of('int', depth)})",
    ),
    "uint": (_arithmetic("uint"), _conditional("uint"), _converted("uint", "int", "uint", "double", "string")),
    "double": (
        _arithmetic("double"),
        _conditional("double"),
        _converted("double", "int", "uint", "double", "string"),
        lambda e, depth: f"-({e.of('double', depth)})",
    ),
    "string": (
        _sum("string"),
        _conditional("string"),
        _element("string"),
        _changed_string,
        _changed_string,
        _joined,
        _converted("string", "int", "uint", "double", "bool", "bytes", "time", "length", "string"),
    ),
    "bytes": (_sum("bytes"), _converted("bytes", "string", "bytes")),
    "list": (_sum("list"), _mapped("list"), _list),
    "strings": (_sum("strings"), _mapped("strings"), _split),
    "map": (_map, _conditional("map")),
    "time": (_moved_time, _converted("timestamp", "int", "time")),
    "length": (_sum("length"), _time_between, _converted("duration", "length")),
    "type": (lambda e, depth: f"type({e.of('any', depth)})",),
}
