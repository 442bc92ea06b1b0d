"""The JSON result: what is counted, which plan is the final one, what subagents add."""

from typing import Any

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.view.result import counts_of, final_plan, result_of


def folded(*events: e.Event) -> Conversation:
    conversation = Conversation()
    for event in events:
        conversation.apply(event)
    return conversation


def started(prompt: str = "mend it", session: str = "s") -> e.RunStarted:
    return e.RunStarted(session=session, prompt=prompt)


def ended(outcome: Any = "answered", reason: Any = "stop") -> e.RunFinished:
    return e.RunFinished(outcome=outcome, finish_reason=reason, stopped_by="x", exit_code=0)


def plan(
    *items: tuple[str, str], change: Any = "replaced", call: str | None = None
) -> e.PlanUpdate:
    todos: Any = [{"id": text, "content": text, "status": status} for text, status in items]
    return e.PlanUpdate(
        mode="classic",
        snapshot={"todos": todos},
        todos=[],
        change=change,
        version=1,
        tool_call_id=call,
    )


STEP = e.StepStarted(step=1)


def called(call_id: str, tool: str = "shell") -> list[e.Event]:
    return [e.ToolCalled(call_id=call_id, tool=tool, input={})]


def test_the_counts_of_a_run() -> None:
    conversation = folded(
        started(),
        e.UserMessage(text="and that"),
        STEP,
        e.ReasoningDelta(part="r", text="hm"),
        e.TextDelta(part="t", text="so"),
        *called("a"),
        e.ToolReturned(call_id="a", output={"exit_code": 0}),
        *called("b", "read"),
        e.ToolReturned(call_id="b", error="not found"),
        *called("p", "write_todos"),
        e.ToolReturned(call_id="p", output={}),
        plan(("A", "in_progress"), call="p"),
        e.Unknown(data={"type": "later"}),
        ended(),
    )
    assert counts_of(conversation) == {
        "user_messages": 2,
        "steps": 1,
        "assistant_texts": 1,
        "thinking": 1,
        "tool_calls": 3,
        "tool_results": 3,
        "tool_errors": 1,
        "plan_updates": 1,
        "tool_calls_by_name": {"read": 1, "shell": 1, "write_todos": 1},
        "unknown": 1,
    }


def test_a_run_without_a_prompt_is_no_message_of_the_user() -> None:
    assert counts_of(folded(started(prompt=""), STEP, ended()))["user_messages"] == 0


def test_a_result_that_stands_for_one_that_never_came_is_not_counted() -> None:
    errors = ["interrupted, may have run", "not run: the run was interrupted"]
    events: list[e.Event] = [started(), STEP]
    for number, error in enumerate(errors):
        events += called(f"c{number}")
        events.append(e.ToolReturned(call_id=f"c{number}", error=error))
    events += [*called("none"), e.ToolReturned(call_id="none"), *called("open")]
    counts = counts_of(folded(*events))
    assert (counts["tool_calls"], counts["tool_results"], counts["tool_errors"]) == (4, 0, 0)


def test_an_error_that_only_begins_alike_is_a_result() -> None:
    events = [started(), STEP, *called("a"), e.ToolReturned(call_id="a", error="not running")]
    counts = counts_of(folded(*events))
    assert (counts["tool_results"], counts["tool_errors"]) == (1, 1)


def test_a_call_that_never_became_whole_is_none_but_its_result_is() -> None:
    counts = counts_of(
        folded(
            started(),
            STEP,
            e.ToolInputDelta(call_id="a", tool="shell", delta="{"),
            e.ToolReturned(call_id="a", output="x"),
        )
    )
    assert (counts["tool_calls"], counts["tool_calls_by_name"], counts["tool_results"]) == (
        0,
        {},
        1,
    )


def test_what_was_taken_back_is_not_counted() -> None:
    counts = counts_of(
        folded(
            started(),
            STEP,
            e.TextDelta(part="t", text="half"),
            *called("a"),
            e.Retrying(attempt=1, wait_s=0, error="cut"),
            e.TextDelta(part="t", text="whole"),
        )
    )
    assert (counts["assistant_texts"], counts["tool_calls"]) == (1, 0)


def test_a_plan_that_is_only_told_again_is_no_update() -> None:
    conversation = folded(
        started(),
        plan(("A", "pending"), change="seeded"),
        ended(),
        started(),
        plan(("A", "pending"), change="snapshot"),
        ended(),
    )
    assert counts_of(conversation)["plan_updates"] == 1


def test_the_final_plan_keeps_the_words_of_the_planner_whatever_ended_the_run() -> None:
    conversation = folded(
        started(),
        STEP,
        plan(("A", "done"), ("B", "in_progress"), ("C", "pending")),
        ended("aborted", "abort"),
    )
    result: Any = result_of(conversation)
    assert result["final_plan"] == [
        {"content": "A", "status": "done"},
        {"content": "B", "status": "in_progress"},
        {"content": "C", "status": "pending"},
    ]
    assert [stage["status"] for stage in result["stages"]] == ["done", "aborted", "pending"]


def test_the_final_plan_is_the_last_one_of_the_tape_also_when_later_runs_have_none() -> None:
    conversation = folded(
        started(), STEP, plan(("A", "done")), ended(), started("thanks"), STEP, ended()
    )
    assert final_plan(conversation) == [{"content": "A", "status": "done"}]


def test_a_list_that_was_emptied_is_an_empty_final_plan() -> None:
    conversation = folded(started(), STEP, plan(("A", "done")), plan(), ended())
    assert final_plan(conversation) == []


def test_a_failed_planner_call_leaves_the_list_as_it_was() -> None:
    conversation = folded(
        started(),
        STEP,
        *called("p", "TodoWrite"),
        plan(("A", "pending"), call="p"),
        e.ToolReturned(call_id="p", output="ok"),
        *called("q", "TodoWrite"),
        e.ToolReturned(call_id="q", error="no list"),
    )
    assert final_plan(conversation) == [{"content": "A", "status": "pending"}]


def test_a_subagent_in_the_same_session_is_counted_with_it() -> None:
    inner = [started("look", session="s"), STEP, e.TextDelta(part="t", text="found")]
    conversation = folded(
        started(), STEP, *called("task"), *(e.Subagent(call_id="task", event=x) for x in inner)
    )
    result: Any = result_of(conversation)
    assert result["counts"]["user_messages"] == 2
    assert result["counts"]["assistant_texts"] == 1
    assert "subagents" not in result


def test_a_subagent_with_a_session_of_its_own_is_told_apart() -> None:
    deep = e.Subagent(call_id="deep", event=started("deeper", session="s3"))
    inner: list[e.Event] = [started("look", session="s2"), STEP, *called("x"), deep]
    conversation = folded(
        started(), STEP, *called("task"), *(e.Subagent(call_id="task", event=x) for x in inner)
    )
    result: Any = result_of(conversation)
    assert result["counts"]["user_messages"] == 1
    assert result["counts"]["tool_calls"] == 1
    assert {call: counts["user_messages"] for call, counts in result["subagents"].items()} == {
        "task": 1,
        "deep": 1,
    }


def test_a_nested_subagent_of_the_same_session_is_counted_too() -> None:
    deep: e.Event = e.Subagent(
        call_id="a", event=e.Subagent(call_id="b", event=started("deeper", session="s"))
    )
    assert counts_of(folded(started(), STEP, deep))["user_messages"] == 2


def test_the_result_holds_the_end_and_the_answer() -> None:
    conversation = folded(started(), STEP, e.TextDelta(part="t", text="mended"), ended("answered"))
    result: Any = result_of(conversation)
    assert {key: result[key] for key in ("type", "outcome", "exit_code", "session", "answer")} == {
        "type": "result",
        "outcome": "answered",
        "exit_code": 0,
        "session": "s",
        "answer": "mended",
    }
    assert result_of(folded(started()))["answer"] == ""


def test_summing_up_an_empty_tape_adds_no_turn_to_it() -> None:
    conversation = Conversation()
    result: Any = result_of(conversation)
    assert (result["answer"], result["stages"], result["final_plan"]) == ("", [], [])
    assert conversation.turns == []


def test_words_that_no_reply_followed_are_messages_of_the_user_too() -> None:
    conversation = folded(started(), STEP, e.UserMessage(text="wait"), ended("aborted", "abort"))
    assert counts_of(conversation)["user_messages"] == 2
