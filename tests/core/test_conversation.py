"""The fold of a tape: what each event does to turns, steps and parts."""

from dataclasses import replace

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.parts import (
    NoticePart,
    Part,
    PlanPart,
    ProviderData,
    ReasoningPart,
    TextPart,
    ToolPart,
    Usage,
)

STARTED = e.RunStarted(session="s", prompt="task")


def _fold(*events: e.Event) -> Conversation:
    conversation = Conversation()
    for place, event in enumerate(events):
        conversation.apply(event, at=float(place))
    return conversation


def _parts(*events: e.Event) -> list[Part]:
    """The parts of the running step after a start."""
    return list(_fold(STARTED, e.StepStarted(step=1), *events).turn.current.parts)


def test_a_reply_is_text_reasoning_and_calls_in_the_order_they_came() -> None:
    assert _parts(
        e.ReasoningDelta(part="r", text="hm"),
        e.TextDelta(part="t", text="Hel"),
        e.ToolInputDelta(call_id="c", tool="read", delta='{"path"'),
        e.TextDelta(part="t", text="lo"),
        e.ToolInputDelta(call_id="c", tool="read", delta=':"a"}'),
    ) == [
        ReasoningPart(part_id="r", text="hm"),
        TextPart(part_id="t", text="Hello"),
        ToolPart(call_id="c", tool="read", raw_input='{"path":"a"}', began_at=4.0),
    ]


def test_a_call_goes_through_its_states() -> None:
    conversation = _fold(STARTED, e.StepStarted(step=1))
    seen: list[Part] = []
    for place, event in enumerate(
        [
            e.ToolInputDelta(call_id="c", tool="shell", delta='{"command":"ls"}'),
            e.ToolCalled(call_id="c", tool="shell", input={"command": "ls"}),
            e.ToolDecided(call_id="c", decision="allow", by="you"),
            e.ToolStarted(call_id="c"),
            e.ToolProgress(call_id="c", text="a\n"),
            e.ToolProgress(call_id="c", text="b\n"),
            e.ToolReturned(call_id="c", output={"exit_code": 0}),
        ]
    ):
        conversation.apply(event, at=10.0 + place)
        seen += conversation.turn.current.parts
    called = ToolPart(
        call_id="c", tool="shell", input={"command": "ls"}, called=True, began_at=10.0
    )
    running = ToolPart(
        call_id="c",
        tool="shell",
        input={"command": "ls"},
        called=True,
        decision="allow",
        started=True,
        began_at=13.0,
    )
    assert seen == [
        ToolPart(call_id="c", tool="shell", raw_input='{"command":"ls"}', began_at=10.0),
        called,
        replace(called, decision="allow"),
        running,
        replace(running, progress="a\n"),
        replace(running, progress="a\nb\n"),
        replace(running, output={"exit_code": 0}, finished=True, ended_at=16.0),
    ]
    assert [part.state for part in seen if isinstance(part, ToolPart)] == [
        "streaming",
        "called",
        "called",
        "running",
        "running",
        "running",
        "returned",
    ]


def test_raw_arguments_are_kept_as_they_came() -> None:
    assert _parts(e.ToolCalled(call_id="c", tool="read", raw="{oops")) == [
        ToolPart(call_id="c", tool="read", raw_input="{oops", called=True, began_at=2.0)
    ]


def test_provider_data_goes_to_its_part_or_makes_one() -> None:
    data = ProviderData(provider="p", data={"signature": "x"})
    assert _parts(
        e.ReasoningDelta(part="r", text="hm"),
        e.PartMeta(part="r", provider="p", data={"signature": "x"}),
        e.ToolCalled(call_id="c", tool="read", input={}),
        e.PartMeta(part="c", provider="p", data={"signature": "x"}),
        e.PartMeta(part="hidden", provider="p", data={"signature": "x"}),
    ) == [
        ReasoningPart(part_id="r", text="hm", meta=data),
        ToolPart(call_id="c", tool="read", input={}, called=True, meta=data, began_at=4.0),
        ReasoningPart(part_id="hidden", meta=data),
    ]


def test_R64_a_change_of_the_plan_is_kept_with_its_call_or_gets_a_mark() -> None:
    def update(call_id: str | None) -> e.PlanUpdate:
        return e.PlanUpdate(
            mode="classic",
            snapshot={"todos": []},
            todos=[],
            change="replaced",
            version=1,
            tool_call_id=call_id,
        )

    mark = PlanPart(part_id="plan:1", change="replaced", snapshot={"todos": []})
    assert _parts(
        e.ToolCalled(call_id="c", tool="write_todos", input={}), update("c"), update(None)
    ) == [
        ToolPart(
            call_id="c",
            tool="write_todos",
            input={},
            called=True,
            plan={"todos": []},
            began_at=2.0,
        ),
        mark,
    ]
    assert _parts(update("of another tape")) == [mark]


def test_a_retry_discards_what_was_said_and_the_next_attempt_may_use_its_ids() -> None:
    assert _parts(
        e.TextDelta(part="t", text="wro"),
        e.ReasoningDelta(part="r", text="hm"),
        e.ToolCalled(call_id="c", tool="read", input={}),
        e.Retrying(attempt=1, wait_s=1.5, error="overloaded"),
        e.ToolProgress(call_id="c", text="of the discarded call"),
        e.ToolReturned(call_id="c", output=1),
        e.TextDelta(part="t", text="right"),
        e.Retrying(attempt=2, wait_s=0.25, error="overloaded"),
        e.ToolCalled(call_id="c", tool="read", input={"path": "a"}),
    ) == [
        TextPart(part_id="t", text="wro", discarded=True),
        ReasoningPart(part_id="r", text="hm", discarded=True),
        ToolPart(call_id="c", tool="read", input={}, called=True, discarded=True, began_at=4.0),
        NoticePart(part_id="notice:1", level="warning", text="overloaded; trying again in 1.5 s"),
        TextPart(part_id="t", text="right", discarded=True),
        NoticePart(part_id="notice:2", level="warning", text="overloaded; trying again in 0.25 s"),
        ToolPart(call_id="c", tool="read", input={"path": "a"}, called=True, began_at=10.0),
    ]


def test_notices_are_parts_and_an_unknown_level_is_an_error() -> None:
    assert _parts(
        e.Notice(level="info", text="a"),
        e.Notice(level="loud", text="b"),
    ) == [
        NoticePart(part_id="notice:1", level="info", text="a"),
        NoticePart(part_id="notice:2", level="error", text="b"),
    ]


def test_events_before_the_first_step_go_to_the_opening() -> None:
    conversation = _fold(STARTED, e.Notice(level="info", text="a"), e.StepStarted(step=1))
    turn = conversation.turn
    notice = NoticePart(part_id="notice:1", level="info", text="a")
    assert [list(step.parts) for step in turn.all_steps()] == [[notice], []]


def test_a_step_knows_its_request_and_its_end() -> None:
    conversation = _fold(
        STARTED,
        e.UserMessage(text="and tests"),
        e.UserMessage(text="and docs"),
        e.StepStarted(step=1, reminder="<task_reminder>", model="p/m"),
        e.ModelFinished(reason="length", usage=Usage(input_tokens=3)),
    )
    step = conversation.turn.current
    assert (step.number, step.reminder, step.model, step.began_at) == (
        1,
        "<task_reminder>",
        "p/m",
        3.0,
    )
    assert step.messages == ["and tests", "and docs"]
    assert (step.finish_reason, step.usage) == ("length", Usage(input_tokens=3))


def test_a_turn_is_a_prompt_and_its_end() -> None:
    finished = e.RunFinished(
        outcome="answered", finish_reason="stop", stopped_by="answer", exit_code=0
    )
    second = e.RunStarted(session="s", prompt="next")
    conversation = _fold(STARTED, e.StepStarted(step=1), finished, second)
    assert [(t.prompt, t.finished, t.finish_reason) for t in conversation.turns] == [
        ("task", finished, "stop"),
        ("next", None, None),
    ]


def test_a_tape_that_lost_its_head_gets_an_empty_turn() -> None:
    conversation = _fold(e.TextDelta(part="t", text="hi"))
    assert [turn.prompt for turn in conversation.turns] == [""]
    assert list(conversation.turn.opening.parts) == [TextPart(part_id="t", text="hi")]


def test_R65_a_subagents_events_are_a_conversation_of_its_own() -> None:
    def child(event: e.Event) -> e.Event:
        return e.Subagent(call_id="c", event=event)

    conversation = _fold(
        STARTED,
        e.StepStarted(step=1),
        child(e.RunStarted(session="s", prompt="part of it")),
        child(e.StepStarted(step=1)),
        child(e.TextDelta(part="t", text="hi")),
    )
    assert list(conversation.turn.current.parts) == []
    assert {call: child.turn.prompt for call, child in conversation.children.items()} == {
        "c": "part of it"
    }
    assert list(conversation.children["c"].turn.current.parts) == [TextPart(part_id="t", text="hi")]


def test_unknown_lines_are_counted_and_skipped() -> None:
    conversation = _fold(STARTED, e.Unknown(data={}), e.Unknown(data={}))
    assert (conversation.unknown, list(conversation.turn.current.parts)) == (2, [])


def test_results_of_unknown_calls_are_skipped() -> None:
    conversation = _fold(
        STARTED,
        e.ToolCalled(call_id="c", tool="read", input={}),
        e.ToolReturned(call_id="nobody's", output=1),
        e.ToolProgress(call_id="nobody's", text="x"),
        e.ToolStarted(call_id="nobody's"),
    )
    assert (conversation.has_call("c"), conversation.has_call("nobody's")) == (True, False)
    assert [part.state for part in conversation.turn.current.parts] == ["called"]


def test_a_change_of_a_step_that_is_over_is_told_to_whoever_folded_it() -> None:
    call = e.ToolCalled(call_id="c", tool="shell", input={})
    late = [
        e.ToolStarted(call_id="c"),
        e.ToolProgress(call_id="c", text="x"),
        e.ToolReturned(call_id="c", output=1),
    ]
    same_turn = _fold(STARTED, e.StepStarted(step=1), call, e.StepStarted(step=2), *late)
    next_turn = _fold(STARTED, e.StepStarted(step=1), call, STARTED, *late)
    in_time = _fold(STARTED, e.StepStarted(step=1), call, *late)
    assert [turn.late_changes for turn in same_turn.turns] == [3]
    assert [turn.late_changes for turn in next_turn.turns] == [3, 0]
    assert [turn.late_changes for turn in in_time.turns] == [0]


def test_a_call_id_of_an_earlier_step_is_a_new_call() -> None:
    call = e.ToolCalled(call_id="c", tool="read", input={})
    conversation = _fold(
        STARTED,
        e.StepStarted(step=1),
        call,
        e.StepStarted(step=2),
        call,
        e.ToolReturned(call_id="c", output=1),
    )
    assert [[part.state for part in step.parts] for step in conversation.turn.steps] == [
        ["called"],
        ["returned"],
    ]


def test_words_that_no_reply_follows_stay_with_their_turn() -> None:
    conversation = _fold(
        e.RunStarted(session="s", prompt="one"),
        e.UserMessage(text="heard"),
        e.StepStarted(step=1),
        e.UserMessage(text="not heard"),
        e.RunStarted(session="s", prompt="two"),
        e.StepStarted(step=1),
    )
    assert [turn.unheard for turn in conversation.turns] == [["not heard"], []]
    heard = [step.messages for turn in conversation.turns for step in turn.steps]
    assert heard == [["heard"], []]
