"""What the scripted model says: each reply is made of what the tools really gave before it."""

from collections.abc import Sequence

from zaptui.core.json import Json, JsonObject, as_object
from zaptui.core.parts import ToolPart
from zaptui.core.ports import Request
from zaptui.demo.program import BROKEN_LINE, FIXED_LINE, test_command
from zaptui.planning.planner import Mode
from zaptui.providers.scripted import ScriptedReply

STAGES = (
    ("look", "Find the fault", "the failing test and the line that causes it"),
    ("fix", "Fix leap.py", "the corrected line"),
    ("prove", "Run the tests again", "a test run without a failure"),
)

Call = tuple[str, JsonObject]


class DemoScript:
    """A Script for a planner of any mode."""

    def __init__(self, mode: Mode) -> None:
        self._mode = mode
        self._evidence: list[str] = []

    def __call__(self, request: Request) -> ScriptedReply:
        turn = request.turns[-1]
        calls = [p for step in turn.steps for p in step.parts if isinstance(p, ToolPart)]
        runs = [call for call in calls if call.tool == "shell"]
        edits = [call for call in calls if call.tool == "edit"]
        if not calls:
            return ScriptedReply(text="Three stages will do.", calls=[self._open()])
        if not runs:
            return _look()
        if not edits:
            return self._after_look(runs[-1], calls)
        return self._after_fix(edits[-1], runs, calls)

    def _after_look(self, run: ToolPart, calls: Sequence[ToolPart]) -> ScriptedReply:
        if run.error is not None or _code(run) == 0:
            return ScriptedReply(text=f"There is no failing test to repair. {_summary(run)}")
        if not self._evidence:
            return self._close(f"{_summary(run)}; the century rule is missing in is_leap")
        edit: JsonObject = {"path": "leap.py", "old_text": BROKEN_LINE, "new_text": FIXED_LINE}
        return ScriptedReply(
            text="A century is a leap year only every fourth time.", calls=[("edit", edit)]
        )

    def _after_fix(
        self, edit: ToolPart, runs: Sequence[ToolPart], calls: Sequence[ToolPart]
    ) -> ScriptedReply:
        if edit.error is not None:
            return ScriptedReply(text=f"The edit failed: {edit.error}")
        if len(self._evidence) == 1:
            change = as_object(edit.output)
            return self._close(f"leap.py +{change.get('added')} −{change.get('removed')}")
        if len(runs) == 1:
            return ScriptedReply(calls=[("shell", {"command": test_command()})])
        if runs[-1].error is not None or _code(runs[-1]) != 0:
            return ScriptedReply(text=f"The tests still fail. {_summary(runs[-1])}")
        if len(self._evidence) == 2:
            return self._close(_summary(runs[-1]))
        summary = f"leap.py knows the century rule now. {self._evidence[-1]}"
        return ScriptedReply(calls=[("complete", {"summary": summary})])

    def _open(self) -> Call:
        if self._mode != "metronome":
            return self._todos(-1)
        stages: list[Json] = [
            {"id": stage_id, "content": content, "deliverable": deliverable}
            for stage_id, content, deliverable in STAGES
        ]
        return "plan", {"stages": stages}

    def _close(self, evidence: str) -> ScriptedReply:
        self._evidence.append(evidence)
        if self._mode != "metronome":
            text = f"{evidence}."
            return ScriptedReply(text=text, calls=[self._todos(len(self._evidence) - 1)])
        return ScriptedReply(calls=[("advance", {"evidence": evidence})])

    def _todos(self, closed: int) -> Call:
        """The whole list, the stages up to this place closed and the next one begun."""
        ledger = self._mode == "ledger"
        todos: list[Json] = []
        for place, (stage_id, content, _) in enumerate(STAGES):
            status = "in_progress" if place == closed + 1 else "pending"
            if place <= closed:
                status = "completed" if ledger else "done"
            todos.append({"id": stage_id, "content": content, "status": status})
        return ("todo_write", {"items": todos}) if ledger else ("write_todos", {"todos": todos})


def _look() -> ScriptedReply:
    calls: list[Call] = [
        ("list", {}),
        ("read", {"path": "leap.py"}),
        ("shell", {"command": test_command()}),
    ]
    return ScriptedReply(text="First the program and its tests.", calls=calls)


def _code(run: ToolPart) -> Json:
    return as_object(run.output).get("exit_code")


def _summary(run: ToolPart) -> str:
    """What a test run said: the failing tests by name, or how many ran without a failure."""
    if run.error is not None:
        return run.error
    text = str(as_object(run.output).get("output"))
    lines = [line.strip() for line in text.split("\n")]
    failing = [line.split()[1] for line in lines if line.startswith(("FAIL:", "ERROR:"))]
    ran = next((line.split(" in ")[0] for line in lines if line.startswith("Ran ")), "no test ran")
    if failing:
        return f"{ran}, failing: {', '.join(failing)}"
    return f"{ran}, exit code {_code(run)}"
