"""Small worlds for hypothesis: few ids, so that events of any order meet on the same parts."""

from hypothesis import strategies as st

from zaptui.core import events as e
from zaptui.core.json import JsonObject, dump_json

_words = st.sampled_from(["", "a", "bc ", "def", "\n"])
_calls = st.sampled_from(["c1", "c2", "c3", "text"])
_parts = st.sampled_from(["text", "r", "c1", "notice:1", "plan:1"])
_tools = st.sampled_from(["read", "shell", "write_todos", "plan", "advance", "complete"])
_ids = st.sampled_from(["a", "b", "c"])
_statuses = st.sampled_from(["pending", "in_progress", "done"])

todo_lists = st.lists(
    st.fixed_dictionaries({"id": _ids, "content": _ids, "status": _statuses}), max_size=4
)
stage_lists = st.lists(
    st.fixed_dictionaries({"id": _ids, "content": _ids, "status": _statuses, "evidence": _words}),
    max_size=4,
)
snapshots = st.one_of(
    st.builds(lambda todos: {"todos": todos}, todo_lists),
    st.builds(lambda stages: {"plan": {"stages": stages}}, stage_lists),
    st.just({"plan": None}),
    st.just({}),
)
inputs = st.one_of(
    st.none(),
    snapshots,
    st.builds(lambda stages: {"stages": stages}, stage_lists),
    st.builds(lambda todos: {"todos": dump_json(todos)}, todo_lists),
)


def _delta(call_id: str, tool: str, value: JsonObject | None, cut: int) -> e.Event:
    return e.ToolInputDelta(call_id=call_id, tool=tool, delta=dump_json(value)[:cut])


@st.composite
def _updates(draw: st.DrawFn) -> e.Event:
    return e.PlanUpdate(
        mode="classic",
        snapshot=draw(snapshots),
        todos=[],
        change="edited",
        version=1,
        tool_call_id=draw(st.none() | _calls),
    )


@st.composite
def _returns(draw: st.DrawFn) -> e.Event:
    error = draw(st.sampled_from([None, None, "no"]))
    return e.ToolReturned(call_id=draw(_calls), output=draw(snapshots), error=error)


_events = st.one_of(
    st.just(e.StepStarted(step=1)),
    st.just(e.StepStarted(step=2)),
    st.builds(e.TextDelta, part=_parts, text=_words),
    st.builds(e.ReasoningDelta, part=_parts, text=_words),
    st.builds(_delta, _calls, _tools, inputs, st.integers(0, 99)),
    st.builds(e.ToolCalled, call_id=_calls, tool=_tools, input=inputs),
    st.builds(e.ToolDecided, call_id=_calls, decision=st.just("deny"), by=_words),
    st.builds(e.ToolStarted, call_id=_calls),
    st.builds(e.ToolProgress, call_id=_calls, text=_words),
    _returns(),
    _updates(),
    st.builds(e.PartMeta, part=_parts, provider=_words, data=st.just({"x": 1})),
    st.builds(e.ModelFinished, reason=st.just("stop")),
    st.builds(e.UserMessage, text=_words),
    st.builds(e.Retrying, attempt=st.just(1), wait_s=st.just(1.0), error=_words),
    st.builds(e.Notice, level=st.sampled_from(["info", "loud"]), text=_words),
    st.just(e.RunStarted(session="s", prompt="p")),
    st.builds(
        e.RunFinished,
        outcome=st.just("error"),
        finish_reason=st.sampled_from(["stop", "abort", "error"]),
        stopped_by=st.just("x"),
        exit_code=st.just(1),
    ),
    st.just(e.Unknown(data={})),
)
tapes = st.lists(
    _events | st.builds(e.Subagent, call_id=_calls, event=_events), min_size=6, max_size=40
)
"""Events in any order, also such as no runner would write."""
