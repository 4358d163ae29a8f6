"""Every text of the simulator and the timeline."""

from __future__ import annotations

from typing import Any

from designer.panels.messages import capital, plural, shown_name
from designer.panels.typed import short
from engine.reducer import Step
from engine.simulate import Difference

__all__ = ["capital", "plural", "shown_name"]

WAITING_FOR = "Waiting for"
WHY = "Why it rests here"
WHY_FIRED = "Why this transition"
CONTEXT = "Context"
EFFECTS = "Effects"
OUTBOX = "Outbox"
TIMERS = "Timers"
WATCH = "Watch"
FROM = "from"
OPTIONAL = "optional"
CONTRIBUTE = "Contribute"
APPROVE = "Approve"
REJECT = "Reject"
ANSWER_AS = "Answer as"
NOBODY_MAY = "Nobody may answer this here: no agent lists this state in canTransition, or no user holds the role."
NOT_RESTING = "The run is on its way; step on until it rests to answer."
NOBODY_ASKED = "Nobody is asked for anything."
ENDED_BY_OPERATOR = "The run was ended by an operator."
NO_MACHINE = "The text cannot be read as a machine; mend it in the source, then start again."
NOT_STARTED = "Start a run to step through it: nothing is sent or written anywhere."
START = "Start the run"
START_AGAIN = "Start again"
INPUTS = "Inputs"
SAVE_SCENARIO = "Save as scenario…"
NOT_IN_SCENARIOS = "Something happened in this run that scenarios cannot say, such as an attempt given back."
OPEN_TRACE = "Open a run…"
SAVE_TRACE = "Save as trace…"
FORK = "Go on from here"
REPLAY_NEW = "Replay on the new version"
UNSET = "unset"
NEW = "new"
CHANGED = "changed"
CLEARED = "cleared"
NONE_YET = "none yet"
REVEAL = "Reveal sensitive values"
HIDE = "Hide sensitive values"
TO_START = "To the start (Home)"
BACK = "Step back (Left)"
FORWARD = "Step on (Right)"
TO_END = "To the end (End)"
TIMELINE = "Timeline"
POSITION = "Position in the run"
NEXT_TIMER = "Let the next timer fire"
ADVANCE = "Advance"
ADVANCE_BY = "Advance the clock by"
NO_TIMERS = "no timers"
CLAIM = "Claim"
FAIL = "Fail"
RELEASE = "Give back"
ADD_WATCH = "+ watch an expression"
EMPTY_TIMELINE = "Nothing has happened yet; start a run in the simulator, or open a trace."
READ_ONLY = "A recorded run: step through it, or go on from here by hand."
SAME_AS_RECORDED = "Every rebuilt event equals the recorded one."
CREATED = "created"
PARKED = "parked"
TERMINAL = "ended"
UNCONDITIONAL = "always"
COPY_TURN = "Copy turn"
PASTE_ANSWER = "Paste answer"
TURN_COPIED = "Copied: paste it into a conversation, then copy the answer and press Paste answer."
ANSWER_WITH = "Answer with JSON of this form:"
BREAKPOINTS = "Breakpoints"
ADD_BREAKPOINT = "+ a state, a → b, a field or a condition"
BREAKS = {"state": "at", "transition": "on", "field": "when it changes:", "condition": "once"}
FAULTS = "Faults"
CRASH = "Crash"
DELIVER = "Deliver the last one"
CRASHES = {
    "before-commit": "before commit",
    "after-commit": "after commit",
    "during-command": "during command",
    "before-outcome": "before outcome",
}
DELIVER_AGAIN = "twice"
DELIVER_STALE = "stale"
NOTHING_OUT = "No command is open; send one first."
DELIVER_REORDERED = "last two swapped"
NOT_TWO = "Contribute two things in a row first, to swap them."
NOTHING_TO_REPEAT = "Contribute something first, to deliver it again."
AUTOPILOT = "Autopilot"
SEED = "Seed"
STEPS = "Answers"
RANDOM = "Random"
SEEK = "Seek coverage"
STOP = "Stop"
BY_SCRIPT = "Answer by script"
SCRIPT = "Script"
SCRIPT_HINT = 'reviewer: {"verdict": "approved"}'
SCRIPT_TIP = 'A line for each answer, in order: reviewer: {"verdict": "approved"}. Who has no script answers at random.'
FLYING = "The autopilot is starting…"
PILOT_FAILED = "The autopilot ended unexpectedly; what it had answered is kept."
NO_PILOT_AFTER_MIGRATION = "The autopilot does not go on from a run that was carried to another version."
BRANCHES = "Branches"
COMPARISON = "Two branches side by side"
BACK_TO_DRAWING = "Back to the drawing"
SAME = "the same"
FIRST_DIFFERENCE = "first difference"
DIFFERS = "differs"
AT_THEIR_ENDS = "Where they are now"
STATE = "state"


def waiting_for(field: str) -> str:
    return f"Waiting for {field}"


def value_for(field: str) -> str:
    return f"Value for {field}"


def contribute(field: str) -> str:
    return f"Contribute {field}"


def answer_as(name: str) -> str:
    return f"as {name}"


def hash_of(digest: str) -> str:
    return f"hash {digest[:12]}…"


def ended_in(state: str) -> str:
    return f"The run has ended in “{state}”."


def creation_refused(reason: str) -> str:
    return f"The run cannot be created: {reason}"


def rejected(code: str, reason: str) -> str:
    return f"Rejected as {code}: {reason}" if reason else f"Rejected as {code}."


def unreadable_trace(line: int, reason: str) -> str:
    return f"Line {line} of the trace: {reason}"


def outdated(version: int) -> str:
    return f"The machine has changed since this run began; it still runs definition v{version}."


def difference(field: str, expected: Any, found: Any) -> str:
    return f"First difference at {field}: was {_shown(expected)}, now {_shown(found)}."


def recorded_difference(at: int, field: str, expected: Any, found: Any) -> str:
    return f"Event {at} differs at {field}: recorded {_shown(expected)}, rebuilt {_shown(found)}."


def missing(field: str, kind: str) -> str:
    """Why a requirement is not satisfied."""
    reasons = {
        "unset": "is required and not set",
        "misfit": "is set to a value that does not fit its type",
        "undecided": "is not decided on these values",
        "check": "is set, but does not pass its check",
    }
    return f"{field} {reasons[kind]}"


def would_go(values: str, target: str) -> str:
    return f"With {values} it would go to {target}"


def with_value(field: str, value: Any) -> str:
    return f"{field} = {short(value, 40)}"


def step_of(at: int, total: int) -> str:
    return f"step {at + 1} of {total}"


def due_in(words: str) -> str:
    return f"in {words}"


def expires(field: str) -> str:
    return f"{field} expires"


def deadline_of(command: str) -> str:
    return f"deadline of {command}"


def fires(index: int) -> str:
    return f"fires {index + 1}"


def branch(number: int) -> str:
    """``A``, ``B`` …, past ``Z`` a number."""
    return chr(65 + number) if number < 26 else str(number + 1)


def _shown(value: Any) -> str:
    try:
        return short(value, 80)
    except TypeError:
        return "nothing"


HALTED = {
    "no-progress": "It went in a circle: the same state with the same values came again, so it was stopped.",
    "microstep-cap": "It fired 128 transitions without coming to rest, so it was stopped.",
}
NO_TRANSITIONS = "This state leads nowhere: it has no transitions and is not terminal."
STUCK = "Nobody is asked for anything and no timer runs: only a contribution nobody waits for could move it."


def passes(target: str, guards: list[str]) -> str:
    return f"→ {target}, since {' and '.join(guards)}" if guards else f"→ {target}, always"


def earlier(number: int) -> str:
    return f"and {plural(number, 'earlier one')}"


def command_spoken(name: str, status: str) -> str:
    return f"Command {name}, {status}"


def command_detail(to: Any, attempts: int) -> str:
    return f"{to_whom(to).strip()} · {plural(attempts, 'attempt')}".strip(" ·")


def to_whom(to: Any) -> str:
    """`` to bank`` for ``{tool: bank}``; nothing where there is no addressee."""
    if isinstance(to, dict) and len(to) == 1:
        return f" to {next(iter(to.values()))}"
    return f" to {short(to, 40)}" if to is not None else ""


def stop_words(stop: str) -> str:
    return {"parked": PARKED, "terminal": TERMINAL}.get(stop, stop)


def rest_words(step: Step) -> str:
    """Where a step came to rest and whom it waits for."""
    if step.stop != "parked":
        return shown_name(step.state)
    waits = list(dict.fromkeys(_waits_for(asked.from_) for asked in step.pending if asked.required))
    return f"waits for {', '.join(waits)}" if waits else f"in {shown_name(step.state)}"


def _waits_for(source: Any) -> str:
    return str(next(iter(source.values()))) if isinstance(source, dict) else str(source)


def no_answer(reason: str) -> str:
    return f"The clipboard holds no JSON map of fields{f' ({reason})' if reason else ''}; copy the answer first."


def unknown_field(name: str) -> str:
    return f"There is no field “{name}”."


def value_misfits(name: str, reason: str) -> str:
    return f"{name} does not fit: {reason}."


def no_breakpoint(text: str) -> str:
    return f"Stop no more at {text}"


def no_breakpoint_of(text: str, reason: str) -> str:
    return f"“{text}” is no state, transition, field or condition: {reason}"


def stopped_by(text: str) -> str:
    return f"Stopped at the breakpoint “{text}”; step on to go further."


def broken(reason: str) -> str:
    return f"A guarantee did not hold: {reason}."


def recovered(receipts: int) -> str:
    return f"Recovered: nothing lost, nothing applied twice; {plural(receipts, 'receipt')}."


def delivered_again(code: str) -> str:
    return f"Delivered again: answered with {code}." if code else "Delivered again: accepted."


def flying(answers: int) -> str:
    return f"{answers:,} answers so far…"


def flown(answers: int, branches: int) -> str:
    if not answers:
        return "Nothing to answer here: nobody is asked for a value the autopilot knows one for."
    ways = f", in {plural(branches, 'branch', 'branches')}" if branches > 1 else ""
    return f"{plural(answers, 'answer')} given{ways}. Paint coverage in the menu Run shows what was reached."


def no_such_actor(line: int, name: str, known: list[str]) -> str:
    return f"Line {line} of the script: there is no actor “{name}”; there are {', '.join(known)}."


def no_script_line(line: int) -> str:
    return f'Line {line} of the script gives no values; write a JSON map of fields such as {{"verdict": "approved"}}.'


def change_answer(field: str) -> str:
    return f"Change {field}…"


def branch_here(name: str, state: str) -> str:
    return f"{name}, in {shown_name(state)}: you are here"


def branch_differs(name: str, state: str, found: Difference) -> str:
    return (
        f"{name}, in {shown_name(state)}: first differs at {found.field}, "
        f"here {_shown(found.expected)}, there {_shown(found.found)}"
    )


def branch_same(name: str) -> str:
    return f"{name}: the same so far"


def go_to_branch(name: str) -> str:
    return f"Go to {name}"


def compare_with(name: str) -> str:
    return f"Compare with {name}"


def parts_at(one: str, other: str, field: str, left: Any, right: Any) -> str:
    return f"{one} and {other} part at {field}: {_shown(left)} in {one}, {_shown(right)} in {other}."


def same_ways(one: str, other: str, *, hidden: bool) -> str:
    if hidden:
        return f"{one} and {other} differ in sensitive values alone; reveal them to see how."
    return f"{one} and {other} are the same so far."


def branch_title(name: str, *, here: bool) -> str:
    return f"Branch {name}, you are here" if here else f"Branch {name}"


def steps_span(first: int, last: int) -> str:
    return f"step {first}" if first == last else f"steps {first}–{last}"


def more_steps(number: int) -> str:
    return f"and {plural(number, 'step')} more; the timeline has them all"


def content(size: int, media_type: str, checksum: str) -> str:
    """``15 bytes, application/pdf, sha256 0a399145039e…``"""
    kind, _, digest = checksum.partition(":")
    parts = (plural(size, "byte"), media_type, f"{kind} {digest[:12]}…")
    return ", ".join(part for part in parts if part)


def reordered(first: str, second: str) -> str:
    told = [code or "accepted" for code in (first, second)]
    return f"The last two swapped, as a branch of its own: the later one first was {told[0]}, then the other {told[1]}."
