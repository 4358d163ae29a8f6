"""The generator makes machines without faults, the same ones every time, and every construct often enough."""

from __future__ import annotations

import json
from collections import Counter

from engine.dsl import read
from engine.reducer import link
from tests.counts import count
from tests.generators.language import constructs, machine, workflow

SEEDS = range(count(200, 1_000))
SHARE = 0.05

_KEYS = {
    "context..type=": "string enum int number bool list map timestamp blob any",
    "context..": "maxLength pattern values min max items maxItems fields ttl mediaType default input sensitive",
    "agents..": "canTransition guidance",
    "users..": "roles",
    "states..requires.from=": "agent user role tool system fsm",
    "states..requires.": "required validate prompt approves approvedWhen separateFrom expiresAfter",
    "states..": "description entry exit invariants terminal",
    "states..transitions.": "guards onTransition guards.expression",
    "states..transitions.onTransition.": "assign compute emit send inject restrict spawn",
    "states..timers.": "after assign toState onTransition",
    "commands..": "maxAttempts backoff deadline retryable onFailure",
    "policy.": "maxExchangesPerStage maxExchangesPerAgentPerStage onExhausted onTerminal checkpointEvery",
    "migrations.": "states fields actions",
    "": "description version",
}
EVERY = {prefix + key for prefix, keys in _KEYS.items() for key in keys.split()}


def test_every_construct_occurs_in_a_twentieth_of_the_machines() -> None:
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        seen.update(constructs(machine(seed)))
    rare = {name: seen[name] for name in EVERY if seen[name] < SHARE * len(SEEDS)}
    assert not rare
    sends = Counter(key for seed in SEEDS for key in _sends(machine(seed)))
    assert all(sends[key] >= SHARE * len(SEEDS) for key in ("approvedBy", "idempotencyKey", "with", "to"))


def _sends(data: object) -> set[str]:
    text = json.dumps(data)
    return {key for key in ("approvedBy", "idempotencyKey", "with", "to") if f'"{key}"' in text}


def test_every_machine_reads_without_faults_and_runs() -> None:
    for seed in SEEDS[:50]:
        parsed = read(json.dumps({"fsm": machine(seed)}))
        assert not [each.message for each in parsed.diagnostics if each.severity == "error"], seed
        link(workflow(machine(seed)))


def test_the_same_seed_gives_the_same_machine() -> None:
    assert machine(7) == machine(7) != machine(8)
