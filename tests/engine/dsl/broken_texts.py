"""Texts with one kind of fault each, for the golden test of what is said about them.

Run as a program, it writes ``messages.golden`` anew: read the difference before it is kept.
"""

# ruff: noqa: E501  (a text a line)
from __future__ import annotations

from pathlib import Path

from engine.dsl import read

GOLDEN = Path(__file__).with_name("messages.golden")
_HEAD = "fsm:\n  name: m\n  initialState: a\n"
_END = "  states: { a: { terminal: true } }\n"


SYNTAX = [
    "fsm:\n  name: a\n\tversion: 1\n",
    "fsm:\n  name: @home\n",
    "fsm:\n  name: `x`\n",
    "fsm:\n  name: a: b\n",
    "fsm:\n  name: - b\n",
    "fsm:\n  name: a\n initialState: b\n",
    "fsm:\n  states:\n    a: {}\n   b: {}\n",
    "fsm:\n  agents:\n    - a\n    b: c\n",
    "fsm:\n  states: { a: {}\n  policy: {}\n",
    "fsm:\n  states: { a: {} ]\n",
    "fsm:\n  x: [1, 2\n  y: 3\n",
    "fsm:\n  x: [1,, 2]\n",
    'fsm:\n  name: "abc\n  version: 1\n',
    "fsm:\n  name: 'abc\n",
    'fsm:\n  name: "a\\qb"\n',
    'fsm:\n  name: "a\\x4"\n',
    'fsm:\n  name: "\\ud800"\n',
    "fsm:\n  name\n  version: 1\n",
    "fsm:\n  name: a\n  version\n",
    "fsm: *m\n",
    "fsm: &m { a: *m }\n",
    "fsm: &m x\n  name: a\n",
    "fsm: &\n",
    "fsm: !e!x a\n",
    "%FOO\n---\nfsm: {}\n",
    "%YAML 2.0\n---\nfsm: {}\n",
    "fsm: {}\n---\nfsm: {}\n",
    "fsm: {}\n...\nfsm: {}\n",
    "fsm: {}\n}\n",
    "fsm:\n  name: a\x07b\n",
    "fsm:\n  name: a\x00b\n",
    "fsm:\n  name: |3x\n    a\n",
    "fsm:\n  name: | a\n    a\n",
    "? fsm\n: - a\n  b: c\n",
    "fsm: " + "[" * 101 + "]" * 101 + "\n",
    "",
    "# nothing\n",
    "---\n",
    "- a\n",
    "just text\n",
    "12\n",
    "fms: {}\n",
    "name: a\nstates: {}\n",
    "FSM: {}\n",
    "fsm: []\n",
    "fsm: text\n",
    "fsm:\n",
    "fsm: !machine {}\n",
    "fsm: !!set {}\n",
    "!machine\nfsm: {}\n",
]
_IN_STATE = _HEAD + "  states:\n    a: "
SHAPES = [
    _HEAD + "  states: { a: { terminal: true } }\nversion: 2\n",
    _HEAD + "  states: { a: { terminal: true } }\nx-note: 2\n",
    "fsm: {}\n",
    "fsm:\n  nme: m\n  initialState: a\n  states: { a: { terminal: true } }\n",
    _HEAD + "  states: {}\n",
    _HEAD + "  states: []\n",
    _HEAD + "  states:\n",
    _HEAD + "  states:\n    a:\n    b: []\n    c: text\n",
    _HEAD + "  states: { a: { terminal: true }, a: {} }\n",
    _HEAD + "  states: { a: { terminal: true, terminal: false } }\n",
    _HEAD + '  states: { 1: {}, "1": {}, [x]: {}, ? { y: z } : {} }\n',
    _IN_STATE + "{ tranistions: [] }\n",
    _IN_STATE + "{ transitions: { toState: b } }\n",
    _IN_STATE + "{ transitions: [ b ] }\n",
    _IN_STATE + "{ transitions: [ { guards: [] } ] }\n",
    _IN_STATE + "{ transitions: [ { toState: 1 } ] }\n",
    _IN_STATE + "{ transitions: [ { toState: [b] } ] }\n",
    _IN_STATE + '{ transitions: [ { toState: b, guards: "x" } ] }\n',
    _IN_STATE
    + "{ transitions: [ { toState: b, guards: [ true, 1, [x], { expr: y }, { backend: rego, expression: y } ] } ] }\n",
    _IN_STATE
    + "{ requires: [ { from: agent }, { name: x, from: reviewer }, { name: x, from: [a] }, { name: x, from: { agent: a, user: b } }, { name: x, from: { kind: agent, name: b } }, { name: x, from: { agent: 1 } } ] }\n",
    _IN_STATE + "{ requires: [ { name: x, required: yes, from: } ] }\n",
    _IN_STATE + '{ terminal: "true" }\n',
    _IN_STATE
    + "{ entry: [ { asign: { x: 1 } }, { assign: { x: 1 }, emit: e }, {}, assign, { send: {} }, { spawn: { fsm: f } }, { emit: {} }, { inject: 5 }, { compute: { x: 1 } }, { assign: [x] } ] }\n",
    _IN_STATE + "{ entry: { assign: { x: 1 } } }\n",
    _IN_STATE + "{ timers: [ { name: t }, { after: PT1S } ] }\n",
    _HEAD + "  version: 1.0\n  description: 3\n  states: { a: { terminal: true } }\n",
    _HEAD
    + "  context: { x: string, y: { type: strin }, z: {}, w: { type: [a] }, v: { type: enum, values: [1, true, a] } }\n  states: { a: { terminal: true } }\n",
    _HEAD
    + "  agents: { a: { canTransition: a }, b: { canTransition: [ 1 ], guidance: ful }, c: [] }\n  states: { a: { terminal: true } }\n",
    _HEAD
    + '  users: { a: [approver] }\n  commands: { c: { backof: {} } }\n  policy: { onTerminal: drop, checkpointEvery: "5" }\n  migrations: { from: 1 }\n  states: { a: { terminal: true } }\n',
    _HEAD + "  states: { a: { <<: { terminal: true } } }\n",
    _HEAD + "  states: { a: !!map { terminal: !!bool yes, description: !str x } }\n",
    _HEAD + "  base: &b { terminal: true }\n  states: { a: *b }\n",
    _HEAD + "  x-base: &b { tterminal: true }\n  states: { a: *b, c: *b }\n",
]
VALUES = [
    _HEAD + "  version: 0\n" + _END,
    'fsm:\n  name: ""\n  initialState: a\n' + _END,
    _HEAD
    + '  context: { a-b: { type: int }, in: { type: int }, é: { type: int }, "": { type: int }, m: { type: map, fields: { x-y: { type: int } } } }\n'
    + _END,
    _HEAD
    + '  context:\n    e: { type: enum }\n    f: { type: enum, values: [] }\n    g: { type: enum, values: [a, "", a] }\n    h: { type: enum, values: [a, b], default: c }\n    i: { type: enum, values: [approved], default: aproved }\n'
    + _END,
    _HEAD
    + '  context:\n    a: { type: int, min: 3, max: 1 }\n    b: { type: int, default: 1.5 }\n    c: { type: int, default: 2.0 }\n    d: { type: int, max: 3, default: 4 }\n    e: { type: int, min: 3, default: 2 }\n    f: { type: int, default: 9223372036854775808 }\n    g: { type: number, default: .inf }\n    h: { type: number, default: "1" }\n    i: { type: bool, default: yes }\n'
    + _END,
    _HEAD
    + '  context:\n    a: { type: string, default: 1 }\n    b: { type: string, maxLength: 2, default: abc }\n    c: { type: string, pattern: "[a-z]+", default: ab1 }\n    d: { type: string, pattern: "(a" }\n    e: { type: string, maxLength: -1 }\n    f: { type: string, min: 1 }\n    g: { type: string, pattern: "(?=a)" }\n'
    + _END,
    _HEAD
    + "  context:\n    a: { type: list, items: { type: int }, default: [1, x] }\n    b: { type: list, maxItems: 1, default: [1, 2] }\n    c: { type: map, fields: { x: { type: int } }, default: { y: 1 } }\n    d: { type: map, fields: { x: { type: int } }, default: { x: a } }\n    e: { type: list, default: [ null ] }\n    f: { type: timestamp, default: 2030-01-01 }\n    g: { type: timestamp, default: 2030-01-01T10:00:00Z }\n    h: { type: blob, default: x, ttl: PT0S }\n    i: { type: any, default: { a: [ 1 ] } }\n    j: { type: array, default: {} }\n"
    + _END,
    _HEAD
    + '  states:\n    a:\n      timers: [ { name: t, after: 1h }, { name: u, after: PT0S }, { name: v, after: P1M }, { name: w, after: PT }, { name: t, after: P9999999D }, { name: "", after: PT1S } ]\n',
    _HEAD
    + "  context: { ok: { type: bool }, d: { type: enum, values: [yes!, no!] } }\n  states:\n    a:\n      requires: [ { name: ok, approvedWhen: [ 1 ], expiresAfter: soon }, { name: d, approvedWhen: [ yes, no! ] } ]\n",
    _HEAD
    + "  commands: { c: { maxAttempts: 0, deadline: x, backoff: { initial: PT0S, factor: 0.5, max: 5 } } }\n"
    + _END,
    _HEAD + "  policy: { maxExchangesPerStage: 0, maxExchangesPerAgentPerStage: -1, checkpointEvery: 0 }\n" + _END,
    _HEAD
    + "  version: 3\n  migrations: [ { from: 3 }, { from: 1 }, { from: 1 }, { from: 0 }, { from: 2, actions: [ { emit: e } ] } ]\n"
    + _END,
    _HEAD
    + '  agents: { "": {}, "a\\nb": {} }\n  users: { "'
    + "u" * 201
    + '": {} }\n  commands: { "\\t": {} }\n'
    + _END,
    _HEAD
    + "  states:\n    on: { description: yes }\n    off: { transitions: [ { toState: on }, { toState: 012 }, { toState: 12:30 } ] }\n    y: { description: 2026-01-02 }\n    n: { x-note: yes }\n    012: {}\n    1_000: { description: 0o17 }\n",
    _HEAD + "  context: { t: { type: int, default: 012 }, u: { type: number, default: 1e3 } }\n" + _END,
    _HEAD + "  states: { a: { entry: [ { assign: { x: .nan, y: [ -.inf ], z: 1e999 } } ] } }\n",
]


def told(text: str) -> str:
    """What is said of a text, a line a fault and a line a fix, below the text itself."""
    lines = [f"| {line}" for line in text.encode("unicode_escape").decode().replace("\\n", "\n").split("\n")]
    for fault in read(text, "m.yaml").diagnostics:
        place = f"{fault.location.line}:{fault.location.column}"
        lines.append(f"{place} {fault.severity} {fault.id} {fault.slug}: {fault.message}")
        lines += [f"    fix: {fix.title}" for fix in fault.fixes]
        lines += [f"    see {related.location}: {related.message}" for related in fault.related]
    return "\n".join(lines) + "\n"


TEXTS = [*SYNTAX, *SHAPES, *VALUES]

if __name__ == "__main__":
    GOLDEN.write_text("\n".join(map(told, TEXTS)), encoding="utf-8")
