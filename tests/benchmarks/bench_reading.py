"""Reading a machine and editing it: what a keystroke and a drag wait for."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Any

from tests.benchmarks.figure import Figure


def machine_text(states: int) -> str:
    """A machine in the layout people write: three guarded transitions, a requirement and an action a state."""
    lines = ["fsm:", "  name: large", "  initialState: s0", "  context:"]
    lines += [
        "    event: { type: enum, values: [dash, dot, pause] }",
        "  agents:",
        "    driver: { canTransition: [s0] }",
    ]
    lines.append("  states:")
    for number in range(states):
        lines += [f"    s{number}:", "      requires:", "        - { name: event, from: agent }", "      transitions:"]
        for step, word in enumerate(("dash", "dot", "pause"), 1):
            lines += [
                f"        - toState: s{(number * 2 + step) % states}",
                f"""          guards: [{{ backend: cel, expression: "context.event == '{word}'" }}]""",
                "          onTransition:",
                '            - { assign: { event: "" } }',
            ]
    return "\n".join(lines) + "\n"


def milliseconds(run: Callable[[str], Any], texts: Iterator[str], rounds: int = 7) -> float:
    """The median over texts that differ, so that nothing remembered helps."""
    timings = []
    for text in itertools.islice(texts, rounds):
        start = perf_counter()
        run(text)
        timings.append(perf_counter() - start)
    return median(timings) * 1000


def variants(text: str) -> Iterator[str]:
    return (f"{text}# {number}\n" for number in itertools.count())


def figures() -> Iterator[Figure]:
    import yaml

    from engine.dsl import edit, read

    for states, rounds in ((200, 9), (1_000, 5), (5_000, 3)):
        text = machine_text(states)
        ours = milliseconds(read, variants(text), rounds)
        peer = milliseconds(lambda text: yaml.load(text, yaml.CSafeLoader), variants(text), min(rounds, 3))
        guide = "≤ 1,000 ms" if states == 5_000 else ""
        name = f"read, check and map {states:,} states; PyYAML's C loader"
        yield Figure(name, ours, "ms", peer, peer / ours, at_least=1.0, guide=guide)
    verbs: dict[str, Callable[[Any], Any]] = {
        "set a guard": lambda parsed: edit.set_guards(parsed, "s100", 1, ["context.event != 'dot'"]),
        "rename a state": lambda parsed: edit.rename_state(parsed, "s100", "renamed"),
        "add a state": lambda parsed: edit.add_state(parsed, "added"),
        "remove a state": lambda parsed: edit.remove_states(parsed, ["s100"]),
    }
    for states, label in ((200, "200"), (1_000, "1,000"), (5_000, "5,000")):
        for name, verb in verbs.items():
            timings = []
            for text in itertools.islice(variants(machine_text(states)), 5 if states < 5_000 else 1):
                parsed = read(text)
                start = perf_counter()
                read(verb(parsed).apply(parsed.text), parsed.file)
                timings.append(perf_counter() - start)
            yield Figure(
                f"{name} and read again, {label} states",
                median(timings) * 1000,
                "ms",
                guide="≤ 25 ms" if states == 200 else "",
            )
