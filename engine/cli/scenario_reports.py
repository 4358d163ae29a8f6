"""Results of scenarios: for people, as JSON, and as JUnit's XML for build servers."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as xml

from engine.cli import messages
from engine.cli.machines import Machine
from engine.simulate import Coverage, Miss, Played, ReadScenario, everything


@dataclass(frozen=True, slots=True)
class Result:
    """A scenario file that was played; ``seconds`` is how long it took."""

    path: Path
    read: ReadScenario
    machine: Machine
    played: Played
    seconds: float

    @property
    def name(self) -> str:
        return self.read.scenario.name

    def place(self, miss: Miss) -> str:
        line, column = self.read.place(*miss.path)
        return f"{self.path}:{line}:{column}"


def as_text(results: Sequence[Result], *, coverage: bool) -> None:
    """Write the results to stdout, and how many there are to stderr."""
    from rich.console import Console
    from rich.text import Text

    console = Console(file=sys.stdout, highlight=False, soft_wrap=True, emoji=False)
    for result in results:
        mark, colour = ("✓", "green") if result.played.passed else ("✗", "red")
        line = Text(mark, colour).append(f" {result.name}", "bold").append(f"  {result.path}", "dim")
        console.print(line)
        for miss in result.played.misses:
            console.print(Text(f"    {result.place(miss)}: {miss.message}"))
    if coverage:
        for name, seen, whole in _by_machine(results):
            console.print(Text(f"coverage of {name}", "bold"))
            for share in _told(seen, whole):
                console.print(Text(f"    {share}"))
    if results:
        failed = sum(not result.played.passed for result in results)
        print(messages.scenarios_played(len(results), failed), file=sys.stderr)


def as_json(results: Sequence[Result], *, coverage: bool) -> str:
    data: dict[str, Any] = {
        "scenarios": [
            {
                "name": result.name,
                "file": str(result.path),
                "machine": result.machine.definition.name,
                "passed": result.played.passed,
                "misses": [_miss(result, miss) for miss in result.played.misses],
            }
            for result in results
        ]
    }
    if coverage:
        data["coverage"] = {name: _counted(seen, whole) for name, seen, whole in _by_machine(results)}
    return json.dumps(data, indent=2, ensure_ascii=False)


def as_junit(results: Sequence[Result]) -> str:
    failed = sum(not result.played.passed for result in results)
    suites = xml.Element("testsuites", name="statewright", tests=str(len(results)), failures=str(failed))
    machines = dict.fromkeys(result.machine.definition.name for result in results)
    for machine in machines:
        own = [result for result in results if result.machine.definition.name == machine]
        failures = sum(not result.played.passed for result in own)
        seconds = f"{sum(result.seconds for result in own):.3f}"
        suite = xml.SubElement(
            suites, "testsuite", name=machine, tests=str(len(own)), failures=str(failures), errors="0", time=seconds
        )
        for result in own:
            case = xml.SubElement(
                suite,
                "testcase",
                classname=machine,
                name=result.name,
                file=str(result.path),
                time=f"{result.seconds:.3f}",
            )
            if not result.played.passed:
                first = result.played.misses[0]
                failure = xml.SubElement(case, "failure", message=_printable(first.message), type="expectation")
                lines = [f"{result.place(miss)}: {miss.message}" for miss in result.played.misses]
                failure.text = _printable("\n".join(lines))
    xml.indent(suites)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + xml.tostring(suites, encoding="unicode")


def _printable(text: str) -> str:
    """The text without the control characters that XML has no place for."""
    return "".join(character if character >= " " or character in "\n\t" else "�" for character in text)


def _miss(result: Result, miss: Miss) -> dict[str, Any]:
    line, column = result.read.place(*miss.path)
    return {"line": line, "column": column, "path": list(miss.path), "message": miss.message}


def _by_machine(results: Sequence[Result]) -> Iterator[tuple[str, Coverage, Coverage]]:
    """For each machine what its scenarios have seen, and all there is to see."""
    machines = {result.machine.definition.name: result.machine for result in results}
    for name, machine in machines.items():
        seen = Coverage()
        for result in results:
            if result.machine.definition.name == name:
                seen |= result.played.coverage
        yield name, seen, everything(machine.definition.workflow)


def _counted(seen: Coverage, whole: Coverage) -> dict[str, Any]:
    return {
        "states": _share(seen.states, whole.states),
        "transitions": _share(seen.transitions, whole.transitions),
        "guards": _share(seen.guards, whole.guards),
    }


def _share(seen: frozenset[Any], whole: frozenset[Any]) -> dict[str, Any]:
    return {"seen": len(seen & whole), "of": len(whole), "missing": _sorted(whole - seen)}


def _told(seen: Coverage, whole: Coverage) -> Iterator[str]:
    parts = (
        ("states", seen.states, whole.states, str),
        ("transitions", seen.transitions, whole.transitions, _way),
        ("guard outcomes", seen.guards, whole.guards, _outcome),
    )
    for name, had, all_, tell in parts:
        missing = _sorted(all_ - had)
        told = f": not {', '.join(map(tell, missing))}" if missing else ""
        yield f"{name} {len(had & all_)} of {len(all_)}{told}"


def _sorted(items: frozenset[Any]) -> list[Any]:
    return sorted(items, key=str)


def _way(way: Any) -> str:
    state, which = way
    return f"{state} {which + 1 if isinstance(which, int) else which}"


def _outcome(outcome: Any) -> str:
    state, transition, guard, passed = outcome
    return f"{state} {transition + 1}.{guard + 1} {'true' if passed else 'false'}"
