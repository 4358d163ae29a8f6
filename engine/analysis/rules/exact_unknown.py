"""M901: a question the exact engine leaves open, and why; T312: the parts of expressions it does not look into."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.atoms import Comparison
from engine.analysis.exact.decide import Undecided
from engine.analysis.exact.formula import atoms
from engine.analysis.rule import Check, Found, StateRule
from engine.analysis.unknowns import UNKNOWN
from engine.diagnostics import Path, Severity, Verdict
from engine.dsl.models import State

OUTSIDE_EXACT = Check("T312", "outside-exact", Severity.INFO)


def unknown(check: Check, path: Path, subject: str, verdict: Undecided) -> Found:
    """The finding that ``check`` could not be decided; ``subject`` completes "whether …"."""
    return Found(
        check=UNKNOWN,
        path=path,
        message=messages.undecided(subject, verdict.atoms),
        about=(check.id,),
        data={"check": check.id, "reason": "fragment" if verdict.atoms else "budget", "parts": list(verdict.atoms)},
        verdict=Verdict.UNKNOWN,
    )


def outside(context: Context, name: str, state: State) -> Iterator[Found]:
    local = context.local(name)
    for condition in local.conditions:
        local.space.bind(condition.formula)
        for atom in atoms(condition.formula):
            if atom in local.space.outside:
                yield Found(
                    check=OUTSIDE_EXACT,
                    path=condition.path,
                    inside=atom.node.span,
                    message=messages.outside_exact(atom.text, compares_fields=isinstance(atom, Comparison)),
                    about=(atom.text,),
                )


RULE = StateRule((OUTSIDE_EXACT, UNKNOWN), outside)
