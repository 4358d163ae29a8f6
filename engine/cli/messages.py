"""Every text the commands say by themselves: what is wrong, on what, then what to do."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.runtime.replay import Outcome

# The program

PROGRAM = "Check, run, test and explain workflows in which agents, people and tools work under a state machine."
OPENING = "With a folder, a machine or nothing instead of a command, the designer opens."


def call(message: str) -> str:
    text = " ".join(message.split())
    return f"statewright: {text[:1].lower()}{text[1:].rstrip('.')}; see 'statewright --help'."


def interrupted() -> str:
    return "statewright: interrupted."


def bug(error: Exception) -> str:
    kind = " ".join(f"{type(error).__name__}: {error}".split())
    return f"statewright: something went wrong inside the program ({kind}); please report it."


def no_display() -> str:
    return "statewright: the designer needs a display, and none is set; the commands of 'statewright --help' need none."


# Files


def cannot_open(file: str, reason: str) -> str:
    return f"{file}:1:1: The file cannot be opened ({reason.lower()}); check its name and who may read it."


def cannot_write(file: str, reason: str) -> str:
    return f"{file}:1:1: The file cannot be written ({reason.lower()}); it is left as it was."


def no_machines(folder: str) -> str:
    return (
        f"{folder}:1:1: The folder holds no machine; name a file, or a folder with '.aegis/fsms' or files under 'fsm:'."
    )


# lint


def no_such_check(id: str, nearest: str | None) -> str:
    advice = f"did you mean '{nearest}'?" if nearest else "see checks such as R201 with 'statewright explain R201'."
    return f"--rule: there is no check '{id}'; {advice}"


def no_such_level(option: str, levels: Sequence[str]) -> str:
    return f"--rule: '{option}' names no level; write ID=LEVEL with one of {', '.join(levels)}."


def fixed(file: str, titles: Sequence[str]) -> str:
    what = "1 fix" if len(titles) == 1 else f"{len(titles)} fixes"
    return f"{file}: {what} applied ({'; '.join(dict.fromkeys(titles))})."


# explain


def no_page(word: str, nearest: str | None) -> str:
    advice = f"did you mean '{nearest}'?" if nearest else "give the id of a finding, a key, or a term such as 'guard'."
    return f"There is no page about '{word}'; {advice}"


# run


def option(name: str, reason: str) -> str:
    return f"{name}: {reason[:1].upper()}{reason[1:].rstrip('.')}."


def no_assignment(text: str) -> str:
    return f"'{text}' sets nothing; write FIELD=VALUE."


def creation_refused(code: str) -> str:
    return f"The run was not created: {code}."


def no_json(reason: str) -> str:
    return f"This line is no JSON ({reason[:1].lower()}{reason[1:]}); write one map a line."


def no_map() -> str:
    return 'This line is no JSON map; write {"id": …, "actor": …, "values": …}.'


def wrong_run() -> str:
    return "'run' of a contribution is the id of a run."


def no_run(run: str, runs: Sequence[str]) -> str:
    return f"There is no run '{run}'; there are {', '.join(runs)}."


WHAT_NEXT = "What next?"
AS_WHOM = "As whom?"
LEAVE = "leave"
YES, NO = "yes", "no"


def choice(run: str | None, field: str, source: str, required: bool) -> str:
    return f"{'' if run is None else f'[{run}] '}{field} from {source}{'' if required else ' (optional)'}"


def wait_until(time: str) -> str:
    return f"wait until {time}, when something is due"


def nobody_may(field: str) -> str:
    return f"Nobody may contribute '{field}' here; it is tried all the same."


def proposal(values: str, hash: str) -> str:
    return f"To be decided: {values}\nHash: {hash}"


def no_fit(field: str, value: str) -> str:
    return f"{value} does not fit '{field}'; try again, or press Enter to leave it unset."


def pick_one(count: int) -> str:
    return f"Pick a number from 1 to {count}."


# test


def no_scenarios(folder: str) -> str:
    return f"{folder}:1:1: There is no scenario here; name a file or a folder with files that end in '.scenario.yaml'."


def no_machine(name: str, near: str | None) -> str:
    return f"The project has no machine '{name}'" + (f"; did you mean '{near}'?" if near else "; name one, or a path.")


def scenarios_played(count: int, failed: int) -> str:
    what = "1 scenario" if count == 1 else f"{count} scenarios"
    return f"{what}, {failed} failed." if failed else f"{what}, all hold."


def no_pictures(kind: str) -> str:
    return f"--to {kind}: Pictures need the designer, which is not installed; write json, yaml, dot or mermaid."


# explore


def explored(machine: str, situations: int, partial: str | None) -> str:
    what = "1 situation" if situations == 1 else f"{situations} situations"
    extent = "all there are" if partial is None else f"not all there are: {partial}"
    return f"{machine}: {what}, {extent}."


def no_state(name: str, near: str | None) -> str:
    return f"The machine has no state '{name}'" + (f"; did you mean '{near}'?" if near else "; name one it has.")


def no_way_to(state: str, partial: str | None) -> str:
    if partial is None:
        return f"No run comes to '{state}'."
    return f"No run that was looked at comes to '{state}', and not all were: {partial}."


def way_to(state: str) -> str:
    return f"A shortest run to '{state}'."


# replay

REPLAYING = "Replaying"


def unreplayable(source: str, reason: str) -> str:
    return f"{source}:1:1: {reason}"


def nothing_to_replay(source: str, machine: str | None) -> str:
    of = "" if machine is None else f" of '{machine}'"
    return f"{source}:1:1: There is no run{of} here; name a journal or a trace that holds one."


def no_stored_run(source: str, run: str, machine: str | None) -> str:
    of = "" if machine is None else f" of '{machine}'"
    return f"{source}:1:1: There is no run '{run}'{of} here; name one that is stored."


def replayed(outcome: Outcome, difference: str, other: bool) -> str:
    match outcome.kind:
        case "same":
            way = "goes the same way" if other else "is rebuilt as it was stored"
            return f"{outcome.run}: {way} ({count(outcome.events, 'event')})."
        case "differs":
            return f"{outcome.run}: event {outcome.at} differs: {difference}."
        case "elsewhere":
            return f"{outcome.run}: goes elsewhere at step {outcome.step} (event {outcome.at}): {difference}."
        case "refused":
            where = f"step {outcome.step} (event {outcome.at})" if outcome.step else "its migration"
            return f"{outcome.run}: {where} is refused: {outcome.why}"
        case "migrates":
            return f"{outcome.run}: migrates to '{outcome.to}'."
    return f"{outcome.run}: cannot be replayed: {outcome.why}"


def stored_difference(field: str, stored: str, found: str) -> str:
    return f"'{field}' was {stored}, now {found}"


def replayed_all(counts: Mapping[str, int]) -> str:
    parts = [f"{number} {kind}" for kind, number in sorted(counts.items())]
    return f"{count(sum(counts.values()), 'run')}: {', '.join(parts)}."


def count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


# journal and worker


def journal(reason: str) -> str:
    return f"statewright: {reason}"


def run_of_another(run: str, machine: str) -> str:
    return f"The run '{run}' is of the machine '{machine}'; name that one, or give the run another id with --run."


def runs_listed(shown: int, counts: Mapping[str, int]) -> str:
    total = sum(counts.values())
    parts = ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
    return f"{count(total, 'run')}{f': {parts}' if parts else ''}{f'; {shown} shown' if shown < total else ''}."


def imported(run: str, events: int) -> str:
    return f"{run}: {count(events, 'event')} taken in."


def verified(runs: int, events: int, payloads: int, problems: int) -> str:
    found = f"{count(problems, 'problem')} found" if problems else "all as it was stored"
    return f"{count(runs, 'trace')}, {count(events, 'event')}, {count(payloads, 'payload')}: {found}."


def pruned(runs: int, expired: int, strays: int) -> str:
    return f"{count(runs, 'trace')} deleted, {count(expired, 'content')} past its time, {count(strays, 'stray file')}."


def no_handler(named: str, reason: str) -> str:
    return f"--handler {named}: {reason}; name a function that can be imported, as 'module:function'."


def worked(done: int) -> str:
    return f"{count(done, 'step')} done."


# Runs that show a fault, moment by moment


def run_begins(given: Mapping[str, object]) -> str:
    return f"A run begins with {_values(given)}." if given else "A run begins."


def gives(actor: str, values: Mapping[str, object]) -> str:
    return f"{actor} gives {_values(values)}."


def refused(actor: str, values: Mapping[str, object], reason: str) -> str:
    return f"{actor} gives {_values(values)}, which is refused: {reason}"


def timer_fires(name: str) -> str:
    return f"The timer '{name}' is due."


def goes_on(source: str, target: str) -> str:
    return f"The run goes from '{source}' to '{target}'."


def _values(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} = {json.dumps(value, ensure_ascii=False, default=str)}" for name, value in values.items())
