"""Findings of an older text on a newer one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from designer.document.rebase import rebased, rebased_patch
from engine.diagnostics import Diagnostic, Location, QuickFix, Severity
from engine.text import Edit, Patch, Span

WORDS = ["alpha", "beta", "gamma", "delta"]


def text_of(words: list[str]) -> str:
    return " ".join(words)


def span_of(words: list[str], place: int) -> Span:
    start = len(text_of(words[:place])) + (1 if place else 0)
    return Span(start, start + len(words[place]))


@given(st.integers(0, 3), st.integers(0, 3), st.text("xy", max_size=7), st.text("z", max_size=7))
def test_a_fix_does_after_a_change_elsewhere_what_it_did_before(fixed: int, changed: int, new: str, fix: str) -> None:
    here, there = span_of(WORDS, fixed), span_of(WORDS, changed)
    patch = Patch((Edit(here.start, here.end, fix),))
    change = Patch((Edit(there.start, there.end, new),))
    moved = rebased_patch(patch, change)
    if fixed == changed:
        assert moved is None
        return
    assert moved is not None
    wanted = list(WORDS)
    wanted[fixed], wanted[changed] = fix, new
    assert moved.apply(change.apply(text_of(WORDS))) == text_of(wanted)


def test_a_finding_goes_along_and_loses_the_fixes_the_change_touched() -> None:
    text = "one two three"
    fixes = (QuickFix("mend one", Patch.replace(0, 3, "1")), QuickFix("mend three", Patch.replace(8, 13, "3")))
    location = Location("x.yaml", 1, 9)
    finding = Diagnostic(
        id="T305",
        slug="enum-typo",
        severity=Severity.ERROR,
        message="?",
        location=location,
        span=Span(8, 13),
        fixes=fixes,
    )
    change = Patch.replace(0, 3, "eleven")
    moved = rebased(finding, change)
    new = change.apply(text)
    assert moved.span.text(new) == "three"
    assert [fix.title for fix in moved.fixes] == ["mend three"]
    assert moved.fixes[0].patch.apply(new) == "eleven two 3"
    assert rebased(finding, Patch()) is finding
