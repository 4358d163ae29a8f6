"""The worker process that checks machines: jobs come in on stdin, answers go out on stdout, pickled, one at a time."""

from __future__ import annotations

import contextlib
import os
import pathlib
import sys
import traceback
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from designer.document.scenarios import complaints, is_scenario
from designer.framing import pack, read_from
from engine.diagnostics import Diagnostic, QuickFix
from engine.errors import RefusedEdit

if TYPE_CHECKING:
    from engine.analysis import Coverage


@dataclass(frozen=True, slots=True)
class Job:
    """Check this text; ``key`` and ``revision`` come back with the answer.

    ``place`` is the file's whole path, empty for a text that is no file yet: there the machines beside it are found.
    """

    key: str
    revision: int
    text: str
    file: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the checks found; ``failure`` is a traceback when they failed themselves, without the machine's text."""

    key: str
    revision: int
    findings: tuple[Diagnostic, ...] = ()
    failure: str = ""
    coverage: Coverage | None = None


def answer(job: Job) -> Answer:
    """Run all checks on a job's text."""
    if is_scenario(job.file):
        return Answer(job.key, job.revision, complaints(job.text, job.file))
    from designer.document.neighbours import project_beside
    from engine.analysis import check
    from engine.dsl import read

    try:
        parsed = read(job.text, job.file)
        report = check(parsed, project_beside(parsed, pathlib.Path(job.place)) if job.place else None)
    except Exception:  # a bug in a check must not take the other machines' checks along; the window tells it
        return Answer(job.key, job.revision, failure=traceback.format_exc(chain=False))
    findings = tuple(_portable(finding) for finding in report.findings)
    return Answer(job.key, job.revision, findings, coverage=report.coverage)


def _portable(finding: Diagnostic) -> Diagnostic:
    """The finding with its fixes made, those left out that the text cannot take."""
    fixes = []
    for fix in finding.fixes:
        with contextlib.suppress(RefusedEdit):
            fixes.append(QuickFix(fix.title, fix.patch))
    return replace(finding, fixes=tuple(fixes))


def main() -> None:
    """Answer jobs until stdin ends."""
    channel = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints must not garble the answers
    for job in read_from(sys.stdin.buffer):
        channel.write(pack(answer(job)))
        channel.flush()
