"""A finding's place leads to the right characters of the file, whatever the style of the YAML scalar."""

from __future__ import annotations

import pytest

from engine.cel import CelError, Schema, compile
from engine.dsl import Parsed, read
from engine.text import Span

GUARDS = {
    "plain": "- context.verdict == 'chnages' && context.n > 1",
    "single-quoted": "- 'context.verdict == ''chnages'' && context.n > 1'",
    "double-quoted": r'''- "\u0063ontext.verdict\x20== 'chnages' && context.n > 1"''',
    "in-a-map": "- { backend: cel, expression: \"context.verdict == 'chnages' && context.n > 1\" }",
    "folded": """- >-
              context.verdict
              == 'chnages'
              && context.n > 1""",
    "literal": """- |
              // ü 😀 before it
              context.verdict ==
                'chnages' &&
                  context.n > 1""",
    "double-quoted-over-lines": """- "context.verdict
              == 'chnages' \\
              && context.n > 1" """,
    "plain-over-lines": """- context.verdict ==
              'chnages' && context.n > 1""",
}

MACHINE = """\
# the first line: ü 😀
fsm:
  name: places
  initialState: a
  context:
    verdict: {{ type: enum, values: [approved, changes] }}
    n: {{ type: int, input: true }}
  states:
    a:
      transitions:
        - toState: b
          guards:
            {guard}
    b: {{ terminal: true }}
"""


def file_text(parsed: Parsed, span: Span) -> str:
    """What stands in the file where ``span`` is in the guard."""
    guard = ("states", "a", "transitions", 0, "guards", 0, "expression")
    offsets = parsed.scalar_offsets(guard)
    assert offsets is not None
    return parsed.text[offsets[span.start] : offsets[span.end]]


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("style", GUARDS)
def test_a_finding_stands_where_it_is_in_the_file(style: str, newline: str) -> None:
    parsed = read(MACHINE.format(guard=GUARDS[style]).replace("\n", newline))
    assert parsed.workflow is not None, parsed.diagnostics
    (guard,) = parsed.workflow.states["a"].transitions[0].guards
    (finding,) = compile(guard.expression, Schema.of(parsed.workflow.context)).findings
    assert finding.code == "T305"
    assert file_text(parsed, finding.span).replace("''", "'") == "'chnages'"


def test_an_error_of_syntax_stands_where_it_is_in_the_file() -> None:
    parsed = read(MACHINE.format(guard="- 'context.verdict == ''changes'' and context.n > 1'"))
    assert parsed.workflow is not None
    (guard,) = parsed.workflow.states["a"].transitions[0].guards
    with pytest.raises(CelError) as caught:
        compile(guard.expression)
    assert file_text(parsed, caught.value.span) == "and"
