"""A foreign tape under our id."""

from zaptui.core import events as e
from zaptui.replay.adopt import Adopted


def adopted(*events: e.Event, notice: str = "") -> list[e.Event]:
    adopt = Adopted("ours", notice=notice)
    entries = [told for event in events for told in adopt(e.Entry(seq=7, at=1.0, event=event))]
    assert [entry.seq for entry in entries] == list(range(len(entries)))
    return [entry.event for entry in entries]


def test_runs_and_the_subagents_of_their_session_are_ours() -> None:
    def inner(session: str) -> e.Event:
        return e.Subagent(call_id="c", event=e.RunStarted(session=session, prompt="p"))

    started = e.RunStarted(session="theirs", prompt="a")
    assert adopted(started, inner("theirs"), inner("own"), inner("")) == [
        e.RunStarted(session="ours", prompt="a"),
        inner("ours"),
        inner("own"),
        inner("ours"),
    ]


def test_where_it_comes_from_is_told_once() -> None:
    started = e.RunStarted(session="ours", prompt="a")
    told = adopted(e.RunStarted(session="x", prompt="a"), started, notice="imported from f")
    assert told == [started, e.Notice(level="info", text="imported from f"), started]


def test_an_id_that_a_service_would_refuse_is_changed_everywhere() -> None:
    def call(call_id: str) -> list[e.Event]:
        return [
            e.ToolInputDelta(call_id=call_id, tool="t", delta="{}"),
            e.ToolCalled(call_id=call_id, tool="t", input={}),
            e.ToolDecided(call_id=call_id, decision="allow", by="user"),
            e.ToolStarted(call_id=call_id),
            e.ToolProgress(call_id=call_id, text="x"),
            e.ToolReturned(call_id=call_id, output="x"),
            e.PlanUpdate(
                mode="classic",
                snapshot={},
                todos=[],
                change="replaced",
                version=1,
                tool_call_id=call_id,
            ),
            e.Subagent(call_id=call_id, event=e.ToolStarted(call_id="fine")),
        ]

    assert adopted(*call("toolu_1"), *call("ls#1")) == [*call("toolu_1"), *call("imported_3")]
