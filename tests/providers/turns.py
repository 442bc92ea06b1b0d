"""Conversations for the wires: small ones by hand, and many by hypothesis."""

from collections.abc import Iterable

from hypothesis import strategies as st

from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.ports import Request, ToolSpec

SPECS = [
    ToolSpec(name="read", description="Read a file.", schema={"type": "object"}),
    ToolSpec(name="shell", description="Run a command.", schema={"type": "object"}),
]


def prompt(text: str) -> e.RunStarted:
    return e.RunStarted(session="s", prompt=text)


def step(number: int) -> e.StepStarted:
    return e.StepStarted(step=number)


def text(words: str, part: str = "text") -> e.TextDelta:
    return e.TextDelta(part=part, text=words)


def called(call_id: str, tool: str = "read", **arguments: object) -> e.ToolCalled:
    return e.ToolCalled(call_id=call_id, tool=tool, input=dict(arguments))


def returned(call_id: str, output: object = None, error: str | None = None) -> e.ToolReturned:
    return e.ToolReturned(call_id=call_id, output=output, error=error)


def conversation_of(events: Iterable[e.Event]) -> Conversation:
    conversation = Conversation()
    for event in events:
        conversation.apply(event)
    return conversation


def request_of(*events: e.Event, reminder: str | None = None, tools: bool = False) -> Request:
    """What the loop asks after these events; the step that will answer has begun."""
    return Request(
        system="You are zap.",
        turns=conversation_of(events).turns,
        tools=SPECS if tools else [],
        reminder=reminder,
        model="m",
    )


_words = st.sampled_from(["hello", "", "  \n", "<task_reminder>x</task_reminder>", "ünï", "\ud83d"])
_parts = st.sampled_from(["text1", "text2"])
_arguments = st.dictionaries(_words, _words | st.integers(0, 3), max_size=2)


@st.composite
def _replies(draw: st.DrawFn, number: int) -> list[e.Event]:
    """One attempt of one step: reasoning, text, calls (some never whole), in this order."""
    events: list[e.Event] = []
    if draw(st.booleans()):
        events.append(e.ReasoningDelta(part="reasoning", text=draw(_words)))
        provider = draw(st.sampled_from(["openai-chat", "anthropic"]))
        data = draw(
            st.sampled_from([{"signature": "s"}, {"data": "d"}, {"field": "reasoning_content"}])
        )
        events.append(e.PartMeta(part="reasoning", provider=provider, data=dict(data)))
    for part in draw(st.lists(_parts, max_size=2)):
        events.append(text(draw(_words), part))
    for place in range(draw(st.integers(0, 3))):
        call_id = f"{draw(st.sampled_from(['c', 'odd id ', 'x' * 70]))}{number}-{place}"
        events.append(e.ToolInputDelta(call_id=call_id, tool="read", delta='{"a'))
        if draw(st.booleans()):
            whole = draw(st.booleans())
            events.append(
                e.ToolCalled(call_id=call_id, tool="read", input=draw(_arguments))
                if whole
                else e.ToolCalled(call_id=call_id, tool="read", raw='{"a')
            )
    return events


@st.composite
def tapes(draw: st.DrawFn) -> list[e.Event]:
    """A tape as the loop writes it: prompts, steps, failed attempts, results, some of them late."""
    events: list[e.Event] = []
    number, late = 0, []
    for _ in range(draw(st.integers(1, 3))):
        events.append(prompt(draw(_words)))
        for _ in range(draw(st.integers(0, 4))):
            number += 1
            if draw(st.integers(0, 3)) == 0:
                events.append(e.UserMessage(text=draw(_words)))
            events.append(step(number))
            if draw(st.integers(0, 4)) == 0:
                events += draw(_replies(number))
                events.append(e.Retrying(attempt=1, wait_s=0.1, error="overloaded"))
            reply = draw(_replies(number))
            events += reply
            for event in reply:
                if isinstance(event, e.ToolCalled):
                    late.append(event.call_id)
            while late and draw(st.booleans()):
                output = draw(_words)
                events.append(returned(late.pop(0), output))
        if draw(st.booleans()):
            events.append(
                e.RunFinished(
                    outcome="answered", finish_reason="stop", stopped_by="answer", exit_code=0
                )
            )
    return events
