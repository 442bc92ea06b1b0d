"""What holds of every body, whatever the conversation was."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings

from tests.providers.turns import SPECS, tapes
from tests.providers.valid import check_chat, check_messages
from zaptui.core import events as e
from zaptui.core.conversation import Conversation
from zaptui.core.ports import Request
from zaptui.providers import chat_wire, messages_wire
from zaptui.providers.chat_wire import ChatWire
from zaptui.providers.messages_wire import MessagesWire

REMINDER = "<task_reminder>\nplan\n</task_reminder>"
quick = settings(max_examples=50, deadline=None, derandomize=True)


def request_at(conversation: Conversation) -> Request:
    return Request(system="s", turns=conversation.turns, tools=SPECS, reminder=REMINDER, model="m")


def bodies(tape: list[e.Event]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The bodies of both wires for a request at each step of a tape."""
    conversation, chat, messages = Conversation(), ChatWire(), MessagesWire(max_tokens=9)
    found: list[tuple[Any, Any]] = []
    for event in tape:
        conversation.apply(event)
        if isinstance(event, e.StepStarted):
            request = request_at(conversation)
            found.append((chat.body(request), messages.body(request)))
    return found


@given(tapes())
@quick
def test_wires_that_keep_what_they_rendered_say_the_same_as_fresh_ones(tape: list[e.Event]) -> None:
    say_the_same(tape)


@pytest.mark.soak
@given(tapes())
@settings(max_examples=3000, deadline=None)
def test_a_long_sweep_of_wires_that_keep_what_they_rendered(tape: list[e.Event]) -> None:
    say_the_same(tape)


def say_the_same(tape: list[e.Event]) -> None:
    conversation, chat, messages = Conversation(), ChatWire(), MessagesWire(max_tokens=9)
    for event in tape:
        conversation.apply(event)
        request = request_at(conversation)
        assert chat.body(request) == chat_wire.to_wire(request)
        assert messages.body(request) == messages_wire.to_wire(request, max_tokens=9)


@given(tapes())
@quick
def test_a_body_that_was_built_does_not_change_afterwards(tape: list[e.Event]) -> None:
    conversation, chat, messages = Conversation(), ChatWire(), MessagesWire(max_tokens=9)
    built: list[tuple[Any, str]] = []
    for event in tape:
        conversation.apply(event)
        for body in (chat.body(request_at(conversation)), messages.body(request_at(conversation))):
            built.append((body, json.dumps(body)))
    assert all(json.dumps(body) == text for body, text in built)


@given(tapes())
@quick
def test_every_body_is_one_the_service_takes(tape: list[e.Event]) -> None:
    for chat, messages in bodies(tape):
        check_chat(chat, REMINDER)
        check_messages(messages, REMINDER)


@given(tapes())
@quick
def test_R23_a_request_begins_as_the_one_before_it(tape: list[e.Event]) -> None:
    steps = [event for event in tape if isinstance(event, e.StepStarted)]
    found = bodies([event for event in tape if not _is_late(event, tape)])
    assert len(found) == len(steps)
    for (chat, messages), (next_chat, next_messages) in pairwise(found):
        before = chat["messages"][:-1]
        assert next_chat["messages"][: len(before)] == before
        blocks, next_blocks = _blocks(messages), _blocks(next_messages)
        assert next_blocks[: len(blocks)] == blocks
        assert (messages["system"], messages["tools"]) == (
            next_messages["system"],
            next_messages["tools"],
        )


def _is_late(event: e.Event, tape: list[e.Event]) -> bool:
    """A result that came when the next request was out already: that one had to guess it."""
    if not isinstance(event, e.ToolReturned):
        return False
    place = tape.index(event)
    call = next(i for i, x in enumerate(tape) if isinstance(x, e.ToolCalled) and _same(x, event))
    return any(isinstance(x, e.StepStarted | e.RunStarted) for x in tape[call:place])


def _same(call: e.ToolCalled, event: e.ToolReturned) -> bool:
    return call.call_id == event.call_id


def _blocks(body: dict[str, Any]) -> list[Any]:
    """The blocks of all messages with their roles, without breakpoints and the reminder."""
    found = [
        (message["role"], {key: value for key, value in block.items() if key != "cache_control"})
        for message in body["messages"]
        for block in message["content"]
    ]
    return found[:-1]
