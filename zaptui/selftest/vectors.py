"""Runs the cases of the planning vectors, by the program's own parts: Calls, the planners,
prepare_step, the gate. The camelCase of the vectors is mapped here, nowhere else."""

import asyncio
import json
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from zaptui.agent.background import Background
from zaptui.agent.calls import Calls, CallsDone
from zaptui.agent.leave import Leave
from zaptui.agent.plan_keeper import PlanKeeper
from zaptui.agent.planner_calls import PlannerCalls
from zaptui.agent.prepare_step import prepare_step, refresh_reminders
from zaptui.agent.reminders import ONCE, Reminders
from zaptui.agent.stage_checks import StageChecks
from zaptui.agent.stop import Limits, StepFacts, gate
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.json import Json, JsonObject, as_list, as_object
from zaptui.core.ports import ToolSpec
from zaptui.errors import ConfigError
from zaptui.planning.plan import restore_plan
from zaptui.planning.planner import ClassicPlanner, MetronomePlanner, Planner, PlannerResult
from zaptui.planning.todos import NewIds, snapshot_todos
from zaptui.providers import chat_wire, messages_wire
from zaptui.selftest.surroundings import WORK, NoCommands, allow, context_of
from zaptui.tools.complete import COMPLETE

Case = Mapping[str, Any]

_HERE = Path(__file__).resolve().parent
PLACES = (_HERE / "vectors.json", _HERE.parents[1] / "tests" / "data" / "planner.json")
"""The wheel's copy, or the repository's if it is editable."""


class Unmet(AssertionError):
    """A case that is not met; raised in so many words, as an assert may be switched off."""


_BEFORE = {"todos", "plan", "planWorkTick", "reminders"}
_PLAN_KEYS = {
    "stages": "stages",
    "pointer": "pointer",
    "workAtLastAdvance": "work_at_last_advance",
    "lastRefusedPointer": "last_refused_pointer",
}


@cache
def cases() -> list[Case]:
    """The cases of the file. ConfigError where it is missing."""
    for path in PLACES:
        if path.is_file():
            return json.loads(path.read_text(encoding="utf-8"))
    raise ConfigError("the planning vectors are missing", hint="install zaptui again")


class Both:
    """Both planners behind one gate: no run has them, the vectors ask for it."""

    mode, key, once, has_plan, work_tick = "metronome", "both", None, True, 0
    version = 0
    pinned: frozenset[str] = frozenset()

    def __init__(self, *planners: Planner) -> None:
        self._planners = planners

    @property
    def tools(self) -> list[ToolSpec]:
        return [spec for planner in self._planners for spec in planner.tools]

    def snapshot(self) -> JsonObject:
        return {}

    def open_stages(self) -> list[str]:
        return [stage for planner in self._planners for stage in planner.open_stages()]

    def note_work(self) -> str | None:
        return [planner.note_work() for planner in self._planners][-1]

    def due_check(self, tool: str, arguments: JsonObject) -> None:
        return None

    def call(self, tool: str, arguments: JsonObject, *, checked: None = None) -> PlannerResult:
        names = [{spec.name for spec in planner.tools} for planner in self._planners]
        owner = next(p for p, known in zip(self._planners, names, strict=True) if tool in known)
        return owner.call(tool, arguments)


class World:
    """The planners and the reminders of a case; `actual` is what `expect` is compared with."""

    def __init__(self, case: Case, new_ids: NewIds) -> None:
        before = case["before"]
        if not set(before) <= _BEFORE:
            raise Unmet(f"unknown state: {set(before) - _BEFORE}")
        self.classic, self.metronome = ClassicPlanner(new_ids=new_ids), MetronomePlanner()
        self.classic.restore({"todos": before.get("todos") or []})
        self.metronome.plan = restore_plan(_snake(before.get("plan")))
        self.metronome.work_tick = before.get("planWorkTick", 0)
        self.reminders = Reminders()
        for key, text in before.get("reminders", {}).items():
            self.reminders.set(key, text)
        both: list[Planner] = [self.classic, self.metronome]
        self.planners = {"classic": both[:1], "metronome": both[1:], "gate": both}[case["mode"]]
        planner: Any = self.planners[0] if len(self.planners) == 1 else Both(*self.planners)
        self.told: list[e.Event] = []
        self.called: list[e.ToolCalled] = []
        tell = self.told.append
        leave = Leave(decide=allow, ask=None, tell=tell)
        self.calls = Calls(
            tools={"work": WORK, "complete": COMPLETE},
            planner=planner,
            planner_calls=PlannerCalls(
                PlanKeeper(planner, store=None, session="s", now=str, tell=tell, remind=_nothing),
                leave=leave,
                checks=StageChecks(leave=leave, context=context_of, ripgrep=str, tell=tell),
                enforce=False,
                tell=tell,
            ),
            leave=leave,
            context=context_of,
            background=Background(NoCommands(), tell=self.told.append),
            tell=self.told.append,
        )
        self.done = CallsDone()
        self.block: str | None = None
        self.before_last: Json = None

    def act(self, action: Case) -> None:
        """One step of calls, or the making of a request's block."""
        if action == {"prepareStep": True}:
            for planner in self.planners:
                refresh_reminders(self.reminders, planner)
            self.block = self.reminders.take()
            return
        self.called = [
            call for item in action.get("step", [action]) for call in self._calls_of(item)
        ]
        for planner in self.planners:
            planner.begin_step()
        self.before_last = self._state()
        self.done = asyncio.run(self.calls.run(self.called))

    def actual(self) -> dict[str, Any]:
        """What can be expected after the actions, by its name in the vectors."""
        plan, outputs = self.metronome.plan, self._planner_outputs()
        stages = plan.stages if plan else ()
        return {
            "output": outputs[-1] if outputs else None,
            "outputs": outputs,
            "output_keys": list(outputs[-1]) if outputs else [],
            "output_stages": _stages(outputs[-1]) if outputs else None,
            "outputs_stages": [_stages(output) for output in outputs],
            "input_after": self.called[-1].input if self.called else None,
            "todos": snapshot_todos(self.classic.todos),
            "todosIncomplete": not self.classic.complete,
            "error": self._failed(),
            "unchanged": self._state() == self.before_last,
            "reminders": self._reminders(),
            "block": self.block,
            "pointer": plan.pointer if plan else None,
            "workAtLastAdvance": plan.work_at_last_advance if plan else None,
            "lastRefusedPointer": plan.last_refused_pointer if plan else None,
            "stages": _stages(self.metronome.snapshot()),
            "evidence": {s.id: s.evidence for s in stages if s.evidence is not None},
            "contents": {stage.id: stage.content for stage in stages},
            "plan": plan,
            "isPlanComplete": self.metronome.complete,
            "stop": self._stops(),
            "toolChoice": _tool_choice(self.planners[0]),
        }

    def _calls_of(self, item: Case) -> list[e.ToolCalled]:
        start = len(self.told)
        if "work" in item:
            names: list[tuple[str, JsonObject]] = [("work", {})] * item["work"]
        else:
            names = [(item["tool"], deepcopy(item["input"]))]
        return [
            e.ToolCalled(call_id=f"{start}.{id(item)}.{place}", tool=tool, input=given)
            for place, (tool, given) in enumerate(names)
        ]

    def _results(self) -> dict[str, e.ToolReturned]:
        return {event.call_id: event for event in self.told if isinstance(event, e.ToolReturned)}

    def _planner_outputs(self) -> list[Any]:
        """The outputs of planner calls, as they are now: an output never changes (R3, R37)."""
        return [
            result.output
            for result in self._results().values()
            if isinstance(result.output, dict) and result.output.keys() <= {"plan", "todos"}
        ]

    def _failed(self) -> bool:
        """Whether the last call was a tool error."""
        return bool(self.called) and self._results()[self.called[-1].call_id].error is not None

    def _state(self) -> Json:
        return [planner.snapshot() for planner in self.planners]

    def _reminders(self) -> dict[str, str]:
        """With what a planner asks the next step to show once."""
        once = {f"{ONCE}{p.key}": p.once for p in self.planners if p.once is not None}
        return {**self.reminders.as_dict(), **once}

    def _stops(self) -> bool:
        facts = StepFacts(
            step=1,
            calls=len(self.called),
            completed=self.done.completed,
            plan_open=False,
            has_plan=True,
            idle_turns=0,
            refusals=0,
        )
        return gate(facts, Limits()) is not None


def _snake(plan: Case | None) -> JsonObject | None:
    return None if plan is None else {_PLAN_KEYS[key]: value for key, value in plan.items()}


def _nothing(text: str) -> None:
    """Nobody edits the plan of a case from outside."""


def _stages(output: JsonObject) -> Json:
    stages = map(as_object, as_list(as_object(output.get("plan")).get("stages")))
    return [{"id": stage["id"], "status": stage["status"]} for stage in stages]


def _tool_choice(planner: Planner) -> Json:
    """What the bodies of the next request say of the choice of tools, on either wire."""
    request = prepare_step(
        _conversation(), reminders=Reminders(), planner=planner, system="", tools=[], model="m"
    )
    bodies = [chat_wire.to_wire(request), messages_wire.to_wire(request)]
    return next((body["tool_choice"] for body in bodies if "tool_choice" in body), None)


def _conversation() -> Conversation:
    conversation = Conversation()
    conversation.apply(e.RunStarted(session="s", prompt="task"))
    return conversation
