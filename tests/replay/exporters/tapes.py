"""Small invented tapes, and what the exporters make of them."""

from collections.abc import Iterable, Iterator
from typing import Any

from zaptui.core import events as e
from zaptui.core.parts import Usage
from zaptui.planning.checklist import b4run_todos, checklist_of_snapshot
from zaptui.replay.exporters import export

ALL = ("md", "html", "json", "atif", "codex", "b4run", "cast", "svg")


def told(entries: Iterable[e.Entry], format: Any, *, redact: bool = True) -> str:
    """The whole export."""
    return "".join(chunks(entries, format, redact=redact))


def chunks(entries: Iterable[e.Entry], format: Any, *, redact: bool = True) -> Iterator[str]:
    """The export, piece by piece."""
    return export(entries, format, redact=redact)


def tape(*events: e.Event) -> list[e.Entry]:
    """The events, a second apart."""
    return [e.Entry(seq=n, at=float(n), event=event) for n, event in enumerate(events)]


def run(*events: e.Event, prompt: str = "mend it", **started: Any) -> list[e.Entry]:
    """A run of these events that is answered in the end."""
    return tape(e.RunStarted(session="s1", prompt=prompt, **started), *events, finished())


def finished(**changes: Any) -> e.RunFinished:
    """The end of an answered run, or of another one."""
    end: dict[str, Any] = {"outcome": "answered", "finish_reason": "stop", "stopped_by": "answer"}
    return e.RunFinished(**{"exit_code": 0, **end, **changes})


def step(*events: e.Event, number: int = 1) -> tuple[e.Event, ...]:
    return e.StepStarted(step=number), *events


def said(text: str, part: str = "t") -> e.TextDelta:
    return e.TextDelta(part=part, text=text)


def called(call_id: str, tool: str, **arguments: Any) -> e.ToolCalled:
    return e.ToolCalled(call_id=call_id, tool=tool, input=arguments)


def returned(call_id: str, output: Any = None, error: str | None = None) -> e.ToolReturned:
    return e.ToolReturned(call_id=call_id, output=output, error=error)


def plan(*contents: str, done: int = 0, call_id: str | None = None) -> e.PlanUpdate:
    """A classic list with so many items done and the next one in progress."""
    words = ["done"] * done + ["in_progress"] + ["pending"] * len(contents)
    todos: list[Any] = [
        {"id": f"t{n}", "content": content, "status": word}
        for n, (content, word) in enumerate(zip(contents, words, strict=False), start=1)
    ]
    return e.PlanUpdate(
        mode="classic",
        snapshot={"todos": todos},
        todos=b4run_todos(checklist_of_snapshot({"todos": todos}) or ()),
        change="replaced",
        version=done + 1,
        tool_call_id=call_id,
    )


DIFF = "@@ -1 +1 @@\n-a = 1\n+a = 2"
SMALL = tape(
    e.RunStarted(
        session="s1",
        prompt="Mend a.py\nIt is broken.",
        model="acme/m1",
        mode="classic",
        version="0.1.0",
        time="2030-01-01T10:00:00Z",
    ),
    *step(
        e.ReasoningDelta(part="r", text="hm"),
        said("Two "),
        said("stages."),
        called("c1", "write_todos", todos=[]),
    ),
    e.ModelFinished(
        reason="tool-calls", usage=Usage(input_tokens=1200, output_tokens=30, cached_tokens=5)
    ),
    returned("c1", {"todos": []}),
    plan("Find it", "Mend it", call_id="c1"),
    *step(called("c2", "shell", command="pytest -q", timeout_s=5), number=2),
    e.ToolDecided(call_id="c2", decision="allow", by="rule"),
    e.ToolStarted(call_id="c2"),
    e.ToolProgress(call_id="c2", text="F"),
    returned("c2", {"exit_code": 1, "output": "F\n1 failed\n"}),
    *step(called("c3", "write_todos", todos=[]), number=3),
    returned("c3", {"todos": []}),
    plan("Find it", "Mend it", done=1, call_id="c3"),
    e.UserMessage(text="be quick"),
    *step(
        called("c4", "edit", path="a.py", old_text="a = 1", new_text="a = 2"),
        called("c5", "shell", command="git push"),
        number=4,
    ),
    e.ToolDecided(call_id="c5", decision="deny", by="rule"),
    returned("c4", {"path": "a.py", "added": 1, "removed": 1, "diff": DIFF}),
    returned("c5", error="denied by a rule"),
    *step(said("Mended `a.py`."), number=5),
    e.ModelFinished(reason="stop", usage=Usage(input_tokens=1500, output_tokens=20)),
    finished(
        outcome="incomplete",
        stopped_by="idle",
        exit_code=5,
        usage=Usage(input_tokens=2700, output_tokens=50, cached_tokens=5),
        cost=0.05,
        denials=[e.Denial(call_id="c5", tool="shell", subject="git push", reason="a rule")],
        open_stages=["Mend it"],
    ),
)
"""Two stages, one of them left open; a failing command, a change, a denied call, a steer."""
