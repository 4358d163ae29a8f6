"""The form of a state: name, objective, what it requires, where it leads, and what happens here."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton

from designer.document.intents import AddRequirement, Connect, MoveItem, MoveRequirement, MoveTransition, RenameState
from designer.document.intents import SetValue as Set
from designer.panels.cel_suggest import described
from designer.panels.durations import words
from designer.panels.inspector import messages
from designer.panels.inspector.actions import ActionList
from designer.panels.inspector.adder import Adder
from designer.panels.inspector.fields import NameEntry, SwitchEntry, TextEntry
from designer.panels.inspector.form import Form, Section
from designer.panels.inspector.guards import GuardRows
from designer.panels.inspector.summary import Summary, SummaryCard
from designer.panels.look import look_of_source
from designer.panels.widgets import button
from engine.dsl import Source


class StateForm(Form):
    """``path`` is ``("states", name)``."""

    def build(self) -> None:
        name = self.name
        self.add(NameEntry(self.room, self.path, messages.NAME, self._rename))
        self.add(TextEntry(self.room, self.at("description"), messages.DESCRIPTION, messages.OBJECTIVE_HINT))
        line = QHBoxLayout()
        self.column.addLayout(line)
        self.add(SwitchEntry(self.room, self.at("terminal"), messages.TERMINAL_STATE), line)
        self._start = button(messages.START_HERE, self._make_initial, role="flat")
        line.addWidget(self._start, 0, Qt.AlignmentFlag.AlignRight)
        self._build_requires(name)
        self._build_transitions(name)
        self._blocks: list[tuple[str, Section, ActionList | GuardRows]] = []
        self._build_block("entry", messages.ENTRY)
        self._build_block("exit", messages.EXIT)
        self._build_invariants()
        self._build_timers()
        self._build_more()

    @property
    def name(self) -> str:
        return str(self.path[1])

    def refresh(self) -> None:
        super().refresh()
        for key, section, block in self._blocks:
            filled = bool(self.room.items(self.at(key)))
            block.refresh()
            section.show_filled(filled)
            self._more[key].setVisible(not filled)
        self._more["timers"].setVisible(not self.room.items(self.at("timers")))
        workflow = self.room.workflow
        initial = workflow is not None and workflow.initial_state == self.name
        self._start.setText(messages.INITIAL if initial else messages.START_HERE)
        self._start.setEnabled(not initial)
        self._target.fill(list(workflow.states) if workflow else [])
        self._field.fill(list(workflow.context) if workflow else [])

    def _build_requires(self, name: str) -> None:
        section = self.add_section(messages.REQUIRES)
        path = self.at("requires")
        cards = self.add_cards(section, lambda: len(self.room.items(path)), self._requirement_card)
        cards.moved.connect(lambda a, b: self.room.apply(MoveRequirement(name, a, b)))
        cards.removed.connect(lambda at: self.room.take_out((*path, at), messages.REQUIREMENT))
        cards.opened.connect(lambda at: self.room.open((*path, at)))
        self._field = Adder(messages.ADD_REQUIREMENT, messages.REQUIREMENT_HINT, self._add_requirement)
        section.add(self._field)

    def _build_transitions(self, name: str) -> None:
        section = self.add_section(messages.TRANSITIONS_IN_ORDER)
        path = self.at("transitions")
        cards = self.add_cards(section, lambda: len(self.room.items(path)), self._transition_card)
        cards.moved.connect(lambda a, b: self.room.apply(MoveTransition(name, a, b)))
        cards.removed.connect(lambda at: self.room.take_out((*path, at), messages.TRANSITION))
        cards.opened.connect(lambda at: self.room.open((*path, at)))
        self._target = Adder(messages.ADD_TRANSITION, messages.TARGET_HINT, self._connect)
        section.add(self._target)

    def _build_block(self, key: str, title: str) -> None:
        section = self.add_section(title, quiet=True)
        actions = ActionList(self.room, self.at(key))
        section.add(actions)
        adding: QPushButton = section.add_button(messages.ADD_ACTION, lambda: actions.offer(adding))
        self._blocks.append((key, section, actions))

    def _build_invariants(self) -> None:
        section = self.add_section(messages.INVARIANTS, quiet=True)
        rows = GuardRows(self.room, self.at("invariants"), messages.INVARIANT, messages.ADD_INVARIANT)
        section.add(rows)
        self._blocks.append(("invariants", section, rows))

    def _build_timers(self) -> None:
        section = self.add_section(messages.TIMERS, quiet=True)
        path = self.at("timers")
        cards = self.add_cards(section, lambda: len(self.room.items(path)), self._timer_card, hide_empty=True)
        cards.moved.connect(lambda a, b: self.room.apply(MoveItem(path, a, b, messages.TIMER)))
        cards.removed.connect(lambda at: self.room.take_out((*path, at), messages.TIMER))
        cards.opened.connect(lambda at: self.room.open((*path, at)))
        section.add_button(messages.ADD_TIMER, self._add_timer)

    def _build_more(self) -> None:
        """What the state does not have yet, at the end in one line."""
        grid = QGridLayout()
        grid.setSpacing(0)
        self._more: dict[str, QPushButton] = {}
        for key, _section, block in self._blocks:
            if isinstance(block, GuardRows):
                self._more[key] = button(messages.ADD_INVARIANT, block.add, role="flat")
            else:
                made = button(messages.ADD_TO[key], lambda: None, role="flat")
                made.clicked.connect(lambda _=False, block=block, made=made: block.offer(made))
                self._more[key] = made
        self._more["timers"] = button(messages.ADD_TIMER, self._add_timer, role="flat")
        for place, made in enumerate(self._more.values()):
            grid.addWidget(made, place // 2, place % 2, Qt.AlignmentFlag.AlignLeft)
        grid.setColumnStretch(1, 1)
        self.column.addLayout(grid)

    def _requirement_card(self, at: int) -> SummaryCard:
        path = self.at("requires", at)
        return SummaryCard(self.room, path, lambda: self._sum_up_requirement(at))

    def _sum_up_requirement(self, at: int) -> Summary:
        raw = self.room.entries(self.at("requires", at))
        name = str(raw.get("name", ""))
        workflow = self.room.workflow
        look = look_of_source(_source(raw.get("from")))
        field = workflow.context.get(name) if workflow else None
        required = raw.get("required", True) is not False
        return Summary(
            title=name,
            look=look,
            who=look.words,
            end="" if required else messages.OPTIONAL,
            detail=described(field).replace(": ", " · ", 1) if field else messages.UNDECLARED,
        )

    def _transition_card(self, at: int) -> SummaryCard:
        path = self.at("transitions", at)
        return SummaryCard(self.room, path, lambda: self._sum_up_transition(at))

    def _sum_up_transition(self, at: int) -> Summary:
        raw = self.room.entries(self.at("transitions", at))
        guards = raw.get("guards")
        sources = [
            guard if isinstance(guard, str) else str(guard.get("expression", "")) if isinstance(guard, dict) else ""
            for guard in (guards if isinstance(guards, list) else [])
        ]
        return Summary(
            lead=str(at + 1),
            title=f"→ {messages.shown_name(str(raw.get('toState', '')))}",
            end=messages.WITH_ACTIONS if raw.get("onTransition") else "",
            detail="\n&& ".join(sources) if sources else messages.UNCONDITIONAL,
            code=bool(sources),
        )

    def _timer_card(self, at: int) -> SummaryCard:
        path = self.at("timers", at)
        return SummaryCard(self.room, path, lambda: self._sum_up_timer(at))

    def _sum_up_timer(self, at: int) -> Summary:
        raw = self.room.entries(self.at("timers", at))
        after = str(raw.get("after", ""))
        target = raw.get("toState")
        detail = f"→ {target}" if target else messages.writes(list(raw.get("assign") or {}))
        return Summary(title=str(raw.get("name", "")), end=words(after) or after, detail=detail)

    def _rename(self, old: str, new: str):  # type: ignore[no-untyped-def]
        return self.room.attempt(RenameState(old, new))

    def _make_initial(self) -> None:
        self.room.apply(Set(("initialState",), self.name, messages.INITIAL_STATE))

    def _add_requirement(self, text: str) -> bool:
        name, _, values = text.partition(":")
        members = tuple(word.strip() for word in values.split(",") if word.strip())
        outcome = self.room.apply(AddRequirement(self.name, name.strip(), enum_values=members))
        if outcome:
            self.room.open(self.path)
        return bool(outcome)

    def _connect(self, text: str) -> bool:
        outcome = self.room.apply(Connect(self.name, text.strip()))
        if outcome:
            self.room.open(self.path)
        return bool(outcome)

    def _add_timer(self) -> None:
        names = [str(raw.get("name")) for raw in self.room.items(self.at("timers")) if isinstance(raw, dict)]
        timer = {"name": messages.fresh_name("timer", names), "after": "PT1H"}
        if self.room.append(self.at("timers"), timer, messages.TIMER):
            self.room.open(self.at("timers", len(names)))


def _source(raw: object) -> Source:
    try:
        return Source.model_validate(raw if raw is not None else "agent")
    except ValueError:
        return Source()
