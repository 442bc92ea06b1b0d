"""The text log of a run: stages, the work under each, the answer last."""

from collections.abc import Callable
from typing import Literal

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import ToolPart
from zaptui.planning.checklist import PLANNER_TOOLS, Checklist, checklist_of_snapshot
from zaptui.view.answer import answer_of
from zaptui.view.call_line import call_line, result_line
from zaptui.view.stages import stage_render_status
from zaptui.view.text import duration, one_line, sanitize

Style = Literal["stage", "done", "error", "dim", "plain"]
Write = Callable[[str, Style], None]
"""Takes one clean line and how it is meant."""

_INDENT = "      "


class TextLog:
    """A sink: writes lines as the run goes on. Knows the plan from its snapshots only (R75).

    `tells_failure`: nobody else tells why a run failed, as stderr does while it is live.
    """

    def __init__(self, write: Write, *, tells_failure: bool = False) -> None:
        self._write = write
        self._tells_failure = tells_failure
        self._conversation = Conversation()
        self._items: Checklist = ()
        self._began: dict[str, float] = {}
        self._text: list[str] = []
        """Words of the model that may turn out to be the answer."""
        self._held: tuple[str, str, Style] | None = None
        """The line of a call, with its id, until it is known whether the call changed the plan."""

    def __call__(self, entry: e.Entry) -> None:
        """Take an entry."""
        event = entry.event
        self._let_go(event)
        self._conversation.apply(event, at=entry.at)
        match event:
            case e.RunStarted():
                self._items, self._began, self._text = (), {}, []
            case e.StepStarted() | e.ToolCalled():
                self._say()
            case e.TextDelta():
                self._text.append(event.text)
            case e.ToolReturned():
                self._returned(event.call_id)
            case e.PlanUpdate():
                self._plan(event, entry.at)
            case e.StageChecked():
                self._checked(event)
            case e.Notice():
                self._write(f"{_INDENT}{one_line(event.text, 200)}", "dim")
            case e.Retrying():
                self._text = []
                self._write(
                    f"{_INDENT}{one_line(event.error, 160)}; trying again in {event.wait_s:g} s",
                    "dim",
                )
            case e.UserMessage():
                self._write(f"{_INDENT}> {one_line(event.text, 200)}", "plain")
            case e.RunFinished():
                self._finished(event, entry.at)
            case _:
                pass

    def _let_go(self, event: e.Event) -> None:
        """Tell of the last call, unless this event shows that it was a planner's."""
        held, self._held = self._held, None
        if held is not None and not _is_by(event, held[0]):
            self._write(held[1], held[2])

    def _say(self) -> None:
        """The model's words between calls, under the running stage."""
        text, self._text = "".join(self._text).strip(), []
        for line in sanitize(text).split("\n") if text else []:
            self._write(f"{_INDENT}{line}".rstrip(), "dim")

    def _returned(self, call_id: str) -> None:
        part = self._conversation.turn.current.get(call_id)
        if not isinstance(part, ToolPart) or part.tool == "complete":
            return
        if part.tool in PLANNER_TOOLS and part.error is None:
            return
        took = (part.ended_at or 0.0) - part.began_at
        ending = [result_line(part, width=160), duration(took) if took >= 1 else ""]
        tail = "  ".join(filter(None, ending))
        style: Style = "error" if part.error is not None else "plain"
        self._held = (call_id, f"{_INDENT}{call_line(part)}{'  · ' if tail else ''}{tail}", style)

    def _checked(self, event: e.StageChecked) -> None:
        style: Style = "plain" if event.verdict == "green" else "error"
        said = "" if event.verdict == "green" else f" — {one_line(event.text, 160)}"
        line = f"check {event.verdict}: {one_line(event.check, 100)} (by {event.by}){said}"
        self._write(f"{_INDENT}{line}", style)

    def _plan(self, event: e.PlanUpdate, at: float) -> None:
        """Tell which stages have closed and which one has opened since the last snapshot; of a list
        on which nothing is begun, what is new."""
        before = {item.id: item for item in self._items}
        self._items = checklist_of_snapshot(event.snapshot) or ()
        self._say()
        for record in event.dropped:
            if isinstance(record, dict):
                self._write(f"dropped: {one_line(str(record.get('content')), 120)}", "dim")
        begun = any(item.status == "in_progress" for item in self._items)
        for place, item in enumerate(self._items):
            old = before.get(item.id)
            was = old.status if old else None
            if item.status == "done" and was != "done":
                self._closed(place, at)
            elif item.status == "in_progress" and was != "in_progress":
                self._began[item.id] = at
                self._write(f"{self._label(place)} …", "stage")
            elif item.status == "pending" and old is None and not begun:
                self._write(self._label(place), "dim")

    def _closed(self, place: int, at: float, *, how: str = "done", style: Style = "done") -> None:
        item = self._items[place]
        words = [f"{self._label(place)} … {how}"]
        if item.id in self._began:
            words.append(duration(at - self._began[item.id]))
        line = " ".join(words)
        if item.evidence:
            line += f" — {one_line(item.evidence, 300)}"
        self._write(line, style)

    def _label(self, place: int) -> str:
        return f"[{place + 1}/{len(self._items)}] {one_line(self._items[place].content, 120)}"

    def _finished(self, event: e.RunFinished, at: float) -> None:
        answer = answer_of(self._conversation.turn)
        if "".join(self._text).strip() != answer:
            self._say()
        for place, item in enumerate(self._items):
            if item.status == "in_progress":
                shown = stage_render_status(
                    item.status, is_streaming=False, finish_reason=event.finish_reason
                )
                how = "left open" if shown == "done" else shown
                self._closed(place, at, how=how, style="error")
        if answer:
            self._write("", "plain")
            for line in sanitize(answer).split("\n"):
                self._write(line, "plain")
        elif event.outcome in ("complete", "answered"):
            self._write("", "plain")
            self._write(f"{event.outcome}, without a word", "dim")
        self._ending(event)

    def _ending(self, event: e.RunFinished) -> None:
        """What a reader must know beyond the answer: denials, and why it is not complete."""
        lines = [
            f"denied: {one_line(denial.tool, 24)} {one_line(denial.subject, 160)} "
            f"({one_line(denial.reason, 160)})"
            for denial in event.denials
        ]
        if event.outcome not in ("complete", "answered", "error"):
            open_stages = "; ".join(one_line(stage, 80) for stage in event.open_stages)
            still = f" — still open: {open_stages}" if open_stages else ""
            lines.append(f"{event.outcome} ({one_line(event.stopped_by, 160)}){still}")
        if event.outcome == "error" and self._tells_failure:
            lines.append(f"failed: {one_line(event.error or event.stopped_by, 300)}")
        if lines:
            self._write("", "plain")
        for line in lines:
            self._write(line, "error")


def _is_by(event: e.Event, call_id: str) -> bool:
    return isinstance(event, e.PlanUpdate) and event.tool_call_id == call_id
