"""R23 as a check over the requests of a session, on both wires."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tests.fakes import Recorder
from zaptui.core.json import dump_json

OPENING = "<task_reminder>\n"
CLOSING = "\n</task_reminder>"


def check(recorder: Recorder, stage_open: Sequence[bool]) -> None:
    """`stage_open`: whether a stage was open when each request was made."""
    assert len(recorder.chat) == len(recorder.messages) == len(stage_open)
    for body in (*recorder.chat, *recorder.messages):
        assert "tool_choice" not in body
    for open_now, chat, messages in zip(stage_open, recorder.chat, recorder.messages, strict=True):
        for body in (chat, messages):
            blocks = dump_json(body).count("<task_reminder>")
            assert blocks == 1 if open_now else blocks <= 1
        _chat_ends_well(chat)
        _messages_end_well(messages)
    for before, after in pairwise(map(_plain_chat, recorder.chat)):
        _is_prefix(before, after)
    for before, after in pairwise(map(_plain_messages, recorder.messages)):
        _is_prefix(before, after)


def _is_prefix(before: dict[str, Any], after: dict[str, Any]) -> None:
    """The last message may have grown: where a request got no reply, a person's next words join
    it, because roles alternate."""
    *old, last = before["messages"]
    assert after["messages"][: len(old)] == old
    grown = after["messages"][len(old)]
    if isinstance(last["content"], list):
        grown = {**grown, "content": grown["content"][: len(last["content"])]}
    assert grown == last
    assert {**before, "messages": None} == {**after, "messages": None}


def _is_block(text: object) -> bool:
    return isinstance(text, str) and text.startswith(OPENING) and text.endswith(CLOSING)


def _chat_ends_well(body: dict[str, Any]) -> None:
    """The block, where there is one, is a trailing user message of its own."""
    *history, last = body["messages"]
    assert "cache_control" not in dump_json(body)
    assert not any(_is_block(message["content"]) for message in history)
    assert last["role"] in ("user", "tool")


def _messages_end_well(body: dict[str, Any]) -> None:
    """Breakpoints on system, tools and the last history block; the reminder behind it."""
    last = body["messages"][-1]
    blocks = [block for message in body["messages"] for block in message["content"]]
    reminders = [block for block in blocks if _is_block(block.get("text"))]
    history = [block for block in blocks if not _is_block(block.get("text"))]
    assert last["role"] == "user"
    assert blocks == [*history, *reminders]
    assert [block for block in blocks if "cache_control" in block] == [history[-1]]
    assert [block for block in body["system"] if "cache_control" in block] == body["system"][-1:]
    tools = body.get("tools", [])
    assert [tool for tool in tools if "cache_control" in tool] == tools[-1:]


def _plain_chat(body: dict[str, Any]) -> dict[str, Any]:
    messages = [m for m in body["messages"] if not _is_block(m["content"])]
    return {**body, "messages": messages}


def _plain_messages(body: dict[str, Any]) -> dict[str, Any]:
    """The body without its block and without any breakpoint."""
    plain = _without_breakpoints(body)
    for message in plain["messages"]:
        message["content"] = [b for b in message["content"] if not _is_block(b.get("text"))]
    return plain


def _without_breakpoints(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _without_breakpoints(v) for k, v in value.items() if k != "cache_control"}
    return [_without_breakpoints(item) for item in value] if isinstance(value, list) else value
