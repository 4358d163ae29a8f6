"""How the findings of ``lint`` are written: one file a format."""

from engine.cli.findings.checked import Checked
from engine.cli.findings.github import as_github
from engine.cli.findings.json import as_json
from engine.cli.findings.sarif import as_sarif
from engine.cli.findings.text import as_text, summary
from engine.cli.findings.witness import witness_scenarios

__all__ = ["Checked", "as_github", "as_json", "as_sarif", "as_text", "summary", "witness_scenarios"]
