"""Machines as diagrams of other programs: Graphviz DOT, Mermaid, PlantUML."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dsl import State, Workflow


def to_dot(workflow: Workflow) -> str:
    """A digraph with every state, the start, and every transition with its number and guard."""
    names = {name: f"s{place}" for place, name in enumerate(workflow.states)}
    lines = [
        f"digraph {_quoted(workflow.name)} {{",
        "  rankdir=LR;",
        '  node [shape=box, style=rounded, fontname="Inter, Helvetica, sans-serif"];',
        '  edge [fontname="JetBrains Mono, monospace", fontsize=10];',
        '  start [shape=point, width=0.15, label=""];',
    ]
    for name, state in workflow.states.items():
        more = ", peripheries=2" if state.terminal else ""
        lines.append(f"  {names[name]} [label={_quoted(name)}{more}];")
    for missing in missing_targets(workflow):
        names[missing] = f"s{len(names)}"
        lines.append(f'  {names[missing]} [label={_quoted(missing)}, style="rounded,dashed"];')
    if workflow.initial_state in names:
        lines.append(f"  start -> {names[workflow.initial_state]};")
    for source, target, label in _edges(workflow):
        lines.append(f"  {names[source]} -> {names[target]}" + (f" [label={_quoted(label)}];" if label else ";"))
    return "\n".join([*lines, "}", ""])


def to_mermaid(workflow: Workflow) -> str:
    """A ``stateDiagram-v2``; names stand in descriptions, so that every character of them survives."""
    names = {name: f"s{place}" for place, name in enumerate([*workflow.states, *missing_targets(workflow)])}
    lines = ["stateDiagram-v2", "  direction LR"]
    lines += [f'  state "{_entities(name)}" as {short}' for name, short in names.items()]
    if workflow.initial_state in names:
        lines.append(f"  [*] --> {names[workflow.initial_state]}")
    for source, target, label in _edges(workflow):
        lines.append(f"  {names[source]} --> {names[target]}" + (f" : {_entities(label)}" if label else ""))
    lines += [f"  {names[name]} --> [*]" for name, state in workflow.states.items() if state.terminal]
    return "\n".join([*lines, ""])


def to_plantuml(workflow: Workflow) -> str:
    """A state diagram; names stand in descriptions, every character that PlantUML would read as its own spelt out."""
    names = {name: f"s{place}" for place, name in enumerate([*workflow.states, *missing_targets(workflow)])}
    lines = ["@startuml", "hide empty description", "left to right direction"]
    lines += [f'state "{_unicode(name)}" as {short}' for name, short in names.items()]
    if workflow.initial_state in names:
        lines.append(f"[*] --> {names[workflow.initial_state]}")
    for source, target, label in _edges(workflow):
        lines.append(f"{names[source]} --> {names[target]}" + (f" : {_unicode(label)}" if label else ""))
    lines += [f"{names[name]} --> [*]" for name, state in workflow.states.items() if state.terminal]
    return "\n".join([*lines, "@enduml", ""])


def _edges(workflow: Workflow) -> Iterator[tuple[str, str, str]]:
    for name, state in workflow.states.items():
        yield from _of_state(name, state)


def _of_state(name: str, state: State) -> Iterator[tuple[str, str, str]]:
    several = len(state.transitions) > 1
    for number, transition in enumerate(state.transitions, 1):
        guard = " && ".join(guard.expression for guard in transition.guards)
        yield name, transition.to_state, f"{number}: {guard}".rstrip(": ") if several else guard
    for timer in state.timers:
        if timer.to_state is not None:
            yield name, timer.to_state, f"after {timer.after}"


def missing_targets(workflow: Workflow) -> list[str]:
    """Targets that are no states, in order."""
    return list(dict.fromkeys(target for _, target, _ in _edges(workflow) if target not in workflow.states))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "").replace("\n", "\\n")
    return f'"{escaped}"'


def _entities(text: str) -> str:
    """Mermaid's own escapes: everything that is neither letter, digit, space nor harmless as its code point."""
    return "".join(c if c.isalnum() or (c in " _.,=!&|'()+-*/<>?" and c not in "<>") else f"#{ord(c)};" for c in text)


def _unicode(text: str) -> str:
    """PlantUML's own escapes, for everything it may take for markup."""
    return "".join(c if c.isalnum() or c in " .,=!&'()+-" else f"<U+{ord(c):04X}>" for c in text)
