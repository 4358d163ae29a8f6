"""Every sentence and label of the window, in one place."""

from __future__ import annotations

import pathlib
import re

from engine.dsl import Renaming

SAVE_AGAIN = "Save again"
TRY_AGAIN = "Try again"
SAVE_ELSEWHERE = "Save elsewhere…"
COMPARE = "Compare"
TAKE_FILE = "Reload the file"
KEEP_MINE = "Save over it"
SEARCH_COMMANDS = "Type what you want to do"
SEARCH_STATES = "Type a state's name"
SEARCH_SHORTCUTS = "Keyboard shortcuts"
MINE = "Here, not saved"
ON_DISK = "The file on disk"
DECIDE_LATER = "Decide later"
KEEP_CHANGES = "Keep them"
GIVE_UP = "Discard them"
REOPEN = "Reopen"
COPY_DETAILS = "Copy details"
NOT_SAVED = "Not saved yet"
LAYOUT_FAILED = "The drawing could not be laid out because of a fault of the program; your text is kept."
UNDO_IN_SIMULATION = (
    "Undo edits the machine, which stays as it is while you simulate; step back in the simulator instead."
)

RUN_UNREADABLE = "The run that was kept of this machine cannot be read any more; start again."


def no_scenario(name: str, line: int, why: str) -> str:
    return f"“{name}” is no scenario that can be played, line {line}: {why}"


def run_not_kept(why: str) -> str:
    return f"This run will not be there after closing, since it cannot be kept: {why}."


def run_shortened(lost: int, *, sensitive: bool) -> str:
    steps = f"{lost} step" if lost == 1 else f"{lost} steps"
    if sensitive:
        return f"The last {steps} of this run are gone: they held sensitive values, which are never kept."
    return f"The last {steps} of this run could not be taken again."


def changed_outside(title: str) -> str:
    return f"“{title}” was changed by another program, and you have changes of your own; choose which to keep."


def newer_file(title: str) -> str:
    return (
        f"“{title}” was not saved: its file was changed by another program since you opened it; choose which to keep."
    )


def reloaded(title: str) -> str:
    return f"“{title}” was changed by another program; its new text is shown. Undo brings the old one back."


def gone(title: str) -> str:
    return f"The file of “{title}” was deleted or moved; your text is kept here until you save it."


def undecodable(name: str, why: str) -> str:
    return (
        f"“{name}” is not UTF-8 ({why}); what could be read is shown. Save it under another name to write it as UTF-8."
    )


def crashed(title: str) -> str:
    return f"Statewright ended unexpectedly. The unsaved changes of “{title}” were restored; the file is as it was."


def closed_unsaved(title: str) -> str:
    return f"“{title}” was closed with unsaved changes; they are kept and come back with it."


def damaged(count: int) -> str:
    copies = "A recovery copy" if count == 1 else f"{count} recovery copies"
    return f"{copies} of an earlier session cannot be read and {'was' if count == 1 else 'were'} left out."


def cannot_keep(title: str, why: str) -> str:
    return f"No recovery copy of “{title}” can be written: {why}. Save your work soon."


def bug() -> str:
    return "Something went wrong; your text is kept."


def file_stem(title: str) -> str:
    """A file name that every system takes, from a machine's name."""
    return re.sub(r'[\x00-\x1f<>:"/\\|?*]+', "-", title).strip(" .-")[:80] or "machine"


def problems_tab(count: int) -> str:
    return f"Problems {count}" if count else "Problems"


def no_machines(folder: str) -> str:
    return f"The folder “{folder}” holds no machines; make one with New machine."


WELCOME = "Statewright"
WELCOME_LEAD = "Draw, check and step through workflows in which agents, people and tools work under a state machine."
BEGIN = "Begin"
OPEN_RECENT = "Open recent"
NEW_MACHINE = "New machine"
OPEN_FILE = "Open a file…"
OPEN_FOLDER = "Open a folder…"
TOUR = "Take the tour"
SAMPLES = "Samples"
RECENT = "Recent"

_SAMPLES = {
    "delegated-review": "An agent drafts, another reviews",
    "panel-signoff": "Three agents, a person, a legal override",
    "supplier-bank-change": "A bank account changed after approval",
}


def sample(stem: str) -> str:
    """What a sample shows, in a few words."""
    return _SAMPLES.get(stem, "Sample")


def caption(mode: str, version: int | None, digest: str) -> str:
    """What stands on the tab of the frame around the drawing."""
    word = {"simulate": "SIMULATING", "replay": "REPLAYING"}.get(mode, "")
    if version is None:
        return word
    return f"{word} definition v{version} · {digest[:6]}"


def wrong_inputs(names: list[str]) -> str:
    listed = ", ".join(f"“{name}”" for name in names)
    return f"The run began without {listed}: nobody is asked for it on the way, and it is no input."


def scenario_saved(name: str) -> str:
    return f"The run is saved as “{name}”; “statewright test” plays it from now on."


def trace_saved(name: str) -> str:
    return f"The run is saved as “{name}”."


def recent(path: pathlib.Path) -> str:
    """A recent file in a menu: its name, then its folder."""
    return f"{path.name}  –  {path.parent}".replace("&", "&&")


LEAVE_TOUR = "Leave the tour"
TOUR_SELECT = "Click the card “review”: the inspector at the right shows what it asks for and where it leads."
TOUR_ADD = "Press N, type a name and Enter: a new state stands beside it."
TOUR_CONNECT = "Drag from the edge of “review” to the new card: a transition that is tried in its turn."
TOUR_UNDO = "Press Ctrl+Z until all is as it was: undo names every step and reaches everything."
TOUR_RUN = "Press F5 and answer as the agent: type a draft at the right and press Contribute."
TOUR_END = "The run waits for the reviewer now; answer on, or press Shift+F5 to edit again. That was the tour."


def tour_step(number: int, total: int, text: str) -> str:
    return f"{number} of {total}  ·  {text}"


SAVE_ALL = "Save all"
SHOW_IT = "Show it"
CHANGED_ON_DISK = "its file was changed by another program"
MOST_NAMED = 5
"""A bar names so many files; all of them stand as unsaved tabs."""

CHANGED_SINCE = "it was changed since"


def scenarios_follow(renaming: Renaming, names: list[str]) -> str:
    """Which files an edit of a machine reached."""
    shown = [f"“{name}”" for name in names[:MOST_NAMED]]
    more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    listed = ", ".join([*shown, *more])
    what = f"“{renaming.new}” for “{renaming.old}” too"
    if len(names) == 1:
        return f"The scenario {listed} says {what}, and is not saved yet."
    return f"{len(names)} scenarios say {what}, and are not saved yet: {listed}."


def scenario_left(name: str, why: str) -> str:
    return f"“{name}” was left as it is, because {why}; look at what it says by hand."


def not_all_saved(titles: list[str]) -> str:
    listed = ", ".join(f"“{title}”" for title in titles)
    return f"Not saved: {listed}; what is in the way stands over its text."


SCENARIO = "Scenario"


def scenario_note(name: str) -> str:
    return (
        f"“{name}” is what is done in a run and what is expected of it.\n"
        "It is edited in the source below; “statewright test” plays it."
    )


def exported(name: str) -> str:
    return f"Exported as “{name}”, complete in itself."


def export_over_itself(name: str) -> str:
    return f"“{name}” is the machine's own file; choose another for the export, or save."


def no_picture_format(name: str) -> str:
    return f"“{name}” does not say which picture it is to be; choose a name that ends in .svg, .png or .pdf."


def picture_saved(name: str) -> str:
    return f"The picture is saved as “{name}”."


def printed(pages: int) -> str:
    return f"{pages} {'page was' if pages == 1 else 'pages were'} printed."


NOT_PRINTED = "The printer cannot be written to; choose another, or print to a PDF file."
