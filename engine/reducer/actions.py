"""Actions, planned once: what each does to a step in the making."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.cel import CelError
from engine.dsl.models import Action, Assign, Compute, Emit, Inject, Restrict, Send, Spawn
from engine.reducer import messages
from engine.reducer.canonical import same
from engine.reducer.clock import due
from engine.reducer.definition import Act, Terms
from engine.reducer.envelope import Authors, Child, Command, Message, Restriction
from engine.reducer.expressions import Expressions
from engine.reducer.ledger import ABSENT
from engine.reducer.templates import MASK, Render, fields_of, template_of, text_template
from engine.reducer.values import MISFIT, Fit, unsets
from engine.reducer.work import DEADLINE_RANK, EXPIRY_RANK, NOBODY, StepFailed, Work


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans the actions of one machine; ``deadlines`` in seconds by command."""

    expressions: Expressions
    fits: Mapping[str, Fit]
    terms: Mapping[str, Terms]
    watched: frozenset[str]
    sensitive: frozenset[str]
    deadlines: Mapping[str, int | None]

    def plan(self, action: Action) -> Act:
        match action:
            case Assign(assign=literals):
                return self.assign(literals)
            case Compute(compute=expressions):
                return self.compute(expressions)
            case Emit(emit=spec):
                return self.effect("emit", {"event": spec.event}, {"data": spec.data})
            case Send(send=spec):
                return self.send(spec)
            case Spawn(spawn=spec):
                return self.spawn(spec)
            case Inject(inject=spec):
                return self.inject(spec.message, spec.role)
            case Restrict(restrict=spec):
                return self.restrict(spec.allow, spec.deny)

    def assign(self, literals: Mapping[str, Any]) -> Act:
        """Write literals; one that does not fit is written as it is and leaves its requirement unsatisfied."""
        writes: list[tuple[str, Any]] = []
        for field, literal in literals.items():
            stored = None if unsets(literal) else self.fits[field](literal)
            writes.append((field, literal if stored is MISFIT else stored))
        planned = tuple(writes)
        if not self.watched.isdisjoint(literals):

            def checked(work: Work) -> None:
                for field, value in planned:
                    work.write_checked(field, value)

            return checked
        if all(value is None for _, value in planned):
            fields = tuple(literals)

            def unset(work: Work) -> None:
                context, trail = work.context, work.trail
                for field in fields:
                    old = context.pop(field, ABSENT)
                    if old is not ABSENT:
                        trail.append((field, old))

            return unset

        def act(work: Work) -> None:
            for field, value in planned:
                work.write(field, value)

        return act

    def compute(self, expressions: Mapping[str, str]) -> Act:
        planned = tuple(
            (field, self.expressions.compiled(source), self.expressions.fields_read(source), self.fits[field])
            for field, source in expressions.items()
        )

        def act(work: Work) -> None:
            results: list[tuple[str, Any, Authors]] = []
            for field, evaluate, read, fit in planned:
                try:
                    value = evaluate(work.context)
                except CelError as error:
                    raise StepFailed("action-error", messages.compute_failed(field, error.message)) from error
                if unsets(value):
                    value = None
                elif (value := fit(value)) is MISFIT:
                    raise StepFailed("action-error", messages.compute_misfits(field))
                results.append((field, value, _authors(work, read)))
            for field, value, by in results:
                work.write_checked(field, value, by)

        return act

    def effect(self, kind: str, fixed: Mapping[str, Any], parts: Mapping[str, Any]) -> Act:
        render, show = self.templates({key: part for key, part in parts.items() if part is not None})

        def act(work: Work) -> None:
            work.effect(kind, {**fixed, **render(work.context)}, {**fixed, **show(work.context)})

        return act

    def templates(self, value: Any) -> tuple[Render, Render]:
        """How a JSON value of templates is rendered, and how it is shown: with sensitive values masked."""
        render = template_of(value)
        masked = fields_of(value) & self.sensitive
        return render, _masking(render, masked)

    def send(self, spec: Any) -> Act:
        terms = self.terms[spec.approved_by] if spec.approved_by is not None else None
        render, show = self.templates({key: part for key, part in (("to", spec.to), ("with", spec.with_)) if part})
        key_of = text_template(spec.idempotency_key) if spec.idempotency_key else None
        deadline = self.deadlines.get(spec.command)

        def act(work: Work) -> None:
            approval = None
            if terms is not None:
                approval = work.approvals.get(terms.field)
                if approval is None or not is_yes(terms, approval.decision):
                    raise StepFailed("action-error", messages.send_unapproved(spec.command, terms.field))
            effect_id = work.next_effect_id()
            if approval is not None:
                key = f"{approval.hash}/{spec.command}"
            else:
                key = (key_of(work.context) if key_of else "") or effect_id
            data = render(work.context)
            bound = {"idempotencyKey": key}
            if approval is not None:
                bound |= {"approvedBy": approval.field, "approval": approval.hash}
            named = {"command": spec.command}
            shown = show(work.context)
            work.effect("send", {**named, **data, **bound}, {**named, **shown, **bound})
            command = Command(
                id=effect_id,
                command=spec.command,
                to=data.get("to"),
                with_=data.get("with", {}),
                shown=shown.get("with", {}),
                key=key,
                approved_by=None if approval is None else approval.field,
                approval=None if approval is None else approval.hash,
                state=work.state,
                visit=work.visit,
                sent=work.at,
                status="open",
                attempts=0,
                not_before=work.at,
                error=None,
            )
            work.set(commands={**work.commands, effect_id: command})
            if deadline is not None:
                work.expire(f"deadline:{effect_id}", due(work.at, deadline), DEADLINE_RANK - EXPIRY_RANK + work.version)

        return act

    def spawn(self, spec: Any) -> Act:
        render, show = self.templates(dict(spec.with_))
        fixed = {"fsm": spec.fsm, "as": spec.as_}
        bound = {key: value for key, value in (("into", spec.into), ("outputs", dict(spec.outputs))) if value}

        def act(work: Work) -> None:
            if spec.as_ in work.children:
                raise StepFailed("action-error", messages.child_running(spec.as_))
            inputs, shown = render(work.context), show(work.context)
            run = work.effect("spawn", {**fixed, "with": inputs, **bound}, {**fixed, "with": shown, **bound})
            child = Child(spec.as_, spec.fsm, run, inputs, shown, spec.into, spec.outputs)
            work.set(children={**work.children, spec.as_: child})
            work.note("spawned", {"as": spec.as_, "fsm": spec.fsm, "run": run})

        return act

    def inject(self, message: str, role: str) -> Act:
        render = text_template(message)
        show = _masking(render, fields_of(message) & self.sensitive)

        def act(work: Work) -> None:
            text, shown = render(work.context), show(work.context)
            work.inject(Message(role, text, shown))
            work.effect("inject", {"message": text, "role": role}, {"message": shown, "role": role})

        return act

    def restrict(self, allow: tuple[str, ...] | None, deny: tuple[str, ...]) -> Act:
        restriction = Restriction(allow, deny)
        data = {
            key: list(tools) for key, tools in (("allow", allow), ("deny", deny)) if tools is not None and tools != ()
        }

        def act(work: Work) -> None:
            work.limit(restriction)
            work.effect("restrict", data, data)

        return act


def is_yes(terms: Terms, decision: Any) -> bool:
    """Whether a decision on these terms is a yes."""
    return any(same(decision, yes) for yes in terms.approved_when)


def _authors(work: Work, fields: tuple[str, ...]) -> Authors:
    """Everybody who has a part in the present values of these fields."""
    known = work.authors
    found = [known[field] for field in fields if field in known and field in work.context]
    if len(found) < 2:
        return found[0] if found else NOBODY
    return tuple(sorted({actor for authors in found for actor in authors}, key=str))


def _masking(render: Any, masked: frozenset[str]) -> Any:
    if not masked:
        return render
    return lambda context: render({**context, **dict.fromkeys(masked & context.keys(), MASK)})
