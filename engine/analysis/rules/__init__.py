"""The rules, one file each; this tuple is the whole registry. Order here has no meaning."""

from engine.analysis.rule import Rule
from engine.analysis.rules import (
    bad_initial,
    dead_end,
    else_not_last,
    no_terminal,
    terminal_content,
    unknown_state,
    unreachable,
)

RULES: tuple[Rule, ...] = (
    bad_initial.RULE,
    dead_end.RULE,
    else_not_last.RULE,
    no_terminal.RULE,
    terminal_content.RULE,
    unknown_state.DECLARATIONS,
    unknown_state.STATES,
    unreachable.RULE,
)
