"""Every text the commands say by themselves: what is wrong, on what, then what to do."""

from __future__ import annotations

from collections.abc import Sequence

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
