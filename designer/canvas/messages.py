"""Every text the canvas shows or speaks."""

from __future__ import annotations

from datetime import date

from designer.canvas.overlay import PillMark
from designer.canvas.views import Kind

DRIVING_AGENT = "driving agent"
SYSTEM = "system"

KINDS = {
    Kind.WORK: "work",
    Kind.AGENT: "waits for agent",
    Kind.PERSON: "waits for person",
    Kind.AUTOMATIC: "automatic",
    Kind.TERMINAL: "terminal",
    Kind.MISSING: "not a state",
}


def after(duration: str) -> str:
    """What the pill of a timer says."""
    return f"after {duration}"


def loops(count: int) -> str:
    return f"{count} loops"


def bundle(count: int) -> str:
    return f"{count} transitions"


ADD_REQUIREMENT = "+ requirement"
CONNECT = "connect"
EMPTY = "Double-click to add a state; drag from its edge to connect"
LAYING_OUT = "Laying out {} states…"
CANCEL = "Cancel"
STALE = "The text cannot be read; this is the last machine that could."
UNREADABLE = "The text cannot be read as a machine; mend it in the source."

MARKS = {PillMark.FIRES: "✓ fires", PillMark.FALSE: "✗ false", PillMark.FAILS: "! fails"}


def new_state(number: int) -> str:
    """The name a state has before it is given one."""
    return "state" if number == 1 else f"state {number}"


def connect_hint(source: str, target: str | None) -> str:
    if target is None:
        return f"new state after “{source}”"
    return f"loop on “{source}”" if source == target else f"“{source}” → “{target}”"


def aim_hint(target: str | None) -> str:
    return "stays as it is" if target is None else f"→ “{target}”"


def number_hint(before: int, after: int) -> str:
    return f"{before + 1}" if before == after else f"{before + 1} becomes {after + 1}"


NAME_FIELD = "Name of the state"
GUARD_FIELD = "Guard"
GUARD_HINT = "verdict == 'approved'; empty: always"
TARGET_FIELD = "Target of the transition"
TARGET_HINT = "state to go to; a new name makes one"
REQUIREMENT_FIELD = "Requirement"
ASK_HINT = "field who, or field: one, two, three"
DELAY_FIELD = "Fires after"
NO_TARGET = "Type the name of a state; a name nobody has makes a new one."
NO_FIELD = "Type a field, and who contributes it: verdict reviewer."
SEVERAL_GUARDS = "This transition has several guards; edit them in the inspector."
ADD_BRANCHES = "Add transitions"
NOT_NOW = "Not now"


def offer_branches(members: tuple[str, ...]) -> str:
    return f"One transition for each of {', '.join(members)}?"


CANVAS = "Canvas"
TOOLS = {"select": "Select", "state": "Add a state", "connect": "Connect"}
ARRANGE = "Arrange"
MINIMAP = "Overview"
ZOOM_IN = "Zoom in"
ZOOM_OUT = "Zoom out"
ACTUAL_SIZE = "Actual size"
FIT = "Fit the drawing"


def percent(scale: float) -> str:
    value = scale * 100
    return f"{value:.0f} %" if value >= 10 else f"{value:.1f} %"


HAS_ACTIONS = "It has actions"


def drawing(states: int, transitions: int) -> str:
    return f"Drawing of a machine with {states} states and {transitions} transitions."


def state(name: str, kind: str, initial: bool) -> str:
    return f"State “{name}”, {kind}{', the initial state' if initial else ''}"


def requires(field: str, who: str, required: bool) -> str:
    return f"{'Requires' if required else 'May have'} {field} from {who}"


def mark(kind: str, count: int) -> str:
    words = {"entry": "entry action", "exit": "exit action", "timer": "timer", "invariant": "invariant"}
    return f"{count} {words[kind]}{'s' if count > 1 else ''}"


def ways(out: int, into: int) -> str:
    return f"{out} transition{'' if out == 1 else 's'} out, {into} in"


def transition(source: str, target: str, number: int, guard: str, timer: bool) -> str:
    what = "Timer" if timer else f"Transition {number}" if number else "Transition"
    return f"{what} from “{source}” to “{target}”, {guard or 'always'}"


ALWAYS = "always, when it is its turn"
DRAG_NUMBER = "Drag the number onto another to change the order."


MODES = {"simulate": "SIMULATING", "replay": "REPLAYING"}


SEARCH = "Search in the drawing"
SEARCH_HINT = "state or field"
COPIED = "The picture is on the clipboard."


def page(day: date, number: int, count: int) -> str:
    """What stands at the foot of a printed page, at the right."""
    return f"{day.isoformat()} · page {number} of {count}" if count > 1 else day.isoformat()


def found(count: int) -> str:
    return "none" if not count else f"{count} found"


def found_at(place: int, count: int) -> str:
    return f"{place} of {count}"
