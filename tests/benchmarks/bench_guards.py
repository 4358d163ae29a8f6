"""Guards: one evaluation against cel-python's interpreter and Google's C++ engine, and the cost of a first use."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Any

from tests.benchmarks.figure import Figure

GUARDS = {
    "equality": "context.verdict == 'approved'",
    "presence": "(has(context.a) && has(context.b)) || has(context.c)",
    "macro": "size(context.items) > 3 && context.items.exists(i, i.score >= 0.5)",
    "arithmetic": "context.amount * 2 + 1 > 100 && context.name.startsWith('x')",
}
READ = {
    "verdict": "approved",
    "a": "yes",
    "b": "yes",
    "items": [{"score": 0.1}, {"score": 0.2}, {"score": 0.3}, {"score": 0.7}],
    "amount": 60,
    "name": "xylophone",
}
SMALL, LARGE = 8, 200


def context(size: int) -> dict[str, Any]:
    """What the guards read and, up to ``size`` fields, text."""
    fields = dict(READ)
    while len(fields) < size:
        fields[f"field{len(fields)}"] = f"some text of field {len(fields)}"
    return fields


def microseconds(run: Callable[[], Any], seconds: float = 0.1) -> float:
    """The median of eleven timings of one call, each over as many calls as fill a share of ``seconds``."""
    start = perf_counter()
    run()
    once = max(perf_counter() - start, 1e-7)
    calls = max(1, int(seconds / 11 / once))
    timings = []
    for _ in range(11):
        start = perf_counter()
        for _ in range(calls):
            run()
        timings.append((perf_counter() - start) / calls)
    return median(timings) * 1e6


def ours(source: str, fields: dict[str, Any]) -> Callable[[], Any]:
    from engine.cel import compile

    passes = compile(source).passes
    return lambda: passes(fields)


def google(source: str, fields: dict[str, Any]) -> Callable[[], Any]:
    from cel_expr_python import cel

    expression = cel.NewEnv(variables={"context": cel.Type.DYN}).compile(source, disable_check=True)
    return lambda: expression.eval(data={"context": fields}).plain_value()


def cel_python(source: str, fields: dict[str, Any]) -> Callable[[], Any]:
    limit = sys.getrecursionlimit()
    import celpy

    environment = celpy.Environment()
    program = environment.program(environment.compile(source))
    sys.setrecursionlimit(limit)  # which cel-python lowers
    bindings = {"context": celpy.json_to_cel(fields)}
    return lambda: program.evaluate(bindings)


def figures() -> Iterator[Figure]:
    for name, source in GUARDS.items():
        taken = {}
        for size in (SMALL, LARGE):
            fields = context(size)
            run = ours(source, fields)
            assert run() is True
            assert google(source, fields)() is True
            assert bool(cel_python(source, fields)()) is True
            taken[size] = microseconds(run)
            for peer, build, least in (("C++", google, 10), ("cel-python", cel_python, 500)):
                theirs = microseconds(build(source, fields))
                label = f"guard {name}, {size} fields, against {peer}"
                yield Figure(label, taken[size], "µs", theirs, theirs / taken[size], at_least=least)
        flat = taken[LARGE] / taken[SMALL]
        yield Figure(f"guard {name}, {LARGE} fields to {SMALL}", taken[LARGE], "µs", taken[SMALL], flat, at_most=1.2)
    simple = microseconds(ours(GUARDS["equality"], context(SMALL)))
    yield Figure("guard equality, one evaluation", simple, "µs", at_most=0.4)
    yield from _first_use()


def _first_use() -> Iterator[Figure]:
    from engine.cel import compile

    compile("true").passes({})  # the grammar is loaded once a process
    for name, source in GUARDS.items():
        timings = []
        for number in range(31):
            text = f"{source} // {number}"
            start = perf_counter()
            compile(text).passes({})
            timings.append((perf_counter() - start) * 1e6)
        # The quickest: no peer is measured beside it, and what else the machine does can only add.
        yield Figure(f"guard {name}, first use", min(timings), "µs", at_most=1_000)
