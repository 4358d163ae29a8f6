"""Every text this room says to a user: what is wrong, on what, then what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LONGEST_NAME = 60


def quoted(name: object) -> str:
    """A user's name in quotes, control characters shown, long ones shortened in the middle."""
    text = "".join(char if char.isprintable() else f"\\u{{{ord(char):x}}}" for char in str(name))
    if len(text) > LONGEST_NAME:
        text = f"{text[: LONGEST_NAME // 2]}…{text[-LONGEST_NAME // 2 + 1 :]}"
    return f"'{text}'"


def listed(names: Iterable[str], *, last: str = "and", most: int = 6) -> str:
    """``'a', 'b' and 'c'``; a long list ends with a count."""
    shown = [quoted(name) for name in names]
    if not shown:
        return "nobody"
    if len(shown) > most:
        return f"{', '.join(shown[:most])} {last} {len(shown) - most} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def code(expression: str) -> str:
    """Part of an expression as it is written, on one line."""
    return f"`{' '.join(expression.split())}`"


def codes(expressions: Sequence[str]) -> str:
    shown = [code(each) for each in expressions]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _or_use(nearest: str | None, otherwise: str) -> str:
    return f"did you mean {quoted(nearest)}?" if nearest is not None else otherwise


# Fixes


def use(name: str) -> str:
    return f"Use {quoted(name)}"


def create_state(name: str) -> str:
    return f"Create the state {quoted(name)}"


def declare_field(name: str) -> str:
    return f"Declare the field {quoted(name)}"


def declare_agent(name: str) -> str:
    return f"Declare the agent {quoted(name)}"


def declare_command(name: str) -> str:
    return f"Declare the command {quoted(name)}"


def delete(kind: str, name: str) -> str:
    return f"Delete the {kind} {quoted(name)}"


def disallow(agent: str, state: str) -> str:
    return f"Take {quoted(state)} off the list of {quoted(agent)}"


def allow(agent: str, state: str) -> str:
    return f"Let {quoted(agent)} act in {quoted(state)}"


def make_input(name: str) -> str:
    return f"Let {quoted(name)} be given when a run is created"


def mark_sensitive(name: str) -> str:
    return f"Mark {quoted(name)} as sensitive"


def mark_terminal(name: str) -> str:
    return f"Make {quoted(name)} terminal"


def move_last() -> str:
    return "Move it to the end"


def remove_key(key: str) -> str:
    return f"Remove {quoted(key)}"


def remove_the_repetition() -> str:
    return "Remove the repetition"


def remove_the_write(name: str) -> str:
    return f"Remove the write to {quoted(name)}"


def remove_the_comment() -> str:
    return "Remove the comment"


def separate_from(fields: Sequence[str]) -> str:
    return f"Keep the authors of {listed(fields)} from deciding"


def not_written_here() -> str:
    return "This is not written in the file itself; edit it where it is written."


# References


def unknown_state(name: str, nearest: str | None) -> str:
    return f"There is no state {quoted(name)}; {_or_use(nearest, 'create it or name another.')}"


def unknown_field(name: str, nearest: str | None) -> str:
    return f"There is no field {quoted(name)} in the context; {_or_use(nearest, 'declare it or name another.')}"


def unknown_agent(name: str, nearest: str | None) -> str:
    return f"There is no agent {quoted(name)}, so nobody can contribute this; {_or_use(nearest, 'declare the agent.')}"


def unheld_role(role: str, nearest: str | None) -> str:
    advice = _or_use(nearest, "give the role to a user.")
    return f"No user holds the role {quoted(role)}, so nobody can contribute this; {advice}"


def unknown_child(name: str, nearest: str | None) -> str:
    advice = _or_use(nearest, "spawn one under this name first.")
    return f"No machine is spawned as {quoted(name)}; {advice}"


def unknown_approval(name: str, nearest: str | None) -> str:
    advice = _or_use(nearest, f"let the requirement of {quoted(name)} say what it approves.")
    return f"{quoted(name)} is no approval: no requirement asks for it with 'approves'; {advice}"


def idle_agent(agent: str, state: str) -> str:
    return (
        f"The agent {quoted(agent)} lists {quoted(state)} but has nothing to contribute there;"
        f" take the state off its list or require something of the agent."
    )


def unused_agent(agent: str) -> str:
    return f"The agent {quoted(agent)} may act in no state; add states to its 'canTransition' or delete it."


def unused_field(name: str) -> str:
    return f"Nothing reads or writes the field {quoted(name)}; use it or delete it."


def unread_field(name: str) -> str:
    return f"The field {quoted(name)} is written, but nothing reads it and no agent is shown it; use it or delete it."


def never_written(name: str) -> str:
    return (
        f"The field {quoted(name)} is read, but nothing ever writes it, so it is always unset;"
        f" make it an input, give it a default, or require it somewhere."
    )


def unknown_machine(name: str, nearest: str | None) -> str:
    advice = _or_use(nearest, "add the machine or name another.")
    return f"There is no machine {quoted(name)} in this project; {advice}"


def recursive_spawn(cycle: Sequence[str], endless: bool) -> str:
    chain = ", which spawns ".join(quoted(name) for name in cycle[1:])
    if endless:
        return (
            f"{quoted(cycle[0])} spawns {chain} without waiting for anyone, so creating a run never ends;"
            f" require a contribution before the spawn."
        )
    return f"{quoted(cycle[0])} spawns {chain}, so machines may go on being spawned; make sure that some run ends it."


def unknown_command(name: str, nearest: str | None) -> str:
    advice = _or_use(nearest, "add it to say how often it is tried and what happens when it fails.")
    return f"The command {quoted(name)} has no entry in 'commands'; {advice}"


# Requirements


def asked_twice(field: str, source: str) -> str:
    return f"{quoted(field)} is required of {source} twice in this state; remove one of the two."


def one_of_several(field: str, sources: Sequence[str]) -> str:
    return (
        f"{quoted(field)} is required of {', '.join(sources[:-1])} and {sources[-1]}, but the first answer satisfies"
        f" all of them; use a field for each where all must answer."
    )


def secret_field(name: str) -> str:
    return (
        f"{quoted(name)} looks like a credential and would be shown to agents and kept in journals as it is;"
        f" mark the field as sensitive, or keep it out of the context."
    )


def secret_text() -> str:
    return "This text looks like a credential; take it out of the file and give it to whoever needs it another way."


def source_words(kind: str, name: str | None) -> str:
    if name is None:
        return "the driving agent" if kind == "driver" else "the system"
    words = {"fsm": "the child machine", "role": "the role", "user": "the user", "tool": "the tool"}
    return f"{words.get(kind, 'the agent')} {quoted(name)}"


# Routing and lifecycle


def else_not_last(target: str, later: int) -> str:
    others = "the transition" if later == 1 else f"the {later} transitions"
    return (
        f"The transition to {quoted(target)} has no guard, so {others} after it can never fire; move it to the end"
        f" or give it a guard."
    )


def never_tried(target: str) -> str:
    return f"The transition to {quoted(target)} is never tried."


def dead_end(state: str) -> str:
    return f"There is no way out of {quoted(state)}; add a transition or make it terminal."


def unreachable(state: str, initial: str) -> str:
    return f"No path leads from {quoted(initial)} to {quoted(state)}; add a transition to it or delete it."


def uncovered_driver(state: str, field: str, agents: Sequence[str]) -> str:
    whom = listed(agents, last="or") if agents else "an agent"
    return (
        f"{quoted(state)} waits for {quoted(field)} from the driving agent, but no agent may act there,"
        f" so a run stalls; add {quoted(state)} to the 'canTransition' of {whom}."
    )


def uncovered_agents(state: str, field: str, agents: Sequence[str]) -> str:
    return (
        f"{quoted(state)} waits for {quoted(field)} from {listed(agents, last='or')}, who may not act there,"
        f" so a run stalls; add {quoted(state)} to the 'canTransition' of {listed(agents, last='or')}."
    )


def no_terminal() -> str:
    return "No state is terminal, so a run never ends; make a state terminal if it should."


def no_terminal_reachable(terminals: Sequence[str]) -> str:
    return (
        f"No path leads from the initial state to {listed(terminals, last='or')}, so a run never ends;"
        f" add a transition if it should."
    )


def terminal_with_content(state: str, key: str) -> str:
    return (
        f"{quoted(state)} is terminal, so its {quoted(key)} is never used; remove it, or let the state not be terminal."
    )


def terminal_start(state: str) -> str:
    return f"The initial state {quoted(state)} is terminal, so a run ends at its creation; start in another state."


# Actions and approvals


def does_not_fit(name: str, value: str, reason: str) -> str:
    return f"{value} does not fit the field {quoted(name)}: {reason}."


def computes_another_type(name: str, expected: str, found: str) -> str:
    return f"The expression gives {found}, but the field {quoted(name)} is of type {expected}; convert the result."


def literal_for_blob(name: str) -> str:
    return (
        f"{quoted(name)} holds a claim reference, which only the runtime makes, and cannot be assigned a literal;"
        f" require it of a contributor instead."
    )


def overwritten(name: str) -> str:
    return f"This write to {quoted(name)} is overwritten in the same step before anything reads it; remove it."


def overwritten_here() -> str:
    return "It is overwritten here."


def template_field(name: str, nearest: str | None) -> str:
    return (
        f"The template names {quoted(name)}, which the context lacks; {_or_use(nearest, 'declare it or name another.')}"
    )


def template_part(path: str, nearest: str | None) -> str:
    advice = _or_use(nearest, "name a part it has.")
    return f"The template names {quoted(path)}, which its field does not hold; {advice}"


def not_a_template(text: str) -> str:
    return (
        f"{quoted(text)} stays as it is written, since a template names a context field; write {{{{ context.field }}}}."
    )


def unclosed_template() -> str:
    return "These braces are never closed, so they stay as they are written; write {{ context.field }}."


def approval_unbound(field: str) -> str:
    return (
        f"A person decides {quoted(field)} without being shown what about; name the fields it is about in 'approves',"
        f" or show them in the prompt."
    )


def self_approval(field: str, actors: Sequence[str], fields: Sequence[str]) -> str:
    who = " and ".join(actors)
    return (
        f"{who[:1].upper()}{who[1:]} can write {listed(fields)} and decide {quoted(field)} as well;"
        f" add 'separateFrom' if another person must decide."
    )


def approval_forged(field: str, by: str) -> str:
    return (
        f"{quoted(field)} is an approval, and {quoted(by)} would write it without anybody's decision;"
        f" leave it to the requirement that 'approves'."
    )


def approval_without_terms(field: str) -> str:
    return (
        f"{quoted(field)} is an approval elsewhere, and this requirement asks for it without 'approves';"
        f" ask for the same 'approves' here."
    )


def approval_with_other_terms(field: str, keys: Sequence[str]) -> str:
    return f"{quoted(field)} is asked for elsewhere with another {listed(keys)}; make them the same."


def asked_here() -> str:
    return "It is asked for here."


def unapproved_payload(command: str, field: str, approval: str) -> str:
    return (
        f"{quoted(command)} would send {quoted(field)}, which {quoted(approval)} does not approve;"
        f" add it to 'approves' or leave it out."
    )


def own_key(command: str, approval: str) -> str:
    return (
        f"{quoted(command)} is approved by {quoted(approval)}, so its key is made of the approval and cannot be set;"
        f" remove 'idempotencyKey'."
    )


def terminal_effect(state: str, kind: str) -> str:
    return (
        f"{quoted(state)} is terminal, so nobody would hear the outcome of its {quoted(kind)};"
        f" do it in a state before and wait for the outcome."
    )


# Names, policy, comments


def machine_twice(name: str, files: Sequence[str]) -> str:
    return f"The machine {quoted(name)} is also declared in {listed(files)}; give each machine its own name."


def unused_suppression(checks: Sequence[str]) -> str:
    if not checks:
        return "This comment names no check; name one, as in disable=G506, or remove the comment."
    return f"There is nothing to suppress here for {' and '.join(checks)}; remove it from the comment."


def suppression_without_reason(checks: Sequence[str]) -> str:
    verb = "are" if len(checks) > 1 else "is"
    return f"{' and '.join(checks) or 'This'} {verb} suppressed without a reason; add one after ' -- '."


# Exact checks


def impossible_requirement(field: str, together: bool) -> str:
    if together:
        return (
            f"No value of {quoted(field)} satisfies this and the requirements before it, so nobody can ever move on"
            f" from here; change what they validate."
        )
    return (
        f"No value of the type of {quoted(field)} passes 'validate', so the requirement can never be satisfied;"
        f" change the type or what is validated."
    )


def member_excluded(member: str, field: str) -> str:
    return (
        f"{quoted(member)} is a value of {quoted(field)} that no requirement accepts, and nothing else writes it;"
        f" accept it somewhere or delete it."
    )


def optional_unread(field: str) -> str:
    return (
        f"{quoted(field)} is asked for, but nothing reads the answer and no agent is shown it;"
        f" use it or stop asking for it."
    )


def value_unread(field: str, values: Sequence[str]) -> str:
    return (
        f"Only whether {quoted(field)} is set makes a difference, never its value, so {listed(values)} all count"
        f" the same; compare its value where it matters."
    )


def dead(target: str, conditions: Sequence[str]) -> str:
    return f"The transition to {quoted(target)} can never fire: {_against(conditions)}; change or delete it."


def _against(conditions: Sequence[str]) -> str:
    if len(conditions) == 1:
        return f"no value makes {code(conditions[0])} true"
    return f"no values make {codes(conditions)} all true"


def shadowed(target: str, before: Sequence[str]) -> str:
    earlier, fires = ("transition", "fires") if len(before) == 1 else ("transitions", "fire")
    return (
        f"The transition to {quoted(target)} can never fire: whenever it would, the earlier {earlier}"
        f" to {listed(before)} {fires} first; move it before or delete it."
    )


def fires_first(target: str) -> str:
    return f"The transition to {quoted(target)} fires first."


def order_decides(first: str, later: str, context: str) -> str:
    return (
        f"The transitions to {quoted(first)} and {quoted(later)} both pass with {context}, and the first one in the"
        f" list fires; check that their order is what you mean."
    )


def passes_too(target: str) -> str:
    return f"The transition to {quoted(target)} passes too."


def mergeable(target: str, count: int) -> str:
    which = "Two" if count == 2 else str(count)
    return (
        f"{which} transitions to {quoted(target)} have the same actions, and nothing between them depends on which of"
        f" them fires; one with all their guards, joined by '||', would do."
    )


def the_other(target: str) -> str:
    return f"Another transition to {quoted(target)}."


def merge(target: str) -> str:
    return f"Merge the transitions to {quoted(target)}"


def never_asked(state: str, fields: Sequence[str]) -> str:
    return (
        f"{quoted(state)} asks for {listed(fields)}, all optional, but some transition always passes, so a run never"
        f" rests there and nobody is asked; require one, or guard every transition."
    )


def constant_part(part: str, answer: str) -> str:
    return f"{code(part)} is {answer} here, so it decides nothing; remove it or correct it."


def outside_exact(part: str, compares_fields: bool) -> str:
    what = "compares fields with each other" if compares_fields else "asks more than constants can be compared with"
    return f"{code(part)} {what}, so the exact checks take it to be true or false at will."


def undecided(subject: str, parts: Sequence[str]) -> str:
    if not parts:
        return f"It is not decided whether {subject}: there are too many cases; split the state or its guards."
    return f"It is not decided whether {subject}: {codes(parts)} cannot be told from the values alone."


def can_fire(target: str) -> str:
    return f"the transition to {quoted(target)} can ever fire"


def can_pass_together(first: str, later: str) -> str:
    return f"the transitions to {quoted(first)} and {quoted(later)} can pass together"


def can_be_satisfied(field: str) -> str:
    return f"the requirement of {quoted(field)} can be satisfied"


def some_always_passes(state: str) -> str:
    return f"some transition of {quoted(state)} always passes"


def can_be_otherwise(part: str) -> str:
    return f"{code(part)} can be both true and false here"


# Whole-machine checks


def routing_gap(state: str, rows: Sequence[str]) -> str:
    told = " | ".join(rows[:6]) + (f" | and {len(rows) - 6} more" if len(rows) > 6 else "")
    which = f" with {told}" if rows else ""
    return (
        f"In {quoted(state)} a run can have all it waits for and no transition passes{which}: it is stuck,"
        f" and nobody is asked; add a transition for this."
    )


def unconsumed_trigger(cycle: Sequence[str], fields: Sequence[str]) -> str:
    ring = listed(cycle)
    clear = f"clear {listed(fields)} on the way" if fields else "let a guard end it"
    return f"The run goes round {ring} again at once on the same values and is halted; {clear}."


def microstep_cap(count: int, cycle: Sequence[str]) -> str:
    return (
        f"The run takes {count} transitions in a row without resting and is halted, around {listed(cycle, most=3)};"
        f" require something on the way, or let a guard end it."
    )


def semantically_unreachable(state: str) -> str:
    return (
        f"A path leads to {quoted(state)}, but no run can take it: the values that arrive never pass the guards;"
        f" correct a guard or delete the state."
    )


def never_fires(target: str) -> str:
    return (
        f"The transition to {quoted(target)} is possible in itself, but no run ever comes here with values that pass;"
        f" correct its guards or delete it."
    )


def never_entered(state: str) -> str:
    return f"no run enters '{state}'"


def never_eligible(state: str) -> str:
    return f"in '{state}' a requirement is never satisfied, or an earlier transition always passes"


def cannot_finish(state: str) -> str:
    return (
        f"A run can come to {quoted(state)} in a way that no contributions lead from there to a terminal state;"
        f" give it a way out."
    )


def not_all_explored(why: str, states: Sequence[str]) -> str:
    about = f" {listed(states)} and" if states else ""
    return f"It is not decided whether runs can reach{about} every transition: {why}."


def error_decides(expression: str, unset: Sequence[str]) -> str:
    because = f" because {listed(unset)} is unset" if len(unset) == 1 else ""
    guard = f"protect it with has(context.{unset[0]}) && …" if unset else "protect what can fail"
    return f"{code(expression)} can fail in a run{because}, and that decides where the run goes; {guard}."


def refused_in(state: str, reason: str) -> str:
    return f"A contribution in {quoted(state)} can be refused through no fault of the contributor: {reason}"


def stale_approval(decision: str, field: str) -> str:
    return (
        f"{quoted(decision)} is decided on {quoted(field)}, which can change afterwards while the decision stays and"
        f" is read; let the requirement approve it, or clear the decision when it changes."
    )


def approve(field: str) -> str:
    return f"Let the decision approve {quoted(field)}"


def stale_answer(state: str, field: str) -> str:
    return (
        f"A run can come to {quoted(state)} again with {quoted(field)} still set from before, so nobody is asked;"
        f" clear it on the way if it should be answered anew."
    )


def otherwise_to(target: str) -> str:
    return f"Add a last transition to {quoted(target)} for all of these"


def clear_on_the_way(fields: Sequence[str]) -> str:
    return f"Clear {listed(fields)} on the way"


def protect(fields: Sequence[str]) -> str:
    return f"Ask first whether {listed(fields)} {'is' if len(fields) == 1 else 'are'} set"


def not_replayed(check: str) -> str:
    return (
        f"A run that should show {check} here does not show it when it is played again: this is a mistake of this"
        f" program, not of the machine; please report it."
    )


def over_budget(check: str) -> str:
    return f"It is not decided whether {check} can be seen here: the run that shows it spends the budgets of 'policy'."


def unproducible(state: str, field: str, sources: Sequence[str]) -> str:
    return (
        f"{quoted(state)} waits for {quoted(field)} from {', '.join(sources)}, which can never come, and nothing else"
        f" writes it, so a run stalls; require it of somebody who can give it."
    )


def kept_apart(state: str, field: str, sources: Sequence[str]) -> str:
    return (
        f"{quoted(state)} waits for {quoted(field)} from {', '.join(sources)}, but whoever may decide is always an"
        f" author of what 'separateFrom' names, so a run stalls; let somebody else decide, too."
    )


def validate_fails(field: str, expression: str, unset: Sequence[str]) -> str:
    because = f" because {listed(unset)} is unset" if len(unset) == 1 else ""
    guard = f"protect it with has(context.{unset[0]}) && …" if unset else "protect what can fail"
    return f"{code(expression)} can fail in a run{because}, and then {quoted(field)} counts as not answered; {guard}."


def optional_abandoned(state: str, field: str) -> str:
    return (
        f"A run can go on from {quoted(state)} while {quoted(field)} is still being asked for, and the answer is not"
        f" waited for; require it if it matters."
    )


def endless_rework(states: Sequence[str]) -> str:
    return (
        f"A run can go round {listed(states)} any number of times, and nothing in the context bounds it;"
        f" count the rounds and route on the count if it should end."
    )


def template_unset(field: str) -> str:
    return (
        f"{quoted(field)} can be unset when this is shown or sent, and then nothing stands in its place;"
        f" require it before, or give it a default."
    )


def unreviewed(name: str, kind: str) -> str:
    does = "be sent" if kind == "send" else "be started"
    return (
        f"{quoted(name)} can {does} on a run that no person took part in; ask a person before if it cannot be undone."
    )


def outcome_unheard(name: str, kind: str, state: str) -> str:
    what = f"The outcome of {quoted(name)}" if kind == "send" else f"The end of {quoted(name)}"
    return (
        f"{what} can come while the run waits in {quoted(state)}, which does not ask for it, and then it is lost;"
        f" ask for it there, or begin it in the state that does."
    )


def idle_timer(name: str, fields: Sequence[str], waiting: Sequence[str]) -> str:
    still = f"the run still waits for {listed(waiting)}" if waiting else "no transition passes"
    return (
        f"When the timer {quoted(name)} is due it writes {listed(fields)}, but {still}, so it moves nothing;"
        f" give it a 'toState'."
    )


def let_the_timer_move(target: str) -> str:
    return f"Let the timer lead to {quoted(target)}"


def policy_too_small(state: str, needed: int, allowed: int) -> str:
    return (
        f"{quoted(state)} needs an answer each of {needed} agents, but 'maxExchangesPerStage' is {allowed}, so a run"
        f" cannot get all of them in one visit; allow at least {needed}."
    )


def asks_so_many(state: str) -> str:
    return f"{quoted(state)} asks these agents."


def not_run() -> str:
    return "the machine cannot run as it is"
